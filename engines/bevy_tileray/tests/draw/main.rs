//! Textures and lights in an app without a renderer: what would be uploaded.

use bevy_app::{App, TaskPoolPlugin};
use bevy_asset::{AssetApp, AssetPlugin, Assets};
use bevy_color::Color;
use bevy_ecs::prelude::*;
use bevy_image::Image;
use bevy_mesh::{Mesh, Mesh2d};
use bevy_sprite_render::ColorMaterial;
use bevy_tileray::{PixelLight, TerrainTexture, TextureUploads, TileTerrain, TilerayDrawPlugin, TilerayPlugin, paint};
use bevy_time::TimePlugin;
use bevy_transform::TransformPlugin;
use bevy_transform::components::Transform;
use tileray::glam::IVec2;
use tileray::{Rect, SolidityMap, Terrain};

fn app() -> App {
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), TimePlugin, TransformPlugin, AssetPlugin::default()));
    app.init_asset::<Image>().init_asset::<Mesh>().init_asset::<ColorMaterial>();
    app.add_plugins((TilerayPlugin, TilerayDrawPlugin));
    app.finish();
    app.cleanup();
    app
}

fn uploads(app: &App) -> TextureUploads {
    *app.world().resource::<TextureUploads>()
}

fn edit(app: &mut App, entity: Entity, edit: impl FnOnce(&mut Terrain)) -> TextureUploads {
    let before = uploads(app);
    edit(&mut app.world_mut().get_mut::<TileTerrain>(entity).expect("terrain"));
    app.update();
    let after = uploads(app);
    TextureUploads {
        patches: after.patches - before.patches,
        patched_pixels: after.patched_pixels - before.patched_pixels,
        squares: after.squares - before.squares,
    }
}

#[test]
fn an_edit_uploads_its_rectangle_and_no_more() {
    let mut app = app();
    let terrain = Terrain::from_solidity(&SolidityMap::from_fn(4096, 4096, |_, y| y > 1000));
    let entity = app.world_mut().spawn((TileTerrain::from(terrain), TerrainTexture::default())).id();
    app.update();
    // 8 columns and 7 rows of squares have pixels.
    assert_eq!(uploads(&app), TextureUploads { patches: 0, patched_pixels: 0, squares: 56 });

    let carved = edit(&mut app, entity, |terrain| {
        terrain.carve_circle((2200.0, 2180.0), 10.0);
    });
    assert_eq!(carved, TextureUploads { patches: 1, patched_pixels: 400, squares: 0 });
    let nothing = edit(&mut app, entity, |terrain| {
        terrain.carve_circle((2200.0, 2180.0), 5.0);
    });
    assert_eq!(nothing, TextureUploads::default());
    // Over the corner of four squares of the texture.
    let corner = edit(&mut app, entity, |terrain| {
        terrain.carve_circle((2560.0, 2560.0), 10.0);
    });
    assert_eq!(corner, TextureUploads { patches: 4, patched_pixels: 400, squares: 0 });
    // What is built in the empty air has a new square.
    let built = edit(&mut app, entity, |terrain| {
        terrain.fill_circle((100.0, 100.0), 10.0);
    });
    assert_eq!(built, TextureUploads { patches: 0, patched_pixels: 0, squares: 1 });
}

#[test]
fn squares_are_there_while_they_are_needed() {
    let mut app = app();
    let terrain = |side: u32| Terrain::from_solidity(&SolidityMap::from_fn(side, side, |_, _| true));
    let entity = app.world_mut().spawn((TileTerrain::from(terrain(1024)), TerrainTexture::default())).id();
    let squares = |app: &mut App| app.world_mut().query::<&bevy_sprite::Sprite>().iter(app.world()).count();
    app.update();
    assert_eq!(squares(&mut app), 4);
    // The image has the colors that are painted, the top left corner first.
    let image =
        app.world_mut().query::<&bevy_sprite::Sprite>().iter(app.world()).next().expect("a square").image.clone();
    let images = app.world().resource::<Assets<Image>>();
    let bytes = images.get(&image).and_then(|image| image.data.as_ref()).expect("bytes");
    let all = paint(&terrain(512), Rect::from_size(IVec2::ZERO, (512, 512)), [94, 79, 68, 255]);
    assert!(*bytes == all);

    app.world_mut().entity_mut(entity).insert(TileTerrain::from(terrain(512)));
    app.update();
    assert_eq!(squares(&mut app), 1, "a smaller level");
    app.world_mut().get_mut::<TerrainTexture>(entity).expect("a texture").fill = Color::WHITE;
    app.update();
    assert_eq!(squares(&mut app), 1, "another color");
    app.world_mut().entity_mut(entity).remove::<TerrainTexture>();
    app.update();
    assert_eq!(squares(&mut app), 0);
    app.world_mut().entity_mut(entity).insert(TerrainTexture::default());
    app.update();
    assert_eq!(squares(&mut app), 1);
    app.world_mut().despawn(entity);
    app.update();
    assert_eq!(squares(&mut app), 0);
}

#[test]
fn light_is_the_region_that_is_seen() {
    let mut app = app();
    // A wall right of x = 100.
    let terrain = Terrain::from_solidity(&SolidityMap::from_fn(300, 200, |x, _| x >= 100));
    let level = app.world_mut().spawn(TileTerrain::from(terrain)).id();
    let light = PixelLight { radius: 80.0, color: Color::WHITE };
    let lamp = app.world_mut().spawn((light, Transform::from_xyz(60.0, -100.0, 1.0))).id();
    app.update();
    let places = |app: &App| -> Vec<[f32; 3]> {
        let mesh = app.world().get::<Mesh2d>(lamp).expect("a mesh");
        let mesh = app.world().resource::<Assets<Mesh>>().get(&mesh.0).expect("a mesh");
        let positions = mesh.attribute(Mesh::ATTRIBUTE_POSITION).and_then(|values| values.as_float3());
        positions.expect("positions").to_vec()
    };
    let area = |places: &[[f32; 3]]| -> f32 {
        let cross = |[a, b, c]: [[f32; 3]; 3]| (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
        places.as_chunks().0.iter().map(|corners| cross(*corners).abs() / 2.0).sum()
    };
    let before = places(&app);
    assert!(before.iter().all(|place| place[0] <= 40.0 + 1e-3), "behind the wall");
    let expected = app.world().get::<TileTerrain>(level).expect("terrain").query().visible_region((60.0, 100.0), 80.0);
    assert!((area(&before) - expected.area()).abs() < 1e-3 * expected.area());
    // A hole in the wall lets light through, in the same frame.
    app.world_mut().get_mut::<TileTerrain>(level).expect("terrain").carve_circle((110.0, 100.0), 20.0);
    app.update();
    let after = places(&app);
    assert!(area(&after) > area(&before) + 100.0 && after.iter().any(|place| place[0] > 60.0));
}
