//! Turns a whole grid of shapes into a sheet of tiles and the ids of its cells.

use crate::map::Grid;
use crate::picture::Picture;
use crate::rock::draw::Brush;
use crate::rock::shape::{Kind, Shape, ShapeGrid};
use crate::tileset::SheetBuilder;

/// Draws all cells of a grid. In the result a cell holds its tile id plus 1, flips not used: the
/// light comes from above, so every shape is drawn in its own orientation. Tiles of one shape stand
/// together in the sheet.
///
/// `inlay` may put a picture into a cell that has rock all around it.
pub(crate) fn draw(
    shapes: &ShapeGrid,
    brush: &mut Brush,
    inlay: impl Fn(i32, i32) -> Option<Picture>,
) -> (Picture, Grid) {
    let mut sheet = SheetBuilder::new(32);
    let mut ids = Grid::new(shapes.width, shapes.height);
    let mut order: Vec<(Shape, bool, i32, i32)> = Vec::new();
    for y in 0..shapes.height {
        for x in 0..shapes.width {
            let shape = shapes.get(x, y);
            let buried = shapes.around(x, y) == [Shape::FULL; 9];
            if shape.kind != Kind::Empty {
                order.push((shape, !buried, y, x));
            }
        }
    }
    order.sort_unstable();
    for (_, surface, y, x) in order {
        let mut tile = brush.cell(shapes, x, y);
        if let Some(inlay) = inlay(x, y).filter(|_| !surface) {
            tile.draw(&inlay, 0, 0);
        }
        ids.set(x, y, sheet.id(tile) + 1);
    }
    (sheet.build(), ids)
}
