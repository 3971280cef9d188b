//! Triangles.

use crate::testing::*;
use finch_formats::prelude::*;
use finch_formats::triangular::{Half, LowerTriangular, UpperTriangular};
use finch_formats::{ErrorKind, Result};
use finch_traits::algebra::operators::Unary;

#[test]
fn storage() {
    let square: Vec<i64> = (1..17).collect();
    let lower = LowerMatrix::<i64>::from_dense([4, 4], &halved::<Lower>(4, &square)).unwrap();
    let upper = UpperMatrix::<i64>::from_dense([4, 4], &halved::<Upper>(4, &square)).unwrap();
    assert_eq!(lower.level().child().val(), &[1, 5, 6, 9, 10, 11, 13, 14, 15, 16]);
    assert_eq!(upper.level().child().val(), &[1, 2, 3, 4, 6, 7, 8, 11, 12, 16]);
    assert_eq!((lower.count_stored(), upper.count_stored()), (10, 10));
    assert_eq!((lower.bytes(), upper.bytes()), (80, 80));
    holds(&lower, 4, &halved::<Lower>(4, &square));
    holds(&upper, 4, &halved::<Upper>(4, &square));
}

#[test]
fn drawing() {
    let lower = LowerMatrix::<i64>::from_dense([3, 3], &[1, 0, 0, 2, 3, 0, 4, 5, 6]).unwrap();
    assert_eq!(
        lower.to_string().lines().collect::<Vec<_>>(),
        [
            "3 x 3 tensor of i64, fill 0, 6 stored",
            "Triangular<Lower> [3, 3]",
            "├─ [0, 0]: 1",
            "├─ [1, 0]: 2",
            "├─ [1, 1]: 3",
            "├─ [2, 0]: 4",
            "├─ [2, 1]: 5",
            "├─ [2, 2]: 6"
        ]
    );
    let upper = UpperMatrix::<i64>::from_dense([3, 3], &[1, 2, 3, 0, 4, 5, 0, 0, 6]).unwrap();
    let labels: Vec<String> = upper.to_string().lines().skip(2).map(String::from).collect();
    assert_eq!(
        labels,
        [
            "├─ [0, 0]: 1",
            "├─ [0, 1]: 2",
            "├─ [0, 2]: 3",
            "├─ [1, 1]: 4",
            "├─ [1, 2]: 5",
            "├─ [2, 2]: 6"
        ]
    );
}

#[test]
fn parts_are_taken_and_given_back() {
    // Arrays with room.
    let level = LowerTriangular::new(3, Element::<i64>::new((1..9).collect()));
    let a = Tensor::new(level).unwrap();
    assert_eq!(a.to_dense().unwrap(), [1, 0, 0, 2, 3, 0, 4, 5, 6]);
    let (extent, child) = a.into_level().into_parts();
    assert_eq!((extent, child.val().len()), (3, 8));
    let val = [1.0, 2.0, 3.0];
    let borrowed = Tensor::new(UpperTriangular::new(2, Element::<f64, Zero, _>::new(&val[..]))).unwrap();
    assert_eq!(borrowed.to_dense().unwrap(), [1.0, 2.0, 0.0, 3.0]);
    let several = Tensor::new(Dense::new(
        2,
        UpperTriangular::new(2, Element::<i64>::new((1..7).collect())),
    ))
    .unwrap();
    assert_eq!(several.to_dense().unwrap(), [1, 2, 0, 3, 4, 5, 0, 6]);
}

#[test]
fn parts_that_do_not_fit_are_refused() {
    let made = |fibers: usize, extent: usize, len: usize| {
        let level = LowerTriangular::new(extent, Element::<i64>::new(vec![0; len]));
        Tensor::new(Dense::new(fibers, level))
            .map(|_| ())
            .map_err(|error| (error.kind(), error.to_string()))
    };
    assert_eq!(made(2, 3, 12), Ok(()));
    assert_eq!(made(0, 3, 0), Ok(()));
    assert_eq!(made(3, 0, 0), Ok(()));
    let (kind, message) = made(2, 3, 11).unwrap_err();
    assert_eq!(kind, ErrorKind::Invalid);
    assert!(message.contains("11 values where 12 are needed"), "{message}");
    // n(n + 1) does not fit; n(n + 1)/2 does, but not for so many fibers.
    for (fibers, extent) in [(1, 1_usize << 32), (1 << 34, 1 << 20), (1, isize::MAX as usize)] {
        let (kind, message) = made(fibers, extent, 0).unwrap_err();
        assert_eq!(kind, ErrorKind::TooLarge);
        assert!(
            message.contains("Triangular<Lower>") && message.contains(&format!("{fibers} fibers of {extent} rows")),
            "{message}"
        );
    }
    let error = LowerMatrix::<i64>::empty([1 << 40; 2]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
}

#[test]
fn what_is_no_square_is_refused() {
    let says = |error: finch_formats::Error| {
        assert_eq!(error.kind(), ErrorKind::Mismatch);
        let message = error.to_string();
        assert!(
            message.contains("3 rows and 4 columns") && message.contains("SparseBand"),
            "{message}"
        );
    };
    says(UpperMatrix::<i64>::empty([3, 4]).unwrap_err());
    says(UpperMatrix::<i64>::from_dense([3, 4], &[0; 12]).unwrap_err());
    indices!(j, i);
    let a = Matrix::<i64>::from_dense([3, 4], &[1; 12]).unwrap();
    let mut y = LowerMatrix::<i64>::from_dense([1, 1], &[5]).unwrap();
    says(
        program()
            .declare(&mut y)
            .body(|(y,)| forall(j, forall(i, when(i.le(j), y.at((j, i)).set(a.at((j, i)))))))
            .run()
            .unwrap_err(),
    );
    y.validate().unwrap();
}

/// Copies all of `a`.
fn copied<H: Half>(a: &Csr<i64>) -> (Tensor<Triangular<H, Value>>, Result<()>) {
    indices!(j, i);
    let mut y = Tensor::default();
    let outcome = program()
        .declare(&mut y)
        .body(|(y,)| forall(j, forall(i, y.at((j, i)).set(a.at((j, i))))))
        .run();
    y.validate().unwrap();
    (y, outcome)
}

#[test]
fn what_lies_outside_is_refused() {
    let a = Csr::<i64>::from_triplets([4, 4], [([2, 1], 5), ([1, 3], 7), ([3, 3], 9)], Add).unwrap();
    let (lower, outcome) = copied::<Lower>(&a);
    let error = outcome.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Invalid);
    assert_eq!(
        error.to_string(),
        "row 1 and column 3 were written to fiber 0 of a Triangular<Lower> level, which does not store that half: write \
         where the row is not smaller than the column"
    );
    // What lies inside is there.
    assert_eq!((lower.get([2, 1]), lower.get([3, 3])), (Some(5), Some(9)));
    let (upper, outcome) = copied::<Upper>(&a);
    let message = outcome.unwrap_err().to_string();
    assert!(
        message.contains("row 2 and column 1") && message.contains("larger"),
        "{message}"
    );
    assert_eq!((upper.get([1, 3]), upper.get([3, 3])), (Some(7), Some(9)));
    // Conversions do not lose data either, and neither does what stores a fill there, or everything.
    assert!(LowerMatrix::<i64>::from_tensor(&a).is_err());
    assert!(a.convert::<UpperTriangular<Value>>().is_err());
    assert!(LowerMatrix::<i64>::from_triplets([2, 2], [([0, 1], 0)], Add).is_err());
    assert!(LowerMatrix::<i64>::filled([2, 2], 3).is_err());
    assert!(LowerMatrix::<i64>::filled([1, 1], 3).is_ok());
    let dense = Matrix::<i64>::from_dense([2, 2], &[1, 0, 2, 3]).unwrap();
    assert!(dense.convert::<LowerTriangular<Value>>().is_err());
    assert_eq!(
        dense
            .drop_fills::<LowerTriangular<Value>>()
            .unwrap()
            .to_dense()
            .unwrap(),
        [1, 0, 2, 3]
    );
}

#[test]
fn a_fault_names_the_fiber() {
    let a = Tensor::<SparseCoo<typenum::U3, Value>>::from_triplets([3, 2, 2], [([1, 1, 0], 1), ([2, 0, 1], 1)], Add);
    let error = Tensor::<Dense<LowerTriangular<Value>>>::from_tensor(&a.unwrap()).unwrap_err();
    assert!(
        error.to_string().contains("row 0 and column 1 were written to fiber 2"),
        "{error}"
    );
}

#[test]
fn what_is_skipped_by_law_is_not_refused() {
    let square = scattered(5, 36);
    let x = halved::<Lower>(6, &square);
    let a = LowerMatrix::<i64>::from_dense([6, 6], &x).unwrap();
    // From one triangle to another, over all columns: what is outside is known to be fill.
    holds(&LowerMatrix::<i64>::from_tensor(&a).unwrap(), 6, &x);
    holds(&a.drop_fills::<LowerTriangular<Value>>().unwrap(), 6, &x);
    indices!(j, i);
    let flat = Matrix::<i64>::from_dense([6, 6], &square).unwrap();
    let mut y = LowerMatrix::<i64>::default();
    program()
        .declare(&mut y)
        .body(|(y,)| forall(j, forall(i, y.at((j, i)).add(a.at((j, i)) * flat.at((j, i))))))
        .run()
        .unwrap();
    holds(&y, 6, &x.iter().map(|x| x * x).collect::<Vec<_>>());
}

fn lives<H: Half>() {
    indices!(j, i);
    let x = halved::<H>(5, &scattered(9, 25));
    let a = Csr::<i64>::from_dense([5, 5], &x).unwrap();
    let mut y = Tensor::<Triangular<H, Value>>::from_tensor(&a).unwrap();
    let allocation = y.level().child().val().as_ptr();
    // A smaller one keeps the memory.
    y.copy_from(&Csr::<i64>::from_triplets([2, 2], [([1, 1], 4)], Add).unwrap())
        .unwrap();
    holds(&y, 2, &[0, 0, 0, 4]);
    y.copy_from(&a).unwrap();
    holds(&y, 5, &x);
    assert_eq!(y.level().child().val().as_ptr(), allocation);
    for _ in 0..2 {
        program()
            .update(&mut y)
            .body(|(y,)| forall(j, forall(i, y.at((j, i)).add(a.at((j, i))))))
            .run()
            .unwrap()
    }
    holds(&y, 5, &x.iter().map(|x| 3 * x).collect::<Vec<_>>());
    // A fault keeps what was there.
    let all = Matrix::<i64>::from_dense([5, 5], &[1; 25]).unwrap();
    program()
        .update(&mut y)
        .body(|(y,)| forall(j, forall(i, y.at((j, i)).add(all.at((j, i))))))
        .run()
        .unwrap_err();
    holds(&y, 5, &halved::<H>(5, &x.iter().map(|x| 3 * x + 1).collect::<Vec<_>>()));
}

#[test]
fn lifecycle() {
    lives::<Lower>();
    lives::<Upper>();
}

#[test]
fn any_order_will_do() {
    for n in [0, 1, 2, 7] {
        let x = scattered(n as u64 + 3, n * n);
        let lower = written::<Lower, LowerTriangular<Value>>(n, &x);
        assert_eq!(lower.level().child().val(), &packed::<Lower>(n, &x));
        let upper = written::<Upper, UpperTriangular<Value>>(n, &x);
        assert_eq!(upper.level().child().val(), &packed::<Upper>(n, &x));
    }
}

#[test]
fn there_may_be_no_memory() {
    let extent = 1 << 31;
    let a = Dcsr::<i64>::from_triplets([extent; 2], [([5, 2], 1)], Add).unwrap();
    let mut y = LowerMatrix::<i64>::from_dense([1, 1], &[5]).unwrap();
    assert_eq!(y.copy_from(&a).unwrap_err().kind(), ErrorKind::TooLarge);
    holds(&y, 0, &[]);
    assert_eq!(
        LowerMatrix::<i64>::from_tensor(&a).unwrap_err().kind(),
        ErrorKind::TooLarge
    );
    assert!(SymmetricMatrix::<i64>::empty([extent; 2]).is_err());
}

#[test]
fn a_panic_leaves_an_empty_triangle() {
    indices!(j, i);
    let a = Matrix::<i64>::from_dense([3, 3], &(1..10).collect::<Vec<_>>()).unwrap();
    let mut y = LowerMatrix::<i64>::from_dense([1, 1], &[5]).unwrap();
    let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        let not_eight = Unary(|value: i64| if value == 8 { panic!("eight") } else { value });
        let value = map1(not_eight, a.at((j, i)));
        program()
            .declare(&mut y)
            .body(|(y,)| forall(j, forall(i, when(i.le(j), y.at((j, i)).set(value)))))
            .run()
    }));
    assert!(outcome.is_err());
    holds(&y, 3, &[0; 9]);
}

#[test]
fn a_workspace_is_cleared() {
    // A triangle that is filled again and again.
    indices!(k, j, i);
    let a = Matrix::<i64>::from_dense([4, 4], &(1..17).collect::<Vec<_>>()).unwrap();
    let x = Vector::<i64>::from(vec![3, -1, 0, 2]);
    let mut c = Vector::<i64>::default();
    let mut w = LowerMatrix::<i64>::default();
    program()
        .declare(&mut c)
        .workspace(&mut w)
        .body(|(c, w)| {
            forall(
                k,
                w.within(
                    forall(j, forall(i, when(i.le(j), w.at((j, i)).add(a.at((j, i)) * x.at((k,)))))),
                    forall(j, forall(i, c.at((k,)).add(w.read((j, i))))),
                ),
            )
        })
        .run()
        .unwrap();
    let sum: i64 = packed::<Lower>(4, a.values()).iter().sum();
    assert_eq!(c.values(), [3 * sum, -sum, 0, 2 * sum]);
}

#[test]
fn extents_of_zero() {
    let lower = LowerMatrix::<i64>::from_dense([0, 0], &[]).unwrap();
    holds(&lower, 0, &[]);
    reads(&lower, 0, &[]);
    holds(&UpperMatrix::<i64>::default(), 0, &[]);
    assert_eq!(
        Tensor::<Dense<LowerTriangular<Value>>>::empty([0, 3, 3])
            .unwrap()
            .count_stored(),
        0
    );
    assert_eq!(
        Tensor::<LowerTriangular<Dense<Value>>>::empty([3, 3, 0])
            .unwrap()
            .count_stored(),
        0
    );
    assert_eq!(
        Tensor::<UpperTriangular<SparseList<Value>>>::empty([0, 0, 4])
            .unwrap()
            .count_stored(),
        0
    );
}

#[test]
fn reads_with_others() {
    for n in [1, 2, 3, 8, 21] {
        let x = scattered(n as u64, n * n);
        let (lower, upper) = (halved::<Lower>(n, &x), halved::<Upper>(n, &x));
        reads(&LowerMatrix::<i64>::from_dense([n, n], &lower).unwrap(), n, &lower);
        reads(&UpperMatrix::<i64>::from_dense([n, n], &upper).unwrap(), n, &upper);
    }
}

/// A tensor of three dimensions, in a nest with a triangle and back.
fn nests<L>(triplets: &[([usize; 3], i64)])
where
    L: finch_traits::lifecycle::WriteLevel<T = i64, Rank = typenum::U3> + Default,
{
    let coo = Coo3::<i64>::from_triplets([4, 4, 4], triplets.iter().copied(), Add).unwrap();
    let nest = Tensor::<L>::from_tensor(&coo).unwrap();
    nest.validate().unwrap();
    assert_eq!(nest.to_dense().unwrap(), coo.to_dense().unwrap());
    let back: Coo3<i64> = nest.drop_fills().unwrap();
    assert!(back == coo && nest == coo);
    assert_eq!(back.to_triplets(), coo.to_triplets());
    let copy = Tensor::<L>::from_tensor(&nest).unwrap();
    copy.validate().unwrap();
    assert!(copy == nest);
}

#[test]
fn nests_below_and_above_others() {
    let rows = [
        ([1, 0, 2], 5),
        ([2, 1, 0], 1),
        ([2, 1, 3], 2),
        ([3, 3, 3], 4),
        ([3, 0, 0], 3),
    ];
    nests::<LowerTriangular<SparseList<Value>>>(&rows);
    nests::<LowerTriangular<Dense<Value>>>(&rows);
    nests::<LowerTriangular<RunList<Value>>>(&rows);
    nests::<LowerTriangular<Ragged<Value>>>(&rows);
    nests::<LowerTriangular<SparseByteMap<Value>>>(&rows);
    let fibers = [
        ([0, 0, 2], 5),
        ([0, 1, 1], 1),
        ([1, 0, 2], 5),
        ([1, 1, 1], 1),
        ([3, 0, 0], 4),
    ];
    nests::<Dense<UpperTriangular<Value>>>(&fibers);
    nests::<SparseList<UpperTriangular<Value>>>(&fibers);
    nests::<SparseByteMap<UpperTriangular<Value>>>(&fibers);
    nests::<RunList<UpperTriangular<Value>>>(&fibers);
    let runs = Tensor::<RunList<UpperTriangular<Value>>>::from_triplets([4, 4, 4], fibers, Add).unwrap();
    assert_eq!(runs.level().right(), &[2, 3, 4], "equal triangles are one");
    let list = Tensor::<SparseList<UpperTriangular<Value>>>::from_triplets([4, 4, 4], fibers, Add).unwrap();
    assert_eq!(
        list.level().idx(),
        &[0, 1, 3],
        "a triangle to which nothing was assigned is not stored"
    );
}

#[test]
fn fills_other_than_zero() {
    let a = LowerMatrixOver::<f64, Inf>::from_dense([2, 2], &[1.0, f64::INFINITY, 2.0, 3.0]).unwrap();
    assert_eq!(a.level().child().val(), &[1.0, 2.0, 3.0]);
    assert_eq!(a.get([0, 1]), Some(f64::INFINITY));
}
