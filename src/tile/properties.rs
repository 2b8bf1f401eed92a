use std::collections::BTreeMap;
use std::sync::Arc;

/// The value of a custom property.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Property {
    /// A switch.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A number; finite where it was read from a file.
    Float(f64),
    /// A text, or the name of an enumeration's value.
    String(String),
    /// A color as `0xAARRGGBB`; a color that a file gives without alpha is opaque.
    Color(u32),
    /// The name of a file, as the map has it: relative to the file that names it.
    File(String),
    /// The [`id`](super::MapObject::id) of an object; 0 stands for none.
    Object(u32),
}

/// Custom properties by their names, which are unique; cheap to clone, since clones share them until one is changed.
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
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(from = "Named", into = "Named"))]
pub struct Properties(Option<Arc<Named>>);

type Named = BTreeMap<String, Property>;

impl Properties {
    /// No properties, for those who have none to point to.
    pub(super) const NONE: &'static Self = &Self(None);

    /// The same properties and this one, which takes the place of one with its name.
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, value: impl Into<Property>) -> Self {
        self.set(name, value);
        self
    }

    /// Adds a property, or changes the one with this name. The first change after a clone copies them all.
    pub fn set(&mut self, name: impl Into<String>, value: impl Into<Property>) {
        Arc::make_mut(self.0.get_or_insert_default()).insert(name.into(), value.into());
    }

    /// The value of a property; `None` where there is none of this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Property> {
        self.0.as_ref()?.get(name)
    }

    /// The value of a switch; `None` where there is none of this name, or it is of another type.
    #[must_use]
    pub fn bool(&self, name: &str) -> Option<bool> {
        match self.get(name)? {
            Property::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// The value of a number, whole or not; `None` where there is none of this name, or it is of another type.
    ///
    /// Whole numbers beyond 2^53 are rounded.
    #[must_use]
    pub fn number(&self, name: &str) -> Option<f64> {
        match self.get(name)? {
            Property::Int(value) => Some(*value as f64),
            Property::Float(value) => Some(*value),
            _ => None,
        }
    }

    /// The value of a text or the name of a file; `None` where there is none of this name, or it is of another type.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<&str> {
        match self.get(name)? {
            Property::String(value) | Property::File(value) => Some(value),
            _ => None,
        }
    }

    /// All properties, by name ascending.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Property)> + '_ {
        self.0.iter().flat_map(|named| named.iter()).map(|(name, value)| (name.as_str(), value))
    }

    /// The number of properties.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.as_ref().map_or(0, |named| named.len())
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl From<Named> for Properties {
    fn from(named: Named) -> Self {
        Self((!named.is_empty()).then(|| Arc::new(named)))
    }
}

impl From<Properties> for Named {
    fn from(properties: Properties) -> Self {
        properties.0.map(Arc::unwrap_or_clone).unwrap_or_default()
    }
}

impl<N: Into<String>, V: Into<Property>> FromIterator<(N, V)> for Properties {
    /// Of properties with one name, the last counts.
    fn from_iter<I: IntoIterator<Item = (N, V)>>(properties: I) -> Self {
        let named = properties.into_iter().map(|(name, value)| (name.into(), value.into()));
        named.collect::<Named>().into()
    }
}

impl From<bool> for Property {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

impl From<i64> for Property {
    fn from(value: i64) -> Self {
        Self::Int(value)
    }
}

impl From<i32> for Property {
    fn from(value: i32) -> Self {
        Self::Int(value.into())
    }
}

impl From<f64> for Property {
    fn from(value: f64) -> Self {
        Self::Float(value)
    }
}

impl From<&str> for Property {
    fn from(value: &str) -> Self {
        Self::String(value.to_owned())
    }
}

impl From<String> for Property {
    fn from(value: String) -> Self {
        Self::String(value)
    }
}
