//! Hulls as SVG pictures and as vertex lists for other libraries.

use super::sprite_hull::SpriteHull;
use crate::collide::Hull;
use crate::geometry::Bound;
use crate::solidity::Contour;
use glam::{UVec2, Vec2};
use std::fmt::{self, Display, Formatter};

/// A sprite's hull as SVG: the picture, the pieces over it, and the contours around. Its `Display` writes the SVG.
///
/// Coordinates are the sprite's pixels, shown `scale` times as large.
///
/// ```
/// use tileray::{HullOptions, SolidityMap, SpriteHull};
/// use tileray::hull::SpriteSvg;
///
/// let mask = SolidityMap::from_fn(16, 16, |x, y| x >= y);
/// let sprite = SpriteHull::from_mask(&mask, &HullOptions::default())?;
/// let svg = SpriteSvg { sprite: &sprite, size: mask.size(), picture: Some("wedge.png"), scale: 8 }.to_string();
/// assert!(svg.starts_with("<svg ") && svg.contains("wedge.png") && svg.contains("<polygon"));
/// # Ok::<(), tileray::hull::SpriteHullError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct SpriteSvg<'a> {
    /// The sprite to draw.
    pub sprite: &'a SpriteHull,
    /// Width and height of the sprite's picture.
    pub size: UVec2,
    /// The picture's URL, relative to the SVG or `data:`. Without a URL no picture is drawn.
    pub picture: Option<&'a str>,
    /// The number of screen pixels for each pixel of the sprite.
    pub scale: u32,
}

/// The colors of pieces, in turn.
const FILLS: [&str; 6] = ["#4e9af1", "#f1a54e", "#5fc77a", "#c77ad9", "#e0d04a", "#52cfcf"];

impl Display for SpriteSvg<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (UVec2 { x: width, y: height }, scale) = (self.size, u64::from(self.scale.max(1)));
        let line = 1.5 / scale as f64;
        writeln!(
            f,
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{}" height="{}" viewBox="0 0 {width} {height}">"#,
            u64::from(width) * scale,
            u64::from(height) * scale,
        )?;
        if let Some(picture) = self.picture {
            writeln!(
                f,
                r#"<image href="{}" width="{width}" height="{height}" style="image-rendering:pixelated"/>"#,
                EscapedText(picture),
            )?;
        }
        writeln!(f, r##"<g fill-opacity="0.35" stroke="#ffffff" stroke-width="{line}" stroke-linejoin="round">"##)?;
        for (piece, fill) in self.sprite.hull.pieces().zip(FILLS.iter().cycle()) {
            write!(f, r#"<polygon fill="{fill}" points=""#)?;
            for (index, corner) in piece.points().enumerate() {
                let gap = if index == 0 { "" } else { " " };
                write!(f, "{gap}{},{}", corner.x, corner.y)?;
            }
            writeln!(f, r#""/>"#)?;
        }
        writeln!(f, "</g>")?;
        if !self.sprite.contours.is_empty() {
            write!(f, r##"<path fill="none" stroke="#e0203a" stroke-width="{line}" d=""##)?;
            self.sprite.contours.iter().try_for_each(|contour| write_loop(f, contour))?;
            writeln!(f, r#""/>"#)?;
        }
        if let Some(circle) = self.sprite.circle {
            let (center, radius) = (circle.center, circle.radius);
            writeln!(
                f,
                r##"<circle cx="{}" cy="{}" r="{radius}" fill="none" stroke="#20a040" stroke-width="{line}"/>"##,
                center.x, center.y,
            )?;
        }
        writeln!(f, "</svg>")
    }
}

fn write_loop(f: &mut Formatter<'_>, contour: &Contour) -> fmt::Result {
    for (index, point) in contour.points().iter().enumerate() {
        write!(f, "{}{} {}", if index == 0 { "M" } else { "L" }, point.x, point.y)?;
    }
    write!(f, "Z")
}

/// A text escaped for an attribute.
struct EscapedText<'a>(&'a str);

impl Display for EscapedText<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|character| match character {
            '&' => f.write_str("&amp;"),
            '<' => f.write_str("&lt;"),
            '"' => f.write_str("&quot;"),
            other => write!(f, "{other}"),
        })
    }
}

/// The coordinate frame in which a hull's corners are listed for another library.
///
/// Each list is a convex polygon whose corners run counterclockwise where y points up, as parry2d's
/// `ConvexPolygon::from_convex_polyline` and Box2D's `b2ComputeHull` expect. If y points down, they run clockwise on
/// screen. Both mean a positive area by the shoelace formula.
///
/// ```
/// use tileray::{ConvexPolygon, Hull, glam::vec2};
/// use tileray::hull::VertexFrame;
///
/// let hull = Hull::from(ConvexPolygon::rectangle((0.0, 0.0), (32.0, 64.0))?);
/// // 32 pixels are a meter, and the feet of the sprite are its origin.
/// let frame = VertexFrame { origin: vec2(16.0, 64.0), scale: 1.0 / 32.0, ..VertexFrame::BOX2D };
/// assert_eq!(frame.vertex_lists(&hull), [[vec2(-0.5, 0.0), vec2(0.5, 0.0), vec2(0.5, 2.0), vec2(-0.5, 2.0)]]);
/// # Ok::<(), tileray::geometry::PolygonError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct VertexFrame {
    /// The point of the sprite, in pixels, at the other frame's origin.
    pub origin: Vec2,
    /// The length of a pixel in the other frame.
    pub scale: f32,
    /// Whether y points up in the other frame.
    pub y_up: bool,
    /// The largest number of corners of a polygon; larger pieces are cut. Values below 3 count as 3.
    pub max_vertices: usize,
}

impl VertexFrame {
    /// Pixels, y down, any number of corners.
    pub const PIXELS: Self = Self { origin: Vec2::ZERO, scale: 1.0, y_up: false, max_vertices: usize::MAX };

    /// For parry2d and rapier: y up, any number of corners, a unit for each pixel.
    pub const PARRY: Self = Self { y_up: true, ..Self::PIXELS };

    /// For Box2D: y up, at most 8 corners (`B2_MAX_POLYGON_VERTICES`), a unit for each pixel. Choose a `scale` that
    /// makes moving bodies between 0.1 and 10 units large.
    pub const BOX2D: Self = Self { y_up: true, max_vertices: 8, ..Self::PIXELS };

    /// Returns the corners of each piece of a hull, starting with the least listed y, then the least x.
    #[must_use]
    pub fn vertex_lists(&self, hull: &Hull) -> Vec<Vec<Vec2>> {
        let mut lists = Vec::new();
        for piece in hull.pieces() {
            let mut corners: Vec<_> = piece.points().map(|corner| self.placed(corner)).collect();
            if self.y_up {
                corners.reverse();
            }
            let first = (0..corners.len()).min_by(|&a, &b| {
                let (a, b) = (corners[a], corners[b]);
                a.y.total_cmp(&b.y).then(a.x.total_cmp(&b.x))
            });
            corners.rotate_left(first.unwrap_or(0));
            self.cut(corners, &mut lists);
        }
        lists
    }

    fn placed(&self, corner: Vec2) -> Vec2 {
        let moved = (corner - self.origin) * self.scale;
        (if self.y_up { Vec2::new(moved.x, -moved.y) } else { moved }).positive_zero()
    }

    /// Cuts off polygons of as many corners as allowed, along lines from the first corner, until the rest is small
    /// enough.
    fn cut(&self, mut corners: Vec<Vec2>, lists: &mut Vec<Vec<Vec2>>) {
        let most = self.max_vertices.max(3);
        while corners.len() > most {
            lists.push(corners[..most].to_vec());
            corners.drain(1..most - 1);
        }
        lists.push(corners);
    }
}
