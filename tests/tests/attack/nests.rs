//! Which nests are attacked: with the feature `exhaustive`, all that cases are run over.

use finch_tests::attack::fuse::Fuse;
use finch_tests::attack::nests::{read, written};
use finch_tests::names;
use finch_tests::nests::*;
use std::any::type_name;

/// The nests of `all` that are not among `attacked`, where `Fuse` stands for `f64`. Operands with a protocol of their own are left out.
fn left_out(all: Vec<&'static str>, attacked: &[&str]) -> Vec<&'static str> {
    let attacked: Vec<String> = attacked
        .iter()
        .map(|nest| nest.replace(type_name::<Fuse>(), "f64"))
        .collect();
    let is_left =
        |nest: &&str| !nest.starts_with("finch_tests::operand::By<") && !attacked.iter().any(|one| one == nest);
    all.into_iter().filter(is_left).collect()
}

#[test]
fn all_nests_of_cases_are_attacked() {
    let (mut outputs, mut operands) = (Vec::new(), Vec::new());
    names!(vector_outputs listed outputs);
    names!(matrix_outputs listed outputs);
    names!(cube_outputs listed outputs);
    names!(vectors listed operands);
    names!(more_vectors listed operands);
    names!(matrices listed operands);
    names!(more_matrices listed operands);
    names!(halves listed operands);
    names!(cubes listed operands);
    let (written, read) = (written(), read());
    assert!(outputs.len() > 40 && operands.len() > 70);
    assert_eq!(left_out(outputs, &written), [""; 0], "as outputs");
    assert_eq!(left_out(operands, &[written, read].concat()), [""; 0], "as operands");
}
