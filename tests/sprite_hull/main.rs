//! Hulls of sprites against plain references: every decision is compared with one made pixel by pixel or corner by corner.

mod bad_input;
mod convex;
mod export;
mod fit;
mod golden;
mod masks;
mod pieces;
mod sheets;
#[cfg(feature = "png")]
mod sprites;

/// How many random cases a test runs: `TILERAY_CASES`, or else what the test says; a quarter of that in a debug build.
fn cases(default: usize) -> usize {
    let default = if cfg!(debug_assertions) { default.div_ceil(4) } else { default };
    std::env::var("TILERAY_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}
