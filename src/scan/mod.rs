//! Range scans of robots: meters and y up at the border, pixels inside.

mod frame;

pub use crate::geometry::{ScanFrame, ScanFrameError};
