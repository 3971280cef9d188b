//! The places of an output in a program.

use crate::index::set::{IndexSet, Names};
use crate::index::{IndexList, Loops};
use crate::pass::unfurl::{Mode, Unfurl};
use crate::pass::{OnTarget, Pass};
use crate::prelude::*;
use crate::scope::Named;
use crate::target::{RemainingIndices, Write, WriteFiber};
use typenum::U0;

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
    fn unfurl<N: Nat, M: Mode, F: WriteFiber, K: OnTarget<Unfurl<N, M>, F::T>>(
        write: Write<F, Self>,
        pass: Unfurl<N, M>,
        k: K,
    ) {
        I::unfurl_target(write, pass, k)
    }

    fn describe(self) -> Vec<Term> {
        self.indices.describe()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn infer<C: Check>(self, root: Option<*const ()>, name: &'static str, check: &mut C) -> Result<()> {
        check.write(Named {
            root,
            output: Out::VALUE,
            rank: I::LEN,
            name,
            plain: I::PLAIN,
            places: match I::PLACES {
                Some(places) => Some(places(&self.indices)),
                None => None,
            },
        })
    }
}
