//! Levels of two dimensions at once: squares of which one half is stored.

use super::trips::{Entries, Makes, Values, same, trip};
use finch_formats::triangular::Half;
use finch_formats::{ErrorKind, Lower, Symmetric, Triangular, Upper};
use finch_tests::market;
use finch_tests::nest::tensor;
use finch_tests::prelude::*;
use finch_traits::lifecycle::WriteLevel;
use std::collections::BTreeMap;
use std::fmt::Debug;

/// What `H` holds of `data`, which is square.
fn half<H: Half>(data: &Data) -> Tensor<Csr> {
    let entries = data.entries().iter().filter(|(index, _)| H::holds(index[0], index[1]));
    tensor(&Data::new(data.name(), data.shape(), entries.cloned()))
}

fn squares() -> Vec<Data> {
    let files = market::matrices().into_iter().step_by(3).collect();
    let mut squares = [data::matrices(), files, data::symmetric(), data::lower()].concat();
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

/// The first two places whose values differ though they are each other's with rows and columns exchanged.
fn asymmetry(data: &Data) -> Option<[Vec<usize>; 2]> {
    let values: BTreeMap<&[usize], f64> = data
        .entries()
        .iter()
        .map(|(index, value)| (&index[..], *value))
        .collect();
    let value = |index: &[usize]| values.get(index).copied().unwrap_or(0.0);
    let pairs = data.entries().iter().map(|(index, _)| {
        let mirror = vec![index[1], index[0]];
        [index.clone().min(mirror.clone()), mirror.max(index.clone())]
    });
    pairs.filter(|[one, other]| value(one) != value(other)).min()
}

/// By the same ways as between any other nests, of which the two halves take turns; what is not symmetric is refused.
fn symmetric<H: Half>(trips_of: fn(&Data, &Tensor<Csr>))
where
    Symmetric<H, Number>: WriteLevel<T = f64, Fill = algebra::Zero, Rank = U2> + Default + Debug,
{
    let (mut refusals, mut trips) = (0, 0);
    for data in squares() {
        let whole = tensor::<Csr>(&data);
        if data.entries().len() > 3000 {
            continue;
        }
        if let Some([one, other]) = asymmetry(&data) {
            refusals += 1;
            let words = format!("the values at {one:?} and {other:?} differ");
            for error in [
                whole.convert::<Symmetric<H, Number>>().unwrap_err(),
                whole.drop_fills::<Symmetric<H, Number>>().unwrap_err(),
                tensor::<FlatFlat>(&data).convert::<Symmetric<H, Number>>().unwrap_err(),
            ] {
                assert_eq!(error.kind(), ErrorKind::Invalid);
                assert!(error.to_string().contains(&words), "{error}, not {words}")
            }
            continue;
        }
        trips += 1;
        trips_of(&data, &whole);
        Values::made::<Symmetric<H, Number>>(&whole);
        Entries::made::<Symmetric<H, Number>>(&whole);
        // Of entries one half will do, and which one does not matter.
        for half in [half::<Lower>(&data), half::<Upper>(&data)] {
            let listed = Tensor::from_triplets(whole.shape(), half.to_triplets(), algebra::Overwrite);
            same::<Symmetric<H, Number>, _>(&listed.unwrap(), &whole, "from entries of one half")
        }
    }
    assert!(refusals > 3 && trips > 3, "{refusals} {trips}")
}

#[test]
fn symmetric_matrices() {
    symmetric::<Lower>(|data, whole| {
        trip::<Symmetric<Lower, Number>, Coo, Csr>(&tensor(data));
        trip::<Symmetric<Lower, Number>, Dcsr, FlatRuns>(&tensor(data));
        trip::<Symmetric<Lower, Number>, Csr, UpperMirror>(whole);
    });
    symmetric::<Upper>(|data, whole| {
        trip::<Symmetric<Upper, Number>, Csr, FlatFlat>(whole);
        trip::<Symmetric<Upper, Number>, FlatUnsorted, DictDict>(&tensor(data));
        trip::<Symmetric<Upper, Number>, Coo, LowerMirror>(&tensor(data));
    })
}

/// Halves below and above other levels.
#[test]
fn halves_in_nests() {
    type Below = SparseList<Triangular<Lower, Number>>;
    type Above = Triangular<Upper, List>;
    type Both = Symmetric<Lower, Dense<Number>>;
    fn holds<L: WriteLevel<T = f64, Rank = U3> + Default>(
        shape: [usize; 3],
        entries: [([usize; 3], f64); 3],
        what: &str,
    ) -> (Tensor<L>, Tensor<Coo3>) {
        let source = Tensor::<Coo3>::from_triplets(shape, entries, algebra::Add).unwrap();
        let halves = Tensor::<L>::from_tensor(&source).unwrap();
        same(&halves, &source, what);
        (halves, source)
    }
    let entries = [([0, 2, 1], 1.0), ([2, 0, 0], 2.0), ([2, 3, 3], 3.0)];
    holds::<Below>([3, 4, 4], entries, "triangles in a list");
    let entries = [([0, 2, 1], 1.0), ([0, 0, 0], 2.0), ([3, 3, 4], 3.0)];
    let (above, source) = holds::<Above>([4, 4, 5], entries, "a triangle of lists");
    same(&above.convert::<Csf>().unwrap(), &source, "a triangle of lists, copied");
    let entries = [([0, 2, 1], 1.0), ([2, 0, 1], 1.0), ([3, 3, 4], 3.0)];
    holds::<Both>([4, 4, 5], entries, "a symmetric matrix of rows");
}
