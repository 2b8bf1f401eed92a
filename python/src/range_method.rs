//! Ranges in the frames of RangeLibc: the engine of the classes in `tileray.range_libc`.
//!
//! A map of RangeLibc is a grid of pixels (i, j) with headings from +i toward +j. Batches of poses are given in the world,
//! with axes that are exchanged and headings that run the other way:
//!
//! ```text
//! (u, v)  = R(angle) ((x, y) − origin) / scale
//! pixel   = (v, u)
//! heading = π/2 − theta − angle
//! ```
//!
//! The angle of a beam is subtracted from the heading. Ranges of batches are multiplied by the scale.

use crate::arrays::{converted, describe, filled, finite, length, list, number, read, rows, value_error};
use crate::fork::with_threads;
use crate::frame::mirrored;
use crate::terrain::PyTerrain;
use numpy::{PyArrayDyn, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::f64::consts::{FRAC_PI_2, TAU};
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};
use tileray::glam::{IVec2, UVec2, Vec2};
use tileray::{Pose, Ray, Terrain};

/// Beams are taken in chunks of about so many where their ranges are not kept.
const CHUNK: usize = 1 << 16;

/// The frame of the world around a grid.
#[derive(Clone, Copy, Debug)]
struct GridFrame {
    scale: f64,
    origin: [f64; 2],
    angle: f64,
}

/// A square table of probabilities: `numbers[observed * width + computed]`.
#[derive(Debug)]
struct SensorModel {
    numbers: Vec<f64>,
    width: usize,
}

/// The ranges of a grid, and the sensor model that weighs them.
#[pyclass(module = "tileray._native", frozen)]
#[derive(Debug)]
pub(crate) struct RangeMethod {
    terrain: Arc<Terrain>,
    /// The columns and rows of the grid.
    size: UVec2,
    frame: GridFrame,
    max_range: f32,
    sensor_model: Mutex<Option<Arc<SensorModel>>>,
}

impl GridFrame {
    fn poses(&self, poses: &[[f32; 3]]) -> Vec<Pose> {
        let (sine, cosine) = self.angle.sin_cos();
        let pose = |&[x, y, theta]: &[f32; 3]| {
            let (x, y) = ((f64::from(x) - self.origin[0]) / self.scale, (f64::from(y) - self.origin[1]) / self.scale);
            let (u, v) = (cosine * x - sine * y, sine * x + cosine * y);
            let heading = (FRAC_PI_2 - f64::from(theta) - self.angle) % TAU;
            Pose::new((v as f32, u as f32), heading as f32)
        };
        poses.iter().map(pose).collect()
    }
}

impl SensorModel {
    fn probability(&self, observed: f32, computed: f32) -> f64 {
        let last = (self.width - 1) as f32;
        // NaN becomes 0.
        let index = |range: f32| range.max(0.0).min(last) as usize;
        self.numbers[index(observed) * self.width + index(computed)]
    }
}

impl RangeMethod {
    fn model(&self) -> PyResult<Arc<SensorModel>> {
        let model = self.sensor_model.lock().unwrap_or_else(PoisonError::into_inner).clone();
        model.ok_or_else(|| PyValueError::new_err("there is no sensor model yet; call set_sensor_model first"))
    }

    /// Writes the ranges of beams in pixels.
    ///
    /// The angles must be those of [`mirrored`]; the ranges of a pose are then in the order of the angles as given.
    fn scan(&self, poses: &[[f32; 3]], mirrored: &[f32], ranges: &mut [f32]) {
        let poses = self.frame.poses(poses);
        with_threads(|| self.terrain.query().scan(&poses, mirrored, self.max_range, ranges));
        ranges.chunks_exact_mut(mirrored.len()).for_each(<[f32]>::reverse);
    }
}

const POSES: &str = "an array of numbers of shape (n, 3), whose rows are (x, y, theta)";
const ANGLES: &str = "an array of numbers of shape (m,)";

#[pymethods]
impl RangeMethod {
    #[new]
    fn new(terrain: &PyTerrain, max_range: f64, scale: f64, origin: (f64, f64), angle: f64) -> PyResult<Self> {
        if !(scale > 0.0 && scale.is_finite()) {
            return Err(value_error("scale", "a number above 0", &scale.to_string()));
        }
        let origin = [finite(origin.0, "origin")?, finite(origin.1, "origin")?];
        let frame = GridFrame { scale, origin, angle: finite(angle, "angle")? };
        let max_range = length(max_range, "max_range")?;
        let size = terrain.bounds.size();
        Ok(Self { terrain: terrain.snapshot(), size, frame, max_range, sensor_model: Mutex::new(None) })
    }

    /// Returns the range of a beam, in pixels, from a pixel and a heading of the grid.
    fn calc_range(&self, x: f64, y: f64, heading: f64) -> PyResult<f32> {
        let pose = Pose::new((number(x, "x")?, number(y, "y")?), number(heading, "heading")?);
        let mut range = [0.0];
        self.terrain.query().scan(&[pose], &[0.0], self.max_range, &mut range);
        Ok(range[0])
    }

    /// Writes the ranges of each pose at all angles to `outs`, pose after pose.
    fn calc_range_repeat_angles(
        &self,
        py: Python<'_>,
        ins: &Bound<'_, PyAny>,
        angles: &Bound<'_, PyAny>,
        outs: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let poses = rows(ins, "ins", POSES)?;
        let angles = mirrored(&list(angles, "angles", ANGLES)?);
        let count = poses.len().checked_mul(angles.len());
        let count = count.ok_or_else(|| PyValueError::new_err("outs: too many beams"))?;
        filled(py, Some(outs), "outs", &[count], "float32", |ranges: &mut [f32]| {
            self.scan(&poses, &angles, ranges);
            if self.frame.scale != 1.0 {
                ranges.iter_mut().for_each(|range| *range = (f64::from(*range) * self.frame.scale) as f32);
            }
        })?;
        Ok(())
    }

    /// Marks the pixels that beams pass, up to the first occupied one, in an array of uint8 of the shape of the grid.
    ///
    /// The poses are those of the world, or pixels and headings of the grid. A beam ends where it leaves the grid.
    fn mark(
        &self,
        py: Python<'_>,
        ins: &Bound<'_, PyAny>,
        in_world: bool,
        angles: &Bound<'_, PyAny>,
        marks: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let poses = rows(ins, "ins", POSES)?;
        let angles = list(angles, "angles", ANGLES)?;
        let poses = match in_world {
            true => self.frame.poses(&poses),
            false => poses.iter().map(|&[x, y, heading]| Pose::new((x, y), heading)).collect(),
        };
        let (width, height) = (self.size.x as usize, self.size.y as usize);
        filled(py, Some(marks), "marks", &[height, width], "uint8", |marks: &mut [u8]| {
            // Beside a corner of its border a ray may pass a pixel outside, and come back.
            let (grid, around) = (IVec2::ZERO..self.size.as_ivec2(), IVec2::NEG_ONE..self.size.as_ivec2() + 1);
            let lies_in = |area: &Range<IVec2>, pixel: IVec2| (pixel.cmpge(area.start) & pixel.cmplt(area.end)).all();
            for (pose, angle) in poses.iter().flat_map(|pose| angles.iter().map(move |angle| (pose, angle))) {
                let direction = Vec2::from_angle(pose.rotation - angle);
                let ray = Ray::new(pose.translation, direction, self.max_range);
                for pixel in ray.exact_pixels().take_while(|&pixel| lies_in(&around, pixel)) {
                    if lies_in(&grid, pixel) {
                        marks[pixel.y as usize * width + pixel.x as usize] = 1;
                    }
                    if self.terrain.is_solid(pixel) {
                        break;
                    }
                }
            }
        })?;
        Ok(())
    }

    /// Sets the sensor model: the probability of each observed range, a row, at each computed range, a column, in pixels.
    fn set_sensor_model(&self, table: &Bound<'_, PyAny>) -> PyResult<()> {
        const EXPECTED: &str = "a square array of float64";
        let array: Bound<'_, PyArrayDyn<f64>> = converted(table, "table", EXPECTED, "fiu", "float64")?;
        let &[rows, columns] = array.shape() else { return Err(value_error("table", EXPECTED, &describe(table))) };
        if rows != columns || rows == 0 {
            return Err(value_error("table", EXPECTED, &describe(table)));
        }
        let numbers = read(&array, "table", <[f64]>::to_vec)?;
        *self.sensor_model.lock().unwrap_or_else(PoisonError::into_inner) =
            Some(Arc::new(SensorModel { numbers, width: rows }));
        Ok(())
    }

    /// Writes the product of the probabilities of all rays of each particle to `outs`.
    fn eval_sensor_model(
        &self,
        py: Python<'_>,
        observation: &Bound<'_, PyAny>,
        ranges: &Bound<'_, PyAny>,
        outs: &Bound<'_, PyAny>,
        num_rays: usize,
        num_particles: usize,
    ) -> PyResult<()> {
        let model = self.model()?;
        let given = (describe(observation), describe(ranges));
        let observed = list(observation, "observation", "an array of numbers of shape (num_rays,)")?;
        let computed = list(ranges, "ranges", "an array of numbers of shape (num_particles * num_rays,)")?;
        if observed.len() != num_rays {
            return Err(value_error("observation", &format!("an array of shape ({num_rays},)"), &given.0));
        }
        if num_rays.checked_mul(num_particles) != Some(computed.len()) {
            let expected = format!("an array of shape ({num_particles} * {num_rays},)");
            return Err(value_error("ranges", &expected, &given.1));
        }
        let scale = self.frame.scale;
        filled(py, Some(outs), "outs", &[num_particles], "float64", |weights| {
            let pixels = |range: f32| (f64::from(range) / scale) as f32;
            let observed: Vec<f32> = observed.into_iter().map(pixels).collect();
            weights.fill(1.0);
            for (weight, computed) in weights.iter_mut().zip(computed.chunks(num_rays.max(1))) {
                let probabilities = observed.iter().zip(computed).map(|(&r, &d)| model.probability(r, pixels(d)));
                *weight = probabilities.product();
            }
        })?;
        Ok(())
    }

    /// Writes to `weights` the product of the probabilities of what is observed at all angles, for each pose.
    fn calc_range_repeat_angles_eval_sensor_model(
        &self,
        py: Python<'_>,
        ins: &Bound<'_, PyAny>,
        angles: &Bound<'_, PyAny>,
        obs: &Bound<'_, PyAny>,
        weights: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let model = self.model()?;
        let poses = rows(ins, "ins", POSES)?;
        let angles = mirrored(&list(angles, "angles", ANGLES)?);
        let expected = format!("an array of numbers of shape ({},), as angles has", angles.len());
        let given = describe(obs);
        let observed = list(obs, "obs", &expected)?;
        if observed.len() != angles.len() {
            return Err(value_error("obs", &expected, &given));
        }
        let scale = self.frame.scale;
        filled(py, Some(weights), "weights", &[poses.len()], "float64", |weights| {
            let observed: Vec<f32> = observed.into_iter().map(|range| (f64::from(range) / scale) as f32).collect();
            weights.fill(1.0);
            if angles.is_empty() {
                return;
            }
            let chunk = (CHUNK / angles.len()).max(1);
            let mut ranges = vec![0.0; chunk.min(poses.len()) * angles.len()];
            for (poses, weights) in poses.chunks(chunk).zip(weights.chunks_mut(chunk)) {
                let ranges = &mut ranges[..poses.len() * angles.len()];
                self.scan(poses, &angles, ranges);
                for (weight, computed) in weights.iter_mut().zip(ranges.chunks_exact(angles.len())) {
                    *weight = observed.iter().zip(computed).map(|(&r, &d)| model.probability(r, d)).product();
                }
            }
        })?;
        Ok(())
    }
}
