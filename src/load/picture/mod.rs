//! Pictures: PNG, and the other formats whose features are on.

#[cfg(feature = "image")]
mod other_formats;
pub(in crate::load) mod pixels;
mod png;
pub(in crate::load) mod tile_sampler;

use crate::load::error::{LoadError, LoadErrorKind};
use crate::load::input::{AssetReader, Files, PNG_SIGNATURE, describe_content, read_file};
use crate::load::limits::LoadLimits;
use crate::load::options::LoadOptions;
use crate::solidity::SolidityMap;
#[cfg(feature = "image")]
use other_formats::OtherFormat;
use pixels::DecodedImage;
use png::OpenedPng;
pub use png::damaged_chunks;
use std::path::Path;

impl SolidityMap {
    /// Opens a picture as a mask: any alpha above 0 is solid. The content of the file decides its format, not its name.
    ///
    /// PNG is always read. JPEG, WebP, BMP and GIF are read with the features `jpeg`, `webp`, `bmp` and `gif`. Only the
    /// first image of an animation is read. Metadata, such as a rotation noted by a camera, change nothing.
    ///
    /// A damaged PNG is an error if the damage may change what is solid. So all chunks that decide pixels must have
    /// right checksums: the critical ones (`IHDR`, `PLTE`, `IDAT`, `IEND`), `tRNS`, and those of animations (`acTL`,
    /// `fcTL`, `fdAT`). Other chunks are skipped, whatever their content and checksum: color profiles, gamma, physical
    /// sizes, times, texts and unknown ancillary chunks. The other formats have no checksums, so damage within their
    /// pixels is not noticed.
    ///
    /// # Errors
    /// If [`read`](Self::read) returns an error.
    ///
    /// ```
    /// use tileray::SolidityMap;
    ///
    /// let mask = SolidityMap::open("assets/cave.png")?;
    /// assert!(mask.count() > 0);
    /// # Ok::<(), tileray::LoadError>(())
    /// ```
    pub fn open(path: impl AsRef<Path>) -> Result<Self, LoadError> {
        Self::open_with(path, &LoadOptions::default())
    }

    /// Opens a picture as a mask, with options.
    ///
    /// # Errors
    /// If [`read`](Self::read) returns an error.
    pub fn open_with(path: impl AsRef<Path>, options: &LoadOptions) -> Result<Self, LoadError> {
        Self::read(path, &Files, options)
    }

    /// Reads a picture from a reader as a mask: any color type and depth, interlaced or not.
    ///
    /// A PNG is decoded row by row, so only its mask is in memory. Other formats are decoded as a whole, in up to 8
    /// bytes a pixel.
    ///
    /// # Errors
    /// If the file does not exist, is empty, is not a picture, needs a feature that is off, is truncated or damaged
    /// (see [`open`](Self::open)), or exceeds the options' limits.
    pub fn read(path: impl AsRef<Path>, reader: &dyn AssetReader, options: &LoadOptions) -> Result<Self, LoadError> {
        let path = path.as_ref();
        let bytes = read_file(reader, path, &options.limits)?;
        match PictureFormat::detect(&bytes).map_err(|kind| LoadError::new(path, kind))? {
            PictureFormat::Png => OpenedPng::open(path, &bytes, &options.limits)?.into_mask(options.rule),
            #[cfg(feature = "image")]
            PictureFormat::Other(format) => {
                let image = format.decode(path, &bytes, &options.limits)?;
                Ok(SolidityMap::from_fn(image.size.x, image.size.y, |x, y| options.rule.is_solid(image.color(x, y))))
            }
        }
    }
}

impl DecodedImage {
    /// Reads and decodes a picture.
    pub(in crate::load) fn read(path: &Path, reader: &dyn AssetReader, limits: &LoadLimits) -> Result<Self, LoadError> {
        Self::decode(path, &read_file(reader, path, limits)?, limits)
    }

    /// Decodes a picture.
    pub(in crate::load) fn decode(path: &Path, bytes: &[u8], limits: &LoadLimits) -> Result<Self, LoadError> {
        match PictureFormat::detect(bytes).map_err(|kind| LoadError::new(path, kind))? {
            PictureFormat::Png => OpenedPng::open(path, bytes, limits)?.into_pixels(limits),
            #[cfg(feature = "image")]
            PictureFormat::Other(format) => format.decode(path, bytes, limits),
        }
    }
}

/// The format of a picture.
enum PictureFormat {
    Png,
    #[cfg(feature = "image")]
    Other(OtherFormat),
}

impl PictureFormat {
    /// Returns the format by the first bytes.
    fn detect(bytes: &[u8]) -> Result<Self, LoadErrorKind> {
        if bytes.starts_with(PNG_SIGNATURE) {
            return Ok(Self::Png);
        }
        if !bytes.is_empty() && PNG_SIGNATURE.starts_with(bytes) {
            return Err(png::truncated());
        }
        let found = describe_content(bytes);
        #[cfg(feature = "image")]
        if let Some(format) = OtherFormat::detect(found) {
            return Ok(Self::Other(format));
        }
        let (format, feature) = match found {
            "a JPEG image" => ("JPEG", "jpeg"),
            "a WebP image" => ("WebP", "webp"),
            "a BMP image" => ("BMP", "bmp"),
            "a GIF image" => ("GIF", "gif"),
            _ => return Err(LoadErrorKind::WrongFile { found, expected: "a PNG image", remedy: "export it as PNG" }),
        };
        Err(LoadErrorKind::ImageFeature { format, feature })
    }
}
