//! Shapes that collide, against plain arithmetic in `f64`.
//!
//! `TILERAY_CASES` is the number of random cases of each test.

mod around;
mod bad_input;
mod circles;
mod contacts;
mod exactness;
mod golden;
mod hull_shapes;
mod hulls;
mod manifolds;
mod mtv;
mod parting;
mod shapes;
mod sweeps;
mod traps;
