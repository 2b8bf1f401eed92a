//! Polygons, against plain arithmetic over whole numbers.

mod circle_out;
mod construction;
mod contains;
mod measures;
mod overlap;
mod pieces;
mod project_out;
mod segment_inside;
mod shapes;
