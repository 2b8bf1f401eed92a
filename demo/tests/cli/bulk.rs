//! Rays and hits as arrays of NumPy: the same bits as in a CSV.

use crate::fixture::{Folder, random_words};
use crate::tool::{fed, tileray};
use std::fmt::Write as _;
use std::fs;
use std::process::Command;

/// Rays in and around the cave. Their coordinates are 32-bit floats, so that each format holds them.
fn rays(count: usize) -> Vec<[f32; 4]> {
    let mut word = random_words();
    let mut below = |limit: f32| (word() >> 40) as f32 / (1u64 << 24) as f32 * limit;
    let mut ray = || {
        let (x, y) = (below(3900.0) - 30.0, below(1100.0) - 30.0);
        [x, y, x + below(600.0) - 300.0, y + below(600.0) - 300.0]
    };
    (0..count).map(|_| ray()).collect()
}

fn csv(rays: &[[f32; 4]]) -> String {
    let mut text = "x0,y0,x1,y1\n".to_owned();
    // The fewest digits of a 32-bit float are another number of 64 bits.
    for [x0, y0, x1, y1] in rays.iter().map(|ray| ray.map(f64::from)) {
        writeln!(text, "{x0},{y0},{x1},{y1}").expect("a line");
    }
    text
}

/// An array of this type and shape, of any bytes.
pub(crate) fn npy(descr: &str, order: &str, shape: &str, bytes: impl IntoIterator<Item = u8>) -> Vec<u8> {
    let mut text = format!("{{'descr': {descr}, 'fortran_order': {order}, 'shape': {shape}, }}");
    let length = (11 + text.len()).next_multiple_of(64) - 11;
    text.extend(std::iter::repeat_n(' ', length - text.len()));
    text.push('\n');
    let mut file = b"\x93NUMPY\x01\x00".to_vec();
    file.extend((text.len() as u16).to_le_bytes());
    file.extend(text.bytes());
    file.extend(bytes);
    file
}

fn npy_f4(rays: &[[f32; 4]]) -> Vec<u8> {
    let bytes = rays.iter().flatten().flat_map(|value| value.to_le_bytes());
    npy("'<f4'", "False", &format!("({}, 4)", rays.len()), bytes)
}

fn npy_f8(rays: &[[f32; 4]]) -> Vec<u8> {
    let bytes = rays.iter().flatten().flat_map(|value| f64::from(*value).to_le_bytes());
    npy("'<f8'", "False", &format!("({}, 4)", rays.len()), bytes)
}

/// The header's text and the array of a file.
pub(crate) fn parts(file: &[u8]) -> (String, &[u8]) {
    assert_eq!(file[..8], *b"\x93NUMPY\x01\x00");
    let end = 10 + usize::from(u16::from_le_bytes([file[8], file[9]]));
    assert!(end.is_multiple_of(64) && file[end - 1] == b'\n');
    (String::from_utf8(file[10..end].to_vec()).expect("text").trim_end().into(), &file[end..])
}

pub(crate) fn floats(bytes: &[u8]) -> Vec<f32> {
    bytes.as_chunks().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect()
}

/// The numbers of a CSV, as two spellings of a distance may be as short.
pub(crate) fn numbers(csv: &str) -> Vec<Vec<Option<f32>>> {
    csv.lines().map(|line| line.split(',').map(|field| field.parse().ok()).collect()).collect()
}

/// The lines of a CSV that say what an array of hits says.
fn lines(array: &[u8]) -> String {
    let (elements, rest) = array.as_chunks::<32>();
    assert!(rest.is_empty());
    let mut text = "hit,pixel_x,pixel_y,distance,normal_x,normal_y,layer,cell_x,cell_y,tile\n".to_owned();
    for element in elements {
        let word = |place: usize| i32::from_le_bytes(element[4 * place..][..4].try_into().expect("four bytes"));
        let distance = f32::from_bits(word(3) as u32);
        if element[0] == 0 {
            assert_eq!((distance, word(4), word(7)), (f32::INFINITY, -1, -1));
            text += "0,,,,,,,,,\n";
            continue;
        }
        let tile = if word(7) < 0 { String::new() } else { word(7).to_string() };
        let (normal_x, normal_y) = (element[1] as i8, element[2] as i8);
        let (x, y, layer, cell_x, cell_y) = (word(1), word(2), word(4), word(5), word(6));
        writeln!(text, "1,{x},{y},{distance},{normal_x},{normal_y},{layer},{cell_x},{cell_y},{tile}").expect("a line");
    }
    text
}

const MAP: &str = "maps/cave.tmx";

#[test]
fn arrays_are_answered_as_a_csv_is() {
    let folder = Folder::new();
    // More than are read at a time.
    let rays = rays(16_400);
    let text = folder.write("rays.csv", csv(&rays));
    let expected = tileray(&["cast", MAP, "--rays", &text]).printed();
    assert_eq!(expected.lines().count(), 16_401);
    let arrays = [("4.npy", npy_f4(&rays)), ("8.npy", npy_f8(&rays))].map(|(name, array)| folder.write(name, array));
    // Not assert_eq, which would print both.
    assert!(tileray(&["cast", MAP, "--rays", &arrays[0]]).printed() == expected);
    for input in arrays.iter().chain([&text]) {
        let out = folder.name("hits.npy");
        assert_eq!(tileray(&["cast", MAP, "--rays", input, "--out", &out]).printed(), "");
        let file = fs::read(&out).expect("the hits");
        let (header, elements) = parts(&file);
        assert!(header.ends_with("'fortran_order': False, 'shape': (16400,), }"), "{header}");
        assert!(numbers(&lines(elements)) == numbers(&expected), "{input}");
    }
}

#[test]
fn ranges_are_the_distances_of_hits() {
    let folder = Folder::new();
    let mut rays = rays(1000);
    let text = folder.write("rays.csv", csv(&rays));
    let hits = tileray(&["cast", MAP, "--rays", &text]).printed();
    let distance = |line: &str| line.split(',').nth(3).and_then(|field| field.parse().ok()).unwrap_or(f32::INFINITY);
    let mut expected: Vec<f32> = hits.lines().skip(1).map(distance).collect();
    assert!(expected.iter().any(|range| range.is_finite()) && expected.contains(&f32::INFINITY));
    let printed = tileray(&["cast", MAP, "--rays", &text, "--ranges"]).printed();
    let mut printed = printed.lines();
    assert_eq!(printed.next(), Some("range"));
    let printed: Vec<f32> = printed.map(|line| line.parse().expect("a number")).collect();
    assert_eq!(printed, expected);
    // A ray that is no ray hits nothing, and has no range.
    rays.push([1.0, f32::NAN, 2.0, 3.0]);
    expected.push(f32::NAN);
    let output = fed(&["cast", MAP, "--rays", "-", "--ranges", "--format", "npy"], npy_f4(&rays));
    assert_eq!((output.status.code(), &*output.stderr), (Some(0), &b""[..]));
    let (header, array) = parts(&output.stdout);
    assert_eq!(header, "{'descr': '<f4', 'fortran_order': False, 'shape': (1001,), }");
    let bits = |ranges: Vec<f32>| ranges.into_iter().map(f32::to_bits).collect::<Vec<_>>();
    assert_eq!(bits(floats(array)), bits(expected));
    let output = fed(&["cast", MAP, "--rays", "-"], npy_f4(&rays[1000..]));
    assert!(output.stdout.ends_with(b"\n0,,,,,,,,,\n"));
}

#[test]
fn an_array_needs_a_known_number_of_rows() {
    let (folder, level) = Folder::with_level();
    let rays = rays(10);
    let output = fed(&["cast", MAP, "--rays", "-", "--format", "npy"], npy_f8(&rays));
    assert_eq!(parts(&output.stdout).1.len(), 320);
    let text = folder.write("rays.csv", csv(&rays));
    for line in [&["--format", "npy"][..], &["--format", "npy", "--ranges"], &["--format", "npy", "-o", "/dev/stdout"]]
    {
        tileray(&[&["cast", &level, "--rays", &text], line].concat()).misused(&["--out FILE.npy", "--format csv"]);
    }
    let out = folder.name("hits.npy");
    tileray(&["cast", MAP, "--rays", &text, "-o", &out]).printed();
    assert_eq!(parts(&fs::read(&out).expect("hits")).1, parts(&output.stdout).1);
    // One ray is one row.
    let out = folder.name("hit.npy");
    tileray(&["cast", MAP, "--from", "888,600", "--to", "1500,900", "-o", &out]).printed();
    assert!(lines(parts(&fs::read(&out).expect("a hit")).1).ends_with("\n1,1034,672,163.57791,0,-1,3,64,42,134\n"));
}

#[test]
fn wrong_arrays_are_refused_with_a_remedy() {
    let (folder, level) = Folder::with_level();
    let zeros = || std::iter::repeat_n(0, 128);
    let short = npy("'<f4'", "False", "(9, 4)", zeros());
    for (file, words) in [
        (npy("'>f8'", "False", "(4, 4)", zeros()), "big-endian ('>f8'); save rays.astype('<f8')"),
        (npy("'<i8'", "False", "(4, 4)", zeros()), "of '<i8', not of floats"),
        (npy("'<f2'", "False", "(4, 4)", zeros()), "of '<f2', not of floats"),
        (npy("[('x0', '<f4'), ('y0', '<f4')]", "False", "(4,)", zeros()), "structured"),
        (npy("'<f8'", "True", "(4, 4)", zeros()), "the order of Fortran; save numpy.ascontiguousarray(rays)"),
        (npy("'<f8'", "False", "(4, 3)", zeros()), "the shape (4, 3), where (n, 4) is needed"),
        (npy("'<f8'", "False", "(16,)", zeros()), "the shape (16,), where"),
        (npy("'<f8'", "False", "()", zeros()), "the shape (), where"),
        (npy("'<f8'", "False", "(4, 4", zeros()), "the header of the array is damaged"),
        (b"\x93NUMPY\x07\x00\x00\x00".to_vec(), "version 7.0, and 1.0 to 3.0 are read"),
        (b"\x93NUMPY\x02\x00\xff\xff\xff\x7f".to_vec(), "2147483647 bytes, and at most 65536"),
        (b"\x93NUMPY\x01\x00\x76\x00{'descr".to_vec(), "ends within the header"),
        (short, "the file ends after 8 of 9 rays"),
    ] {
        let file = folder.write("rays.npy", file);
        let out = folder.name("hits.csv");
        tileray(&["cast", &level, "--rays", &file, "-o", &out]).refused(&["rays.npy: ", words]);
        assert!(!folder.path("hits.csv").exists());
    }
    let wrong = ["cast", &level, "--rays", "-", "--ranges", "--format"];
    tileray(&[&wrong[..], &["json"]].concat()).misused(&["--ranges", "csv or npy"]);
}

/// The Python that has numpy, if there is one: python3, or what the variable TILERAY_PYTHON names, which must have it.
fn python_with_numpy() -> Option<String> {
    let named = std::env::var("TILERAY_PYTHON").ok();
    let python = named.clone().unwrap_or_else(|| "python3".to_owned());
    let found = Command::new(&python).args(["-c", "import numpy"]).output();
    let has_numpy = found.is_ok_and(|output| output.status.success());
    assert!(has_numpy || named.is_none(), "{python} has no numpy");
    has_numpy.then_some(python)
}

#[test]
fn numpy_reads_and_writes_the_arrays() {
    let Some(python) = python_with_numpy() else { return println!("skipped: python3 has no numpy") };
    let folder = Folder::new();
    let binary = env!("CARGO_BIN_EXE_tileray");
    let script = format!(
        "import numpy, subprocess, sys
rays = numpy.random.default_rng(1).uniform(0, 1000, (70000, 4))
def cast(rays, *flags):
    numpy.save('rays.npy', rays)
    subprocess.run(['{binary}', 'cast', 'level.tmx', '--rays', 'rays.npy', '-o', 'hits.npy', *flags], check=True)
    return numpy.load('hits.npy')
hits, ranges = cast(rays), cast(rays, '--ranges')
assert hits.dtype.names == ('hit', 'normal_x', 'normal_y', 'pixel_x', 'pixel_y', 'distance', 'layer', 'cell_x', 'cell_y', 'tile')
assert hits.dtype['hit'] == numpy.bool_ and hits.shape == ranges.shape == (70000,)
assert ranges.dtype == numpy.float32 and (hits['distance'] == ranges).all() and (numpy.isfinite(ranges) == hits['hit']).all()
assert hits['hit'].any() and not hits['hit'].all()
assert (cast(rays.astype('<f4'))['hit'] == cast(rays.astype('<f4').astype('<f8'))['hit']).all()
for fortran in [numpy.asfortranarray(rays), rays.astype('>f8'), rays.astype(int), rays[:, :3]]:
    numpy.save('wrong.npy', fortran)
    ran = subprocess.run(['{binary}', 'cast', 'level.tmx', '--rays', 'wrong.npy'], capture_output=True, text=True)
    assert ran.returncode == 1 and ran.stderr.startswith('error: wrong.npy: the array'), ran
"
    );
    folder.write("level.tmx", crate::fixture::MAP);
    folder.write("rock.png", crate::fixture::png(16, 8, |x, _| if x < 12 { 255 } else { 0 }));
    let ran = Command::new(python).args(["-c", &script]).current_dir(folder.path("")).output().expect("Python runs");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
}
