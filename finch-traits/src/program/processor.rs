//! Programs for the processor at hand.

use super::Program;
use crate::program::{Here, NotYetRun, Vectors, Widest};
use crate::upper::*;

impl<O, S> Program<NotYetRun, O, S> {
    /// The program, with loops for vectors of 256 bits (AVX2) where the processor has them.
    ///
    /// On x86-64 its loops are compiled twice: for the target, and for processors with AVX2 and what comes with it, FMA and BMI among
    /// it (the level x86-64-v3). Each run chooses by a load and a comparison; the first one in the process asks the processor. Results
    /// have the same bits. Where the target has AVX2, or is another architecture, nothing changes. AVX-512 is what
    /// [`widest`](Program::widest) is for.
    ///
    /// It pays where loops over consecutive values take most of the time. It costs the time to compile the loops once more, and can
    /// make programs over short rows slower.
    ///
    /// ```text
    /// finch! { c .= 0; for j, k, i { c[j, i] += a[j, k] * b[k, i]; } }.wide().run()?;
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn wide(self) -> Program<NotYetRun, O, S, Yes> {
        self.wide_if()
    }

    /// The program, with loops for vectors of 512 bits (AVX-512, the level x86-64-v4) where the processor has them, and for those of 256
    /// bits where it has these.
    ///
    /// It is [`wide`](Program::wide) and compiles the loops once more. It pays where rows of a dense matrix or the like are combined, of 8
    /// values and more. Builds with debug assertions leave out AVX-512, and so do those for targets that have it anyway.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn widest(self) -> Program<NotYetRun, O, S, Widest> {
        self.wide_if()
    }

    /// The program, with loops that are a part of the function which calls `run`; others have a function of their own.
    ///
    /// It pays where a program is small and runs over few values, since nothing is handed from one function to another. Where the caller holds
    /// many values, or has several such programs, its loops are short of registers: let the caller do nothing else, and mark it
    /// `#[inline(never)]`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn here(self) -> Program<NotYetRun, O, S, Here<No>> {
        self.wide_if()
    }

    /// [`wide`](Program::wide) if `Wide` is `Yes`, [`widest`](Program::widest) if it is [`Widest`]: for kernels that are generic over
    /// formats, where one of them says whether it [pays](crate::fiber::Fiber::Dense).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn wide_if<Wide: Vectors>(self) -> Program<NotYetRun, O, S, Wide> {
        Program {
            outputs: self.outputs,
            body: self.body,
            wide: PhantomData,
        }
    }
}
