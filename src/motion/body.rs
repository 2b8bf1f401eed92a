//! Bodies: kinematic bodies that a velocity moves and solid pixels stop.

use super::categories::{Categories, Mover};
use super::collision_world::CollisionWorld;
use super::contact::{ContactResponse, MoveContact};
use super::contact_log::Respond;
use super::options::{AxisMove, MotionMode, MoveOptions, Slide};
use super::place::{Place, impl_place};
use super::shape::{BodyShape, BodyShapeError};
#[cfg(doc)]
use super::solid::Solid;
use super::{axis, fixed, floating, grounded};
use crate::geometry::Rect;
use crate::terrain::StateHash;
use glam::{IVec2, UVec2, Vec2};

/// A kinematic body: a character or an enemy that moves among solid pixels and never enters them. A crate is a [`Solid`].
///
/// Other engines call it a character controller; Celeste calls it an actor. [`move_and_slide`](Self::move_and_slide) is
/// named after Godot's.
///
/// A body lies at whole pixels: the pixel nearest to its exact position. Halfway between two pixels it stays in the one
/// that it is in, whichever way it moves, so [motions to the left and to the right](crate::motion#ties) mirror each
/// other. The fraction of a pixel is kept in 1/65536 of a pixel, so that equal inputs give equal bits on every machine.
/// Along an axis on which the body is stopped, the fraction is dropped. Bodies do not collide with each other: what stops
/// bodies, and is pushed by them, is a [crate](Solid::weight). The world ends ±2^24 pixels from its origin: motions end
/// there, and report no obstacle. A clone is a snapshot that shares the shape. Games that keep positions of their own call
/// [`set_exact_position`](Self::set_exact_position).
///
/// ```
/// use tileray::{Body, MoveOptions, SolidityMap, Terrain, glam::{ivec2, uvec2, vec2}};
///
/// // A floor, and a slope of 45° that rises to the right from x = 100 on.
/// let level = SolidityMap::from_fn(200, 100, |x, y| y >= 80 || x + y >= 180);
/// let terrain = Terrain::from_solidity(&level);
///
/// let mut hero = Body::rectangle(uvec2(12, 14), ivec2(20, 40))?;
/// let (mut velocity, dt) = (vec2(90.0, 0.0), 1.0 / 60.0);
/// for _ in 0..60 {
///     velocity.y += 900.0 * dt;
///     let slide = hero.move_and_slide(&terrain, velocity, dt, &MoveOptions::default());
///     velocity = slide.velocity;
/// }
/// // It fell to the floor, walked to the slope and up the slope, 90 pixels to the right in all.
/// assert_eq!((hero.position(), velocity), (ivec2(110, 45), vec2(90.0, 0.0)));
/// # Ok::<(), tileray::motion::BodyShapeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[doc(alias = "CharacterBody2D", alias = "KinematicCharacterController")]
pub struct Body {
    pub(super) place: Place,
    /// The categories of this body, as bits; 1 by default.
    ///
    /// A body meets a solid if each one's `category` shares a bit with the other's `collides_with`, as
    /// [sprites](crate::Sprite) do. Else the two pass through each other: the solid neither stops, pushes nor carries the
    /// body. The terrain has no categories; it has [layers](CollisionWorld::layers).
    ///
    /// ```
    /// use tileray::{Body, BodyShape, CollisionWorld, Solid, SolidityMap, Terrain, glam::ivec2};
    ///
    /// const HERO: u32 = 1;
    /// const GHOST: u32 = 2;
    /// let terrain = Terrain::from_solidity(&SolidityMap::new(200, 100));
    /// // A door that stops all but ghosts.
    /// let doors = [Solid::new(BodyShape::rectangle((8, 40))?, ivec2(60, 0)).with_categories(1, !GHOST)];
    /// let world = CollisionWorld::new(&terrain, &doors);
    /// let mut hero = Body::rectangle((12, 14), ivec2(20, 10))?;
    /// let mut ghost = hero.clone().with_categories(GHOST, u32::MAX);
    /// assert_eq!((hero.category, hero.move_x(world, 100.0).moved), (HERO, 28));
    /// assert_eq!(ghost.move_x(world, 100.0).moved, 100);
    /// # Ok::<(), tileray::motion::BodyShapeError>(())
    /// ```
    pub category: u32,
    /// The categories of the solids that this body meets, as bits; all by default.
    pub collides_with: u32,
    /// The index of the solid that is this body itself, such as an enemy to stand on; `None` by default. The two never
    /// meet.
    ///
    /// ```
    /// use tileray::motion::CollisionWorldMut;
    /// use tileray::{Body, BodyShape, CollisionWorld, Solid, SolidityMap, Terrain, glam::{ivec2, vec2}};
    ///
    /// // A snail that carries the hero.
    /// let terrain = Terrain::from_solidity(&SolidityMap::from_fn(200, 100, |_, y| y >= 80));
    /// let mut snail = Body::rectangle((20, 10), ivec2(30, 70))?;
    /// let mut solids = [Solid::new(snail.shape().clone(), snail.position())];
    /// snail.own_solid = Some(0);
    /// let mut hero = Body::rectangle((12, 14), ivec2(35, 56))?;
    /// for _ in 0..60 {
    ///     let slide = snail.move_x(CollisionWorld::new(&terrain, &solids), 0.5);
    ///     let motion = vec2(slide.moved as f32, 0.0);
    ///     let mut world = CollisionWorldMut::new(&terrain, &mut solids);
    ///     world.move_solid(0, motion, &mut [&mut hero, &mut snail]);
    /// }
    /// assert_eq!((snail.position(), solids[0].position()), (ivec2(60, 70), ivec2(60, 70)));
    /// assert_eq!(hero.position(), ivec2(65, 56));
    /// # Ok::<(), tileray::motion::BodyShapeError>(())
    /// ```
    pub own_solid: Option<usize>,
}

impl Body {
    /// Creates a body. The shape's pixel `(0, 0)` lies at `position`.
    ///
    /// It may start inside something solid; see [`move_and_slide`](Self::move_and_slide). Positions are clamped to
    /// ±2^24 pixels.
    ///
    /// ```
    /// use tileray::{Body, BodyShape, glam::ivec2};
    ///
    /// let hero = Body::new(BodyShape::rounded((12, 20), 2)?, ivec2(100, 80));
    /// assert_eq!(hero.rect().max, ivec2(112, 100));
    /// # Ok::<(), tileray::motion::BodyShapeError>(())
    /// ```
    #[must_use]
    pub fn new(shape: BodyShape, position: impl Into<IVec2>) -> Self {
        let (place, Categories { category, collides_with, .. }) = (Place::new(shape, position.into()), Categories::ALL);
        Self { place, category, collides_with, own_solid: None }
    }

    /// Creates a box of `size` pixels whose top left pixel is `position`.
    ///
    /// # Errors
    /// Returns an error if a side is 0 or above [`BodyShape::MAX_SIDE`].
    ///
    /// ```
    /// use tileray::{Body, glam::ivec2};
    ///
    /// assert_eq!(Body::rectangle((12, 14), ivec2(20, 40))?.position(), ivec2(20, 40));
    /// assert!(Body::rectangle((0, 14), ivec2(20, 40)).is_err());
    /// # Ok::<(), tileray::motion::BodyShapeError>(())
    /// ```
    pub fn rectangle(size: impl Into<UVec2>, position: impl Into<IVec2>) -> Result<Self, BodyShapeError> {
        let position = position.into();
        Ok(Self::new(BodyShape::rectangle(size)?, position))
    }

    /// Sets the shape, for instance to crouch, and keeps the position. The new shape may overlap something solid.
    pub fn set_shape(&mut self, shape: BodyShape) {
        self.place.shape = shape;
    }

    /// Returns the same body with its [`category`](Self::category) and the categories that it
    /// [collides with](Self::collides_with).
    #[must_use]
    pub const fn with_categories(mut self, category: u32, collides_with: u32) -> Self {
        (self.category, self.collides_with) = (category, collides_with);
        self
    }

    /// Adds the position with its fraction, the categories and the index of the own solid to the hash of a state.
    pub fn hash_state(&self, hash: &mut StateHash) {
        self.place.position.hash_state(hash);
        self.mover().categories.hash_state(hash);
    }

    /// Returns the body as what moves.
    pub(super) const fn mover(&self) -> Mover<'_> {
        let Self { category, collides_with, own_solid: solid, .. } = *self;
        Mover { shape: self.shape(), at: self.position(), categories: Categories { category, collides_with, solid } }
    }

    /// Returns a world as the body meets it.
    #[inline]
    pub(super) fn world<'a>(&self, world: impl Into<CollisionWorld<'a>>) -> CollisionWorld<'a> {
        world.into().met_by(self.mover().categories)
    }

    /// Moves along x, pixel by pixel, until something stops the body.
    ///
    /// Slopes and steps stop it. A [one-way](crate::Direction) layer or solid stops motions in its direction that
    /// meet its face from outside, and its slopes stop a body above them. A body inside something solid is stopped by the
    /// solid pixels that it would newly cover.
    ///
    /// NaN counts as 0, and motions beyond ±32768 pixels are clamped. Motions that are multiples of 1/65536 pixel add
    /// up exactly: `move_x(a)` and `move_x(b)` end at the exact position of `move_x(a + b)` where nothing is in the way,
    /// and at the same pixel in any case if `a` and `b` have one sign. With two signs the pixel may be another one
    /// halfway between both: a body stays in the one that it comes from.
    ///
    /// Costs one read of the pixels around the body, and a few operations for each pixel of the motion.
    ///
    /// ```
    /// use tileray::motion::AxisMove;
    /// use tileray::{Body, SolidityMap, Terrain, glam::ivec2};
    ///
    /// let wall = Terrain::from_solidity(&SolidityMap::from_fn(100, 100, |x, _| x >= 50));
    /// let mut crate_box = Body::rectangle((10, 10), ivec2(20, 20))?;
    /// assert_eq!(crate_box.move_x(&wall, 7.5), AxisMove { moved: 7, ..AxisMove::default() });
    /// let stopped = crate_box.move_x(&wall, 300.0);
    /// assert_eq!((stopped.moved, stopped.blocked, stopped.contacts[0].pixel()), (13, true, ivec2(50, 24)));
    /// # Ok::<(), tileray::motion::BodyShapeError>(())
    /// ```
    pub fn move_x<'a>(&mut self, world: impl Into<CollisionWorld<'a>>, amount: f32) -> AxisMove {
        let world = self.world(world);
        axis::move_along::<0>(&mut self.place, world, amount, None)
    }

    /// Moves along x as [`move_x`](Self::move_x) does, and asks a callback about each contact.
    ///
    /// The callback is asked as by [`move_and_slide_with`](Self::move_and_slide_with). After
    /// [`ContactResponse::Ignore`] the body goes on; the other two answers stop it.
    ///
    /// ```
    /// use tileray::motion::ContactResponse;
    /// use tileray::{Body, BodyShape, CollisionWorld, Solid, SolidityMap, Terrain, glam::ivec2};
    ///
    /// let wall = Terrain::from_solidity(&SolidityMap::from_fn(100, 100, |x, _| x >= 50));
    /// let ghosts = [Solid::new(BodyShape::rectangle((10, 10))?, ivec2(35, 20))];
    /// let mut hero = Body::rectangle((10, 10), ivec2(20, 20))?;
    /// let moved = hero.move_x_with(CollisionWorld::new(&wall, &ghosts), 300.0, |contact| match contact.solid() {
    ///     Some(_) => ContactResponse::Ignore,
    ///     None => ContactResponse::Accept,
    /// });
    /// assert_eq!((moved.moved, moved.blocked, moved.contacts.len()), (20, true, 1));
    /// # Ok::<(), tileray::motion::BodyShapeError>(())
    /// ```
    pub fn move_x_with<'a>(
        &mut self,
        world: impl Into<CollisionWorld<'a>>,
        amount: f32,
        mut respond: impl FnMut(&MoveContact) -> ContactResponse,
    ) -> AxisMove {
        let world = self.world(world);
        axis::move_along::<0>(&mut self.place, world, amount, Some(&mut respond))
    }

    /// Moves along y, pixel by pixel, until something stops the body. See [`move_x`](Self::move_x).
    ///
    /// ```
    /// use tileray::{Body, SolidityMap, Terrain, glam::ivec2};
    ///
    /// let floor = Terrain::from_solidity(&SolidityMap::from_fn(100, 100, |_, y| y >= 80));
    /// let mut stone = Body::rectangle((10, 10), ivec2(20, 20))?;
    /// assert!(stone.move_y(&floor, 1000.0).blocked);
    /// assert_eq!(stone.position(), ivec2(20, 70));
    /// # Ok::<(), tileray::motion::BodyShapeError>(())
    /// ```
    pub fn move_y<'a>(&mut self, world: impl Into<CollisionWorld<'a>>, amount: f32) -> AxisMove {
        let world = self.world(world);
        axis::move_along::<1>(&mut self.place, world, amount, None)
    }

    /// Moves along y as [`move_y`](Self::move_y) does, and asks a callback about each contact. See
    /// [`move_x_with`](Self::move_x_with).
    pub fn move_y_with<'a>(
        &mut self,
        world: impl Into<CollisionWorld<'a>>,
        amount: f32,
        mut respond: impl FnMut(&MoveContact) -> ContactResponse,
    ) -> AxisMove {
        let world = self.world(world);
        axis::move_along::<1>(&mut self.place, world, amount, Some(&mut respond))
    }

    /// Moves by a velocity in pixels a second over `dt` seconds, and slides along slopes, steps, corners and walls.
    ///
    /// The exact position moves on a straight line. The body takes a step along x or y for each pixel that the position
    /// crosses into, so it tunnels through nothing at any speed. Motions are clamped to ±32768 pixels along each axis.
    ///
    /// - A step **along x** that is stopped climbs instead, by as few pixels as possible: up to the rise of
    ///   [`max_slope`](MoveOptions::max_slope) over one pixel. A body on a floor climbs up to
    ///   [`step_height`](MoveOptions::step_height), if the floor behind the step rises by no more than the slope. That
    ///   floor is examined over twice the height of a step, at least 4 pixels, or up to a wall. A body in the air climbs
    ///   up to [`ledge_forgiveness`](MoveOptions::ledge_forgiveness) by the same rules. If the body cannot climb, a wall
    ///   stops it, and the rest of the motion along x is dropped. With [`wall_retry`](MoveOptions::wall_retry) the step
    ///   is first tried again after each step along y.
    /// - A body on a floor follows it down, unless the body goes up. If the floor drops by more than
    ///   [`floor_snap`](MoveOptions::floor_snap) at once, the body leaves it. The speed along x is the same uphill,
    ///   downhill and on level floors.
    /// - A step **up** that is stopped goes aside by up to [`corner_correction`](MoveOptions::corner_correction), by as
    ///   few pixels as possible. On a tie, it goes to the side of the motion along x. If there is no such motion, or the
    ///   body cannot go aside, a ceiling stops it.
    /// - A step **down** that is stopped ends on a floor. Anything that stops a fall is a floor, even a single pixel.
    /// - A [one-way platform](crate::Direction::Down) is a floor for a body that meets it from above, or that walks
    ///   onto it within the height of a step. Bodies pass it from below, from the sides and from inside, and with
    ///   [`drop_through`](MoveOptions::drop_through) from above. In the same way, pixels that are solid only against
    ///   motion to the left or to the right are a wall, and pixels that are solid only against motion up are a ceiling.
    /// - A **one-way slope** holds a body from below once the lowest pixel of its middle column is above the slope. An
    ///   even width has two middle columns, of which one is enough. From then on the body walks on it as on a two-way
    ///   slope. A column of the slope may be up to 7 pixels higher than the next one; or up to 64, if the slope rises by
    ///   7 or more in the column after it or before it, too. Any other rise is a step, which bodies pass from the side.
    /// - A [conveyor](CollisionWorld::conveyor) adds its speed to a body that stands on it at the start: on the pixel
    ///   nearest to its middle. If there are two, the mean of their speeds is added. The remaining velocity does not
    ///   include that speed.
    ///
    /// These are the rules of [`MotionMode::Grounded`]. In [`MotionMode::Floating`], as seen from above, nothing is a
    /// floor: see [`MoveOptions::top_down`].
    ///
    /// A body that starts inside something that stops every motion is pushed out first, by as few pixels as possible,
    /// up to [`max_push_out`](MoveOptions::max_push_out). On a tie, up comes first, then aside, then down; of two sides,
    /// that of the motion along x, then that of the fraction of a pixel. Without either, no side is chosen, and longer
    /// ways are examined. A body that cannot be pushed out is stuck and does not move.
    ///
    /// One call equals two calls with half the time each if the motions are multiples of 1/65536 pixel, nothing stops
    /// the body along an axis, no floor starts or ends under it, and the velocity is the same. NaN in the velocity or
    /// the time counts as no motion. A time of 0 moves only bodies that are pushed out, and keeps an upward velocity.
    ///
    /// Costs one read of the pixels around the body, and a few operations for each pixel of the motion near something
    /// solid. If a side of the shape is above 40 pixels, a step of a box costs about ten times as much, and a step of
    /// another shape tests all bricks of 16×16 pixels that it covers.
    ///
    /// ```
    /// use tileray::motion::Side;
    /// use tileray::{Body, MoveOptions, SolidityMap, Terrain, glam::{ivec2, vec2}};
    ///
    /// // A floor, and a wall at x = 60.
    /// let room = Terrain::from_solidity(&SolidityMap::from_fn(100, 100, |x, y| x >= 60 || y >= 80));
    /// let mut hero = Body::rectangle((12, 14), ivec2(20, 60))?;
    /// let slide = hero.move_and_slide(&room, vec2(120.0, 90.0), 0.5, &MoveOptions::default());
    /// assert_eq!(hero.position(), ivec2(48, 66));
    /// assert_eq!((slide.wall, slide.on_floor), (Some(Side::Right), true));
    /// assert_eq!(slide.velocity, vec2(0.0, 0.0));
    /// # Ok::<(), tileray::motion::BodyShapeError>(())
    /// ```
    pub fn move_and_slide<'a>(
        &mut self,
        world: impl Into<CollisionWorld<'a>>,
        velocity: impl Into<Vec2>,
        dt: f32,
        options: &MoveOptions,
    ) -> Slide {
        self.slide(self.world(world), velocity.into(), dt, options, None)
    }

    /// Moves and slides as [`move_and_slide`](Self::move_and_slide) does, and asks a callback about each contact.
    ///
    /// The callback is asked once for each tile or solid and each normal, nearest to the middle of the body first:
    ///
    /// - about tiles and solids that the body overlaps at the start, with a normal of zero, before it is pushed out;
    /// - about tiles and solids that stop a step, before the body climbs, goes aside or stops;
    /// - about the floor when the body lands, and at the end if it stands.
    ///
    /// After [`ContactResponse::Ignore`] the tile or solid does not exist for the rest of the call, so the body may end
    /// inside it; answer the same in the next call. Until the callback is asked about a tile or solid, it counts as
    /// solid, also where the body looks for a way up or aside. After [`ContactResponse::Stop`] the motion ends at this
    /// pixel, and the fraction of a pixel is dropped. [`Slide::contacts`] lists the accepted contacts that stopped the
    /// body, and the contact that ended the motion.
    ///
    /// Costs as much as [`move_and_slide`](Self::move_and_slide), and a search for contacts at each stopped step. A body
    /// that begins inside an ignored solid takes about twice as long as a free one. Each ignored tile costs as much as one or
    /// two steps, since the pixels around the body are read anew without it.
    ///
    /// ```
    /// use tileray::motion::ContactResponse;
    /// use tileray::{Body, BodyShape, CollisionWorld, MoveOptions, Solid, SolidityMap, Terrain, glam::{ivec2, vec2}};
    ///
    /// // A floor, and a door that opens when it is touched.
    /// let terrain = Terrain::from_solidity(&SolidityMap::from_fn(200, 100, |_, y| y >= 80));
    /// let doors = [Solid::new(BodyShape::rectangle((8, 40))?, ivec2(60, 40))];
    /// let world = CollisionWorld::new(&terrain, &doors);
    /// let mut hero = Body::rectangle((12, 14), ivec2(20, 66))?;
    /// let slide = hero.move_and_slide_with(world, vec2(100.0, 60.0), 1.0, &MoveOptions::default(), |contact| {
    ///     if contact.solid() == Some(0) { ContactResponse::Ignore } else { ContactResponse::Accept }
    /// });
    /// assert_eq!((slide.moved.x, slide.wall, slide.on_floor), (100, None, true));
    /// # Ok::<(), tileray::motion::BodyShapeError>(())
    /// ```
    pub fn move_and_slide_with<'a>(
        &mut self,
        world: impl Into<CollisionWorld<'a>>,
        velocity: impl Into<Vec2>,
        dt: f32,
        options: &MoveOptions,
        mut respond: impl FnMut(&MoveContact) -> ContactResponse,
    ) -> Slide {
        self.slide(self.world(world), velocity.into(), dt, options, Some(&mut respond))
    }

    fn slide(
        &mut self,
        world: CollisionWorld<'_>,
        velocity: Vec2,
        dt: f32,
        options: &MoveOptions,
        respond: Option<Respond<'_>>,
    ) -> Slide {
        match options.mode {
            MotionMode::Grounded => {
                let motion = fixed::motion(velocity, dt);
                grounded::slide(&mut self.place, world, (velocity, motion), dt, options, respond)
            }
            MotionMode::Floating => floating::slide(&mut self.place, world, velocity, dt, options, respond),
        }
    }
}

impl_place!(Body {
    #[serde(default = "Categories::usual_category", skip_serializing_if = "Categories::is_usual_category")]
    category: u32,
    #[serde(default = "Categories::usual_collides_with", skip_serializing_if = "Categories::is_usual_collides_with")]
    collides_with: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    own_solid: Option<usize>
});
