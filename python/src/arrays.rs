//! Numbers from Python: arrays and scalars, checked, with errors that name the argument.

use numpy::{Element, IxDyn, PyArrayDyn, PyArrayMethods, PyReadwriteArray, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyModule;

/// Returns the module numpy.
pub(crate) fn numpy(py: Python<'_>) -> PyResult<&Bound<'_, PyModule>> {
    static NUMPY: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    NUMPY.get_or_try_init(py, || Ok(py.import("numpy")?.unbind())).map(|module| module.bind(py))
}

pub(crate) fn value_error(name: &str, expected: &str, found: &str) -> PyErr {
    PyValueError::new_err(format!("{name}: expected {expected}, got {found}"))
}

/// Describes an array or another object in errors.
pub(crate) fn describe(value: &Bound<'_, PyAny>) -> String {
    match value.cast::<PyUntypedArray>() {
        Ok(array) => format!("an array of {} with shape {}", array.dtype(), shape_text(array.shape())),
        Err(_) => {
            value.get_type().name().map_or_else(|_| "another object".into(), |name| format!("an object of type {name}"))
        }
    }
}

fn shape_text(shape: &[usize]) -> String {
    match shape {
        [only] => format!("({only},)"),
        shape => format!("({})", shape.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")),
    }
}

/// Returns an array of real numbers as rows of `N` numbers in `f32`, copied. Other real numbers and layouts are converted.
pub(crate) fn rows<const N: usize>(value: &Bound<'_, PyAny>, name: &str, expected: &str) -> PyResult<Vec<[f32; N]>> {
    let array = floats(value, name, expected)?;
    let shape = array.shape();
    if shape.len() != 2 || shape[1] != N {
        return Err(value_error(name, expected, &describe(value)));
    }
    read(&array, name, |numbers| numbers.as_chunks().0.to_vec())
}

/// Returns an array of real numbers of one dimension in `f32`, copied. Other real numbers and layouts are converted.
pub(crate) fn list(value: &Bound<'_, PyAny>, name: &str, expected: &str) -> PyResult<Vec<f32>> {
    let array = floats(value, name, expected)?;
    if array.shape().len() != 1 {
        return Err(value_error(name, expected, &describe(value)));
    }
    read(&array, name, <[f32]>::to_vec)
}

/// Calls a function with the numbers of an array that is contiguous.
pub(crate) fn read<T: Element, R>(
    array: &Bound<'_, PyArrayDyn<T>>,
    name: &str,
    work: impl FnOnce(&[T]) -> R,
) -> PyResult<R> {
    let in_use = || PyValueError::new_err(format!("{name}: another call is writing to this array; give it a copy"));
    let borrowed = array.try_readonly().map_err(|_| in_use())?;
    let numbers =
        borrowed.as_slice().map_err(|_| value_error(name, "a C-contiguous array", &describe(array.as_any())))?;
    Ok(work(numbers))
}

/// Returns a value as a C-contiguous array of `f32`: itself if it is one, else a conversion.
fn floats<'py>(value: &Bound<'py, PyAny>, name: &str, expected: &str) -> PyResult<Bound<'py, PyArrayDyn<f32>>> {
    converted(value, name, expected, "fiu", "float32")
}

/// Returns a value as a C-contiguous array: itself if it is one, else a conversion from some kinds of numbers.
pub(crate) fn converted<'py, T: Element>(
    value: &Bound<'py, PyAny>,
    name: &str,
    expected: &str,
    kinds: &str,
    dtype: &str,
) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    if let Ok(array) = value.cast::<PyArrayDyn<T>>()
        && array.is_c_contiguous()
    {
        return Ok(array.clone());
    }
    let numpy = numpy(value.py())?;
    let wrong = |_| value_error(name, expected, &describe(value));
    let array = numpy.call_method1("asarray", (value,)).map_err(wrong)?;
    let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
    if !kinds.contains(&kind) {
        return Err(value_error(name, expected, &describe(&array)));
    }
    // An array of no dimension would become one of one.
    if array.getattr("ndim")?.extract::<usize>()? == 0 {
        return Err(value_error(name, expected, "a single number"));
    }
    let array = numpy.call_method1("ascontiguousarray", (array, dtype)).map_err(wrong)?;
    array.cast_into::<PyArrayDyn<T>>().map_err(|_| value_error(name, expected, &describe(value)))
}

/// Returns an array that `work` has written, without Python's lock: `out`, or a new one. An empty array needs no work.
pub(crate) fn filled<'py, T: Element + Send>(
    py: Python<'py>,
    out: Option<&Bound<'py, PyAny>>,
    name: &str,
    shape: &[usize],
    dtype: &str,
    work: impl FnOnce(&mut [T]) + Send,
) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    let array = output(py, out, name, shape, dtype)?;
    let mut borrowed = write(&array, name)?;
    let numbers = borrowed.as_slice_mut().map_err(|_| value_error(name, "a C-contiguous array", "one that is not"))?;
    if !numbers.is_empty() {
        py.detach(|| work(numbers));
    }
    drop(borrowed);
    Ok(array)
}

/// Returns an array that answers are written to: `out`, or a new one.
fn output<'py, T: Element>(
    py: Python<'py>,
    out: Option<&Bound<'py, PyAny>>,
    name: &str,
    shape: &[usize],
    dtype: &str,
) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    let array = match out {
        Some(out) => out.clone(),
        // Numpy's own function reports a lack of memory as an exception.
        None => numpy(py)?.call_method1("zeros", (shape.to_vec(), dtype))?,
    };
    let expected = || format!("a writable C-contiguous {dtype} array of shape {}", shape_text(shape));
    let array = array
        .cast_into::<PyArrayDyn<T>>()
        .map_err(|error| value_error(name, &expected(), &describe(&error.into_inner())))?;
    if array.shape() != shape || !array.is_c_contiguous() {
        let layout = if array.is_c_contiguous() { "" } else { " that is not C-contiguous" };
        return Err(value_error(name, &expected(), &(describe(array.as_any()) + layout)));
    }
    Ok(array)
}

/// Borrows an array to write to it.
fn write<'py, T: Element>(array: &Bound<'py, PyArrayDyn<T>>, name: &str) -> PyResult<PyReadwriteArray<'py, T, IxDyn>> {
    array.try_readwrite().map_err(|error| match error {
        numpy::BorrowError::NotWriteable => value_error(name, "a writable array", "a read-only one"),
        _ => PyValueError::new_err(format!("{name}: another call is using this array; give each thread its own")),
    })
}

/// Checks a number that may not be NaN.
pub(crate) fn number(value: f64, name: &str) -> PyResult<f32> {
    if value.is_nan() { Err(value_error(name, "a number", "NaN")) } else { Ok(value as f32) }
}

/// Checks a number that may not be NaN or negative; infinity is accepted.
pub(crate) fn length(value: f64, name: &str) -> PyResult<f32> {
    if value >= 0.0 { Ok(value as f32) } else { Err(value_error(name, "a number of 0 or more", &value.to_string())) }
}

/// Checks a number that must be finite.
pub(crate) fn finite(value: f64, name: &str) -> PyResult<f64> {
    if value.is_finite() { Ok(value) } else { Err(value_error(name, "a finite number", &value.to_string())) }
}
