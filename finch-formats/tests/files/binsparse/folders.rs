//! Folders in which something is missing or wrong: the message says where.

use super::{Temporary, list};
use finch_formats::io;
use finch_formats::prelude::*;
use finch_formats::{ErrorKind, Result};
use std::fs;

const DESCRIPTOR: &str = r#"{ "version": "0.1", "format": "CVEC", "shape": [4], "number_of_stored_values": 2,
    "data_types": { "indices_0": "uint8", "values": "float64" } }"#;

fn folder() -> Temporary {
    let arrays = [("indices_0", list(&[1_u8, 3])), ("values", list(&[1.0, 2.0]))];
    Temporary::folder(DESCRIPTOR, &arrays)
}

fn check(folder: &Temporary, kind: ErrorKind, words: &str) {
    let read: Result<SparseVector<f64>> = io::read(folder.path());
    let error = read.map(drop).unwrap_err();
    let start = format!("{}: {words}", folder.path().display());
    assert_eq!(error.kind(), kind, "{error}");
    assert!(
        error.to_string().starts_with(&start),
        "{error} does not start with {start}"
    )
}

#[test]
fn what_is_missing_and_wrong() {
    let none = Temporary::new(".bspnpy");
    check(&none, ErrorKind::Io, "binsparse.json: ");
    let whole = folder();
    assert!(io::read(whole.path()).map(|_: SparseVector<f64>| ()).is_ok());
    fs::write(whole.path().join("values.npy"), &list(&[1.0, 2.0])[..80]).expect("a file");
    check(&whole, ErrorKind::Parse, "values.npy: the array ends after");
    fs::remove_file(whole.path().join("values.npy")).expect("a file");
    check(&whole, ErrorKind::Io, "values.npy: ");
    let other = folder();
    fs::write(other.path().join("indices_0.npy"), list(&[1_u8, 4])).expect("a file");
    check(
        &other,
        ErrorKind::OutOfBounds,
        "indices_0 holds 4 at place 1, and the extent is 4",
    );
    fs::write(other.path().join("indices_0.npy"), list(&[1_u16, 3])).expect("a file");
    check(
        &other,
        ErrorKind::Parse,
        "indices_0.npy: the descriptor says `uint8`, and the array holds `u2`",
    );
    fs::write(other.path().join("binsparse.json"), "{").expect("a file");
    check(&other, ErrorKind::Parse, "binsparse.json: this is no JSON: ");
    fs::write(other.path().join("binsparse.json"), vec![b' '; (1 << 20) + 1]).expect("a file");
    check(
        &other,
        ErrorKind::TooLarge,
        "binsparse.json: the descriptor is longer than",
    );
    fs::write(other.path().join("binsparse.json"), "[".repeat(1 << 20)).expect("a file");
    check(
        &other,
        ErrorKind::Parse,
        "binsparse.json: this is no JSON: recursion limit exceeded",
    );
}

/// An array of many zeros in a file with a hole: what is read is limited by what the arrays of a folder take.
#[test]
fn arrays_that_are_claimed() {
    let large = folder();
    let header = "{'descr': '|u1', 'fortran_order': False, 'shape': (1099511627776,), }";
    fs::write(
        large.path().join("indices_0.npy"),
        crate::numpy::archive::npy(header, &[]),
    )
    .expect("a file");
    check(
        &large,
        ErrorKind::TooLarge,
        "indices_0.npy: values would take 1099511627776 times 16 bytes",
    );
}

/// Neither an archive is a folder nor the other way round.
#[test]
fn the_other_container() {
    let archive = Temporary::new(".bsp.npz");
    fs::write(archive.path(), "no archive").expect("a file");
    check(
        &archive,
        ErrorKind::Parse,
        "an npz file is a zip archive, and this is none",
    );
    let file = Temporary::new(".bspnpy");
    fs::write(file.path(), "no folder").expect("a file");
    check(&file, ErrorKind::Io, "binsparse.json: ");
}
