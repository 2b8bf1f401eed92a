//! The picture of a level.

use tileray::{LayerMask, LayerSet, Rect, Terrain, TileLayer};

/// Renders a part of a terrain's map as RGBA bytes, row by row from the top, for a texture.
/// A dug pixel of a `solid` layer shows the layers behind it.
pub fn paint(terrain: &Terrain, solid: &LayerSet, area: Rect) -> Vec<u8> {
    let mut bytes = vec![0; 4 * area.area() as usize];
    let Some(map) = terrain.map() else { return bytes };
    let seen = |(index, layer): &(usize, &TileLayer)| solid.contains(*index) || layer.visible;
    for (index, _) in map.layers().enumerate().filter(seen) {
        let rock = solid.contains(index).then(|| LayerMask::layer(index));
        map.paint(index, area, |pixel, color, _| {
            let is_there = rock.is_none_or(|layer| terrain.query().layers(layer).is_solid(pixel));
            if let Some(color) = color.filter(|_| is_there) {
                let at = pixel - area.min;
                let index = at.y as usize * area.width() as usize + at.x as usize;
                bytes[4 * index..][..4].copy_from_slice(&color);
            }
        });
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use platformer_game::game::{Game, Input, Key};

    #[test]
    fn only_the_dirty_rectangle_is_painted_anew() {
        let level = crate::cave::level().expect("the cave of the repository");
        let solid = crate::cave::solid(&level);
        let mut game = Game::new(level);
        let area = Rect::new(game.level.spawn - 160, game.level.spawn + 160);
        let before = paint(&game.terrain, &solid, area);
        let _ = game.terrain.take_dirty();
        let dig = Input::default().with(Key::Down).with(Key::Beam);
        let dirty: Vec<Rect> = (0..30)
            .flat_map(|_| {
                game.step(dig);
                game.terrain.take_dirty()
            })
            .collect();

        // The picture of before with the rectangles drawn over it is the picture of after.
        let after = paint(&game.terrain, &solid, area);
        let mut patched = before.clone();
        for dirty in dirty {
            let wide = dirty.width() as usize;
            for (row, line) in paint(&game.terrain, &solid, dirty).chunks(4 * wide).enumerate() {
                let y = (dirty.min.y - area.min.y) as usize + row;
                let x = (dirty.min.x - area.min.x) as usize;
                patched[4 * (y * area.width() as usize + x)..][..4 * wide].copy_from_slice(line);
            }
        }
        assert!(before != after, "a hole is seen");
        assert!(patched == after);
    }
}
