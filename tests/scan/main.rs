//! Scans of robots: frames in meters, and ranges.

mod beams;
mod frame;
