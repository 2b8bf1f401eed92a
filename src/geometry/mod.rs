//! Points, boxes, segments, circles, polygons and poses over [`glam`], and the exact predicates under them. No masks,
//! maps or casts.
//!
//! | question | answer |
//! | --- | --- |
//! | is a point in a shape | `contains` of each shape |
//! | which point of a border is nearest | [`Polygon::closest_point`], [`Segment::closest_point`] |
//! | do two polygons overlap, and which parts of a segment lie in one | [`Polygon::intersects_polygon`], [`Polygon::segment_inside`] |
//! | how does a point or a circle get out of a polygon | [`Polygon::project_out`], [`Polygon::project_circle_out`] |
//! | which triangles or convex pieces make a polygon | [`Polygon::triangulate`], [`Polygon::convex_pieces`] |
//! | where is a shape after a rotation and a move | [`Pose`] |
//! | which pixel lies at a point in meters | [`ScanFrame`] |
//!
//! # Exact signs
//!
//! Every yes or no about polygons, segments and points is made of one predicate: the side of a line on which a point
//! lies.
//!
//! ```text
//! orientation(a, b, c):                                  orientation.rs
//!     d = (b − a) × (c − a), in f64                      twice the area of the triangle
//!     if |d| > bound of its rounding error: return d     nearly always
//!     return the sum of its six products of coordinates, without rounding
//!
//!     a ──────────▶ b      d > 0: the path a → b → c turns clockwise on screen
//!                 ╱        d = 0: the three points lie on one line
//!               c ◀        d < 0: the path turns counterclockwise
//! ```
//!
//! The sign is right for all finite `f32` points. So construction, `contains`, cuts, overlap and decomposition are
//! exact. They have no tolerances, and the thinnest polygon is no special case. Numbers (areas, points, distances) are
//! computed in `f64` and rounded once.
//!
//! Polygons are simple, and construction checks it, so inside and outside are defined everywhere. `polygon/mod.rs`
//! lists the file of each question. `polygon/pieces/mod.rs` explains how polygons are cut; the holes of an outline are
//! first joined to the contour around them by diagonals.
//!
//! Polygons are cut in the least of their eight images under mirrors and quarter turns, and the pieces are mapped back
//! (`square_image.rs`). So the pieces of a mirrored polygon are the mirrored pieces.
//!
//! All bits are the same on every processor. Sine, cosine and arc tangent are built from operations that IEEE 754
//! rounds in one way (`angle.rs`). Maxima, minima and clamps are comparisons, as `f32::max` may return either zero
//! (`bound.rs`). All tolerances of the library stand in `tolerance.rs`.
//!
//! # Words
//!
//! | word | meaning |
//! | --- | --- |
//! | ring | points in a closed order: the last one is joined to the first |
//! | simple | edges meet only at the corners between them |
//! | winding | the direction in which the corners run on screen; the area is positive if they run clockwise |
//! | convex, flat, reflex corner | the inside takes less than half a turn at it; exactly half a turn; more |
//! | diagonal | a line in a polygon from corner to corner |
//! | touch | a common border without common inside, or an overlap within the touch tolerance; not an overlap |
//!
//! # Proofs
//!
//! - The sign of `orientation` equals the determinant in whole numbers: `orientation.rs`.
//! - Construction equals a test of all pairs of edges. `contains`, overlap, parts of segments and measures equal plain
//!   arithmetic in whole numbers and fractions. No sampled position nearer than a way out is free. All in
//!   `tests/shapes/polygon`.
//! - Triangles and pieces tile the polygon, and the pieces of small polygons are the fewest of all decompositions:
//!   `pieces.rs` there, and `polygon/pieces/tests.rs`. The parts of images are images of the parts: `mirrors.rs` there.
//! - Sine and cosine are within 2e-15 of the platform's and have the bits of a recorded hash: `angle.rs`.
//!   `tests/golden` holds hashes of polygons' answers.

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
mod sort;
mod square_image;
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
pub(crate) use segment::{between, closest_on_segment, part_on_segment, ring_edges};
pub(crate) use sort::{
    sort_by, sort_by_key, sort_floats, sort_indexed_floats, sort_indexed_keys, sort_numbers, sort_pairs,
};
pub(crate) use square_image::{RingImage, SquareImage, canonical_images, first_corner};
pub(crate) use tolerance::{
    ARC_TO_CHORD, BOX_ROUNDING, EXACT_PUSH, EXACT_REACH, GRAZE, PARTING_SLACK, SLIDING_GAP, touch_of_reach, touch_part,
};
