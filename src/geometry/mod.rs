//! Points, boxes, segments, polygons, poses, the frames of robots' maps and exact predicates over [`glam`]. No masks, maps or rays.
//!
//! `polygon/mod.rs` names the file of each question about polygons. They rest on the exact sign of `orientation.rs`.

mod aabb;
mod angle;
mod bound;
mod capsule;
mod circle;
mod direction;
mod orientation;
mod polygon;
mod pose;
pub(crate) mod ray;
mod rect;
mod scan_frame;
mod segment;
pub(crate) mod tolerance;

pub use aabb::Aabb;
pub(crate) use angle::{angle_of, sin_cos_of_radians, sin_cos_of_turns, turns_of};
pub(crate) use bound::{Bound, Elements};
pub use capsule::Capsule;
pub use circle::Circle;
pub use direction::Direction;
pub(crate) use orientation::{on_one_side, orientation};
pub(crate) use polygon::{PointLocation, check_points, convex_pieces_of_rings, is_before, sweep_key};
pub use polygon::{Polygon, PolygonError, Winding};
pub(crate) use pose::Isometry;
pub use pose::Pose;
pub use ray::Ray;
pub use rect::Rect;
pub use scan_frame::{ScanFrame, ScanFrameError};
pub use segment::Segment;
pub(crate) use segment::{closest_on_segment, ring_edges};
pub(crate) use tolerance::{
    ARC_TO_CHORD, BOX_ROUNDING, EXACT_PUSH, EXACT_REACH, GRAZE, PARTING_SLACK, SLIDING_GAP, touch_of_reach, touch_part,
};
