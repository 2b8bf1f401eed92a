//! Motion: kinematic bodies and character controllers among solid pixels, with gravity or seen from above, moving
//! solids, and masks cast along a line.
//!
//! | question | method |
//! | --- | --- |
//! | how far does a body get, and what does it stand on, slide along or hit | [`Body::move_and_slide`] |
//! | how far does it get along one axis | [`Body::move_x`], [`Body::move_y`] |
//! | which tiles and solids may it pass | [`Body::move_and_slide_with`] and its callback |
//! | which solids does a body meet at all | [`Body::category`], [`Solid::category`], [`Body::own_solid`] |
//! | what holds or stops a body that does not move | [`Body::floor`], [`Body::is_on_wall`], [`Body::ledge_ahead`] |
//! | which bodies and crates does a moving solid carry and push | [`CollisionWorldMut::move_solid`] |
//! | how far does a crate fall, and how far does a body push crates | [`CollisionWorldMut::slide_solid`], [`CollisionWorldMut::slide_body`] |
//! | what stops a mask on a line | [`TerrainQuery::cast_mask`](crate::TerrainQuery::cast_mask) |
//! | how does a game set its own positions, with fractions | [`Body::set_exact_position`] |
//! | when does a jump start or end, how much speed does a platform add | [`Jump`], [`LiftMomentum`] |
//! | where is a body drawn that slopes and stairs raise by whole pixels | [`StepSmoother`] |
//!
//! # The algorithm
//!
//! Bodies move through a [`CollisionWorld`]: a terrain and solids. A body lies at whole pixels and keeps its fraction
//! of a pixel in 1/65536 px. Its exact point moves on a straight line. Where the point crosses from pixel to pixel, the
//! body takes a step of one pixel:
//!
//! ```text
//! move_and_slide(velocity, dt):                                                 grounded.rs
//!     motion = round(velocity · dt · 65536)          integers from here on      fixed.rs
//!     if the bounding box of the whole motion has no solid pixel: go to its end, done
//!     if the body overlaps something: push it out by the shortest displacement, or report it stuck
//!     for each pixel step of the motion, along x or y, in the order of crossing:      steps.rs
//!         if not stopped(step): take it; after a step along x on a floor, follow the floor down
//!         else along x: climb by the lowest rise after which the step is free,
//!                       if that is within a slope, a step or, in the air, a ledge; else a wall: drop the rest of x,
//!                       or try again after each step along y
//!         else up:      shift aside by the least distance after which the step is free,
//!                       if that is within the corner correction; else a ceiling: drop the rest of y
//!         else down:    a floor: drop the rest of y
//!
//! stopped(step):                                                                probe.rs
//!     for each pixel of the shape's leading edge, moved by the step:
//!         solid against every motion                                 → stopped
//!         solid against this direction only, and the pixel before
//!         it, where the step comes from, is not: a face              → stopped  face.rs
//!     of something one-way that is a slope, only the part of the edge
//!     that is above it counts, and the rise ahead stops a step aside:           sole.rs
//! ```
//!
//! Pixel steps to the right and down, a climb, and steps down onto a one-way platform `=`, whose face is its top row:
//!
//! ```text
//!   pixel steps      climb: before   after       one-way: stopped   free
//!
//!   0 1                               bb            bb
//!     2 3 4             bb            bb            bb               bb
//!         5 6           bb##           ##          ====             =bb=
//!                       ####         ####          ====             ====
//! ```
//!
//! - **Seen from above** there is no floor, and no axis has rules of its own (`floating.rs`).
//! - **Along one axis** the same walk takes the steps, with all options at 0 (`axis.rs`).
//! - **Solids** move by the same steps. A solid pushes or carries a body that it would stop in the opposite step
//!   (`move_solid.rs`). The crates in front and on top move along, in rows and stacks (`convoy.rs`).
//! - **Masks** take the steps of a Bresenham line, and skip halves whose bounding box is free (`cast_mask.rs`).
//!
//! # Ties
//!
//! The same scene mirrored moves the mirrored way, to the bit and in every frame: left and right with a floor, in all
//! eight images of a square as seen from above.
//!
//! - **Half a pixel:** a body, a solid and a floor area stay in the pixel in which they are, whichever way they move
//!   (`fixed.rs`). Sums of motions are exact; at half a pixel the way there decides between the two pixels. So it does
//!   for a teleport to an exact position.
//! - **Both axes at once:** the step along x comes first, whichever way it points (`steps.rs`). Seen from above neither
//!   axis is first: a body goes by the rules of [`MotionMode::Floating`], and a solid takes a diagonal step
//!   (`move_solid.rs`).
//! - **Two sides equally near:** the side of the motion along x decides for a body that rises past a corner or is pushed
//!   out of rock. Without such a motion it chooses no side: it meets a ceiling, or is stuck in the rock.
//! - **Two pixels of the floor equally near to the middle:** a body runs at the mean of their conveyor speeds.
//!
//! What prefers a side, and moves nothing, is which of several pixels is named: the left or upper one of two at one
//! distance from the middle, in [`MoveContact::pixel`], the order of [contacts](MoveContacts), [`Body::floor`] and
//! [`MaskHit::pixel`]. So does the order in which a callback is asked, and the normal of a mask that is stopped on both
//! ways of a diagonal step of a diagonal motion: along x. The ends of the world at ±2^24 are no images of each other,
//! since a position is that of a shape's first pixel.
//!
//! # Words
//!
//! | word | meaning |
//! | --- | --- |
//! | remainder | the fraction of a pixel from a body's pixel to its exact position, −1/2 to 1/2, in units of 1/65536 px (`fixed.rs`) |
//! | pixel step | a motion by one pixel along x or y (`steps.rs`) |
//! | leading edge | the pixels of a shape that cover new pixels in a step (`BodyShape::front`) |
//! | two-way, one-way | solid against every motion; solid against motion in one direction only |
//! | face | the one-way pixels that a motion in their direction meets first: the pixel before each, where the motion comes from, is not solid against that direction (`face.rs`) |
//! | sole | the last pixel of each line of a shape along a direction: for down, its feet (`sole.rs`) |
//! | free part | the lines of the sole that something one-way may stop; the others are below a slope (`sole.rs`) |
//! | rise | where the surface of a one-way slope goes up from one line to the next (`sole.rs`) |
//! | sunk | of a body: the middle of its sole is free, and other parts are in a one-way slope |
//! | step probe | answers whether a step is stopped, and names the tiles and solids that stop it (`probe.rs`) |
//! | bit window | up to 64×64 pixels around the body, one word a row; the probe reads it for shapes up to 40 pixels, and bricks for larger ones (`bit_window.rs`) |
//! | barriers | the tiles and solids that may stop the body, without the ignored ones, found word by word (`barriers.rs`) |
//! | box sweep | computes how far a box gets along an axis and what it hits, if only two-way terrain is ahead (`obstacles.rs`) |
//! | crate | a solid with a weight: it is pushed and carried, falls and stops |
//! | convoy | the solids and bodies that move together in a pixel step (`convoy.rs`) |
//! | slide stepper | takes a step by the rules above (`grounded.rs`) |
//! | empty space skipper | takes many steps at once where nothing is near (`empty_space.rs`) |
//! | contact, contact log | a tile or solid that stopped a step (`contact.rs`); lists them, and asks a callback about them (`contact_log.rs`) |
//!
//! # Proofs
//!
//! - Motions and contacts equal those of plain movers, which ask every pixel of the body at every step:
//!   `tests/motion/same.rs`, `carry.rs`, `cast_mask.rs`, `reference::motion`. Mirrored and turned scenes move alike:
//!   `mirrors.rs`, `exact_position.rs`.
//! - On one-way slopes of all directions, everyone who comes above lands, and nobody is stopped on the way. From above, they
//!   are as two-way slopes: `slopes.rs`.
//! - Crates move as a plain mover moves them, end in nothing solid, and the order of solids changes nothing: `crates.rs`.
//! - Bodies and solids whose categories do not meet are not there for each other, in all these tests.
//! - No speed leads through a wall, level ground has no seams, one motion equals two halves: `promises.rs`.
//! - Rules by example: `carry.rs`, `crates.rs`, `floor.rs`. NaN and the edge of the world: `bad_input.rs`.
//! - How far drawn bodies are from the straight line of slopes and stairs: `step_smoother.rs`.
//! - A recorded game ends in the same state on every machine: `platformer.rs`.

mod axis;
mod barriers;
mod bit_window;
mod body;
mod cast_mask;
mod categories;
mod collision_world;
mod contact;
mod contact_log;
mod convoy;
mod empty_space;
mod face;
mod feel;
mod fixed;
mod floating;
mod floor_area;
mod grounded;
mod move_solid;
mod obstacles;
mod options;
mod place;
mod probe;
mod shape;
mod sole;
mod solid;
mod standing;
mod step_smoother;
mod steps;

pub use body::Body;
pub use cast_mask::MaskHit;
pub use collision_world::{CollisionWorld, Floor};
pub use contact::{ContactResponse, MoveContact, MoveContacts};
pub use feel::{Jump, JumpEvent, JumpInput, JumpOptions, LiftMomentum, LiftOptions};
pub use floor_area::FloorArea;
pub use move_solid::{CarriedBody, CollisionWorldMut};
pub use options::{AxisMove, MotionMode, MoveOptions, Slide};
pub use shape::{BodyShape, BodyShapeError};
pub use solid::{Side, Solid};
pub use step_smoother::StepSmoother;
