use glam::{DVec3, Vec2, Vec3, vec2};

/// The axis that is left out where a plane is looked at along it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DroppedAxis {
    X,
    Y,
    Z,
}

impl DroppedAxis {
    /// The axis that is nearest to the normal of a plane: looked at along it the plane is least foreshortened, by √3 at most.
    ///
    /// Of equal ones z comes first, then y.
    pub(crate) fn nearest_to(normal: DVec3) -> Self {
        let size = normal.abs();
        if size.z >= size.x && size.z >= size.y {
            Self::Z
        } else if size.y >= size.x {
            Self::Y
        } else {
            Self::X
        }
    }

    /// The two coordinates that are left, as they are: nothing is rounded.
    pub(crate) fn drop(self, point: Vec3) -> Vec2 {
        match self {
            Self::X => vec2(point.y, point.z),
            Self::Y => vec2(point.x, point.z),
            Self::Z => vec2(point.x, point.y),
        }
    }
}
