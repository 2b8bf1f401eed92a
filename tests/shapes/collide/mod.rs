//! Shapes that collide, against plain arithmetic in `f64`.
//!
//! `TILERAY_CASES` is the number of random cases of each test.

mod around;
mod bad_input;
mod batches;
mod circles;
mod contacts;
mod distances;
mod exactness;
mod hull_shapes;
mod hulls;
mod kinds;
mod manifolds;
mod mtv;
mod pairs;
mod parting;
mod shapes;
