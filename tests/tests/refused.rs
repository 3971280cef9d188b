//! Programs that must not compile, and what the compiler says about them.
//!
//! Each file of `refused/` is wrong in one way; beside it stands what the compiler says. `allowed.rs` has what is right
//! instead. When messages change on purpose, `TRYBUILD=overwrite cargo test -p finch-tests --test refused` writes them
//! anew: read the difference.

use std::fs;

#[test]
fn programs_that_must_not_compile() {
    trybuild::TestCases::new().compile_fail("tests/refused/*.rs");
}

#[test]
fn each_has_a_twin_that_compiles() {
    let twins = include_str!("allowed.rs");
    for file in fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/refused")).unwrap() {
        let path = file.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        assert!(twins.contains(&format!("`{name}`")), "allowed.rs has a twin of {name}");
    }
}
