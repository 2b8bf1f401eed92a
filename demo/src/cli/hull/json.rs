//! The JSON of a hull.

use crate::cli::hull::sheet::{FittedSheet, HullFrame};
use crate::cli::info::Area;
use serde::{Serialize, Serializer};
use tileray::SpriteHull;
use tileray::glam::Vec2;
use tileray::solidity::Contour;

/// Returns the hull as an object on one line. The object of a sheet has an object for each frame, or null.
pub(super) fn line(sheet: &FittedSheet) -> anyhow::Result<String> {
    let records = sheet.frames().map(|frame| HullRecord::of(&frame, sheet));
    let text = if sheet.has_frames {
        serde_json::to_string(&Frames { frames: records.collect() })?
    } else {
        serde_json::to_string(&records.flatten().next())?
    };
    Ok(text + "\n")
}

#[derive(Serialize)]
struct Frames {
    frames: Vec<Option<HullRecord>>,
}

/// The JSON of a hull.
#[derive(Serialize)]
struct HullRecord {
    width: u32,
    height: u32,
    /// The number of solid pixels.
    solid: u64,
    mode: &'static str,
    iou: Number<f64>,
    coverage: Number<f64>,
    overshoot: Number<f64>,
    /// The corners of each convex piece.
    pieces: Vec<Vec<[Number<f32>; 2]>>,
    contours: Vec<Outline>,
    /// The corners of all pieces together.
    vertices: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    circle: Option<Round>,
    /// The position of the frame in the sheet.
    #[serde(skip_serializing_if = "Option::is_none")]
    frame: Option<Area>,
}

#[derive(Serialize)]
struct Outline {
    hole: bool,
    points: Vec<[i32; 2]>,
}

#[derive(Serialize)]
struct Round {
    x: Number<f32>,
    y: Number<f32>,
    radius: Number<f32>,
}

impl HullRecord {
    fn of(frame: &HullFrame<'_>, sheet: &FittedSheet) -> Option<Self> {
        let SpriteHull { hull, contours, circle, fit, .. } = frame.hull?;
        let point = |Vec2 { x, y }| [Number(x), Number(y)];
        let (width, height) = (frame.area.width(), frame.area.height());
        Some(Self {
            width,
            height,
            solid: fit.solid,
            mode: sheet.mode_name(),
            iou: Number(fit.iou()),
            coverage: Number(fit.coverage()),
            overshoot: Number(fit.overshoot()),
            pieces: hull.pieces().map(|piece| piece.points().map(point).collect()).collect(),
            contours: contours.iter().map(Outline::of).collect(),
            vertices: fit.vertices,
            circle: circle.map(|circle| {
                let [x, y] = point(circle.center);
                Round { x, y, radius: Number(circle.radius) }
            }),
            frame: sheet.has_frames.then_some(frame.area.into()),
        })
    }
}

impl Outline {
    fn of(contour: &Contour) -> Self {
        let points = contour.points().iter().map(|point| [point.x, point.y]).collect();
        Self { hole: contour.is_hole(), points }
    }
}

/// A number that is written without a fraction where it has none.
struct Number<T>(T);

impl<T: Serialize + Copy + Into<f64>> Serialize for Number<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let value: f64 = self.0.into();
        // Up to here every whole number is a double.
        if value.fract() == 0.0 && value.abs() <= 2.0_f64.powi(53) {
            serializer.serialize_i64(value as i64)
        } else {
            self.0.serialize(serializer)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_have_no_fraction() {
        let text = |number: f32| serde_json::to_string(&Number(number)).expect("a number");
        assert_eq!(
            [0.0, -0.0, 1.0, -17.0, 0.1, 2.5, 16_777_216.0].map(text),
            ["0", "0", "1", "-17", "0.1", "2.5", "16777216"]
        );
        assert_eq!(serde_json::to_string(&Number(0.1_f64)).expect("a number"), "0.1");
    }
}
