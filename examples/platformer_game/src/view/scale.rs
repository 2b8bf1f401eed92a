use tileray::glam::{UVec2, uvec2};

/// The picture that each window shows at least, in pixels of the art.
const LEAST: UVec2 = UVec2::new(320, 180);
/// The largest picture. Larger windows have borders.
const MOST: UVec2 = UVec2::new(800, 480);

/// The way a picture fills a frame: each of its pixels is a square of whole pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Scale {
    /// The side of a square.
    by: u32,
    /// The size of the picture.
    pub(super) picture: UVec2,
    frame: UVec2,
}

impl Scale {
    /// Returns the largest squares with which the least picture fits a frame.
    pub(super) fn of(frame: UVec2) -> Self {
        let by = (frame / LEAST).min_element().max(1);
        let picture = uvec2(frame.x.div_ceil(by), frame.y.div_ceil(by)).min(MOST);
        Self { by, picture, frame }
    }

    /// Draws a picture into a frame, in its middle. Both are rows of pixels from the top.
    pub(super) fn draw(&self, picture: &[u32], frame: &mut [u32]) {
        if self.frame.min_element() == 0 || self.picture == self.frame {
            frame.copy_from_slice(&picture[..frame.len()]);
            return;
        }
        let (size, by) = ((self.picture * self.by).min(self.frame), self.by as usize);
        let corner = (self.frame - size) / 2;
        let (width, left, right) = (self.frame.x as usize, corner.x as usize, (corner.x + size.x) as usize);
        if size != self.frame {
            frame.fill(0);
        }
        let rows = frame.chunks_exact_mut(width).skip(corner.y as usize).take(size.y as usize);
        let mut rows: Vec<&mut [u32]> = rows.map(|row| &mut row[left..right]).collect();
        for (squares, line) in rows.chunks_mut(by).zip(picture.chunks_exact(self.picture.x as usize)) {
            let (first, others) = squares.split_first_mut().expect("chunks are not empty");
            for (square, &pixel) in first.chunks_mut(by).zip(line) {
                square.fill(pixel);
            }
            others.iter_mut().for_each(|row| row.copy_from_slice(first));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_frame_is_filled_by_squares() {
        for (frame, by, picture) in [
            ((320, 180), 1, (320, 180)),
            ((320, 200), 1, (320, 200)),
            ((640, 360), 2, (320, 180)),
            ((639, 400), 1, (639, 400)),
            ((1000, 700), 3, (334, 234)),
            ((2560, 1440), 8, (320, 180)),
            ((40, 30), 1, (40, 30)),
            ((4000, 200), 1, (800, 200)),
        ] {
            let scale = Scale::of(frame.into());
            assert_eq!((scale.by, scale.picture), (by, picture.into()), "{frame:?}");
            let lines: Vec<u32> = (1..=picture.0 * picture.1).collect();
            let mut pixels = vec![u32::MAX; (frame.0 * frame.1) as usize];
            scale.draw(&lines, &mut pixels);
            let shown = (picture.0 * by).min(frame.0);
            let left = (frame.0 - shown) / 2;
            for (x, y) in [(0, 0), (left, 0), (left + shown - 1, frame.1 - 1), (left + shown / 2, frame.1 / 2)] {
                let expected = if x < left { 0 } else { y / by * picture.0 + (x - left) / by + 1 };
                assert_eq!(pixels[(y * frame.0 + x) as usize], expected, "{frame:?} at {x}, {y}");
            }
        }
        Scale::of(UVec2::ZERO).draw(&[], &mut []);
    }
}
