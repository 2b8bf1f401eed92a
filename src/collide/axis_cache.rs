use super::axis::Edge;
use super::convex::ConvexPolygon;
use super::sat;
use fearless_simd::Level;

/// The edge that parted two polygons when they were tested last: it will most often part them again.
///
/// Keep one for each pair of shapes that stay near each other, and give it to
/// [`intersects_cached`](crate::collide::intersects_cached). It is only a hint: whatever it holds, the answer is right. A
/// new one holds nothing.
///
/// ```
/// use tileray::{ConvexPolygon, Pose, collide};
///
/// let bat = ConvexPolygon::rectangle((-9.0, -3.0), (9.0, 3.0))?;
/// let wall = ConvexPolygon::rectangle((40.0, -50.0), (60.0, 50.0))?;
/// let mut cache = collide::AxisCache::default();
/// let hits = (0..30).filter(|&frame| {
///     let bat = bat.transformed(&Pose::new((frame as f32, 0.0), frame as f32 * 0.1));
///     collide::intersects_cached(&bat, &wall, &mut cache)
/// });
/// assert_eq!(hits.count(), 0);
/// # Ok::<(), tileray::geometry::PolygonError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AxisCache {
    edge: Option<Edge>,
}

/// Whether two convex polygons overlap, as [`intersects`](crate::collide::intersects) says, with the edge that parted them
/// last tried first.
///
/// Where it still does, that is one edge instead of all: of large polygons that costs as much as the corners of one, and of
/// small ones about half.
#[must_use]
pub fn intersects_cached(a: &ConvexPolygon, b: &ConvexPolygon, cache: &mut AxisCache) -> bool {
    if let Some(edge) = cache.edge
        && sat::parts(edge, a, b)
    {
        return false;
    }
    let axis = sat::best_axis(Level::new(), a, b);
    cache.edge = axis.filter(|axis| axis.separation >= 0.0).map(|axis| axis.edge);
    axis.is_some_and(|axis| axis.separation < 0.0)
}
