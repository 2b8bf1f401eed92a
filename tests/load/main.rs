//! Loading: pictures and maps that the tests make themselves, good and bad.
#![cfg(feature = "png")]

#[cfg(feature = "tmx")]
mod declared;
#[cfg(feature = "tmx")]
mod dependencies;
#[cfg(feature = "tmx")]
mod encodings;
#[cfg(feature = "tmx")]
mod faults;
mod files;
mod folder;
#[cfg(all(feature = "jpeg", feature = "webp", feature = "bmp", feature = "gif"))]
mod formats;
#[cfg(feature = "tmx")]
mod hostile;
#[cfg(feature = "tmx")]
mod layers;
#[cfg(feature = "ldtk")]
mod ldtk;
#[cfg(feature = "ldtk")]
mod ldtk_faults;
#[cfg(feature = "tmx")]
mod level_formats;
#[cfg(feature = "tmx")]
mod mutations;
#[cfg(feature = "tmx")]
mod objects;
#[cfg(feature = "ros")]
mod occupancy;
#[cfg(feature = "ros")]
mod occupancy_faults;
#[cfg(feature = "tmx")]
mod odd_features;
#[cfg(feature = "tmx")]
mod picture_faults;
mod pictures;
#[cfg(feature = "tmx")]
mod sets;
#[cfg(feature = "tmx")]
mod shape_oracle;
#[cfg(feature = "tmx")]
mod shapes;
#[cfg(feature = "tmx")]
mod solid_objects;
mod support;
#[cfg(feature = "tmx")]
mod tmj;
#[cfg(feature = "tmx")]
mod worlds;

#[global_allocator]
static METER: reference::meter::Meter = reference::meter::Meter;
