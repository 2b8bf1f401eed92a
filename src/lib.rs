//! Pixel-exact ray casting in tile maps, sprite collision and platformer movement, for 2D games.
//!
//! ```text
//! PNG ──SolidityMap::open─▶ SolidityMap ──from_solidity──┐
//!                           one bit a pixel              ▼
//! TMX, TMJ ─TileMap::open─▶ TileMap ────────from_map───▶ Terrain ──raycast─────────▶ RayHit
//!                           tiles in layers              │  ▲    ──cast_mask───────▶ MaskHit
//!                                            carve, fill └──┘    ──move_and_slide──▶ Slide
//! ```
//!
//! Rays hit pixels, not boxes, so there are no seams between tiles. An edit of the terrain is visible to the next query.
//! Answers are bit-identical on every processor and for every number of threads. The library draws nothing, and it is no
//! physics engine: crates are pushed at whole pixels, and do not turn.
//!
//! The chapter [`guide`] builds a platformer. The repository has [code for each query][queries], [levels of Tiled and LDtk][levels],
//! [names in other libraries, and ours][coming-from], [measurements][performance] and [what was tested][trust].
//!
//! [queries]: https://github.com/tileray/tileray/blob/main/docs/queries.md
//! [levels]: https://github.com/tileray/tileray/blob/main/docs/levels.md
//! [coming-from]: https://github.com/tileray/tileray/blob/main/docs/coming-from.md
//! [performance]: https://github.com/tileray/tileray/blob/main/docs/performance.md
//! [trust]: https://github.com/tileray/tileray/blob/main/docs/trust.md
//!
//! | module | what it has |
//! | --- | --- |
//! | [`geometry`] | [`Rect`], [`Aabb`], [`Circle`], [`Capsule`], [`Segment`](geometry::Segment), [`Pose`], [`Polygon`]: simple polygons, cut into convex pieces |
//! | [`solidity`] | [`SolidityMap`]: bit masks, their overlap, algebra, connected components, contours, distance fields |
//! | [`tile`] | [`TileMap`], [`TileSet`], [`TileLayer`], objects and properties: the content of a level |
//! | [`load`] | limits, readers and errors of [`TileMap::open`] and [`SolidityMap::open`]; `Project`: levels of LDtk and worlds of Tiled; `OccupancyMap`: maps of robots |
//! | [`terrain`] | [`Terrain`]: solidity in bricks of 16×16 pixels, edits, snapshots; [`TerrainQuery`]: the view that answers all questions |
//! | [`raycast`] | [`Ray`], [`RayHit`], [`RayFan`]: first hit, any hit, all spans, exits, line of sight |
//! | [`collide`] | [`ConvexPolygon`], [`Hull`]: overlap, [`Contact`], manifold, MTV, [`Sweep`] by the separating axis theorem; distance, rays |
//! | [`cast`] | shapes against terrain: casts, overlaps, contacts, the nearest solid pixel |
//! | [`sight`] | what a point sees: [`VisibleRegion`](sight::VisibleRegion) for light, visible pixels, cells for a fog of war |
//! | [`scan`] | ranges of many beams from many poses, as laser scanners measure them; [`ScanFrame`](scan::ScanFrame): meters and y up |
//! | [`hull`] | [`SpriteHull`]: from a sprite's alpha to convex pieces |
//! | [`sprite`] | [`Sprites`]: broad phase, [`ContactFinder`], queries; rays and scans against terrain and sprites, or [`Colliders`](sprite::Colliders) of any shape |
//! | [`motion`] | [`Body`] and [`Solid`]: kinematic characters and moving platforms; masks cast through terrain |
//! | [`space`] | planes, planar polygons and meshes in three dimensions |
//!
//! The most used names are at the root, all others in their module.
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
//! let ray = Ray::new((888.0, 628.0), (1.0, 0.2), 512.0); // origin, direction, length
//! let hit = terrain.raycast(&ray).expect("the cave is closed");
//! assert!(terrain.is_solid(hit.pixel()) && !hit.inside());
//! assert_eq!(map.tile(hit.layer(), hit.cell()), hit.tile());
//! # Ok::<(), tileray::LoadError>(())
//! ```
//!
//! # Many rays, and an edit
//!
//! ```
//! use tileray::{Ray, SolidityMap, Terrain, glam::ivec2};
//!
//! let mut terrain = Terrain::from_solidity(&SolidityMap::from_fn(800, 300, |_, y| y >= 200));
//! let dirty = terrain.carve_circle((128.0, 210.0), 24.0); // the rectangle to redraw
//! assert!(dirty.contains(ivec2(128, 210)));
//!
//! let down = |x| Ray::new((x as f32 + 0.5, 0.5), (0.0, 1.0), 300.0);
//! let rays: Vec<Ray> = (0..800).map(down).collect();
//! let mut hits = vec![None; rays.len()];
//! terrain.query().raycast_batch(&rays, &mut hits); // on all processors
//! assert_eq!(hits[128].map(|hit| hit.pixel()), Some(ivec2(128, 234)));
//! ```
//!
//! # Shapes and bodies
//!
//! ```
//! use tileray::glam::{ivec2, vec2};
//! use tileray::{Body, Circle, ConvexPolygon, MoveOptions, SolidityMap, Terrain, collide};
//!
//! let wall = ConvexPolygon::rectangle((100.0, 0.0), (116.0, 64.0))?;
//! let ball = Circle::new((95.0, 30.0), 8.0);
//! let contact = collide::contact(&ball, &wall).expect("3 px of overlap");
//! assert_eq!(contact.mtv(), vec2(-3.0, 0.0)); // moves the first shape out of the second
//!
//! let terrain = Terrain::from_solidity(&SolidityMap::from_fn(200, 100, |_, y| y >= 80));
//! let mut hero = Body::rectangle((12, 14), ivec2(20, 40))?;
//! let slide = hero.move_and_slide(&terrain, vec2(60.0, 300.0), 0.5, &MoveOptions::default());
//! assert!(slide.on_floor && hero.rect().max == ivec2(62, 80));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Frame
//!
//! y points **down**, x right. Lengths are pixels. Angles are radians and grow from +x toward +y, clockwise on screen.
//! Pixel `(i, j)` is the half-open square `[i, i+1) × [j, j+1)`; a point belongs to the pixel `floor(x), floor(y)`.
//! Points and motions are [`Vec2`](glam::Vec2), pixels and cells [`IVec2`](glam::IVec2), sizes [`UVec2`](glam::UVec2). An
//! argument that is one of these takes a tuple `(x, y)` too. Lists and fields do not.
//!
//! Hits are read by methods: `hit.pixel()`. All other answers, and the data of levels, have public fields. Options are
//! made by `new()` and have a setter for each field: `MoveOptions::new().step_height(6)`.
//!
//! Outside a map nothing is solid, unless [`Terrain::with_outside`] says so. Coordinates are exact up to ±2^24 pixels. Touching is not overlapping.
//!
//! # Features
//!
//! - `png` (default): masks from PNG files.
//! - `tmx` (default): maps, tile sets and worlds of the Tiled editor.
//! - `ldtk` (default): projects of the LDtk editor.
//! - `ros`: maps of robots, the `map.yaml` of ROS with PGM or PNG pictures.
//! - `image`: masks from `image::DynamicImage`.
//! - `jpeg`, `webp`, `bmp`, `gif`: pictures in these formats, besides PNG; each brings `image`.
//! - `parallel` (default): batches on all processors, through rayon.
//! - `avx512`: vector code for processors with AVX-512 too.
//! - `serde`: `Serialize` and `Deserialize` for the types that are data. Rays have `f64`s. `serde_json` reads them back
//!   exactly only with its feature `float_roundtrip`, which `tmx` and `ldtk` switch on.
#![cfg_attr(
    not(any(
        target_arch = "x86",
        target_arch = "x86_64",
        target_arch = "aarch64",
        all(target_arch = "wasm32", target_feature = "simd128")
    )),
    allow(unused, reason = "the vector code is not compiled")
)]
#![forbid(unsafe_code)]
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[macro_use]
mod accessors;

pub mod cast;
pub mod collide;
pub mod geometry;
pub mod hull;
#[cfg(feature = "png")]
pub mod load;
pub mod motion;
mod parallel;
pub mod raycast;
pub mod scan;
pub mod sight;
mod simd;
pub mod solidity;
pub mod space;
pub mod sprite;
pub mod terrain;
pub mod tile;

pub use collide::{Contact, ConvexPolygon, Hull, Sweep};
pub use geometry::{Aabb, Capsule, Circle, Direction, Polygon, Pose, Rect};
pub use glam;
pub use hull::{HullOptions, SpriteHull};
#[cfg(feature = "png")]
pub use load::LoadError;
pub use motion::{Body, BodyShape, CollisionWorld, MoveOptions, Solid};
pub use raycast::{Ray, RayFan, RayHit};
#[doc(hidden)]
pub use simd::SimdLevel;
pub use solidity::SolidityMap;
pub use sprite::{ContactFinder, Sprite, Sprites};
pub use terrain::{LayerMask, Terrain, TerrainQuery, Traversal};
pub use tile::{LayerSet, Tile, TileLayer, TileMap, TileSet};

// The examples of the chapter open maps, so they need `tmx`. The page is there with any features.
#[cfg_attr(any(not(doctest), feature = "tmx"), doc = include_str!("../docs/platformer.md"))]
pub mod guide {
    //!
    //! ---
    //! Types of this chapter: [`TileMap`], [`Terrain`], [`Body`], [`Solid`], [`CollisionWorld`],
    //! [`CollisionWorldMut`](crate::motion::CollisionWorldMut), [`MoveOptions`], [`Slide`](crate::motion::Slide),
    //! [`Jump`](crate::motion::Jump), [`LiftMomentum`](crate::motion::LiftMomentum),
    //! [`StateHash`](crate::terrain::StateHash), [`SpriteHull`], [`collide`].
}

/// The README's code is tested as it stands.
#[cfg(all(doctest, feature = "tmx"))]
#[doc = include_str!("../README.md")]
struct Readme;

/// The code of the page about queries is tested as it stands.
#[cfg(all(doctest, feature = "tmx"))]
#[doc = include_str!("../docs/queries.md")]
struct Queries;

/// The code of the page about robots' maps is tested as it stands.
#[cfg(all(doctest, feature = "ros"))]
#[doc = include_str!("../docs/robots.md")]
struct Robots;

/// The code of the page about levels is tested as it stands.
#[cfg(all(doctest, feature = "tmx"))]
#[doc = include_str!("../docs/levels.md")]
struct Levels;
