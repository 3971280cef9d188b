//! Laws of reducers.

use super::violation::{Check, LawViolation};
use crate::fill::Fill;
use crate::logic::Bool;
use crate::reducer::{Again, Reducer};
use core::fmt::Debug;

/// Checks the law of [`Reducer::repeat`]: combining with one value `count` times at once gives what combining one by one gives. `agree`
/// says whether two results count as equal.
pub fn repetition_agrees<T: Copy + Debug, R: Reducer<T>>(
    reducer: R,
    old: T,
    new: T,
    count: usize,
    agree: impl Fn(T, T) -> bool,
) -> Check {
    let left = reducer.repeat(old, new, count);
    let right = (0..count).fold(old, |value, _| reducer.combine(value, new));
    let law = "does not repeat as it combines";
    LawViolation::unless_same(agree, R::SYMBOL, law, &[&old, &new, &count], [left, right])
}

/// Checks the law of [`Reducer::Skip`]: if the reducer skips the fill `F`, combining with that value changes nothing. `agree` says whether
/// two results count as equal.
pub fn skip_agrees<T, R, F>(reducer: R, old: T, agree: impl Fn(T, T) -> bool) -> Check
where
    T: Copy + Debug + 'static,
    R: Reducer<T>,
    F: Fill<T>,
{
    if !R::Skip::<F::Known, crate::known::Unknown>::VALUE {
        return Ok(());
    }
    let result = reducer.combine(old, F::value());
    let law = "skips what it should not";
    LawViolation::unless_same(agree, R::SYMBOL, law, &[&old, &F::value()], [result, old])
}

/// Checks the law of [`Reducer::Gathers`]: if the reducer says so, values that come again may be combined next to their first time, so that
/// `a, b, a, b` gives what `a, a, b, b` gives. `agree` says whether two results count as equal.
pub fn gathers<T: Copy + Debug, R: Reducer<T>>(reducer: R, old: T, a: T, b: T, agree: impl Fn(T, T) -> bool) -> Check {
    if !R::Gathers::VALUE {
        return Ok(());
    }
    let combined = |values: [T; 4]| values.into_iter().fold(old, |old, new| reducer.combine(old, new));
    let (left, right) = (combined([a, b, a, b]), combined([a, a, b, b]));
    let law = "does not gather what comes again";
    LawViolation::unless_same(agree, R::SYMBOL, law, &[&old, &a, &b], [left, right])
}

/// Checks the law of [`Reducer::AGAIN`]: if the reducer [says so](Again), combining with the same values in the same order once more
/// changes nothing; and if it replaces, only the last value stays. `agree` says whether two results count as equal.
pub fn settles<T: Copy + Debug, R: Reducer<T>>(reducer: R, old: T, a: T, b: T, agree: impl Fn(T, T) -> bool) -> Check {
    let turn = |old| reducer.combine(reducer.combine(old, a), b);
    let once = turn(old);
    let (expected, law) = match R::AGAIN {
        Again::Counts => return Ok(()),
        Again::Settles => (turn(once), "does not settle"),
        Again::Replaces => (reducer.combine(a, b), "does not replace what is there"),
    };
    LawViolation::unless_same(agree, R::SYMBOL, law, &[&old, &a, &b], [once, expected])
}

/// Checks the law of [`Reducer::done`]: once the reducer is done with a value, nothing changes it, and only reducers that
/// [saturate](Reducer::Saturates) are ever done. `agree` says whether two results count as equal.
pub fn done_agrees<T: Copy + Debug, R: Reducer<T>>(reducer: R, old: T, new: T, agree: impl Fn(T, T) -> bool) -> Check {
    if !reducer.done(&old) {
        return Ok(());
    }
    let law = "is done with a value without saturating";
    LawViolation::unless(R::Saturates::VALUE, R::SYMBOL, law, &[&old], [&true, &false])?;
    let result = reducer.combine(old, new);
    LawViolation::unless_same(agree, R::SYMBOL, "is done too early", &[&old, &new], [result, old])
}

/// Checks the law of [`Reducer::Groups`]: if the reducer says so, combining `a` with what `b` and `c` combine to gives what combining one
/// after the other gives. `agree` says whether two results count as equal: of reducers that reassociate, it allows for rounding.
pub fn groups<T: Copy + Debug, R: Reducer<T>>(reducer: R, a: T, b: T, c: T, agree: impl Fn(T, T) -> bool) -> Check {
    if !R::Groups::VALUE {
        return Ok(());
    }
    let one_by_one = reducer.combine(reducer.combine(a, b), c);
    let grouped = reducer.combine(a, reducer.combine(b, c));
    let law = "depends on how values are grouped";
    LawViolation::unless_same(agree, R::SYMBOL, law, &[&a, &b, &c], [one_by_one, grouped])
}

/// Checks the law of [`Reducer::Commutes`]: if the reducer says so, `a`, `b` and `c` combine to one result in any order. `agree` says
/// whether two results count as equal.
pub fn commutes<T: Copy + Debug, R: Reducer<T>>(reducer: R, a: T, b: T, c: T, agree: impl Fn(T, T) -> bool) -> Check {
    if !R::Commutes::VALUE {
        return Ok(());
    }
    let combined = |a, b, c| reducer.combine(reducer.combine(a, b), c);
    let result = combined(a, b, c);
    for other in [combined(a, c, b), combined(b, a, c), combined(c, b, a)] {
        let law = "depends on the order of values";
        LawViolation::unless_same(&agree, R::SYMBOL, law, &[&a, &b, &c], [result, other])?
    }
    Ok(())
}

/// Checks the law of [`Reducer::identity`]: if the reducer names an identity, combining with it on either side changes no value. `agree`
/// says whether two results count as equal.
pub fn neutral<T: Copy + Debug, R: Reducer<T>>(reducer: R, value: T, agree: impl Fn(T, T) -> bool) -> Check {
    let Some(identity) = R::identity() else {
        return Ok(());
    };
    for result in [reducer.combine(identity, value), reducer.combine(value, identity)] {
        let law = "has an identity that is none";
        LawViolation::unless_same(&agree, R::SYMBOL, law, &[&identity, &value], [result, value])?;
    }
    Ok(())
}
