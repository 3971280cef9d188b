//! Archives that are cut off, changed, or hold what does not belong together: an error each, and no more memory than they have.

use crate::arrays::npy;
use crate::layouts::LAYOUTS;
use finch_formats::io::numpy::{Options, WriteOptions, read_npz};
use finch_formats::prelude::*;
use finch_formats::{ErrorKind, Result};

fn matrix() -> Csr<f64> {
    let entries = (0..8).map(|i| ([i % 4, i], i as f64 + 0.5));
    Csr::from_triplets([4, 8], entries, Add).expect("a matrix")
}

fn read(file: &[u8]) -> Result<Csr<f64>> {
    read_npz(file)
}

#[test]
fn cut_off_and_changed() -> Result<()> {
    let a = matrix();
    for (layout, compressed) in LAYOUTS.iter().flat_map(|&layout| [(layout, false), (layout, true)]) {
        let mut file = Vec::new();
        WriteOptions::default()
            .layout(layout)
            .compressed(compressed)
            .write(&a, &mut file)?;
        for cut in 0..file.len() {
            assert!(read(&file[..cut]).is_err(), "{layout:?} cut at {cut}")
        }
        for at in 0..file.len() {
            let mut changed = file.clone();
            changed[at] ^= 0x81;
            // Check sums tell what is changed in arrays; dates and attributes may be anything.
            if let Ok(read) = read(&changed) {
                read.validate()?;
                assert_eq!(read, a, "{layout:?}: byte {at}")
            }
        }
    }
    Ok(())
}

/// A zip archive of stored members.
fn zip(members: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let (mut file, mut directory) = (Vec::new(), Vec::new());
    for (name, bytes) in members {
        let mut check = flate2::Crc::new();
        check.update(bytes);
        let mut head = vec![20, 0, 0, 0, 0, 0, 0, 0, 0x21, 0];
        head.extend(check.sum().to_le_bytes());
        for _ in 0..2 {
            head.extend((bytes.len() as u32).to_le_bytes())
        }
        let name = format!("{name}.npy");
        head.extend((name.len() as u16).to_le_bytes());
        head.extend([0, 0]);
        let at = file.len() as u32;
        directory.extend(b"PK\x01\x02\x14\0");
        directory.extend(&head);
        directory.extend([0; 10]);
        directory.extend(at.to_le_bytes());
        directory.extend(name.bytes());
        file.extend(b"PK\x03\x04");
        file.extend(&head);
        file.extend(name.bytes());
        file.extend(bytes)
    }
    let at = file.len() as u32;
    file.extend(&directory);
    file.extend(b"PK\x05\x06\0\0\0\0");
    file.extend((members.len() as u16).to_le_bytes());
    file.extend((members.len() as u16).to_le_bytes());
    file.extend((directory.len() as u32).to_le_bytes());
    file.extend(at.to_le_bytes());
    file.extend([0, 0]);
    file
}

fn array(shape: &str, numbers: &[i64]) -> Vec<u8> {
    let header = format!("{{'descr': '<i8', 'fortran_order': False, 'shape': ({shape}), }}");
    let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
    npy(&header, &bytes)
}

fn list(numbers: &[i64]) -> Vec<u8> {
    array(&format!("{},", numbers.len()), numbers)
}

fn format(name: &str) -> Vec<u8> {
    let header = format!("{{'descr': '|S{}', 'fortran_order': False, 'shape': (), }}", name.len());
    npy(&header, name.as_bytes())
}

#[test]
fn arrays_that_do_not_belong_together() {
    let check =
        |members: &[(&str, Vec<u8>)], wanted: Result<&[f64], (ErrorKind, &str)>| match (read(&zip(members)), wanted) {
            (Ok(a), Ok(wanted)) => assert_eq!(a.to_dense().expect("values"), wanted),
            (Err(error), Err((kind, words))) => {
                assert_eq!(error.kind(), kind, "{error}");
                assert!(error.to_string().contains(words), "{error} does not say `{words}`")
            }
            (found, wanted) => panic!("{found:?} and not {wanted:?}"),
        };
    let csr = |shape: &[i64], ptr: &[i64], idx: &[i64], val: &[i64]| {
        [
            ("format", format("csr")),
            ("shape", list(shape)),
            ("indptr", list(ptr)),
            ("indices", list(idx)),
            ("data", list(val)),
        ]
    };
    // `i64` values are read into `f64`.
    check(&csr(&[2, 2], &[0, 1, 2], &[1, 0], &[3, 4]), Ok(&[0.0, 3.0, 4.0, 0.0]));
    check(
        &csr(&[2, 2], &[0, 0, 2], &[1, 0, 7], &[3, 4, 5]),
        Ok(&[0.0, 0.0, 4.0, 3.0]),
    );
    check(&csr(&[1, 2], &[0, 3], &[1, 0, 1], &[3, 4, 5]), Ok(&[4.0, 8.0]));
    use ErrorKind::{Invalid, Mismatch, OutOfBounds, Parse, TooLarge};
    check(
        &csr(&[2, 2], &[0, 1], &[1], &[3]),
        Err((Parse, "there are 1 pointers behind the first one for 2 rows")),
    );
    check(&csr(&[0, 2], &[], &[], &[]), Err((Parse, "there are no pointers")));
    check(
        &csr(&[2, 2], &[0, 2, 1], &[1, 0], &[3, 4]),
        Err((Invalid, "pointers start with 0")),
    );
    check(
        &csr(&[2, 2], &[1, 1, 2], &[1, 0], &[3, 4]),
        Err((Invalid, "pointers start with 0")),
    );
    check(
        &csr(&[2, 2], &[0, 1, 3], &[1, 0], &[3, 4]),
        Err((Invalid, "lead to at most 2 entries")),
    );
    check(
        &csr(&[2, 2], &[0, -1, 2], &[1, 0], &[3, 4]),
        Err((TooLarge, "a value does not fit usize")),
    );
    check(&csr(&[2, 2], &[0, 1, 2], &[2, 0], &[3, 4]), Err((OutOfBounds, "2")));
    check(
        &csr(&[2, 2], &[0, 1, 2], &[-1, 0], &[3, 4]),
        Err((TooLarge, "a value does not fit usize")),
    );
    check(
        &csr(&[2, 2], &[0, 1, 2], &[1, 0], &[3]),
        Err((Parse, "there are 2 indices for 1 values")),
    );
    check(
        &csr(&[2, 2, 2], &[0], &[], &[]),
        Err((Mismatch, "an array of 3 dimensions")),
    );
    check(
        &csr(&[i64::MAX, i64::MAX], &[0], &[], &[]),
        Err((
            Parse,
            "there are 0 pointers behind the first one for 9223372036854775807",
        )),
    );
    let csc = |ptr: &[i64], idx: &[i64], val: &[i64]| {
        let mut members = csr(&[2, 3], ptr, idx, val);
        members[0].1 = format("csc");
        members
    };
    check(
        &csc(&[0, 1, 1, 2], &[1, 0], &[3, 4]),
        Ok(&[0.0, 0.0, 4.0, 3.0, 0.0, 0.0]),
    );
    check(&csc(&[0, 1, 1, 2], &[1, 2], &[3, 4]), Err((OutOfBounds, "2")));
    let coo = |shape: &[i64], row: &[i64], col: &[i64]| {
        [
            ("format", format("coo")),
            ("shape", list(shape)),
            ("row", list(row)),
            ("col", list(col)),
            ("data", list(&[1, 2])),
        ]
    };
    check(&coo(&[1, 2], &[0, 0], &[1, 1]), Ok(&[0.0, 3.0]));
    check(
        &coo(&[1, 2], &[0, 0], &[1]),
        Err((Parse, "there are 1 indices for 2 values")),
    );
    check(&coo(&[1, 2], &[0, 1], &[1, 1]), Err((OutOfBounds, "1")));
    // Rows take room.
    check(
        &coo(&[1 << 40, 2], &[0, 1], &[1, 1]),
        Err((TooLarge, "need room for 1099511627776")),
    );
    let bsr = |shape: &str, ptr: &[i64], idx: &[i64]| {
        [
            ("format", format("bsr")),
            ("shape", list(&[2, 4])),
            ("data", array(shape, &[1, 2, 3, 0])),
            ("indptr", list(ptr)),
            ("indices", list(idx)),
        ]
    };
    check(
        &bsr("1, 2, 2", &[0, 1], &[1]),
        Ok(&[0.0, 0.0, 1.0, 2.0, 0.0, 0.0, 3.0, 0.0]),
    );
    check(
        &bsr("1, 2, 2", &[0, 1], &[2]),
        Err((OutOfBounds, "column 2 of blocks is not below 2")),
    );
    check(
        &bsr("1, 4, 1", &[0, 1], &[0]),
        Err((Parse, "blocks of 4 by 1 do not divide")),
    );
    check(&bsr("4, 1", &[0, 1], &[0]), Err((Parse, "blocks have 2 dimensions")));
    check(
        &bsr("2, 2, 1", &[0, 1], &[0]),
        Err((Parse, "there are 1 indices for 2 blocks")),
    );
    let dia = |shape: &str, offsets: &[i64]| {
        [
            ("format", format("dia")),
            ("shape", list(&[2, 2])),
            ("data", array(shape, &[1, 2, 3, 4])),
            ("offsets", list(offsets)),
        ]
    };
    check(&dia("2, 2", &[0, 1]), Ok(&[1.0, 4.0, 0.0, 2.0]));
    check(&dia("2, 2", &[0, i64::MIN]), Ok(&[1.0, 0.0, 0.0, 2.0]));
    check(&dia("1, 4", &[-1]), Ok(&[0.0, 0.0, 1.0, 0.0]));
    check(&dia("2, 2", &[0, 0]), Ok(&[4.0, 0.0, 0.0, 6.0]));
    check(&dia("2, 2", &[0]), Err((Parse, "there are 1 offsets for 2 diagonals")));
    check(
        &[("format", format("lil")), ("shape", list(&[1, 1]))],
        Err((Parse, "a tensor of 2 dimensions as `lil` is not read")),
    );
    check(
        &[("shape", list(&[1, 1]))],
        Err((Parse, "there is no member format.npy")),
    );
    check(
        &[("format", format("csr")), ("format", format("csr"))],
        Err((Parse, "there are several members")),
    );
    check(
        &[("format", format("csr"))],
        Err((Parse, "there is no member shape.npy")),
    );
}

#[test]
fn bombs() {
    use std::io::Read;
    // Many zeros in few bytes: as many as the directory says, and more than it says.
    let header = "{'descr': '<f8', 'fortran_order': False, 'shape': (2097152,), }";
    let zeros = std::io::repeat(0).take(1 << 24);
    let mut packed = Vec::new();
    let whole = std::io::Cursor::new(npy(header, &[])).chain(zeros);
    flate2::read::DeflateEncoder::new(whole, flate2::Compression::fast())
        .read_to_end(&mut packed)
        .expect("memory");
    let claims = [((1_u32 << 24) + 73, ErrorKind::TooLarge), (1000, ErrorKind::Parse)];
    for (claimed, kind) in claims {
        let mut file = zip(&[("format", packed.clone())]);
        // Of both heads: method and size.
        let central = file.len() - 22 - 46 - "format.npy".len();
        for (start, method, size) in [(0, 8, 22), (central, 10, 24)] {
            file[start + method] = 8;
            file[start + size..][..4].copy_from_slice(&claimed.to_le_bytes())
        }
        let read = Options::default().max_bytes(1 << 20).read(&file[..]);
        let error = read.map(|_: Csr<f64>| ()).unwrap_err();
        assert_eq!(error.kind(), kind, "{error}")
    }
}
