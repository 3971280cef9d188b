//! Blocks: one statement, then another.

use crate::knot::*;
use crate::pass::again::Again;
use crate::pass::choice::ways;
use crate::stmt::{Also, OnEachPass, of_two};

/// `first`, then `second`.
#[must_use = "a statement does nothing unless it is part of a program"]
#[derive(Clone, Copy, Debug)]
pub struct Block<A, B> {
    pub(crate) first: A,
    pub(crate) second: B,
    /// Both may combine an output, each in its way.
    pub(crate) interleave: bool,
}

impl<A, B> Block<A, B> {
    /// `first`, then `second`, which may combine what `first` writes by another reducer.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn interleave(first: A, second: B) -> Self {
        Block {
            first,
            second,
            interleave: true,
        }
    }
}

continuation! {
    struct ThenSecond<B, K>(second: B, k: K);
    impl[P: Pass, B: Stmt, K: OnStmt<P>] OnStmt<P>: |pass, first: A| {
        second.traverse(pass, ThenBlock(first, k))
    }
}

continuation! {
    struct ChangeSecond<B, K>(second: B, k: K);
    impl[P: Change, B: Stmt, K: OnStmt<P>] OnStmt<P>: |pass, first: A| {
        second.change(pass, ThenBlock(first, k))
    }
}

continuation! {
    /// A statement that became a no-op leaves its block.
    struct ThenBlock<A, K>(first: A, k: K);
    impl[P: Copy, A: Stmt, K: OnStmt<P>] OnStmt<P>: |pass, second: B| {
        <<A::Noop as Bool>::Arm<B::Noop> as Arm>::Taken::take(Joined(first, second, pass, k))
    }
}

/// Two statements, the pass that they have met, and what receives them.
struct Joined<A, B, P, K>(A, B, P, K);

ways! {
    [A: Stmt, B: Stmt, P: Copy, K: OnStmt<P>] Joined<A, B, P, K>: |Joined(first, second, pass, k)|
    fn first() { k.call(pass, second) }
    fn second() { k.call(pass, first) }
    fn third() { k.call(pass, Block { first, second, interleave: false }) }
}

forward_cursor!([A: Stmt, B: Stmt] Block<A, B>: first, second);

impl<A: Stmt, B: Stmt> Stmt for Block<A, B> {
    type Lowering = Lowering<Self>;
    of_two!(A, B);
    type Tiles<N: Nat> = No;
    type SweepsRow<J: Nat, Around: Nat> = No;
    type InStrips = No;
    type HoldsLanes = Or<A::HoldsLanes, B::HoldsLanes>;
    type Noop = And<A::Noop, B::Noop>;
    type Live = And<A::Live, B::Live>;
    // What one statement is done with, another one that writes the same output may take up again.
    type Exits = And<Or<A::Exits, B::Exits>, Self::Disjoint>;
    type WritesOnly<Out: Nat> = And<A::WritesOnly<Out>, B::WritesOnly<Out>>;
    type Fissions = Or<
        Or<A::Noop, B::Noop>,
        And<<Self::Style as Style>::IsStructured, And<Not<A::Overlaps<B>>, Not<Recurs<Self>>>>,
    >;
    type UsesEverywhere<V: Nat> = And<A::UsesEverywhere<V>, B::UsesEverywhere<V>>;
    type Multiplies = And<And<A::Multiplies, B::Multiplies>, Not<A::Overlaps<B>>>;
    type Reads<L: Loops> = ReadsOf<A::Reads<L>, B::Reads<L>>;
    type With<V: Nat, K: Known> = Block<A::With<V, K>, B::With<V, K>>;

    each_part!(Block: first, second; interleave);

    // Where one statement replaces what the other one combines, it does not matter what was there before.
    #[inline]
    fn settles<X: Changing>() -> bool {
        A::settles::<X>() && B::settles::<X>() && (!A::Overlaps::<B>::VALUE || A::replaces::<B>() || B::replaces::<A>())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn hoist<X: Others, H: OnStmt<()>>(self, driver: Driver, k: H) {
        self.first
            .hoist::<Also<X, B>, _>(driver, HoistSecond::<X, A, B, H>(self.second, k, PhantomData))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn traverse<P: Pass, K: OnStmt<P>>(self, pass: P, k: K) {
        self.first.traverse(pass, ThenSecond(self.second, k))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn change<P: Change, K: OnStmt<P>>(self, pass: P, k: K) {
        self.first.change(pass, ChangeSecond(self.second, k))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn open_lanes<L: Turns, K: OnLanes>(self, driver: Driver, before: L, k: K) {
        self.first.open_lanes(driver, before, OpenSecond(self.second, k))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn in_lane<H: OnStmt<()>>(self, driver: Driver, lane: usize, k: H) {
        self.first.in_lane(driver, lane, SecondInLane(lane, self.second, k))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn exec(self, driver: Driver) {
        if !A::Noop::VALUE {
            self.first.exec(driver)
        }
        if !B::Noop::VALUE {
            self.second.exec(driver)
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn repeat(self, driver: Driver, count: usize) {
        let Block { first, second, .. } = self;
        branch!(if And<A::Overlaps<B>, Not<Self::Once>> {
            take_turns(self, driver, count)
        } else {
            if !A::Noop::VALUE {
                first.repeat(driver, count)
            }
            if !B::Noop::VALUE {
                second.repeat(driver, count)
            }
        })
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn is_idle(&self, driver: Driver) -> bool {
        self.first.is_idle(driver) & self.second.is_idle(driver)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn is_done(&self, driver: Driver) -> bool {
        self.first.is_done(driver) | self.second.is_done(driver)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn part<V: Nat, Users: Bool, H: OnStmt<()>>(self, k: H) {
        self.first
            .part::<V, Users, _>(PartSecond::<V, Users, B, H>(self.second, k, PhantomData))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lower_each(self, _driver: Driver, region: Region) {
        lower_nonempty!(A, self.first, region);
        lower_nonempty!(B, self.second, region)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn infer<L: Loops, K: Check>(&mut self, check: &mut K) -> Result<()> {
        self.first.infer::<L, K>(check)?;
        if self.interleave {
            check.boundary()
        }
        self.second.infer::<L, K>(check)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn infer_passes<K: Check>(&mut self, check: &mut K) -> Result<()> {
        self.first.infer_passes(check)?;
        self.second.infer_passes(check)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn each_pass<R: OnEachPass>(self, run: &mut R) {
        self.first.each_pass(run);
        self.second.each_pass(run)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn resolve(&mut self, ends: &mut LoopEnds<'_>) {
        self.first.resolve(ends);
        self.second.resolve(ends)
    }

    fn join(&self, driver: Driver, parts: &Parts, done: &mut u32) {
        self.first.join(driver, parts, done);
        self.second.join(driver, parts, done)
    }

    fn describe(&self) -> Statement {
        Statement::new(StmtNode::Block, None, [self.first.describe(), self.second.describe()])
    }
}

/// Assignments to the same output take turns: repeating one and then the other would be something else. Those that stand for
/// the whole region take the first one only.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn take_turns<S: Stmt>(stmt: S, driver: Driver, count: usize) {
    branch!(if S::SomeOnce {
        if count > 0 {
            stmt.exec(driver)
        }
        if count > 1 {
            stmt.traverse(Again, FurtherTurns(driver, count - 1))
        }
    } else {
        each_turn(stmt, driver, count)
    })
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn each_turn<S: Stmt>(stmt: S, driver: Driver, count: usize) {
    for _ in 0..count {
        stmt.exec(driver)
    }
}

continuation! {
    /// Executes what is left of a statement behind its first turn.
    struct FurtherTurns(driver: Driver, count: usize);
    impl[] OnStmt<Again>: |_pass, stmt: S| {
        branch!(if S::Noop {
        } else {
            each_turn(stmt, driver, count)
        })
    }
}

continuation! {
    /// Hoists the second statement `B` once the first, which was `A`, is hoisted.
    struct HoistSecond<X, A, B, H>(second: B, k: H, _types: PhantomData<(X, A)>);
    impl[X: Others, A: Stmt, B: Stmt, H: OnStmt<()>] OnStmt<()>: |_pass, first: F| {
        second
            .hoist::<Also<X, A>, _>(Driver::new(), HoistedBlock(first, k))
    }
}

continuation! {
    struct SecondInLane<B, H>(lane: usize, second: B, k: H);
    impl[B: Stmt, H: OnStmt<()>] OnStmt<()>: |_pass, first: A| {
        second.in_lane(Driver::new(), lane, HoistedBlock(first, k))
    }
}

continuation! {
    /// Gives lanes to the second statement once the first one has them.
    struct OpenSecond<B, K>(second: B, k: K);
    impl[B: Stmt, K: OnLanes] OnLanes: |first: A, lanes: L| {
        second.open_lanes(Driver::new(), lanes, OpenBlock(first, k))
    }
}

continuation! {
    struct OpenBlock<A, K>(first: A, k: K);
    impl[A: Stmt, K: OnLanes] OnLanes: |second: B, lanes: L| {
        k.call(Block { first, second, interleave: false }, lanes)
    }
}

continuation! {
    /// Takes the part of the second statement `B` once it has that of the first.
    struct PartSecond<V, Users, B, H>(second: B, k: H, _types: PhantomData<(V, Users)>);
    impl[V: Nat, Users: Bool, B: Stmt, H: OnStmt<()>] OnStmt<()>: |_pass, first: A| {
        second.part::<V, Users, _>(ThenBlock(first, k))
    }
}

continuation! {
    struct HoistedBlock<A, H>(first: A, k: H);
    impl[A: Stmt, H: OnStmt<()>] OnStmt<()>: |_pass, second: B| {
        k.call((), Block { first, second, interleave: false })
    }
}
