use super::Actors;
use tileray::terrain::TerrainSnapshot;

/// The state of a game at one frame: all that changes, without the level.
///
/// It shares bricks of the terrain and shapes of bodies with the game and with other snapshots.
#[derive(Clone, Debug)]
pub struct Snapshot {
    pub(super) terrain: TerrainSnapshot,
    pub(super) actors: Actors,
}

impl Snapshot {
    /// Returns the frame.
    #[must_use]
    pub const fn frame(&self) -> u32 {
        self.actors.frame
    }
}
