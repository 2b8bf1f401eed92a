//! The project as a whole: layers of the source, what every public type can do, and what the examples print.

mod architecture;
mod examples;
mod imports;
mod public_types;
