//! The small programs of the looplet paper, section 6.1 and figure 1.

use crate::data::{some, vector};
use finch_formats::prelude::*;
use finch_formats::traits::lifecycle::WriteLevel;
use typenum::U1;

fn scaled_dot<A, B>()
where
    A: WriteLevel<T = f64, Rank = U1> + Default,
    B: WriteLevel<T = f64, Rank = U1> + Default,
{
    let (left, right) = (some(30, 40, 40), some(30, 60, 41));
    let (a, b) = (vector::<A>(&left), vector::<B>(&right));
    let x = 0.5;
    let (mut c, mut d) = (Scalar::new(0.0), Scalar::new(0.0));
    finch! {
        c .= 0;
        d .= 0;
        for i { c[] += 2.0 * x * a[i] * b[i]; }
        for i in 3..21 { d[] += a[i] * b[i]; }
    }
    .run()
    .unwrap();
    let dot = |range: std::ops::Range<usize>| range.map(|i| left[i] * right[i]).sum::<f64>();
    assert_eq!((c.get(), d.get()), (dot(0..30), dot(3..21)));
}

#[test]
fn dots() {
    scaled_dot::<Dense<Element<f64>>, Dense<Element<f64>>>();
    scaled_dot::<SparseList<Element<f64>>, RunList<Element<f64>>>();
    scaled_dot::<SparseList<Element<f64>>, SparseList<Element<f64>>>();
}
