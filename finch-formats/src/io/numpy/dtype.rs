//! Types of values as NumPy names them, and bytes as values.

use super::*;

/// The longest text that is read.
const MAX_TEXT: usize = 1 << 20;

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
pub(in crate::io) struct Dtype {
    kind: Kind,
    size: usize,
    /// The highest byte comes first.
    big: bool,
    /// Text in letters of four bytes.
    letters: bool,
}

impl Dtype {
    pub(in crate::io) fn parse(name: &str) -> Result<Dtype> {
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
            #[cfg(feature = "half")]
            ("f", 2) => Kind::Real,
            ("c", 8 | 16) => Kind::Complex,
            ("S" | "U", 1..=MAX_TEXT) => Kind::Text,
            _ => return Err(unread()),
        };
        // Letters of Unicode have four bytes.
        let letters = letter == "U";
        let size = if letters { 4 * size } else { size };
        Ok(Dtype {
            kind,
            size,
            big,
            letters,
        })
    }

    /// How many bytes a value has.
    pub(in crate::io) fn size(self) -> usize {
        self.size
    }

    /// Whether its values are bytes of text, which are read as they are.
    pub(in crate::io) fn is_text(self) -> bool {
        self.kind == Kind::Text
    }

    /// The field of a Matrix Market file that would have such values.
    pub(in crate::io) fn field(self) -> Result<Field> {
        match self.kind {
            Kind::Truth | Kind::Signed => Ok(Field::Integer),
            Kind::Unsigned => Ok(Field::Unsigned),
            Kind::Real => Ok(Field::Real),
            Kind::Complex => Ok(Field::Complex),
            Kind::Text => Err(error!(Parse, "text stands where numbers should")),
        }
    }

    /// The text that these bytes are. Texts are filled up with zeros; letters of Unicode have four bytes.
    pub(in crate::io) fn text(self, mut bytes: Vec<u8>) -> Result<Vec<u8>> {
        if self.letters {
            let (letters, _) = bytes.as_chunks::<4>();
            let number = |&letter| {
                if self.big {
                    u32::from_be_bytes(letter)
                } else {
                    u32::from_le_bytes(letter)
                }
            };
            let text: Option<String> = letters.iter().map(|letter| char::from_u32(number(letter))).collect();
            bytes = text
                .ok_or_else(|| error!(Parse, "a text has letters that are none"))?
                .into_bytes()
        }
        bytes.truncate(bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1));
        Ok(bytes)
    }

    /// The letter of its kind, as NumPy has it, and how many bytes a value has.
    #[cfg(feature = "binsparse")]
    pub(in crate::io) fn code(self) -> (char, usize) {
        let letter = match self.kind {
            Kind::Truth => 'b',
            Kind::Signed => 'i',
            Kind::Unsigned => 'u',
            Kind::Real => 'f',
            Kind::Complex => 'c',
            Kind::Text => 'S',
        };
        (letter, self.size)
    }

    /// Whether its values are true or false.
    pub(in crate::io) fn is_truth(self) -> bool {
        self.kind == Kind::Truth
    }

    /// Puts the values that these bytes are behind `val`, which has room for them.
    pub(in crate::io) fn append<T: FileValue>(self, bytes: &[u8], val: &mut Vec<T>) -> Result<()> {
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
            #[cfg(feature = "half")]
            (Kind::Real, 2) => self.each(bytes, val, |number| {
                real(finch_traits::algebra::half::f16::from_le_bytes(number).into())
            }),
            (Kind::Real, 4) => self.each(bytes, val, |number| real(f32::from_le_bytes(number).into())),
            (Kind::Real, _) => self.each(bytes, val, |number| real(f64::from_le_bytes(number))),
            (_, 8) => self.each_pair(bytes, val, |parts: [[u8; 4]; 2]| {
                pair(parts.map(|number| f32::from_le_bytes(number).into()))
            }),
            (..) => self.each_pair(bytes, val, |parts: [[u8; 8]; 2]| pair(parts.map(f64::from_le_bytes))),
        }
    }

    /// Appends what `read` makes of every `N` bytes, the lowest one first.
    fn each<const N: usize, T: FileValue>(
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
    fn each_pair<const N: usize, T: FileValue>(
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
fn unfit<T: FileValue>() -> Error {
    error!(TooLarge, "a value does not fit {}", T::NAME)
}
