//! Views with the dimensions in another order.

use crate::upper::*;
use crate::view::rearrange::{ExtentsByNumber, Rearrange};
use core::fmt::Debug;

/// An order of `R` dimensions: a tuple of numbers of which each occurs once.
#[diagnostic::on_unimplemented(
    message = "these numbers are not an order of the dimensions of this tensor",
    label = "not each number of a dimension once",
    note = "an order is a tuple of `typenum` numbers, up to four: `a.swizzle::<(U1, U0)>()` of a matrix"
)]
pub trait PermutationOf<R: Nat>: Copy + Debug + Sealed + 'static {
    /// The index of the view that each dimension of what is behind has.
    const ORDER: &'static [usize];
    /// The axes of the view.
    type Axes<X: AxisList>: AxisList;
    /// The indices of what is behind.
    type List<I: IndexList>: IndexList;
    /// The indices of what is behind.
    fn list<I: IndexList>(indices: I) -> Self::List<I>;
}

/// A view with the `R` dimensions of a tensor in the order `P`. [`Views::swizzle`](super::Views::swizzle) makes it.
#[derive(Debug)]
pub struct Swizzle<P, R>(PhantomData<(P, R)>);

copied!([P, R] Swizzle<P, R>);

impl<P, R> Swizzle<P, R> {
    /// The order `P`.
    #[inline]
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        Swizzle(PhantomData)
    }
}

impl<P, R> Sealed for Swizzle<P, R> {}
impl<P: PermutationOf<R>, R: Nat> Rearrange for Swizzle<P, R> {
    type Rank<N: Nat> = N;
    type Axes<X: AxisList> = P::Axes<X>;
    type List<I: IndexList> = P::List<I>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn list<I: IndexList>(self, indices: I) -> Self::List<I> {
        P::list(indices)
    }
    fn extent(self, axis: usize, of: ExtentsByNumber<'_>) -> Result<Option<usize>> {
        P::ORDER.iter().position(|&index| index == axis).map_or(Ok(None), of)
    }
}

// The terms of a list, and the axes of a nest, by number.
type T0<I> = <I as IndexList>::Head;
type T1<I> = T0<<I as IndexList>::Tail>;
type T2<I> = T1<<I as IndexList>::Tail>;
type T3<I> = T2<<I as IndexList>::Tail>;
type X0<X> = <X as AxisList>::First;
type X1<X> = X0<<X as AxisList>::Below>;
type X2<X> = X1<<X as AxisList>::Below>;
type X3<X> = X2<<X as AxisList>::Below>;

macro_rules! permutations {
    ($($rank:ident: $order:ty => [$($term:ident.$number:tt)*], back [$($axis:ident)*];)*) => { $(
        impl PermutationOf<$rank> for $order {
            const ORDER: &'static [usize] = &[$($number),*];
            type Axes<X: AxisList> = permutations!(@axes X $($axis)*);
            type List<I: IndexList> = permutations!(@list I $($term)*);
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn list<I: IndexList>(indices: I) -> Self::List<I> {
                let (first, rest) = indices.split();
                let (second, rest) = rest.split();
                let (third, rest) = rest.split();
                let (fourth, _) = rest.split();
                let terms = (first, second, third, fourth);
                permutations!(@make terms $($number)*)
            }
        }
    )* };
    (@axes $x:ident) => { NoAxis };
    (@axes $x:ident $first:ident $($more:ident)*) => { OuterAxis<$first<$x>, permutations!(@axes $x $($more)*)> };
    (@list $i:ident) => { Nil };
    (@list $i:ident $first:ident $($more:ident)*) => { Cons<$first<$i>, permutations!(@list $i $($more)*)> };
    (@make $terms:ident) => { Nil };
    (@make $terms:ident $first:tt $($more:tt)*) => { Cons($terms.$first, permutations!(@make $terms $($more)*)) };
}

// First: which index of the view each dimension has. Back: which dimension each index of the view is of.
permutations! {
    U2: (U0, U1) => [T0.0 T1.1], back [X0 X1];
    U2: (U1, U0) => [T1.1 T0.0], back [X1 X0];
    U3: (U0, U1, U2) => [T0.0 T1.1 T2.2], back [X0 X1 X2];
    U3: (U0, U2, U1) => [T0.0 T2.2 T1.1], back [X0 X2 X1];
    U3: (U1, U0, U2) => [T1.1 T0.0 T2.2], back [X1 X0 X2];
    U3: (U1, U2, U0) => [T1.1 T2.2 T0.0], back [X2 X0 X1];
    U3: (U2, U0, U1) => [T2.2 T0.0 T1.1], back [X1 X2 X0];
    U3: (U2, U1, U0) => [T2.2 T1.1 T0.0], back [X2 X1 X0];
    U4: (U0, U1, U2, U3) => [T0.0 T1.1 T2.2 T3.3], back [X0 X1 X2 X3];
    U4: (U0, U1, U3, U2) => [T0.0 T1.1 T3.3 T2.2], back [X0 X1 X3 X2];
    U4: (U0, U2, U1, U3) => [T0.0 T2.2 T1.1 T3.3], back [X0 X2 X1 X3];
    U4: (U0, U2, U3, U1) => [T0.0 T2.2 T3.3 T1.1], back [X0 X3 X1 X2];
    U4: (U0, U3, U1, U2) => [T0.0 T3.3 T1.1 T2.2], back [X0 X2 X3 X1];
    U4: (U0, U3, U2, U1) => [T0.0 T3.3 T2.2 T1.1], back [X0 X3 X2 X1];
    U4: (U1, U0, U2, U3) => [T1.1 T0.0 T2.2 T3.3], back [X1 X0 X2 X3];
    U4: (U1, U0, U3, U2) => [T1.1 T0.0 T3.3 T2.2], back [X1 X0 X3 X2];
    U4: (U1, U2, U0, U3) => [T1.1 T2.2 T0.0 T3.3], back [X2 X0 X1 X3];
    U4: (U1, U2, U3, U0) => [T1.1 T2.2 T3.3 T0.0], back [X3 X0 X1 X2];
    U4: (U1, U3, U0, U2) => [T1.1 T3.3 T0.0 T2.2], back [X2 X0 X3 X1];
    U4: (U1, U3, U2, U0) => [T1.1 T3.3 T2.2 T0.0], back [X3 X0 X2 X1];
    U4: (U2, U0, U1, U3) => [T2.2 T0.0 T1.1 T3.3], back [X1 X2 X0 X3];
    U4: (U2, U0, U3, U1) => [T2.2 T0.0 T3.3 T1.1], back [X1 X3 X0 X2];
    U4: (U2, U1, U0, U3) => [T2.2 T1.1 T0.0 T3.3], back [X2 X1 X0 X3];
    U4: (U2, U1, U3, U0) => [T2.2 T1.1 T3.3 T0.0], back [X3 X1 X0 X2];
    U4: (U2, U3, U0, U1) => [T2.2 T3.3 T0.0 T1.1], back [X2 X3 X0 X1];
    U4: (U2, U3, U1, U0) => [T2.2 T3.3 T1.1 T0.0], back [X3 X2 X0 X1];
    U4: (U3, U0, U1, U2) => [T3.3 T0.0 T1.1 T2.2], back [X1 X2 X3 X0];
    U4: (U3, U0, U2, U1) => [T3.3 T0.0 T2.2 T1.1], back [X1 X3 X2 X0];
    U4: (U3, U1, U0, U2) => [T3.3 T1.1 T0.0 T2.2], back [X2 X1 X3 X0];
    U4: (U3, U1, U2, U0) => [T3.3 T1.1 T2.2 T0.0], back [X3 X1 X2 X0];
    U4: (U3, U2, U0, U1) => [T3.3 T2.2 T0.0 T1.1], back [X2 X3 X1 X0];
    U4: (U3, U2, U1, U0) => [T3.3 T2.2 T1.1 T0.0], back [X3 X2 X1 X0];
}
