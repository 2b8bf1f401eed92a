//! The columns of a stream, as its schema tells them.

use super::table::{Damaged, Table};
use super::{PRECISION_DOUBLE, PRECISION_SINGLE, TYPE_FLOAT, field};

/// A column of numbers, and where a record batch has it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NumberColumn {
    pub(crate) name: &'static str,
    /// Whether the numbers have 64 bits instead of 32.
    pub(crate) is_double: bool,
    /// The index of its node, and of the first of its two buffers.
    pub(crate) node: usize,
    pub(crate) buffer: usize,
}

/// The reason why a schema is refused.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum SchemaFault {
    Damaged,
    /// No column has this name.
    Missing(&'static str),
    /// Several columns have this name.
    Twice(&'static str),
    /// A column is of another type than 32-bit or 64-bit floats.
    WrongType(&'static str, &'static str),
    /// A column before the last one that is read has a type whose buffers are not known.
    Unknown(String, &'static str),
}

impl From<Damaged> for SchemaFault {
    fn from(_: Damaged) -> Self {
        Self::Damaged
    }
}

/// The most fields of a schema, nested ones included.
const MOST_FIELDS: usize = 10_000;
/// How deep the fields of a schema are nested at most.
const DEEPEST: usize = 32;

/// Finds the columns of these names in a schema. Others are skipped.
pub(crate) fn number_columns(
    schema: &Table<'_>,
    names: &'static [&'static str],
) -> Result<Vec<NumberColumn>, SchemaFault> {
    let mut found: Vec<Option<NumberColumn>> = vec![None; names.len()];
    let (mut node, mut buffer, mut budget) = (0, 0, MOST_FIELDS);
    let mut unknown = None;
    for column in schema.tables(field::SCHEMA_FIELDS)? {
        let column = column?;
        let name = column.text(field::FIELD_NAME)?;
        if let Some(place) = names.iter().position(|known| **known == name) {
            let name = names[place];
            if let Some((name, kind)) = unknown {
                return Err(SchemaFault::Unknown(name, kind));
            }
            let is_double = is_double(&column)?.map_err(|kind| SchemaFault::WrongType(name, kind))?;
            if found[place].replace(NumberColumn { name, is_double, node, buffer }).is_some() {
                return Err(SchemaFault::Twice(name));
            }
        }
        match sizes(&column, DEEPEST, &mut budget)? {
            Ok((nodes, buffers)) => {
                node += nodes;
                buffer += buffers;
            }
            Err(kind) => unknown = unknown.or(Some((name, kind))),
        }
    }
    let columns = found.into_iter().zip(names).map(|(column, name)| column.ok_or(SchemaFault::Missing(name)));
    columns.collect()
}

/// Returns whether the column is of 64-bit floats, or the name of its type if it is not of floats.
fn is_double(column: &Table<'_>) -> Result<Result<bool, &'static str>, Damaged> {
    if column.table(field::FIELD_DICTIONARY)?.is_some() {
        return Ok(Err("a dictionary"));
    }
    match (column.u8(field::FIELD_TYPE_TYPE)?, column.table(field::FIELD_TYPE)?) {
        (TYPE_FLOAT, Some(float)) => Ok(match float.i16(field::FLOAT_PRECISION)? {
            PRECISION_SINGLE => Ok(false),
            PRECISION_DOUBLE => Ok(true),
            _ => Err("float16"),
        }),
        (other, _) => Ok(Err(TYPES.get(usize::from(other)).map_or("of an unknown type", |(name, _)| name))),
    }
}

/// Arrow's types by number: the name, and how many buffers a column has besides those of its children; `None` where that
/// differs from batch to batch.
const TYPES: [(&str, Option<usize>); 27] = [
    ("of no type", None),
    ("null", Some(0)),
    ("of integers", Some(2)),
    ("of floats", Some(2)),
    ("binary", Some(3)),
    ("text", Some(3)),
    ("bool", Some(2)),
    ("decimal", Some(2)),
    ("date", Some(2)),
    ("time", Some(2)),
    ("timestamp", Some(2)),
    ("interval", Some(2)),
    ("list", Some(2)),
    ("struct", Some(1)),
    ("union", None),
    ("fixed-size binary", Some(2)),
    ("fixed-size list", Some(1)),
    ("map", Some(2)),
    ("duration", Some(2)),
    ("large binary", Some(3)),
    ("large text", Some(3)),
    ("large list", Some(2)),
    ("run-end encoded", None),
    ("binary view", None),
    ("text view", None),
    ("list view", None),
    ("large list view", None),
];

/// Returns the numbers of nodes and buffers that a column has in each batch, or its type where they are not known.
fn sizes(
    column: &Table<'_>,
    depth: usize,
    budget: &mut usize,
) -> Result<Result<(usize, usize), &'static str>, SchemaFault> {
    // Hostile fields may share their children, so that a few bytes describe more fields than there is time for.
    *budget = budget.checked_sub(1).ok_or(SchemaFault::Damaged)?;
    if column.table(field::FIELD_DICTIONARY)?.is_some() {
        return Ok(Ok((1, 2)));
    }
    let kind = usize::from(column.u8(field::FIELD_TYPE_TYPE)?);
    let Some(&(name, own)) = TYPES.get(kind) else { return Ok(Err("of an unknown type")) };
    let Some(own) = own else { return Ok(Err(name)) };
    let (mut nodes, mut buffers) = (1, own);
    for child in column.tables(field::FIELD_CHILDREN)? {
        let depth = depth.checked_sub(1).ok_or(SchemaFault::Damaged)?;
        match sizes(&child?, depth, budget)? {
            Ok((more_nodes, more_buffers)) => {
                nodes += more_nodes;
                buffers += more_buffers;
            }
            Err(kind) => return Ok(Err(kind)),
        }
    }
    Ok(Ok((nodes, buffers)))
}
