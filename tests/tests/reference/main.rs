//! The cases of Finch.jl's own test suites that are programs, with the numbers that they have there.
//!
//! They are numbered as in our list of them. Theirs count from 1 and are stored by columns; here indices count from 0 and go from the outermost on, so a matrix of
//! a case is its transpose where only the storage matters. A case is run over every format that holds it, or, where
//! another suite runs the same program over every format beside the oracle, it is named here and not written twice.
//!
//! | case | what | where |
//! |---|---|---|
//! | 1 to 18 | what levels store | `levels::storage`, `levels::storage::reference` |
//! | 19 | one run of a `SparseInterval` | `levels::storage::reference::sparse_interval_over_a_part` |
//! | 21 | matrix times vector, all orders of loops | `matrices::spmv`; over all formats `matrices` (`vectors.rs`), `indices` (`columns`) |
//! | 22 | reduced into a fill of 1.1 | `vectors::added_to_the_fill` |
//! | 23 | sum and product under protocols | `vectors::combined`; all pairs `vectors` (`merges.rs`) |
//! | 24 | four reductions at once | `vectors` (`reductions.rs`, `statistics`) |
//! | 26 | one index by a mask, by a place | `vectors::selected` |
//! | 27 | concatenation | `indices` (`joined`), `notation` (`looplets.rs`, `padded`) |
//! | 28, 29 | windows, ranges | `indices` (`windowed`, `views.rs`), `notation` (`arrays.rs`) |
//! | 30 | permissive reads into what is missing | `vectors::beyond_the_end` |
//! | 31 | chunks and parts | `matrices::chunks`; `matrices` (`masks.rs`) |
//! | 32 | written where data says | `vectors::scattered` |
//! | 33, 34 | one operand at two indices | `vectors::least_of_pairs` |
//! | 36 | `minby`, `maxby`, the first wins | `vectors` (`reductions.rs`, `arguments`) |
//! | 37 | least over fills | `vectors::least`. A NaN that is reduced is dropped here, there it stays; a fill that is `nothing` is `Missing` here |
//! | 38, 39 | trace, masks | `matrices::sums`; `indices` (`diagonal`), `matrices` (`masks.rs`) |
//! | 41 | updated, then transposed through a second tensor | `matrices::transposed` |
//! | 42 | `C *= beta`, `C += alpha * A * B` | `matrices::scaled_and_added` |
//! | 43 | `let`; the same name again is another name here, and refused there | `vectors::names` |
//! | 45 | the first parent | `matrices::first_parents`; whole searches in `notation` (`networks.rs`) |
//! | 46 | `choose`, `overwrite` | `vectors` (`reductions.rs`, `choices`), `vectors::chosen` |
//! | 47 | a sparse list of dense rows | `matrices::stamped` |
//! | 49 | gathered | `indices` (`gathered`), `notation` (`arrays.rs`, `functions_of_indices`) |
//! | 50 | extents, ranks | `failures::extents_differ`, `levels::errors` (`extents.rs`), `notation_refused/rank.rs` |
//! | 51 | protocols that are not offered, writing out of order | `notation_refused/protocol_not_offered.rs`, `notation_refused/write_out_of_order.rs`, `failures::written_again` |
//! | 52 | reading what is written; writing twice | `refused/output_read.rs`, `notation_refused/own_output.rs`; in place: `recurrences`; `failures::written_twice`, `errors` (`writing.rs`). Two reducers on one output: `errors` (`reducers.rs`); with a boundary between them, `vectors` (`statements.rs`) |
//! | 53 | pointwise | `matrices::elementwise` |
//! | 55 | products, over other semirings too | `matrices::products`, `notation` (`constructs.rs`, `generic_programs`) |
//! | 56 | dimensions of one; norms | `matrices::dimensions_of_one`, `notation` (`arrays.rs`, `norms`) |
//! | 57 | random tensors | `tests/formats/tensors/random.rs` |
//! | 58 | widths, sizes, files | `vectors::combined` (`Narrow`), data of every suite, `finch-formats/tests/files/matrix_market` |
//! | 63 | reshaping | `vectors::reshaped`, a matrix from a vector; else no program |
//! | 64 | mean, variance | `matrices::statistics` |
//! | 66 | types of results | types here |
//! | 67 | ones on the diagonal of three dimensions | `matrices::unit` |
//! | 69 | NaN and equality | `tests/formats/common/tensor.rs` |
//! | 71 | fused expressions | `matrices::fused` |
//! | 72 | dimensions of one | `matrices::dimensions_of_one` |
//! | 74 | files of other formats | no program |
//! | `A - A` | stored zeros | `levels::storage::reference::a_minus_a` |
//! | scansearch | | `finch-formats` (`search.rs`) |
//!
//! Numbers that are left out have no case. Of the array interface (53 on) only what is one program is here; the rest are
//! methods of tensors, or not there.
//!
//! What cannot be said yet, or not at its cost:
//!
//! * A product, or a sum of what data names, as a place that is written: `y[2 * i] += 1`, `y[x[i] + 1] += 1` say that the
//!   place lies outside; `y[~(2 * i)]` does what is meant.
//! * A place that a workspace of the same loop names, `at .= 0; at[] = f(i); y[at[]] += 1`, or a workspace at an index of
//!   a loop around it, `y[j] += w[j]`: refused when the program runs, as they would be looked up before it is filled.
//! * Two assignments of one loop to places of a `SparseDict`.
//! * `if i < n { .. } else { .. }` reads the operands of both sides in both regions; two `if`s do not.
//! * `for j, i { if c[j] { .. } }` tests in the inner loop; an `if` around that loop does not.
//! * `a[j, i] + 1.0` into a fill of one stores every index; only `{literal::<f64, One>()}` is known to be one.

mod failures;
mod matrices;
mod vectors;

use finch_tests::prelude::*;
use finch_traits::level::Level;

/// What a valid tensor holds, densely.
fn held<L: Level>(tensor: &Tensor<L>) -> Vec<L::T> {
    tensor.validate().unwrap();
    tensor.to_dense().unwrap()
}

/// What a valid tensor stores, and where.
fn stored<L: Level>(tensor: &Tensor<L>) -> Vec<(Vec<usize>, L::T)> {
    tensor.validate().unwrap();
    let mut entries = Vec::new();
    tensor.for_each(|index, value| entries.push((index.to_vec(), value)));
    entries
}
