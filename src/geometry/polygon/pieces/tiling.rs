//! Pieces and the sides that they share.

use crate::geometry::segment::ring_edges;
use crate::geometry::sort::sort_by;
use std::collections::{HashMap, VecDeque};
use std::hash::{BuildHasherDefault, Hasher};

/// Polygons that tile another one, the *whole*. Each side that is not an edge of the whole belongs to two of them, in
/// opposite directions.
///
/// Pieces of a whole without holes form a tree, and every connected group of them has one ring of corners around it.
/// With holes, the group has one ring only if each piece touches the others nowhere but at the side that joins it.
pub(super) struct Tiling {
    /// Empty if a piece was removed.
    pieces: Vec<Vec<u32>>,
    /// Sides by first and second corner. Never iterated over, so their order has no effect.
    sides: HashMap<(u32, u32), PieceSide, BuildHasherDefault<CornerHasher>>,
}

/// Mixes the numbers of two corners by a product. The hash of the standard library takes several times as long.
#[derive(Default)]
struct CornerHasher(u64);

impl Hasher for CornerHasher {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u32(byte.into()));
    }

    fn write_u32(&mut self, number: u32) {
        // An odd number near 2^64 divided by the golden ratio.
        self.0 = (self.0.rotate_left(5) ^ u64::from(number)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    fn finish(&self) -> u64 {
        // The upper bits are the mixed ones; tables are indexed by the lower ones.
        self.0.rotate_left(26)
    }
}

/// A side of a piece, from one corner to the next.
#[derive(Clone, Copy)]
struct PieceSide {
    piece: usize,
    /// The piece's corner before the side.
    before: u32,
    /// The piece's corner after the side.
    after: u32,
}

/// Connected pieces.
pub(super) struct PieceGroup {
    pub(super) pieces: Vec<usize>,
    /// The corners around all of them.
    pub(super) ring: Vec<u32>,
    /// The sides that two of them share, lesser corner first.
    pub(super) lines: Vec<(u32, u32)>,
}

impl Tiling {
    /// Creates an empty tiling with room for pieces between so many corners.
    pub(super) fn between(corners: usize) -> Self {
        Self {
            pieces: Vec::with_capacity(corners),
            sides: HashMap::with_capacity_and_hasher(4 * corners, <_>::default()),
        }
    }

    pub(super) fn insert(&mut self, piece: Vec<u32>) {
        let befores = piece.last().into_iter().chain(&piece);
        let afters = piece.iter().chain(&piece).skip(2);
        for ((side, &before), &after) in ring_edges(&piece).zip(befores).zip(afters) {
            self.sides.insert(side, PieceSide { piece: self.pieces.len(), before, after });
        }
        self.pieces.push(piece);
    }

    fn remove(&mut self, index: usize) {
        for side in ring_edges(&std::mem::take(&mut self.pieces[index])) {
            self.sides.remove(&side);
        }
    }

    /// Replaces the pieces of a group by others.
    pub(super) fn replace(&mut self, group: &PieceGroup, pieces: impl IntoIterator<Item = Vec<u32>>) {
        for &index in &group.pieces {
            self.remove(index);
        }
        for piece in pieces {
            self.insert(piece);
        }
    }

    /// Returns the two pieces that share a side, or `None`.
    pub(super) fn pair_at(&self, (from, to): (u32, u32)) -> Option<PieceGroup> {
        let (left, right) = (self.sides.get(&(from, to))?.piece, self.sides.get(&(to, from))?.piece);
        let mut group = PieceGroup { pieces: vec![left, right], ring: self.pieces[left].clone(), lines: Vec::new() };
        group.add(&self.pieces[right], (from, to));
        Some(group)
    }

    /// Returns the two pieces that share a side, and their closest neighbors as long as the ring has at most `most`
    /// corners. `None` if no two pieces share the side, or the two already have more corners.
    pub(super) fn group_around(&self, (from, to): (u32, u32), most: usize) -> Option<PieceGroup> {
        let [left, right] = [self.sides.get(&(from, to))?, self.sides.get(&(to, from))?];
        if self.pieces[left.piece].len() + self.pieces[right.piece].len() - 2 > most {
            return None;
        }
        let mut group = self.pair_at((from, to))?;
        let mut waiting: VecDeque<_> = ring_edges(&group.ring).collect();
        while let Some((from, to)) = waiting.pop_front() {
            let Some(&PieceSide { piece: next, .. }) = self.sides.get(&(to, from)) else { continue };
            let piece = &self.pieces[next];
            let touches = || piece.iter().any(|corner| ![from, to].contains(corner) && group.ring.contains(corner));
            if group.ring.len() + piece.len() - 2 > most || group.pieces.contains(&next) || touches() {
                continue;
            }
            group.add(piece, (from, to));
            group.pieces.push(next);
            waiting.extend(ring_edges(piece).filter(|&side| side != (to, from)));
        }
        Some(group)
    }

    /// Returns the three consecutive corners around each end of a shared side, as they would be without it.
    pub(super) fn corners_without(&self, (from, to): (u32, u32)) -> Option<[[u32; 3]; 2]> {
        let (left, right) = (self.sides.get(&(from, to))?, self.sides.get(&(to, from))?);
        Some([[left.before, from, right.after], [right.before, to, left.after]])
    }

    /// Returns all sides that two pieces share, each once, in the order of the pieces.
    pub(super) fn shared_sides(&self) -> Vec<(u32, u32)> {
        let all = self.pieces.iter().flat_map(|piece| ring_edges(piece));
        all.filter(|&(from, to)| from < to && self.sides.contains_key(&(to, from))).collect()
    }

    /// Returns the pieces, each from its least corner on, sorted.
    pub(super) fn into_pieces(self) -> Vec<Vec<u32>> {
        let mut pieces: Vec<_> = self.pieces.into_iter().filter(|piece| !piece.is_empty()).collect();
        for piece in &mut pieces {
            let least = (0..piece.len()).min_by_key(|&index| piece[index]).unwrap_or(0);
            piece.rotate_left(least);
        }
        sort_by(&mut pieces, Ord::cmp);
        pieces
    }
}

impl PieceGroup {
    /// Inserts the corners of a piece beyond a side of the ring between the ends of that side.
    fn add(&mut self, piece: &[u32], (from, to): (u32, u32)) {
        let in_ring = ring_edges(&self.ring).position(|side| side == (from, to));
        let in_piece = piece.iter().position(|&corner| corner == from);
        if let (Some(in_ring), Some(in_piece)) = (in_ring, in_piece) {
            let others = (1..piece.len() - 1).map(|step| piece[(in_piece + step) % piece.len()]);
            self.ring.splice(in_ring + 1..in_ring + 1, others);
            self.lines.push((from.min(to), from.max(to)));
        }
    }
}
