//! A variable: what a `let` has named.

use crate::description::tree;
use crate::expr::{never_beyond, settled};
use crate::knot::*;
use core::any::Any;

/// Variable number `V`, of which `K` is known; it has a value if `IsBound`. In a place it is a term, which takes note of the extent.
#[derive(Clone, Copy, Debug)]
pub struct Variable<V, T, K = Unknown, IsBound = No> {
    value: Option<T>,
    known: Knowledge,
    extent: Noted,
    number: PhantomData<(V, K, IsBound)>,
}

impl<V: Nat, T: Copy + 'static> Variable<V, T> {
    /// The variable before its `let` is reached.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn unbound() -> Self {
        Variable {
            value: None,
            known: Knowledge::NOTHING,
            extent: Noted::UNKNOWN,
            number: PhantomData,
        }
    }
}

impl<V: Nat, T: Copy + 'static, K, IsBound> Variable<V, T, K, IsBound> {
    /// This variable, which has taken note of the extent of the dimension of which it names a place.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn sized(self, extent: impl Fn() -> Option<usize>) -> Self {
        Variable {
            extent: self.extent.or(extent),
            ..self
        }
    }

    /// The extent that it has taken note of.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn noted(self) -> Noted {
        self.extent
    }

    /// This variable where variable `W` is `value`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn now<W: Nat, N, B, U: Copy + 'static>(self, value: U, known: Knowledge) -> Variable<V, T, N, B> {
        let (value, known) = match V::Eq::<W>::VALUE {
            true => (same_type(value), known),
            false => (self.value, self.known),
        };
        Variable {
            value,
            known,
            extent: self.extent,
            number: PhantomData,
        }
    }
}

/// `value` as a `T`, which it is if the variable numbers are the same.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn same_type<U: Copy + 'static, T: Copy + 'static>(value: U) -> Option<T> {
    (&value as &dyn Any).downcast_ref::<T>().copied()
}

forward_cursor!([V, T, K, IsBound] Variable<V, T, K, IsBound>);

impl<V: Nat, T: Copy + 'static, K: Known, IsBound: Bool> Expr for Variable<V, T, K, IsBound> {
    type T = T;
    type Known = K;
    type WhenCut = K;
    type Alive<C: Context> = K::IsSolid;
    type Met<C: Context, M: Context> = Self::Alive<M>;
    type RuntimeKnown = Not<K::IsSolid>;
    type Ordered<L: Loops> = <Just<NumberOf<V>, IsBound> as IndexSet>::BoundBy<L>;
    never_beyond!();
    type Walked<N: Nat> = Nought;
    type Merged<N: Nat> = Nought;
    type Walks<N: Nat> = finch_algebra::logic::No;
    settled!();
    reads_nothing!();
    type Uses<W: Nat> = V::Eq<W>;
    type With<W: Nat, N: Known> = Variable<V, T, SelectKnown<V::Eq<W>, N, K>, Or<IsBound, V::Eq<W>>>;
    holds_no_looplet!();

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn with<W: Nat, N: Known, U: Copy + 'static>(self, value: U, known: Knowledge) -> Self::With<W, N> {
        self.now::<W, _, _, U>(value, known)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn traverse<P: Pass, Q: OnExpr<P, T>>(self, pass: P, k: Q) {
        k.call(pass, self)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn value(self, _driver: Driver) -> T {
        match self.value {
            Some(value) => value,
            None => crate::total::never(),
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn knowledge(&self, _driver: Driver) -> Knowledge {
        if K::IsUnknown::VALUE {
            self.known
        } else {
            K::AT_RUN_TIME
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn infer<C: Check>(&self, check: &mut C) -> Result<()> {
        check.variable(V::VALUE)
    }

    fn describe(&self) -> Expression {
        let value = tree::VariableFacts {
            solid: K::IsSolid::VALUE,
            ..tree::VariableFacts::known(K::AT_RUN_TIME)
        };
        Expression::leaf(
            ExprNode::Variable(V::VALUE, value),
            Vec::new(),
            format!("v{}", V::VALUE),
        )
    }
}
