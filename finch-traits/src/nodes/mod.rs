//! The nodes of programs: expressions, statements, targets, index lists, and the contexts that they stand in.

pub mod context;
pub(crate) mod expr;
pub mod index;
pub mod mask;
pub mod reads;
pub mod stmt;
pub mod target;
pub mod writes;

/// What a node does by doing it to each of its parts, and keeping its other fields.
macro_rules! each_part {
    ($name:ident: $($part:tt),+ $(; $($kept:ident),+)?) => {
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn with<Number: finch_algebra::nat::Nat, Now: finch_algebra::known::Known, U: Copy + 'static>(
            self,
            value: U,
            known: finch_algebra::known::Knowledge,
        ) -> Self::With<Number, Now> {
            $name {
                $($part: self.$part.with::<Number, Now, U>(value, known),)+
                $($($kept: self.$kept),+)?
            }
        }

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn interior<Number: finch_algebra::nat::Nat>(
            &self,
            driver: $crate::driver::Driver,
        ) -> core::ops::Range<isize> {
            let range = $crate::region::EVERYWHERE;
            $(let range = $crate::region::meet(range, self.$part.interior::<Number>(driver));)+
            range
        }

        fn stored_before<Number: finch_algebra::nat::Nat>(&self, driver: $crate::driver::Driver, index: usize) -> usize {
            let sum = 0_usize;
            $(let sum = sum.saturating_add(self.$part.stored_before::<Number>(driver, index));)+
            sum
        }
    };
}
pub(crate) use each_part;

/// What a node says of itself that its parts say: it needs the pass that one of them needs, and it holds what they hold. An
/// assignment needs what its target needs, too.
macro_rules! of_parts {
    ($($part:ident),+ $(; to $whole:ident)?) => {
        type Style = $crate::folded::folded!(MaxOf; $($whole::Style,)? $($part::Style),+);
        type Steppers = $crate::folded::folded!(SumOf; $($part::Steppers),+);
        type Stable = $crate::folded::folded!(And; $($part::Stable),+);
        type HoldsStable = $crate::folded::folded!(Or; $($part::HoldsStable),+);
        type Last = $crate::folded::folded!(And; $($part::Last),+);
        type Beyond<Number: Nat> = $crate::folded::folded!(SumOf; $($part::Beyond<Number>),+);
        type IsGathered = $crate::folded::folded!(Or; $($whole::IsGathered,)? $($part::IsGathered),+);
        type Uses<Number: Nat> = $crate::folded::folded!(Or; $($whole::Uses<Number>,)? $($part::Uses<Number>),+);
        type Walks<Work: Nat> = $crate::folded::folded!(Or; $($whole::IsGathered,)? $($part::Walks<Work>),+);
    };
}
pub(crate) use of_parts;

/// What a statement says that is no assignment to rows which tiles are made of, but for what it says of tiles alone.
macro_rules! sums_no_rows {
    () => {
        type TilesBy<Number: Nat, Around: Nat> = No;
        type Sweeps<J: Nat> = No;
        type SweepsRowBy<J: Nat, Number: Nat, Around: Nat> = No;
        type InRows<J: Nat> = No;
        type Accumulates = No;
        type SumsEach<J: Nat> = No;
        type SumsEachBy<J: Nat, Number: Nat> = No;
        type LooksUp<Number: Nat> = No;
        type Sums<Out: Nat> = No;
        type SumsBy<Number: Nat, Out: Nat> = No;
        type ReadsRow<Work: Nat> = No;
        type ReadsRowBy<Number: Nat, Work: Nat> = No;
    };
}
pub(crate) use sums_no_rows;

/// How what is loaded and stored is combined with a value, once and several times.
macro_rules! combine_by_loading {
    () => {
        /// Combines the value that is there with `value`, by `op`.
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn combine<O: Reducer<Self::T>>(self, driver: Driver, op: O, value: Self::T) {
            self.store(driver, op.combine(self.load(driver), value))
        }

        /// Combines the value that is there with `value`, by `op`, `count` times.
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn repeat<O: Reducer<Self::T>>(self, driver: Driver, op: O, value: Self::T, count: usize) {
            self.store(driver, op.repeat(self.load(driver), value, count))
        }
    };
}
pub(crate) use combine_by_loading;
