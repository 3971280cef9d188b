//! Arrays: what is written, byte by byte, and read.

use super::archive::npy;
use crate::matrix_market::reading::Trickle;
use finch_formats::io::numpy::{read_npy, write_npy};
use finch_formats::prelude::*;
use finch_formats::{ErrorKind, Result};
use num_complex::Complex;

#[test]
fn bytes_of_an_array() -> Result<()> {
    let a = Matrix::<i16>::from_parts(1, 2, vec![258, -1])?;
    let mut file = Vec::new();
    write_npy(&a, &mut file)?;
    let header = format!(
        "{:<117}\n",
        "{'descr': '<i2', 'fortran_order': False, 'shape': (1, 2), }"
    );
    assert_eq!(file, npy(&header, &[2, 1, 255, 255]));
    assert_eq!(read_npy(&file[..]).map(|again: Matrix<i16>| again)?, a);
    // One dimension has a comma, none has nothing.
    let mut file = Vec::new();
    write_npy(&Vector::<bool>::from_parts(1, vec![true])?, &mut file)?;
    assert!(file[10..].starts_with(b"{'descr': '|b1', 'fortran_order': False, 'shape': (1,), }"));
    Ok(())
}

/// Nests that store all values keep the signs of zeros; -0.0 equals the fill, which others leave out.
#[test]
fn signs_of_zeros() -> Result<()> {
    let values = [-0.0, 0.0, 1.5, -0.0];
    let mut file = Vec::new();
    write_npy(&Matrix::from_parts(2, 2, values.to_vec())?, &mut file)?;
    let bits = |values: &[f64]| values.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
    let (full, rows): (Matrix<f64>, Csr<f64>) = (read_npy(&file[..])?, read_npy(&file[..])?);
    assert_eq!(bits(full.values()), bits(&values));
    assert_eq!(bits(Matrix::from_dense([2, 2], &values)?.values()), bits(&values));
    assert_eq!(
        (rows.count_stored(), bits(&rows.to_dense()?)),
        (1, bits(&[0.0, 0.0, 1.5, 0.0]))
    );
    Ok(())
}

#[test]
fn what_values_are_read_into() -> Result<()> {
    let header =
        |dtype: &str, extent: usize| format!("{{'descr': '{dtype}', 'fortran_order': False, 'shape': ({extent},)}}");
    fn read<T: finch_formats::io::matrix_market::FileValue>(file: Vec<u8>) -> Result<Vec<T>>
    where
        Zero: finch_formats::fill::Fill<T>,
    {
        read_npy(&file[..]).map(|a: Vector<T>| a.values().to_vec())
    }
    let half = npy(&header(">f4", 2), &[0x3f, 0, 0, 0, 0xc0, 0, 0, 0]);
    assert_eq!(read::<f64>(half.clone())?, [0.5, -2.0]);
    assert_eq!(
        read::<Complex<f32>>(half.clone())?,
        [0.5, -2.0].map(|re| Complex::new(re, 0.0))
    );
    assert_eq!(read::<i32>(half).unwrap_err().kind(), ErrorKind::Mismatch);
    let whole = npy(&header("<u2", 2), &[0, 1, 255, 0]);
    assert_eq!(read::<i32>(whole.clone())?, [256, 255]);
    assert_eq!(read::<u8>(whole).unwrap_err().kind(), ErrorKind::TooLarge);
    let truth = npy(&header("|b1", 2), &[0, 1]);
    assert_eq!(read::<bool>(truth.clone())?, [false, true]);
    assert_eq!(read::<f32>(truth)?, [0.0, 1.0]);
    let complex = npy(&header("<c8", 1), &[0, 0, 0, 0, 0, 0, 0x80, 0x3f]);
    assert_eq!(read::<Complex<f64>>(complex.clone())?, [Complex::new(0.0, 1.0)]);
    assert_eq!(read::<f64>(complex).unwrap_err().kind(), ErrorKind::Mismatch);
    Ok(())
}

#[test]
fn other_ranks_nests_and_orders() -> Result<()> {
    let fortran = "{'descr': '|u1', 'fortran_order': True, 'shape': (2L, 3L, 2L), }";
    let values: Vec<u8> = (0..12).collect();
    let a: Csf<u8> = read_npy(&npy(fortran, &values)[..])?;
    assert_eq!(a.to_dense()?, [0, 6, 2, 8, 4, 10, 1, 7, 3, 9, 5, 11]);
    assert_eq!(a.count_stored(), 11, "zeros are left out");
    let empty = "{'shape': (0, 4), 'descr': '<f8', 'fortran_order': False}";
    let a: Csr<f64> = read_npy(&npy(empty, &[])[..])?;
    assert_eq!(&a.shape()[..], [0, 4]);
    Ok(())
}

#[test]
fn headers_that_are_refused() {
    let refused = |header: &str, kind: ErrorKind, words: &str| {
        let error = read_npy(&npy(header, &[0; 16])[..])
            .map(|_: Matrix<f64>| ())
            .unwrap_err();
        assert_eq!(error.kind(), kind, "{error}");
        assert!(error.to_string().contains(words), "{error} does not say `{words}`")
    };
    let of = |dtype: &str, shape: &str| format!("{{'descr': {dtype}, 'fortran_order': False, 'shape': {shape}, }}");
    let parse = ErrorKind::Parse;
    refused(&of("'|O'", "(1, 2)"), parse, "values of type `|O` are not read");
    refused(&of("'<f16'", "(1, 2)"), parse, "values of type `<f16` are not read");
    #[cfg(not(feature = "half"))]
    refused(&of("'<f2'", "(1, 2)"), parse, "values of type `<f2` are not read");
    refused(&of("'<U4'", "(1, 1)"), parse, "text stands where numbers should");
    refused(
        &of("[('a', '<f8')]", "(1, 2)"),
        parse,
        "types of several fields are not read",
    );
    refused("descr", parse, "the header has no `{` at `descr");
    refused(&of("'<f8'", "(1, 3)"), parse, "the array ends after 16 of 24 bytes");
    refused(&of("'<f8'", "(1, 1)"), parse, "something stands behind the array");
    refused(&of("'<f8'", "(-1, 1)"), parse, "no extent at `-1, 1)");
    refused(&of("'<f8'", "(2,)"), ErrorKind::Mismatch, "an array of 1 dimensions");
    refused(
        &of("'<f8'", "(4294967296, 4294967296)"),
        ErrorKind::TooLarge,
        "is too large",
    );
    refused(
        &of("'<f8'", "(99999999999999999999, 1)"),
        ErrorKind::TooLarge,
        "is too large",
    );
    refused(
        &of("'<f8'", "(1152921504606846976, 1)"),
        parse,
        "the array ends after 16 of",
    );
    refused(
        &of("'<f8'", "(9223372036854775807, 0)"),
        parse,
        "something stands behind",
    );
    refused("{'descr': '<f8', 'shape': (1, 2)}", parse, "a header has the keys");
    refused("{'descr': '<f8', 'other': 1}", parse, "the header has a key `other`");
    refused("", parse, "the header has no `{`");
    refused("{'descr': '<f8'", parse, "the header has no `}`");
    // Rows without columns take room, too.
    let header = of("'<f8'", "(9223372036854775807, 0)");
    let rows = read_npy(&npy(&header, &[])[..]).map(|_: Csr<f64>| ()).unwrap_err();
    assert_eq!(rows.kind(), ErrorKind::TooLarge, "{rows}");
    // A number beyond the largest `f32`; infinity itself is one.
    let of_floats = |value: f64| npy(&of("'<f8'", "(1, 1)"), &value.to_le_bytes());
    let error = read_npy(&of_floats(1e300)[..]).map(|_: Matrix<f32>| ()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge, "{error}");
    let infinite: Matrix<f32> = read_npy(&of_floats(f64::INFINITY)[..]).expect("infinity");
    assert_eq!(infinite.values(), [f32::INFINITY]);
}

#[test]
fn readers_that_are_interrupted() -> Result<()> {
    let a = Matrix::<i16>::from_parts(1, 2, vec![258, -1])?;
    let mut file = Vec::new();
    write_npy(&a, &mut file)?;
    assert_eq!(read_npy(Trickle::new(&file, None)).map(|again: Matrix<i16>| again)?, a);
    Ok(())
}
