//! The handle of a scalar is shared by threads: nobody but the driver makes one, reads it or writes it.

use finch_formats::Scalar;
use finch_formats::traits::program::IntoOutput;
use finch_formats::traits::target::WriteFiber;

fn stored<F: WriteFiber<T = u8>>(handle: F) -> u8 {
    handle.store(7);
    handle.load()
}

fn main() {
    let mut s = Scalar::<u8>::default();
    let _ = stored((&mut s).into_output());
}
