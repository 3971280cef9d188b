//! The fill that is what types know of a value.

use super::{Fill, Inf, Missing, NegInf, One, True, Zero};
use crate::known::{Known, tag};
use crate::logic::{Bool, No, Or};
use crate::number::Ordered;
use num_complex::Complex;

/// Types of values of which a fill can be found by what types know of a value: the fill of a result that operators make of
/// fills.
///
/// ```
/// use finch_algebra::fill::{FindFill, One, Zero};
/// use finch_algebra::operators::Exp;
/// use finch_algebra::{Fill, UnaryOp};
///
/// // The exponential of what is not stored is one.
/// type Background = <Exp as UnaryOp<f64>>::Fold<<Zero as Fill<f64>>::Known>;
/// fn is_one(_fill: One) {}
/// is_one(<f64 as FindFill>::Found::<Background>::default());
/// ```
#[diagnostic::on_unimplemented(
    message = "no fill of `{Self}` is found by what is known of a value",
    note = "numbers and `bool` implement `FindFill`; for a type of values of your own two lines say which fills it has"
)]
pub trait FindFill: Copy + 'static {
    /// Whether there is a fill known as `K`.
    type Has<K: Known>: Bool;
    /// The fill known as `K`; if there is none, [`Zero`], which of booleans is `false`.
    type Found<K: Known>: Fill<Self>;
}

/// Finds a fill among those listed behind their tags.
macro_rules! found {
    ($([$($generics:tt)*] $ty:ty: $($tag:ident $fill:ident),+;)*) => { $(
        impl<$($generics)*> FindFill for $ty {
            type Has<K: Known> = found!(@has K; $($tag)+);
            type Found<K: Known> = found!(@one K, $ty; $($tag $fill),+);
        }
    )* };
    (@has $known:ident;) => { No };
    (@has $known:ident; $tag:ident $($more:ident)*) => { Or<$known::Is<tag::$tag>, found!(@has $known; $($more)*)> };
    (@one $known:ident, $ty:ty;) => { Zero };
    (@one $known:ident, $ty:ty; $tag:ident $fill:ident $(, $($more:tt)*)?) => {
        <$known::Is<tag::$tag> as Bool>::SelectFill<$ty, $fill, found!(@one $known, $ty; $($($more)*)?)>
    };
}

found! {
    [T: Ordered] T: Zero Zero, One One, Inf Inf, NegInf NegInf, Missing Missing;
    [] Complex<f32>: Zero Zero, One One, Missing Missing;
    [] Complex<f64>: Zero Zero, One One, Missing Missing;
    [] bool: False Zero, True True, Missing Missing;
}
