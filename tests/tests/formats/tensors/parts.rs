//! Every common nest is taken apart, and put together again.

use finch_formats::ErrorKind;
use finch_formats::prelude::*;

const ENTRIES: [([usize; 2], f64); 4] = [([0, 0], 1.0), ([0, 1], 2.0), ([2, 1], 3.0), ([2, 2], 3.0)];

/// Made of entries, taken apart, and made of its parts: by the arrays it is the same. The first part is an extent, in place of
/// which a larger one is refused.
macro_rules! both_ways {
    ($($alias:ident: $shape:expr, $entries:expr, ($($part:ident)*);)*) => { $({
        let made = $alias::<f64>::from_triplets($shape, $entries, Add).unwrap();
        let ($($part),*) = made.clone().into_parts();
        let again = $alias::<f64>::from_parts($($part),*).unwrap();
        assert!(again.same_storage(&made), stringify!($alias));
    })* };
}

#[test]
fn parts_and_back() {
    let row = ENTRIES[..2]
        .iter()
        .map(|&([_, index], value)| ([index], value))
        .collect::<Vec<_>>();
    let span = [([1], 2.0), ([2], 2.0)];
    let spans = [([0, 1], 2.0), ([0, 2], 2.0), ([2, 0], 1.0)];
    let points = [([0, 1], 2.0), ([2, 0], 1.0)];
    let lower = [([1, 0], 2.0), ([2, 2], 1.0)];
    let upper = [([0, 1], 2.0), ([2, 2], 1.0)];
    let cube = [([0, 1, 1], 2.0), ([1, 0, 0], 1.0)];
    both_ways! {
        Vector: [3], row.clone(), (len val);
        Matrix: [3, 3], ENTRIES, (rows cols val);
        Cube: [2, 2, 2], cube, (shape val);
        SparseVector: [3], row.clone(), (len idx val);
        Csr: [3, 3], ENTRIES, (rows cols ptr idx val);
        Dcsr: [3, 3], ENTRIES, (rows cols row_idx ptr idx val);
        WideDcsr: [3, 3], ENTRIES, (rows cols row_idx ptr idx val);
        Csf: [2, 2, 2], cube, (shape ptr idx val);
        HybridCsr: [3, 3], ENTRIES, (rows cols ptr idx slot val);
        BlockVector: [3], row.clone(), (len right ofs val);
        BlockCsr: [3, 3], ENTRIES, (rows cols ptr right ofs val);
        BandVector: [3], span, (len left val);
        BandMatrix: [3, 3], ENTRIES, (rows cols ptr left val);
        RaggedVector: [3], row.clone(), (len val);
        RaggedMatrix: [3, 3], ENTRIES, (rows cols ptr val);
        LowerMatrix: [3, 3], lower, (extent val);
        UpperMatrix: [3, 3], upper, (extent val);
        SymmetricMatrix: [3, 3], lower, (extent val);
        PointVector: [3], [([1], 2.0)], (len idx val);
        PointMatrix: [3, 3], points, (rows cols idx val);
        IntervalVector: [3], span, (len left right val);
        IntervalMatrix: [3, 3], spans, (rows cols left right val);
        Coo: [3, 3], ENTRIES, (shape idx val);
        Coo3: [2, 2, 2], cube, (shape idx val);
        RunVector: [3], row.clone(), (len right val);
        RunMatrix: [3, 3], ENTRIES, (rows cols ptr right val);
        SparseRunVector: [3], row.clone(), (len left right val);
        SparseRunMatrix: [3, 3], ENTRIES, (rows cols ptr left right val);
        ByteMapVector: [3], row.clone(), (len idx tbl val);
        DictVector: [3], row.clone(), (len idx slot val);
        DictMatrix: [3, 3], ENTRIES, (rows cols row_idx row_slot ptr idx slot val);
        UnsortedCsr: [3, 3], ENTRIES, (rows cols ptr idx val);
        SeparateCsr: [3, 3], ENTRIES, (cols rows);
    }
    let edges = CsrPattern::from_triplets([3, 3], ENTRIES.map(|(index, _)| (index, true)), Or).unwrap();
    let (rows, cols, ptr, idx) = edges.clone().into_parts();
    let again = CsrPattern::from_parts(rows, cols, ptr, idx).unwrap();
    assert!(again.same_storage(&edges));
}

#[test]
fn bad_parts_are_refused() {
    macro_rules! refuse {
        ($($alias:ident: $($part:expr),*;)*) => { $(
            let error = $alias::<f64>::from_parts($($part),*).expect_err(stringify!($alias: $($part),*));
            assert!([ErrorKind::Invalid, ErrorKind::OutOfBounds].contains(&error.kind()), "{error}");
        )* };
    }
    refuse! {
        Cube: [2, 2, 2], vec![0.0; 7];
        Dcsr: 2, 3, vec![1, 1], vec![0, 1, 2], vec![0, 0], vec![1.0; 2];
        Coo: [2, 2].into(), [vec![0, 2], vec![0, 0]].into(), vec![1.0; 2];
        Coo: [2, 2].into(), [vec![0, 1], vec![0]].into(), vec![1.0; 2];
        BandMatrix: 1, 3, vec![0, 2], vec![2], vec![1.0; 2];
        RaggedVector: 1, vec![1.0; 2];
        LowerMatrix: 2, vec![1.0; 2];
        SymmetricMatrix: 2, vec![1.0; 2];
        PointVector: 2, vec![3], vec![1.0];
        IntervalVector: 2, vec![1], vec![0], vec![1.0];
        RunVector: 3, vec![2], vec![1.0];
        SparseRunVector: 3, vec![0, 1], vec![2, 3], vec![1.0; 2];
        ByteMapVector: 2, vec![1], vec![true, true], vec![0.0; 2];
        DictVector: 2, vec![0, 1], vec![0, 0], vec![0.0; 2];
        // Two rows at one place; a column twice; a row that there is not.
        DictMatrix: 2, 3, vec![0, 1], vec![0, 0], vec![0, 1, 2], vec![0, 0], vec![0, 1], vec![0.0; 2];
        DictMatrix: 2, 3, vec![0], vec![0], vec![0, 2], vec![1, 1], vec![0, 1], vec![0.0; 2];
        DictMatrix: 2, 3, vec![0, 1], vec![0, 1], vec![0, 1], vec![1], vec![0], vec![0.0];
        SeparateCsr: 3, vec![(vec![0], vec![1.0]), (vec![1, 0], vec![1.0; 2])];
        SeparateCsr: 3, vec![(vec![3], vec![1.0])];
        SeparateCsr: 3, vec![(vec![0, 2], vec![1.0])];
        BlockVector: 3, vec![1], vec![0, 2], vec![0.0; 2];
    }
    let edges = CsrPattern::from_parts(2, 3, vec![0, 1, 2], vec![0, 3]);
    assert_eq!(edges.unwrap_err().kind(), ErrorKind::OutOfBounds);
}

/// How nests that have no page of their own for it are drawn.
#[test]
fn trees() {
    macro_rules! draw {
        ($($made:expr => $($line:literal)*;)*) => { $(
            let text = $made.unwrap().to_string();
            assert_eq!(text.lines().skip(1).collect::<Vec<_>>(), [$($line),*]);
        )* };
    }
    draw! {
        SeparateCsr::<f64>::from_triplets([2, 3], [([1, 2], 5.0)], Add) =>
            "Dense [2]" "├─ [0]: SparseList [3]" "├─ [1]: SparseList [3]" "│  ├─ [2]: 5.0";
        BitMatrix::from_triplets([1, 2], [([0, 1], true)], Or) =>
            "Dense [1]" "├─ [0]: Dense [2]" "│  ├─ [0]: false" "│  ├─ [1]: true";
        UnsortedCsr::<f64>::from_parts(1, 9, vec![0, 2], vec![7, 2], vec![5.0, 3.0]) =>
            "Dense [1]" "├─ [0]: UnsortedList [9]" "│  ├─ [7]: 5.0" "│  ├─ [2]: 3.0";
        DictVector::<f64>::from_triplets([9], [([7], 5.0)], Add) => "SparseDict [9]" "├─ [7]: 5.0";
    }
    let lower = LowerMatrix::<f64>::from_triplets([2, 2], [([1, 0], 5.0)], Add)
        .unwrap()
        .to_string();
    let symmetric = SymmetricMatrix::<f64>::from_triplets([2, 2], [([1, 0], 5.0)], Add)
        .unwrap()
        .to_string();
    for (text, level) in [(lower, "Triangular"), (symmetric, "Symmetric")] {
        let start = format!("2 x 2 tensor of f64, fill 0.0, 3 stored\n{level}<Lower> [2, 2]");
        assert!(text.starts_with(&start), "{text}")
    }
    let a = RaggedMatrix::<f64>::from_triplets([2, 3], [([1, 1], 5.0)], Add).unwrap();
    assert!(a.to_string().contains("Ragged [3]"), "{a}");
}
