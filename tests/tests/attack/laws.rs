//! Laws, comparisons and orders that lie: wrong values at most.

use crate::by_chance;
use finch_tests::attack::laws;

#[test]
fn a_law_that_lies_never_leads_beyond_arrays() {
    by_chance(600, 600, |bytes| laws(bytes))
}
