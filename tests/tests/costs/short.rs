//! Reductions into short scalars end at the first value that decides.

use crate::{Leaf, Reads, reads};
use finch_tests::prelude::algebra::{And, Any, Choose, Or, Overwrite, Reducer, True, Zero};
use finch_tests::prelude::*;
use finch_traits::level::Level;
use finch_traits::lifecycle::WriteLevel;

const N: usize = 60;

/// The value at each of sixty indices.
fn vector<L, T>(value: impl Fn(usize) -> T) -> Tensor<L>
where
    L: WriteLevel<T = T, Rank = U1> + Default,
{
    let entries = (0..N).map(|index| ([index], value(index)));
    Tensor::<L>::from_triplets([N], entries, Overwrite).unwrap()
}

/// How many values a reduction reads, and what it finds.
fn reduced<L, O>(a: &Tensor<L>, op: O) -> (u64, L::T)
where
    L: Level<Rank = U1> + Reads,
    O: Reducer<L::T>,
    Zero: algebra::Fill<L::T>,
{
    let (before, mut s) = (reads(a), ShortScalar::<L::T, Zero>::default());
    indices!(i);
    program()
        .declare(&mut s)
        .body(|(s,)| forall(i, s.at(()).reduce(op, a.at((i,)))))
        .run()
        .unwrap();
    (reads(a) - before, s.get())
}

fn hits<L, R>()
where
    L: WriteLevel<T = bool, Rank = U1> + Default + Reads,
    R: WriteLevel<T = i64, Rank = U1> + Default + Reads,
{
    for first in [0, 1, 7, 59] {
        let a = vector::<L, bool>(|index| index == first || index > 50);
        assert_eq!(reduced(&a, Or), (first.min(51) as u64 + 1, true));
        assert_eq!(reduced(&a, Any), (first.min(51) as u64 + 1, true));
        let b = vector::<R, i64>(|index| if index < first { 0 } else { index as i64 + 1 });
        assert_eq!(reduced(&b, Choose::<Zero>::new()), (first as u64 + 1, first as i64 + 1));
        assert_eq!(reduced(&b, Any), (first as u64 + 1, first as i64 + 1));
    }
    let nothing = vector::<L, bool>(|_| false);
    assert_eq!(reduced(&nothing, Or), (N as u64, false));
    // Bit by bit nothing is decided before the end.
    let bits = vector::<R, i64>(|_| -1);
    assert_eq!(reduced(&bits, Or), (N as u64, -1));
}

#[test]
fn of_dense_vectors() {
    hits::<Dense<Leaf<bool>>, Dense<Leaf<i64>>>();
}

#[test]
fn of_lists() {
    hits::<SparseList<Leaf<bool>>, SparseList<Leaf<i64>>>();
}

#[test]
fn of_coordinates() {
    hits::<SparseCoo<U1, Leaf<bool>>, SparseCoo<U1, Leaf<i64>>>();
}

#[test]
fn of_byte_maps() {
    hits::<SparseByteMap<Leaf<bool>>, SparseByteMap<Leaf<i64>>>();
}

#[test]
fn of_runs() {
    let leaf = Counted::new(Element::<bool>::new(vec![false, true, false, true]));
    let a = Tensor::new(RunList::new(N, vec![0, 4], vec![20_u32, 30, 40, 60], leaf)).unwrap();
    assert_eq!(reduced(&a, Or), (2, true));
}

/// All of them: false decides.
#[test]
fn all_end_at_the_first_that_is_not() {
    let a = vector::<SparseList<Leaf<bool, True>>, bool>(|index| index != 12);
    let mut s = ShortScalar::<bool, True>::default();
    indices!(i);
    program()
        .declare(&mut s)
        .body(|(s,)| forall(i, s.at(()).reduce(And, a.at((i,)))))
        .run()
        .unwrap();
    assert_eq!((s.get(), reads(&a)), (false, 13));
}

/// Two operands are merged up to the first hit.
#[test]
fn of_products() {
    let a = vector::<SparseList<Leaf<bool>>, bool>(|index| index % 2 == 0);
    let b = vector::<SparseList<Leaf<bool>>, bool>(|index| index % 5 == 4);
    let mut s = ShortScalar::new(false);
    indices!(i);
    program()
        .declare(&mut s)
        .body(|(s,)| forall(i, s.at(()).reduce(Or, a.at((i,)) & b.at((i,)))))
        .run()
        .unwrap();
    // At 4 both are true.
    assert_eq!((s.get(), reads(&a), reads(&b)), (true, 5, 5));
}

/// The loops around end too: no further row is opened.
#[test]
fn of_rows() {
    type Rows = Dense<Counted<SparseList<Leaf<bool>>>>;
    let entries = (0..20).flat_map(|j| (0..5).map(move |i| ([j, 3 * i], j == 6 && i == 2)));
    let a = Tensor::<Rows>::from_triplets([20, 15], entries, Overwrite).unwrap();
    let mut s = ShortScalar::new(false);
    indices!(j, i);
    program()
        .declare(&mut s)
        .body(|(s,)| forall(j, forall(i, s.at(()).reduce(Or, a.at((j, i))))))
        .run()
        .unwrap();
    assert!(s.get());
    assert_eq!((a.level().child().count(), reads(&a)), (7, 6 * 5 + 3));
}

/// A statement that is done leaves the loop to the others.
#[test]
fn beside_another_statement() {
    let a = vector::<SparseList<Leaf<bool>>, bool>(|index| index == 9);
    let b = vector::<SparseList<Leaf<i64>>, i64>(|_| 1);
    let (mut found, mut sum) = (ShortScalar::new(false), Scalar::new(0));
    indices!(i);
    program()
        .declare(&mut found)
        .declare(&mut sum)
        .body(|(found, sum)| {
            forall(
                i,
                block(found.at(()).reduce(Or, a.at((i,))), sum.at(()).add(b.at((i,)))),
            )
        })
        .run()
        .unwrap();
    assert_eq!((found.get(), sum.get()), (true, N as i64));
    assert_eq!((reads(&a), reads(&b)), (10, N as u64));
}

/// Extrema do not end early, by choice: few ever reach infinity.
#[test]
fn extrema_go_to_the_end() {
    let a = vector::<SparseList<Leaf<i64>>, i64>(|index| if index == 3 { i64::MIN } else { 5 });
    let mut s = ShortScalar::<i64, algebra::Inf>::default();
    indices!(i);
    program()
        .declare(&mut s)
        .body(|(s,)| forall(i, s.at(()).reduce(algebra::Min, a.at((i,)))))
        .run()
        .unwrap();
    assert_eq!((s.get(), reads(&a)), (i64::MIN, N as u64));
}
