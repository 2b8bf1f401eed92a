use super::facts::{Area, Facts, Kind, LayerFacts, MapFacts};

/// The facts as aligned lines.
pub(super) fn table(facts: &Facts) -> String {
    let mut lines = vec![("file", facts.file.clone())];
    match &facts.kind {
        Kind::Map(map) => lines.extend(map_lines(map)),
        Kind::Image => lines.push(("kind", "image".into())),
    }
    lines.push(("bounds", area(&facts.bounds)));
    let solid = format!("{} pixels, {:.1} %", facts.solid_pixels, facts.solid_share * 100.0);
    lines.push((
        "solid",
        facts.solid_bounds.as_ref().map_or(solid.clone(), |bounds| format!("{solid}, {}", area(bounds))),
    ));
    lines.push(("terrain", format!("{} bytes", facts.terrain_bytes)));
    let mut text: String = lines.iter().map(|(name, value)| format!("{name:<10} {value}\n")).collect();
    if let Kind::Map(map) = &facts.kind {
        text += &tile_sets(map);
        text += &layers(&map.layers);
    }
    text
}

fn map_lines(map: &MapFacts) -> [(&'static str, String); 3] {
    let MapFacts { orientation, width, height, tile_width, tile_height, .. } = map;
    let cells: usize = map.layers.iter().map(|layer| layer.cells).sum();
    [
        ("kind", format!("map, {orientation}")),
        ("size", format!("{width}x{height} tiles of {tile_width}x{tile_height} pixels")),
        ("tiles", format!("{} distinct with their flips, in {cells} cells", map.distinct_tiles)),
    ]
}

fn tile_sets(map: &MapFacts) -> String {
    let mut text = format!("tile sets  {}\n", map.tile_sets.len());
    let width = longest(map.tile_sets.iter().map(|set| &*set.name));
    for (place, set) in map.tile_sets.iter().enumerate() {
        text += &format!("  {place:>3}  {:<width$}  {} tiles\n", set.name, set.tiles);
    }
    text
}

fn layers(layers: &[LayerFacts]) -> String {
    let mut text = format!("layers     {}, from the back\n", layers.len());
    let width = longest(layers.iter().map(|layer| &*layer.path));
    for (place, layer) in layers.iter().enumerate() {
        let shown = if layer.visible { "visible" } else { "hidden" };
        let solid = if layer.solid { "solid" } else { "free" };
        let LayerFacts { path, cells, offset_x, offset_y, .. } = layer;
        text += &format!("  {place:>3}  {path:<width$}  {shown:<7}  {solid:<5}  {cells:>8} cells");
        if (*offset_x, *offset_y) != (0, 0) {
            text += &format!("  offset {offset_x},{offset_y}");
        }
        text.push('\n');
    }
    text
}

fn area(area: &Area) -> String {
    format!("{}x{} pixels from {},{}", area.width, area.height, area.x, area.y)
}

fn longest<'a>(names: impl Iterator<Item = &'a str>) -> usize {
    names.map(|name| name.chars().count()).max().unwrap_or(0)
}
