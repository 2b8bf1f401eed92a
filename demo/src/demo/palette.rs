//! 255 colors that stand for all colors of an animation.

use super::color::Rgb;
use std::collections::HashMap;

/// Colors chosen by median cut (Heckbert, "Color image quantization for frame buffer display", 1982).
#[derive(Clone, Debug)]
pub(crate) struct Palette {
    colors: Vec<[u8; 3]>,
    /// What was found nearest to a color of 6 bits a channel.
    found: HashMap<u32, u8>,
}

/// Colors of which so many are alike, or a box of them that is to be cut.
type Counted = ([u8; 3], u64);

impl Palette {
    /// The index that no color has.
    pub(crate) const TRANSPARENT: u8 = 255;

    /// Colors that come close to all of the samples (`0x00RRGGBB`), the frequent ones closest.
    pub(crate) fn of(samples: &[u32]) -> Self {
        let mut counts: HashMap<u32, u64> = HashMap::new();
        samples.iter().for_each(|&sample| *counts.entry(coarse(sample)).or_default() += 1);
        let mut colors: Vec<Counted> =
            counts.into_iter().map(|(color, count)| (Rgb(color).channels(), count)).collect();
        colors.sort_unstable();
        let mut boxes = vec![colors];
        while boxes.len() < usize::from(Self::TRANSPARENT) {
            let widest = boxes.iter().enumerate().filter(|(_, colors)| colors.len() > 1);
            let Some((place, _)) = widest.max_by_key(|(_, colors)| weight(colors)) else { break };
            let colors = boxes.swap_remove(place);
            let (low, high) = cut(colors);
            boxes.extend([low, high]);
        }
        let colors = boxes.iter().filter(|colors| !colors.is_empty()).map(|colors| mean(colors)).collect();
        Self { colors, found: HashMap::new() }
    }

    /// Red, green and blue of each of 256 colors.
    pub(crate) fn to_rgb(&self) -> Vec<u8> {
        let mut bytes: Vec<u8> = self.colors.iter().flatten().copied().collect();
        bytes.resize(3 * 256, 0);
        bytes
    }

    /// The index of the color nearest to one.
    pub(crate) fn nearest(&mut self, pixel: u32) -> u8 {
        let key = coarse(pixel);
        *self.found.entry(key).or_insert_with(|| {
            let wanted = Rgb(key).channels();
            let distance = |color: &[u8; 3]| {
                let squared = |channel: usize| (i32::from(color[channel]) - i32::from(wanted[channel])).pow(2);
                // The eye tells greens apart best and blues worst.
                3 * squared(0) + 4 * squared(1) + 2 * squared(2)
            };
            let best = self.colors.iter().enumerate().min_by_key(|(_, color)| distance(color));
            best.map_or(0, |(place, _)| place as u8)
        })
    }
}

/// A color at 6 bits a channel, in the middle of those that share them.
const fn coarse(pixel: u32) -> u32 {
    pixel & 0xfc_fc_fc | 0x02_02_02
}

/// The channel in which colors differ most, and by how much.
fn widest_channel(colors: &[Counted]) -> (usize, u8) {
    let range = |channel: usize| {
        let values = || colors.iter().map(|(color, _)| color[channel]);
        values().max().unwrap_or(0) - values().min().unwrap_or(0)
    };
    (0..3).map(|channel| (channel, range(channel))).max_by_key(|&(_, range)| range).unwrap_or((0, 0))
}

/// How much is won by cutting a box: wide boxes and full ones come first.
fn weight(colors: &[Counted]) -> u64 {
    let count: u64 = colors.iter().map(|(_, count)| count).sum();
    u64::from(widest_channel(colors).1).pow(2) * count.isqrt()
}

/// Cuts a box of at least two colors where half of the pixels lie on each side.
fn cut(mut colors: Vec<Counted>) -> (Vec<Counted>, Vec<Counted>) {
    let (channel, _) = widest_channel(&colors);
    colors.sort_unstable_by_key(|(color, _)| color[channel]);
    let half = colors.iter().map(|(_, count)| count).sum::<u64>() / 2;
    let mut below = 0;
    let middle = colors.iter().position(|(_, count)| {
        below += count;
        below > half
    });
    let high = colors.split_off(middle.unwrap_or(1).clamp(1, colors.len() - 1));
    (colors, high)
}

fn mean(colors: &[Counted]) -> [u8; 3] {
    let count: u64 = colors.iter().map(|(_, count)| count).sum();
    let sum = |channel: usize| colors.iter().map(|(color, count)| u64::from(color[channel]) * count).sum::<u64>();
    [0, 1, 2].map(|channel| (sum(channel) / count.max(1)) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_colors_are_kept_apart() {
        let samples = [0xff_00_00, 0x00_ff_00, 0x00_00_ff, 0xff_ff_ff, 0];
        let mut palette = Palette::of(&samples);
        let mut found: Vec<u8> = samples.iter().map(|&sample| palette.nearest(sample)).collect();
        found.sort_unstable();
        found.dedup();
        assert_eq!(found.len(), samples.len());
    }

    #[test]
    fn many_colors_come_close() {
        let samples: Vec<u32> = (0..4096).map(|n: u32| (n & 15) << 20 | (n >> 4 & 15) << 12 | (n >> 8) << 4).collect();
        let mut palette = Palette::of(&samples);
        for &sample in &samples {
            let place = usize::from(palette.nearest(sample));
            let near = palette.colors[place];
            let far = near.iter().zip(Rgb(sample).channels()).map(|(a, b)| a.abs_diff(b)).max();
            assert!(far <= Some(48), "{sample:06x} became {near:?}");
        }
        assert!(palette.colors.len() <= usize::from(Palette::TRANSPARENT));
    }

    #[test]
    fn no_samples_give_no_colors() {
        assert_eq!(Palette::of(&[]).nearest(0x12_34_56), 0);
    }
}
