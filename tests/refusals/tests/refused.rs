//! Programs that must not compile, and what the compiler says about them.
//!
//! Each file of `refused/` is wrong in one way, each of `notation_refused/` is a mistake in what is written in `finch!`;
//! beside it stands what the compiler says. The suite `allowed` of `finch-tests` has what is right instead. When messages
//! change on purpose, `TRYBUILD=overwrite cargo test -p finch-refusals` writes them anew: read the difference.
//!
//! They have a package of their own, which `cargo test` leaves out and CI tests: `trybuild` builds what the programs use
//! once more, and itself takes as long to build as a large suite.

use std::{env, fs};

/// The flags by which the programs are compiled, and all that they depend on. `trybuild` leaves the width out when it builds the dependencies
/// beforehand, so that cargo would build them again for the programs.
const FLAGS: [&str; 6] = [
    "--cfg",
    "trybuild",
    "--verbose",
    "-A",
    "dead_code",
    "--diagnostic-width=140",
];

#[test]
fn programs_that_must_not_compile() {
    // SAFETY: the other test neither reads nor writes the environment.
    unsafe { env::set_var("CARGO_ENCODED_RUSTFLAGS", FLAGS.join("\x1f")) };
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
