//! Hits that are written and read again, and what is not to be read.

use reference::each_case;
use reference::scenes::{self, Scene};
use serde_json::{Value, json};
use tileray::glam::IVec2;
use tileray::{Ray, RayHit, SolidityMap, Terrain, Traversal};

fn hit() -> RayHit {
    let terrain = Terrain::from_solidity(&SolidityMap::from_fn(60, 40, |x, y| x >= 40 || y >= 20));
    terrain.raycast(&Ray::new((10.5, 10.5), (1.0, 0.0), 50.0)).expect("the wall")
}

#[test]
fn a_hit_that_is_read_again_is_the_same() {
    for (case, mut rng) in each_case(810, reference::cases(2_000)) {
        let scene = Scene::within(500, scenes::mask_in_turn(case, &mut rng), &mut rng);
        for traversal in [Traversal::Bresenham, Traversal::Exact] {
            let ray = scene.ray(scenes::ray, &mut rng);
            let Some(hit) = scene.terrain.query().traversal(traversal).raycast(&ray) else { continue };
            let text = serde_json::to_string(&hit).expect("it can be written");
            assert_eq!(serde_json::from_str::<RayHit>(&text).expect("what was written can be read"), hit);
        }
    }
}

#[test]
fn a_hit_is_written_with_all_of_its_values() {
    let value = serde_json::to_value(hit()).expect("it can be written");
    let expected = json!({
        "pixel": [40, 10], "previous": [39, 10], "point": [40.0, 10.5], "distance": 29.5, "normal": [-1.0, 0.0],
        "layer": 0, "cell": [0, 0], "tile": null, "inside": false,
    });
    for (name, expected) in expected.as_object().expect("an object") {
        assert_eq!(value[name], *expected, "{name}");
    }
    assert_eq!(value.as_object().map(serde_json::Map::len), Some(10), "and the fraction");
}

#[test]
fn hits_that_cannot_be_are_not_read() {
    let good = serde_json::to_value(hit()).expect("it can be written");
    let with = |changes: &[(&str, Value)]| {
        let mut value = good.clone();
        changes.iter().for_each(|(name, changed)| value[*name] = changed.clone());
        serde_json::from_value::<RayHit>(value)
    };
    let zero = json!([0.0, 0.0]);
    let inside =
        with(&[("previous", Value::Null), ("normal", zero.clone()), ("inside", true.into())]).expect("it may be");
    assert!(inside.inside() && inside.previous().is_none());
    let diagonal = with(&[("previous", json!([39, 9])), ("normal", json!([0.0, -1.0]))]).expect("it may be");
    assert_eq!(diagonal.previous().map(|previous| previous - diagonal.pixel()), Some(IVec2::NEG_ONE));
    let bad: [&[(&str, Value)]; 9] = [
        &[("previous", json!([38, 10]))],
        &[("previous", json!([40, 10]))],
        &[("previous", json!([i32::MIN, i32::MAX]))],
        &[("previous", Value::Null)],
        &[("normal", zero)],
        &[("normal", json!([0.0, -1.0]))],
        &[("normal", json!([-0.6, -0.8]))],
        &[("inside", true.into())],
        &[("layer", (1 << 24).into())],
    ];
    for changes in bad {
        let error = with(changes).expect_err(&format!("{changes:?}")).to_string();
        assert!(error.contains("a hit "), "{error}");
    }
}
