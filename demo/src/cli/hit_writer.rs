//! Writes the hits of rays in the formats of the command line.

use crate::cli::answer::AnswerWriter;
use crate::cli::array_writer::ArrayWriter;
use crate::cli::input_file::InputFile;
use crate::output::Output;
use crate::value_args::HitFormat;
use anyhow::Result;
use std::io::Write;
use tileray::RayHit;

/// Writes hits, in chunks of any size.
pub(super) enum HitWriter<'a> {
    /// Text, CSV or JSON.
    Lines(AnswerWriter<'a>),
    Array(ArrayWriter, Vec<u8>),
}

/// The elements of an array of hits. Bytes come first, so that each number is aligned and an element has 32 bytes.
const DESCR: &str = "[('hit', '|b1'), ('normal_x', '|i1'), ('normal_y', '|i1'), ('', '|V1'), ('pixel_x', '<i4'), \
    ('pixel_y', '<i4'), ('distance', '<f4'), ('layer', '<i4'), ('cell_x', '<i4'), ('cell_y', '<i4'), ('tile', '<i4')]";
const ELEMENT: usize = 32;

impl<'a> HitWriter<'a> {
    /// Begins with what stands before the first hit. `count` is the number of rays, where it is known.
    pub(super) fn begin(output: Output, format: HitFormat, level: &'a InputFile, count: Option<u64>) -> Result<Self> {
        match format {
            HitFormat::Npy => Ok(Self::Array(ArrayWriter::begin(output, DESCR, None, count)?, Vec::new())),
            HitFormat::Text | HitFormat::Csv | HitFormat::Json => {
                let mut answers = AnswerWriter::new(output, format, level);
                answers.write_header().map_err(|error| answers.output.refusal(error))?;
                Ok(Self::Lines(answers))
            }
        }
    }

    /// Writes the next hits; `None` for a ray that hits nothing.
    pub(super) fn write(&mut self, hits: &[Option<RayHit>]) -> Result<()> {
        match self {
            Self::Lines(answers) => {
                let written = hits.iter().try_for_each(|hit| answers.write(hit.as_ref()));
                written.and_then(|()| answers.output.flush()).map_err(|error| answers.output.refusal(error))
            }
            Self::Array(array, bytes) => {
                bytes.resize(hits.len() * ELEMENT, 0);
                bytes.as_chunks_mut().0.iter_mut().zip(hits).for_each(|(bytes, hit)| *bytes = element(hit.as_ref()));
                array.write(hits.len(), bytes)
            }
        }
    }

    /// Completes the output.
    pub(super) fn finish(self) -> Result<()> {
        match self {
            Self::Lines(answers) => answers.output.finish(),
            Self::Array(array, _) => array.finish(),
        }
    }
}

/// Returns an element of an array. Where there is no hit the distance is infinite, and layer and tile are -1; the tile is -1
/// also where no tile covers the pixel.
fn element(hit: Option<&RayHit>) -> [u8; ELEMENT] {
    let mut bytes = [0; ELEMENT];
    let (words, _) = bytes.as_chunks_mut();
    let Some(hit) = hit else {
        words[3] = f32::INFINITY.to_le_bytes();
        (words[4], words[7]) = (NONE.to_le_bytes(), NONE.to_le_bytes());
        return bytes;
    };
    let normal = hit.normal();
    words[0] = [1, normal.x as i8 as u8, normal.y as i8 as u8, 0];
    words[1] = hit.pixel.x.to_le_bytes();
    words[2] = hit.pixel.y.to_le_bytes();
    words[3] = hit.distance.to_le_bytes();
    words[4] = (hit.layer() as i32).to_le_bytes();
    words[5] = hit.cell.x.to_le_bytes();
    words[6] = hit.cell.y.to_le_bytes();
    words[7] = hit.tile.map_or(NONE, |tile| tile.id as i32).to_le_bytes();
    bytes
}

const NONE: i32 = -1;
