//! What does not depend on a loop is dealt with in front of it.

use crate::{Leaf, Reads, reads};
use finch_tests::prelude::algebra::Add;
use finch_tests::prelude::*;
use finch_traits::level::Level;

type Rows = Dense<SparseList<Leaf>>;

/// Ten rows of twenty, of which every other index is stored.
fn rows<L: finch_traits::lifecycle::WriteLevel<T = f64, Rank = U2> + Default>() -> Tensor<L> {
    let entries = (0..10).flat_map(|j| (0..10).map(move |i| ([j, 2 * i], 1.0)));
    Tensor::from_triplets([10, 20], entries, Add).unwrap()
}

/// How many values `run` reads of `a`.
fn read<L: Level + Reads>(a: &Tensor<L>, run: impl FnOnce()) -> u64 {
    let before = reads(a);
    run();
    reads(a) - before
}

/// A condition that a loop has nothing to do with is tested in front of it.
#[test]
fn conditions() {
    let a = rows::<Rows>();
    let d = Tensor::<Dense<Element<f64>>>::from((0..10).map(f64::from).collect::<Vec<_>>());
    let mut s = Scalar::new(0.0);
    indices!(j, i);
    let looks = read(&a, || {
        let wanted = d.at((j,)).ge(constant(7.0));
        program()
            .declare(&mut s)
            .body(|(s,)| forall(j, forall(i, sieve(wanted, s.at(()).add(a.at((j, i)))))))
            .run()
            .unwrap()
    });
    assert_eq!((s.get(), looks), (30.0, 30));
}

/// Where a named condition is known to hold, what stands under its opposite is not even read.
#[test]
fn either_side_of_a_named_condition() {
    let a = rows::<Dense<Dense<Leaf>>>();
    let b = rows::<Rows>();
    let (mut s, mut t) = (Scalar::new(0.0), Scalar::new(0.0));
    indices!(j, i);
    macro_rules! halves {
        ($a:ident) => {
            read(&$a, || {
                program()
                    .declare(&mut s)
                    .declare(&mut t)
                    .body(|(s, t)| {
                        let sides = define::<U0, _, _>(i.lt(j), |left| {
                            block(
                                sieve(left, s.at(()).add($a.at((j, i)))),
                                sieve(!left, t.at(()).add($a.at((j, i)))),
                            )
                        });
                        forall(j, forall(i, sides))
                    })
                    .run()
                    .unwrap()
            })
        };
    }
    assert_eq!(halves!(a), 200);
    assert_eq!(halves!(b), 100);
    assert_eq!((s.get(), t.get()), (25.0, 75.0));
}

/// A place in an inner level is searched for once, however large the expression around it is.
#[test]
fn places_behind_a_loop() {
    let a = rows::<Rows>();
    let (mut y, mut z) = <(Tensor<Dense<Element<f64>>>, Tensor<Dense<Element<f64>>>)>::default();
    indices!(i, j);
    let columns = read(&a, || {
        program()
            .declare(&mut y)
            .body(|(y,)| forall(i, forall(j, y.at((i,)).add(a.at((j, i)) * 2.0 + 1.0))))
            .run()
            .unwrap()
    });
    assert_eq!((columns, y.values()[4], y.values()[5]), (100, 30.0, 10.0));
    let column = read(&a, || {
        program()
            .declare(&mut z)
            .body(|(z,)| forall(j, z.at((j,)).add(a.at((j, 4)))))
            .run()
            .unwrap()
    });
    assert_eq!((column, z.values()[3]), (10, 1.0));
}
