//! Sparse bands.

use finch_formats::prelude::*;
use finch_tests::conformance::*;
use finch_tests::{conformance, run};

type Band = SparseBand<Value>;

conformance! {
    Band, |level| [level.ptr(), level.left(), level.child().val()];
    stores {
        some V9, 7 => [0 7] [1] [1 1 2 2 0 0 3];
        some B6, 5 => [0 5] [1] [1 1 0 0 1];
        some H6, 1 => [0 1] [2] [1];
        some Z4, 0 => [0 0] [0] [];
        rows M5, 8 => [0 4 4 7 8 8] [1 0 0 3 0] [1 2 2 3 1 1 2 3];
        whole V9, 9 => [0 9] [0] [0 1 1 2 2 0 0 3 0];
    }
    draws {
        [0, 0, 4, 0, 5, 0] => "6 tensor of i64, fill 0, 3 stored" "SparseBand [6]" "├─ [2]: 4" "├─ [3]: 0" "├─ [4]: 5";
    }
    refuses {
        |ptr: &[usize], left: &[u32], len: usize| Dense::new(2, Band::new(6, ptr.to_vec(), left.to_vec(), zeros(len)));
        &[0, 6, 7], &[0, 5], 7;
        &[0, 0, 0], &[6, 6], 0;
        &[0, 2], &[0, 0], 2 => "2 where 2 fibers need one more";
        &[1, 2, 2], &[0, 0], 2 => "start with 1";
        &[0, 2, 1], &[0, 0], 2 => "descend";
        &[0, 1, 2], &[0], 2 => "1 starts";
        &[0, 1, 8], &[0, 0], 8 => "fiber 1 of a SparseBand level has 7 indices from 0 on";
        &[0, 3, 4], &[4, 0], 8 => "fiber 0 of a SparseBand level has 3 indices from 4 on";
        &[0, 0, 0], &[7, 0], 8 => "from 7 on";
        &[0, 1, 3], &[4, 0], 2 => "3 are needed";
    }
    rejects {
        SparseBand::new(6, vec![0_i32, 1], vec![-1_i32], zeros(1)) => OutOfBounds;
        SparseBand::new(usize::MAX, vec![0, 0], vec![0_u64], zeros(0)) => TooLarge;
    }
    appends {
        [1 3] then [6 8] => [0 8] [1] [2 0 4 0 0 7 0 9];
        [] then [6] => [0 1] [6] [7];
        late [1 3] then [3 8];
        late [3 8] then [1 3];
        late [3 4] then [0];
    }
    goes_on { [1 2] then [4] => [0 4] [1] [2 3 0 5]; }
    // Indices up to 255 fit a byte.
    widest { SparseBand<Value, Vec<u8>, Vec<u8>>: u8 256 }
    // Positions beyond 255 are more than pointers can count: those of entries, and those between them.
    counts {
        SparseBand<Value, Vec<u8>>:
            7..262 => 255, 7..263 => 255, 7..900 => 255, [7, 261] => 2, [7, 262] => 1, [7, 9, 900] => 2
    }
    holds_nothing { Dense<Band>, SparseBand<Band>, SparseBand<Line> }
    reads {
        Dense<Band>;
        SparseBand<Band>, SparseList<Band>, SparseBand<Line>, SparseBand<SparseBlockList<Value>>, SparseBand<List>, SparseBand<RunList<Value>>
    }
    merges_twins { [0 7 7 14] [1 0 1] [1 1 2 2 0 0 3 1 1 2 2 0 0 3] }
    sums { Dense<Band>, SparseBand<SparseBlockList<Value>> }
}

#[test]
fn parts_are_taken_and_given_back() {
    // An empty block behind the end, and arrays with room.
    let level = Band::new(4, vec![0, 2, 2, 3, 9], vec![2, 4, 0, 7], Element::new(vec![1, 2, 3, 4]));
    let m = Tensor::new(Dense::new(3, level)).unwrap();
    assert_eq!(all(&m), [0, 0, 1, 2, 0, 0, 0, 0, 3, 0, 0, 0]);
    let (extent, ptr, left, child) = m.into_level().into_child().into_parts();
    assert_eq!((extent, ptr.len(), left.len(), child.val().len()), (4, 5, 4, 4));
    let (ptr, left, val) = ([0, 2], [2_u32], [7.0, 8.0]);
    let borrowed = SparseBand::new(5, &ptr[..], &left[..], Element::<f64, Zero, _>::new(&val[..]));
    assert_eq!(all(&Tensor::new(borrowed).unwrap()), [0.0, 0.0, 7.0, 8.0, 0.0]);
}

#[test]
fn a_triangle_has_a_band_per_row() {
    let a = plane(4, &(1..17).collect::<Vec<_>>());
    let mut lower = BandMatrix::<i64>::default();
    run! { lower .= 0; for j, i { if i <= j { lower[j, i] = a[j, i]; } } }
    lower.validate().unwrap();
    let expected = [
        vec![0, 1, 3, 6, 10],
        vec![0; 4],
        vec![1, 5, 6, 9, 10, 11, 13, 14, 15, 16],
    ];
    assert_eq!(arrays(lower.level().child()), expected);
}
