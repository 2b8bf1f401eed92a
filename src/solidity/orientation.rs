use glam::{IVec2, UVec2, ivec2, uvec2};

/// One of the 8 ways to lay a tile's picture: the diagonal flip first, then the horizontal, then the vertical.
///
/// The diagonal flip swaps x and y, so it swaps width and height too. This is how Tiled defines the three flags of a
/// tile in a map; its editor's "rotate right" is diagonal and horizontal together.
///
/// ```
/// use tileray::solidity::Orientation;
/// use tileray::SolidityMap;
///
/// let ramp = SolidityMap::from_ascii("#..\n##.\n")?;
/// assert_eq!(ramp.oriented(Orientation::ROTATE_90).to_ascii(), "##\n#.\n..\n");
/// # Ok::<(), tileray::solidity::AsciiError>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Orientation {
    /// Swap x and y, before the other two.
    pub diagonal: bool,
    /// Mirror left and right.
    pub horizontal: bool,
    /// Mirror top and bottom.
    pub vertical: bool,
}

impl Orientation {
    /// The picture as it is.
    pub const IDENTITY: Self = Self::new(false, false, false);
    /// A quarter turn, clockwise on the screen.
    pub const ROTATE_90: Self = Self::new(true, true, false);
    /// A half turn.
    pub const ROTATE_180: Self = Self::new(false, true, true);
    /// A quarter turn, counter-clockwise on the screen.
    pub const ROTATE_270: Self = Self::new(true, false, true);

    /// All eight; the index is [`index`](Self::index).
    pub const ALL: [Self; 8] = [
        Self::new(false, false, false),
        Self::new(false, true, false),
        Self::new(false, false, true),
        Self::new(false, true, true),
        Self::new(true, false, false),
        Self::new(true, true, false),
        Self::new(true, false, true),
        Self::new(true, true, true),
    ];

    /// The orientation with these flips.
    #[must_use]
    pub const fn new(diagonal: bool, horizontal: bool, vertical: bool) -> Self {
        Self { diagonal, horizontal, vertical }
    }

    /// Its place in [`ALL`](Self::ALL): horizontal counts 1, vertical 2, diagonal 4.
    #[must_use]
    pub const fn index(self) -> usize {
        self.horizontal as usize | (self.vertical as usize) << 1 | (self.diagonal as usize) << 2
    }

    /// The size that a picture of `size` has once it is laid this way.
    #[must_use]
    pub const fn oriented_size(self, size: UVec2) -> UVec2 {
        if self.diagonal { uvec2(size.y, size.x) } else { size }
    }

    /// The pixel of the picture (of `size`, before it is laid) that is seen at `pixel` of the laid one.
    ///
    /// A pixel outside the laid picture gives one outside the picture.
    #[must_use]
    pub fn source(self, pixel: IVec2, size: UVec2) -> IVec2 {
        let laid = self.oriented_size(size).as_ivec2();
        // The flips are undone from the last to the first.
        let y = if self.vertical { laid.y - 1 - pixel.y } else { pixel.y };
        let x = if self.horizontal { laid.x - 1 - pixel.x } else { pixel.x };
        if self.diagonal { ivec2(y, x) } else { ivec2(x, y) }
    }

    /// The orientation that lays a picture this way and then the `next` way.
    #[must_use]
    pub const fn then(self, next: Self) -> Self {
        // A diagonal flip turns a horizontal mirror that stood before it into a vertical one.
        let (horizontal, vertical) =
            if next.diagonal { (self.vertical, self.horizontal) } else { (self.horizontal, self.vertical) };
        Self::new(self.diagonal != next.diagonal, horizontal != next.horizontal, vertical != next.vertical)
    }

    /// The orientation that brings the picture back.
    #[must_use]
    pub const fn inverse(self) -> Self {
        if self.diagonal { Self::new(true, self.vertical, self.horizontal) } else { self }
    }
}

impl std::fmt::Debug for Orientation {
    /// The flips by their letters, in the order they are made: `Orientation(DH)`; the identity is `Orientation(-)`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let letters = [(self.diagonal, 'D'), (self.horizontal, 'H'), (self.vertical, 'V')];
        let flips: String = letters.iter().filter(|(set, _)| *set).map(|(_, letter)| letter).collect();
        write!(f, "Orientation({})", if flips.is_empty() { "-" } else { &flips })
    }
}
