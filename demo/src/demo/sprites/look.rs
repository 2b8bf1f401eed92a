/// What is drawn of each sprite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Look {
    pub(super) name: &'static str,
    pub(super) picture: bool,
    /// The border of its solid pixels.
    pub(super) contour: bool,
    /// The outline that the hull is made of.
    pub(super) hull: bool,
    /// The convex pieces of the hull, each in a color of its own.
    pub(super) pieces: bool,
}

impl Look {
    /// Those that a key goes through.
    pub(super) const ALL: [Self; 6] = [
        Self::new("picture, hull", [true, false, true, false]),
        Self::new("picture, hull, pieces", [true, false, true, true]),
        Self::new("picture, contour", [true, true, false, false]),
        Self::new("contour, hull", [false, true, true, false]),
        Self::new("hull, pieces", [false, false, true, true]),
        Self::new("picture", [true, false, false, false]),
    ];

    /// All at once.
    pub(super) const EVERYTHING: Self = Self::new("everything", [true; 4]);

    const fn new(name: &'static str, [picture, contour, hull, pieces]: [bool; 4]) -> Self {
        Self { name, picture, contour, hull, pieces }
    }
}
