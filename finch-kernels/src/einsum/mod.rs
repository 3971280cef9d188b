//! Sums of products of any number of tensors, in an order of loops that is found for their formats: what
//! [`einsum!`](crate::einsum!) makes.
//!
//! The macro lists the operands, each with its indices as types. [`FindOrders`] finds the orders of loops in which they are read without
//! searching, from what their levels say of each dimension ([`Described`]); other candidates multiply
//! two operands first. [`Candidates`] holds a program for each. Which of them runs is chosen by extents and counts. [`Einsum`] and
//! [`EinsumInto`] are what there is to call; the other traits and types are what their bounds are made of.

mod cost;
mod explain;
mod factor;
mod factored;
mod facts;
#[cfg(feature = "parallel")]
mod in_parts;
mod list;
mod macros;
mod operand;
mod places;
mod result;
mod run;
mod search;
mod split;
mod transposing;

#[cfg(feature = "parallel")]
pub use in_parts::{CandidatesInParts, EinsumInParts};
pub use list::IndexNames;
pub use operand::{AsOperand, operand};
pub use result::{InferredResult, ResultLevel};
pub use run::Candidates;
pub use search::FindOrders;

#[doc(hidden)]
pub use operand::{Factors, IntoOperands, OneIndexEach, Operands};

use crate::imports::*;
use factor::{AndFactored, Factorings};
use facts::{Facts, List, OutputFacts};
use finch_formats::array::NewTensor;
use finch_formats::traits::target::WriteFiber;
use run::numbers;
use search::{Arrive, AsTheyAre, Collect, If, SomeOrder};
use transposing::OrTransposing;

/// The places of a result: indices of the operands, each of them once.
#[diagnostic::on_unimplemented(
    message = "the result of `einsum!` has an index that no operand has, or an index twice",
    label = "not an index of the sum",
    note = "each index on the left of `+=` stands in an operand on the right, and on the left once: `c[i, j] += a[i, k] * b[k, j]`"
)]
pub trait ResultPlaces<IsFine> {}

impl<Y> ResultPlaces<Yes> for Y {}

/// Operands for which there are orders of loops that read all of them without searching, and write a result at the places `Y`, over
/// semiring `S`.
pub trait Planned<S: Semiring<Self::T>, Y>: Operands {
    /// The candidates.
    type Candidates: Candidates<S, Self, Y>;
}

/// The indices of operands.
type All<O> = <SpecsOf<O> as Collect<Nil>>::All;
/// What types know of operands.
type SpecsOf<O> = <O as Factors<<O as Operands>::T>>::Specs;
/// The candidates where no operand is transposed.
type Direct<O> = <If<<All<O> as IndexNames>::AllIn<Nil>> as Arrive<AsTheyAre, SpecsOf<O>, All<O>, Nil, Nil>>::Out;
/// The candidates with one loop nest.
type Nests<O> = <Direct<O> as OrTransposing<SpecsOf<O>, All<O>>>::Out;
/// All candidates.
type Ways<S, O, Y> = <Nests<O> as AndFactored<<O as Factorings<S, Y>>::Out>>::Out;

impl<S, O, Y> Planned<S, Y> for O
where
    S: Semiring<O::T>,
    O: Operands,
    Y: IndexNames + ResultPlaces<And<Y::AllIn<All<O>>, Y::Distinct>>,
    SpecsOf<O>: Collect<Nil>,
    If<<All<O> as IndexNames>::AllIn<Nil>>: Arrive<AsTheyAre, SpecsOf<O>, All<O>, Nil, Nil>,
    Direct<O>: OrTransposing<SpecsOf<O>, All<O>>,
    Nests<O>: SomeOrder,
    O: Factorings<S, Y>,
    Nests<O>: AndFactored<<O as Factorings<S, Y>>::Out>,
    Ways<S, O, Y>: Candidates<S, O, Y>,
{
    type Candidates = Ways<S, O, Y>;
}

/// A sum of products of operands `O` over semiring `S`, at the places `Y`: what [`einsum!`](crate::einsum!) makes.
#[must_use = "a sum does nothing until it is computed"]
#[derive(Debug)]
pub struct Einsum<S, O, Y> {
    operands: O,
    kind: PhantomData<(S, Y)>,
}

/// A sum of products that is written to `out`: what [`einsum!`](crate::einsum!) makes with an output.
#[must_use = "a sum does nothing until it is run"]
#[derive(Debug)]
pub struct EinsumInto<S, O, Y, X> {
    sum: Einsum<S, O, Y>,
    out: X,
    name: &'static str,
}

/// A sum of products over semiring `S`.
pub fn einsum<S, O, Y>(operands: O, _places: Y) -> Einsum<S, O, Y> {
    Einsum {
        operands,
        kind: PhantomData,
    }
}

/// Whether what handle `H` writes is written in any order.
type AnyOrder<H> = <OutputRoot<H> as WriteFiber>::AnyOrder;

// Bounds stand on the methods, so that the compiler says what is wrong in the words of the traits.
impl<S, O, Y> Einsum<S, O, Y> {
    /// The sum, written to `out`, which messages call `name`.
    pub fn into_output<X>(self, out: X, name: &'static str) -> EinsumInto<S, O, Y, X> {
        EinsumInto { sum: self, out, name }
    }

    #[inline(never)]
    fn facts(&self, name: &'static str, any_order: bool) -> Facts
    where
        O: Planned<S, Y>,
        Y: IndexNames,
        S: Semiring<O::T>,
    {
        let (mut operands, mut ways, mut names) = (List::new(), Vec::with_capacity(6), Vec::with_capacity(8));
        self.operands.facts(&mut operands);
        O::Candidates::ways(&mut ways);
        O::names(&mut names);
        let output = OutputFacts {
            name,
            places: numbers::<Y>(),
            any_order,
        };
        Facts {
            operands,
            output,
            ways,
            names,
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn run_into<X>(self, out: X, name: &'static str) -> Result<()>
    where
        O: Planned<S, Y>,
        Y: IndexNames,
        S: Semiring<O::T>,
        X: IntoOutput<Handle: Output<T = O::T, Fill = S::Zero>>,
    {
        let chosen = if O::Candidates::ONE {
            0
        } else {
            self.facts(name, <AnyOrder<X::Handle> as Bool>::VALUE).choose()
        };
        O::Candidates::run::<X>(chosen, self.operands, out, name)
    }

    /// The result, in the format that [follows from types](crate::einsum!#results). Takes the time of the order of loops that is chosen:
    /// `explain_as` says how many steps that is.
    ///
    /// # Errors
    ///
    /// Those of [`EinsumInto::run`].
    pub fn compute<L: WriteLevel<T = O::T, Fill = S::Zero> + Default>(self) -> Result<Tensor<L>>
    where
        O: Planned<S, Y> + InferredResult<S, Y, Level = L>,
        Y: IndexNames,
        S: Semiring<O::T>,
    {
        let mut result = Tensor::default();
        self.run_into(&mut result, "result")?;
        Ok(result)
    }

    /// The result, in the format that the caller names: `compute_as::<Csr<f64>>()?`. Takes the time of the order of loops that is chosen:
    /// [`explain_as`](Self::explain_as) says how many steps that is.
    ///
    /// # Errors
    ///
    /// Those of [`EinsumInto::run`].
    pub fn compute_as<R: NewTensor<Level: WriteLevel<T = O::T, Fill = S::Zero>>>(self) -> Result<R>
    where
        O: Planned<S, Y>,
        Y: IndexNames,
        S: Semiring<O::T>,
    {
        let mut result = R::default();
        self.run_into(result.output(), "result")?;
        Ok(result)
    }

    /// What [`compute_as`](Self::compute_as) would do: see [`EinsumInto::explain`].
    pub fn explain_as<R: NewTensor<Level: 'static>>(&self) -> String
    where
        O: Planned<S, Y>,
        Y: IndexNames,
        S: Semiring<O::T>,
    {
        self.facts("result", <<Writing<R> as WriteFiber>::AnyOrder as Bool>::VALUE)
            .explain()
    }
}

/// The root of a new tensor, for writing.
type Writing<R> = OutputRoot<<&'static mut Tensor<<R as NewTensor>::Level> as IntoOutput>::Handle>;

impl<S, O> Einsum<S, O, Nil> {
    /// The sum over all indices, a number. Takes the time of the order of loops that is chosen.
    ///
    /// # Errors
    ///
    /// Those of [`EinsumInto::run`].
    pub fn value(self) -> Result<O::T>
    where
        O: Planned<S, Nil>,
        S: Semiring<O::T>,
    {
        let mut sum = Scalar::<O::T, S::Zero>::default();
        self.run_into(&mut sum, "result")?;
        Ok(sum.get())
    }
}

impl<S, O, Y, X> EinsumInto<S, O, Y, X> {
    /// Computes the sum: what the output holds is replaced, and its memory is reused. Takes the time of the order of loops that is chosen
    /// by extents and counts: [`explain`](Self::explain) says how many steps that is, and what is transposed or computed first.
    ///
    /// # Errors
    ///
    /// * [`Mismatch`](crate::ErrorKind::Mismatch): an index has different extents in two operands, which the message names.
    /// * [`TooLarge`](crate::ErrorKind::TooLarge): an extent does not fit the index type of the result, or there is not enough memory.
    /// * [`Order`](crate::ErrorKind::Order): the output cannot hold the result.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn run(self) -> Result<()>
    where
        O: Planned<S, Y>,
        Y: IndexNames,
        S: Semiring<O::T>,
        X: IntoOutput<Handle: Output<T = O::T, Fill = S::Zero>>,
    {
        self.sum.run_into(self.out, self.name)
    }

    /// What [`run`](Self::run) would do: the operands, the order of loops that is chosen, the other ones, and what each costs, in steps
    /// of the innermost loop.
    pub fn explain(&self) -> String
    where
        O: Planned<S, Y>,
        Y: IndexNames,
        S: Semiring<O::T>,
        X: IntoOutput<Handle: Output<T = O::T, Fill = S::Zero>>,
    {
        self.sum
            .facts(self.name, <AnyOrder<X::Handle> as Bool>::VALUE)
            .explain()
    }
}
