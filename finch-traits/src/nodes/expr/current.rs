//! What an output holds while the program writes it.
//!
//! The output is found as a target is: loops unfurl it and bind its indices, which yields an address. Its value is read when
//! the statement is executed, and not before: it is what was written until then. Nothing is known of it beforehand, fills
//! included, so loops do not skip anything on its account.

use crate::description::tree;
use crate::expr::{never_beyond, settled};
use crate::knot::*;
use crate::reads::JustCurrent;

/// The value of target `W` at the time. If `Own`, it is a workspace that is read in the statement that fills it.
#[derive(Clone, Copy, Debug)]
pub struct Current<W, T, Own> {
    target: W,
    /// Some value, for places beyond an extent, where it is missing.
    absent: T,
    own: PhantomData<Own>,
}

impl<W: Target, Own: Bool> Current<W, W::T, Own> {
    /// The value of `target`; `absent` is some value.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn new(target: W, absent: W::T) -> Self {
        Current {
            target,
            absent,
            own: PhantomData,
        }
    }

    /// The value, unless it is missing.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn load(self) -> Option<W::T> {
        let found = Cell::new(None);
        self.target.settle(Bind::at(0), Load(&found));
        found.get()
    }
}

continuation! {
    struct Load<'a, T>(found: &'a Cell<Option<T>>);
    impl['a, P: Pass, T: Copy + 'static] OnTarget<P, T>: |_pass, target: W| {
        if W::EXISTS {
            found.set(Some(target.load(Driver::new())))
        }
    }
}

continuation! {
    struct ThenCurrent<T, Own, K>(absent: T, k: K, own: PhantomData<Own>);
    impl[P: Pass, T: Copy + 'static, Own: Bool, K: OnExpr<P, T>] OnTarget<P, T>: |pass, target: W| {
        k.call(pass, Current { target, absent, own })
    }
}

impl<W, T, Own> Cursor for Current<W, T, Own> {}

impl<W: Target, Own: Bool> Sealed for Current<W, W::T, Own> {}
impl<W: Target, Own: Bool> Expr for Current<W, W::T, Own> {
    type T = W::T;
    settled!(style W::Style);
    type Known = Unknown;
    type WhenCut = Unknown;
    type Alive<C: Context> = No;
    type Met<C: Context, M: Context> = Self::Alive<M>;
    type RuntimeKnown = Yes;
    type Ordered<L: Loops> = W::Ordered<L>;
    type Reads<L: Loops> = JustCurrent<W, Own>;
    type Uses<V: Nat> = W::Uses<V>;
    type With<V: Nat, K: Known> = Current<W::Given<V>, W::T, Own>;
    holds_no_looplet!();
    never_beyond!();
    type Walked<Number: Nat> = crate::count::Single;
    type Merged<Number: Nat> = crate::count::Single;
    type Walks<Work: Nat> = finch_algebra::logic::Yes;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn with<V: Nat, K: Known, U: Copy + 'static>(self, value: U, known: Knowledge) -> Self::With<V, K> {
        Current::new(self.target.given::<V, U>(value, known), self.absent)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn traverse<P: Pass, K: OnExpr<P, W::T>>(self, pass: P, k: K) {
        self.target.traverse(pass, ThenCurrent(self.absent, k, self.own))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn value(self, _driver: Driver) -> W::T {
        self.load().unwrap_or(self.absent)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn knowledge(&self, _driver: Driver) -> Knowledge {
        match self.load() {
            Some(_) => Knowledge::NOTHING,
            None => Knowledge::MISSING,
        }
    }

    fn describe(&self) -> Expression {
        let unknown = tree::VariableFacts::known(Knowledge::NOTHING);
        Expression::leaf(
            ExprNode::Variable(usize::MAX, unknown),
            Vec::new(),
            self.target.describe().label,
        )
    }
}
