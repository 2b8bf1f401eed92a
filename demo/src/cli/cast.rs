//! `tileray cast`: one ray, or a file of rays.

use crate::args::{CastArgs, HitFormat};
use crate::cli::answer::AnswerWriter;
use crate::cli::input_file::InputFile;
use crate::cli::ray_file::RayFile;
use crate::number;
use crate::output::{CANNOT_WRITE, stdout};
use anyhow::{Context, bail};
use std::io::Write;
use std::path::Path;
use tileray::{Ray, RayOptions, Terrain};

/// Casts one ray, or the rays of a file, and prints their hits.
pub(crate) fn cast(args: &CastArgs) -> anyhow::Result<()> {
    let options = RayOptions { traversal: args.traversal.into(), ..RayOptions::default() };
    let ray = args.from.as_deref().map(|from| ray_given(args, from)).transpose()?;
    let level = InputFile::open(&args.map, &args.load)?;
    let terrain = level.terrain(&args.layers)?;
    match (ray, &args.rays) {
        (Some(ray), _) => {
            let format = args.format.unwrap_or(HitFormat::Text);
            let mut answers = AnswerWriter::begin(stdout(), format, &level).context(CANNOT_WRITE)?;
            answers.write_only(terrain.raycast_with(&ray, &options).as_ref()).context(CANNOT_WRITE)?;
            answers.output.flush().context(CANNOT_WRITE)
        }
        (None, Some(file)) => cast_file(&level, &terrain, file, &options, args.format.unwrap_or(HitFormat::Csv)),
        (None, None) => bail!("no ray is given; use --from X,Y or --rays FILE"),
    }
}

/// Returns the ray that the flags describe.
fn ray_given(args: &CastArgs, from: &str) -> anyhow::Result<Ray> {
    let origin = number::point("--from", from)?;
    let end = match (&args.to, &args.angle, &args.length) {
        (Some(to), ..) => number::point("--to", to)?,
        (None, Some(angle), Some(length)) => {
            origin + number::direction(number::angle("--angle", angle)?) * number::length("--length", length)?
        }
        _ => bail!("the ray has no end; use --to X,Y or --angle DEG --length PX"),
    };
    let ray = Ray::between_f64(origin, end);
    if !ray.is_valid() {
        bail!("the ray ends at {},{}, which is too far; give a shorter --length", end.x, end.y);
    }
    Ok(ray)
}

/// Answers the rays of a file in their order, in memory that does not grow with their number. The rays before a bad
/// line are answered.
fn cast_file(
    level: &InputFile,
    terrain: &Terrain,
    file: &Path,
    options: &RayOptions,
    format: HitFormat,
) -> anyhow::Result<()> {
    let mut file = RayFile::open(file)?;
    let mut answers = AnswerWriter::begin(stdout(), format, level).context(CANNOT_WRITE)?;
    let (mut rays, mut hits) = (Vec::new(), Vec::new());
    loop {
        rays.clear();
        let more = file.read_some(&mut rays);
        hits.resize(rays.len(), None);
        terrain.raycast_batch(&rays, options, &mut hits);
        for hit in &hits {
            answers.write(hit.as_ref()).context(CANNOT_WRITE)?;
        }
        answers.output.flush().context(CANNOT_WRITE)?;
        if !more? {
            return Ok(());
        }
    }
}
