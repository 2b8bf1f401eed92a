//! `tileray cast`: one ray, or a file of rays.

use crate::args::CastArgs;
use crate::cli::hit_writer::HitWriter;
use crate::cli::input_file::InputFile;
use crate::cli::pipeline::answer_rows;
use crate::cli::range_writer::RangeWriter;
use crate::cli::rows::{CHUNK, RAYS, RowFile};
use crate::fault::usage_error;
use crate::number;
use crate::output::Output;
use crate::output_file::refuse_input;
use crate::value_args::{HitFormat, RangeFormat};
use anyhow::bail;
use std::path::Path;
use tileray::glam::{DVec2, dvec2};
use tileray::scan::{NoReturn, ScanFrame, ScanOptions};
use tileray::{Ray, RayOptions, Terrain};

/// Casts one ray, or the rays of a file, and writes their hits.
pub(crate) fn cast(args: &CastArgs) -> anyhow::Result<()> {
    let options = RayOptions { traversal: args.traversal.into(), ..RayOptions::default() };
    let ray = args.from.map(|from| ray_given(args, from)).transpose()?;
    let format = format_of(args)?;
    let ranges = args.ranges.then(|| range_format(format)).transpose()?;
    refuse_input(args.out.as_deref(), [Some(&*args.map), args.rays.as_deref()].into_iter().flatten())?;
    let level = InputFile::open(&args.map, &args.load)?;
    let terrain = level.terrain(&args.layers)?;
    match (ray, &args.rays) {
        (Some(ray), _) => cast_one(args, ray, format, &level, &terrain, &options),
        (None, Some(rays)) => {
            let rays = RowFile::open(rays, &RAYS)?;
            let output = Output::open(args.out.as_deref())?;
            match ranges {
                Some(format) => write_ranges(rays, terrain, options, output, format),
                None => {
                    let writer = HitWriter::begin(output, format, &level, rays.count())?;
                    write_hits(rays, terrain, options, writer)
                }
            }
        }
        (None, None) => Err(usage_error("no ray is given; use --from X,Y or --rays FILE")),
    }
}

/// Casts one ray and writes its hit.
fn cast_one(
    args: &CastArgs,
    ray: Ray,
    format: HitFormat,
    level: &InputFile,
    terrain: &Terrain,
    options: &RayOptions,
) -> anyhow::Result<()> {
    let (ray, frame) = in_pixels(args, ray, level)?;
    let hit = terrain.raycast_with(&ray, options);
    let output = Output::open(args.out.as_deref())?;
    let mut writer = HitWriter::begin(output, format, level, Some(1))?;
    if let HitWriter::Lines(answers) = writer {
        let mut answers = answers.with_frame(frame);
        let written = answers.write_only(hit.as_ref());
        written.map_err(|error| answers.output.refusal(error))?;
        return answers.output.finish();
    }
    writer.write(&[hit])?;
    writer.finish()
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

/// Returns the rays of rows of four coordinates.
fn rays_of(values: &[f64]) -> Vec<Ray> {
    let rows = values.as_chunks().0.iter();
    rows.map(|&[x0, y0, x1, y1]| Ray::between_f64(dvec2(x0, y0), dvec2(x1, y1))).collect()
}

/// Answers the rays of a file in their order. On standard output, the rays before a bad line are answered.
fn write_hits(rays: RowFile, terrain: Terrain, options: RayOptions, mut writer: HitWriter<'_>) -> anyhow::Result<()> {
    let cast = move |values: &[f64]| {
        let rays = rays_of(values);
        let mut hits = vec![None; rays.len()];
        terrain.raycast_batch(&rays, &options, &mut hits);
        hits
    };
    answer_rows(rays, CHUNK, cast, |hits| writer.write(hits))?;
    writer.finish()
}

/// Writes the ranges of the rays of a file in their order, as [`write_hits`] does.
fn write_ranges(
    rays: RowFile,
    terrain: Terrain,
    options: RayOptions,
    output: Output,
    format: RangeFormat,
) -> anyhow::Result<()> {
    let mut writer = RangeWriter::begin(output, format, None, rays.count())?;
    let options = ScanOptions { rays: options, no_return: NoReturn::Infinity };
    let cast = move |values: &[f64]| {
        let rays = rays_of(values);
        let mut ranges = vec![0.0; rays.len()];
        terrain.ranges(&rays, f32::INFINITY, &options, &mut ranges);
        ranges
    };
    answer_rows(rays, CHUNK, cast, |ranges| writer.write(ranges))?;
    writer.finish()
}

/// Returns the format of ranges.
fn range_format(format: HitFormat) -> anyhow::Result<RangeFormat> {
    match format {
        HitFormat::Csv => Ok(RangeFormat::Csv),
        HitFormat::Npy => Ok(RangeFormat::Npy),
        HitFormat::Text | HitFormat::Json => {
            Err(usage_error("--ranges: ranges are written as csv or npy; name one by --format"))
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
            "npy" => Ok(HitFormat::Npy),
            other => Err(usage_error(format!(
                "--out: hits are not written as .{other}; name a .csv, .json, .jsonl, .ndjson, .txt or .npy file, or --format"
            ))),
        },
    }?;
    if args.meters && !matches!(format, HitFormat::Text | HitFormat::Json) {
        return Err(usage_error("--meters: a table has no columns for meters; use --format text or json"));
    }
    Ok(format)
}
