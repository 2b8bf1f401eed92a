use tileray::glam::{IVec2, ivec2};
use tileray::{Body, SolidityMap};

#[derive(Clone, Debug)]
pub struct Coin {
    /// The center.
    pub center: IVec2,
    pub is_taken: bool,
}

impl Coin {
    /// Returns the top left corner of the coin's image.
    pub fn corner(&self, coin: &SolidityMap) -> IVec2 {
        self.center - ivec2(coin.width() as i32, coin.height() as i32) / 2
    }

    /// Returns whether the coin shares a pixel with a body.
    pub fn touches(&self, coin: &SolidityMap, body: &Body) -> bool {
        body.shape().mask().overlap(coin, self.corner(coin) - body.position()).is_some()
    }
}
