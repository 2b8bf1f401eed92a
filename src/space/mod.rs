//! Planes, planar polygons and meshes over [`glam::Vec3`], for scenes with height and depth.
//!
//! A wall, floor or roof of an isometric scene is a [`PlanarPolygon`]. An object made of several is a [`PlanarMesh`].
//! Lengths are pixels, whatever the axes stand for.
//!
//! | question | method |
//! | --- | --- |
//! | where does a segment hit, and which faces | [`PlanarPolygon::intersect_segment`], [`PlanarMesh::intersect_segment`], [`PlanarMesh::segment_hits`] |
//! | do two polygons or two meshes overlap | [`PlanarPolygon::intersects`], [`PlanarMesh::intersects`], [`PlanarMesh::first_overlap`] |
//! | is a point in a polygon | [`PlanarPolygon::contains`] |
//! | how far is a point from a plane | [`Plane::signed_distance`], [`Plane::project`] |
//!
//! Touching is not overlapping, as in the plane: two polygons intersect if their interiors share a point. A segment
//! hits a polygon if they share any point.
//!
//! A shot in a game with ground coordinates x and y, and height z:
//!
//! ```
//! use tileray::glam::vec3;
//! use tileray::space::{PlanarMesh, PlanarPolygon};
//!
//! // A house front with a door in it, on the line y = 32, and the ground around it.
//! let front = PlanarPolygon::new(
//!     [(0, 0), (20, 0), (20, 24), (28, 24), (28, 0), (48, 0), (48, 40), (0, 40)]
//!         .map(|(x, z)| vec3(x as f32, 32.0, z as f32))
//!         .to_vec(),
//! )?;
//! let ground = PlanarPolygon::new(
//!     [(-64, -64), (128, -64), (128, 128), (-64, 128)].map(|(x, y)| vec3(x as f32, y as f32, 0.0)).to_vec(),
//! )?;
//! let scene = PlanarMesh::new(vec![front, ground]);
//!
//! // An arrow at the wall stops there; one through the door falls to the ground behind it.
//! let wall = scene.intersect_segment(vec3(10.0, 0.0, 12.0), vec3(10.0, 64.0, 8.0)).expect("the wall");
//! assert_eq!((wall.face, wall.point), (0, vec3(10.0, 32.0, 10.0)));
//! let behind = scene.intersect_segment(vec3(24.0, 0.0, 12.0), vec3(24.0, 64.0, -4.0)).expect("the ground");
//! assert_eq!((behind.face, behind.point), (1, vec3(24.0, 48.0, 0.0)));
//!
//! // The wall stands on the ground and does not cut it; a spear stuck into the wall does cut it.
//! let (front, ground) = (&scene.faces()[0], &scene.faces()[1]);
//! assert!(!front.intersects(ground));
//! let spear = PlanarPolygon::new(vec![vec3(10.0, 20.0, 10.0), vec3(10.0, 34.0, 10.0), vec3(10.0, 20.0, 11.0)])?;
//! assert!(spear.intersects(front));
//! # Ok::<(), tileray::space::PlanarPolygonError>(())
//! ```
//!
//! # The algorithm
//!
//! A polygon keeps its corners, its plane by Newell's method in `f64`, and an *outline*: a [`Polygon`] in two of the three
//! coordinates, without the axis nearest to the normal. The outline is not rounded, so questions within the plane are
//! decided exactly. A point nearer to the plane than eight roundings of an `f32` counts as in it.
//!
//! ```text
//! segment against polygon:                               planar_polygon.rs
//!     from, to = distances of its ends from the plane, 0 if they count as in it
//!     both 0:          the first point of the segment in the outline
//!     one 0:           that end, if it is in the outline
//!     opposite signs:  count the edges around the line, projected along the line        predicates.rs
//!
//! polygon against polygon:
//!     boxes apart, or all corners on one side of the other's plane: false
//!     all corners in the other's plane: do the outlines overlap?
//!     else the planes share a line: do both polygons share an interval of it?           predicates.rs
//! ```
//!
//! A mesh sorts its faces by the fraction at which a segment enters their boxes, and stops at a box behind the first hit.
//!
//! # Proofs
//!
//! `tests/shapes/space` lays polygons out in a plane, puts them into space, and compares hits, overlaps and points with
//! plain counts in that plane. The unit tests of `predicates.rs` compare the count of edges with one in whole numbers.
//!
//! [`Polygon`]: crate::geometry::Polygon

mod aabb3;
mod mesh;
mod planar_polygon;
mod plane;
mod predicates;

pub use aabb3::Aabb3;
pub use mesh::{MeshHit, PlanarMesh};
pub use planar_polygon::{PlanarPolygon, PlanarPolygonError, SegmentHit};
pub use plane::{Plane, PlaneError};
