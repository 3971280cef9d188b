//! Pointers and indices in the integer types of other libraries.

use crate::imports::*;

/// Each of `numbers` fits the type `M`.
pub(super) fn all_fit<N: Width, M: Width>(numbers: &[N]) -> Result<()> {
    match numbers.iter().find(|number| number.to_usize() > M::MAX) {
        None => Ok(()),
        Some(number) => Err(error!(
            TooLarge,
            "pointer or index {number:?} does not fit the type {}",
            M::NAME
        )),
    }
}

/// A copy of `numbers` in integers of another type.
pub(super) fn in_width<N: Width, M: Width>(numbers: &[N]) -> Result<Vec<M>> {
    all_fit::<N, M>(numbers)?;
    Ok(numbers.iter().map(|number| M::truncate(number.to_usize())).collect())
}
