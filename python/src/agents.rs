//! Agents: moving shapes that stop rays besides the terrain, from arrays of Python.

use crate::arrays::{converted, describe, read, value_error};
use numpy::PyUntypedArrayMethods;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use tileray::collide::Collider;
use tileray::glam::{DVec2, Vec2, dvec2};
use tileray::scan::ScanFrame;
use tileray::sprite::Colliders;
use tileray::{Circle, ConvexPolygon, Polygon, Pose};

const AGENTS: &str =
    "discs of shape (n, 3), boxes of shape (n, 5), or a list of discs, boxes and polygons of shape (k, 2)";
const AGENT: &str =
    "a disc (x, y, radius), a box (x, y, theta, length, width) or a polygon of shape (k, 2) with k of 3 or more";

/// Agents, and which of them each pose or ray excludes.
pub(crate) struct Agents {
    pub(crate) colliders: Colliders,
    /// Empty if none is excluded.
    exclude: Vec<u32>,
}

/// The arguments `agents` and `exclude`.
pub(crate) type AgentWords<'a, 'py> = (Option<&'a Bound<'py, PyAny>>, Option<&'a Bound<'py, PyAny>>);

impl Agents {
    /// Reads agents, in meters of a frame or in pixels; `None` if there are none.
    pub(crate) fn read((agents, exclude): AgentWords<'_, '_>, frame: Option<&ScanFrame>) -> PyResult<Option<Self>> {
        let Some(agents) = agents else {
            return match exclude {
                Some(_) => Err(PyValueError::new_err("exclude: there are no agents to exclude; give agents too")),
                None => Ok(None),
            };
        };
        let (colliders, count) = colliders(agents, frame)?;
        let exclude = exclude.map(|exclude| indices(exclude, count)).transpose()?.unwrap_or_default();
        Ok(Some(Self { colliders, exclude }))
    }

    /// Checks that there are as many excluded agents as poses or rays, if there are any.
    pub(crate) fn check(agents: Option<&Self>, count: usize, of: &str) -> PyResult<()> {
        match agents.map_or(0, |agents| agents.exclude.len()) {
            given if given == 0 || given == count => Ok(()),
            given => {
                let expected = format!("an array of integers of shape ({count},), one for each of the {of}");
                Err(value_error("exclude", &expected, &format!("one of shape ({given},)")))
            }
        }
    }

    /// Returns the excluded agents of some of the poses or rays.
    pub(crate) fn excluded(&self, first: usize, len: usize) -> &[u32] {
        self.exclude.get(first..first + len).unwrap_or_default()
    }
}

/// Returns the shapes of agents, and their number.
fn colliders(agents: &Bound<'_, PyAny>, frame: Option<&ScanFrame>) -> PyResult<(Colliders, usize)> {
    let array = converted::<f64>(agents, "agents", AGENTS, "fiu", "float64");
    let numbers = array.as_ref().ok().map(|array| read(array, "agents", <[f64]>::to_vec)).transpose()?;
    if let (Ok(array), Some(numbers)) = (&array, &numbers) {
        match *array.shape() {
            [0] => return Ok((Colliders::default(), 0)),
            [count, 3] => {
                return Ok((numbers.as_chunks().0.iter().map(|row| disc(row, frame)).collect(), count));
            }
            [count, 5] => {
                let boxes = numbers.as_chunks().0.iter().map(|row| rectangle(row, frame));
                return Ok((boxes.collect::<Vec<_>>().iter().map(|shape| &**shape).collect(), count));
            }
            _ => {}
        }
    }
    let items = agents.try_iter().map_err(|_| value_error("agents", AGENTS, &describe(agents)))?;
    let shapes = items.enumerate().map(|(index, item)| agent(&item?, &format!("agents[{index}]"), frame));
    let shapes = shapes.collect::<PyResult<Vec<Box<dyn Collider>>>>()?;
    Ok((shapes.iter().map(|shape| &**shape).collect(), shapes.len()))
}

/// Returns an agent of any kind.
fn agent(item: &Bound<'_, PyAny>, name: &str, frame: Option<&ScanFrame>) -> PyResult<Box<dyn Collider>> {
    let array = converted::<f64>(item, name, AGENT, "fiu", "float64")?;
    let numbers = read(&array, name, <[f64]>::to_vec)?;
    match (array.shape(), &numbers[..]) {
        (&[3], &[x, y, radius]) => Ok(Box::new(disc(&[x, y, radius], frame))),
        (&[5], &[x, y, theta, length, width]) => Ok(rectangle(&[x, y, theta, length, width], frame)),
        (&[3..=usize::MAX, 2], numbers) => {
            let corners = numbers.as_chunks().0.iter().map(|&corner| point(DVec2::from(corner), frame)).collect();
            let polygon = Polygon::new(corners).map_err(|error| PyValueError::new_err(format!("{name}: {error}")))?;
            Ok(Box::new(polygon))
        }
        _ => Err(value_error(name, AGENT, &describe(array.as_any()))),
    }
}

fn point(point: DVec2, frame: Option<&ScanFrame>) -> Vec2 {
    frame.map_or(point, |frame| frame.point_to_pixels(point)).as_vec2()
}

fn length(length: f64, frame: Option<&ScanFrame>) -> f32 {
    frame.map_or(length, |frame| frame.distance_to_pixels(length)) as f32
}

fn disc(&[x, y, radius]: &[f64; 3], frame: Option<&ScanFrame>) -> Circle {
    Circle::new(point(dvec2(x, y), frame), length(radius, frame))
}

/// Returns a box; one that is not finite, or has no area, becomes a shape that no ray meets.
fn rectangle(&[x, y, theta, length, width]: &[f64; 5], frame: Option<&ScanFrame>) -> Box<dyn Collider> {
    let pose = match frame {
        Some(frame) => frame.pose_to_pixels((x, y), theta),
        None => Pose::new(dvec2(x, y).as_vec2(), theta as f32),
    };
    let half = Vec2::new(self::length(length / 2.0, frame), self::length(width / 2.0, frame));
    match ConvexPolygon::rectangle(-half, half) {
        Ok(polygon) if half.cmpgt(Vec2::ZERO).all() => Box::new(polygon.transformed(&pose)),
        _ => Box::new(Circle::new(Vec2::NAN, 0.0)),
    }
}

/// Returns the indices of excluded agents; no agent has the one for -1.
fn indices(exclude: &Bound<'_, PyAny>, count: usize) -> PyResult<Vec<u32>> {
    const EXPECTED: &str = "an array of integers of shape (n,)";
    let array = converted::<i64>(exclude, "exclude", EXPECTED, "iu", "int64")?;
    if array.shape().len() != 1 {
        return Err(value_error("exclude", EXPECTED, &describe(exclude)));
    }
    let index = |index: i64| match u32::try_from(index) {
        Ok(number) if (number as usize) < count => Ok(number),
        _ if index == -1 => Ok(u32::MAX),
        _ => {
            let expected = format!("indices of the {count} agents, from 0 on, or -1");
            Err(value_error("exclude", &expected, &index.to_string()))
        }
    };
    read(&array, "exclude", |indices| indices.iter().copied().map(index).collect())?
}
