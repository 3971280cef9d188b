//! Extents beyond the largest one, which is `isize::MAX`: differences of indices are signed numbers.

use finch_formats::ErrorKind;
use finch_formats::prelude::*;
use finch_formats::traits::algebra::fill::Fill;
use finch_formats::traits::algebra::known::Unknown;
use finch_formats::traits::algebra::operators::Unary;

const FARTHEST: usize = isize::MAX as usize;

/// A value that takes no memory, so that there may be any number of them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Unit;

impl Fill<Unit> for Unit {
    type Known = Unknown;
    const VALUE: &'static Unit = &Unit;
}

impl Fill<Unit> for Zero {
    type Known = Unknown;
    const VALUE: &'static Unit = &Unit;
}

static UNITS: [Unit; usize::MAX] = [Unit; usize::MAX];

/// There were vectors of them that `validate` refused, and programs panicked where they cut a loop off at their end.
#[test]
fn values_that_take_no_memory() {
    let (x, v) = (
        VectorViewWithFill::<Unit, Unit>::from(&UNITS[..]),
        Vector::from([1.0, 2.0, 4.0]),
    );
    x.validate().unwrap();
    assert_eq!(x.shape()[..], [FARTHEST]);
    let (mut s, mut t) = (Scalar::<f64>::default(), Scalar::<f64>::default());
    let (slice, of) = (&UNITS[..], |_: Unit| 2.0);
    indices!(i);
    program()
        .declare(&mut s)
        .body(|(s,)| {
            let moved = map1(Unary(of), x.at((permissive(i + 1),)));
            forall(i, s.at(()).add(moved.coalesce(constant(0.0)) * v.at((i,))))
        })
        .run()
        .unwrap();
    finch! { t .= 0; for i { t[] += coalesce(of(slice[~(i + 1)]), 0.0) * v[i] } }
        .run()
        .unwrap();
    assert_eq!((s.get(), t.get()), (14.0, 14.0));
}

/// An output was written there, and was no valid tensor.
#[test]
fn outputs_that_are_written_beyond_it() {
    type Far = Tensor<SparseList<Element<f64>, Vec<usize>, Vec<usize>>>;
    let x = Far::from_triplets([FARTHEST], [([5], 1.0), ([FARTHEST - 1], 2.0)], Add).unwrap();
    let mut y = Far::default();
    for by in [0, 1, 5] {
        let written = finch! { y .= 0; for i { y[i + by] = x[i] } }.run();
        match by {
            0 => written.unwrap(),
            _ => {
                let refused = written.unwrap_err();
                assert_eq!(refused.kind(), ErrorKind::TooLarge);
                assert!(refused.to_string().contains("`y`"), "{refused}")
            }
        }
        y.validate().unwrap();
        // What is refused leaves it as it was.
        assert_eq!(y, x)
    }
}
