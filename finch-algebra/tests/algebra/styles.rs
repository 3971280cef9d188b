//! Styles: each takes the case that is named after it.

use finch_algebra::logic::Case;
use finch_algebra::style::{
    self, AcceptRun, ByStyle, Divided, Idle, Invariant, Jumper, Lookup, NextStep, Run, Sequence, Single, Spike,
    Stepper, Switch,
};
use std::cell::Cell;
use std::marker::PhantomData;

/// Takes note of the case that is taken.
struct Note<'a>(&'a Cell<&'static str>);

/// The case of style `S`.
struct Of<S>(PhantomData<S>);

macro_rules! note {
    ($($style:ident)*) => {
        impl ByStyle for Note<'_> {
            $(type $style = Of<style::$style>;)*
        }
        $(impl Case<Note<'_>> for Of<style::$style> {
            fn take(Note(called): Note<'_>) {
                called.set(stringify!($style))
            }
        })*
    };
}
note!(Divided Single Switch Run Spike Sequence Jumper Stepper Lookup AcceptRun Invariant);

fn taken<S: NextStep>() -> &'static str {
    let called = Cell::new("");
    S::Taken::take(Note(&called));
    called.get()
}

#[test]
fn each_takes_its_case() {
    assert_eq!([taken::<Divided>(), taken::<Idle>()], ["Divided", ""]);
    assert_eq!([taken::<Single>(), taken::<Switch>()], ["Single", "Switch"]);
    assert_eq!([taken::<Run>(), taken::<Spike>()], ["Run", "Spike"]);
    assert_eq!([taken::<Sequence>(), taken::<Jumper>()], ["Sequence", "Jumper"]);
    assert_eq!([taken::<Stepper>(), taken::<Lookup>()], ["Stepper", "Lookup"]);
    assert_eq!([taken::<AcceptRun>(), taken::<Invariant>()], ["AcceptRun", "Invariant"]);
}
