//! Decimal fractions of many digits, rounded once, by a product in place of a quotient.
//!
//! Lemire, Number Parsing at a Gigabyte per Second, 2021, for powers of ten whose fives fit 128 bits.

/// `2^(127 + len) / 5^k`, rounded down, where `5^k` has `len` bits: at least `2^127`, and below `2^128`.
const INVERSE: [(u128, i64); 55] = {
    let (mut all, mut k, mut five) = ([(0, 0); 55], 0, 1_u128);
    while k < all.len() {
        let len = 128 - five.leading_zeros();
        let (mut quotient, mut rest, mut bit) = (0, 1, 0);
        while bit < 127 + len {
            rest *= 2;
            quotient *= 2;
            if rest >= five {
                rest -= five;
                quotient += 1
            }
            bit += 1
        }
        all[k] = (quotient, len as i64);
        five = five.saturating_mul(5);
        k += 1
    }
    all
};

/// `number / 10^k`, rounded once. `None` where it is not that simple.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn fraction(number: u64, k: i64) -> Option<f64> {
    if k == 0 {
        return Some(number as f64);
    }
    let &(inverse, len) = INVERSE.get(usize::try_from(k).ok()?)?;
    if number == 0 {
        return Some(0.0);
    }
    let zeros = number.leading_zeros();
    let number = u128::from(number << zeros);
    // The product is 192 bits long, of which the upper 128 are computed.
    let (low, high) = (u128::from(inverse as u64), inverse >> 64);
    let product = number * high + ((number * low) >> 64);
    // What `inverse` was rounded by is less than one, so that the product with what it was before is greater by less than `number`, which is
    // one of these 128 bits. So the upper 64 are right if the lower ones are not all set. As a quotient by fives is then no whole number of
    // the upper bits, there is something behind them: a bit that is set stands for it, below those that are kept.
    if product as u64 == u64::MAX {
        return None;
    }
    let upper = (product >> 64) as u64 | 1;
    let exponent = 1 - i64::from(zeros) - len - k;
    // At least 62 bits are rounded to 53. The power of two is one of those that every number can be multiplied with.
    Some(upper as f64 * f64::from_bits(((1023 + exponent) as u64) << 52))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Beside the parser of the standard library: at random, near powers of two, and halfway between two numbers.
    #[test]
    fn fractions_are_rounded_once() {
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        let mut found = 0;
        for turn in 0..20_000_u64 {
            state = state.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(turn | 1);
            let half = u128::from((1 << 53) | ((state >> 11) << 1) | 1) * 5_u128.pow((turn % 4) as u32);
            for number in [
                state >> (turn % 64),
                (1 << (turn % 64)) + turn % 3,
                half as u64 >> (turn % 2),
            ] {
                let k = (turn / 7 % 56) as i64;
                let Some(fraction) = fraction(number, k) else {
                    continue;
                };
                let expected: f64 = format!("{number}e-{k}").parse().unwrap();
                assert_eq!(fraction.to_bits(), expected.to_bits(), "{number}e-{k}");
                found += 1
            }
        }
        assert!(found > 55_000, "{found}")
    }
}
