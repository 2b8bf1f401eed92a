//! Masks with a whole `bool` or byte for each pixel, and the loops that one writes for them.

use tileray::SolidityMap;
use tileray::glam::{IVec2, ivec2};

/// A value a pixel, row after row.
#[derive(Clone, Debug)]
pub(crate) struct Picture<T> {
    width: i32,
    height: i32,
    pixels: Vec<T>,
}

impl<T> Picture<T> {
    pub(crate) fn new(mask: &SolidityMap, value: impl Fn(bool) -> T) -> Self {
        let (width, height) = (mask.width() as i32, mask.height() as i32);
        let pixels = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        Self { width, height, pixels: pixels.map(|(x, y)| value(mask.get(x, y))).collect() }
    }

    /// The pixels of both pictures' boxes in the frame of the first: the first of them, and one past the last.
    fn shared(&self, other: &Self, offset: IVec2) -> [IVec2; 2] {
        let end = ivec2(other.width, other.height) + offset;
        [offset.max(IVec2::ZERO), end.min(ivec2(self.width, self.height))]
    }

    fn at(&self, x: i32, y: i32) -> usize {
        (y * self.width + x) as usize
    }

    /// Pairs of rows of what is shared, with the row's number.
    fn rows<'a>(&'a self, other: &'a Self, offset: IVec2) -> impl Iterator<Item = (i32, &'a [T], &'a [T])> {
        let [min, max] = self.shared(other, offset);
        let width = (max.x - min.x).max(0) as usize;
        (min.y..max.y).map(move |y| {
            let own = &self.pixels[self.at(min.x, y)..][..width];
            let other = &other.pixels[other.at(min.x - offset.x, y - offset.y)..][..width];
            (y, own, other)
        })
    }
}

impl Picture<bool> {
    /// Pixel by pixel, until both are solid.
    pub(crate) fn first_common(&self, other: &Self, offset: IVec2) -> Option<IVec2> {
        let [min, max] = self.shared(other, offset);
        for y in min.y..max.y {
            for x in min.x..max.x {
                if self.pixels[self.at(x, y)] && other.pixels[other.at(x - offset.x, y - offset.y)] {
                    return Some(ivec2(x, y));
                }
            }
        }
        None
    }

    /// Pixel by pixel, all of them.
    pub(crate) fn common(&self, other: &Self, offset: IVec2) -> u64 {
        let [min, max] = self.shared(other, offset);
        let mut count = 0;
        for y in min.y..max.y {
            for x in min.x..max.x {
                if self.pixels[self.at(x, y)] && other.pixels[other.at(x - offset.x, y - offset.y)] {
                    count += 1;
                }
            }
        }
        count
    }
}

impl Picture<u8> {
    /// Row by row, without a branch in a row, which compilers make vector code of.
    pub(crate) fn first_common(&self, other: &Self, offset: IVec2) -> Option<IVec2> {
        let left = offset.x.max(0);
        self.rows(other, offset).find_map(|(y, own, other)| {
            let common = |(own, other): (&u8, &u8)| own & other;
            if own.iter().zip(other).map(common).fold(0, |any, both| any | both) == 0 {
                return None;
            }
            let x = own.iter().zip(other).map(common).position(|both| both != 0)?;
            Some(ivec2(left + x as i32, y))
        })
    }

    /// The same, counted.
    pub(crate) fn common(&self, other: &Self, offset: IVec2) -> u64 {
        let row =
            |own: &[u8], other: &[u8]| own.iter().zip(other).map(|(own, other)| u32::from(own & other)).sum::<u32>();
        self.rows(other, offset).map(|(_, own, other)| u64::from(row(own, other))).sum()
    }
}
