//! Rows of numbers as text, one a line.

use super::input::{CHUNK, Input};
use crate::number;
use anyhow::{anyhow, bail};
use std::fmt::Display;
use std::io::{BufRead, Read};

/// The rows of a text, one a line, such as `x0,y0,x1,y1`. Between the numbers stands a comma, a semicolon or white space.
///
/// Blank lines are skipped, and so is a header: a first line of names, which begin with a letter. `#` begins a
/// comment. Spaces around numbers, CRLF line ends and a byte order mark are accepted.
pub(in crate::cli) struct TextRows {
    pub(super) input: Input,
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
    pub(super) const fn new(input: Input) -> Self {
        Self { input, line: Vec::new(), lines: 0, begun: false }
    }

    /// Adds the next rows to `values`, as [`RowFile::read_some`](super::RowFile::read_some) does.
    pub(super) fn read_some(&mut self, values: &mut Vec<f64>) -> anyhow::Result<bool> {
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

/// Cuts a line into its fields. Between two commas without anything else is an empty one.
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

#[cfg(test)]
mod tests {
    use super::super::read_rays;

    /// Returns the number of rays of a text, and what is wrong with it.
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
}
