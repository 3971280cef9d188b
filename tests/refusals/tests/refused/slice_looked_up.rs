//! What is looked up without a test is looked up by the driver.

use finch_formats::traits::looplet::lookup::At;
use finch_formats::traits::notation::Readable;

fn main() {
    let vec = vec![1.0, 2.0];
    let _ = At::at(Readable::root(&vec), 1 << 40);
}
