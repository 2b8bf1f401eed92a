//! Shapes in terrain, and the nearest pixels, against a look at every pixel.
//!
//! `TILERAY_CASES` sets the number of random cases of each test.

mod cast_shape;
mod nearest;
mod overlaps;
mod random_shapes;
