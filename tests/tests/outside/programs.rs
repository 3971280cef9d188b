//! The programs of the suites `vectors`, `matrices` and `indices`.

#[path = "../vectors/copies.rs"]
mod vector_copies;
#[path = "../vectors/merges.rs"]
mod vector_merges;
#[path = "../vectors/reductions.rs"]
mod vector_reductions;
#[path = "../vectors/statements.rs"]
mod vector_statements;

#[path = "../matrices/copies.rs"]
mod matrix_copies;
#[path = "../matrices/cubes.rs"]
mod matrix_cubes;
#[path = "../matrices/masks.rs"]
mod matrix_masks;
#[path = "../matrices/pairs.rs"]
mod matrix_pairs;
#[path = "../matrices/reductions.rs"]
mod matrix_reductions;
#[path = "../matrices/vectors.rs"]
mod matrix_vectors;

#[path = "../indices/matrices.rs"]
mod index_matrices;
#[path = "../indices/vectors.rs"]
mod index_vectors;
#[path = "../indices/written.rs"]
mod index_written;
