//! Planes, planar polygons and meshes of them over [`glam::Vec3`], for scenes with height and depth.

mod aabb3;
mod axis;
mod coplanar;
mod error;
mod mesh;
mod piercing;
mod planar_polygon;
mod plane;
mod segment_hit;
mod slices;

pub use aabb3::Aabb3;
pub use error::{PlanarPolygonError, PlaneError};
pub use mesh::{MeshHit, PlanarMesh};
pub use planar_polygon::PlanarPolygon;
pub use plane::Plane;
pub use segment_hit::SegmentHit;
