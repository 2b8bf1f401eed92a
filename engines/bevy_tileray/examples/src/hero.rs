use bevy::prelude::*;
use bevy_tileray::*;

fn main() {
    App::new()
        .add_plugins((DefaultPlugins.set(ImagePlugin::default_nearest()), TilerayPlugin, TilerayDrawPlugin))
        .add_systems(Startup, set_up)
        .add_systems(FixedUpdate, walk)
        .run();
}

fn set_up(mut commands: Commands, assets: Res<AssetServer>) {
    commands.spawn((TileLevel(assets.load("level.tmx")), TerrainTexture::default()));
    let hero = PixelBody::rectangle(12, 14).expect("a box of 12×14 pixels");
    let square = Sprite::from_color(Color::WHITE, vec2(12.0, 14.0));
    commands.spawn((hero, square, Transform::from_xyz(100.0, -60.0, 1.0)));
    commands.spawn((Camera2d, Transform::from_xyz(200.0, -100.0, 0.0)));
}

fn walk(keys: Res<ButtonInput<KeyCode>>, mut heroes: Query<(&mut PixelBody, &BodySlide)>) {
    for (mut body, slide) in &mut heroes {
        let held = |key| f32::from(u8::from(keys.pressed(key)));
        body.velocity.x = 90.0 * (held(KeyCode::ArrowRight) - held(KeyCode::ArrowLeft));
        body.velocity.y -= 10.0; // gravity; y points up
        if slide.on_floor && keys.pressed(KeyCode::Space) {
            body.velocity.y = 240.0;
        }
    }
}
