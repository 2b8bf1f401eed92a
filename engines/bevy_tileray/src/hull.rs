//! Hulls of sprites: made from pictures, and hit by rays.

use crate::files::AssetFiles;
use crate::level::LevelError;
use bevy_asset::io::Reader;
use bevy_asset::{AsAssetId, Asset, AssetEvent, AssetId, AssetLoader, Assets, Handle, LoadContext};
use bevy_ecs::prelude::*;
use bevy_math::{EulerRot, Vec2, Vec3Swizzles};
use bevy_reflect::{Reflect, TypePath};
use bevy_transform::components::{GlobalTransform, Transform};
use std::collections::HashMap;
use tileray::hull::SpriteHullError;
use tileray::load::LoadOptions;
use tileray::sprite::SpriteId;
use tileray::{ConvexPolygon, Hull, HullOptions, Pose, SolidityMap, Sprite, SpriteHull, Sprites};

/// The hull of a picture's solid pixels: convex pieces, with the picture's center at the origin and y down.
///
/// The asset server loads it from a PNG: `server.load::<SpriteHullAsset>("hero.png")`. [`HullSettings`] tell how closely it
/// fits.
#[derive(Asset, Clone, Debug, TypePath)]
pub struct SpriteHullAsset {
    hull: Hull,
    size: Vec2,
}

impl SpriteHullAsset {
    /// Makes the hull of a mask's solid pixels.
    ///
    /// # Errors
    /// [`SpriteHullError`], as of [`SpriteHull::from_mask`].
    pub fn from_mask(mask: &SolidityMap, options: &HullOptions) -> Result<Self, SpriteHullError> {
        let size = mask.size().as_vec2();
        let hull = SpriteHull::from_mask(mask, options)?.hull.translated(-size / 2.0);
        Ok(Self { hull, size })
    }

    /// Returns the convex pieces.
    #[must_use]
    pub const fn hull(&self) -> &Hull {
        &self.hull
    }

    /// Returns the size of the picture in pixels.
    #[must_use]
    pub const fn size(&self) -> Vec2 {
        self.size
    }
}

/// How a hull is made of a picture.
#[derive(Clone, Debug, Default, PartialEq, serde::Deserialize, serde::Serialize)]
#[serde(default)]
pub struct HullSettings {
    /// Which pixels are solid, and how much of a file is accepted.
    pub load: LoadOptions,
    /// How closely the hull fits.
    pub hull: HullOptions,
}

/// Why a hull cannot be loaded.
#[derive(Debug, thiserror::Error)]
pub enum HullError {
    /// The picture is missing or wrong.
    #[error(transparent)]
    Picture(#[from] LevelError),
    /// The picture has no hull.
    #[error("{path}: {error}")]
    Hull {
        /// The picture.
        path: String,
        /// The reason.
        error: SpriteHullError,
    },
}

/// The loader of [`SpriteHullAsset`]s. It has no extension: a picture is a hull only where one is asked for.
#[derive(Debug, Default, TypePath)]
pub(crate) struct HullLoader;

impl AssetLoader for HullLoader {
    type Asset = SpriteHullAsset;
    type Settings = HullSettings;
    type Error = HullError;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        settings: &HullSettings,
        context: &mut LoadContext<'_>,
    ) -> Result<SpriteHullAsset, HullError> {
        let mask = AssetFiles::of(reader, context).await?.mask(&settings.load).map_err(LevelError::from)?;
        SpriteHullAsset::from_mask(&mask, &settings.hull)
            .map_err(|error| HullError::Hull { path: context.path().to_string(), error })
    }
}

/// Makes a sprite solid for rays, by its hull. The picture's center lies at the entity, as with Bevy's `Sprite`.
///
/// The hull follows the entity's transform: moved, turned in the plane, scaled and mirrored.
#[derive(Clone, Component, Debug, Reflect)]
#[reflect(Component, Clone, Debug)]
#[require(Transform)]
pub struct SpriteHullCollider(pub Handle<SpriteHullAsset>);

impl AsAssetId for SpriteHullCollider {
    type Asset = SpriteHullAsset;

    fn as_asset_id(&self) -> AssetId<SpriteHullAsset> {
        self.0.id()
    }
}

/// The hulls of all sprites in the world, with y down.
#[derive(Debug, Default, Resource)]
pub struct HullScene {
    sprites: Sprites,
    placed: HashMap<Entity, Placed>,
    entities: HashMap<SpriteId, Entity>,
}

#[derive(Debug)]
struct Placed {
    id: SpriteId,
    asset: AssetId<SpriteHullAsset>,
    scale: Vec2,
}

impl HullScene {
    /// Returns the sprites, for queries of the library: overlaps, contacts, the nearest one. Their frame is the world with y
    /// **down**: negate y of what goes in and comes out.
    #[must_use]
    pub const fn sprites(&self) -> &Sprites {
        &self.sprites
    }

    /// Returns the entity of a sprite.
    #[must_use]
    pub fn entity_of(&self, id: SpriteId) -> Option<Entity> {
        self.entities.get(&id).copied()
    }

    /// Returns the sprite of an entity.
    #[must_use]
    pub fn id_of(&self, entity: Entity) -> Option<SpriteId> {
        self.placed.get(&entity).map(|placed| placed.id)
    }

    /// Returns whether there are no sprites.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.placed.is_empty()
    }

    fn remove(&mut self, entity: Entity) {
        if let Some(Placed { id, .. }) = self.placed.remove(&entity) {
            self.sprites.remove(id);
            self.entities.remove(&id);
        }
    }

    fn place(
        &mut self,
        entity: Entity,
        id: AssetId<SpriteHullAsset>,
        asset: &SpriteHullAsset,
        transform: &GlobalTransform,
    ) {
        let (scale, rotation, translation) = transform.to_scale_rotation_translation();
        let (scale, angle) = (scale.xy(), rotation.to_euler(EulerRot::ZYX).0);
        // y down: what turns left there turns right here.
        let pose = Pose::new(Vec2::new(translation.x, -translation.y), -angle);
        if let Some(placed) = self.placed.get(&entity).filter(|placed| placed.asset == id && placed.scale == scale) {
            self.sprites.set_pose(placed.id, pose);
            return;
        }
        self.remove(entity);
        if let Some(hull) = scaled(&asset.hull, scale) {
            let sprite = self.sprites.insert(Sprite { pose, ..Sprite::new(hull) });
            self.placed.insert(entity, Placed { id: sprite, asset: id, scale });
            self.entities.insert(sprite, entity);
        }
    }
}

/// Returns a hull with each axis scaled; `None` where nothing is left of it.
fn scaled(hull: &Hull, scale: Vec2) -> Option<Hull> {
    if scale == Vec2::ONE {
        return Some(hull.clone());
    }
    let piece =
        |piece: ConvexPolygon| ConvexPolygon::convex_hull(piece.points().map(|point| point * scale).collect()).ok();
    Hull::new(hull.pieces().filter_map(piece).collect()).ok()
}

/// Brings the scene up to date with the entities.
pub(crate) fn place_hulls(
    mut scene: ResMut<HullScene>,
    hulls: Res<Assets<SpriteHullAsset>>,
    mut events: MessageReader<AssetEvent<SpriteHullAsset>>,
    mut removed: RemovedComponents<SpriteHullCollider>,
    colliders: Query<(Entity, Ref<SpriteHullCollider>, Ref<GlobalTransform>)>,
) {
    for entity in removed.read().filter(|entity| !colliders.contains(*entity)) {
        scene.remove(entity);
    }
    let modified_id = |event: &AssetEvent<SpriteHullAsset>| match event {
        AssetEvent::Modified { id } => Some(*id),
        _ => None,
    };
    let modified: Vec<_> = events.read().filter_map(modified_id).collect();
    for (entity, collider, transform) in &colliders {
        let id = collider.0.id();
        let is_new = !scene.placed.contains_key(&entity);
        if modified.contains(&id) {
            scene.remove(entity);
        } else if !(is_new || collider.is_changed() || transform.is_changed()) {
            continue;
        }
        match hulls.get(id) {
            Some(asset) => scene.place(entity, id, asset, &transform),
            None => scene.remove(entity),
        }
    }
}
