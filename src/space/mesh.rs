//! Meshes of planar polygons.

use super::aabb3::Aabb3;
use super::planar_polygon::{PlanarPolygon, SegmentHit};
use glam::Vec3;

/// Where a segment meets a mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MeshHit {
    /// Which of the mesh's faces is met, counted from 0.
    pub face: usize,
    /// The first point that the segment has in common with it, in pixels.
    pub point: Vec3,
    /// How much of the segment lies before it, from 0 at its start to 1 at its end.
    pub fraction: f32,
}

/// A thing made of planar polygons: its faces, which need not enclose anything.
///
/// It is its surface alone, so a small mesh that lies wholly within a closed one does not meet it.
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
    /// The mesh of these faces, in this order; without any it meets nothing.
    #[must_use]
    pub fn new(faces: Vec<PlanarPolygon>) -> Self {
        let bounds = faces.iter().map(PlanarPolygon::bounds).reduce(|all, one| all.union(&one));
        Self { faces, bounds }
    }

    /// The faces, in the order in which they were given.
    #[must_use]
    pub fn faces(&self) -> &[PlanarPolygon] {
        &self.faces
    }

    /// The smallest box that holds it; `None` where it has no faces.
    #[must_use]
    pub fn bounds(&self) -> Option<Aabb3> {
        self.bounds
    }

    /// Whether a face of one overlaps a face of the other, as [`PlanarPolygon::intersects`] says.
    ///
    /// Faces that are not near the other mesh's box are passed over, and of the others each pair whose boxes are apart. It ends
    /// at the first pair that overlaps. For f and g faces O(f + g) where the meshes are apart, and O(f·g) tests of boxes at
    /// worst.
    #[must_use]
    pub fn intersects(&self, other: &Self) -> bool {
        self.first_overlap(other).is_some()
    }

    /// The faces of the first pair that overlaps, this mesh's and the other's; `None` where no pair does.
    ///
    /// First is the pair with the least face of this mesh, and then of the other. The cost is that of
    /// [`intersects`](Self::intersects).
    #[must_use]
    pub fn first_overlap(&self, other: &Self) -> Option<(usize, usize)> {
        let (own_bounds, other_bounds) = (self.bounds?, other.bounds?);
        let near_own: Vec<usize> = other
            .faces
            .iter()
            .enumerate()
            .filter(|(_, face)| face.is_near(&own_bounds))
            .map(|(index, _)| index)
            .collect();
        for (index, face) in self.faces.iter().enumerate().filter(|(_, face)| face.is_near(&other_bounds)) {
            if let Some(&found) = near_own.iter().find(|&&candidate| face.intersects(&other.faces[candidate])) {
                return Some((index, found));
            }
        }
        None
    }

    /// Where the segment from `a` to `b` first meets the mesh, as [`PlanarPolygon::intersect_segment`] says; `None` where it
    /// does not.
    ///
    /// Where it meets several faces at the same fraction, the one that comes first in the list is named. Faces are tried in
    /// the order in which the segment comes to their boxes, until the next box lies behind the nearest hit: O(f log f) for f
    /// faces, and the corners of those that are tried. `None` where a coordinate is NaN or infinite.
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

    /// Where the segment from `a` to `b` meets each of the faces, nearest first; those at the same fraction as in the list.
    ///
    /// Empty where it meets none, or where a coordinate is NaN or infinite. O(f log f) for f faces, and the corners of those
    /// whose boxes it meets.
    #[must_use]
    pub fn segment_hits(&self, a: impl Into<Vec3>, b: impl Into<Vec3>) -> Vec<MeshHit> {
        let (a, b) = (a.into(), b.into());
        let mut hits: Vec<(f64, usize)> = self
            .boxes_along(a, b)
            .into_iter()
            .filter_map(|(_, face)| self.faces[face].met_at(a, b).map(|fraction| (fraction, face)))
            .collect();
        hits.sort_by(|first, second| first.0.total_cmp(&second.0).then(first.1.cmp(&second.1)));
        hits.into_iter().map(|(fraction, face)| MeshHit::at(a, b, fraction, face)).collect()
    }

    /// The faces whose boxes the segment meets, with the fraction at which it comes to each, in this order.
    fn boxes_along(&self, a: Vec3, b: Vec3) -> Vec<(f64, usize)> {
        if !(a.is_finite() && b.is_finite()) {
            return Vec::new();
        }
        let mut met: Vec<(f64, usize)> = self
            .faces
            .iter()
            .enumerate()
            .filter_map(|(index, face)| {
                let entry = face.bounds().entered_at(a, b, face.segment_margin(a, b))?;
                Some((entry, index))
            })
            .collect();
        met.sort_by(|first, second| first.0.total_cmp(&second.0).then(first.1.cmp(&second.1)));
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
    /// The same as [`PlanarMesh::new`].
    fn from(faces: Vec<PlanarPolygon>) -> Self {
        Self::new(faces)
    }
}

impl From<PlanarMesh> for Vec<PlanarPolygon> {
    fn from(mesh: PlanarMesh) -> Self {
        mesh.faces
    }
}
