//! The maps and the files that are written of them.

mod committed;
mod maps;
