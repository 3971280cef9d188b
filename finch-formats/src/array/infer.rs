//! The format of a result, inferred from the types of its expression.

use super::along::Out;
use super::expr::{Elements, Everywhere, Op3, Source, Transposed, Uniform};
use super::join::{Diagonal, Lifted, Picked, Spread};
use super::kinds::{Described, Dim, Front, Full, Keep, NoDim, Subsets, Zip, Zip3};
use super::shapes::{Broadcast, Expanded, Flattened, LookedUp, OneMore};
use super::view::{Seen, Stretches, Viewed};
use crate::imports::*;
use finch_traits::algebra::fill::FindFill;
use finch_traits::algebra::operator::{FoldBinary, FoldTernary, FoldUnary, TernaryOp};
use finch_traits::view::Entry;

/// What types know of an array expression: enough to choose the format of its result. [The rules](super#the-format-of-a-result) say what
/// follows from it.
#[diagnostic::on_unimplemented(
    message = "types do not tell the format of this result",
    note = "name it, `compute_as::<Csr<f64>>()`, or write to a tensor that there is, `assign_to(&mut c)`"
)]
pub trait Infer: ArrayExpr {
    /// What is known of its value where all operands are fill.
    type Fill: Known;
    /// What is known of its value everywhere.
    type Always: Known;
    /// What its dimensions store.
    type Kinds: Kinds;
}

/// Whether the value known as `K`, where some operands are fill, is the one known as `Fill`.
type Is<K, Fill> = Same<K, Fill>;

impl<L: Described<Rank: Dims>> Infer for Source<'_, L> {
    type Fill = <L::Fill as Fill<L::T>>::Known;
    type Always = Unknown;
    type Kinds = L::Kinds<NoDim>;
}

impl<T: Copy + 'static> Infer for Elements<'_, T>
where
    Zero: Fill<T>,
{
    type Fill = <Zero as Fill<T>>::Known;
    type Always = Unknown;
    type Kinds = Dim<Full, NoDim>;
}

impl<T: Copy + 'static> Infer for Uniform<T> {
    type Fill = Unknown;
    type Always = Unknown;
    type Kinds = NoDim;
}

impl<T: Copy + 'static, F: Fill<T>> Infer for Everywhere<T, F> {
    type Fill = F::Known;
    type Always = F::Known;
    type Kinds = NoDim;
}

impl<O: UnaryOp<A::T>, A: Infer> Infer for Op1<O, A> {
    type Fill = FoldUnary<O, A::T, A::Fill>;
    type Always = FoldUnary<O, A::T, A::Always>;
    type Kinds = Keep<A::Kinds, Is<Self::Fill, Self::Fill>>;
}

impl<O: BinaryOp<A::T, B::T>, A: Infer, B: Infer> Infer for Op2<O, A, B> {
    type Fill = FoldBinary<O, A::T, B::T, A::Fill, B::Fill>;
    type Always = FoldBinary<O, A::T, B::T, A::Always, B::Always>;
    type Kinds = Zip<
        A::Kinds,
        B::Kinds,
        Is<FoldBinary<O, A::T, B::T, A::Fill, B::Always>, Self::Fill>,
        Is<FoldBinary<O, A::T, B::T, A::Always, B::Fill>, Self::Fill>,
        Is<Self::Fill, Self::Fill>,
    >;
}

/// Which operands of `O(A, B, C)` decide the result alone: for each subset of the three, whether the result is the fill wherever these
/// operands are fill.
#[derive(Clone, Copy, Debug)]
pub struct Of3<O, A, B, C>(PhantomData<(O, A, B, C)>);

/// What is known of `O(a, b, c)` if this is known of the operands.
type Known3<O, A, B, C, K1, K2, K3> =
    FoldTernary<O, <A as ArrayExpr>::T, <B as ArrayExpr>::T, <C as ArrayExpr>::T, K1, K2, K3>;

macro_rules! subsets {
    ($($name:ident: $a:ident $b:ident $c:ident;)*) => {
        impl<O: TernaryOp<A::T, B::T, C::T>, A: Infer, B: Infer, C: Infer> Subsets for Of3<O, A, B, C> { $(
            type $name =
                Is<Known3<O, A, B, C, A::$a, B::$b, C::$c>, Known3<O, A, B, C, A::Fill, B::Fill, C::Fill>>;
        )* }
    };
}

subsets! {
    A: Fill Always Always;
    B: Always Fill Always;
    C: Always Always Fill;
    Ab: Fill Fill Always;
    Ac: Fill Always Fill;
    Bc: Always Fill Fill;
    Abc: Fill Fill Fill;
}

impl<O: TernaryOp<A::T, B::T, C::T>, A: Infer, B: Infer, C: Infer> Infer for Op3<O, A, B, C> {
    type Fill = Known3<O, A, B, C, A::Fill, B::Fill, C::Fill>;
    type Always = Known3<O, A, B, C, A::Always, B::Always, C::Always>;
    type Kinds = Zip3<A::Kinds, B::Kinds, C::Kinds, Of3<O, A, B, C>>;
}

/// Views: what is known of their values is what is known of those of the array that they show. Their dimensions store something else.
macro_rules! infer_views {
    ($([$($generics:tt)*] $view:ty, of $a:ident: $kinds:ty;)*) => { $(
        impl<$($generics)*> Infer for $view {
            type Fill = $a::Fill;
            type Always = $a::Always;
            type Kinds = $kinds;
        }
    )* };
}

infer_views! {
    // What can be transposed is as good as dense.
    [A: Infer<Rank = U2>] Transposed<A>, of A: Dim<Full, Dim<Full, NoDim>>;
    [A: Infer] Lifted<A>, of A: A::Kinds;
    [A: Infer<Rank: AlongAxis<AXIS>>, const AXIS: usize] Picked<A, AXIS>, of A: <A::Rank as AlongAxis<AXIS>>::Without<A::Kinds>;
    // Each place of it is looked up.
    [A: Infer<Rank = U2>] Diagonal<A>, of A: Dim<Full, <A::Kinds as Kinds>::Outer>;
    [A: Infer, R: Dims] Spread<A, R>, of A: R::Same<A::Kinds>;
    [E: Infer, M: Seen<E::Rank>] Viewed<E, M>, of E: M::Kinds<E::Kinds>;
    [E: Infer] Stretches<E>, of E: Front<E::Kinds, Dim<Full, <E::Kinds as Kinds>::Outer>>;
    [E: Infer<Rank: AlongAxis<AXIS>>, X: Entry, const AXIS: usize] LookedUp<E, X, AXIS>, of E: <E::Rank as AlongAxis<AXIS>>::LookedUp<E::Kinds>;
    [A: Infer<Rank: Dims<Up: AlongAxis<AXIS>>>, const AXIS: usize] Expanded<A, AXIS>, of A: <OneMore<A> as AlongAxis<AXIS>>::Inserted<A::Kinds>;
    // It is one run along the dimensions that it does not have.
    [E: Infer, R: Dims<Max<E::Rank> = R>, const N: usize] Broadcast<E, R, N>, of E: E::Kinds;
    // Each place of it is looked up.
    [E: Infer<Rank: AlongAxis<1>>] Flattened<E>, of E: Dim<Full, Out<Out<E::Kinds>>>;
}

/// The fill of the result of expression `E`: what its operators make of the fills of its operands. It is [`Zero`] if types do not know that
/// value.
pub type FillOf<E> = <<E as ArrayExpr>::T as FindFill>::Found<<E as Infer>::Fill>;

/// The kinds of the result of `E`: none is sparse if no fill is what is known.
type KindsOf<E> = Keep<<E as Infer>::Kinds, <<E as ArrayExpr>::T as FindFill>::Has<<E as Infer>::Fill>>;

/// The levels in which [`compute`](crate::array::Uncomputed::compute) stores the result of expression `E`, outermost first, such as
/// `Dense<SparseList<Element<f64>>>`. [The rules](super#the-format-of-a-result) infer them from the levels of the operands and the laws of
/// the operators.
pub type LevelOf<E> = <<E as ArrayExpr>::Rank as Dims>::Nest<KindsOf<E>, Element<<E as ArrayExpr>::T, FillOf<E>>>;

/// Expressions and reductions whose result has a format that follows from types.
#[diagnostic::on_unimplemented(
    message = "types do not tell the format of this result",
    note = "name it, `compute_as::<Csr<f64>>()`, or write to a tensor that there is, `assign_to(&mut c)`"
)]
pub trait Compute: Sized {
    /// The level of the result.
    type Level: WriteLevel + Default;
    /// Writes the result to `out`.
    fn compute_into(self, out: &mut Tensor<Self::Level>) -> Result<()>;
}

impl<E> Compute for E
where
    E: Infer<T: FindFill>,
    LevelOf<E>: WriteLevel<T = E::T, Rank = E::Rank> + Default,
{
    type Level = LevelOf<E>;
    fn compute_into(self, out: &mut Tensor<LevelOf<E>>) -> Result<()> {
        self.write(out)
    }
}
