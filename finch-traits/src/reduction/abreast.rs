//! Rows abreast: the sums of a few rows at once, each in its order.
//!
//! In `for j, i { y[j] += a[j, i] * x[i] }`, where `a` is a list for each row, each addition waits for the one before it. Those of other
//! rows do not: a few rows take turns of a few children each, those that have as many, and then each row finishes by itself. Where rows
//! are short most turns are not full, and the next row is at work before a sum is complete anyway.

use crate::count::IsOne;
use crate::looplet::stepper::Steps;
use crate::pass::lookup::Bind;
use crate::pass::unfurl::Unfurl;
use crate::pass::{LowerNonempty, OnLeaf, OnStmt, Pass, continuation, lower_nonempty};
use crate::prelude::*;
use crate::reduction::drive::{Children, DriveInLanes, Turns};
use crate::reduction::lanes::{LONG_ROWS, ROWS_ABREAST};
use crate::stmt::{Nobody, Stmt};

/// Lowers a part of the loop over index `N` around `body`, which takes [sums](Stmt::SumsAbreast) of rows.
#[inline(always)]
pub(crate) fn lower_abreast<N: Nat, B: Stmt>(driver: Driver, body: B, region: Region) {
    // Before targets are entered.
    if !body.is_idle(driver) {
        let before = |row| body.stored_before::<N>(driver, row);
        let stored = before(region.hi).saturating_sub(before(region.lo));
        let is_long = stored >= LONG_ROWS.saturating_mul(region.hi - region.lo);
        body.hoist::<Nobody, _>(
            driver,
            UnfurlAbreast::<N> {
                region,
                is_long,
                index: PhantomData,
            },
        )
    }
}

continuation! {
    struct UnfurlAbreast<N> {
        region: Region,
        is_long: bool,
        index: PhantomData<N>,
    }
    impl[N: Nat] OnStmt<()>: |_pass, stmt: S| {
        stmt.traverse(Unfurl::<N>::part(region), Abreast { is_long })
    }
}

continuation! {
    /// Lowers a statement over the rows of the pass, several of them abreast if they are long.
    struct Abreast {
        is_long: bool,
    }
    impl[P: Pass] OnStmt<P>: |pass, stmt: S| {
        let Region { lo: first, hi } = pass.region();
        let first = Cell::new(first);
        let next = &first;
        // Where rows are looked up.
        branch!(if Not<<S::Style as Style>::IsStructured> {
            if is_long {
                while hi - next.get() >= ROWS_ABREAST {
                    Row::<_, _, Two> { stmt, next, before: (), after: PhantomData }.begin()
                }
            }
        });
        let rest = Region::new(next.get(), hi);
        if !rest.is_empty() {
            lower_nonempty!(S, stmt, rest)
        }
    }
}

/// How many rows come after another one.
trait After: Copy {
    /// Begins the next one of `row`, if there is one, or takes turns with all that have begun.
    fn go_on<S: Stmt, R: Rows>(row: Row<'_, S, R, Self>);
}

/// No row.
#[derive(Clone, Copy)]
struct Nil;
/// One row.
#[derive(Clone, Copy)]
struct One;
/// Two rows.
#[derive(Clone, Copy)]
struct Two;

impl After for Nil {
    #[inline(always)]
    fn go_on<S: Stmt, R: Rows>(row: Row<'_, S, R, Self>) {
        row.before.run()
    }
}

macro_rules! then {
    ($after:ty, $next:ty) => {
        impl After for $after {
            #[inline(always)]
            fn go_on<S: Stmt, R: Rows>(row: Row<'_, S, R, Self>) {
                let Row {
                    stmt, next, before, ..
                } = row;
                Row::<_, _, $next> {
                    stmt,
                    next,
                    before,
                    after: PhantomData,
                }
                .begin()
            }
        }
    };
}
then!(Two, One);
then!(One, Nil);

/// Rows that have begun.
trait Rows: Copy {
    /// A turn of each of them that has children for one, if any has.
    fn turn(&mut self) -> bool;
    /// What is left of each of them where none has children for a turn.
    fn finish(self);

    /// All that is left of them.
    #[inline(always)]
    fn run(mut self) {
        while self.turn() {}
        self.finish()
    }
}

impl Rows for () {
    #[inline(always)]
    fn turn(&mut self) -> bool {
        false
    }
    #[inline(always)]
    fn finish(self) {}
}

impl<R: Rows, G: Steps, S: Turns, K: OnLeaf<DriveInLanes<S>, G::T>> Rows for (R, Children<G, S, K>) {
    #[inline(always)]
    fn turn(&mut self) -> bool {
        let others = self.0.turn();
        // A branch, behind which LLVM need not compare once more.
        if self.1.fill_turn() {
            self.1.turn();
            true
        } else {
            others
        }
    }
    #[inline(always)]
    fn finish(self) {
        self.0.finish();
        self.1.finish_one_by_one()
    }
}

/// The row of `stmt` with number `next`, which comes after those in `before`; others come `after` it.
struct Row<'a, S, R, A> {
    stmt: S,
    next: &'a Cell<usize>,
    before: R,
    after: PhantomData<A>,
}

copied!(['a, S: Copy, R: Copy, A] Row<'a, S, R, A>);

impl<S: Stmt, R: Rows, A: After> Row<'_, S, R, A> {
    #[inline(always)]
    fn begin(self) {
        let row = self.next.get();
        self.next.set(row + 1);
        self.stmt.traverse(Bind::at(row), self)
    }
}

impl<P: Pass, S: Stmt, R: Rows, A: After> OnStmt<P> for Row<'_, S, R, A> {
    #[inline(always)]
    fn call<B: Stmt>(self, _pass: P, row: B) {
        row.hoist::<Nobody, _>(Driver::new(), UnfurlRow(self))
    }
}

continuation! {
    struct UnfurlRow<K>(k: K);
    impl[K: OnStmt<Region>] OnStmt<()>: |_pass, row: B| {
        row.unfurl_body(Driver::new(), k)
    }
}

impl<S: Stmt, R: Rows, A: After> OnStmt<Region> for Row<'_, S, R, A> {
    #[inline(always)]
    fn call<B: Stmt>(self, region: Region, body: B) {
        type IsSum<B> = And<
            And<<B as Stmt>::Accumulates, And<IsOne<<B as Stmt>::Steppers>, Not<<B as Stmt>::HoldsStable>>>,
            And<<B as Stmt>::Conjunctive, Not<<B as Stmt>::Exits>>,
        >;
        let is_taken = Cell::new(false);
        let taken = &is_taken;
        branch!(if IsSum<B> {
            if !region.is_empty() {
                let turns = TurnsOf { row: self, taken };
                body.traverse(DriveInLanes::new(region, turns), LowerNonempty)
            }
        } else {
            if !region.is_empty() {
                lower_nonempty!(B, body, region)
            }
        });
        // Others have not waited for it.
        if !taken.get() {
            self.before.run()
        }
    }
}

/// The turns of a row, which are those of the rows before and after it as well.
struct TurnsOf<'a, S, R, A> {
    row: Row<'a, S, R, A>,
    taken: &'a Cell<bool>,
}

copied!(['a, S: Copy, R: Copy, A] TurnsOf<'a, S, R, A>);

impl<S: Copy, R: Copy, A> Sealed for TurnsOf<'_, S, R, A> {}
impl<S: Stmt, R: Rows, A: After> Turns for TurnsOf<'_, S, R, A> {
    // The one accumulator of each row.
    #[inline(always)]
    fn sum(self) {}

    #[inline(always)]
    fn take<G: Steps, K: OnLeaf<DriveInLanes<Self>, G::T>>(steps: G, pass: DriveInLanes<Self>, k: K) {
        let TurnsOf { row, taken } = pass.turns();
        taken.set(true);
        let Row {
            stmt,
            next,
            before,
            after,
        } = row;
        let before = (before, Children::new(steps, pass, k));
        A::go_on(Row {
            stmt,
            next,
            before,
            after,
        })
    }
}
