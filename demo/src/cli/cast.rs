//! `tileray cast`: one ray, or a file of rays.

use crate::args::CastArgs;
use crate::cli::hits::HitWriter;
use crate::cli::input_file::InputFile;
use crate::cli::pipeline::answer_rows;
use crate::cli::ranges::RangeWriter;
use crate::cli::rows::{CHUNK, RAYS, RowFile};
use crate::fault::usage_error;
use crate::number;
use crate::output::{Output, format_of, refuse_input};
use crate::value_args::{HitFormat, RangeFormat};
use anyhow::{Context, bail};
use tileray::Ray;
use tileray::glam::{DVec2, dvec2};
use tileray::scan::ScanFrame;

/// Casts one ray, or the rays of a file, and writes their hits.
pub(crate) fn cast(args: &CastArgs) -> anyhow::Result<()> {
    let ray = args.from.map(|from| ray_given(args, from)).transpose()?;
    let format = hit_format(args)?;
    let ranges = args.ranges.then(|| range_format(format)).transpose()?;
    refuse_input(args.out.as_deref(), [Some(&*args.map), args.rays.as_deref()].into_iter().flatten())?;
    let level = InputFile::open(&args.map, &args.load, &args.layers)?;
    let terrain = level.terrain(&args.layers)?;
    let traversal = args.traversal;
    if let Some(ray) = ray {
        let (ray, frame) = in_pixels(args, ray, &level)?;
        let hit = terrain.query().traversal(traversal).raycast(&ray);
        let output = Output::open(args.out.as_deref())?;
        return HitWriter::begin(output, format, &level, frame, Some(1))?.finish_with(hit);
    }
    let rays = RowFile::open(args.rays.as_deref().context("no ray is given; use --from X,Y or --rays FILE")?, &RAYS)?;
    let output = Output::open(args.out.as_deref())?;
    // Answers are written in the order of the rays. On standard output, the rays before a bad line are answered.
    if let Some(format) = ranges {
        let mut writer = RangeWriter::begin(output, format, None, rays.count())?;
        let cast = move |values: &[f64]| {
            let rays = rays_of(values);
            let mut ranges = vec![0.0; rays.len()];
            let query = terrain.query().traversal(traversal).no_return(f32::INFINITY);
            query.ranges(&rays, f32::INFINITY, &mut ranges);
            ranges
        };
        answer_rows(rays, CHUNK, cast, |ranges| writer.write(ranges))?;
        return writer.finish();
    }
    let mut writer = HitWriter::begin(output, format, &level, None, rays.count())?;
    let cast = move |values: &[f64]| {
        let rays = rays_of(values);
        let mut hits = vec![None; rays.len()];
        terrain.query().traversal(traversal).raycast_batch(&rays, &mut hits);
        hits
    };
    answer_rows(rays, CHUNK, cast, |hits| writer.write(hits))?;
    writer.finish()
}

/// Returns the ray that the flags describe.
fn ray_given(args: &CastArgs, from: DVec2) -> anyhow::Result<Ray> {
    // Without an end, both are given.
    let (angle, length) = (args.angle.unwrap_or_default(), args.length.unwrap_or_default());
    let end = args.to.unwrap_or_else(|| from + number::direction(angle) * length);
    let ray = Ray::between_f64(from, end);
    if !ray.is_valid() {
        let text = format!("the ray ends at {},{}, which is too far; give a shorter --length", end.x, end.y);
        return Err(usage_error(text));
    }
    Ok(ray)
}

/// Returns a ray in pixels. If it was given in meters, also returns the frame of the robot's map.
fn in_pixels<'a>(args: &CastArgs, ray: Ray, level: &'a InputFile) -> anyhow::Result<(Ray, Option<&'a ScanFrame>)> {
    let Some(frame) = level.frame(args.meters)? else { return Ok((ray, None)) };
    let ray = Ray::between_f64(frame.point_to_pixels(ray.origin()), frame.point_to_pixels(ray.end()));
    if !ray.is_valid() {
        bail!("{}: the ray ends too far outside of the map; give a shorter one, in meters", level.name);
    }
    Ok((ray, Some(frame)))
}

/// Returns the rays of rows of four coordinates.
fn rays_of(values: &[f64]) -> Vec<Ray> {
    let rows = values.as_chunks().0.iter();
    rows.map(|&[x0, y0, x1, y1]| Ray::between_f64(dvec2(x0, y0), dvec2(x1, y1))).collect()
}

/// Returns the format of ranges.
fn range_format(format: HitFormat) -> anyhow::Result<RangeFormat> {
    match format {
        HitFormat::Csv => Ok(RangeFormat::Csv),
        HitFormat::Npy => Ok(RangeFormat::Npy),
        HitFormat::Text | HitFormat::Json => {
            Err(usage_error("--ranges: ranges are written as csv or npy; name one with --format"))
        }
    }
}

/// Returns the format of the hits.
fn hit_format(args: &CastArgs) -> anyhow::Result<HitFormat> {
    use HitFormat::{Csv, Json, Npy, Text};
    let usual = if args.rays.is_some() { Csv } else { Text };
    let known = [("csv", Csv), ("json", Json), ("jsonl", Json), ("ndjson", Json), ("txt", Text), ("npy", Npy)];
    let format = format_of(args.format, args.out.as_deref(), usual, &known, "hits are")?;
    if args.meters && !matches!(format, Text | Json) {
        return Err(usage_error("--meters: a table has no columns for meters; use --format text or json"));
    }
    Ok(format)
}
