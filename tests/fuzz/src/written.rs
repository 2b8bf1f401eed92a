//! `serde`: what is read from JSON is valid, and is the same after it is written and read again.

use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;
use tileray::load::LoadOptions;
use tileray::scan::ScanFrame;
use tileray::solidity::PlacedMask;
use tileray::terrain::{PixelChanges, TerrainEdits};
use tileray::{
    Aabb, Body, BodyShape, Capsule, Circle, ConvexPolygon, Hull, HullOptions, MoveOptions, Polygon, Pose, Ray, RayHit,
    Rect, Solid, SolidityMap, Sprite,
};

/// Reads a value; writes it, reads that, and writes it again.
fn round<T: Serialize + DeserializeOwned + Debug>(text: &str) {
    let Ok(value) = serde_json::from_str::<T>(text) else { return };
    // A number beyond `f32` is read as infinity, which JSON has no word for.
    if format!("{value:?}").contains("inf") {
        return;
    }
    let written = serde_json::to_string(&value).expect("it can be written");
    let again = serde_json::from_str::<T>(&written).unwrap_or_else(|error| panic!("{error}: {written}"));
    assert_eq!(serde_json::to_string(&again).expect("it can be written"), written);
    assert_eq!(format!("{again:?}"), format!("{value:?}"));
}

macro_rules! kinds {
    ($($kind:ty),*) => {
        [$(round::<$kind> as fn(&str)),*]
    };
}

pub(crate) fn serde(data: &[u8]) {
    let Some((kind, text)) = data.split_first() else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    let kinds = kinds! {
        SolidityMap, PlacedMask, PixelChanges, ConvexPolygon, Hull, Polygon, BodyShape, Body,
        Solid, Sprite, Ray, RayHit, MoveOptions, HullOptions, LoadOptions,
        ScanFrame, Rect, Aabb, Pose, Circle, Capsule, TerrainEdits
    };
    kinds[usize::from(*kind) % kinds.len()](text);
}
