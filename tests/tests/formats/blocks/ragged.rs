//! Rows of different lengths.

use crate::testing::*;
use finch_formats::prelude::*;
use finch_formats::{ErrorKind, Result};

type Rows = Ragged<Value>;

fn arrays(level: &Rows) -> (&[usize], &[i64]) {
    (level.ptr(), level.child().val())
}

#[test]
fn storage() {
    let v = some1::<Rows>(&V9);
    assert_eq!(arrays(v.level()), (&[0, 8][..], &[0, 1, 1, 2, 2, 0, 0, 3][..]));
    assert_eq!((v.count_stored(), v.to_dense().unwrap()), (8, V9.to_vec()));
    let z = some1::<Rows>(&[0; 4]);
    assert_eq!(arrays(z.level()), (&[0, 0][..], &[][..]));
    let m = some2::<Dense<Rows>>([5, 5], M5.as_flattened());
    assert_eq!(
        arrays(m.level().child()),
        (&[0, 5, 5, 8, 12, 12][..], &[0, 1, 2, 2, 3, 1, 1, 2, 0, 0, 0, 3][..])
    );
    assert_eq!(
        (m.get([0, 2]), m.get([3, 2]), m.get([2, 4])),
        (Some(2), Some(0), Some(0))
    );
    let whole: Tensor<Rows> = Vector::<i64>::from(V9.to_vec()).convert().unwrap();
    assert_eq!(arrays(whole.level()), (&[0, 9][..], &V9[..]));
}

#[test]
fn drawing() {
    let text = some1::<Rows>(&[4, 0, 5, 0]).to_string();
    assert_eq!(
        text.lines().collect::<Vec<_>>(),
        [
            "4 tensor of i64, fill 0, 3 stored",
            "Ragged [4]",
            "├─ [0]: 4",
            "├─ [1]: 0",
            "├─ [2]: 5"
        ]
    );
}

#[test]
fn parts_are_taken_and_given_back() {
    // Arrays with room.
    let level = Rows::new(4, vec![0, 2, 2, 3, 9], Element::new(vec![1, 2, 3, 4]));
    let m = Tensor::new(Dense::new(3, level)).unwrap();
    assert_eq!(m.to_dense().unwrap(), [1, 2, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0]);
    let (extent, ptr, child) = m.into_level().into_child().into_parts();
    assert_eq!((extent, ptr.len(), child.val().len()), (4, 5, 4));
    let (ptr, val) = ([0, 2], [7.0, 8.0]);
    let borrowed = Ragged::new(4, &ptr[..], Element::<f64, Zero, _>::new(&val[..]));
    let borrowed = Tensor::new(borrowed).unwrap();
    assert_eq!(borrowed.to_dense().unwrap(), [7.0, 8.0, 0.0, 0.0]);
    assert_eq!(
        borrowed.convert::<SparseList<Element<f64>>>().unwrap().level().idx(),
        &[0, 1]
    );
}

#[test]
fn parts_that_do_not_fit_are_refused() {
    let make = |ptr: &[usize], len: usize| {
        let level = Rows::new(6, ptr.to_vec(), Element::new(vec![0; len]));
        Tensor::new(Dense::new(2, level))
            .map(|_| ())
            .map_err(|error| error.to_string())
    };
    let refused = |made: std::result::Result<(), String>, says: &str| {
        let message = made.unwrap_err();
        assert!(message.contains(says), "{message}");
        assert!(message.contains("Ragged") || message.contains("Element"), "{message}")
    };
    assert_eq!(make(&[0, 6, 7], 7), Ok(()));
    assert_eq!(make(&[0, 0, 0], 0), Ok(()));
    refused(make(&[0, 2], 2), "2 where 2 fibers need one more");
    refused(make(&[1, 2, 2], 2), "start with 1");
    refused(make(&[0, 2, 1], 2), "descend");
    refused(
        make(&[0, 1, 8], 8),
        "fiber 1 of a Ragged level has 7 indices, which is more than the extent 6",
    );
    refused(make(&[0, 1, 3], 2), "3 are needed");
    let level = Ragged::new(6, vec![0_i32, -1], Element::<i64>::new(vec![0]));
    assert_eq!(Tensor::new(level).unwrap_err().kind(), ErrorKind::Invalid);
    // There is no index to be refused for its width.
    let level = Ragged::new(isize::MAX as usize, vec![0_u8, 1], Element::<i64>::new(vec![5]));
    assert_eq!(Tensor::new(level).unwrap().get([0]), Some(5));
}

/// Appends `a`, then `b`, to one fiber.
fn one_after_the_other(a: &SparseVector<i64>, b: &SparseVector<i64>, y: &mut Tensor<Rows>) -> Result<()> {
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
    let mut y = Tensor::<Rows>::default();
    one_after_the_other(&list(10, &[1, 3]), &list(10, &[6]), &mut y).unwrap();
    assert_eq!(arrays(y.level()), (&[0, 7][..], &[0, 2, 0, 4, 0, 0, 7][..]));
    let allocation = (y.level().ptr().as_ptr(), y.level().child().val().as_ptr());
    one_after_the_other(&list(10, &[]), &list(10, &[2]), &mut y).unwrap();
    assert_eq!(arrays(y.level()), (&[0, 3][..], &[0, 0, 3][..]));
    assert_eq!(
        allocation,
        (y.level().ptr().as_ptr(), y.level().child().val().as_ptr()),
        "declaring keeps allocations"
    );
    for (a, b) in [(&[1, 3][..], &[3, 8][..]), (&[3, 8], &[1, 3]), (&[3, 4], &[0])] {
        let error = one_after_the_other(&list(10, a), &list(10, b), &mut y).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Order);
        let message = error.to_string();
        assert!(message.contains("Ragged") && message.contains("fiber 0"), "{message}");
        assert_eq!(y.get([a[0]]), Some(a[0] as i64 + 1));
        y.validate().unwrap()
    }
}

#[test]
fn a_fiber_that_comes_too_late_is_refused() {
    indices!(k, j, i);
    // Rows are written once for each `k`: the second time they come after later ones.
    let a = Matrix::<i64>::from_dense([3, 4], &(1..13).collect::<Vec<_>>()).unwrap();
    let twice = Vector::<i64>::from(vec![1, 1]);
    let mut y = RaggedMatrix::<i64>::default();
    let error = program()
        .declare(&mut y)
        .body(|(y,)| forall(k, forall(j, forall(i, y.at((j, i)).add(a.at((j, i)) * twice.at((k,)))))))
        .run()
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Order);
    y.validate().unwrap();
    assert_eq!(y.to_dense().unwrap(), (1..13).collect::<Vec<_>>());
}

#[test]
fn a_level_that_is_updated_goes_on() {
    indices!(j, i);
    let a = some2::<Lists>([4, 5], &[1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0]);
    let b = some2::<Lists>([4, 5], &[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 5, 0, 0, 0, 0]);
    let mut y = RaggedMatrix::<i64>::default();
    program()
        .declare(&mut y)
        .body(|(y,)| forall(j, forall(i, y.at((j, i)).set(a.at((j, i))))))
        .run()
        .unwrap();
    program()
        .update(&mut y)
        .body(|(y,)| forall(j, forall(i, y.at((j, i)).add(b.at((j, i))))))
        .run()
        .unwrap();
    assert_eq!(
        arrays(y.level().child()),
        (&[0, 1, 1, 5, 6][..], &[1, 2, 3, 0, 4, 5][..])
    );
    // Row 0 is behind what was appended now.
    let error = program()
        .update(&mut y)
        .body(|(y,)| forall(j, forall(i, y.at((j, i)).add(a.at((j, i))))))
        .run()
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Order);
    y.validate().unwrap();
    assert_eq!(y.count_stored(), 6);
}

#[test]
fn narrow_integers_are_refused_before_they_are_cut_off() {
    // Positions beyond 255 are more than pointers can count: those of entries, and those before them.
    type Short = Ragged<Value, Vec<u8>>;
    indices!(i);
    for (indices, kept) in [
        ((0..255).collect::<Vec<_>>(), 255),
        ((0..256).collect(), 255),
        (vec![254], 1),
        (vec![255], 0),
        (vec![7, 254], 2),
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
    assert!(some1::<Rows>(&[]).to_dense().unwrap().is_empty());
    for shape in [[0, 3], [3, 0], [0, 0]] {
        assert_eq!(some2::<Dense<Rows>>(shape, &[]).count_stored(), 0);
        assert_eq!(some2::<Ragged<Rows>>(shape, &[]).count_stored(), 0);
        assert_eq!(some2::<Ragged<Dense<Value>>>(shape, &[]).count_stored(), 0);
    }
}

#[test]
fn reads_with_others() {
    merges::<Dense<Rows>>();
    merges::<SparseList<Rows>>();
}

#[test]
fn nests_of_rows() {
    merges::<Ragged<Rows>>();
    merges::<Ragged<Dense<Value>>>();
    merges::<Ragged<SparseBand<Value>>>();
}

#[test]
fn nests_of_rows_of_lists() {
    merges::<Ragged<SparseList<Value>>>();
    merges::<Ragged<RunList<Value>>>();
}

#[test]
fn equal_fibers_are_merged() {
    let rows = [V9, V9, [0; 9], [0; 9], V9];
    let runs = some2::<RunList<Rows>>([5, 9], rows.as_flattened());
    assert_eq!(runs.to_dense().unwrap(), rows.as_flattened());
    assert_eq!(runs.level().right(), &[2, 4, 5]);
    assert_eq!(runs.level().child().ptr(), &[0, 8, 8, 16]);
}

#[test]
fn sums_in_any_order_are_sums() {
    sums_in_any_order::<Dense<Rows>>();
    sums_in_any_order::<SparseList<Rows>>();
}

#[test]
fn round_trips() {
    let dense = M5.as_flattened();
    let a: RaggedMatrix<i64> = Csr::<i64>::from_dense([5, 5], dense).unwrap().convert().unwrap();
    let coo: Coo<i64> = a.drop_fills().unwrap();
    assert_eq!(coo.count_stored(), 8);
    let back: RaggedMatrix<i64> = coo.convert().unwrap();
    assert_eq!(arrays(back.level().child()), arrays(a.level().child()));
    assert!(a == back && back.to_dense().unwrap() == dense);
}
