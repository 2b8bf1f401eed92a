//! The eight images of the plane: the symmetries of the square.

use tileray::glam::{BVec2, DVec2, IVec2, UVec2, Vec2, dvec2, ivec2, vec2};
use tileray::solidity::Orientation;
use tileray::{Direction, Pose, Ray, Rect, SolidityMap};

/// An image of the plane about (0, 0): x and y may be swapped, then each axis may be mirrored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Image {
    swaps: bool,
    mirrors: BVec2,
}

impl Image {
    /// All images; the first one changes nothing.
    pub const ALL: [Self; 8] = [
        Self::new(false, false, false),
        Self::new(false, true, false),
        Self::new(false, false, true),
        Self::new(false, true, true),
        Self::new(true, false, false),
        Self::new(true, true, false),
        Self::new(true, false, true),
        Self::new(true, true, true),
    ];

    const fn new(swaps: bool, mirrors_x: bool, mirrors_y: bool) -> Self {
        Self { swaps, mirrors: BVec2::new(mirrors_x, mirrors_y) }
    }

    /// The image by an orientation of tiles.
    pub fn of_orientation(orientation: Orientation) -> Self {
        Self::new(orientation.diagonal, orientation.horizontal, orientation.vertical)
    }

    /// The orientation of tiles that does the same.
    pub fn orientation(self) -> Orientation {
        let BVec2 { x, y } = self.mirrors;
        Orientation { diagonal: self.swaps, horizontal: x, vertical: y }
    }

    /// The image that undoes this one.
    pub fn inverse(self) -> Self {
        let BVec2 { x, y } = self.mirrors;
        if self.swaps { Self::new(true, y, x) } else { self }
    }

    /// Whether it is a mirror image and not a turned one.
    pub fn is_mirrored(self) -> bool {
        self.swaps ^ self.mirrors.x ^ self.mirrors.y
    }

    /// Whether left and right may be exchanged and nothing else.
    pub fn is_upright(self) -> bool {
        !self.swaps && !self.mirrors.y
    }

    /// Whether top and bottom may be exchanged and nothing else.
    pub fn is_level(self) -> bool {
        !self.swaps && !self.mirrors.x
    }

    /// A point, or a vector.
    pub fn vector(self, vector: Vec2) -> Vec2 {
        self.dvector(vector.as_dvec2()).as_vec2()
    }

    pub fn dvector(self, vector: DVec2) -> DVec2 {
        let DVec2 { x, y } = if self.swaps { dvec2(vector.y, vector.x) } else { vector };
        dvec2(if self.mirrors.x { -x } else { x }, if self.mirrors.y { -y } else { y })
    }

    /// A corner of pixels, or a step.
    pub fn step(self, step: IVec2) -> IVec2 {
        self.dvector(step.as_dvec2()).as_ivec2()
    }

    /// A pixel, or a cell: pixel `i` is mirrored to `−1 − i`.
    pub fn pixel(self, pixel: IVec2) -> IVec2 {
        let IVec2 { x, y } = if self.swaps { ivec2(pixel.y, pixel.x) } else { pixel };
        ivec2(if self.mirrors.x { -1 - x } else { x }, if self.mirrors.y { -1 - y } else { y })
    }

    pub fn size(self, size: UVec2) -> UVec2 {
        self.dvector(size.as_dvec2()).abs().as_uvec2()
    }

    pub fn rect(self, rect: Rect) -> Rect {
        let (a, b) = (self.step(rect.min), self.step(rect.max));
        Rect::new(a.min(b), a.max(b))
    }

    pub fn direction(self, direction: Direction) -> Direction {
        let image = self.step(crate::motion::level::step(direction));
        let all = crate::motion::level::WAYS;
        all.into_iter().find(|&way| crate::motion::level::step(way) == image).expect("a direction")
    }

    /// An angle by which something is turned, or the angle of a direction where the image is [level](Self::is_level).
    pub fn turn(self, angle: f32) -> f32 {
        if self.is_mirrored() { -angle } else { angle }
    }

    /// The angle of a direction, in eighths of a turn.
    pub fn eighths(self, eighths: i32) -> i32 {
        let of_x = match self.step(IVec2::X) {
            IVec2::X => 0,
            IVec2::Y => 2,
            IVec2::NEG_X => 4,
            _ => 6,
        };
        (of_x + if self.is_mirrored() { -eighths } else { eighths }).rem_euclid(8)
    }

    pub fn pose(self, pose: Pose) -> Pose {
        Pose::new(self.vector(pose.translation), self.turn(pose.rotation))
    }

    pub fn ray(self, ray: Ray) -> Ray {
        Ray::between_f64(self.dvector(ray.origin()), self.dvector(ray.end()))
    }

    pub fn mask(self, mask: &SolidityMap) -> SolidityMap {
        mask.oriented(self.orientation())
    }

    /// A mask at a corner.
    pub fn placed(self, mask: &SolidityMap, corner: IVec2) -> (SolidityMap, IVec2) {
        (self.mask(mask), self.rect(Rect::from_size(corner, mask.size())).min)
    }

    /// A point of a mask, counted from its corner.
    pub fn in_mask(self, point: Vec2, size: UVec2) -> Vec2 {
        let (at, corner) = (self.vector(point), self.vector(size.as_vec2()));
        at - vec2(corner.x.min(0.0), corner.y.min(0.0))
    }
}
