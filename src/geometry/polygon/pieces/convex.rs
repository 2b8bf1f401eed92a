//! Few convex pieces of polygons of any size: the fewest pieces of each part, searched again around the cuts.

use super::fewest::fewest_pieces;
use super::tiling::Tiling;
use super::triangulate::triangulate;
use crate::geometry::orientation::orientation;
use glam::Vec2;
use std::collections::HashSet;

/// The steps allowed for a polygon, or `STEPS_PER_CORNER` for each corner if that is more.
const STEPS: usize = 16 << 20;
const STEPS_PER_CORNER: usize = 256;

/// The limits of the search for the fewest pieces.
#[derive(Clone, Copy)]
pub(super) struct Effort {
    /// The most corners of a part that is searched; larger parts are halved at once.
    pub(super) most_corners: usize,
    /// The most steps for each corner of a part; a part that takes more is halved too.
    pub(super) steps_per_corner: usize,
    /// The most corners of neighboring pieces around a cut that are searched again together.
    pub(super) corners_together: usize,
    /// The most steps for each corner of such a group.
    pub(super) steps_together: usize,
    /// One such search is allowed for this many corners of the polygon.
    pub(super) corners_per_search: usize,
}

impl Effort {
    /// Returns the limits for the least number where that is affordable. Its steps suffice for all corners searched
    /// together.
    pub(super) fn thorough(corners: usize) -> Self {
        let steps_per_corner = STEPS_PER_CORNER.max(STEPS / corners.max(1));
        Self {
            most_corners: usize::MAX,
            steps_per_corner,
            corners_together: 64,
            steps_together: 4096,
            corners_per_search: 24,
        }
    }

    /// A few percent more pieces, in a fraction of the time.
    pub(super) const QUICK: Self = Self {
        most_corners: 32,
        steps_per_corner: 512,
        corners_together: 24,
        steps_together: 512,
        corners_per_search: 40,
    };
}

/// Cuts the polygon as [`Polygon::convex_pieces`](super::Polygon::convex_pieces) describes.
///
/// A piece lists its corners as indices of `points`, in polygon order, from the least one on. Fewer than three points
/// give no piece.
///
/// There are at least `⌈r/2⌉ + 1` pieces, as a diagonal can end at two reflex corners. There are at most `2r + 1`, as
/// no reflex corner needs more than two diagonals. The number is the least possible if the search takes at most `STEPS`
/// steps. A step is one look at a corner between the ends of a diagonal with a reflex end. There are less than `n·r²`
/// steps, and less than `n³/6`, so up to 460 corners are always few enough. For larger polygons, of 1000 corners, up to
/// 1.65 times the least number was measured.
pub(super) fn convex_pieces(points: &[Vec2]) -> Vec<Vec<u32>> {
    convex_pieces_within(points, Effort::thorough(points.len()).steps_per_corner)
}

/// Cuts the polygon as [`convex_pieces`], with at most `steps_per_corner` steps for each corner of a part.
pub(super) fn convex_pieces_within(points: &[Vec2], steps_per_corner: usize) -> Vec<Vec<u32>> {
    let effort = Effort { steps_per_corner, ..Effort::thorough(points.len()) };
    convex_pieces_of_parts(points, vec![(0..points.len() as u32).collect()], Vec::new(), effort)
}

/// Returns the pieces of one or more polygons that were cut into these parts along these diagonals.
///
/// The parts are simple and list corners like pieces do. A diagonal is its lesser corner and its other one.
pub(super) fn convex_pieces_of_parts(
    points: &[Vec2],
    mut waiting: Vec<Vec<u32>>,
    mut cuts: Vec<(u32, u32)>,
    effort: Effort,
) -> Vec<Vec<u32>> {
    let fewest = |corners: &[u32], steps_per_corner: usize| {
        let part: Vec<_> = corners.iter().map(|&corner| points[corner as usize]).collect();
        let pieces = fewest_pieces(&part, steps_per_corner * corners.len())?;
        Some(pieces.into_iter().map(|piece| of_corners(corners, &piece)).collect::<Vec<_>>())
    };
    let mut tiling = Tiling::between(points.len());
    while let Some(corners) = waiting.pop() {
        let is_small = corners.len() <= effort.most_corners;
        if let Some(pieces) = is_small.then(|| fewest(&corners, effort.steps_per_corner)).flatten() {
            pieces.into_iter().for_each(|piece| tiling.insert(piece));
            continue;
        }
        let part: Vec<_> = corners.iter().map(|&corner| points[corner as usize]).collect();
        let triangles = triangulate(&part);
        if let Some((from, to)) = middle_line(&triangles, corners.len()) {
            cuts.push((corners[from].min(corners[to]), corners[from].max(corners[to])));
            waiting.push(corners[from..=to].to_vec());
            waiting.push([&corners[to..], &corners[..=from]].concat());
        } else {
            triangles.iter().for_each(|triangle| tiling.insert(of_corners(&corners, triangle)));
        }
    }
    if !cuts.is_empty() {
        improve(&mut tiling, cuts, points.len() / effort.corners_per_search + 1, effort, fewest);
        leave_out_lines(points, &mut tiling);
    }
    tiling.into_pieces()
}

fn of_corners(corners: &[u32], piece: &[u32]) -> Vec<u32> {
    piece.iter().map(|&corner| corners[corner as usize]).collect()
}

/// Returns the diagonal of a triangulation, from a corner to a later one, that leaves the most corners on its smaller
/// side; `None` if there is none. About a third of the corners or more are on each side.
fn middle_line(triangles: &[[u32; 3]], count: usize) -> Option<(usize, usize)> {
    let sides = triangles.iter().flat_map(|&[a, b, c]| [(a, b), (b, c), (c, a)]);
    let apart = |from: usize, to: usize| (to - from).min(count - (to - from));
    sides
        .filter(|(from, to)| from < to)
        .map(|(from, to)| (from as usize, to as usize))
        .filter(|&(from, to)| apart(from, to) > 1)
        .max_by_key(|&(from, to)| (apart(from, to), from))
}

/// Searches for fewer pieces around each of the cuts, then around all other diagonals, up to `searches` times.
fn improve(
    tiling: &mut Tiling,
    cuts: Vec<(u32, u32)>,
    mut searches: usize,
    effort: Effort,
    fewest: impl Fn(&[u32], usize) -> Option<Vec<Vec<u32>>>,
) {
    let mut first = cuts;
    loop {
        let (mut within, mut replaced) = (HashSet::new(), false);
        let shared = tiling.shared_sides();
        for side in first.drain(..).chain(shared) {
            if within.contains(&side) {
                continue;
            }
            let Some(group) = tiling.group_around(side, effort.corners_together) else { continue };
            if searches == 0 {
                return;
            }
            searches -= 1;
            let better = fewest(&group.ring, effort.steps_together).filter(|pieces| pieces.len() < group.pieces.len());
            if let Some(pieces) = better {
                tiling.replace(&group, pieces);
                replaced = true;
            }
            within.extend(group.lines);
        }
        if !replaced {
            return;
        }
        // Diagonals between two groups are at the center of one in the next round.
        first = tiling.shared_sides();
        first.retain(|side| !within.contains(side));
    }
}

/// Removes every diagonal without which the two pieces stay convex. One round suffices, as angles only grow.
fn leave_out_lines(points: &[Vec2], tiling: &mut Tiling) {
    for side in tiling.shared_sides() {
        let Some(corners) = tiling.corners_without(side) else { continue };
        let is_convex = corners.iter().all(|corners| {
            let [a, b, c] = corners.map(|corner| points[corner as usize]);
            orientation(a, b, c) >= 0.0
        });
        if let Some(group) = is_convex.then(|| tiling.pair_at(side)).flatten() {
            tiling.replace(&group, [group.ring.clone()]);
        }
    }
}
