//! Maps of robots: what each gray is, what unknown is, and where meters lie.

use crate::support::{Disk, cases, png, png_with};
use png::{BitDepth, ColorType};
use reference::each_case;
use std::f64::consts::{FRAC_PI_2, PI, TAU};
use std::path::Path;
use tileray::glam::{DVec2, dvec2, ivec2, uvec2};
use tileray::load::{
    LoadOptions, Occupancy, OccupancyMap, OccupancyMode, OccupancyOptions, OccupancyRule, UnknownSpace,
};
use tileray::{LayerMask, LayerSet, LoadError, Ray, Terrain};

/// Reads a `map.yaml` whose picture is `picture`, by whatever name.
pub(crate) fn read_with(yaml: &str, picture: &[u8], options: &OccupancyOptions) -> Result<OccupancyMap, LoadError> {
    let files = Disk::default().with("maps/map.yaml", yaml).with("maps/map.pgm", picture);
    OccupancyMap::read("maps/map.yaml", &files, options)
}

pub(crate) fn read(yaml: &str, picture: &[u8]) -> Result<OccupancyMap, LoadError> {
    read_with(yaml, picture, &OccupancyOptions::default())
}

pub(crate) const YAML: &str = "\
image: map.pgm
resolution: 0.05
origin: [-2.0, -7.5, 0.0]
negate: 0
occupied_thresh: 0.65
free_thresh: 0.196
";

/// The YAML of a rule.
pub(crate) fn yaml_of(rule: &OccupancyRule) -> String {
    let OccupancyRule { mode, negate, occupied_thresh, free_thresh } = rule;
    format!(
        "image: map.pgm\nresolution: 0.05\norigin: [0, 0, 0]\nmode: {mode}\nnegate: {}\n\
        occupied_thresh: {occupied_thresh}\nfree_thresh: {free_thresh}\n",
        u8::from(*negate)
    )
}

/// A PGM of bytes, one row.
pub(crate) fn pgm(grays: &[u8]) -> Vec<u8> {
    let mut file = format!("P5\n{} 1\n255\n", grays.len()).into_bytes();
    file.extend(grays);
    file
}

/// The cells of a map's first row: `#` occupied, `.` free, `?` unknown.
fn row(map: &OccupancyMap) -> String {
    let letter = |found| match found {
        Occupancy::Occupied => '#',
        Occupancy::Free => '.',
        Occupancy::Unknown => '?',
    };
    (0..map.size().x as i32).map(|x| letter(map.occupancy(ivec2(x, 0)))).collect()
}

/// The steps of map_server in their order: masks over all of a picture, which later ones overwrite. −1 is unknown.
fn reference_percent(rule: &OccupancyRule, gray: u8, alpha: u8) -> i32 {
    if rule.mode == OccupancyMode::Raw {
        // The byte is cast to a signed one, and all beyond 0 to 100 becomes −1.
        let cast = i32::from(gray as i8);
        return if (0..=100).contains(&cast) { cast } else { -1 };
    }
    let mut normalized = f32::from(gray) / 255.0;
    if !rule.negate {
        normalized = 1.0 - normalized;
    }
    let mut result = -1;
    if normalized >= rule.occupied_thresh as f32 {
        result = 100;
    }
    if normalized <= rule.free_thresh as f32 {
        result = 0;
    }
    let is_between = normalized > rule.free_thresh as f32 && normalized < rule.occupied_thresh as f32;
    if rule.mode == OccupancyMode::Scale && is_between {
        let scaled = (normalized - rule.free_thresh as f32) / (rule.occupied_thresh - rule.free_thresh) as f32 * 100.0;
        result = scaled.round() as i32;
    }
    if alpha < 255 {
        result = -1;
    }
    result
}

/// What `map_saver` writes of that for a trinary map.
fn reference_occupancy(rule: &OccupancyRule, percent: i32) -> Occupancy {
    let whole = |thresh: f64| (thresh * 100.0).round_ties_even() as i32;
    match (rule.mode, percent) {
        (_, -1) => Occupancy::Unknown,
        (OccupancyMode::Trinary, 0) => Occupancy::Free,
        (OccupancyMode::Trinary, _) => Occupancy::Occupied,
        _ if percent <= whole(rule.free_thresh) => Occupancy::Free,
        _ if whole(rule.occupied_thresh) <= percent => Occupancy::Occupied,
        _ => Occupancy::Unknown,
    }
}

/// All modes and switches, and thresholds on and beside the grays.
fn rules() -> Vec<OccupancyRule> {
    let threshs = [0.0, 50.0 / 255.0, 0.196, 0.25, 0.5, 0.65, 0.654_901_96, 0.999, 1.0];
    let mut rules = Vec::new();
    for mode in OccupancyMode::ALL {
        for negate in [false, true] {
            for occupied_thresh in threshs {
                for free_thresh in threshs.into_iter().filter(|free| *free <= occupied_thresh) {
                    rules.push(OccupancyRule { mode, negate, occupied_thresh, free_thresh });
                }
            }
        }
    }
    rules
}

#[test]
fn every_gray_is_what_map_server_makes_of_it() {
    let grays: Vec<u8> = (0..=255).collect();
    let with_alpha: Vec<u8> = [255, 254, 0].iter().flat_map(|alpha| grays.iter().flat_map(|g| [*g, *alpha])).collect();
    let with_alpha = png(768, 1, ColorType::GrayscaleAlpha, BitDepth::Eight, &with_alpha);
    let rules = rules();
    assert_eq!(rules.len(), 3 * 2 * 45);
    // Rows that end within a word of a mask.
    let (rows, width) = ([b"P5 86 3 255\n".as_slice(), &grays, &[0, 254]].concat(), 86);
    for rule in &rules {
        let opaque = read(&yaml_of(rule), &rows).expect("a map");
        let alpha = read(&yaml_of(rule), &with_alpha).expect("a map");
        assert_eq!(&opaque.rule, rule);
        for gray in 0..=255_u8 {
            let percent = reference_percent(rule, gray, 255);
            assert_eq!(rule.percent(gray).map_or(-1, i32::from), percent, "{gray} by {rule:?}");
            let expected = reference_occupancy(rule, percent);
            let pixel = ivec2(i32::from(gray) % width, i32::from(gray) / width);
            assert_eq!(opaque.occupancy(pixel), expected, "{gray} by {rule:?}");
            for (index, value) in [255, 254, 0].into_iter().enumerate() {
                let expected = reference_occupancy(rule, reference_percent(rule, gray, value));
                let at = ivec2(index as i32 * 256 + i32::from(gray), 0);
                assert_eq!(alpha.occupancy(at), expected, "{gray} with alpha {value} by {rule:?}");
            }
        }
        let both = opaque.occupied().overlap_area(opaque.unknown(), ivec2(0, 0));
        assert_eq!(both, 0, "a pixel is occupied and unknown by {rule:?}");
    }
}

#[test]
fn colors_count_by_their_luma_and_depths_by_their_high_byte() -> Result<(), LoadError> {
    let raw = format!("{YAML}mode: raw\n");
    // 76, 29 and 18 are 255, 255 and 160 times the weights of red, blue and blue, rounded down; 149 of green is unknown.
    let colors = [[255, 0, 0], [0, 0, 255], [0, 0, 160], [0, 255, 0]];
    let map = read(&raw, &png(4, 1, ColorType::Rgb, BitDepth::Eight, colors.as_flattened()))?;
    assert_eq!(row(&map), "#?.?");
    let palette = png_with(
        4,
        1,
        ColorType::Indexed,
        BitDepth::Two,
        &[0b00_01_10_11],
        Some(&[0, 0, 0, 205, 205, 205, 254, 254, 254, 254, 254, 254]),
        Some(&[255, 255, 255, 254]),
    );
    assert_eq!(row(&read(YAML, &palette)?), "#?.?");
    assert_eq!(row(&read(&raw, &png(2, 1, ColorType::Grayscale, BitDepth::One, &[0b0100_0000]))?), ".?");
    // 16 bits: 20 * 257 is 20, and one less is 19.
    let wide = |values: &[u16]| values.iter().flat_map(|value| value.to_be_bytes()).collect::<Vec<u8>>();
    let values = [65 * 257 - 1, 65 * 257, 20 * 257 + 256, 21 * 257];
    let map = read(&raw, &png(4, 1, ColorType::Grayscale, BitDepth::Sixteen, &wide(&values)))?;
    assert_eq!(row(&map), "?#.?");
    let mut file = b"P5 4 1 65535\n".to_vec();
    file.extend(wide(&values));
    assert_eq!(row(&read(&raw, &file)?), "?#.?");
    Ok(())
}

#[test]
fn every_gray_of_every_maximum_is_scaled_to_the_nearest() -> Result<(), LoadError> {
    let raw = format!("{YAML}mode: raw\noccupied: unused\n").replace("0.65", "0.5").replace("0.196", "0.49");
    for white in [1_u32, 2, 7, 15, 100, 254, 256, 1000, 4095, 40_000, 65_534] {
        let step = (white / 300).max(1);
        let values: Vec<u32> = (0..=white).step_by(step as usize).chain([white]).collect();
        let text: String = values.iter().map(|value| format!("{value}\n")).collect();
        let header = format!("{} 1\n# white\n{white}\n", values.len());
        let plain = read(&raw, format!("P2\n{header}{text}").as_bytes())?;
        let mut bytes = format!("P5\n{header}").into_bytes();
        let wide = white > 255;
        bytes.extend(values.iter().flat_map(|value| (*value as u16).to_be_bytes()[usize::from(!wide)..].to_vec()));
        let binary = read(&raw, &bytes)?;
        for (x, value) in (0..).zip(&values) {
            // The formula of GraphicsMagick, whose quantum has 16 bits here.
            let quantum = (65_535.0 * f64::from(*value) / f64::from(white) + 0.5) as u32;
            let percent = reference_percent(&plain.rule, (quantum / 257) as u8, 255);
            let expected = reference_occupancy(&plain.rule, percent);
            assert_eq!(plain.occupancy(ivec2(x, 0)), expected, "{value} of {white}");
            assert_eq!(binary.occupancy(ivec2(x, 0)), expected, "{value} of {white}");
        }
    }
    Ok(())
}

#[test]
fn pgm_files_of_other_programs_are_read() -> Result<(), LoadError> {
    for file in [
        "P2 3 1 255 0 205 254",
        "P2\n# GIMP\n3 # wide\n1\n# white\n255\n0\n205 # gray\n254\n\n",
        "P2\r\n3 1\r\n255\r\n0\r\n205\r\n254\r\n",
        "P2#comment\n3 1 255 000 0205 254",
        "P5\t3 1\t255\t\0ab",
        "P5\r\n3 1\r\n255\r\n\0ab",
        "P5\r3 1\r255\r\0ab",
    ] {
        let expected = if file.starts_with("P5") { "#??" } else { "#?." };
        assert_eq!(row(&read(YAML, file.as_bytes())?), expected, "{file:?}");
    }
    // A gray above the maximum of bytes is white.
    assert_eq!(row(&read(YAML, b"P5 2 1 100 \x00\xff")?), "#.");
    Ok(())
}

/// A program that changes line ends adds or drops bytes among the grays. Then the picture is right or refused.
#[test]
fn changed_line_ends_never_move_a_gray() -> Result<(), LoadError> {
    let replaced = |bytes: &[u8], from: &[u8], to: &[u8]| {
        let mut out = Vec::new();
        let mut rest = bytes;
        while let Some(first) = rest.first() {
            match rest.strip_prefix(from) {
                Some(after) => (out.extend(to), rest = after).1,
                None => (out.push(*first), rest = &rest[1..]).1,
            }
        }
        out
    };
    let (mut right, mut refused) = (0, 0);
    for (_, mut rng) in each_case(63, cases(3000)) {
        let size = [rng.usize(1..5), rng.usize(1..4)];
        let grays: Vec<u8> = (0..size[0] * size[1]).map(|_| rng.choice([0, 10, 13, 32, 205, 254]).unwrap()).collect();
        // After CR a gray of 10 looks like the rest of a line end, and the file is refused.
        let end = if grays[0] == 10 { "\n" } else { rng.choice(["\n", "\r\n", "\r", " "]).unwrap() };
        let mut file = format!("P5{end}{} {}{end}255{end}", size[0], size[1]).into_bytes();
        file.extend(&grays);
        let changed = match rng.u32(0..6) {
            0 => file.clone(),
            1 => replaced(&file, b"\n", b"\r\n"),
            2 => replaced(&file, b"\r\n", b"\n"),
            3 => replaced(&file, b"\r", b"\n"),
            4 => [&file[..], &file[..rng.usize(1..9)]].concat(),
            _ => file[..file.len() - rng.usize(1..=grays.len())].to_vec(),
        };
        let Ok(map) = read(YAML, &changed) else {
            refused += 1;
            assert_ne!(changed, file, "{file:?}");
            continue;
        };
        right += 1;
        let expected: Vec<bool> = grays.iter().map(|gray| *gray < 89).collect();
        let seen = (0..size[1]).flat_map(|y| (0..size[0]).map(move |x| ivec2(x as i32, y as i32)));
        let seen: Vec<bool> = seen.map(|pixel| map.occupancy(pixel) == Occupancy::Occupied).collect();
        // A CR that became LF is dark too.
        assert_eq!((seen, map.size().to_array()), (expected, size.map(|side| side as u32)), "{changed:?} of {file:?}");
    }
    assert!(right > 500 && refused > 500, "{right} right, {refused} refused");
    Ok(())
}

#[test]
fn the_yaml_may_be_written_in_any_way() -> Result<(), LoadError> {
    let picture = pgm(&[0, 205, 254]);
    let expected = read(YAML, &picture)?;
    for yaml in [
        "{image: map.pgm, resolution: 0.05, origin: [-2, -7.5, 0], negate: 0, occupied_thresh: 0.65, free_thresh: 0.196}",
        "%YAML 1.2\n---\n# saved by hand\nfree_thresh: .196\noccupied_thresh: 65e-2\nnegate: no\n\
        origin:\n- -2\n- -7.50\n- -0.0\nresolution: \"0.05\" # m\nimage: 'map.pgm'\nmode: Trinary\n...\nrest: [\n",
        "\u{feff}image: ./sub/../map.pgm\r\nresolution: +0.05\r\norigin: [-2.0,\r\n  -7.5, 0]\r\nnegate: False\r\n\
        occupied_thresh: 0.65\r\nfree_thresh: 0.196\r\n",
        "image: map.pgm\nname: {deep: [[[x: [y]]]], list: &a [1, 2]}\nalias: *a\n? [a, b]\n: c\n\
        resolution: 0.05\norigin: [-2, -7.5, 0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\nimages: x",
    ] {
        let map = read(yaml, &picture)?;
        assert_eq!((map.frame, map.rule, row(&map)), (expected.frame, expected.rule, row(&expected)), "{yaml}");
    }
    for (text, negate) in [("1", true), ("true", true), ("Yes", true), ("on", true), ("-3", true), ("off", false)] {
        let map = read(&YAML.replace("negate: 0", &format!("negate: {text}")), &picture)?;
        assert_eq!(map.rule.negate, negate, "{text}");
    }
    Ok(())
}

#[test]
fn unknown_is_free_or_solid_and_always_a_layer() -> Result<(), Box<dyn std::error::Error>> {
    let picture = pgm(&[254, 254, 205, 205, 254, 0, 254]);
    let ray = Ray::between((0.5, 0.5), (6.5, 0.5));
    let first = |terrain: &Terrain, layers| {
        let query = terrain.query().layers(layers);
        query.raycast(&ray).map(|hit| (hit.pixel().x, hit.layer()))
    };
    let free = read(YAML, &picture)?;
    assert_eq!(first(&Terrain::from_map(free.map()), LayerMask::ALL), Some((5, 0)));
    let all = Terrain::from_layers(free.map(), &LayerSet::all(free.map()))?;
    assert_eq!(first(&all, LayerMask::ALL), Some((2, 1)));

    let options = OccupancyOptions::default().unknown(UnknownSpace::Solid);
    let solid = read_with(YAML, &picture, &options)?;
    let terrain = Terrain::from_map(solid.map());
    assert_eq!(first(&terrain, LayerMask::ALL), Some((2, 1)));
    assert_eq!(first(&terrain, LayerMask::named(solid.map(), [OccupancyMap::OCCUPIED])?), Some((5, 0)));
    assert_eq!(first(&terrain, LayerMask::named(solid.map(), [OccupancyMap::UNKNOWN])?), Some((2, 1)));

    for map in [&free, &solid] {
        let paths: Vec<&str> = map.map().layers().map(|layer| layer.path.as_str()).collect();
        assert_eq!(paths, ["occupied", "unknown"]);
        assert_eq!((map.size(), map.map().bounds().size()), (uvec2(7, 1), uvec2(7, 1)));
        assert_eq!(map.map().dependencies(), [Path::new("maps/map.yaml"), Path::new("maps/map.pgm")]);
        assert_eq!(map.image, Path::new("maps/map.pgm"));
        assert_eq!(map.occupancy(ivec2(-1, 0)), Occupancy::Unknown);
        assert_eq!(map.occupancy(ivec2(6, 1)), Occupancy::Unknown);
    }
    // A map without unknown pixels has the layer too.
    let known = read(YAML, &pgm(&[0, 254]))?;
    assert!(LayerMask::named(known.map(), ["unknown"]).is_ok() && known.unknown().count() == 0);
    Ok(())
}

#[test]
fn the_picture_is_kept_where_that_is_asked() -> Result<(), LoadError> {
    let picture = pgm(&[254, 205, 0]);
    let options = OccupancyOptions::default().load(LoadOptions::default().keep_images(true));
    let map = read_with(YAML, &picture, &options)?;
    let pixels = |id| map.map().tile_set(0).and_then(|set| set.image(id)).expect("a picture").pixels().to_vec();
    assert_eq!(pixels(0), [[0; 4], [0; 4], [0, 0, 0, 255]]);
    assert_eq!(pixels(1), [[0; 4], [140, 140, 140, 255], [0; 4]]);
    assert!(read(YAML, &picture)?.map().tile_set(0).expect("the set").image(0).is_none());
    Ok(())
}

#[test]
fn the_origin_and_its_yaw_place_the_lower_left_corner() -> Result<(), LoadError> {
    let picture = format!("P2 40 20 255 {}", "254 ".repeat(800));
    let placed = |origin: &str, resolution: &str| {
        let yaml = YAML.replace("[-2.0, -7.5, 0.0]", origin).replace("0.05", resolution);
        read(&yaml, picture.as_bytes()).map(|map| map.frame)
    };
    let near = |a: DVec2, b: DVec2| (a - b).length() < 1e-12;
    // At 0.5 m a pixel the map is 20 m wide and 10 m high.
    let flat = placed("[3, -4, 0]", "0.5")?;
    assert_eq!(flat.point_to_pixels((3.0, -4.0)), dvec2(0.0, 20.0));
    assert_eq!(flat.point_to_pixels((23.0, 6.0)), dvec2(40.0, 0.0));
    // A quarter turn: the bottom edge of the picture runs up, and its left edge runs left.
    let turned = placed(&format!("[3, -4, {FRAC_PI_2}]"), "0.5")?;
    assert!(near(turned.point_to_pixels((3.0, -4.0)), dvec2(0.0, 20.0)));
    assert!(near(turned.point_to_pixels((3.0, 16.0)), dvec2(40.0, 20.0)));
    assert!(near(turned.point_to_pixels((-7.0, -4.0)), dvec2(0.0, 0.0)));
    assert_eq!(turned.angle_to_pixels(FRAC_PI_2), 0.0);
    assert_eq!(turned.angle_to_pixels(PI), -FRAC_PI_2);
    let tilted = placed("[0, 0, 0.3]", "0.05")?;
    assert!(near(tilted.point_to_world((40.0, 20.0)), dvec2(2.0 * 0.3_f64.cos(), 2.0 * 0.3_f64.sin())));
    assert!((placed("[0, 0, 100.0]", "1")?.angle_to_world(0.0) - (100.0 - 16.0 * TAU)).abs() < 1e-12);
    Ok(())
}

#[test]
fn the_office_of_the_samples_is_as_drawn() -> Result<(), LoadError> {
    let office = OccupancyMap::open("maps/office.yaml")?;
    assert_eq!(office.size(), uvec2(400, 300));
    assert_eq!(office.rule, OccupancyRule::default());
    let bytes = std::fs::read("maps/office.pgm").expect("the sample");
    let grays = &bytes[bytes.len() - 400 * 300..];
    let count = |gray| grays.iter().filter(|found| **found == gray).count() as u64;
    assert_eq!((office.occupied().count(), office.unknown().count()), (count(0), count(205)));
    assert_eq!(count(0) + count(205) + count(254), 400 * 300);
    let dock = office.frame.point_to_pixels((0.0, 0.0)).as_ivec2();
    assert_eq!((dock, office.occupancy(dock)), (ivec2(40, 150), Occupancy::Free));
    Ok(())
}
