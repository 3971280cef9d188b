//! Rows of different lengths.

use finch_formats::ErrorKind;
use finch_formats::prelude::*;
use finch_tests::conformance;
use finch_tests::conformance::*;
use typenum::U2;

type Rows = Ragged<Value>;

conformance! {
    Rows, |level| [level.ptr(), level.child().val()];
    stores {
        some V9, 8 => [0 8] [0 1 1 2 2 0 0 3];
        some Z4, 0 => [0 0] [];
        rows M5, 12 => [0 5 5 8 12 12] [0 1 2 2 3 1 1 2 0 0 0 3];
        whole V9, 9 => [0 9] [0 1 1 2 2 0 0 3 0];
    }
    draws { [4, 0, 5, 0] => "4 tensor of i64, fill 0, 3 stored" "Ragged [4]" "├─ [0]: 4" "├─ [1]: 0" "├─ [2]: 5"; }
    refuses {
        |ptr: &[usize], len: usize| Dense::new(2, Rows::new(6, ptr.to_vec(), zeros(len)));
        &[0, 6, 7], 7;
        &[0, 0, 0], 0;
        &[0, 2], 2 => "2 where 2 fibers need one more";
        &[1, 2, 2], 2 => "start with 1";
        &[0, 2, 1], 2 => "descend";
        &[0, 1, 8], 8 => "fiber 1 of a Ragged level has 7 indices, which is more than the extent 6";
        &[0, 1, 3], 2 => "3 are needed";
    }
    rejects { Ragged::new(6, vec![0_i32, -1], zeros(1)) => Invalid; }
    appends {
        [1 3] then [6] => [0 7] [0 2 0 4 0 0 7];
        [] then [2] => [0 3] [0 0 3];
        late [1 3] then [3 8];
        late [3 8] then [1 3];
        late [3 4] then [0];
    }
    fibers_ascend { 4, &(1..13).collect::<Vec<_>>() }
    keeps { |level| (level.ptr().as_ptr(), level.child().val().as_ptr()) }
    rows_go_on { Dense<Rows> }
    // Positions beyond 255 are more than pointers can count: those of entries, and those before them.
    counts {
        Ragged<Value, Vec<u8>>:
            0..255 => 255, 0..256 => 255, [254] => 1, [255] => 0, [7, 254] => 2, [7, 9, 900] => 2
    }
    holds_nothing { Dense<Rows>, Ragged<Rows>, Ragged<Line> }
    reads {
        Dense<Rows>;
        Ragged<Rows>, SparseList<Rows>, Ragged<Line>, Ragged<SparseBand<Value>>, Ragged<List>, Ragged<RunList<Value>>
    }
    merges_twins { [0 8 8 16] [0 1 1 2 2 0 0 3 0 1 1 2 2 0 0 3] }
    sums { Dense<Rows>, SparseList<Rows> }
}

#[test]
fn parts_are_taken_and_given_back() {
    // Arrays with room.
    let level = Rows::new(4, vec![0, 2, 2, 3, 9], Element::new(vec![1, 2, 3, 4]));
    let m = Tensor::new(Dense::new(3, level)).unwrap();
    assert_eq!(all(&m), [1, 2, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0]);
    let (extent, ptr, child) = m.into_level().into_child().into_parts();
    assert_eq!((extent, ptr.len(), child.val().len()), (4, 5, 4));
    let (ptr, val) = ([0, 2], [7.0, 8.0]);
    let borrowed = Tensor::new(Ragged::new(4, &ptr[..], Element::<f64, Zero, _>::new(&val[..]))).unwrap();
    assert_eq!(all(&borrowed), [7.0, 8.0, 0.0, 0.0]);
    assert_eq!(
        borrowed.convert::<SparseList<Element<f64>>>().unwrap().level().idx(),
        &[0, 1]
    );
    // There is no index to be refused for its width.
    let level = Ragged::new(isize::MAX as usize, vec![0_u8, 1], Element::<i64>::new(vec![5]));
    assert_eq!(Tensor::new(level).unwrap().get([0]), Some(5));
}

#[test]
fn updates_append_to_the_last_row_and_those_behind_it() {
    let a = matrix::<Lists>([4, 5], &[1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0]);
    let b = matrix::<Lists>([4, 5], &[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 5, 0, 0, 0, 0]);
    let mut y: RaggedMatrix<i64> = copied(&a);
    U2::add(&mut y, &b).unwrap();
    assert_eq!(
        arrays(y.level().child()),
        [[0, 1, 1, 5, 6].to_vec(), [1, 2, 3, 0, 4, 5].to_vec()]
    );
    // Row 0 is behind what was appended now.
    refused(U2::add(&mut y, &a), ErrorKind::Order, &[]);
    y.validate().unwrap();
    assert_eq!(y.count_stored(), 6);
}

#[test]
fn round_trips() {
    let dense = M5.as_flattened();
    let a: RaggedMatrix<i64> = csr(5, 5, dense).convert().unwrap();
    let coo: Coo<i64> = a.drop_fills().unwrap();
    assert_eq!(coo.count_stored(), 8);
    let back: RaggedMatrix<i64> = coo.convert().unwrap();
    assert_eq!(arrays(back.level().child()), arrays(a.level().child()));
    assert!(a == back && all(&back) == dense);
}
