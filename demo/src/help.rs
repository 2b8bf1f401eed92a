//! The texts below the options in the help of the program and of each command.

/// Appends the exit codes to the examples and notes of a command.
macro_rules! help {
    ($text:literal) => {
        concat!(
            $text,
            "\n\nExit codes: 0 done; 1 failed, one line on standard error says why; 2 wrong usage, nothing was done."
        )
    };
}

/// The text below the help of the program.
pub(crate) const ALL: &str = help!(
    "\
Examples:
  tileray                                       fly through the built-in cave
  tileray maps/cave.tmx                         fly through a map of your own
  tileray game.ldtk --level Cellar              fly through a level of an LDtk project
  tileray --scene shapes                        drag polygons, circles and sprites that collide
  tileray --headless trace.png --trace          a picture of the squares and pixels that a ray tests
  tileray cast maps/cave.tmx --from 888,600 --to 1500,900
  tileray cast maps/cave.tmx --rays rays.csv --out hits.csv
  tileray scan maps/office.yaml --poses poses.npy --angles -90:90:181 --max-range 240 --out ranges.npy
  tileray solidity maps/cave.tmx --out cave.png
  tileray hull assets/sprites/hero.png --out hero.svg
  tileray cast maps/office.yaml --meters --from 0,0 --angle 90 --length 12
  tileray info maps/cave.tmx
  tileray bench --rays 5000000 --length 256
  tileray help cast                             all about a command

Coordinates are pixels of the map: x grows to the right, y downward. With --meters
they are meters in a robot's world.
A file is written as a whole or not at all: an older one stays until the new one is complete."
);

/// The text below the help of `tileray demo`.
pub(crate) const DEMO: &str = help!(
    "\
Examples:
  tileray demo maps/town.tmx
  tileray demo level.tmx --solid shapes --traversal exact
  tileray demo --scene sprites
  tileray demo maps/cave.tmx --headless cave.png --size 480x270
  tileray demo maps/cave.tmx --headless beam.png --aim 1500,700

H lists the keys. Without a display, a picture is drawn instead of a window."
);

/// The text below the help of `tileray cast`.
pub(crate) const CAST: &str = help!(
    "\
Examples:
  tileray cast maps/cave.tmx --from 888,600 --to 1500,900
  tileray cast maps/cave.tmx --from 888,600 --angle -30 --length 500 --format json
  tileray cast maps/cave.tmx --rays rays.csv --layers ground --out hits.csv
  tileray cast maps/office.yaml --meters --from 0,0 --angle 90 --length 12
  tileray cast maps/cave.tmx --rays rays.npy --ranges --out ranges.npy
  generate-rays | tileray cast maps/cave.tmx --rays - | head

Rays file: one ray per line, 'x0,y0,x1,y1', also with semicolons, tabs or spaces.
Blank lines and a header are skipped, and so is the rest of a line after '#'.
Or an array of NumPy (.npy) of shape (n, 4), of float32 or float64.
Answers: one line per ray, in the same order (a miss has empty fields):
  hit,pixel_x,pixel_y,distance,normal_x,normal_y,layer,cell_x,cell_y,tile
'layer' counts from 0 at the back; 'tile' is the id of the tile in its tile set.
With --meters, 'world' and 'range' are the hit in meters."
);

/// The text below the help of `tileray scan`.
pub(crate) const SCAN: &str = help!(
    "\
Examples:
  tileray scan maps/cave.tmx --poses poses.csv --angles -180:179:360 --max-range 512
  tileray scan maps/cave.tmx --poses poses.npy --angles angles.npy --max-range 512 --out ranges.npy
  tileray scan maps/office.yaml --meters --poses - --angles -90:90:181 --max-range 12 --out ranges.npy

Poses file: x, y and the heading theta in radians, as text or as an array, like the
rays of `cast`. Its columns are x, y and theta. Angles file: radians, one column 'angle'.
Answers: a row of ranges per pose, in the same order; infinite where a beam meets
nothing up to the maximum range. With --meters they follow REP 117."
);

/// The text below the help of `tileray solidity`.
pub(crate) const SOLIDITY: &str = help!(
    "\
Examples:
  tileray solidity maps/cave.tmx --out cave.png
  tileray solidity level.tmx --solid shapes
  tileray solidity sprite.png --alpha 128
  tileray solidity floor-plan.png --dark --out walls.png
  tileray solidity floor-plan.png --dark=200

Prints 'width height origin_x origin_y solid_pixels'. The origin is the pixel of
the map at the top left corner of the mask; white pixels of the PNG are solid."
);

/// The text below the help of `tileray hull`.
pub(crate) const HULL: &str = help!(
    "\
Examples:
  tileray hull assets/sprites/hero.png
  tileray hull assets/sprites/hero.png --max-error 2 --format text
  tileray hull assets/sprites/key.png --bias grow --max-vertices 20 --out key.svg
  tileray hull assets/sprites/hero-walk.png --frames 40x56 --out hero-walk.json

Coordinates are pixels of the sprite or of its frame; 0,0 is the top left corner.
Each piece is convex; its vertices run clockwise on screen."
);

/// The text below the help of `tileray info`.
pub(crate) const INFO: &str = help!(
    "\
Examples:
  tileray info maps/cave.tmx
  tileray info game.ldtk --level Cellar
  tileray info maps/office.yaml
  tileray info assets/sprites/hero.png --format json"
);

/// The text below the help of `tileray bench`.
pub(crate) const BENCH: &str = help!(
    "\
Examples:
  tileray bench
  tileray bench maps/cave.tmx --rays 10000000 --length 64 --threads 4
  tileray bench --traversal exact --format json

First, one thread and many threads cast all rays. Then they cast batches of growing
size, to find the size from which more threads save time. Last, one thread casts rays one
by one and in a batch. The last lines are the conclusions.
The same seed gives the same rays on every machine. Only the casts are timed."
);

/// The text below the help of `tileray completions`.
pub(crate) const COMPLETIONS: &str = help!(
    "\
Examples:
  tileray completions bash > ~/.local/share/bash-completion/completions/tileray
  tileray completions zsh > ~/.zfunc/_tileray          (with fpath+=~/.zfunc in .zshrc)
  tileray completions fish > ~/.config/fish/completions/tileray.fish"
);

/// The text below the help of `tileray man`.
pub(crate) const MAN: &str = help!(
    "\
Examples:
  tileray man | man -l -
  tileray man --out ~/.local/share/man/man1            the pages of all commands"
);
