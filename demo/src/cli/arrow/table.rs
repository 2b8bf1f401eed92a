//! Reads the tables of a flatbuffer. Every position is checked, as the bytes may be anybody's.

/// A table of a flatbuffer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Table<'a> {
    bytes: &'a [u8],
    at: usize,
}

/// Offsets that lead out of the bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Damaged;

fn array<const N: usize>(bytes: &[u8], at: usize) -> Result<[u8; N], Damaged> {
    let part = at.checked_add(N).and_then(|end| bytes.get(at..end)).ok_or(Damaged)?;
    part.try_into().map_err(|_| Damaged)
}

/// Returns the position that the offset at `at` leads to.
fn follow(bytes: &[u8], at: usize) -> Result<usize, Damaged> {
    let offset = u32::from_le_bytes(array(bytes, at)?) as usize;
    at.checked_add(offset).filter(|target| *target < bytes.len()).ok_or(Damaged)
}

impl<'a> Table<'a> {
    /// Returns the table that the bytes begin with an offset to.
    pub(crate) fn root(bytes: &'a [u8]) -> Result<Self, Damaged> {
        Ok(Self { bytes, at: follow(bytes, 0)? })
    }

    /// Returns the position of a field; `None` if the table has none, which means its default.
    fn position(&self, field: usize) -> Result<Option<usize>, Damaged> {
        let back = i32::from_le_bytes(array(self.bytes, self.at)?);
        let layout =
            (self.at as i64).checked_sub(back.into()).and_then(|at| usize::try_from(at).ok()).ok_or(Damaged)?;
        let length = u16::from_le_bytes(array(self.bytes, layout)?) as usize;
        let entry = 4 + 2 * field;
        if entry + 2 > length {
            return Ok(None);
        }
        match u16::from_le_bytes(array(self.bytes, layout + entry)?) {
            0 => Ok(None),
            offset => Ok(Some(self.at + usize::from(offset))),
        }
    }

    fn scalar<const N: usize>(&self, field: usize) -> Result<[u8; N], Damaged> {
        self.position(field)?.map_or(Ok([0; N]), |at| array(self.bytes, at))
    }

    pub(crate) fn u8(&self, field: usize) -> Result<u8, Damaged> {
        self.scalar::<1>(field).map(|[byte]| byte)
    }

    pub(crate) fn i16(&self, field: usize) -> Result<i16, Damaged> {
        self.scalar(field).map(i16::from_le_bytes)
    }

    pub(crate) fn i64(&self, field: usize) -> Result<i64, Damaged> {
        self.scalar(field).map(i64::from_le_bytes)
    }

    pub(crate) fn table(&self, field: usize) -> Result<Option<Self>, Damaged> {
        let position = self.position(field)?;
        position.map(|at| Ok(Self { bytes: self.bytes, at: follow(self.bytes, at)? })).transpose()
    }

    /// Returns the bytes of a vector's elements, of `size` bytes each; empty if there is no vector.
    fn vector(&self, field: usize, size: usize) -> Result<(usize, &'a [u8]), Damaged> {
        let Some(at) = self.position(field)? else { return Ok((0, &[])) };
        let start = follow(self.bytes, at)?;
        let count = u32::from_le_bytes(array(self.bytes, start)?) as usize;
        let end = count.checked_mul(size).and_then(|length| length.checked_add(start + 4)).ok_or(Damaged)?;
        Ok((start + 4, self.bytes.get(start + 4..end).ok_or(Damaged)?))
    }

    /// Returns a text; what is no UTF-8 in it is replaced.
    pub(crate) fn text(&self, field: usize) -> Result<String, Damaged> {
        self.vector(field, 1).map(|(_, bytes)| String::from_utf8_lossy(bytes).into_owned())
    }

    /// Returns the tables of a vector.
    pub(crate) fn tables(
        &self,
        field: usize,
    ) -> Result<impl ExactSizeIterator<Item = Result<Self, Damaged>> + use<'a>, Damaged> {
        let bytes = self.bytes;
        let (start, offsets) = self.vector(field, 4)?;
        Ok((0..offsets.len() / 4).map(move |index| Ok(Self { bytes, at: follow(bytes, start + 4 * index)? })))
    }

    /// Returns the elements of a vector of structs that have two 64-bit numbers each.
    pub(crate) fn pairs(&self, field: usize) -> Result<Pairs<'a>, Damaged> {
        self.vector(field, 16).map(|(_, bytes)| Pairs(bytes))
    }
}

/// A vector of pairs of numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pairs<'a>(&'a [u8]);

impl Pairs<'_> {
    pub(crate) fn get(&self, index: usize) -> Result<(i64, i64), Damaged> {
        let at = index.checked_mul(16).ok_or(Damaged)?;
        Ok((i64::from_le_bytes(array(self.0, at)?), i64::from_le_bytes(array(self.0, at + 8)?)))
    }
}
