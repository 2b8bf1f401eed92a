//! The faults of a robot's map, each with its remedy.

/// The fault in the `map.yaml` of a robot's map.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OccupancyFault {
    /// A `map.yaml` is expected, but the file is something else.
    #[error("this is {found}, not the map.yaml of a robot's map; {remedy}")]
    NotYaml {
        /// The kind of file that was found.
        found: &'static str,
        /// The remedy.
        remedy: &'static str,
    },
    /// The YAML is malformed, or no mapping of keys to values.
    #[error("the YAML is malformed: {detail}; correct it, or save the map again with map_saver")]
    Yaml {
        /// The violated rule.
        detail: String,
    },
    /// The file has more bytes than a `map.yaml` needs.
    #[error("the file has more than {limit} bytes, and a map.yaml less than 1000; name the map.yaml")]
    TooLong {
        /// The limit.
        limit: usize,
    },
    /// A required key is missing.
    #[error("the map has no key '{key}'; add a line such as '{example}'")]
    MissingKey {
        /// The key.
        key: &'static str,
        /// A line with it.
        example: &'static str,
    },
    /// A key is there twice.
    #[error("the key '{key}' is there twice; remove one of them")]
    RepeatedKey {
        /// The key.
        key: &'static str,
    },
    /// A key has an invalid value.
    #[error("'{key}' is {found}, and should be {expected}; correct it")]
    Value {
        /// The key.
        key: &'static str,
        /// The value, in quotes, or its kind.
        found: String,
        /// The valid values.
        expected: &'static str,
    },
    /// The thresholds are the wrong way round.
    #[error(
        "'free_thresh' is {free}, above 'occupied_thresh', which is {occupied}; exchange them, as a pixel is free up to \
        the one and occupied from the other on"
    )]
    Thresholds {
        /// The probability up to which a pixel is free.
        free: String,
        /// The probability from which on a pixel is occupied.
        occupied: String,
    },
}
