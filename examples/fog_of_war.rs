//! Fog of war: a scout walks through a house, and the cells that it has ever seen stay on the map.
//!
//! `cargo run --example fog_of_war`. Next: `destructible`.

use std::error::Error;
use std::io::{self, Write};
use tileray::glam::{IVec2, ivec2, uvec2};
use tileray::sight::Explored;
use tileray::{Rect, SolidityMap, Terrain};

/// A letter per cell of 8×8 pixels: `#` is solid, digits are the scout's way.
const HOUSE: &str = "
    ############################
    #         #                #
    #  1      #    ########    #
    #         #    #      #    #
    #    2    #    #  ##  #    #
    #         #    #      #    #
    ####  #####    #####  #    #
    #              #      #    #
    #     3     4  #      5    #
    #              #      #    #
    ############################";

/// The pixels along a cell.
const CELL: i32 = 8;

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout().lock())
}

pub(crate) fn run(out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let house: Vec<Vec<char>> = HOUSE.lines().skip(1).map(|line| line.trim().chars().collect()).collect();
    let size = ivec2(house[0].len() as i32, house.len() as i32);
    let letter = |cell: IVec2| house[cell.y as usize][cell.x as usize];
    let pixels = (size * CELL).as_uvec2();
    let terrain = Terrain::from_solidity(&SolidityMap::from_fn(pixels.x, pixels.y, |x, y| {
        letter(ivec2(x as i32, y as i32) / CELL) == '#'
    }));

    let cells = Rect::new(IVec2::ZERO, size);
    let mut explored = Explored::new(cells);
    for stop in ['1', '2', '3', '4'] {
        let find = |cell: &IVec2| letter(*cell) == stop;
        let cell = (0..size.x * size.y).map(|index| ivec2(index % size.x, index / size.x)).find(find);
        let scout = cell.ok_or("no such stop")? * CELL + CELL / 2;

        let seen = terrain.query().visible_pixels(scout, 120.0);
        let seen = seen.cells(uvec2(CELL as u32, CELL as u32));
        // Only the cells that were discovered, and the cells that are no longer in view, need to be drawn anew.
        let discovered = explored.add(&seen);
        writeln!(out, "At {stop} the scout discovers {} cells; {} are explored.", discovered.len(), explored.count())?;
        for y in 0..size.y {
            let show = |cell: IVec2| match (seen.contains(cell), explored.contains(cell), letter(cell)) {
                (_, false, _) => '?',
                (_, _, '#') => '#',
                (true, _, letter) if letter == stop => '@',
                (true, ..) => '.',
                (false, ..) => ' ',
            };
            writeln!(out, "{}", (0..size.x).map(|x| show(ivec2(x, y))).collect::<String>())?;
        }
        writeln!(out)?;
    }
    Ok(())
}
