//! Vectors: every level.

use super::trips::{Entries, Values, all, trips};
use finch_formats::{AtomicElement, Lengths, Separate, UnsortedList};
use finch_tests::prelude::*;

type LilVector = SparseList<Number, Lengths>;
type One = SparseCoo<U1, Number>;

trips! { 1, List, One:
    dense = Flat;
    atomic = Dense<AtomicElement<f64>>;
    list = List;
    narrow = SparseList<Number, Vec<u8>, Vec<u8>>;
    wide = SparseList<Number, Vec<u64>, Vec<i64>>;
    map = Map;
    narrow_map = SparseByteMap<Number, Vec<u16>, Vec<u8>, Vec<bool>>;
    dictionary = Dict;
    unsorted = Unsorted;
    narrow_unsorted = UnsortedList<Number, Vec<u8>, Vec<u8>>;
    coordinates = One;
    runs = Runs;
    runs_apart = RunsApart;
    narrow_runs = RunList<Number, Vec<u16>, Vec<u16>>;
    sparse_runs = SparseRuns;
    sparse_runs_apart = SparseRunsApart;
    mixed = Mixed;
    blocks = Blocks;
    band = Band;
    ragged = RaggedVector;
    lengths = LilVector;
    pairs = Pairs;
    runs_and_literals = PackedBits;
    separate = Separate<List>;
    counted = CountedList;
}
