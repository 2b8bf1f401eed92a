//! `tileray scan`: the ranges of a laser scanner at a file of poses.

use crate::args::ScanArgs;
use crate::cli::input_file::InputFile;
use crate::cli::pipeline::answer_rows;
use crate::cli::ranges::RangeWriter;
use crate::cli::rows::{ANGLES, POSES, RowFile};
use crate::fault::usage_error;
use crate::number::{AnglesArg, MOST_BEAMS};
use crate::output::{Output, format_of, refuse_input};
use crate::value_args::RangeFormat;
use anyhow::bail;
use std::path::Path;
use tileray::glam::{dvec2, vec2};
use tileray::scan::ScanFrame;
use tileray::{Pose, Ray};

/// The number of beams that are cast before they are written: 1 MB of ranges. A pose of more beams takes more.
const CHUNK_BEAMS: usize = 1 << 18;

/// Scans at the poses of a file, and writes their ranges.
pub(crate) fn scan(args: &ScanArgs) -> anyhow::Result<()> {
    let known = [("csv", RangeFormat::Csv), ("npy", RangeFormat::Npy)];
    let format = format_of(args.format, args.out.as_deref(), RangeFormat::Csv, &known, "ranges are")?;
    let angles_file = match &args.angles {
        AnglesArg::File(path) => Some(&**path),
        AnglesArg::Spread(_) => None,
    };
    if angles_file == Some(Path::new("-")) && args.poses == Path::new("-") {
        return Err(usage_error("--poses and --angles cannot both be standard input; name a file for one"));
    }
    let read = [Some(&*args.map), Some(&*args.poses), angles_file];
    refuse_input(args.out.as_deref(), read.into_iter().flatten())?;
    let level = InputFile::open(&args.map, &args.load, &args.layers)?;
    let terrain = level.terrain(&args.layers)?;
    // The frame of a robot's map and the maximum range in meters, if the poses are in meters.
    let meters = level.frame(args.meters)?.map(|frame| (*frame, args.max_range as f32));
    let mut angles = match &args.angles {
        AnglesArg::Spread(angles) => angles.clone(),
        AnglesArg::File(path) => read_angles(path)?,
    };
    if meters.is_some() {
        // Counterclockwise becomes clockwise.
        angles.iter_mut().for_each(|angle| *angle = -*angle);
    }
    let max_range = match &meters {
        // Beyond the maximum range, to tell a hit there from no hit.
        Some((frame, max)) => frame.distance_to_pixels(f64::from(*max)) as f32 + 1.0,
        None => args.max_range as f32,
    };
    if f64::from(max_range) > Ray::MAX_LENGTH {
        return Err(usage_error(format!(
            "--max-range: a beam has {} pixels at most; give a shorter one",
            Ray::MAX_LENGTH
        )));
    }
    let poses = RowFile::open(&args.poses, &POSES)?;
    let beams = angles.len();
    let output = Output::open(args.out.as_deref())?;
    let mut writer = RangeWriter::begin(output, format, Some(beams), poses.count())?;
    let traversal = args.traversal;
    let scan = move |values: &[f64]| {
        let poses: Vec<Pose> = values.as_chunks().0.iter().map(|row| pose(row, meters.as_ref())).collect();
        let mut ranges = vec![0.0; poses.len() * beams];
        let query = terrain.query().traversal(traversal).no_return(f32::INFINITY);
        query.scan(&poses, &angles, max_range, &mut ranges);
        if let Some((frame, max)) = &meters {
            frame.ranges_to_world(&mut ranges, 0.0, *max);
        }
        ranges
    };
    answer_rows(poses, CHUNK_BEAMS.div_ceil(beams), scan, |ranges| writer.write(ranges))?;
    writer.finish()
}

/// Returns the pose of a row: x, y and the rotation in radians, in pixels or in the meters of a frame.
fn pose(&[x, y, theta]: &[f64; 3], meters: Option<&(ScanFrame, f32)>) -> Pose {
    match meters {
        Some((frame, _)) => frame.pose_to_pixels(dvec2(x, y), theta),
        None => Pose::new(vec2(x as f32, y as f32), theta as f32),
    }
}

/// Reads the angles of a file.
fn read_angles(path: &Path) -> anyhow::Result<Vec<f32>> {
    let mut file = RowFile::open(path, &ANGLES)?;
    let mut values = Vec::new();
    while file.read_some(&mut values)? && values.len() <= MOST_BEAMS {}
    if !(1..=MOST_BEAMS).contains(&values.len()) {
        let count = if values.is_empty() { "no angle".into() } else { format!("more than {MOST_BEAMS} angles") };
        bail!("{}: there is {count}; give 1 to {MOST_BEAMS}", path.display());
    }
    Ok(values.into_iter().map(|angle| angle as f32).collect())
}
