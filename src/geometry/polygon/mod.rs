mod error;
mod pieces;

pub use error::PolygonError;
