//! Rectangles, polygons, polygons in space, and collision of shapes, against plain arithmetic.
//!
//! `TILERAY_CASES` sets the number of random cases of each test.

mod collide;
mod polygon;
mod rect;
mod space;
