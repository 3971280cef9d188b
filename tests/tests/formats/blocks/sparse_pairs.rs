//! Lists of indices side by side with values.

use crate::testing::*;
use finch_formats::prelude::*;
use finch_formats::{ErrorKind, Result};
use finch_traits::algebra::Binary;
use std::panic::{AssertUnwindSafe, catch_unwind};

type Pairs = SparsePairs<i64>;

fn arrays(level: &Pairs) -> (&[usize], Vec<(u32, i64)>) {
    let pairs = level.pairs().iter().map(|pair| (pair.index, pair.value));
    (level.ptr(), pairs.collect())
}

#[test]
fn storage() {
    let v = some1::<Pairs>(&V9);
    let expected = vec![(1, 1), (2, 1), (3, 2), (4, 2), (7, 3)];
    assert_eq!(arrays(v.level()), (&[0, 5][..], expected));
    assert_eq!((v.count_stored(), v.to_dense().unwrap()), (5, V9.to_vec()));
    assert_eq!((v.get([4]), v.get([5]), v.get([9])), (Some(2), Some(0), None));
    let m = some2::<Dense<Pairs>>([5, 5], M5.as_flattened());
    assert_eq!(m.level().child().ptr(), &[0, 4, 4, 7, 8, 8]);
    assert_eq!(
        m.level().child().pairs()[4..7],
        [(0, 1), (1, 1), (2, 2)].map(|(at, value)| Pair::new(at, value))
    );
    assert_eq!(m.to_dense().unwrap(), M5.as_flattened());
    // All of a dense vector, zeros too.
    let whole: Tensor<Pairs> = Vector::<i64>::from(V9.to_vec()).convert().unwrap();
    assert_eq!(whole.count_stored(), 9);
    // There and back.
    let csr: Csr<i64> = m.convert().unwrap();
    let coo: Coo<i64> = csr.convert().unwrap();
    let back: Tensor<Dense<Pairs>> = coo.convert().unwrap();
    assert_eq!(arrays(back.level().child()), arrays(m.level().child()));
}

#[test]
fn drawing() {
    let text = some1::<Pairs>(&[0, 0, 4, 0, 5, 0]).to_string();
    assert_eq!(
        text.lines().collect::<Vec<_>>(),
        [
            "6 tensor of i64, fill 0, 2 stored",
            "SparsePairs [6]",
            "├─ [2]: 4",
            "├─ [4]: 5"
        ]
    );
}

#[test]
fn parts_are_taken_and_given_back() {
    // Arrays with room.
    let pairs: Vec<_> = [(2, 1), (3, 2), (0, 3), (9, 9)]
        .map(|(at, value)| Pair::new(at, value))
        .into();
    let m = Tensor::new(Dense::new(3, Pairs::new(4, vec![0, 2, 2, 3, 9], pairs))).unwrap();
    assert_eq!(m.to_dense().unwrap(), [0, 0, 1, 2, 0, 0, 0, 0, 3, 0, 0, 0]);
    let (rows, cols, ptr, pairs) = m.into_parts();
    assert_eq!((rows, cols, ptr.len(), pairs.len()), (3, 4, 5, 4));
    // Borrowed, from pairs and from bytes.
    let pairs = [Pair::new(1_u32, 2.5_f32), Pair::new(0, 0.5), Pair::new(2, 1.5)];
    let bytes: &[u8] = bytemuck::cast_slice(&pairs);
    let read: &[Pair<u32, f32>] = bytemuck::try_cast_slice(bytes).unwrap();
    for pairs in [&pairs[..], read] {
        let a = PackedCsrView::<f32>::from_parts(2, 3, &[0, 1, 3], pairs).unwrap();
        assert_eq!(a.to_dense().unwrap(), [0.0, 2.5, 0.0, 0.5, 0.0, 1.5]);
        let csr: Csr<f32> = a.convert().unwrap();
        assert_eq!(csr.level().child().idx(), &[1, 0, 2]);
    }
}

#[test]
fn parts_that_do_not_fit_are_refused() {
    let make = |ptr: &[usize], idx: &[u32]| {
        let pairs = idx.iter().map(|&index| Pair::new(index, 1)).collect();
        Tensor::new(Dense::new(2, Pairs::new(6, ptr.to_vec(), pairs)))
            .map(|_| ())
            .map_err(|error| error.to_string())
    };
    let refused = |made: std::result::Result<(), String>, says: &str| {
        let message = made.unwrap_err();
        assert!(message.contains(says) && message.contains("SparsePairs"), "{message}")
    };
    assert_eq!(make(&[0, 2, 3], &[0, 5, 5]), Ok(()));
    assert_eq!(make(&[0, 0, 0], &[]), Ok(()));
    refused(make(&[0, 2], &[0, 1]), "2 where 2 fibers need one more");
    refused(make(&[1, 2, 2], &[0, 1]), "start with 1");
    refused(make(&[0, 2, 1], &[0, 1]), "descend from 2 to 1 at fiber 1");
    refused(make(&[0, 1, 3], &[0, 1]), "end at 3, beyond its 2 entries");
    refused(
        make(&[0, 1, 3], &[0, 4, 4]),
        "fiber 1 of a SparsePairs level are not strictly ascending: 4 follows 4",
    );
    refused(
        make(&[0, 1, 3], &[0, 4, 6]),
        "index 6 of fiber 1 of a SparsePairs level is not below the extent 6",
    );
    let negative = SparsePairs::<i64, Zero, _, _>::new(6, vec![0_i32, 1], vec![Pair::new(-1_i32, 1)]);
    assert_eq!(Tensor::new(negative).unwrap_err().kind(), ErrorKind::OutOfBounds);
    let wide = SparsePairs::<i64, Zero, _, _>::new(257, vec![0, 0], Vec::<Pair<u8, i64>>::new());
    let error = Tensor::new(wide).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    assert!(error.to_string().contains("u8"), "{error}");
}

/// Appends `a`, then `b`, to one fiber.
fn one_after_the_other(a: &SparseVector<i64>, b: &SparseVector<i64>, y: &mut Tensor<Pairs>) -> Result<()> {
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
    let mut y = Tensor::<Pairs>::default();
    one_after_the_other(&list(10, &[1, 3]), &list(10, &[6, 8]), &mut y).unwrap();
    assert_eq!(stored(&y), [(1, 2), (3, 4), (6, 7), (8, 9)]);
    one_after_the_other(&list(10, &[]), &list(10, &[6]), &mut y).unwrap();
    assert_eq!(stored(&y), [(6, 7)]);
    for (a, b) in [(&[1, 3][..], &[3, 8][..]), (&[3, 8], &[1, 3]), (&[3, 4], &[0])] {
        let error = one_after_the_other(&list(10, a), &list(10, b), &mut y).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Order);
        let message = error.to_string();
        assert!(
            message.contains("SparsePairs") && message.contains("fiber 0"),
            "{message}"
        );
        assert_eq!(stored(&y)[0].0, a[0])
    }
    indices!(i);
    let a = list(10, &[1, 3]);
    let both = program()
        .declare(&mut y)
        .body(|(y,)| forall(i, then(y.at((i,)).add(a.at((i,))), y.at((i,)).add(a.at((i,))))));
    assert_eq!(both.run().unwrap_err().kind(), ErrorKind::Order);
    y.validate().unwrap();
}

#[test]
fn a_level_that_is_updated_goes_on() {
    indices!(j, i);
    let (a, b) = (list(10, &[1, 2]), list(10, &[4]));
    let mut y = Tensor::<Pairs>::default();
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
    assert_eq!(stored(&y), [(1, 2), (2, 3), (4, 5)]);
    let mut m = some2::<Dense<Pairs>>([3, 4], &[1, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    let later = some2::<Lists>([3, 4], &[0, 0, 0, 5, 0, 0, 0, 0, 6, 0, 7, 0]);
    program()
        .update(&mut m)
        .body(|(m,)| forall(j, forall(i, m.at((j, i)).add(later.at((j, i))))))
        .run()
        .unwrap();
    m.validate().unwrap();
    assert_eq!(m.to_dense().unwrap(), [1, 0, 2, 5, 0, 0, 0, 0, 6, 0, 7, 0]);
    let again = program()
        .update(&mut m)
        .body(|(m,)| forall(j, forall(i, m.at((j, i)).add(later.at((j, i))))));
    assert_eq!(again.run().unwrap_err().kind(), ErrorKind::Order);
    m.validate().unwrap();
    assert_eq!(m.to_dense().unwrap(), [1, 0, 2, 5, 0, 0, 0, 0, 6, 0, 7, 0]);
}

#[test]
fn declaring_again_keeps_allocations() {
    let mut y = Tensor::<Pairs>::from_dense([300], &[7; 300]).unwrap();
    let room = y.level().pairs().capacity();
    y.copy_from(&list(10, &[1, 3])).unwrap();
    assert_eq!((stored(&y).len(), y.level().pairs().capacity()), (2, room));
}

#[test]
fn narrow_integers_are_refused_before_they_are_cut_off() {
    type Narrow = SparsePairs<i64, Zero, Vec<u8>, Vec<Pair<u8, i64>>>;
    assert!(Tensor::<Narrow>::empty([256]).is_ok());
    let error = Tensor::<Narrow>::empty([257]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    assert!(error.to_string().contains("257"), "{error}");
    type Short = SparsePairs<i64, Zero, Vec<u8>>;
    indices!(i);
    for count in [3, 254, 255, 256, 900] {
        let a = list(1000, &(7..7 + count).collect::<Vec<_>>());
        // What is announced, and what is not.
        for announced in [true, false] {
            let mut y = Tensor::<Short>::default();
            let value = a.at((i,));
            let outcome = match announced {
                true => program()
                    .declare(&mut y)
                    .body(|(y,)| forall(i, y.at((i,)).set(value)))
                    .run(),
                false => program()
                    .declare(&mut y)
                    .body(|(y,)| forall(i, when(value.ne(constant(0)), y.at((i,)).set(value + value))))
                    .run(),
            };
            assert_eq!(stored(&y).len(), count.min(255));
            match count <= 255 {
                true => outcome.unwrap(),
                false => assert_eq!(outcome.unwrap_err().kind(), ErrorKind::TooLarge),
            }
        }
    }
}

#[test]
fn extents_of_zero() {
    assert!(some1::<Pairs>(&[]).to_dense().unwrap().is_empty());
    for shape in [[0, 3], [3, 0], [0, 0]] {
        assert_eq!(some2::<Dense<Pairs>>(shape, &[]).count_stored(), 0);
        assert_eq!(some2::<SparseList<Pairs>>(shape, &[]).count_stored(), 0);
    }
}

#[test]
fn reads_with_others() {
    merges::<Dense<Pairs>>();
    merges::<SparseList<Pairs>>();
}

#[test]
fn below_other_levels() {
    merges::<SparseBand<Pairs>>();
    merges::<SparseBlockList<Pairs>>();
    merges::<SparseCoo<typenum::U1, Pairs>>();
}

#[test]
fn equal_fibers_are_merged() {
    let rows = [V9, V9, [0; 9], [0; 9], V9];
    let runs = some2::<RunList<Pairs>>([5, 9], rows.as_flattened());
    assert_eq!(runs.to_dense().unwrap(), rows.as_flattened());
    assert_eq!(runs.level().right(), &[2, 4, 5]);
    assert_eq!(runs.level().child().ptr(), &[0, 5, 5, 10]);
}

#[test]
fn sums_in_any_order_are_sums() {
    sums_in_any_order::<Dense<Pairs>>();
}

#[test]
fn a_panic_leaves_it_empty() {
    indices!(i);
    let a = list(10, &[1, 3, 5]);
    let mut y = some1::<Pairs>(&V9);
    let fail = Binary(|a: i64, b: i64| if b == 6 { panic!("six") } else { a + b });
    let run = || {
        program()
            .declare(&mut y)
            .body(|(y,)| forall(i, y.at((i,)).set(map2(fail, a.at((i,)), a.at((i,))))))
            .run()
    };
    assert!(catch_unwind(AssertUnwindSafe(run)).is_err());
    y.validate().unwrap();
    assert_eq!((y.level().extent(), stored(&y)), (10, vec![]));
}

#[test]
fn any_fill() {
    let far = f64::INFINITY;
    let v = PairVectorOver::<f64, Inf>::from_dense([4], &[far, 1.0, far, 2.0]).unwrap();
    assert_eq!(v.count_stored(), 2);
    assert_eq!(v.to_dense().unwrap(), [far, 1.0, far, 2.0]);
}
