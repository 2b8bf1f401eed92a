//! The faults of a robot's map, each with its remedy.

use std::error::Error;
use std::fmt;
/// The fault in the `map.yaml` of a robot's map.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OccupancyFault {
    /// A `map.yaml` is expected, but the file is something else.
    NotYaml {
        /// The kind of file that was found.
        found: &'static str,
        /// The remedy.
        remedy: &'static str,
    },
    /// The YAML is malformed, or no mapping of keys to values.
    Yaml {
        /// The violated rule.
        detail: String,
    },
    /// The file has more bytes than a `map.yaml` needs.
    TooLong {
        /// The limit.
        limit: usize,
    },
    /// A required key is missing.
    MissingKey {
        /// The key.
        key: &'static str,
        /// A line with it.
        example: &'static str,
    },
    /// A key is there twice.
    RepeatedKey {
        /// The key.
        key: &'static str,
    },
    /// A key has an invalid value.
    Value {
        /// The key.
        key: &'static str,
        /// The value, in quotes, or its kind.
        found: String,
        /// The valid values.
        expected: &'static str,
    },
    /// The thresholds are the wrong way round.
    Thresholds {
        /// The probability up to which a pixel is free.
        free: String,
        /// The probability from which on a pixel is occupied.
        occupied: String,
    },
}

impl fmt::Display for OccupancyFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotYaml { found, remedy } => {
                write!(f, "this is {found}, not the map.yaml of a robot's map; {remedy}")
            }
            Self::Yaml { detail } => {
                write!(f, "the YAML is malformed: {detail}; correct it, or save the map again with map_saver")
            }
            Self::TooLong { limit } => {
                write!(f, "the file has more than {limit} bytes, and a map.yaml less than 1000; name the map.yaml")
            }
            Self::MissingKey { key, example } => {
                write!(f, "the map has no key '{key}'; add a line such as '{example}'")
            }
            Self::RepeatedKey { key } => write!(f, "the key '{key}' is there twice; remove one of them"),
            Self::Value { key, found, expected } => {
                write!(f, "'{key}' is {found}, and should be {expected}; correct it")
            }
            Self::Thresholds { free, occupied } => write!(
                f,
                "'free_thresh' is {free}, above 'occupied_thresh', which is {occupied}; exchange them, as a pixel is free up to \
                the one and occupied from the other on"
            ),
        }
    }
}

impl Error for OccupancyFault {}
