use super::sight::{Seen, Sight};
use super::sight_table::SightTable;
use glam::Vec2;
use std::ops::Range;

/// A line between two corners that see each other; `from` is less than `to`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct SightLine {
    pub(super) from: u32,
    pub(super) to: u32,
    /// Whether it touches nothing on its way: such a line may be the side of a piece.
    pub(super) clear: bool,
}

/// A corner that sees both ends of a line, with the numbers of the lines to them.
#[derive(Debug, PartialEq)]
pub(super) struct Between {
    pub(super) corner: u32,
    pub(super) from_first: u32,
    pub(super) to_last: u32,
}

/// All lines of sight with a reflex end, and the edges of the polygon, by their ends. Each has a number.
pub(super) struct SightLines {
    /// By `from`, then by `to`.
    lines: Vec<SightLine>,
    /// Those from corner `c` begin at `starts[c]`.
    starts: Vec<u32>,
    by_ends: ByEnds,
}

/// What tells the lines of both ends of another.
enum ByEnds {
    Few(SightTable),
    Many(LineEnds),
}

/// The lines by their later ends.
struct LineEnds {
    /// The numbers of the lines, by `to`, then by `from`.
    lines: Vec<u32>,
    /// Those to corner `c` begin at `starts[c]` of `lines`.
    starts: Vec<u32>,
}

impl SightLines {
    /// The lines of a triangulated polygon; `None` where more than `limit` triangles would be looked
    /// into for them.
    pub(super) fn new(points: &[Vec2], triangles: &[[u32; 3]], reflex: &[bool], limit: usize) -> Option<Self> {
        Self::with_table(points, triangles, reflex, limit, points.len() <= SightTable::MOST_CORNERS)
    }

    /// The same with or without a table, which there must not be for more than `SightTable::MOST_CORNERS`.
    pub(super) fn with_table(
        points: &[Vec2],
        triangles: &[[u32; 3]],
        reflex: &[bool],
        limit: usize,
        has_table: bool,
    ) -> Option<Self> {
        let count = points.len() as u32;
        let sight = Sight::new(points, triangles);
        let line = |a: u32, b: u32, clear| SightLine { from: a.min(b), to: a.max(b), clear };
        let mut lines = Vec::with_capacity(8 * points.len());
        lines.extend((0..count).map(|corner| line(corner, if corner + 1 == count { 0 } else { corner + 1 }, true)));
        let (mut looks, mut openings, mut seen) = (0, Vec::with_capacity(16), Vec::with_capacity(32));
        for eye in (0..count).filter(|&corner| reflex[corner as usize]) {
            looks += sight.from(eye, &mut openings, &mut seen);
            if looks > limit {
                return None;
            }
            lines.extend(seen.drain(..).map(|Seen { corner, clear }| line(eye, corner, clear)));
        }
        let (lines, by_ends) = if has_table {
            let mut table = SightTable::new(points.len());
            lines.iter().for_each(|&line| table.add(line));
            (table.numbered(), ByEnds::Few(table))
        } else {
            // By both ends: the order by the later one is kept among those that have the earlier one in common.
            let (mut lines, _) = ordered(&lines, count, |line| line.to);
            (lines, _) = ordered(&lines, count, |line| line.from);
            // Lines between two reflex corners were found from both ends, and edges once more.
            lines.dedup_by_key(|line| (line.from, line.to));
            let numbers: Vec<_> = (0..lines.len() as u32).collect();
            let (numbers, starts) = ordered(&numbers, count, |&number| lines[number as usize].to);
            (lines, ByEnds::Many(LineEnds { lines: numbers, starts }))
        };
        let starts = starts(&lines, count, |line| line.from);
        Some(Self { lines, starts, by_ends })
    }

    pub(super) fn len(&self) -> usize {
        self.lines.len()
    }

    pub(super) fn line(&self, number: u32) -> SightLine {
        self.lines[number as usize]
    }

    /// The numbers of the lines from a corner to later ones, by these.
    pub(super) fn starting_at(&self, corner: u32) -> Range<u32> {
        self.starts[corner as usize]..self.starts[corner as usize + 1]
    }

    /// The number of the line between two corners, the first of which is less.
    pub(super) fn between(&self, from: u32, to: u32) -> Option<u32> {
        if let ByEnds::Few(table) = &self.by_ends {
            return table.between(from, to);
        }
        let range = self.starting_at(from);
        let lines = &self.lines[range.start as usize..range.end as usize];
        lines.binary_search_by_key(&to, |line| line.to).ok().map(|place| range.start + place as u32)
    }

    /// The lines from the start of line `number` to corners before its end, and those from corners after its start to its
    /// end: the corners that see both ends are in both.
    fn around<'a>(&'a self, number: u32, ends: &'a LineEnds) -> (Range<u32>, &'a [u32]) {
        let SightLine { from, to, .. } = self.line(number);
        let ending = &ends.lines[ends.starts[to as usize] as usize..ends.starts[to as usize + 1] as usize];
        let after = ending.partition_point(|&other| self.line(other).from <= from);
        (self.starting_at(from).start..number, &ending[after..])
    }

    /// How many corners [`corners_between`](Self::corners_between) looks at, over all lines; with a table, how many it would
    /// without.
    pub(super) fn steps(&self) -> usize {
        let steps = |number: u32| match &self.by_ends {
            ByEnds::Few(table) => {
                let SightLine { from, to, .. } = self.line(number);
                table.around(from, to)
            }
            ByEnds::Many(ends) => {
                let (starting, ending) = self.around(number, ends);
                [starting.len(), ending.len()]
            }
        };
        (0..self.len() as u32).map(|number| steps(number).into_iter().min().unwrap_or(0)).sum()
    }

    /// Appends the corners between the ends of line `number` that see both of them, in their order.
    pub(super) fn corners_between(&self, number: u32, found: &mut Vec<Between>) {
        let SightLine { from, to, .. } = self.line(number);
        let ends = match &self.by_ends {
            ByEnds::Few(table) => return found.extend(table.corners_between(from, to)),
            ByEnds::Many(ends) => ends,
        };
        let (starting, ending) = self.around(number, ends);
        if starting.len() <= ending.len() {
            found.extend(starting.filter_map(|from_first| {
                let corner = self.line(from_first).to;
                self.between(corner, to).map(|to_last| Between { corner, from_first, to_last })
            }));
        } else {
            found.extend(ending.iter().filter_map(|&to_last| {
                let corner = self.line(to_last).from;
                self.between(from, corner).map(|from_first| Between { corner, from_first, to_last })
            }));
        }
    }
}

/// Where those of each corner begin among items in the order of their corners, and where the last end.
fn starts<T>(items: &[T], count: u32, corner_of: impl Fn(&T) -> u32) -> Vec<u32> {
    let mut starts = vec![0_u32; count as usize + 1];
    for item in items {
        starts[corner_of(item) as usize + 1] += 1;
    }
    for corner in 1..starts.len() {
        starts[corner] += starts[corner - 1];
    }
    starts
}

/// The items by a corner, those of the same corner in the order that they had, and where those of each corner begin.
fn ordered<T: Copy>(items: &[T], count: u32, corner_of: impl Fn(&T) -> u32) -> (Vec<T>, Vec<u32>) {
    let starts = starts(items, count, &corner_of);
    let (mut next, mut ordered) = (starts.clone(), items.to_vec());
    for item in items {
        let place = &mut next[corner_of(item) as usize];
        ordered[*place as usize] = *item;
        *place += 1;
    }
    (ordered, starts)
}
