//! Objects as solid pixels: shapes drawn from their corners and sizes, and tiles.

use super::map::TileMap;
use super::object::{MapObject, ObjectShape};
use crate::geometry::{Rect, sin_cos_of_turns, turns_of};
use crate::solidity::{FixedShape, Orientation, PlacedMask, PosedMask, SizeError, SolidityMap, bits_between};
use glam::{DVec2, IVec2, UVec2, Vec2Swizzles, dvec2, ivec2};
use std::borrow::Cow;
use std::sync::Arc;

/// A scale followed by a shift, with which shapes are drawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShapeFit {
    pub(crate) scale: DVec2,
    pub(crate) shift: DVec2,
}

impl ShapeFit {
    /// Leaves shapes as they are.
    pub(crate) const UNCHANGED: Self = Self { scale: DVec2::ONE, shift: DVec2::ZERO };
}

impl TileMap {
    /// Returns the pixels that an object covers, as [`add_solid_objects`](Self::add_solid_objects) makes them solid.
    ///
    /// - A pixel is solid if its center lies in the shape or on its border. So a mirrored object has the mirrored
    ///   pixels, and shapes that share a border leave no pixel out between them.
    /// - Corners are rotated about the object's position and rounded to 1/256 px. All decisions after that are made in
    ///   whole numbers, so the pixels are the same on every machine.
    /// - A polygon that crosses itself has the pixels around which it winds an odd number of times, as Tiled draws it.
    /// - An ellipse is inscribed in the object's rectangle. So is a capsule, whose round ends are half circles.
    /// - A polyline is `line_width` pixels wide, with round ends. A polyline of 1 px has all pixels that the line passes
    ///   through, and both pixels beside a corner on it, so that nothing slips through. It alone belongs to the right and
    ///   the lower pixel where it runs along a border of pixels: it stays one pixel wide. A wider one has the pixels whose
    ///   centers lie within half the width, or exactly at it. A width of 0 means no pixel.
    /// - A tile has the solid pixels of its mask, flipped, then scaled to the object's size in whole pixels, then
    ///   rotated, each by nearest-neighbor sampling. Its set's drawing offset moves it, like its picture.
    ///
    /// The mask is empty for points and texts, for a size of 0, for fewer than three corners of a polygon, for an
    /// object that [`add_object`](Self::add_object) refuses, and for a tile that the map does not have.
    ///
    /// Costs a step for each row that an edge crosses and for each 64 pixels of the box, 0.2 µs for a row of an
    /// ellipse, and a sample for each pixel of a rotated tile.
    ///
    /// # Errors
    /// [`SizeError`] for an object with more pixels than a mask may have.
    ///
    /// ```
    /// use tileray::glam::{ivec2, uvec2, vec2};
    /// use tileray::tile::{MapObject, ObjectShape};
    /// use tileray::TileMap;
    ///
    /// let map = TileMap::new(uvec2(16, 16))?.with_size(uvec2(20, 10))?;
    /// let ramp = ObjectShape::Polygon(vec![vec2(0.0, 0.0), vec2(4.0, 0.0), vec2(0.0, 4.0)]);
    /// let pixels = map.object_mask(&MapObject::new((100.0, 40.0), ramp), 1)?;
    /// assert_eq!(pixels.at, ivec2(100, 40));
    /// assert_eq!(pixels.mask.to_ascii(), "####\n###.\n##..\n#...\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn object_mask(&self, object: &MapObject, line_width: u16) -> Result<PlacedMask, SizeError> {
        let Some(pixels) = ObjectPixels::new(self, object, line_width)? else { return Ok(PlacedMask::default()) };
        let bounds = pixels.bounds();
        let mut mask = SolidityMap::try_new(bounds.width(), bounds.height())?;
        pixels.draw(&mut mask, bounds.min);
        Ok(PlacedMask { mask, at: bounds.min }.trimmed())
    }
}

impl MapObject {
    /// Returns the shape of an object in fixed point. `None` for points, texts and tiles, and for an object that a map
    /// refuses.
    pub(crate) fn fixed_shape(&self, fit: &ShapeFit, line_width: u16) -> Option<FixedShape> {
        if !self.is_valid() {
            return None;
        }
        let (sin, cos) = sin_cos_of_turns(turns_of(self.rotation));
        let position = self.position.as_dvec2();
        let place = |own: DVec2| {
            let turned = dvec2(own.x * cos - own.y * sin, own.x * sin + own.y * cos);
            (position + turned) * fit.scale + fit.shift
        };
        let size = self.size.as_dvec2();
        let [right, below] = [dvec2(size.x, 0.0), dvec2(0.0, size.y)];
        let parallelogram = || [DVec2::ZERO, right, below].map(place);
        match &self.shape {
            ObjectShape::Rectangle => Some(FixedShape::polygon([DVec2::ZERO, right, size, below].map(place))),
            ObjectShape::Ellipse => Some(FixedShape::ellipse(parallelogram())),
            ObjectShape::Capsule => Some(FixedShape::capsule(parallelogram(), size)),
            ObjectShape::Polygon(corners) => {
                Some(FixedShape::polygon(corners.iter().map(|corner| place(corner.as_dvec2()))))
            }
            ObjectShape::Polyline(corners) => {
                Some(FixedShape::line(corners.iter().map(|corner| place(corner.as_dvec2())), line_width))
            }
            ObjectShape::Point | ObjectShape::Text(_) | ObjectShape::Tile(_) => None,
        }
    }
}

/// The pixels of an object, ready to be drawn.
pub(super) enum ObjectPixels {
    Shape(FixedShape),
    Tile {
        /// The tile's mask, flipped and scaled.
        mask: Arc<SolidityMap>,
        angle: f32,
        /// The top left corner, about which the mask is rotated.
        position: DVec2,
    },
}

impl ObjectPixels {
    /// Returns the pixels of an object, or `None` if it has none.
    pub(super) fn new(map: &TileMap, object: &MapObject, line_width: u16) -> Result<Option<Self>, SizeError> {
        let ObjectShape::Tile(tile) = &object.shape else {
            return Ok(object.fixed_shape(&ShapeFit::UNCHANGED, line_width).map(Self::Shape));
        };
        let set = map.tile_set(tile.set);
        let Some((set, own)) = set.and_then(|set| Some((set, set.shared_mask(tile.id)?))) else { return Ok(None) };
        let size = tile_size_of(object);
        if size.min_element() == 0 || own.size().min_element() == 0 || !object.is_valid() {
            return Ok(None);
        }
        let mut mask = Arc::clone(&own);
        if tile.orientation != Orientation::IDENTITY {
            mask = Arc::new(mask.oriented(tile.orientation));
        }
        if mask.size() != size {
            mask = Arc::new(mask.try_scaled(size)?);
        }
        let (sin, cos) = sin_cos_of_turns(turns_of(object.rotation));
        // The offset is scaled like the tile before its flips.
        let scaled = if tile.orientation.diagonal { object.size.yx() } else { object.size };
        let offset = set.offset.as_dvec2() * scaled.as_dvec2() / own.size().as_dvec2();
        let turned = dvec2(offset.x * cos - offset.y * sin, offset.x * sin + offset.y * cos);
        let position = object.position.as_dvec2() + turned;
        Ok(Some(Self::Tile { mask, angle: object.rotation, position }))
    }

    /// Returns a rectangle around all pixels.
    pub(super) fn bounds(&self) -> Rect {
        match self {
            Self::Shape(shape) => shape.bounds(),
            Self::Tile { mask, angle, position } => match PosedMask::new(mask, *angle, DVec2::ZERO, *position) {
                Some(posed) => {
                    let [min, max] = posed.frame();
                    Rect::new(min.as_ivec2(), max.as_ivec2())
                }
                None => Rect::EMPTY,
            },
        }
    }

    /// Makes the pixels solid in `mask`, whose pixel `(0, 0)` is pixel `at`.
    pub(super) fn draw(&self, mask: &mut SolidityMap, at: IVec2) {
        let (own, angle, position) = match self {
            Self::Shape(shape) => return shape.draw(mask, at),
            Self::Tile { mask, angle, position } => (mask, *angle, *position),
        };
        let Some(posed) = PosedMask::new(own, angle, DVec2::ZERO, position) else { return };
        if let Some(turn) = posed.quarter_turn() {
            let oriented = match turn.orientation {
                Orientation::IDENTITY => Cow::Borrowed(&**own),
                orientation => Cow::Owned(own.oriented(orientation)),
            };
            let corner = turn.at.as_ivec2() - at;
            for y in 0..=turn.halves.y.into() {
                (0..=turn.halves.x.into()).for_each(|x| mask.draw(&oriented, corner + ivec2(x, y)));
            }
            return;
        }
        let pixels = self.bounds().intersection(&Rect::from_size(at, mask.size()));
        let (left, right) = (i64::from(pixels.min.x), i64::from(pixels.max.x));
        for y in pixels.min.y..pixels.max.y {
            let [first, end] = posed.columns(y.into(), [left, right]);
            let words = mask.row_mut((y - at.y) as u32).iter_mut();
            for (x, word) in (i64::from(at.x)..).step_by(64).zip(words) {
                // Columns outside of `pixels` are outside of the mask.
                let wanted = bits_between(first.max(left) - x, end.min(right) - x);
                if wanted != 0 {
                    *word |= posed.bits(x, y.into(), wanted);
                }
            }
        }
    }

    /// Returns the cost of drawing into a window, in steps of a few ns.
    pub(super) fn steps(&self, window: &Rect) -> u64 {
        match self {
            Self::Shape(shape) => shape.steps(window),
            Self::Tile { .. } => self.bounds().intersection(window).area(),
        }
    }

    /// Returns the size in bits of the mask that an object needs. It is 0 for shapes, and for tiles that are used as
    /// they are in their set.
    pub(super) fn bits_of(map: &TileMap, object: &MapObject) -> u64 {
        let ObjectShape::Tile(tile) = &object.shape else { return 0 };
        let size = tile_size_of(object);
        let own = map.tile_set(tile.set).and_then(|set| set.mask(tile.id)).map(SolidityMap::size);
        match own == Some(size) && tile.orientation == Orientation::IDENTITY {
            true => 0,
            false => SolidityMap::bits_of_size(size),
        }
    }
}

/// Returns the size of an object in whole pixels.
fn tile_size_of(object: &MapObject) -> UVec2 {
    object.size.round().as_uvec2()
}
