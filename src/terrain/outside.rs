//! The questions and settings of a terrain's outside. `surroundings.rs` makes its pixels.

use super::Terrain;
use super::grid::REGION_SHIFT;
use super::layer_stack::LayerStack;
use super::surroundings::{Outside, REGIONS, Surroundings};
use crate::geometry::Direction;

/// # Outside
///
/// Nothing outside the bounds is solid, unless the terrain says so: each side may be [`Solid`](Outside::Solid), as the
/// walls of a room, or [`Edge`](Outside::Edge), as the ground of a landscape that goes on. A pixel beyond two sides is
/// solid if one of them is solid, else free if one of them is free. Else it is as the corner pixel.
///
/// Every query and every body meets the outside as if it were drawn. Its hits have no tile. Its cells are those that the
/// grid of the layer would have there. An edge repeats one-way tiles too; a solid side stops what the layer stops. Edits beyond the bounds change nothing. An edge follows the pixels that it repeats, so
/// an edit whose dirty rectangle touches a side changed the outside there too.
///
/// A side that is not free begins where the map or the mask ends, so the [bounds](Terrain::bounds) end there too, not
/// at whole bricks. The outside is [`OUTSIDE_WIDTH`](Self::OUTSIDE_WIDTH) wide. Beyond that, nothing is solid. A terrain
/// without pixels has no outside.
///
/// A side that is not free costs about 100 kB and a millisecond, some microseconds for each snapshot, and some tens of
/// microseconds for each edit that touches the border.
impl Terrain {
    /// The width of the outside: 32,768 pixels.
    pub const OUTSIDE_WIDTH: u32 = (REGIONS as u32) << REGION_SHIFT;

    /// Sets the outside beyond all four sides.
    ///
    /// ```
    /// use tileray::terrain::Outside;
    /// use tileray::{Circle, SolidityMap, Terrain};
    ///
    /// let room = Terrain::from_solidity(&SolidityMap::new(320, 180)).with_outside(Outside::Solid);
    /// let hit = room.query().cast_shape(&Circle::new((160.0, 90.0), 8.0), (4000.0, 0.0)).expect("the wall");
    /// assert_eq!(hit.distance(), 152.0);
    /// ```
    #[must_use]
    pub fn with_outside(mut self, outside: Outside) -> Self {
        self.set_sides([outside; 4]);
        self
    }

    /// Sets the outside beyond one side: left of the bounds for [`Direction::Left`], above them for [`Direction::Up`].
    ///
    /// ```
    /// use tileray::terrain::Outside;
    /// use tileray::{Direction, SolidityMap, Terrain, glam::ivec2};
    ///
    /// // One falls out of this level through its pits, and nowhere else.
    /// let mut level = Terrain::from_solidity(&SolidityMap::new(320, 180)).with_outside(Outside::Solid);
    /// level.set_outside(Direction::Down, Outside::Free);
    /// assert!(level.is_solid(ivec2(100, -1)) && !level.is_solid(ivec2(100, 180)));
    /// ```
    pub fn set_outside(&mut self, side: Direction, outside: Outside) {
        let mut sides = self.sides();
        sides[side as usize] = outside;
        self.set_sides(sides);
    }

    /// Returns the outside beyond a side.
    #[must_use]
    pub fn outside(&self, side: Direction) -> Outside {
        self.sides()[side as usize]
    }

    /// Returns the outside beyond each side, by [`Direction`].
    pub(super) fn sides(&self) -> [Outside; 4] {
        self.surroundings.as_ref().map_or_else(Default::default, |it| it.sides)
    }

    /// Sets the outside beyond each side, by [`Direction`], and reads the bounds of the source anew.
    pub(super) fn set_sides(&mut self, sides: [Outside; 4]) {
        if sides == self.sides() {
            return;
        }
        if let Some(surroundings) = self.surroundings.take() {
            self.stack = surroundings.inside;
        }
        if sides == [Outside::Free; 4] {
            return;
        }
        let mut bounds = self.bounds();
        let source = self.source_bounds().intersection(&bounds);
        for side in Direction::ALL.into_iter().filter(|side| sides[*side as usize] != Outside::Free) {
            match side {
                Direction::Right => bounds.max.x = source.max.x,
                Direction::Left => bounds.min.x = source.min.x,
                Direction::Down => bounds.max.y = source.max.y,
                Direction::Up => bounds.min.y = source.min.y,
            }
        }
        self.surroundings = Some(Box::new(Surroundings::around(&mut self.stack, bounds, sides)));
    }

    /// Returns the stack that holds the pixels within the bounds.
    pub(super) fn inside(&self) -> &LayerStack {
        self.surroundings.as_ref().map_or(&self.stack, |it| &it.inside)
    }
}
