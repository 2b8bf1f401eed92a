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
use anyhow::bail;
use tileray::glam::{DVec2, dvec2};
use tileray::scan::ScanFrame;
use tileray::{Ray, Terrain, TerrainQuery, Traversal};

/// Casts one ray, or the rays of a file, and writes their hits.
pub(crate) fn cast(args: &CastArgs) -> anyhow::Result<()> {
    let ray = args.from.map(|from| ray_given(args, from)).transpose()?;
    let format = hit_format(args)?;
    let ranges = args.ranges.then(|| range_format(format)).transpose()?;
    refuse_input(args.out.as_deref(), [Some(&*args.map), args.rays.as_deref()].into_iter().flatten())?;
    let level = InputFile::open(&args.map, &args.load, &args.layers)?;
    let terrain = level.terrain(&args.layers)?;
    let traversal = args.traversal.into();
    match (ray, &args.rays) {
        (Some(ray), _) => cast_one(args, ray, format, &level, &terrain.query().traversal(traversal)),
        (None, Some(rays)) => {
            let rays = RowFile::open(rays, &RAYS)?;
            let output = Output::open(args.out.as_deref())?;
            match ranges {
                Some(format) => write_ranges(rays, terrain, traversal, output, format),
                None => {
                    let writer = HitWriter::begin(output, format, &level, rays.count())?;
                    write_hits(rays, terrain, traversal, writer)
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
    query: &TerrainQuery<'_>,
) -> anyhow::Result<()> {
    let (ray, frame) = in_pixels(args, ray, level)?;
    let hit = query.raycast(&ray);
    let output = Output::open(args.out.as_deref())?;
    HitWriter::begin(output, format, level, Some(1))?.with_frame(frame).finish_with(hit)
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

/// Returns a ray in pixels. If it was given in meters, also returns the frame of the robot's map.
fn in_pixels<'a>(args: &CastArgs, ray: Ray, level: &'a InputFile) -> anyhow::Result<(Ray, Option<&'a ScanFrame>)> {
    if !args.meters {
        return Ok((ray, None));
    }
    let Some(frame) = level.frame() else {
        bail!("{}: --meters: only the map of a robot has meters; leave the flag out", level.name);
    };
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

/// Answers the rays of a file in their order. On standard output, the rays before a bad line are answered.
fn write_hits(rays: RowFile, terrain: Terrain, traversal: Traversal, mut writer: HitWriter<'_>) -> anyhow::Result<()> {
    let cast = move |values: &[f64]| {
        let rays = rays_of(values);
        let mut hits = vec![None; rays.len()];
        terrain.query().traversal(traversal).raycast_batch(&rays, &mut hits);
        hits
    };
    answer_rows(rays, CHUNK, cast, |hits| writer.write(hits))?;
    writer.finish()
}

/// Writes the ranges of the rays of a file in their order, as [`write_hits`] does.
fn write_ranges(
    rays: RowFile,
    terrain: Terrain,
    traversal: Traversal,
    output: Output,
    format: RangeFormat,
) -> anyhow::Result<()> {
    let mut writer = RangeWriter::begin(output, format, None, rays.count())?;
    let cast = move |values: &[f64]| {
        let rays = rays_of(values);
        let mut ranges = vec![0.0; rays.len()];
        let query = terrain.query().traversal(traversal).no_return(f32::INFINITY);
        query.ranges(&rays, f32::INFINITY, &mut ranges);
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
