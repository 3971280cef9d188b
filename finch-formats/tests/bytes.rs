//! What tensors take in memory: what the pages of their levels say.

use finch_formats::prelude::*;
use finch_traits::algebra::typenum::{U2, U4};

/// A matrix of 4 rows and 6 columns with 5 entries, in runs and blocks along its rows.
fn matrix() -> finch_formats::Result<Csr<f64>> {
    Csr::from_triplets(
        [4, 6],
        [
            ([0, 1], 1.0),
            ([0, 2], 1.0),
            ([0, 3], 1.0),
            ([2, 0], 2.0),
            ([2, 5], 3.0),
        ],
        Add,
    )
}

#[test]
fn arrays_take_what_their_pages_say() -> finch_formats::Result<()> {
    let a = matrix()?;
    let (pointer, index, value) = (8, 4, 8);
    let pointers = 5 * pointer;
    assert_eq!(
        a.bytes(),
        pointers + 5 * index + 5 * value,
        "lists: an index and a value per entry"
    );
    let blocks: BlockCsr<f64> = a.convert()?;
    assert_eq!(
        blocks.bytes(),
        pointers + 3 * index + 4 * pointer + 5 * value,
        "blocks: an end and an offset per block, one offset more"
    );
    let bands: BandMatrix<f64> = a.convert()?;
    assert_eq!(
        bands.bytes(),
        pointers + 4 * index + (3 + 6) * value,
        "bands: a start and a pointer per fiber, values from first to last"
    );
    let ragged: RaggedMatrix<f64> = a.convert()?;
    assert_eq!(
        ragged.bytes(),
        pointers + (4 + 6) * value,
        "ragged: a pointer per fiber, values up to the last"
    );
    let runs: RunMatrix<f64> = a.convert()?;
    // Rows: fill, ones, fill; fill; two, fill, three; fill.
    assert_eq!(
        runs.bytes(),
        pointers + 8 * index + 8 * value,
        "runs: an end and a value per run"
    );
    let pairs: PackedCsr<f64> = a.convert()?;
    assert_eq!(
        pairs.bytes(),
        pointers + 5 * 16,
        "pairs: 16 bytes, of which 4 are padding"
    );
    let halves = PackedCsr::<f32>::from_triplets([4, 6], [([0, 1], 1.0), ([3, 2], 2.0)], Add)?;
    assert_eq!(halves.bytes(), pointers + 2 * 8, "pairs without padding");
    let blocks: Bcsr<f64, U2, U4> = a.convert()?;
    assert_eq!(
        blocks.bytes(),
        3 * pointer + 3 * index + 3 * 8 * value,
        "blocks of fixed size: a pointer per block row, an index and all values per block"
    );
    let lil: Lil<f64> = a.convert()?;
    assert_eq!(lil.bytes(), a.bytes(), "lengths take what pointers do");
    let packed: PackBitsMatrix<f64> = a.convert()?;
    // Rows: a literal of fill, ones, fill; fill; two, a run of fill, three; fill.
    assert_eq!(
        packed.bytes(),
        pointers + 6 * index + 7 * pointer + (6 + 1 + 3 + 1) * value,
        "runs and literals: an end and an offset per segment, one offset more"
    );
    let sparse_runs: Tensor<Dense<SparseRunList<Element<f64>>>> = a.convert()?;
    assert_eq!(
        sparse_runs.bytes(),
        pointers + 3 * 2 * index + 3 * value,
        "runs over fill: a start, an end and a value per run"
    );
    let coo: Coo<f64> = a.convert()?;
    assert_eq!(
        coo.bytes(),
        2 * pointer + 5 * 2 * index + 5 * value,
        "an index per dimension"
    );
    let dict: Tensor<Dense<SparseDict<Element<f64>>>> = a.convert()?;
    let (slot, key, buckets) = (4, 8, 8);
    assert_eq!(
        dict.bytes(),
        pointers + 5 * (index + slot + key) + buckets * (slot + 1) + 5 * value,
        "a dictionary: an index, a slot and a key per entry, a power of two of buckets"
    );
    let separate: Tensor<Dense<Separate<SparseList<Element<f64>>>>> = a.convert()?;
    assert_eq!(
        separate.bytes(),
        4 * 2 * pointer + 5 * index + 5 * value,
        "fibers apart: pointers for each"
    );
    let pattern: Tensor<Dense<SparseList<Pattern>>> =
        Tensor::from_triplets([4, 6], a.to_triplets().into_iter().map(|(at, _)| (at, true)), Or)?;
    assert_eq!(pattern.bytes(), pointers + 5 * index, "a pattern stores no values");
    let lower = LowerMatrix::<f64>::from_triplets([5, 5], [([3, 1], 1.0)], Add)?;
    assert_eq!(lower.bytes(), 15 * value, "a half, packed, and nothing else");
    assert_eq!(SymmetricMatrix::<f64>::empty([5, 5])?.bytes(), 15 * value);
    let bits = BitMatrix::from_tensor(&pattern)?;
    assert_eq!(bits.bytes(), 8, "24 bits, in whole words");
    let dense: Matrix<f64> = a.convert()?;
    assert_eq!(dense.bytes(), 24 * value);
    Ok(())
}
