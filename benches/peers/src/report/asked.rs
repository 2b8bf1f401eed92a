use serde::Serialize;

/// The queries that were timed, and the words for them.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum Asked {
    /// Rays through a map.
    Rays {
        /// How many were timed.
        rays: usize,
        /// The share of rays that hit.
        hits: f64,
        /// How far rays come on average, in pixels, as if nothing ended at the border of the map.
        walked: f64,
    },
    /// Pairs of shapes.
    Pairs {
        /// How many were timed.
        pairs: usize,
        /// The share of pairs that overlap, or touch.
        hits: f64,
    },
    /// Boxes, to find all pairs that overlap.
    Boxes {
        /// How many were timed.
        boxes: usize,
        /// How many pairs of them overlap.
        pairs: usize,
    },
    /// Masks that something is made of.
    Sprites {
        /// How many were timed.
        sprites: usize,
    },
    /// Pairs of masks.
    Masks {
        /// How many were timed.
        pairs: usize,
        /// The share of pairs that have a solid pixel in common.
        hits: f64,
    },
    /// Motions of a box along an axis.
    #[cfg_attr(not(feature = "maps"), expect(dead_code, reason = "the group needs a map"))]
    Moves {
        /// How many were timed.
        moves: usize,
        /// How far the box gets on average, in pixels.
        walked: f64,
    },
    /// Points that see.
    #[cfg_attr(not(feature = "maps"), expect(dead_code, reason = "the group needs a map"))]
    Views {
        /// How many were timed.
        views: usize,
        /// How many corners the polygon of what they see has on average; 0 where none is asked for.
        corners: f64,
    },
}

impl Asked {
    /// How many queries were timed.
    pub(crate) const fn count(&self) -> usize {
        match *self {
            Self::Rays { rays, .. } => rays,
            Self::Pairs { pairs, .. } | Self::Masks { pairs, .. } => pairs,
            Self::Sprites { sprites } => sprites,
            Self::Boxes { boxes, .. } => boxes,
            Self::Moves { moves, .. } => moves,
            Self::Views { views, .. } => views,
        }
    }

    /// How many queries there are of a size, where `most` were timed of any.
    pub(super) const fn all(&self, size: u32, most: usize) -> usize {
        if let Self::Boxes { .. } = self { size as usize } else { most }
    }

    /// One query, and several.
    pub(super) const fn names(&self) -> [&'static str; 2] {
        match self {
            Self::Rays { .. } => ["ray", "rays"],
            Self::Pairs { .. } | Self::Masks { .. } => ["pair", "pairs"],
            Self::Sprites { .. } => ["sprite", "sprites"],
            Self::Boxes { .. } => ["box", "boxes"],
            Self::Moves { .. } => ["move", "moves"],
            Self::Views { .. } => ["view", "views"],
        }
    }

    /// What the sizes of a table's columns are the sizes of.
    pub(super) const fn sized(&self) -> &'static str {
        match self {
            Self::Rays { .. } => "length of the rays",
            Self::Pairs { .. } => "shapes of",
            Self::Masks { .. } | Self::Sprites { .. } => "side of the masks",
            Self::Boxes { .. } => "how many",
            Self::Moves { .. } => "length of the moves",
            Self::Views { .. } => "radius",
        }
    }

    /// A size with its unit.
    pub(crate) fn size(&self, size: u32) -> String {
        match self {
            Self::Rays { .. } | Self::Masks { .. } | Self::Sprites { .. } | Self::Moves { .. } | Self::Views { .. } => {
                format!("{size} px")
            }
            Self::Pairs { .. } => format!("{size} corners"),
            Self::Boxes { .. } => format!("{size} boxes"),
        }
    }

    /// What is told of the queries of a column.
    pub(super) const fn summarized(&self) -> &'static str {
        match self {
            Self::Rays { .. } => "they hit; come so far",
            Self::Pairs { .. } => "they collide",
            Self::Masks { .. } => "they overlap",
            Self::Sprites { .. } => "sprites",
            Self::Boxes { .. } => "pairs that overlap",
            Self::Moves { .. } => "they come so far",
            Self::Views { .. } => "corners",
        }
    }

    /// The same, told.
    pub(super) fn summary(&self) -> String {
        match self {
            Self::Rays { hits, walked, .. } => format!("{:.0} %; {walked:.0} px", 100.0 * hits),
            Self::Pairs { hits, .. } | Self::Masks { hits, .. } => format!("{:.0} %", 100.0 * hits),
            Self::Sprites { sprites } => sprites.to_string(),
            Self::Boxes { pairs, .. } => pairs.to_string(),
            Self::Moves { walked, .. } => format!("{walked:.1} px"),
            Self::Views { corners, .. } => format!("{corners:.0}"),
        }
    }
}
