//! Scalars that know whether they were assigned.

use finch_formats::prelude::*;

fn matrix() -> Csr<f64> {
    // Row 0 has summands, row 1 none, row 2 some that cancel out, row 3 an explicit zero.
    let entries = [
        ([0, 1], 2.0),
        ([0, 3], 1.0),
        ([2, 0], 3.0),
        ([2, 3], -3.0),
        ([3, 2], 0.0),
    ];
    Csr::from_triplets([4, 4], entries, Add).unwrap()
}

#[test]
fn rows_without_summands_are_not_stored() {
    let a = matrix();
    let b = Vector::<f64>::from(vec![1.0; 4]);
    indices!(j, i);
    let (mut y, mut s) = (SparseVector::<f64>::default(), SparseScalar::<f64>::default());
    program()
        .declare(&mut y)
        .workspace(&mut s)
        .body(|(y, s)| {
            let row = forall(i, s.at(()).add(a.at((j, i)) * b.at((i,))));
            forall(j, s.within(row, y.at((j,)).set(s.read(()))))
        })
        .run()
        .unwrap();
    assert_eq!(y.level().idx(), &[0, 2, 3]);
    assert_eq!(y.level().child().val(), &[3.0, 0.0, 0.0]);

    // A scalar that always has a value is stored always.
    let (mut y, mut s) = (SparseVector::<f64>::default(), Scalar::<f64>::default());
    program()
        .declare(&mut y)
        .workspace(&mut s)
        .body(|(y, s)| {
            let row = forall(i, s.at(()).add(a.at((j, i)) * b.at((i,))));
            forall(j, s.within(row, y.at((j,)).set(s.read(()))))
        })
        .run()
        .unwrap();
    assert_eq!(y.count_stored(), 4);
}

#[test]
fn what_comes_of_a_fill_is_known() {
    let a = matrix();
    indices!(j, i);
    // A product with nothing is nothing, and adding it changes nothing.
    let (mut y, mut s) = (SparseVector::<f64>::default(), SparseScalar::<f64>::default());
    program()
        .declare(&mut y)
        .workspace(&mut s)
        .body(|(y, s)| {
            let row = forall(i, s.at(()).add(a.at((j, i))));
            forall(j, s.within(row, y.at((j,)).add(s.read(()) * constant(10.0))))
        })
        .run()
        .unwrap();
    assert_eq!(y.level().idx(), &[0, 2, 3]);
    // A minimum over infinity.
    let (mut y, mut s) = (
        SparseVectorOver::<f64, Inf>::default(),
        SparseScalar::<f64, Inf>::default(),
    );
    let high = a.clone().set_fill::<Inf>();
    program()
        .declare(&mut y)
        .workspace(&mut s)
        .body(|(y, s)| {
            let row = forall(i, s.at(()).reduce(Min, high.at((j, i))));
            forall(j, s.within(row, y.at((j,)).set(s.read(()))))
        })
        .run()
        .unwrap();
    assert_eq!(y.level().idx(), &[0, 2, 3]);
    assert_eq!(y.level().child().val(), &[1.0, -3.0, 0.0]);
}

#[test]
fn sums_in_several_accumulators_note_whether_there_were_summands() {
    let a = Csr::<i64>::from_triplets([3, 40], (0..40).map(|i| ([i % 2 * 2, i], 1)), Add).unwrap();
    let blocks: BlockCsr<i64> = a.convert().unwrap();
    indices!(j, i);
    // With a scalar between, and right into the output.
    let (mut y, mut z, mut s) = (
        SparseVector::<i64>::default(),
        SparseVector::<i64>::default(),
        SparseScalar::<i64>::default(),
    );
    program()
        .declare(&mut y)
        .workspace(&mut s)
        .body(|(y, s)| {
            let row = forall(i, s.at(()).add(a.at((j, i))));
            forall(j, s.within(row, y.at((j,)).set(s.read(()))))
        })
        .run()
        .unwrap();
    program()
        .declare(&mut z)
        .body(|(z,)| forall(j, forall(i, z.at((j,)).add(a.at((j, i))))))
        .run()
        .unwrap();
    for sums in [&y, &z] {
        assert_eq!(
            (sums.level().idx(), sums.level().child().val()),
            (&vec![0, 2], &vec![20, 20])
        );
    }
    program()
        .declare(&mut z)
        .body(|(z,)| forall(j, forall(i, z.at((j,)).add(blocks.at((j, i))))))
        .run()
        .unwrap();
    assert!(z.same_storage(&y));
}

#[test]
fn as_outputs_and_operands() {
    indices!(i);
    let (full, empty) = (
        SparseVector::<f64>::from_triplets([5], [([1], 2.0), ([3], 4.0)], Add).unwrap(),
        SparseVector::<f64>::empty([5]).unwrap(),
    );
    let mut s = SparseScalar::<f64>::default();
    let sum = |x: &SparseVector<f64>, s: &mut SparseScalar<f64>| {
        program()
            .declare(s)
            .body(|(s,)| forall(i, s.at(()).add(x.at((i,)))))
            .run()
            .unwrap()
    };
    sum(&full, &mut s);
    assert_eq!((s.get(), s.assigned()), (6.0, Some(6.0)));
    sum(&empty, &mut s);
    assert_eq!((s.get(), s.assigned()), (0.0, None));
    // Read by another program: `x * nothing` is nothing.
    let mut y = SparseVector::<f64>::default();
    let scaled = |s: &SparseScalar<f64>, y: &mut SparseVector<f64>| {
        program()
            .declare(y)
            .body(|(y,)| forall(i, y.at((i,)).set(full.at((i,)) * s.at(()))))
            .run()
            .unwrap()
    };
    scaled(&s, &mut y);
    assert_eq!(y.count_stored(), 0);
    s.set(0.0);
    scaled(&s, &mut y);
    assert_eq!(y.count_stored(), 2);
    // Updated in place it keeps what it has.
    program()
        .update(&mut s)
        .body(|(s,)| forall(i, s.at(()).add(empty.at((i,)))))
        .run()
        .unwrap();
    assert_eq!(s.assigned(), Some(0.0));
    s.clear();
    program()
        .update(&mut s)
        .body(|(s,)| forall(i, s.at(()).add(empty.at((i,)))))
        .run()
        .unwrap();
    assert_eq!(s.assigned(), None);
    assert_eq!(format!("{s} {s:?}"), "0 SparseScalar { value: 0.0, assigned: false }");
    assert!(s == SparseScalar::<f64>::from(0.0));
}

#[test]
fn short_ones_end_loops_early() {
    type Counting = Tensor<SparseList<Counted<Element<bool>>>>;
    indices!(i);
    let x = Counting::from_triplets([100], (10..100).map(|index| ([index], true)), Or).unwrap();
    let visited = |any: &mut SparseShortScalar<bool, False>| {
        x.level().child().reset();
        program()
            .declare(any)
            .body(|(any,)| forall(i, any.at(()).reduce(Or, x.at((i,)))))
            .run()
            .unwrap();
        x.level().child().count()
    };
    let mut any = SparseShortScalar::default();
    assert_eq!((visited(&mut any), any.assigned()), (1, Some(true)));
}

#[test]
fn in_the_notation() {
    let a = matrix();
    let (mut y, mut s) = (SparseVector::<f64>::default(), SparseScalar::<f64>::default());
    finch! {
        y .= 0;
        for j {
            s .= 0;
            for i { s[] += a[j, i]; }
            y[j] = s[];
        }
    }
    .run()
    .unwrap();
    assert_eq!(y.level().idx(), &[0, 2, 3]);
}
