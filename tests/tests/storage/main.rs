//! What each level holds after something was written to it: the reference cases, level by level.
//!
//! In the reference system indices start at 1 and the last index is the outermost one; here they start at 0, ends are
//! exclusive, and nests read from the outside in, so its columns are our rows.

mod mirrored;
mod reference;

use finch_algebra::{Add, No};
use finch_formats::tensor::axes::Axes;
use finch_tests::nests::{Number, Runs, RunsApart, SparseRuns, SparseRunsApart};
use finch_tests::prelude::*;
use finch_traits::level::Level;
use finch_traits::lifecycle::WriteLevel;

type Bytes = SparseByteMap<Number>;
type Coordinates = SparseCoo<U1, Number>;
type Flat = Dense<Number>;
type List = SparseList<Number>;

const V9: [f64; 9] = [0.0, 1.0, 1.0, 2.0, 2.0, 0.0, 0.0, 3.0, 0.0];
const B6: [f64; 6] = [0.0, 1.0, 1.0, 0.0, 0.0, 1.0];
const H6: [f64; 6] = [0.0, 0.0, 1.0, 0.0, 0.0, 0.0];
const Z4: [f64; 4] = [0.0; 4];

/// A vector without the zeros, as a program writes it.
fn sparse<L: WriteLevel<T = f64, Rank = U1> + Default>(values: &[f64]) -> Tensor<L> {
    let dense = Tensor::<Flat>::from(values.to_vec());
    let tensor = dense.drop_fills::<L>().unwrap();
    assert!(tensor.validate().is_ok() && tensor == dense);
    tensor
}

/// The reference matrix M5 without the zeros, a fiber for each of its columns.
fn m5<L: WriteLevel<T = f64, Rank = U2> + Default>() -> Tensor<L> {
    let entries = [
        ([0, 2], 1.0),
        ([1, 0], 1.0),
        ([1, 2], 1.0),
        ([2, 0], 2.0),
        ([2, 2], 2.0),
        ([3, 0], 2.0),
        ([3, 3], 3.0),
        ([4, 0], 3.0),
    ];
    let tensor = Tensor::<L>::from_triplets([5, 5], entries, Add).unwrap();
    assert!(tensor.validate().is_ok());
    tensor
}

/// The arrays of a level, as lists of numbers: those of positions and indices, and the values below.
trait Arrays {
    fn arrays(&self) -> (Vec<Vec<usize>>, &[f64]);
}

fn numbers<I: Copy + TryInto<usize>>(array: &[I]) -> Vec<usize> {
    array.iter().map(|&number| number.try_into().ok().unwrap()).collect()
}

impl Arrays for List {
    fn arrays(&self) -> (Vec<Vec<usize>>, &[f64]) {
        (vec![self.ptr().clone(), numbers(self.idx())], self.child().val())
    }
}

impl Arrays for Bytes {
    fn arrays(&self) -> (Vec<Vec<usize>>, &[f64]) {
        let set: Vec<usize> = self.tbl().iter().map(|&set| usize::from(set)).collect();
        (vec![self.ptr().clone(), numbers(self.idx()), set], self.child().val())
    }
}

impl Arrays for Coordinates {
    fn arrays(&self) -> (Vec<Vec<usize>>, &[f64]) {
        (vec![self.ptr().clone(), numbers(&self.idx()[0])], self.child().val())
    }
}

impl<M> Arrays for RunList<Number, Vec<usize>, Vec<u32>, M> {
    fn arrays(&self) -> (Vec<Vec<usize>>, &[f64]) {
        (vec![self.ptr().clone(), numbers(self.right())], self.child().val())
    }
}

impl<M> Arrays for SparseRunList<Number, Vec<usize>, Vec<u32>, M> {
    fn arrays(&self) -> (Vec<Vec<usize>>, &[f64]) {
        let arrays = vec![self.ptr().clone(), numbers(self.left()), numbers(self.right())];
        (arrays, self.child().val())
    }
}

#[track_caller]
fn holds<L: Level + Arrays>(tensor: &Tensor<L>, arrays: &[&[usize]], val: &[f64]) {
    assert_eq!(
        tensor.level().arrays(),
        (arrays.iter().map(|array| array.to_vec()).collect(), val)
    );
}

#[test]
fn v9() {
    holds(
        &sparse::<List>(&V9),
        &[&[0, 5], &[1, 2, 3, 4, 7]],
        &[1.0, 1.0, 2.0, 2.0, 3.0],
    );
    holds(
        &sparse::<Coordinates>(&V9),
        &[&[0, 5], &[1, 2, 3, 4, 7]],
        &[1.0, 1.0, 2.0, 2.0, 3.0],
    );
    let set = [0, 1, 1, 1, 1, 0, 0, 1, 0];
    holds(&sparse::<Bytes>(&V9), &[&[0, 5], &[1, 2, 3, 4, 7], &set], &V9);
    holds(
        &sparse::<Runs>(&V9),
        &[&[0, 6], &[1, 3, 5, 7, 8, 9]],
        &[0.0, 1.0, 2.0, 0.0, 3.0, 0.0],
    );
    holds(
        &sparse::<RunsApart>(&V9),
        &[&[0, 8], &[1, 2, 3, 4, 5, 7, 8, 9]],
        &[0.0, 1.0, 1.0, 2.0, 2.0, 0.0, 3.0, 0.0],
    );
    holds(
        &sparse::<SparseRuns>(&V9),
        &[&[0, 3], &[1, 3, 7], &[3, 5, 8]],
        &[1.0, 2.0, 3.0],
    );
    holds(
        &sparse::<SparseRunsApart>(&V9),
        &[&[0, 5], &[1, 2, 3, 4, 7], &[2, 3, 4, 5, 8]],
        &[1.0, 1.0, 2.0, 2.0, 3.0],
    );
    let stored = [
        sparse::<Flat>(&V9).count_stored(),
        sparse::<List>(&V9).count_stored(),
        sparse::<Bytes>(&V9).count_stored(),
        sparse::<Runs>(&V9).count_stored(),
        sparse::<SparseRuns>(&V9).count_stored(),
    ];
    assert_eq!(stored, [9, 5, 9, 6, 3]);
}

#[test]
fn b6_and_h6() {
    holds(&sparse::<List>(&B6), &[&[0, 3], &[1, 2, 5]], &[1.0; 3]);
    holds(&sparse::<Coordinates>(&B6), &[&[0, 3], &[1, 2, 5]], &[1.0; 3]);
    holds(&sparse::<Bytes>(&B6), &[&[0, 3], &[1, 2, 5], &[0, 1, 1, 0, 0, 1]], &B6);
    holds(&sparse::<Runs>(&B6), &[&[0, 4], &[1, 3, 5, 6]], &[0.0, 1.0, 0.0, 1.0]);
    holds(&sparse::<SparseRuns>(&B6), &[&[0, 2], &[1, 5], &[3, 6]], &[1.0; 2]);
    // A single entry.
    holds(&sparse::<List>(&H6), &[&[0, 1], &[2]], &[1.0]);
    holds(&sparse::<Bytes>(&H6), &[&[0, 1], &[2], &[0, 0, 1, 0, 0, 0]], &H6);
    holds(&sparse::<Runs>(&H6), &[&[0, 3], &[2, 3, 6]], &[0.0, 1.0, 0.0]);
    holds(&sparse::<SparseRuns>(&H6), &[&[0, 1], &[2], &[3]], &[1.0]);
}

#[test]
fn all_fill_and_no_extent() {
    holds(&sparse::<List>(&Z4), &[&[0, 0], &[]], &[]);
    holds(&sparse::<Coordinates>(&Z4), &[&[0, 0], &[]], &[]);
    holds(&sparse::<Bytes>(&Z4), &[&[0, 0], &[], &[0; 4]], &Z4);
    holds(&sparse::<Runs>(&Z4), &[&[0, 1], &[4]], &[0.0]);
    holds(&sparse::<RunsApart>(&Z4), &[&[0, 1], &[4]], &[0.0]);
    holds(&sparse::<SparseRuns>(&Z4), &[&[0, 0], &[], &[]], &[]);
    let stored = [
        sparse::<Flat>(&Z4).count_stored(),
        sparse::<List>(&Z4).count_stored(),
        sparse::<Runs>(&Z4).count_stored(),
        sparse::<SparseRuns>(&Z4).count_stored(),
    ];
    assert_eq!(stored, [4, 0, 1, 0]);
    holds(&sparse::<List>(&[]), &[&[0, 0], &[]], &[]);
    holds(&sparse::<Coordinates>(&[]), &[&[0, 0], &[]], &[]);
    holds(&sparse::<Bytes>(&[]), &[&[0, 0], &[], &[]], &[]);
    holds(&sparse::<Runs>(&[]), &[&[0, 0], &[]], &[]);
    holds(&sparse::<SparseRuns>(&[]), &[&[0, 0], &[], &[]], &[]);
}

/// A fill that is stored stays stored, and takes part in runs.
#[test]
fn stored_fills() {
    let source = Tensor::<List>::from_triplets([6], [([1], 0.0), ([2], 0.0), ([3], 4.0), ([5], 0.0)], Add).unwrap();
    holds(&source, &[&[0, 4], &[1, 2, 3, 5]], &[0.0, 0.0, 4.0, 0.0]);
    holds(
        &source.convert::<Coordinates>().unwrap(),
        &[&[0, 4], &[1, 2, 3, 5]],
        &[0.0, 0.0, 4.0, 0.0],
    );
    holds(
        &source.convert::<Bytes>().unwrap(),
        &[&[0, 4], &[1, 2, 3, 5], &[0, 1, 1, 1, 0, 1]],
        &[0.0, 0.0, 0.0, 4.0, 0.0, 0.0],
    );
    // In a run list, a zero that is stored is the same as one that is not.
    holds(
        &source.convert::<Runs>().unwrap(),
        &[&[0, 3], &[3, 4, 6]],
        &[0.0, 4.0, 0.0],
    );
    holds(
        &source.convert::<SparseRuns>().unwrap(),
        &[&[0, 3], &[1, 3, 5], &[3, 4, 6]],
        &[0.0, 4.0, 0.0],
    );
    // Without them.
    holds(&source.drop_fills::<List>().unwrap(), &[&[0, 1], &[3]], &[4.0]);
    holds(
        &source.drop_fills::<SparseRuns>().unwrap(),
        &[&[0, 1], &[3], &[4]],
        &[4.0],
    );
}

/// What a difference stores: an entry for each operand's, zero or not.
#[test]
fn a_minus_a_stores_zeros() {
    let (a, mut y) = (sparse::<List>(&B6), Tensor::<List>::default());
    indices!(i);
    program()
        .declare(&mut y)
        .body(|(y,)| forall(i, y.at((i,)).set(a.at((i,)) - a.at((i,)))))
        .run()
        .unwrap();
    holds(&y, &[&[0, 3], &[1, 2, 5]], &[0.0; 3]);
    holds(&y.drop_fills::<List>().unwrap(), &[&[0, 0], &[]], &[]);
}

#[test]
fn m5_by_columns() {
    let val = [1.0, 1.0, 1.0, 2.0, 2.0, 2.0, 3.0, 3.0];
    let csc = m5::<Dense<List>>();
    holds_matrix(&csc, &[0, 1, 3, 5, 7, 8], &[2, 0, 2, 0, 2, 0, 3, 0], &val);
    assert_eq!(csc.count_stored(), 8);

    let runs = m5::<Dense<Runs>>();
    let (arrays, val_of_runs) = runs.level().child().arrays();
    assert_eq!(arrays[0], [0, 3, 7, 11, 15, 17]);
    assert_eq!(arrays[1], [2, 3, 5, 1, 2, 3, 5, 1, 2, 3, 5, 1, 3, 4, 5, 1, 5]);
    assert_eq!(
        val_of_runs,
        [
            0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 2.0, 0.0, 2.0, 0.0, 2.0, 0.0, 3.0, 0.0, 3.0, 0.0
        ]
    );
    assert_eq!(runs.count_stored(), 17);

    let sparse_runs = m5::<Dense<SparseRuns>>();
    let (arrays, _) = sparse_runs.level().child().arrays();
    assert_eq!(arrays[0], [0, 1, 3, 5, 7, 8]);
    assert_eq!(arrays[1], [2, 0, 2, 0, 2, 0, 3, 0]);
    assert_eq!(arrays[2], [3, 1, 3, 1, 3, 1, 4, 1]);

    let coordinates = m5::<SparseCoo<U2, Number>>();
    let level = coordinates.level();
    assert_eq!(level.ptr()[..], [0, 8]);
    assert_eq!(level.idx()[0][..], [0, 1, 1, 2, 2, 3, 3, 4]);
    assert_eq!(level.idx()[1][..], [2, 0, 2, 0, 2, 0, 3, 0]);
    assert_eq!(level.child().val()[..], val);

    let bytes = m5::<Dense<Bytes>>();
    let (arrays, _) = bytes.level().child().arrays();
    assert_eq!(arrays[0], [0, 1, 3, 5, 7, 8]);
    assert_eq!(arrays[1], [2, 0, 2, 0, 2, 0, 3, 0]);
    assert_eq!(arrays[2].iter().sum::<usize>(), 8);
    assert_eq!(bytes.count_stored(), 25);

    let dcsc = m5::<SparseList<List>>();
    assert_eq!(
        (&dcsc.level().ptr()[..], &dcsc.level().idx()[..]),
        (&[0, 5][..], &[0, 1, 2, 3, 4][..])
    );
    assert_eq!(dcsc.level().child().arrays(), csc.level().child().arrays());

    // By rows two of five are empty, and the outer list names the others.
    let rows = Tensor::<SparseList<List>>::from_triplets(
        [5, 5],
        csc.to_triplets()
            .into_iter()
            .map(|(index, value)| ([index[1], index[0]], value)),
        Add,
    )
    .unwrap();
    assert_eq!(
        (&rows.level().ptr()[..], &rows.level().idx()[..]),
        (&[0, 3][..], &[0, 2, 3][..])
    );
    let (arrays, _) = rows.level().child().arrays();
    assert_eq!(
        (&arrays[0][..], &arrays[1][..]),
        (&[0, 4, 7, 8][..], &[1, 2, 3, 4, 0, 1, 2, 3][..])
    );
}

#[track_caller]
fn holds_matrix(tensor: &Tensor<Dense<List>>, ptr: &[usize], idx: &[usize], val: &[f64]) {
    assert_eq!(tensor.level().child().arrays(), (vec![ptr.to_vec(), idx.to_vec()], val),);
}

/// Equal rows are one run of rows, and only one of them is stored.
#[test]
fn runs_of_rows() {
    let rows: [[f64; 3]; 5] = [[0.0, 1.0, 0.0], [0.0, 1.0, 0.0], [2.0, 0.0, 0.0], [0.0; 3], [0.0; 3]];
    let dense = Tensor::<Dense<Flat>>::from_dense([5, 3], rows.as_flattened()).unwrap();
    let runs = dense.drop_fills::<RunList<List>>().unwrap();
    assert_eq!(runs.level().right()[..], [2, 3, 5]);
    assert_eq!(
        runs.level().child().arrays(),
        (vec![vec![0, 1, 2, 2], vec![1, 0]], &[1.0, 2.0][..])
    );
    let apart = dense.drop_fills::<RunList<List, Vec<usize>, Vec<u32>, No>>().unwrap();
    assert_eq!(apart.level().right()[..], [1, 2, 3, 5]);
    let sparse = dense.drop_fills::<SparseRunList<Flat>>().unwrap();
    assert_eq!(
        (&sparse.level().left()[..], &sparse.level().right()[..]),
        (&[0, 2][..], &[2, 3][..])
    );
    assert_eq!(sparse.level().child().child().val()[..], [0.0, 1.0, 0.0, 2.0, 0.0, 0.0]);
}

/// A row of which one entry was assigned is stored whole.
#[test]
fn a_list_of_dense_rows() {
    let (point, kernel) = (sparse::<List>(&[0.0, 1.0, 0.0]), sparse::<List>(&[0.0, 0.0, 1.0, 0.0]));
    let mut y = Tensor::<SparseList<Flat>>::default();
    indices!(j, i);
    program()
        .declare(&mut y)
        .body(|(y,)| forall(j, forall(i, y.at((j, i)).add(point.at((j,)) * kernel.at((i,))))))
        .run()
        .unwrap();
    assert_eq!((&y.level().ptr()[..], &y.level().idx()[..]), (&[0, 1][..], &[1][..]));
    assert_eq!(y.level().child().child().val()[..], [0.0, 0.0, 1.0, 0.0]);
}

/// A loop over a part writes that part.
#[test]
fn one_run_over_a_part() {
    fn written<L: WriteLevel<T = f64, Rank = U1> + Default>() -> Tensor<L> {
        let mut y = Tensor::<L>::empty([9]).unwrap();
        indices!(i);
        program()
            .declare(&mut y)
            .body(|(y,)| forall_in(i, 2..6, y.at((i,)).set(constant(1.0))))
            .run()
            .unwrap();
        y.validate().unwrap();
        y
    }
    holds(&written::<SparseRuns>(), &[&[0, 1], &[2], &[6]], &[1.0]);
    // An extent that is given by no other is as it was before.
    holds(&written::<Runs>(), &[&[0, 3], &[2, 6, 9]], &[0.0, 1.0, 0.0]);
    holds(&written::<List>(), &[&[0, 4], &[2, 3, 4, 5]], &[1.0; 4]);
}

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

/// An output that is updated in place keeps what it holds, and is appended to.
#[test]
fn updating_appends() {
    fn updated<L: WriteLevel<T = f64, Rank = U1> + Default>(values: &[f64]) -> Tensor<L> {
        let mut y = sparse::<L>(values);
        indices!(i);
        program()
            .update(&mut y)
            .body(|(y,)| forall_in(i, 4..6, y.at((i,)).add(constant(5.0))))
            .run()
            .unwrap();
        y.validate().unwrap();
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
        program()
            .update(&mut y)
            .body(|(y,)| forall_in(i, 4..6, y.at((i,)).add(constant(5.0))))
            .run()
            .unwrap();
        y.validate().unwrap();
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
