//! Sums of products that several threads compute. Feature `parallel`.

use super::factor::{Before, InsideLead};
use super::list::IndexNames;
use super::operand::Operands;
use super::places::SplitBy;
use super::run::{EmptyOrNot, Prepare, SumStorage};
use super::search::{AsTheyAre, If, OneNest};
use super::transposing::Transposing;
use super::{AnyOrder, EinsumInto, Facts, Planned};
use crate::imports::*;
use finch_formats::traits::expr::overload::Parallelizes;
use finch_formats::traits::expr::value::Value;
use finch_formats::traits::index::{Outermost, Passes};
use finch_formats::traits::program::{Declared, LoopOrder, OutputsInParts, ReadWhileWritten};
use finch_formats::traits::stmt::assign::Assign;
use finch_formats::traits::target::{Place, Write};

/// A sum of products that several threads compute: what [`EinsumInto::parallel`] makes.
#[must_use = "a sum does nothing until it is run"]
#[derive(Debug)]
pub struct EinsumInParts<S, O, Y, X>(EinsumInto<S, O, Y, X>);

/// Ways to compute a result at the places `Y` of operands `O`, over semiring `S`, by several threads, into output `X`.
#[diagnostic::on_unimplemented(
    message = "this `einsum!` cannot be computed in parts",
    note = "several threads write a dense output, such as a `Matrix` or a `Vector`, and read operands that can be shared between threads",
    note = "`spgemm::spgemm_by(Parallel::new(), ..)` writes a sparse product by several threads"
)]
pub trait CandidatesInParts<S, O, Y, X> {
    /// Computes the result by candidate number `chosen`.
    ///
    /// # Errors
    ///
    /// Those of [`EinsumInto::run`].
    fn run_in_parts(chosen: usize, operands: O, out: X, name: &'static str) -> Result<()>;
}

impl<S, O, Y, X> CandidatesInParts<S, O, Y, X> for Nil {
    fn run_in_parts(_chosen: usize, _operands: O, _out: X, _name: &'static str) -> Result<()> {
        // Numbers of candidates are those of `ways`.
        Ok(())
    }
}

impl<S, O, Y, X, H, R> CandidatesInParts<S, O, Y, X> for Cons<H, R>
where
    H: PrepareInParts<S, O, Y, X>,
    R: CandidatesInParts<S, O, Y, X> + EmptyOrNot,
{
    fn run_in_parts(chosen: usize, operands: O, out: X, name: &'static str) -> Result<()> {
        if R::IS_EMPTY || chosen == 0 {
            H::run_in_parts(operands, out, name)
        } else {
            R::run_in_parts(chosen - 1, operands, out, name)
        }
    }
}

/// Outputs that can be written in any order, if `Is` says so.
#[diagnostic::on_unimplemented(
    message = "this `einsum!` cannot be computed in parts: its output is written in order",
    label = "neither a `Matrix` nor a `Vector`, nor another nest that is written in any order",
    note = "`spgemm::spgemm_by(Parallel::new(), ..)` writes a sparse product by several threads"
)]
pub trait WrittenAnywhere<Is> {}

impl<X> WrittenAnywhere<Yes> for X {}

/// One way to compute a result, by several threads if its outermost loop goes over an index of the result.
pub trait PrepareInParts<S, O, Y, X> {
    /// Computes the result.
    ///
    /// # Errors
    ///
    /// Those of [`EinsumInto::run`].
    fn run_in_parts(operands: O, out: X, name: &'static str) -> Result<()>;
}

macro_rules! on_one_thread {
    ($([$($generics:ident),*] $way:ty;)*) => { $(
        impl<S, O, Y, X, $($generics),*> PrepareInParts<S, O, Y, X> for $way
        where
            S: Semiring<O::T>,
            O: Operands,
            X: IntoOutput<Handle: Output<T = O::T, Fill = S::Zero>>,
            Self: Prepare<S, O, Y>,
        {
            fn run_in_parts(operands: O, out: X, name: &'static str) -> Result<()> {
                Self::run::<X>(operands, out, name)
            }
        }
    )* };
}

on_one_thread! {
    [Order, M] OneNest<Transposing<M>, Order>;
    [At, Lead, Rest, K, P, C, F] InsideLead<At, Lead, Rest, K, P, C, F>;
    [At, I, K, P, C] Before<At, I, K, P, C>;
}

impl<S, O, Y, X, N, R> PrepareInParts<S, O, Y, X> for OneNest<AsTheyAre, Cons<Index<N>, R>>
where
    N: Nat,
    Y: IndexNames,
    If<Y::Has<N>>: OuterLoop<S, O, Y, X, N, R>,
{
    #[inline(never)]
    fn run_in_parts(operands: O, out: X, name: &'static str) -> Result<()> {
        If::<Y::Has<N>>::run(operands, out, name)
    }
}

/// Loops over index number `N` and, inside of it, the indices `R`: in parts if the result has that index.
pub trait OuterLoop<S, O, Y, X, N, R> {
    /// Computes the result.
    ///
    /// # Errors
    ///
    /// Those of [`EinsumInto::run`].
    fn run(operands: O, out: X, name: &'static str) -> Result<()>;
}

impl<S, O, Y, X, N, R> OuterLoop<S, O, Y, X, N, R> for If<No>
where
    S: Semiring<O::T>,
    O: Operands,
    Y: IndexNames,
    X: IntoOutput<Handle: Output<T = O::T, Fill = S::Zero>>,
    OneNest<AsTheyAre, Cons<Index<N>, R>>: Prepare<S, O, Y>,
{
    fn run(operands: O, out: X, name: &'static str) -> Result<()> {
        OneNest::<AsTheyAre, Cons<Index<N>, R>>::run::<X>(operands, out, name)
    }
}

/// The assignment that adds products to the result.
type Adds<S, O, Y, X> = Assign<
    Write<OutputRoot<<X as IntoOutput>::Handle>, Place<U0, Yes, Y>, &'static str>,
    <S as Semiring<<O as Operands>::T>>::Plus,
    <O as Operands>::Product<S>,
>;

impl<S, O, Y, X, N, R, P> OuterLoop<S, O, Y, X, N, R> for If<Yes>
where
    S: Semiring<O::T>,
    O: Operands,
    Y: IndexNames,
    N: Nat,
    R: IndexNames,
    X: IntoOutput<Handle: Output<T = O::T, Fill = S::Zero>>,
    Cons<Index<N>, R>: IndexNames + SplitBy<Y, Rest: SumStorage>,
    Adds<S, O, Y, X>: Stmt,
    Index<N>: Parallelizes<R::Nest<Adds<S, O, Y, X>>, Inferred = P>,
    P: Stmt<Reads<Passes>: ReadWhileWritten> + LoopOrder<<P as Stmt>::Ordered<Outermost>> + Send + Sync,
    (Declared<X::Handle>,): OutputsInParts,
{
    fn run(operands: O, out: X, name: &'static str) -> Result<()> {
        let product = Value::new(operands.product::<S>());
        program()
            .declare(out)
            .body(|(c,)| {
                let adds = c.at_by(Y::HERE).named(name).reduce(S::plus(), product);
                Index::<N>::new().inferred(R::HERE.nest(adds))
            })
            .run_parallel()
    }
}

impl<S, O, Y, X> EinsumInto<S, O, Y, X> {
    /// This sum, computed by the threads of rayon's pool: the outermost loop in parts, if it goes over an index of the result. A part has at
    /// least [`GRAIN`](crate::traits::program::GRAIN) indices and stored values.
    ///
    /// The output is dense, `Dense` levels over `Element`, such as a `Matrix` or a `Vector`; any other does not compile. The order of loops is that which
    /// [`run`](EinsumInto::run) chooses. One thread computes all if the outermost loop of that order goes over an index that is summed
    /// over, if an operand is transposed, or if two are multiplied first. Each value is summed up in the same order on any number
    /// of threads, so results have the same bits, those of `run`.
    ///
    /// ```
    /// use finch_kernels::prelude::*;
    ///
    /// let a = Csr::from_triplets([2, 3], [([0, 1], 2.0), ([1, 0], 1.0), ([1, 2], 4.0)], Add)?;
    /// let b = Matrix::from_dense([3, 2], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0])?;
    /// let mut c = Matrix::default();
    /// einsum!(c[i, j] += a[i, k] * b[k, j]).parallel().run()?;
    /// assert_eq!(c.values(), [6.0, 8.0, 21.0, 26.0]);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// A sparse output is refused:
    ///
    /// ```compile_fail
    /// use finch_kernels::prelude::*;
    ///
    /// let a = Csr::<f64>::empty([3, 3])?;
    /// let mut c = Csr::default();
    /// einsum!(c[i, j] += a[i, k] * a[k, j]).parallel().run()?;
    /// # Ok::<(), Error>(())
    /// ```
    pub fn parallel(self) -> EinsumInParts<S, O, Y, X> {
        EinsumInParts(self)
    }
}

impl<S, O, Y, X> EinsumInParts<S, O, Y, X> {
    /// Computes the sum: what the output holds is replaced, and its memory is reused.
    ///
    /// # Errors
    ///
    /// Those of [`EinsumInto::run`].
    pub fn run(self) -> Result<()>
    where
        O: Planned<S, Y>,
        Y: IndexNames,
        S: Semiring<O::T>,
        X: IntoOutput<Handle: Output<T = O::T, Fill = S::Zero>>,
        O::Candidates: CandidatesInParts<S, O, Y, X>,
        X: WrittenAnywhere<AnyOrder<X::Handle>>,
    {
        let EinsumInto { sum, out, name } = self.0;
        let facts: Facts = sum.facts(name, <AnyOrder<X::Handle> as Bool>::VALUE);
        O::Candidates::run_in_parts(facts.choose(), sum.operands, out, name)
    }
}
