//! What total traits need where nothing sensible can be asked.

/// Stands where a question cannot arise: every node implements every method so that generic code needs no bounds,
/// but the driver asks a leaf only what its kind can answer.
#[cold]
#[inline(never)]
pub(crate) fn never() -> ! {
    unreachable!("the lowering asked a node for something that its kind does not have")
}
