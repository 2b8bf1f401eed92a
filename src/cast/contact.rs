//! Contacts of shapes with solid pixels, and ways out of them.

use super::frame::{ShapeFrame, with_sum};
use super::moving::MovingCore;
use super::pixels::{each_pixel, free_time, pixels_around};
use super::shape::contact_point;
use super::sum::PixelSum;
use crate::collide::{Collider, Core};
use crate::geometry::Bound;
use crate::geometry::tolerance::GRAZE_PART;
use crate::terrain::{LayerSelection, TerrainQuery};
use crate::tile::Tile;
use glam::{DVec2, IVec2, Vec2};

/// A contact of a shape with terrain: the pixel that it overlaps deepest, and a way out.
///
/// ```
/// use tileray::{Circle, SolidityMap, Terrain, glam::vec2};
///
/// let floor = Terrain::from_solidity(&SolidityMap::from_fn(64, 64, |_, y| y >= 40));
/// let ball = Circle::new((20.5, 33.0), 8.0);
/// let contact = floor.query().contact(&ball, 16.0).expect("1 px deep");
/// assert_eq!((contact.normal, contact.depth, contact.way_out), (vec2(0.0, -1.0), 1.0, Some(vec2(0.0, -1.0))));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ShapeContact {
    /// The pixel that the shape overlaps deepest.
    pub pixel: IVec2,
    /// The point of the pixel's closed square that faces the shape, as in [`ShapeHit::point`](super::ShapeHit::point).
    pub point: Vec2,
    /// The unit normal from the pixel to the shape.
    pub normal: Vec2,
    /// The distance in pixels by which the shape must move along the normal to leave this pixel.
    pub depth: f32,
    /// The index of the pixel's layer, as in [`ShapeHit::layer`](super::ShapeHit::layer).
    pub layer: usize,
    /// The cell of the pixel's tile in the layer's grid.
    pub cell: IVec2,
    /// The pixel's tile. `None` on a filled pixel that no tile covers, and in the terrain of a mask.
    pub tile: Option<Tile>,
    /// A translation after which the shape overlaps no solid pixel; `None` if none was found within the distance asked
    /// about.
    pub way_out: Option<Vec2>,
}

/// # Contacts of shapes
impl TerrainQuery<'_> {
    /// The greatest distance at which [`contact`](Self::contact) looks for a way out: 4096 px.
    pub const MAX_WAY_OUT: f32 = 4096.0;

    /// Returns the deepest contact of a shape with solid pixels, and a translation of at most `max` pixels that frees it;
    /// `None` if it overlaps none.
    ///
    /// The rules of overlap are those of [`overlaps`](Self::overlaps). One-way layers count as solid unless the rule is
    /// [`OneWayRule::Free`](crate::terrain::OneWayRule::Free). If pixels are equally deep, the pixel whose center is
    /// nearest to the shape's center counts, then the topmost, then the leftmost.
    ///
    /// The [way out](ShapeContact::way_out) is the shortest of several tries. One try makes up to 16 pushes, each by
    /// the deepest contact that remains. 16 more go straight in one direction each, until no pixel is overlapped. A
    /// shorter way around corners may exist. The way out may lead through a wall if that is shorter than the way back.
    /// `max` is clamped to [`MAX_WAY_OUT`](Self::MAX_WAY_OUT); nothing is searched if it is NaN or negative.
    ///
    /// A push costs as much as an [`overlap_area`](Self::overlap_area). A direction costs a few times that for each
    /// width of the shape, until the shape is free or farther away than the best way out.
    ///
    /// ```
    /// use tileray::{Circle, SolidityMap, Terrain};
    ///
    /// let rock = Terrain::from_solidity(&SolidityMap::from_fn(400, 400, |_, _| true));
    /// let deep = Circle::new((200.5, 120.5), 8.0);
    /// let contact = rock.query().contact(&deep, 64.0).expect("an overlap");
    /// assert_eq!(contact.way_out, None); // It is farther than 64 px.
    /// let contact = rock.query().contact(&deep, 200.0).expect("an overlap");
    /// assert_eq!(contact.way_out, Some((0.0, -128.5).into()));
    /// ```
    #[must_use]
    #[doc(alias = "get_rest_info", alias = "penetration", alias = "push_out")]
    pub fn contact<C: Collider + ?Sized>(&self, shape: &C, max: f32) -> Option<ShapeContact> {
        let frame = ShapeFrame::new(shape)?;
        let selection = self.at_rest();
        let deepest = deepest_contact(shape, &frame, &selection, DVec2::ZERO, 1.0)?;
        let owner = self.owners_at_rest().owner_of(deepest.pixel, || DVec2::ZERO);
        let max = f64::from(if max > Self::MAX_WAY_OUT { Self::MAX_WAY_OUT } else { max });
        let way_out = if max >= 0.0 { way_out(shape, &frame, &selection, &deepest, max) } else { None };
        // The sums make -0 into 0.
        Some(ShapeContact {
            pixel: deepest.pixel,
            point: deepest.point.as_vec2(),
            normal: deepest.normal.as_vec2().positive_zero(),
            depth: deepest.depth as f32,
            layer: owner.layer,
            cell: owner.cell,
            tile: *owner.tile,
            way_out: way_out.map(|way| way.as_vec2().positive_zero()),
        })
    }
}

/// A contact with one pixel.
#[derive(Clone, Copy, Debug)]
struct PixelContact {
    pixel: IVec2,
    point: DVec2,
    normal: DVec2,
    depth: f64,
    /// The squared distance of the centers.
    from_center: f64,
}

/// Returns the deepest contact of a displaced shape. A pixel does not count if the shape reaches into it by at most
/// `tolerated` times the touch tolerance.
fn deepest_contact<C: Collider + ?Sized>(
    shape: &C,
    frame: &ShapeFrame,
    selection: &LayerSelection<'_>,
    at: DVec2,
    tolerated: f64,
) -> Option<PixelContact> {
    let mut deepest: Option<PixelContact> = None;
    shape.visit_cores(&mut |core| {
        let found = with_sum!(frame, &core, |sum| {
            deepest_of_core(&frame.moving(sum, at, DVec2::ZERO, 0.0), &core, selection, tolerated)
        });
        let is_deeper = |best: &PixelContact| found.is_some_and(|found| found.is_before(best));
        if deepest.as_ref().is_none_or(is_deeper) {
            deepest = found.or(deepest);
        }
    });
    deepest
}

impl PixelContact {
    fn is_before(&self, other: &Self) -> bool {
        let key = |contact: &Self| (-contact.depth, contact.from_center, contact.pixel.y, contact.pixel.x);
        key(self) < key(other)
    }
}

/// Returns the deepest contact of a displaced core.
fn deepest_of_core<S: PixelSum>(
    moving: &MovingCore<'_, S>,
    core: &Core<'_>,
    selection: &LayerSelection<'_>,
    tolerated: f64,
) -> Option<PixelContact> {
    let at = moving.start;
    let mut deepest: Option<PixelContact> = None;
    each_pixel(selection, &pixels_around(core, at), |pixel| {
        let depth = moving.sum.radius() - moving.sum.signed_distance(moving.offset(pixel));
        if depth > moving.tolerance(pixel) * tolerated && deepest.is_none_or(|best| depth >= best.depth) {
            let from = moving.local(pixel) + 0.5 - moving.aim - at;
            let zero = DVec2::ZERO;
            let found = PixelContact { pixel, point: zero, normal: zero, depth, from_center: from.dot(from) };
            if deepest.is_none_or(|best| found.is_before(&best)) {
                deepest = Some(found);
            }
        }
        false
    });
    deepest.map(|contact| {
        let normal = moving.normal(contact.pixel, 0.0);
        PixelContact { normal, point: contact_point(core, at, contact.pixel, normal), ..contact }
    })
}

/// Returns a short translation that frees a shape, at most `max` pixels long.
fn way_out<C: Collider + ?Sized>(
    shape: &C,
    frame: &ShapeFrame,
    selection: &LayerSelection<'_>,
    deepest: &PixelContact,
    max: f64,
) -> Option<DVec2> {
    const PUSHES: usize = 16;
    let mut best: Option<(f64, DVec2)> = None;
    let (mut at, mut contact) = (DVec2::ZERO, Some(*deepest));
    for _ in 0..PUSHES {
        let Some(push) = contact else { break };
        at += push.normal * push.depth;
        if at.dot(at) > max * max {
            break;
        }
        // The rounding of the way to `f32` may add to what is left.
        contact = deepest_contact(shape, frame, selection, at, GRAZE_PART);
    }
    if contact.is_none() {
        best = Some((at.dot(at).sqrt(), at));
    }
    for direction in directions() {
        let end = best.map_or(1.0, |(length, _)| if max > 0.0 { length / max } else { 0.0 });
        if let Some(time) = free_time(shape, frame, selection, direction * max, end) {
            let length = time * max;
            if best.is_none_or(|(shortest, _)| length < shortest) {
                best = Some((length, direction * length));
            }
        }
    }
    best.map(|(_, way)| way)
}

/// Returns 16 unit vectors: along the axes and the diagonals first, up before down before left before right.
fn directions() -> impl Iterator<Item = DVec2> {
    let straight = [(0.0, -1.0), (0.0, 1.0), (-1.0, 0.0), (1.0, 0.0)];
    let slants = [(1.0, 1.0), (2.0, 1.0), (1.0, 2.0)];
    let signs = [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)];
    let slanted = slants.into_iter().flat_map(move |(x, y)| signs.map(|(right, down)| (x * right, y * down)));
    straight.into_iter().chain(slanted).map(|(x, y)| {
        let vector = DVec2::new(x, y);
        vector / vector.dot(vector).sqrt()
    })
}
