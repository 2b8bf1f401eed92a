use super::{Counts, Duel, MOST_PREDICTED, Machine, Plan, SessionError};
use crate::game::{PLAYERS, RATE};
use crate::script::Script;
use ggrs::{
    DesyncDetection, Frame, GgrsError, GgrsEvent, NonBlockingSocket, P2PSession, PlayerType, SessionBuilder,
    SessionState,
};
use std::net::SocketAddr;
use std::time::Duration;

/// The frames from one hash that peers compare to the next. With 1, the frame that GGRS names is the first that differs;
/// a game may take 10 to send less.
const COMPARED: u32 = 1;

/// How long a peer waits for the other before it gives up.
const PATIENCE: Duration = Duration::from_secs(10);

/// One player's machine, with a session to the other.
pub struct Peer {
    session: P2PSession<Duel>,
    machine: Machine,
    script: Script,
    player: usize,
    /// The frames that GGRS recommends to wait, so that the other catches up.
    pause: u32,
    /// Frames that passed without a step.
    waited: u32,
    /// The last frame of which all input had been received at the last step.
    confirmed: Frame,
}

/// The result of a match for one peer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PeerResult {
    /// The hash of the last state.
    pub hash: u64,
    /// What the machine did.
    pub counts: Counts,
    /// The frames that the peer waited for the other.
    pub waited: u32,
}

impl Peer {
    /// Starts the session of a player, 0 or 1, with the other player at an address.
    ///
    /// # Errors
    /// Returns an error if GGRS refuses the session.
    pub fn new(
        plan: &Plan,
        player: usize,
        socket: impl NonBlockingSocket<SocketAddr> + 'static,
        other: SocketAddr,
    ) -> Result<Self, SessionError> {
        let mut builder = SessionBuilder::<Duel>::new()
            .with_num_players(PLAYERS)?
            .with_fps(RATE as usize)?
            .with_max_prediction_window(MOST_PREDICTED)
            .with_desync_detection_mode(DesyncDetection::On { interval: COMPARED })
            .with_disconnect_timeout(PATIENCE);
        for handle in 0..PLAYERS {
            let kind = if handle == player { PlayerType::Local } else { PlayerType::Remote(other) };
            builder = builder.add_player(kind, handle)?;
        }
        Ok(Self {
            session: builder.start_p2p_session(socket)?,
            machine: Machine::new(plan.game(), plan.frames),
            script: Script::new(plan.seed, player, plan.frames),
            player,
            pause: 0,
            waited: 0,
            confirmed: ggrs::NULL_FRAME,
        })
    }

    /// Returns the result, once no later input can change the state of the plan's last frame.
    #[must_use]
    pub fn result(&self) -> Option<PeerResult> {
        // A state rests on the input of the frames before it.
        let is_final = i64::from(self.confirmed) + 1 >= i64::from(self.machine.last_frame);
        let hash = self.machine.last_hash.filter(|_| is_final)?;
        Some(PeerResult { hash, counts: self.machine.counts, waited: self.waited })
    }

    /// Plays a frame, unless the peer is too far ahead; returns whether it did. To be called 60 times a second.
    ///
    /// # Errors
    /// Returns an error if GGRS refuses a request or finds a desync, or if the other peer was not heard of for 10 seconds.
    pub fn tick(&mut self) -> Result<bool, SessionError> {
        self.session.poll_remote_clients();
        self.handle_events()?;
        let has_stepped = self.step()?;
        if !has_stepped && self.session.current_frame() > 0 {
            self.waited += 1;
        }
        Ok(has_stepped)
    }

    fn handle_events(&mut self) -> Result<(), SessionError> {
        let frame = self.session.current_frame();
        for event in self.session.events() {
            match event {
                GgrsEvent::WaitRecommendation { skip_frames } => self.pause = skip_frames,
                GgrsEvent::DesyncDetected { frame, .. } => return Err(SessionError::Desync(frame)),
                GgrsEvent::Disconnected { .. } => {
                    return Err(SessionError::Disconnected { player: self.player + 1, frame });
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn step(&mut self) -> Result<bool, SessionError> {
        if self.session.current_state() != SessionState::Running {
            return Ok(false);
        }
        if self.pause > 0 {
            self.pause -= 1;
            return Ok(false);
        }
        let (frame, confirmed) = (self.session.current_frame(), self.session.confirmed_frame());
        self.session.add_local_input(self.player, self.script.input(frame as u32))?;
        match self.session.advance_frame() {
            Ok(requests) => self.machine.fulfil(requests)?,
            Err(GgrsError::PredictionThreshold | GgrsError::NotSynchronized) => return Ok(false),
            Err(error) => return Err(error.into()),
        }
        // States that rested on wrong guesses about these frames were repeated just now.
        self.confirmed = confirmed;
        Ok(self.session.current_frame() > frame)
    }
}

impl std::fmt::Debug for Peer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let frame = self.session.current_frame();
        f.debug_struct("Peer").field("player", &self.player).field("frame", &frame).finish_non_exhaustive()
    }
}
