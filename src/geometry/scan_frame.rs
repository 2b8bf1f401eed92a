//! The frame of a robot's map: meters and y up in the world, pixels and y down in the map.
//!
//! ```text
//! world, y up                          map, y down
//!
//!  y ▲        ╱╲                       (0, 0) ┌───────────▶ x
//!    │      ╱    ╲                            │           │
//!    │    ╱  map ╱    yaw: from the           │    map    │
//!    │    ╲    ╱      world's x axis          │           │
//!    │      ╲╱        to that of the map      ▼ y ────────┘
//!    │     origin                    (0, height) is the origin
//!    └────────────────▶ x
//! ```
//!
//! A point of the world is moved by −origin, turned by −yaw, divided by the resolution, and mirrored:
//!
//! ```text
//! (u, v) = R(−yaw) (point − origin) / resolution
//! pixel  = (u, height − v)
//! ```
//!
//! The mirror turns angles around: `angle in the map = yaw − angle in the world`, and back likewise.

use super::angle::{angle_of, sin_cos_of_turns};
use super::{Pose, Ray};
use glam::{DVec2, dvec2};
use std::error::Error;
use std::f64::consts::TAU;
use std::fmt;

/// The frame of a robot's map: converts meters in a world with y up to pixels of the map, and back.
///
/// The world is that of ROS: x, y and distances in meters, angles in radians counterclockwise from +x (REP 103). The map
/// is that of every query: pixels, y down, angles clockwise on screen. Conversions are made in `f64`, with a sine and
/// cosine that are identical on every machine. A point within 10 km of the origin comes back to within 1e-9 m.
///
/// Angles from a heading, as those of the beams of a scanner, change their sign: what `sensor_msgs/LaserScan` has at the angle
/// `a` is the beam at `-a` of [`TerrainQuery::scan`](crate::TerrainQuery::scan).
///
/// A frame comes with the map that `load::OccupancyMap` reads, or is made of the four numbers of a
/// `nav_msgs/OccupancyGrid`.
///
/// ```
/// use std::f64::consts::FRAC_PI_2;
/// use tileray::scan::ScanFrame;
/// use tileray::glam::dvec2;
///
/// // 5 cm a pixel; the lower left corner of a map of 300 rows lies at (-10 m, -5 m).
/// let frame = ScanFrame::new(0.05, (-10.0, -5.0), 0.0, 300)?;
/// assert_eq!(frame.point_to_pixels((-10.0, -5.0)), dvec2(0.0, 300.0));
/// assert_eq!(frame.point_to_world((0.0, 0.0)), dvec2(-10.0, 10.0));
///
/// // A robot that looks along +y looks up in the map, which is -y there.
/// let (pose, up) = (frame.pose_to_pixels((0.0, 0.0), FRAC_PI_2), -FRAC_PI_2);
/// assert_eq!((pose.translation.to_array(), pose.rotation), ([200.0, 200.0], up as f32));
/// # Ok::<(), tileray::scan::ScanFrameError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "FrameData", into = "FrameData"))]
pub struct ScanFrame {
    resolution: f64,
    origin: DVec2,
    yaw: f64,
    height: u32,
    /// Cosine and sine of the yaw.
    turn: DVec2,
}

/// Why numbers are no [`ScanFrame`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum ScanFrameError {
    /// The resolution is NaN, infinite, zero or negative.
    Resolution(f64),
    /// A coordinate or the yaw of the origin is NaN or infinite.
    Origin,
}

impl fmt::Display for ScanFrameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Resolution(value) => write!(
                f,
                "the resolution is {value}, which is not a number of meters a pixel above 0; give one such as 0.05"
            ),
            Self::Origin => {
                f.write_str("the origin has a coordinate or a yaw that is NaN or infinite; give it finite numbers")
            }
        }
    }
}

impl Error for ScanFrameError {}

impl ScanFrame {
    /// Creates the frame of a map: the meters a pixel; the point of the world, in meters, at which the lower left corner
    /// of the map lies; the angle from the world's x axis to that of the map; and the height of the map in pixels.
    ///
    /// # Errors
    /// [`ScanFrameError::Resolution`] for a resolution that is not finite or not above 0, [`ScanFrameError::Origin`] for
    /// an origin or a yaw that is not finite.
    pub fn new(resolution: f64, origin: impl Into<DVec2>, yaw: f64, height: u32) -> Result<Self, ScanFrameError> {
        let origin = origin.into();
        if !(resolution > 0.0 && resolution.is_finite()) {
            return Err(ScanFrameError::Resolution(resolution));
        }
        if !(origin.is_finite() && yaw.is_finite()) {
            return Err(ScanFrameError::Origin);
        }
        Ok(Self { resolution, origin, yaw, height, turn: direction(yaw) })
    }

    /// Returns the side of a pixel in meters.
    #[must_use]
    pub const fn resolution(&self) -> f64 {
        self.resolution
    }

    /// Returns the point of the world at which the lower left corner of the map lies, in meters.
    #[must_use]
    pub const fn origin(&self) -> DVec2 {
        self.origin
    }

    /// Returns the angle from the world's x axis to that of the map, in radians counterclockwise.
    #[must_use]
    pub const fn yaw(&self) -> f64 {
        self.yaw
    }

    /// Returns the height of the map in pixels.
    #[must_use]
    pub const fn height(&self) -> u32 {
        self.height
    }

    /// Converts a point from meters of the world to pixels of the map. Not finite where the point is not, or where it is
    /// too far for `f64`.
    #[must_use]
    pub fn point_to_pixels(&self, meters: impl Into<DVec2>) -> DVec2 {
        let (cosine, sine) = (self.turn.x, self.turn.y);
        let from_origin = meters.into() - self.origin;
        let along = from_origin.x * cosine + from_origin.y * sine;
        let up = from_origin.y * cosine - from_origin.x * sine;
        dvec2(along / self.resolution, f64::from(self.height) - up / self.resolution)
    }

    /// Converts a point from pixels of the map to meters of the world.
    #[must_use]
    pub fn point_to_world(&self, pixels: impl Into<DVec2>) -> DVec2 {
        let (cosine, sine) = (self.turn.x, self.turn.y);
        let pixels = pixels.into();
        let (along, up) = (pixels.x * self.resolution, (f64::from(self.height) - pixels.y) * self.resolution);
        self.origin + dvec2(along * cosine - up * sine, along * sine + up * cosine)
    }

    /// Converts an angle of the world, counterclockwise, to one of the map, clockwise on screen; in −π to π.
    #[must_use]
    pub fn angle_to_pixels(&self, radians: f64) -> f64 {
        wrapped(self.yaw - radians)
    }

    /// Converts an angle of the map, clockwise on screen, to one of the world, counterclockwise; in −π to π.
    #[must_use]
    pub fn angle_to_world(&self, radians: f64) -> f64 {
        wrapped(self.yaw - radians)
    }

    /// Converts a distance from meters to pixels.
    #[must_use]
    pub const fn distance_to_pixels(&self, meters: f64) -> f64 {
        meters / self.resolution
    }

    /// Converts a distance from pixels to meters.
    #[must_use]
    pub const fn distance_to_world(&self, pixels: f64) -> f64 {
        pixels * self.resolution
    }

    /// Converts the pose of a robot, its position in meters and its heading, to a pose in the map.
    ///
    /// A [`Pose`] is of `f32`: up to 4096 px from the corner of the map it is right to within 1/4096 px. Rays that
    /// start from [`ray_to_pixels`](Self::ray_to_pixels) are not rounded so.
    #[must_use]
    pub fn pose_to_pixels(&self, meters: impl Into<DVec2>, heading: f64) -> Pose {
        Pose::new(self.point_to_pixels(meters).as_vec2(), self.angle_to_pixels(heading) as f32)
    }

    /// Converts a pose in the map to the position of a robot in meters and its heading.
    #[must_use]
    pub fn pose_to_world(&self, pose: &Pose) -> (DVec2, f64) {
        (self.point_to_world(pose.translation.as_dvec2()), self.angle_to_world(f64::from(pose.rotation)))
    }

    /// Returns the ray in the map of a beam: its start in meters, its direction, and its length in meters.
    ///
    /// The ray is [invalid](Ray::is_valid) where a number is not finite or the beam leaves ±2^30 px.
    ///
    /// ```
    /// use tileray::scan::ScanFrame;
    /// use tileray::{SolidityMap, Terrain};
    ///
    /// // A wall 8 m to the right of the origin, in a map of 0.1 m a pixel.
    /// let terrain = Terrain::from_solidity(&SolidityMap::from_fn(100, 50, |x, _| x >= 80));
    /// let frame = ScanFrame::new(0.1, (0.0, 0.0), 0.0, 50)?;
    /// let hit = terrain.raycast(&frame.ray_to_pixels((1.05, 2.55), 0.0, 30.0)).expect("the wall");
    /// assert_eq!(hit.pixel().to_array(), [80, 24]);
    /// # Ok::<(), tileray::scan::ScanFrameError>(())
    /// ```
    #[must_use]
    pub fn ray_to_pixels(&self, meters: impl Into<DVec2>, heading: f64, length: f64) -> Ray {
        let start = self.point_to_pixels(meters);
        Ray::between_f64(start, start + direction(self.yaw - heading) * self.distance_to_pixels(length))
    }
}

/// Returns cosine and sine of an angle.
fn direction(radians: f64) -> DVec2 {
    // Whole turns are subtracted exactly.
    let (sine, cosine) = sin_cos_of_turns((radians / TAU) % 1.0);
    dvec2(cosine, sine)
}

/// Returns an angle less its whole turns, in −π to π.
fn wrapped(radians: f64) -> f64 {
    if radians.abs() <= TAU / 2.0 {
        return radians;
    }
    if radians.abs() > 1e9 {
        // A division would leave no digits; the direction has them.
        let direction = direction(radians);
        return angle_of(direction.x, direction.y);
    }
    radians - (radians / TAU).round() * TAU
}

/// The numbers of a frame, without what is computed of them.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename = "ScanFrame")]
struct FrameData {
    resolution: f64,
    origin: DVec2,
    yaw: f64,
    height: u32,
}

#[cfg(feature = "serde")]
impl TryFrom<FrameData> for ScanFrame {
    type Error = ScanFrameError;

    fn try_from(data: FrameData) -> Result<Self, ScanFrameError> {
        Self::new(data.resolution, data.origin, data.yaw, data.height)
    }
}

#[cfg(feature = "serde")]
impl From<ScanFrame> for FrameData {
    fn from(frame: ScanFrame) -> Self {
        let ScanFrame { resolution, origin, yaw, height, .. } = frame;
        Self { resolution, origin, yaw, height }
    }
}
