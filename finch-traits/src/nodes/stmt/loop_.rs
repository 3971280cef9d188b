//! Loops: a statement for every value of an index.

mod range;

pub use range::{Ascending, Down, Given, Inferred, IntoLoopRange, LoopRange, Parallel};

use crate::description::tree::Together;
use crate::index::loops::is_bound;
use crate::index::{Index, Passes};
use crate::knot::*;
use crate::pass::choice::ways;
use crate::pass::interior::lower_in_parts;
use crate::pass::multiply::Multiply;
use crate::pass::unfurl::UnfurlWithin;
use crate::reduction::tile::in_tiles;
use crate::stmt::block::take_turns;
use crate::stmt::{OnParts, of_body};

/// Lowers a part of the loop over index `N` around `body`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn lower_part<N: Nat, B: Stmt>(driver: Driver, body: B, region: Region) {
    if !body.is_idle(driver) {
        lower_up::<N, B>(body, region, UnfurlWithin::<N>(region, PhantomData))
    }
}

/// Hoists the accumulators of `body` and goes on with `k`; in parts, if many of its accesses may lie beyond an extent.
#[cfg_attr(not(debug_assertions), inline(always))]
fn lower_up<N: Nat, B: Stmt>(body: B, region: Region, k: impl OnStmt<()>) {
    type How<B, N> = <<<B as Stmt>::Beyond<N> as Count>::Three as Bool>::Arm<<B as Stmt>::Tiles<N>>;
    <How<B, N> as Arm>::Taken::take(Started::<N, B, _>(body, region, k, PhantomData))
}

/// The body of a loop over `N`, its region, and what it is handed to.
struct Started<N, B, K>(B, Region, K, PhantomData<N>);

ways! {
    [N: Nat, B: Stmt, K: OnStmt<()>] Started<N, B, K>: |Started(body, region, k, _)|
    fn first() { lower_in_parts::<N, B>(body, region) }
    fn second() {
        #[cfg(test)]
        crate::explain::tests::reach_body::<N, B>(&body);
        body.by_tiles(Driver::new(), region.hi - region.lo, k)
    }
    fn third() {
        #[cfg(test)]
        crate::explain::tests::reach_body::<N, B>(&body);
        body.hoist::<Nobody, _>(Driver::new(), k)
    }
}

/// `for index { body }`.
#[must_use = "a statement does nothing unless it is part of a program"]
#[derive(Clone, Copy, Debug)]
pub struct Loop<N, X, B> {
    pub(crate) index: Index<N>,
    pub(crate) extent: X,
    pub(crate) body: B,
}

impl<N, B> Loop<N, Inferred, B> {
    /// `body` for every value of `index` that the accesses have.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new(index: Index<N>, body: B) -> Self {
        Loop {
            index,
            extent: Inferred::UNKNOWN,
            body,
        }
    }
}

impl<N: Nat, X: Ascending, B: Stmt> Loop<N, Parallel<X>, B> {
    /// `serial` as a parallel loop, whose parts may run at the same time.
    ///
    /// # Safety
    ///
    /// The iterations are independent: [`B::Written`](Stmt::Written) is [`Independent`](crate::program::Independent) over `N`, and
    /// `B` reads nothing that it writes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) unsafe fn in_parallel(serial: Loop<N, X, B>) -> Self {
        Loop {
            index: serial.index,
            extent: Parallel(serial.extent),
            body: serial.body,
        }
    }
}

impl<N, X: LoopRange, B> Loop<N, X, B> {
    /// `body` for every value of `index` in `range`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn over(index: Index<N>, range: impl IntoLoopRange<LoopRange = X>, body: B) -> Self {
        Loop {
            index,
            extent: range.into_loop_range(),
            body,
        }
    }
}

continuation! {
    struct ThenLoop<N, X, K> {
        index: Index<N>,
        extent: X,
        k: K,
    }
    impl[P, N: Nat, X: LoopRange, K: OnStmt<P>] OnStmt<P>: |pass, body: B| {
        k.call(pass, Loop { index, extent, body })
    }
}

continuation! {
    struct ThenBody<K>(k: K);
    impl[P: Pass, K: OnStmt<Region>] OnStmt<P>: |pass, body: B| {
        k.call(pass.region(), body)
    }
}

continuation! {
    struct SumOver<K>(k: K);
    impl[P: Pass, K: OnSum] OnStmt<P>: |pass, body: B| {
        body.sum(Driver::new(), pass.region(), k)
    }
}

forward_cursor!([N, X, B: Stmt] Loop<N, X, B>: body);

impl<N: Nat, X: LoopRange, B: Stmt> Stmt for Loop<N, X, B> {
    type Lowering = Lowering<Self>;
    of_parts!(B);
    of_body!(B);
    type Noop = B::Noop;
    type Live = No;
    type Alive = No;
    type Sparse = B::Sparse;
    type Met = No;
    type Conjunctive = B::Conjunctive;
    type Gapped = B::Gapped;
    type ConjunctiveJumpers = B::ConjunctiveJumpers;
    type Uncuttable = B::Uncuttable;
    type NoJumper = B::NoJumper;
    type Lanes = No;
    type LanesUnder = No;
    type HoldsLanes = No;
    type Fissions = No;
    type Tiles<M: Nat> = Or<And<X::Tiles, B::TilesBy<N, M>>, And<B::Tiles<M>, B::Tiles<N>>>;
    type TilesBy<M: Nat, Around: Nat> = No;
    type Sweeps<J: Nat> = Or<B::SweepsRow<J, N>, B::Sweeps<J>>;
    type SweepsRow<J: Nat, Around: Nat> = And<X::Tiles, B::SweepsRowBy<J, N, Around>>;
    type SweepsRowBy<J: Nat, M: Nat, Around: Nat> = No;
    type InRows<J: Nat> = And<And<X::Tiles, B::SweepsRow<J, N>>, And<B::LooksUp<J>, B::LooksUp<N>>>;
    type LooksUp<M: Nat> = B::LooksUp<M>;
    type Sums<Out: Nat> = And<X::Tiles, B::SumsBy<N, Out>>;
    type SumsBy<M: Nat, Out: Nat> = No;
    type ReadsRow<M: Nat> = And<X::Tiles, B::ReadsRowBy<N, M>>;
    type ReadsRowBy<R: Nat, M: Nat> = No;
    type InStrips = No;
    type Accumulates = No;
    type SumsEach<J: Nat> = And<X::Tiles, B::SumsEachBy<J, N>>;
    type SumsEachBy<J: Nat, M: Nat> = No;
    const ROW: Option<usize> = B::ROW;
    type Ordered<L: Loops> = B::Ordered<L::Over<N, X::Down>>;
    type Reads<L: Loops> = B::Reads<L::In<Self>>;
    type With<V: Nat, K: Known> = Loop<N, X, B::With<V, K>>;

    each_part!(Loop: body; index, extent);

    #[inline]
    fn settles<Y: Changing>() -> bool {
        B::settles::<Y>()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn hoist<O: Others, H: OnStmt<()>>(self, driver: Driver, k: H) {
        let Loop { index, extent, body } = self;
        body.hoist::<O, _>(driver, ThenLoop { index, extent, k })
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn by_tiles<H: OnStmt<()>>(self, driver: Driver, turns: usize, k: H) {
        let Loop { index, extent, body } = self;
        branch!(if B::TilesBy<N, N> {
            in_tiles::<N, _, _>(self, driver, extent.region_of_tiles(B::ROW), turns, k)
        } else {
            body.by_tiles(driver, turns, ThenLoop { index, extent, k })
        })
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn tile<M: Nat, Len: TileLen, H: OnStmt<()>>(self, driver: Driver, region: Region, k: H) {
        let (index, extent) = (self.index, Given(region));
        self.body
            .tile::<N, Len, _>(driver, region, ThenLoop { index, extent, k })
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn over_row<Len: TileLen, H: OnStmt<()>>(self, driver: Driver, region: Region, k: H) {
        let Loop { index, extent, body } = self;
        branch!(if B::TilesBy<N, N> {
            let region = extent.given().map_or(region, |given| given.clipped(region));
            k.call((), Loop { index, extent: Given(region), body })
        } else {
            body.over_row::<Len, _>(driver, region, ThenLoop { index, extent, k })
        })
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn region_of_loop(self) -> Region {
        self.extent.region_of_tiles(B::ROW)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unfurl_body<K: OnStmt<Region>>(self, _driver: Driver, k: K) {
        self.body.traverse(self.extent.unfurl::<N>(), ThenBody(k))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn sum<K: OnSum>(self, _driver: Driver, region: Region, k: K) {
        self.body.traverse(Unfurl::<N>::part(region), SumOver(k))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn due(&mut self) -> usize {
        self.body.due()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn meets(&self, last: usize) -> bool {
        self.body.meets(last)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn traverse<P: Pass, K: OnStmt<P>>(self, pass: P, k: K) {
        let Loop { index, extent, body } = self;
        body.traverse(pass, ThenLoop { index, extent, k })
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn change<P: Change, K: OnStmt<P>>(self, pass: P, k: K) {
        let Loop { index, extent, body } = self;
        body.change(pass, ThenLoop { index, extent, k })
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn exec(self, driver: Driver) {
        // Before targets are loaded and entered.
        if !self.body.is_idle(driver) {
            self.extent.lower::<N, B>(driver, self.body)
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn repeat(self, driver: Driver, count: usize) {
        if B::Once::VALUE {
            self.exec(driver)
        } else {
            branch!(if B::Multiplies {
                // The loop runs once, with assignments that count several times.
                self.traverse(Multiply { times: count }, Exec)
            } else {
                take_turns(self, driver, count)
            })
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn is_idle(&self, driver: Driver) -> bool {
        self.body.is_idle(driver)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn in_parts<K: OnParts>(self, _driver: Driver, k: K) {
        self.extent.in_parts(self.index, self.body, k)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fills() -> u32 {
        match <Self::Reads<Passes> as ReadSet>::IsNone::VALUE && !B::Noop::VALUE && !X::Down::VALUE {
            true => B::Written::NUMBERS & !B::Written::not_filled_by::<N>(),
            false => 0,
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn infer<L: Loops, K: Check>(&mut self, check: &mut K) -> Result<()> {
        let index = SignedIndex::of::<N>();
        check.enter(
            index,
            const { is_bound(L::BOUND, N::VALUE, N::NAME) },
            self.extent.given(),
        )?;
        self.body.infer::<L::Over<N, X::Down>, K>(check)?;
        self.extent.resolve(check.leave(index)?);
        Ok(())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn resolve(&mut self, ends: &mut LoopEnds<'_>) {
        if let Some(end) = ends.take() {
            self.extent.resolve(end)
        }
        self.body.resolve(ends)
    }

    fn describe(&self) -> Statement {
        let node = StmtNode::Loop {
            number: N::VALUE,
            name: self.index.name(),
            given: self.extent.given(),
            in_parts: X::Tiles::VALUE,
            is_down: X::Down::VALUE,
            together: match () {
                () if X::Down::VALUE => Together::Alone,
                () if B::InRows::<N>::VALUE => Together::InTiles,
                () if B::SumsEach::<N>::VALUE => Together::Abreast,
                () => Together::Alone,
            },
            place: 0,
        };
        Statement::new(node, None, [self.body.describe()])
    }
}
