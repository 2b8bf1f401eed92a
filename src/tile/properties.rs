//! Custom properties of maps, layers, tiles and objects.

use crate::geometry::sort_by;
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

/// The value of a custom property.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Property {
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int(i64),
    /// A number. Numbers from files are finite.
    Float(f64),
    /// A text, or the name of an enum's value.
    String(String),
    /// A color as `0xAARRGGBB`. A color without alpha in the file is opaque.
    Color(u32),
    /// The path of a file, relative to the file that names it.
    File(String),
    /// The [`id`](super::MapObject::id) of an object, or 0 for none.
    Object(u32),
}

/// Custom properties by their unique names. Clones share them until one of the clones changes. So objects of one
/// template share its properties, unless they have properties of their own.
///
/// ```
/// use tileray::tile::{Properties, Property};
///
/// let properties = Properties::default().with("speed", 40).with("lit", true).with("label", "to the mine");
/// assert_eq!((properties.number("speed"), properties.bool("lit")), (Some(40.0), Some(true)));
/// assert_eq!(properties.text("label"), Some("to the mine"));
/// assert_eq!(properties.get("speed"), Some(&Property::Int(40)));
/// assert_eq!((properties.number("lit"), properties.bool("depth")), (None, None));
/// ```
#[derive(Clone, Default, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(from = "SortedProperties", into = "SortedProperties")
)]
#[doc(alias = "get_custom_data")]
pub struct Properties(Option<Arc<HashMap<String, Property>>>);

/// As files have them. A `BTreeMap` in [`Properties`] would take 1 % of the library's build.
#[cfg(feature = "serde")]
type SortedProperties = std::collections::BTreeMap<String, Property>;

impl Properties {
    /// Empty properties, as a reference.
    pub(super) const NONE: &'static Self = &Self(None);

    /// Adds a property, or replaces the one with this name, and returns the properties.
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, value: impl Into<Property>) -> Self {
        self.set(name, value);
        self
    }

    /// Adds a property, or replaces the one with this name. The first change after a clone copies all properties.
    pub fn set(&mut self, name: impl Into<String>, value: impl Into<Property>) {
        Arc::make_mut(self.0.get_or_insert_default()).insert(name.into(), value.into());
    }

    /// Returns the value of a property, or `None` if no property has this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Property> {
        self.0.as_ref()?.get(name)
    }

    /// Returns the value of the [`Bool`](Property::Bool) with this name, or `None` if there is none.
    #[must_use]
    pub fn bool(&self, name: &str) -> Option<bool> {
        match self.get(name)? {
            Property::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// Returns the value of the [`Int`](Property::Int) or [`Float`](Property::Float) with this name, or `None` if there
    /// is none.
    ///
    /// Integers beyond ±2^53 are rounded.
    #[must_use]
    pub fn number(&self, name: &str) -> Option<f64> {
        match self.get(name)? {
            Property::Int(value) => Some(*value as f64),
            Property::Float(value) => Some(*value),
            _ => None,
        }
    }

    /// Returns the value of the [`String`](Property::String) or [`File`](Property::File) with this name, or `None` if
    /// there is none.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<&str> {
        match self.get(name)? {
            Property::String(value) | Property::File(value) => Some(value),
            _ => None,
        }
    }

    /// Returns all properties in ascending order of their names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Property)> + '_ {
        let all = self.0.iter().flat_map(|named| named.iter()).map(|(name, value)| (name.as_str(), value));
        let mut all: Vec<_> = all.collect();
        sort_by(&mut all, |(name, _), (other, _)| name.cmp(other));
        all.into_iter()
    }

    /// Returns the number of properties.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.as_ref().map_or(0, |named| named.len())
    }

    /// Returns whether there are no properties.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl fmt::Debug for Properties {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

#[cfg(feature = "serde")]
impl From<SortedProperties> for Properties {
    fn from(named: SortedProperties) -> Self {
        named.into_iter().collect()
    }
}

#[cfg(feature = "serde")]
impl From<Properties> for SortedProperties {
    fn from(properties: Properties) -> Self {
        properties.0.map(Arc::unwrap_or_clone).unwrap_or_default().into_iter().collect()
    }
}

impl<N: Into<String>, V: Into<Property>> FromIterator<(N, V)> for Properties {
    /// Collects properties. If several have the same name, the last one counts.
    fn from_iter<I: IntoIterator<Item = (N, V)>>(properties: I) -> Self {
        let named: HashMap<_, _> = properties.into_iter().map(|(name, value)| (name.into(), value.into())).collect();
        Self((!named.is_empty()).then(|| Arc::new(named)))
    }
}

/// Implements `From<$value> for Property` for each pair.
macro_rules! property_from {
    ($($value:ty => $variant:ident),*) => {$(
        impl From<$value> for Property {
            fn from(value: $value) -> Self {
                Self::$variant(value.into())
            }
        }
    )*};
}

property_from!(bool => Bool, i32 => Int, i64 => Int, f64 => Float, &str => String, String => String);
