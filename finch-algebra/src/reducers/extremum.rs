//! The least and the greatest.
//!
//! They do not saturate, although nothing is less than negative infinity: few reductions ever get there, and asking
//! after every element would keep the loop from being vectorised.

use super::reducers;
use crate::by::By;
use crate::fill::{Inf, NegInf};
use crate::logic::{No, Yes};
use crate::number::Ordered;
use crate::operators::{Max, MaxBy, Min, MinBy};

reducers! {
    impl[T: Ordered] "<<min>>=" of T, for Min {
        skips(Inf), any order: Yes, groups: Yes, commutes: Yes, saturates: No;
        identity: *T::INF;
        |_this, old, new| old.lesser(new);
    }
    impl[T: Ordered] "<<max>>=" of T, for Max {
        skips(NegInf), any order: Yes, groups: Yes, commutes: Yes, saturates: No;
        identity: *T::NEG_INF;
        |_this, old, new| old.greater(new);
    }
    // The first of several equal keys wins, so the order matters.
    impl[Key: Ordered, Value: Copy + Default + 'static] "<<minby>>=" of By<Key, Value>, for MinBy {
        skips(Inf), any order: No, groups: Yes, commutes: No, saturates: No;
        identity: By::new(*Key::INF, Value::default());
        |_this, old, new| if new.key < old.key { new } else { old };
    }
    impl[Key: Ordered, Value: Copy + Default + 'static] "<<maxby>>=" of By<Key, Value>, for MaxBy {
        skips(NegInf), any order: No, groups: Yes, commutes: No, saturates: No;
        identity: By::new(*Key::NEG_INF, Value::default());
        |_this, old, new| if new.key > old.key { new } else { old };
    }
}
