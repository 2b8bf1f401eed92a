/// Averages the numbers of a picture over squares, in place: twice, so that the average falls off with the distance.
/// Outside the picture stands what is at its border.
pub(super) fn blur(levels: &mut [f32], width: usize, reach: usize, line: &mut Vec<f32>) {
    if levels.is_empty() || width == 0 {
        return;
    }
    for _ in 0..2 {
        for row in levels.chunks_exact_mut(width) {
            average_row(row, reach, line);
        }
        average_columns(levels, width, reach, line);
    }
}

fn average_row(row: &mut [f32], reach: usize, line: &mut Vec<f32>) {
    line.clear();
    line.extend(std::iter::repeat_n(row[0], reach + 1));
    line.extend_from_slice(row);
    line.extend(std::iter::repeat_n(row[row.len() - 1], reach));
    let part = 1.0 / (2 * reach + 1) as f32;
    let mut sum: f32 = line[..=2 * reach].iter().sum();
    for (index, level) in row.iter_mut().enumerate() {
        sum += line[index + 2 * reach + 1] - line[index];
        *level = sum.max(0.0) * part;
    }
}

/// The same along columns, a row at a time: the sums of all columns move down together.
fn average_columns(levels: &mut [f32], width: usize, reach: usize, line: &mut Vec<f32>) {
    let height = levels.len() / width;
    // The rows that were replaced are needed until the window has left them.
    line.clear();
    line.extend_from_slice(levels);
    let row = |index: usize| index.min(height - 1) * width;
    let part = 1.0 / (2 * reach + 1) as f32;
    let (old, sums) = {
        let mut sums = vec![0.0; width];
        for offset in 0..=2 * reach {
            let from = row(offset.saturating_sub(reach));
            sums.iter_mut().zip(&line[from..from + width]).for_each(|(sum, level)| *sum += level);
        }
        (&line[..], sums)
    };
    let mut sums = sums;
    for y in 0..height {
        let target = &mut levels[y * width..(y + 1) * width];
        let (add, remove) = (row(y + reach + 1), row(y.saturating_sub(reach)));
        let windows = old[add..add + width].iter().zip(&old[remove..remove + width]);
        for ((level, sum), (added, removed)) in target.iter_mut().zip(&mut sums).zip(windows) {
            *level = sum.max(0.0) * part;
            *sum += added - removed;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_becomes_a_pyramid() {
        let (width, height) = (21, 19);
        let mut levels = vec![0.0; width * height];
        levels[9 * width + 10] = 81.0;
        blur(&mut levels, width, 1, &mut Vec::new());
        let at = |x: usize, y: usize| levels[y * width + x].round() as i32;
        let rows: Vec<[i32; 7]> = (6..13).map(|y| [7, 8, 9, 10, 11, 12, 13].map(|x| at(x, y))).collect();
        assert_eq!(rows[3], [0, 3, 6, 9, 6, 3, 0]);
        assert_eq!(rows[2], [0, 2, 4, 6, 4, 2, 0]);
        assert_eq!((rows[0], rows[6]), ([0; 7], [0; 7]));
        assert!((levels.iter().sum::<f32>() - 81.0).abs() < 0.01);
    }

    #[test]
    fn even_light_stays() {
        for (width, height, reach) in [(1, 1, 3), (5, 1, 4), (1, 6, 2), (40, 30, 6)] {
            let mut levels = vec![3.0; width * height];
            blur(&mut levels, width, reach, &mut Vec::new());
            assert!(levels.iter().all(|level| (level - 3.0).abs() < 1e-4), "{width}x{height}: {levels:?}");
        }
        blur(&mut [], 0, 2, &mut Vec::new());
    }
}
