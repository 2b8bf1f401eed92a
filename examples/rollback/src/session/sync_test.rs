use super::error::SessionError;
use super::machine::{Counts, Fault, Machine};
use super::plan::Plan;
use crate::game::PLAYERS;
use ggrs::{Frame, GgrsError, SessionBuilder};

/// The frames that the sync test rolls back, in each frame.
pub const CHECK_DISTANCE: usize = 8;

/// The result of a sync test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyncTest {
    /// The hash of the last state.
    pub hash: u64,
    /// What the machine did.
    pub counts: Counts,
    /// The first frame whose state was another one when it was repeated.
    pub desync: Option<Frame>,
}

/// Plays a match on one machine. Each frame is followed by a rollback of 8 frames, which are repeated; GGRS compares the
/// hashes.
///
/// # Errors
/// Returns an error if GGRS refuses a request. A desync is a result.
pub fn play_sync_test(plan: &Plan) -> Result<SyncTest, SessionError> {
    let mut session = SessionBuilder::new()
        .with_num_players(PLAYERS)?
        // GGRS wants a window longer than the distance.
        .with_max_prediction_window(CHECK_DISTANCE + 1)
        .with_check_distance(CHECK_DISTANCE)
        .start_synctest_session()?;
    let scripts = plan.scripts();
    let mut machine = Machine::new(plan.game(), plan.frames, plan.desync.map(Fault::Alternately));
    // A fault of the last frames is found in the frames after the end.
    let frames = plan.frames + if plan.desync.is_some() { CHECK_DISTANCE as u32 + 2 } else { 0 };
    for frame in 0..frames {
        for (player, script) in scripts.iter().enumerate() {
            session.add_local_input(player, script.input(frame))?;
        }
        match session.advance_frame() {
            Ok(requests) => machine.fulfil(requests)?,
            Err(GgrsError::MismatchedChecksum { current_frame, mismatched_frames }) => {
                let desync = mismatched_frames.into_iter().min().or(Some(current_frame));
                return Ok(SyncTest { hash: machine.game.hash(), counts: machine.counts, desync });
            }
            Err(error) => return Err(error.into()),
        }
    }
    Ok(SyncTest { hash: machine.game.hash(), counts: machine.counts, desync: None })
}
