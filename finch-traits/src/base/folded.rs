//! A type of two parameters, of any number.

/// `All<A, All<B, C>>` of `All; A, B, C`.
macro_rules! folded {
    ($all:ident; $a:ty) => { $a };
    ($all:ident; $a:ty, $($more:ty),+) => { $all<$a, $crate::folded::folded!($all; $($more),+)> };
}
pub(crate) use folded;
