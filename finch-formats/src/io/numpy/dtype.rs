//! Types of values as NumPy names them, and bytes as values.

use super::*;

/// What the values of an array are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Truth,
    Signed,
    Unsigned,
    Real,
    Complex,
    /// Bytes of text.
    Text,
}

/// A type of values: `<f8` and the like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Dtype {
    kind: Kind,
    size: usize,
    /// The highest byte comes first.
    big: bool,
}

impl Dtype {
    pub(super) fn parse(name: &str) -> Result<Dtype> {
        let unread = || error!(Parse, "values of type `{}` are not read", name.escape_debug());
        let (big, rest) = match name.split_at_checked(1) {
            Some(("<" | "|", rest)) => (false, rest),
            Some((">", rest)) => (true, rest),
            _ => return Err(unread()),
        };
        let (letter, size) = rest.split_at_checked(1).ok_or_else(unread)?;
        let size: usize = size.parse().map_err(|_| unread())?;
        let kind = match (letter, size) {
            ("b", 1) => Kind::Truth,
            ("i", 1 | 2 | 4 | 8) => Kind::Signed,
            ("u", 1 | 2 | 4 | 8) => Kind::Unsigned,
            ("f", 4 | 8) => Kind::Real,
            ("c", 8 | 16) => Kind::Complex,
            ("S" | "U", 1..=16) => Kind::Text,
            _ => return Err(unread()),
        };
        // Letters of Unicode have four bytes.
        let size = if letter == "U" { 4 * size } else { size };
        Ok(Dtype { kind, size, big })
    }

    /// How many bytes a value has.
    pub(super) fn size(self) -> usize {
        self.size
    }

    /// Whether its values are bytes of text, which are read as they are.
    pub(super) fn is_text(self) -> bool {
        self.kind == Kind::Text
    }

    /// The field of a Matrix Market file that would have such values.
    pub(super) fn field(self) -> Result<Field> {
        match self.kind {
            Kind::Truth | Kind::Signed => Ok(Field::Integer),
            Kind::Unsigned => Ok(Field::Unsigned),
            Kind::Real => Ok(Field::Real),
            Kind::Complex => Ok(Field::Complex),
            Kind::Text => Err(error!(Parse, "text stands where numbers should")),
        }
    }

    /// Whether its values are true or false.
    pub(super) fn is_truth(self) -> bool {
        self.kind == Kind::Truth
    }

    /// Puts the values that these bytes are behind `val`, which has room for them.
    pub(super) fn append<T: Value>(self, bytes: &[u8], val: &mut Vec<T>) -> Result<()> {
        let field = self.field()?;
        if !T::takes(field) {
            return Err(refused::<T>(field));
        }
        let real = |number| T::from_parts(number, 0.0);
        let pair = |parts: [f64; 2]| T::from_parts(parts[0], parts[1]);
        match (self.kind, self.size) {
            (Kind::Truth, _) => self.each(bytes, val, |[byte]: [u8; 1]| T::from_integer(i128::from(byte != 0))),
            (Kind::Signed, 1) => self.each(bytes, val, |number| T::from_integer(i8::from_le_bytes(number).into())),
            (Kind::Signed, 2) => self.each(bytes, val, |number| T::from_integer(i16::from_le_bytes(number).into())),
            (Kind::Signed, 4) => self.each(bytes, val, |number| T::from_integer(i32::from_le_bytes(number).into())),
            (Kind::Signed, _) => self.each(bytes, val, |number| T::from_integer(i64::from_le_bytes(number).into())),
            (Kind::Unsigned, 1) => self.each(bytes, val, |[byte]: [u8; 1]| T::from_integer(byte.into())),
            (Kind::Unsigned, 2) => self.each(bytes, val, |number| T::from_integer(u16::from_le_bytes(number).into())),
            (Kind::Unsigned, 4) => self.each(bytes, val, |number| T::from_integer(u32::from_le_bytes(number).into())),
            (Kind::Unsigned, _) => self.each(bytes, val, |number| T::from_integer(u64::from_le_bytes(number).into())),
            (Kind::Real, 4) => self.each(bytes, val, |number| real(f32::from_le_bytes(number).into())),
            (Kind::Real, _) => self.each(bytes, val, |number| real(f64::from_le_bytes(number))),
            (_, 8) => self.each_pair(bytes, val, |parts: [[u8; 4]; 2]| {
                pair(parts.map(|number| f32::from_le_bytes(number).into()))
            }),
            (..) => self.each_pair(bytes, val, |parts: [[u8; 8]; 2]| pair(parts.map(f64::from_le_bytes))),
        }
    }

    /// Appends what `read` makes of every `N` bytes, the lowest one first.
    fn each<const N: usize, T: Value>(
        self,
        bytes: &[u8],
        val: &mut Vec<T>,
        read: impl Fn([u8; N]) -> Option<T>,
    ) -> Result<()> {
        let (items, _) = bytes.as_chunks::<N>();
        for item in items {
            let mut item = *item;
            if self.big {
                item.reverse()
            }
            val.push(read(item).ok_or_else(unfit::<T>)?)
        }
        Ok(())
    }

    /// Appends what `read` makes of every two times `N` bytes.
    fn each_pair<const N: usize, T: Value>(
        self,
        bytes: &[u8],
        val: &mut Vec<T>,
        read: impl Fn([[u8; N]; 2]) -> Option<T>,
    ) -> Result<()> {
        let (items, _) = bytes.as_chunks::<N>();
        for parts in items.chunks_exact(2) {
            let mut parts = [parts[0], parts[1]];
            if self.big {
                parts.iter_mut().for_each(|part| part.reverse())
            }
            val.push(read(parts).ok_or_else(unfit::<T>)?)
        }
        Ok(())
    }
}

#[cold]
fn unfit<T: Value>() -> Error {
    error!(TooLarge, "a value does not fit {}", T::NAME)
}
