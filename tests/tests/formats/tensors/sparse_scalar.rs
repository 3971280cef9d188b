//! Scalars that know whether they were assigned.

use finch_formats::prelude::*;
use finch_tests::run;

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
    let (a, b) = (matrix(), Vector::<f64>::from(vec![1.0; 4]));
    let (mut y, mut s) = (SparseVector::<f64>::default(), SparseScalar::<f64>::default());
    run! { y .= 0; for j { s .= 0; for i { s[] += a[j, i] * b[i]; } y[j] = s[]; } }
    assert_eq!(y.level().idx(), &[0, 2, 3]);
    assert_eq!(y.level().child().val(), &[3.0, 0.0, 0.0]);
    // A scalar that always has a value is stored always.
    let (mut y, mut s) = (SparseVector::<f64>::default(), Scalar::<f64>::default());
    run! { y .= 0; for j { s .= 0; for i { s[] += a[j, i] * b[i]; } y[j] = s[]; } }
    assert_eq!(y.count_stored(), 4);
    // By hand, without the notation.
    let (mut y, mut s) = (SparseVector::<f64>::default(), SparseScalar::<f64>::default());
    indices!(j, i);
    let sums = program().declare(&mut y).workspace(&mut s);
    let sums = sums.body(|(y, s)| {
        forall(
            j,
            s.within(forall(i, s.at(()).add(a.at((j, i)))), y.at((j,)).set(s.read(()))),
        )
    });
    sums.run().unwrap();
    assert_eq!(y.level().idx(), &[0, 2, 3]);
}

#[test]
fn what_comes_of_a_fill_is_known() {
    let (a, ten) = (matrix(), 10.0);
    // A product with nothing is nothing, and adding it changes nothing.
    let (mut y, mut s) = (SparseVector::<f64>::default(), SparseScalar::<f64>::default());
    run! { y .= 0; for j { s .= 0; for i { s[] += a[j, i]; } y[j] += s[] * ten; } }
    assert_eq!(y.level().idx(), &[0, 2, 3]);
    // A minimum over infinity.
    let (mut y, mut s) = <(SparseVectorWithFill<f64, Inf>, SparseScalar<f64, Inf>)>::default();
    let high = a.clone().set_fill::<Inf>();
    run! { y .= inf; for j { s .= inf; for i { s[] <<min>>= high[j, i]; } y[j] = s[]; } }
    assert_eq!(y.level().idx(), &[0, 2, 3]);
    assert_eq!(y.level().child().val(), &[1.0, -3.0, 0.0]);
}

#[test]
fn sums_in_several_accumulators_note_whether_there_were_summands() {
    let a = Csr::<i64>::from_triplets([3, 40], (0..40).map(|i| ([i % 2 * 2, i], 1)), Add).unwrap();
    let blocks: BlockCsr<i64> = a.convert().unwrap();
    // With a scalar between, and right into the output.
    let (mut y, mut z, mut s) = <(SparseVector<i64>, SparseVector<i64>, SparseScalar<i64>)>::default();
    run! { y .= 0; for j { s .= 0; for i { s[] += a[j, i]; } y[j] = s[]; } }
    run! { z .= 0; for j, i { z[j] += a[j, i]; } }
    for sums in [&y, &z] {
        assert_eq!(
            (sums.level().idx(), sums.level().child().val()),
            (&vec![0, 2], &vec![20, 20])
        );
    }
    run! { z .= 0; for j, i { z[j] += blocks[j, i]; } }
    assert!(z.same_storage(&y));
}

#[test]
fn as_outputs_and_operands() {
    let full = SparseVector::<f64>::from_triplets([5], [([1], 2.0), ([3], 4.0)], Add).unwrap();
    let (empty, mut s) = (SparseVector::<f64>::empty([5]).unwrap(), SparseScalar::<f64>::default());
    run! { s .= 0; for i { s[] += full[i]; } }
    assert_eq!((s.get(), s.assigned()), (6.0, Some(6.0)));
    run! { s .= 0; for i { s[] += empty[i]; } }
    assert_eq!((s.get(), s.assigned()), (0.0, None));
    // Read by another program: `x * nothing` is nothing.
    let mut y = SparseVector::<f64>::default();
    for (value, count) in [(None, 0), (Some(0.0), 2)] {
        value.into_iter().for_each(|value| s.set(value));
        run! { y .= 0; for i { y[i] = full[i] * s[]; } }
        assert_eq!(y.count_stored(), count);
    }
    // Updated in place it keeps what it has.
    for assigned in [Some(0.0), None] {
        run! { mut s; for i { s[] += empty[i]; } }
        assert_eq!(s.assigned(), assigned);
        s.clear();
    }
    assert_eq!(format!("{s} {s:?}"), "0 SparseScalar { value: 0.0, assigned: false }");
    assert!(s == SparseScalar::<f64>::from(0.0));
}

#[test]
fn short_ones_end_loops_early() {
    type Counting = Tensor<SparseList<Counted<Element<bool>>>>;
    let x = Counting::from_triplets([100], (10..100).map(|index| ([index], true)), Or).unwrap();
    let mut any = SparseShortScalar::<bool, False>::default();
    x.level().child().reset();
    run! { any .= _; for i { any[] |= x[i]; } }
    assert_eq!((x.level().child().count(), any.assigned()), (1, Some(true)));
}
