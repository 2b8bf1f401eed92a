//! Hulls as SVG and as lists of corners, and those of sheets of frames.

use reference::{cases, each_case, masks};
use tileray::glam::{Vec2, uvec2, vec2};
use tileray::hull::{HullFit, HullMode, HullSheet, SheetError, SpriteHullError, SpriteSvg, VertexFrame};
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
                assert!(list.iter().all(|corner| (list[0].y, list[0].x) <= (corner.y, corner.x)), "{list:?}");
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

#[test]
fn frames_have_the_hulls_of_their_own_masks() {
    let mut rng = fastrand::Rng::with_seed(91);
    let sheet = SolidityMap::from_fn(96, 60, |_, _| rng.u8(0..8) > 1);
    let options = HullOptions::default();
    let hulls = HullSheet::from_grid(&sheet, uvec2(16, 20), &options).expect("hulls");
    assert_eq!(hulls.len(), 18);
    for index in 0..18 {
        let (left, top) = (index % 6 * 16, index / 6 * 20);
        let frame = SolidityMap::from_fn(16, 20, |x, y| sheet.get((x + left) as i32, (y + top) as i32));
        let expected = SpriteHull::from_mask(&frame, &options).expect("a hull");
        assert_eq!(hulls.get(index as usize), Some(&expected));
    }
    assert_eq!(hulls.get(18), None);
}

#[test]
fn frames_without_a_hull_are_told_by_their_number() {
    let sheet = SolidityMap::from_fn(32, 16, |_, _| true);
    let options = HullOptions::default();
    let grid = |width, height| HullSheet::from_grid(&sheet, uvec2(width, height), &options).expect_err("an error");
    assert_eq!(grid(0, 4), SheetError::NoSize { width: 0, height: 4 });
    assert_eq!(grid(5, 16), SheetError::Remainder { sheet_width: 32, sheet_height: 16, width: 5, height: 16 });
    let few = options.mode(HullMode::Box).max_vertices(Some(3));
    let error = HullSheet::from_grid(&sheet, uvec2(16, 16), &few).expect_err("an error");
    assert_eq!(error, SheetError::Frame { index: 0, source: SpriteHullError::TooFewVertices { asked: 3, least: 4 } });
    assert!(error.to_string().starts_with("frame 0: "), "{error}");
}
