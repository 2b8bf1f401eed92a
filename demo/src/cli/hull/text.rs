use super::sheet::{Frame, Sheet};
use tileray::{ConvexPolygon, SpriteHull};

/// The hull as aligned lines; of a sheet, a line a frame.
pub(super) fn table(sheet: &Sheet) -> String {
    if sheet.has_frames {
        return sheet.frames().enumerate().map(|(index, frame)| frame_line(index, &frame)).collect();
    }
    let sprite = sheet.frames().find_map(|frame| frame.hull);
    sprite.map(|sprite| lines(sheet, sprite)).unwrap_or_default()
}

fn lines(sheet: &Sheet, sprite: &SpriteHull) -> String {
    let fit = &sprite.fit;
    let mut lines = vec![
        ("size", format!("{}x{} pixels", sheet.size.x, sheet.size.y)),
        ("solid", format!("{} pixels", fit.solid)),
        ("mode", sheet.mode_name().into()),
        ("iou", format!("{:.4}", fit.iou())),
        ("coverage", format!("{:.4}", fit.coverage())),
        ("overshoot", format!("{:.4}", fit.overshoot())),
        ("vertices", fit.vertices.to_string()),
        ("pieces", fit.pieces.to_string()),
    ];
    if let Some(circle) = sprite.circle {
        lines.push(("circle", format!("{},{} radius {}", circle.center.x, circle.center.y, circle.radius)));
    }
    let table = lines.iter().map(|(name, value)| format!("{name:<10} {value}\n"));
    table.chain(sprite.hull.pieces().map(|piece| format!("  {}\n", corners(&piece)))).collect()
}

/// The corners of a piece, on one line.
fn corners(piece: &ConvexPolygon) -> String {
    piece.points().map(|corner| format!("{},{}", corner.x, corner.y)).collect::<Vec<_>>().join(" ")
}

fn frame_line(index: usize, frame: &Frame<'_>) -> String {
    let area = frame.area;
    let place = format!("{index:>3}  {}x{} from {},{}", area.width(), area.height(), area.min.x, area.min.y);
    match frame.hull {
        Some(SpriteHull { fit, .. }) => format!(
            "{place}  {} solid  iou {:.4}  {} vertices  {} pieces\n",
            fit.solid,
            fit.iou(),
            fit.vertices,
            fit.pieces
        ),
        None => format!("{place}  empty\n"),
    }
}
