//! Three and four dimensions: every level between two others.

use super::trips::{Entries, Values, all, trips};
use finch_formats::{Ragged, Separate, SparseBand, SparseBlockList, SparseDict, UnsortedList};
use finch_tests::prelude::*;
use finch_traits::algebra::logic;
use typenum::U4;

mod cubes {
    use super::*;

    trips! { 3, Coo3, Dense<Csr>:
        dense = FlatFlatFlat;
        csf = Csf;
        coordinates = Coo3;
        coordinates_of_rows = CooFlat;
        lists_of_coordinates = ListCoo;
        matrix_of_lists = Dense<Dense<List>>;
        lists = Dense<SparseList<List>>;
        hypersparse_dense = SparseList<Dense<Flat>>;
        lists_of_runs = SparseList<Dense<Runs>>;
        maps = Dense<SparseByteMap<List>>;
        dictionaries = Dense<SparseDict<List>>;
        unsorted = Dense<UnsortedList<List>>;
        lists_of_unsorted = SparseList<UnsortedList<Flat>>;
        runs_of_lists = Dense<RunList<List>>;
        runs_of_matrices = RunList<Dense<List>>;
        runs_of_dense_rows = SparseList<RunList<Flat>>;
        runs_apart_of_dictionaries = SparseRunList<SparseDict<Dict>, Vec<usize>, Vec<u32>, logic::No>;
        runs_of_blocks = RunList<Bcsr22>;
        sparse_runs = Dense<SparseRunList<List>>;
        blocks = Dense<SparseBlockList<List>>;
        bands = Dense<SparseBand<Band>>;
        ragged = SparseList<Ragged<Blocks>>;
        separate = Dense<Separate<SparseList<Mixed>>>;
        counted = SparseList<Counted<Dense<Runs>>>;
        maps_of_blocks = SparseByteMap<SparseBlockList<Map>>;
    }
}

mod four {
    use super::*;

    type Coo4 = SparseCoo<U4, Number>;

    trips! { 4, Coo4, Dense<Dense<Csr>>:
        dense = Dense<FlatFlatFlat>;
        csf = SparseList<Csf>;
        coordinates = Coo4;
        matrix_of_matrices = SparseCoo<U2, SparseCoo<U2, Number>>;
        alternating = Dense<SparseList<Dense<List>>>;
        runs_between = SparseList<RunList<Dense<SparseRuns>>>;
        blocks_between = SparseDict<SparseBlockList<Ragged<Band>>>;
        coordinates_between = SparseList<SparseCoo<U2, Mixed>>;
    }
}
