//! Styles: each calls the arm that is named after it.

use finch_algebra::style::{
    AcceptRun, ByStyle, Divided, Idle, Invariant, Jumper, Lookup, NextStep, Run, Sequence, Single, Spike, Stepper,
    Switch,
};
use std::cell::Cell;

/// Takes note of the arm that is called.
struct Note<'a>(&'a Cell<&'static str>);

macro_rules! note {
    ($($arm:ident)*) => {
        impl ByStyle for Note<'_> {
            $(
                fn $arm(self) {
                    self.0.set(stringify!($arm))
                }
            )*
        }
    };
}
note!(divided single switch run spike sequence jumper stepper lookup accept_run invariant);

fn arm<S: NextStep>() -> &'static str {
    let called = Cell::new("");
    S::choose(Note(&called));
    called.get()
}

#[test]
fn each_calls_its_arm() {
    assert_eq!([arm::<Divided>(), arm::<Idle>()], ["divided", ""]);
    assert_eq!([arm::<Single>(), arm::<Switch>()], ["single", "switch"]);
    assert_eq!([arm::<Run>(), arm::<Spike>()], ["run", "spike"]);
    assert_eq!([arm::<Sequence>(), arm::<Jumper>()], ["sequence", "jumper"]);
    assert_eq!([arm::<Stepper>(), arm::<Lookup>()], ["stepper", "lookup"]);
    assert_eq!([arm::<AcceptRun>(), arm::<Invariant>()], ["accept_run", "invariant"]);
}
