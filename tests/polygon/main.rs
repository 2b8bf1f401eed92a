//! Polygons, against plain arithmetic over whole numbers.

#[path = "../reference/mod.rs"]
mod reference;

mod circle_out;
mod closest;
mod construction;
mod contains;
mod exact;
mod measures;
mod overlap;
mod project_out;
mod segment_inside;
mod shapes;
