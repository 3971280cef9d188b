//! Checks of a level's arrays, each with an error that says what is wrong and where.

use crate::imports::*;
use finch_traits::program::{WideLoops, on_widest};

/// Every index below `extent` fits the index type `I`.
pub(crate) fn extent_fits<I: Width>(level: &str, extent: usize) -> Result<()> {
    fits(holds::<I>(extent), level, extent, || {
        format!(
            "has indices up to {}, which do not fit its index type {}",
            extent - 1,
            I::NAME
        )
    })
}

/// Numbers up to `extent` itself fit the index type `I`.
pub(crate) fn bound_fits<I: Width>(level: &str, extent: usize) -> Result<()> {
    fits(extent <= I::MAX, level, extent, || {
        format!(
            "stores numbers up to that, which does not fit its index type {}",
            I::NAME
        )
    })
}

/// Ends up to `extent` fit the index type `I`: one more than for indices.
pub(crate) fn ends_fit<I: Width>(level: &str, extent: usize) -> Result<()> {
    fits(extent <= I::MAX, level, extent, || {
        format!("has runs that end there, which does not fit its index type {}", I::NAME)
    })
}

/// Borders up to `extent` are numbers with a sign, as [`Window`](finch_traits::looplet::window::Window) takes them.
pub(crate) fn extent_is_signed(level: &str, extent: usize) -> Result<()> {
    fits(isize::try_from(extent).is_ok(), level, extent, || {
        format!("has borders beyond {}", isize::MAX)
    })
}

fn fits(fits: bool, level: &str, extent: usize, what: impl FnOnce() -> String) -> Result<()> {
    ensure!(fits, else TooLarge, "a {level} level of extent {extent} {}", what());
    Ok(())
}

/// There is one of `array`, which is `what` a level has, for each of `fibers`. Returns those.
pub(crate) fn one_each<'a, T>(level: &str, what: &str, array: &'a [T], fibers: usize) -> Result<&'a [T]> {
    ensure!(let Some(found) = array.get(..fibers), else Invalid,
        "a {level} level has {} {what} where {fibers} fibers need one each", array.len());
    Ok(found)
}

/// `ptr` delimits `positions` fibers within `len` entries. Returns the pointers of these fibers.
pub(crate) fn pointers<'a, P: Width>(level: &str, ptr: &'a [P], positions: usize, len: usize) -> Result<&'a [P]> {
    let invalid = |message: String| Err(Error::new(ErrorKind::Invalid, message));
    let Some(ptr) = positions.checked_add(1).and_then(|wanted| ptr.get(..wanted)) else {
        return invalid(format!(
            "the pointers of a {level} level are {} where {positions} fibers need one more than that",
            ptr.len()
        ));
    };
    if ptr[0].to_usize() != 0 {
        return invalid(format!(
            "the pointers of a {level} level start with {:?}, not 0",
            ptr[0]
        ));
    }
    // Several at a time; which one it is, is looked for afterwards.
    if !ptr.is_sorted()
        && let Some(fiber) = ptr.windows(2).position(|pair| pair[0] > pair[1])
    {
        return invalid(format!(
            "the pointers of a {level} level descend from {:?} to {:?} at fiber {fiber}",
            ptr[fiber],
            ptr[fiber + 1]
        ));
    }
    let last = ptr[positions].to_usize();
    if last > len {
        return invalid(format!(
            "the pointers of a {level} level end at {last}, beyond its {len} entries"
        ));
    }
    Ok(ptr)
}

/// `ptr` delimits `positions` fibers within `idx`, and the indices of each are strictly ascending and below `extent`. Returns the
/// pointers of these fibers.
pub(crate) fn ascending<'a, P: Width, I: Keyed>(
    level: &str,
    ptr: &'a [P],
    positions: usize,
    idx: &[I],
    extent: usize,
) -> Result<&'a [P]> {
    if let Some(ptr) = positions.checked_add(1).and_then(|wanted| ptr.get(..wanted))
        && ptr[0].to_usize() == 0
        && on_widest(Ascend { ptr, idx, extent })
    {
        return Ok(ptr);
    }
    let ptr = pointers(level, ptr, positions, idx.len())?;
    // What is wrong, and where.
    for (fiber, pair) in ptr.windows(2).enumerate() {
        let mut previous: Option<I::Key> = None;
        for entry in &idx[pair[0].to_usize()..pair[1].to_usize()] {
            let index = entry.key();
            ensure!(previous.is_none_or(|previous| previous < index), else Invalid,
                "the indices of fiber {fiber} of a {level} level are not strictly ascending: {index:?} follows {:?}",
                previous.unwrap_or(index));
            ensure!(index.to_usize() < extent, else OutOfBounds,
                "index {index:?} of fiber {fiber} of a {level} level is not below the extent {extent}");
            previous = Some(index);
        }
    }
    Ok(ptr)
}

/// Whether the pointers ascend, and the indices of every fiber strictly and below `extent`.
struct Ascend<'a, P, I> {
    ptr: &'a [P],
    idx: &'a [I],
    extent: usize,
}

impl<P: Width, I: Keyed> WideLoops for Ascend<'_, P, I> {
    type Found = bool;
    /// Descents from one index to the next are counted twice: over all indices, several at a time, and where one fiber ends and the next
    /// one starts. If both counts agree, no index within a fiber descends; then it is enough that the last one of each fiber is below the
    /// extent, and the first one too if indices have a sign.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn run(self) -> bool {
        let Self { ptr, idx, extent } = self;
        let (Some(start), Some(stop)) = (ptr.first(), ptr.last()) else {
            return true;
        };
        let Some(idx) = idx.get(start.to_usize()..stop.to_usize()) else {
            return false;
        };
        let descends = |before: &I, index: &I| before.key() >= index.key();
        // Numbers with a sign ascend from negative ones, which are as large as none below the extent.
        let has_sign = I::Key::truncate(usize::MAX) < I::Key::default();
        let is_beyond = |index: &I| index.key().to_usize() >= extent;
        let (Some((first, behind)), Some((last, before))) = (idx.split_first(), idx.split_last()) else {
            return ptr.iter().all(|end| end == start);
        };
        if is_beyond(last) || has_sign && is_beyond(first) {
            return false;
        }
        // Where a fiber ends and another one starts. Most of them are short.
        let inner = ptr.iter().rposition(|end| end != stop).map_or(ptr, |at| &ptr[..=at]);
        let (mut from, mut between) = (start, 0);
        for end in inner {
            if end <= from {
                if end == from {
                    continue;
                }
                return false;
            }
            from = end;
            let at = end.to_usize().wrapping_sub(start.to_usize() + 1);
            let (Some(last), Some(first)) = (before.get(at), behind.get(at)) else {
                return false;
            };
            if is_beyond(last) || has_sign && is_beyond(first) {
                return false;
            }
            between += usize::from(descends(last, first))
        }
        let mut descents = 0;
        for (before, behind) in before.chunks(AT_ONCE).zip(behind.chunks(AT_ONCE)) {
            let pairs = before.iter().zip(behind);
            descents += pairs
                .map(|(before, index)| u32::from(descends(before, index)))
                .sum::<u32>() as usize
        }
        descents == between
    }
}

/// So many are counted in numbers of 32 bits, as indices mostly are: a register holds as many of the one as of the other.
const AT_ONCE: usize = 1 << 16;

/// Whether the runs of every fiber are not empty, ascend and end up to `extent`, which fits their type. Overlaps of one run and the next are
/// counted twice, as [`ascending`] counts descents: over all runs, several at a time, and where one fiber ends and the next one starts.
/// `pointers` were checked, and there is a start for each end.
pub(crate) fn runs_ascend<I: Width>(pointers: &[impl Width], left: &[I], right: &[I], extent: usize) -> bool {
    let count = pointers.last().map_or(0, |end| end.to_usize());
    let (left, right, extent) = (&left[..count], &right[..count], I::truncate(extent));
    let is_wrong = |(left, right): (&I, &I)| {
        let (left, right) = (left.to_usize(), right.to_usize());
        (left >= right) | (right > extent.to_usize())
    };
    let is_any_wrong = left.iter().zip(right).fold(false, |any, run| any | is_wrong(run));
    let overlaps = |(left, right): (&I, &I)| u32::from(left.to_usize() < right.to_usize());
    let mut all = 0;
    for (left, right) in left
        .get(1..)
        .unwrap_or_default()
        .chunks(AT_ONCE)
        .zip(right.chunks(AT_ONCE))
    {
        all += left.iter().zip(right).map(overlaps).sum::<u32>() as usize
    }
    let (mut last, mut between) = (0, 0);
    for at in pointers {
        let at = at.to_usize();
        if at != last && at < count {
            between += overlaps((&left[at], &right[at - 1])) as usize
        }
        last = at
    }
    !is_any_wrong && all == between
}

/// The pieces of every fiber are not empty, ascend and end up to the extent; where they cover it, the last one ends there.
/// `name` is what the level is called, and a piece. `bounds` says from where to where a piece goes, given its number and where the
/// one before it ends; `fits` what else is wrong with it.
pub(crate) fn pieces<P: Width>(
    name: (&str, &str),
    ptr: &[P],
    extent: usize,
    covers: bool,
    bounds: impl Fn(usize, usize) -> (usize, usize),
    fits: impl Fn(usize, usize, usize) -> Result<(), String>,
) -> Result<()> {
    let (level, piece) = name;
    for (fiber, pair) in ptr.windows(2).enumerate() {
        let (from, mut end) = (pair[0].to_usize(), 0);
        for at in from..pair[1].to_usize() {
            let (left, right) = bounds(at, end);
            let wrong = |what: String| {
                error!(
                    Invalid,
                    "{piece} {} of fiber {fiber} of a {level} level {what}",
                    at - from
                )
            };
            if left < end || left >= right || right > extent {
                return Err(wrong(format!(
                    "goes from {left} to {right}: a {piece} is not empty, starts where the one before ends ({end}) or \
                     later, and ends up to the extent {extent}"
                )));
            }
            fits(at, left, right).map_err(wrong)?;
            end = right
        }
        ensure!(!covers || end == extent, else Invalid,
            "the {piece}s of fiber {fiber} of a {level} level end at {end}, not at its extent {extent}");
    }
    Ok(())
}
