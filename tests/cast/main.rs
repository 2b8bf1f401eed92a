//! Shapes in terrain, and the nearest pixels, against a look at every pixel.
//!
//! `TILERAY_CASES` sets the number of random cases of each test.

mod bounces;
mod cast_shape;
mod free_space;
mod nearest;
mod normals;
mod overlaps;
mod random_shapes;
