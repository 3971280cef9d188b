//! The lookup pass: the `for` loop. Everything that is left is looked up at one index after the other.

pub use crate::reduction::lanes::{LANES, LIST_LANES};

use crate::expr::late::Waits;
use crate::knot::*;
use crate::pass::choice::choice;

/// The pass that replaces each looplet by what it holds at one index: the innermost step of a loop.
#[derive(Clone, Copy, Debug)]
pub struct Bind {
    pub(crate) region: Region,
    /// The index plus `shift`, modulo the size of `usize`.
    pub(crate) place: usize,
    pub(crate) shift: usize,
}

impl Bind {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn at(index: usize) -> Bind {
        Bind {
            region: Region::point(index),
            place: index,
            shift: 0,
        }
    }

    /// The index.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn index(self) -> usize {
        self.region.lo
    }

    /// The index plus `shift`, modulo the size of `usize`. In a loop that counts by this very shift, it is the counter of
    /// the loop.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn shifted(self, shift: usize) -> usize {
        self.place.wrapping_add(shift.wrapping_sub(self.shift))
    }
}

impl Sealed for Bind {}
impl Pass for Bind {
    const BINDS: bool = true;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn looplet<L: Looplet, K: OnLeaf<Self, L::T>>(self, looplet: L, k: K) {
        looplet.bind(self, k)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write_looplet<L: WriteLooplet, R: RemainingIndices, K: OnTarget<Self, L::T>>(
        self,
        target: UnfurledTarget<L, R>,
        k: K,
    ) {
        target.looplet.bind(self, target.rest, k)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn late<N: Nat, F: Fiber, I: IndexList, S: Waits, K: OnExpr<Self, F::T>>(self, late: Late<N, F, I, S>, k: K) {
        late.bind(self, k)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn late_write<N: Nat, F: WriteFiber, R: RemainingIndices, K: OnTarget<Self, F::T>>(
        self,
        late: LateWrite<N, F, R>,
        k: K,
    ) {
        late.bind(self, k)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn region(self) -> Region {
        self.region
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn within(self, region: Region) -> Self {
        Bind {
            region,
            ..Bind::at(region.lo)
        }
    }
}

/// Continues with the statement at one index.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Exec;

impl<P: Pass> OnStmt<P> for Exec {
    const EXECUTES: bool = P::BINDS;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call<S: Stmt>(self, _pass: P, stmt: S) {
        // Not by `branch!`, which is two functions: nothing comes behind the statement, so that the compiler looks at little in vain.
        if S::Noop::VALUE {
            return;
        }
        stmt.exec(Driver::new())
    }
}

choice! {
    /// How indices are gone through at which everything is looked up: where none of this holds, as the target says.
    enum Indices by indices(stmt: S, region);
    if [Recurs] => OneByOne: one_by_one(stmt, region);
    if [Lanes] => InLanes: stmt.lookup_in_lanes(Driver::new(), Lanes(region));
    else => AsTargetSays: stmt.look_up(Driver::new(), region);
}

/// Looks everything up at one index after the other.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn one_by_one<S: Stmt>(stmt: S, mut region: Region) {
    // LLVM works on several indices at a time if what is read is not written in the loop, which is asked in front of it. Where it can, it
    // asks that once for all rounds of the loop around this one: of rows that are made of those above, the answer is always no.
    if <S::Reads<Outermost> as ReadSet>::ARE_STORED && region.hi.wrapping_sub(region.lo) >= MANY {
        region.hi = of_this_round(region.hi)
    }
    for index in region.lo..region.hi {
        if exits!(S, stmt, Region::new(index, region.hi)) {
            return;
        }
        stmt.traverse(Bind::at(index), Exec)
    }
}

/// Looks everything up at one index after the other, four to a turn of the loop: for what LLVM makes no vectors of, and nothing ends early.
/// Turns start at multiples of four, so that what depends on an index modulo two or four is a constant, as the counter of a histogram that
/// has several of each.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn by_fours<S: Stmt>(stmt: S, region: Region) {
    const TURN: usize = 4;
    let Region { lo: mut index, hi } = region;
    let are_many = hi.saturating_sub(index) >= if cfg!(debug_assertions) { TURN } else { MANY };
    // Up to where turns start, and then behind them: one loop for both, which is compiled once.
    let mut end = if are_many { index.next_multiple_of(TURN) } else { hi };
    loop {
        while index < end {
            stmt.traverse(Bind::at(index), Exec);
            index += 1
        }
        if index >= hi || end == hi {
            return;
        }
        for turn in index / TURN..hi / TURN {
            for of_turn in 0..TURN {
                stmt.traverse(Bind::at(turn * TURN + of_turn), Exec)
            }
        }
        index = hi - hi % TURN;
        end = hi
    }
}

/// Loops over fewer indices are not worth it.
const MANY: usize = 16;

/// `number`, of which the optimiser does not know that it is the same in each round of a loop around.
#[cfg_attr(not(debug_assertions), inline(always))]
fn of_this_round(number: usize) -> usize {
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    let number = {
        let mut number = number;
        // SAFETY: no instructions.
        unsafe { core::arch::asm!("/* {0} */", inout(reg) number, options(nomem, nostack, preserves_flags)) }
        number
    };
    number
}
