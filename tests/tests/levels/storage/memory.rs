//! Arrays of others, arrays that are used again, and those that are longer than they need be.

use super::{Bytes, Coordinates, Flat, H6, List, V9, holds, m5, sparse};
use finch_formats::tensor::axes::Axes;
use finch_tests::nests::{Number, Runs, SparseRuns};
use finch_tests::prelude::*;
use finch_traits::lifecycle::WriteLevel;

/// Arrays of others are read in place: the reference's matrix A43, by columns.
#[test]
fn arrays_from_outside() {
    let (ptr, idx, val) = ([0_u8, 3, 3, 5], [1_i64, 2, 3, 0, 2], [1.1, 2.2, 3.3, 4.4, 5.5]);
    let view = Tensor::<Dense<SparseList<Element<f64, algebra::Zero, &[f64]>, &[u8], &[i64]>>>::from_parts(
        3, 4, &ptr, &idx, &val,
    )
    .unwrap();
    let a43 = [0.0, 1.1, 2.2, 3.3, 0.0, 0.0, 0.0, 0.0, 4.4, 0.0, 5.5, 0.0];
    assert_eq!(view.to_dense().unwrap(), a43);
    assert!(std::ptr::eq(&view.level().child().child().val()[0], &val[0]));
}

/// Where arrays are, and for how many numbers they have room.
trait Places {
    fn places(&self) -> Vec<(usize, usize)>;
}

fn place<T>(array: &Vec<T>) -> (usize, usize) {
    (array.as_ptr().addr(), array.capacity())
}

macro_rules! places {
    ($($level:ty: |$this:ident| $($array:expr),+;)*) => { $(
        impl Places for $level {
            fn places(&self) -> Vec<(usize, usize)> {
                let $this = self;
                vec![$(place($array)),+]
            }
        }
    )* };
}

places! {
    Flat: |level| level.child().val();
    List: |level| level.ptr(), level.idx(), level.child().val();
    Bytes: |level| level.ptr(), level.idx(), level.tbl(), level.child().val();
    Coordinates: |level| level.ptr(), &level.idx()[0], level.child().val();
    Runs: |level| level.ptr(), level.right(), level.child().val();
    SparseRuns: |level| level.ptr(), level.left(), level.right(), level.child().val();
    Dense<List>: |level| level.child().ptr(), level.child().idx(), level.child().child().val();
}

/// What is written again uses the memory it had; what is declared again holds nothing of what it held.
fn keeps_allocations<L>(full: Tensor<L>)
where
    L: WriteLevel<T = f64, Fill = algebra::Zero, Rank: Axes> + Default + Clone + Places,
{
    let mut y = full.clone();
    y.copy_from(&full).unwrap();
    let places = y.level().places();
    let nothing = Tensor::<L>::empty(full.shape()).unwrap();
    for _ in 0..3 {
        y.copy_from(&nothing).unwrap();
        assert!(y == nothing);
        assert_eq!(y.count_stored(), nothing.count_stored());
        assert_eq!(y.level().places(), places, "emptied");
        y.copy_from(&full).unwrap();
        assert!(y == full);
        assert_eq!(y.count_stored(), full.count_stored());
        assert_eq!(y.level().places(), places, "written again");
        y.validate().unwrap();
    }
}

#[test]
fn writing_again_keeps_allocations() {
    keeps_allocations(sparse::<Flat>(&V9));
    keeps_allocations(sparse::<List>(&V9));
    keeps_allocations(sparse::<Bytes>(&V9));
    keeps_allocations(sparse::<Coordinates>(&V9));
    keeps_allocations(sparse::<Runs>(&V9));
    keeps_allocations(sparse::<SparseRuns>(&V9));
    keeps_allocations(m5::<Dense<List>>());
}

/// Adds 5 at the places 4 and 5.
fn append<L: WriteLevel<T = f64, Rank = U1>>(y: &mut Tensor<L>) {
    indices!(i);
    program()
        .update(&mut *y)
        .body(|(y,)| forall_in(i, 4..6, y.at((i,)).add(constant(5.0))))
        .run()
        .unwrap();
    y.validate().unwrap()
}

/// An output that is updated in place keeps what it holds, and is appended to.
#[test]
fn updating_appends() {
    fn updated<L: WriteLevel<T = f64, Rank = U1> + Default>(values: &[f64]) -> Tensor<L> {
        let mut y = sparse::<L>(values);
        append(&mut y);
        y
    }
    const HEAD: [f64; 6] = [0.0, 1.0, 1.0, 0.0, 0.0, 0.0];
    holds(
        &updated::<List>(&HEAD),
        &[&[0, 4], &[1, 2, 4, 5]],
        &[1.0, 1.0, 5.0, 5.0],
    );
    holds(
        &updated::<Coordinates>(&HEAD),
        &[&[0, 4], &[1, 2, 4, 5]],
        &[1.0, 1.0, 5.0, 5.0],
    );
    holds(&updated::<SparseRuns>(&HEAD), &[&[0, 2], &[1, 4], &[3, 6]], &[1.0, 5.0]);
    holds(
        &updated::<Bytes>(&[0.0, 1.0, 0.0, 0.0, 0.0, 2.0]),
        &[&[0, 3], &[1, 4, 5], &[0, 1, 0, 0, 1, 1]],
        &[0.0, 1.0, 0.0, 0.0, 5.0, 7.0],
    );
}

/// Arrays may be longer than what is stored needs; what is behind is nothing, whatever it holds.
#[test]
fn arrays_with_room_to_spare() {
    const HELD: [f64; 6] = [0.0, 1.0, 0.0, 2.0, 0.0, 0.0];
    fn check<L: WriteLevel<T = f64, Rank = U1, Fill = algebra::Zero> + Default + Clone>(level: L) {
        let mut y = Tensor::new(level).unwrap();
        let held = Tensor::<Flat>::from(HELD.to_vec());
        assert!(y == held);
        assert_eq!(y.to_dense().unwrap(), HELD);
        assert_eq!(y.convert::<List>().unwrap().to_dense().unwrap(), HELD);
        let mut s = Scalar::new(0.0);
        indices!(i);
        program()
            .declare(&mut s)
            .body(|(s,)| forall(i, s.at(()).add(y.at((i,)) * held.at((i,)) + y.at((i,)))))
            .run()
            .unwrap();
        assert_eq!(s.get(), 8.0);
        // Written over, and updated.
        let mut z = y.clone();
        z.copy_from(&sparse::<List>(&H6)).unwrap();
        z.validate().unwrap();
        assert_eq!(z.to_dense().unwrap(), H6);
        append(&mut y);
        assert_eq!(y.to_dense().unwrap(), [0.0, 1.0, 0.0, 2.0, 5.0, 5.0]);
    }
    let val = || Number::new(vec![1.0, 2.0, 77.0, 88.0, 99.0]);
    check(Flat::new(
        6,
        Number::new(vec![0.0, 1.0, 0.0, 2.0, 0.0, 0.0, 77.0, 88.0]),
    ));
    check(List::new(6, vec![0, 2, 1, 9], vec![1, 3, 0, 99], val()));
    check(Coordinates::new([6], vec![0, 2, 1, 9], [vec![1, 3, 0, 99]], val()));
    check(SparseRuns::new(
        6,
        vec![0, 2, 1, 9],
        vec![1, 3, 0],
        vec![2, 4, 9],
        val(),
    ));
    let flat = Number::new(vec![0.0, 1.0, 0.0, 2.0, 0.0, 0.0, 77.0, 88.0]);
    let tbl = [1, 3, 7].iter().fold(vec![false; 9], |mut tbl, &at| {
        tbl[at] = true;
        tbl
    });
    check(Bytes::new(6, vec![0, 2, 1, 9], vec![1, 3, 0, 99], tbl, flat));
    let list = Hybrid::new(
        6,
        vec![0, 2, 1, 9],
        vec![1, 3, 0, 99],
        vec![finch_formats::hybrid::LIST; 3],
        val(),
    );
    check::<Hybrid<Number>>(list);
}
