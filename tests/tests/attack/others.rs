//! Outputs that are no tensors of a nest: scalars, and slices that tensors borrow. A panic in every call leaves them as their fill,
//! or as they were.

use finch_formats::prelude::*;
use finch_formats::traits::program::keep_awake;
use finch_formats::{ShortScalar, SparseScalar};
use finch_tests::attack::fuse::{Fuse, SUM, exploding};
use std::sync::atomic::{AtomicI32, Ordering::Relaxed};
use std::thread;

type Numbers = Tensor<Dense<SparseList<Element<Fuse>>>>;

fn numbers() -> Numbers {
    let entries = [([0, 1], Fuse(2)), ([2, 0], Fuse(3)), ([2, 2], Fuse(1))];
    Numbers::from_triplets([3, 3], entries, SUM).unwrap()
}

/// Sets off a bomb in each call of user code that `run` makes of what is `fresh`, and looks at what is left. Returns how many there
/// were.
fn bombs<S>(fresh: impl Fn() -> S, run: impl Fn(&mut S) -> finch_formats::Result<()>, look: impl Fn(&S, bool)) -> u32 {
    for calls in 0.. {
        let mut left = fresh();
        let outcome = exploding(calls, || run(&mut left));
        look(&left, outcome.is_some());
        if let Some(outcome) = outcome {
            outcome.unwrap();
            return calls;
        }
    }
    0
}

/// A panic in every call of user code while a scalar is updated.
macro_rules! scalars {
    ($($test:ident: $scalar:ty;)*) => { $(
        #[test]
        fn $test() {
            let x = numbers();
            let bombs = bombs(
                || <$scalar>::from(Fuse(7)),
                |s| {
                    let s = &mut *s;
                    finch! { mut s; s[] <<SUM>>= x[0, 1]; for j, i { s[] <<SUM>>= x[j, i] } }.run()
                },
                |s, is_done| {
                    let left = s.get().0;
                    assert!(if is_done { left == 7 + 2 + 6 } else { left == 0 }, "{left}")
                },
            );
            assert!(bombs > 2, "{bombs}")
        }
    )* };
}

scalars! {
    a_scalar: Scalar<Fuse>;
    a_scalar_that_ends_loops: ShortScalar<Fuse>;
    a_scalar_that_may_be_nothing: SparseScalar<Fuse>;
}

#[test]
fn a_slice() {
    let x = numbers();
    let bombs = bombs(
        || [Fuse(7); 4],
        |values| {
            let mut y = VectorMut::<Fuse>::from(&mut values[..]);
            let outcome = finch! { mut y; for j in 0..3 { for i { y[j] <<SUM>>= x[j, i] } } }.run();
            y.validate().unwrap();
            outcome
        },
        |values, is_done| {
            let left = values.map(|value| value.0);
            assert_eq!(left, if is_done { [9, 7, 11, 7] } else { [0; 4] })
        },
    );
    assert!(bombs > 2, "{bombs}");
    // What is too short is refused as it is.
    let mut short = [Fuse(7); 2];
    let mut y = VectorMut::<Fuse>::from(&mut short[..]);
    let refused = finch! { y .= 0; for j, i { y[j] <<SUM>>= x[j, i] } }.run();
    assert!(refused.is_err());
    y.validate().unwrap();
    assert_eq!(short.map(|value| value.0), [7; 2]);
}

#[test]
fn a_program_that_another_thread_runs() {
    let x = numbers();
    let (mut y, mut s, mut v) = (Numbers::default(), Scalar::<Fuse>::default(), [Fuse(0); 3]);
    let mut z = VectorMut::<Fuse>::from(&mut v[..]);
    thread::scope(|scope| {
        let first = finch! { y .= 0; s .= 0; for j, i { y[j, i] <<SUM>>= x[j, i]; s[] <<SUM>>= x[j, i] } };
        let mut second = finch! { mut z; for j, i { z[j] <<SUM>>= x[j, i] } };
        let first = scope.spawn(move || first.run());
        let second = scope.spawn(move || {
            let cut_off = exploding(1, || second.run_mut()).is_none();
            (cut_off, second.run_mut())
        });
        first.join().unwrap().unwrap();
        assert_eq!(second.join().unwrap(), (true, Ok(())));
    });
    assert!(y == x);
    assert_eq!((s.get().0, v.map(|value| value.0)), (6, [2, 0, 4]));
}

/// Calls a function when its thread ends.
struct AtEnd(fn());

impl Drop for AtEnd {
    fn drop(&mut self) {
        (self.0)()
    }
}

/// What the thread keeps for programs is gone before: it looked for it, and ended the process.
#[test]
fn programs_that_run_while_their_thread_ends() {
    static SUMS: AtomicI32 = AtomicI32::new(0);
    fn sum() {
        let (x, mut y) = (numbers(), Tensor::<Dense<Element<Fuse>>>::default());
        let program = finch! { y .= 0; parallel for j { for i { y[j] <<SUM>>= x[j, i] } } };
        keep_awake(|| program.run_parallel_by(1)).unwrap();
        SUMS.fetch_add(y.values().iter().map(|value| value.0).sum(), Relaxed);
    }
    thread_local! {
        static AT_END: AtEnd = const { AtEnd(sum) };
    }
    let ends = thread::spawn(|| {
        AT_END.with(|_| ());
        sum()
    });
    ends.join().unwrap();
    assert_eq!(SUMS.load(Relaxed), 2 * 6)
}
