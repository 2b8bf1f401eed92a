//! Numbers of the command line, parsed for clap. Every error quotes the part that is wrong, or gives an example.

use std::path::PathBuf;
use tileray::Ray;
use tileray::glam::{DVec2, UVec2, dvec2, uvec2};

/// The largest coordinate, in pixels: queries refuse larger ones.
const MAX_COORDINATE: f64 = (1u64 << 30) as f64;

/// The most beams of a scan.
pub(crate) const MOST_BEAMS: usize = 1 << 16;

/// The largest side of a window or of a picture, in pixels.
const LONGEST_SIDE: u32 = 8192;

/// Parses a finite number. The error completes a sentence that begins with the text.
fn finite(text: &str) -> Result<f64, &'static str> {
    let value: f64 = text.trim().parse().map_err(|_| "is not a number")?;
    if value.is_finite() { Ok(value) } else { Err("is not a finite number") }
}

/// Parses a coordinate in pixels, with errors like those of [`finite`].
pub(crate) fn coordinate(text: &str) -> Result<f64, &'static str> {
    let value = finite(text)?;
    if value.abs() > MAX_COORDINATE { Err("is farther than 1073741824 pixels from 0") } else { Ok(value) }
}

/// Parses a coordinate at the start of `bytes`; returns it with its length. `None` if there is none. The result is
/// bit-identical to [`coordinate`], in less time.
pub(crate) fn leading_coordinate(bytes: &[u8]) -> Option<(f64, usize)> {
    fast_float2::parse_partial(bytes).ok().filter(|(value, _): &(f64, _)| value.abs() <= MAX_COORDINATE)
}

/// Writes a number with the fewest digits that give the same value when it is read back, in less time than `Display`.
/// The two differ only if two numbers with so few digits are equally near.
pub(crate) fn push_f32(text: &mut Vec<u8>, value: f32) {
    let mut buffer = zmij::Buffer::new();
    let digits = buffer.format(value);
    // Very large and very small numbers have an exponent there.
    if digits.contains(['e', 'N', 'i']) {
        text.extend(value.to_string().bytes());
    } else {
        text.extend(digits.strip_suffix(".0").unwrap_or(digits).bytes());
    }
}

/// Parses a point, `X,Y`.
pub(crate) fn parse_point(text: &str) -> Result<DVec2, String> {
    const REMEDY: &str = "give two numbers such as 12.5,40";
    let (x, y) = text.split_once(',').ok_or_else(|| format!("there is no comma; {REMEDY}"))?;
    let number = |part| coordinate(part).map_err(|fault| format!("'{part}' {fault}; {REMEDY}"));
    Ok(dvec2(number(x)?, number(y)?))
}

/// Parses an angle in degrees, of any number of turns.
pub(crate) fn parse_angle(text: &str) -> Result<f64, String> {
    finite(text).map_err(|fault| format!("it {fault}; give degrees such as 12.5"))
}

/// Returns the direction at `degrees`: 0 is right, 90 is down. Quarter turns are exact.
pub(crate) fn direction(degrees: f64) -> DVec2 {
    // Rotates by quarter turns exactly and by at most 45° inexactly. So the sine of a whole turn is 0, not a tiny
    // number that moves a coordinate over the border of its pixel.
    let turned = degrees.rem_euclid(360.0);
    let quarters = (turned / 90.0).round();
    let (sin, cos) = (turned - quarters * 90.0).to_radians().sin_cos();
    match quarters as u8 % 4 {
        0 => dvec2(cos, sin),
        1 => dvec2(-sin, cos),
        2 => dvec2(-cos, -sin),
        _ => dvec2(sin, -cos),
    }
}

/// The angles of beams on the command line.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum AnglesArg {
    /// Angles in radians, at equal distances.
    Spread(Vec<f32>),
    File(PathBuf),
}

/// Parses angles: `START:END:COUNT` in degrees, both ends included, or the path of a file.
pub(crate) fn parse_angles(text: &str) -> Result<AnglesArg, String> {
    let parts: Vec<&str> = text.split(':').collect();
    let [start, end, count] = parts[..] else { return Ok(AnglesArg::File(text.into())) };
    if start.trim().parse::<f64>().is_err() {
        return Ok(AnglesArg::File(text.into()));
    }
    let angle = |text| finite(text).map_err(|fault| format!("'{text}' {fault}; give degrees such as -90:90:181"));
    let (start, end) = (angle(start)?, angle(end)?);
    let count = count.parse().ok().filter(|count| (1..=MOST_BEAMS as u32).contains(count));
    let count = count.ok_or_else(|| format!("give 1 to {MOST_BEAMS} angles, such as -90:90:181"))?;
    let step = if count > 1 { (end - start) / f64::from(count - 1) } else { 0.0 };
    Ok(AnglesArg::Spread((0..count).map(|beam| (start + step * f64::from(beam)).to_radians() as f32).collect()))
}

/// Parses the largest range of a scan.
pub(crate) fn parse_max_range(text: &str) -> Result<f64, String> {
    match finite(text) {
        Err(fault) => Err(format!("it {fault}; give a range such as 12.5")),
        Ok(range) if range <= 0.0 => Err("a range is above 0; give a larger number".into()),
        Ok(range) => Ok(range),
    }
}

/// Parses a length along a ray.
pub(crate) fn parse_length(text: &str) -> Result<f64, String> {
    match finite(text) {
        Err(fault) => Err(format!("it {fault}; give pixels such as 12.5")),
        Ok(value) if value < 0.0 => Err("a length cannot be negative; give 0 or more".into()),
        Ok(value) if value > MAX_COORDINATE => {
            Err(format!("it is longer than {MAX_COORDINATE} pixels; give a smaller number"))
        }
        Ok(value) => Ok(value),
    }
}

/// Parses the length of the rays of a benchmark, which is at most [`Ray::MAX_LENGTH`].
pub(crate) fn parse_ray_length(text: &str) -> Result<f64, String> {
    match parse_length(text)? {
        length if length > Ray::MAX_LENGTH => {
            Err(format!("a ray is at most {} pixels long; give a smaller number", Ray::MAX_LENGTH))
        }
        length => Ok(length),
    }
}

/// Parses a size, `WxH`, of sides from 1 to `longest`; `example` is one.
fn parse_sides(text: &str, longest: u32, example: &str) -> Result<UVec2, String> {
    let side = |text: &str| text.trim().parse::<u32>().ok();
    let size = text.split_once(['x', 'X']).and_then(|(width, height)| side(width).zip(side(height)));
    let (width, height) = size.ok_or_else(|| format!("a size looks like {example}"))?;
    if width.min(height) < 1 || width.max(height) > longest {
        return Err(format!("both sides must be from 1 to {longest}, such as {example}"));
    }
    Ok(uvec2(width, height))
}

/// Parses the size of a window or of a picture.
pub(crate) fn parse_size(text: &str) -> Result<UVec2, String> {
    parse_sides(text, LONGEST_SIDE, "1280x720")
}

/// Parses the size of the frames of a sheet.
pub(crate) fn parse_frame_size(text: &str) -> Result<UVec2, String> {
    parse_sides(text, u32::MAX, "32x48")
}

/// Returns a number with a comma before every three digits.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped_by_three() {
        assert_eq!([0, 999, 1000, 12_345_678].map(grouped), ["0", "999", "1,000", "12,345,678"]);
    }

    #[test]
    fn refusals_name_the_part_and_the_remedy() {
        assert_eq!(parse_point(" -5 , 3.25"), Ok(dvec2(-5.0, 3.25)), "spaces are skipped");
        let refusal = |text| parse_point(text).expect_err("not a point");
        assert_eq!(refusal("a,b"), "'a' is not a number; give two numbers such as 12.5,40");
        assert_eq!(refusal("1"), "there is no comma; give two numbers such as 12.5,40");
        assert!(refusal("1,2,3").contains("'2,3' is not a number"));
        assert!(refusal("inf,0").contains("'inf' is not a finite number"));
        assert!(refusal("0,1e10").contains("'1e10' is farther than 1073741824 pixels from 0"));
    }

    #[test]
    fn lengths_and_angles_are_refused_in_their_own_words() {
        let refusal = |text| parse_length(text).expect_err("not a length");
        assert_eq!(refusal("-1"), "a length cannot be negative; give 0 or more");
        assert_eq!(refusal("2e9"), "it is longer than 1073741824 pixels; give a smaller number");
        assert_eq!(refusal("x"), "it is not a number; give pixels such as 12.5");
        assert_eq!(parse_angle("-3.6e12").map(direction), Ok(dvec2(1.0, 0.0)));
        assert!(parse_angle("inf").is_err() && parse_length("nan").is_err());
        assert_eq!(parse_ray_length("1048576"), Ok(1_048_576.0));
        assert_eq!(
            parse_ray_length("1048577"),
            Err("a ray is at most 1048576 pixels long; give a smaller number".into())
        );
    }

    #[test]
    fn leading_coordinates_are_those_of_the_standard_library() {
        let texts =
            ["0", "-0", "12.5", "-3.", ".5", "-.25", "1073741824", "0.1", "0.9007199254740993", "1.000000000000000055"];
        let mut texts: Vec<String> = texts.map(String::from).into();
        let mut bits = 1u64;
        for _ in 0..20_000 {
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let value = (bits >> 11) as f64 / (1u64 << 53) as f64 * 4096.0 - 2048.0;
            texts.extend([
                value.to_string(),
                (value as f32).to_string(),
                format!("{value:.3}"),
                format!("{value:.20}"),
            ]);
        }
        for text in texts {
            let (value, length) =
                leading_coordinate(format!("{text},7").as_bytes()).unwrap_or_else(|| panic!("{text}"));
            assert_eq!((Ok(value.to_bits()), length), (coordinate(&text).map(f64::to_bits), text.len()), "{text}");
        }
        for text in ["", "-", ".", "-.", "x", "1073741825", "-99999999999999999999999", " 1", "nan", "-inf"] {
            assert_eq!(leading_coordinate(text.as_bytes()), None, "{text}");
        }
        assert_eq!(leading_coordinate(b"1e5 "), Some((1e5, 3)));
    }

    #[test]
    fn numbers_are_written_with_the_fewest_digits() {
        let mut bits = 1u32;
        for _ in 0..100_000 {
            bits = bits.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
            for value in [f32::from_bits(bits), bits as f32 / (1u64 << 20) as f32, (bits >> 20) as f32] {
                let mut text = Vec::new();
                push_f32(&mut text, value);
                let (text, expected) = (String::from_utf8(text).expect("text"), value.to_string());
                let is_same = text.parse::<f32>().is_ok_and(|read| read.to_bits() == value.to_bits() || value.is_nan());
                assert!(is_same && text.len() == expected.len(), "{text} and not {expected}");
            }
        }
    }

    #[test]
    fn angles_are_degrees_or_a_file() {
        let spread =
            |degrees: &[f64]| AnglesArg::Spread(degrees.iter().map(|angle| angle.to_radians() as f32).collect());
        assert_eq!(parse_angles("-90:90:3"), Ok(spread(&[-90.0, 0.0, 90.0])));
        assert_eq!(parse_angles("30:60:1"), Ok(spread(&[30.0])));
        for file in ["angles.npy", "-", "C:\\angles.csv", "a:b:c"] {
            assert_eq!(parse_angles(file), Ok(AnglesArg::File(file.into())));
        }
        for (wrong, words) in [
            ("0:x:3", "'x' is not a number"),
            ("0:inf:3", "'inf' is not a finite number"),
            ("0:1:0", "give 1 to 65536 angles"),
            ("0:1:65537", "give 1 to 65536 angles"),
            ("0:1:2.5", "give 1 to 65536 angles"),
        ] {
            assert!(parse_angles(wrong).is_err_and(|fault| fault.contains(words)), "{wrong}");
        }
        assert_eq!(parse_max_range("0"), Err("a range is above 0; give a larger number".into()));
    }

    #[test]
    fn sizes_are_read_and_refused() {
        assert_eq!(parse_frame_size("40 X 56"), Ok(uvec2(40, 56)));
        assert_eq!(parse_size("8192x1"), Ok(uvec2(8192, 1)));
        for wrong in ["", "40", "40x", "x", "-1x5", "40x56x2", "4.5x5", "99999999999x1", "axb"] {
            assert_eq!(parse_frame_size(wrong), Err("a size looks like 32x48".into()));
        }
        for wrong in ["0x5", "5x0", "9999x9"] {
            assert_eq!(parse_size(wrong), Err("both sides must be from 1 to 8192, such as 1280x720".into()));
        }
    }

    #[test]
    fn directions_are_those_of_the_circle_and_quarter_turns_are_exact() {
        let quarters = [dvec2(1.0, 0.0), dvec2(0.0, 1.0), dvec2(-1.0, 0.0), dvec2(0.0, -1.0)];
        for turn in -8_i32..8 {
            assert_eq!(direction(f64::from(turn) * 90.0), quarters[turn.rem_euclid(4) as usize], "turn {turn}");
        }
        for degrees in (-720..720).step_by(7).map(f64::from) {
            let expected = dvec2(degrees.to_radians().cos(), degrees.to_radians().sin());
            assert!((direction(degrees) - expected).length() < 1e-12, "{degrees} degrees");
        }
    }
}
