//! Planes, planar polygons and meshes over [`glam::Vec3`], for scenes with height and depth.
//!
//! A wall, floor or roof of an isometric scene is a [`PlanarPolygon`]; an object made of several is a [`PlanarMesh`].
//! Lengths are pixels, whatever the axes stand for. Touching is not overlapping, as in the plane: two polygons
//! intersect where their interiors share a point, while a segment hits what it shares any point with.
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

mod aabb3;
mod mesh;
mod planar_polygon;
mod plane;
mod predicates;

pub use aabb3::Aabb3;
pub use mesh::{MeshHit, PlanarMesh};
pub use planar_polygon::{PlanarPolygon, PlanarPolygonError, SegmentHit};
pub use plane::{Plane, PlaneError};
