//! Motion: kinematic bodies and character controllers among solid pixels, with gravity or seen from above, moving
//! solids, and masks cast along a line.
//!
//! A [`CollisionWorld`] is what stops a body: a terrain and solids.
//!
//! # The algorithm
//!
//! ```text
//! move_and_slide(velocity, dt):
//!     motion = round(velocity · dt · 65536)          from here on there are only integers
//!     if the bounding box of the whole motion has no solid pixel: go to its end, done
//!     if the body overlaps something: push it out by the shortest displacement, or report it stuck
//!     for each pixel step of the motion, along x or y, in the order of crossing:
//!         if not stopped(step): take it; after a step along x on a floor, follow the floor down
//!         else along x: climb by the lowest rise after which the step is free,
//!                       if that is within a slope or a step; else a wall: drop the rest of x
//!         else up:      shift aside by the least distance after which the step is free,
//!                       if that is within the corner correction; else a ceiling: drop the rest of y
//!         else down:    a floor: drop the rest of y
//!
//! stopped(step):                                                                probe.rs
//!     for each pixel of the shape's leading edge, moved by the step:
//!         solid against every motion                                 → stopped
//!         solid against this direction only, and the pixel before
//!         it, where the step comes from, is not: a face              → stopped  face.rs
//! ```
//!
//! Pixel steps to the right and down, a climb, and steps down onto a one-way platform `=`, whose face is its top row:
//!
//! ```text
//!   pixel steps      climb: before   after       one-way: stopped   free
//!
//!   0 1                               bb            bb
//!     2 3 4             bb            bb            bb               bb
//!         5 6           bb##          ###          ====             =bb=
//!                       ####         ####          ====             ====
//! ```
//!
//! As seen from above there is no floor, and every rule is the same after a mirroring or a quarter turn (`floating`).
//!
//! # The words
//!
//! - *Remainder*: the fraction of a pixel between a body's pixel and its exact position, in 1/65536 of a pixel
//!   (`fixed`).
//! - *Pixel step*: a motion by one pixel along x or y (`steps`).
//! - *Leading edge*: the pixels of a shape that cover new pixels in a step (`BodyShape::front` in `shape`).
//! - *Two-way*: solid against every motion. *One-way*: solid against motion in one direction only.
//! - *Face*: the pixels of something one-way that a motion in its direction meets first. The pixel before each of them,
//!   where the motion comes from, is not solid against that direction (`face`, for a pixel and for 64 at once).
//! - *Step probe*: answers whether a step is stopped (`probe`). For shapes up to 40 pixels it reads a *bit window*: up
//!   to 64×64 pixels around the body, a word per row (`bit_window`). Larger shapes read the terrain's bricks.
//! - *Box sweep*: how far a box gets along an axis and what it hits, where only two-way terrain is ahead (`obstacles`).
//! - *Slide stepper*: takes a step by the rules above (`grounded`); `walk` there takes all steps of a motion, also along
//!   one axis (`axis`), where nothing may rise or shift. The *empty space skipper* takes many at once where
//!   nothing is near (`empty_space`).
//! - *Contact*: a tile or solid that stopped a step (`contact`). They are found pixel by pixel (`probe`), and the
//!   *contact log* asks the callback of a motion about them (`contact_log`).
//!
//! A solid moves by the same steps. Whether it pushes or carries a body is the same question with the roles swapped
//! (`move_solid`). A mask that is cast takes the steps of a Bresenham line and halves it where its bounding box is not
//! free (`cast_mask`).
//!
//! # Where it is proved
//!
//! `tests/motion` compares all motions and their contacts with movers that ask every pixel of the body at every step
//! (`same.rs`, with `reference::motion`), checks examples of each rule (`slopes.rs`, `one_way.rs`, `carry.rs`, `floor.rs`,
//! `contacts.rs`, `top_down.rs`), mirrored and turned set-ups (`top_down.rs`), properties of all motions (`promises.rs`) and
//! equal hashes everywhere (`state.rs`). `cast_mask.rs` there does so for masks, and `platformer.rs` plays a recorded game.

mod axis;
mod bit_window;
mod body;
mod cast_mask;
mod collision_world;
mod contact;
mod contact_log;
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
mod solid;
mod standing;
mod steps;

pub use body::Body;
pub use cast_mask::MaskHit;
pub use collision_world::{CollisionWorld, Floor};
pub use contact::{ContactResponse, MoveContact, MoveContacts};
pub use feel::{Jump, JumpEvent, JumpOptions, LiftMomentum, LiftOptions};
pub use floor_area::FloorArea;
pub use move_solid::{CarriedBody, CollisionWorldMut};
pub use options::{AxisMove, MotionMode, MoveOptions, Slide};
pub use shape::{BodyShape, BodyShapeError};
pub use solid::{Side, Solid};
