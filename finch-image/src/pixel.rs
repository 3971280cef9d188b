//! What a pixel is: something to take the least and the greatest of.

use crate::imports::*;
use crate::morphology::{MorphOp, rectangle_of_dense};
use core::fmt::Debug;
use finch_kernels::formats::traits::algebra::fill::{False, Inf, NegInf, True};
use finch_kernels::formats::traits::algebra::{And, Max, Min, Or};
use finch_kernels::formats::traits::lifecycle::WriteLevel;

/// A kind of pixel: `bool` (off and on) or a grey level, `u8` or `u16`, of which 0 is off.
///
/// Erosion and dilation take the least and the greatest pixel under a footprint. Of grey levels of which 0 is off and
/// any other is on, the least is on where all are, and the greatest where any is: binary images need no type of their
/// own.
#[diagnostic::on_unimplemented(message = "`{Self}` is no kind of pixel", note = "`bool`, `u8` and `u16` are")]
pub trait Pixel: Copy + Debug + PartialEq + 'static {
    /// The lesser of two.
    type Least: BinaryOp<Self, Self, Out = Self> + Default;
    /// The greater of two.
    type Greatest: BinaryOp<Self, Self, Out = Self> + Default;
    /// The pixel that no other is less than: off. A type, so that programs are compiled without what it changes nothing in.
    type Off: Fill<Self>;
    /// The pixel that no other is greater than: on.
    type On: Fill<Self>;

    /// The difference of two pixels, and off where it would be negative. Of `bool`: whether this pixel is on and the other one is off.
    #[must_use]
    fn minus(self, other: Self) -> Self;

    /// Erodes or dilates an image by a rectangle that reaches so far, if the images are a `Matrix` of such pixels, which is quicker than step by
    /// step.
    #[doc(hidden)]
    fn rectangle(
        _image: &dyn Any,
        _out: &mut dyn Any,
        _spare: &mut dyn Any,
        _reach: [usize; 2],
        _op: MorphOp,
    ) -> Option<Result<()>> {
        None
    }
}

/// The levels of an image of `T`, in any format that can be written, rows outermost: what is on the background is the fill of the
/// format.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the output image",
    note = "an image has two dimensions and values of type `{T}`, and owns its arrays"
)]
pub trait ImageOutput<T>: WriteLevel<T = T, Rank = U2> {}
#[diagnostic::do_not_recommend]
impl<T, L: WriteLevel<T = T, Rank = U2>> ImageOutput<T> for L {}

macro_rules! pixels {
    ($($t:ty: $least:ident to $greatest:ident, off $off:ident, on $on:ident, |$one:ident, $other:ident| $minus:expr;)*) => { $(
        impl Pixel for $t {
            type Least = $least;
            type Greatest = $greatest;
            type Off = $off;
            type On = $on;

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn minus(self, $other: Self) -> Self {
                let $one = self;
                $minus
            }

            fn rectangle(
                image: &dyn Any,
                out: &mut dyn Any,
                spare: &mut dyn Any,
                reach: [usize; 2],
                op: MorphOp,
            ) -> Option<Result<()>> {
                rectangle_of_dense::<$t>(image, out, spare, reach, op)
            }
        }
    )* };
}

pixels! {
    bool: And to Or, off False, on True, |one, other| one & !other;
    u8: Min to Max, off NegInf, on Inf, |one, other| one.saturating_sub(other);
    u16: Min to Max, off NegInf, on Inf, |one, other| one.saturating_sub(other);
}
