//! `tileray cast`: one ray, or a file of rays.

use crate::args::CastArgs;
use crate::cli::answer::AnswerWriter;
use crate::cli::input_file::InputFile;
use crate::cli::ray_file::RayFile;
use crate::fault::usage_error;
use crate::number;
use crate::output::Output;
use crate::output_file::refuse_input;
use crate::value_args::HitFormat;
use anyhow::bail;
use std::io::Write;
use std::path::Path;
use tileray::glam::DVec2;
use tileray::scan::ScanFrame;
use tileray::{Ray, RayOptions, Terrain};

/// Casts one ray, or the rays of a file, and writes their hits.
pub(crate) fn cast(args: &CastArgs) -> anyhow::Result<()> {
    let options = RayOptions { traversal: args.traversal.into(), ..RayOptions::default() };
    let ray = args.from.map(|from| ray_given(args, from)).transpose()?;
    let format = format_of(args)?;
    refuse_input(args.out.as_deref(), [Some(&*args.map), args.rays.as_deref()].into_iter().flatten())?;
    let level = InputFile::open(&args.map, &args.load)?;
    let terrain = level.terrain(&args.layers)?;
    match (ray, &args.rays) {
        (Some(ray), _) => {
            let (ray, frame) = in_pixels(args, ray, &level)?;
            let mut answers = AnswerWriter::new(Output::open(args.out.as_deref())?, format, &level).with_frame(frame);
            let hit = terrain.raycast_with(&ray, &options);
            let written = answers.write_header().and_then(|()| answers.write_only(hit.as_ref()));
            written.map_err(|error| answers.output.refusal(error))?;
            answers.output.finish()
        }
        (None, Some(rays)) => {
            let rays = RayFile::open(rays)?;
            let answers = AnswerWriter::new(Output::open(args.out.as_deref())?, format, &level);
            cast_file(answers, &terrain, rays, &options)
        }
        (None, None) => Err(usage_error("no ray is given; use --from X,Y or --rays FILE")),
    }
}

/// Returns the ray that the flags describe.
fn ray_given(args: &CastArgs, from: DVec2) -> anyhow::Result<Ray> {
    let end = match (args.to, args.angle, args.length) {
        (Some(to), ..) => to,
        (None, Some(angle), Some(length)) => from + number::direction(angle) * length,
        _ => return Err(usage_error("the ray has no end; use --to X,Y or --angle DEG --length PX")),
    };
    let ray = Ray::between_f64(from, end);
    if !ray.is_valid() {
        let text = format!("the ray ends at {},{}, which is too far; give a shorter --length", end.x, end.y);
        return Err(usage_error(text));
    }
    Ok(ray)
}

/// Returns a ray that was given in meters in pixels, with the frame of the robot's map; any other as it is.
fn in_pixels<'a>(args: &CastArgs, ray: Ray, level: &'a InputFile) -> anyhow::Result<(Ray, Option<&'a ScanFrame>)> {
    if !args.meters {
        return Ok((ray, None));
    }
    let Some(frame) = level.frame() else {
        bail!("{}: --meters: only the map of a robot has meters; leave the flag out", level.name);
    };
    let ray = Ray::between_f64(frame.point_to_pixels(ray.origin()), frame.point_to_pixels(ray.end()));
    if !ray.is_valid() {
        bail!("{}: the ray ends too far outside of the map; give it in meters, and shorter", level.name);
    }
    Ok((ray, Some(frame)))
}

/// Answers the rays of a file in their order, in memory that does not grow with their number. On standard output, the rays
/// before a bad line are answered.
fn cast_file(
    mut answers: AnswerWriter<'_>,
    terrain: &Terrain,
    mut file: RayFile,
    options: &RayOptions,
) -> anyhow::Result<()> {
    answers.write_header().map_err(|error| answers.output.refusal(error))?;
    let (mut rays, mut hits) = (Vec::new(), Vec::new());
    loop {
        rays.clear();
        let more = file.read_some(&mut rays);
        hits.resize(rays.len(), None);
        terrain.raycast_batch(&rays, options, &mut hits);
        let written = hits.iter().try_for_each(|hit| answers.write(hit.as_ref()));
        written.and_then(|()| answers.output.flush()).map_err(|error| answers.output.refusal(error))?;
        if !more? {
            return answers.output.finish();
        }
    }
}

/// Returns the format of `--format`, or else the one that the name of the output file tells.
fn format_of(args: &CastArgs) -> anyhow::Result<HitFormat> {
    let usual = if args.rays.is_some() { HitFormat::Csv } else { HitFormat::Text };
    let format = match (args.format, args.out.as_deref().and_then(Path::extension)) {
        (Some(format), _) => Ok(format),
        (None, None) => Ok(usual),
        (None, Some(extension)) => match &*extension.to_string_lossy().to_ascii_lowercase() {
            "csv" => Ok(HitFormat::Csv),
            "json" | "jsonl" | "ndjson" => Ok(HitFormat::Json),
            "txt" => Ok(HitFormat::Text),
            other => Err(usage_error(format!(
                "--out: hits are not written as .{other}; name a .csv, .json, .jsonl, .ndjson or .txt file, or --format"
            ))),
        },
    }?;
    if args.meters && format == HitFormat::Csv {
        return Err(usage_error("--meters: a CSV has no columns for meters; use --format text or json"));
    }
    Ok(format)
}
