//! The loops of a program, in functions of their own: one for the target that the program is compiled for, one for processors with
//! AVX2, and one for those with AVX-512.
//!
//! Only the instructions differ, and results have the same bits: passes decide the number of lanes, whatever the processor, and nothing
//! fuses a product and a sum.
//!
//! What the target has anyway is left out. So is AVX-512 in builds with debug assertions: nothing is inlined there, and all of these
//! functions would call the same ones.

use crate::pass::current::ExecLocal;
use crate::upper::*;

/// What the loops of a program are compiled for besides the target: nothing (`No`), AVX2 (`Yes`), or AVX2 and AVX-512 ([`Widest`]).
pub trait Vectors: Copy + Send + Sync + 'static {
    /// Whether there is a function for processors with AVX2.
    type IsWide: Bool;
    /// [`IsWide`](Self::IsWide), as a value.
    const WIDE: bool = <Self::IsWide as Bool>::VALUE;
    /// Whether there is one for processors with AVX-512.
    const WIDEST: bool;
    /// Whether the caller is such a function already: loops are inlined into it.
    const HERE: bool = false;
    /// Whether the instructions of the caller, if it is one, else those of the target, have registers for tiles of several rows.
    type HoldsRows: Bool;
}

/// Whether the target has registers for [tiles of several rows](crate::stmt::Stmt::InRows), which AVX2 and AVX-512 have.
#[cfg(any(target_feature = "avx2", target_arch = "aarch64"))]
type TargetHoldsRows = Yes;
#[cfg(not(any(target_feature = "avx2", target_arch = "aarch64")))]
type TargetHoldsRows = No;

/// Runs loops in a function for some instructions.
pub(super) trait OnLoops: Copy {
    /// Runs those of `stmt`, by instructions that have registers for tiles of several rows if `HoldsRows`.
    fn call<HoldsRows: Bool, S: Stmt>(self, stmt: S);
}

impl OnLoops for ExecLocal {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call<HoldsRows: Bool, S: Stmt>(self, stmt: S) {
        OnStmt::call(self, (), stmt)
    }
}

/// Loops are a part of the function that runs them, see [`Program::here`](super::Program::here); on wide vectors if `Wide`, and the function
/// was chosen for these.
#[derive(Clone, Copy, Debug)]
pub struct Here<Wide>(PhantomData<Wide>);

impl<Wide: Bool> Vectors for Here<Wide> {
    type HoldsRows = Or<Wide, TargetHoldsRows>;
    type IsWide = No;
    const WIDEST: bool = false;
    const HERE: bool = true;
}

/// Loops are compiled for AVX2 and for AVX-512, see [`Program::widest`](super::Program::widest).
#[derive(Clone, Copy, Debug)]
pub struct Widest;

impl<B: Bool> Vectors for B {
    type HoldsRows = TargetHoldsRows;
    type IsWide = B;
    const WIDEST: bool = false;
}

impl Vectors for Widest {
    type HoldsRows = TargetHoldsRows;
    type IsWide = Yes;
    const WIDEST: bool = true;
}

/// Runs `k` with a statement in a function of its own, in which nothing but the loops asks for registers; on the widest vectors of the
/// processor that `Wide` names.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn drive_by<Wide: Vectors, S: Stmt, K: OnLoops>(stmt: S, k: K) {
    if Wide::HERE {
        return k.call::<Wide::HoldsRows, _>(stmt);
    }
    let mut driven = Driven(stmt, k);
    if Wide::WIDE {
        match on_wide_vectors::<Wide, _>(driven) {
            Ok(()) => return,
            Err(left) => driven = left,
        }
    }
    // Nothing is inlined in builds with debug assertions.
    #[cfg(not(debug_assertions))]
    drive(driven);
    #[cfg(debug_assertions)]
    driven.1.call::<TargetHoldsRows, _>(driven.0)
}

#[cfg(not(debug_assertions))]
#[inline(never)]
fn drive<S: Stmt, K: OnLoops>(Driven(stmt, k): Driven<S, K>) {
    k.call::<TargetHoldsRows, _>(stmt)
}

/// Runs `all` the loops of a program in a function of its own, on the widest vectors of the processor that `Wide` names.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn drive_all<Wide: Vectors, L: WideLoops>(all: L) -> L::Found {
    match on_wide_vectors::<Wide, _>(all) {
        Ok(found) => found,
        Err(all) => drive_here(all),
    }
}

#[inline(never)]
fn drive_here<L: WideLoops>(all: L) -> L::Found {
    all.run()
}

/// A statement, and what is called with it.
struct Driven<S, K>(S, K);

impl<S: Stmt, K: OnLoops> WideLoops for Driven<S, K> {
    type Found = ();
    // On wide vectors alone.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn run(self) {
        self.1.call::<Yes, _>(self.0)
    }
}

/// Loops outside of programs that [`on_widest`] compiles for wide vectors: a value with a function that is inlined there.
pub trait WideLoops {
    /// The result.
    type Found;
    /// Runs the loops. Implementations are marked `inline(always)`, and so are the functions that they call: a function that is not
    /// inlined keeps the instructions of the target.
    fn run(self) -> Self::Found;

    /// Runs the loops in a function for AVX2 or AVX-512. By default they are those of [`run`](Self::run). Implementations are marked as those
    /// of `run`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn run_wide(self) -> Self::Found
    where
        Self: Sized,
    {
        self.run()
    }

    /// Runs the loops by instructions of AVX-512 that rustc does not choose by itself. By default they are those of [`run_wide`](Self::run_wide).
    /// Implementations are marked as those of `run`.
    ///
    /// # Safety
    ///
    /// The processor has AVX-512 with its parts F, BW, CD, DQ and VL.
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn run_on_avx512(self) -> Self::Found
    where
        Self: Sized,
    {
        self.run_wide()
    }
}

/// Runs `loops` on vectors of 256 bits (AVX2) where the processor has them. It is for loops over arrays outside of programs; programs
/// have [`Program::wide`](super::Program::wide).
///
/// On x86-64 the loops are compiled twice, for the target and for AVX2. Each call chooses by a load and a comparison; the first one in
/// the process asks the processor. Where the target has AVX2, or is another architecture, they are compiled once.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn on_widest<L: WideLoops>(loops: L) -> L::Found {
    match on_wide_vectors::<Yes, _>(loops) {
        Ok(found) => found,
        Err(loops) => loops.run(),
    }
}

/// Loops are compiled for AVX-512 and not for AVX2, which would not make them faster.
#[derive(Clone, Copy)]
pub(super) struct OnlyWidest;

impl Vectors for OnlyWidest {
    type HoldsRows = TargetHoldsRows;
    type IsWide = No;
    const WIDEST: bool = true;
}

/// Runs `loops` if the processor has wider vectors than the target, of those that `Wide` names; hands them back if not.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn on_wide_vectors<Wide: Vectors, L: WideLoops>(loops: L) -> core::result::Result<L::Found, L> {
    #[cfg(all(target_arch = "x86_64", not(any(debug_assertions, target_feature = "avx512vl"))))]
    if Wide::WIDEST && by_processor::widest() >= by_processor::AVX_512 {
        // SAFETY: the processor has what the function needs.
        return Ok(unsafe { by_processor::on_avx512(loops) });
    }
    #[cfg(all(target_arch = "x86_64", not(target_feature = "avx2")))]
    if Wide::WIDE && by_processor::widest() >= by_processor::AVX_2 {
        // SAFETY: the processor has what the function needs.
        return Ok(unsafe { by_processor::on_avx2(loops) });
    }
    Err(loops)
}

/// Lets programs and loops of this process use vectors of so many bits at most, where the processor has them: for tests and
/// measurements.
#[doc(hidden)]
pub fn use_vectors_up_to(bits: usize) {
    #[cfg(target_arch = "x86_64")]
    by_processor::use_up_to(bits);
    let _ = bits;
}

#[cfg(target_arch = "x86_64")]
mod by_processor {
    use core::sync::atomic::{AtomicU8, Ordering};

    /// Runs `loops`: all that they do is inlined, and made of these instructions.
    #[cfg(not(target_feature = "avx2"))]
    #[target_feature(enable = "avx2,bmi1,bmi2,f16c,fma,lzcnt,movbe,popcnt")]
    #[inline(never)]
    pub(super) fn on_avx2<L: super::WideLoops>(loops: L) -> L::Found {
        loops.run_wide()
    }

    /// Runs `loops`: all that they do is inlined, and made of these instructions.
    #[cfg(not(any(debug_assertions, target_feature = "avx512vl")))]
    #[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx2,bmi1,bmi2,f16c,fma,lzcnt,movbe,popcnt")]
    #[inline(never)]
    pub(super) fn on_avx512<L: super::WideLoops>(loops: L) -> L::Found {
        // SAFETY: the caller says that the processor has it.
        unsafe { loops.run_on_avx512() }
    }

    const NOT_ASKED: u8 = 0;
    /// The processor has no wider vectors than the target.
    const TARGET: u8 = 1;
    /// It has what `on_avx2` needs.
    pub(super) const AVX_2: u8 = 2;
    /// It has what `on_avx512` needs.
    pub(super) const AVX_512: u8 = 3;

    /// What was found out.
    static FOUND: AtomicU8 = AtomicU8::new(NOT_ASKED);

    /// The widest vectors that the processor has.
    #[cfg(not(all(target_feature = "avx2", any(debug_assertions, target_feature = "avx512vl"))))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn widest() -> u8 {
        match FOUND.load(Ordering::Relaxed) {
            NOT_ASKED => ask(),
            found => found,
        }
    }

    #[cfg(not(all(target_feature = "avx2", any(debug_assertions, target_feature = "avx512vl"))))]
    #[cold]
    #[inline(never)]
    fn ask() -> u8 {
        let found = asked();
        FOUND.store(found, Ordering::Relaxed);
        found
    }

    pub(super) fn use_up_to(bits: usize) {
        let most = match bits {
            512.. => AVX_512,
            256.. => AVX_2,
            _ => TARGET,
        };
        FOUND.store(asked().min(most), Ordering::Relaxed)
    }

    fn asked() -> u8 {
        let avx2 = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("f16c")
            && is_x86_feature_detected!("fma")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("movbe")
            && is_x86_feature_detected!("popcnt");
        let avx512 = avx2
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512cd")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl");
        match (avx2, avx512) {
            (false, _) => TARGET,
            (true, false) => AVX_2,
            (true, true) => AVX_512,
        }
    }
}
