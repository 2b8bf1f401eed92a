use super::Actors;
use tileray::terrain::TerrainSnapshot;

/// The state of a game at one frame: all that changes, without the level.
///
/// It shares bricks of the terrain and shapes of bodies with the game and with other snapshots.
#[derive(Clone, Debug)]
pub struct Snapshot {
    terrain: TerrainSnapshot,
    actors: Actors,
}

impl Snapshot {
    pub(super) const fn new(terrain: TerrainSnapshot, actors: Actors) -> Self {
        Self { terrain, actors }
    }

    pub(super) const fn terrain(&self) -> &TerrainSnapshot {
        &self.terrain
    }

    pub(super) const fn actors(&self) -> &Actors {
        &self.actors
    }

    /// Returns the frame.
    #[must_use]
    pub const fn frame(&self) -> u32 {
        self.actors.frame
    }
}
