//! `cli_rays`: files of rays as the command line reads them, text against a reader of plain lines.

use std::io::Cursor;
use tileray::glam::dvec2;
use tileray::{Ray, SolidityMap, Terrain};

/// The farthest coordinate that a text may have.
const FARTHEST: f64 = (1u64 << 30) as f64;

pub(crate) fn cli_rays(data: &[u8]) {
    let (values, fault) = tileray_demo::read_rays(Cursor::new(data.to_vec()));
    assert!(values.len() % 4 == 0, "{} numbers in rows of 4", values.len());
    assert!(values.len() <= 4 * data.len(), "{} numbers of {} bytes", values.len(), data.len());
    if let Some(fault) = fault {
        assert!(fault.starts_with("rays:"), "{fault}");
    }
    let mut left = &values[..];
    for row in data.split(|byte| *byte == b'\n').map_while(plain_row) {
        let (read, rest) = left.split_at_checked(4).expect("a row of every plain line");
        assert_eq!(read.iter().map(|it| it.to_bits()).collect::<Vec<_>>(), row, "{:?}", String::from_utf8_lossy(data));
        left = rest;
    }
    let terrain = Terrain::from_solidity(&SolidityMap::from_fn(40, 30, |x, y| (x * 7 + y * 5) % 11 == 0));
    let rays = values.as_chunks().0.iter();
    let rays: Vec<_> = rays.map(|&[x0, y0, x1, y1]| Ray::between_f64(dvec2(x0, y0), dvec2(x1, y1))).collect();
    let mut hits = vec![None; rays.len()];
    terrain.query().raycast_batch(&rays, &mut hits);
    assert!(rays.iter().zip(&hits).all(|(ray, hit)| ray.is_valid() || hit.is_none()));
}

/// The bits of the numbers of a line that is four numbers with commas between them; `None` for any other line.
fn plain_row(line: &[u8]) -> Option<Vec<u64>> {
    let text = std::str::from_utf8(line).ok().filter(|text| text.len() < 4096)?;
    let number = |field: &str| field.parse().ok().filter(|number: &f64| number.abs() <= FARTHEST).map(f64::to_bits);
    let row: Vec<_> = text.split(',').map(number).collect::<Option<_>>()?;
    (row.len() == 4).then_some(row)
}
