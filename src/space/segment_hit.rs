use glam::Vec3;

/// Where a segment first meets a polygon.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SegmentHit {
    /// The first common point, in pixels.
    pub point: Vec3,
    /// How much of the segment lies before it, from 0 at its start to 1 at its end.
    pub fraction: f32,
}

impl SegmentHit {
    /// The point of the segment from `a` to `b` at `fraction`, computed in `f64` and rounded once; its ends are as they were.
    pub(crate) fn at(a: Vec3, b: Vec3, fraction: f64) -> Self {
        let point = if fraction <= 0.0 {
            a
        } else if fraction >= 1.0 {
            b
        } else {
            let (a, b) = (a.as_dvec3(), b.as_dvec3());
            (a + (b - a) * fraction).as_vec3()
        };
        Self { point, fraction: fraction as f32 }
    }
}
