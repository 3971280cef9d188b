//! Lists of indices side by side with values.

use finch_formats::prelude::*;
use finch_tests::conformance;
use finch_tests::conformance::*;
use typenum::U1;

type Pairs = SparsePairs<i64>;

fn pairs<I: Copy>(indices: &[I]) -> Vec<Pair<I, i64>> {
    indices.iter().map(|&index| Pair::new(index, 1)).collect()
}

fn indices(level: &Pairs) -> Vec<u32> {
    level.pairs().iter().map(|pair| pair.index).collect()
}

fn values(level: &Pairs) -> Vec<i64> {
    level.pairs().iter().map(|pair| pair.value).collect()
}

conformance! {
    Pairs, |level| [level.ptr(), indices(level), values(level)];
    stores {
        some V9, 5 => [0 5] [1 2 3 4 7] [1 1 2 2 3];
        rows M5, 8 => [0 4 4 7 8 8] [1 2 3 4 0 1 2 3] [1 2 2 3 1 1 2 3];
        whole V9, 9 => [0 9] [0 1 2 3 4 5 6 7 8] [0 1 1 2 2 0 0 3 0];
    }
    draws { [0, 0, 4, 0, 5, 0] => "6 tensor of i64, fill 0, 2 stored" "SparsePairs [6]" "├─ [2]: 4" "├─ [4]: 5"; }
    refuses {
        |ptr: &[usize], idx: &[u32]| Dense::new(2, Pairs::new(6, ptr.to_vec(), pairs(idx)));
        &[0, 2, 3], &[0, 5, 5];
        &[0, 0, 0], &[];
        &[0, 2], &[0, 1] => "2 where 2 fibers need one more";
        &[1, 2, 2], &[0, 1] => "start with 1";
        &[0, 2, 1], &[0, 1] => "descend from 2 to 1 at fiber 1";
        &[0, 1, 3], &[0, 1] => "end at 3, beyond its 2 entries";
        &[0, 1, 3], &[0, 4, 4] => "fiber 1 of a SparsePairs level are not strictly ascending: 4 follows 4";
        &[0, 1, 3], &[0, 4, 6] => "index 6 of fiber 1 of a SparsePairs level is not below the extent 6";
    }
    rejects {
        SparsePairs::<i64, Zero, _, _>::new(6, vec![0_i32, 1], pairs(&[-1_i32])) => OutOfBounds;
        SparsePairs::<i64, Zero, _, _>::new(257, vec![0, 0], pairs::<u8>(&[])) => TooLarge "u8";
    }
    appends {
        [1 3] then [6 8] => [0 4] [1 3 6 8] [2 4 7 9];
        [] then [6] => [0 1] [6] [7];
        late [1 3] then [3 8];
        late [3 8] then [1 3];
        late [3 4] then [0];
    }
    one_at_a_time {}
    goes_on { [1 2] then [4] => [0 3] [1 2 4] [2 3 5]; }
    rows_go_on { Dense<Pairs> }
    keeps { |level| (level.ptr().as_ptr(), level.pairs().as_ptr()) }
    widest { SparsePairs<i64, Zero, Vec<u8>, Vec<Pair<u8, i64>>>: u8 256 }
    counts { SparsePairs<i64, Zero, Vec<u8>>: 7..10 => 3, 7..261 => 254, 7..262 => 255, 7..263 => 255, 7..907 => 255 }
    holds_nothing { Dense<Pairs>, SparseList<Pairs> }
    reads { Dense<Pairs>; SparseList<Pairs>, SparseBand<Pairs>, SparseBlockList<Pairs>, SparseCoo<U1, Pairs> }
    merges_twins { [0 5 5 10] [1 2 3 4 7 1 2 3 4 7] [1 1 2 2 3 1 1 2 2 3] }
    sums { Dense<Pairs> }
    survives_panics { V9, 3, false }
}

#[test]
fn there_and_back() {
    let m = matrix::<Dense<Pairs>>([5, 5], M5.as_flattened());
    let csr: Csr<i64> = m.convert().unwrap();
    let coo: Coo<i64> = csr.convert().unwrap();
    let back: Tensor<Dense<Pairs>> = coo.convert().unwrap();
    assert_eq!(arrays(back.level().child()), arrays(m.level().child()));
}

#[test]
fn parts_are_taken_and_given_back() {
    // Arrays with room.
    let pairs: Vec<_> = [(2, 1), (3, 2), (0, 3), (9, 9)]
        .map(|(at, value)| Pair::new(at, value))
        .into();
    let m = Tensor::new(Dense::new(3, Pairs::new(4, vec![0, 2, 2, 3, 9], pairs))).unwrap();
    assert_eq!(all(&m), [0, 0, 1, 2, 0, 0, 0, 0, 3, 0, 0, 0]);
    let (rows, cols, ptr, pairs) = m.into_parts();
    assert_eq!((rows, cols, ptr.len(), pairs.len()), (3, 4, 5, 4));
    // Borrowed, from pairs and from bytes.
    let pairs = [Pair::new(1_u32, 2.5_f32), Pair::new(0, 0.5), Pair::new(2, 1.5)];
    let bytes: &[u8] = bytemuck::cast_slice(&pairs);
    let read: &[Pair<u32, f32>] = bytemuck::try_cast_slice(bytes).unwrap();
    for pairs in [&pairs[..], read] {
        let a = PackedCsrView::<f32>::from_parts(2, 3, &[0, 1, 3], pairs).unwrap();
        assert_eq!(all(&a), [0.0, 2.5, 0.0, 0.5, 0.0, 1.5]);
        let csr: Csr<f32> = a.convert().unwrap();
        assert_eq!(csr.level().child().idx(), &[1, 0, 2]);
    }
}

#[test]
fn any_fill() {
    let far = f64::INFINITY;
    let v = PairVectorWithFill::<f64, Inf>::from_dense([4], &[far, 1.0, far, 2.0]).unwrap();
    assert_eq!((v.count_stored(), all(&v)), (2, vec![far, 1.0, far, 2.0]));
}
