//! Statements: what a program does.
//!
//! | node | does |
//! |---|---|
//! | [`assign::Assign`] | combines a target with a value |
//! | [`loop_::Loop`] | repeats a statement for every value of an index |
//! | [`sieve::Sieve`] | a statement under a condition |
//! | [`let_::Let`] | names an expression for a statement |
//! | [`block::Block`] | one statement, then another |
//! | [`workspace::Workspace`] | fills a temporary tensor, then reads it |
//! | [`Null`] | nothing |

pub mod assign;
pub mod block;
mod holding;
pub mod let_;
pub mod loop_;
pub mod null;
pub mod sieve;
pub mod workspace;

use crate::index::Passes;
use crate::knot::*;
pub(crate) use holding::{of_body, of_expr_and_body, of_two};

/// Receives the passes of a program, one by one: the statements that it consists of.
pub trait OnEachPass {
    /// Receives the next pass.
    fn pass<S: Stmt>(&mut self, stmt: S);
}

/// Receives the loop of a reduction where all around it is bound: what is combined with what its target `W` holds.
pub trait OnSum: Copy {
    /// Receives a value that is looked up, its reducer, and the target.
    fn call<W: Target, O: Reducer<W::T>, E: Expr<T = W::T>>(self, target: W, op: O, value: E);
}

/// The other statements of a loop, where one statement asks whether they use its output.
pub trait Others: Sealed {
    /// Whether one of them writes output number `Out`, or reads it while it is written.
    type Touch<Out: Nat>: Bool;
}

/// No other statements.
#[derive(Clone, Copy, Debug)]
pub struct Nobody;

/// The other statements `X`, and statement `S`.
#[derive(Clone, Copy, Debug)]
pub struct Also<X, S>(PhantomData<(X, S)>);

/// The other statements `X`, and one that reads expression `E` and writes nothing.
#[derive(Clone, Copy, Debug)]
pub struct AlsoReads<X, E>(PhantomData<(X, E)>);

impl Sealed for Nobody {}
impl Others for Nobody {
    type Touch<Out: Nat> = No;
}

impl<X: Others, S: Stmt> Sealed for Also<X, S> {}
impl<X: Others, S: Stmt> Others for Also<X, S> {
    type Touch<Out: Nat> = Or<X::Touch<Out>, Or<S::Writes<Out>, <S::Reads<Outermost> as ReadSet>::Has<Out>>>;
}

impl<X: Others, E: Expr> Sealed for AlsoReads<X, E> {}
impl<X: Others, E: Expr> Others for AlsoReads<X, E> {
    type Touch<Out: Nat> = Or<X::Touch<Out>, <E::Reads<Outermost> as ReadSet>::Has<Out>>;
}

/// A statement of a program: a loop, a condition, an assignment or a block, whose type says all of it. Passes ask its associated types what
/// is left to do.
#[must_use]
pub trait Stmt: Cursor + Copy + Sealed {
    /// Which pass it needs.
    type Style: Style;
    /// How it is lowered over a region that is not empty. One question, since the compiler answers those that it consists of together.
    #[doc(hidden)]
    type Lowering: Case<NextPass<Self>>;
    /// Whether the statement does nothing over the current region. This one rule is sparsity: regions in which a statement is a
    /// no-op are not compiled.
    type Noop: Bool;
    /// Whether no assignment in it is a no-op, nor becomes one at run time.
    type Live: Bool;
    /// Whether no assignment in it is a no-op wherever at least one of its steppers is at a child.
    type Alive: Bool;
    /// Whether it is a no-op wherever all its steppers are cut short.
    type Sparse: Bool;
    /// Whether no assignment in it is a no-op at an index that [`Stmt::due`] names, once no stepper lags behind it.
    type Met: Bool;
    /// Whether each of its steppers alone makes it a no-op by being cut short: it is conjunctive, as a product is.
    type Conjunctive: Bool;
    /// Whether each of its steppers whose children stay as they are when they are cut short alone makes it a no-op by the gap in front
    /// of its current child.
    type Gapped: Bool;
    /// Whether each of its jumpers alone makes it a no-op by being cut short.
    type ConjunctiveJumpers: Bool;
    /// How many steppers it holds.
    type Steppers: Count;
    /// Whether the children of all its steppers stay as they are when they are cut short.
    type Stable: Bool;
    /// Whether it holds a stepper whose children stay as they are when they are cut short.
    type HoldsStable: Bool;
    /// Whether no indices are left behind the one that is lowered, in any access that has become a looplet.
    type Last: Bool;
    /// Whether it holds no stepper whose children change when they are cut short.
    type Uncuttable: Bool;
    /// Whether it holds no jumper.
    type NoJumper: Bool;
    /// Whether it holds an assignment that may be done early, once it has reached a value that no further one changes.
    type Exits: Bool;
    /// Whether it is itself an assignment that may be done early: once a condition around it holds, it is likely to be done.
    const ENDS: bool = false;
    /// Whether all its assignments stand for the whole region.
    type Once: Bool;
    /// Whether some of its assignments stand for the whole region.
    type SomeOnce: Bool;
    /// Whether it is one reduction into an accumulator.
    type Accumulates: Bool;
    /// Whether it is one reassociating reduction into an accumulator, which several lanes can share.
    type Lanes: Bool;
    /// Whether it is one reassociating reduction into an accumulator even where its value may be missing.
    type LanesUnder: Bool;
    /// Whether it holds reassociating reductions into accumulators, each of which several lanes can share, and maybe other assignments.
    type HoldsLanes: Bool;
    /// Whether it writes output number `Out`.
    type Writes<Out: Nat>: Bool;
    /// Whether it writes nothing but output number `Out`.
    type WritesOnly<Out: Nat>: Bool;
    /// Whether it writes an output that `S` writes too.
    type Overlaps<S: Stmt>: Bool;
    /// Whether it is two statements that can have a loop each, and should; or a condition or a name that is evaluated
    /// before the loop.
    type Fissions: Bool;
    /// Whether its own loops and the loops `L` around it bind the indices of every access in order.
    type Ordered<L: Loops>: Bool;
    /// The outputs that it reads while they are written, in what is around it.
    type Reads<L: Loops>: ReadSet;
    /// Its assignments.
    type Written: WriteSet;
    /// The number of accesses in it that a loop over `N` moves and that may lie beyond an extent.
    type Beyond<N: Nat>: Count;
    /// Whether data name a place that it reads or writes, before any pass.
    type IsGathered: Bool;
    /// Whether it may read workspace number `N` other than by following, so that entries have to be in order. Asked of consumers, before any pass.
    type Walks<N: Nat>: Bool;
    /// Whether it reads variable `V`.
    type Uses<V: Nat>: Bool;
    /// Whether all of its parts read variable `V`.
    type UsesEverywhere<V: Nat>: Bool;
    /// Whether no two of its assignments write the same output.
    type Disjoint: Bool;
    /// Whether repeating it has the same result as repeating each of its assignments.
    type Multiplies: Bool;
    /// Whether it is a loop, or several, over a row that a loop over `N` around it adds to again and again, [by tiles](Self::by_tiles).
    type Tiles<N: Nat>: Bool;
    /// Whether it assigns to a row of which index `N` is left what a loop over that looks up, and one over `Around` walks over one at most.
    type TilesBy<N: Nat, Around: Nat>: Bool;
    /// Whether it is a loop, or several, that adds to each row of an output again and again, by tiles, once the loop over `J` around it
    /// has come to the row: that loop [fills](Target::FilledBy) the output.
    type Sweeps<J: Nat>: Bool;
    /// Whether it is a loop over the values of such a row, inside of one over `Around`.
    type SweepsRow<J: Nat, Around: Nat>: Bool;
    /// Whether it is the assignment of such a loop over `N`.
    type SweepsRowBy<J: Nat, N: Nat, Around: Nat>: Bool;
    /// Whether it is a loop that sweeps over a row, around the loop over that row and nothing else, and looks everything up, as the loop over
    /// `J` around it does: so that several rows can be added to side by side (`reduction/tile/rows.rs`).
    type InRows<J: Nat>: Bool;
    /// Whether it is a loop over what one operand stores, in its order, with a sum for each turn of the loop over `J` around it.
    type SumsEach<J: Nat>: Bool;
    /// Whether it is the assignment of such a loop over `N`.
    type SumsEachBy<J: Nat, N: Nat>: Bool;
    /// Whether a loop over `N` around it looks everything up.
    type LooksUp<N: Nat>: Bool;
    /// Whether it is a loop that reduces into output number `Out`, which is one value, in the order of its indices, what it looks up: see
    /// [`strip`](crate::reduction::strip).
    type Sums<Out: Nat>: Bool;
    /// Whether it is the assignment of such a loop over `N`.
    type SumsBy<N: Nat, Out: Nat>: Bool;
    /// Whether it is a loop over the values of workspace number `M`, a row, of each of which it uses that at its own index alone, and
    /// looks everything up.
    type ReadsRow<M: Nat>: Bool;
    /// Whether it is the assignment of such a loop over `N`.
    type ReadsRowBy<N: Nat, M: Nat>: Bool;
    /// Whether it does nothing but at the children of its only stepper, and takes a sum at each, so that it is driven by
    /// [strips](crate::reduction::strip).
    type InStrips: Bool;
    /// The extent of the row, if its type fixes that.
    const ROW: Option<usize> = None;
    /// The statement when variable `V` is known as `K`.
    type With<V: Nat, K: Known>: Stmt;

    /// The statement when variable `V` has a value.
    fn with<V: Nat, K: Known, U: Copy + 'static>(self, value: U, known: Knowledge) -> Self::With<V, K>;

    /// Lowers the statement over a region that is not empty, in a function that LLVM simplifies before it inlines it. It inlines functions
    /// that are `inline(always)` as they are, and what it then records about aliasing grows with the square of their code, so that large
    /// programs would take minutes to compile.
    #[inline]
    fn lower_apart(self, _driver: Driver, region: Region) {
        lower_nonempty!(Self, self, region)
    }

    /// Hoists targets: makes local copies of those that do not depend on the loop around the statement and that nothing else
    /// in the loop writes or reads, and goes on with the statement that uses them.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn hoist<X: Others, H: OnStmt<()>>(self, _driver: Driver, k: H) {
        k.call((), self)
    }

    /// Goes on with this statement, in a loop of `turns` turns at most, for one [tile](crate::reduction::tile) after another.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn by_tiles<H: OnStmt<()>>(self, _driver: Driver, _turns: usize, _k: H) {
        crate::total::never()
    }

    /// Goes on with this statement to a copy of what its row is in `region`, a tile, and stores it afterwards. Index `N` is that of the row
    /// in an assignment.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn tile<N: Nat, Len: TileLen, H: OnStmt<()>>(self, _driver: Driver, _region: Region, _k: H) {
        crate::total::never()
    }

    /// Drives its stepper by strips, if it is driven [by strips](Self::InStrips).
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn drive_in_strips(self, _driver: Driver, _region: Region) {
        crate::total::never()
    }

    /// Goes on with this statement for that part of its row which is in `region`, a tile of `Len` values.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn over_row<Len: TileLen, H: OnStmt<()>>(self, _driver: Driver, _region: Region, _k: H) {
        crate::total::never()
    }

    /// Where the loop runs that it is, if it [sums](Self::Sums) or goes over a [row](Self::ReadsRow).
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn region_of_loop(self) -> Region {
        crate::total::never()
    }

    /// Hands on its body, unfurled, and where it runs, if it is a loop that goes [in rows](Self::InRows).
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unfurl_body<K: OnStmt<Region>>(self, _driver: Driver, _k: K) {
        crate::total::never()
    }

    /// Hands on what is reduced by the loop over `region` that it is.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn sum<K: OnSum>(self, _driver: Driver, _region: Region, _k: K) {
        crate::total::never()
    }

    /// Goes on with the statement, whose target is prepared for the indices that are coming. Only a single assignment
    /// prepares its target, under conditions and names or not; other statements stay as they are.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn reserve<C: Cursor + Copy, All: Bool, H: OnStmt<()>>(self, _coming: Coming<C, All>, k: H) {
        k.call((), self)
    }

    /// [`Expr::due`] of what it evaluates.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn due(&mut self) -> usize {
        self.look()
    }

    /// [`Expr::meets`] of what it evaluates.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn meets(&self, _last: usize) -> bool {
        true
    }

    /// Walks over its leaves with a pass.
    fn traverse<P: Pass, K: OnStmt<P>>(self, pass: P, k: K);

    /// Changes its expressions by a pass by which each looplet becomes one other: targets hold none that is read.
    fn change<P: Change, K: OnStmt<P>>(self, pass: P, k: K);

    /// Executes the statement. All indices around it are bound.
    fn exec(self, driver: Driver);

    /// Executes the statement `count` times.
    fn repeat(self, driver: Driver, count: usize);

    /// Whether run time knows that it changes nothing, whatever values the indices take that are not bound yet.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn is_idle(&self, _driver: Driver) -> bool {
        false
    }

    /// Whether executing it a second time changes nothing that it reads, if everything else that it reads has kept its value; and whether
    /// executing it once for a region of indices then does what executing it at each of them does. `X` says what the loop around it changes.
    fn settles<X: Changing>() -> bool;

    /// Whether each of its assignments to an output that `S` writes [replaces](Again::Replaces) what is there.
    fn replaces<S: Stmt>() -> bool;

    /// Whether one of its assignments that may be done early is done.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn is_done(&self, _driver: Driver) -> bool {
        false
    }

    /// Goes on with those parts that read variable `V`, or with those that do not.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn part<V: Nat, Users: Bool, H: OnStmt<()>>(self, k: H) {
        branch!(if And<Implies<Self::Uses<V>, Users>, Implies<Users, Self::Uses<V>>> { k.call((), self) } else { k.call((), Null) })
    }

    /// Lowers both statements, or the one behind the condition or the name, if it [splits](Stmt::Fissions).
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lower_each(self, _driver: Driver, _region: Region) {
        crate::total::never()
    }

    /// Reduces by lookup into several accumulators, if it is [`Stmt::Lanes`].
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lookup_in_lanes(self, _driver: Driver, _lanes: Lanes) {
        crate::total::never()
    }

    /// Goes on with the assignment of a value that is missing where `condition` does not hold, if it is [`Stmt::LanesUnder`].
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn under<C: Expr<T = bool>, H: OnStmt<()>>(self, _condition: C, _k: H) {
        crate::total::never()
    }

    /// Executes the statement at each index of `region`, where every access is looked up.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn look_up(self, _driver: Driver, region: Region) {
        crate::pass::lookup::one_by_one(self, region)
    }

    /// Hands on this statement for lowering over many stretches of a few indices: see [`short_blocks`](crate::target::Target::short_blocks).
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn short_blocks<H: OnStmt<()>>(self, k: H) {
        k.call((), self)
    }

    /// Drives its stepper into several accumulators, if it is [`Stmt::Lanes`].
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn drive_in_lanes(self, _driver: Driver, _region: Region) {
        crate::total::never()
    }

    /// Gives lanes to those sums that it [holds](Stmt::HoldsLanes), and goes on with what adds up `before`, the lanes of earlier statements, and
    /// then these.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn open_lanes<L: Turns, K: OnLanes>(self, _driver: Driver, before: L, k: K) {
        k.call(self, before)
    }

    /// Goes on with this statement where each of its sums goes into the lane of that number.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn in_lane<H: OnStmt<()>>(self, _driver: Driver, _lane: usize, k: H) {
        k.call((), self)
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

    /// Tells which extents its accesses have, and takes note of those of its loops, inside of the loops `L`.
    fn infer<L: Loops, K: Check>(&mut self, check: &mut K) -> Result<()>;

    /// Takes note of the extents that a [`Scope`] found, if one did, now that the outputs are open: the scope takes a copy of the
    /// statement by reference, so that in the statement itself what is constant stays so.
    fn resolve(&mut self, ends: &mut LoopEnds<'_>);

    /// Tells which extents its accesses have, and finds those of its loops, pass by pass: outputs that one statement of a
    /// program has written can be read by the next ones.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn infer_passes<K: Check>(&mut self, check: &mut K) -> Result<()> {
        check.begin_pass(<Self::Reads<Passes> as ReadSet>::NUMBERS);
        self.infer::<Outermost, K>(check)
    }

    /// Hands each pass to `run`, in order.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn each_pass<R: OnEachPass>(self, run: &mut R) {
        run.pass(self)
    }

    /// Hands itself to `k`; its body, if it is a parallel loop.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn in_parts<K: OnParts>(self, _driver: Driver, k: K) {
        k.serial(self)
    }

    /// The numbers of outputs that a program that is this statement opens without filling them, since its loop does: a bit for each.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fills() -> u32 {
        0
    }

    /// Combines outputs with what a part of a parallel loop has reduced into storage of its own, each by the first of its reducers:
    /// those whose bit is not set in `done`, which is then.
    fn join(&self, _driver: Driver, _parts: &Parts, _done: &mut u32) {}

    /// This statement as data, see [`explain`](crate::explain).
    fn describe(&self) -> Statement;
}

/// Receives a statement of a program, which is a parallel loop or not.
pub trait OnParts {
    /// Receives a statement that is no parallel loop.
    fn serial<S: Stmt>(self, stmt: S);
    /// Receives `all`, a loop that runs up, with its body and where it runs.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn ascending<N: Nat, B: Stmt, S: Stmt>(self, _body: B, _region: Region, all: S)
    where
        Self: Sized,
    {
        self.serial(all)
    }
    /// Receives the body of a parallel loop over index `N`, and where it runs.
    fn parallel<N: Nat, B: Stmt>(self, body: B, region: Region);
}
