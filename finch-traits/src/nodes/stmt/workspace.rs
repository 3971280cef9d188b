//! Workspaces: a temporary tensor, filled by one statement and read by the next.

use crate::description::tree;
use crate::knot::*;
use crate::pass::current::{ExecLocal, in_accumulator, localize};
use crate::reduction::strip::drive_in_strips;
use crate::reduction::tile::row::in_tile;
use crate::reduction::tile::{BLOCK, Fewer, FullBlocks};
use crate::region::meet;
use crate::stmt::block::take_turns;
use crate::stmt::{Also, of_two};
use crate::target::output::Output;
use finch_algebra::fault;

/// `consumer where producer`: declares the workspace afresh, runs the producer, freezes, runs the consumer.
///
/// A workspace into which nothing is written is its fill. `Idle` says whether the consumer does nothing then, so that where the
/// producer does nothing either, as between the rows that a sparse matrix stores, the statement is left out. `Held` says where values of
/// the workspace are [held](Hold) meanwhile.
#[must_use = "a statement does nothing unless it is part of a program"]
#[derive(Clone, Copy, Debug)]
pub struct Workspace<W, N, P, C, Idle, Held> {
    workspace: W,
    producer: P,
    consumer: C,
    kind: PhantomData<(N, Idle, Held)>,
}

/// Whether a workspace is one value, and nobody asks if it was assigned.
type IsValue<W> = And<<<W as Output>::Rank as Nat>::Eq<U0>, Not<<<W as Output>::Fiber as WriteFiber>::Asked>>;

/// Whether statement `C` does nothing where workspace `W`, which has number `N`, is its fill.
type IdleWhenEmpty<W, N, C> =
    <<C as Stmt>::With<Apart<N>, <<W as Output>::Fill as Fill<<W as Output>::T>>::Known> as Stmt>::Noop;

/// The statement as a program has it, before any pass.
pub type NewWorkspace<W, N, P, C> = Workspace<W, N, P, C, IdleWhenEmpty<W, N, C>, NewHold<W, N, P, C>>;

/// How its values are held, as the program says before any pass.
type NewHold<W, N, P, C> = AsSuits<And<IsValue<W>, <P as Stmt>::Sums<N>>, IsByRow<N, P, C>, <C as Stmt>::Walks<N>>;

/// Whether values of workspace number `N`, a row, can go from producer `P` to consumer `C` tile by tile: one fills nothing else, by adding
/// to it again and again, and the other reads each in its own place.
// What is known whatever the formats stands first: in functions that are generic over these it is left out, or all else is.
type IsByRow<N, P, C> = And<
    And<<P as Stmt>::WritesOnly<N>, <C as Stmt>::ReadsRow<N>>,
    And<<<P as Stmt>::Reads<Outermost> as ReadSet>::IsNone, <P as Stmt>::Tiles<N>>,
>;

/// Whether producer and consumer of a workspace run by tiles, by what they have become.
type RunsByRow<N, P, C, Held> = And<
    And<<<P as Stmt>::Reads<Outermost> as ReadSet>::IsNone, <<C as Stmt>::Reads<Outermost> as ReadSet>::IsNone>,
    And<<Held as Hold>::ByRow, And<<P as Stmt>::Tiles<N>, <C as Stmt>::Tiles<N>>>,
>;

/// Where the values of a workspace are held while its statement runs.
pub trait Hold: Copy + Sealed {
    /// Whether the producer [sums](Stmt::Sums) in a workspace of one value.
    type Sums: Bool;
    /// Whether they can be held in tiles.
    type ByRow: Bool;
    /// Whether they are held in a tile: producer and consumer are for a part of the row.
    type InTile: Bool;
    /// Whether entries have to be in order, since the consumer may [walk](Stmt::Walks) over them.
    type Walked: Bool;
    /// How many values that tile has.
    type Len: TileLen;
}

/// The values of a workspace in memory of its own: they are a sum if `Sums` is `Yes`, can be held in tiles if `ByRow` is, and have to be in order if
/// `Walked` is.
#[derive(Clone, Copy, Debug)]
pub struct AsSuits<Sums, ByRow, Walked>(PhantomData<(Sums, ByRow, Walked)>);

/// The values of a workspace that are in a tile of so many values, `Len`.
#[derive(Clone, Copy, Debug)]
pub struct InTile<Len>(PhantomData<Len>);

impl<S: Bool, R: Bool, Walked: Bool> Sealed for AsSuits<S, R, Walked> {}
impl<S: Bool, R: Bool, Walked: Bool> Hold for AsSuits<S, R, Walked> {
    type Sums = S;
    type ByRow = R;
    type InTile = No;
    type Walked = Walked;
    type Len = Fewer;
}

impl<Len: TileLen> Sealed for InTile<Len> {}
impl<Len: TileLen> Hold for InTile<Len> {
    type Sums = No;
    type ByRow = No;
    type InTile = Yes;
    type Walked = Yes;
    type Len = Len;
}

/// A statement that fills workspace `W`, which has number `N`, for consumer `C`: a short name of what both make together. The compiler
/// proves what signatures say as it is written there, wherever they are called, and [`NewWorkspace`] says producer and consumer six times.
pub trait Producer<W, N, C> {
    /// [`NewWorkspace`].
    type Statement;
}

impl<W: Output, N: Nat, P: Stmt, C: Stmt> Producer<W, N, C> for P {
    type Statement = NewWorkspace<W, N, P, C>;
}

impl<W: Output, N: Nat, P: Stmt, C: Stmt> NewWorkspace<W, N, P, C> {
    /// Fills `workspace`, number `N` of its program, by `producer` and reads it in `consumer`, each time the statement is reached.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn new(workspace: W, producer: P, consumer: C) -> Self {
        Workspace::of(workspace, producer, consumer)
    }
}

impl<W: Output, N: Nat, P: Stmt, C: Stmt, Idle: Bool, Held: Hold> Workspace<W, N, P, C, Idle, Held> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn exec_in_place(self, driver: Driver) {
        if let Err(fault) = self.workspace.clear(driver) {
            return fault::raise(fault);
        }
        if !P::Noop::VALUE {
            let producer = self.producer;
            branch!(if And<<W::Rank as Nat>::Eq<U0>, <P::Reads<Outermost> as ReadSet>::IsStored<N>> {
                localize::<N, W::T, P, _>(producer, ExecLocal)
            } else {
                producer.exec(Driver::new())
            })
        }
        if Held::Walked::VALUE {
            self.workspace.freeze(driver)
        } else {
            self.workspace.freeze_unordered(driver)
        }
        if !C::Noop::VALUE {
            // A loop that adds to rows runs by tiles of them: these are loaded before anything is stored, so that nobody has to compare
            // where the arrays lie, which takes longer than a short row itself. What replaces a row loads nothing.
            let consumer = self.consumer;
            branch!(if C::Tiles<N> {
                if C::replaces::<C>() {
                    consumer.exec(driver)
                } else if !consumer.is_idle(driver) {
                    consumer.by_tiles(driver, 1, ExecLocal)
                }
            } else {
                consumer.exec(driver)
            })
        }
    }

    /// Runs `tile`, or `rest` for what is left, over one tile of the row after the other.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn each_tile(self, tile: impl Fn(Self, Region), rest: impl FnOnce(Self, Region)) {
        let Region { mut lo, hi } = self.consumer.region_of_loop();
        while hi - lo >= BLOCK {
            tile(self, Region::new(lo, lo + BLOCK));
            lo += BLOCK
        }
        if lo < hi {
            rest(self, Region::new(lo, hi))
        }
    }

    /// Fills a tile of the row, and has the consumer read that: the workspace itself stays as it is.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn exec_tile<Len: TileLen>(self, region: Region) {
        let (producer, consumer) = (self.producer, self.consumer);
        in_tile::<N, W::T, Len>(
            W::Fill::value(),
            region,
            #[cfg_attr(not(debug_assertions), inline(always))]
            |k| producer.over_row::<Len, _>(Driver::new(), region, k),
            // What replaces a row loads nothing.
            #[cfg_attr(not(debug_assertions), inline(always))]
            |k| match C::replaces::<C>() {
                true => consumer.over_row::<Len, _>(Driver::new(), region, k),
                false => consumer.tile::<N, Len, _>(Driver::new(), region, k),
            },
        )
    }

    /// Goes on with the statement for a tile, to a copy of what its row is there if `Tiled`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn cut<Len: TileLen, Tiled: Bool, H: OnStmt<()>>(self, driver: Driver, region: Region, k: H) {
        let (workspace, consumer) = (self.workspace, self.consumer);
        let then = ThenCutConsumer {
            workspace,
            consumer,
            region,
            k,
            kind: PhantomData::<(N, Idle, Len, Tiled)>,
        };
        self.producer.over_row::<Len, _>(driver, region, then)
    }

    /// Fills the tile that producer and consumer are for.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn exec_in_tile(self) {
        let (producer, consumer) = (self.producer, self.consumer);
        in_tile::<N, W::T, Held::Len>(
            W::Fill::value(),
            consumer.region_of_loop(),
            #[cfg_attr(not(debug_assertions), inline(always))]
            |k| k.call((), producer),
            #[cfg_attr(not(debug_assertions), inline(always))]
            |k| k.call((), consumer),
        )
    }

    /// Fills a workspace of one value in a local variable, and has the consumer read that: the workspace itself stays as it is.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn exec_in_local(self, driver: Driver) {
        let (value, assigned) = (Cell::new(W::Fill::value()), Cell::new(false));
        if !P::Noop::VALUE {
            in_accumulator::<N, W::T, P, _>(self.producer, &value, &assigned, ExecLocal)
        }
        if !C::Noop::VALUE {
            let consumer = self.consumer;
            consumer
                .with::<Apart<N>, Unknown, W::T>(value.get(), Knowledge::NOTHING)
                .exec(driver)
        }
    }
}

impl<W, N, P, C, Idle, Held> Workspace<W, N, P, C, Idle, Held> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn of(workspace: W, producer: P, consumer: C) -> Self {
        Workspace {
            workspace,
            producer,
            consumer,
            kind: PhantomData,
        }
    }
}

continuation! {
    struct ThenConsumer<W, N, C, Idle, Held, K>(workspace: W, consumer: C, k: K, kind: PhantomData<(N, Idle, Held)>);
    impl[Q: Pass, W: Output, N: Nat, C: Stmt, Idle: Bool, Held: Hold, K: OnStmt<Q>] OnStmt<Q>: |pass, producer: P| {
        consumer.traverse(pass, ThenWorkspace(workspace, producer, k, kind))
    }
}

continuation! {
    struct ChangeConsumer<W, N, C, Idle, Held, K>(workspace: W, consumer: C, k: K, kind: PhantomData<(N, Idle, Held)>);
    impl[Q: Change, W: Output, N: Nat, C: Stmt, Idle: Bool, Held: Hold, K: OnStmt<Q>] OnStmt<Q>: |pass, producer: P| {
        consumer.change(pass, ThenWorkspace(workspace, producer, k, kind))
    }
}

continuation! {
    struct ThenWorkspace<W, N, P, Idle, Held, K>(workspace: W, producer: P, k: K, kind: PhantomData<(N, Idle, Held)>);
    impl[Q, W: Output, N: Nat, P: Stmt, Idle: Bool, Held: Hold, K: OnStmt<Q>] OnStmt<Q>: |pass, consumer: C| {
        let _ = kind;
        k.call(pass, Workspace::<W, N, P, C, Idle, Held>::of(workspace, producer, consumer))
    }
}

continuation! {
    /// Continues with the statement for a tile, of which the producer has been cut out: the consumer is, too, and, if `Tiled`, its target is
    /// a copy.
    struct ThenCutConsumer<W, N, C, Idle, Len, Tiled, K> {
        workspace: W,
        consumer: C,
        region: Region,
        k: K,
        kind: PhantomData<(N, Idle, Len, Tiled)>,
    }
    impl[
        W: Output, N: Nat, C: Stmt, Idle: Bool, Len: TileLen, Tiled: Bool, K: OnStmt<()>
    ] OnStmt<()>: |_pass, producer: P| {
        let _ = kind;
        let then = ThenWorkspace(workspace, producer, k, PhantomData::<(N, Idle, InTile<Len>)>);
        branch!(if Tiled {
            consumer.tile::<N, Len, _>(Driver::new(), region, then)
        } else {
            consumer.over_row::<Len, _>(Driver::new(), region, then)
        })
    }
}

forward_cursor!([W, N, P: Stmt, C: Stmt, Idle, Held] Workspace<W, N, P, C, Idle, Held>: producer, consumer);

impl<W: Output, N: Nat, P: Stmt, C: Stmt, Idle: Bool, Held: Hold> Stmt for Workspace<W, N, P, C, Idle, Held> {
    type Lowering = Lowering<Self>;
    of_two!(P, C);
    type HoldsLanes = No;
    type Tiles<M: Nat> = And<RunsByRow<N, P, C, Held>, And<P::Tiles<M>, C::Tiles<M>>>;
    // Its code has no registers left to remember how far an output is filled.
    type SweepsRow<J: Nat, Around: Nat> = No;
    // Where nothing is produced, the consumer reads fill; and nobody reads what is produced for a consumer that does nothing.
    type Noop = Or<And<P::Noop, Or<C::Noop, Idle>>, And<C::Noop, P::WritesOnly<N>>>;
    type Live = No;
    type Exits = No;
    type WritesOnly<Out: Nat> = And<P::WritesOnly<N>, C::WritesOnly<Out>>;
    type Fissions = No;
    // Where the consumer does nothing, nothing is done. The stepper, which is the only one, is in the consumer.
    type InStrips = And<
        And<And<Held::Sums, P::WritesOnly<N>>, And<Not<P::Noop>, Not<C::Noop>>>,
        And<
            And<IsNone<P::Steppers>, Not<<P::Style as Style>::IsStructured>>,
            And<And<C::Conjunctive, Not<Self::Stable>>, And<Not<C::Exits>, Not<Recurs<Self>>>>,
        >,
    >;
    type UsesEverywhere<X: Nat> = Self::Uses<X>;
    // What is filled several times is read several times.
    type Multiplies = No;
    type Reads<L: Loops> = ReadsOf<P::Reads<L::In<Self>>, C::Reads<L::In<Self>>>;
    type With<V: Nat, K: Known> =
        Workspace<W, N, P::With<V, K>, C::With<V, K>, Or<Idle, IdleWhenEmpty<W, N, C::With<V, K>>>, Held>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn with<V: Nat, K: Known, U: Copy + 'static>(self, value: U, known: Knowledge) -> Self::With<V, K> {
        let workspace = self.workspace;
        #[cfg(feature = "parallel")]
        let workspace = match Parts::of::<V, N, U>(value) {
            // SAFETY: the storage is that of this workspace, by its number, and lasts as long as this statement: `Parts::new`.
            Some(part) => unsafe { workspace.on(part.part) },
            None => workspace,
        };
        Workspace::of(
            workspace,
            self.producer.with::<V, K, U>(value, known),
            self.consumer.with::<V, K, U>(value, known),
        )
    }

    // What is filled several times is read several times.
    #[inline]
    fn settles<X: Changing>() -> bool {
        false
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn traverse<Q: Pass, K: OnStmt<Q>>(self, pass: Q, k: K) {
        self.producer
            .traverse(pass, ThenConsumer(self.workspace, self.consumer, k, self.kind))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn change<Q: Change, K: OnStmt<Q>>(self, pass: Q, k: K) {
        self.producer
            .change(pass, ChangeConsumer(self.workspace, self.consumer, k, self.kind))
    }

    // What the producer writes starts from the fill at every turn. The consumer may add to what outlives the turn.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn hoist<X: Others, H: OnStmt<()>>(self, driver: Driver, k: H) {
        self.consumer
            .hoist::<Also<X, P>, _>(driver, ThenWorkspace(self.workspace, self.producer, k, self.kind))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn exec(self, driver: Driver) {
        branch!(if Held::InTile {
            self.exec_in_tile()
        } else if RunsByRow<N, P, C, Held> {
            self.each_tile(Self::exec_tile::<FullBlocks<BLOCK>>, Self::exec_tile::<Fewer>)
        } else if IsValue<W> {
            self.exec_in_local(driver)
        } else {
            self.exec_in_place(driver)
        })
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn by_tiles<H: OnStmt<()>>(self, driver: Driver, _turns: usize, k: H) {
        self.each_tile(
            #[cfg_attr(not(debug_assertions), inline(always))]
            |this, region| this.tile::<N, FullBlocks<BLOCK>, H>(driver, region, k),
            #[cfg_attr(not(debug_assertions), inline(always))]
            |this, region| this.tile::<N, Fewer, H>(driver, region, k),
        )
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn tile<M: Nat, Len: TileLen, H: OnStmt<()>>(self, driver: Driver, region: Region, k: H) {
        self.cut::<Len, Yes, _>(driver, region, k)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn over_row<Len: TileLen, H: OnStmt<()>>(self, driver: Driver, region: Region, k: H) {
        self.cut::<Len, No, _>(driver, region, k)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn drive_in_strips(self, _driver: Driver, region: Region) {
        drive_in_strips::<N, W::T, P, C>(W::Fill::value(), self.producer, self.consumer, region)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn repeat(self, driver: Driver, count: usize) {
        take_turns(self, driver, count)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn interior<Number: Nat>(&self, driver: Driver) -> Range<isize> {
        meet(
            self.producer.interior::<Number>(driver),
            self.consumer.interior::<Number>(driver),
        )
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn infer<L: Loops, K: Check>(&mut self, check: &mut K) -> Result<()> {
        let (root, number) = (self.workspace.root(), N::VALUE);
        check.open_workspace(root, number)?;
        self.producer.infer::<L, K>(check)?;
        check.freeze_workspace(root, number);
        self.consumer.infer::<L, K>(check)?;
        check.close_workspace(root, number);
        Ok(())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn resolve(&mut self, ends: &mut LoopEnds<'_>) {
        self.producer.resolve(ends);
        self.consumer.resolve(ends)
    }

    fn stored_before<J: Nat>(&self, driver: Driver, index: usize) -> usize {
        let in_producer = self.producer.stored_before::<J>(driver, index);
        in_producer.saturating_add(self.consumer.stored_before::<J>(driver, index))
    }

    fn join(&self, driver: Driver, parts: &Parts, done: &mut u32) {
        self.producer.join(driver, parts, done);
        self.consumer.join(driver, parts, done)
    }

    fn describe(&self) -> Statement {
        let node = StmtNode::Workspace {
            root: self.workspace.root(),
            label: String::new(),
            number: N::VALUE,
            idle: Idle::VALUE,
            held: tree::HeldFacts {
                is_value: IsValue::<W>::VALUE,
                sums: Held::Sums::VALUE,
                by_row: Held::ByRow::VALUE,
                in_tile: Held::InTile::VALUE,
            },
        };
        Statement::new(node, None, [self.producer.describe(), self.consumer.describe()])
    }
}
