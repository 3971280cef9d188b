//! Candidates, and the programs that they are.

use super::facts::{List, Way};
use super::list::IndexNames;
use super::operand::{Operands, Transposable};
use super::places::SplitBy;
use super::search::{AsTheyAre, OneNest};
use super::transposing::Transposing;
use crate::imports::*;
use finch_formats::traits::algebra::logic::Case;
use finch_formats::traits::expr::overload::Value;
use finch_formats::traits::lifecycle::Reread;
use finch_formats::traits::target::WriteFiber;

/// What sums are stored in, one for each of as many indices as the list has.
#[diagnostic::on_unimplemented(
    message = "the result of this `einsum!` has more than four places that no loop goes along with in their order",
    label = "sums cannot be kept for so many indices",
    note = "write to an output that can be written in any order, a dense one, or in the order in which operands are stored",
    note = "or compute it in two sums, the first one over some of the operands"
)]
pub trait SumStorage: IndexNames {
    /// Calls `then` with a workspace of values `T` with fill `F`.
    fn with<T: Copy + 'static, F: Fill<T>, K: OnSums<T, F>>(then: K);
}

/// Goes on with a workspace.
pub trait OnSums<T, F> {
    /// Goes on.
    fn call<W: IntoOutput<Handle: Reread<T = T, Fill = F>>>(self, sums: W);
}

macro_rules! sums {
    ($([$($index:ident)*] $sums:ty;)*) => { $(
        impl<$($index: Nat),*> SumStorage for sums!(@list $($index)*) {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn with<T: Copy + 'static, F: Fill<T>, K: OnSums<T, F>>(then: K) {
                then.call(&mut <$sums>::default())
            }
        }
    )* };
    (@list) => { Nil };
    (@list $index:ident $($more:ident)*) => { Cons<Index<$index>, sums!(@list $($more)*)> };
}

type Table<L> = SparseDict<L>;

sums! {
    [] Scalar<T, F>;
    [A] Tensor<SparseByteMap<Element<T, F>>>;
    [A B] Tensor<Table<Table<Element<T, F>>>>;
    [A B C] Tensor<Table<Table<Table<Element<T, F>>>>>;
    [A B C D] Tensor<Table<Table<Table<Table<Element<T, F>>>>>>;
}

/// What a result of values `T` with fill `F` is written to.
pub trait OutputOf<T: Copy + 'static, F: Fill<T>>: IntoOutput<Handle: Output<T = T, Fill = F>> {}

impl<T: Copy + 'static, F: Fill<T>, X: IntoOutput<Handle: Output<T = T, Fill = F>>> OutputOf<T, F> for X {}

/// Ways to compute a result at the places `Y` of operands `O`, over semiring `S`.
pub trait Candidates<S: Semiring<O::T>, O: Operands, Y> {
    /// Whether there is only one.
    const ONE: bool;
    /// Appends each of them as data.
    fn ways(to: &mut Vec<Way>);
    /// Computes the result by candidate number `chosen`.
    fn run<X: OutputOf<O::T, S::Zero>>(chosen: usize, operands: O, out: X, name: &'static str) -> Result<()>;
}

impl<S: Semiring<O::T>, O: Operands, Y> Candidates<S, O, Y> for Nil {
    const ONE: bool = false;
    fn ways(_to: &mut Vec<Way>) {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn run<X: OutputOf<O::T, S::Zero>>(_chosen: usize, _operands: O, _out: X, _name: &'static str) -> Result<()> {
        // Numbers of candidates are those of `ways`.
        Ok(())
    }
}

impl<S: Semiring<O::T>, O: Operands, Y, H: Prepare<S, O, Y>, R: Candidates<S, O, Y> + EmptyOrNot> Candidates<S, O, Y>
    for Cons<H, R>
{
    const ONE: bool = R::IS_EMPTY;
    fn ways(to: &mut Vec<Way>) {
        to.push(H::way());
        R::ways(to)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn run<X: OutputOf<O::T, S::Zero>>(chosen: usize, operands: O, out: X, name: &'static str) -> Result<()> {
        if R::IS_EMPTY || chosen == 0 {
            H::run::<X>(operands, out, name)
        } else {
            R::run::<X>(chosen - 1, operands, out, name)
        }
    }
}

/// Whether a list is empty.
pub trait EmptyOrNot {
    /// Whether it is.
    const IS_EMPTY: bool;
}

impl EmptyOrNot for Nil {
    const IS_EMPTY: bool = true;
}

impl<H, R> EmptyOrNot for Cons<H, R> {
    const IS_EMPTY: bool = false;
}

/// One way to compute a result at the places `Y` of operands `O`, over semiring `S`.
pub trait Prepare<S: Semiring<O::T>, O: Operands, Y> {
    /// This way as data.
    fn way() -> Way;
    /// Computes the result.
    fn run<X: OutputOf<O::T, S::Zero>>(operands: O, out: X, name: &'static str) -> Result<()>;
}

/// The numbers of indices.
pub(super) fn numbers<I: IndexNames>() -> List<usize> {
    let mut numbers = List::new();
    I::numbers(&mut numbers);
    numbers
}

impl<S: Semiring<O::T>, O: Operands, Y: IndexNames, Order: IndexNames + SplitBy<Y, Rest: SumStorage>> Prepare<S, O, Y>
    for OneNest<AsTheyAre, Order>
{
    fn way() -> Way {
        Way::new(numbers::<Order>())
    }
    // A function of its own for each order: they are compiled sooner than one that holds all.
    #[inline(never)]
    fn run<X: OutputOf<O::T, S::Zero>>(operands: O, out: X, name: &'static str) -> Result<()> {
        compute::<S, Order, Y, O, X>(operands, out, name)
    }
}

/// Which operands are transposed.
pub trait OperandNumbers {
    /// Appends their numbers, the first operand being number `from`.
    fn append(from: usize, to: &mut List<usize>);
}

impl OperandNumbers for Nil {
    fn append(_from: usize, _to: &mut List<usize>) {}
}

impl<B: Bool, M: OperandNumbers> OperandNumbers for Cons<B, M> {
    fn append(from: usize, to: &mut List<usize>) {
        if B::VALUE {
            to.push(from)
        }
        M::append(from + 1, to)
    }
}

impl<S, O, Y, Order, M> Prepare<S, O, Y> for OneNest<Transposing<M>, Order>
where
    S: Semiring<O::T>,
    O: Transposable<M>,
    Y: IndexNames,
    Order: IndexNames + SplitBy<Y, Rest: SumStorage>,
    M: OperandNumbers,
{
    fn way() -> Way {
        let mut transposed = List::new();
        M::append(0, &mut transposed);
        Way {
            transposed,
            ..Way::new(numbers::<Order>())
        }
    }
    // A function of its own for each order: they are compiled sooner than one that holds all.
    #[inline(never)]
    fn run<X: OutputOf<O::T, S::Zero>>(operands: O, out: X, name: &'static str) -> Result<()> {
        let transposed = operands.transposed()?;
        compute::<S, Order, Y, O::Out<'_>, X>(operands.exchanged(&transposed), out, name)
    }
}

/// What is to be computed by loops in one order, and where to.
struct Job<'o, S, Order, Y, E, X> {
    product: Value<E>,
    out: X,
    name: &'static str,
    outcome: &'o mut Result<()>,
    kind: PhantomData<(S, Order, Y)>,
}

/// Computes the result by loops in one order: adds to it where it can be written in any order, sets it where each iteration of the
/// loops has a place of its own, else sums up in a workspace and copies that in order.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn compute<S, Order, Y, O, X>(operands: O, out: X, name: &'static str) -> Result<()>
where
    O: Operands,
    S: Semiring<O::T>,
    Y: IndexNames,
    Order: IndexNames + SplitBy<Y, Rest: SumStorage>,
    X: OutputOf<O::T, S::Zero>,
{
    let mut outcome = Ok(());
    let job = Job {
        product: Value::new(operands.product::<S>()),
        out,
        name,
        outcome: &mut outcome,
        kind: PhantomData::<(S, Order, Y)>,
    };
    // Not by the closures of `branch!`: the output cannot be copied.
    <<IsAdded<X::Handle, Y> as Bool>::SelectCase<_, Adding, <IsSet<Order, Y> as Bool>::SelectCase<_, Setting, Summing>> as Case<_>>::take(job);
    outcome
}

/// Sums are added to the result.
pub(super) type IsAdded<H, Y> = Or<<OutputRoot<H> as WriteFiber>::AnyOrder, <Y as IndexList>::IsEmpty>;
/// Each iteration has a place of its own.
pub(super) type IsSet<Order, Y> = <<Order as SplitBy<Y>>::Inner as IndexList>::IsEmpty;

/// Adds to the result.
pub(super) struct Adding;

/// Sets the result.
pub(super) struct Setting;

/// Sums up in a workspace.
pub(super) struct Summing;

/// Implements traits for jobs of values `T`.
macro_rules! jobs {
    ($(
        [$($life:lifetime)?] $trait:ty, for $of:ty {
            $($item:item)*
        }
    )*) => { $(
        impl<$($life,)? T, S, Order, Y, E, X> $trait for $of
        where
            T: Copy + PartialEq + 'static,
            S: Semiring<T>,
            Y: IndexNames,
            E: Expr<T = T>,
            Order: IndexNames + SplitBy<Y, Rest: SumStorage>,
            X: OutputOf<T, S::Zero>,
        {
            $(#[cfg_attr(not(debug_assertions), inline(always))] $item)*
        }
    )* };
}

jobs! {
    ['o] Case<Job<'o, S, Order, Y, E, X>>, for Adding {
        fn take(job: Job<'o, S, Order, Y, E, X>) {
            let (product, name) = (job.product, job.name);
            *job.outcome = program()
                .declare(job.out)
                .body(|(c,)| Order::HERE.nest(c.at_by(Y::HERE).named(name).reduce(S::plus(), product)))
                .run_generic()
        }
    }
    ['o] Case<Job<'o, S, Order, Y, E, X>>, for Setting {
        fn take(job: Job<'o, S, Order, Y, E, X>) {
            let (product, name) = (job.product, job.name);
            *job.outcome = program()
                .declare(job.out)
                .body(|(c,)| Order::HERE.nest(c.at_by(Y::HERE).named(name).set(product)))
                .run_generic()
        }
    }
    ['o] Case<Job<'o, S, Order, Y, E, X>>, for Summing {
        fn take(job: Job<'o, S, Order, Y, E, X>) {
            Order::Rest::with(job)
        }
    }
    ['o] OnSums<T, S::Zero>, for Job<'o, S, Order, Y, E, X> {
        fn call<W: IntoOutput<Handle: Reread<T = T, Fill = S::Zero>>>(self, sums: W) {
            let (product, name) = (self.product, self.name);
            let stored = Unary(|sum: T| !S::is_zero(sum));
            let rest = Order::Rest::HERE;
            *self.outcome = program()
                .declare(self.out)
                .workspace(sums)
                .body(|(c, sums)| {
                    let sum = Order::Inner::HERE.nest(sums.at_by(rest).named("sum").reduce(S::plus(), product));
                    let copy = rest.nest(define::<U0, _, _>(sums.read_by(rest), |sum| {
                        sieve(map1(stored, sum), c.at_by(Y::HERE).named(name).set(sum))
                    }));
                    Order::Lead::HERE.nest(sums.within(sum, copy))
                })
                .run_generic()
        }
    }
}
