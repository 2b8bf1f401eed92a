//! Hashes answers: every bit of every field, through `serde`.
//!
//! Integers and floats are hashed as their bytes, the least significant first, and sizes as 64 bits. So the hash depends
//! neither on the byte order of the machine nor on the width of its pointers.
//!
//! Every NaN is hashed as the same one: Rust does not say which sign and payload a computed NaN has, and processors differ.

use serde::ser::{self, Serialize, Serializer};
use std::fmt::{self, Display};
use tileray::SimdLevel;

/// The hash of answers, by FNV-1a.
#[derive(Clone, Copy, Debug)]
pub struct Answers {
    hash: u64,
    /// The number of answers.
    pub count: u64,
    /// The number of NaNs among the floats.
    pub nans: u64,
    /// Whether the hash is printed after each answer.
    prints_each: bool,
}

impl Answers {
    pub(crate) const fn new(prints_each: bool) -> Self {
        Self { hash: 0xcbf2_9ce4_8422_2325, count: 0, nans: 0, prints_each }
    }

    /// Adds an answer.
    pub(crate) fn add(&mut self, answer: &(impl Serialize + ?Sized)) {
        self.count += 1;
        if let Err(error) = answer.serialize(&mut *self) {
            panic!("an answer is not data: {error}");
        }
        if self.prints_each {
            println!("{} {:016x}", self.count, self.hash);
        }
    }

    /// Adds an answer, or the words of an error.
    pub(crate) fn add_result(&mut self, answer: &Result<impl Serialize, impl Display>) {
        self.add(&answer.as_ref().map_err(ToString::to_string));
    }

    /// Adds answers and their number.
    pub(crate) fn add_all(&mut self, answers: impl IntoIterator<Item = impl Serialize>) {
        let before = self.count;
        answers.into_iter().for_each(|answer| self.add(&answer));
        self.add(&(self.count - before));
    }

    /// Returns the hash of the answers so far.
    #[must_use]
    pub const fn hash(&self) -> u64 {
        self.hash
    }

    fn bytes(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.hash = (self.hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

/// Why a value cannot be hashed.
#[derive(Debug)]
pub struct NoData(String);

impl Display for NoData {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NoData {}

impl ser::Error for NoData {
    fn custom<T: Display>(message: T) -> Self {
        Self(message.to_string())
    }
}

/// A list, whose length is hashed at its end.
#[derive(Debug)]
pub struct List<'a> {
    answers: &'a mut Answers,
    len: u64,
}

impl List<'_> {
    fn element(&mut self, value: &(impl Serialize + ?Sized)) -> Result<(), NoData> {
        self.len += 1;
        value.serialize(&mut *self.answers)
    }
}

macro_rules! hash_bytes {
    ($($method:ident $number:ty),*) => {
        $(fn $method(self, value: $number) -> Result<(), NoData> {
            self.bytes(&value.to_le_bytes());
            Ok(())
        })*
    };
}

macro_rules! begin_lists {
    ($($method:ident($($argument:ty),*)),*) => {
        $(fn $method(self, $(_: $argument),*) -> Result<List<'a>, NoData> {
            Ok(List { answers: self, len: 0 })
        })*
    };
}

macro_rules! begin_variants {
    ($($method:ident),*) => {
        $(fn $method(self, _: &'static str, variant: u32, _: &'static str, _: usize) -> Result<List<'a>, NoData> {
            self.bytes(&variant.to_le_bytes());
            self.serialize_seq(None)
        })*
    };
}

impl<'a> Serializer for &'a mut Answers {
    type Ok = ();
    type Error = NoData;
    type SerializeSeq = List<'a>;
    type SerializeTuple = List<'a>;
    type SerializeTupleStruct = List<'a>;
    type SerializeTupleVariant = List<'a>;
    type SerializeMap = List<'a>;
    type SerializeStruct = List<'a>;
    type SerializeStructVariant = List<'a>;

    hash_bytes!(
        serialize_i8 i8, serialize_i16 i16, serialize_i32 i32, serialize_i64 i64, serialize_i128 i128,
        serialize_u8 u8, serialize_u16 u16, serialize_u32 u32, serialize_u64 u64, serialize_u128 u128
    );

    fn serialize_bool(self, value: bool) -> Result<(), NoData> {
        self.serialize_u8(value.into())
    }

    fn serialize_f32(self, value: f32) -> Result<(), NoData> {
        self.nans += u64::from(value.is_nan());
        self.serialize_u32(if value.is_nan() { f32::NAN } else { value }.to_bits())
    }

    fn serialize_f64(self, value: f64) -> Result<(), NoData> {
        self.nans += u64::from(value.is_nan());
        self.serialize_u64(if value.is_nan() { f64::NAN } else { value }.to_bits())
    }

    fn serialize_char(self, value: char) -> Result<(), NoData> {
        self.serialize_u32(value.into())
    }

    fn serialize_str(self, value: &str) -> Result<(), NoData> {
        self.serialize_bytes(value.as_bytes())
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<(), NoData> {
        self.bytes(value);
        self.serialize_u64(value.len() as u64)
    }

    fn serialize_none(self) -> Result<(), NoData> {
        self.serialize_u8(0)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), NoData> {
        self.bytes(&[1]);
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), NoData> {
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), NoData> {
        Ok(())
    }

    fn serialize_unit_variant(self, _: &'static str, variant: u32, _: &'static str) -> Result<(), NoData> {
        self.serialize_u32(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<(), NoData> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        variant: u32,
        _: &'static str,
        value: &T,
    ) -> Result<(), NoData> {
        self.bytes(&variant.to_le_bytes());
        value.serialize(self)
    }

    begin_lists!(
        serialize_seq(Option<usize>),
        serialize_tuple(usize),
        serialize_tuple_struct(&'static str, usize),
        serialize_map(Option<usize>),
        serialize_struct(&'static str, usize)
    );

    begin_variants!(serialize_tuple_variant, serialize_struct_variant);

    fn is_human_readable(&self) -> bool {
        false
    }
}

macro_rules! hash_elements {
    ($($part:ident: $($method:ident($($name:ty)?)),*;)*) => {
        $(impl ser::$part for List<'_> {
            type Ok = ();
            type Error = NoData;

            $(fn $method<T: Serialize + ?Sized>(&mut self, $(_: $name,)? value: &T) -> Result<(), NoData> {
                self.element(value)
            })*

            fn end(self) -> Result<(), NoData> {
                self.answers.bytes(&self.len.to_le_bytes());
                Ok(())
            }
        })*
    };
}

hash_elements! {
    SerializeSeq: serialize_element();
    SerializeTuple: serialize_element();
    SerializeTupleStruct: serialize_field();
    SerializeTupleVariant: serialize_field();
    SerializeStruct: serialize_field(&'static str);
    SerializeStructVariant: serialize_field(&'static str);
    SerializeMap: serialize_key(), serialize_value();
}

/// The vector instructions of rays, and the threads of batches.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// The vector instructions of rays; other queries take the best ones of the processor.
    pub simd: SimdLevel,
    /// The number of threads. Programs without threads ignore it.
    pub threads: usize,
    /// Whether the hash is printed after each answer: the first line that two machines disagree on is the answer to look at.
    pub prints_each: bool,
}

impl Setting {
    /// Does the work in a pool of so many threads, if there are threads.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn in_pool(&self, work: impl FnOnce() + Send) {
        rayon::ThreadPoolBuilder::new().num_threads(self.threads).build().expect("a pool of threads").install(work);
    }

    /// Does the work.
    #[cfg(target_family = "wasm")]
    pub(crate) fn in_pool(&self, work: impl FnOnce()) {
        work();
    }
}

impl Default for Setting {
    fn default() -> Self {
        Self { simd: SimdLevel::Best, threads: 1, prints_each: false }
    }
}
