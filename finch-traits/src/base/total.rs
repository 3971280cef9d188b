//! What stands for answers that are never asked for, and a token that keeps closures inlined.

/// Stands where a question cannot arise: every node implements every method so that generic code needs no bounds,
/// but the driver asks a leaf only what its kind can answer.
#[cold]
#[inline(never)]
pub(crate) fn never() -> ! {
    unreachable!("the lowering asked a node for something that its kind does not have")
}

/// A token that is not `Copy`. A closure that uses it up can be called only once, and rustc calls it directly. A closure whose captures are all `Copy`
/// is called through a function that rustc adds, which LLVM does not inline where it is large: its loops then miss the wide instructions of
/// the function around them.
#[derive(Debug)]
pub(crate) struct Once;

impl Once {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn used_up(self) {}
}
