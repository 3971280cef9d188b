//! Operators of one, two and three expressions.

use crate::context::{Context, FirstOf, LeftOf, OperandOf, RightOf, SecondOf, ThirdOf};
use crate::count::{Count, SumOf};
use crate::cursor::forward_cursor;
use crate::description::{Expression, tree};
use crate::driver::Driver;
use crate::error::Result;
use crate::expr::Expr;
use crate::index::Loops;
use crate::pass::{OnExpr, Pass, continuation};
use crate::region::meet;
use crate::scope::Scope;
use crate::sealed::Sealed;
use crate::style::Style;
use core::ops::Range;
use finch_algebra::known::{Knowledge, Known};
use finch_algebra::logic::{And, Or};
use finch_algebra::nat::Nat;
use finch_algebra::operator::{
    BinaryOp, FoldBinary, FoldTernary, FoldUnary, TernaryOp, UnaryOp, fold_binary, fold_ternary, fold_unary,
};

/// `op(a)`.
#[derive(Clone, Copy, Debug)]
pub struct Map1<O, A> {
    pub(crate) op: O,
    pub(crate) a: A,
}

/// `op(a, b)`.
#[derive(Clone, Copy, Debug)]
pub struct Map2<O, A, B> {
    pub(crate) op: O,
    pub(crate) a: A,
    pub(crate) b: B,
}

/// `op(a, b, c)`.
#[derive(Clone, Copy, Debug)]
pub struct Map3<O, A, B, C> {
    pub(crate) op: O,
    pub(crate) a: A,
    pub(crate) b: B,
    pub(crate) c: C,
}

impl<O, A> Map1<O, A> {
    /// `op(a)`.
    #[inline(always)]
    pub fn new(op: O, a: A) -> Self {
        Map1 { op, a }
    }
}

impl<O, A, B> Map2<O, A, B> {
    /// `op(a, b)`.
    #[inline(always)]
    pub fn new(op: O, a: A, b: B) -> Self {
        Map2 { op, a, b }
    }
}

impl<O, A, B, C> Map3<O, A, B, C> {
    /// `op(a, b, c)`.
    #[inline(always)]
    pub fn new(op: O, a: A, b: B, c: C) -> Self {
        Map3 { op, a, b, c }
    }
}

// ---- one operand ----

continuation! {
    struct ThenMap1<O, K>(op: O, k: K);
    impl[P: Pass, T: Copy + 'static, O: UnaryOp<T>, K: OnExpr<P, O::Out>] OnExpr<P, T>: |pass, a: E| {
        k.call(pass, Map1::new(op, a))
    }
}

forward_cursor!([O, A: Expr] Map1<O, A>: a);

impl<O: UnaryOp<A::T>, A: Expr> Sealed for Map1<O, A> {}
impl<O: UnaryOp<A::T>, A: Expr> Expr for Map1<O, A> {
    type T = O::Out;
    type Style = A::Style;
    type Known = FoldUnary<O, A::T, A::Known>;
    type Steppers = A::Steppers;
    type Stable = A::Stable;
    type HoldsStable = A::HoldsStable;
    type Led<C: Context> = A::Led<OperandOf<O, A::T, C>>;
    type JumpersLead<C: Context> = A::JumpersLead<OperandOf<O, A::T, C>>;
    type WhenCut = FoldUnary<O, A::T, A::WhenCut>;
    type Alive<C: Context> = A::Alive<OperandOf<O, A::T, C>>;
    type Fickle = A::Fickle;
    type Ordered<L: Loops> = A::Ordered<L>;
    type Beyond<N: Nat> = A::Beyond<N>;
    type Uses<V: Nat> = A::Uses<V>;
    type With<V: Nat, K: Known> = Map1<O, A::With<V, K>>;

    #[inline(always)]
    fn with<V: Nat, K: Known, U: Copy + 'static>(self, value: U, known: Knowledge) -> Self::With<V, K> {
        Map1::new(self.op, self.a.with::<V, K, U>(value, known))
    }

    #[inline(always)]
    fn traverse<P: Pass, K: OnExpr<P, O::Out>>(self, pass: P, k: K) {
        self.a.traverse(pass, ThenMap1(self.op, k))
    }

    #[inline(always)]
    fn value(self, driver: Driver) -> O::Out {
        self.op.apply_known(self.a.knowledge(driver), self.a.value(driver))
    }

    #[inline(always)]
    fn knowledge(&self, driver: Driver) -> Knowledge {
        fold_unary::<A::T, O>(self.a.knowledge(driver))
    }

    #[inline(always)]
    fn knowledge_of_all(&self, driver: Driver) -> Knowledge {
        fold_unary::<A::T, O>(self.a.knowledge_of_all(driver))
    }

    #[inline(always)]
    fn interior<N: Nat>(&self, driver: Driver) -> Range<isize> {
        self.a.interior::<N>(driver)
    }

    fn infer(&self, scope: &mut Scope) -> Result<()> {
        self.a.infer(scope)
    }

    fn describe(&self) -> Expression {
        Expression(tree::Expr::Map {
            symbol: O::SYMBOL,
            fold: tree::Fold::Unary(fold_unary::<A::T, O>),
            operands: vec![self.a.describe().0],
        })
    }
}

// ---- two operands ----

continuation! {
    struct ThenRight<O, B, K>(op: O, body: B, k: K);
    impl[P: Pass, T: Copy + 'static, O: BinaryOp<T, B::T>, B: Expr, K: OnExpr<P, O::Out>] OnExpr<P, T>: |pass, a: E| {
        body.traverse(pass, ThenMap2(op, a, k))
    }
}

continuation! {
    struct ThenMap2<O, A, K>(op: O, first: A, k: K);
    impl[P: Pass, T: Copy + 'static, O: BinaryOp<A::T, T>, A: Expr, K: OnExpr<P, O::Out>] OnExpr<P, T>: |pass, b: E| {
        k.call(pass, Map2::new(op, first, b))
    }
}

forward_cursor!([O, A: Expr, B: Expr] Map2<O, A, B>: a, b);

impl<O: BinaryOp<A::T, B::T>, A: Expr, B: Expr> Sealed for Map2<O, A, B> {}
impl<O: BinaryOp<A::T, B::T>, A: Expr, B: Expr> Expr for Map2<O, A, B> {
    type T = O::Out;
    type Style = <A::Style as Style>::Max<B::Style>;
    type Known = FoldBinary<O, A::T, B::T, A::Known, B::Known>;
    type Steppers = <A::Steppers as Count>::Add<B::Steppers>;
    type Stable = And<A::Stable, B::Stable>;
    type HoldsStable = Or<A::HoldsStable, B::HoldsStable>;
    type Led<C: Context> = And<A::Led<LeftOf<O, A::T, B::T, C, B::Known>>, B::Led<RightOf<O, A::T, B::T, C, A::Known>>>;
    type JumpersLead<C: Context> =
        And<A::JumpersLead<LeftOf<O, A::T, B::T, C, B::Known>>, B::JumpersLead<RightOf<O, A::T, B::T, C, A::Known>>>;
    type WhenCut = FoldBinary<O, A::T, B::T, A::WhenCut, B::WhenCut>;
    type Alive<C: Context> =
        And<A::Alive<LeftOf<O, A::T, B::T, C, B::WhenCut>>, B::Alive<RightOf<O, A::T, B::T, C, A::WhenCut>>>;
    type Fickle = Or<A::Fickle, B::Fickle>;
    type Ordered<L: Loops> = And<A::Ordered<L>, B::Ordered<L>>;
    type Beyond<N: Nat> = SumOf<A::Beyond<N>, B::Beyond<N>>;
    type Uses<V: Nat> = Or<A::Uses<V>, B::Uses<V>>;
    type With<V: Nat, K: Known> = Map2<O, A::With<V, K>, B::With<V, K>>;

    #[inline(always)]
    fn with<V: Nat, K: Known, U: Copy + 'static>(self, value: U, known: Knowledge) -> Self::With<V, K> {
        Map2::new(
            self.op,
            self.a.with::<V, K, U>(value, known),
            self.b.with::<V, K, U>(value, known),
        )
    }

    #[inline(always)]
    fn traverse<P: Pass, K: OnExpr<P, O::Out>>(self, pass: P, k: K) {
        self.a.traverse(pass, ThenRight(self.op, self.b, k))
    }

    #[inline(always)]
    fn value(self, driver: Driver) -> O::Out {
        self.op.apply_known(
            self.a.knowledge(driver),
            self.b.knowledge(driver),
            self.a.value(driver),
            self.b.value(driver),
        )
    }

    #[inline(always)]
    fn knowledge(&self, driver: Driver) -> Knowledge {
        fold_binary::<A::T, B::T, O>(self.a.knowledge(driver), self.b.knowledge(driver))
    }

    #[inline(always)]
    fn knowledge_of_all(&self, driver: Driver) -> Knowledge {
        fold_binary::<A::T, B::T, O>(self.a.knowledge_of_all(driver), self.b.knowledge_of_all(driver))
    }

    #[inline(always)]
    fn interior<N: Nat>(&self, driver: Driver) -> Range<isize> {
        meet(self.a.interior::<N>(driver), self.b.interior::<N>(driver))
    }

    fn infer(&self, scope: &mut Scope) -> Result<()> {
        self.a.infer(scope)?;
        self.b.infer(scope)
    }

    fn describe(&self) -> Expression {
        Expression(tree::Expr::Map {
            symbol: O::SYMBOL,
            fold: tree::Fold::Binary(fold_binary::<A::T, B::T, O>),
            operands: vec![self.a.describe().0, self.b.describe().0],
        })
    }
}

// ---- three operands ----

continuation! {
    struct ThenSecond<O, B, C, K>(op: O, body: B, condition: C, k: K);
    impl[P: Pass, T: Copy + 'static, O: TernaryOp<T, B::T, C::T>, B: Expr, C: Expr, K: OnExpr<P, O::Out>] OnExpr<P, T>: |pass, a: E| {
        body.traverse(pass, ThenThird(op, a, condition, k))
    }
}

continuation! {
    struct ThenThird<O, A, C, K>(op: O, first: A, condition: C, k: K);
    impl[P: Pass, T: Copy + 'static, O: TernaryOp<A::T, T, C::T>, A: Expr, C: Expr, K: OnExpr<P, O::Out>] OnExpr<P, T>: |pass, b: E| {
        condition.traverse(pass, ThenMap3(op, first, b, k))
    }
}

continuation! {
    struct ThenMap3<O, A, B, K>(op: O, first: A, body: B, k: K);
    impl[P: Pass, T: Copy + 'static, O: TernaryOp<A::T, B::T, T>, A: Expr, B: Expr, K: OnExpr<P, O::Out>] OnExpr<P, T>: |pass, c: E| {
        k.call(pass, Map3::new(op, first, body, c))
    }
}

forward_cursor!([O, A: Expr, B: Expr, C: Expr] Map3<O, A, B, C>: a, b, c);

impl<O: TernaryOp<A::T, B::T, C::T>, A: Expr, B: Expr, C: Expr> Sealed for Map3<O, A, B, C> {}
impl<O: TernaryOp<A::T, B::T, C::T>, A: Expr, B: Expr, C: Expr> Expr for Map3<O, A, B, C> {
    type T = O::Out;
    type Style = <<A::Style as Style>::Max<B::Style> as Style>::Max<C::Style>;
    type Known = FoldTernary<O, A::T, B::T, C::T, A::Known, B::Known, C::Known>;
    type Steppers = <<A::Steppers as Count>::Add<B::Steppers> as Count>::Add<C::Steppers>;
    type Stable = And<A::Stable, And<B::Stable, C::Stable>>;
    type HoldsStable = Or<A::HoldsStable, Or<B::HoldsStable, C::HoldsStable>>;
    type Led<X: Context> = And<
        A::Led<FirstOf<O, A::T, B::T, C::T, X, B::Known, C::Known>>,
        And<
            B::Led<SecondOf<O, A::T, B::T, C::T, X, A::Known, C::Known>>,
            C::Led<ThirdOf<O, A::T, B::T, C::T, X, A::Known, B::Known>>,
        >,
    >;
    type JumpersLead<X: Context> = And<
        A::JumpersLead<FirstOf<O, A::T, B::T, C::T, X, B::Known, C::Known>>,
        And<
            B::JumpersLead<SecondOf<O, A::T, B::T, C::T, X, A::Known, C::Known>>,
            C::JumpersLead<ThirdOf<O, A::T, B::T, C::T, X, A::Known, B::Known>>,
        >,
    >;
    type WhenCut = FoldTernary<O, A::T, B::T, C::T, A::WhenCut, B::WhenCut, C::WhenCut>;
    type Alive<X: Context> = And<
        A::Alive<FirstOf<O, A::T, B::T, C::T, X, B::WhenCut, C::WhenCut>>,
        And<
            B::Alive<SecondOf<O, A::T, B::T, C::T, X, A::WhenCut, C::WhenCut>>,
            C::Alive<ThirdOf<O, A::T, B::T, C::T, X, A::WhenCut, B::WhenCut>>,
        >,
    >;
    type Fickle = Or<A::Fickle, Or<B::Fickle, C::Fickle>>;
    type Ordered<L: Loops> = And<A::Ordered<L>, And<B::Ordered<L>, C::Ordered<L>>>;
    type Beyond<N: Nat> = SumOf<A::Beyond<N>, SumOf<B::Beyond<N>, C::Beyond<N>>>;
    type Uses<V: Nat> = Or<A::Uses<V>, Or<B::Uses<V>, C::Uses<V>>>;
    type With<V: Nat, K: Known> = Map3<O, A::With<V, K>, B::With<V, K>, C::With<V, K>>;

    #[inline(always)]
    fn with<V: Nat, K: Known, U: Copy + 'static>(self, value: U, known: Knowledge) -> Self::With<V, K> {
        Map3::new(
            self.op,
            self.a.with::<V, K, U>(value, known),
            self.b.with::<V, K, U>(value, known),
            self.c.with::<V, K, U>(value, known),
        )
    }

    #[inline(always)]
    fn traverse<P: Pass, K: OnExpr<P, O::Out>>(self, pass: P, k: K) {
        self.a.traverse(pass, ThenSecond(self.op, self.b, self.c, k))
    }

    #[inline(always)]
    fn value(self, driver: Driver) -> O::Out {
        self.op.apply_known(
            self.a.knowledge(driver),
            self.b.knowledge(driver),
            self.c.knowledge(driver),
            self.a.value(driver),
            self.b.value(driver),
            self.c.value(driver),
        )
    }

    #[inline(always)]
    fn knowledge(&self, driver: Driver) -> Knowledge {
        fold_ternary::<A::T, B::T, C::T, O>(
            self.a.knowledge(driver),
            self.b.knowledge(driver),
            self.c.knowledge(driver),
        )
    }

    #[inline(always)]
    fn knowledge_of_all(&self, driver: Driver) -> Knowledge {
        let (a, b, c) = (&self.a, &self.b, &self.c);
        fold_ternary::<A::T, B::T, C::T, O>(
            a.knowledge_of_all(driver),
            b.knowledge_of_all(driver),
            c.knowledge_of_all(driver),
        )
    }

    #[inline(always)]
    fn interior<N: Nat>(&self, driver: Driver) -> Range<isize> {
        meet(
            self.a.interior::<N>(driver),
            meet(self.b.interior::<N>(driver), self.c.interior::<N>(driver)),
        )
    }

    fn infer(&self, scope: &mut Scope) -> Result<()> {
        self.a.infer(scope)?;
        self.b.infer(scope)?;
        self.c.infer(scope)
    }

    fn describe(&self) -> Expression {
        Expression(tree::Expr::Map {
            symbol: O::SYMBOL,
            fold: tree::Fold::Ternary(fold_ternary::<A::T, B::T, C::T, O>),
            operands: vec![self.a.describe().0, self.b.describe().0, self.c.describe().0],
        })
    }
}
