//! The loops of a program, in a function of their own: one for the target that the program is compiled for, and one for processors
//! with AVX2.
//!
//! Only the instructions differ, and results have the same bits: passes decide the number of lanes, whatever the processor, and nothing
//! fuses a product and a sum.

use crate::pass::OnStmt;
use crate::prelude::*;
use crate::stmt::Stmt;

/// Runs `k` with a statement in a function of its own, in which nothing but the loops asks for registers; if `Wide`, on the widest
/// vectors of the processor.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn drive_by<Wide: Bool, S: Stmt, K: OnStmt<()>>(stmt: S, k: K) {
    #[cfg(all(target_arch = "x86_64", not(target_feature = "avx2")))]
    if Wide::VALUE && by_processor::is_wide() {
        // SAFETY: the processor has what the function needs.
        return unsafe { by_processor::on_avx2(Driven(stmt, k)) };
    }
    drive(stmt, k)
}

#[inline(never)]
fn drive<S: Stmt, K: OnStmt<()>>(stmt: S, k: K) {
    k.call((), stmt)
}

/// A statement, and what is called with it.
#[cfg(all(target_arch = "x86_64", not(target_feature = "avx2")))]
struct Driven<S, K>(S, K);

#[cfg(all(target_arch = "x86_64", not(target_feature = "avx2")))]
impl<S: Stmt, K: OnStmt<()>> WideLoops for Driven<S, K> {
    type Found = ();
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn run(self) {
        self.1.call((), self.0)
    }
}

/// Loops outside of programs that [`on_widest`] compiles for wide vectors: a value with a function that is inlined there.
pub trait WideLoops {
    /// The result.
    type Found;
    /// Runs the loops. Implementations are marked `inline(always)`, and so are the functions that they call: a function that is not
    /// inlined keeps the instructions of the target.
    fn run(self) -> Self::Found;
}

/// Runs `loops` on vectors of 256 bits (AVX2) where the processor has them. It is for loops over arrays outside of programs; programs
/// have [`Program::wide`](super::Program::wide).
///
/// On x86-64 the loops are compiled twice, for the target and for AVX2. Each call chooses by a load and a comparison; the first one in
/// the process asks the processor. Where the target has AVX2, or is another architecture, they are compiled once.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn on_widest<L: WideLoops>(loops: L) -> L::Found {
    #[cfg(all(target_arch = "x86_64", not(target_feature = "avx2")))]
    if by_processor::is_wide() {
        // SAFETY: the processor has what the function needs.
        return unsafe { by_processor::on_avx2(loops) };
    }
    loops.run()
}

#[cfg(all(target_arch = "x86_64", not(target_feature = "avx2")))]
mod by_processor {
    use super::WideLoops;
    use core::sync::atomic::{AtomicU8, Ordering};

    /// Runs `loops`: all that they do is inlined, and made of these instructions.
    #[target_feature(enable = "avx2,bmi1,bmi2,f16c,fma,lzcnt,movbe,popcnt")]
    #[inline(never)]
    pub(super) fn on_avx2<L: WideLoops>(loops: L) -> L::Found {
        loops.run()
    }

    const YES: u8 = 1;
    const NO: u8 = 2;

    /// What was found out.
    static FOUND: AtomicU8 = AtomicU8::new(0);

    /// Whether the processor has what [`on_avx2`] needs.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn is_wide() -> bool {
        match FOUND.load(Ordering::Relaxed) {
            0 => ask(),
            found => found == YES,
        }
    }

    #[cold]
    #[inline(never)]
    fn ask() -> bool {
        let wide = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("f16c")
            && is_x86_feature_detected!("fma")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("movbe")
            && is_x86_feature_detected!("popcnt");
        FOUND.store(if wide { YES } else { NO }, Ordering::Relaxed);
        wide
    }
}
