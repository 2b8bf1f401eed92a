use crate::fixture::{Folder, png};
use crate::tool::{command, tileray};
use std::fs;
use std::path::Path;

/// Red, green and blue of every pixel of a PNG.
pub(crate) fn decoded(path: &Path) -> Vec<u8> {
    let file = std::io::BufReader::new(fs::File::open(path).expect("it was written"));
    let mut reader = png::Decoder::new(file).read_info().expect("a PNG");
    let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
    reader.next_frame(&mut pixels).expect("pixels");
    pixels
}

/// Asserts that a picture is written, and that the report has all words.
fn assert_drawn_and_told(folder: &Folder, arguments: &[&str], size: &str, words: &[&str]) {
    let file = folder.name("a.png");
    let printed = tileray(&[arguments, &["--headless", &file, "--size", size]].concat()).printed();
    assert!(words.iter().all(|word| printed.contains(word)), "{printed}");
    assert!(printed.contains(&format!("\nwrote {file} ({size})\n")), "{printed}");
    assert!(fs::read(folder.path("a.png")).expect("it was written").starts_with(b"\x89PNG"));
}

#[test]
fn each_scene_is_drawn_as_a_picture() {
    let (folder, level) = Folder::with_level();
    let rays = ["level.tmx: ", " rays, ", " hits, mean distance ", " ns a ray\n"];
    assert_drawn_and_told(&folder, &["demo", &level], "90x60", &rays);
    let shapes = ["shapes: ", " pairs, ", " tested, ", " overlaps, "];
    assert_drawn_and_told(&folder, &["--scene", "shapes"], "192x108", &shapes);
    let sprites = ["sprites: 6 sprites, ", " corners, ", " pieces, IoU "];
    assert_drawn_and_told(&folder, &["--scene", "sprites"], "192x108", &sprites);
}

#[test]
fn carved_filled_and_shown_parts_are_in_the_picture() {
    let (folder, level) = Folder::with_level();
    let draw = |name: &str, flags: &[&str]| {
        let file = folder.name(name);
        let start = ["demo", &level, "--headless", &file, "--size", "400x300", "--aim", "20,12"];
        tileray(&[&start, flags].concat()).printed();
        // The values on the left tell times, which differ from run to run.
        let picture = decoded(&folder.path(name));
        let rows = picture.chunks_exact(400 * 3).flat_map(|row| row[600..].to_vec());
        rows.collect::<Vec<u8>>()
    };
    let plain = draw("plain.png", &[]);
    assert!(plain == draw("again.png", &[]), "the same flags give the same picture");
    for (name, flags) in [
        ("exact.png", &["--traversal", "exact", "--carve", "18,12,5"][..]),
        ("carved.png", &["--carve", "18,12,5"]),
        ("filled.png", &["--fill", "30,4,3", "--fill", "30,2,1.5"]),
        ("trace.png", &["--show", "trace"]),
        ("spans.png", &["--show", "spans"]),
        ("all.png", &["--show", "normals,trace", "--show", "spans"]),
    ] {
        assert!(plain != draw(name, flags), "{name}");
    }
}

#[test]
fn sizes_and_names_of_pictures_are_checked_first() {
    let folder = Folder::new();
    let draw = |name: &str, size: &str| tileray(&["--headless", &folder.name(name), "--size", size]);
    draw("a.png", "axb").misused(&["invalid value 'axb' for '--size <WxH>'", "looks like 1280x720"]);
    tileray(&["--tour", "--headless", &folder.name("a.png")]).misused(&["--tour", "--headless"]);
    draw("a.jpg", "64x48").misused(&["a.jpg: the name must end in .png"]);
    assert_eq!(fs::read_dir(folder.path("")).expect("a folder").count(), 0);
}

#[test]
fn invalid_circles_are_refused() {
    let (folder, level) = Folder::with_level();
    let file = folder.name("a.png");
    let draw = |flags: &[&str]| tileray(&[&["demo", &level, "--headless", &file], flags].concat());
    draw(&["--carve", "1,2"]).misused(&["invalid value '1,2' for '--carve", "not three numbers", "120,80,16"]);
    draw(&["--carve", "900,5,3"]).refused(&["--carve '900,5,3'", "outside level.tmx", "from 0,0 to", "give a circle"]);
    draw(&["--aim", "5"]).misused(&["invalid value '5' for '--aim", "no comma"]);
    assert!(!folder.path("a.png").exists());
}

#[test]
fn the_pictures_of_shapes_and_sprites_are_the_same_each_time() {
    let folder = Folder::new();
    let draw = |name: &str, arguments: &[&str]| {
        let file = folder.name(name);
        tileray(&[arguments, &["--headless", &file]].concat()).printed();
        (fs::read(folder.path(name)).expect("it was written"), decoded(&folder.path(name)))
    };
    // The border of the chosen body, and of pixels that two sprites share, which nothing is blended with.
    for (scene, color) in [("shapes", [0xff, 0xd8, 0x4d]), ("sprites", [0xff, 0x2d, 0x6f])] {
        let (picture, pixels) = draw("a.png", &["--scene", scene]);
        assert!(picture == draw("b.png", &["demo", "--scene", scene]).0, "two pictures of {scene} differ");
        assert!(pixels.chunks_exact(3).any(|pixel| pixel == color), "{scene} lack a color");
        // The header has the size.
        assert_eq!(picture[16..24], [1280_u32.to_be_bytes(), 720_u32.to_be_bytes()].concat());
    }
}

#[test]
fn flags_of_rays_are_refused_for_shapes() {
    let (folder, level) = Folder::with_level();
    let file = folder.name("a.png");
    let draw = |flags: &[&str]| tileray(&[&["demo", "--scene", "shapes", "--headless", &file], flags].concat());
    draw(&[&level]).misused(&["MAP", "has no map", "--scene rays"]);
    draw(&["--carve", "1,2,3"]).misused(&["--carve", "leave it out"]);
    draw(&["--show", "trace"]).misused(&["--show", "leave it out"]);
    draw(&["--traversal", "bresenham"]).misused(&["--traversal", "no rays", "leave it out"]);
    assert!(!folder.path("a.png").exists());
}

#[test]
fn sprites_of_the_command_line_are_shown_or_refused() {
    let folder = Folder::new();
    let file = folder.name("a.png");
    let draw = |flags: &[&str]| tileray(&[&["--headless", &file, "--size", "300x200"], flags].concat());
    let own = folder.write("own.png", png(30, 20, |x, y| if x > y { 255 } else { 0 }));
    let printed = draw(&["--scene", "sprites", "--sprites", &own, &own]).printed();
    assert!(printed.starts_with("sprites: 2 sprites, "), "{printed}");
    let clear = folder.write("clear.png", png(30, 20, |_, _| 0));
    draw(&["--scene", "sprites", "--sprites", &own, &clear]).refused(&[&clear, "30x20", "solid"]);
    let gone = folder.name("gone.png");
    draw(&["--scene", "sprites", "--sprites", &gone]).refused(&[&gone, "no such file"]);
    draw(&["--scene", "shapes", "--sprites", &own]).misused(&["--sprites", "--scene sprites"]);
    draw(&["--scene", "sprites", "--aim", "1,2"]).misused(&["--aim", "--scene rays"]);
}

#[test]
fn a_closed_pipe_ends_the_program_without_an_error() {
    let folder = Folder::new();
    let args = ["--scene", "shapes", "--headless", &folder.name("a.png"), "--size", "90x60"];
    let mut child = command(&args).spawn().expect("the binary runs");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the binary ends");
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_output_is_an_error() {
    let folder = Folder::new();
    let full = fs::File::create("/dev/full").expect("a device that is full");
    let mut run = command(&["--scene", "shapes", "--headless", &folder.name("a.png"), "--size", "90x60"]);
    crate::tool::Outcome::from(run.stdout(full).output().expect("the binary runs"))
        .refused(&["cannot write to standard output", "check"]);
}
