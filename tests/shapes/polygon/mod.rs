//! Polygons, against plain arithmetic over whole numbers.

mod construction;
mod measures;
mod mirrors;
mod overlap;
mod pieces;
mod project_out;
mod shapes;
