//! Let: names an expression that several statements use, so that its accesses are unfurled once.

use crate::expr::known_now;
use crate::expr::variable::Variable;
use crate::knot::*;
use crate::pass::LowerOver;
use crate::reads::WhereNamed;
use crate::stmt::of_expr_and_body;

/// `let v = value; body`, where `v` is variable number `V`.
#[must_use = "a statement does nothing unless it is part of a program"]
#[derive(Debug)]
pub struct Let<V, E, B> {
    value: E,
    body: B,
    number: PhantomData<V>,
}

copied!([V, E: Copy, B: Copy] Let<V, E, B>);

impl<V, E, B> Let<V, E, B> {
    /// What is named, and the body.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn parts(self) -> (E, B) {
        (self.value, self.body)
    }
}

impl<V: Nat, E: Expr, B: Stmt> Let<V, E, B> {
    /// Names `value` in `body`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new(value: E, body: B) -> Self {
        Let {
            value,
            body,
            number: PhantomData,
        }
    }

    /// The variable that stands for `value` in the body.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn variable(_value: &E) -> Variable<V, E::T> {
        Variable::unbound()
    }
}

continuation! {
    struct ThenBody<V, B, K>(body: B, k: K, _types: PhantomData<V>);
    impl[P: Pass, V: Nat, T: Copy + 'static, B: Stmt, K: OnStmt<P>] OnExpr<P, T>: |pass, value: E| {
        body.traverse(pass, ThenLet::<V, E, K>(value, k, PhantomData))
    }
}

continuation! {
    struct ThenLet<V, E, K>(value: E, k: K, _types: PhantomData<V>);
    impl[P, V: Nat, E: Expr, K: OnStmt<P>] OnStmt<P>: |pass, body: B| {
        k.call(pass, Let { value, body, number: PhantomData::<V> })
    }
}

forward_cursor!([V, E: Expr, B: Stmt] Let<V, E, B>: value, body);

impl<V: Nat, E: Expr, B: Stmt> Stmt for Let<V, E, B> {
    type Lowering = Lowering<Self>;
    of_expr_and_body!(E, B);
    // What it names is bound in the body, as an index is.
    type Ordered<L: Loops> = And<E::Ordered<L>, B::Ordered<L::Over<NumberOf<V>, No>>>;
    type Noop = <B::With<V, E::Known> as Stmt>::Noop;
    type Live = And<Not<E::RuntimeKnown>, <B::With<V, finch_algebra::known::Solid> as Stmt>::Live>;
    type Alive = And<IsNone<B::Steppers>, E::Alive<LetValueAlive<V, B>>>;
    type Sparse = No;
    type Met = No;
    type Conjunctive = And<E::Conjunctive<LetValue<V, B>>, B::Conjunctive>;
    type Gapped = And<E::Gapped<LetValue<V, B>>, B::Gapped>;
    type ConjunctiveJumpers = And<E::ConjunctiveJumpers<LetValue<V, B>>, B::ConjunctiveJumpers>;
    type Tiles<N: Nat> =
        And<And<B::Tiles<N>, Not<<E::Walked<N> as Count>::Two>>, <E::Reads<Outermost> as ReadSet>::IsNone>;
    type SweepsRow<J: Nat, Around: Nat> = And<
        And<B::SweepsRow<J, Around>, Not<<E::Walked<Around> as Count>::Two>>,
        <E::Reads<Outermost> as ReadSet>::IsNone,
    >;
    crate::nodes::sums_no_rows!();
    type InStrips = No;
    const ROW: Option<usize> = B::ROW;
    type Lanes = No;
    type LanesUnder = No;
    type HoldsLanes = B::HoldsLanes;
    type Fissions = And<
        Or<IsSettled<E>, And<And<<Self::Style as Style>::IsStructured, B::Disjoint>, Not<B::UsesEverywhere<V>>>>,
        Not<Recurs<Self>>,
    >;
    type With<W: Nat, K: Known> = Let<V, E::With<W, K>, B::With<W, K>>;

    each_part!(Let: value, body; number);

    #[inline]
    fn settles<X: Changing>() -> bool {
        B::settles::<WhereNamed<X, V, E>>()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn hoist<X: Others, H: OnStmt<()>>(self, driver: Driver, k: H) {
        self.body
            .hoist::<AlsoReads<X, E>, _>(driver, ThenLet::<V, E, H>(self.value, k, PhantomData))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn by_tiles<H: OnStmt<()>>(self, driver: Driver, turns: usize, k: H) {
        self.body
            .by_tiles(driver, turns, ThenLet::<V, E, H>(self.value, k, PhantomData))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn over_row<Len: TileLen, H: OnStmt<()>>(self, driver: Driver, region: Region, k: H) {
        self.body
            .over_row::<Len, _>(driver, region, ThenLet::<V, E, H>(self.value, k, PhantomData))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn reserve<S: Cursor + Copy, All: Bool, H: OnStmt<()>>(self, coming: Coming<S, All>, k: H) {
        self.body
            .reserve(coming, ThenLet::<V, E, H>(self.value, k, PhantomData))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn traverse<P: Pass, K: OnStmt<P>>(self, pass: P, k: K) {
        self.value
            .traverse(pass, ThenBody::<V, B, K>(self.body, k, PhantomData))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn change<P: Change, K: OnStmt<P>>(self, pass: P, k: K) {
        let value = P::named(self.value.change(pass));
        self.body.change(pass, ThenLet::<V, _, K>(value, k, PhantomData))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn open_lanes<L: Turns, K: OnLanes>(self, driver: Driver, before: L, k: K) {
        self.body
            .open_lanes(driver, before, OpenLet::<V, E, K>(self.value, k, PhantomData))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn in_lane<H: OnStmt<()>>(self, driver: Driver, lane: usize, k: H) {
        self.body
            .in_lane(driver, lane, ThenLet::<V, E, H>(self.value, k, PhantomData))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn exec(self, driver: Driver) {
        let known = known_now!(E, self.value.knowledge(driver));
        let value = self.value.value(driver);
        self.body.with::<V, E::Known, E::T>(value, known).exec(driver)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn repeat(self, driver: Driver, count: usize) {
        let known = known_now!(E, self.value.knowledge(driver));
        let value = self.value.value(driver);
        self.body.with::<V, E::Known, E::T>(value, known).repeat(driver, count)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lower_each(self, _driver: Driver, region: Region) {
        let Let { value: expr, body, .. } = self;
        branch!(if IsSettled<E> {
            // What no loop has to do with any more has its value in front of the one that is being lowered: what types know
            // of it, as of a condition that holds here, they then know of the statements that name it.
            let (known, value) = (expr.knowledge(Driver::new()), expr.value(Driver::new()));
            lower_nonempty!(B::With<V, E::Known>, body.with::<V, E::Known, E::T>(value, known), region)
        } else {
            // Statements that do not use the name need not be merged with what it names.
            body.part::<V, Yes, _>(LowerNaming::<V, E>(expr, region, PhantomData));
            body.part::<V, No, _>(LowerOver(region))
        })
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn infer<L: Loops, K: Check>(&mut self, check: &mut K) -> Result<()> {
        self.value.infer(check)?;
        check.name(V::VALUE)?;
        self.body.infer::<L, K>(check)?;
        check.forget(V::VALUE);
        Ok(())
    }

    fn describe(&self) -> Statement {
        Statement::new(
            StmtNode::Let(V::VALUE),
            Some(self.value.describe()),
            [self.body.describe()],
        )
    }
}

continuation! {
    struct OpenLet<V, E, K>(value: E, k: K, number: PhantomData<V>);
    impl[V: Nat, E: Expr, K: OnLanes] OnLanes: |body: B, lanes: L| {
        k.call(Let { value, body, number }, lanes)
    }
}

continuation! {
    struct LowerNaming<V, E>(value: E, region: Region, _types: PhantomData<V>);
    impl[V: Nat, E: Expr] OnStmt<()>: |_pass, stmt: S| {
        lower_nonempty!(Let<V, E, S>, Let::<V, E, S>::new(value, stmt), region)
    }
}

/// What `let` names as variable `V` in body `B`.
#[derive(Clone, Copy, Debug)]
pub struct LetValue<V, B>(PhantomData<(V, B)>);

impl<V: Nat, B: Stmt> Sealed for LetValue<V, B> {}
impl<V: Nat, B: Stmt> Context for LetValue<V, B> {
    type Dies<K: Known> = <B::With<V, K> as Stmt>::Noop;
}

/// What `let` names, where the question is whether the body may turn out to be a no-op at run time.
#[derive(Clone, Copy, Debug)]
pub struct LetValueAlive<V, B>(PhantomData<(V, B)>);

impl<V: Nat, B: Stmt> Sealed for LetValueAlive<V, B> {}
impl<V: Nat, B: Stmt> Context for LetValueAlive<V, B> {
    type Dies<K: Known> = Not<<B::With<V, K::Solid> as Stmt>::Live>;
}
