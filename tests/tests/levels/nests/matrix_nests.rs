//! Matrices: every level as the outer and as the inner one, beside those of `matrices.rs`.

use super::trips::{Entries, Values, all, trips};
use finch_formats::{AtomicElement, Ragged, Separate, SparseBand, SparseBlockList, SparseDict, UnsortedList};
use finch_tests::prelude::*;

type One<L> = SparseCoo<U1, L>;

trips! { 2, Coo, Csr:
    // Inner ones.
    rows_of_coordinates = Dense<One<Number>>;
    rows_of_dictionaries = Dense<Dict>;
    rows_of_runs_apart = Dense<RunsApart>;
    rows_of_sparse_runs = Dense<SparseRuns>;
    rows_of_sparse_runs_apart = Dense<SparseRunsApart>;
    rows_of_bands = Dense<Band>;
    ragged_rows = Dense<RaggedVector>;
    separate_rows = Dense<Separate<List>>;
    separate_dense_rows = Dense<Separate<Flat>>;
    rows_of_lengths = Lil;
    rows_of_atomic_lists = Dense<SparseList<AtomicElement<f64>>>;
    counted_rows = Counted<Dense<CountedList>>;
    // Outer ones.
    coordinates_of_rows = One<List>;
    dense_rows_by_list = SparseList<Flat>;
    map_of_lists = SparseByteMap<List>;
    map_of_maps = SparseByteMap<Map>;
    dictionary_of_dictionaries = SparseDict<Dict>;
    unsorted_lists = UnsortedList<List>;
    unsorted_dense_rows = UnsortedList<Flat>;
    unsorted_runs = UnsortedList<Runs>;
    unsorted_unsorted = UnsortedList<Unsorted>;
    lists_of_unsorted = SparseList<Unsorted>;
    dictionary_of_unsorted = SparseDict<Unsorted>;
    runs_of_dense_rows = RunList<Flat>;
    runs_of_runs = RunList<Runs>;
    runs_of_maps = RunList<Map>;
    runs_of_dictionaries = RunList<Dict>;
    runs_of_unsorted = RunList<Unsorted>;
    runs_of_mixed = RunList<Mixed>;
    sparse_runs_of_coordinates = SparseRunList<One<Number>>;
    sparse_runs_of_separate = SparseRunList<Separate<List>>;
    sparse_runs_of_lists = SparseRunList<List>;
    sparse_runs_of_unsorted = SparseRunList<Unsorted>;
    sparse_runs_of_blocks = SparseRunList<Blocks>;
    blocks_of_lists = SparseBlockList<List>;
    blocks_of_dense_rows = SparseBlockList<Flat>;
    bands_of_bands = SparseBand<Band>;
    ragged_of_ragged = Ragged<RaggedVector>;
    one_separate = Separate<Dense<List>>;
    lists_of_mixed = SparseList<Mixed>;
    // Narrow indices and pointers.
    narrow_twice = SparseList<SparseList<Number, Vec<u16>, Vec<u16>>, Vec<u16>, Vec<u16>>;
    narrow_unsorted = Dense<UnsortedList<Number, Vec<u16>, Vec<u16>>>;
    narrow_runs = Dense<RunList<Number, Vec<u16>, Vec<u16>>>;
    narrow_coordinates = SparseCoo<U2, Number, Vec<u16>, Vec<u16>>;
    narrow_blocks = Dense<SparseBlockList<Number, Vec<u16>, Vec<u16>>>;
}
