//! A value can be missing only where the type has a place for it.

use finch_formats::prelude::*;
use finch_formats::traits::algebra::Missing;

fn main() {
    let _ = literal::<char, Missing>();
}
