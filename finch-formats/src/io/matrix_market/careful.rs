//! Lines that are not the usual thing: odd ones, and those of which an error says what is wrong.

use super::*;

/// A line of coordinates: row and column from 0, and a value.
#[cold]
pub(super) fn coordinate_line<T: FileValue>(line: &[u8], header: &Header) -> Result<(usize, usize, T)> {
    let mut words = words(line);
    let row = index(&mut words, "row", header.rows)?;
    let col = index(&mut words, "column", header.cols)?;
    let value = value(&mut words, header.field)?;
    finish(&mut words, "an entry")?;
    Ok((row, col, value))
}

/// A line of an array: a value.
#[cold]
pub(in crate::io) fn array_line<T: FileValue>(line: &[u8], field: Field) -> Result<T> {
    let mut words = words(line);
    let value = value(&mut words, field)?;
    finish(&mut words, "a value")?;
    Ok(value)
}

/// An index that counts from 1, as one that counts from 0.
fn index<'w>(words: &mut impl Iterator<Item = &'w [u8]>, what: &str, extent: usize) -> Result<usize> {
    let number = number(words, what)?;
    let index = number.checked_sub(1).filter(|&index| index < extent);
    index.ok_or_else(|| error!(OutOfBounds, "{what} {number} is not one of 1 to {extent}"))
}

/// The value that comes next, of a field.
pub(in crate::io) fn value<'w, T: FileValue>(words: &mut impl Iterator<Item = &'w [u8]>, field: Field) -> Result<T> {
    let beyond = |text: &[u8]| error!(TooLarge, "`{}` is beyond the range of {}", shown(text), T::NAME);
    match field {
        Field::Pattern => Ok(T::ONE),
        Field::Integer | Field::Unsigned => {
            let (word, number) = whole(words, field)?;
            T::from_integer(number).ok_or_else(|| error!(TooLarge, "`{}` does not fit {}", shown(word), T::NAME))
        }
        Field::Real => {
            let text = decimal(words, "value")?;
            let value = T::scan_real(&text, 0).filter(|&(_, end)| end == text.len());
            Ok(value.ok_or_else(|| beyond(&text))?.0)
        }
        Field::Complex => {
            let mut text = decimal(words, "value")?;
            text.push(b' ');
            text.extend(decimal(words, "imaginary part")?);
            let value = T::scan_complex(&text, 0).filter(|&(_, end)| end == text.len());
            Ok(value.ok_or_else(|| beyond(&text))?.0)
        }
    }
}

/// The next word, and the integer of 64 bits that it is.
fn whole<'w>(words: &mut impl Iterator<Item = &'w [u8]>, field: Field) -> Result<(&'w [u8], i128)> {
    let word = next(words, "value")?;
    let (digits, sign) = match word {
        [b'-', digits @ ..] => (digits, -1),
        [b'+', digits @ ..] => (digits, 1),
        digits => (digits, 1),
    };
    ensure!(!digits.is_empty() && digits.iter().all(u8::is_ascii_digit), else Parse,
        "`{}` is not an integer, as values of this file are", shown(word));
    let add = |number: i128, &digit: &u8| number.checked_mul(10)?.checked_add(i128::from(digit - b'0'));
    let number = digits.iter().try_fold(0, add).map(|number| number * sign);
    let (range, name) = match field {
        Field::Unsigned => (0..=i128::from(u64::MAX), "an unsigned integer"),
        _ => (i128::from(i64::MIN)..=i128::from(i64::MAX), "an integer"),
    };
    match number.filter(|number| range.contains(number)) {
        Some(number) => Ok((word, number)),
        None => Err(error!(TooLarge, "`{}` does not fit {name} of 64 bits", shown(word))),
    }
}

/// The next word, which is a decimal number, with an exponent letter that is read here: Fortran has `D` too.
fn decimal<'w>(words: &mut impl Iterator<Item = &'w [u8]>, what: &str) -> Result<Vec<u8>> {
    let word = next(words, what)?;
    let letter = |&byte: &u8| if matches!(byte, b'd' | b'D') { b'e' } else { byte };
    let text: Vec<u8> = word.iter().map(letter).collect();
    let parsed = core::str::from_utf8(&text).is_ok_and(|text| text.parse::<f64>().is_ok());
    ensure!(parsed, else Parse, "`{}` is not a {what}", shown(word));
    Ok(text)
}

/// Why a file of this symmetry does not list such an entry.
#[cold]
pub(super) fn unlisted<T: FileValue>(header: &Header, row: usize, col: usize, value: T) -> Error {
    let symmetry = header.symmetry;
    let (row, col) = (row + 1, col + 1);
    match symmetry {
        _ if row < col => error!(
            Parse,
            "entry {row} {col} is above the diagonal, where a {symmetry} file names none"
        ),
        Symmetry::SkewSymmetric if row == col => error!(
            Parse,
            "entry {row} {col} is on the diagonal, where a {symmetry} file names none"
        ),
        Symmetry::Hermitian => error!(
            Parse,
            "entry {row} {col} is on the diagonal of a {symmetry} matrix and not real: {value:?}"
        ),
        _ => error!(
            TooLarge,
            "entry {row} {col} is mirrored by a negative, and {value:?} has none in {}",
            T::NAME
        ),
    }
}
