//! Expressions: what stands on the right of an assignment, and in conditions.
//!
//! | node | is |
//! |---|---|
//! | [`access::Access`] | a fiber with the indices that are not bound yet |
//! | [`at_leaf::AtLeaf`] | an access whose indices are used up |
//! | [`unfurled::Unfurled`] | a looplet of the loop that is being lowered |
//! | [`late::Late`] | an access that waits for an index |
//! | [`current::Current`] | what an output holds that is being written |
//! | [`slow::Slow`] | an access that waits for all of its indices |
//! | [`map`] | an operator of one, two or three expressions |
//! | [`variable::Variable`] | what a `let` has named |
//! | [`compare::Compare`] | a comparison of two indices |
//! | [`total::Total`] | what a reducer makes of an expression over all values of an index |
//! | [`under::Under`] | a value that is missing where a condition does not hold |
//! | [`joined::Joined`] | one expression before a place, another one from there on |
//! | [`over::Over`] | an expression, with the indices of its accesses as a type |
//! | [`solid::SolidExpr`] | an expression of which run time knows nothing |
//!
//! Every node answers the same type-level questions, each of which steers one decision of a pass.

pub mod access;
pub mod at_leaf;
pub mod compare;
pub mod current;
pub mod joined;
pub mod late;
pub mod map;
pub mod over;
pub mod slow;
pub mod solid;
pub mod total;
pub mod under;
pub mod unfurled;
pub mod value;
pub mod variable;

use crate::knot::*;

/// An expression of values of type `T`.
///
/// A bound like this, which names no associated type, costs the compiler one question, whose answer it keeps. Where an implementation asks
/// for `Expr<T = T>`, the compiler finds `T` again, from the leaves of the expression up, whenever it uses that implementation.
#[diagnostic::on_unimplemented(
    message = "a value of type `{T}` is wanted here, and this is of another type",
    label = "here a value of type `{T}` is wanted",
    note = "a number of another type is converted by `as`, `x[i] as f64`, and so is a `bool`, `(x[i] > 1.0) as f64`; what a condition \
            counts may be an `if` as well, `if x[i] > 1.0 {{ n[] += 1; }}`",
    note = "a condition is a `bool`, a comparison: `if x[i] != 0 {{ .. }}`, `if x[i] > 1.0 {{ .. }}`"
)]
pub trait OfType<T>: Expr<T = T> {}

// Not recommended, so that the compiler says which value is wanted, and not which types differ.
#[diagnostic::do_not_recommend]
impl<T, E: Expr<T = T>> OfType<T> for E {}

/// A typed expression.
#[must_use]
pub trait Expr: Cursor + Copy + Sealed {
    /// The type of its value.
    type T: Copy + 'static;
    /// Which pass it needs.
    type Style: Style;
    /// What is known of its value over the current region.
    type Known: Known;
    /// How many steppers it holds.
    type Steppers: Count;
    /// Whether the children of all its steppers stay as they are when they are cut short.
    type Stable: Bool;
    /// Whether it holds a stepper whose children stay as they are when they are cut short.
    type HoldsStable: Bool;
    /// Whether no indices are left behind the one that is lowered, in any access that has become a looplet.
    type Last: Bool;
    /// Whether, in context `C`, each of its steppers alone makes the statement a no-op by being cut short.
    type Conjunctive<C: Context>: Bool;
    /// Whether, in context `C`, each of its steppers whose children stay as they are when they are cut short alone makes the statement a
    /// no-op by the gap in front of its current child.
    type Gapped<C: Context>: Bool;
    /// Whether, in context `C`, each of its jumpers alone makes the statement a no-op by being cut short.
    type ConjunctiveJumpers<C: Context>: Bool;
    /// What is known when every stepper is cut short.
    type WhenCut: Known;
    /// Whether, in context `C`, the statement is not a no-op, nor becomes one at run time, wherever at least one of the
    /// steppers is at a child.
    type Alive<C: Context>: Bool;
    /// Whether, in context `M`, the statement is not a no-op, nor becomes one at run time, at an index that [`Expr::due`] names in
    /// context `C`, once no stepper lags behind it.
    type Met<C: Context, M: Context>: Bool;
    /// Whether [`Expr::knowledge`] may say more than [`Expr::Known`].
    type RuntimeKnown: Bool;
    /// Whether the loops `L` around the statement bind the indices of each access in order.
    type Ordered<L: Loops>: Bool;
    /// The outputs that it reads while they are written, in what is around it.
    type Reads<L: Loops>: ReadSet;
    /// The number of accesses in it that a loop over `N` moves and that may lie beyond an extent.
    type Beyond<N: Nat>: Count;
    /// The number of accesses in it that a loop over `N` does more with than look them up.
    type Walked<N: Nat>: Count;
    /// The number of accesses in it that a loop over `N` does more with than look them up, once the other indices have values: a place may
    /// be a sum, and what is dense may lie below other levels.
    type Merged<N: Nat>: Count;
    /// Whether data name a place of an access in it, before any pass, or in a loop that looks it up.
    type IsGathered: Bool;
    /// Whether it may read workspace number `N` other than by following, so that entries have to be in order. Asked of consumers, before any pass.
    type Walks<N: Nat>: Bool;
    /// Whether it reads variable `V`.
    type Uses<V: Nat>: Bool;
    /// The expression when variable `V` is known as `K`.
    type With<V: Nat, K: Known>: Expr<T = Self::T>;
    /// What pass `P` makes of the expression.
    type Changed<P: Change>: Expr<T = Self::T>;

    /// The expression when variable `V` has a value.
    fn with<V: Nat, K: Known, U: Copy + 'static>(self, value: U, known: Knowledge) -> Self::With<V, K>;

    /// What a pass makes of the expression, by which each looplet becomes one other.
    fn change<P: Change>(self, pass: P) -> Self::Changed<P>;

    /// Walks over its leaves with a pass.
    fn traverse<P: Pass, K: OnExpr<P, Self::T>>(self, pass: P, k: K);

    /// A lower bound of the next index at which the statement does something. It is meant for statements that are no-ops where all
    /// steppers are cut short. If context `C` makes the statement a no-op without some operands, all of these must be there, so the
    /// bound is the largest of theirs. Otherwise one operand suffices, and the bound is the smallest. The caller moves the steppers
    /// that lag behind it by [`Cursor::catch_up`], and asks again until none does.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn due<C: Context>(&mut self) -> usize {
        self.look()
    }

    /// Whether those steppers end at index `last` that have to, in context `C`, for the statement to do something there.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn meets<C: Context>(&self, _last: usize) -> bool {
        true
    }

    /// The value. Only expressions whose indices are all bound are asked.
    fn value(self, _driver: Driver) -> Self::T {
        crate::total::never()
    }

    /// What run time knows of the value.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn knowledge(&self, _driver: Driver) -> Knowledge {
        Self::Known::AT_RUN_TIME
    }

    /// What run time knows of the value at every index that is not bound yet.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn knowledge_of_all(&self, _driver: Driver) -> Knowledge {
        Self::Known::AT_RUN_TIME
    }

    /// Goes on with its assignment to `target`; under a condition, if it is missing where that does not hold.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn assign<W: Target<T = Self::T>, O: Reducer<Self::T>, H: OnStmt<()>>(self, target: W, op: O, k: H) {
        k.call(
            (),
            Assign {
                target,
                op,
                value: self,
            },
        )
    }

    /// Whether all places that data name lie inside of their extents at `index` of the loop that looks them up: if so, its value is there. It
    /// raises no fault, and may say so where nothing is known.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn is_inside(&self, _driver: Driver, _index: usize) -> bool {
        true
    }

    /// For which values of `N` those accesses lie inside of their extents that a loop over it moves.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn interior<N: Nat>(&self, _driver: Driver) -> Range<isize> {
        EVERYWHERE
    }

    /// How much is stored below `index` by those of its accesses that begin with index `J` alone. It need not be exact: parts of
    /// parallel loops are cut by it.
    fn stored_before<J: Nat>(&self, _driver: Driver, _index: usize) -> usize {
        0
    }

    /// Tells which extents its accesses have.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn infer<C: Check>(&self, _check: &mut C) -> Result<()> {
        Ok(())
    }

    /// This expression as data, see [`explain`](crate::explain).
    fn describe(&self) -> Expression;
}

/// No loop has to do with expression `E` any more, nor has one within the loop that is being lowered.
pub(crate) type IsSettled<E> = And<<<E as Expr>::Style as Style>::IsInvariant, <E as Expr>::Ordered<Outermost>>;

/// What a leaf says that no loop has to do with any more, or that is looked up.
macro_rules! settled {
    () => {
        $crate::expr::settled!(style $crate::style::Invariant);
    };
    (style $style:ty) => {
        type Style = $style;
        type Steppers = $crate::count::Nought;
        type Stable = finch_algebra::logic::Yes;
        type HoldsStable = finch_algebra::logic::No;
        type Last = finch_algebra::logic::Yes;
        type Conjunctive<C: $crate::context::Context> = finch_algebra::logic::Yes;
        type Gapped<C: $crate::context::Context> = finch_algebra::logic::Yes;
        type ConjunctiveJumpers<C: $crate::context::Context> = finch_algebra::logic::Yes;
    };
}
pub(crate) use settled;

/// What an expression says that holds no looplet.
macro_rules! holds_no_looplet {
    () => {
        type Changed<P: $crate::pass::change::Change> = Self;
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn change<P: $crate::pass::change::Change>(self, _pass: P) -> Self {
            self
        }
    };
}
pub(crate) use holds_no_looplet;

/// What becomes of an expression in a pass that changes each of its parts, and keeps its other fields.
macro_rules! change_each {
    ($name:ident: $($part:tt),+ $(; $($kept:ident),+)?) => {
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn change<Q: $crate::pass::change::Change>(self, pass: Q) -> Self::Changed<Q> {
            $name {
                $($part: self.$part.change(pass),)+
                $($($kept: self.$kept),+)?
            }
        }
    };
}
pub(crate) use change_each;

/// What run time knows of an expression of type `$E`, which `$known` computes: that is asked, and compiled, only where run time may know more
/// than types do.
macro_rules! known_now {
    ($E:ty, $known:expr) => {
        if <$E as $crate::expr::Expr>::RuntimeKnown::VALUE {
            $known
        } else {
            <$E as $crate::expr::Expr>::Known::AT_RUN_TIME
        }
    };
}
pub(crate) use known_now;

/// What an access says that is being lowered: a loop binds the index that is its turn, and `I` are left behind that.
macro_rules! being_lowered {
    ($I:ident) => {
        type Ordered<Around: $crate::index::Loops> = finch_algebra::logic::Yes;
        type Beyond<Number: finch_algebra::nat::Nat> = $crate::count::Nought;
        type IsGathered = $crate::index::list::IsGathered<$I>;
        type Walked<Number: finch_algebra::nat::Nat> = $crate::count::Single;
        type Merged<Number: finch_algebra::nat::Nat> = $crate::count::Single;
        type Walks<Work: finch_algebra::nat::Nat> = finch_algebra::logic::Yes;
        $crate::expr::reads_nothing!();
        type Uses<V: finch_algebra::nat::Nat> = $crate::index::set::Names<<$I as $crate::index::IndexList>::Indices, V>;
    };
}
pub(crate) use being_lowered;

/// What an expression says, and what it does, as the only one inside of it, which a field is.
macro_rules! as_inside {
    ($E:ident: $inside:tt) => {
        type T = $E::T;
        $crate::nodes::of_parts!($E);
        type Walked<Number: finch_algebra::nat::Nat> = $E::Walked<Number>;
        type Merged<Number: finch_algebra::nat::Nat> = $E::Merged<Number>;
        type Known = $E::Known;
        type Conjunctive<C: $crate::context::Context> = $E::Conjunctive<C>;
        type Gapped<C: $crate::context::Context> = $E::Gapped<C>;
        type ConjunctiveJumpers<C: $crate::context::Context> = $E::ConjunctiveJumpers<C>;
        type WhenCut = $E::WhenCut;
        type Alive<C: $crate::context::Context> = $E::Alive<C>;
        type Met<C: $crate::context::Context, M: $crate::context::Context> = $E::Met<C, M>;

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn due<C: $crate::context::Context>(&mut self) -> usize {
            self.$inside.due::<C>()
        }

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn meets<C: $crate::context::Context>(&self, last: usize) -> bool {
            self.$inside.meets::<C>(last)
        }

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn value(self, driver: $crate::driver::Driver) -> $E::T {
            self.$inside.value(driver)
        }

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn infer<K: $crate::scope::Check>(&self, check: &mut K) -> $crate::error::Result<()> {
            self.$inside.infer(check)
        }
    };
}
pub(crate) use as_inside;

/// What a leaf says that is no access before any pass, nor a variable.
macro_rules! plain_leaf {
    () => {
        $crate::expr::never_beyond!();
        type Walked<Number: finch_algebra::nat::Nat> = $crate::count::Nought;
        type Merged<Number: finch_algebra::nat::Nat> = $crate::count::Nought;
        type Walks<Work: finch_algebra::nat::Nat> = finch_algebra::logic::No;
        $crate::expr::no_variable!();
        $crate::expr::reads_nothing!();
    };
}
pub(crate) use plain_leaf;

/// What a node says that is no access.
macro_rules! never_beyond {
    () => {
        type Beyond<Number: finch_algebra::nat::Nat> = $crate::count::Nought;
        type IsGathered = finch_algebra::logic::No;
    };
}
pub(crate) use never_beyond;

/// What a node says that reads nothing while it is written.
macro_rules! reads_nothing {
    () => {
        type Reads<Around: $crate::index::Loops> = $crate::reads::NoReads;
    };
}
pub(crate) use reads_nothing;

/// What a node says that holds no variable.
macro_rules! no_variable {
    () => {
        type Uses<V: finch_algebra::nat::Nat> = finch_algebra::logic::No;
        type With<V: finch_algebra::nat::Nat, K: finch_algebra::known::Known> = Self;
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn with<V: finch_algebra::nat::Nat, K: finch_algebra::known::Known, U: Copy + 'static>(
            self,
            _value: U,
            _known: finch_algebra::known::Knowledge,
        ) -> Self {
            self
        }
    };
}
pub(crate) use no_variable;
