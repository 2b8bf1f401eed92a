//! Contacts of shapes with solid pixels, and ways out of them.

use super::frame::{ShapeFrame, with_sum};
use super::moving::{MovingCore, contact_point, snapped};
use super::pixels::{each_pixel, free_time, pixels_around};
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
    /// [`OneWayRule::Free`](crate::terrain::OneWayRule::Free).
    ///
    /// *Ties*: of equally deep pixels, the pixel whose center is nearest to the shape's center counts. Then a normal counts
    /// that leads to a free neighbor of its pixel, before one that leads into a solid neighbor. Contacts that are still tied
    /// are equally right, as in the middle of a wall: one with the topmost, then the leftmost pixel is returned. Mirrored and
    /// turned set-ups have mirrored and turned contacts but for these, and the same depths always.
    ///
    /// The [way out](ShapeContact::way_out) is the shortest of several tries. One try makes up to 16 pushes, each by
    /// the deepest contact that remains, until contacts are tied. 16 more go straight in one direction each, until no pixel
    /// is overlapped. Of equally short ways out, any is returned. A
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
        let out = if max >= 0.0 { way_out(shape, &frame, &selection, &deepest, DVec2::ZERO, max) } else { None };
        // The sums make -0 into 0.
        Some(ShapeContact {
            pixel: deepest.pixel,
            point: deepest.point.as_vec2(),
            normal: deepest.normal.as_vec2().positive_zero(),
            depth: deepest.depth as f32,
            layer: owner.layer,
            cell: owner.cell,
            tile: *owner.tile,
            way_out: out.map(|out| out.way.as_vec2().positive_zero()),
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
    /// Whether the normal leads to free neighbors of the pixel.
    is_open: bool,
    /// Whether a contact with another normal is as right.
    is_tied: bool,
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
        deepest = PixelContact::better(deepest, found);
    });
    deepest
}

impl PixelContact {
    /// Returns the contact that counts.
    fn better(first: Option<Self>, second: Option<Self>) -> Option<Self> {
        let (Some(one), Some(other)) = (first, second) else { return first.or(second) };
        let key = |contact: &Self| (-contact.depth, contact.from_center, !contact.is_open);
        let order = |contact: &Self| (contact.pixel.y, contact.pixel.x);
        Some(if key(&one) < key(&other) {
            one
        } else if key(&other) < key(&one) {
            other
        } else {
            let is_tied = one.is_tied || other.is_tied || one.normal != other.normal;
            Self { is_tied, ..if order(&other) < order(&one) { other } else { one } }
        })
    }
}

/// Returns the deepest contact of a displaced core.
fn deepest_of_core<S: PixelSum>(
    moving: &MovingCore<'_, S>,
    core: &Core<'_>,
    selection: &LayerSelection<'_>,
    tolerated: f64,
) -> Option<PixelContact> {
    let (at, around) = (moving.start, pixels_around(core, moving.start));
    let depth_in = |pixel: IVec2| moving.sum.radius() - moving.sum.signed_distance(moving.offset(pixel));
    let from_center = |pixel: IVec2| {
        let from = moving.frame.center_from_aim(pixel) - at;
        from.dot(from)
    };
    // The best pixel, and whether there is another one like it.
    let (mut best, mut is_tied): (Option<(f64, f64, IVec2)>, bool) = (None, false);
    each_pixel(selection, &around, |pixel| {
        let depth = depth_in(pixel);
        if depth > moving.tolerance(pixel) * tolerated && best.is_none_or(|(deepest, ..)| depth >= deepest) {
            let from = from_center(pixel);
            match best {
                Some((deepest, nearest, _)) if depth == deepest && from >= nearest => is_tied |= from == nearest,
                _ => (best, is_tied) = (Some((depth, from, pixel)), false),
            }
        }
        false
    });
    let (depth, nearest, first) = best?;
    let mut deepest = None;
    let mut offer = |pixel: IVec2| {
        moving.each_normal(pixel, &mut |normal| {
            let is_free = |side: IVec2| side == IVec2::ZERO || !selection.is_solid(pixel.saturating_add(side));
            let sides = DVec2::new(sign(normal.x), sign(normal.y)).as_ivec2();
            let is_open = is_free(sides.with_y(0)) && is_free(sides.with_x(0));
            let (point, from_center) = (contact_point(core, at, pixel, normal), nearest);
            let found = PixelContact { pixel, point, normal, depth, from_center, is_open, is_tied: false };
            deepest = PixelContact::better(deepest, Some(found));
        });
    };
    if is_tied {
        each_pixel(selection, &around, |pixel| {
            if depth_in(pixel) == depth && from_center(pixel) == nearest {
                offer(pixel);
            }
            false
        });
    } else {
        offer(first);
    }
    deepest
}

/// Returns the sign of a number, 0 for either zero.
fn sign(number: f64) -> f64 {
    if number == 0.0 { 0.0 } else { 1.0_f64.copysign(number) }
}

/// A translation that frees a shape.
struct WayOut {
    way: DVec2,
    /// Whether another way is as right.
    is_tied: bool,
}

/// Returns the unit vector along the way out of a shape that overlaps pixels, if there is one as long as the shape's longer
/// side; of equally short ways the one more against the motion. Zero if there is none, or if two are equally right.
pub(super) fn normal_out<C: Collider + ?Sized>(
    shape: &C,
    frame: &ShapeFrame,
    selection: &LayerSelection<'_>,
    motion: DVec2,
) -> DVec2 {
    let max = frame.size.at_most(TerrainQuery::MAX_WAY_OUT.into());
    deepest_contact(shape, frame, selection, DVec2::ZERO, 1.0)
        .and_then(|deepest| way_out(shape, frame, selection, &deepest, motion, max))
        .filter(|out| !out.is_tied)
        .map_or(DVec2::ZERO, |out| snapped(out.way / out.way.dot(out.way).sqrt()))
}

/// Returns a short translation that frees a shape, at most `max` pixels long; of equally short ones that more against a motion.
fn way_out<C: Collider + ?Sized>(
    shape: &C,
    frame: &ShapeFrame,
    selection: &LayerSelection<'_>,
    deepest: &PixelContact,
    motion: DVec2,
    max: f64,
) -> Option<WayOut> {
    const PUSHES: usize = 16;
    // Ways of one length in these parts of a pixel are equally short: they differ by rounding.
    const STEPS: f64 = (1_u64 << 24) as f64;
    // Pushes end at whole parts of a pixel: offsets from pixels are exact then, so mirrored shapes have mirrored contacts.
    const PARTS: f64 = (1_u64 << 32) as f64;
    let (length, rounded) = (|way: DVec2| way.dot(way).sqrt(), |number: f64| (number * STEPS).round());
    let key = |way: DVec2| (rounded(length(way)), rounded(way.dot(motion)));
    let mut best: Option<WayOut> = None;
    let (mut at, mut contact) = (DVec2::ZERO, Some(*deepest));
    for _ in 0..PUSHES {
        let Some(push) = contact.filter(|contact| !contact.is_tied) else { break };
        at = ((at + push.normal * push.depth) * PARTS).round() / PARTS;
        if at.dot(at) > max * max {
            break;
        }
        // The rounding of the way to `f32` may add to what is left.
        contact = deepest_contact(shape, frame, selection, at, GRAZE_PART);
    }
    if contact.is_none() {
        best = Some(WayOut { way: at, is_tied: false });
    }
    for direction in directions() {
        let end = best.as_ref().map_or(1.0, |best| (length(best.way) + 1.0 / STEPS) / max);
        let Some(part) = free_time(shape, frame, selection, direction * max, end) else { continue };
        let way = direction * (part * max);
        match &mut best {
            Some(best) if key(way) > key(best.way) => {}
            Some(best) if key(way) == key(best.way) => best.is_tied |= !way.abs_diff_eq(best.way, 1e-6),
            best => *best = Some(WayOut { way, is_tied: false }),
        }
    }
    best
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
