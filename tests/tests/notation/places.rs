//! Tensors where Rust programs keep them: in fields, in slices, behind references; and as many of them as there can be.

use finch_formats::ErrorKind;
use finch_formats::prelude::*;
use finch_formats::traits::algebra::By;

type Result = finch_formats::traits::Result<()>;

struct Model {
    a: Csr<f64>,
    x: Vector<f64>,
    y: Vector<f64>,
    total: Scalar<f64>,
    layers: Vec<Csr<f64>>,
    pair: (Vector<f64>, Vector<f64>),
}

impl Model {
    fn new() -> Self {
        let a = || Csr::from_triplets([2, 3], [([0, 1], 2.0), ([1, 0], 1.0), ([1, 2], 4.0)], Add).unwrap();
        Model {
            a: a(),
            x: Vector::from(vec![1.0, 10.0, 100.0]),
            y: Vector::default(),
            total: Scalar::default(),
            layers: vec![a(), a()],
            pair: (Vector::from(vec![1.0, 2.0, 3.0]), Vector::from(vec![1.0, 1.0, 1.0])),
        }
    }

    fn run(&mut self) -> Result {
        let scale = 2.0;
        finch! {
            self.y .= 0;
            self.total .= 0;
            for j, i { self.y[j] += scale * self.a[j, i] * self.x[i] }
            for j, i { self.total[] += self.a[j, i] - self.pair.0[i] + 0.0 * self.a[j, i] }
        }
        .run()
    }

    fn again(&mut self) -> Result {
        finch! {
            mut self.y;
            for j, i { self.y[j] += self.a[j, i] * -self.pair.1[i] }
        }
        .run()
    }
}

#[test]
fn fields() -> Result {
    let mut model = Model::new();
    model.run()?;
    assert_eq!(model.y.to_dense()?, [40.0, 802.0]);
    assert_eq!(model.total.get(), 7.0 - 12.0);
    model.again()?;
    assert_eq!(model.y.to_dense()?, [38.0, 797.0]);
    let mut y = Vector::<f64>::default();
    finch! { y .= 0; for j, i { y[j] += model.a[j, i] * model.x[i] } }.run()?;
    assert_eq!(y.to_dense()?, [20.0, 401.0]);
    Ok(())
}

/// Variables of the names that fields have stay what they are.
#[test]
fn fields_beside_variables_of_their_names() -> Result {
    let mut model = Model::new();
    let (x, y) = (Vector::from(vec![3.0, 5.0]), Vector::from(vec![7.0, 11.0]));
    let mut total = Vector::<f64>::default();
    finch! {
        model.y .= 0;
        model.total .= 0;
        total .= 0;
        for i { model.y[i] += x[i] * y[i] }
        for i { total[i] += y[i] - x[i]; model.total[] += y[i] }
    }
    .run()?;
    assert_eq!((model.y.to_dense()?, model.total.get()), (vec![21.0, 55.0], 18.0));
    assert_eq!(total.to_dense()?, [4.0, 6.0]);
    let mut other = Model::new();
    finch! { mut model.y; other.total .= 0; for i { model.y[i] -= y[i]; other.total[] += y[i] * 2.0 } }.run()?;
    assert_eq!((model.y.to_dense()?, other.total.get()), (vec![14.0, 44.0], 36.0));
    Ok(())
}

#[test]
fn elements_of_slices() -> Result {
    let model = Model::new();
    let xs = [model.x.clone(), model.pair.0.clone()];
    let models = [Model::new(), Model::new()];
    let mut y = Vector::<f64>::default();
    for k in 0..2 {
        finch! { y .= 0; for j, i { y[j] += xs[k][i] * models[k + 1 - 1].a[j, i] + 1.0 * xs[1 - k][i] } }.run()?;
        let sums = [6.0, 111.0][k];
        let wanted = [[20.0 + sums, 401.0 + sums], [4.0 + sums, 13.0 + sums]][k];
        assert_eq!(y.to_dense()?, wanted);
    }
    let layers = &model.layers;
    finch! { y .= 0; for j, i { y[j] += layers[1][j, i] } }.run()?;
    assert_eq!(y.to_dense()?, [2.0, 5.0]);
    finch! { y .= 0; for j, i { y[j] += 2.0 * model.layers[1][j, i].abs() } }.run()?;
    assert_eq!(y.to_dense()?, [4.0, 10.0]);
    Ok(())
}

#[test]
fn behind_references() -> Result {
    fn doubled(x: &mut Vector<f64>, y: &mut Vector<f64>) -> Result {
        finch! { y .= 0; for i { y[i] = 2.0 * x[i] } }.run()?;
        finch! { x .= 0; for i { x[i] = y[i] } }.run()
    }
    let (mut x, mut y) = (Vector::from(vec![1.0, 2.0]), Vector::default());
    doubled(&mut x, &mut y)?;
    assert_eq!((x.to_dense()?, y.to_dense()?), (vec![2.0, 4.0], vec![2.0, 4.0]));
    Ok(())
}

#[test]
fn differences() -> Result {
    let x = SparseVector::<f64>::from_triplets([4], [([1], 2.0), ([3], 5.0)], Add)?;
    let runs = RunVector::<i32>::from_triplets([10], (2..7).map(|i| ([i], 3)), Add)?;
    let mut y = Vector::from(vec![1.0; 4]);
    let (mut s, mut t) = (Scalar::<f64>::from(10.0), Scalar::<i32>::default());
    finch! { mut y; mut s; t .= 0; for i { y[i] -= x[i]; s[] -= x[i] } for i { t[] -= runs[i] } }.run()?;
    assert_eq!(y.to_dense()?, [1.0, -1.0, 1.0, -4.0]);
    assert_eq!((s.get(), t.get()), (3.0, -15));
    Ok(())
}

#[test]
fn the_parts_of_a_pair() -> Result {
    let a = Csr::<f64>::from_triplets([3, 4], [([0, 1], 2.0), ([0, 3], 1.0), ([2, 0], 5.0)], Add)?;
    let mut least = VectorWithFill::<By<f64, usize>, Inf>::default();
    let (mut keys, mut places) = (VectorWithFill::<f64, Inf>::default(), Vector::<usize>::default());
    finch! {
        least .= inf;
        keys .= inf;
        places .= 0;
        for j, i { if a[j, i] != 0 { least[j] <<minby>>= keyed(a[j, i], i.value()) } }
        for j { keys[j] = least[j].key(); places[j] = least[j].value() }
    }
    .run()?;
    assert_eq!(keys.to_dense()?, [1.0, f64::INFINITY, 5.0]);
    assert_eq!(places.to_dense()?, [3, 0, 0]);
    Ok(())
}

#[test]
fn the_pair_of_a_fill_that_wins_has_the_value_zero() -> Result {
    let a = SparseVectorWithFill::<f64, NegInf>::from_triplets([4], [([0], 2.0), ([2], 5.0)], Max)?;
    let (mut least, mut most) = (
        Scalar::<By<f64, usize>, Inf>::default(),
        Scalar::<By<f64, usize>, NegInf>::default(),
    );
    finch! {
        least .= inf;
        most .= -inf;
        for i { least[] <<minby>>= keyed(a[i], i.value()) }
        for i { most[] <<maxby>>= keyed(a[i], i.value()) }
    }
    .run()?;
    // The least is the fill, first at 1: what is known of its pair has no place.
    assert_eq!(least.get(), By::new(f64::NEG_INFINITY, 0));
    assert_eq!(most.get(), By::new(5.0, 2));
    Ok(())
}

#[test]
fn reducers_of_pairs_are_called_as_they_are_written() {
    use finch_formats::traits::algebra::{MaxBy, MinBy, Reducer};
    assert_eq!(<MinBy as Reducer<By<f64, usize>>>::SYMBOL, "<<minby>>=");
    assert_eq!(<MaxBy as Reducer<By<f64, usize>>>::SYMBOL, "<<maxby>>=");
}

#[test]
fn sixteen_outputs() -> Result {
    let x = Vector::from(vec![1.0, 2.0]);
    let mut all: Vec<Scalar<f64>> = vec![Scalar::default(); 16];
    let [a, b, c, d, e, f, g, h, k, l, m, n, o, p, q, r] = &mut all[..] else {
        unreachable!()
    };
    finch! {
        a .= 0; b .= 0; c .= 0; d .= 0; e .= 0; f .= 0; g .= 0; h .= 0;
        k .= 0; l .= 0; m .= 0; n .= 0; o .= 0; p .= 0; q .= 0; r .= 0;
        for i { a[] += x[i] }
        for i { b[] += a[] * x[i] }
        for i { h[] += x[i]; r[] -= x[i] }
    }
    .run()?;
    let values: Vec<f64> = all.iter().map(Scalar::get).collect();
    assert_eq!(
        (values[0], values[1], values[7], values[15], values[9]),
        (3.0, 9.0, 3.0, -3.0, 0.0)
    );
    Ok(())
}

#[test]
fn eight_indices() -> Result {
    type Deep = Tensor<Dense<Dense<Dense<Dense<Dense<Dense<SparseList<SparseList<Element<f64>>>>>>>>>>;
    let entries = [([0, 1, 0, 1, 2, 0, 1, 3], 2.0), ([1, 0, 1, 1, 0, 2, 0, 1], 3.0)];
    let a = Deep::from_triplets([2, 2, 2, 2, 3, 3, 2, 4], entries, Add)?;
    let mut y = Vector::<f64>::default();
    finch! { y .= 0; for b, c, d, e, f, g, h, i { y[i] += a[b, c, d, e, f, g, h, i] } }.run()?;
    assert_eq!(y.to_dense()?, [0.0, 3.0, 0.0, 2.0]);
    Ok(())
}

/// Memory of the caller's as outputs: as long as it is, longer, and too short.
#[test]
fn slices_that_are_written() -> Result {
    let a = Csr::<f64>::from_triplets([2, 3], [([0, 1], 2.0), ([1, 0], 1.0), ([1, 2], 4.0)], Add)?;
    let x = [1.0, 10.0, 100.0];
    let view = VectorView::from(&x[..]);
    let mut values = [-1.0; 3];
    let mut y = VectorMut::from(&mut values[..]);
    assert_eq!(y.values(), [-1.0; 3]);
    finch! { y .= 0; for j, i { y[j] += a[j, i] * view[i] } }.run()?;
    assert_eq!((y.shape()[0], y.values()), (2, &[20.0, 401.0][..]));
    finch! { mut y; for j, i { y[j] -= a[j, i] } }.run()?;
    // Others read it as they read any tensor; and one can be a workspace.
    let mut total = Scalar::<f64>::default();
    let mut room = [0.0; 2];
    let mut w = VectorMut::from(&mut room[..]);
    finch! { total .= 0; { w .= 0; for j, i { w[j] += a[j, i] } for j { total[] += w[j] * y[j] } } }.run()?;
    assert_eq!(total.get(), 2.0 * 18.0 + 5.0 * 396.0);
    assert_eq!(values, [18.0, 396.0, -1.0]);

    let mut short = [7.0; 5];
    let mut dense = MatrixMut::from_parts(1, 4, SliceMut::from(&mut short[..]))?;
    let error = finch! { dense .= 0; for j, i { dense[j, i] = a[j, i] } }
        .run()
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    assert!(error.to_string().contains("room for 5 values"), "{error}");
    assert!(error.to_string().contains("6 are needed"), "{error}");
    assert_eq!(dense.values().len(), dense.shape()[0] * dense.shape()[1]);
    assert!(MatrixMut::<f64>::from_parts(2, 3, SliceMut::from(&mut short[..])).is_err());
    Ok(())
}

/// The values of a list in memory of the caller's, with room for one more than are stored.
#[test]
fn slices_below_lists() -> Result {
    type List<'a> = Tensor<SparseList<Element<f64, Zero, SliceMut<'a, f64>>>>;
    let x = SparseVector::<f64>::from_triplets([100], [([3], 2.0), ([50], 1.0), ([99], 4.0)], Add)?;
    for room in 0..6 {
        let mut values = vec![0.0; room];
        let list = SparseList::new(100, vec![0, 0], vec![], Element::new(SliceMut::from(&mut values[..])));
        let mut y: List = Tensor::new(list)?;
        let outcome = finch! { y .= 0; for i { y[i] = 10.0 * x[i] } }.run();
        if room < 4 {
            assert_eq!(outcome.unwrap_err().kind(), ErrorKind::TooLarge);
            assert_eq!(y.count_stored(), 0);
        } else {
            outcome?;
            assert_eq!((y.get([50]), y.count_stored()), (Some(10.0), 3));
            assert_eq!(values[..3], [20.0, 10.0, 40.0]);
        }
    }
    Ok(())
}

/// A workspace of one value is a local variable of its statement: whatever reads it there has the value, in places too.
#[test]
fn workspaces_of_one_value() {
    let x = Vector::from(vec![3.0, 1.0, 2.0, 5.0]);
    let next = Vector::from(vec![1_usize, 2, 3, 0]);
    let (mut at, mut sum, mut sparse) = (
        Scalar::<usize>::default(),
        Scalar::<f64>::default(),
        SparseScalar::<f64>::default(),
    );
    let (mut y, mut z) = (Vector::<f64>::filled([4], 0.0).unwrap(), Vector::<f64>::default());
    finch! {
        mut y;
        for i {
            at .= 0;
            at[] += next[i];
            {
                sum .= 0;
                // In a place that is read, in a condition, and in a place that is written.
                for k in 0..1 { sum[] += x[k + at[]]; }
                for k in 0..1 { if sum[] > 1.0 { y[k + at[]] += sum[] * x[i]; } }
            }
        }
    }
    .run()
    .unwrap();
    assert_eq!(y.values(), [15.0, 0.0, 2.0, 10.0]);
    // What is left of them is their fill.
    assert_eq!((at.get(), sum.get()), (0, 0.0));

    // One that knows whether it was assigned, and one that is read while it is filled.
    finch! {
        z .= 0;
        for i {
            sparse .= 0;
            if x[i] > 2.0 { sparse[] = x[i]; }
            z[i] = coalesce(sparse[], -1.0);
        }
    }
    .run()
    .unwrap();
    assert_eq!(z.values(), [3.0, 0.0, 0.0, 5.0]);
    finch! {
        z .= 0;
        for i {
            sum .= 0;
            for j in 0..3 { sum[] = 2.0 * sum[] + x[i]; }
            z[i] = sum[];
        }
    }
    .run()
    .unwrap();
    assert_eq!(z.values(), [21.0, 7.0, 14.0, 35.0]);
}

/// Indices, and what is calculated of them, are values of type `usize`.
#[test]
fn indices_as_values() {
    let (x, n) = (Vector::from(vec![1.0, 10.0, 100.0]), Vector::from(vec![5_usize, 6, 7]));
    let (mut y, mut z) = (Vector::<f64>::default(), Vector::<usize>::default());
    finch! {
        y .= 0;
        z .= 0;
        for i {
            y[i] = i as f64 * x[i] + (i + 1) as f64 / 2.0 - (2 * i) as f64;
            z[i] := i + 1;
        }
    }
    .run()
    .unwrap();
    assert_eq!(y.values(), [0.5, 9.0, 197.5]);
    assert_eq!(z.values(), [1, 2, 3]);
    finch! {
        z .= 0;
        for i { z[i] = 2 * n[i] + i * n[i] + (i + 1) * n[i] - n[i] * i + n[i] * (i + 1) % 4 + (3 * i + 1) / 4; }
    }
    .run()
    .unwrap();
    let expected: Vec<usize> = (0..3)
        .map(|i| {
            let n = i + 5;
            2 * n + i * n + (i + 1) * n - n * i + n * (i + 1) % 4 + (3 * i + 1) / 4
        })
        .collect();
    assert_eq!(z.values(), expected);
    let (u, mut w) = (Vector::from(vec![5_u32, 6, 7]), Vector::<u32>::default());
    finch! {
        w .= 0;
        for i { w[i] = (u[i] ^ 3) + (u[i] > 5) as u32; }
    }
    .run()
    .unwrap();
    assert_eq!(w.values(), [6, 6, 5]);
}
