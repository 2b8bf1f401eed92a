//! Light that solid pixels block.

use crate::body::InTerrain;
use crate::motion::{Frames, Terrains};
use bevy_asset::{Assets, RenderAssetUsages};
use bevy_camera::visibility::Visibility;
use bevy_color::{Color, ColorToComponents};
use bevy_ecs::prelude::*;
use bevy_mesh::{Mesh, Mesh2d, PrimitiveTopology};
use bevy_reflect::Reflect;
use bevy_sprite_render::{AlphaMode2d, ColorMaterial, MeshMaterial2d};
use bevy_transform::components::{GlobalTransform, Transform};
use tileray::sight::VisibleRegion;

/// A light that falls on what its entity sees, and ends at solid pixels.
///
/// It is a mesh of the [visible region](tileray::Terrain::visible_region), brightest at the entity and dark at the radius. It is
/// computed again in each frame, from the terrain as it is.
#[derive(Clone, Component, Copy, Debug, PartialEq, Reflect)]
#[reflect(Component, Clone, Debug, PartialEq)]
#[require(Transform, Visibility)]
pub struct PixelLight {
    /// The radius in pixels of the terrain.
    pub radius: f32,
    /// The color at the entity; its alpha is how bright it is.
    pub color: Color,
}

/// Makes the meshes of all lights.
pub(super) fn shine(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
    terrains: Terrains<'_, '_>,
    lights: Query<(Entity, &PixelLight, &GlobalTransform, Option<&InTerrain>, Option<&Mesh2d>)>,
    mut region: Local<VisibleRegion>,
) {
    let frames = Frames::of(&terrains);
    for (entity, light, transform, named, mesh) in &lights {
        let Ok((_, terrain, frame)) = frames.find(named) else { continue };
        let origin = frame.to_pixels(transform.translation().truncate());
        terrain.query().visible_region_into(origin, light.radius, &mut region);
        let inverse = transform.affine().inverse();
        let color = light.color.to_linear().to_f32_array();
        let (mut places, mut colors) = (Vec::new(), Vec::new());
        for point in region.triangles().flatten() {
            let place = inverse.transform_point3(frame.to_world(point).extend(transform.translation().z));
            places.push(place.to_array());
            let left = (1.0 - point.distance(origin) / light.radius).clamp(0.0, 1.0);
            colors.push([color[0], color[1], color[2], color[3] * left]);
        }
        let shape = Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default())
            .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, places)
            .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, colors);
        match mesh {
            Some(mesh) => {
                let _ = meshes.insert(&mesh.0, shape);
            }
            None => {
                let alpha_mode = AlphaMode2d::Blend;
                let material = materials.add(ColorMaterial { alpha_mode, ..ColorMaterial::from(Color::WHITE) });
                commands.entity(entity).insert((Mesh2d(meshes.add(shape)), MeshMaterial2d(material)));
            }
        }
    }
}
