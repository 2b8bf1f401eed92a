//! Drives the binary as a user or another program would: what it prints, and how it ends.

mod bad_files;
mod bad_usage;
mod bench;
mod bulk;
mod cast;
mod documents;
mod fixture;
mod headless;
mod hull;
mod info;
mod lacking;
mod output_files;
mod project;
mod rays;
mod reference;
mod robot;
mod scans;
mod shell;
mod solidity;
mod tool;
