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
    assert!(
        CsrPattern::from_parts(rows, cols, ptr, idx)
            .unwrap()
            .same_storage(&edges)
    );
}

#[test]
fn bad_parts_are_refused() {
    let refused = [
        Cube::<f64>::from_parts([2, 2, 2], vec![0.0; 7]).err(),
        CsrPattern::from_parts(2, 3, vec![0, 1, 2], vec![0, 3]).err(),
        Dcsr::<f64>::from_parts(2, 3, vec![1, 1], vec![0, 1, 2], vec![0, 0], vec![1.0; 2]).err(),
        Coo::<f64>::from_parts([2, 2].into(), [vec![0, 2], vec![0, 0]].into(), vec![1.0; 2]).err(),
        Coo::<f64>::from_parts([2, 2].into(), [vec![0, 1], vec![0]].into(), vec![1.0; 2]).err(),
        BandMatrix::<f64>::from_parts(1, 3, vec![0, 2], vec![2], vec![1.0; 2]).err(),
        RaggedVector::<f64>::from_parts(1, vec![1.0; 2]).err(),
        LowerMatrix::<f64>::from_parts(2, vec![1.0; 2]).err(),
        SymmetricMatrix::<f64>::from_parts(2, vec![1.0; 2]).err(),
        PointVector::<f64>::from_parts(2, vec![3], vec![1.0]).err(),
        IntervalVector::<f64>::from_parts(2, vec![1], vec![0], vec![1.0]).err(),
        RunVector::<f64>::from_parts(3, vec![2], vec![1.0]).err(),
        SparseRunVector::<f64>::from_parts(3, vec![0, 1], vec![2, 3], vec![1.0; 2]).err(),
        ByteMapVector::<f64>::from_parts(2, vec![1], vec![true, true], vec![0.0; 2]).err(),
        DictVector::<f64>::from_parts(2, vec![0, 1], vec![0, 0], vec![0.0; 2]).err(),
        // Two rows at one place; a column twice; a row that there is not.
        DictMatrix::<f64>::from_parts(
            2,
            3,
            vec![0, 1],
            vec![0, 0],
            vec![0, 1, 2],
            vec![0, 0],
            vec![0, 1],
            vec![0.0; 2],
        )
        .err(),
        DictMatrix::<f64>::from_parts(2, 3, vec![0], vec![0], vec![0, 2], vec![1, 1], vec![0, 1], vec![0.0; 2]).err(),
        DictMatrix::<f64>::from_parts(2, 3, vec![0, 1], vec![0, 1], vec![0, 1], vec![1], vec![0], vec![0.0]).err(),
        SeparateCsr::<f64>::from_parts(3, vec![(vec![0], vec![1.0]), (vec![1, 0], vec![1.0; 2])]).err(),
        SeparateCsr::<f64>::from_parts(3, vec![(vec![3], vec![1.0])]).err(),
        SeparateCsr::<f64>::from_parts(3, vec![(vec![0, 2], vec![1.0])]).err(),
        BlockVector::<f64>::from_parts(3, vec![1], vec![0, 2], vec![0.0; 2]).err(),
    ];
    for (number, error) in refused.into_iter().enumerate() {
        let error = error.unwrap_or_else(|| panic!("number {number} is taken"));
        assert!(
            [ErrorKind::Invalid, ErrorKind::OutOfBounds].contains(&error.kind()),
            "{error}"
        );
    }
}

/// How nests that have no page of their own for it are drawn.
#[test]
fn trees() {
    let tree = |text: String| text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
    let a = SeparateCsr::<f64>::from_triplets([2, 3], [([1, 2], 5.0)], Add).unwrap();
    assert_eq!(
        tree(a.to_string()),
        [
            "Dense [2]",
            "├─ [0]: SparseList [3]",
            "├─ [1]: SparseList [3]",
            "│  ├─ [2]: 5.0"
        ]
    );
    let a = LowerMatrix::<f64>::from_triplets([2, 2], [([1, 0], 5.0)], Add).unwrap();
    assert!(
        a.to_string()
            .starts_with("2 x 2 tensor of f64, fill 0.0, 3 stored\nTriangular<Lower> [2, 2]"),
        "{a}"
    );
    let a = SymmetricMatrix::<f64>::from_triplets([2, 2], [([1, 0], 5.0)], Add).unwrap();
    assert!(
        a.to_string()
            .starts_with("2 x 2 tensor of f64, fill 0.0, 3 stored\nSymmetric<Lower> [2, 2]"),
        "{a}"
    );
    let a = RaggedMatrix::<f64>::from_triplets([2, 3], [([1, 1], 5.0)], Add).unwrap();
    assert!(a.to_string().contains("Ragged [3]"), "{a}");
    let a = BitMatrix::from_triplets([1, 2], [([0, 1], true)], Or).unwrap();
    assert_eq!(
        tree(a.to_string()),
        ["Dense [1]", "├─ [0]: Dense [2]", "│  ├─ [0]: false", "│  ├─ [1]: true"]
    );
    let a = UnsortedCsr::<f64>::from_parts(1, 9, vec![0, 2], vec![7, 2], vec![5.0, 3.0]).unwrap();
    assert_eq!(
        tree(a.to_string()),
        [
            "Dense [1]",
            "├─ [0]: UnsortedList [9]",
            "│  ├─ [7]: 5.0",
            "│  ├─ [2]: 3.0"
        ]
    );
    let a = DictVector::<f64>::from_triplets([9], [([7], 5.0)], Add).unwrap();
    assert_eq!(tree(a.to_string()), ["SparseDict [9]", "├─ [7]: 5.0"]);
}
