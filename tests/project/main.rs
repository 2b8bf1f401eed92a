//! The project as a whole: layers of the source, what every public type can do, what the examples print, links, versions,
//! zeros.

mod architecture;
mod examples;
mod imports;
mod links;
mod public_types;
mod versions;
mod zeros;
