//! What is left of the places of an output while it unfurls.

use crate::knot::*;
use crate::scope::NamedAccess;
use crate::scope::check::FEW_AXES;

/// What a target carries along while its fiber is unfurled: the number of the output in its program and the indices
/// that are not bound yet. Formats pass it on.
pub trait RemainingIndices: Copy + Sealed {
    /// The number of the output.
    type Output: Nat;
    /// Whether the output was declared, so that what is not assigned is its fill. Otherwise it is updated in place.
    type Declared: Bool;
    /// Whether no indices are left.
    type IsEmpty: Bool;
    /// Whether index `J` alone is place number `Axis`.
    type Alone<J: Nat, Axis: Nat>: Bool;
    /// Whether index `J` alone is the only place.
    type Is<J: Nat>: Bool;
    /// Whether index `J` alone is the first place, index `N` alone the second, and there is no other.
    type IsBelow<J: Nat, N: Nat>: Bool;
    /// Whether all indices are checked to be in bounds before the program runs.
    type IsChecked: Bool;
    /// Whether the loops `L` bind all the indices.
    type Bound<L: Loops>: Bool;
    /// Whether the loops `L` bind the indices in their order, each of them ascending.
    type Ascends<L: Loops>: Bool;
    /// What is left when index `N` has a value.
    type Bind<N: Nat>: RemainingIndices;
    /// What is left when index `N` is `index`.
    fn bind<N: Nat>(self, index: usize) -> Self::Bind<N>;
    /// Looks `fiber` up at the first indices, as far as they have a value, and hands the result to `k` with those that are
    /// left.
    fn settle<P: Pass, F: WriteFiber, K: OnTarget<P, F::T>>(self, fiber: F, pass: P, k: K);
    /// These places of an output that is updated: nothing is known of its values before they are assigned.
    type Updated: RemainingIndices<IsEmpty = Self::IsEmpty>;
    /// These places of an output that is updated: nothing is known of its values before they are assigned.
    fn updated(self) -> Self::Updated;
    /// Whether data name a place among them.
    #[doc(hidden)]
    type IsGathered: Bool;
    /// Whether variable `V` is among the indices.
    #[doc(hidden)]
    type Uses<V: Nat>: Bool;
    /// What is left when variable `V` has a value: see [`IndexTerm::Given`](crate::index::IndexTerm::Given).
    #[doc(hidden)]
    type Given<V: Nat>: RemainingIndices;
    /// What is left when variable `V` is `value`.
    #[doc(hidden)]
    fn given<V: Nat, U: Copy + 'static>(self, value: U, known: Knowledge) -> Self::Given<V>;
    /// Takes note of the extents along its axes, which `extent` returns.
    fn sized(self, driver: Driver, extent: impl Fn(usize) -> Option<usize>) -> Self;
    /// Unfurls `write` if its first index is number `N`.
    fn unfurl<N: Nat, F: WriteFiber, K: OnTarget<Unfurl<N>, F::T>>(write: Write<F, Self>, pass: Unfurl<N>, k: K);
    /// The indices as data, see [`explain`](crate::explain).
    fn describe(self) -> Vec<Term>;
    /// Tells which loops size the output called `name` whose root is `root`.
    fn infer<C: Check>(self, root: Option<*const ()>, name: &'static str, check: &mut C) -> Result<()>;
}

/// The place of a target before any loop: output number `Out`, declared or updated, at the indices `I`.
#[derive(Clone, Copy, Debug)]
pub struct Place<Out, Declared, I> {
    pub(crate) indices: I,
    number: PhantomData<(Out, Declared)>,
}

impl<Out, Declared, I> Place<Out, Declared, I> {
    /// The output at `indices`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn new(indices: I) -> Self {
        Place {
            indices,
            number: PhantomData,
        }
    }
}

impl<Out: Nat, Declared: Bool, I: IndexList> Sealed for Place<Out, Declared, I> {}
impl<Out: Nat, Declared: Bool, I: IndexList> RemainingIndices for Place<Out, Declared, I> {
    type Output = Out;
    type Declared = Declared;
    type IsEmpty = I::IsEmpty;
    type Alone<J: Nat, Axis: Nat> = I::Alone<J, Axis, U0>;
    type Is<J: Nat> = And<I::Alone<J, U0, U0>, <I::Tail as IndexList>::IsEmpty>;
    type IsBelow<J: Nat, N: Nat> = And<
        And<I::Alone<J, U0, U0>, <I::Tail as IndexList>::Alone<N, U0, U0>>,
        <<I::Tail as IndexList>::Tail as IndexList>::IsEmpty,
    >;
    type IsChecked = I::IsChecked;
    type Bound<L: Loops> = <I::Indices as IndexSet>::BoundBy<L>;
    type Ascends<L: Loops> = I::Ascends<L>;
    type Bind<N: Nat> = Place<Out, Declared, I::Bind<N>>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn bind<N: Nat>(self, index: usize) -> Self::Bind<N> {
        Place::new(self.indices.bind::<N>(index))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn settle<P: Pass, F: WriteFiber, K: OnTarget<P, F::T>>(self, fiber: F, pass: P, k: K) {
        self.indices.settle_target::<P, Out, Declared, F, K>(fiber, pass, k)
    }

    type Updated = Place<Out, No, I>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn updated(self) -> Self::Updated {
        Place::new(self.indices)
    }

    type IsGathered = And<Not<I::IsChecked>, Not<I::IsPermissive>>;
    type Uses<V: Nat> = Names<I::Indices, V>;
    type Given<V: Nat> = Place<Out, Declared, I::Given<V>>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn given<V: Nat, U: Copy + 'static>(self, value: U, known: Knowledge) -> Self::Given<V> {
        Place::new(self.indices.given::<V, U>(value, known))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn sized(self, driver: Driver, extent: impl Fn(usize) -> Option<usize>) -> Self {
        Place::new(self.indices.sized(driver, extent))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unfurl<N: Nat, F: WriteFiber, K: OnTarget<Unfurl<N>, F::T>>(write: Write<F, Self>, pass: Unfurl<N>, k: K) {
        I::unfurl_target(write, pass, k)
    }

    fn describe(self) -> Vec<Term> {
        self.indices.describe()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn infer<C: Check>(self, root: Option<*const ()>, name: &'static str, check: &mut C) -> Result<()> {
        self.indices.infer_inside(check)?;
        check.write(NamedAccess {
            root,
            output: Out::VALUE,
            rank: I::LEN,
            name,
            plain: const { &I::PLAIN },
            moved_by: self.indices.moved_by(),
            offsets: [0; FEW_AXES],
            places: match I::PLACES {
                Some(places) => Some(places(&self.indices)),
                None => None,
            },
        })
    }
}
