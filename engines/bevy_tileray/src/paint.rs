//! The colors of terrain: the pictures of its tiles, where its pixels are still solid.

use tileray::{LayerMask, Rect, Terrain, TileLayer};

/// Returns the RGBA bytes of a rectangle of pixels, row by row from the top: four bytes a pixel.
///
/// Each layer of the terrain, and each other layer of its map that is visible, is drawn over those before it. In a layer of the
/// terrain, pixels that the map makes solid have the color of their tile while they are solid: what was carved shows what lies
/// behind. All other pixels of pictures are drawn as they are. Solid pixels without a picture, such as those of filled terrain
/// and of masks, have the color `fill`.
///
/// Costs some nanoseconds for each pixel and layer.
#[must_use]
pub fn paint(terrain: &Terrain, pixels: Rect, fill: [u8; 4]) -> Vec<u8> {
    let (width, height) = (pixels.width() as usize, pixels.height() as usize);
    let mut bytes = vec![0; 4 * width * height];
    let mut covered = vec![false; width * height];
    let is_in_terrain = |layer| terrain.layers().any(|own| own == layer);
    if let Some(map) = terrain.map() {
        // What is solid is seen, even where the map hides it until the game is played.
        let is_seen = |(index, layer): &(usize, &TileLayer)| layer.visible || is_in_terrain(*index);
        for (layer, _) in map.layers().enumerate().filter(is_seen) {
            let solid = is_in_terrain(layer).then(|| terrain.query().layers(LayerMask::layer(layer)).to_mask(pixels));
            map.paint(layer, pixels, |pixel, color, was_solid| {
                let at = pixel - pixels.min;
                let is_solid = solid.as_ref().is_some_and(|solid| solid.get(at.x, at.y));
                // Solid pixels that are free were carved; what has no picture has the color of filled rock.
                if let Some(color) = color.filter(|_| is_solid || !was_solid || solid.is_none()) {
                    let index = at.y as usize * width + at.x as usize;
                    blend(&mut bytes[4 * index..][..4], color);
                    covered[index] |= is_solid;
                }
            });
        }
    }
    let solid = terrain.query().to_mask(pixels);
    for pixel in solid.pixels() {
        let index = pixel.y as usize * width + pixel.x as usize;
        if !covered[index] {
            blend(&mut bytes[4 * index..][..4], fill);
        }
    }
    bytes
}

/// Draws a color over another one.
fn blend(under: &mut [u8], over: [u8; 4]) {
    let below = [under[0], under[1], under[2], under[3]];
    if over[3] == 255 || below[3] == 0 {
        under.copy_from_slice(&over);
        return;
    }
    let (top, bottom) = (f32::from(over[3]) / 255.0, f32::from(below[3]) / 255.0);
    let alpha = top + bottom * (1.0 - top);
    for channel in 0..3 {
        let mixed = f32::from(over[channel]) * top + f32::from(below[channel]) * bottom * (1.0 - top);
        under[channel] = (mixed / alpha).round() as u8;
    }
    under[3] = (alpha * 255.0).round() as u8;
}
