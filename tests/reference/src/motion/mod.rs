//! Bodies and solids that move, pixel by pixel.

pub mod carry;
pub mod cast;
pub mod crates;
pub mod floating;
mod images;
pub mod level;
pub mod one_way;
pub mod plain;
