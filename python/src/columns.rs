//! Columns of Arrow: read from any object with the Arrow PyCapsule interface, and exported by it.
//!
//! ```text
//! pyarrow, polars, … ──__arrow_c_array__ or __arrow_c_stream__──▶ Columns ──cast──▶ RecordBatch ──__arrow_c_array__──▶ …
//! ```
//!
//! Columns of float32 are read in place, and the buffers that a query wrote are those of the batch that it returns.

use crate::arrays::value_error;
use crate::capsules::{self, unreadable};
use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowPrimitiveType, Float16Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type,
    UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef, Float32Array, RecordBatch};
use arrow_schema::{ArrowError, DataType, Field, Fields, Schema};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::sync::Arc;

/// Some columns of a batch, or of all batches of a stream, as numbers in `f32`.
pub(crate) struct Columns<const N: usize> {
    batches: Vec<[Float32Array; N]>,
    rows: usize,
}

impl<const N: usize> Columns<N> {
    /// Reads columns by their names. Other columns are ignored; other real numbers are converted.
    pub(crate) fn read(batch: &Bound<'_, PyAny>, names: [&str; N]) -> PyResult<Self> {
        let (data_type, arrays) = capsules::import(batch)?;
        let DataType::Struct(fields) = data_type else {
            let found = format!("an array of {data_type}");
            return Err(value_error("batch", "a record batch, a table or a stream of them", &found));
        };
        let mut places = [0; N];
        for (place, name) in places.iter_mut().zip(names) {
            *place = find(&fields, name)?;
        }
        // A stream may wait for other threads of Python, which need its lock.
        let arrays: Result<Vec<ArrayRef>, ArrowError> = batch.py().detach(|| arrays.collect());
        let mut columns = Self { batches: Vec::new(), rows: 0 };
        for array in arrays.map_err(unreadable)? {
            if array.null_count() > 0 {
                let nulls = format!("{} nulls in {} rows; drop them first", array.null_count(), array.len());
                return Err(value_error("batch", "rows that are not null", &nulls));
            }
            let structs = array.as_struct();
            let mut numbers = std::array::from_fn(|_| Float32Array::new_null(0));
            for ((numbers, name), place) in numbers.iter_mut().zip(names).zip(places) {
                *numbers = self::numbers(structs.column(place), name)?;
            }
            columns.rows += structs.len();
            columns.batches.push(numbers);
        }
        Ok(columns)
    }

    /// Returns the number of rows of all batches.
    pub(crate) fn len(&self) -> usize {
        self.rows
    }

    /// Returns the rows of all batches, in order.
    pub(crate) fn rows(&self) -> impl Iterator<Item = [f32; N]> + '_ {
        self.batches.iter().flat_map(|arrays| {
            let columns = arrays.each_ref().map(|array| &array.values()[..]);
            let rows = columns.iter().map(|column| column.len()).min().unwrap_or(0);
            (0..rows).map(move |row| columns.map(|column| column[row]))
        })
    }
}

/// Returns the place of the only column with a name.
fn find(fields: &Fields, name: &str) -> PyResult<usize> {
    let names = || fields.iter().map(|field| field.name());
    let mut found = names().enumerate().filter(|&(_, field)| field == name);
    match (found.next(), found.next()) {
        (Some((place, _)), None) => Ok(place),
        (Some(_), Some(_)) => Err(value_error("batch", &format!("one column '{name}'"), "several of that name")),
        (None, _) => {
            let names: Vec<String> = names().map(|name| format!("'{name}'")).collect();
            let found = if names.is_empty() { "no columns".into() } else { format!("columns {}", names.join(", ")) };
            Err(value_error("batch", &format!("a column '{name}' of numbers"), &found))
        }
    }
}

/// Returns a column in `f32`: itself if it is of float32, else a conversion.
fn numbers(column: &ArrayRef, name: &str) -> PyResult<Float32Array> {
    if column.null_count() > 0 {
        let nulls = format!("{} nulls in {} rows; drop or fill them first", column.null_count(), column.len());
        return Err(value_error(name, "a column without nulls", &nulls));
    }
    match column.data_type() {
        DataType::Float32 => Ok(column.as_primitive::<Float32Type>().clone()),
        DataType::Float64 => Ok(converted::<Float64Type>(column, |number| number as f32)),
        DataType::Float16 => Ok(converted::<Float16Type>(column, <Float16Type as ArrowPrimitiveType>::Native::to_f32)),
        DataType::Int8 => Ok(converted::<Int8Type>(column, |number| number as f32)),
        DataType::Int16 => Ok(converted::<Int16Type>(column, |number| number as f32)),
        DataType::Int32 => Ok(converted::<Int32Type>(column, |number| number as f32)),
        DataType::Int64 => Ok(converted::<Int64Type>(column, |number| number as f32)),
        DataType::UInt8 => Ok(converted::<UInt8Type>(column, |number| number as f32)),
        DataType::UInt16 => Ok(converted::<UInt16Type>(column, |number| number as f32)),
        DataType::UInt32 => Ok(converted::<UInt32Type>(column, |number| number as f32)),
        DataType::UInt64 => Ok(converted::<UInt64Type>(column, |number| number as f32)),
        other => Err(value_error(name, "a column of real numbers", &format!("one of {other}"))),
    }
}

fn converted<T: ArrowPrimitiveType>(column: &ArrayRef, number: impl Fn(T::Native) -> f32) -> Float32Array {
    column.as_primitive::<T>().values().iter().map(|&value| number(value)).collect::<Vec<f32>>().into()
}

/// Columns that a query returns, for every library with the Arrow PyCapsule interface.
///
/// `pyarrow.record_batch(batch)`, `pyarrow.table(batch)` and `polars.DataFrame(batch)` take it, and DuckDB reads it by its
/// name in a query. They share its memory: nothing is copied.
#[pyclass(name = "RecordBatch", module = "tileray", frozen)]
#[derive(Debug)]
pub(crate) struct PyRecordBatch(RecordBatch);

impl PyRecordBatch {
    /// Creates a batch of one column.
    pub(crate) fn of_column(name: &str, column: ArrayRef) -> PyResult<Self> {
        let field = Field::new(name, column.data_type().clone(), column.null_count() > 0);
        let batch = RecordBatch::try_new(Arc::new(Schema::new(vec![field])), vec![column]);
        batch.map(Self).map_err(|error| PyValueError::new_err(error.to_string()))
    }
}

#[pymethods]
impl PyRecordBatch {
    /// The number of rows.
    #[getter]
    fn num_rows(&self) -> usize {
        self.0.num_rows()
    }

    /// The names of the columns.
    #[getter]
    fn column_names(&self) -> Vec<String> {
        self.0.schema_ref().fields().iter().map(|field| field.name().clone()).collect()
    }

    fn __len__(&self) -> usize {
        self.0.num_rows()
    }

    /// Returns capsules with the schema and the columns. Another schema that is requested is not made.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
        let _ = requested_schema;
        capsules::export(py, &self.0)
    }

    /// Returns a capsule with the schema.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        capsules::export_schema(py, self.0.schema_ref())
    }

    /// Returns a capsule with a stream of this one batch. Another schema that is requested is not made.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        capsules::export_stream(py, &self.0)
    }

    fn __repr__(&self) -> String {
        let columns: Vec<String> = self
            .0
            .schema_ref()
            .fields()
            .iter()
            .map(|field| format!("{}: {}", field.name(), field.data_type()))
            .collect();
        format!("<tileray.RecordBatch of {} rows, {}>", self.0.num_rows(), columns.join(", "))
    }
}
