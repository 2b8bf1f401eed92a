//! Loading: pictures and maps that the tests make themselves, good and bad.
#![cfg(all(feature = "png", feature = "tmx", feature = "ldtk"))]

mod declared;
mod dependencies;
mod encodings;
mod faults;
mod files;
mod folder;
#[cfg(all(feature = "jpeg", feature = "webp", feature = "bmp", feature = "gif"))]
mod formats;
mod hostile;
mod lacking;
mod lacking_projects;
mod layers;
mod ldtk;
mod ldtk_faults;
mod level_formats;
mod mutations;
mod objects;
#[cfg(feature = "ros")]
mod occupancy;
#[cfg(feature = "ros")]
mod occupancy_faults;
mod odd_features;
mod old_forms;
mod one_way_tiles;
mod picture_faults;
mod pictures;
mod sets;
mod shape_oracle;
mod shapes;
mod solid_objects;
mod support;
mod tile_objects;
mod tmj;
mod worlds;

#[global_allocator]
static METER: reference::meter::Meter = reference::meter::Meter;
