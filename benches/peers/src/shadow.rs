//! The field of view that one writes by hand: symmetric shadow casting (Albert Ford) on a map of chars.

use fastrand::Rng;
use tileray::SolidityMap;
use tileray::glam::{IVec2, ivec2};

/// A level of a roguelike, with `#` for a wall.
pub(crate) struct CharMap {
    cells: Vec<u8>,
    size: IVec2,
}

impl CharMap {
    /// A level of rooms of 4 to 11 squares, corridors between them, and pillars.
    pub(crate) fn of_rooms(size: IVec2) -> Self {
        let mut map = Self { cells: vec![b'#'; (size.x * size.y) as usize], size };
        let mut rng = Rng::with_seed(97);
        let mut before = None;
        for _ in 0..30 {
            let room = ivec2(rng.i32(4..12), rng.i32(4..10));
            let corner = ivec2(rng.i32(1..size.x - room.x), rng.i32(1..size.y - room.y));
            map.dig(corner, corner + room - 1);
            let middle = corner + room / 2;
            let from: IVec2 = before.replace(middle).unwrap_or(middle);
            map.dig(from.min(ivec2(middle.x, from.y)), from.max(ivec2(middle.x, from.y)));
            map.dig(middle.min(ivec2(middle.x, from.y)), middle.max(ivec2(middle.x, from.y)));
        }
        for _ in 0..60 {
            let index = rng.usize(0..map.cells.len());
            map.cells[index] = b'#';
        }
        map
    }

    fn dig(&mut self, first: IVec2, last: IVec2) {
        for y in first.y..=last.y {
            for x in first.x..=last.x {
                self.cells[(y * self.size.x + x) as usize] = b'.';
            }
        }
    }

    fn index(&self, cell: IVec2) -> Option<usize> {
        (cell.cmpge(IVec2::ZERO).all() && cell.cmplt(self.size).all())
            .then_some((cell.y * self.size.x + cell.x) as usize)
    }

    pub(crate) fn is_wall(&self, cell: IVec2) -> bool {
        self.index(cell).is_none_or(|index| self.cells[index] == b'#')
    }

    pub(crate) fn to_mask(&self) -> SolidityMap {
        let size = self.size.as_uvec2();
        SolidityMap::from_fn(size.x, size.y, |x, y| self.is_wall(ivec2(x as i32, y as i32)))
    }

    /// Marks the cells in view, in a list that is kept from view to view.
    pub(crate) fn look(&self, origin: IVec2, radius: i32, view: &mut View) {
        let View { visible, stack } = view;
        visible.clear();
        visible.resize(self.cells.len(), false);
        let mut mark = |cell: IVec2| {
            if let Some(index) = self.index(cell) {
                visible[index] = true;
            }
        };
        mark(origin);
        for [along, across] in QUADRANTS {
            stack.push(Row { depth: 1, start: [-1, 1], end: [1, 1] });
            while let Some(mut row) = stack.pop() {
                let (depth, mut before) = (row.depth, None);
                // Rounded to the nearest column, ties inward.
                let first = (2 * depth * row.start[0] + row.start[1]).div_euclid(2 * row.start[1]);
                let last = -(row.end[1] - 2 * depth * row.end[0]).div_euclid(2 * row.end[1]);
                for column in first..=last {
                    let cell = origin + along * depth + across * column;
                    let is_wall = self.is_wall(cell);
                    let is_centered =
                        column * row.start[1] >= depth * row.start[0] && column * row.end[1] <= depth * row.end[0];
                    if (is_wall || is_centered) && depth * depth + column * column <= radius * radius {
                        mark(cell);
                    }
                    let side = [2 * column - 1, 2 * depth];
                    match before {
                        Some(true) if !is_wall => row.start = side,
                        Some(false) if is_wall && depth < radius => {
                            stack.push(Row { depth: depth + 1, start: row.start, end: side });
                        }
                        _ => (),
                    }
                    before = Some(is_wall);
                }
                if before == Some(false) && depth < radius {
                    stack.push(Row { depth: depth + 1, ..row });
                }
            }
        }
    }

    pub(crate) fn sees(&self, view: &View, cell: IVec2) -> bool {
        self.index(cell).is_some_and(|index| view.visible[index])
    }
}

/// The cells in view, and the rows that are still to be scanned.
#[derive(Default)]
pub(crate) struct View {
    visible: Vec<bool>,
    stack: Vec<Row>,
}

/// A row of a quadrant between two slopes, as fractions.
struct Row {
    depth: i32,
    start: [i32; 2],
    end: [i32; 2],
}

const QUADRANTS: [[IVec2; 2]; 4] =
    [[IVec2::X, IVec2::Y], [IVec2::NEG_X, IVec2::Y], [IVec2::Y, IVec2::X], [IVec2::NEG_Y, IVec2::X]];
