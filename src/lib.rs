//! Pixel-exact ray casting in tile maps, and sprites and shapes that collide: PNG tiles and Tiled maps in, exact hits out.
//!
//! ```text
//! PNG, TMX, TSX ──open──▶ TileMap ──from_map──▶ Terrain ──raycast──▶ RayHit
//!                         tiles, layers         bricks of            pixel, previous pixel, point, distance,
//!                         and cells             16×16 pixels         normal, layer, cell, tile
//! ```
//!
//! A picture's alpha becomes a [`SolidityMap`], one bit a pixel. A [`TileMap`] says where tiles lie; a [`Terrain`] is
//! their solidity, made fast to query and to edit. Rays walk its pixels by Bresenham's line, or through every pixel that
//! the segment passes through, and pass over empty squares of 16, 256 and 4096 pixels at once. No distance field and no
//! merged boxes: what one sees in the picture is what a ray hits, to the pixel, with no seams between tiles.
//!
//! # A ray through a map
//!
#![cfg_attr(feature = "tmx", doc = "```")]
#![cfg_attr(not(feature = "tmx"), doc = "```ignore")]
//! use tileray::{Ray, Terrain, TileMap};
//!
//! let map = TileMap::open("maps/cave.tmx")?;
//! let terrain = Terrain::from_map(&map);
//!
//! // From (888, 628), down and to the right, 512 pixels far.
//! let hit = terrain.raycast(&Ray::new((888.0, 628.0), (1.0, 0.2), 512.0)).expect("the cave is closed");
//! assert!(terrain.is_solid(hit.pixel) && !hit.inside);
//! assert_eq!(hit.point.floor().as_ivec2(), hit.pixel);
//! let tile = hit.tile.expect("terrain of a map is made of tiles");
//! assert_eq!(map.tile(hit.layer, hit.cell), Some(tile));
//! # Ok::<(), tileray::LoadError>(())
//! ```
//!
//! # Solidity of your own, many rays at once
//!
//! ```
//! use tileray::{Ray, RayOptions, SolidityMap, Terrain};
//!
//! let hill = SolidityMap::from_fn(800, 300, |x, y| y as f32 > 200.0 - 150.0 * (x as f32 / 255.0).sin());
//! let terrain = Terrain::from_solidity(&hill);
//!
//! let rays: Vec<Ray> = (0..800).map(|x| Ray::new((x as f32 + 0.5, 0.5), (0.0, 1.0), 300.0)).collect();
//! let mut hits = vec![None; rays.len()];
//! terrain.raycast_batch(&rays, &RayOptions::default(), &mut hits); // on all processors, bit for bit as one by one
//! assert!(hits.iter().all(Option::is_some));
//! ```
//!
//! # Terrain that changes
//!
//! An edit costs what it touches and says which pixels may have changed; the next query sees it. A snapshot shares all
//! that is not edited after it.
//!
//! ```
//! use tileray::{Ray, RayOptions, SolidityMap, Terrain, Traversal, glam::ivec2};
//!
//! let mut terrain = Terrain::from_solidity(&SolidityMap::from_fn(256, 256, |_, y| y >= 100));
//! let before = terrain.snapshot();
//! let dirty = terrain.carve_circle((128.0, 110.0), 24.0);
//! assert!(dirty.contains(ivec2(128, 110)));
//!
//! let exact = RayOptions { traversal: Traversal::Exact, ..RayOptions::default() };
//! let hit = terrain.raycast_with(&Ray::new((128.5, 0.5), (0.0, 1.0), 200.0), &exact).expect("the floor of the hole");
//! assert_eq!(hit.pixel, ivec2(128, 134));
//! terrain.restore(&before);
//! assert!(terrain.is_solid(ivec2(128, 110)));
//! ```
//!
//! # What can be asked
//!
//! - [`raycast_with`](Terrain::raycast_with) and [`raycast_batch`](Terrain::raycast_batch): the first hit;
//!   [`raycast_fan`](Terrain::raycast_fan): those all around.
//! - [`raycast_any`](Terrain::raycast_any) and [`line_of_sight_with`](Terrain::line_of_sight_with): whether anything is in
//!   the way; both for many at once too.
//! - [`raycast_exit`](Terrain::raycast_exit): where a ray that begins inside comes out; [`raycast_spans`](Terrain::raycast_spans): all that it passes
//!   through.
//! - [`surface_normal`](Terrain::surface_normal): the smooth normal of a slope.
//! - [`raycast_traced`](Terrain::raycast_traced): what a ray looked at on its way.
//!
//! [`RayOptions`] choose the [`Traversal`], the layers, what [one-way layers](Direction) do, and whether a ray is to leave
//! what it begins in.
//!
//! # Shapes that collide
//!
//! [`ConvexPolygon`]s, [`Hull`]s of several and [`Circle`]s overlap, push each other out and sweep past each other
//! ([`collide`]); a [`Polygon`] may be concave, and tells what lies inside it.
//!
//! ```
//! use tileray::{Circle, ConvexPolygon, Hull, Polygon, collide, glam::vec2};
//!
//! let player = ConvexPolygon::rectangle((20.0, 2.0), (30.0, 18.0))?;
//! let slope = ConvexPolygon::new(vec![vec2(0.0, 32.0), vec2(64.0, 0.0), vec2(64.0, 32.0)])?;
//! if let Some(contact) = collide::contact(&player, &slope) {
//!     let player = player.translated(contact.mtv());
//!     assert!(collide::separation(&player, &slope) > Some(-1e-4));
//! }
//!
//! let star = [(8, 0), (10, 6), (16, 8), (10, 10), (8, 16), (6, 10), (0, 8), (6, 6)];
//! let star = Polygon::new(star.map(|(x, y)| vec2(x as f32, y as f32)).to_vec())?;
//! let sweep = collide::sweep(&Circle::new((-20.0, 8.0), 4.0), &Hull::from(&star), (64.0, 0.0));
//! assert_eq!(sweep.time, Some(0.25));
//! # Ok::<(), tileray::geometry::PolygonError>(())
//! ```
//!
//! # Sprites
//!
//! [`SpriteHull::from_mask`] makes a sprite's hull of its solid pixels, and [`SolidityMap`]s answer pixel by pixel: what two of
//! them share ([`overlap`](SolidityMap::overlap)), what of the terrain one covers ([`Terrain::overlap`]), and how far one can move
//! ([`Terrain::cast_mask`]).
//!
//! ```
//! use tileray::hull::HullMode;
//! use tileray::{HullOptions, SolidityMap, SpriteHull, glam::ivec2};
//!
//! // A ring, as pieces that keep its hole, and as a circle.
//! let ring = SolidityMap::from_fn(32, 32, |x, y| (49..256).contains(&(x.abs_diff(16).pow(2) + y.abs_diff(16).pow(2))));
//! let pieces = SpriteHull::from_mask(&ring, &HullOptions::default())?;
//! let round = SpriteHull::from_mask(&ring, &HullOptions { mode: HullMode::Circle, ..HullOptions::default() })?;
//! assert!(pieces.fit.iou() > 0.95 && round.fit.overshoot() > 0.2 && round.fit.coverage() == 1.0);
//!
//! // A dot in the hole shares no pixel with it.
//! let dot = SolidityMap::from_fn(4, 4, |_, _| true);
//! assert_eq!((ring.overlap(&dot, ivec2(14, 14)), ring.overlap_area(&dot, ivec2(0, 14))), (None, 12));
//! # Ok::<(), tileray::hull::SpriteHullError>(())
//! ```
//!
//! [`Sprites`] holds many of them: [`ContactFinder`] finds those that collide, by hulls or to the pixel of masks that are turned
//! and moved ([`SpritePixels`](sprite::SpritePixels)), [`SpriteQueries`](sprite::SpriteQueries) answers queries, and
//! [`raycast_with_sprites`](Terrain::raycast_with_sprites) casts a ray against terrain and sprites. [`BroadPhase`](sprite::BroadPhase) is there for
//! boxes of any kind.
//!
//! # Bodies
//!
//! A [`Body`] moves by whole pixels through terrain and [`Solid`]s: along an axis ([`move_x`](Body::move_x)), or along slopes,
//! steps and walls ([`move_and_slide`](Body::move_and_slide)). [`CollisionWorldMut`](motion::CollisionWorldMut) moves platforms and takes along who stands on them.
//! [`Jump`](motion::Jump) and [`LiftMomentum`](motion::LiftMomentum) count what makes a jump forgiving; [`StateHash`](terrain::StateHash) tells whether two runs of a game agree.
//! The chapter [`guide`] links it all into a platformer: level, loop, feel, contacts, rollback, and what to write for macroquad,
//! Bevy and ggez.
//!
//! # Frame
//!
//! y points **down**, x right; lengths are pixels; angles grow from +x toward +y. Pixel `(i, j)` is the half-open square
//! `[i, i+1) × [j, j+1)`, and a point belongs to the pixel that its coordinates round down to, for negative ones too.
//! Outside a map nothing is solid. Coordinates are exact up to ±2^24 pixels.
//!
//! # Features
//!
//! - `png` (default): masks from PNG files and from `image::DynamicImage`.
//! - `tmx` (default): maps and tile sets of the Tiled editor.
//! - `parallel` (default): batches on all processors, through rayon.
//! - `serde`: the types that are data can be written and read.
//!
//! Without any of them there are masks from functions, maps built by hand, terrain, rays, shapes,
//! sprites and bodies.
#![forbid(unsafe_code)]

pub mod collide;
pub mod geometry;
pub mod hull;
#[cfg(feature = "png")]
pub mod load;
pub mod motion;
mod parallel;
pub mod raycast;
pub mod solidity;
pub mod space;
pub mod sprite;
pub mod terrain;
pub mod tile;

// What a first hour needs; everything else is found in its module.
pub use collide::{Contact, ConvexPolygon, Hull, Sweep};
pub use geometry::{Aabb, Circle, Direction, Polygon, Pose, Rect};
pub use glam;
pub use hull::{HullOptions, SpriteHull};
#[cfg(feature = "png")]
pub use load::LoadError;
pub use motion::{Body, BodyShape, CollisionWorld, MoveOptions, Solid};
pub use raycast::{Ray, RayFan, RayHit, RayOptions, Traversal};
pub use solidity::SolidityMap;
pub use sprite::{ContactFinder, Sprite, Sprites};
pub use terrain::{LayerMask, Terrain};
pub use tile::{LayerSet, Tile, TileLayer, TileMap, TileSet};

pub mod guide {
    // Its examples open maps, and the module is there for readers whatever the features.
    #![cfg_attr(any(not(doctest), feature = "tmx"), doc = include_str!("../docs/platformer.md"))]
    //!
    //! # The types of this chapter
    //!
    //! [`TileMap`](crate::TileMap), [`Terrain`](crate::Terrain), [`Body`](crate::Body), [`BodyShape`](crate::BodyShape),
    //! [`Solid`](crate::Solid), [`CollisionWorld`](crate::CollisionWorld), [`CollisionWorldMut`](crate::motion::CollisionWorldMut),
    //! [`MoveOptions`](crate::MoveOptions), [`Slide`](crate::motion::Slide), [`Jump`](crate::motion::Jump),
    //! [`LiftMomentum`](crate::motion::LiftMomentum), [`StateHash`](crate::terrain::StateHash), [`SpriteHull`](crate::SpriteHull),
    //! [`collide`](crate::collide).
}

/// The README's code is tested as it stands.
#[cfg(all(doctest, feature = "tmx"))]
#[doc = include_str!("../README.md")]
struct Readme;
