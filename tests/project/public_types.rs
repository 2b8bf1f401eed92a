//! The traits of every public type: it can be cloned, printed, sent to another thread and shared with it.

#[cfg(feature = "png")]
use tileray::load::*;
use tileray::*;
use tileray::{
    cast::*, collide::*, geometry::*, hull::*, motion::*, raycast::*, sight::*, solidity::*, sprite::*, terrain::*,
    tile::*,
};

fn is_well_behaved<T: Clone + std::fmt::Debug + Send + Sync + 'static>() {}

macro_rules! well_behaved {
    ($($type:ty),*) => { $(is_well_behaved::<$type>();)* };
}

#[test]
fn every_public_type_can_be_cloned_printed_sent_and_shared() {
    well_behaved! {
        Aabb, AlphaThreshold, AsciiError, AxisMove, Body, BodyShape, BodyShapeError, Bresenham, BroadPhase, Capsule,
        CarriedBody, Circle, ColliderHit, Colliders, CollisionWorld<'static>, Component, Connectivity, Contact, ContactFinder,
        ContactResponse, Contour, ConvexPolygon, Convolution, Direction, DistanceField, EditError, ExactPixels,
        Explored, Floor, Hull, HullError, HullFit, HullMode, HullOptions, HullSheet, Jump, JumpEvent, JumpOptions,
        LayerMask, LayerNameError, LayerSet, LiftMomentum, LiftOptions, LitEdge, Manifold, MapObject, MaskHit,
        MoveContact, MoveContacts, MoveOptions, NearestPixel, NearestSprite, ObjectShape, OneWayRule, Orientation,
        OutlineBias, PixelRun, PlacedMask, PlacedTile, Polygon, PolygonError, Pose, Properties,
        Property, Ray, RayExit, RayFan, RayHit, RaySpan, RaySpans<'static>, RayTrace, Rect,
        RoundedPolygon, RoundedPolygonError, ScanFrame, ScanFrameError, Segment,
        ShapeContact, ShapeHit, SheetError, Side, SimplifiedContours,
        SizeError, Slide, Solid, SolidObjectsError, SolidObjectsLimit, SolidityMap, SolidityRule, Sprite, SpriteContact,
        SpriteFilter<'static>, SpriteHit, SpriteHull, SpriteHullError, SpriteId, SpritePixels<'static>,
        SpriteQueries<'static>, SpriteSvg<'static>, Sprites, StateHash, StepSmoother, Sweep, TableSizeError, Terrain, TerrainEdits,
        TerrainError,
        TerrainQuery<'static>, TerrainSnapshot, Tile, TileImage, TileLayer, TileMap, TileMapError, TileSet, TraceLevel, TraceOutcome,
        TraceStep, Traversal, VertexFrame, VisiblePixels, VisibleRegion, Winding, WorldHit, WorldQuery<'static>
    };
    well_behaved! {
        space::Aabb3, space::MeshHit, space::PlanarMesh, space::PlanarPolygon, space::PlanarPolygonError, space::Plane,
        space::PlaneError, space::SegmentHit
    };
    #[cfg(feature = "png")]
    well_behaved! {
        Files, LoadError, LoadErrorKind, LoadLimits, LoadOptions, TextPosition, TileSolidity
    };
    #[cfg(feature = "ros")]
    well_behaved! {
        Occupancy, OccupancyMap, OccupancyMode, OccupancyOptions, OccupancyRule, UnknownSpace
    };
    #[cfg(feature = "ldtk")]
    well_behaved! {
        IntGridRule, Level, Project, ProjectOptions, World, WorldLayout
    };
}

#[cfg(feature = "serde")]
#[test]
fn data_is_written_and_read_again() {
    fn round_trip<T>(value: &T)
    where
        T: serde::Serialize + serde::de::DeserializeOwned + PartialEq + std::fmt::Debug,
    {
        let text = serde_json::to_string(value).expect("data can be written");
        assert_eq!(serde_json::from_str::<T>(&text).expect("what was written can be read"), *value, "{text}");
    }
    let mask = SolidityMap::from_fn(70, 3, |x, y| (x + y) % 3 == 0);
    let terrain = Terrain::from_solidity(&mask);
    let ray = Ray::new((0.25, 1.5), (1.0, 0.1), 60.0);
    round_trip(&terrain.raycast(&ray));
    round_trip(&ray);
    round_trip(&terrain.query().raycast_spans(&ray).collect::<Vec<_>>());
    round_trip(&terrain.query().raycast_traced(&ray));
    round_trip(&RayFan::view((1.5, 2.5), 0.5, 1.0, 60.0));
    round_trip(&mask);
    round_trip(&mask.components(Connectivity::Eight));
    round_trip(&mask.rotated(0.5));
    round_trip(&Connectivity::Four);
    round_trip(&Tile { set: 2, id: 77, orientation: Orientation::ROTATE_90 });
    let properties = Properties::default().with("speed", 4).with("part", 0.5).with("lit", true).with("label", "x");
    round_trip(&properties);
    let corners = ObjectShape::Polygon(vec![(0.0, 0.5).into(), (4.0, 1.0).into()]);
    round_trip(&MapObject { class: "path".into(), properties, ..MapObject::new((1.5, 2.5), corners) });
    round_trip(&Rect::new((-1, 2), (3, 4)));
    round_trip(&Traversal::Exact);
    round_trip(&Polygon::regular((4.5, -3.0), 7.0, 5).expect("a pentagon"));
    round_trip(&Winding::Clockwise);
    let wedge = ConvexPolygon::new(vec![(0.1, 0.2).into(), (10.3, 10.4).into(), (0.1, 10.7).into()]).expect("a wedge");
    let square = ConvexPolygon::rectangle((1.0, 1.0), (9.0, 9.0)).expect("a square");
    round_trip(&wedge);
    round_trip(&Hull::new(vec![wedge.clone(), square.clone()]).expect("two pieces"));
    round_trip(&Sprite { mask: Some(mask.into()), pivot: (3.5, 1.5).into(), ..Sprite::new(square.clone()) });
    round_trip(&contact(&square, &wedge));
    round_trip(&manifold(&square, &wedge));
    round_trip(&sweep(&square, &wedge, (3.0, 4.0)));
    round_trip(&(Circle::new((1.5, 2.5), 3.0), Segment::new((1.0, 2.0), (3.0, 4.5)), Pose::new((1.0, 2.0), 0.5)));
    round_trip(&square.bounds());
    let round = RoundedPolygon::new(square.clone(), 2.5).expect("a radius");
    round_trip(&(Capsule::new((1.5, 2.0), (3.0, 4.5), 0.5), manifold(&round, &wedge)));
    round_trip(&raycast(&round, &Ray::new((-20.0, 5.0), (1.0, 0.0), 60.0)));
    round_trip(&round);
    round_trip(&[SolidityRule::from(AlphaThreshold::at_least(40)), SolidityRule::LumaBelow(200)]);
    let shape = BodyShape::rounded((12, 14), 3).expect("a shape");
    let mut body = Body::new(shape.clone(), (10, -20));
    body.move_x(&terrain, 0.3);
    round_trip(&body);
    let solid = Solid::new(shape, (5, 6)).with_one_way(Some(Direction::Up)).with_conveyor(7.5);
    round_trip(&solid);
    round_trip(&(body.clone().with_categories(2, 4), solid.with_categories(0, 8)));
    round_trip(&body.move_and_slide(&terrain, (3.0, 4.0), 1.0, &MoveOptions::default()));
    round_trip(&(MoveOptions::default(), Jump::default(), LiftMomentum::default()));
}

#[cfg(feature = "serde")]
#[test]
fn rays_are_read_to_the_nearest_number() {
    for number in ["1.8446744273709554e20", "0.30000000000000004", "1.7976931348623157e308", "5e-324"] {
        let text = format!(r#"{{"origin":[0.0,{number}],"end":[{number},-{number}]}}"#);
        let ray: Ray = serde_json::from_str(&text).expect("a ray");
        let expected: f64 = number.parse().expect("a number");
        let found = [ray.origin().y, ray.end().x, -ray.end().y].map(f64::to_bits);
        assert_eq!(found, [expected.to_bits(); 3], "{number}");
    }
}

#[cfg(feature = "serde")]
#[test]
fn a_body_beyond_the_world_is_read_at_its_end() {
    let text = r#"{"shape":{"width":1,"height":1,"words":[1]},"position":{"pixel":[2147483647,-5],"remainder":[99999,-99999]}}"#;
    let body: Body = serde_json::from_str(text).expect("a body");
    assert_eq!((body.position(), body.exact_position().y), ((1 << 24, -5).into(), -5.5));
    // It was written before there were categories.
    assert_eq!((body.category, body.collides_with, body.own_solid), (1, u32::MAX, None));
}

#[cfg(feature = "serde")]
#[test]
fn data_that_is_not_valid_is_not_read() {
    fn refuses<T: serde::de::DeserializeOwned>(text: &str) -> bool {
        serde_json::from_str::<T>(text).is_err()
    }
    for text in ["[]", "[[0.0,0.0],[4.0,0.0],[8.0,0.0]]", "[[0.0,0.0],[4.0,4.0],[4.0,0.0],[0.0,4.0]]"] {
        assert!(refuses::<Polygon>(text), "{text}");
    }
    assert!(refuses::<ConvexPolygon>("[[0,0],[4,0],[1,1],[0,4]]"), "not convex");
    assert!(refuses::<RoundedPolygon>("[[[0,0],[4,0],[0,4]],-1.0]"), "a negative radius");
    for text in ["[[0,0,0],[1,0,0],[2,0,0]]", "[[0,0,0],[4,0,0],[4,4,2],[0,4,0]]"] {
        assert!(refuses::<space::PlanarPolygon>(text), "{text}");
    }
    assert!(!refuses::<space::PlanarPolygon>("[[0,0,0],[1,0,0],[0,1,0]]"));
    assert!(refuses::<BodyShape>(r#"{"width":1,"height":1,"words":[0]}"#), "it has no pixel");
    for text in [
        r#"{"width":65,"height":2,"words":[1,2,3]}"#,
        r#"{"width":4294967295,"height":4294967295,"words":[]}"#,
        r#"{"width":1,"height":1,"words":[1,1]}"#,
    ] {
        assert!(refuses::<SolidityMap>(text), "{text}");
    }
    // Bits past the width do not count as pixels.
    let mask: SolidityMap = serde_json::from_str(r#"{"width":1,"height":1,"words":[3]}"#).expect("a mask of one pixel");
    assert_eq!(mask.count(), 1);
}

#[cfg(feature = "serde")]
#[test]
fn a_polygon_is_read_as_it_was_written_negative_zeros_too() {
    let polygon: ConvexPolygon = serde_json::from_str("[[0.0,-0.0],[4.0,-0.0],[-0.0,4.0]]").expect("a triangle");
    let written = serde_json::to_string(&polygon).expect("data");
    let again: ConvexPolygon = serde_json::from_str(&written).expect("the same triangle");
    assert_eq!(format!("{again:?}"), format!("{polygon:?}"), "{written}");
    let diamond = Polygon::regular((0.0, 0.0), 4.0, 4).expect("a diamond");
    let text = serde_json::to_string(&diamond).expect("data");
    assert_eq!(text, "[[4.0,0.0],[0.0,4.0],[-4.0,0.0],[0.0,-4.0]]");
}
