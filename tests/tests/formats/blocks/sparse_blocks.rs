//! Blocks of a size that types know.

use finch_formats::ErrorKind;
use finch_formats::prelude::*;
use finch_formats::sparse_blocks::BlockOf;
use finch_tests::conformance::*;
use finch_tests::{conformance, run, sums};
use generic_array::{GenericArray, arr};
use typenum::{U1, U2, U3, U4, U16};

type Blocks = SparseBlocks<U2, U3, Value>;

/// 5 by 7: the picture on the page of the level.
const PICTURE: [[i64; 7]; 5] = [
    [1, 2, 3, 0, 0, 0, 7],
    [4, 5, 6, 0, 0, 0, 8],
    [0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 9, 10, 11, 0],
];

fn picture() -> Tensor<Blocks> {
    matrix([5, 7], PICTURE.as_flattened())
}

conformance! {
    Blocks, |level| [level.ptr(), level.idx(), level.child().val()];
    refuses {
        |extents: [usize; 2], ptr: &[usize], idx: &[u32], len: usize| {
            Blocks::new(extents, ptr.to_vec(), idx.to_vec(), zeros(len))
        };
        [5, 7], &[0, 2, 2, 3], &[0, 2, 1], 18;
        [0, 7], &[0], &[], 0;
        [5, 7], &[0, 2, 2, 3], &[0, 2, 1], 17 => "17 values where 18 are needed";
        [5, 7], &[0, 2, 2], &[0, 2, 1], 18 => "3 where 3 fibers need one more";
        [5, 7], &[0, 2, 2, 4], &[0, 2, 1], 18 => "beyond its 3 entries";
        [5, 7], &[0, 2, 1, 3], &[0, 2, 1], 18 => "descend from 2 to 1 at fiber 1";
        [5, 7], &[0, 2, 2, 3], &[0, 3, 1], 18 => "index 3 of fiber 0 of a SparseBlocks level is not below the extent 3";
        [5, 7], &[0, 2, 2, 3], &[2, 2, 1], 18 => "not strictly ascending: 2 follows 2";
        [usize::MAX, 7], &[0], &[], 0 => "blocks that end beyond";
        [5, usize::MAX - 1], &[0], &[], 0 => "block columns up to";
        [usize::MAX - 1, 5], &[0], &[], 0 => "need one more";
    }
    rejects {
        SparseBlocks::<U2, U4, _, _, _>::new([2, usize::MAX], vec![0, 0], Vec::<u64>::new(), zeros(0))
            => TooLarge "SparseBlocks" "blocks that end beyond";
        SparseBlocks::<U2, U2, _, _, _>::new([2, 2], vec![0, 1], vec![-1_i32], zeros(4)) => OutOfBounds;
        SparseBlocks::<U2, U2, _, _, _>::new([2, 514], vec![0, 0], Vec::<u8>::new(), zeros(0))
            => TooLarge "2 by 514 in blocks of 2 by 2 has block columns up to 256";
    }
    reads {
        Blocks; SparseBlocks<U4, U4, Value, Vec<u32>, Vec<u16>>, SparseBlocks<U1, U1, Value>, SparseBlocks<U3, U16, Value>
    }
    sums { Blocks, SparseBlocks<U2, U16, Value> }
}

#[test]
fn storage() {
    let m = picture();
    let val = [1, 2, 3, 4, 5, 6, 7, 0, 0, 8, 0, 0, 9, 10, 11, 0, 0, 0];
    let expected = [vec![0, 2, 2, 3], vec![0, 2, 1], val.to_vec()];
    assert_eq!(arrays(m.level()), expected);
    // Padding is not stored.
    holds(&m, PICTURE.as_flattened(), 11);
    assert_eq!(m.to_triplets().len(), 11);
    // There and back, by entries and by rows.
    let (csr, coo): (Csr<i64>, Coo<i64>) = (m.convert().unwrap(), m.convert().unwrap());
    for back in [csr.convert().unwrap(), coo.convert::<Blocks>().unwrap()] {
        assert_eq!(arrays(back.level()), expected)
    }
    let whole: Tensor<Blocks> = plane(2, &[1, 0, 0, 0]).convert().unwrap();
    assert_eq!(arrays(whole.level()), [vec![0, 1], vec![0], vec![1, 0, 0, 0, 0, 0]]);
    assert_eq!(whole.count_stored(), 4);
}

#[test]
fn drawing() {
    let text = matrix::<Blocks>([3, 4], &[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 0]).to_string();
    let lines = ["├─ [2]: row [4]", "│  ├─ [0]: 0", "│  ├─ [1]: 0", "│  ├─ [2]: 5"];
    drawn(
        &text,
        &[
            &["3 x 4 tensor of i64, fill 0, 3 stored", "SparseBlocks [3, 4 in 2 x 3]"][..],
            &lines,
        ]
        .concat(),
    );
}

#[test]
fn blocks_are_sorted() {
    // Each row brings blocks between those of the rows above.
    let mut dice = Dice(7);
    for cols in [1, 2, 13, 64, 200] {
        let values = dice.values(9 * cols, 9);
        let four = matrix::<SparseBlocks<U4, U2, Value>>([9, cols], &values);
        assert_eq!(all(&four), values);
        let (ptr, idx) = (four.level().ptr(), four.level().idx());
        assert!(ptr.windows(2).all(|pair| idx[pair[0]..pair[1]].is_sorted()));
        assert_eq!(all(&matrix::<SparseBlocks<U1, U1, Value>>([9, cols], &values)), values);
        assert_eq!(all(&matrix::<SparseBlocks<U3, U16, Value>>([9, cols], &values)), values);
        assert_eq!(all(&matrix::<SparseBlocks<U16, U4, Value>>([9, cols], &values)), values);
    }
}

#[test]
fn blocks_are_taken_and_given_back() {
    let blocks: [BlockOf<f64, U2, U3>; 2] = [
        arr![arr![1.0, 2.0, 3.0], arr![4.0, 5.0, 6.0]],
        arr![arr![7.0, 0.5, 0.5], arr![8.0, 0.5, 0.5]],
    ];
    let level = SparseBlocks::<U2, U3, Element<f64>>::from_blocks([4, 7], vec![0, 2, 2], vec![0, 2], &blocks);
    let a = Tensor::new(level).unwrap();
    // What padding holds is not read.
    let rows = [
        [1.0, 2.0, 3.0, 0.0, 0.0, 0.0, 7.0],
        [4.0, 5.0, 6.0, 0.0, 0.0, 0.0, 8.0],
        [0.0; 7],
        [0.0; 7],
    ];
    assert_eq!(all(&a), rows.as_flattened());
    assert_eq!(a.level().blocks(), blocks);
    let (ptr, idx) = ([0_u8, 2, 2], [0_u16, 2]);
    let view = SparseBlocks::<U2, U3, Element<f64, Zero, &[f64]>, _, _>::of_blocks([4, 7], &ptr[..], &idx[..], &blocks);
    let view = Tensor::new(view).unwrap();
    assert_eq!(all(&view), rows.as_flattened());
    let mut y = Vector::<f64>::default();
    run! { y .= 0; for j, i { y[j] += view[j, i]; } }
    assert_eq!(y.values(), [13.0, 23.0, 0.0, 0.0]);
    let (extents, ptr, idx, child) = a.into_level().into_parts();
    assert_eq!(
        (extents, ptr, idx, child.val().len()),
        ([4, 7], vec![0, 2, 2], vec![0, 2], 12)
    );
}

#[test]
fn a_block_row_is_written_in_any_order() {
    let (a, mut y) = (plane(5, PICTURE.as_flattened()), Tensor::<Blocks>::default());
    // The second loop comes back to the first block row.
    run! { y .= 0; { for j in 1..2, i { y[j, i] += a[j, i]; } for j in 0..1, i { y[j, i] += a[j, i]; } } }
    // The loops say how far it goes.
    assert_eq!(y.level().extents(), [2, 7]);
    assert_eq!(all(&y), PICTURE[..2].as_flattened());
    // Places are added to.
    run! { y .= 0; { for j in 0..2, i { y[j, i] += a[j, i]; } for j in 0..2, i { y[j, i] += a[j, i]; } } }
    assert_eq!(
        all(&y),
        PICTURE[..2].as_flattened().iter().map(|x| 2 * x).collect::<Vec<_>>()
    );
}

#[test]
fn block_rows_that_come_too_late_are_refused() {
    let (a, mut y) = (plane(5, PICTURE.as_flattened()), Tensor::<Blocks>::default());
    let lists = matrix::<Lists>([5, 7], PICTURE.as_flattened());
    let late = U2::one_after_the_other(&mut y, &lists, &a);
    refused(late, ErrorKind::Order, &["SparseBlocks", "fiber 0"]);
    assert_eq!(all(&y), PICTURE.as_flattened());
    refused(U2::both_at_once(&mut y, &a), ErrorKind::Order, &[]);
    y.validate().unwrap();
}

#[test]
fn a_level_that_is_updated_goes_on() {
    let mut y = matrix::<Blocks>([6, 7], &[PICTURE.as_flattened(), &[0; 7]].concat());
    // In the last block row that has any: a place that is there, one beside it, a block before it; and behind that.
    let mut later = [[0; 7]; 6];
    later[4] = [1, 0, 0, 1, 0, 0, 1];
    later[5] = [0, 0, 0, 0, 0, 5, 0];
    U2::add(&mut y, &matrix::<Lists>([6, 7], later.as_flattened())).unwrap();
    let expected = zipped(
        &[PICTURE.as_flattened(), &[0; 7]].concat(),
        later.as_flattened(),
        |x, y| x + y,
    );
    assert_eq!(all(&y), expected);
    assert_eq!(y.level().idx(), &[0, 2, 0, 1, 2]);
    let early = matrix::<Lists>([6, 7], &expected);
    refused(U2::add(&mut y, &early), ErrorKind::Order, &[]);
    y.validate().unwrap();
    y.copy_from(&early).unwrap();
    assert_eq!(all(&y), expected);
}

#[test]
fn declaring_again_keeps_allocations() {
    let mut y = matrix::<Blocks>([60, 70], &[3; 4200]);
    let room = |y: &Tensor<Blocks>| (y.level().idx().capacity(), y.level().child().val().capacity());
    let before = room(&y);
    y.copy_from(&matrix::<Lists>([5, 7], PICTURE.as_flattened())).unwrap();
    assert_eq!((all(&y), room(&y)), (PICTURE.concat(), before));
}

#[test]
fn narrow_integers_are_refused_before_they_are_cut_off() {
    type Narrow = SparseBlocks<U1, U2, Value, Vec<u8>, Vec<u8>>;
    assert!(Tensor::<Narrow>::empty([1, 512]).is_ok());
    refused(Tensor::<Narrow>::empty([1, 513]), ErrorKind::TooLarge, &[]);
    type Short = SparseBlocks<U1, U2, Value, Vec<u8>>;
    for (cols, fits) in [(510, true), (511, false), (900, false)] {
        let mut y = Tensor::<Short>::default();
        let outcome = y.copy_from(&plane(1, &vec![1; cols]));
        y.validate().unwrap();
        match fits {
            true => assert_eq!(all(&y), vec![1; cols]),
            false => drop(refused(outcome, ErrorKind::TooLarge, &[])),
        }
    }
}

#[test]
fn extents_of_zero() {
    holds_nothing::<Blocks>();
    assert!(all(&Tensor::<Blocks>::default()).is_empty());
}

#[test]
fn follows_by_search() {
    let (x, y) = (Dice(7).blocks(9 * 40, 4), Dice(17).blocks(9 * 40, 4));
    let (a, lists) = (matrix::<Blocks>([9, 40], &x), matrix::<Lists>([9, 40], &y));
    sums! { for j, i; dot(&x, &y) => (a[follow(j), follow(i)] * lists[j, i]); }
}

#[test]
fn in_the_middle_of_a_nest() {
    // A list of matrices in blocks, of which some are not there.
    let values = [vec![0; 35], PICTURE.concat(), vec![0; 35], PICTURE.concat()].concat();
    let values = [&values[..139], &[5]].concat();
    let csf: Csf<i64> = space([4, 5, 7], &values).drop_fills().unwrap();
    let a: Tensor<SparseList<Blocks>> = csf.convert().unwrap();
    assert_eq!(all(&a), values);
    assert_eq!(a.level().child().ptr(), &[0, 2, 2, 3, 5, 5, 7]);
    let mut plus = Tensor::<Space>::default();
    run! { plus .= 0; for k, j, i { plus[k, j, i] = a[k, j, i] + csf[k, j, i]; } }
    assert_eq!(all(&plus), zipped(&values, &values, |x, y| x + y));
    // Blocks of lists: read, not written.
    let lists = SparseList::new(2, vec![0, 1, 1, 1, 3], vec![1_u32, 0, 1], Value::new(vec![1, 2, 3]));
    let b = Tensor::new(SparseBlocks::<U2, U2, _, _, _>::new(
        [2, 3],
        vec![0, 1],
        vec![1_u32],
        lists,
    ))
    .unwrap();
    // The places of column 3 are padding.
    let expected = [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0];
    holds(&b, &expected, 1);
    assert_eq!(all(&copied::<Space, _>(&b)), expected);
}

#[test]
fn places_are_read_once() {
    let (extents, ptr, idx, child) = picture().into_level().into_parts();
    let a = Tensor::new(SparseBlocks::<U2, U3, _, _, _>::new(
        extents,
        ptr,
        idx,
        Counted::new(child),
    ))
    .unwrap();
    sums! { for j, i; 66 => (a[j, i]); }
    assert_eq!(a.level().child().count(), 11);
}

#[test]
fn a_panic_leaves_it_empty() {
    survives_panics::<Blocks, U2>(&plane(5, PICTURE.as_flattened()), 9, false)
}

#[test]
fn any_fill() {
    let far = f64::INFINITY;
    let mut values = [far; 12];
    values[1] = 2.0;
    let a = BcsrWithFill::<f64, U2, U2, Inf>::from_dense([3, 4], &values).unwrap();
    assert_eq!((all(&a), a.count_stored()), (values.to_vec(), 4));
    assert_eq!(a.level().blocks(), [arr![arr![far, 2.0], GenericArray::from([far; 2])]]);
    let mut index = Vec::new();
    a.for_each(|at, _| index.push(at.to_vec()));
    assert_eq!(index, [[0, 0], [0, 1], [1, 0], [1, 1]]);
}
