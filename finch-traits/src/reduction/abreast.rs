//! Rows abreast: the sums of a few rows at once, each in its order.
//!
//! In `for j, i { y[j] += a[j, i] * x[i] }`, where `a` is a list for each row, each addition waits for the one before it. Those of other
//! rows do not: a few rows take turns of a few children each, those that have as many, and then each row finishes by itself. Where rows
//! are short most turns are not full, and the next row is at work before a sum is complete anyway.

use crate::knot::*;
use crate::reduction::drive::Children;
use crate::reduction::lanes::{LONG_ROWS, ROWS_ABREAST};
use crate::target::first::{Begin, Stored};
use crate::total::Once;

/// What fills values of an output that was opened without that.
pub(crate) trait Fills: Copy {
    /// The numbers of the outputs that are not filled: a bit for each.
    fn unfilled(self) -> u32;
    /// Fills what is below `indices`, which belong to the caller.
    fn fill(self, indices: Range<usize>);
    /// Calls `run` with all of `region`, piece by piece, each of which is filled before.
    fn in_front_of(self, region: Region, run: impl Fn(Region));
}

/// Everything is filled.
impl Fills for () {
    #[inline(always)]
    fn unfilled(self) -> u32 {
        0
    }
    #[inline(always)]
    fn fill(self, _indices: Range<usize>) {}
    #[inline(always)]
    fn in_front_of(self, region: Region, run: impl Fn(Region)) {
        run(region)
    }
}

/// Lowers a part of the loop over index `N` around `body`, which takes [sums](Stmt::SumsEach) of rows: they are stored to places that `fills`
/// says are not filled, and others are filled.
#[inline(always)]
pub(crate) fn lower_sums<N: Nat, B: Stmt>(driver: Driver, body: B, region: Region, fills: impl Fills) {
    // Before targets are entered.
    if body.is_idle(driver) {
        return fills.in_front_of(region, |_| ());
    }
    let before = |row| body.stored_before::<N>(driver, row);
    let stored = before(region.hi).saturating_sub(before(region.lo));
    let is_long = stored >= LONG_ROWS.saturating_mul(region.hi - region.lo);
    let stored = &Stored::default();
    // SAFETY: a body that sums has one assignment, to an output that it does not read; outputs are open. `OneByOne` does what is asked of rows.
    let begin = unsafe { Begin::<N>::new(fills.unfilled(), stored) };
    body.traverse(
        begin,
        HoistAbreast::<N, _> {
            region,
            is_long,
            filled: OneByOne { stored, fills },
            index: PhantomData,
        },
    )
}

/// Rows whose values are filled if they were not stored.
struct OneByOne<'a, F> {
    stored: &'a Stored,
    fills: F,
}

copied!(['a, F: Copy] OneByOne<'a, F>);

impl<F: Fills> OneByOne<'_, F> {
    /// Calls `run`, which comes to `row`. Rows to which it comes behind that end before the value of this one is stored.
    #[inline(always)]
    fn around(self, row: usize, run: impl FnOnce()) {
        let Stored { is_first, is_stored } = self.stored;
        is_stored.set(false);
        run();
        if !is_stored.replace(false) && is_first.get() {
            self.fills.fill(row..row + 1)
        }
    }
}

continuation! {
    struct HoistAbreast<'a, N, F> {
        region: Region,
        is_long: bool,
        filled: OneByOne<'a, F>,
        index: PhantomData<N>,
    }
    impl['a, N: Nat, F: Fills] OnStmt<Begin<N>>: |_pass, body: B| {
        body.hoist::<Nobody, _>(Driver::new(), UnfurlAbreast::<N, _> { region, is_long, filled, index })
    }
}

continuation! {
    struct UnfurlAbreast<'a, N, F> {
        region: Region,
        is_long: bool,
        filled: OneByOne<'a, F>,
        index: PhantomData<N>,
    }
    impl['a, N: Nat, F: Fills] OnStmt<()>: |_pass, stmt: S| {
        stmt.traverse(Unfurl::<N>::part(region), Abreast { is_long, filled })
    }
}

continuation! {
    /// Lowers a statement over the rows of the pass, several of them abreast if they are long.
    struct Abreast<'a, F> {
        is_long: bool,
        filled: OneByOne<'a, F>,
    }
    impl['a, P: Pass, F: Fills] OnStmt<P>: |pass, stmt: S| {
        let region = pass.region();
        let Stored { is_first, is_stored } = filled.stored;
        // Where rows are looked up.
        branch!(if Not<<S::Style as Style>::IsStructured> {
            if !is_first.get() {
                filled.fills.fill(region.lo..region.hi)
            }
            let first = Cell::new(region.lo);
            let next = &first;
            if is_long {
                while region.hi - next.get() >= ROWS_ABREAST {
                    Row::<_, _, Two, _> { stmt, next, filled, before: (), after: PhantomData }.begin()
                }
            }
            for row in next.get()..region.hi {
                let once = Once;
                filled.around(row, #[inline(always)] move || {
                    once.used_up();
                    stmt.traverse(Bind::at(row), Exec)
                })
            }
        } else {
            filled.fills.in_front_of(region, |region| {
                is_stored.set(true);
                lower_nonempty!(S, stmt, region)
            })
        })
    }
}

/// How many rows come after another one.
trait After: Copy {
    /// Begins the next one of `row`, if there is one, or takes turns with all that have begun.
    fn go_on<S: Stmt, R: Rows, F: Fills>(row: Row<'_, S, R, Self, F>);
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
    fn go_on<S: Stmt, R: Rows, F: Fills>(row: Row<'_, S, R, Self, F>) {
        row.before.run()
    }
}

macro_rules! then {
    ($after:ty, $next:ty) => {
        impl After for $after {
            #[inline(always)]
            fn go_on<S: Stmt, R: Rows, F: Fills>(row: Row<'_, S, R, Self, F>) {
                let Row {
                    stmt,
                    next,
                    filled,
                    before,
                    ..
                } = row;
                Row::<_, _, $next, _> {
                    stmt,
                    next,
                    filled,
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
struct Row<'a, S, R, A, F> {
    stmt: S,
    next: &'a Cell<usize>,
    filled: OneByOne<'a, F>,
    before: R,
    after: PhantomData<A>,
}

copied!(['a, S: Copy, R: Copy, A, F: Copy] Row<'a, S, R, A, F>);

impl<S: Stmt, R: Rows, A: After, F: Fills> Row<'_, S, R, A, F> {
    #[inline(always)]
    fn begin(self) {
        let row = self.next.get();
        self.next.set(row + 1);
        let once = Once;
        self.filled.around(
            row,
            #[inline(always)]
            move || {
                once.used_up();
                self.stmt.traverse(Bind::at(row), self)
            },
        )
    }
}

impl<P: Pass, S: Stmt, R: Rows, A: After, F: Fills> OnStmt<P> for Row<'_, S, R, A, F> {
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

impl<S: Stmt, R: Rows, A: After, F: Fills> OnStmt<Region> for Row<'_, S, R, A, F> {
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
struct TurnsOf<'a, S, R, A, F> {
    row: Row<'a, S, R, A, F>,
    taken: &'a Cell<bool>,
}

copied!(['a, S: Copy, R: Copy, A, F: Copy] TurnsOf<'a, S, R, A, F>);

impl<S: Copy, R: Copy, A, F: Copy> Sealed for TurnsOf<'_, S, R, A, F> {}
impl<S: Stmt, R: Rows, A: After, F: Fills> Turns for TurnsOf<'_, S, R, A, F> {
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
            filled,
            before,
            after,
        } = row;
        let before = (before, Children::new(steps, pass, k));
        A::go_on(Row {
            stmt,
            next,
            filled,
            before,
            after,
        })
    }
}
