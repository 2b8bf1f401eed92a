//! JSON: reads the members of objects as the kinds of values that a format lists.
//!
//! ```text
//! text ──serde_json──▶ Kind: the expected kind of value ──▶ Value: number, text, object, list, or a slice of the text
//! ```
//!
//! One visitor reads all objects and all lists, in one pass. A format lists its members as data, since a type for each
//! object takes far longer to compile. Other members are skipped, and nothing recurses deeper than a [`Kind`] does.

use crate::load::error::{LoadError, LoadErrorKind, shortened};
use crate::load::input::TextDocument;
use serde_core::de::{Deserialize, DeserializeSeed, Deserializer, Error, IgnoredAny};
use serde_core::de::{MapAccess, SeqAccess, Unexpected, Visitor};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::fmt;

/// The most members of an object without a list of members. Old versions of Tiled wrote objects with a member for each
/// name.
const MOST_MEMBERS: usize = 1 << 16;

/// The kind of value that a format expects. Null fits every kind.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    Flag,
    /// A whole number between two bounds, which are allowed.
    Whole(i64, i64),
    Number,
    Text,
    /// A list with this count of numbers.
    Numbers(usize),
    /// The numbers of cells. A list longer than this is cut to one number more.
    Cells(u64),
    /// The tiles of a layer of LDtk.
    Tiles,
    /// Any value, as a slice of the text.
    Raw,
    /// A list with at most this count of values, as slices of the text.
    Raws(usize),
    /// An object with any members, as slices of the text.
    AnyObject,
    /// An object with these members, and a list of such objects. Other members are skipped.
    Object(&'static [Member]),
    Objects(&'static [Member]),
}

pub(super) const I32: Kind = Kind::Whole(i32::MIN as i64, i32::MAX as i64);
pub(super) const I64: Kind = Kind::Whole(i64::MIN, i64::MAX);
pub(super) const U32: Kind = Kind::Whole(0, u32::MAX as i64);

/// A member of an object.
pub(super) struct Member {
    name: &'static str,
    kind: Kind,
    is_required: bool,
}

/// Creates a member that must be there and not be null.
pub(super) const fn required(name: &'static str, kind: Kind) -> Member {
    Member { name, kind, is_required: true }
}

pub(super) const fn optional(name: &'static str, kind: Kind) -> Member {
    Member { name, kind, is_required: false }
}

/// A value, of the [`Kind`] that was asked for.
pub(super) enum Value<'d> {
    Null,
    Flag(bool),
    Whole(i64),
    Number(f64),
    Text(Cow<'d, str>),
    Numbers(Vec<f64>),
    Cells(Vec<u32>),
    Tiles(Vec<LdtkTile>),
    Raw(&'d RawValue),
    Raws(Vec<&'d RawValue>),
    Object(Object<'d>),
    Objects(Vec<Object<'d>>),
}

/// The members of an object, without null ones. If two have one name, the first one counts.
#[derive(Default)]
pub(super) struct Object<'d>(pub(super) Vec<(Cow<'d, str>, Value<'d>)>);

impl<'d> Object<'d> {
    /// Returns a member, if it is there and not null.
    pub(super) fn get(&self, name: &str) -> Option<&Value<'d>> {
        self.0.iter().find(|(key, _)| key == name).map(|(_, value)| value)
    }

    /// Returns the text of a member as it is written.
    pub(super) fn raw(&self, name: &str) -> Option<&'d RawValue> {
        if let Some(Value::Raw(raw)) = self.get(name) { Some(raw) } else { None }
    }

    pub(super) fn find_text(&self, name: &str) -> Option<&str> {
        if let Some(Value::Text(text)) = self.get(name) { Some(text) } else { None }
    }

    pub(super) fn find_number(&self, name: &str) -> Option<f64> {
        if let Some(Value::Number(number)) = self.get(name) { Some(*number) } else { None }
    }
}

/// Members that are 0 or empty if they are missing.
impl<'d> Object<'d> {
    pub(super) fn text(&self, name: &str) -> &str {
        self.find_text(name).unwrap_or_default()
    }

    pub(super) fn number(&self, name: &str) -> f64 {
        self.find_number(name).unwrap_or(0.0)
    }

    pub(super) fn numbers<const N: usize>(&self, name: &str) -> Option<[f64; N]> {
        if let Some(Value::Numbers(numbers)) = self.get(name) { (**numbers).try_into().ok() } else { None }
    }

    pub(super) fn pair(&self, name: &str) -> [f64; 2] {
        self.numbers(name).unwrap_or_default()
    }

    pub(super) fn find_whole<N: TryFrom<i64>>(&self, name: &str) -> Option<N> {
        if let Some(Value::Whole(number)) = self.get(name) { N::try_from(*number).ok() } else { None }
    }

    pub(super) fn whole<N: TryFrom<i64> + Default>(&self, name: &str) -> N {
        self.find_whole(name).unwrap_or_default()
    }

    pub(super) fn objects(&self, name: &str) -> &[Object<'d>] {
        if let Some(Value::Objects(objects)) = self.get(name) { objects } else { &[] }
    }

    /// Takes a member out of the object.
    pub(super) fn take(&mut self, name: &str) -> Option<Value<'d>> {
        let index = self.0.iter().position(|(key, _)| key == name)?;
        Some(self.0.swap_remove(index).1)
    }

    /// Takes a list of objects out of the object, if it is there.
    pub(super) fn take_objects(&mut self, name: &str) -> Option<Vec<Object<'d>>> {
        if let Some(Value::Objects(objects)) = self.take(name) { Some(objects) } else { None }
    }
}

impl<'de> DeserializeSeed<'de> for Kind {
    type Value = Value<'de>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value<'de>, D::Error> {
        match self {
            Self::Raw => <&RawValue>::deserialize(deserializer).map(Value::Raw),
            _ => deserializer.deserialize_any(self),
        }
    }
}

impl<'de> Visitor<'de> for Kind {
    type Value = Value<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Flag => "a boolean",
            Self::Whole(min, max) => return write!(f, "a whole number from {min} to {max}"),
            Self::Number => "a number",
            Self::Text => "a string",
            Self::Numbers(count) => return write!(f, "a list of {count} numbers"),
            Self::Cells(_) | Self::Tiles | Self::Raws(_) | Self::Objects(_) => "a list",
            Self::Raw => "a value",
            Self::AnyObject | Self::Object(_) => "an object",
        })
    }

    fn visit_unit<E: Error>(self) -> Result<Value<'de>, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E: Error>(self, flag: bool) -> Result<Value<'de>, E> {
        match self {
            Self::Flag => Ok(Value::Flag(flag)),
            _ => Err(E::invalid_type(Unexpected::Bool(flag), &self)),
        }
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Value<'de>, E> {
        match self {
            Self::Whole(min, max) if (min..=max).contains(&number) => Ok(Value::Whole(number)),
            Self::Whole(..) => Err(E::invalid_value(Unexpected::Signed(number), &self)),
            Self::Number => Ok(Value::Number(number as f64)),
            _ => Err(E::invalid_type(Unexpected::Signed(number), &self)),
        }
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Value<'de>, E> {
        match (self, i64::try_from(number)) {
            (Self::Number, _) => Ok(Value::Number(number as f64)),
            (_, Ok(number)) => self.visit_i64(number),
            _ => Err(E::invalid_value(Unexpected::Unsigned(number), &self)),
        }
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Value<'de>, E> {
        match self {
            Self::Number => Ok(Value::Number(number)),
            _ => Err(E::invalid_type(Unexpected::Float(number), &self)),
        }
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Value<'de>, E> {
        match self {
            Self::Text => Ok(Value::Text(text.into())),
            _ => Err(E::invalid_type(Unexpected::Str(text), &self)),
        }
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Value<'de>, E> {
        match self {
            Self::Text => Ok(Value::Text(text.to_owned().into())),
            _ => Err(E::invalid_type(Unexpected::Str(text), &self)),
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value<'de>, A::Error> {
        match self {
            Self::Objects(members) => {
                let mut objects = Vec::new();
                while let Some(value) = list.next_element_seed(Self::Object(members))? {
                    match value {
                        Value::Object(object) => objects.push(object),
                        _ => return Err(A::Error::invalid_type(Unexpected::Unit, &Self::Object(members))),
                    }
                }
                Ok(Value::Objects(objects))
            }
            Self::Cells(most) => collect(list, most).map(Value::Cells),
            Self::Tiles => collect(list, u64::MAX).map(Value::Tiles),
            Self::Raws(most) => match collect(list, most as u64)? {
                raws if raws.len() > most => Err(A::Error::custom(format_args!("a list has more than {most} items"))),
                raws => Ok(Value::Raws(raws)),
            },
            Self::Numbers(count) => match collect(list, count as u64)? {
                numbers if numbers.len() == count => Ok(Value::Numbers(numbers)),
                numbers => Err(A::Error::invalid_length(numbers.len(), &self)),
            },
            _ => Err(A::Error::invalid_type(Unexpected::Seq, &self)),
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value<'de>, A::Error> {
        let members = match self {
            Self::AnyObject => None,
            Self::Object(members) => Some(members),
            _ => return Err(A::Error::invalid_type(Unexpected::Map, &self)),
        };
        let mut object = Object::default();
        while let Some(Value::Text(name)) = map.next_key_seed(Kind::Text)? {
            let member = members.map(|members| members.iter().find(|member| member.name == name));
            let (name, kind) = match member {
                None => (name, Self::Raw),
                Some(Some(member)) => (member.name.into(), member.kind),
                Some(None) => {
                    map.next_value::<IgnoredAny>()?;
                    continue;
                }
            };
            if members.is_some() && object.get(&name).is_some() {
                return Err(A::Error::custom(format_args!("duplicate field `{name}`")));
            }
            if object.0.len() == MOST_MEMBERS {
                return Err(A::Error::custom(format_args!("an object has more than {MOST_MEMBERS} members")));
            }
            match map.next_value_seed(kind)? {
                Value::Null => {}
                Value::Raw(raw) if raw.get() == "null" => {}
                value => object.0.push((name, value)),
            }
        }
        let mut needed = members.into_iter().flatten().filter(|member| member.is_required);
        match needed.find(|member| object.get(member.name).is_none()) {
            Some(missing) => Err(A::Error::missing_field(missing.name)),
            None => Ok(Value::Object(object)),
        }
    }
}

/// Returns the items of a list. A list longer than `most` is cut to one item more.
fn collect<'de, A: SeqAccess<'de>, T: Deserialize<'de>>(mut list: A, most: u64) -> Result<Vec<T>, A::Error> {
    let mut items = Vec::new();
    while let Some(item) = list.next_element()? {
        items.push(item);
        if items.len() as u64 > most {
            while list.next_element::<IgnoredAny>()?.is_some() {}
            break;
        }
    }
    Ok(items)
}

/// A tile of a layer of LDtk.
#[derive(Clone, Copy, Default)]
pub(super) struct LdtkTile {
    /// The position of its cell or its picture in the layer, in pixels.
    pub(super) px: [i32; 2],
    /// The position in the tile set's image, in pixels.
    pub(super) src: [i32; 2],
    /// Bit 0 flips horizontally, bit 1 vertically.
    pub(super) flips: u8,
    pub(super) id: u32,
}

const TILE_MEMBERS: [&str; 4] = ["px", "src", "f", "t"];

/// The index of a member of a tile, or `None` for one that is skipped.
struct TileMember(Option<usize>);

impl<'de> Deserialize<'de> for TileMember {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Name;

        impl Visitor<'_> for Name {
            type Value = TileMember;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }

            fn visit_str<E: Error>(self, name: &str) -> Result<TileMember, E> {
                Ok(TileMember(TILE_MEMBERS.iter().position(|known| *known == name)))
            }
        }

        deserializer.deserialize_str(Name)
    }
}

/// Nearly all objects of a project are tiles, so they have a visitor of their own.
impl<'de> Deserialize<'de> for LdtkTile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Members;

        impl<'de> Visitor<'de> for Members {
            type Value = LdtkTile;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<LdtkTile, A::Error> {
                let (mut tile, mut seen) = (LdtkTile::default(), [false; 4]);
                while let Some(TileMember(index)) = map.next_key()? {
                    match index {
                        Some(index) if seen[index] => return Err(A::Error::duplicate_field(TILE_MEMBERS[index])),
                        Some(0) => tile.px = map.next_value()?,
                        Some(1) => tile.src = map.next_value()?,
                        Some(2) => tile.flips = map.next_value()?,
                        Some(_) => tile.id = map.next_value()?,
                        None => {
                            map.next_value::<IgnoredAny>()?;
                        }
                    }
                    if let Some(index) = index {
                        seen[index] = true;
                    }
                }
                match seen.iter().position(|seen| !seen) {
                    Some(index) => Err(A::Error::missing_field(TILE_MEMBERS[index])),
                    None => Ok(tile),
                }
            }
        }

        deserializer.deserialize_map(Members)
    }
}

/// Reads a part of a document. `fault` is the error for a message of the parser.
pub(super) fn read<'d>(
    document: &TextDocument,
    text: &'d str,
    kind: Kind,
    fault: fn(String) -> LoadErrorKind,
) -> Result<Value<'d>, LoadError> {
    read_value(text, kind).map_err(|error| {
        let lines = text.split_inclusive('\n').take(error.line().saturating_sub(1));
        let byte = lines.map(str::len).sum::<usize>() + error.column().saturating_sub(1);
        let message = error.to_string();
        // The error has the position already.
        let detail = message.rsplit_once(" at line ").map_or(&*message, |(detail, _)| detail);
        document.error(document.offset_of(text) + byte, fault(shortened(detail)))
    })
}

/// Reads an object from a document or a part of it.
pub(super) fn read_object<'d>(
    document: &TextDocument,
    text: &'d str,
    kind: Kind,
    fault: fn(String) -> LoadErrorKind,
) -> Result<Object<'d>, LoadError> {
    match read(document, text, kind, fault)? {
        Value::Object(object) => Ok(object),
        _ => Err(document.error(document.offset_of(text), fault("it is null where an object is expected".into()))),
    }
}

/// Reads a text of JSON.
pub(super) fn read_value(text: &str, kind: Kind) -> serde_json::Result<Value<'_>> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let value = kind.deserialize(&mut deserializer)?;
    deserializer.end().map(|()| value)
}

/// Returns the text of a JSON string, or `None` for other values.
pub(super) fn text_of(raw: &RawValue) -> Option<Cow<'_, str>> {
    if let Ok(Value::Text(text)) = read_value(raw.get(), Kind::Text) { Some(text) } else { None }
}

/// Returns the error for JSON that Tiled did not write.
pub(super) fn tiled_fault(detail: String) -> LoadErrorKind {
    LoadErrorKind::malformed("JSON", detail, "save the file again in Tiled")
}
