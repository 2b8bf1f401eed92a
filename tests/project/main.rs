//! The project as a whole: layers of the source, what every public type can do, what the examples print, versions,
//! zeros.

mod architecture;
mod examples;
mod imports;
mod public_types;
mod versions;
mod zeros;
