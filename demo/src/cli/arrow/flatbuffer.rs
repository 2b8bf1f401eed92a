//! Writes flatbuffers: tables in the order of a tree, each right after the list of its fields.

/// A value of a field.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    U8(u8),
    I16(i16),
    I32(i32),
    I64(i64),
    Text(&'static str),
    Table(Table),
    Tables(Vec<Table>),
    /// A vector of structs that have two 64-bit numbers each.
    Pairs(Vec<(i64, i64)>),
}

/// The values of a table, each with the place of its field.
pub(crate) type Table = Vec<(usize, Value)>;

impl Value {
    /// Returns the size of the field in the table, where texts, tables and vectors are offsets.
    const fn size(&self) -> usize {
        match self {
            Self::U8(_) => 1,
            Self::I16(_) => 2,
            Self::I64(_) => 8,
            Self::I32(_) | Self::Text(_) | Self::Table(_) | Self::Tables(_) | Self::Pairs(_) => 4,
        }
    }
}

/// Returns the flatbuffer whose root is `table`, in a multiple of 8 bytes.
pub(crate) fn flatbuffer(table: &Table) -> Vec<u8> {
    let mut bytes = vec![0; 4];
    let root = write_table(&mut bytes, table);
    point(&mut bytes, 0, root);
    align(&mut bytes, 8, 0);
    bytes
}

/// Adds zeros until the length is `past` bytes beyond a multiple of `unit`.
fn align(bytes: &mut Vec<u8>, unit: usize, past: usize) {
    while bytes.len() % unit != past {
        bytes.push(0);
    }
}

/// Makes the offset at `at` lead to `target`.
fn point(bytes: &mut [u8], at: usize, target: usize) {
    bytes[at..at + 4].copy_from_slice(&((target - at) as u32).to_le_bytes());
}

/// Writes a table and all that it refers to; returns its position.
fn write_table(bytes: &mut Vec<u8>, table: &Table) -> usize {
    // The list of fields: its length, that of the table, and where each field begins.
    let fields = table.iter().map(|(field, _)| field + 1).max().unwrap_or(0);
    let mut starts = vec![0u16; fields];
    let mut length = 4;
    for (field, value) in table {
        length = usize::next_multiple_of(length, value.size());
        starts[*field] = length as u16;
        length += value.size();
    }
    let list = 4 + 2 * fields;
    align(bytes, 8, (8 - list % 8) % 8);
    for entry in [list as u16, length as u16].iter().chain(&starts) {
        bytes.extend(entry.to_le_bytes());
    }
    let at = bytes.len();
    bytes.extend((list as i32).to_le_bytes());
    bytes.resize(at + length, 0);
    for (field, value) in table {
        let start = at + usize::from(starts[*field]);
        match value {
            Value::U8(value) => bytes[start] = *value,
            Value::I16(value) => bytes[start..start + 2].copy_from_slice(&value.to_le_bytes()),
            Value::I32(value) => bytes[start..start + 4].copy_from_slice(&value.to_le_bytes()),
            Value::I64(value) => bytes[start..start + 8].copy_from_slice(&value.to_le_bytes()),
            Value::Text(text) => {
                let target = write_vector(bytes, text.len(), 4);
                bytes.extend(text.as_bytes());
                bytes.push(0);
                point(bytes, start, target);
            }
            Value::Table(table) => {
                let target = write_table(bytes, table);
                point(bytes, start, target);
            }
            Value::Tables(tables) => {
                let target = write_vector(bytes, tables.len(), 4);
                bytes.resize(bytes.len() + 4 * tables.len(), 0);
                point(bytes, start, target);
                for (index, table) in tables.iter().enumerate() {
                    let element = write_table(bytes, table);
                    point(bytes, target + 4 + 4 * index, element);
                }
            }
            Value::Pairs(pairs) => {
                let target = write_vector(bytes, pairs.len(), 8);
                for (first, second) in pairs {
                    bytes.extend(first.to_le_bytes());
                    bytes.extend(second.to_le_bytes());
                }
                point(bytes, start, target);
            }
        }
    }
    at
}

/// Writes the length of a vector, whose elements begin at a multiple of `unit`; returns its position.
fn write_vector(bytes: &mut Vec<u8>, count: usize, unit: usize) -> usize {
    align(bytes, unit, unit - 4);
    bytes.extend((count as u32).to_le_bytes());
    bytes.len() - 4
}

#[cfg(test)]
mod tests {
    use super::super::table;
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let inner = vec![(2, Value::I16(-7)), (0, Value::U8(3))];
        let outer = vec![
            (0, Value::Text("a name")),
            (1, Value::I64(-1 << 40)),
            (3, Value::Table(inner.clone())),
            (4, Value::Tables(vec![inner.clone(), vec![], inner])),
            (6, Value::Pairs(vec![(1, -2), (3, 4)])),
        ];
        let bytes = flatbuffer(&outer);
        assert_eq!(bytes.len() % 8, 0);
        let root = table::Table::root(&bytes).expect("a table");
        assert_eq!((root.text(0), root.i64(1)), (Ok("a name".into()), Ok(-1 << 40)));
        assert_eq!((root.i64(2), root.u8(5), root.i16(900)), (Ok(0), Ok(0), Ok(0)));
        let inner = root.table(3).expect("sound").expect("a table");
        assert_eq!((inner.u8(0), inner.i16(2)), (Ok(3), Ok(-7)));
        let values: Vec<i16> = root.tables(4).expect("sound").map(|it| it.expect("sound").i16(2).expect("2")).collect();
        assert_eq!(values, [-7, 0, -7]);
        let pairs = root.pairs(6).expect("sound");
        assert_eq!((pairs.get(0), pairs.get(1), pairs.get(2)), (Ok((1, -2)), Ok((3, 4)), Err(table::Damaged)));
    }

    #[test]
    fn cut_bytes_are_damaged_and_never_panic() {
        let bytes = flatbuffer(&vec![
            (0, Value::Text("a name")),
            (1, Value::Pairs(vec![(1, 2)])),
            (2, Value::Tables(vec![vec![(0, Value::I64(1))]])),
        ]);
        for length in 0..bytes.len() {
            let Ok(root) = table::Table::root(&bytes[..length]) else { continue };
            let _ = (root.text(0), root.pairs(1).map(|pairs| pairs.get(0)));
            let tables: Vec<_> = root.tables(2).map(Iterator::collect).unwrap_or_default();
            assert!(tables.into_iter().flatten().all(|table| matches!(table.i64(0), Ok(1) | Err(_))));
        }
    }
}
