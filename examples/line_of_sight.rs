//! Line of sight between guards and heroes in a house: all pairs in one batch.
//!
//! `cargo run --example line_of_sight`. Next: `fog_of_war`.

use std::error::Error;
use std::io::{self, Write};
use tileray::glam::{IVec2, Vec2, ivec2};
use tileray::{Ray, SolidityMap, Terrain};

/// A letter per pixel: `#` is solid, capitals are guards, digits are heroes.
const HOUSE: &str = "
    ############################################
    #             #               A            #
    #   B         #                            #
    #             #          #########         #
    #                        #       #     2   #
    #   ###################  #   1   #         #
    #                     #  #                 #
    #          3          #  #       #         #
    #                     #  #########         #
    #    ##########                            #
    #             #                            #
    #      C      #                   D        #
    ############################################";

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout().lock())
}

pub(crate) fn run(out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let mut picture: Vec<Vec<char>> = HOUSE.lines().skip(1).map(|line| line.trim().chars().collect()).collect();
    let (width, height) = (picture[0].len(), picture.len());
    let walls = SolidityMap::from_fn(width as u32, height as u32, |x, y| picture[y as usize][x as usize] == '#');
    let terrain = Terrain::from_solidity(&walls);

    let mut found: Vec<(char, IVec2)> = Vec::new();
    for (y, line) in picture.iter().enumerate() {
        for (x, &letter) in line.iter().enumerate().filter(|(_, letter)| letter.is_alphanumeric()) {
            found.push((letter, ivec2(x as i32, y as i32)));
        }
    }
    found.sort_unstable_by_key(|&(letter, _)| letter);
    let (heroes, guards): (Vec<_>, Vec<_>) = found.iter().partition(|(letter, _)| letter.is_ascii_digit());

    // Segments from pixel center to pixel center. Line of sight is symmetric.
    let center = |pixel: IVec2| pixel.as_vec2() + 0.5;
    let pairs: Vec<(Vec2, Vec2)> = guards
        .iter()
        .flat_map(|&(_, guard)| heroes.iter().map(move |&(_, hero)| (center(guard), center(hero))))
        .collect();
    let mut seen = vec![false; pairs.len()];
    terrain.query().line_of_sight_batch(&pairs, &mut seen);

    for ((name, guard), seen) in guards.iter().zip(seen.chunks(heroes.len())) {
        let sees: Vec<_> = heroes.iter().zip(seen).filter(|(_, seen)| **seen).map(|(hero, _)| hero).collect();
        let names: Vec<String> = sees.iter().map(|(hero, _)| hero.to_string()).collect();
        writeln!(out, "{name} sees {}", if names.is_empty() { "nobody".into() } else { names.join(", ") })?;
        for (_, hero) in sees {
            // Draw the pixels that the segment passes through, without both ends.
            let line = Ray::between(center(*guard), center(*hero)).exact_pixels();
            let line = line.filter(|pixel| pixel != guard && pixel != hero);
            line.for_each(|pixel| picture[pixel.y as usize][pixel.x as usize] = '.');
        }
    }
    writeln!(out)?;
    for line in &picture {
        writeln!(out, "{}", line.iter().collect::<String>())?;
    }
    Ok(())
}
