//! GGRS's sync test: every frame is rolled back and repeated, and every hash compared.

use rollback::session::{CHECK_DISTANCE, Plan, play_sync_test};

#[test]
fn repeated_frames_lead_to_the_same_states() {
    for seed in [1, 2] {
        let plan = Plan::new(seed, 600, None);
        let result = play_sync_test(&plan).expect("a session");
        assert_eq!((result.desync, result.hash), (None, plan.play().hash()));
        // The first rollback is in frame 9.
        let rollbacks = 600 - 1 - CHECK_DISTANCE as u32;
        assert_eq!((result.counts.rollbacks, result.counts.longest), (rollbacks, 8));
        assert_eq!(result.counts.steps, 600 + 8 * rollbacks);
    }
}

#[test]
fn a_step_that_depends_on_something_else_is_found() {
    for frame in [1, 2, 7, 8, 9, 50, 99] {
        let plan = Plan::new(1, 100, Some(frame));
        let result = play_sync_test(&plan).expect("a session");
        assert_eq!(result.desync, Some(frame as i32 + 1), "the state after frame {frame}");
    }
}
