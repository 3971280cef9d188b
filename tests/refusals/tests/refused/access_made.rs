//! An access is made by a tensor, which takes an index for each of its dimensions.

use finch_formats::prelude::*;
use finch_formats::traits::expr::access::Access;
use finch_formats::traits::index::Indices;
use finch_formats::traits::notation::Readable;

fn main() {
    let a = Csr::<f64>::default();
    indices!(i);
    let _ = Access::new(Readable::root(&a), (i,).list());
}
