//! The attacks of the suite on tensors, without end. One target, since they share what takes long to compile.
#![no_main]

use finch_tests::attack::{arrays, bombs, laws, lifecycle, places, products};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Some((&which, bytes)) = bytes.split_first() else {
        return;
    };
    match which % 6 {
        0 => drop(arrays(bytes)),
        1 => lifecycle(bytes),
        2 => bombs(bytes),
        3 => laws(bytes),
        4 => places(bytes),
        _ => products(bytes),
    }
});
