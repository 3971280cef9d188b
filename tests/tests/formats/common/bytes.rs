//! What tensors take in memory: what the pages of their levels say.

use finch_formats::prelude::*;
use finch_traits::algebra::typenum::{U2, U4};
use std::iter::zip;

/// Copies of a matrix in other nests take so many bytes.
macro_rules! takes {
    ($a:expr; $($nest:ty: $bytes:expr, $why:literal;)*) => { $(
        assert_eq!($a.convert::<$nest>().unwrap().bytes(), $bytes, $why);
    )* };
}

#[test]
fn arrays_take_what_their_pages_say() {
    // 4 rows and 6 columns with 5 entries, in runs and blocks along its rows.
    let entries = zip([[0, 1], [0, 2], [0, 3], [2, 0], [2, 5]], [1.0, 1.0, 1.0, 2.0, 3.0]);
    let a = Csr::<f64>::from_triplets([4, 6], entries, Add).unwrap();
    type E = Element<f64>;
    let (pointer, index, value) = (8, 4, 8);
    let pointers = 5 * pointer;
    let (slot, key, buckets) = (4, 8, 8);
    takes! { a;
        Dense<SparseList<E>>: pointers + 5 * index + 5 * value, "lists: an index and a value per entry";
        Dense<SparseBlockList<E>>: pointers + 3 * index + 4 * pointer + 5 * value,
            "blocks: an end and an offset per block, one offset more";
        Dense<SparseBand<E>>: pointers + 4 * index + (3 + 6) * value,
            "bands: a start and a pointer per fiber, values from first to last";
        Dense<Ragged<E>>: pointers + (4 + 6) * value, "ragged: a pointer per fiber, values up to the last";
        // Rows: fill, ones, fill; fill; two, fill, three; fill.
        Dense<RunList<E>>: pointers + 8 * index + 8 * value, "runs: an end and a value per run";
        Dense<SparsePairs<f64>>: pointers + 5 * 16, "pairs: 16 bytes, of which 4 are padding";
        SparseBlocks<U2, U4, E>: 3 * pointer + 3 * index + 3 * 8 * value,
            "blocks of fixed size: a pointer per block row, an index and all values per block";
        Dense<SparseList<E, Lengths>>: a.bytes(), "lengths take what pointers do";
        // Rows: a literal of fill, ones, fill; fill; two, a run of fill, three; fill.
        Dense<PackBits<E>>: pointers + 6 * index + 7 * pointer + (6 + 1 + 3 + 1) * value,
            "runs and literals: an end and an offset per segment, one offset more";
        Dense<SparseRunList<E>>: pointers + 3 * 2 * index + 3 * value,
            "runs over fill: a start, an end and a value per run";
        SparseCoo<U2, E>: 2 * pointer + 5 * 2 * index + 5 * value, "an index per dimension";
        Dense<SparseDict<E>>: pointers + 5 * (index + slot + key) + buckets * (slot + 1) + 5 * value,
            "a dictionary: an index, a slot and a key per entry, a power of two of buckets";
        Dense<Separate<SparseList<E>>>: 4 * 2 * pointer + 5 * index + 5 * value, "fibers apart: pointers for each";
        Dense<Dense<E>>: 24 * value, "everything";
    }
    let halves = PackedCsr::<f32>::from_triplets([4, 6], [([0, 1], 1.0), ([3, 2], 2.0)], Add).unwrap();
    assert_eq!(halves.bytes(), pointers + 2 * 8, "pairs without padding");
    let pattern = a.pattern();
    assert_eq!(pattern.bytes(), pointers + 5 * index, "a pattern stores no values");
    let lower = LowerMatrix::<f64>::from_triplets([5, 5], [([3, 1], 1.0)], Add).unwrap();
    assert_eq!(lower.bytes(), 15 * value, "a half, packed, and nothing else");
    assert_eq!(SymmetricMatrix::<f64>::empty([5, 5]).unwrap().bytes(), 15 * value);
    assert_eq!(
        BitMatrix::from_tensor(&pattern).unwrap().bytes(),
        8,
        "24 bits, in whole words"
    );
}
