//! Sparse bands.

use crate::testing::*;
use finch_formats::prelude::*;
use finch_formats::{ErrorKind, Result};

type Band = SparseBand<Value>;

fn arrays(level: &Band) -> (&[usize], &[u32], &[i64]) {
    (level.ptr(), level.left(), level.child().val())
}

#[test]
fn storage() {
    let v = some1::<Band>(&V9);
    assert_eq!(arrays(v.level()), (&[0, 7][..], &[1][..], &[1, 1, 2, 2, 0, 0, 3][..]));
    assert_eq!((v.count_stored(), v.to_dense().unwrap()), (7, V9.to_vec()));
    let b = some1::<Band>(&[0, 1, 1, 0, 0, 1]);
    assert_eq!(arrays(b.level()), (&[0, 5][..], &[1][..], &[1, 1, 0, 0, 1][..]));
    let h = some1::<Band>(&[0, 0, 1, 0, 0, 0]);
    assert_eq!(arrays(h.level()), (&[0, 1][..], &[2][..], &[1][..]));
    let z = some1::<Band>(&[0; 4]);
    assert_eq!(arrays(z.level()), (&[0, 0][..], &[0][..], &[][..]));
    let m = some2::<Dense<Band>>([5, 5], M5.as_flattened());
    assert_eq!(
        arrays(m.level().child()),
        (
            &[0, 4, 4, 7, 8, 8][..],
            &[1, 0, 0, 3, 0][..],
            &[1, 2, 2, 3, 1, 1, 2, 3][..]
        )
    );
    assert_eq!(
        (m.get([0, 2]), m.get([3, 2]), m.get([2, 4])),
        (Some(2), Some(0), Some(0))
    );
    let whole: Tensor<Band> = Vector::<i64>::from(V9.to_vec()).convert().unwrap();
    assert_eq!(arrays(whole.level()), (&[0, 9][..], &[0][..], &V9[..]));
}

#[test]
fn drawing() {
    let text = some1::<Band>(&[0, 0, 4, 0, 5, 0]).to_string();
    assert_eq!(
        text.lines().collect::<Vec<_>>(),
        [
            "6 tensor of i64, fill 0, 3 stored",
            "SparseBand [6]",
            "├─ [2]: 4",
            "├─ [3]: 0",
            "├─ [4]: 5"
        ]
    );
}

#[test]
fn parts_are_taken_and_given_back() {
    // An empty block behind the end, and arrays with room.
    let level = Band::new(4, vec![0, 2, 2, 3, 9], vec![2, 4, 0, 7], Element::new(vec![1, 2, 3, 4]));
    let m = Tensor::new(Dense::new(3, level)).unwrap();
    assert_eq!(m.to_dense().unwrap(), [0, 0, 1, 2, 0, 0, 0, 0, 3, 0, 0, 0]);
    let (extent, ptr, left, child) = m.into_level().into_child().into_parts();
    assert_eq!((extent, ptr.len(), left.len(), child.val().len()), (4, 5, 4, 4));
    let (ptr, left, val) = ([0, 2], [2_u32], [7.0, 8.0]);
    let borrowed = SparseBand::new(5, &ptr[..], &left[..], Element::<f64, Zero, _>::new(&val[..]));
    assert_eq!(
        Tensor::new(borrowed).unwrap().to_dense().unwrap(),
        [0.0, 0.0, 7.0, 8.0, 0.0]
    );
}

#[test]
fn parts_that_do_not_fit_are_refused() {
    let make = |ptr: &[usize], left: &[u32], len: usize| {
        let level = Band::new(6, ptr.to_vec(), left.to_vec(), Element::new(vec![0; len]));
        Tensor::new(Dense::new(2, level))
            .map(|_| ())
            .map_err(|error| error.to_string())
    };
    let refused = |made: std::result::Result<(), String>, says: &str| {
        let message = made.unwrap_err();
        assert!(message.contains(says), "{message}");
        assert!(
            message.contains("SparseBand") || message.contains("Element"),
            "{message}"
        )
    };
    assert_eq!(make(&[0, 6, 7], &[0, 5], 7), Ok(()));
    assert_eq!(make(&[0, 0, 0], &[6, 6], 0), Ok(()));
    refused(make(&[0, 2], &[0, 0], 2), "2 where 2 fibers need one more");
    refused(make(&[1, 2, 2], &[0, 0], 2), "start with 1");
    refused(make(&[0, 2, 1], &[0, 0], 2), "descend");
    refused(make(&[0, 1, 2], &[0], 2), "1 starts");
    refused(
        make(&[0, 1, 8], &[0, 0], 8),
        "fiber 1 of a SparseBand level has 7 indices from 0 on",
    );
    refused(
        make(&[0, 3, 4], &[4, 0], 8),
        "fiber 0 of a SparseBand level has 3 indices from 4 on",
    );
    refused(make(&[0, 0, 0], &[7, 0], 8), "from 7 on");
    refused(make(&[0, 1, 3], &[4, 0], 2), "3 are needed");
    let level = SparseBand::new(6, vec![0_i32, 1], vec![-1_i32], Element::<i64>::new(vec![0]));
    assert_eq!(Tensor::new(level).unwrap_err().kind(), ErrorKind::OutOfBounds);
    let level = SparseBand::new(usize::MAX, vec![0, 0], vec![0_u64], Element::<i64>::new(vec![]));
    assert_eq!(Tensor::new(level).unwrap_err().kind(), ErrorKind::TooLarge);
}

/// Appends `a`, then `b`, to one fiber.
fn one_after_the_other(a: &SparseVector<i64>, b: &SparseVector<i64>, y: &mut Tensor<Band>) -> Result<()> {
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
    let mut y = Tensor::<Band>::default();
    one_after_the_other(&list(10, &[1, 3]), &list(10, &[6, 8]), &mut y).unwrap();
    assert_eq!(
        arrays(y.level()),
        (&[0, 8][..], &[1][..], &[2, 0, 4, 0, 0, 7, 0, 9][..])
    );
    one_after_the_other(&list(10, &[]), &list(10, &[6]), &mut y).unwrap();
    assert_eq!(arrays(y.level()), (&[0, 1][..], &[6][..], &[7][..]));
    for (a, b) in [(&[1, 3][..], &[3, 8][..]), (&[3, 8], &[1, 3]), (&[3, 4], &[0])] {
        let error = one_after_the_other(&list(10, a), &list(10, b), &mut y).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Order);
        let message = error.to_string();
        assert!(
            message.contains("SparseBand") && message.contains("fiber 0"),
            "{message}"
        );
        assert_eq!(stored(&y)[0].0, a[0])
    }
}

#[test]
fn a_level_that_is_updated_goes_on() {
    indices!(i);
    let (a, b) = (list(10, &[1, 2]), list(10, &[4]));
    let mut y = Tensor::<Band>::default();
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
    assert_eq!(arrays(y.level()), (&[0, 4][..], &[1][..], &[2, 3, 0, 5][..]));
}

#[test]
fn narrow_integers_are_refused_before_they_are_cut_off() {
    // Indices up to 255 fit a byte.
    type Narrow = SparseBand<Value, Vec<u8>, Vec<u8>>;
    assert!(Tensor::<Narrow>::empty([256]).is_ok());
    let error = Tensor::<Narrow>::empty([257]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    assert!(
        error.to_string().contains("257") && error.to_string().contains("u8"),
        "{error}"
    );
    // Positions beyond 255 are more than pointers can count: those of entries, and those between them.
    type Short = SparseBand<Value, Vec<u8>>;
    indices!(i);
    for (indices, kept) in [
        ((7..262).collect::<Vec<_>>(), 255),
        ((7..263).collect(), 255),
        ((7..900).collect(), 255),
        (vec![7, 261], 2),
        (vec![7, 262], 1),
        (vec![7, 9, 900], 2),
    ] {
        let a = list(1000, &indices);
        let mut y = Tensor::<Short>::default();
        let outcome = program()
            .declare(&mut y)
            .body(|(y,)| forall(i, y.at((i,)).set(a.at((i,)))))
            .run();
        let held: Vec<_> = stored(&y).into_iter().filter(|(_, value)| *value != 0).collect();
        assert_eq!(held, stored(&a)[..kept]);
        match kept == indices.len() {
            true => outcome.unwrap(),
            false => assert_eq!(outcome.unwrap_err().kind(), ErrorKind::TooLarge),
        }
    }
}

#[test]
fn extents_of_zero() {
    assert!(some1::<Band>(&[]).to_dense().unwrap().is_empty());
    for shape in [[0, 3], [3, 0], [0, 0]] {
        assert_eq!(some2::<Dense<Band>>(shape, &[]).count_stored(), 0);
        assert_eq!(some2::<SparseBand<Band>>(shape, &[]).count_stored(), 0);
        assert_eq!(some2::<SparseBand<Dense<Value>>>(shape, &[]).count_stored(), 0);
    }
}

#[test]
fn reads_with_others() {
    merges::<Dense<Band>>();
    merges::<SparseList<Band>>();
}

#[test]
fn nests_of_bands() {
    merges::<SparseBand<Band>>();
    merges::<SparseBand<Dense<Value>>>();
    merges::<SparseBand<SparseBlockList<Value>>>();
}

#[test]
fn nests_of_bands_of_lists() {
    merges::<SparseBand<SparseList<Value>>>();
    merges::<SparseBand<RunList<Value>>>();
}

#[test]
fn equal_fibers_are_merged() {
    let rows = [V9, V9, [0; 9], [0; 9], V9];
    let runs = some2::<RunList<Band>>([5, 9], rows.as_flattened());
    assert_eq!(runs.to_dense().unwrap(), rows.as_flattened());
    assert_eq!(runs.level().right(), &[2, 4, 5]);
    assert_eq!(runs.level().child().left(), &[1, 0, 1]);
    assert_eq!(runs.level().child().ptr(), &[0, 7, 7, 14]);
}

#[test]
fn a_triangle_has_a_band_per_row() {
    indices!(j, i);
    let a = Matrix::<i64>::from_dense([4, 4], &(1..17).collect::<Vec<_>>()).unwrap();
    let mut lower = BandMatrix::<i64>::default();
    program()
        .declare(&mut lower)
        .body(|(l,)| forall(j, forall(i, when(i.le(j), l.at((j, i)).set(a.at((j, i)))))))
        .run()
        .unwrap();
    lower.validate().unwrap();
    assert_eq!(lower.level().child().ptr(), &[0, 1, 3, 6, 10]);
    assert_eq!(lower.level().child().left(), &[0, 0, 0, 0]);
    assert_eq!(
        lower.level().child().child().val(),
        &[1, 5, 6, 9, 10, 11, 13, 14, 15, 16]
    );
}

#[test]
fn sums_in_any_order_are_sums() {
    sums_in_any_order::<Dense<Band>>();
    sums_in_any_order::<SparseBand<SparseBlockList<Value>>>();
}
