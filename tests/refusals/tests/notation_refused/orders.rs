//! Outputs in another order than their levels can be written in: the message names the one of them that is, and its indices.

use finch_formats::prelude::*;

fn main() {
    let a = Csr::<f64>::default();
    let at = vec![1_usize, 0];
    let (mut sums, mut doubled, mut turned) = <(Vector<f64>, Csr<f64>, Csr<f64>)>::default();
    let _ = finch! {
        sums .= 0;
        doubled .= 0;
        turned .= 0;
        for j, i {
            sums[j] += a[j, i];
            doubled[j, i] = 2.0 * a[j, i];
            if a[j, i] > 0.0 { turned[i, j] = a[j, i]; }
        }
    }
    .run();
    let mut moved = SparseVector::<f64>::default();
    let _ = finch! { moved .= 0; for i in 0..2 { let v = a[0, i]; moved[at[i]] = v; } }.run();
}
