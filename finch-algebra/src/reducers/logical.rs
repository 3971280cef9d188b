//! All and any, of booleans and bit by bit.

use super::reducers;
use crate::fill::{False, True, Zero};
use crate::logic::{No, Yes};
use crate::number::Bits;
use crate::operators::{And, Or};

reducers! {
    impl[] "&=" of bool, for And {
        skips(True), any order: Yes, groups: Yes, commutes: Yes, saturates: Yes;
        instruction: BitAnd;
        identity: true;
        |_this, old, new| old & new;
        done value: !value;
    }
    impl[] "|=" of bool, for Or {
        skips(False), any order: Yes, groups: Yes, commutes: Yes, saturates: Yes;
        instruction: BitOr;
        identity: false;
        |_this, old, new| old | new;
        done value: value;
    }
    impl[T: Bits] "&=" of T, for And {
        skips(never), any order: Yes, groups: Yes, commutes: Yes, saturates: No;
        instruction: BitAnd;
        identity: !*T::ZERO;
        |_this, old, new| old & new;
    }
    impl[T: Bits] "|=" of T, for Or {
        skips(Zero), any order: Yes, groups: Yes, commutes: Yes, saturates: No;
        instruction: BitOr;
        identity: *T::ZERO;
        |_this, old, new| old | new;
    }
}
