use crate::args::TraversalArg;
use anyhow::bail;
use tileray::{RayOptions, Traversal};

impl TraversalArg {
    /// The options of a query that walks this way.
    pub(super) fn options(self) -> anyhow::Result<RayOptions> {
        let mut options = RayOptions::default();
        options.traversal = match self {
            Self::Bresenham => Traversal::Bresenham,
            Self::Exact => bail!("--traversal exact: it is not available yet; use --traversal bresenham"),
        };
        Ok(options)
    }

    /// Its name on the command line.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Bresenham => "bresenham",
            Self::Exact => "exact",
        }
    }
}
