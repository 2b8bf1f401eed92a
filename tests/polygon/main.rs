//! Polygons, against plain arithmetic over whole numbers.

#[path = "../reference/mod.rs"]
mod reference;

mod construction;
mod contains;
mod exact;
mod measures;
mod shapes;
