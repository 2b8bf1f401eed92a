/// Which way round the corners of a polygon run, as seen on screen, where y points down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Winding {
    /// As the hands of a clock go, from +x toward +y: the signed area is positive, and the inside lies to the right of
    /// each edge on screen.
    Clockwise,
    /// The other way: the signed area is negative, and the inside lies to the left of each edge on screen.
    CounterClockwise,
}

impl Winding {
    /// The sign that `orientation(start, end, point)` has for points just inside of an edge: 1 or −1.
    pub(crate) fn inner_sign(self) -> f64 {
        match self {
            Self::Clockwise => 1.0,
            Self::CounterClockwise => -1.0,
        }
    }
}
