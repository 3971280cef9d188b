//! Alpha blending.

use crate::ImageOutput;
use crate::imports::*;
use crate::policy::operation;
use finch_kernels::formats::traits::algebra::Binary;
use finch_kernels::policy::{Policy, Serial};
use finch_kernels::prelude::*;

/// `round(alpha * a[y, x] + beta * b[y, x])`, cut off at 0 and 255: two images, weighted.
///
/// Sums are computed as `f32`, and halves rounded to even numbers. The images have the same extents, and so has the result, whose format the
/// caller chooses. Of runs it makes runs: it takes time linear in the runs of both, or in the pixels where either has pixels.
/// [`blend_into`] writes to an output whose memory is reused. After Ahrens et al., "Looplets", 2023, section 8.4.
///
/// # Errors
///
/// * [`Invalid`](crate::ErrorKind::Invalid): a weight is not finite.
/// * [`Mismatch`](crate::ErrorKind::Mismatch): the images differ in extents.
#[doc = crate::refused::refused!("the result")]
///
/// ```
/// use finch_image::{blend, prelude::*};
///
/// let a = RunMatrix::<u8>::from_dense([1, 6], &[0, 0, 0, 100, 100, 100])?;
/// let b = RunMatrix::<u8>::from_dense([1, 6], &[200, 200, 200, 200, 0, 0])?;
/// let out: RunMatrix<u8> = blend(&a, 0.3, &b, 0.7)?;
/// assert_eq!(out.to_dense()?, [140, 140, 140, 170, 30, 30]);
/// assert_eq!(out.count_stored(), 3);
/// # Ok::<(), Error>(())
/// ```
pub fn blend<I: NewMatrix<Value = u8>>(
    a: &Tensor<impl MatrixOf<u8>>,
    alpha: f32,
    b: &Tensor<impl MatrixOf<u8>>,
    beta: f32,
) -> Result<I> {
    let mut out = I::default();
    blend_into(out.output(), a, alpha, b, beta)?;
    Ok(out)
}

/// [`blend`](blend()) into `out`, in any format: what it holds is replaced, and its memory is reused.
///
/// # Errors
///
/// * [`Invalid`](crate::ErrorKind::Invalid): a weight is not finite.
/// * [`Mismatch`](crate::ErrorKind::Mismatch): the images differ in extents.
#[doc = crate::refused::refused!("`out`")]
pub fn blend_into<A: MatrixOf<u8>>(
    out: &mut Tensor<impl ImageOutput<u8>>,
    a: &Tensor<A>,
    alpha: f32,
    b: &Tensor<impl MatrixOf<u8>>,
    beta: f32,
) -> Result<()> {
    blend_by(Serial, out, a, alpha, b, beta)
}

operation! {
    /// What [`blend_by`] runs under a policy.
    Blend reads [A: MatrixOf<u8>, B: MatrixOf<u8>] writes O: ImageOutput<u8>,
    { out: &'c mut Tensor<O>, a: &'a Tensor<A>, alpha: f32, b: &'a Tensor<B>, beta: f32 }
    with {
        let small = alpha.abs() <= LARGEST && beta.abs() <= LARGEST;
        let mix = Binary(move |a: u8, b: u8| {
            let sum = alpha * f32::from(a) + beta * f32::from(b);
            // LLVM asks this once for each row, and makes two loops. Of runs it would be asked for each, which takes more than it saves.
            if IsDense::<'_, A>::VALUE && small { rounded_small(sum) } else { rounded(sum) }
        });
    }
    wide if IsDense<'_, A>;
    { out .= _; } y { for x { out[y, x] = map2(mix, a[y, x], b[y, x]); } }
}

/// [`blend`](blend()) under a [policy](finch_kernels::policy), into `out`: what it holds is replaced, and its memory is reused. Under
/// `Parallel` a part has some of the rows.
///
/// # Errors
///
/// * [`Invalid`](crate::ErrorKind::Invalid): a weight is not finite.
/// * [`Mismatch`](crate::ErrorKind::Mismatch): the images differ in extents.
#[doc = crate::refused::refused!("`out`")]
///
/// ```
/// use finch_image::{blend_by, grey, prelude::*};
/// use finch_kernels::policy::Serial;
///
/// let (a, b) = (grey([1, 2], vec![0, 100])?, grey([1, 2], vec![200, 0])?);
/// let mut out = Matrix::default();
/// blend_by(Serial, &mut out, &a, 0.3, &b, 0.7)?;
/// assert_eq!(out.to_dense()?, [140, 30]);
/// # Ok::<(), Error>(())
/// ```
pub fn blend_by<'a, A, B, O>(
    policy: impl for<'c> Policy<Blend<'c, 'a, A, B, O>>,
    out: &mut Tensor<O>,
    a: &'a Tensor<A>,
    alpha: f32,
    b: &'a Tensor<B>,
    beta: f32,
) -> Result<()> {
    ensure!(alpha.is_finite() && beta.is_finite(), else Invalid, "the weights {alpha} and {beta} are not both finite");
    policy.run(Blend { out, a, alpha, b, beta })
}

/// Sums of levels by weights up to here are less than 2^22, for [`rounded_small`].
const LARGEST: f32 = 8192.0;

/// [`rounded`] of a sum between -2^22 and 2^22. It clamps integers and not floats, which LLVM joins with the conversion to bytes: two vector
/// instructions fewer.
#[cfg_attr(not(debug_assertions), inline(always))]
fn rounded_small(sum: f32) -> u8 {
    // A half more than in `rounded`, so that negative numbers have no places behind the point either.
    const WHOLE: f32 = 12_582_912.0;
    ((sum + WHOLE).to_bits() as i32 - WHOLE.to_bits() as i32).clamp(0, 255) as u8
}

/// The nearest whole number, of two the even one, cut off below 0 and above 255: 0 for what is not a number. Several values are rounded
/// at a time, as they are not by conversions.
#[cfg_attr(not(debug_assertions), inline(always))]
fn rounded(value: f32) -> u8 {
    let value = if value > 0.0 { value } else { 0.0 };
    let value = if value < 255.0 { value } else { 255.0 };
    // From here on to twice as much, numbers have no places behind the point: a sum is rounded to the nearest whole one, which is in
    // its lowest bits.
    const WHOLE: f32 = 8_388_608.0;
    (value + WHOLE).to_bits() as u8
}

#[cfg(test)]
mod tests {
    use super::{LARGEST, rounded, rounded_small};

    #[test]
    fn rounds_to_the_nearest() {
        // Each sixteenth from -20 to 300, with its neighbours, and what is far away.
        let near = (-320..4800).flat_map(|k| {
            let value = k as f32 / 16.0;
            [value.next_down(), value, value.next_up()]
        });
        let far = [
            1e10,
            -1e10,
            f32::MAX,
            f32::INFINITY,
            f32::NEG_INFINITY,
            f32::NAN,
            -f32::NAN,
            -0.0,
            8_388_607.5,
            2.0 * LARGEST * 255.0,
            -2.0 * LARGEST * 255.0,
        ];
        for value in near.chain(far) {
            assert_eq!(rounded(value), value.round_ties_even() as u8, "{value}");
            if value.abs() <= 2.0 * LARGEST * 255.0 {
                assert_eq!(rounded_small(value), rounded(value), "{value}");
            }
        }
    }
}
