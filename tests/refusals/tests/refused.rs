//! Programs that must not compile, and what the compiler says about them.
//!
//! Each file of `refused/` is wrong in one way, each of `notation_refused/` is a mistake in what is written in `finch!`;
//! beside it stands what the compiler says. The suite `allowed` of `finch-tests` has what is right instead. When messages
//! change on purpose, `TRYBUILD=overwrite cargo test -p finch-refusals` writes them anew: read the difference.
//!
//! They have a package of their own, which `cargo test` leaves out and CI tests: `trybuild` builds what the programs use
//! once more, and itself takes as long to build as a large suite.

use std::fs;

#[test]
fn programs_that_must_not_compile() {
    // At once: all are checked by one cargo, and none has to run, for which all that they depend on would be built again.
    let cases = trybuild::TestCases::new();
    cases.compile_fail("tests/refused/*.rs");
    cases.compile_fail("tests/notation_refused/*.rs");
}

#[test]
fn each_has_a_twin_that_compiles() {
    let twins = include_str!("../../tests/allowed.rs");
    for file in fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/refused")).unwrap() {
        let path = file.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        assert!(twins.contains(&format!("`{name}`")), "allowed.rs has a twin of {name}");
    }
}
