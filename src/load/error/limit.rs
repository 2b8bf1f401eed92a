//! The error of a file that asks for more than a limit allows.

use std::fmt;

/// What a limit counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Limit {
    /// The bytes of a file: [`LoadLimits::file_bytes`](crate::load::LoadLimits::file_bytes).
    FileBytes,
    /// The pixels of an image: [`LoadLimits::image_pixels`](crate::load::LoadLimits::image_pixels).
    ImagePixels,
    /// The bytes of an image's mask, 8 a row at least: [`LoadLimits::image_pixels`](crate::load::LoadLimits::image_pixels).
    MaskBytes,
    /// The pixels of all images of a map, or of all its tiles: [`LoadLimits::map_pixels`](crate::load::LoadLimits::map_pixels).
    MapPixels,
    /// The steps of drawing collision shapes and solid objects: [`LoadLimits::map_pixels`](crate::load::LoadLimits::map_pixels).
    DrawingSteps,
    /// The pixels of the tiles in all cells: [`LoadLimits::drawn_pixels`](crate::load::LoadLimits::drawn_pixels).
    DrawnPixels,
    /// The cells of all layers of a map: [`LoadLimits::cells`](crate::load::LoadLimits::cells).
    Cells,
    /// The tiles of all tile sets of a map: [`LoadLimits::tiles`](crate::load::LoadLimits::tiles).
    Tiles,
    /// Objects and corners of objects: [`LoadLimits::objects`](crate::load::LoadLimits::objects).
    Objects,
    /// Custom properties: [`LoadLimits::properties`](crate::load::LoadLimits::properties).
    Properties,
    /// The depth of nested groups: [`LoadLimits::nesting`](crate::load::LoadLimits::nesting).
    Nesting,
}

/// A file asks for more than a limit of [`LoadLimits`](crate::load::LoadLimits) allows.
///
/// The message names the limit and how to raise it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LimitExceeded {
    /// The quantity that is limited.
    pub limit: Limit,
    /// What was counted until the limit was exceeded.
    pub asked: u64,
    /// The most that is allowed.
    pub most: u64,
}

impl fmt::Display for LimitExceeded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (subject, unit, remedy, field) = match self.limit {
            Limit::FileBytes => ("the file has", "bytes", "make it smaller", "file_bytes"),
            Limit::ImagePixels => ("the image has", "pixels", "make it smaller", "image_pixels"),
            Limit::MaskBytes => {
                ("the mask of the image takes", "bytes, 8 a row at least", "make it less tall", "image_pixels")
            }
            Limit::MapPixels => {
                ("the images or the tiles of the map together have", "pixels", "make them smaller", "map_pixels")
            }
            Limit::DrawingSteps => (
                "drawing the collision shapes and solid objects of the map takes",
                "steps, such as rows of edges",
                "use smaller or simpler shapes",
                "map_pixels",
            ),
            Limit::DrawnPixels => (
                "the tiles in the cells of the map together cover",
                "pixels, those that overlap counted each time",
                "use smaller tiles or fewer cells",
                "drawn_pixels",
            ),
            Limit::Cells => ("the map declares", "cells", "make its layers smaller", "cells"),
            Limit::Tiles => ("the map declares", "tiles", "use smaller tile sets", "tiles"),
            Limit::Objects => ("the map has", "objects and corners of objects", "remove some", "objects"),
            Limit::Properties => ("the map and its tile sets have", "custom properties", "remove some", "properties"),
            Limit::Nesting => ("groups are nested", "deep", "nest them less", "nesting"),
        };
        let Self { asked, most, .. } = self;
        write!(
            f,
            "{subject} {asked} {unit}, more than the limit of {most}; {remedy}, or raise LoadLimits::{field} (with_{field})"
        )
    }
}
