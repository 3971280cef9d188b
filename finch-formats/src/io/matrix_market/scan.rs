//! Numbers at the start of a text, read fast.
//!
//! Each function takes a text and where it starts, and returns where it stopped. `None` says that what stands there is
//! not the usual thing: the line is then read again with care, which finds out what it is, see
//! [`careful`](super::careful).

use super::fraction::fraction;
use super::*;

/// Behind blanks, if there are any.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(in crate::io) fn blanks(text: &[u8], at: usize) -> usize {
    match text.get(at) {
        Some(&byte) if byte <= b' ' => many_blanks(text, at),
        _ => at,
    }
}

#[inline(never)]
fn many_blanks(text: &[u8], mut at: usize) -> usize {
    while text.get(at).is_some_and(|&byte| is_blank(byte)) {
        at += 1
    }
    at
}

/// Behind blanks, of which there must be one.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(in crate::io) fn gap(text: &[u8], at: usize) -> Option<usize> {
    let [first, second] = *chunk(text, at)?;
    if first == b' ' && second > b' ' {
        return Some(at + 1);
    }
    // Where a sign could stand.
    if first == b' ' && second == b' ' && text.get(at + 2).is_some_and(|&third| third > b' ') {
        return Some(at + 2);
    }
    is_blank(first).then(|| many_blanks(text, at + 1))
}

/// So many bytes, if there are.
#[cfg_attr(not(debug_assertions), inline(always))]
fn chunk<const N: usize>(text: &[u8], at: usize) -> Option<&[u8; N]> {
    text.get(at..)?.first_chunk()
}

/// Behind the end of a line, which blanks may precede.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(in crate::io) fn line_end(text: &[u8], at: usize) -> Option<usize> {
    match *text.get(at)? {
        b'\n' => Some(at + 1),
        _ => line_end_behind(text, many_blanks(text, at)),
    }
}

#[inline(never)]
fn line_end_behind(text: &[u8], at: usize) -> Option<usize> {
    let end = at + usize::from(text.get(at) == Some(&b'\r'));
    (text.get(end) == Some(&b'\n')).then_some(end + 1)
}

/// Eight bytes at once, the first one lowest.
#[cfg_attr(not(debug_assertions), inline(always))]
fn eight(text: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(*chunk(text, at)?))
}

/// How many of eight bytes are digits, up to the first one that is not.
#[cfg_attr(not(debug_assertions), inline(always))]
fn count_digits(word: u64) -> usize {
    let digits = word ^ 0x3030_3030_3030_3030;
    let carried = (digits & 0x7f7f_7f7f_7f7f_7f7f) + 0x7676_7676_7676_7676;
    // The upper bit of each byte is set where the byte is above nine.
    let others = (carried | digits) & 0x8080_8080_8080_8080;
    others.trailing_zeros() as usize / 8
}

/// The number that the first `count` of eight bytes, all of them digits, are.
#[cfg_attr(not(debug_assertions), inline(always))]
fn digits(word: u64, count: usize) -> u64 {
    // Zeros in front: in two steps, since nothing is shifted by its width.
    let half = 32 - 4 * count;
    let word = (word << half) << half;
    let ones = word & 0x0f0f_0f0f_0f0f_0f0f;
    let pairs = ones.wrapping_mul(10).wrapping_add(ones >> 8);
    let even = (pairs & 0x0000_00ff_0000_00ff).wrapping_mul(0x000f_4240_0000_0064);
    let odd = ((pairs >> 16) & 0x0000_00ff_0000_00ff).wrapping_mul(0x0000_2710_0000_0001);
    even.wrapping_add(odd) >> 32
}

/// A number with the first `count` of eight bytes, all of them digits, behind it; it wraps if they are too many.
#[cfg_attr(not(debug_assertions), inline(always))]
fn with_digits(number: u64, word: u64, count: usize) -> u64 {
    const POWERS: [u64; 9] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000];
    number.wrapping_mul(POWERS[count]).wrapping_add(digits(word, count))
}

/// Appends the digits at `at` to `number`, which wraps if they are too many: where they end. For few digits: their number
/// is guessed by the branch predictor, so that what follows need not wait for it.
#[cfg_attr(not(debug_assertions), inline(always))]
fn append(text: &[u8], at: usize, number: &mut u64) -> usize {
    let Some(word) = eight(text, at) else {
        return append_many(text, at, number);
    };
    let word = word ^ 0x3030_3030_3030_3030;
    macro_rules! steps {
        ($($count:literal)*) => { $(
            let digit = (word >> (8 * $count)) & 0xff;
            if digit > 9 {
                return at + $count;
            }
            *number = number.wrapping_mul(10).wrapping_add(digit);
        )* };
    }
    steps!(0 1 2 3 4 5 6 7);
    match text.get(at + 8) {
        Some(b'0'..=b'9') => append_many(text, at + 8, number),
        _ => at + 8,
    }
}

/// Appends the digits at `at` to `number`, which wraps if they are too many: where they end. For digits that are likely to be
/// many: up to 16, as most numbers of full precision have, take no branch for each.
#[cfg_attr(not(debug_assertions), inline(always))]
fn append_fraction(text: &[u8], at: usize, number: &mut u64) -> usize {
    if let Some(bytes) = chunk::<16>(text, at) {
        let both = u128::from_le_bytes(*bytes);
        let (first, second) = (both as u64, (both >> 64) as u64);
        let count = count_digits(first);
        let more = if count == 8 { count_digits(second) } else { 0 };
        let end = at + count + more;
        if more < 8 || !text.get(end).is_some_and(u8::is_ascii_digit) {
            *number = with_digits(with_digits(*number, first, count), second, more);
            return end;
        }
    }
    append_many(text, at, number)
}

/// Appends the digits at `at` to `number`, which wraps if they are too many: where they end. For any number of digits, also at
/// the end of a text.
#[inline(never)]
fn append_many(text: &[u8], mut at: usize, number: &mut u64) -> usize {
    while let Some(word) = eight(text, at) {
        let count = count_digits(word);
        *number = with_digits(*number, word, count);
        at += count;
        if count < 8 {
            return at;
        }
    }
    while let Some(digit) = text
        .get(at)
        .map(|byte| byte.wrapping_sub(b'0'))
        .filter(|&digit| digit < 10)
    {
        *number = number.wrapping_mul(10).wrapping_add(digit.into());
        at += 1
    }
    at
}

/// A number without a sign, of few digits.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(in crate::io) fn natural(text: &[u8], start: usize) -> Option<(u64, usize)> {
    let mut number = 0;
    let at = append(text, start, &mut number);
    // So many digits fit 63 bits.
    (at > start && at - start <= 18).then_some((number, at))
}

/// An integer of few digits.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(in crate::io) fn integer(text: &[u8], at: usize) -> Option<(i64, usize)> {
    let (negative, at) = match *text.get(at)? {
        b'-' => (true, at + 1),
        b'+' => (false, at + 1),
        _ => (false, at),
    };
    let (number, at) = natural(text, at)?;
    let number = number as i64;
    Some((if negative { -number } else { number }, at))
}

/// A decimal number of up to 19 digits that is rounded once: a ratio or product of two numbers without rounding errors (Clinger, How to
/// Read Floating Point Numbers Accurately, 1990), as those of up to 15 digits are, or else a [`fraction`].
#[cfg_attr(not(debug_assertions), inline(always))]
pub(in crate::io) fn short_real(text: &[u8], start: usize) -> Option<(f64, usize)> {
    const POWERS: [f64; 23] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22,
    ];
    // Signs are as good as random.
    let sign = *text.get(start)?;
    let negative = sign == b'-';
    let start = start + usize::from(negative | (sign == b'+'));
    let mut number = 0;
    let mut at = append(text, start, &mut number);
    let mut count = at - start;
    let mut exponent = 0;
    if text.get(at) == Some(&b'.') {
        let end = append_fraction(text, at + 1, &mut number);
        exponent = -((end - at - 1) as i64);
        count = end - start - 1;
        at = end
    }
    if count == 0 {
        return None;
    }
    // Nineteen digits fit 64 bits.
    let long = count > 19 || number > 1 << 53;
    if matches!(text.get(at), Some(b'e' | b'E')) {
        let (power, end) = integer(text, at + 1)?;
        exponent = exponent.checked_add(power)?;
        at = end
    }
    let number = match POWERS.get(exponent.unsigned_abs() as usize) {
        Some(power) if !long => {
            // One instruction, unlike of numbers that may have a 64th bit.
            let number = number as i64 as f64;
            if exponent < 0 { number / power } else { number * power }
        }
        _ => long_real(text, start, count, number, exponent)?,
    };
    Some((f64::from_bits(number.to_bits() | u64::from(negative) << 63), at))
}

/// `number`, of which `count` digits are at `start`, times a power of ten.
#[inline(never)]
fn long_real(text: &[u8], start: usize, count: usize, number: u64, exponent: i64) -> Option<f64> {
    if count > 19 {
        // Zeros in front do not count.
        let digits = text[start..].iter().filter(|&&byte| byte != b'.');
        let zeros = digits.take_while(|&&byte| byte == b'0').count();
        if count - zeros > 19 {
            return None;
        }
    }
    fraction(number, exponent.checked_neg()?)
}

/// A value of a field.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(in crate::io) fn value<T: FileValue>(field: Field, text: &[u8], at: usize) -> Option<(T, usize)> {
    match field {
        Field::Real => T::scan_real(text, at),
        Field::Integer | Field::Unsigned => {
            let (number, end) = integer(text, at)?;
            if field == Field::Unsigned && number < 0 {
                return None;
            }
            Some((T::from_integer(i128::from(number))?, end))
        }
        Field::Complex => T::scan_complex(text, at),
        Field::Pattern => Some((T::ONE, at)),
    }
}

/// A line of an array: a value.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(in crate::io) fn array_line<T: FileValue>(field: Field, text: &[u8], at: usize) -> Option<(T, usize)> {
    let (value, at) = value(field, text, blanks(text, at))?;
    Some((value, line_end(text, at)?))
}

/// A line of coordinates: row and column from 1, and a value.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(in crate::io) fn coordinate_line<T: FileValue>(
    field: Field,
    text: &[u8],
    at: usize,
) -> Option<(u64, u64, T, usize)> {
    let (row, at) = natural(text, blanks(text, at))?;
    let (col, at) = natural(text, gap(text, at)?)?;
    let at = if field == Field::Pattern { at } else { gap(text, at)? };
    let (value, at) = value(field, text, at)?;
    Some((row, col, value, line_end(text, at)?))
}
