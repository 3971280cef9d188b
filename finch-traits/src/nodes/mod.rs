//! The nodes of programs: expressions, statements, targets, index lists, and the contexts that they stand in.

pub mod context;
pub(crate) mod expr;
pub mod index;
pub mod mask;
pub mod reads;
pub mod stmt;
pub mod target;

/// What a node does by doing it to each of its parts, and keeping its other fields.
macro_rules! each_part {
    ($name:ident: $($part:tt),+ $(; $($kept:ident),+)?) => {
        #[inline(always)]
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

        #[inline(always)]
        fn interior<Number: finch_algebra::nat::Nat>(
            &self,
            driver: $crate::driver::Driver,
        ) -> core::ops::Range<isize> {
            let range = $crate::region::EVERYWHERE;
            $(let range = $crate::region::meet(range, self.$part.interior::<Number>(driver));)+
            range
        }
    };
}
pub(crate) use each_part;

/// `All<A, All<B, C>>` of `All; A, B, C`.
macro_rules! folded {
    ($all:ident; $a:ty) => { $a };
    ($all:ident; $a:ty, $($more:ty),+) => { $all<$a, $crate::nodes::folded!($all; $($more),+)> };
}
pub(crate) use folded;

/// What a node says of itself that its parts say: it needs the pass that one of them needs, and it holds what they hold. An
/// assignment needs what its target needs, too.
macro_rules! of_parts {
    ($($part:ident),+ $(; to $target:ident)?) => {
        type Style = $crate::nodes::folded!(MaxOf; $($target::Style,)? $($part::Style),+);
        type Steppers = $crate::nodes::folded!(SumOf; $($part::Steppers),+);
        type Stable = $crate::nodes::folded!(And; $($part::Stable),+);
        type HoldsStable = $crate::nodes::folded!(Or; $($part::HoldsStable),+);
        type Beyond<Number: Nat> = $crate::nodes::folded!(SumOf; $($part::Beyond<Number>),+);
        type Uses<Number: Nat> = $crate::nodes::folded!(Or; $($part::Uses<Number>),+);
    };
}
pub(crate) use of_parts;
