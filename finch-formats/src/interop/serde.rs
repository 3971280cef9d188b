//! [serde](https://docs.rs/serde/1) 1: tensors of any nest to and from any format that serde has, validated on the way in. Feature `serde`.
//!
//! A tensor is its shape, its fill, the indices of the entries that it stores, a list for each dimension, and their values. Entries are in
//! lexicographic order. In JSON, `Csr::from_triplets([2, 3], [([0, 2], 1.0), ([1, 0], 2.0)], Add)?` is
//!
//! ```text
//! {"shape": [2, 3], "fill": 0.0, "indices": [[0, 1], [2, 0]], "values": [1.0, 2.0]}
//! ```
//!
//! A tensor that was written from one nest can be read into any other nest of as many dimensions and an equal fill. Runs are
//! written entry by entry, and become runs again when a nest of runs reads them. A dense nest writes the indices of all its values;
//! serializing its slice [`values`](Tensor::values) takes less. Formats without infinities, such as JSON, cannot represent the fill
//! [`Inf`](finch_traits::algebra::fill::Inf).
//!
//! Numbers are those of the format: `serde_json` reads a floating point number back exactly with its feature `float_roundtrip`, and may miss the
//! last bit without it.
//!
//! Writing and reading take the time and memory of [`Tensor::to_triplets`] and [`Tensor::from_triplets`].
//!
//! # Errors
//!
//! Reading fails, with a message of the format that has these words in it, if
//!
//! * there are not as many extents or lists of indices as dimensions, or not as many indices as values;
//! * an index is not below its extent, entries are not in order, or one occurs twice;
//! * the fill is not that of the nest;
//! * levels that have room for every index, such as [`Dense`], would need room for more than 2^20 numbers plus 1000 for each entry,
//!   so that a claimed shape alone cannot take memory;
//! * levels that store what lies between entries, such as [`SparseBand`] and dense rows of a list, would grow beyond twice that limit, so that
//!   a few entries far apart cannot take memory either;
//! * [`Tensor::from_triplets`] fails.

use crate::buffer::no_longer_than;
use crate::imports::*;
use crate::tensor::entries::Entries;
use ::serde::de::Error as _;
use ::serde::ser::Error as _;
use ::serde::{Deserialize, Deserializer, Serialize, Serializer};

/// What is written of a tensor.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Tensor", deny_unknown_fields)]
struct Stored<T> {
    shape: Vec<usize>,
    fill: T,
    indices: Vec<Vec<usize>>,
    values: Vec<T>,
}

/// Room that any shape may claim, and that it may claim for each entry.
const FREE_ROOM: usize = 1 << 20;
const ROOM_EACH: usize = 1000;

impl<T: Copy + PartialEq + 'static> Stored<T> {
    fn tensor<L: WriteLevel<T = T, Rank: Axes> + Default>(self) -> Result<Tensor<L>> {
        let (rank, count) = (<L::Rank as Nat>::VALUE, self.values.len());
        ensure!(self.shape.len() == rank && self.indices.len() == rank, else Mismatch,
            "{} extents and {} lists of indices are none of a tensor of {rank} dimensions", self.shape.len(), self.indices.len());
        ensure!(!let Some(list) = self.indices.iter().find(|list| list.len() != count), else Invalid,
            "there are {} indices for {count} values", list.len());
        let (fill, is_itself) = (L::Fill::value(), |value: &T| value.eq(value));
        ensure!(self.fill == fill || !(is_itself(&self.fill) || is_itself(&fill)), else Mismatch,
            "the fill is not that of the nest");
        let room = L::room(&self.shape);
        let most = FREE_ROOM.saturating_add(count.saturating_mul(ROOM_EACH));
        ensure!(room <= most, else TooLarge,
            "extents {:?} need room for {room} numbers or values, for {count} entries: a nest that stores entries only, such as `Dcsr`, takes them",
            self.shape);
        let index = |entry: usize| Shape::<L::Rank>::from_iter(self.indices.iter().map(|list| list[entry]));
        ensure!(!let Some(entry) = (1..count).find(|&entry| index(entry - 1) >= index(entry)), else Invalid,
            "entry {entry} at {:?} is not behind the one before it, at {:?}", &index(entry)[..], &index(entry - 1)[..]);
        let entries = (0..count).map(|entry| (index(entry), self.values[entry]));
        let entries = Entries::collect(Shape::<L::Rank>::from_iter(self.shape.iter().copied()), entries)?;
        no_longer_than(most, || Tensor::of_entries(entries, |_, last| last))
    }
}

impl<L: Level<T: Serialize>> Serialize for Tensor<L> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (indices, values) = self.lists(|_, _| Ok(true)).map_err(S::Error::custom)?;
        let stored = Stored {
            shape: self.shape().to_vec(),
            fill: L::Fill::value(),
            indices,
            values,
        };
        stored.serialize(serializer)
    }
}

impl<'de, L: WriteLevel<T: Deserialize<'de> + PartialEq, Rank: Axes> + Default> Deserialize<'de> for Tensor<L> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let stored = Stored::deserialize(deserializer)?;
        stored.tensor().map_err(D::Error::custom)
    }
}
