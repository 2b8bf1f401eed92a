//! Polygons in space against plain counts in the plane that they were laid out in.
//!
//! `TILERAY_CASES` is the number of random cases of each test.

mod layout;
mod meshes;
mod overlaps;
mod planes;
mod segments;
