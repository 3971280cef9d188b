//! Levels that hold only some data: they take what they can hold, and say what they cannot.

use super::data;
use super::trips::{same, storage};
use finch_formats::{ErrorKind, Fixed, SparseInterval, SparsePoint};
use finch_tests::nest::tensor;
use finch_tests::prelude::*;
use finch_traits::lifecycle::WriteLevel;
use std::fmt::Debug;
use typenum::U3 as Three;

/// Through `L`, by rows.
#[track_caller]
fn through<L: WriteLevel<T = f64, Fill = algebra::Zero, Rank = U2> + Default + Debug>(data: &Data) {
    let source = tensor::<Coo>(data);
    let first = Tensor::<L>::from_tensor(&source).unwrap();
    same(&first, &source, "from coordinates");
    let rows = first.drop_fills::<Csr>().unwrap();
    same(&rows, &source, "to rows");
    let dense = Tensor::<FlatFlat>::from_tensor(&rows).unwrap();
    let second = dense.drop_fills::<L>().unwrap();
    same(&second, &source, "from all values");
    if data.entries().iter().all(|(_, value)| *value != 0.0) {
        assert_eq!(storage(first.level()), storage(second.level()))
    }
}

#[track_caller]
fn refuses<L: WriteLevel<T = f64, Fill = algebra::Zero, Rank = U2> + Default + Debug>(data: &Data, words: &[&str]) {
    let error = Tensor::<L>::from_tensor(&tensor::<Coo>(data)).unwrap_err();
    for word in words {
        assert!(error.to_string().contains(word), "`{error}` says `{word}`")
    }
}

/// The first entry of each row.
fn points(data: &Data) -> Data {
    let mut entries = data.entries().to_vec();
    entries.dedup_by_key(|(index, _)| index[0]);
    Data::new(data.name(), data.shape(), entries)
}

/// In each row, one value over a range.
fn spans(data: &Data) -> Data {
    let rows = data.entries().chunk_by(|a, b| a.0[0] == b.0[0]);
    let entries = rows.flat_map(|row| {
        let (first, last) = (&row[0], &row[row.len() - 1].0);
        (first.0[1]..=last[1])
            .map(|at| (vec![first.0[0], at], 2.0))
            .collect::<Vec<_>>()
    });
    Data::new(data.name(), data.shape(), entries.collect::<Vec<_>>())
}

/// Some row has two entries, not next to each other.
fn has_gaps(data: &Data) -> bool {
    let next = |a: &[usize], b: &[usize]| a[0] == b[0] && a[1] + 1 < b[1];
    data.entries().windows(2).any(|pair| next(&pair[0].0, &pair[1].0))
}

fn all() -> Vec<Data> {
    let files = data::files().into_iter().step_by(3).collect();
    [data::nothing(2), data::fixed(2), files].concat()
}

/// Rows of `$level` hold what `$fitting` makes of the data, and refuse data with gaps.
macro_rules! rows_of {
    ($level:ident, $fitting:ident) => {
        let mut refused = 0;
        for data in all() {
            let fitting = $fitting(&data);
            through::<Dense<$level<Number>>>(&fitting);
            through::<SparseList<$level<Number, Vec<u16>>>>(&fitting);
            if has_gaps(&data) {
                refused += 1;
                refuses::<Dense<$level<Number>>>(&data, &[stringify!($level), "fiber"])
            }
        }
        assert!(refused > 5);
    };
}

#[test]
fn points_by_row() {
    rows_of!(SparsePoint, points);
}

/// One row, which is a level below a point.
#[test]
fn one_row() {
    for data in all() {
        let row = data.entries().first().map_or(0, |entry| entry.0[0]);
        let entries = data.entries().iter().filter(|(index, _)| index[0] == row).cloned();
        let one = Data::new(data.name(), data.shape(), entries);
        through::<SparsePoint<List>>(&one);
        through::<SparsePoint<Flat>>(&one);
        if data.entries().iter().any(|(index, _)| index[0] != row) {
            refuses::<SparsePoint<List>>(&data, &["SparsePoint", "fiber 0"])
        }
    }
}

#[test]
fn spans_by_row() {
    rows_of!(SparseInterval, spans);
}

/// Equal rows, next to each other: an interval of rows.
#[test]
fn equal_rows() {
    let rows = Data::from_indices("rows", &[7, 5], |index| {
        ((2..6).contains(&index[0]) && index[1] % 2 == 0).then_some(index[1] as f64 + 1.0)
    });
    through::<SparseInterval<List>>(&rows);
    through::<SparseInterval<Flat>>(&rows);
    through::<SparseInterval<Runs>>(&rows);
}

/// Extents that are types.
#[test]
fn fixed_extents() {
    type Columns = Dense<Dense<Number, Fixed<Three>>>;
    type Rows = Dense<List, Fixed<Three>>;
    let full = Data::from_indices("full", &[3, 3], |index| {
        (index[0] != index[1]).then_some(index[1] as f64 + 1.0)
    });
    through::<Columns>(&full);
    through::<Rows>(&full);
    through::<SparseList<Dense<Number, Fixed<Three>>>>(&full);
    through::<RunList<Dense<Number, Fixed<Three>>>>(&full);
    through::<Columns>(&Data::new("nothing", &[0, 3], []));
    through::<Rows>(&Data::new("nothing", &[3, 0], []));
    refuses::<Columns>(&Data::new("nothing", &[3, 4], []), &["4", "3"]);
    refuses::<Rows>(&Data::new("nothing", &[0, 3], []), &["0", "3"]);
}

/// Index types that are too narrow.
#[test]
fn narrow_indices() {
    let wide = Data::new("wide", &[2, 300], [(vec![1, 299], 1.0)]);
    refuses::<Dense<SparseList<Number, Vec<usize>, Vec<u8>>>>(&wide, &["SparseList", "300", "u8"]);
    refuses::<Dense<RunList<Number, Vec<usize>, Vec<u8>>>>(&wide, &["RunList", "300", "u8"]);
    refuses::<SparseCoo<U2, Number, Vec<usize>, Vec<u8>>>(&wide, &["SparseCoo", "300", "u8"]);
    let full = Data::from_indices("full", &[2, 200], |_| Some(1.0));
    let error = Tensor::<Dense<SparseList<Number, Vec<u8>, Vec<u8>>>>::from_tensor(&tensor::<Coo>(&full)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    through::<Dense<SparseList<Number, Vec<u16>, Vec<u8>>>>(&full);
}

/// Nests that are read but not written: lists or dense fibers of lists.
#[test]
fn read_only_nests() {
    for data in all() {
        let (mixed, source) = (tensor::<MixedList>(&data), tensor::<Csr>(&data));
        same(&mixed, &source, "lists or dense fibers of lists");
        assert_eq!(mixed.drop_fills::<Csr>().unwrap(), source.drop_fills::<Csr>().unwrap());
        same(&mixed.convert::<Coo>().unwrap(), &source, "coordinates of them");
    }
}
