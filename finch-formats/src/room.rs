//! Lists that grow with what somebody hands in: an error where there is no memory for them.

use crate::imports::*;

/// There is no memory for so many of what entries take.
#[cold]
pub(crate) fn no_room(count: usize) -> Error {
    error!(TooLarge, "there is not enough memory for {count} entries")
}

/// A list with room for so many values.
pub(crate) fn room<T>(count: usize) -> Result<Vec<T>> {
    let mut list = Vec::new();
    make_room(&mut list, count)?;
    Ok(list)
}

/// A list of so many values.
pub(crate) fn filled<T: Copy>(count: usize, value: T) -> Result<Vec<T>> {
    let mut list = room(count)?;
    list.resize(count, value);
    Ok(list)
}

/// A copy of the values.
pub(crate) fn copied<T: Clone>(values: &[T]) -> Result<Vec<T>> {
    let mut list = room(values.len())?;
    list.extend_from_slice(values);
    Ok(list)
}

/// Makes room for so many values more, and no others.
pub(crate) fn make_room<T>(list: &mut Vec<T>, more: usize) -> Result<()> {
    list.try_reserve_exact(more)
        .map_err(|_| no_room(list.len().saturating_add(more)))
}

/// Puts `value` behind the others. The room doubles when there is no more.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn push<T>(list: &mut Vec<T>, value: T) -> Result<()> {
    if list.len() == list.capacity() {
        list.try_reserve(1).map_err(|_| no_room(list.len() + 1))?
    }
    list.push(value);
    Ok(())
}
