//! The plain loop: Bresenham's line, one pixel after the other. `js/pixel-loop.js` of the page is the same loop.

/// Returns the index of the first pixel of a line that is not 0, or -1.
///
/// `ends` are x and y of its first and of its last pixel, which lie in the picture. Ties are rounded as the library does:
/// the same pixels, whichever end is the first.
pub(super) fn first_solid(pixels: &[u8], width: i32, ends: &[i32]) -> i32 {
    let (way_x, way_y) = (ends[2] - ends[0], ends[3] - ends[1]);
    let (step_x, step_y) = (way_x.signum(), way_y.signum() * width);
    let steep = way_y.abs() > way_x.abs();
    let (steps, aside) = if steep { (way_y.abs(), way_x.abs()) } else { (way_x.abs(), way_y.abs()) };
    let (along, across) = if steep { (step_y, step_x) } else { (step_x, step_y) };
    let mut at = ends[1] * width + ends[0];
    let mut rest = steps;
    if along >= 0 {
        for _ in 0..=steps {
            if pixels[at as usize] != 0 {
                return at;
            }
            at += along;
            rest += 2 * aside;
            if rest >= 2 * steps {
                rest -= 2 * steps;
                at += across;
            }
        }
    } else {
        for _ in 0..=steps {
            if pixels[at as usize] != 0 {
                return at;
            }
            at += along;
            rest -= 2 * aside;
            if rest < 0 {
                rest += 2 * steps;
                at += across;
            }
        }
    }
    -1
}
