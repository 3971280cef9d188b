//! An assignment: combines a target with a value.

use crate::context::{Indifferent, RightSide};
use crate::description::tree;
use crate::expr::known_now;
use crate::expr::under::Under;
use crate::index::loops::Elsewhere;
use crate::knot::*;
use crate::pass::choice::ways;
use crate::reduction::accumulator::Accumulator;
use crate::reduction::drive::{drive_in_lanes, in_lane, open_lanes};
use crate::unfilled::AllFilled;
use crate::writes::JustWrites;
use typenum::U1;

/// `target <<op>>= value`.
#[derive(Clone, Copy, Debug)]
pub struct Assign<W, O, E> {
    pub(crate) target: W,
    pub(crate) op: O,
    pub(crate) value: E,
}

impl<W: Target, O: Reducer<W::T>, E: Expr<T = W::T>> Assign<W, O, E> {
    /// `target <<op>>= value`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new(target: W, op: O, value: E) -> Self {
        Assign { target, op, value }
    }

    /// Goes on with what a pass makes of the value.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn only_value<P: Pass, K: OnStmt<P>>(self, pass: P, k: K) {
        let Assign { target, op, value } = self;
        value.traverse(pass, ThenAssign { target, op, k })
    }
}

/// What is known of a value says that an assignment of it by `O`, to a target of which `F` is known, changes nothing.
#[cfg_attr(not(debug_assertions), inline(always))]
fn skips_if<T: Copy + 'static, O: Reducer<T>, F: Known>(known: Knowledge) -> bool {
    known.is_missing() || O::skips(known, F::AT_RUN_TIME)
}

/// A target of values of type `T`: see [`OfType`].
pub trait TargetOf<T>: Target<T = T> {}
impl<T, W: Target<T = T>> TargetOf<T> for W {}

/// What target `W` is combined with: see [`OfType`].
pub trait ValueFor<W: Target>: Expr<T = W::T> {}
impl<W: Target, E: Expr<T = W::T>> ValueFor<W> for E {}

/// Others than an assignment of `E` to target `W` write the same output or read it, or the value does.
type Touched<W, E, X> = <AlsoReads<X, E> as Others>::Touch<<W as Target>::Output>;

/// An assignment of `E` to target `W` by `O` changes nothing.
type Idles<W, O, E> =
    Or<<O as Reducer<<W as Target>::T>>::Skip<<E as Expr>::Known, <W as Target>::Fill>, IsMissing<<E as Expr>::Known>>;

continuation! {
    /// Continues with the value of an assignment whose target has been dealt with.
    pub(crate) struct OnTargetThenValue<O, E, K> {
        pub(crate) op: O,
        pub(crate) value: E,
        pub(crate) k: K,
    }
    impl[P: Pass, T: Copy + 'static, O: Reducer<T>, E: OfType<T>, K: OnStmt<P>] OnTarget<P, T>: |pass, target: W| {
        value.traverse(pass, ThenAssign { target, op, k })
    }
}

continuation! {
    /// Continues with the assignment of a value to a target that has been dealt with.
    pub(crate) struct ThenAssign<W, O, K> {
        pub(crate) target: W,
        pub(crate) op: O,
        pub(crate) k: K,
    }
    impl[P: Pass, T: Copy + 'static, W: TargetOf<T>, O: Reducer<T>, K: OnStmt<P>] OnExpr<P, T>, ASSIGNS [K::EXECUTES]: |pass, value: E| {
        k.call(pass, Assign { target, op, value })
    }
}

forward_cursor!([W: Target, O, E: Expr] Assign<W, O, E>: value);

impl<W: Target, O: Reducer<W::T>, E: ValueFor<W>> Stmt for Assign<W, O, E> {
    // Not by questions to itself, each of which would have the compiler match all of its type once more.
    type Lowering =
        <<Idles<W, O, E> as Bool>::SelectStep<style::Idle, MaxOf<W::Style, E::Style>> as style::NextStep>::Taken<
            NextPass<Self>,
        >;
    of_parts!(E; to W);
    type Noop = Idles<W, O, E>;
    type Live = And<Not<Self::Noop>, Not<E::RuntimeKnown>>;
    type Alive = E::Alive<RightSide<W::T, O, W::Fill>>;
    type Sparse = <RightSide<W::T, O, W::Fill> as Context>::Dies<E::WhenCut>;
    type Met = E::Met<RightSide<W::T, O, W::Fill>, RightSide<W::T, O, W::Fill>>;
    type Conjunctive = E::Conjunctive<RightSide<W::T, O, W::Fill>>;
    type Gapped = E::Gapped<RightSide<W::T, O, W::Fill>>;
    type ConjunctiveJumpers = E::ConjunctiveJumpers<RightSide<W::T, O, W::Fill>>;
    type Uncuttable = E::Conjunctive<Indifferent>;
    type NoJumper = E::ConjunctiveJumpers<Indifferent>;
    type Exits = And<W::Short, O::Saturates>;
    const ENDS: bool = Self::Exits::VALUE;
    type Once = W::Once;
    type SomeOnce = W::Once;
    type Accumulates = W::IsAccumulator;
    type Lanes = And<And<O::Reassociates, W::IsAccumulator>, And<Not<W::Short>, Not<Recurs<Self>>>>;
    // Where a condition does not hold the value is missing: a target that is asked would have to tell, value by value.
    type LanesUnder = And<Self::Lanes, Not<W::Asked>>;
    type HoldsLanes = Self::Lanes;
    type Writes<Out: Nat> = <W::Output as Nat>::Eq<Out>;
    type Written = JustWrites<W, O>;
    type WritesOnly<Out: Nat> = Self::Writes<Out>;
    type Overlaps<S: Stmt> = S::Writes<W::Output>;
    type Fissions = No;
    type Tiles<N: Nat> = No;
    // Where several operands are merged, or one is searched, doing it again for each tile costs more than it gains.
    type TilesBy<N: Nat, Around: Nat> = And<
        And<W::IsRowOf<N>, And<IsNone<E::Merged<N>>, Not<<E::Merged<Around> as Count>::Two>>>,
        Not<Touched<W, E, Nobody>>,
    >;
    type Sweeps<J: Nat> = No;
    type SweepsRow<J: Nat, Around: Nat> = No;
    type SweepsRowBy<J: Nat, N: Nat, Around: Nat> = And<
        And<W::IsRowBelow<J, N>, And<IsNone<E::Merged<N>>, Not<<E::Merged<Around> as Count>::Two>>>,
        Not<Touched<W, E, Nobody>>,
    >;
    type InRows<J: Nat> = No;
    type SumsEach<J: Nat> = No;
    type SumsEachBy<J: Nat, N: Nat> = And<
        And<And<W::FilledBy<J>, Not<W::Alone<N, U1>>>, Not<O::Reassociates>>,
        And<IsOne<E::Walked<N>>, Not<Touched<W, E, Nobody>>>,
    >;
    type LooksUp<N: Nat> = IsNone<E::Walked<N>>;
    type Sums<Out: Nat> = No;
    type SumsBy<N: Nat, Out: Nat> = And<
        And<<W::Output as Nat>::Eq<Out>, W::IsScalar>,
        And<And<IsNone<E::Walked<N>>, <E::Reads<Outermost> as ReadSet>::IsNone>, Not<Self::Exits>>,
    >;
    type ReadsRow<M: Nat> = No;
    type ReadsRowBy<N: Nat, M: Nat> = And<IsNone<E::Walked<N>>, <E::Reads<Elsewhere<M, N>> as ReadSet>::IsNone>;
    type InStrips = No;
    const ROW: Option<usize> = W::FIXED;
    type UsesEverywhere<X: Nat> = Self::Uses<X>;
    type Disjoint = Yes;
    type Multiplies = O::Gathers;
    type Ordered<L: Loops> = And<W::Ordered<L>, E::Ordered<L>>;
    type Reads<L: Loops> = E::Reads<L::In<Self>>;
    type With<V: Nat, K: Known> = Assign<W::Given<V>, O, E::With<V, K>>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn with<V: Nat, K: Known, U: Copy + 'static>(self, value: U, known: Knowledge) -> Self::With<V, K> {
        Assign {
            target: self.target.given::<V, U>(value, known),
            op: self.op,
            value: self.value.with::<V, K, U>(value, known),
        }
    }

    // Either each index has a place of its own, and all get this value, or the place keeps what it has.
    #[inline]
    fn settles<X: Changing>() -> bool {
        if <X::Reads as ReadSet>::Has::<W::Output>::VALUE {
            !W::Once::VALUE && O::AGAIN != Again::Counts && !X::moves::<E>() && !X::moves_target::<W>()
        } else {
            W::Style::KIND == Kind::AcceptRun || W::Once::VALUE || O::AGAIN != Again::Counts
        }
    }

    #[inline]
    fn replaces<S: Stmt>() -> bool {
        !S::Writes::<W::Output>::VALUE || O::AGAIN == Again::Replaces
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn interior<N: Nat>(&self, driver: Driver) -> Range<isize> {
        self.value.interior::<N>(driver)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn hoist<X: Others, H: OnStmt<()>>(self, _driver: Driver, k: H) {
        type How<W, E, X> =
            <And<And<<W as Target>::IsScalar, Not<<W as Target>::IsAccumulator>>, Not<Touched<W, E, X>>> as Bool>::Arm<
                Or<<W as Target>::IsScalar, Touched<W, E, X>>,
            >;
        <How<W, E, X> as Arm>::Taken::take(Hoisted(self, k))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn tile<N: Nat, Len: TileLen, H: OnStmt<()>>(self, driver: Driver, region: Region, k: H) {
        let Assign { target, op, value } = self;
        target.tile::<N, Len, _, _>(driver, region, AllFilled::<W::T>::new(), WithTarget(op, value, k))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn sum<K: OnSum>(self, _driver: Driver, _region: Region, k: K) {
        k.call(self.target, self.op, self.value)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn reserve<C: Cursor + Copy, All: Bool, H: OnStmt<()>>(self, coming: Coming<C, All>, k: H) {
        let Assign { target, op, value } = self;
        target.reserve(coming, WithTarget(op, value, k))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn due(&mut self) -> usize {
        self.value.due::<RightSide<W::T, O, W::Fill>>()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn meets(&self, last: usize) -> bool {
        self.value.meets::<RightSide<W::T, O, W::Fill>>(last)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn traverse<P: Pass, K: OnStmt<P>>(self, pass: P, k: K) {
        pass.assign(self, k)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn change<P: Change, K: OnStmt<P>>(self, pass: P, k: K) {
        let (target, op, value) = (self.target, P::reducer::<W::T, O>(self.op), self.value.change(pass));
        k.call(pass, Assign { target, op, value })
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn exec(self, driver: Driver) {
        if !skips_if::<W::T, O, W::Fill>(known_now!(E, self.value.knowledge(driver))) {
            self.target.combine(driver, self.op, self.value.value(driver))
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn repeat(self, driver: Driver, count: usize) {
        if W::Once::VALUE {
            self.exec(driver)
        } else if !skips_if::<W::T, O, W::Fill>(known_now!(E, self.value.knowledge(driver))) {
            self.target.repeat(driver, self.op, self.value.value(driver), count)
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn is_idle(&self, driver: Driver) -> bool {
        E::RuntimeKnown::VALUE && skips_if::<W::T, O, W::Fill>(self.value.knowledge_of_all(driver))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn is_done(&self, driver: Driver) -> bool {
        Self::Exits::VALUE && self.op.done(&self.target.load(driver))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn look_up(self, driver: Driver, region: Region) {
        let Assign { target, op, value } = self;
        target.look_up(driver, op, value, region)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn short_blocks<H: OnStmt<()>>(self, k: H) {
        let Assign { target, op, value } = self;
        target.short_blocks(UnderWithTarget { op, value, k })
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn under<C: Expr<T = bool>, H: OnStmt<()>>(self, condition: C, k: H) {
        let Assign { target, op, value } = self;
        k.call(
            (),
            Assign {
                target,
                op,
                value: Under::new(condition, value),
            },
        )
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lookup_in_lanes(self, _driver: Driver, lanes: Lanes) {
        lanes.reduce(self.target, self.op, self.value)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn drive_in_lanes(self, driver: Driver, region: Region) {
        drive_in_lanes(self, driver, region)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn open_lanes<L: Turns, K: OnLanes>(self, driver: Driver, before: L, k: K) {
        branch!(if Self::HoldsLanes {
            open_lanes(self, driver, before, k)
        } else {
            k.call(self, before)
        })
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn in_lane<H: OnStmt<()>>(self, _driver: Driver, lane: usize, k: H) {
        branch!(if Self::HoldsLanes {
            in_lane(self, lane, k)
        } else {
            k.call((), self)
        })
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn infer<L: Loops, K: Check>(&mut self, check: &mut K) -> Result<()> {
        self.value.infer(check)?;
        check.reduces_by::<O>(O::SYMBOL);
        self.target.infer(check)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn resolve(&mut self, _ends: &mut LoopEnds<'_>) {
        self.target.open(Driver::new())
    }

    fn stored_before<J: Nat>(&self, driver: Driver, index: usize) -> usize {
        self.value.stored_before::<J>(driver, index)
    }

    fn join(&self, driver: Driver, parts: &Parts, done: &mut u32) {
        let bit = 1 << W::Output::VALUE;
        if *done & bit == 0 {
            *done |= bit;
            self.target.join(driver, parts, self.op)
        }
    }

    fn describe(&self) -> Statement {
        let node = StmtNode::Assign(tree::Assign {
            target: self.target.describe(),
            symbol: O::SYMBOL,
            skips: O::skips,
            reassociates: O::Reassociates::VALUE,
            gathers: O::Gathers::VALUE,
            again: O::AGAIN,
            saturates: O::Saturates::VALUE,
            tested: true,
        });
        Statement::new(node, Some(self.value.describe()), [])
    }
}

/// An assignment whose target is hoisted, and what receives it.
struct Hoisted<S, H>(S, H);

ways! {
    [W: Target, O: Reducer<W::T>, E: ValueFor<W>, H: OnStmt<()>] Hoisted<Assign<W, O, E>, H>: |Hoisted(assign, k)|
    // Nothing else writes the value or reads it.
    fn first() {
        let Assign { target, op, value } = assign;
        // Other threads may combine it with theirs meanwhile.
        let from = if const { W::ATOMIC && O::Commutes::VALUE } { O::identity() } else { None };
        let local = Cell::new(match from {
            Some(identity) => identity,
            None => target.load(Driver::new()),
        });
        let assigned = Cell::new(false);
        // SAFETY: the loop is executed below.
        let target_of_loop =
            unsafe { Accumulator::<W::T, W::Short, W::Asked, W::Fill, W::Output>::noting(&local, Some(&assigned)) };
        k.call((), Assign { target: target_of_loop, op, value });
        if !W::Asked::VALUE || assigned.get() {
            match from {
                Some(_) => target.combine(Driver::new(), op, local.get()),
                None => target.store(Driver::new(), local.get()),
            }
        }
    }
    fn second() { k.call((), assign) }
    fn third() {
        let Assign { target, op, value } = assign;
        target.enter(Driver::new(), WithTarget(op, value, k))
    }
}

continuation! {
    /// Continues with the assignment to a target that has been prepared.
    struct WithTarget<O, E, H>(op: O, value: E, k: H);
    impl[T: Copy + 'static, O: Reducer<T>, E: OfType<T>, H: OnStmt<()>] OnTarget<(), T>: |_pass, target: W| {
        k.call((), Assign { target, op, value })
    }
}

continuation! {
    /// Continues with the assignment to a target that has been prepared; under a condition, if the value is missing where that does not hold.
    pub(crate) struct UnderWithTarget<O, E, H> {
        pub(crate) op: O,
        pub(crate) value: E,
        pub(crate) k: H,
    }
    impl[T: Copy + 'static, O: Reducer<T>, E: OfType<T>, H: OnStmt<()>] OnTarget<(), T>: |_pass, target: W| {
        value.assign(target, op, k)
    }
}
