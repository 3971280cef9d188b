//! Types of arrays, as descriptors name them.

use super::*;
use crate::io::numpy::dtype::Dtype;

/// Names of values, with the letter and the size that NumPy has for them.
const NUMBERS: [(&str, char, usize); 13] = [
    ("uint8", 'u', 1),
    ("uint16", 'u', 2),
    ("uint32", 'u', 4),
    ("uint64", 'u', 8),
    ("int8", 'i', 1),
    ("int16", 'i', 2),
    ("int32", 'i', 4),
    ("int64", 'i', 8),
    ("float32", 'f', 4),
    ("float64", 'f', 8),
    ("bint8", 'b', 1),
    ("complex[float32]", 'c', 8),
    ("complex[float64]", 'c', 16),
];

/// The type of an array: `float64`, or `iso[complex[float64]]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DataType {
    /// One value stands for all.
    pub(super) iso: bool,
    /// The row of `NUMBERS`.
    number: usize,
}

impl DataType {
    /// The type that a descriptor gives `array`.
    pub(super) fn parse(array: &str, name: &str) -> Result<Self> {
        let inside = name.strip_prefix("iso[").and_then(|rest| rest.strip_suffix(']'));
        let (iso, value) = (inside.is_some(), inside.unwrap_or(name));
        let number = NUMBERS.iter().position(|&(known, ..)| known == value);
        ensure!(let Some(number) = number, else Parse,
            "`{array}` has the type `{}`: types are uint8 to uint64, int8 to int64, float32, float64, bint8, \
             complex[float32], complex[float64], and iso[..] of these", name.escape_debug());
        Ok(DataType { iso, number })
    }

    /// The type that values of type `T` are written as.
    pub(super) fn of<T: FileValue>() -> Result<Self> {
        crate::io::numpy::npy::is_named::<T>()?;
        let code = Dtype::parse(T::DTYPE)?.code();
        let number = NUMBERS.iter().position(|&(_, letter, size)| (letter, size) == code);
        // Each type of values is one of these, but for floating point numbers of 16 bits.
        ensure!(let Some(number) = number, else Mismatch,
            "Binsparse has no values of type {}: `f32` holds them all", T::NAME);
        Ok(DataType { iso: false, number })
    }

    /// Its name.
    pub(super) fn name(self) -> String {
        let name = NUMBERS[self.number].0;
        if self.iso {
            format!("iso[{name}]")
        } else {
            name.to_owned()
        }
    }

    /// The letter and the size of its values.
    fn code(self) -> (char, usize) {
        let (_, letter, size) = NUMBERS[self.number];
        (letter, size)
    }

    /// Whether each value is two numbers.
    pub(super) fn is_complex(self) -> bool {
        self.code().0 == 'c'
    }

    /// The letter and the size of the numbers that its values are written as: a truth value is a byte, a complex value two numbers.
    fn written(self) -> (char, usize) {
        match self.code() {
            ('b', _) => ('u', 1),
            ('c', size) => ('f', size / 2),
            code => code,
        }
    }

    /// What NumPy calls the numbers that an array of this type is written as.
    pub(super) fn dtype(self) -> String {
        match self.written() {
            (letter, 1) => format!("|{letter}1"),
            (letter, size) => format!("<{letter}{size}"),
        }
    }

    /// The field of a Matrix Market file that would have such values.
    pub(super) fn field(self) -> Field {
        match self.code().0 {
            'c' => Field::Complex,
            'b' => Field::Pattern,
            'u' => Field::Unsigned,
            'i' => Field::Integer,
            _ => Field::Real,
        }
    }

    /// Refuses an array that holds something else.
    pub(super) fn check(self, dtype: Dtype) -> Result<()> {
        let found = dtype.code();
        let fits = found == self.code() || found == self.written() || (self.code().0, found) == ('b', ('i', 1));
        ensure!(fits, else Parse,
            "the descriptor says `{}`, and the array holds `{}{}`", self.name(), found.0, found.1);
        Ok(())
    }

    /// Refuses a type of indices or pointers that are no integers.
    pub(super) fn check_index(self, array: &str) -> Result<()> {
        ensure!(!self.iso && matches!(self.code().0, 'u' | 'i'), else Parse,
            "`{array}` has the type `{}`, and indices and pointers are integers", self.name());
        Ok(())
    }
}

/// The type in which indices and pointers are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum IndexType {
    /// `uint8`.
    Uint8,
    /// `uint16`.
    Uint16,
    /// `uint32`.
    Uint32,
    /// `uint64`.
    Uint64,
}

impl IndexType {
    /// The type as a descriptor has it.
    pub(super) fn data_type(self) -> DataType {
        DataType {
            iso: false,
            number: self as usize,
        }
    }

    /// The file of a list of numbers of this type.
    pub(super) fn bytes(self, numbers: &[usize]) -> Result<Vec<u8>> {
        match self {
            IndexType::Uint8 => narrow::<u8>(numbers),
            IndexType::Uint16 => narrow::<u16>(numbers),
            IndexType::Uint32 => narrow::<u32>(numbers),
            IndexType::Uint64 => narrow::<u64>(numbers),
        }
    }
}

fn narrow<I: FileValue + Width>(numbers: &[usize]) -> Result<Vec<u8>> {
    let mut list = crate::room::room(numbers.len())?;
    for &number in numbers {
        let fits = I::new(number).ok_or_else(|| error!(TooLarge, "{number} does not fit {}", <I as FileValue>::NAME));
        list.push(fits?)
    }
    Ok(npy::bytes(&[list.len()], &list))
}
