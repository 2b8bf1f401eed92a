//! Pictures that no map uses: the demo's hero, and the icon of a marker.

use crate::palette::{AMBER, CRYSTAL, IRON, MOSS, ROCK, Rgba, WOOD, rgb};
use crate::picture::Picture;

/// An archer with a hood and a lamp, 16×24, looking to the right.
pub(crate) fn hero() -> Picture {
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
        'o' => rgb(0x0017_1320),
        'h' => MOSS[2],
        'g' => MOSS[1],
        'H' => MOSS[3],
        's' => rgb(0x00f2_c6a0),
        'f' => rgb(0x00c9_8d72),
        'k' => ROCK[0],
        'e' => rgb(0x00ff_ffff),
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
pub(crate) fn marker() -> Picture {
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
        'o' => rgb(0x0017_1320),
        'A' => AMBER[2],
        'B' => AMBER[3],
        'w' => CRYSTAL[4],
        'c' => CRYSTAL[2],
        _ => CRYSTAL[0],
    })
}
