//! Matrices.

use super::{Arrays, Bytes, Flat, List, m5, sparse};
use finch_algebra::{Add, No};
use finch_tests::nests::{Number, Runs, SparseRuns};
use finch_tests::prelude::*;

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
