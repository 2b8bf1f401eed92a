//! Oracles of the exact traversal: one that steps from border to border, and one that knows only which points a pixel
//! holds.

use super::PlainHit;
use std::cmp::Ordering;
use tileray::Ray;
use tileray::glam::{DVec2, IVec2, ivec2, vec2};

/// How a pixel is entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Not at all: the segment begins there.
    Start,
    /// Across a vertical border, by a step in x.
    X,
    Y,
    /// Through a corner, across both.
    Corner,
}

/// A pixel that is tested, and the part `part / whole` of the segment that lies before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visit {
    pub pixel: IVec2,
    /// The pixel across the border along which the segment runs: both must be solid.
    pub pair: Option<IVec2>,
    pub way: Way,
    pub part: i128,
    pub whole: i128,
}

/// 1/256 pixel.
const UNIT: i128 = 256;

/// A point in units: the nearest, on a tie the even one.
pub fn snapped(point: DVec2) -> [i128; 2] {
    [point.x, point.y].map(|value| {
        // The product is exact, and so is the rest.
        let units = value * 256.0;
        let (down, rest) = (units.floor() as i128, units - units.floor());
        down + i128::from(rest > 0.5 || (rest == 0.5 && down % 2 != 0))
    })
}

fn vector(pixel: [i128; 2]) -> IVec2 {
    ivec2(pixel[0] as i32, pixel[1] as i32)
}

/// The first pixel on an axis: on a border, the one ahead.
fn first_pixel(from: i128, to: i128) -> i128 {
    if to < from { (from - 1).div_euclid(UNIT) } else { from.div_euclid(UNIT) }
}

/// The pixels on an axis that hold a coordinate, given in units over `whole`, in their closed squares.
fn around(at: i128, whole: i128) -> std::ops::RangeInclusive<i128> {
    let pixel = at.div_euclid(UNIT * whole);
    pixel - i128::from(at.rem_euclid(UNIT * whole) == 0)..=pixel
}

/// Whether a point lies in the interior of the union of the closed solid squares: its coordinates are over `whole`.
fn is_interior(is_solid: &impl Fn(IVec2) -> bool, point: [i128; 2], whole: i128) -> bool {
    around(point[0], whole).all(|x| around(point[1], whole).all(|y| is_solid(vector([x, y]))))
}

/// Where a segment is stopped, by the definition: the part before, `part / whole`, and whether it starts inside.
///
/// That is where it enters the interior of the union of the closed solid squares, or passes through a corner beside which
/// a pixel is solid.
pub fn stop(is_solid: impl Fn(IVec2) -> bool, from: [i128; 2], to: [i128; 2]) -> Option<(i128, i128, bool)> {
    if is_interior(&is_solid, from, 1) {
        return Some((0, 1, true));
    }
    let way = [to[0] - from[0], to[1] - from[1]];
    let whole = way[0].abs().max(1) * way[1].abs().max(1);
    // The parts at which the segment crosses or leaves a line of the grid, from the start to the end.
    let mut parts = vec![0, whole];
    for axis in [0, 1] {
        let (low, high) = (from[axis].min(to[axis]), from[axis].max(to[axis]));
        for border in low.div_euclid(UNIT) + 1..=high.div_euclid(UNIT) {
            parts.push((UNIT * border - from[axis]).abs() * (whole / way[axis].abs().max(1)));
        }
    }
    parts.sort_unstable();
    parts.dedup();
    let at = |part: i128, whole: i128| [0, 1].map(|axis| from[axis] * whole + way[axis] * part);
    for (index, &part) in parts.iter().enumerate().take(parts.len() - 1) {
        let point = at(part, whole);
        let is_corner = point.iter().all(|value| value % (UNIT * whole) == 0);
        if part > 0 && is_corner && way[0] != 0 && way[1] != 0 {
            let corner = vector(point.map(|value| value / (UNIT * whole)));
            // Of the four pixels around it, those that the segment does not pass through.
            let beside =
                if (way[0] > 0) == (way[1] > 0) { [ivec2(-1, 0), ivec2(0, -1)] } else { [ivec2(0, 0), ivec2(-1, -1)] };
            if beside.iter().any(|&step| is_solid(corner + step)) {
                return Some((part, whole, false));
            }
        }
        if is_interior(&is_solid, at(part + parts[index + 1], 2 * whole), 2 * whole) {
            return Some((part, whole, false));
        }
    }
    None
}

/// The pixels tested between two points given in units, by steps, up to the first that `stops`, which is given back.
///
/// The next border on each axis is the one ahead of the pixel; the walk crosses the one that comes first, until it is in
/// the last pixel.
pub fn walk(from: [i128; 2], to: [i128; 2], mut stops: impl FnMut(Visit) -> bool) -> Option<Visit> {
    let way = [to[0] - from[0], to[1] - from[1]];
    let mut at = [0, 1].map(|axis| first_pixel(from[axis], to[axis]));
    let end = [0, 1].map(|axis| first_pixel(to[axis], from[axis]));
    // The axis across the border along which the segment runs, if it does.
    let across =
        [0, 1].into_iter().find(|&axis| way[axis] == 0 && from[axis].rem_euclid(UNIT) == 0 && way[1 - axis] != 0);
    let mut visit_with_pair = |visit: Visit| {
        let Some(axis) = across else { return stops(visit).then_some(visit) };
        let other = visit.pixel - if axis == 0 { IVec2::X } else { IVec2::Y };
        let pair = [(visit.pixel, other), (other, visit.pixel)];
        pair.map(|(pixel, pair)| Visit { pixel, pair: Some(pair), ..visit }).into_iter().find(|&visit| stops(visit))
    };
    let start = Visit { pixel: vector(at), pair: None, way: Way::Start, part: 0, whole: 1 };
    if let Some(visit) = visit_with_pair(start) {
        return Some(visit);
    }
    while at != end {
        // How far the next border is along the axis, and how far the segment runs.
        let next = [0, 1].map(|axis| {
            let border = if way[axis] > 0 { UNIT * (at[axis] + 1) } else { UNIT * at[axis] };
            (at[axis] != end[axis]).then(|| ((border - from[axis]).abs(), way[axis].abs()))
        });
        let order = match next {
            [Some(x), Some(y)] => (x.0 * y.1).cmp(&(y.0 * x.1)),
            [Some(_), None] => Ordering::Less,
            _ => Ordering::Greater,
        };
        let (by_x, by_y) = ([at[0] + way[0].signum(), at[1]], [at[0], at[1] + way[1].signum()]);
        let visit = |pixel, way, part: Option<(i128, i128)>| {
            let (part, whole) = part.expect("a border ahead");
            Visit { pixel: vector(pixel), pair: None, way, part, whole }
        };
        let across = [by_x[0], by_y[1]];
        let (tested, entered) = match order {
            Ordering::Less => (vec![visit(by_x, Way::X, next[0])], by_x),
            Ordering::Greater => (vec![visit(by_y, Way::Y, next[1])], by_y),
            Ordering::Equal => {
                let mut beside = [visit(by_x, Way::X, next[0]), visit(by_y, Way::Y, next[1])];
                if !is_x_major(way) {
                    beside.reverse();
                }
                ([&beside[..], &[visit(across, Way::Corner, next[0])]].concat(), across)
            }
        };
        if let Some(visit) = tested.into_iter().find_map(&mut visit_with_pair) {
            return Some(visit);
        }
        at = entered;
    }
    None
}

fn is_x_major(way: [i128; 2]) -> bool {
    way[0].abs() >= way[1].abs()
}

/// All pixels tested between two points given in units, by steps.
pub fn pixels(from: [i128; 2], to: [i128; 2]) -> Vec<IVec2> {
    let mut pixels = Vec::new();
    walk(from, to, |visit| {
        pixels.push(visit.pixel);
        false
    });
    pixels
}

/// The part of the segment in the interior of a pixel, over `|dx|·|dy|`: from where to where. `None` where no point is
/// there. A segment along a border lies in the pixels of both sides.
fn parts_in(from: [i128; 2], to: [i128; 2], pixel: [i128; 2]) -> Option<(i128, i128)> {
    let way = [to[0] - from[0], to[1] - from[1]];
    let whole = way[0].abs().max(1) * way[1].abs().max(1);
    let (mut first, mut last) = (0, whole);
    for axis in [0, 1] {
        let (near, far) = (UNIT * pixel[axis] - from[axis], UNIT * (pixel[axis] + 1) - from[axis]);
        let scale = whole / way[axis].abs().max(1);
        let (begin, end) = match way[axis].signum() {
            0 if near > 0 || far < 0 => return None,
            0 => continue,
            1 => (near * scale, far * scale),
            _ => (-far * scale, -near * scale),
        };
        (first, last) = (first.max(begin), last.min(end));
    }
    (first < last).then_some((first, last))
}

/// When a pixel is tested, by the definition, as a key to sort by; `None` where it is not.
///
/// It is where the segment passes through its interior, and where it is beside a corner: where the segment leaves the
/// pixel before it and enters the pixel behind it at once.
fn key(from: [i128; 2], to: [i128; 2], at: [i128; 2]) -> Option<(i128, i32)> {
    let way = [to[0] - from[0], to[1] - from[1]];
    let sign = way.map(i128::signum);
    if way == [0, 0] {
        return (at == from.map(|value| value.div_euclid(UNIT))).then_some((0, 0));
    }
    let parts = |at| parts_in(from, to, at);
    let beside = |before, across| match (parts(before), parts(across)) {
        (Some((_, end)), Some((begin, _))) if end == begin => Some(begin),
        _ => None,
    };
    if sign[0] != 0 && sign[1] != 0 {
        if let Some(part) = beside([at[0] - sign[0], at[1]], [at[0], at[1] + sign[1]]) {
            return Some((part, if is_x_major(way) { 0 } else { 1 }));
        }
        if let Some(part) = beside([at[0], at[1] - sign[1]], [at[0] + sign[0], at[1]]) {
            return Some((part, if is_x_major(way) { 1 } else { 0 }));
        }
    }
    // Of the two sides of a border, the lower one and the right one come first.
    let is_other_side = [0, 1].iter().any(|&axis| way[axis] == 0 && at[axis] != from[axis].div_euclid(UNIT));
    parts(at).map(|(begin, _)| (begin, if is_other_side { 3 } else { 2 }))
}

/// The pixels tested between two points, by the definition. Looks at every pixel of the segment's box: for small ones.
pub fn pixels_by_definition(from: [i128; 2], to: [i128; 2]) -> Vec<IVec2> {
    let (a, b) = (from.map(|value| value.div_euclid(UNIT)), to.map(|value| value.div_euclid(UNIT)));
    let mut pixels = Vec::new();
    for y in a[1].min(b[1]) - 1..=a[1].max(b[1]) {
        for x in a[0].min(b[0]) - 1..=a[0].max(b[0]) {
            pixels.extend(key(from, to, [x, y]).map(|key| (key, vector([x, y]))));
        }
    }
    pixels.sort_by_key(|&(key, _)| key);
    pixels.into_iter().map(|(_, pixel)| pixel).collect()
}

/// Which of some solid pixels stops a ray, by the definition, however long it is. The ray has a length, and of a ray along
/// a border only one of the two is named.
pub fn first_of(solid: &[IVec2], ray: &Ray) -> Option<IVec2> {
    let (from, to) = (snapped(ray.origin()), snapped(ray.end()));
    let way = [to[0] - from[0], to[1] - from[1]];
    let across = [0, 1].into_iter().find(|&axis| way[axis] == 0 && from[axis].rem_euclid(UNIT) == 0);
    let is_solid = |pixel: IVec2| solid.contains(&pixel);
    let keys = solid.iter().filter_map(|&at| {
        let key = key(from, to, [at.x.into(), at.y.into()])?;
        let Some(axis) = across else { return Some((key, at)) };
        let step = if axis == 0 { IVec2::X } else { IVec2::Y };
        (key.1 == 2 && is_solid(at - step)).then_some((key, at))
    });
    let (_, pixel) = keys.min_by_key(|&(key, _)| key)?;
    let Some(axis) = across else { return Some(pixel) };
    let pair = Some(pixel - if axis == 0 { IVec2::X } else { IVec2::Y });
    Some(enter(is_solid, from, to, Visit { pixel, pair, way: Way::X, part: 1, whole: 1 }).pixel)
}

/// How a solid pixel is entered, by the rules of ties: at the start, and along a border.
pub fn enter(is_solid: impl Fn(IVec2) -> bool, from: [i128; 2], to: [i128; 2], visit: Visit) -> Visit {
    let way = [to[0] - from[0], to[1] - from[1]];
    let sign = vector(way.map(i128::signum));
    let steps = [ivec2(sign.x, 0), ivec2(0, sign.y)];
    let ways = [Way::X, Way::Y];
    let starts_on = |axis: usize| way[axis] != 0 && from[axis].rem_euclid(UNIT) == 0;
    if let Some(pair) = visit.pair {
        // Of both sides, one whose pixel before is free; the lower or the right one if both are.
        let axis = usize::from(way[0] == 0);
        let mut sides = [visit.pixel.max(pair), visit.pixel.min(pair)].into_iter();
        let is_entered = visit.way != Way::Start || starts_on(axis);
        return match sides.find(|&pixel| is_entered && !is_solid(pixel - steps[axis])) {
            Some(pixel) => Visit { pixel, way: ways[axis], ..visit },
            None => Visit { pixel: visit.pixel.max(pair), way: Way::Start, ..visit },
        };
    }
    if visit.way != Way::Start {
        return visit;
    }
    // By a face whose neighbor is free: the longer axis's if both are; through the corner if only the pixel across is.
    let order = if is_x_major(way) { [0, 1] } else { [1, 0] };
    let by_face = order.into_iter().find(|&axis| starts_on(axis) && !is_solid(visit.pixel - steps[axis]));
    let by_corner = starts_on(0) && starts_on(1) && !is_solid(visit.pixel - sign);
    Visit { way: by_face.map_or(if by_corner { Way::Corner } else { Way::Start }, |axis| ways[axis]), ..visit }
}

fn is_valid(ray: &Ray) -> bool {
    let (origin, end) = (ray.origin(), ray.end());
    [origin.x, origin.y, end.x, end.y].iter().all(|value| value.abs() <= f64::from(1 << 30))
}

/// The first solid pixel of the walk, and the hit's description by the definitions.
pub fn raycast(is_solid: impl Fn(IVec2) -> bool, ray: &Ray) -> Option<PlainHit> {
    if !is_valid(ray) {
        return None;
    }
    let (from, to) = (snapped(ray.origin()), snapped(ray.end()));
    if from == to && !is_interior(&is_solid, from, 1) {
        return None;
    }
    let visit = walk(from, to, |visit| is_solid(visit.pixel) && visit.pair.is_none_or(&is_solid))?;
    Some(describe(from, to, enter(is_solid, from, to, visit)))
}

/// Returns the hit at a pixel of the walk.
pub fn describe(from: [i128; 2], to: [i128; 2], visit: Visit) -> PlainHit {
    let Visit { pixel, way: entered, part, whole, .. } = visit;
    let way = [to[0] - from[0], to[1] - from[1]];
    let sign = ivec2(way[0].signum() as i32, way[1].signum() as i32);
    let step = match entered {
        Way::Start => IVec2::ZERO,
        Way::X => ivec2(sign.x, 0),
        Way::Y => ivec2(0, sign.y),
        Way::Corner => sign,
    };
    let face = match entered {
        Way::Corner if way[0].abs() >= way[1].abs() => ivec2(sign.x, 0),
        Way::Corner => ivec2(0, sign.y),
        _ => step,
    };
    let fraction = part as f64 / whole as f64;
    let length = ((way[0] as f64).powi(2) + (way[1] as f64).powi(2)).sqrt() / 256.0;
    let along = |axis: usize| {
        let moved = way[axis].abs();
        let moved = match (entered, axis) {
            (Way::Start, _) => 0.0,
            // On the border that is crossed.
            (Way::X, 0) | (Way::Y, 1) => part as f64,
            (Way::Corner, _) => (part * moved / whole) as f64,
            _ => part as f64 * moved as f64 / whole as f64,
        };
        ((from[axis] as f64 + way[axis].signum() as f64 * moved) / 256.0) as f32
    };
    PlainHit {
        pixel,
        previous: (entered != Way::Start).then(|| pixel - step),
        point: vec2(along(0), along(1)),
        distance: (fraction * length) as f32,
        fraction: fraction as f32,
        normal: vec2(0.0 - face.x as f32, 0.0 - face.y as f32),
        inside: entered == Way::Start,
    }
}
