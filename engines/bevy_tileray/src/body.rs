//! Bodies and moving solids: the components, and their places in the world.

use crate::frame::PixelFrame;
use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use bevy_reflect::Reflect;
use bevy_reflect::std_traits::ReflectDefault;
use bevy_transform::components::Transform;
use tileray::motion::{BodyShape, BodyShapeError, MoveContact, Side, StepSmoother};
use tileray::{Body, Direction, MoveOptions, Solid};

/// A kinematic body that moves through terrain, pixel by pixel: a hero, a monster.
///
/// In each fixed step the plugin moves it by its [`velocity`](Self::velocity), in `FixedPostUpdate`, after the game's own
/// systems in `FixedUpdate` have set it. What was met is in [`BodySlide`]. The entity's [`Transform`] is where its middle is
/// drawn; it is set by the plugin, between the last two steps. It begins where the transform was when it was spawned.
///
/// It needs an upright [`TileTerrain`](crate::TileTerrain): the one that it names with [`InTerrain`], else the only one there
/// is. Its pixels are those of the terrain.
///
/// ```
/// use bevy_ecs::prelude::*;
/// use bevy_math::vec2;
/// use bevy_tileray::{BodySlide, PixelBody};
/// use bevy_transform::components::Transform;
///
/// fn spawn(mut commands: Commands) {
///     let hero = PixelBody::rectangle(12, 14).expect("sides from 1 to 4096");
///     commands.spawn((hero, Transform::from_xyz(100.0, -80.0, 1.0)));
/// }
///
/// fn walk(mut bodies: Query<(&mut PixelBody, &BodySlide)>) {
///     for (mut body, slide) in &mut bodies {
///         body.velocity.x = 80.0;
///         body.velocity.y -= 600.0 / 60.0; // gravity, y up
///         if slide.on_floor {
///             body.velocity.y = 200.0;
///         }
///     }
/// }
/// # bevy_ecs::system::assert_is_system(spawn);
/// # bevy_ecs::system::assert_is_system(walk);
/// ```
#[derive(Clone, Component, Debug, Reflect)]
#[reflect(opaque, Component, Clone, Debug)]
#[require(Transform, BodySlide)]
pub struct PixelBody {
    /// The velocity in units of the world a second, y up. A step takes away what something blocked.
    pub velocity: Vec2,
    /// Slopes, steps, corners, top-down motion: lengths are pixels.
    pub options: MoveOptions,
    /// Whether it pushes [crates](PixelSolid::with_weight) as it walks; true by default.
    pub pushes: bool,
    /// Where slopes and stairs, which raise it by whole pixels, do not shake what is drawn; `None` draws it where it is.
    pub smoother: Option<StepSmoother>,
    pub(crate) body: Body,
    pub(crate) place: Place,
}

/// A solid that moves, pushes bodies and carries those that stand on it: a lift, a door, a crate.
///
/// In each fixed step it moves by its velocity before the bodies do. Terrain and other solids do not stop it, unless it is a
/// crate: [`with_weight`](Self::with_weight). Like a [`PixelBody`] it needs a terrain, and its [`Transform`] is set by the
/// plugin.
#[derive(Clone, Component, Debug, Reflect)]
#[reflect(opaque, Component, Clone, Debug)]
#[require(Transform)]
pub struct PixelSolid {
    /// The velocity in units of the world a second, y up. A step takes away what something blocked from a crate.
    pub velocity: Vec2,
    pub(crate) solid: Solid,
    pub(crate) place: Place,
}

/// The terrain that a [`PixelBody`] or [`PixelSolid`] moves in, where there are several.
#[derive(Clone, Component, Copy, Debug, PartialEq, Eq, Reflect)]
#[reflect(Component, Clone, Debug, PartialEq)]
pub struct InTerrain(pub Entity);

/// What happened to a [`PixelBody`] in the last fixed step.
#[derive(Clone, Component, Copy, Debug, Default, PartialEq, Reflect)]
#[reflect(opaque, Component, Clone, Debug, Default, PartialEq)]
pub struct BodySlide {
    /// The displacement in units of the world.
    pub moved: Vec2,
    /// Whether it stands on something.
    pub on_floor: bool,
    /// Whether it was stopped upward.
    pub on_ceiling: bool,
    /// The side on which a wall stopped it.
    pub wall: Option<Side>,
    /// Whether it is inside of something that it could not be pushed out of.
    pub is_stuck: bool,
    /// Whether a solid squished it against something.
    pub is_squished: bool,
}

/// A body met something in a fixed step.
#[derive(Clone, Copy, Debug, Message, PartialEq)]
pub struct BodyContact {
    /// The entity with the [`PixelBody`].
    pub body: Entity,
    /// The entity with the [`TileTerrain`](crate::TileTerrain) or the [`PixelSolid`] that stopped it.
    pub other: Entity,
    /// The unit normal, away from what was met, y up.
    pub normal: Vec2,
    /// The contact in pixels: tile, layer, cell, pixel, the velocity at that time.
    pub contact: MoveContact,
}

/// Where a body is put, and where it was a step ago.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    /// A middle in the world to go to before the next step; `None` at first means that of the transform.
    pub(crate) teleport: Option<Vec2>,
    /// The exact top left corner in pixels before the last step.
    pub(crate) before: Vec2,
    /// How far below the corner it is drawn, in pixels, before and after the last step.
    pub(crate) offsets: [f32; 2],
    /// The terrain of the last step; `None` before the first one, when it has no position in pixels yet.
    pub(crate) terrain: Option<Entity>,
    /// Whether the log has said why it does not move.
    pub(crate) is_refused: bool,
}

impl Place {
    const NEW: Self = Self { teleport: None, before: Vec2::ZERO, offsets: [0.0; 2], terrain: None, is_refused: false };
}

impl PixelBody {
    /// Creates a box of a width and a height in pixels.
    ///
    /// # Errors
    /// [`BodyShapeError`] for a side of 0 or above [`BodyShape::MAX_SIDE`].
    pub fn rectangle(width: u32, height: u32) -> Result<Self, BodyShapeError> {
        BodyShape::rectangle((width, height)).map(Self::new)
    }

    /// Creates a body of any shape.
    #[must_use]
    pub fn new(shape: BodyShape) -> Self {
        let body = Body::new(shape, tileray::glam::IVec2::ZERO);
        let smoother = Some(StepSmoother::default());
        Self { velocity: Vec2::ZERO, options: MoveOptions::default(), pushes: true, smoother, body, place: Place::NEW }
    }

    /// Sets the options of its motion.
    #[must_use]
    pub fn with_options(mut self, options: MoveOptions) -> Self {
        self.options = options;
        self
    }

    /// Returns the body in the pixels of its terrain, for queries of the library.
    #[must_use]
    pub const fn body(&self) -> &Body {
        &self.body
    }

    /// Sets the shape, for instance to crouch; its top left corner stays.
    pub fn set_shape(&mut self, shape: BodyShape) {
        self.body.set_shape(shape);
    }

    /// Puts its middle to a point of the world, before the next step and without a way there.
    pub const fn teleport(&mut self, middle: Vec2) {
        self.place.teleport = Some(middle);
    }
}

impl PixelSolid {
    /// Creates a box of a width and a height in pixels.
    ///
    /// # Errors
    /// [`BodyShapeError`] for a side of 0 or above [`BodyShape::MAX_SIDE`].
    pub fn rectangle(width: u32, height: u32) -> Result<Self, BodyShapeError> {
        BodyShape::rectangle((width, height)).map(Self::new)
    }

    /// Creates a solid of any shape.
    #[must_use]
    pub fn new(shape: BodyShape) -> Self {
        let solid = Solid::new(shape, (0, 0));
        Self { velocity: Vec2::ZERO, solid, place: Place::NEW }
    }

    /// Makes it stop motion in one direction only, as a platform to jump through does with [`Direction::Down`].
    #[must_use]
    pub fn with_one_way(mut self, one_way: Option<Direction>) -> Self {
        self.solid = self.solid.with_one_way(one_way);
        self
    }

    /// Makes it a crate: bodies push it, platforms carry it, and terrain, solids and bodies stop it. Its velocity is that of
    /// its fall, to which the game adds gravity. Weight 1 halves the speed of a body that pushes.
    ///
    /// In a step, platforms move first, then crates, then bodies: each in the order of their entities.
    ///
    /// ```
    /// use bevy_ecs::prelude::*;
    /// use bevy_tileray::PixelSolid;
    /// use bevy_transform::components::Transform;
    ///
    /// #[derive(Component)]
    /// struct Crate;
    ///
    /// fn spawn(mut commands: Commands) {
    ///     let solid = PixelSolid::rectangle(16, 16).expect("sides from 1 to 4096").with_weight(0.5);
    ///     commands.spawn((Crate, solid, Transform::from_xyz(150.0, -80.0, 1.0)));
    /// }
    ///
    /// fn fall(mut crates: Query<&mut PixelSolid, With<Crate>>) {
    ///     crates.iter_mut().for_each(|mut solid| solid.velocity.y -= 600.0 / 60.0);
    /// }
    /// # bevy_ecs::system::assert_is_system(spawn);
    /// # bevy_ecs::system::assert_is_system(fall);
    /// ```
    #[must_use]
    pub fn with_weight(mut self, weight: f32) -> Self {
        self.solid = self.solid.with_weight(weight);
        self
    }

    /// Sets its velocity.
    #[must_use]
    pub const fn with_velocity(mut self, velocity: Vec2) -> Self {
        self.velocity = velocity;
        self
    }

    /// Returns the solid in the pixels of its terrain.
    #[must_use]
    pub const fn solid(&self) -> &Solid {
        &self.solid
    }

    /// Puts its middle to a point of the world, before the next step; bodies are neither pushed nor carried.
    pub const fn teleport(&mut self, middle: Vec2) {
        self.place.teleport = Some(middle);
    }
}

/// What bodies and solids have in common: a shape at a position in pixels.
pub(crate) trait Placed {
    fn shape(&self) -> &BodyShape;
    fn exact(&self) -> Vec2;
    fn set_position(&mut self, position: tileray::glam::IVec2);
    fn place(&mut self) -> &mut Place;

    /// Returns the middle of the shape, from its position.
    fn middle(&self) -> Vec2 {
        let bounds = self.shape().bounds();
        (bounds.min + bounds.max).as_vec2() / 2.0
    }

    /// Returns the terrain, and the middle in pixels at a fraction of the way from the last step but one to the last one.
    fn drawn(&mut self, between: f32) -> Option<(Entity, Vec2)> {
        let place = *self.place();
        let [before, after] = place.offsets.map(|offset| Vec2::new(0.0, offset));
        let corner = (place.before + before).lerp(self.exact() + after, between.clamp(0.0, 1.0));
        Some((place.terrain?, corner + self.middle()))
    }

    /// Takes a new place, if there is one: that of the transform at first, or of a teleport.
    fn settle(&mut self, transform: &Transform, frame: &PixelFrame) {
        let place = *self.place();
        let first = place.terrain.is_none().then(|| transform.translation.truncate());
        if let Some(middle) = place.teleport.or(first) {
            let corner = (frame.to_pixels(middle) - self.middle()).round().as_ivec2();
            self.set_position(corner);
            let before = self.exact();
            *self.place() = Place { teleport: None, before, offsets: [0.0; 2], ..place };
        }
    }
}

impl Placed for PixelBody {
    fn shape(&self) -> &BodyShape {
        self.body.shape()
    }

    fn exact(&self) -> Vec2 {
        self.body.exact_position()
    }

    fn set_position(&mut self, position: tileray::glam::IVec2) {
        self.body.set_position(position);
    }

    fn place(&mut self) -> &mut Place {
        &mut self.place
    }
}

impl Placed for PixelSolid {
    fn shape(&self) -> &BodyShape {
        self.solid.shape()
    }

    fn exact(&self) -> Vec2 {
        self.solid.exact_position()
    }

    fn set_position(&mut self, position: tileray::glam::IVec2) {
        self.solid.set_position(position);
    }

    fn place(&mut self) -> &mut Place {
        &mut self.place
    }
}
