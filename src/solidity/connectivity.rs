/// Which neighbors of a pixel belong together with it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Connectivity {
    /// The four beside it: pixels that only touch at a corner are not joined.
    #[default]
    Four,
    /// The eight around it: pixels that touch at a corner are joined.
    Eight,
}
