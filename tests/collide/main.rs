//! Shapes that collide, against plain arithmetic in `f64`.
//!
//! `TILERAY_CASES` is the number of random cases of each test.

#[path = "../reference/mod.rs"]
mod reference;

mod contacts;
mod exactness;
mod oracle;
mod shapes;
mod sweeps;
mod traps;
