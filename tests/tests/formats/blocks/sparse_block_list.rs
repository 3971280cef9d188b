//! Sparse block lists.

use finch_formats::prelude::*;
use finch_tests::conformance::*;
use finch_tests::{conformance, run};

type Blocks = SparseBlockList<Value>;

conformance! {
    Blocks, |level| [level.ptr(), level.right(), level.ofs(), level.child().val()];
    stores {
        some V9, 5 => [0 2] [5 8] [0 4 5] [1 1 2 2 3];
        some B6, 3 => [0 2] [3 6] [0 2 3] [1 1 1];
        some Z4, 0 => [0 0] [] [0] [];
        rows M5, 8 => [0 1 1 2 3 3] [5 3 4] [0 4 7 8] [1 2 2 3 1 1 2 3];
        // What is assigned is stored, in one block.
        whole V9, 9 => [0 1] [9] [0 9] [0 1 1 2 2 0 0 3 0];
    }
    draws {
        V9 => "9 tensor of i64, fill 0, 5 stored" "SparseBlockList [9]"
            "├─ [1]: 1" "├─ [2]: 1" "├─ [3]: 2" "├─ [4]: 2" "├─ [7]: 3";
        [0, 0] => "2 tensor of i64, fill 0, 0 stored" "SparseBlockList [2]";
    }
    refuses {
        |ptr: &[usize], right: &[u32], ofs: &[usize], len: usize| {
            Dense::new(2, Blocks::new(6, ptr.to_vec(), right.to_vec(), ofs.to_vec(), zeros(len)))
        };
        &[0, 2, 3], &[3, 6, 6], &[0, 1, 4, 10], 10;
        &[0, 2], &[3, 6], &[0, 1, 2], 2 => "2 where 2 fibers need one more";
        &[1, 2, 2], &[3, 6], &[0, 1, 2], 2 => "start with 1";
        &[0, 2, 1], &[3, 6], &[0, 1, 2], 2 => "descend";
        &[0, 2, 3], &[3, 6], &[0, 1, 2], 2 => "beyond its 2 entries";
        &[0, 1, 2], &[3, 6], &[0, 1], 2 => "2 where 2 blocks need one more";
        &[0, 1, 2], &[3, 6], &[1, 2, 3], 3 => "start with 1, not 0";
        &[0, 1, 2], &[3, 6], &[0, 1, 1], 3 => "at block 1: blocks are not empty";
        &[0, 1, 2], &[3, 6], &[0, 2, 1], 3 => "at block 1: blocks are not empty";
        &[0, 1, 2], &[3, 7], &[0, 1, 2], 3 => "goes from 6 to 7";
        &[0, 1, 2], &[3, 6], &[0, 4, 5], 5 => "block 0 of fiber 0";
        &[0, 2, 2], &[3, 6], &[0, 1, 5], 5 => "where the one before ends (3)";
        &[0, 2, 2], &[6, 3], &[0, 1, 2], 5 => "block 1 of fiber 0";
        &[0, 1, 2], &[3, 6], &[0, 1, 4], 3 => "4 are needed";
    }
    // Negative numbers come out large.
    rejects { SparseBlockList::new(6, vec![0_i32, 1], vec![-1_i32], vec![0, 1], zeros(1)) => Invalid; }
    appends {
        [1 3] then [4 8] => [0 3] [2 5 9] [0 1 3 4] [2 4 5 9];
        late [1 3] then [3 8];
        late [3 8] then [1 3];
    }
    one_at_a_time {}
    goes_on { [1 2] then [3 5] => [0 2] [4 6] [0 3 4] [2 3 4 6]; }
    // Ends up to 255 fit a byte, so extents up to 255 do.
    widest { SparseBlockList<Value, Vec<u8>, Vec<u8>>: u8 255 }
    // 300 entries are more than offsets can count.
    counts {
        SparseBlockList<Value, Vec<u8>>:
            (0..255).map(|k| 3 * k) => 255, (0..256).map(|k| 3 * k) => 255, (0..300).map(|k| 3 * k) => 255
    }
    holds_nothing { Dense<Blocks>, SparseBlockList<Blocks>, SparseBlockList<Line> }
    reads {
        Dense<Blocks>;
        SparseBlockList<Blocks>, SparseList<Blocks>, SparseBlockList<Line>, SparseBlockList<List>, SparseBlockList<RunList<Value>>
    }
    merges_twins { [0 2 2 4] [5 8 5 8] [0 4 5 9 10] [1 1 2 2 3 1 1 2 2 3] }
    sums { Dense<Blocks>, SparseList<Blocks>, Plane, Dense<List>, Dense<SparseRunList<Value>> }
}

#[test]
fn parts_are_taken_and_given_back() {
    // Touching blocks, and arrays with room.
    let (right, ofs) = (vec![2, 4, 6, 9], vec![0, 2, 3, 4, 5, 0]);
    let v = Tensor::new(Blocks::new(
        6,
        vec![0, 3],
        right,
        ofs,
        Element::new(vec![1, 2, 3, 4, 5]),
    ))
    .unwrap();
    assert_eq!(all(&v), [1, 2, 0, 3, 0, 4]);
    assert_eq!(stored(&v), [(0, 1), (1, 2), (3, 3), (5, 4)]);
    let (extent, ptr, right, ofs, child) = v.into_level().into_parts();
    assert_eq!(
        (extent, ptr.len(), right.len(), ofs.len(), child.val().len()),
        (6, 2, 4, 6, 5)
    );
    let (ptr, right, ofs, val) = ([0, 1], [4_u32], [0, 2], [7.0, 8.0]);
    let child = Element::<f64, Zero, _>::new(&val[..]);
    let borrowed = Tensor::new(SparseBlockList::new(5, &ptr[..], &right[..], &ofs[..], child)).unwrap();
    assert_eq!(all(&borrowed), [0.0, 0.0, 7.0, 8.0, 0.0]);
}

#[test]
fn equal_fibers_are_merged_over_a_background() {
    let sparse = matrix::<SparseRunList<Blocks>>([5, 9], TWINS.as_flattened());
    assert_eq!(all(&sparse), TWINS.as_flattened());
    assert_eq!(sparse.level().left(), &[0, 4]);
}

#[test]
fn patterns_and_other_fills() {
    let entries = [[0, 1], [0, 2], [1, 0], [0, 4]].map(|index| (index, true));
    let p = Tensor::<Dense<SparseBlockList<Pattern>>>::from_triplets([2, 5], entries, Or).unwrap();
    assert_eq!((&p.level().child().right()[..], p.count_stored()), (&[3, 5, 1][..], 4));
    assert_eq!((p.get([0, 2]), p.get([1, 2])), (Some(true), Some(false)));
    let far = BlockVectorWithFill::<f64, Inf>::from_triplets([4], [([1], 2.0), ([2], 3.0)], Min).unwrap();
    assert_eq!(all(&far), [f64::INFINITY, 2.0, 3.0, f64::INFINITY]);
    let mut least = Scalar::new(9.0);
    run! { mut least; for i { least[] <<min>>= far[i]; } }
    assert_eq!(least.get(), 2.0);
}

#[test]
fn blocks_are_looked_up_inside() {
    let a: Tensor<Dense<SparseBlockList<Element<f64>>>> =
        BlockCsr::from_triplets([2, 6], [([0, 1], 1.0)], Add).unwrap();
    let (x, mut y) = (Vector::<f64>::from(vec![1.0; 6]), Vector::<f64>::default());
    let text = finch! { y .= 0; for j, i { y[j] += a[j, i] * x[i]; } }.explain();
    for line in [
        "a[j, i]: j: Dense -> Lookup; i: SparseBlockList -> Sequence(Stepper(Sequence(Run(fill 0), Lookup)), Run(fill 0))",
        "Stepper, driven: a[j, i]",
        "y[j] += a[j, i] * x[i]",
    ] {
        assert!(text.contains(line), "`{line}` is not said in\n{text}")
    }
}
