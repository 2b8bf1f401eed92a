//! Numbers of the command line. Every error quotes the text and gives an example.

use anyhow::{anyhow, bail, ensure};
use std::fmt;
use tileray::glam::{DVec2, UVec2, dvec2, uvec2};

/// The largest coordinate, in pixels: queries refuse larger ones.
const MAX_COORDINATE: f64 = (1u64 << 30) as f64;

/// The largest radius of a circle, in pixels.
const MAX_RADIUS: f64 = 4096.0;

/// The reason why a text is not a coordinate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    NotANumber,
    NotFinite,
    TooFar,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotANumber => f.write_str("is not a number"),
            Self::NotFinite => f.write_str("is not a finite number"),
            Self::TooFar => write!(f, "is farther than {MAX_COORDINATE} pixels from 0"),
        }
    }
}

fn finite(text: &str) -> Result<f64, Fault> {
    let value: f64 = text.trim().parse().map_err(|_| Fault::NotANumber)?;
    if value.is_finite() { Ok(value) } else { Err(Fault::NotFinite) }
}

/// Parses a coordinate in pixels.
pub(crate) fn coordinate(text: &str) -> Result<f64, Fault> {
    let value = finite(text)?;
    if value.abs() > MAX_COORDINATE { Err(Fault::TooFar) } else { Ok(value) }
}

/// Parses `N` coordinates with commas between them.
fn coordinates<const N: usize>(flag: &str, text: &str, remedy: &str) -> anyhow::Result<[f64; N]> {
    let mut numbers = [0.0; N];
    for (number, part) in numbers.iter_mut().zip(text.splitn(N, ',')) {
        *number = coordinate(part).map_err(|fault| anyhow!("{flag} '{text}': '{part}' {fault}; {remedy}"))?;
    }
    Ok(numbers)
}

/// Parses the value of a flag that takes a point, `X,Y`.
pub(crate) fn point(flag: &str, text: &str) -> anyhow::Result<DVec2> {
    const REMEDY: &str = "give two numbers such as 12.5,40";
    ensure!(text.contains(','), "{flag} '{text}': there is no comma; {REMEDY}");
    Ok(coordinates(flag, text, REMEDY)?.into())
}

/// Parses the value of a flag that takes a circle, `X,Y,R`: its center and its radius.
pub(crate) fn circle(flag: &str, text: &str) -> anyhow::Result<(DVec2, f64)> {
    const REMEDY: &str = "give a center and a radius such as 120,80,16";
    ensure!(text.split(',').count() == 3, "{flag} '{text}': there are not three numbers; {REMEDY}");
    let [x, y, radius] = coordinates(flag, text, REMEDY)?;
    let fits = (0.0..=MAX_RADIUS).contains(&radius);
    ensure!(fits, "{flag} '{text}': the radius is not from 0 to {MAX_RADIUS} pixels; {REMEDY}");
    Ok((dvec2(x, y), radius))
}

/// Parses the value of a flag that takes an angle in degrees, of any number of turns.
pub(crate) fn angle(flag: &str, text: &str) -> anyhow::Result<f64> {
    finite(text).map_err(|fault| anyhow!("{flag} '{text}': it {fault}; give degrees such as 12.5"))
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

/// Parses the value of a flag that takes a length along a ray.
pub(crate) fn length(flag: &str, text: &str) -> anyhow::Result<f64> {
    match finite(text) {
        Err(fault) => bail!("{flag} '{text}': it {fault}; give pixels such as 12.5"),
        Ok(value) if value < 0.0 => bail!("{flag} '{text}': a length cannot be negative; give 0 or more"),
        Ok(value) if value > MAX_COORDINATE => {
            bail!("{flag} '{text}': it is longer than {MAX_COORDINATE} pixels; give a smaller number")
        }
        Ok(value) => Ok(value),
    }
}

/// Parses the value of a flag that takes a size, `WxH`; `example` is one.
pub(crate) fn size(flag: &str, text: &str, example: &str) -> anyhow::Result<UVec2> {
    let side = |text: &str| text.trim().parse::<u32>().ok();
    let size = text.split_once(['x', 'X']).and_then(|(width, height)| side(width).zip(side(height)));
    match size {
        Some((width, height)) => Ok(uvec2(width, height)),
        None => bail!("{flag} {text}: a size looks like {example}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_name_the_flag_the_part_and_the_remedy() {
        let refusal = |text| point("--from", text).expect_err("not a point").to_string();
        assert_eq!(refusal("a,b"), "--from 'a,b': 'a' is not a number; give two numbers such as 12.5,40");
        assert_eq!(refusal("1"), "--from '1': there is no comma; give two numbers such as 12.5,40");
        assert!(refusal("1,2,3").contains("'2,3' is not a number"));
        assert!(refusal("inf,0").contains("'inf' is not a finite number"));
        assert!(refusal("0,1e10").contains("'1e10' is farther than 1073741824 pixels from 0"));
    }

    #[test]
    fn spaces_around_numbers_are_skipped() {
        assert_eq!(point("--to", " -5 , 3.25").ok(), Some(dvec2(-5.0, 3.25)));
    }

    #[test]
    fn lengths_and_angles_are_refused_in_their_own_words() {
        let refusal = |text| length("--length", text).expect_err("not a length").to_string();
        assert_eq!(refusal("-1"), "--length '-1': a length cannot be negative; give 0 or more");
        assert_eq!(refusal("2e9"), "--length '2e9': it is longer than 1073741824 pixels; give a smaller number");
        assert_eq!(refusal("x"), "--length 'x': it is not a number; give pixels such as 12.5");
        assert_eq!(angle("--angle", "-3.6e12").ok().map(direction), Some(dvec2(1.0, 0.0)));
        assert!(angle("--angle", "inf").is_err() && length("--length", "nan").is_err());
    }

    #[test]
    fn circles_are_read_and_refused() {
        assert_eq!(circle("--carve", "3.5, -4,16").ok(), Some((dvec2(3.5, -4.0), 16.0)));
        let refusal = |text| circle("--carve", text).expect_err("not a circle").to_string();
        assert!(refusal("1,2").contains("not three numbers; give a center and a radius such as 120,80,16"));
        assert!(refusal("1,2,3,4").contains("not three numbers"));
        assert!(refusal("1,b,3").contains("'b' is not a number"));
        assert!(refusal("1,2,-3").contains("radius is not from 0 to 4096"));
    }

    #[test]
    fn sizes_are_read_and_refused() {
        assert_eq!(size("--frames", "40 X 56", "32x48").ok(), Some(uvec2(40, 56)));
        for wrong in ["", "40", "40x", "x", "-1x5", "40x56x2", "4.5x5", "99999999999x1"] {
            let error = size("--frames", wrong, "32x48").expect_err(wrong).to_string();
            assert_eq!(error, format!("--frames {wrong}: a size looks like 32x48"));
        }
    }

    #[test]
    fn quarter_turns_are_exact() {
        let quarters = [dvec2(1.0, 0.0), dvec2(0.0, 1.0), dvec2(-1.0, 0.0), dvec2(0.0, -1.0)];
        for turn in -8_i32..8 {
            assert_eq!(direction(f64::from(turn) * 90.0), quarters[turn.rem_euclid(4) as usize], "turn {turn}");
        }
    }

    #[test]
    fn directions_are_those_of_the_circle() {
        for degrees in (-720..720).step_by(7).map(f64::from) {
            let expected = dvec2(degrees.to_radians().cos(), degrees.to_radians().sin());
            assert!((direction(degrees) - expected).length() < 1e-12, "{degrees} degrees");
        }
    }
}
