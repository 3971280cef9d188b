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
        return unsafe { by_processor::drive_on_avx2(stmt, k) };
    }
    drive(stmt, k)
}

#[inline(never)]
fn drive<S: Stmt, K: OnStmt<()>>(stmt: S, k: K) {
    k.call((), stmt)
}

#[cfg(all(target_arch = "x86_64", not(target_feature = "avx2")))]
mod by_processor {
    use crate::pass::OnStmt;
    use crate::stmt::Stmt;
    use core::sync::atomic::{AtomicU8, Ordering};

    /// Runs `k` with a statement: all that its loops do is inlined, and made of these instructions.
    #[target_feature(enable = "avx2,bmi1,bmi2,f16c,fma,lzcnt,movbe,popcnt")]
    #[inline(never)]
    pub(super) fn drive_on_avx2<S: Stmt, K: OnStmt<()>>(stmt: S, k: K) {
        k.call((), stmt)
    }

    const YES: u8 = 1;
    const NO: u8 = 2;

    /// What was found out.
    static FOUND: AtomicU8 = AtomicU8::new(0);

    /// Whether the processor has what [`drive_on_avx2`] needs.
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
