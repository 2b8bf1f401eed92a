//! Files of rows of numbers: text, and NumPy's arrays. The first bytes tell which one a file is.

use crate::cli::npy::{Descr, Header, HeaderFault};
use crate::number;
use anyhow::{anyhow, bail};
use std::fmt::Display;
use std::fs::File;
use std::io;
use std::io::{BufRead, BufReader, Cursor, Read};
use std::path::Path;

/// The kind of the rows in a file.
#[derive(Debug)]
pub(super) struct RowKind {
    /// The rows in messages, such as `rays`.
    pub(super) noun: &'static str,
    /// The names of the columns.
    pub(super) columns: &'static [&'static str],
    /// How a line of text looks.
    pub(super) example: &'static str,
}

pub(super) const RAYS: RowKind =
    RowKind { noun: "rays", columns: &["x0", "y0", "x1", "y1"], example: "give x0,y0,x1,y1 such as 12.5,40,200,41.25" };
pub(super) const POSES: RowKind =
    RowKind { noun: "poses", columns: &["x", "y", "theta"], example: "give x,y,theta such as 12.5,40,1.57" };
pub(super) const ANGLES: RowKind =
    RowKind { noun: "angles", columns: &["angle"], example: "give an angle in radians such as -1.57" };

/// The bytes of a file, or of standard input, with its name in messages.
struct Input {
    name: String,
    kind: &'static RowKind,
    bytes: BufReader<Box<dyn Read + Send>>,
}

/// The number of rows that are read before they are used.
pub(super) const CHUNK: usize = 16_384;

/// The rows of a file, or of standard input.
pub(super) enum RowFile {
    Text(TextRows),
    Npy(NpyRows),
}

const NPY: &[u8] = b"\x93NUMPY";

impl RowFile {
    /// Opens the file; `-` is standard input.
    pub(super) fn open(path: &Path, kind: &'static RowKind) -> anyhow::Result<Self> {
        if path == Path::new("-") {
            return Self::read("standard input".into(), Box::new(io::stdin()), kind);
        }
        let name = path.display().to_string();
        let file = File::open(path).map_err(|error| {
            anyhow!("{name}: cannot read the {} ({error}); check the path, or use - for standard input", kind.noun)
        })?;
        Self::read(name, Box::new(file), kind)
    }

    /// Begins with the bytes of a file.
    fn read(name: String, mut bytes: Box<dyn Read + Send>, kind: &'static RowKind) -> anyhow::Result<Self> {
        let start = first_bytes(&mut bytes)
            .map_err(|error| anyhow!("{name}: cannot read it ({error}); check that it is a file of {}", kind.noun))?;
        let is_npy = start.starts_with(NPY);
        let bytes: Box<dyn Read + Send> = Box::new(Cursor::new(start).chain(bytes));
        let input = Input { name, kind, bytes: BufReader::with_capacity(1 << 18, bytes) };
        Ok(if is_npy { Self::Npy(NpyRows::open(input)?) } else { Self::Text(TextRows::new(input)) })
    }

    /// Returns the number of columns.
    pub(super) fn columns(&self) -> usize {
        let input = match self {
            Self::Text(rows) => &rows.input,
            Self::Npy(rows) => &rows.input,
        };
        input.kind.columns.len()
    }

    /// Returns the number of rows, where the file says it at its beginning.
    pub(super) fn count(&self) -> Option<u64> {
        match self {
            Self::Npy(rows) => Some(rows.count),
            Self::Text(_) => None,
        }
    }

    /// Adds the next rows to `values`, one after the other; returns false at the end of the file. On an error, the rows
    /// before it are added.
    ///
    /// Returns early when there is nothing more to read yet, so that a program that sends one row at a time gets its answer
    /// at once.
    pub(super) fn read_some(&mut self, values: &mut Vec<f64>) -> anyhow::Result<bool> {
        match self {
            Self::Text(rows) => rows.read_some(values),
            Self::Npy(rows) => rows.read_some(values),
        }
    }
}

/// Reads a file of rays, as `tileray cast --rays` does. Returns the numbers of its rows, one after the other, and the
/// fault of the row after them.
pub fn read_rays(file: impl Read + Send + 'static) -> (Vec<f64>, Option<String>) {
    let mut values = Vec::new();
    let read = RowFile::read("rays".into(), Box::new(file), &RAYS).and_then(|mut rows| {
        while rows.read_some(&mut values)? {}
        Ok(())
    });
    (values, read.err().map(|fault| fault.to_string()))
}

/// Reads as many bytes as tell the kind of a file, and no more: text is answered line by line.
fn first_bytes(bytes: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut start = Vec::new();
    while start.len() < NPY.len() && NPY.starts_with(&start) {
        let read = bytes.by_ref().take(1).read_to_end(&mut start)?;
        if read == 0 {
            break;
        }
    }
    Ok(start)
}

/// The rows of a text, one a line, such as `x0,y0,x1,y1`. Between the numbers stands a comma, a semicolon or white space.
///
/// Blank lines are skipped, and so is a header: a first line of names, which begin with a letter. `#` begins a
/// comment. Spaces around numbers, CRLF line ends and a byte order mark are accepted.
pub(super) struct TextRows {
    input: Input,
    /// The current line.
    line: Vec<u8>,
    /// The number of lines read.
    lines: u64,
    /// Whether a line that is not blank was read, after which there is no header.
    begun: bool,
}

/// The largest length of a line in bytes, so that a file without line ends does not fill the memory.
const LONGEST_LINE: u64 = 4096;

impl TextRows {
    const fn new(input: Input) -> Self {
        Self { input, line: Vec::new(), lines: 0, begun: false }
    }

    /// Adds the next rows to `values`, as [`RowFile::read_some`] does.
    fn read_some(&mut self, values: &mut Vec<f64>) -> anyhow::Result<bool> {
        let columns = self.input.kind.columns.len();
        loop {
            if let Some(length) = plain_row(self.input.bytes.buffer(), columns, values) {
                self.input.bytes.consume(length);
                self.lines += 1;
                self.begun = true;
            } else {
                if !self.read_line()? {
                    return Ok(false);
                }
                self.row(values)?;
            }
            if values.len() >= CHUNK * columns || self.input.bytes.buffer().is_empty() {
                return Ok(true);
            }
        }
    }

    /// Reads a line into `line`, with its end; returns false at the end of the file.
    fn read_line(&mut self) -> anyhow::Result<bool> {
        self.line.clear();
        self.lines += 1;
        let mut input = self.input.bytes.by_ref().take(LONGEST_LINE + 1);
        let read = input.read_until(b'\n', &mut self.line);
        let length =
            read.map_err(|error| {
                anyhow!(self.refusal(format_args!(
                    "cannot read it ({error}); check that it is a file of {}",
                    self.input.kind.noun
                )))
            })? as u64;
        if length > LONGEST_LINE {
            bail!(
                self.refusal(format_args!("the line is longer than {LONGEST_LINE} bytes; {}", self.input.kind.example))
            );
        }
        Ok(length > 0)
    }

    /// Adds the row in `line`; a line without one and the header add nothing.
    fn row(&mut self, values: &mut Vec<f64>) -> anyhow::Result<()> {
        let (columns, remedy) = (self.input.kind.columns.len(), self.input.kind.example);
        let Ok(text) = std::str::from_utf8(&self.line) else {
            bail!(self.refusal(format_args!("the line is not text; {remedy}")));
        };
        let text = if self.lines == 1 { text.trim_start_matches('\u{feff}') } else { text };
        let text = text.split('#').next().unwrap_or_default().trim();
        if text.is_empty() {
            return Ok(());
        }
        let may_be_header = !std::mem::replace(&mut self.begun, true);
        if may_be_header && is_header(text, columns) {
            return Ok(());
        }
        let count = fields(text).count();
        if count != columns {
            let fields = if count == 1 { "field" } else { "fields" };
            let are = if columns == 1 { "is" } else { "are" };
            bail!(self.refusal(format_args!("{count} {fields} where {columns} {are} needed; {remedy}")));
        }
        let before = values.len();
        for field in fields(text) {
            match number::coordinate(field) {
                Ok(number) => values.push(number),
                Err(fault) => {
                    values.truncate(before);
                    bail!(self.refusal(format_args!("'{field}' {fault}; {remedy}")));
                }
            }
        }
        Ok(())
    }

    fn refusal(&self, fault: impl Display) -> String {
        format!("{}:{}: {fault}", self.input.name, self.lines)
    }
}

/// Adds a line of plain numbers with a comma after each but the last, and returns its length with its end; `None` for any
/// other line, and where the bytes end before the line does.
fn plain_row(bytes: &[u8], columns: usize, values: &mut Vec<f64>) -> Option<usize> {
    let before = values.len();
    let mut at = 0;
    for column in 0..columns {
        let end = if column + 1 == columns { b'\n' } else { b',' };
        let number = number::leading_coordinate(&bytes[at..]);
        let Some((value, length)) = number.filter(|(_, length)| bytes.get(at + length) == Some(&end)) else {
            values.truncate(before);
            return None;
        };
        values.push(value);
        at += length + 1;
    }
    Some(at)
}

/// Cuts a line into its fields. Two commas with nothing between them enclose an empty field.
fn fields(text: &str) -> impl Iterator<Item = &str> {
    text.split(SEPARATORS).flat_map(|part| part.split_whitespace().chain(part.trim().is_empty().then_some("")))
}

const SEPARATORS: [char; 2] = [',', ';'];

/// Returns whether a line has a name for each column. In quotes, they may have spaces.
fn is_header(text: &str, columns: usize) -> bool {
    let parts = || text.split(SEPARATORS);
    (fields(text).count() == columns && fields(text).all(is_name))
        || (parts().count() == columns && parts().all(is_name))
}

/// Returns whether a field is a name of a header: it begins with a letter, in quotes or not, and is not a number such
/// as `inf`. A row whose numbers have another form is not a header.
fn is_name(field: &str) -> bool {
    let field = field.trim().trim_matches(['"', '\'']).trim();
    field.starts_with(|first: char| first.is_alphabetic() || first == '_') && field.parse::<f64>().is_err()
}

/// The rows of an array with as many columns, of 32-bit or 64-bit floats in the order of C.
pub(super) struct NpyRows {
    input: Input,
    is_double: bool,
    count: u64,
    read: u64,
    bytes: Vec<u8>,
}

impl NpyRows {
    /// Reads the header.
    fn open(mut input: Input) -> anyhow::Result<Self> {
        let name = input.name.clone();
        let refusal = |fault: &dyn Display| anyhow!("{name}: {fault}");
        let header = Header::read(&mut input.bytes).map_err(|fault| match fault {
            HeaderFault::Read(error) => {
                refusal(&format_args!("cannot read it ({error}); check that it is a file of {}", input.kind.noun))
            }
            HeaderFault::Wrong(fault) => refusal(&format_args!("{fault}; write it with numpy.save")),
        })?;
        let noun = input.kind.noun;
        let is_double = match &header.descr {
            Descr::Plain(descr) if descr == "<f4" => false,
            Descr::Plain(descr) if descr == "<f8" => true,
            Descr::Plain(descr) if descr.starts_with('>') => {
                bail!("{name}: the array is big-endian ('{descr}'); save {noun}.astype('<f8')")
            }
            Descr::Plain(descr) => bail!("{name}: the array is of '{descr}', not of floats; save {noun}.astype('<f8')"),
            Descr::Structured => bail!(
                "{name}: the array is structured, and {} plain columns are needed; save \
                numpy.lib.recfunctions.structured_to_unstructured({noun})",
                input.kind.columns.len()
            ),
        };
        let columns = input.kind.columns.len() as u64;
        let count = match header.shape[..] {
            [count] if columns == 1 => count,
            [count, width] if width == columns => count,
            _ => bail!(
                "{name}: the array has the shape {}, where (n, {columns}) is needed: a row of {} for each of the {noun}",
                shape(&header.shape),
                input.kind.columns.join(", ")
            ),
        };
        if header.is_fortran && count > 1 && columns > 1 {
            bail!("{name}: the array is in the order of Fortran; save numpy.ascontiguousarray({noun})");
        }
        Ok(Self { input, is_double, count, read: 0, bytes: Vec::new() })
    }

    /// Adds the next rows to `values`, as [`RowFile::read_some`] does.
    fn read_some(&mut self, values: &mut Vec<f64>) -> anyhow::Result<bool> {
        let rows = (self.count - self.read).min(CHUNK as u64);
        let columns = self.input.kind.columns.len();
        let size = if self.is_double { 8 } else { 4 };
        self.bytes.clear();
        let length = rows as usize * columns * size;
        // Memory grows with the bytes that were read, not with the announced length.
        let read = self.input.bytes.by_ref().take(length as u64).read_to_end(&mut self.bytes);
        let (name, noun) = (&self.input.name, self.input.kind.noun);
        read.map_err(|error| anyhow!("{name}: cannot read it ({error}); check that it is a file of {noun}"))?;
        let found = self.bytes.len() / (columns * size);
        let bytes = &self.bytes[..found * columns * size];
        push_numbers(bytes, self.is_double, values);
        self.read += found as u64;
        if self.bytes.len() < length {
            let (read, count) = (self.read, self.count);
            bail!("{name}: the file ends after {read} of {count} {noun}; write it anew");
        }
        Ok(self.read < self.count)
    }
}

/// Adds little-endian floats.
fn push_numbers(bytes: &[u8], is_double: bool, values: &mut Vec<f64>) {
    if is_double {
        values.extend(bytes.as_chunks().0.iter().map(|bytes| f64::from_le_bytes(*bytes)));
    } else {
        values.extend(bytes.as_chunks().0.iter().map(|bytes| f64::from(f32::from_le_bytes(*bytes))));
    }
}

/// Returns a shape as Python writes it.
fn shape(sides: &[u64]) -> String {
    match sides {
        [one] => format!("({one},)"),
        _ => format!("({})", sides.iter().map(u64::to_string).collect::<Vec<_>>().join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::npy::header;

    /// Returns the number of rays of a text, and its fault.
    fn rays(text: &'static str) -> (usize, Option<String>) {
        let (values, fault) = read_rays(text.as_bytes());
        (values.len() / 4, fault)
    }

    #[test]
    fn headers_blank_lines_and_line_ends_are_accepted() {
        assert_eq!(rays(""), (0, None));
        assert_eq!(rays("0,0,1,1"), (1, None));
        assert_eq!(rays("\u{feff}\r\n \r\n x0, y0 ,x1,y1\r\n\r\n-1, 2.5e1 ,+3,.5\r\n1,2,3,4\r\n"), (2, None));
    }

    #[test]
    fn numbers_stand_between_commas_semicolons_or_spaces() {
        for line in ["1,2,3,4", "1;2;3;4", "1 2 3 4", "1\t2\t3\t4", " 1 ; 2;\t3  4 ", "1 2, 3 4", "1,2,3,4 # a note"] {
            assert_eq!(rays(format!("{line}\n").leak()), (1, None), "{line}");
        }
        assert_eq!(rays("# rays of a fan\n\nx0 y0 x1 y1 # pixels\n#1 2 3 4\n1 2 3 4#\n"), (1, None));
        assert_eq!(rays("\"start x\";\"start y\";\"end x\";\"end y\"\n1;2;3;4"), (1, None));
        for line in ["1,,2,3,4", "1;2;3;4;", "1,5;2,5;3,5;4,5"] {
            let refusal = rays(format!("{line}\n").leak()).1.unwrap_or_default();
            assert!(refusal.contains("fields where 4 are needed"), "{line}: {refusal}");
        }
    }

    #[test]
    fn a_header_stands_only_at_the_beginning() {
        let (read, refusal) = rays("1,2,3,4\nx0,y0,x1,y1\n");
        assert_eq!(
            (read, refusal.as_deref().map(|text| text.starts_with("rays:2: 'x0' is not a number;"))),
            (1, Some(true))
        );
        assert!(rays("x0,y0,x1,y1\nx0,y0,x1,y1\n").1.is_some());
        assert_eq!(rays("\"x0\",\"y0\",_x,étendue\n1,2,3,4\n"), (1, None));
    }

    #[test]
    fn numbers_in_another_form_are_no_header() {
        for line in ["\"1\",\"2\",\"3\",\"4\"", "0x1,0x2,0x3,0x4", "1 px,2 px,3 px,4 px", "nan,nan,nan,nan", ",,,"] {
            let (read, refusal) = rays(format!("{line}\n1,2,3,4\n").leak());
            let refusal = refusal.unwrap_or_default();
            assert!(read == 0 && refusal.starts_with("rays:1: "), "{line}: {read}, {refusal}");
        }
    }

    #[test]
    fn a_bad_line_is_named_and_the_rays_before_it_are_kept() {
        for (line, words) in [
            ("1,2,3", "3 fields where 4 are needed"),
            ("1,2,3,4,5", "5 fields where 4"),
            ("hello", "1 field where 4"),
            ("1,2,nan,4", "'nan' is not a finite number"),
            ("1,2,-inf,4", "'-inf' is not a finite number"),
            ("1,2,3,1e300", "'1e300' is farther than"),
            ("1,,3,4", "'' is not a number"),
        ] {
            let text = format!("0,0,1,1\n\n{line}\n0,0,1,1\n").leak();
            let (read, refusal) = rays(text);
            let refusal = refusal.unwrap_or_default();
            assert_eq!(read, 1);
            assert!(refusal.starts_with(&format!("rays:3: {words}")), "{line}: {refusal}");
        }
    }

    #[test]
    fn an_endless_line_is_refused() {
        let text = "1".repeat(1 << 20).leak();
        assert!(rays(text).1.unwrap_or_default().contains("longer than 4096 bytes"));
    }

    /// Twenty rays as an array.
    fn array() -> Vec<u8> {
        let mut bytes = header("'<f4'", 20, Some(4));
        bytes.extend((0..80).flat_map(|value| (value as f32).to_le_bytes()));
        bytes
    }

    /// Reads all rows; returns their number, and the fault.
    fn read(bytes: Vec<u8>) -> (usize, Option<String>) {
        let most = 4 * bytes.len() + 64;
        let (values, fault) = read_rays(Cursor::new(bytes));
        assert!(values.len() <= most && values.len() % 4 == 0, "{} values of few bytes", values.len());
        (values.len() / 4, fault)
    }

    #[test]
    fn every_cut_is_refused_after_the_rows_before_it() {
        let file = array();
        let mut before = 0;
        for length in 0..file.len() {
            let (rows, fault) = read(file[..length].to_vec());
            assert!(rows >= before && rows < 20, "{length}: {rows} rows");
            // Without its first bytes a file is no text either.
            assert!(fault.is_some() || length == 0, "{length}: {rows}");
            before = rows;
        }
    }

    #[test]
    fn changed_bytes_never_panic() {
        let mut state = 1u64;
        let mut below = |limit: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % limit
        };
        let whole = array();
        let cases = std::env::var("TILERAY_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(20_000);
        let mut refused = 0;
        for _ in 0..cases {
            let mut file = whole.clone();
            for _ in 0..=below(4) {
                let at = below(file.len());
                match below(4) {
                    0 => file[at] = below(256) as u8,
                    1 => file[at] ^= 1 << below(8),
                    // Lengths and offsets that are enormous or negative.
                    2 => file[at..].iter_mut().take(8).for_each(|byte| *byte = 0xff),
                    _ => drop(file.drain(at..(at + 1 + below(16)).min(file.len()))),
                }
                if file.is_empty() {
                    break;
                }
            }
            refused += usize::from(read(file).1.is_some());
        }
        assert!(refused > cases / 8 && refused < cases, "{refused} of {cases} are refused");
    }

    #[test]
    fn announced_lengths_take_no_memory() {
        let mut endless = header("'<f8'", u64::MAX, Some(4));
        endless.extend([0; 100]);
        let (rows, fault) = read(endless);
        assert_eq!(rows, 3);
        assert!(fault.is_some_and(|fault| fault.contains("ends after 3 of 18446744073709551615 rays")));
        let long = [b"\x93NUMPY\x02\x00".to_vec(), u32::MAX.to_le_bytes().to_vec()].concat();
        assert!(read(long).1.is_some_and(|fault| fault.contains("4294967295 bytes, and at most 65536 are read")));
    }
}
