//! The header of NumPy's `.npy` files, which tells the type and the shape of the array after it.
//!
//! ```text
//! \x93NUMPY | version | length of the text | {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), } | the array
//! ```
//!
//! See <https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html>.

use std::io;
use std::io::Read;

/// The header of an array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Header {
    pub(super) descr: Descr,
    pub(super) is_fortran: bool,
    pub(super) shape: Vec<u64>,
}

/// The type of an array's elements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Descr {
    /// One number, such as `<f4`.
    Plain(String),
    /// Several fields.
    Structured,
}

/// The reason why there is no header.
#[derive(Debug)]
pub(super) enum HeaderFault {
    Read(io::Error),
    /// The fault of the header; the caller adds the remedy.
    Wrong(String),
}

const MAGIC: &[u8; 6] = b"\x93NUMPY";
/// The most bytes of a header's text. Plain arrays have 118.
const LONGEST: usize = 1 << 16;

fn wrong<T>(fault: impl Into<String>) -> Result<T, HeaderFault> {
    Err(HeaderFault::Wrong(fault.into()))
}

impl Header {
    /// Reads a header, of the versions 1 to 3.
    pub(super) fn read(input: &mut impl Read) -> Result<Self, HeaderFault> {
        let mut read = |length: usize| {
            let mut bytes = Vec::new();
            input.by_ref().take(length as u64).read_to_end(&mut bytes).map_err(HeaderFault::Read)?;
            if bytes.len() == length { Ok(bytes) } else { wrong("the file ends within the header of its array") }
        };
        let start = read(MAGIC.len() + 2)?;
        if !start.starts_with(MAGIC) {
            return wrong("this is no array of NumPy");
        }
        let (major, minor) = (start[MAGIC.len()], start[MAGIC.len() + 1]);
        let length = match (major, minor) {
            (1, 0) => read(2)?.iter().rev().fold(0, |sum, byte| sum << 8 | usize::from(*byte)),
            (2 | 3, 0) => read(4)?.iter().rev().fold(0, |sum, byte| sum << 8 | usize::from(*byte)),
            _ => return wrong(format!("the array is of version {major}.{minor}, and 1.0 to 3.0 are read")),
        };
        if length > LONGEST {
            return wrong(format!("the header of the array has {length} bytes, and at most {LONGEST} are read"));
        }
        let text = String::from_utf8(read(length)?);
        let header = text.ok().and_then(|text| parse(&text));
        header.map_or_else(|| wrong("the header of the array is damaged"), Ok)
    }
}

/// Reads the dictionary of a header, as Python writes it: `{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }`.
fn parse(text: &str) -> Option<Header> {
    let text = text.trim_matches([' ', '\n', '\0']).strip_prefix('{')?.strip_suffix('}')?;
    // The text after a key, which must occur once.
    let value = |key: &str| {
        let (before, after) = text.split_once(key)?;
        let (before, after) = (before.strip_suffix(['\'', '"'])?, after.strip_prefix(['\'', '"'])?);
        let is_key = before.trim_end().is_empty() || before.trim_end().ends_with(',');
        after.trim_start().strip_prefix(':').filter(|_| is_key).map(str::trim_start)
    };
    let descr = value("descr")?;
    let descr = match descr.chars().next()? {
        '[' => Descr::Structured,
        quote @ ('\'' | '"') => {
            let (name, _) = descr[1..].split_once(quote).filter(|(name, _)| !name.contains(','))?;
            Descr::Plain(name.to_owned())
        }
        _ => return None,
    };
    let order = value("fortran_order")?;
    let is_fortran = order.starts_with("True");
    let (sides, _) = value("shape")?.strip_prefix('(')?.split_once(')')?;
    let sides: Vec<&str> = sides.split(',').map(str::trim).collect();
    let sides = if let [sides @ .., ""] = &sides[..] { sides } else { &sides };
    // Python 2 wrote long numbers with an L.
    let shape = sides.iter().map(|side| side.strip_suffix('L').unwrap_or(side).parse().ok());
    (is_fortran || order.starts_with("False")).then_some(Header {
        descr,
        is_fortran,
        shape: shape.collect::<Option<_>>()?,
    })
}

/// Returns the header of an array of `rows` rows, each of `width` elements; without a width the array has one
/// dimension. `descr` is the type as Python writes it. The length of the header is the same for each number of rows.
pub(super) fn header(descr: &str, rows: u64, width: Option<usize>) -> Vec<u8> {
    let width = width.map_or_else(String::new, |width| format!(" {width}"));
    let text = |rows: u64| format!("{{'descr': {descr}, 'fortran_order': False, 'shape': ({rows},{width}), }}");
    // The magic, the version, the length and the line end have 11 bytes. NumPy aligns the array to 64 bytes.
    let length = (11 + text(u64::MAX).len()).next_multiple_of(64);
    let mut header = MAGIC.to_vec();
    header.extend([1, 0]);
    header.extend(((length - 10) as u16).to_le_bytes());
    header.extend(text(rows).bytes());
    header.resize(length - 1, b' ');
    header.push(b'\n');
    header
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Header, String> {
        let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
        bytes.extend((text.len() as u16).to_le_bytes());
        bytes.extend(text.bytes());
        Header::read(&mut &*bytes).map_err(|fault| match fault {
            HeaderFault::Read(error) => error.to_string(),
            HeaderFault::Wrong(text) => text,
        })
    }

    #[test]
    fn headers_of_python_are_read() {
        let plain =
            |shape: &[u64]| Ok(Header { descr: Descr::Plain("<f4".into()), is_fortran: false, shape: shape.into() });
        assert_eq!(read("{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }     \n"), plain(&[3, 4]));
        assert_eq!(read("{\"shape\":(3L,),'fortran_order':False,\"descr\":\"<f4\"}"), plain(&[3]));
        assert_eq!(read("{'descr': '<f4', 'fortran_order': False, 'shape': ()}\n"), plain(&[]));
        let structured =
            read("{'descr': [('a]', '<f4', (2,)), ('b', [('c', '|b1')])], 'fortran_order': True, 'shape': (1,)}");
        assert_eq!(structured, Ok(Header { descr: Descr::Structured, is_fortran: true, shape: vec![1] }));
    }

    #[test]
    fn damaged_headers_are_refused() {
        for text in [
            "",
            "{}",
            "{'descr': '<f4', 'fortran_order': False}",
            "{'descr': '<f4', 'fortran_order': 0, 'shape': (3, 4)}",
            "{'descr': '<f4', 'fortran_order': False, 'shape': (3, -4)}",
            "{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999, 4)}",
            "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4)",
            "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4)} and more",
            "{'descr': '<f4, 'fortran_order': False, 'shape': (3, 4)}",
        ] {
            assert_eq!(read(text), Err("the header of the array is damaged".into()), "{text}");
        }
        assert!(read(&format!("{{'shape': ({})}}", "1,".repeat(30_000))).is_err());
    }

    #[test]
    fn headers_have_the_same_length_for_each_number_of_rows() {
        for width in [None, Some(1081)] {
            let lengths = [0, 7, u64::MAX].map(|rows| header("'<f4'", rows, width).len());
            assert!(lengths[0] % 64 == 0 && lengths.iter().all(|length| *length == lengths[0]), "{lengths:?}");
            let written = Header::read(&mut &*header("'<f4'", 7, width)).expect("a header");
            let shape = std::iter::once(7).chain(width.map(|width| width as u64)).collect();
            assert_eq!(written, Header { descr: Descr::Plain("<f4".into()), is_fortran: false, shape });
        }
    }
}
