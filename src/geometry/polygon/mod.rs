mod error;

pub use error::PolygonError;
