use tileray::glam::UVec2;

/// The least size of the picture in each window, in pixels of the art.
const LEAST: UVec2 = UVec2::new(320, 180);

/// The way a picture fills a frame: each of its pixels is a square of whole pixels.
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
        Self { by, picture: (frame + by - 1) / by, frame }
    }

    /// Draws a picture into a frame. Both are rows of pixels from the top.
    pub(super) fn draw(&self, picture: &[u32], frame: &mut [u32]) {
        let (by, width) = (self.by as usize, self.frame.x as usize);
        let lines = picture.chunks_exact(self.picture.x as usize);
        for (squares, line) in frame.chunks_mut(by * width).zip(lines) {
            let (first, others) = squares.split_at_mut(width);
            first.chunks_mut(by).zip(line).for_each(|(square, pixel)| square.fill(*pixel));
            others.chunks_exact_mut(width).for_each(|row| row.copy_from_slice(first));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_frame_is_filled_by_squares() {
        for (frame, by, picture) in [
            ((320, 200), 1, (320, 200)),
            ((640, 360), 2, (320, 180)),
            ((639, 400), 1, (639, 400)),
            ((1000, 700), 3, (334, 234)),
            ((2560, 1440), 8, (320, 180)),
            ((40, 30), 1, (40, 30)),
        ] {
            let scale = Scale::of(frame.into());
            assert_eq!((scale.by, scale.picture), (by, picture.into()), "{frame:?}");
            let lines: Vec<u32> = (0..picture.0 * picture.1).collect();
            let mut pixels = vec![u32::MAX; (frame.0 * frame.1) as usize];
            scale.draw(&lines, &mut pixels);
            for (x, y) in [(0, 0), (frame.0 - 1, frame.1 - 1), (frame.0 / 2, frame.1 / 2)] {
                let found = pixels[(y * frame.0 + x) as usize];
                assert_eq!(found, y / by * picture.0 + x / by, "{frame:?} at {x}, {y}");
            }
        }
    }
}
