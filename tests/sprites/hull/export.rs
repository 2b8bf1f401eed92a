//! Hulls as SVG and as lists of corners.

use reference::masks;
use reference::{cases, each_case};
use tileray::glam::{Vec2, vec2};
use tileray::hull::{HullFit, HullMode, SpriteSvg, VertexFrame};
use tileray::{Hull, HullOptions, SolidityMap, SpriteHull};

fn doubled_area(list: &[Vec2]) -> f32 {
    (0..list.len()).map(|place| list[place].perp_dot(list[(place + 1) % list.len()])).sum()
}

#[test]
fn lists_are_convex_counterclockwise_and_small_enough() {
    for (case, mut rng) in each_case(95, cases(400)) {
        let mask = masks::any_solid(&mut rng, 60);
        let mode = [HullMode::Pieces, HullMode::Convex, HullMode::Circle][case % 3];
        let hull = Hull::from_mask(&mask, &HullOptions::new().mode(mode)).expect("a hull");
        let area = HullFit::measure(&hull, &mask).area as f32;
        for frame in [VertexFrame::PIXELS, VertexFrame::PARRY, VertexFrame::BOX2D] {
            let frame = VertexFrame { origin: vec2(13.0, -7.0), scale: 0.25, ..frame };
            let lists = frame.vertex_lists(&hull);
            let sum: f32 = lists.iter().map(|list| doubled_area(list)).sum();
            assert!((sum / 2.0 * 16.0 - area).abs() <= 1e-3 * area, "{sum} {area}");
            for list in &lists {
                assert!((3..=frame.max_vertices).contains(&list.len()));
                let turn = |place: usize| {
                    let at = |step: usize| list[(place + step) % list.len()];
                    (at(1) - at(0)).perp_dot(at(2) - at(1))
                };
                assert!((0..list.len()).all(|place| turn(place) > -1e-4), "{list:?}");
            }
        }
    }
}

#[test]
fn y_points_up_where_it_should() {
    let mask = SolidityMap::from_fn(4, 8, |_, y| y >= 6);
    let hull = Hull::from_mask(&mask, &HullOptions::default()).expect("a hull");
    let lists = VertexFrame { origin: vec2(2.0, 8.0), ..VertexFrame::PARRY }.vertex_lists(&hull);
    assert_eq!(lists, [[vec2(-2.0, 0.0), vec2(2.0, 0.0), vec2(2.0, 2.0), vec2(-2.0, 2.0)]]);
    let lists = VertexFrame::PIXELS.vertex_lists(&hull);
    assert_eq!(lists, [[vec2(0.0, 6.0), vec2(4.0, 6.0), vec2(4.0, 8.0), vec2(0.0, 8.0)]]);
}

#[test]
fn the_drawing_holds_every_piece_and_every_contour() {
    let mask = SolidityMap::from_fn(12, 12, |x, y| !(3..9).contains(&x) || !(3..9).contains(&y));
    let sprite = SpriteHull::from_mask(&mask, &HullOptions::default()).expect("a hull");
    let svg = SpriteSvg { sprite: &sprite, size: mask.size(), picture: Some("a \"b\"&<c>.png"), scale: 4 }.to_string();
    assert!(svg.contains(r#"width="48" height="48" viewBox="0 0 12 12""#), "{svg}");
    assert!(svg.contains(r#"href="a &quot;b&quot;&amp;&lt;c>.png""#), "{svg}");
    assert_eq!(svg.matches("<polygon").count(), 4);
    assert!(svg.contains("M0 0L12 0L12 12L0 12Z") && svg.contains("M3 3L3 9L9 9L9 3Z"), "{svg}");
    let circle = HullOptions::new().mode(HullMode::Circle);
    let sprite = SpriteHull::from_mask(&mask, &circle).expect("a hull");
    let svg = SpriteSvg { sprite: &sprite, size: mask.size(), picture: None, scale: 0 }.to_string();
    assert!(svg.contains(r#"<circle cx="6" cy="6" r="8.48528"#) && !svg.contains("<image"), "{svg}");
}
