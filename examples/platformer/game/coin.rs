use tileray::glam::{IVec2, ivec2};
use tileray::{Body, SolidityMap};

#[derive(Clone, Debug)]
pub(crate) struct Coin {
    /// Its middle.
    pub(crate) at: IVec2,
    pub(crate) is_taken: bool,
}

impl Coin {
    pub(crate) const fn new(at: IVec2) -> Self {
        Self { at, is_taken: false }
    }

    /// Where its picture begins.
    pub(crate) fn corner(&self, coin: &SolidityMap) -> IVec2 {
        self.at - ivec2(coin.width() as i32, coin.height() as i32) / 2
    }

    /// Whether a pixel of it is one of the body's.
    pub(crate) fn touches(&self, coin: &SolidityMap, body: &Body) -> bool {
        body.shape().mask().overlap(coin, self.corner(coin) - body.position()).is_some()
    }
}
