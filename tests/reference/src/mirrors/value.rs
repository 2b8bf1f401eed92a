//! Answers of any kind, which can be mapped by an image and compared to the bit.

use super::image::Image;
use tileray::Rect;
use tileray::glam::{DVec2, IVec2, Vec2};

/// An answer, or a part of one.
#[derive(Clone, Debug)]
pub enum Value {
    /// No hit.
    Nothing,
    Flag(bool),
    Count(u64),
    Number(f64),
    Vector(DVec2),
    Pixel(IVec2),
    Step(IVec2),
    Rect(Rect),
    List(Vec<Value>),
    /// In any order.
    Set(Vec<Value>),
    /// A closed loop: from any element on, either way around.
    Ring(Vec<Value>),
}

impl Value {
    pub fn of_option<T>(option: Option<T>, value: impl FnOnce(T) -> Self) -> Self {
        option.map_or(Self::Nothing, value)
    }

    pub fn list<T>(items: impl IntoIterator<Item = T>, value: impl FnMut(T) -> Self) -> Self {
        Self::List(items.into_iter().map(value).collect())
    }

    pub fn set<T>(items: impl IntoIterator<Item = T>, value: impl FnMut(T) -> Self) -> Self {
        Self::Set(items.into_iter().map(value).collect())
    }

    /// Whether something was found.
    pub fn is_something(&self) -> bool {
        match self {
            Self::Nothing => false,
            Self::Flag(flag) => *flag,
            Self::Count(count) => *count > 0,
            Self::List(items) | Self::Set(items) | Self::Ring(items) => items.iter().any(Self::is_something),
            _ => true,
        }
    }

    /// The parts of a list.
    pub fn parts(&self) -> &[Self] {
        match self {
            Self::List(items) => items,
            _ => &[],
        }
    }

    /// The number that this is; NaN if it is none.
    pub fn number(&self) -> f64 {
        match self {
            Self::Number(number) => *number,
            _ => f64::NAN,
        }
    }

    /// The vector that this is; NaN if it is none.
    pub fn vector(&self) -> DVec2 {
        match self {
            Self::Vector(vector) => *vector,
            _ => DVec2::NAN,
        }
    }

    /// The center of the pixel that this is; NaN if it is none.
    pub fn center(&self) -> DVec2 {
        match self {
            Self::Pixel(pixel) => pixel.as_dvec2() + 0.5,
            _ => DVec2::NAN,
        }
    }

    /// The answer in an image.
    #[must_use]
    pub fn image(&self, image: Image) -> Self {
        let all = |items: &[Self]| items.iter().map(|item| item.image(image)).collect();
        match self {
            Self::Nothing | Self::Flag(_) | Self::Count(_) | Self::Number(_) => self.clone(),
            Self::Vector(vector) => Self::Vector(image.dvector(*vector)),
            Self::Pixel(pixel) => Self::Pixel(image.pixel(*pixel)),
            Self::Step(step) => Self::Step(image.step(*step)),
            Self::Rect(rect) => Self::Rect(image.rect(*rect)),
            Self::List(items) => Self::List(all(items)),
            Self::Set(items) => Self::Set(all(items)),
            Self::Ring(items) => Self::Ring(all(items)),
        }
    }

    /// The bits, the same for all orders of a set and of a ring. Both zeros have the same bits, and all NaN.
    fn bits(&self) -> Vec<u64> {
        let number = |number: f64| if number.is_nan() { u64::MAX } else { (number + 0.0).to_bits() };
        let whole = |vector: IVec2| [vector.x, vector.y].map(|number| i64::from(number) as u64);
        let all = |items: &[Self]| items.iter().map(Self::bits).collect::<Vec<_>>();
        let joined = |kind: u64, items: &[Vec<u64>]| [&[kind, items.len() as u64], &*items.concat()].concat();
        match self {
            Self::Nothing => vec![0],
            Self::Flag(flag) => vec![1, u64::from(*flag)],
            Self::Count(count) => vec![2, *count],
            Self::Number(value) => vec![3, number(*value)],
            Self::Vector(DVec2 { x, y }) => vec![4, number(*x), number(*y)],
            Self::Pixel(pixel) => [&[5], &whole(*pixel)[..]].concat(),
            Self::Step(step) => [&[6], &whole(*step)[..]].concat(),
            Self::Rect(rect) => [&[7], &whole(rect.min)[..], &whole(rect.max)[..]].concat(),
            Self::List(items) => joined(8, &all(items)),
            Self::Set(items) => {
                let mut items = all(items);
                items.sort();
                joined(9, &items)
            }
            Self::Ring(items) => {
                let (items, count) = (all(items), items.len());
                let from = |first: usize, step: usize| (0..count).map(move |index| (first + index * step) % count);
                let ways = (0..count).flat_map(|first| [from(first, 1), from(first, count - 1)]);
                let turned = ways.map(|way| way.map(|index| &items[index]));
                let least = turned.min_by(|one, other| one.clone().cmp(other.clone())).into_iter().flatten();
                joined(10, &least.cloned().collect::<Vec<_>>())
            }
        }
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        self.bits() == other.bits()
    }
}

impl From<bool> for Value {
    fn from(flag: bool) -> Self {
        Self::Flag(flag)
    }
}

impl From<f32> for Value {
    fn from(number: f32) -> Self {
        Self::Number(number.into())
    }
}

impl From<Vec2> for Value {
    fn from(vector: Vec2) -> Self {
        Self::Vector(vector.as_dvec2())
    }
}

impl From<usize> for Value {
    fn from(count: usize) -> Self {
        Self::Count(count as u64)
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(option: Option<T>) -> Self {
        Self::of_option(option, Into::into)
    }
}

/// A list of parts of any kind.
macro_rules! list {
    ($($part:expr),* $(,)?) => {
        $crate::mirrors::value::Value::List(vec![$($crate::mirrors::value::Value::from($part)),*])
    };
}

pub(super) use list;
