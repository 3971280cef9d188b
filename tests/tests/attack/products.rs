//! Programs that read what they write, over semirings of a user's own.

use crate::by_chance;
use finch_tests::attack::products::{bombed, products as all};
use finch_tests::attack::{Source, bytes, products};

#[test]
fn every_call_in_every_product() {
    let decisions = bytes(11, 20000);
    let mut source = Source::new(&decisions);
    for mut product in all::<()>() {
        let mut bombs = 0;
        // Operands that happen to be empty call little.
        for _ in 0..8 {
            product.take(&mut source);
            bombs += bombed(&*product)
        }
        assert!(bombs > 50, "{product:?}: {bombs}")
    }
}

#[test]
fn products_by_chance() {
    by_chance(200, 600, |bytes| products(bytes))
}
