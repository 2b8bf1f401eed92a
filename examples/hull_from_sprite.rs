//! Hulls of sprites: convex pieces from the pixels of a PNG, the fit of each hull mode, and an SVG picture.
//!
//! `cargo run --example hull_from_sprite`, in the root of the repository. Next: `sat_push_out`.

use std::error::Error;
use std::fs;
use std::io::{self, Write};
use tileray::hull::{HullMode, SpriteSvg};
use tileray::{HullOptions, SolidityMap, SpriteHull};

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout().lock())
}

pub(crate) fn run(out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    // Pixels that are not fully transparent are solid. Every second row is printed, as letters are twice as high as
    // wide.
    let key = SolidityMap::open("assets/sprites/key.png")?;
    for line in key.to_ascii().lines().step_by(2) {
        writeln!(out, "{}", line.replace('.', " ").trim_end())?;
    }

    writeln!(out, "\nsprite  hull             pieces  corners  covered overshoot    IoU")?;
    for name in ["key", "crate", "hero", "bat"] {
        let mask = SolidityMap::open(format!("assets/sprites/{name}.png"))?;
        let pieces = |max_error| HullOptions::new().max_error(max_error);
        let single = |mode| HullOptions::new().mode(mode);
        let few = HullOptions::new().max_pieces(Some(4));
        for (kind, options) in [
            ("exact", pieces(0.0)),
            ("within 1 px", pieces(1.0)),
            ("4 pieces", few),
            ("convex", single(HullMode::Convex)),
            ("box", single(HullMode::Box)),
        ] {
            let fit = SpriteHull::from_mask(&mask, &options)?.fit;
            let [covered, overshoot, iou] = [fit.coverage(), fit.overshoot(), fit.iou()].map(|share| share * 100.0);
            writeln!(
                out,
                "{name:7} {kind:16} {:6} {:8} {covered:6.1} % {overshoot:7.1} % {iou:5.1} %",
                fit.pieces, fit.vertices,
            )?;
        }
    }

    // Draw the pieces over the picture, ten times as large.
    let hero = SolidityMap::open("assets/sprites/hero.png")?;
    let sprite = SpriteHull::from_mask(&hero, &HullOptions::default())?;
    let picture = std::path::absolute("assets/sprites/hero.png")?;
    let svg = SpriteSvg { sprite: &sprite, size: hero.size(), picture: picture.to_str(), scale: 10 }.to_string();
    let file = std::env::temp_dir().join("tileray-hero.svg");
    fs::write(&file, &svg)?;
    let polygons = svg.matches("<polygon").count();
    writeln!(out, "\nThe hero's {polygons} pieces are drawn in tileray-hero.svg, in the temporary folder.")?;
    // The path differs between machines, so it goes to standard error.
    eprintln!("{}", file.display());
    Ok(())
}
