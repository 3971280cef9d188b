//! Tensors in JSON: there and back, from one nest into another, and what is refused.

use finch_formats::prelude::*;
use serde_json::{Value, from_str, from_value, json, to_string, to_value};

/// What is written, read into a nest and written again, is the same.
macro_rules! there_and_back {
    ($($tensor:expr => $($nest:ty),+;)*) => { $({
        let (tensor, text) = (&$tensor, to_string(&$tensor).unwrap());
        $(
            let again: $nest = from_str(&text).unwrap();
            again.validate().unwrap();
            assert_eq!(again.to_triplets(), tensor.to_triplets(), "{text}");
            assert_eq!(to_string(&again).unwrap(), text);
        )+
    })* };
}

#[test]
fn nests() {
    let a = Csr::random([9, 7], 20, 1, |random| random.below(9) as f64).unwrap();
    there_and_back! {
        a => Csr<f64>, Coo<f64>, Dcsr<f64>, DictMatrix<f64>;
        Csr::<f64>::empty([0, 4]).unwrap() => Csr<f64>, Coo<f64>;
        Csr::<f64>::default() => Csr<f64>;
        Matrix::from_parts(2, 2, vec![1_u8, 0, 2, 1]).unwrap() => Matrix<u8>, Csr<u8>;
        RunVector::from_dense([6], &[1, 1, 1, 0, 0, 7]).unwrap() => RunVector<i32>, Vector<i32>;
        Csf::from_triplets([2, 3, 4], [([1, 2, 3], 0.5), ([0, 0, 1], -1.0)], Add).unwrap() => Csf<f64>, Coo3<f64>;
        BitVector::from_dense([3], &[true, false, true]).unwrap() => BitVector;
        SymmetricMatrix::from_dense([2, 2], &[1.0, 2.0, 2.0, 3.0]).unwrap() => SymmetricMatrix<f64>, Matrix<f64>;
        SparseVectorWithFill::<f64, One>::from_triplets([3], [([1], 2.0)], Add).unwrap() => SparseVectorWithFill<f64, One>;
    }
    // Runs are runs again.
    let runs: RunVector<i32> = from_value(to_value(Vector::from(vec![4, 4, 4, 5])).unwrap()).unwrap();
    assert_eq!(runs.level().right(), &[3, 4]);
    assert_eq!(
        to_value(Csr::from_triplets([2, 3], [([0, 2], 1.0), ([1, 0], 2.0)], Add).unwrap()).unwrap(),
        json!({"shape": [2, 3], "fill": 0.0, "indices": [[0, 1], [2, 0]], "values": [1.0, 2.0]})
    );
}

/// Matrices of files, and generated ones, in nests of several kinds.
#[test]
fn matrices_of_files() {
    let of_files = finch_tests::market::matrices();
    if of_files.is_empty() {
        eprintln!("FINCH_DATA is not set: only generated matrices go there and back");
    }
    for data in finch_tests::data::matrices().into_iter().chain(of_files) {
        let entries = data
            .entries()
            .iter()
            .map(|(index, value)| ([index[0], index[1]], *value));
        let a = Csr::from_triplets([data.shape()[0], data.shape()[1]], entries, Add).unwrap();
        there_and_back! {
            a => Csr<f64>, Coo<f64>, Dcsr<f64>;
        }
        let again: Csr<f64> = from_str(&to_string(&a).unwrap()).unwrap();
        assert!(again.same_storage(&a), "{data}");
    }
}

/// The error says so, of a matrix in which one member is another one.
#[track_caller]
fn refused(member: &str, value: Value, words: &str) {
    let mut matrix = json!({"shape": [2, 3], "fill": 0.0, "indices": [[0, 1], [2, 0]], "values": [1.0, 2.0]});
    from_value::<Csr<f64>>(matrix.clone()).unwrap();
    matrix[member] = value;
    let error = from_value::<Csr<f64>>(matrix).unwrap_err().to_string();
    assert!(error.contains(words), "{error}");
}

#[test]
fn malformed_tensors() {
    refused("shape", json!([2]), "1 extents and 2 lists");
    refused("shape", json!([2, 2]), "extent is 2");
    refused("shape", json!([-2, 3]), "-2");
    refused("fill", json!(1.0), "the fill is not that of the nest");
    refused("indices", json!([[0, 1]]), "2 extents and 1 lists");
    refused("indices", json!([[0, 1], [2]]), "1 indices for 2 values");
    refused(
        "indices",
        json!([[1, 0], [0, 2]]),
        "entry 1 at [0, 2] is not behind the one before it, at [1, 0]",
    );
    refused("indices", json!([[1, 1], [2, 2]]), "entry 1 at [1, 2] is not behind");
    refused("indices", json!([[0, 1], [3, 0]]), "entry 0 has index 3 along axis 1");
    refused("values", json!([1.0]), "2 indices for 1 values");
    refused("values", json!([1.0, "2"]), "string");
    refused("more", json!(1), "unknown field `more`");
    // A shape claims no memory.
    refused("shape", json!([1_u64 << 60, 3]), "need room for 1152921504606846976");
    refused("shape", json!([2, u64::MAX]), "extent");
    let wide = json!({"shape": [1_u64 << 30, 3], "fill": 0.0, "indices": [[1 << 29], [1]], "values": [2.0]});
    assert_eq!(
        from_value::<Dcsr<f64>>(wide.clone()).unwrap().get([1 << 29, 1]),
        Some(2.0)
    );
    assert!(
        from_value::<Vector<f64>>(json!({"shape": [1_u64 << 40], "fill": 0.0, "indices": [[]], "values": []})).is_err()
    );
    assert!(from_value::<Csr<f64>>(wide).is_err());
}

/// Few entries, far apart, are no reason to store all that lies between them.
#[test]
fn entries_claim_no_memory() {
    let far = (1 << 26) - 1;
    let text = json!({"shape": [2, far + 1], "fill": 0.0, "indices": [[0, 0], [0, far]], "values": [1.0, 2.0]});
    let error = |outcome: Result<(), serde_json::Error>| outcome.unwrap_err().to_string();
    let refusals = [
        error(from_value::<BandMatrix<f64>>(text.clone()).map(drop)),
        error(from_value::<RaggedMatrix<f64>>(text.clone()).map(drop)),
        error(from_value::<UnsortedCsr<f64>>(text.clone()).map(drop)),
        error(from_value::<Tensor<SparseList<Dense<Element<f64>>>>>(text.clone()).map(drop)),
    ];
    for refusal in refusals {
        assert!(refusal.contains("memory"), "{refusal}")
    }
    assert_eq!(from_value::<Csr<f64>>(text).unwrap().get([0, far]), Some(2.0));
    // What is not far from each other is stored with what lies between, and so is what there is much of.
    let near: BandVector<f64> =
        from_value(json!({"shape": [1 << 20], "fill": 0.0, "indices": [[7, 1_000_000]], "values": [1.0, 2.0]}))
            .unwrap();
    assert_eq!(near.count_stored(), 999_994);
}
