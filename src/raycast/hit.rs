//! Answers of ray queries: where a ray enters solid pixels, and where it leaves them.

use super::face::{FaceCrossing, FacePoint, ends_in_units};
use super::line::PixelLine;
use super::ray::Ray;
use crate::terrain::{LayerSelection, OwnerFinder};
use crate::tile::Tile;
use glam::{BVec2, IVec2, Vec2, ivec2};
use std::fmt;

getters! {
    /// A ray hit: the first solid pixel on a ray.
    ///
    /// ```
    /// use tileray::{Ray, SolidityMap, Terrain, glam::{ivec2, vec2}};
    ///
    /// let floor = SolidityMap::from_fn(64, 64, |_, y| y >= 40);
    /// let terrain = Terrain::from_solidity(&floor);
    /// let hit = terrain.raycast(&Ray::new((10.5, 20.5), (0.0, 1.0), 40.0)).expect("the floor is solid");
    /// assert_eq!((hit.pixel(), hit.previous()), (ivec2(10, 40), Some(ivec2(10, 39))));
    /// assert_eq!((hit.point(), hit.distance()), (vec2(10.5, 40.0), 19.5));
    /// assert_eq!(hit.normal(), vec2(0.0, -1.0));
    /// ```
    ///
    /// # Reflections
    ///
    /// A ray that is reflected goes on from the point, by [`exact`](crate::TerrainQuery::exact) rays, in the direction
    /// `direction - normal * (2.0 * direction.dot(normal))`. On slopes of pixels, take the smooth normal of
    /// [`surface_normal`](crate::TerrainQuery::surface_normal), unless it faces along the ray or into the face:
    ///
    /// ```
    /// use tileray::{Ray, SolidityMap, Terrain, glam::{Vec2, vec2}};
    ///
    /// let slope = Terrain::from_solidity(&SolidityMap::from_fn(80, 80, |x, y| 4 * y > 3 * x));
    /// let (query, direction) = (slope.query().exact(), vec2(0.0, 1.0));
    /// let hit = query.raycast(&Ray::new((40.5, 2.5), direction, 60.0)).expect("the slope");
    /// let faces = |normal: &Vec2| normal.dot(direction) < 0.0 && normal.dot(hit.normal()) > 0.0;
    /// let normal = query.surface_normal(hit.pixel(), 6).filter(faces).unwrap_or(hit.normal());
    /// let reflected = direction - normal * (2.0 * direction.dot(normal));
    /// assert!(reflected.distance(vec2(0.96, -0.28)) < 0.05);
    /// assert_eq!(query.raycast(&Ray::new(hit.point(), reflected, 60.0)), None);
    /// ```
    ///
    /// A hit has 48 bytes, as a batch writes millions of them. Small values are packed, so methods read them.
    #[derive(Clone, Copy, PartialEq)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    #[cfg_attr(feature = "serde", serde(try_from = "PlainHit", into = "PlainHit"))]
    #[doc(alias = "RayIntersection")]
    pub struct RayHit {
        /// Returns the solid pixel.
        pub(super) pixel: IVec2,
        /// Returns the point on the entered face: where the ray crosses the line of the face, clamped to the face. The
        /// origin if the ray starts inside.
        ///
        /// Both ends of the ray are first rounded to 1/256 px. Bresenham's line runs up to a pixel beside the ray, so only
        /// its points may be clamped. Where both traversals enter a pixel by the same face, the points are equal. On
        /// right and lower faces the point belongs to the pixel before ([`previous`](Self::previous)), not to `pixel`.
        pub(super) point: Vec2,
        /// Returns the distance from the origin to `point` in pixels, between ends rounded to 1/256 px.
        pub(super) distance: f32,
        /// Returns the distance over the length of the ray, from 0 at its start to 1 at its end.
        pub(super) fraction: f32,
        /// Returns the cell of the hit tile in the layer's grid. A tile larger than its cell may be hit outside the cell.
        pub(super) cell: IVec2,
        /// Returns the hit tile. `None` on a filled pixel that no tile covers, and in the terrain of a mask.
        pub(super) tile: Option<Tile>,
    }
    packed {
        pub(super) entry: PackedEntry,
    }
}

/// A [`RayHit`] with a field for each of its values, as it is printed and written.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct PlainHit {
    pixel: IVec2,
    previous: Option<IVec2>,
    point: Vec2,
    distance: f32,
    fraction: f32,
    normal: Vec2,
    layer: usize,
    cell: IVec2,
    tile: Option<Tile>,
    inside: bool,
}

getters! {
    /// The point where a ray leaves solid pixels.
    ///
    /// Returned by [`TerrainQuery::raycast_exit`](crate::TerrainQuery::raycast_exit).
    #[derive(Clone, Copy, Debug, PartialEq)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    pub struct RayExit {
        /// Returns the first free pixel.
        pub(super) pixel: IVec2,
        /// Returns the last solid pixel before it. For an exact ray through a corner it may be a pixel beside the corner: the
        /// pixel that the opposite ray hits.
        pub(super) previous: IVec2,
        /// Returns the point on the face that was left, as [`RayHit::point`] of a ray that enters there.
        pub(super) point: Vec2,
        /// Returns the distance from the origin to `point` in pixels, between ends rounded to 1/256 px.
        pub(super) distance: f32,
        /// Returns the distance over the length of the ray, from 0 to 1.
        pub(super) fraction: f32,
        /// Returns the normal of the face that was left: one of the four axis directions, along the step.
        ///
        /// It equals the normal of the opposite ray if that ray enters `previous` from `pixel`. So for a diagonal step it
        /// is the face of `previous` whose neighbor is free, or the face of the longer axis if both or neither are free.
        /// For an exact ray straight through a corner it is the face of the longer axis.
        pub(super) normal: Vec2,
    }
}

/// A run of solid pixels on a ray.
///
/// [`TerrainQuery::raycast_spans`](crate::TerrainQuery::raycast_spans) returns them in order.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RaySpan {
    /// The first pixel of the run, as a cast from before it reports it. [`RayHit::inside`] is true if the ray
    /// starts in the run.
    pub enter: RayHit,
    /// Where the ray leaves the run, or `None` if the ray ends inside.
    pub exit: Option<RayExit>,
}

/// The step by which a ray enters a pixel, or that it starts there, and the layer of the pixel.
///
/// ```text
/// bits  0 to 7    step back to the pixel before, and its part along the normal: two bits a coordinate, 1 for 0
/// bits  8 to 31   index of the layer
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct PackedEntry(u32);

impl PackedEntry {
    /// The largest index of a layer: 2^24 − 1. A map with more layers would take gigabytes.
    pub(super) const MAX_LAYER: usize = (1 << 24) - 1;
    /// The bits of no step: the ray starts in the pixel.
    const NO_STEP: u32 = 0b01_01_01_01;

    /// Packs an entry, from the step back and its part along the normal. Both are zero if the ray starts inside.
    #[inline(always)]
    pub(super) const fn new(layer: usize, back: IVec2, face: IVec2) -> Self {
        let steps = back.x + (back.y << 2) + (face.x << 4) + (face.y << 6);
        let layer = if layer < Self::MAX_LAYER { layer } else { Self::MAX_LAYER };
        Self((layer as u32) << 8 | Self::NO_STEP.wrapping_add_signed(steps))
    }

    pub(super) const fn layer(self) -> usize {
        (self.0 >> 8) as usize
    }

    /// Returns whether the ray starts in the pixel.
    pub(super) const fn is_inside(self) -> bool {
        self.0 & 0xff == Self::NO_STEP
    }

    /// Returns the step back to the pixel before; zero if the ray starts inside.
    pub(super) const fn back(self) -> IVec2 {
        self.step(0)
    }

    /// Returns the normal of the face that is entered; zero if the ray starts inside.
    pub(super) const fn face(self) -> IVec2 {
        self.step(4)
    }

    const fn step(self, shift: u32) -> IVec2 {
        ivec2((self.0 >> shift & 3) as i32 - 1, (self.0 >> (shift + 2) & 3) as i32 - 1)
    }
}

impl RayHit {
    /// The answer for a hit that nobody asks about.
    pub(super) const PLACEHOLDER: Self = Self {
        pixel: IVec2::ZERO,
        point: Vec2::ZERO,
        distance: 0.0,
        fraction: 0.0,
        cell: IVec2::ZERO,
        tile: None,
        entry: PackedEntry(PackedEntry::NO_STEP),
    };

    /// Returns the last free pixel before the hit, or `None` if the ray starts inside.
    #[must_use]
    #[inline]
    pub const fn previous(&self) -> Option<IVec2> {
        let back = self.entry.back();
        if self.entry.is_inside() {
            return None;
        }
        Some(ivec2(self.pixel.x.wrapping_add(back.x), self.pixel.y.wrapping_add(back.y)))
    }

    /// Returns the normal of the face that was entered: one of the four axis directions, against the step.
    ///
    /// A diagonal step enters by the face whose neighbor pixel is free, and by the face of the longer axis if both
    /// or neither are. Zero if the ray starts inside.
    #[must_use]
    #[inline]
    pub const fn normal(&self) -> Vec2 {
        let face = self.entry.face();
        Vec2::new(face.x as f32, face.y as f32)
    }

    /// Returns the index of the layer in [`TileMap::layers`](crate::tile::TileMap::layers). If several layers are solid
    /// for the ray, the frontmost.
    #[must_use]
    #[inline]
    pub const fn layer(&self) -> usize {
        self.entry.layer()
    }

    /// Returns whether the ray starts inside solid pixels.
    ///
    /// Bresenham's line starts inside if the pixel of its origin is solid. An exact ray that starts on the border of a
    /// solid pixel starts inside only if all pixels around its origin are solid; see
    /// [`Traversal::Exact`](crate::Traversal::Exact).
    #[must_use]
    #[inline]
    pub const fn inside(&self) -> bool {
        self.entry.is_inside()
    }

    /// Describes the hit of a pixel that the ray enters by a face.
    #[inline(always)]
    pub(super) fn at_face(owners: &OwnerFinder<'_>, ray: &Ray, crossing: &FaceCrossing) -> Self {
        let FaceCrossing { pixel, back, normal, .. } = *crossing;
        let FacePoint { point, distance, fraction } = crossing.point();
        let owner = owners.owner_of(pixel, || ray.motion());
        Self {
            pixel,
            point,
            distance,
            fraction,
            cell: owner.cell,
            tile: *owner.tile,
            entry: PackedEntry::new(owner.layer, back, normal),
        }
    }
}

impl From<RayHit> for PlainHit {
    fn from(hit: RayHit) -> Self {
        let RayHit { pixel, point, distance, fraction, cell, tile, .. } = hit;
        let (previous, normal, layer, inside) = (hit.previous(), hit.normal(), hit.layer(), hit.inside());
        Self { pixel, previous, point, distance, fraction, normal, layer, cell, tile, inside }
    }
}

impl fmt::Debug for RayHit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PlainHit { pixel, previous, point, distance, fraction, normal, layer, cell, tile, inside } =
            PlainHit::from(*self);
        f.debug_struct("RayHit")
            .field("pixel", &pixel)
            .field("previous", &previous)
            .field("point", &point)
            .field("distance", &distance)
            .field("fraction", &fraction)
            .field("normal", &normal)
            .field("layer", &layer)
            .field("cell", &cell)
            .field("tile", &tile)
            .field("inside", &inside)
            .finish()
    }
}

/// Writes the pixel, the distance, the normal, the layer and the tile. A precision (`{:.1}`) applies to the distance.
///
/// ```
/// use tileray::{Ray, SolidityMap, Terrain};
///
/// let terrain = Terrain::from_solidity(&SolidityMap::from_fn(64, 64, |_, y| y >= 40));
/// let hit = |y| terrain.raycast(&Ray::new((10.5, y), (0.0, 1.0), 40.0)).expect("the floor is solid");
/// assert_eq!(hit(20.5).to_string(), "[10, 40] after 19.5 px, normal [0, -1], layer 0, no tile");
/// assert_eq!(hit(50.5).to_string(), "[10, 50] after 0 px, inside, layer 0, no tile");
/// ```
impl fmt::Display for RayHit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} after ", self.pixel)?;
        self.distance.fmt(f)?;
        f.write_str(" px, ")?;
        if self.inside() {
            f.write_str("inside")?;
        } else {
            write!(f, "normal {}", self.normal())?;
        }
        write!(f, ", layer {}, ", self.layer())?;
        match self.tile {
            Some(tile) => write!(f, "tile {tile}"),
            None => f.write_str("no tile"),
        }
    }
}

#[cfg(feature = "serde")]
impl TryFrom<PlainHit> for RayHit {
    type Error = String;

    fn try_from(plain: PlainHit) -> Result<Self, String> {
        let PlainHit { pixel, previous, point, distance, fraction, normal, layer, cell, tile, inside } = plain;
        if layer > PackedEntry::MAX_LAYER {
            return Err(format!("a hit on layer {layer}: a map has at most {} layers", PackedEntry::MAX_LAYER + 1));
        }
        let back = previous.map_or(IVec2::ZERO, |previous| previous.wrapping_sub(pixel));
        let faces = [back.with_y(0), back.with_x(0)];
        let face = faces.into_iter().find(|face| face.as_vec2() == normal);
        let is_step = back.clamp(IVec2::NEG_ONE, IVec2::ONE) == back && inside == (back == IVec2::ZERO);
        match face {
            Some(face) if is_step && inside == previous.is_none() && (face == IVec2::ZERO) == inside => {
                let entry = PackedEntry::new(layer, back, face);
                Ok(Self { pixel, point, distance, fraction, cell, tile, entry })
            }
            _ => Err(format!(
                "a hit from {previous:?} into pixel {pixel} by the face toward {normal}, inside: {inside}: a ray enters a \
                pixel from one of its eight neighbors and by a face on that side, or starts inside"
            )),
        }
    }
}

impl RayExit {
    /// Describes the exit at a step of the line that `ray` draws, from a solid pixel onto a free one.
    pub(super) fn at_step(selection: &LayerSelection<'_>, ray: &Ray, line: &PixelLine, step: u64) -> Self {
        let (pixel, previous) = (line.pixel(step), line.pixel(step - 1));
        // The face of the solid pixel by which the opposite ray enters.
        let normal = entered_face(selection, line, pixel, previous);
        let crossing = FaceCrossing {
            pixel: previous + normal,
            ends: ends_in_units(ray),
            back: -normal,
            normal: -normal,
            exact: false,
        };
        let FacePoint { point, distance, fraction } = crossing.point();
        Self { pixel, previous, point, distance, fraction, normal: normal.as_vec2() }
    }
}

impl FaceCrossing {
    /// Returns the crossing at a step of the line that `ray` draws.
    pub(super) fn of_step(selection: &LayerSelection<'_>, ray: &Ray, line: &PixelLine, step: u64) -> Self {
        let pixel = line.pixel(step);
        let (mut back, mut normal) = (IVec2::ZERO, IVec2::ZERO);
        if step > 0 {
            back = line.pixel(step - 1) - pixel;
            normal = entered_face(selection, line, pixel + back, pixel);
        }
        Self { pixel, ends: ends_in_units(ray), back, normal, exact: false }
    }
}

/// Returns the normal of the face through which a step from `previous` enters `pixel`.
fn entered_face(selection: &LayerSelection<'_>, line: &PixelLine, previous: IVec2, pixel: IVec2) -> IVec2 {
    let back = previous - pixel;
    let major = line.along_major(back);
    let minor = back - major;
    // No branch: it would be mispredicted for every third ray. A straight step has no minor part, so the pixel
    // beside it is the hit itself: solid, and the face is the major one.
    let only_minor_is_open = selection.is_solid(pixel + major) & !selection.is_solid(pixel + minor);
    IVec2::select(BVec2::splat(only_minor_is_open), minor, major)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_can_be_read() {
        let steps = (0..9).map(|index| ivec2(index % 3 - 1, index / 3 - 1));
        for back in steps.filter(|&back| back != IVec2::ZERO) {
            for face in [back.with_x(0), back.with_y(0)].into_iter().filter(|&face| face != IVec2::ZERO) {
                for layer in [0, 1, 255, 65_536, PackedEntry::MAX_LAYER] {
                    let entry = PackedEntry::new(layer, back, face);
                    assert_eq!((entry.layer(), entry.back(), entry.face()), (layer, back, face));
                    assert!(!entry.is_inside());
                    let inside = PackedEntry::new(layer, IVec2::ZERO, IVec2::ZERO);
                    assert_eq!((inside.layer(), inside.back(), inside.face()), (layer, IVec2::ZERO, IVec2::ZERO));
                    assert!(inside.is_inside());
                }
            }
        }
    }

    #[test]
    fn a_hit_has_48_bytes() {
        assert_eq!((size_of::<RayHit>(), size_of::<Option<RayHit>>()), (48, 48));
    }
}
