//! PGM pictures, in text (`P2`) or bytes (`P5`), with up to 65,535 grays.
//!
//! ```text
//! P5                    or P2: then the grays are decimal numbers
//! # CREATOR: map_saver
//! 400 300               width and height
//! 255                   the gray of white, 1 to 65535, then one white space
//! ...                   rows from the top; a gray takes 1 byte, or 2 above 255, the high one first
//! ```
//!
//! The header may end with CR LF. A file of another length is refused: its size is wrong, or a program has changed its line
//! ends, which moves grays.
//!
//! If white is not 255, grays are scaled to the nearest of 16 bits, as GraphicsMagick does. The crate `image` rounds to
//! 8 bits, which moves grays over a threshold.

use crate::load::error::LoadErrorKind;
use crate::load::limits::LoadLimits;
use crate::load::picture::pixels::{DecodedImage, PixelLayout, check_size};
use glam::uvec2;

/// Returns whether a file begins like a PGM.
pub(super) fn is_pgm(bytes: &[u8]) -> bool {
    matches!(bytes, [b'P', b'2' | b'5', after, ..] if after.is_ascii_whitespace() || *after == b'#')
}

/// Decodes a PGM. Sizes are checked before memory is allocated. The memory is in proportion to the size of the file.
pub(super) fn decode(bytes: &[u8], limits: &LoadLimits) -> Result<DecodedImage, LoadErrorKind> {
    let mut text = PgmText { rest: &bytes[2..] };
    let mut header = |name| match text.number() {
        Some(number) if number >= 1 => Ok(number),
        Some(_) => Err(malformed(format!("its {name} is 0"))),
        None => Err(malformed(format!("its {name} is not a number"))),
    };
    let (width, height, white) = (header("width")?, header("height")?, header("maximum")?);
    let white = u16::try_from(white).map_err(|_| malformed(format!("its maximum is {white}, above 65535")))?;
    check_size(width, height, limits)?;
    let count = width as usize * height as usize;
    let is_text = bytes[1] == b'2';
    if is_text {
        // Each number takes a digit, and all but the first a space before it.
        if text.rest.len() < count * 2 - 1 {
            return Err(too_short());
        }
    }
    let layout = PixelLayout { channels: 1, is_16_bit: white != 255 };
    let mut pixels = Vec::new();
    pixels.reserve_exact(count.saturating_mul(layout.bytes()).min(text.rest.len().saturating_mul(2)));
    // A gray above white counts as white.
    let mut push = |gray: u16| match (u64::from(gray.min(white)), u64::from(white)) {
        (gray, 255) => pixels.push(gray as u8),
        // The nearest, halves up.
        (gray, white) => pixels.extend((((2 * 65_535 * gray + white) / (2 * white)) as u16).to_be_bytes()),
    };
    if is_text {
        for _ in 0..count {
            let gray = text.number().ok_or_else(|| text.fault())?;
            if gray > u32::from(white) {
                return Err(malformed(format!("a gray is {gray}, above its maximum of {white}")));
            }
            push(gray as u16);
        }
        if text.number().is_some() || !text.rest.is_empty() {
            return Err(too_long());
        }
    } else {
        let grays = grays_of(text.rest, count * if white > 255 { 2 } else { 1 })?;
        match white {
            256.. => grays.as_chunks::<2>().0.iter().for_each(|gray| push(u16::from_be_bytes(*gray))),
            _ => grays.iter().for_each(|gray| push((*gray).into())),
        }
    }
    Ok(DecodedImage { size: uvec2(width, height), layout, bytes: pixels, color_key: None })
}

/// Returns the bytes of the grays. `rest` begins with the white space after the header.
fn grays_of(rest: &[u8], length: usize) -> Result<&[u8], LoadErrorKind> {
    match rest.strip_prefix(b"\r\n").or(rest.get(1..)) {
        Some(grays) if grays.len() == length => Ok(grays),
        Some(grays) if grays.len() > length => Err(too_long()),
        _ => Err(too_short()),
    }
}

fn malformed(detail: String) -> LoadErrorKind {
    LoadErrorKind::DamagedImage { format: "PGM", detail }
}

fn too_short() -> LoadErrorKind {
    malformed("it ends too early".into())
}

fn too_long() -> LoadErrorKind {
    malformed("it has more grays than its width and height say, or its line ends were changed".into())
}

/// The text of a PGM: numbers between white space, and comments from `#` to the end of the line.
struct PgmText<'a> {
    rest: &'a [u8],
}

impl PgmText<'_> {
    /// Returns the next number, or `None` if there is none or it exceeds `u32`. The byte after it is not consumed.
    fn number(&mut self) -> Option<u32> {
        loop {
            self.rest = self.rest.trim_ascii_start();
            let Some(comment) = self.rest.strip_prefix(b"#") else { break };
            let end = comment.iter().position(|byte| matches!(byte, b'\n' | b'\r')).unwrap_or(comment.len());
            self.rest = &comment[end..];
        }
        let digits = self.rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let (number, rest) = self.rest.split_at(digits);
        let value =
            number.iter().try_fold(0_u32, |value, digit| value.checked_mul(10)?.checked_add(u32::from(digit - b'0')));
        let ends = rest.first().is_none_or(|byte| byte.is_ascii_whitespace() || *byte == b'#');
        let value = value.filter(|_| digits > 0 && ends)?;
        self.rest = rest;
        Some(value)
    }

    /// Returns the fault of a missing or malformed gray.
    fn fault(&self) -> LoadErrorKind {
        match self.rest.first() {
            None => too_short(),
            Some(_) => malformed("a gray is not a number".into()),
        }
    }
}
