use crate::fixture::Folder;
use crate::tool::{Outcome, command, tileray};
use std::fs;
use std::path::Path;
use tileray::tile::TileImage;
use tileray_scenes::picture::decode_png;

/// The picture of a PNG.
pub(crate) fn decoded(path: &Path) -> TileImage {
    decode_png(&fs::read(path).expect("it was written")).expect("a PNG")
}

#[test]
fn each_scene_is_drawn_as_a_picture() {
    let (folder, level) = Folder::with_level();
    for (arguments, size, words) in [
        (["demo", &*level], "90x60", ["level.tmx: ", " rays, ", " hits, mean distance ", " ns a ray\n"]),
        (["--scene", "shapes"], "192x108", ["shapes: ", " pairs, ", " tested, ", " overlaps, "]),
        (["--scene", "sprites"], "192x108", ["sprites: ", "6 sprites, ", " corners, ", " pieces, IoU "]),
    ] {
        let file = folder.name("a.png");
        let printed = tileray(&[&arguments[..], &["--headless", &file, "--size", size]].concat()).printed();
        assert!(words.iter().all(|word| printed.contains(word)), "{printed}");
        assert!(printed.contains(&format!("\nwrote {file} ({size})\n")), "{printed}");
        assert!(fs::read(folder.path("a.png")).expect("it was written").starts_with(b"\x89PNG"));
    }
}

#[test]
fn shown_parts_are_in_the_picture() {
    let (folder, level) = Folder::with_level();
    let draw = |name: &str, flags: &[&str]| {
        let file = folder.name(name);
        let start = ["demo", &level, "--headless", &file, "--size", "400x300", "--aim", "20,12"];
        tileray(&[&start, flags].concat()).printed();
        // The values on the left tell times, which differ from run to run.
        let picture = decoded(&folder.path(name));
        picture.pixels().chunks_exact(400).flat_map(|row| row[200..].to_vec()).collect::<Vec<_>>()
    };
    let plain = draw("plain.png", &[]);
    assert!(plain == draw("again.png", &[]), "the same flags give the same picture");
    for (name, flags) in [("exact.png", &["--traversal", "exact"][..]), ("trace.png", &["--trace"])] {
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
fn the_pictures_of_shapes_and_sprites_are_the_same_each_time() {
    let folder = Folder::new();
    let draw = |name: &str, arguments: &[&str]| {
        let file = folder.name(name);
        tileray(&[arguments, &["--headless", &file]].concat()).printed();
        (fs::read(folder.path(name)).expect("it was written"), decoded(&folder.path(name)))
    };
    // The border of the chosen body, and of pixels that two sprites share, which nothing is blended with.
    for (scene, color) in [("shapes", [0xff, 0xd8, 0x4d, 0xff]), ("sprites", [0xff, 0x2d, 0x6f, 0xff])] {
        let (picture, shown) = draw("a.png", &["--scene", scene]);
        assert!(picture == draw("b.png", &["demo", "--scene", scene]).0, "two pictures of {scene} differ");
        assert!(shown.pixels().contains(&color), "{scene} lack a color");
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
    draw(&["--trace"]).misused(&["--trace", "leave it out"]);
    draw(&["--traversal", "bresenham"]).misused(&["--traversal", "no rays", "leave it out"]);
    tileray(&["--headless", &file, "--scene", "sprites", "--aim", "1,2"]).misused(&["--aim", "--scene rays"]);
    assert!(!folder.path("a.png").exists());
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_output_is_an_error() {
    let folder = Folder::new();
    let full = fs::File::create("/dev/full").expect("a device that is full");
    let mut run = command(&["--scene", "shapes", "--headless", &folder.name("a.png"), "--size", "90x60"]);
    Outcome::from(run.stdout(full).output().expect("the binary runs"))
        .refused(&["cannot write to standard output", "check"]);
}

#[cfg(target_os = "linux")]
#[test]
fn without_a_display_a_picture_is_drawn() {
    let folder = Folder::new();
    let mut run = command(&["--scene", "shapes", "--size", "90x60"]);
    // An empty name is none.
    run.env("DISPLAY", "").env("WAYLAND_DISPLAY", "").current_dir(folder.path(""));
    let outcome = Outcome::from(run.output().expect("the binary runs"));
    assert!(outcome.stderr.contains("there is no display") && outcome.stderr.contains("drawing a picture instead"));
    assert!(folder.path("tileray.png").is_file(), "{outcome:?}");
}
