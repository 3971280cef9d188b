//! Blocks of a size that types know.

use crate::testing::*;
use finch_formats::ErrorKind;
use finch_formats::prelude::*;
use finch_formats::sparse_blocks::BlockOf;
use finch_traits::algebra::Binary;
use finch_traits::level::Level;
use generic_array::{GenericArray, arr};
use std::panic::{AssertUnwindSafe, catch_unwind};
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

fn arrays(level: &Blocks) -> (&[usize], &[u32], &[i64]) {
    (level.ptr(), level.idx(), level.child().val())
}

#[test]
fn storage() {
    let m = some2::<Blocks>([5, 7], PICTURE.as_flattened());
    assert_eq!(
        arrays(m.level()),
        (
            &[0, 2, 2, 3][..],
            &[0, 2, 1][..],
            &[1, 2, 3, 4, 5, 6, 7, 0, 0, 8, 0, 0, 9, 10, 11, 0, 0, 0][..]
        )
    );
    assert_eq!(m.to_dense().unwrap(), PICTURE.as_flattened());
    // Padding is not stored.
    assert_eq!((m.count_stored(), m.to_triplets().len()), (11, 11));
    assert_eq!(
        (m.get([1, 6]), m.get([1, 5]), m.get([4, 3])),
        (Some(8), Some(0), Some(9))
    );
    // There and back, by entries and by rows.
    let csr: Csr<i64> = m.convert().unwrap();
    let coo: Coo<i64> = m.convert().unwrap();
    for back in [csr.convert().unwrap(), coo.convert::<Blocks>().unwrap()] {
        assert_eq!(arrays(back.level()), arrays(m.level()))
    }
    let whole: Tensor<Blocks> = Matrix::<i64>::from_dense([2, 2], &[1, 0, 0, 0])
        .unwrap()
        .convert()
        .unwrap();
    assert_eq!(arrays(whole.level()), (&[0, 1][..], &[0][..], &[1, 0, 0, 0, 0, 0][..]));
    assert_eq!(whole.count_stored(), 4);
}

#[test]
fn blocks_are_sorted() {
    // Each row brings blocks between those of the rows above.
    let mut dice = 7_u64;
    for cols in [1, 2, 13, 64, 200] {
        let mut values = vec![0; 9 * cols];
        for (place, value) in values.iter_mut().enumerate() {
            dice = dice.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            if (dice >> 33).is_multiple_of(9) {
                *value = place as i64 + 1
            }
        }
        let four = some2::<SparseBlocks<U4, U2, Value>>([9, cols], &values);
        assert_eq!(four.to_dense().unwrap(), values);
        let level = four.level();
        assert!(
            level
                .ptr()
                .windows(2)
                .all(|pair| level.idx()[pair[0]..pair[1]].is_sorted())
        );
        assert_eq!(
            some2::<SparseBlocks<U1, U1, Value>>([9, cols], &values)
                .to_dense()
                .unwrap(),
            values
        );
        assert_eq!(
            some2::<SparseBlocks<U3, U16, Value>>([9, cols], &values)
                .to_dense()
                .unwrap(),
            values
        );
        assert_eq!(
            some2::<SparseBlocks<U16, U4, Value>>([9, cols], &values)
                .to_dense()
                .unwrap(),
            values
        );
    }
}

#[test]
fn drawing() {
    let text = some2::<Blocks>([3, 4], &[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 0]).to_string();
    assert_eq!(
        text.lines().collect::<Vec<_>>(),
        [
            "3 x 4 tensor of i64, fill 0, 3 stored",
            "SparseBlocks [3, 4 in 2 x 3]",
            "├─ [2]: row [4]",
            "│  ├─ [0]: 0",
            "│  ├─ [1]: 0",
            "│  ├─ [2]: 5"
        ]
    );
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
    let expected = [
        [1.0, 2.0, 3.0, 0.0, 0.0, 0.0, 7.0],
        [4.0, 5.0, 6.0, 0.0, 0.0, 0.0, 8.0],
        [0.0; 7],
        [0.0; 7],
    ];
    assert_eq!(a.to_dense().unwrap(), expected.as_flattened());
    assert_eq!(a.level().blocks(), blocks);
    let (ptr, idx) = ([0_u8, 2, 2], [0_u16, 2]);
    let view = SparseBlocks::<U2, U3, Element<f64, Zero, &[f64]>, _, _>::of_blocks([4, 7], &ptr[..], &idx[..], &blocks);
    let view = Tensor::new(view).unwrap();
    assert_eq!(view.to_dense().unwrap(), expected.as_flattened());
    let mut y = Vector::<f64>::default();
    indices!(j, i);
    program()
        .declare(&mut y)
        .body(|(y,)| forall(j, forall(i, y.at((j,)).add(view.at((j, i))))))
        .run()
        .unwrap();
    assert_eq!(y.values(), [13.0, 23.0, 0.0, 0.0]);
    let (extents, ptr, idx, child) = a.into_level().into_parts();
    assert_eq!(
        (extents, ptr, idx, child.val().len()),
        ([4, 7], vec![0, 2, 2], vec![0, 2], 12)
    );
}

#[test]
fn parts_that_do_not_fit_are_refused() {
    let make = |extents, ptr: &[usize], idx: &[u32], len: usize| {
        let level = Blocks::new(extents, ptr.to_vec(), idx.to_vec(), Element::new(vec![0; len]));
        Tensor::new(level).map(|_| ()).map_err(|error| error.to_string())
    };
    let refused = |made: Result<(), String>, says: &str| {
        let message = made.unwrap_err();
        assert!(message.contains(says), "{message}");
        assert!(
            message.contains("SparseBlocks") || message.contains("Element"),
            "{message}"
        )
    };
    assert_eq!(make([5, 7], &[0, 2, 2, 3], &[0, 2, 1], 18), Ok(()));
    assert_eq!(make([0, 7], &[0], &[], 0), Ok(()));
    refused(
        make([5, 7], &[0, 2, 2, 3], &[0, 2, 1], 17),
        "17 values where 18 are needed",
    );
    refused(
        make([5, 7], &[0, 2, 2], &[0, 2, 1], 18),
        "3 where 3 fibers need one more",
    );
    refused(make([5, 7], &[0, 2, 2, 4], &[0, 2, 1], 18), "beyond its 3 entries");
    refused(
        make([5, 7], &[0, 2, 1, 3], &[0, 2, 1], 18),
        "descend from 2 to 1 at fiber 1",
    );
    refused(
        make([5, 7], &[0, 2, 2, 3], &[0, 3, 1], 18),
        "index 3 of fiber 0 of a SparseBlocks level is not below the extent 3",
    );
    refused(
        make([5, 7], &[0, 2, 2, 3], &[2, 2, 1], 18),
        "not strictly ascending: 2 follows 2",
    );
    refused(make([usize::MAX, 7], &[0], &[], 0), "blocks that end beyond");
    refused(make([5, usize::MAX - 1], &[0], &[], 0), "block columns up to");
    refused(make([usize::MAX - 1, 5], &[0], &[], 0), "need one more");
    let wide =
        SparseBlocks::<U2, U4, Value, _, _>::new([2, usize::MAX], vec![0, 0], Vec::<u64>::new(), Value::default());
    refused(
        Tensor::new(wide).map(|_| ()).map_err(|error| error.to_string()),
        "blocks that end beyond",
    );
    let negative = SparseBlocks::<U2, U2, Value, _, _>::new([2, 2], vec![0, 1], vec![-1_i32], Element::new(vec![0; 4]));
    assert_eq!(Tensor::new(negative).unwrap_err().kind(), ErrorKind::OutOfBounds);
    let narrow = SparseBlocks::<U2, U2, Value, _, _>::new([2, 514], vec![0, 0], Vec::<u8>::new(), Value::default());
    let error = Tensor::new(narrow).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    assert!(
        error
            .to_string()
            .contains("2 by 514 in blocks of 2 by 2 has block columns up to 256"),
        "{error}"
    );
}

#[test]
fn a_block_row_is_written_in_any_order() {
    indices!(j, i);
    let a = Matrix::<i64>::from_dense([5, 7], PICTURE.as_flattened()).unwrap();
    let mut y = Tensor::<Blocks>::default();
    // The second loop comes back to the first block row.
    program()
        .declare(&mut y)
        .body(|(y,)| {
            then(
                forall_in(j, 1..2, forall(i, y.at((j, i)).add(a.at((j, i))))),
                forall_in(j, 0..1, forall(i, y.at((j, i)).add(a.at((j, i))))),
            )
        })
        .run()
        .unwrap();
    y.validate().unwrap();
    let mut expected = PICTURE;
    expected[4].fill(0);
    // The loops say how far it goes.
    assert_eq!(y.level().extents(), [2, 7]);
    assert_eq!(y.to_dense().unwrap(), expected[..2].as_flattened());
    // Places are added to.
    program()
        .declare(&mut y)
        .body(|(y,)| {
            then(
                forall_in(j, 0..2, forall(i, y.at((j, i)).add(a.at((j, i))))),
                forall_in(j, 0..2, forall(i, y.at((j, i)).add(a.at((j, i))))),
            )
        })
        .run()
        .unwrap();
    assert_eq!(
        y.to_dense().unwrap(),
        expected[..2].as_flattened().iter().map(|x| 2 * x).collect::<Vec<_>>()
    );
}

#[test]
fn block_rows_that_come_too_late_are_refused() {
    indices!(j, i);
    let a = Matrix::<i64>::from_dense([5, 7], PICTURE.as_flattened()).unwrap();
    let lists = some2::<Lists>([5, 7], PICTURE.as_flattened());
    let mut y = Tensor::<Blocks>::default();
    let error = program()
        .declare(&mut y)
        .body(|(y,)| {
            then(
                forall(j, forall(i, y.at((j, i)).set(lists.at((j, i))))),
                forall(j, forall(i, y.at((j, i)).set(a.at((j, i))))),
            )
        })
        .run()
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Order);
    let message = error.to_string();
    assert!(
        message.contains("SparseBlocks") && message.contains("fiber 0"),
        "{message}"
    );
    y.validate().unwrap();
    assert_eq!(y.to_dense().unwrap(), PICTURE.as_flattened());
    let both = program().declare(&mut y).body(|(y,)| {
        forall(
            j,
            forall(i, then(y.at((j, i)).add(a.at((j, i))), y.at((j, i)).add(a.at((j, i))))),
        )
    });
    assert_eq!(both.run().unwrap_err().kind(), ErrorKind::Order);
    y.validate().unwrap();
}

#[test]
fn a_level_that_is_updated_goes_on() {
    indices!(j, i);
    let mut y = some2::<Blocks>([6, 7], &[PICTURE.as_flattened(), &[0; 7]].concat());
    // In the last block row that has any: a place that is there, one beside it, a block before it; and behind that.
    let mut later = [[0; 7]; 6];
    later[4] = [1, 0, 0, 1, 0, 0, 1];
    later[5] = [0, 0, 0, 0, 0, 5, 0];
    let more = some2::<Lists>([6, 7], later.as_flattened());
    program()
        .update(&mut y)
        .body(|(y,)| forall(j, forall(i, y.at((j, i)).add(more.at((j, i))))))
        .run()
        .unwrap();
    y.validate().unwrap();
    let mut expected = [PICTURE.as_flattened(), &[0; 7]].concat();
    expected.iter_mut().zip(later.as_flattened()).for_each(|(x, y)| *x += y);
    assert_eq!(y.to_dense().unwrap(), expected);
    assert_eq!(y.level().idx(), &[0, 2, 0, 1, 2]);
    let early = some2::<Lists>([6, 7], &expected);
    let error = program()
        .update(&mut y)
        .body(|(y,)| forall(j, forall(i, y.at((j, i)).add(early.at((j, i))))))
        .run()
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Order);
    y.validate().unwrap();
    y.copy_from(&early).unwrap();
    assert_eq!(y.to_dense().unwrap(), expected);
}

#[test]
fn declaring_again_keeps_allocations() {
    let mut y = some2::<Blocks>([60, 70], &vec![3; 4200]);
    let room = |y: &Tensor<Blocks>| (y.level().idx().capacity(), y.level().child().val().capacity());
    let before = room(&y);
    y.copy_from(&some2::<Lists>([5, 7], PICTURE.as_flattened())).unwrap();
    assert_eq!(
        (y.to_dense().unwrap(), room(&y)),
        (PICTURE.as_flattened().to_vec(), before)
    );
}

#[test]
fn narrow_integers_are_refused_before_they_are_cut_off() {
    type Narrow = SparseBlocks<U1, U2, Value, Vec<u8>, Vec<u8>>;
    assert!(Tensor::<Narrow>::empty([1, 512]).is_ok());
    let error = Tensor::<Narrow>::empty([1, 513]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    type Short = SparseBlocks<U1, U2, Value, Vec<u8>>;
    for (cols, fits) in [(510, true), (511, false), (900, false)] {
        let a = Matrix::<i64>::from_dense([1, cols], &vec![1; cols]).unwrap();
        let mut y = Tensor::<Short>::default();
        let outcome = y.copy_from(&a);
        y.validate().unwrap();
        match fits {
            true => assert_eq!(y.to_dense().unwrap(), vec![1; cols]),
            false => assert_eq!(outcome.unwrap_err().kind(), ErrorKind::TooLarge),
        }
    }
}

#[test]
fn extents_of_zero() {
    for shape in [[0, 3], [3, 0], [0, 0]] {
        assert_eq!(some2::<Blocks>(shape, &[]).count_stored(), 0);
    }
    assert!(Tensor::<Blocks>::default().to_dense().unwrap().is_empty());
}

#[test]
fn reads_with_others() {
    merges::<Blocks>();
    merges::<SparseBlocks<U4, U4, Value, Vec<u32>, Vec<u16>>>();
}

#[test]
fn sizes() {
    merges::<SparseBlocks<U1, U1, Value>>();
    merges::<SparseBlocks<U3, U16, Value>>();
    sums_in_any_order::<Blocks>();
    sums_in_any_order::<SparseBlocks<U2, U16, Value>>();
}

#[test]
fn follows_by_search() {
    indices!(j, i);
    let values = scattered(3, 9 * 40, 4);
    let a = some2::<Blocks>([9, 40], &values);
    let other = scattered(8, 9 * 40, 4);
    let lists = some2::<Lists>([9, 40], &other);
    let mut sum = Scalar::<i64>::default();
    program()
        .declare(&mut sum)
        .body(|(s,)| {
            forall(
                j,
                forall(i, s.at(()).add(a.at((follow(j), follow(i))) * lists.at((j, i)))),
            )
        })
        .run()
        .unwrap();
    assert_eq!(sum.get(), values.iter().zip(&other).map(|(x, y)| x * y).sum::<i64>());
}

#[test]
fn in_the_middle_of_a_nest() {
    indices!(k, j, i);
    // A list of matrices in blocks, of which some are not there.
    let mut values = [0; 4 * 35];
    values[35..70].copy_from_slice(PICTURE.as_flattened());
    values[105..140].copy_from_slice(PICTURE.as_flattened());
    values[139] = 5;
    type Nest = SparseList<Blocks>;
    let source = Tensor::<Dense<Dense<Dense<Value>>>>::from_dense([4, 5, 7], &values).unwrap();
    let csf: Csf<i64> = source.drop_fills().unwrap();
    let a: Tensor<Nest> = csf.convert().unwrap();
    a.validate().unwrap();
    assert_eq!(a.to_dense().unwrap(), values);
    assert_eq!(a.level().child().ptr(), &[0, 2, 2, 3, 5, 5, 7]);
    let mut plus = Tensor::<Dense<Dense<Dense<Value>>>>::default();
    program()
        .declare(&mut plus)
        .body(|(p,)| {
            forall(
                k,
                forall(j, forall(i, p.at((k, j, i)).set(a.at((k, j, i)) + csf.at((k, j, i))))),
            )
        })
        .run()
        .unwrap();
    assert_eq!(plus.to_dense().unwrap(), values.map(|value| 2 * value));
    // Blocks of lists: read, not written.
    let lists = SparseList::new(2, vec![0, 1, 1, 1, 3], vec![1_u32, 0, 1], Value::new(vec![1, 2, 3]));
    let level = SparseBlocks::<U2, U2, _, _, _>::new([2, 3], vec![0, 1], vec![1_u32], lists);
    let b = Tensor::new(level).unwrap();
    // The places of column 3 are padding.
    let expected = [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0];
    assert_eq!((b.to_dense().unwrap(), b.count_stored()), (expected.to_vec(), 1));
    let mut copy = Tensor::<Dense<Dense<Dense<Value>>>>::default();
    program()
        .declare(&mut copy)
        .body(|(p,)| forall(k, forall(j, forall(i, p.at((k, j, i)).set(b.at((k, j, i)))))))
        .run()
        .unwrap();
    assert_eq!(copy.to_dense().unwrap(), expected);
}

#[test]
fn places_are_read_once() {
    indices!(j, i);
    let m = some2::<Blocks>([5, 7], PICTURE.as_flattened());
    let (extents, ptr, idx, child) = m.into_level().into_parts();
    let a = Tensor::new(SparseBlocks::<U2, U3, _, _, _>::new(
        extents,
        ptr,
        idx,
        Counted::new(child),
    ))
    .unwrap();
    let mut s = Scalar::<i64>::default();
    program()
        .declare(&mut s)
        .body(|(s,)| forall(j, forall(i, s.at(()).add(a.at((j, i))))))
        .run()
        .unwrap();
    assert_eq!((s.get(), a.level().child().count()), (66, 11));
}

#[test]
fn a_panic_leaves_it_empty() {
    indices!(j, i);
    let a = Matrix::<i64>::from_dense([5, 7], PICTURE.as_flattened()).unwrap();
    let mut y = some2::<Blocks>([5, 7], PICTURE.as_flattened());
    let fail = Binary(|a: i64, b: i64| if b == 9 { panic!("nine") } else { a + b });
    let run = || {
        program()
            .declare(&mut y)
            .body(|(y,)| forall(j, forall(i, y.at((j, i)).set(map2(fail, a.at((j, i)), a.at((j, i)))))))
            .run()
    };
    assert!(catch_unwind(AssertUnwindSafe(run)).is_err());
    y.validate().unwrap();
    assert_eq!(y.to_dense().unwrap(), [0; 35]);
    y.copy_from(&a).unwrap();
    assert_eq!(y.to_dense().unwrap(), PICTURE.as_flattened());
}

#[test]
fn any_fill() {
    let far = f64::INFINITY;
    let mut values = [far; 12];
    values[1] = 2.0;
    let a = BcsrOver::<f64, U2, U2, Inf>::from_dense([3, 4], &values).unwrap();
    assert_eq!((a.to_dense().unwrap(), a.count_stored()), (values.to_vec(), 4));
    assert_eq!(a.level().blocks(), [arr![arr![far, 2.0], GenericArray::from([far; 2])]]);
    let mut index = Vec::new();
    a.level()
        .for_each(0, &mut Vec::new(), &mut |at, _| index.push(at.to_vec()));
    assert_eq!(index, [[0, 0], [0, 1], [1, 0], [1, 1]]);
}
