//! Matrices: every level, some as the outer and some as the inner one. `matrix_nests.rs` has the others.

use super::trips::{Entries, Values, all, trips};
use finch_formats::{Ragged, Separate, SparseBand, SparseDict};
use finch_tests::prelude::*;

trips! { 2, Coo, Csr:
    dense = Dense<Flat>;
    csr = Dense<List>;
    rows_of_maps = Dense<Map>;
    unsorted_rows = Dense<Unsorted>;
    rows_of_runs = Dense<Runs>;
    rows_as_lists_or_dense = Dense<Mixed>;
    rows_of_blocks = Dense<Blocks>;
    rows_of_runs_and_literals = Dense<PackedBits>;
    rows_of_pairs = Dense<Pairs>;
    blocks_of_rows = Bcsr22;
    dcsr = SparseList<List>;
    coordinates = Coo;
    dictionary_of_lists = SparseDict<List>;
    runs_of_lists = RunList<List>;
    sparse_runs_of_dense_rows = SparseRunList<Flat>;
    bands_of_lists = SparseBand<List>;
    ragged_of_lists = Ragged<List>;
    lists_of_separate = SparseList<Separate<Runs>>;
    narrow = Dense<SparseList<Number, Vec<u16>, Vec<i16>>>;
}
