//! Fills: the value at every place where nothing is stored, as a type.
//!
//! Because a fill is a type, emptiness is known at compile time: a program asks what its operators do with the
//! fills of its operands and leaves out whatever comes to nothing.
//!
//! | fill | of | value |
//! |---|---|---|
//! | [`Zero`], [`One`] | every [`Number`](crate::number::Number), `bool`, (`Zero`) [`By`](crate::by::By) | 0 and 1, `false` and `true` |
//! | [`False`], [`True`] | `bool` | |
//! | [`Inf`], [`NegInf`] | every [`Ordered`](crate::number::Ordered) number, `By` | the infinities; the limits of an integer type |
//! | [`Missing`] | all of these | a placeholder that no program looks at |

mod found;
mod keyed;
mod reserved;

pub use found::FindFill;
pub use reserved::{False, Inf, Missing, NegInf, One, True, Zero};

use crate::known::Known;
use crate::nat::Nat;
use core::fmt::Debug;
use typenum::{B0, B1, UInt, UTerm};

/// A background value of type `T`.
///
/// One's own fill takes a few lines, and is skipped by programs like any other; if laws are to speak of it, it
/// implements [`NamedFill`] too.
///
/// ```
/// use finch_algebra::fill::Fill;
/// use finch_algebra::known::{Tagged, UserTag};
/// use typenum::U0;
///
/// #[derive(Clone, Copy, Debug, Default)]
/// struct NoEdge;
/// impl Fill<f64> for NoEdge {
///     type Known = Tagged<UserTag<U0>>;
///     const VALUE: &'static f64 = &1e9;
/// }
/// assert_eq!(<NoEdge as Fill<f64>>::value(), 1e9);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a fill of `{T}`",
    note = "`Zero` and `One` are fills of numbers and `bool`, `Inf` and `NegInf` of numbers with an order, `False` and `True` of `bool`"
)]
pub trait Fill<T: Copy + 'static>: Copy + Debug + Default + Send + Sync + 'static {
    /// What types know of this value.
    type Known: Known;
    /// The value, at an address: what a merge reads where an operand stores nothing.
    ///
    /// A constant, so that nothing of a fill runs, or can fail, while a tensor is written.
    const VALUE: &'static T;
    /// The value.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn value() -> T {
        *Self::VALUE
    }
}

/// What tables of laws may call a value: a fill that has the same tag in each type, or the tag itself.
#[diagnostic::on_unimplemented(
    message = "`{Self}` names no value that laws can speak of",
    note = "laws speak of `Zero`, `One`, `False`, `True`, `Inf`, `NegInf`, of tags, and of fills that implement `NamedFill`"
)]
pub trait NamedFill {
    /// The tag of the value.
    type Tag: Nat;
}

impl NamedFill for UTerm {
    type Tag = UTerm;
}

impl<Half: Nat> NamedFill for UInt<Half, B0> {
    type Tag = UInt<Half, B0>;
}

impl<Half: Nat> NamedFill for UInt<Half, B1> {
    type Tag = UInt<Half, B1>;
}
