//! The JSON of a hull.

use crate::cli::hull::sheet::FittedSheet;
use crate::cli::info::Area;
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::collections::BTreeMap;
use tileray::glam::Vec2;
use tileray::solidity::Contour;
use tileray::{Circle, Rect, SpriteHull};

/// Returns the hull as an object on one line. The object of a sheet has an object for each frame, or null.
pub(super) fn line(sheet: &FittedSheet) -> anyhow::Result<String> {
    let records = sheet.frames().map(|(area, hull)| Some(HullRecord { hull: hull?, area, sheet }));
    let text = if sheet.has_frames {
        serde_json::to_string(&BTreeMap::from([("frames", records.collect::<Vec<_>>())]))?
    } else {
        serde_json::to_string(&records.flatten().next())?
    };
    Ok(text + "\n")
}

/// The JSON of a hull.
struct HullRecord<'a> {
    hull: &'a SpriteHull,
    area: Rect,
    sheet: &'a FittedSheet,
}

#[derive(serde::Serialize)]
struct Outline {
    hole: bool,
    points: Vec<[i32; 2]>,
}

#[derive(serde::Serialize)]
struct Round {
    x: Number<f32>,
    y: Number<f32>,
    radius: Number<f32>,
}

impl Serialize for HullRecord<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { hull: SpriteHull { hull, contours, circle, fit, .. }, area, sheet } = self;
        let pieces: Vec<Vec<_>> =
            hull.pieces().map(|piece| piece.points().map(|Vec2 { x, y }| [Number(x), Number(y)]).collect()).collect();
        let outline = |contour: &Contour| Outline {
            hole: contour.is_hole(),
            points: contour.points().iter().map(|point| [point.x, point.y]).collect(),
        };
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("width", &area.width())?;
        map.serialize_entry("height", &area.height())?;
        map.serialize_entry("solid", &fit.solid)?;
        map.serialize_entry("mode", sheet.mode_name())?;
        map.serialize_entry("iou", &Number(fit.iou()))?;
        map.serialize_entry("coverage", &Number(fit.coverage()))?;
        map.serialize_entry("overshoot", &Number(fit.overshoot()))?;
        map.serialize_entry("pieces", &pieces)?;
        map.serialize_entry("contours", &contours.iter().map(outline).collect::<Vec<_>>())?;
        map.serialize_entry("vertices", &fit.vertices)?;
        if let Some(Circle { center, radius }) = *circle {
            let round = Round { x: Number(center.x), y: Number(center.y), radius: Number(radius) };
            map.serialize_entry("circle", &round)?;
        }
        if sheet.has_frames {
            map.serialize_entry("frame", &Area::from(*area))?;
        }
        map.end()
    }
}

/// A number; whole numbers are written without a fraction.
struct Number<T>(T);

impl<T: Serialize + Copy + Into<f64>> Serialize for Number<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let value: f64 = self.0.into();
        // Every whole number up to 2^53 is an `f64`.
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
