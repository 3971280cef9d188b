//! Sparse block lists: their arrays, what comes when, and reading them together with others.

use crate::testing::*;
use finch_formats::prelude::*;
use finch_formats::{ErrorKind, Result};

type Blocks = SparseBlockList<Value>;
type Rows<L> = Tensor<Dense<L>>;

fn arrays(level: &Blocks) -> (&[usize], &[u32], &[usize], &[i64]) {
    (level.ptr(), level.right(), level.ofs(), level.child().val())
}

#[test]
fn storage() {
    let v = some1::<Blocks>(&V9);
    assert_eq!(
        arrays(v.level()),
        (&[0, 2][..], &[5, 8][..], &[0, 4, 5][..], &[1, 1, 2, 2, 3][..])
    );
    assert_eq!((v.count_stored(), v.to_dense().unwrap()), (5, V9.to_vec()));
    let b = some1::<Blocks>(&[0, 1, 1, 0, 0, 1]);
    assert_eq!(
        arrays(b.level()),
        (&[0, 2][..], &[3, 6][..], &[0, 2, 3][..], &[1, 1, 1][..])
    );
    let z = some1::<Blocks>(&[0; 4]);
    assert_eq!(arrays(z.level()), (&[0, 0][..], &[][..], &[0][..], &[][..]));
    let m = some2::<Dense<Blocks>>([5, 5], M5.as_flattened());
    assert_eq!(
        arrays(m.level().child()),
        (
            &[0, 1, 1, 2, 3, 3][..],
            &[5, 3, 4][..],
            &[0, 4, 7, 8][..],
            &[1, 2, 2, 3, 1, 1, 2, 3][..]
        )
    );
    assert_eq!(m.get([0, 2]), Some(2));
    assert_eq!(m.get([3, 2]), Some(0));
    // What is assigned is stored, in one block.
    let whole: Tensor<Blocks> = Vector::<i64>::from(V9.to_vec()).convert().unwrap();
    assert_eq!(arrays(whole.level()), (&[0, 1][..], &[9][..], &[0, 9][..], &V9[..]));
}

#[test]
fn drawing() {
    let text = some1::<Blocks>(&V9).to_string();
    assert_eq!(
        text.lines().collect::<Vec<_>>(),
        [
            "9 tensor of i64, fill 0, 5 stored",
            "SparseBlockList [9]",
            "├─ [1]: 1",
            "├─ [2]: 1",
            "├─ [3]: 2",
            "├─ [4]: 2",
            "├─ [7]: 3"
        ]
    );
    assert!(some1::<Blocks>(&[0, 0]).to_string().contains("SparseBlockList [2]"));
}

#[test]
fn parts_are_taken_and_given_back() {
    // Touching blocks, and arrays with room.
    let level = Blocks::new(
        6,
        vec![0, 3],
        vec![2, 4, 6, 9],
        vec![0, 2, 3, 4, 5, 0],
        Element::new(vec![1, 2, 3, 4, 5]),
    );
    let v = Tensor::new(level).unwrap();
    assert_eq!(v.to_dense().unwrap(), [1, 2, 0, 3, 0, 4]);
    assert_eq!(stored(&v), [(0, 1), (1, 2), (3, 3), (5, 4)]);
    let (extent, ptr, right, ofs, child) = v.into_level().into_parts();
    assert_eq!((extent, ptr.len(), right.len(), ofs.len()), (6, 2, 4, 6));
    assert_eq!(child.val().len(), 5);
    let (ptr, right, ofs, val) = ([0, 1], [4_u32], [0, 2], [7.0, 8.0]);
    let borrowed = SparseBlockList::new(
        5,
        &ptr[..],
        &right[..],
        &ofs[..],
        Element::<f64, Zero, _>::new(&val[..]),
    );
    assert_eq!(
        Tensor::new(borrowed).unwrap().to_dense().unwrap(),
        [0.0, 0.0, 7.0, 8.0, 0.0]
    );
}

#[test]
fn parts_that_do_not_fit_are_refused() {
    let make = |ptr: &[usize], right: &[u32], ofs: &[usize], len: usize| {
        let level = Blocks::new(
            6,
            ptr.to_vec(),
            right.to_vec(),
            ofs.to_vec(),
            Element::new(vec![0; len]),
        );
        Tensor::new(Dense::new(2, level))
            .map(|_| ())
            .map_err(|error| error.to_string())
    };
    let refused = |made: std::result::Result<(), String>, says: &str| {
        let message = made.unwrap_err();
        assert!(message.contains(says), "{message}");
        assert!(
            message.contains("SparseBlockList") || message.contains("Element"),
            "{message}"
        )
    };
    assert_eq!(make(&[0, 2, 3], &[3, 6, 6], &[0, 1, 4, 10], 10), Ok(()));
    refused(make(&[0, 2], &[3, 6], &[0, 1, 2], 2), "2 where 2 fibers need one more");
    refused(make(&[1, 2, 2], &[3, 6], &[0, 1, 2], 2), "start with 1");
    refused(make(&[0, 2, 1], &[3, 6], &[0, 1, 2], 2), "descend");
    refused(make(&[0, 2, 3], &[3, 6], &[0, 1, 2], 2), "beyond its 2 entries");
    refused(make(&[0, 1, 2], &[3, 6], &[0, 1], 2), "2 where 2 blocks need one more");
    refused(make(&[0, 1, 2], &[3, 6], &[1, 2, 3], 3), "start with 1, not 0");
    refused(
        make(&[0, 1, 2], &[3, 6], &[0, 1, 1], 3),
        "at block 1: blocks are not empty",
    );
    refused(
        make(&[0, 1, 2], &[3, 6], &[0, 2, 1], 3),
        "at block 1: blocks are not empty",
    );
    refused(make(&[0, 1, 2], &[3, 7], &[0, 1, 2], 3), "ends at 7");
    refused(make(&[0, 1, 2], &[3, 6], &[0, 4, 5], 5), "block 0 of fiber 0");
    refused(
        make(&[0, 2, 2], &[3, 6], &[0, 1, 5], 5),
        "where the one before ends (3)",
    );
    refused(make(&[0, 2, 2], &[6, 3], &[0, 1, 2], 5), "block 1 of fiber 0");
    refused(make(&[0, 1, 2], &[3, 6], &[0, 1, 4], 3), "4 are needed");
    // Negative numbers come out large.
    let level = SparseBlockList::new(
        6,
        vec![0_i32, 1],
        vec![-1_i32],
        vec![0, 1],
        Element::<i64>::new(vec![0]),
    );
    assert_eq!(Tensor::new(level).unwrap_err().kind(), ErrorKind::Invalid);
}

/// Appends `a`, then `b`, to one fiber.
fn one_after_the_other(a: &SparseVector<i64>, b: &SparseVector<i64>, y: &mut Tensor<Blocks>) -> Result<()> {
    indices!(i);
    program()
        .declare(y)
        .body(|(y,)| {
            then(
                forall(i, y.at((i,)).set(a.at((i,)))),
                forall(i, y.at((i,)).set(b.at((i,)))),
            )
        })
        .run()
}

#[test]
fn a_second_loop_goes_on_behind_the_first() {
    let mut y = Tensor::<Blocks>::default();
    one_after_the_other(&list(10, &[1, 3]), &list(10, &[4, 8]), &mut y).unwrap();
    assert_eq!(stored(&y), [(1, 2), (3, 4), (4, 5), (8, 9)]);
    assert_eq!(y.level().right(), &[2, 5, 9]);
    for (a, b, kept) in [
        (&[1, 3][..], &[3, 8][..], vec![(1, 2), (3, 4), (8, 9)]),
        (&[3, 8], &[1, 3], vec![(3, 4), (8, 9)]),
    ] {
        let error = one_after_the_other(&list(10, a), &list(10, b), &mut y).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Order);
        let message = error.to_string();
        assert!(
            message.contains("SparseBlockList") && message.contains("fiber 0"),
            "{message}"
        );
        let held = stored(&y);
        assert!(held == kept || held == kept[..2], "{held:?}")
    }
}

#[test]
fn a_second_target_in_one_loop_is_refused() {
    indices!(i);
    let (a, b) = (list(10, &[1, 3]), Vector::<i64>::from(vec![1; 10]));
    let mut y = Tensor::<Blocks>::default();
    let outcome = program()
        .declare(&mut y)
        .body(|(y,)| forall(i, then(y.at((i,)).set(b.at((i,))), y.at((i,)).set(b.at((i,))))))
        .run();
    assert_eq!(outcome.unwrap_err().kind(), ErrorKind::Order);
    y.validate().unwrap();
    // The level is as good as new.
    program()
        .declare(&mut y)
        .body(|(y,)| forall(i, y.at((i,)).set(a.at((i,)))))
        .run()
        .unwrap();
    assert_eq!(stored(&y), [(1, 2), (3, 4)]);
}

#[test]
fn a_level_that_is_updated_goes_on() {
    indices!(i);
    let (a, b) = (list(10, &[1, 2]), list(10, &[3, 5]));
    let mut y = Tensor::<Blocks>::default();
    program()
        .declare(&mut y)
        .body(|(y,)| forall(i, y.at((i,)).set(a.at((i,)))))
        .run()
        .unwrap();
    program()
        .update(&mut y)
        .body(|(y,)| forall(i, y.at((i,)).add(b.at((i,)))))
        .run()
        .unwrap();
    assert_eq!(stored(&y), [(1, 2), (2, 3), (3, 4), (5, 6)]);
    assert_eq!(
        (&y.level().right()[..], &y.level().ofs()[..]),
        (&[4, 6][..], &[0, 3, 4][..])
    );
}

#[test]
fn narrow_integers_are_refused_before_they_are_cut_off() {
    // Ends up to 255 fit a byte, so extents up to 255 do.
    type Narrow = SparseBlockList<Value, Vec<u8>, Vec<u8>>;
    assert!(Tensor::<Narrow>::empty([255]).is_ok());
    let error = Tensor::<Narrow>::empty([256]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    assert!(
        error.to_string().contains("256") && error.to_string().contains("u8"),
        "{error}"
    );
    // 300 entries are more than offsets can count.
    type Short = SparseBlockList<Value, Vec<u8>>;
    indices!(i);
    for (count, fits) in [(255, true), (256, false), (300, false)] {
        let a = list(1000, &(0..count).map(|k| 3 * k).collect::<Vec<_>>());
        let mut y = Tensor::<Short>::default();
        let outcome = program()
            .declare(&mut y)
            .body(|(y,)| forall(i, y.at((i,)).set(a.at((i,)))))
            .run();
        let held = stored(&y);
        assert_eq!(held, stored(&a)[..held.len()]);
        assert_eq!(held.len(), 255.min(count));
        match fits {
            true => outcome.unwrap(),
            false => assert_eq!(outcome.unwrap_err().kind(), ErrorKind::TooLarge),
        }
    }
}

#[test]
fn extents_of_zero() {
    assert!(some1::<Blocks>(&[]).to_dense().unwrap().is_empty());
    for shape in [[0, 3], [3, 0], [0, 0]] {
        assert_eq!(some2::<Dense<Blocks>>(shape, &[]).count_stored(), 0);
        assert_eq!(some2::<SparseBlockList<Blocks>>(shape, &[]).count_stored(), 0);
        assert_eq!(some2::<SparseBlockList<Dense<Value>>>(shape, &[]).count_stored(), 0);
    }
}

#[test]
fn reads_with_others() {
    merges::<Dense<Blocks>>();
    merges::<SparseList<Blocks>>();
}

#[test]
fn nests_of_blocks_of_blocks() {
    merges::<SparseBlockList<Blocks>>();
    merges::<SparseBlockList<Dense<Value>>>();
}

#[test]
fn nests_of_blocks_of_lists() {
    merges::<SparseBlockList<SparseList<Value>>>();
    merges::<SparseBlockList<RunList<Value>>>();
}

#[test]
fn equal_fibers_of_blocks_are_merged() {
    let rows = [V9, V9, [0; 9], [0; 9], V9];
    let runs = some2::<RunList<Blocks>>([5, 9], rows.as_flattened());
    assert_eq!(runs.to_dense().unwrap(), rows.as_flattened());
    assert_eq!(runs.level().right(), &[2, 4, 5]);
    assert_eq!(runs.level().child().right(), &[5, 8, 5, 8]);
    let sparse = some2::<SparseRunList<Blocks>>([5, 9], rows.as_flattened());
    assert_eq!(sparse.to_dense().unwrap(), rows.as_flattened());
    assert_eq!(sparse.level().left(), &[0, 4]);
}

#[test]
fn patterns_and_other_fills() {
    let entries = [[0, 1], [0, 2], [1, 0], [0, 4]].map(|index| (index, true));
    let p = Tensor::<Dense<SparseBlockList<Pattern>>>::from_triplets([2, 5], entries, Or).unwrap();
    assert_eq!((&p.level().child().right()[..], p.count_stored()), (&[3, 5, 1][..], 4));
    assert_eq!(p.get([0, 2]), Some(true));
    assert_eq!(p.get([1, 2]), Some(false));
    let far = BlockVectorOver::<f64, Inf>::from_triplets([4], [([1], 2.0), ([2], 3.0)], Min).unwrap();
    assert_eq!(far.to_dense().unwrap(), [f64::INFINITY, 2.0, 3.0, f64::INFINITY]);
    let mut least = Scalar::new(9.0);
    indices!(i);
    program()
        .update(&mut least)
        .body(|(least,)| forall(i, least.at(()).reduce(Min, far.at((i,)))))
        .run()
        .unwrap();
    assert_eq!(least.get(), 2.0);
}

#[test]
fn blocks_are_looked_up_inside() {
    let a: Rows<SparseBlockList<Element<f64>>> = BlockCsr::from_triplets([2, 6], [([0, 1], 1.0)], Add).unwrap();
    let x = Vector::<f64>::from(vec![1.0; 6]);
    let mut y = Vector::<f64>::default();
    indices!(j, i);
    let text = program()
        .declare(&mut y)
        .body(|(y,)| {
            let product = a.at((j, i)).named("a") * x.at((i,)).named("x");
            forall(j, forall(i, y.at((j,)).named("y").add(product)))
        })
        .explain();
    for line in [
        "a[j, i]: j: Dense -> Lookup; i: SparseBlockList -> Sequence(Stepper(Sequence(Run(fill 0), Lookup)), Run(fill 0))",
        "Stepper, driven: a[j, i]",
        "y[j] += a[j, i] * x[i]",
    ] {
        assert!(text.contains(line), "`{line}` is not said in\n{text}")
    }
}

#[test]
fn sums_in_any_order_are_sums() {
    sums_in_any_order::<Dense<Blocks>>();
    sums_in_any_order::<SparseList<Blocks>>();
    sums_in_any_order::<Dense<Dense<Value>>>();
    sums_in_any_order::<Dense<SparseList<Value>>>();
    sums_in_any_order::<Dense<SparseRunList<Value>>>();
}
