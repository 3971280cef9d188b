//! Pointers and indices in the integer types of other libraries.

use crate::imports::*;

/// Each of `numbers` fits the type `M`.
pub(super) fn all_fit<N: Width, M: Width>(numbers: &[N]) -> Result<()> {
    ensure!(!let Some(number) = numbers.iter().find(|number| number.to_usize() > M::MAX), else TooLarge,
        "pointer or index {number:?} does not fit the type {}", M::NAME);
    Ok(())
}

/// A copy of `numbers` in integers of another type.
pub(super) fn in_width<N: Width, M: Width>(numbers: &[N]) -> Result<Vec<M>> {
    all_fit::<N, M>(numbers)?;
    Ok(numbers.iter().map(|number| M::truncate(number.to_usize())).collect())
}
