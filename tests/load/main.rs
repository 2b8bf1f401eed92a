//! Loading: pictures and maps that the tests make themselves, good and bad.
#![cfg(feature = "png")]

#[cfg(feature = "tmx")]
mod encodings;
mod support;
