//! What the entries of a file can be read into.

use super::*;
#[cfg(feature = "half")]
use finch_traits::algebra::CastTo;
#[cfg(feature = "half")]
use finch_traits::algebra::half::{bf16, f16};
use num_complex::Complex;

/// A type of values that files can be read into and written from.
///
/// | type | is read from | and written as |
/// |---|---|---|
/// | `f32`, `f64` | `real`, `integer`, `pattern` | `real` |
/// | `f16`, `bf16` of half, with the feature `half` | the same, by way of the nearest `f64` | `real` |
/// | `Complex<f32>`, `Complex<f64>` | all | `complex` |
/// | `i8` .. `i64`, `isize`, `u8` .. `u64`, `usize` | `integer`, `pattern` | `integer` |
/// | `bool` | `pattern`; `integer`, if it is 0 or 1 | `pattern`, or `integer` if some `false` is stored |
///
/// Decimal numbers are read to the nearest value of the type, so are integers that are read as floating point numbers.
/// An integer that does not fit is an error, and so is a sum of several at one place. Places without values read as one and as `true`.
#[diagnostic::on_unimplemented(
    message = "Matrix Market files do not hold values of type `{Self}`",
    note = "they are read into `f32`, `f64`, integers of up to 64 bits, `Complex<f32>`, `Complex<f64>` and `bool`, and with the feature \
            `half` into `f16` and `bf16`"
)]
pub trait FileValue: Copy + PartialEq + Debug + Send + Sync + 'static + sealed::Sealed {
    /// The name of the type.
    const NAME: &'static str;

    /// The field it is written as.
    const FIELD: Field;

    /// Whether files with entries of this field can be read into it.
    fn takes(field: Field) -> bool {
        match Self::FIELD {
            Field::Complex => true,
            Field::Real => field != Field::Complex,
            _ => matches!(field, Field::Integer | Field::Unsigned | Field::Pattern),
        }
    }

    /// What stands where a pattern has an entry: one, or `true`.
    #[doc(hidden)]
    const ONE: Self;

    /// The value of an integer, if there is one.
    #[doc(hidden)]
    fn from_integer(number: i128) -> Option<Self>;

    /// The number at `at`, and where it ends.
    #[doc(hidden)]
    fn scan_real(_text: &[u8], _at: usize) -> Option<(Self, usize)> {
        None
    }

    /// The pair of numbers at `at`, and where it ends.
    #[doc(hidden)]
    fn scan_complex(_text: &[u8], _at: usize) -> Option<(Self, usize)> {
        None
    }

    /// What two entries at one place are together: their sum, or `true` if one of them is. A sum that does not fit is a
    /// fault.
    #[doc(hidden)]
    fn merged(self, other: Self) -> Self;

    /// What mirrors it in a skew-symmetric matrix, if there is such a value.
    #[doc(hidden)]
    fn negative(self) -> Option<Self> {
        None
    }

    /// What mirrors it in a hermitian matrix.
    #[doc(hidden)]
    fn conjugate(self) -> Self {
        self
    }

    /// Whether it equals its conjugate.
    #[doc(hidden)]
    fn is_real(self) -> bool {
        true
    }

    /// Whether it is the very same value: zeros have signs.
    #[doc(hidden)]
    fn same(self, other: Self) -> bool {
        self == other
    }

    /// The integer that it is, if it is one.
    #[doc(hidden)]
    fn to_integer(self) -> Option<i128>;

    /// What NumPy calls the type, in the order of bytes that files are written in; nothing if it has no name for it.
    #[doc(hidden)]
    const DTYPE: &'static str;

    /// The nearest value to a number of these parts, if there is one.
    #[doc(hidden)]
    fn from_parts(_re: f64, _im: f64) -> Option<Self> {
        None
    }

    /// Appends its bytes, the lowest one first.
    #[doc(hidden)]
    fn put(self, bytes: &mut Vec<u8>);

    /// Appends it to `line` as a real number or, if it is complex, as a pair of them, such that the nearest value of the
    /// type is this one.
    #[doc(hidden)]
    fn show(self, line: &mut Vec<u8>);
}

/// Says why entries of this field are not read into values of type `T`, and what to read them into.
pub(in crate::io) fn refused<T: FileValue>(field: Field) -> Error {
    let name = T::NAME;
    let (wide, how) = match (field, T::FIELD) {
        (Field::Complex, _) => ("Complex<f64>", String::new()),
        (_, Field::Pattern) => ("f64", " and compare: `b[j, i] = a[j, i] != 0.0`".into()),
        _ => ("f64", format!(" and convert: `b[j, i] = a[j, i] as {name}`")),
    };
    error!(
        Mismatch,
        "a file of `{field}` entries cannot be read into {name}: read it as `{wide}`{how}"
    )
}

mod sealed {
    /// The trait grows with the format, so it is implemented here only.
    pub trait Sealed {}
}

/// Whether it came from digits, and is infinite since the type does not reach that far.
#[cfg_attr(not(debug_assertions), inline(always))]
fn overflows(infinite: bool, text: &[u8], at: usize) -> bool {
    infinite
        && text[at..]
            .iter()
            .find(|&&byte| byte != b'-' && byte != b'+')
            .is_some_and(|&byte| byte <= b'9')
}

/// What numbers have in common: how they are written in NumPy's order of bytes.
macro_rules! bytes {
    () => {
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn put(self, bytes: &mut Vec<u8>) {
            bytes.extend(self.to_le_bytes())
        }
    };
}

/// What numbers with a sign have in common that never overflow.
macro_rules! sums {
    () => {
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn merged(self, other: Self) -> Self {
            self + other
        }

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn negative(self) -> Option<Self> {
            Some(-self)
        }
    };
}

/// Floating point numbers are told apart by their bits.
macro_rules! bits {
    () => {
        fn same(self, other: Self) -> bool {
            self.to_bits() == other.to_bits()
        }
    };
}

macro_rules! floats {
    ($($t:ident $real:literal $complex:literal: $short:expr;)*) => { $(
        impl sealed::Sealed for $t {}

        impl FileValue for $t {
            const NAME: &'static str = stringify!($t);
            const FIELD: Field = Field::Real;
            const DTYPE: &'static str = $real;

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn from_parts(re: f64, im: f64) -> Option<Self> {
                let value = re as $t;
                (im == 0.0 && (value.is_finite() || !re.is_finite())).then_some(value)
            }

            bytes!();

            const ONE: Self = 1.0;

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn from_integer(number: i128) -> Option<Self> {
                Some(match i64::try_from(number) {
                    Ok(number) => number as $t,
                    Err(_) => number as $t,
                })
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn scan_real(text: &[u8], at: usize) -> Option<(Self, usize)> {
                if let Some(found) = $short(text, at) {
                    return Some(found);
                }
                let (value, length) = fast_float2::parse_partial::<$t, _>(text.get(at..)?).ok()?;
                (!overflows(value.is_infinite(), text, at)).then_some((value, at + length))
            }

            sums!();
            bits!();

            fn to_integer(self) -> Option<i128> {
                (self.fract() == 0.0).then_some(self as i128)
            }

            fn show(self, line: &mut Vec<u8>) {
                // Writing to memory does not fail. `Debug` is short for large numbers, and gives all digits that count.
                let _ = write!(line, "{self:?}");
            }
        }

        impl sealed::Sealed for Complex<$t> {}

        impl FileValue for Complex<$t> {
            const NAME: &'static str = concat!("Complex<", stringify!($t), ">");
            const FIELD: Field = Field::Complex;
            const DTYPE: &'static str = $complex;

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn from_parts(re: f64, im: f64) -> Option<Self> {
                let part = |part: f64| <$t as FileValue>::from_parts(part, 0.0);
                Some(Complex::new(part(re)?, part(im)?))
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn put(self, bytes: &mut Vec<u8>) {
                self.re.put(bytes);
                self.im.put(bytes)
            }

            const ONE: Self = Complex::new(1.0, 0.0);

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn from_integer(number: i128) -> Option<Self> {
                Some(Complex::new($t::from_integer(number)?, 0.0))
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn scan_real(text: &[u8], at: usize) -> Option<(Self, usize)> {
                let (value, at) = $t::scan_real(text, at)?;
                Some((Complex::new(value, 0.0), at))
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn scan_complex(text: &[u8], at: usize) -> Option<(Self, usize)> {
                let (re, at) = $t::scan_real(text, at)?;
                let (im, at) = $t::scan_real(text, scan::gap(text, at)?)?;
                Some((Complex::new(re, im), at))
            }

            sums!();

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn conjugate(self) -> Self {
                self.conj()
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn is_real(self) -> bool {
                self.im == 0.0
            }

            fn same(self, other: Self) -> bool {
                self.re.same(other.re) && self.im.same(other.im)
            }

            fn to_integer(self) -> Option<i128> {
                self.re.to_integer().filter(|_| self.is_real())
            }

            fn show(self, line: &mut Vec<u8>) {
                self.re.show(line);
                line.push(b' ');
                self.im.show(line)
            }
        }
    )* };
}

floats! {
    // A short number that was rounded to 64 bits would be rounded twice.
    f32 "<f4" "<c8": |_, _| None;
    f64 "<f8" "<c16": scan::short_real;
}

#[cfg(feature = "half")]
macro_rules! halves {
    ($($t:ident $name:literal $dtype:literal;)*) => { $(
        impl sealed::Sealed for $t {}

        impl FileValue for $t {
            const NAME: &'static str = $name;
            const FIELD: Field = Field::Real;
            const DTYPE: &'static str = $dtype;
            const ONE: Self = $t::ONE;

            fn from_parts(re: f64, im: f64) -> Option<Self> {
                let value: Self = re.cast_to();
                (im == 0.0 && (value.is_finite() || !re.is_finite())).then_some(value)
            }

            bytes!();

            fn from_integer(number: i128) -> Option<Self> {
                let value: Self = number.cast_to();
                value.is_finite().then_some(value)
            }

            fn scan_real(text: &[u8], at: usize) -> Option<(Self, usize)> {
                let (value, end) = f64::scan_real(text, at)?;
                Some((Self::from_parts(value, 0.0)?, end))
            }

            sums!();
            bits!();

            fn to_integer(self) -> Option<i128> {
                self.to_f64().to_integer()
            }

            fn show(self, line: &mut Vec<u8>) {
                // The digits of a number of 32 bits are enough, and more than are needed.
                self.to_f32().show(line)
            }
        }
    )* };
}

#[cfg(feature = "half")]
halves! {
    f16 "f16" "<f2";
    // NumPy has none of these.
    bf16 "bf16" "";
}

macro_rules! integers {
    ($($t:ident)*) => { $(
        impl sealed::Sealed for $t {}

        impl FileValue for $t {
            const NAME: &'static str = stringify!($t);
            const FIELD: Field = Field::Integer;
            const DTYPE: &'static str = match ($t::MIN == 0, size_of::<$t>()) {
                (false, 1) => "|i1",
                (false, 2) => "<i2",
                (false, 4) => "<i4",
                (false, _) => "<i8",
                (true, 1) => "|u1",
                (true, 2) => "<u2",
                (true, 4) => "<u4",
                (true, _) => "<u8",
            };

            bytes!();

            const ONE: Self = 1;

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn from_integer(number: i128) -> Option<Self> {
                $t::try_from(number).ok()
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn merged(self, other: Self) -> Self {
                self.checked_add(other).unwrap_or_else(|| {
                    fault::raise(Fault::Overflow { operator: "+" });
                    self
                })
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn negative(self) -> Option<Self> {
                self.checked_neg()
            }

            fn to_integer(self) -> Option<i128> {
                i128::try_from(self).ok()
            }

            fn show(self, line: &mut Vec<u8>) {
                // Writing to memory does not fail.
                let _ = write!(line, "{self}");
            }
        }
    )* };
}

integers!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize);

impl sealed::Sealed for bool {}

impl FileValue for bool {
    const NAME: &'static str = "bool";
    const FIELD: Field = Field::Pattern;
    const DTYPE: &'static str = "|b1";

    fn put(self, bytes: &mut Vec<u8>) {
        bytes.push(self.into())
    }

    const ONE: Self = true;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn from_integer(number: i128) -> Option<Self> {
        match number {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }

    fn merged(self, other: Self) -> Self {
        self | other
    }

    fn to_integer(self) -> Option<i128> {
        Some(self.into())
    }

    fn show(self, line: &mut Vec<u8>) {
        line.push(b'0' + u8::from(self))
    }
}
