//! Meshes of planar polygons.

use super::aabb3::Aabb3;
use super::planar_polygon::{PlanarPolygon, SegmentHit};
use crate::geometry::sort_indexed_floats;
use glam::Vec3;

/// The first point that a segment shares with a face of a mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MeshHit {
    /// The index of the face, from 0.
    pub face: usize,
    /// The first common point, in pixels.
    pub point: Vec3,
    /// The position along the segment: 0 at its start, 1 at its end.
    pub fraction: f32,
}

/// A list of planar polygons, its faces. They need not enclose a volume.
///
/// Only the surface counts: a small mesh wholly inside a closed one does not intersect it.
///
/// ```
/// use tileray::{glam::vec3, space::{PlanarMesh, PlanarPolygon}};
///
/// let step = |y: f32, z: f32| {
///     PlanarPolygon::new(vec![vec3(0.0, y, z), vec3(9.0, y, z), vec3(9.0, y + 4.0, z), vec3(0.0, y + 4.0, z)])
/// };
/// let stairs = PlanarMesh::new(vec![step(0.0, 0.0)?, step(4.0, 3.0)?, step(8.0, 6.0)?]);
/// let hit = stairs.intersect_segment(vec3(4.0, 6.0, 20.0), vec3(4.0, 6.0, 0.0)).expect("the second step");
/// assert_eq!((hit.face, hit.point), (1, vec3(4.0, 6.0, 3.0)));
/// # Ok::<(), tileray::space::PlanarPolygonError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "Vec<PlanarPolygon>", into = "Vec<PlanarPolygon>"))]
pub struct PlanarMesh {
    faces: Vec<PlanarPolygon>,
    bounds: Option<Aabb3>,
}

impl PlanarMesh {
    /// Creates a mesh of these faces, in this order. A mesh without faces meets nothing.
    #[must_use]
    pub fn new(faces: Vec<PlanarPolygon>) -> Self {
        let bounds = faces.iter().map(PlanarPolygon::bounds).reduce(|all, one| all.union(&one));
        Self { faces, bounds }
    }

    /// Returns the faces, in the given order.
    #[must_use]
    pub fn faces(&self) -> &[PlanarPolygon] {
        &self.faces
    }

    /// Returns the bounding box; `None` without faces.
    #[must_use]
    pub fn bounds(&self) -> Option<Aabb3> {
        self.bounds
    }

    /// Returns whether a face of this mesh overlaps a face of the other, as in [`PlanarPolygon::intersects`].
    ///
    /// Faces outside the other mesh's box are skipped, and so are pairs whose boxes are apart. Stops at the first pair
    /// that overlaps. With f and g faces it costs O(f + g) if the meshes are apart, and at worst O(f·g) tests of boxes.
    ///
    /// ```
    /// use tileray::{glam::vec3, space::{PlanarMesh, PlanarPolygon}};
    ///
    /// let wall = |x: f32| PlanarPolygon::new(vec![vec3(x, 0.0, 0.0), vec3(x, 9.0, 0.0), vec3(x, 0.0, 9.0)]);
    /// let floor = PlanarPolygon::new(vec![vec3(0.0, 0.0, 2.0), vec3(9.0, 0.0, 2.0), vec3(0.0, 9.0, 2.0)])?;
    /// let (walls, floor) = (PlanarMesh::new(vec![wall(20.0)?, wall(4.0)?]), PlanarMesh::new(vec![floor]));
    /// assert!(walls.intersects(&floor));
    /// assert_eq!(walls.first_overlap(&floor), Some((1, 0)));
    /// # Ok::<(), tileray::space::PlanarPolygonError>(())
    /// ```
    #[must_use]
    pub fn intersects(&self, other: &Self) -> bool {
        self.first_overlap(other).is_some()
    }

    /// Returns the first pair of faces that overlap, as indices in this mesh and in the other, or `None`.
    ///
    /// Pairs are ordered by the face of this mesh, then by the face of the other. Costs as much as
    /// [`intersects`](Self::intersects).
    #[must_use]
    pub fn first_overlap(&self, other: &Self) -> Option<(usize, usize)> {
        let (own_bounds, other_bounds) = (self.bounds?, other.bounds?);
        let near_own: Vec<usize> =
            (0..other.faces.len()).filter(|&index| other.faces[index].is_near(&own_bounds)).collect();
        for (index, face) in self.faces.iter().enumerate().filter(|(_, face)| face.is_near(&other_bounds)) {
            if let Some(&found) = near_own.iter().find(|&&candidate| face.intersects(&other.faces[candidate])) {
                return Some((index, found));
            }
        }
        None
    }

    /// Returns where the segment from `a` to `b` first meets the mesh, as in [`PlanarPolygon::intersect_segment`], or
    /// `None`.
    ///
    /// If it meets several faces at the same fraction, the first one in the list is returned. `None` if a coordinate is
    /// NaN or infinite.
    ///
    /// Faces are tested in the order in which the segment reaches their boxes. The search ends at a box behind the
    /// closest hit. Costs O(f log f) for f faces, plus O(n) for the n corners of the tested faces.
    #[must_use]
    pub fn intersect_segment(&self, a: impl Into<Vec3>, b: impl Into<Vec3>) -> Option<MeshHit> {
        let (a, b) = (a.into(), b.into());
        let mut nearest: Option<(f64, usize)> = None;
        for (entry, face) in self.boxes_along(a, b) {
            if nearest.is_some_and(|(fraction, _)| fraction < entry) {
                break;
            }
            if let Some(fraction) = self.faces[face].met_at(a, b)
                && nearest.is_none_or(|best| (fraction, face) < best)
            {
                nearest = Some((fraction, face));
            }
        }
        nearest.map(|(fraction, face)| MeshHit::at(a, b, fraction, face))
    }

    /// Returns the hit of the segment from `a` to `b` on each face that it meets, closest first, then by face.
    ///
    /// Empty if it meets none, or if a coordinate is NaN or infinite. Costs O(f log f) for f faces, plus O(n) for the n
    /// corners of the faces whose boxes it meets.
    #[must_use]
    pub fn segment_hits(&self, a: impl Into<Vec3>, b: impl Into<Vec3>) -> Vec<MeshHit> {
        let (a, b) = (a.into(), b.into());
        let mut hits: Vec<(f64, usize)> = self
            .boxes_along(a, b)
            .into_iter()
            .filter_map(|(_, face)| self.faces[face].met_at(a, b).map(|fraction| (fraction, face)))
            .collect();
        sort_indexed_floats(&mut hits);
        hits.into_iter().map(|(fraction, face)| MeshHit::at(a, b, fraction, face)).collect()
    }

    /// Returns the faces whose boxes the segment meets, each with the fraction at which it enters the box, in this
    /// order.
    fn boxes_along(&self, a: Vec3, b: Vec3) -> Vec<(f64, usize)> {
        if !(a.is_finite() && b.is_finite()) {
            return Vec::new();
        }
        let mut met: Vec<(f64, usize)> = self
            .faces
            .iter()
            .enumerate()
            .filter_map(|(index, face)| {
                face.bounds().entered_at(a, b, face.segment_margin(a, b)).map(|entry| (entry, index))
            })
            .collect();
        sort_indexed_floats(&mut met);
        met
    }
}

impl MeshHit {
    fn at(a: Vec3, b: Vec3, fraction: f64, face: usize) -> Self {
        let SegmentHit { point, fraction } = SegmentHit::at(a, b, fraction);
        Self { face, point, fraction }
    }
}

impl From<Vec<PlanarPolygon>> for PlanarMesh {
    /// Calls [`PlanarMesh::new`].
    fn from(faces: Vec<PlanarPolygon>) -> Self {
        Self::new(faces)
    }
}

impl From<PlanarMesh> for Vec<PlanarPolygon> {
    fn from(mesh: PlanarMesh) -> Self {
        mesh.faces
    }
}
