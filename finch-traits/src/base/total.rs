//! What total traits need where nothing sensible can be asked, and what closures use up that are inlined.

/// Stands where a question cannot arise: every node implements every method so that generic code needs no bounds,
/// but the driver asks a leaf only what its kind can answer.
#[cold]
#[inline(never)]
pub(crate) fn never() -> ! {
    unreachable!("the lowering asked a node for something that its kind does not have")
}

/// What a closure uses up that is inlined wherever it is called. One that captures nothing but what is `Copy` could be called again, so rustc calls it
/// through a function of its own, which LLVM leaves where it is if it is large: loops in it keep the instructions of the target.
#[derive(Debug)]
pub(crate) struct Once;

impl Once {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn used_up(self) {}
}
