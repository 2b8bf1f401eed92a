//! Small pictures drawn by hand, as letters.

use crate::palette::{AMBER, CRYSTAL, IRON, MOSS, ROCK, ROSE, Rgba, WOOD};
use crate::picture::Picture;

/// The color of a letter in a drawing: `0-7` rock, `a-e` moss, `A-E` amber, `j-n` wood,
/// `p-s` iron, `t-x` crystal, `J-N` rose; each ramp from dark to light.
pub(crate) fn ink(letter: char) -> Rgba {
    let ramps: [(char, &[Rgba]); 7] =
        [('0', &ROCK), ('a', &MOSS), ('A', &AMBER), ('j', &WOOD), ('p', &IRON), ('t', &CRYSTAL), ('J', &ROSE)];
    let found = ramps.iter().find_map(|(first, ramp)| {
        let index = (letter as u32).checked_sub(*first as u32)?;
        ramp.get(index as usize)
    });
    *found.unwrap_or(&ROSE[4])
}

/// A drawing from letters.
pub(crate) fn art(rows: &[&str]) -> Picture {
    Picture::from_art(rows, ink)
}

/// A length of chain.
pub(crate) const CHAIN: [&str; 16] = [
    ".......qr.......",
    "......q..q......",
    "......r..r......",
    ".......qr.......",
    ".......qr.......",
    "......q..q......",
    "......r..r......",
    ".......qr.......",
    ".......qr.......",
    "......q..q......",
    "......r..r......",
    ".......qr.......",
    ".......qr.......",
    "......q..q......",
    "......r..r......",
    ".......qr.......",
];

/// A lantern on the end of it.
pub(crate) const LANTERN: [&str; 16] = [
    ".......qr.......",
    ".......qr.......",
    "......qrrq......",
    ".....pqqqqp.....",
    "....pqrsrqqp....",
    "....ppppppppp...",
    "....pBCDDCBp....",
    "....pCDEEDCp....",
    "....pCDEEDCp....",
    "....pCDEEDCp....",
    "....pBDEEDBp....",
    "....pBCDDCBp....",
    "....pABCCBAp....",
    "....ppppppppp...",
    ".....pqrrqp.....",
    "......pppp......",
];

/// A lamp post.
pub(crate) const POST: [&str; 32] = [
    "....jlmmmmmml...",
    "....jkkkkkkkkj..",
    "....jlj....qr...",
    "....jlj.j..qr...",
    "....jljkj.qrrq..",
    "....jlkj.pqqqqp.",
    "....jlj..pppppp.",
    "....jlj..pCDDCp.",
    "....jlj..pDEEDp.",
    "....jlj..pDEEDp.",
    "....jlj..pDEEDp.",
    "....jlj..pCDDCp.",
    "....jlj..pppppp.",
    "....jlj...prqp..",
    "....jlj.........",
    "....jlj.........",
    "....jlj.........",
    "....jmj.........",
    "....jlj.........",
    "....jlj.........",
    "....jlj.........",
    "....jkj.........",
    "....jlj.........",
    "....jlj.........",
    "....jlj.........",
    "....jmj.........",
    "....jlj.........",
    "....jlj.........",
    "....jlj.........",
    "...jklkj........",
    "...jllkj........",
    "..jkllkkj.......",
];
