//! Pictures that no map uses: the demo's hero, the icon of a marker, and the sprites for hulls.

mod creatures;
mod figure;
mod hero;
mod platformer;
#[cfg(test)]
mod tests;
mod things;

use crate::palette::{AMBER, CRYSTAL, IRON, MOSS, ROCK, Rgba, WOOD, rgb};
use crate::picture::Picture;

/// The line around a sprite.
const INK: Rgba = rgb(0x171320);

/// All pictures, by their path in `assets` without the extension.
pub(crate) fn all() -> [(&'static str, Picture); 14] {
    [
        ("hero", small_hero()),
        ("marker", marker()),
        ("sprites/bat", creatures::bat()),
        ("sprites/blob", creatures::blob()),
        ("sprites/coin", platformer::coin()),
        ("sprites/crate", things::wooden_crate()),
        ("sprites/drone", platformer::drone()),
        ("sprites/flag", platformer::flag()),
        ("sprites/hero", hero::standing()),
        ("sprites/hero-moves", platformer::hero_moves()),
        ("sprites/hero-walk", hero::walking()),
        ("sprites/key", things::key()),
        ("sprites/platform", platformer::platform()),
        ("sprites/sword", things::sword()),
    ]
}

/// An archer with a hood and a lamp, 16×24, looking to the right.
fn small_hero() -> Picture {
    let rows = [
        "......oooo......",
        "....oohhhgoo....",
        "...ohhhhhhggo...",
        "..ohhhHHHHhggo..",
        "..ohhHHHHHHhgo..",
        "..ohhHsssssfo...",
        "..ohgskesskeo...",
        "..oggsksssko....",
        "...ogsssssso....",
        "...oogfsffo.....",
        "..oQohyyyygoo...",
        ".oQQohhgghhgoo..",
        ".oqQohhhghhgsso.",
        ".oqqohhhghggsso.",
        ".oqqobbbabbbooo.",
        "..oqoghhghhgoLo.",
        "..ooohhhghhgolLo",
        "...oohhgoghhoLo.",
        "....oddooddo.o..",
        "....oddoodco....",
        "....odco.odco...",
        "....ottoo.otto..",
        "...otttoo.otttoo",
        "...oooooo.oooooo",
    ];
    Picture::from_art(&rows, hero_ink)
}

fn hero_ink(letter: char) -> Rgba {
    match letter {
        'o' => INK,
        'h' => MOSS[2],
        'g' => MOSS[1],
        'H' => MOSS[3],
        's' => rgb(0xf2c6a0),
        'f' => rgb(0xc98d72),
        'k' => ROCK[0],
        'e' => rgb(0xffffff),
        'y' => AMBER[2],
        'Q' => WOOD[3],
        'q' => WOOD[2],
        'b' => WOOD[1],
        'a' => AMBER[3],
        'd' => IRON[1],
        'c' => IRON[2],
        't' => WOOD[2],
        'L' => AMBER[3],
        _ => AMBER[4],
    }
}

/// An eye in a ring, 16×16: what a ray may look for.
fn marker() -> Picture {
    let rows = [
        ".....oooooo.....",
        "...ooAAAAAAoo...",
        "..oAABBBBBBAAo..",
        ".oABBoooooooBAo.",
        ".oABoooooooooAo.",
        "oABoowwwwwwooBAo",
        "oABowwwccwwwoBAo",
        "oAoowwcddcwwooAo",
        "oAoowwcddcwwooAo",
        "oABowwwccwwwoBAo",
        "oABoowwwwwwooBAo",
        ".oABoooooooooAo.",
        ".oABBoooooooBAo.",
        "..oAABBBBBBAAo..",
        "...ooAAAAAAoo...",
        ".....oooooo.....",
    ];
    Picture::from_art(&rows, |letter| match letter {
        'o' => INK,
        'A' => AMBER[2],
        'B' => AMBER[3],
        'w' => CRYSTAL[4],
        'c' => CRYSTAL[2],
        _ => CRYSTAL[0],
    })
}
