//! Oracles of the exact traversal: one that steps from border to border, and one that knows only which points a pixel
//! holds.

use super::PlainHit;
use std::cmp::Ordering;
use tileray::Ray;
use tileray::glam::{DVec2, IVec2, ivec2, vec2};

/// The reason why a pixel is tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
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
    pub way: Way,
    pub part: i128,
    pub whole: i128,
}

/// 1/256 pixel.
const UNIT: i128 = 256;

/// A point in units: `floor(256·v + 1/2)`.
pub fn snapped(point: DVec2) -> [i128; 2] {
    [point.x, point.y].map(|value| {
        // The product is exact, and so is the answer whether the rest reaches one half.
        let units = value * 256.0;
        units.floor() as i128 + i128::from(units - units.floor() >= 0.5)
    })
}

fn pixel(at: [i128; 2]) -> [i128; 2] {
    at.map(|value| value.div_euclid(UNIT))
}

fn vector(pixel: [i128; 2]) -> IVec2 {
    ivec2(pixel[0] as i32, pixel[1] as i32)
}

/// The pixels tested between two points given in units, by steps, up to the first that `stops`, which is given back.
///
/// The next border on each axis is the one ahead of the pixel; the walk crosses the one that comes first, until it is in
/// the pixel of the end.
pub fn walk(from: [i128; 2], to: [i128; 2], mut stops: impl FnMut(Visit) -> bool) -> Option<Visit> {
    let way = [to[0] - from[0], to[1] - from[1]];
    let (mut at, end) = (pixel(from), pixel(to));
    let start = Visit { pixel: vector(at), way: Way::Start, part: 0, whole: 1 };
    if stops(start) {
        return Some(start);
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
            Visit { pixel: vector(pixel), way, part, whole }
        };
        let across = [by_x[0], by_y[1]];
        let (tested, entered) = match order {
            Ordering::Less => (vec![visit(by_x, Way::X, next[0])], by_x),
            Ordering::Greater => (vec![visit(by_y, Way::Y, next[1])], by_y),
            Ordering::Equal => {
                let beside = [visit(by_x, Way::X, next[0]), visit(by_y, Way::Y, next[1])];
                ([&beside[..], &[visit(across, Way::Corner, next[0])]].concat(), across)
            }
        };
        if let Some(&visit) = tested.iter().find(|&&visit| stops(visit)) {
            return Some(visit);
        }
        at = entered;
    }
    None
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

/// The parts of the segment that lie in a pixel, over `|dx|·|dy|`: from where to where, and whether the ends belong to
/// them. `None` where no point does.
type Parts = ((i128, bool), (i128, bool));

fn parts_in(from: [i128; 2], to: [i128; 2], pixel: [i128; 2]) -> Option<Parts> {
    let way = [to[0] - from[0], to[1] - from[1]];
    let whole = way[0].abs().max(1) * way[1].abs().max(1);
    let (mut first, mut last) = ((0, true), (whole, true));
    for axis in [0, 1] {
        let (near, far) = (UNIT * pixel[axis] - from[axis], UNIT * (pixel[axis] + 1) - from[axis]);
        let scale = whole / way[axis].abs().max(1);
        // Of two beginnings the later counts, and at the same part the one that does not hold it; of two ends likewise.
        let (begin, end) = match way[axis].signum() {
            0 if near > 0 || far <= 0 => return None,
            0 => continue,
            1 => ((near * scale, true), (far * scale, false)),
            _ => ((-far * scale, false), (-near * scale, true)),
        };
        first = if (begin.0, !begin.1) > (first.0, !first.1) { begin } else { first };
        last = if end < last { end } else { last };
    }
    (first.0 < last.0 || (first.0 == last.0 && first.1 && last.1)).then_some((first, last))
}

/// When a pixel is tested, by the definition, as a key to sort by; `None` where it is not.
///
/// It is where a point of the segment lies in it, and where it is beside a corner: where the pixel before it and the
/// pixel behind it hold points of the segment, the one up to the place from which on the other does.
fn key(from: [i128; 2], to: [i128; 2], at: [i128; 2]) -> Option<(i128, i32)> {
    if at == pixel(from) {
        return Some((0, -1));
    }
    let sign = [(to[0] - from[0]).signum(), (to[1] - from[1]).signum()];
    let parts = |at| parts_in(from, to, at);
    let beside = |before, across| match (parts(before), parts(across)) {
        (Some((_, (end, _))), Some(((begin, _), _))) if end == begin => Some(begin),
        _ => None,
    };
    if sign[0] != 0 && sign[1] != 0 {
        if let Some(part) = beside([at[0] - sign[0], at[1]], [at[0], at[1] + sign[1]]) {
            return Some((part, 0));
        }
        if let Some(part) = beside([at[0], at[1] - sign[1]], [at[0] + sign[0], at[1]]) {
            return Some((part, 1));
        }
    }
    parts(at).map(|((begin, _), _)| (begin, 2))
}

/// The pixels tested between two points, by the definition. Looks at every pixel of the segment's box: for small ones.
pub fn pixels_by_definition(from: [i128; 2], to: [i128; 2]) -> Vec<IVec2> {
    let (a, b) = (pixel(from), pixel(to));
    let mut pixels = Vec::new();
    for y in a[1].min(b[1])..=a[1].max(b[1]) {
        for x in a[0].min(b[0])..=a[0].max(b[0]) {
            pixels.extend(key(from, to, [x, y]).map(|key| (key, vector([x, y]))));
        }
    }
    pixels.sort_by_key(|&(key, _)| key);
    pixels.into_iter().map(|(_, pixel)| pixel).collect()
}

/// Which of some solid pixels a ray hits, by the definition, however long it is.
pub fn first_of(solid: &[IVec2], ray: &Ray) -> Option<IVec2> {
    let (from, to) = (snapped(ray.origin()), snapped(ray.end()));
    let keys = solid.iter().filter_map(|&at| Some((key(from, to, [at.x.into(), at.y.into()])?, at)));
    keys.min_by_key(|&(key, _)| key).map(|(_, pixel)| pixel)
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
    let visit = walk(from, to, |visit| is_solid(visit.pixel))?;
    Some(describe(from, to, visit))
}

/// Returns the hit at a pixel of the walk.
pub fn describe(from: [i128; 2], to: [i128; 2], visit: Visit) -> PlainHit {
    let Visit { pixel, way: entered, part, whole } = visit;
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
        let value = ((from[axis] as f64 + way[axis].signum() as f64 * moved) / 256.0) as f32;
        let near = pixel[axis];
        if value < near as f32 {
            near as f32
        } else if value >= near as f32 + 1.0 {
            (near as f32 + 1.0).next_down().max(near as f32)
        } else {
            value
        }
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
