//! JSON: objects as structs, whose members are read and whose other members are skipped.

use crate::load::error::LoadErrorKind;
use crate::load::error::{LoadError, shortened};
use crate::load::input::TextDocument;
use serde_core::de::{Deserialize, Deserializer, Error, Visitor, value};
#[cfg(feature = "tmx")]
use serde_core::de::{MapAccess, SeqAccess};
#[cfg(feature = "tmx")]
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::fmt;

/// Defines structs and how they are read: a field is the member of the name beside it. A member that is missing is an error,
/// but where the field is an `Option`. `serde`'s macros do the same, and take longer to compile than all that is read by them.
macro_rules! json_objects {
    ($($(#[$meta:meta])* struct $object:ident $(<$life:lifetime>)? {
        $($(#[$doc:meta])* $field:ident: $type:ty = $name:literal,)*
    })*) => {$(
        $(#[$meta])*
        pub(super) struct $object $(<$life>)? {
            $($(#[$doc])* pub(super) $field: $type,)*
        }

        impl<'de $(: $life, $life)?> serde_core::Deserialize<'de> for $object $(<$life>)? {
            fn deserialize<D: serde_core::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Members<T>(std::marker::PhantomData<T>);

                impl<'de $(: $life, $life)?> serde_core::de::Visitor<'de> for Members<$object $(<$life>)?> {
                    type Value = $object $(<$life>)?;

                    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        f.write_str("an object")
                    }

                    fn visit_map<A: serde_core::de::MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                        $(let mut $field: Option<$type> = None;)*
                        while let Some($crate::load::json::Word(name)) = map.next_key()? {
                            match &*name {
                                $($name if $field.is_some() => return Err(serde_core::de::Error::duplicate_field($name)),
                                $name => $field = Some(map.next_value()?),)*
                                _ => {
                                    map.next_value::<serde_core::de::IgnoredAny>()?;
                                }
                            }
                        }
                        Ok($object {$(
                            $field: match $field {
                                Some(value) => value,
                                None => $crate::load::json::missing($name)?,
                            },
                        )*})
                    }
                }

                deserializer.deserialize_map(Members(std::marker::PhantomData))
            }
        }
    )*};
}

pub(super) use json_objects;

/// A text that is borrowed where the document has it without escapes.
pub(super) struct Word<'d>(pub(super) Cow<'d, str>);

impl<'de> Deserialize<'de> for Word<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;

        impl<'de> Visitor<'de> for Text {
            type Value = Word<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }

            fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Word<'de>, E> {
                Ok(Word(text.into()))
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Word<'de>, E> {
                Ok(Word(text.to_owned().into()))
            }
        }

        deserializer.deserialize_str(Text)
    }
}

/// Returns the value of a member that is missing, which only an `Option` has.
pub(super) fn missing<'de, T: Deserialize<'de>, E: Error>(name: &'static str) -> Result<T, E> {
    T::deserialize(value::UnitDeserializer::<E>::new()).map_err(|_| E::missing_field(name))
}

/// Parses a part of a document that begins at a byte of it. `kind` is the error for a message of the parser.
pub(super) fn parse<'d, T: Deserialize<'d>>(
    document: &TextDocument,
    at: usize,
    text: &'d str,
    kind: fn(String) -> LoadErrorKind,
) -> Result<T, LoadError> {
    serde_json::from_str(text).map_err(|error| {
        let lines = text.split_inclusive('\n').take(error.line().saturating_sub(1));
        let byte = lines.map(str::len).sum::<usize>() + error.column().saturating_sub(1);
        let message = error.to_string();
        // The position is not told twice.
        let detail = message.rsplit_once(" at line ").map_or(&*message, |(detail, _)| detail);
        document.error(at + byte, kind(shortened(detail)))
    })
}

/// Returns the items of a list, whatever they are; `None` where this is no list or has more than `most` items.
#[cfg(feature = "tmx")]
pub(super) fn items(list: &RawValue, most: usize) -> Option<Vec<&RawValue>> {
    struct Items(usize);

    impl<'de> Visitor<'de> for Items {
        type Value = Vec<&'de RawValue>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a list")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
            let mut items = Vec::new();
            while let Some(item) = list.next_element()? {
                if items.len() == self.0 {
                    return Err(Error::custom("too many items"));
                }
                items.push(item);
            }
            Ok(items)
        }
    }

    serde_json::Deserializer::from_str(list.get()).deserialize_seq(Items(most)).ok()
}

/// Returns the names and the values of an object; `None` where this is no object, has more than `most` members, or has a
/// name that is no text, such as half a surrogate pair.
#[cfg(feature = "tmx")]
pub(super) fn members(object: &RawValue, most: usize) -> Option<Vec<(Cow<'_, str>, &RawValue)>> {
    struct Members(usize);

    impl<'de> Visitor<'de> for Members {
        type Value = Vec<(Cow<'de, str>, &'de RawValue)>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Self::Value, A::Error> {
            let mut members = Vec::new();
            while let Some((Word(name), value)) = object.next_entry()? {
                if members.len() == self.0 {
                    return Err(Error::custom("too many members"));
                }
                members.push((name, value));
            }
            Ok(members)
        }
    }

    serde_json::Deserializer::from_str(object.get()).deserialize_map(Members(most)).ok()
}
