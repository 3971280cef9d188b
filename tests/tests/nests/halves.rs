//! Levels of two dimensions at once: squares of which one half is stored.

use crate::trips::{same, storage};
use finch_formats::triangular::Half;
use finch_formats::{ErrorKind, Lower, Symmetric, Triangular, Upper};
use finch_tests::market;
use finch_tests::nest::tensor;
use finch_tests::prelude::*;
use finch_traits::lifecycle::WriteLevel;

/// What `H` holds of `data`, which is square.
fn half<H: Half>(data: &Data) -> Tensor<Csr> {
    let entries = data.entries().iter().filter(|(index, _)| H::holds(index[0], index[1]));
    tensor(&Data::new(data.name(), data.shape(), entries.cloned()))
}

fn squares() -> Vec<Data> {
    let mut squares = [data::matrices(), market::matrices(), data::symmetric()].concat();
    squares.retain(|a| a.shape()[0] == a.shape()[1] && a.shape()[0] <= 300);
    squares
}

fn triangle<H: Half>()
where
    Triangular<H, Number>: WriteLevel<T = f64, Fill = algebra::Zero, Rank = U2> + Default,
{
    let mut refusals = 0;
    for data in squares() {
        let source = half::<H>(&data);
        let first = Tensor::<Triangular<H, Number>>::from_tensor(&source).unwrap();
        same(&first, &source, "a triangle");
        let rows: Tensor<Csr> = first.convert().unwrap();
        same(&rows, &source, "a triangle's rows");
        let second = Tensor::<Triangular<H, Number>>::from_tensor(&rows).unwrap();
        assert_eq!(second.level().child().val(), first.level().child().val());
        same(&second.convert::<Coo>().unwrap(), &source, "a triangle's coordinates");
        same(&second.convert::<FlatFlat>().unwrap(), &source, "a triangle, densely");
        // What is in the other half is refused.
        let whole = tensor::<Csr>(&data);
        if whole.count_stored() > source.count_stored() {
            refusals += 1;
            let error = Tensor::<Triangular<H, Number>>::from_tensor(&whole).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Invalid);
            assert!(error.to_string().contains("does not store that half"), "{error}")
        }
    }
    assert!(refusals > 3);
    let error = Tensor::<Triangular<H, Number>>::from_tensor(&Tensor::<Csr>::empty([2, 3]).unwrap()).unwrap_err();
    assert!(
        error.to_string().contains('2') && error.to_string().contains('3'),
        "{error}"
    );
}

#[test]
fn triangles() {
    triangle::<Lower>();
    triangle::<Upper>()
}

#[test]
fn symmetric_matrices() {
    let mut refusals = 0;
    for data in squares() {
        let whole = tensor::<Csr>(&data);
        let (lower, upper) = (
            Tensor::<LowerMirror>::from_symmetric(&whole),
            Tensor::<UpperMirror>::from_symmetric(&whole),
        );
        let (Ok(lower), Ok(upper)) = (lower, upper) else {
            refusals += 1;
            let error = Tensor::<LowerMirror>::from_symmetric(&whole).unwrap_err();
            assert!(error.to_string().contains("is not symmetric"), "{error}");
            continue;
        };
        // A plain copy does not compare values, so it takes one half only, and says what takes both.
        let above = |(index, _): &(Vec<usize>, f64)| index[0] < index[1];
        if data.entries().iter().any(above) {
            let error = whole.convert::<LowerMirror>().unwrap_err();
            assert!(error.to_string().contains("Tensor::from_symmetric"), "{error}")
        }
        same(&lower, &whole, "by the lower half");
        same(&upper, &whole, "by the upper half");
        let rows = lower.drop_fills::<Csr>().unwrap();
        same(&rows, &whole, "rows of both halves");
        let again = Tensor::<LowerMirror>::from_symmetric(&rows).unwrap();
        assert_eq!(storage(again.level()), storage(lower.level()));
        same(
            &Tensor::<UpperMirror>::from_symmetric(&lower).unwrap(),
            &whole,
            "from the other half",
        );
    }
    assert!(refusals > 1);
}

/// Halves below and above other levels.
#[test]
fn halves_in_nests() {
    type Below = SparseList<Triangular<Lower, Number>>;
    type Above = Triangular<Upper, List>;
    type Both = Symmetric<Lower, Dense<Number>>;
    let entries = [([0, 2, 1], 1.0), ([2, 0, 0], 2.0), ([2, 3, 3], 3.0)];
    let source = Tensor::<Coo3>::from_triplets([3, 4, 4], entries, algebra::Add).unwrap();
    same(
        &Tensor::<Below>::from_tensor(&source).unwrap(),
        &source,
        "triangles in a list",
    );
    let entries = [([0, 2, 1], 1.0), ([0, 0, 0], 2.0), ([3, 3, 4], 3.0)];
    let source = Tensor::<Coo3>::from_triplets([4, 4, 5], entries, algebra::Add).unwrap();
    let above = Tensor::<Above>::from_tensor(&source).unwrap();
    same(&above, &source, "a triangle of lists");
    same(&above.convert::<Csf>().unwrap(), &source, "a triangle of lists, copied");
    let entries = [([0, 2, 1], 1.0), ([2, 0, 1], 1.0), ([3, 3, 4], 3.0)];
    let source = Tensor::<Coo3>::from_triplets([4, 4, 5], entries, algebra::Add).unwrap();
    same(
        &Tensor::<Both>::from_symmetric(&source).unwrap(),
        &source,
        "a symmetric matrix of rows",
    );
}
