use super::found::SetReference;
use crate::load::LoadErrorKind;
use crate::load::error::shortened;
use crate::solidity::Orientation;
use crate::tile::{Tile, TileSet};
use std::collections::HashMap;
use std::sync::Arc;
use tiled::Tileset;

const FLIPPED_HORIZONTALLY: u32 = 1 << 31;
const FLIPPED_VERTICALLY: u32 = 1 << 30;
const FLIPPED_DIAGONALLY: u32 = 1 << 29;
/// A turn of hexagonal tiles, which orthogonal maps pass over.
const ROTATED_HEXAGONALLY: u32 = 1 << 28;
/// What a cell's number has beside that of its tile.
pub(super) const FLAGS: u32 = FLIPPED_HORIZONTALLY | FLIPPED_VERTICALLY | FLIPPED_DIAGONALLY | ROTATED_HEXAGONALLY;

/// Tells which tile a cell's number means.
pub(super) struct Gids {
    /// By their first numbers, ascending; of those that share one, the last named comes last.
    sets: Vec<Numbered>,
    known: HashMap<u32, Tile>,
    /// The number that was asked for last: cells repeat their neighbors.
    last: (u32, Tile),
}

struct Numbered {
    first_gid: u32,
    place: u16,
    /// How many tiles the set claims.
    claimed: u32,
    /// Whether its tiles are cut from one picture.
    sheet: bool,
    set: TileSet,
}

impl Gids {
    pub(super) fn new(references: &[SetReference], sets: &[TileSet], sources: &[Arc<Tileset>]) -> Self {
        let numbered =
            references.iter().zip(sets).zip(sources).zip(0..).map(|(((reference, set), source), place)| Numbered {
                first_gid: reference.first_gid,
                place,
                claimed: reference.set.tile_count.unwrap_or(0),
                sheet: source.image.is_some(),
                // A copy shares its tiles.
                set: set.clone(),
            });
        let mut sets: Vec<_> = numbered.collect();
        sets.sort_by_key(|set| set.first_gid);
        Self { sets, known: HashMap::new(), last: (0, Tile::default()) }
    }

    /// The tile of a number that is not 0.
    pub(super) fn tile(&mut self, gid: u32) -> Result<Tile, LoadErrorKind> {
        if self.last.0 == gid && gid != 0 {
            return Ok(self.last.1);
        }
        let tile = match self.known.get(&gid) {
            Some(tile) => *tile,
            None => {
                let tile = self.find(gid)?;
                self.known.insert(gid, tile);
                tile
            }
        };
        self.last = (gid, tile);
        Ok(tile)
    }

    fn find(&self, cell: u32) -> Result<Tile, LoadErrorKind> {
        let gid = cell & !FLAGS;
        let orientation = Orientation::new(
            cell & FLIPPED_DIAGONALLY != 0,
            cell & FLIPPED_HORIZONTALLY != 0,
            cell & FLIPPED_VERTICALLY != 0,
        );
        let after = self.sets.partition_point(|set| set.first_gid <= gid);
        let Some(owner) = after.checked_sub(1).map(|place| &self.sets[place]) else {
            return Err(match self.sets.first() {
                Some(first) => LoadErrorKind::GidBelowSets { gid, first: first.first_gid },
                None => LoadErrorKind::GidBeyondSets { gid, last_first_gid: 0, tiles: 0 },
            });
        };
        let id = gid - owner.first_gid;
        if owner.set.mask(id).is_some() {
            return Ok(Tile { set: owner.place, id, orientation });
        }
        let set = shortened(owner.set.name());
        Err(match after == self.sets.len() {
            _ if id < owner.claimed && owner.sheet => LoadErrorKind::TileOutsideImage { gid, id, set },
            true => LoadErrorKind::GidBeyondSets { gid, last_first_gid: owner.first_gid, tiles: owner.set.len() },
            false => LoadErrorKind::NoSuchTile { gid, id, set },
        })
    }
}
