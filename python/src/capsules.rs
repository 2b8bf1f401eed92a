//! The capsules of the [Arrow PyCapsule interface](https://arrow.apache.org/docs/format/CDataInterface/PyCapsuleInterface.html),
//! by which Python's libraries hand columns to each other as structs of C.
//!
//! The only unsafe code of the package is here: a struct of C that another library filled in is taken at its word, as in every
//! library with this interface.
#![expect(unsafe_code, reason = "the structs of C are behind pointers")]

use crate::arrays::describe;
use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi};
use arrow_array::ffi_stream::{ArrayStreamReader, FFI_ArrowArrayStream};
use arrow_array::{Array, ArrayReader, ArrayRef, RecordBatch, RecordBatchIterator, StructArray, make_array};
use arrow_schema::{ArrowError, DataType, Schema};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::ffi::CStr;
use std::ptr::NonNull;

const SCHEMA: &CStr = c"arrow_schema";
const ARRAY: &CStr = c"arrow_array";
const STREAM: &CStr = c"arrow_array_stream";

/// Arrays of one type, in order.
pub(crate) type Arrays = Box<dyn Iterator<Item = Result<ArrayRef, ArrowError>> + Send>;

/// Takes the arrays of an object with the interface, and returns them with their type: one array, or those of a stream.
pub(crate) fn import(batch: &Bound<'_, PyAny>) -> PyResult<(DataType, Arrays)> {
    if let Some(method) = batch.getattr_opt("__arrow_c_array__")? {
        let capsules = method.call0()?;
        let wrong = |_| PyTypeError::new_err("batch: __arrow_c_array__ did not return two capsules");
        let (schema, array): (Bound<'_, PyCapsule>, Bound<'_, PyCapsule>) = capsules.extract().map_err(wrong)?;
        let schema = pointer::<FFI_ArrowSchema>(&schema, SCHEMA)?;
        let array = pointer::<FFI_ArrowArray>(&array, ARRAY)?;
        // SAFETY: capsules of these names own a valid schema and a valid array, which nobody else uses while Python's lock is
        // held. The array is moved out; what is left is marked as released, so its owner does not release it again.
        let (schema, array) = unsafe { (schema.as_ref(), FFI_ArrowArray::from_raw(array.as_ptr())) };
        if array.is_released() {
            return Err(PyValueError::new_err("batch: its array was already taken; export it anew"));
        }
        // SAFETY: the exporter vouches that the array is one of the schema.
        let array = unsafe { from_ffi(array, schema) }.map_err(unreadable)?;
        let array = make_array(array);
        Ok((array.data_type().clone(), Box::new(std::iter::once(Ok(array)))))
    } else if let Some(method) = batch.getattr_opt("__arrow_c_stream__")? {
        let wrong = |_| PyTypeError::new_err("batch: __arrow_c_stream__ did not return a capsule");
        let stream: Bound<'_, PyCapsule> = method.call0()?.cast_into().map_err(wrong)?;
        let stream = pointer::<FFI_ArrowArrayStream>(&stream, STREAM)?;
        // SAFETY: as above; the stream is moved out.
        let stream = unsafe { FFI_ArrowArrayStream::from_raw(stream.as_ptr()) };
        let arrays = ArrayStreamReader::try_new(stream).map_err(unreadable)?;
        Ok((arrays.field().data_type().clone(), Box::new(arrays)))
    } else {
        Err(PyTypeError::new_err(format!(
            "batch: expected an object with the Arrow PyCapsule interface, such as a RecordBatch or a Table of pyarrow or a \
             DataFrame of polars, got {}",
            describe(batch)
        )))
    }
}

pub(crate) fn unreadable(error: ArrowError) -> PyErr {
    PyValueError::new_err(format!("batch: {error}"))
}

fn pointer<T>(capsule: &Bound<'_, PyCapsule>, name: &'static CStr) -> PyResult<NonNull<T>> {
    let wrong = |_| PyTypeError::new_err(format!("batch: expected a capsule of the name {name:?}"));
    Ok(capsule.pointer_checked(Some(name)).map_err(wrong)?.cast())
}

/// Returns capsules with the schema and the columns of a batch.
pub(crate) fn export<'py>(
    py: Python<'py>,
    batch: &RecordBatch,
) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
    let array = FFI_ArrowArray::new(&StructArray::from(batch.clone()).to_data());
    Ok((export_schema(py, batch.schema_ref())?, PyCapsule::new_with_value(py, array, ARRAY)?))
}

/// Returns a capsule with a schema.
pub(crate) fn export_schema<'py>(py: Python<'py>, schema: &Schema) -> PyResult<Bound<'py, PyCapsule>> {
    PyCapsule::new_with_value(py, FFI_ArrowSchema::try_from(schema).map_err(unreadable)?, SCHEMA)
}

/// Returns a capsule with a stream of one batch.
pub(crate) fn export_stream<'py>(py: Python<'py>, batch: &RecordBatch) -> PyResult<Bound<'py, PyCapsule>> {
    let batches = RecordBatchIterator::new([Ok(batch.clone())], batch.schema());
    PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(batches)), STREAM)
}
