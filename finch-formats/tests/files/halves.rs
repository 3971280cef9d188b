//! Numbers of half precision in files.

use crate::numpy::archive::npy;
use finch_formats::ErrorKind::{self, Mismatch, Parse, TooLarge};
use finch_formats::Result;
use finch_formats::fill::Fill;
use finch_formats::io::matrix_market::{FileValue, read as read_matrix_market, write as write_matrix_market};
use finch_formats::io::numpy::{read_npy, read_npz, write_npy, write_npz};
use finch_formats::prelude::*;
use finch_formats::traits::algebra::half::{bf16, f16};

#[track_caller]
fn refused<T>(result: Result<T>, kind: ErrorKind, words: &str) {
    let error = result.err().expect("an error");
    assert_eq!(error.kind(), kind, "{error}");
    assert!(error.to_string().contains(words), "{error}");
}

/// A matrix with an entry for each of these values.
fn matrix<T: FileValue>(values: Vec<T>) -> Csr<T>
where
    Zero: Fill<T>,
{
    let cols = values.len();
    Csr::from_parts(1, cols, vec![0, cols], (0..cols as u32).collect(), values).unwrap()
}

/// Every number there is but those that are none, and infinite ones.
fn all<T: FileValue>(from_bits: fn(u16) -> T, is_finite: fn(T) -> bool) -> Vec<T> {
    (0..=u16::MAX)
        .map(from_bits)
        .filter(|value| is_finite(*value))
        .collect()
}

/// Written as text and read again.
fn through_text<T: FileValue>(values: Vec<T>, bits: fn(T) -> u16)
where
    Zero: Fill<T>,
{
    let a = matrix(values);
    let mut file = Vec::new();
    write_matrix_market(&a, &mut file).unwrap();
    let again: Csr<T> = read_matrix_market(&file[..]).unwrap();
    let same = |a: &Csr<T>| {
        a.to_triplets()
            .into_iter()
            .map(|(index, value)| (index, bits(value)))
            .collect::<Vec<_>>()
    };
    assert!(same(&again) == same(&a));
}

#[test]
fn matrix_market() {
    through_text(all(f16::from_bits, f16::is_finite), f16::to_bits);
    through_text(all(bf16::from_bits, bf16::is_finite), bf16::to_bits);

    fn read<T: FileValue>(text: &str) -> Result<Vec<T>>
    where
        Zero: Fill<T>,
    {
        read_matrix_market(text.as_bytes()).map(|a: Matrix<T>| a.values().to_vec())
    }
    let of = |field: &str, value: &str| format!("%%MatrixMarket matrix array {field} general\n1 1\n{value}\n");
    // To the nearest one, of two that are as near to the even one.
    for (text, value) in [
        ("0.1", 0.099_975_586),
        ("2049", 2048.0),
        ("2049.0000001", 2050.0),
        ("2051", 2052.0),
        ("2050.9999999", 2050.0),
        ("-2049.0000001", -2050.0),
        ("-1e-9", -0.0),
        ("2.980232238769532e-8", 5.960_464_5e-8),
        ("65519.999999", 65504.0),
    ] {
        assert_eq!(
            read::<f16>(&of("real", text)).unwrap(),
            [f16::from_f32(value)],
            "{text}"
        );
    }
    assert_eq!(read::<f16>(&of("real", "-inf")).unwrap(), [f16::NEG_INFINITY]);
    assert_eq!(read::<bf16>(&of("real", "65520")).unwrap(), [bf16::from_f32(65520.0)]);
    assert_eq!(read::<f16>(&of("integer", "-7")).unwrap(), [f16::from_f32(-7.0)]);
    assert!(read::<f16>(&of("real", "65520")).is_err());
    assert!(read::<f16>(&of("real", "1e999")).is_err());
    assert!(read::<f16>(&of("integer", "65520")).is_err());
    assert!(read::<f16>(&of("real", "half")).is_err());
    refused(read::<f16>(&of("complex", "1 2")), Mismatch, "cannot be read into f16");
}

#[test]
fn arrays() {
    let a = Vector::from(all(f16::from_bits, f16::is_finite));
    let mut file = Vec::new();
    write_npy(&a, &mut file).unwrap();
    assert!(file[10..].starts_with(b"{'descr': '<f2', 'fortran_order': False, 'shape': (63488,), }"));
    let again: Vector<f16> = read_npy(&file[..]).unwrap();
    assert!(again.values() == a.values());
    let wide: Vector<f64> = read_npy(&file[..]).unwrap();
    assert!(
        wide.values()
            .iter()
            .zip(a.values())
            .all(|(wide, value)| *wide == f64::from(*value))
    );
    refused(
        read_npy(&file[..]).map(|a: Vector<i32>| a),
        Mismatch,
        "cannot be read into i32",
    );

    let header =
        |dtype: &str, extent: usize| format!("{{'descr': '{dtype}', 'fortran_order': False, 'shape': ({extent},)}}");
    let read = |file: Vec<u8>| read_npy(&file[..]).map(|a: Vector<f16>| a.values().to_vec());
    let expected = [0.5, -2.0].map(f16::from_f32);
    assert_eq!(read(npy(&header(">f2", 2), &[0x38, 0, 0xc0, 0])).unwrap(), expected);
    assert_eq!(
        read(npy(&header("<f4", 2), &[0, 0, 0, 0x3f, 0, 0, 0, 0xc0])).unwrap(),
        expected
    );
    // 2^16 as `f4`; a byte too few, and one too many; a type that NumPy does not have.
    refused(
        read(npy(&header("<f4", 1), &[0, 0, 0x80, 0x47])),
        TooLarge,
        "does not fit f16",
    );
    for bytes in [&[0, 0x38, 0][..], &[0, 0x38, 0, 0xc0, 0]] {
        assert!(read(npy(&header("<f2", 2), bytes)).is_err());
    }
    refused(
        read(npy(&header("<f1", 1), &[0])),
        Parse,
        "values of type `<f1` are not read",
    );
}

#[test]
fn sparse_matrices() {
    let a = matrix(all(f16::from_bits, f16::is_finite));
    let mut file = Vec::new();
    write_npz(&a, &mut file).unwrap();
    let again: Csr<f16> = read_npz(&file[..]).unwrap();
    assert!(again.same_storage(&a));
}

#[test]
fn types_that_others_do_not_have() {
    let a = matrix(vec![bf16::from_f32(0.5)]);
    let words = "NumPy has no values of type bf16";
    refused(write_npy(&a, Vec::new()), Mismatch, words);
    refused(write_npz(&a, Vec::new()), Mismatch, words);
    // What NumPy has is read to the nearest one.
    let mut file = Vec::new();
    write_npz(&matrix(vec![0.5_f32]), &mut file).unwrap();
    assert!(
        read_npz(&file[..])
            .map(|again: Csr<bf16>| again)
            .unwrap()
            .same_storage(&a)
    );
    {
        let path = std::env::temp_dir().join(format!("finch-halves-{}.bsp.npz", std::process::id()));
        refused(
            matrix(vec![f16::ONE]).write_binsparse(&path),
            Mismatch,
            "Binsparse has no values of type f16",
        );
        refused(a.write_binsparse(&path), Mismatch, words);
        assert!(!path.exists());
    }
}
