use super::*;
use tileray::glam::{ivec2, uvec2};

fn scene() -> ShapeScene {
    ShapeScene::new(uvec2(1280, 720)).expect("its bodies are part of the program")
}

fn press(scene: &mut ShapeScene, actions: &[Action]) -> Vec<Request> {
    scene.update(&Controls { actions: actions.to_vec(), ..Controls::default() }, 0.016)
}

/// The screen pixel of a point of the table.
fn pixel(scene: &ShapeScene, point: Vec2) -> IVec2 {
    scene.view().screen_of(point).floor().as_ivec2()
}

fn drag(scene: &mut ShapeScene, from: Vec2, to: Vec2) {
    let (from, to) = (pixel(scene, from), pixel(scene, to));
    scene.update(&Controls { cursor: Some(from), ..Controls::default() }, 0.016);
    for step in 0..=20 {
        let cursor = from + (to - from) * step / 20;
        scene.update(&Controls { cursor: Some(cursor), drags: true, ..Controls::default() }, 0.016);
    }
    scene.update(&Controls { cursor: Some(to), ..Controls::default() }, 0.016);
}

#[test]
fn only_the_chosen_body_overlaps_another_one_at_first() {
    let scene = scene();
    let found = &scene.table.findings.encounters.found;
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].second, scene.table.chosen);
    assert!(found[0].contact.depth > 5.0 && !found[0].points.is_empty());
}

#[test]
fn what_is_dragged_follows_the_mouse_and_nothing_else_moves() {
    let mut scene = scene();
    let before: Vec<Pose> = scene.table.bodies.iter().map(super::super::body::Body::pose).collect();
    let circle = 3;
    let from = before[circle].translation + vec2(10.0, -5.0);
    drag(&mut scene, from, from + vec2(300.0, -120.0));
    assert_eq!(scene.table.chosen, circle);
    for (index, body) in scene.table.bodies.iter().enumerate() {
        let moved = body.pose().translation - before[index].translation;
        assert_eq!(moved, if index == circle { vec2(300.0, -120.0) } else { Vec2::ZERO }, "body {index}");
    }
    // The button is up: the mouse moves on alone.
    let at = scene.table.bodies[circle].pose();
    scene.update(&Controls { cursor: Some(ivec2(5, 5)), ..Controls::default() }, 0.016);
    assert_eq!(scene.table.bodies[circle].pose(), at);
}

#[test]
fn nothing_overlaps_where_bodies_are_pushed_out() {
    let mut scene = scene();
    press(&mut scene, &[Action::Push]);
    assert!(scene.table.findings.encounters.found.is_empty());
    let places: Vec<Vec2> = scene.table.bodies.iter().map(|body| body.pose().translation).collect();
    for body in 0..places.len() {
        for &target in &places {
            let from = scene.table.bodies[body].pose().translation;
            scene.choose(body);
            scene.grip.release();
            for step in 0..=12 {
                let at = from.lerp(target, step as f32 / 12.0);
                let pose = Pose { translation: at, ..scene.pose() };
                scene.move_chosen(pose);
                scene.table.look();
                let found = &scene.table.findings.encounters.found;
                assert!(found.is_empty(), "body {body} to {target}: {:?}", found[0].contact);
            }
        }
    }
}

#[test]
fn dragging_pushes_out_as_it_goes() {
    let mut scene = scene();
    press(&mut scene, &[Action::Push]);
    let from = scene.table.bodies[3].pose().translation;
    let to = scene.table.bodies[10].pose().translation;
    drag(&mut scene, from, to);
    assert_eq!(scene.table.chosen, 3);
    assert!(scene.table.findings.encounters.found.is_empty());
    assert!(scene.pushed.is_some() && scene.table.bodies[3].pose().translation != from);
}

#[test]
fn what_finds_no_room_comes_as_far_as_it_can() {
    let mut scene = scene();
    press(&mut scene, &[Action::Push]);
    scene.choose(3);
    let before = scene.pose().translation;
    // Between the explorer's feet and the crates there is less room than the circle is wide.
    scene.move_chosen(Pose { translation: vec2(158.0, 204.0), ..scene.pose() });
    scene.table.look();
    let (_, push) = scene.pushed.clone().expect("it was pushed");
    assert!(!push.is_free && scene.table.findings.encounters.found.is_empty());
    assert!(scene.pose().translation.distance(before) > 40.0);
}

#[test]
fn a_sweep_is_aimed_and_gone() {
    let mut scene = scene();
    press(&mut scene, &[Action::Restart, Action::Push]);
    scene.choose(3);
    let start = scene.pose().translation;
    let cursor = pixel(&scene, start + vec2(400.0, 60.0));
    scene.update(&Controls { cursor: Some(cursor), aims_at_cursor: true, ..Controls::default() }, 0.016);
    let flight = scene.table.findings.flight.expect("it was aimed");
    let (other, sweep) = flight.met.expect("crates are in the way");
    assert!(other == 8 && sweep.time.is_some_and(|time| time < 0.5), "{other}: {sweep:?}");
    press(&mut scene, &[Action::Go]);
    assert!((scene.pose().translation - start - flight.end).length() < 0.5);
    assert!(scene.table.findings.encounters.found.is_empty());
    press(&mut scene, &[Action::Motion]);
    assert_eq!(scene.table.findings.flight, None);
}

#[test]
fn keys_do_what_the_mouse_does() {
    let mut scene = scene();
    let start = scene.pose();
    let held = Controls { direction: Vec2::X, turn: 1.0, ..Controls::default() };
    scene.update(&held, 0.1);
    assert!(scene.pose().translation.x > start.translation.x && scene.pose().rotation > start.rotation);
    scene.update(&Controls { direction: Vec2::Y, aims: true, ..Controls::default() }, 0.1);
    assert!(scene.table.motion.is_some_and(|motion| motion.y > FIRST_MOTION.y));
    press(&mut scene, &[Action::TurnRight, Action::TurnLeft, Action::NextBody]);
    assert_eq!(scene.table.chosen, 0);
    press(&mut scene, &[Action::PreviousBody, Action::Restart]);
    assert_eq!(scene.pose(), start);
    let asked = press(&mut scene, &[Action::NextScene, Action::Screenshot, Action::Quit]);
    assert_eq!(asked, [Request::NextScene, Request::Screenshot, Request::Quit]);
}

#[test]
fn a_mouse_in_a_concave_polygon_is_led_out() {
    let mut scene = scene();
    let star = scene.table.bodies[1].pose().translation;
    let hover = Controls { cursor: Some(pixel(&scene, star)), ..Controls::default() };
    scene.update(&hover, 0.016);
    let found = scene.table.findings.projections.clone();
    assert_eq!(found.len(), 2);
    assert!(found[0].probe.radius == 0.0 && found[1].probe.radius > 0.0);
    let outline = scene.table.bodies[1].outline().expect("a polygon");
    for projection in found {
        assert_eq!(outline.project_out(projection.out), None);
        assert!(projection.out.distance(star) > 20.0);
    }
    press(&mut scene, &[Action::Projections]);
    scene.update(&hover, 0.016);
    assert!(scene.table.findings.projections.is_empty());
}
