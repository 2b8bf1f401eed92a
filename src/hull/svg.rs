use super::SpriteHull;
use crate::solidity::Contour;
use glam::UVec2;
use std::fmt::{self, Display, Formatter};

/// A sprite's hull drawn as SVG: the picture, the pieces over it, and the contours around.
///
/// It is written by its `Display`, in the sprite's own pixels, shown `scale` times as large.
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
    /// What is drawn.
    pub sprite: &'a SpriteHull,
    /// Width and height of the sprite's picture.
    pub size: UVec2,
    /// Where the picture is: an address relative to the SVG, or a `data:` one; none is drawn without.
    pub picture: Option<&'a str>,
    /// How many pixels of the screen a pixel of the sprite takes.
    pub scale: u32,
}

/// The colors of pieces, one after the other.
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
                Escaped(picture),
            )?;
        }
        writeln!(f, r##"<g fill-opacity="0.35" stroke="#ffffff" stroke-width="{line}" stroke-linejoin="round">"##)?;
        for (piece, fill) in self.sprite.hull.pieces().zip(FILLS.iter().cycle()) {
            write!(f, r#"<polygon fill="{fill}" points=""#)?;
            for (place, corner) in piece.points().enumerate() {
                let gap = if place == 0 { "" } else { " " };
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
    for (place, point) in contour.points().iter().enumerate() {
        write!(f, "{}{} {}", if place == 0 { "M" } else { "L" }, point.x, point.y)?;
    }
    write!(f, "Z")
}

/// A text between the quotes of an attribute.
struct Escaped<'a>(&'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|character| match character {
            '&' => f.write_str("&amp;"),
            '<' => f.write_str("&lt;"),
            '"' => f.write_str("&quot;"),
            other => write!(f, "{other}"),
        })
    }
}
