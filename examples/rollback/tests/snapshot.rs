//! Snapshots: a load leads back to the state of the save, to the bit, and says what to paint anew.

use rollback::game::{Game, Input, Snapshot};
use rollback::script::Script;
use rollback::session::Plan;
use tileray::glam::ivec2;

const FRAMES: u32 = 480;

fn start() -> (Game, [Script; 2]) {
    let plan = Plan { seed: 1, frames: FRAMES };
    (plan.game(), plan.scripts())
}

fn inputs(scripts: &[Script; 2], frame: u32) -> [Input; 2] {
    scripts.each_ref().map(|script| script.input(frame))
}

#[test]
fn a_load_leads_back_to_the_state_of_the_save() {
    let (mut game, scripts) = start();
    let mut states: Vec<(Snapshot, u64)> = vec![(game.save(), game.hash())];
    for frame in 0..FRAMES {
        game.step(inputs(&scripts, frame));
        states.push((game.save(), game.hash()));
    }
    // To and fro: 89 and the number of states have no common divisor.
    for step in 0..states.len() {
        let (snapshot, hash) = &states[step * 89 % states.len()];
        game.load(snapshot);
        assert_eq!((game.hash(), game.frame()), (*hash, snapshot.frame()));
    }
    // Other games in between changed no snapshot, and the steps from one lead to the next.
    for (index, (snapshot, _)) in states.iter().enumerate().take(FRAMES as usize) {
        game.load(snapshot);
        game.step([Input::default(); 2]);
        game.load(snapshot);
        game.step(inputs(&scripts, index as u32));
        assert_eq!(game.hash(), states[index + 1].1, "frame {index}");
    }
}

#[test]
fn the_dirty_rectangle_holds_every_pixel_that_changed() {
    let (mut game, scripts) = start();
    let (first, painted_first) = (game.save(), game.terrain().clone());
    assert!(game.take_dirty().is_empty());
    let mut painted = painted_first.clone();
    let mut check = |game: &mut Game| {
        let dirty = game.take_dirty();
        let bounds = game.terrain().bounds();
        let pixels = (bounds.min.y..bounds.max.y).flat_map(|y| (bounds.min.x..bounds.max.x).map(move |x| ivec2(x, y)));
        let changed: Vec<_> = pixels.filter(|&at| game.terrain().is_solid(at) != painted.is_solid(at)).collect();
        assert!(changed.iter().all(|&at| dirty.contains(at)));
        painted = game.terrain().clone();
        changed.len()
    };
    let mut changed = 0;
    for frame in 0..FRAMES {
        game.step(inputs(&scripts, frame));
        if frame % 20 == 19 {
            changed += check(&mut game);
        }
    }
    assert!(changed > 1000, "{changed}");
    game.load(&first);
    assert!(check(&mut game) > 1000);
    assert_eq!(check(&mut game), 0);
}
