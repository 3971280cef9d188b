//! The reference cases of those levels that are not written by runs, lists, coordinates or byte maps: V9, B6, H6, Z4, M5
//! and P4, and a run over a part.

use super::vectors::difference;
use super::{B6, Flat, H6, List, V9, Z4, m5, sparse};
use finch_algebra::{Add, False, Or};
use finch_formats::{Bit, Ragged, Separate, SparseBand, SparseBlockList, SparseDict, SparseInterval, SparsePoint};
use finch_tests::nests::{Band, Blocks, Dict, Mixed, Number, RaggedVector};
use finch_tests::prelude::*;
use finch_traits::index::permissive;

type Point = SparsePoint<Number>;
type Interval = SparseInterval<Number>;

/// Declares functions that compare the arrays of a level, and its values.
macro_rules! compared {
    ($($name:ident of $level:ident: $($array:ident $item:ty),+;)*) => { $(
        #[track_caller]
        fn $name(level: &$level<Number>, $($array: &[$item],)+ val: &[f64]) {
            $( assert_eq!(level.$array()[..], *$array, stringify!($array)); )+
            assert_eq!(level.child().val()[..], *val)
        }
    )* };
}

compared! {
    blocks of SparseBlockList: ptr usize, right u32, ofs usize;
    band of SparseBand: ptr usize, left u32;
    ragged of Ragged: ptr usize;
    // The list part, and the slots; the values are those of both.
    mixed of Hybrid: ptr usize, idx u32, slot u32;
}

/// `ptr`, `idx` and the values, in the order of indices.
#[track_caller]
fn dict(level: &SparseDict<Number>, ptr: &[usize], idx: &[u32], val: &[f64]) {
    assert_eq!((&level.ptr()[..], &level.idx()[..]), (ptr, idx));
    let values: Vec<f64> = level
        .slot()
        .iter()
        .map(|&slot| level.child().val()[slot as usize])
        .collect();
    assert_eq!(values, val)
}

use finch_formats::hybrid::LIST;

mod v9 {
    use super::*;

    #[test]
    fn sparse_block_list() {
        let a = sparse::<Blocks>(&V9);
        blocks(a.level(), &[0, 2], &[5, 8], &[0, 4, 5], &[1.0, 1.0, 2.0, 2.0, 3.0]);
        assert_eq!(a.count_stored(), 5)
    }

    /// What is between the first entry and the last is stored.
    #[test]
    fn sparse_band() {
        let a = sparse::<Band>(&V9);
        band(a.level(), &[0, 7], &[1], &[1.0, 1.0, 2.0, 2.0, 0.0, 0.0, 3.0]);
        assert_eq!(a.count_stored(), 7)
    }

    #[test]
    fn sparse_dict() {
        let a = sparse::<Dict>(&V9);
        dict(a.level(), &[0, 5], &[1, 2, 3, 4, 7], &[1.0, 1.0, 2.0, 2.0, 3.0]);
        assert_eq!(a.count_stored(), 5)
    }

    #[test]
    fn ragged() {
        let a = sparse::<RaggedVector>(&V9);
        super::ragged(a.level(), &[0, 8], &V9[..8]);
        assert_eq!(a.count_stored(), 8)
    }

    /// More than half is stored, so all is.
    #[test]
    fn hybrid() {
        let a = sparse::<Mixed>(&V9);
        mixed(a.level(), &[0, 0], &[], &[0], &V9);
        assert_eq!(a.count_stored(), 9)
    }

    #[test]
    fn separate() {
        let a = sparse::<Separate<List>>(&V9);
        let list = &a.level().levels()[0];
        assert_eq!((&list.ptr()[..], &list.idx()[..]), (&[0, 5][..], &[1, 2, 3, 4, 7][..]));
        assert_eq!(a.count_stored(), 5)
    }

    /// Neither one entry nor one run.
    #[test]
    fn neither_point_nor_interval() {
        let a = sparse::<List>(&V9);
        let (point, interval) = (a.convert::<Point>().unwrap_err(), a.convert::<Interval>().unwrap_err());
        for (error, index) in [(point, 2), (interval, 3)] {
            let message = error.to_string();
            assert!(
                message.contains("is full") && message.contains(&format!("index {index}")),
                "{message}"
            )
        }
    }
}

mod b6 {
    use super::*;

    #[test]
    fn sparse_block_list() {
        blocks(sparse::<Blocks>(&B6).level(), &[0, 2], &[3, 6], &[0, 2, 3], &[1.0; 3])
    }

    #[test]
    fn sparse_band() {
        band(sparse::<Band>(&B6).level(), &[0, 5], &[1], &[1.0, 1.0, 0.0, 0.0, 1.0])
    }

    #[test]
    fn sparse_dict() {
        dict(sparse::<Dict>(&B6).level(), &[0, 3], &[1, 2, 5], &[1.0; 3])
    }

    #[test]
    fn ragged() {
        super::ragged(sparse::<RaggedVector>(&B6).level(), &[0, 6], &B6)
    }

    /// Half of it is not more than half.
    #[test]
    fn hybrid() {
        mixed(sparse::<Mixed>(&B6).level(), &[0, 3], &[1, 2, 5], &[LIST], &[1.0; 3])
    }
}

mod h6 {
    use super::*;

    #[test]
    fn sparse_point() {
        let a = sparse::<Point>(&H6);
        assert_eq!(
            (&a.level().idx()[..], &a.level().child().val()[..]),
            (&[2][..], &[1.0][..])
        );
        assert_eq!(a.count_stored(), 1)
    }

    #[test]
    fn sparse_interval() {
        let a = sparse::<Interval>(&H6);
        assert_eq!((&a.level().left()[..], &a.level().right()[..]), (&[2][..], &[3][..]));
        assert_eq!((a.level().child().val()[0], a.count_stored()), (1.0, 1))
    }

    #[test]
    fn sparse_block_list() {
        blocks(sparse::<Blocks>(&H6).level(), &[0, 1], &[3], &[0, 1], &[1.0])
    }

    #[test]
    fn sparse_band() {
        band(sparse::<Band>(&H6).level(), &[0, 1], &[2], &[1.0])
    }

    #[test]
    fn ragged() {
        super::ragged(sparse::<RaggedVector>(&H6).level(), &[0, 3], &H6[..3])
    }
}

mod z4 {
    use super::*;

    #[test]
    fn sparse_block_list() {
        blocks(sparse::<Blocks>(&Z4).level(), &[0, 0], &[], &[0], &[])
    }

    /// Where an empty band starts does not matter.
    #[test]
    fn sparse_band() {
        let a = sparse::<Band>(&Z4);
        assert_eq!(
            (&a.level().ptr()[..], a.level().left().len(), a.count_stored()),
            (&[0, 0][..], 1, 0)
        )
    }

    #[test]
    fn sparse_dict() {
        dict(sparse::<Dict>(&Z4).level(), &[0, 0], &[], &[])
    }

    #[test]
    fn ragged() {
        super::ragged(sparse::<RaggedVector>(&Z4).level(), &[0, 0], &[])
    }

    #[test]
    fn hybrid() {
        mixed(sparse::<Mixed>(&Z4).level(), &[0, 0], &[], &[LIST], &[])
    }

    /// The extent stands for no index.
    #[test]
    fn sparse_point() {
        let a = sparse::<Point>(&Z4);
        assert_eq!((a.level().idx()[..] == [4], a.count_stored()), (true, 0))
    }

    /// A run that ends where it starts is none.
    #[test]
    fn sparse_interval() {
        let a = sparse::<Interval>(&Z4);
        assert_eq!((a.level().left()[0], a.count_stored()), (a.level().right()[0], 0))
    }
}

mod m5 {
    use super::*;

    const PTR: [usize; 6] = [0, 1, 3, 5, 7, 8];
    const IDX: [u32; 8] = [2, 0, 2, 0, 2, 0, 3, 0];
    const VAL: [f64; 8] = [1.0, 1.0, 1.0, 2.0, 2.0, 2.0, 3.0, 3.0];

    #[test]
    fn dense_of_sparse_block_list() {
        let a = m5::<Dense<Blocks>>();
        let right = IDX.map(|index| index + 1);
        blocks(a.level().child(), &PTR, &right, &[0, 1, 2, 3, 4, 5, 6, 7, 8], &VAL)
    }

    #[test]
    fn dense_of_sparse_band() {
        let a = m5::<Dense<Band>>();
        let val = [1.0, 1.0, 0.0, 1.0, 2.0, 0.0, 2.0, 2.0, 0.0, 0.0, 3.0, 3.0];
        band(a.level().child(), &[0, 1, 4, 7, 11, 12], &[2, 0, 0, 0, 0], &val)
    }

    #[test]
    fn dense_of_ragged() {
        let a = m5::<Dense<RaggedVector>>();
        let val = [0.0, 0.0, 1.0, 1.0, 0.0, 1.0, 2.0, 0.0, 2.0, 2.0, 0.0, 0.0, 3.0, 3.0];
        super::ragged(a.level().child(), &[0, 3, 6, 9, 13, 14], &val)
    }

    #[test]
    fn dense_of_sparse_dict() {
        dict(m5::<Dense<Dict>>().level().child(), &PTR, &IDX, &VAL)
    }

    #[test]
    fn dict_of_dict() {
        let a = m5::<SparseDict<Dict>>();
        assert_eq!(
            (&a.level().ptr()[..], &a.level().idx()[..]),
            (&[0, 5][..], &[0, 1, 2, 3, 4][..])
        );
        assert_eq!(a.count_stored(), 8)
    }

    /// Not more than half of any column is stored.
    #[test]
    fn dense_of_hybrid() {
        mixed(m5::<Dense<Mixed>>().level().child(), &PTR, &IDX, &[LIST; 5], &VAL)
    }

    #[test]
    fn dense_of_separate() {
        let a = m5::<Dense<Separate<List>>>();
        let columns = a.level().child().levels();
        let idx: Vec<Vec<u32>> = columns.iter().take(5).map(|list| list.idx().clone()).collect();
        assert_eq!(idx, [vec![2], vec![0, 2], vec![0, 2], vec![0, 3], vec![0]])
    }

    /// Columns that hold something, each from its first entry to its last.
    #[test]
    fn band_of_lists() {
        let a = m5::<SparseBand<List>>();
        assert_eq!((&a.level().ptr()[..], &a.level().left()[..]), (&[0, 5][..], &[0][..]));
        assert_eq!(
            (&a.level().child().ptr()[..], &a.level().child().idx()[..]),
            (&PTR[..], &IDX[..])
        )
    }

    #[test]
    fn block_list_of_dense() {
        let a = m5::<SparseBlockList<Flat>>();
        let level = a.level();
        assert_eq!(
            (&level.ptr()[..], &level.right()[..], &level.ofs()[..]),
            (&[0, 1][..], &[5][..], &[0, 5][..])
        );
        assert_eq!(a.count_stored(), 25)
    }
}

/// The matrix P4 of booleans: a fiber for each of its columns, with the rows 2, 3, none, and 0.
mod p4 {
    use super::*;

    const ENTRIES: [[usize; 2]; 3] = [[0, 2], [1, 3], [3, 0]];

    fn p4<L>() -> Tensor<L>
    where
        L: finch_traits::lifecycle::WriteLevel<T = bool, Rank = U2> + Default,
    {
        Tensor::from_triplets([4, 4], ENTRIES.map(|index| (index, true)), Or).unwrap()
    }

    #[test]
    fn dense_of_lists_of_pattern() {
        let a = p4::<Dense<SparseList<Pattern>>>();
        let list = a.level().child();
        assert_eq!(
            (&list.ptr()[..], &list.idx()[..]),
            (&[0, 1, 2, 2, 3][..], &[2, 3, 0][..])
        );
        assert_eq!(
            (a.count_stored(), a.get([0, 2]), a.get([2, 2])),
            (3, Some(true), Some(false))
        )
    }

    #[test]
    fn coordinates_of_pattern() {
        let a = p4::<SparseCoo<U2, Pattern>>();
        assert_eq!(
            (&a.level().idx()[0][..], &a.level().idx()[1][..]),
            (&[0, 1, 3][..], &[2, 3, 0][..])
        )
    }

    #[test]
    fn runs_of_pattern() {
        let a = p4::<Dense<SparseRunList<Pattern>>>();
        let runs = a.level().child();
        assert_eq!((&runs.left()[..], &runs.right()[..]), (&[2, 3, 0][..], &[3, 4, 1][..]))
    }

    /// Four bits for each column.
    #[test]
    fn dense_bits() {
        let a = p4::<Dense<Dense<Bit>>>();
        let words = a.level().child().child().words();
        assert_eq!((words[0], a.count_stored()), (0b0001_0000_1000_0100, 16))
    }

    #[test]
    fn values_of_another_fill() {
        let a = p4::<Dense<SparseList<Element<bool, False>>>>();
        assert_eq!(a.level().child().child().val()[..], [true; 3])
    }
}

/// One run over a part, written by a loop over the part and by one that goes on beyond the end.
#[test]
fn sparse_interval_over_a_part() {
    let mut y = Tensor::<Interval>::empty([9]).unwrap();
    indices!(i);
    let interval = |y: &Tensor<Interval>| (y.level().left()[0], y.level().right()[0], y.level().child().val()[0]);
    program()
        .declare(&mut y)
        .body(|(y,)| forall_in(i, 2..6, y.at((i,)).set(constant(1.0))))
        .run()
        .unwrap();
    assert_eq!(interval(&y), (2, 6, 1.0));
    program()
        .declare(&mut y)
        .body(|(y,)| forall_in(i, 5..14, y.at((permissive(i),)).set(constant(2.0))))
        .run()
        .unwrap();
    y.validate().unwrap();
    assert_eq!(interval(&y), (5, 9, 2.0))
}

/// What a difference stores, in blocks and in a band.
#[test]
fn a_minus_a() {
    blocks(difference::<Blocks>().level(), &[0, 2], &[3, 6], &[0, 2, 3], &[0.0; 3]);
    band(difference::<Band>().level(), &[0, 5], &[1], &[0.0; 5]);
    dict(difference::<Dict>().level(), &[0, 3], &[1, 2, 5], &[0.0; 3]);
    let sum = Tensor::<Dict>::from_triplets([6], [([5], 1.0), ([1], 2.0), ([5], 3.0)], Add).unwrap();
    dict(sum.level(), &[0, 2], &[1, 5], &[2.0, 4.0])
}
