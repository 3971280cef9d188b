//! Tiles of several rows: values of a few rows that stay in registers together.
//!
//! In `for j, k, i { c[j, i] += a[j, k] * b[k, i] }`, where everything is looked up, the turns of the loop over `k` are the same for each `j`.
//! Done for a few rows together, each `b[k, i]` is loaded once for all of them. Tiles have few columns in exchange: four rows by eight
//! take as many registers as thirty-two values of one row. Each value is combined with the same ones in the same order.

use crate::knot::*;
use crate::reduction::tile::{Combine, FullBlocks, ROWS, Values};
use crate::target::OnBare;

/// How many values of `b`, which all rows go through again, shall be near: what is looked up in so many turns at some columns.
const NEAR: usize = 1 << 15;

/// How many turns are run for all rows before the next ones are, if there are many.
const TURNS: usize = 512;

/// Lowers a part of the loop over index `N` around `body`, which goes [in rows](Stmt::InRows).
#[inline(always)]
pub(crate) fn lower_rows<N: Nat, B: Stmt>(driver: Driver, body: B, region: Region) {
    // Before targets are entered.
    if !body.is_idle(driver) {
        body.hoist::<Nobody, _>(driver, UnfurlRows::<N>(region, PhantomData))
    }
}

continuation! {
    struct UnfurlRows<N>(region: Region, _index: PhantomData<N>);
    impl[N: Nat] OnStmt<()>: |_pass, stmt: S| {
        stmt.traverse(Unfurl::<N>::part(region), LowerInRows)
    }
}

continuation! {
    /// Lowers a statement that goes [in rows](Stmt::InRows) over the rows of the pass, several of them together.
    struct LowerInRows;
    impl[P: Pass] OnStmt<P>: |pass, stmt: S| {
        let Region { lo: mut first, hi } = pass.region();
        if hi - first >= ROWS {
            let done = Cell::new(first);
            stmt.traverse(Bind::at(first), InRows { stmt, first, end: hi, done: &done });
            first = done.get()
        }
        one_by_one(stmt, Region::new(first, hi))
    }
}

continuation! {
    /// Runs `stmt` for the rows from `first` on to `end`, as far as they fill tiles, and receives what it is for the first one.
    struct InRows<'a, S> {
        stmt: S,
        first: usize,
        end: usize,
        done: &'a Cell<usize>,
    }
    impl['a, P: Pass, S: Stmt] OnStmt<P>: |_pass, row: R| {
        row.unfurl_body(Driver::new(), InRows { stmt, first, end, done })
    }
    impl['a, S: Stmt] OnStmt<Region>: |turns, body: B| {
        let columns = body.region_of_loop();
        // What nothing is added to stays as it is.
        if !turns.is_empty() && !columns.is_empty() {
            let rows = InRows { stmt, first, end, done };
            body.traverse(Bind::at(turns.lo), SumAt { columns, then: Begun { rows, turns, columns } })
        }
    }
}

continuation! {
    /// Receives the target of the first row.
    struct Begun<'a, S> {
        rows: InRows<'a, S>,
        turns: Region,
        columns: Region,
    }
    impl['a, S: Stmt] OnSum: |target: W, _op: O, _value: E| {
        // Several threads may combine a value meanwhile.
        if const { !W::ATOMIC } {
            target.bare(Begun { rows, turns, columns })
        }
    }
}

impl<T: Copy + 'static, S: Stmt> OnBare<T> for Begun<'_, S> {
    #[inline(always)]
    fn call<W: Target<T = T>, U: Taking<T = T>>(self, _target: W, unfilled: U) {
        // The values of a tile fill eight vectors of 256 bits. Of those of 32 bits, tiles of one row are as fast in rows of fewer.
        let len = self.columns.hi - self.columns.lo;
        match const { size_of::<T>() } {
            8 if len >= 8 => self.run::<8, T, U>(unfilled),
            4 if len >= 64 => self.run::<16, T, U>(unfilled),
            _ => (),
        }
    }
}

impl<S: Stmt> Begun<'_, S> {
    /// Runs all rows that fill tiles of `LEN` columns, which there are at least.
    #[inline(always)]
    fn run<const LEN: usize, T: Copy + 'static, U: Taking<T = T>>(self, unfilled: U) {
        let InRows { stmt, first, end, done } = self.rows;
        // What is looked up in these turns at these columns is near when the next rows come to it.
        for turns in parts(self.turns, TURNS) {
            for columns in parts(self.columns, (NEAR / (turns.hi - turns.lo)).next_multiple_of(LEN)) {
                let mut first = first;
                while end - first >= ROWS {
                    let rows = Rows {
                        stmt,
                        first,
                        turns,
                        columns,
                    };
                    let Some(places) = rows.places::<T>() else {
                        return;
                    };
                    rows.run::<LEN, T>(places, take(places, columns, unfilled));
                    first += ROWS
                }
            }
        }
        done.set(end - (end - first) % ROWS)
    }
}

/// `region` in parts of `len`, but for the last one, which has up to twice as many.
#[inline(always)]
fn parts(region: Region, len: usize) -> impl Iterator<Item = Region> {
    let many = ((region.hi - region.lo) / len).max(1);
    (0..many).map(move |part| {
        let lo = region.lo + part * len;
        Region::new(lo, if part + 1 < many { lo + len } else { region.hi })
    })
}

/// The fill, if nobody has stored any of the values of `columns`, which begin at these places: all of them are stored then. Otherwise all can be
/// loaded.
#[inline(always)]
fn take<U: Taking>(places: [*mut U::T; ROWS], columns: Region, unfilled: U) -> Option<U::T> {
    if !U::STORED {
        return None;
    }
    let len = columns.hi - columns.lo;
    if (1..ROWS).all(|row| places[row] == places[0].wrapping_add(row * len)) {
        return unfilled.take(Some(places[0]), ROWS * len);
    }
    for place in places {
        unfilled.take(Some(place.wrapping_add(len)), 0);
    }
    None
}

/// A few rows of a statement, from `first` on, some turns, which are the same for each of them, and some columns.
struct Rows<S> {
    stmt: S,
    first: usize,
    turns: Region,
    columns: Region,
}

impl<S: Stmt> Rows<S> {
    /// Hands on what is combined in a turn of a row, at some columns of it.
    #[inline(always)]
    fn at(&self, row: usize, turn: usize, columns: Region, then: impl OnSum) {
        self.stmt
            .traverse(Bind::at(self.first + row), Turn { turn, columns, then })
    }

    /// Where the columns of each row begin, if the target says.
    #[inline(always)]
    fn places<T>(&self) -> Option<[*mut T; ROWS]> {
        let place = |row| {
            let place = Cell::new(None);
            self.at(row, self.turns.lo, self.columns, PlaceInto(&place, self.columns.lo));
            place.get().map(<*mut ()>::cast)
        };
        Some([place(0)?, place(1)?, place(2)?, place(3)?])
    }

    /// Runs the turns for all columns, of which there are `LEN` or more. Each value is `fill` before, if there is one.
    #[inline(always)]
    fn run<const LEN: usize, T: Copy + 'static>(&self, places: [*mut T; ROWS], fill: Option<T>) {
        let Region { lo, hi } = self.columns;
        let len = hi - lo;
        let before = |row: usize, at: usize| match fill {
            Some(fill) => fill,
            // SAFETY: the values of a row lie behind one another, and all of them are initialised.
            None => unsafe { places[row].wrapping_add(at).read() },
        };
        // The last tile ends where the columns do. What it has in common with the one before comes to the same values in both, so it is
        // loaded before anything is stored.
        let last: [[T; LEN]; ROWS] = core::array::from_fn(|row| core::array::from_fn(|at| before(row, len - LEN + at)));
        let mut at = 0;
        while at < len {
            let is_last = len - at <= LEN;
            if is_last {
                at = len - LEN
            }
            let row = |row: usize| -> Values<T, 1> {
                let value = |k: usize| if is_last { last[row][k] } else { before(row, at + k) };
                [core::array::from_fn(|k| Cell::new(value(if k < LEN { k } else { 0 })))]
            };
            let values = [row(0), row(1), row(2), row(3)];
            let columns = Region::new(lo + at, lo + at + LEN);
            for turn in self.turns.lo..self.turns.hi {
                // One behind the other, and not a loop: LLVM makes vectors of neighbours in a row, and not of those below one another.
                self.at(0, turn, columns, AddTo::<LEN, T>(&values[0], columns));
                self.at(1, turn, columns, AddTo::<LEN, T>(&values[1], columns));
                self.at(2, turn, columns, AddTo::<LEN, T>(&values[2], columns));
                self.at(3, turn, columns, AddTo::<LEN, T>(&values[3], columns));
            }
            let store = |row: usize| {
                for (k, value) in values[row][0][..LEN].iter().enumerate() {
                    // SAFETY: as above; nobody else uses them.
                    unsafe { places[row].wrapping_add(at + k).write(value.get()) }
                }
            };
            store(0);
            store(1);
            store(2);
            store(3);
            at += LEN
        }
    }
}

continuation! {
    /// Goes on with what is combined in one turn at `columns`.
    struct Turn<K> {
        turn: usize,
        columns: Region,
        then: K,
    }
    impl[P: Pass, K: OnSum] OnStmt<P>: |_pass, row: R| {
        row.unfurl_body(Driver::new(), Turn { turn, columns, then })
    }
    impl[K: OnSum] OnStmt<Region>: |_turns, body: B| {
        body.traverse(Bind::at(turn), SumAt { columns, then })
    }
}

continuation! {
    struct SumAt<K> {
        columns: Region,
        then: K,
    }
    impl[P: Pass, K: OnSum] OnStmt<P>: |_pass, row: R| {
        row.sum(Driver::new(), columns, then)
    }
}

continuation! {
    /// Where the value at an index lies.
    struct PlaceInto<'a>(place: &'a Cell<Option<*mut ()>>, index: usize);
    impl['a] OnSum: |target: W, _op: O, _value: E| {
        target.traverse(Bind::at(index), PlaceInto(place, index))
    }
    impl['a, P: Pass, T: Copy + 'static] OnTarget<P, T>: |_pass, target: W| {
        place.set(target.place().map(<*mut T>::cast))
    }
}

/// Combines the values of a row at some columns with what a turn computes.
struct AddTo<'a, const LEN: usize, T>(&'a Values<T, 1>, Region);

copied!(['a, const LEN: usize, T] AddTo<'a, LEN, T>);

impl<const LEN: usize, T: Copy + 'static> OnSum for AddTo<'_, LEN, T> {
    #[inline(always)]
    fn call<W: Target, O: Reducer<W::T>, E: Expr<T = W::T>>(self, _target: W, op: O, value: E) {
        let values: &Values<W::T, 1> = same_type(self.0);
        let fill = PhantomData::<W::Fill>;
        FullBlocks::<LEN>::each_block(
            self.1,
            Combine {
                values,
                op,
                value,
                fill,
            },
        )
    }
}
