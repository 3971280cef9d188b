//! Programs that multiply two operands first, or copy a row of one.

use super::factor::{Before, InsideLead};
use super::facts::{Dimension, Factored, List, Way};
use super::list::IndexNames;
use super::operand::{Factors, Operands};
use super::places::SplitBy;
use super::result::ResultLevel;
use super::run::{Adding, IsAdded, IsSet, OnSums, OutputOf, Prepare, Setting, SumStorage, Summing, compute, numbers};
use super::search::Specs;
use super::split::PairAt;
use crate::imports::*;
use finch_formats::traits::algebra::logic::Case;
use finch_formats::traits::algebra::semiring::KeepExplicitZeros;
use finch_formats::traits::expr::overload::{Value, expr_of};
use finch_formats::traits::index::{FollowIndex, follow};
use finch_formats::traits::lifecycle::Reread;

/// What sums of products of two operands are stored in inside of loops: a number, a row that is a list if `Sparse`, else dense.
pub trait KeptSums<Sparse>: IndexNames {
    /// Calls `then` with a workspace of values `T` with fill `F`.
    fn with<T: Copy + 'static, F: Fill<T>, K: OnSums<T, F>>(then: K);
}

macro_rules! kept_sums {
    ($([$($generics:tt)*] $places:ty, $sparse:ty, $sums:ty;)*) => { $(
        impl<$($generics)*> KeptSums<$sparse> for $places {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn with<T: Copy + 'static, F: Fill<T>, K: OnSums<T, F>>(then: K) {
                then.call(&mut <$sums>::default())
            }
        }
    )* };
}

kept_sums! {
    [Sparse] Nil, Sparse, Scalar<T, F>;
    [A: Nat] Cons<Index<A>, Nil>, Yes, Tensor<SparseByteMap<Element<T, F>>>;
    [A: Nat] Cons<Index<A>, Nil>, No, Tensor<Dense<Element<T, F>>>;
}

/// The places at which sums in a row or in a number are read: looked up if `Followed`.
pub trait ReadPlaces<Followed> {
    /// The places.
    type Read: IndexList;
    /// The places.
    const READ: Self::Read;
}

impl<Followed> ReadPlaces<Followed> for Nil {
    type Read = Nil;
    const READ: Nil = Nil;
}

impl<A: Nat> ReadPlaces<No> for Cons<Index<A>, Nil> {
    type Read = Self;
    const READ: Self = Cons(Index::new(), Nil);
}

impl<A: Nat> ReadPlaces<Yes> for Cons<Index<A>, Nil> {
    type Read = Cons<FollowIndex<A>, Nil>;
    const READ: Self::Read = Cons(follow(Index::new()), Nil);
}

/// The loops of a candidate that keeps sums inside of loops.
pub trait Stages<Y> {
    /// The loops around both.
    type Lead: IndexNames;
    /// The places of the sums.
    type Rest: IndexNames + ReadPlaces<Self::Followed>;
    /// Whether sums are looked up.
    type Followed;
    /// The loops that sum up.
    type Inner: IndexNames;
    /// The loops that multiply the sums by the other operands.
    type Outer: IndexNames;
    /// The loops around, and those that multiply.
    type Order: IndexNames + SplitBy<Y, Rest: SumStorage>;
    /// Loops inside of `Lead` that go along with the result.
    type Along: IndexNames;
    /// Loops of `Lead` inside of those that go along with the result.
    type Within: IndexNames;
}

type LedBy<Order, Y> = <Order as SplitBy<Y>>::Lead;
type InsideOf<Order, Lead> = <Order as SplitBy<Lead>>::Inner;

impl<Y, At, Lead: IndexNames, Rest: IndexNames + ReadPlaces<F>, K, P, C, F> Stages<Y>
    for InsideLead<At, Lead, Rest, K, P, C, F>
where
    P: SplitBy<Lead>,
    C: IndexNames + SplitBy<Lead> + SplitBy<Y, Rest: SumStorage>,
    LedBy<C, Y>: SplitBy<Lead>,
    Lead: SplitBy<LedBy<C, Y>>,
{
    type Lead = Lead;
    type Rest = Rest;
    type Followed = F;
    type Inner = InsideOf<P, Lead>;
    type Outer = InsideOf<C, Lead>;
    type Order = C;
    type Along = InsideOf<LedBy<C, Y>, Lead>;
    type Within = InsideOf<Lead, LedBy<C, Y>>;
}

type SpecsOf<O> = <O as Factors<<O as Operands>::T>>::Specs;
type ZeroOf<S, T> = <<S as Semiring<T>>::Zero as Fill<T>>::Known;

/// Whether semiring `S` has the laws that are taken where operands at `At` are multiplied first: factors may have to be exchanged, and
/// where sums are stored everywhere, those of no products are multiplied, too.
const fn is_allowed<S: Semiring<O::T>, O: PairAt<At>, At>(is_sparse: bool) -> bool {
    (S::ANNIHILATES || is_sparse || <<SpecsOf<O::Pair> as Specs>::Everywhere<ZeroOf<S, O::T>> as Bool>::VALUE)
        && (S::COMMUTES || !O::EXCHANGES)
}

impl<S, O, Y, At, Lead, Rest, K, P, C, F> Prepare<S, O, Y> for InsideLead<At, Lead, Rest, K, P, C, F>
where
    S: Semiring<O::T>,
    O: PairAt<At>,
    Y: IndexNames,
    Lead: IndexNames,
    Rest: KeptSums<K::Sparse>,
    K: Kinds,
    P: IndexNames,
    F: Bool,
    Self: Stages<Y, Rest = Rest>,
{
    fn way() -> Way {
        let (lead, rest) = (numbers::<Lead>(), numbers::<Rest>());
        let mut dimensions = List::new();
        Rest::dimensions::<K>(&mut dimensions);
        let is_sparse = !rest.is_empty() && K::Sparse::VALUE;
        let around = Dimension {
            looked_up: true,
            sparse: false,
        };
        let factored = Factored {
            pair: O::NUMBERS,
            lead: Some(lead.len()),
            order: numbers::<P>(),
            dimensions: lead.iter().map(|_| around).chain(dimensions).collect(),
            places: lead.into_iter().chain(rest).collect(),
            allowed: is_allowed::<S, O, At>(is_sparse),
            followed: is_sparse && F::VALUE,
        };
        Way {
            factored: Some(factored),
            ..Way::new(numbers::<<Self as Stages<Y>>::Order>())
        }
    }
    // A function of its own for each order: they are compiled sooner than one that holds all.
    #[inline(never)]
    fn run<X: OutputOf<O::T, S::Zero>>(operands: O, out: X, name: &'static str) -> Result<()> {
        // What is not allowed is not chosen.
        if !const { is_allowed::<S, O, At>(Rest::LEN > 0 && K::Sparse::VALUE) } {
            return Ok(());
        }
        let mut outcome = Ok(());
        let job = Job {
            operands,
            out,
            name,
            outcome: &mut outcome,
            kind: PhantomData::<(S, Self, At, Y)>,
        };
        <Rest as KeptSums<K::Sparse>>::with::<O::T, S::Zero, _>(job);
        outcome
    }
}

/// What is to be computed by a candidate `G`.
struct Job<'o, S, G, At, Y, O, X> {
    operands: O,
    out: X,
    name: &'static str,
    outcome: &'o mut Result<()>,
    kind: PhantomData<(S, G, At, Y)>,
}

/// A job, and where sums of products of two operands are kept.
struct Kept<J, W> {
    job: J,
    kept: W,
}

type JobOf<'o, S, G, At, Y, O, X, W> = Kept<Job<'o, S, G, At, Y, O, X>, W>;

/// Whether the loops around both go along with the result.
type IsAlong<G, Y> = <<G as Stages<Y>>::Lead as IndexNames>::AllIn<LedBy<<G as Stages<Y>>::Order, Y>>;

/// Sums up in a workspace inside of the loops around both.
struct SummingInside;

/// Sums up in a workspace around them.
struct SummingAround;

/// Implements traits for jobs of values `T`.
macro_rules! jobs {
    ($(
        [$($kept:ident)*] $trait:ty, for $of:ty {
            $($item:item)*
        }
    )*) => { $(
        impl<'o, T, S, G, At, Y, O, X $(, $kept)*> $trait for $of
        where
            T: Copy + PartialEq + 'static,
            S: Semiring<T>,
            Y: IndexNames,
            G: Stages<Y>,
            O: PairAt<At, T = T>,
            X: OutputOf<T, S::Zero>,
            $($kept: IntoOutput<Handle: Reread<T = T, Fill = S::Zero>>,)*
        {
            $(#[cfg_attr(not(debug_assertions), inline(always))] $item)*
        }
    )* };
}

/// The statements of a job: that which sums up, and the product of these sums and the other operands.
macro_rules! parts {
    ($job:ident, $kept:ident => $sum:ident, $product:ident) => {
        let rest = G::Rest::HERE;
        let pair = Value::new($job.operands.pair().product::<S>());
        let $sum = G::Inner::HERE.nest($kept.at_by(rest).named("sum").reduce(S::plus(), pair));
        let $product = Value::new(
            $job.operands
                .times_sums::<S, _>(expr_of($kept.read_by(<G::Rest as ReadPlaces<G::Followed>>::READ))),
        );
    };
}

/// Copies sums that are not zero to the result.
macro_rules! copied {
    ($job:ident, $c:ident, $sums:ident, $places:ident) => {{
        let stored = Unary(|sum: T| !S::is_zero(sum));
        $places.nest(define::<U0, _, _>($sums.read_by($places), |sum| {
            sieve(map1(stored, sum), $c.at_by(Y::HERE).named($job.name).set(sum))
        }))
    }};
}

/// The places of the result that no loops go along with.
type RestOf<G, Y> = <<G as Stages<Y>>::Order as SplitBy<Y>>::Rest;

jobs! {
    [] OnSums<T, S::Zero>, for Job<'o, S, G, At, Y, O, X> {
        fn call<W: IntoOutput<Handle: Reread<T = T, Fill = S::Zero>>>(self, kept: W) {
            <<IsAdded<X::Handle, Y> as Bool>::SelectCase<_, Adding, <IsSet<G::Order, Y> as Bool>::SelectCase<_, Setting, Summing>> as Case<_>>::take(Kept { job: self, kept })
        }
    }
    [W] Case<JobOf<'o, S, G, At, Y, O, X, W>>, for Adding {
        fn take(Kept { job, kept }: JobOf<'o, S, G, At, Y, O, X, W>) {
            *job.outcome = program()
                .declare(job.out)
                .workspace(kept)
                .body(|(c, kept)| {
                    parts!(job, kept => sum, product);
                    let to = c.at_by(Y::HERE).named(job.name).reduce(S::plus(), product);
                    G::Lead::HERE.nest(kept.within(sum, G::Outer::HERE.nest(to)))
                })
                .run_generic()
        }
    }
    [W] Case<JobOf<'o, S, G, At, Y, O, X, W>>, for Setting {
        fn take(Kept { job, kept }: JobOf<'o, S, G, At, Y, O, X, W>) {
            let stored = Unary(|sum: T| !S::is_zero(sum));
            *job.outcome = program()
                .declare(job.out)
                .workspace(kept)
                .body(|(c, kept)| {
                    parts!(job, kept => sum, product);
                    let to = G::Outer::HERE.nest(define::<U0, _, _>(product, |product| {
                        sieve(map1(stored, product), c.at_by(Y::HERE).named(job.name).set(product))
                    }));
                    G::Lead::HERE.nest(kept.within(sum, to))
                })
                .run_generic()
        }
    }
    [W] Case<JobOf<'o, S, G, At, Y, O, X, W>>, for Summing {
        fn take(kept: JobOf<'o, S, G, At, Y, O, X, W>) {
            <G::Order as SplitBy<Y>>::Rest::with(kept)
        }
    }
    [W] OnSums<T, S::Zero>, for JobOf<'o, S, G, At, Y, O, X, W> {
        fn call<V: IntoOutput<Handle: Reread<T = T, Fill = S::Zero>>>(self, sums: V) {
            <<IsAlong<G, Y> as Bool>::SelectCase<_, SummingInside, SummingAround> as Case<_>>::take(Kept { job: self, kept: sums })
        }
    }
    [W V] Case<Kept<JobOf<'o, S, G, At, Y, O, X, W>, V>>, for SummingInside {
        fn take(Kept { job: Kept { job, kept }, kept: sums }: Kept<JobOf<'o, S, G, At, Y, O, X, W>, V>) {
            *job.outcome = program()
                .declare(job.out)
                .workspace(kept)
                .workspace(sums)
                .body(|(c, kept, sums)| {
                    parts!(job, kept => sum, product);
                    let places = RestOf::<G, Y>::HERE;
                    let total = sums.at_by(places).named("sum").reduce(S::plus(), product);
                    let total = InsideOf::<G::Order, Y>::HERE.nest(total);
                    let both = sums.within(total, copied!(job, c, sums, places));
                    G::Lead::HERE.nest(kept.within(sum, G::Along::HERE.nest(both)))
                })
                .run_generic()
        }
    }
    [W V] Case<Kept<JobOf<'o, S, G, At, Y, O, X, W>, V>>, for SummingAround {
        fn take(Kept { job: Kept { job, kept }, kept: sums }: Kept<JobOf<'o, S, G, At, Y, O, X, W>, V>) {
            *job.outcome = program()
                .declare(job.out)
                .workspace(kept)
                .workspace(sums)
                .body(|(c, kept, sums)| {
                    parts!(job, kept => sum, product);
                    let places = RestOf::<G, Y>::HERE;
                    let total = sums.at_by(places).named("sum").reduce(S::plus(), product);
                    let total = G::Within::HERE.nest(kept.within(sum, G::Outer::HERE.nest(total)));
                    LedBy::<G::Order, Y>::HERE.nest(sums.within(total, copied!(job, c, sums, places)))
                })
                .run_generic()
        }
    }
}

impl<S, O, Y, At, I, K, P, C, L> Prepare<S, O, Y> for Before<At, I, K, P, C>
where
    S: Semiring<O::T>,
    O: PairAt<At>,
    Y: IndexNames,
    I: IndexNames + ResultLevel<SpecsOf<O::Pair>, I, ZeroOf<S, O::T>, Element<O::T, S::Zero>, Level = L>,
    L: Described<T = O::T> + WriteLevel<T = O::T, Fill = S::Zero> + Default,
    K: Kinds,
    P: IndexNames + SplitBy<I, Rest: SumStorage>,
    C: IndexNames + SplitBy<Y, Rest: SumStorage>,
{
    fn way() -> Way {
        let mut dimensions = List::new();
        I::Reverse::<Nil>::dimensions::<K>(&mut dimensions);
        dimensions.reverse();
        let factored = Factored {
            pair: O::NUMBERS,
            lead: None,
            order: numbers::<P>(),
            places: numbers::<I>(),
            dimensions,
            allowed: is_allowed::<S, O, At>(K::Sparse::VALUE),
            followed: false,
        };
        Way {
            factored: Some(factored),
            ..Way::new(numbers::<C>())
        }
    }
    #[inline(never)]
    fn run<X: OutputOf<O::T, S::Zero>>(operands: O, out: X, name: &'static str) -> Result<()> {
        // What is not allowed is not chosen.
        if !const { is_allowed::<S, O, At>(K::Sparse::VALUE) } {
            return Ok(());
        }
        let mut sums = Tensor::<L>::default();
        // A zero that is stored is a product like any other.
        compute::<KeepExplicitZeros<S>, P, I, O::Pair, _>(operands.pair(), &mut sums, "sum")?;
        compute::<S, C, Y, O::With<'_, L, I>, X>(operands.with(&sums, "sum"), out, name)
    }
}
