//! Archives that are cut off, changed, or hold what does not belong together: an error each, and no more memory than they have.

use super::archive::{npy, zip};
use super::layouts::LAYOUTS;
use finch_formats::io::numpy::{Layout, Options, WriteOptions, read_npz};
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
    check(
        &coo(&[1 << 28, 2], &[0, 1], &[1, 1]),
        Err((TooLarge, "need room for 268435456 rows at once, more than 1048576")),
    );
    // Coordinates as one array, of one row for each axis.
    let together = |shape: &str, coords: &[i64]| {
        [
            ("format", format("coo")),
            ("shape", list(&[1, 2])),
            ("coords", array(shape, coords)),
            ("data", list(&[1, 2])),
        ]
    };
    check(&together("2, 2", &[0, 0, 1, 0]), Ok(&[2.0, 1.0]));
    for (shape, coords) in [("2, 1", 2), ("3, 2", 6), ("2, 3", 6), ("4,", 4)] {
        check(
            &together(shape, &[0, 0, 0, 0, 0, 0][..coords]),
            Err((Parse, "coordinates have shape")),
        )
    }
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
    let claims = [
        ((1_u32 << 24) + 73, 1 << 20, ErrorKind::TooLarge),
        (1000, 1 << 25, ErrorKind::Parse),
    ];
    for (claimed, most, kind) in claims {
        let mut file = zip(&[("shape", packed.clone()), ("format", format("csr"))]);
        // Of both heads: method and size.
        let central = file.len() - 22 - 2 * 46 - "shape.npyformat.npy".len();
        for (start, method, size) in [(0, 8, 22), (central, 10, 24)] {
            file[start + method] = 8;
            file[start + size..][..4].copy_from_slice(&claimed.to_le_bytes())
        }
        let read = Options::default().max_bytes(most).read(&file[..]);
        let error = read.map(|_: Csr<f64>| ()).unwrap_err();
        assert_eq!(error.kind(), kind, "{error}")
    }
}

/// A pointer for each column, of which there are more than there is memory for.
#[test]
fn columns_that_there_is_no_memory_for() {
    let wide = Matrix::<f32>::from_dense([0, 1 << 50], &[]).expect("a matrix");
    let write = WriteOptions::default().layout(Layout::Csc);
    let error = write.write(&wide, &mut Vec::new()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge, "{error}")
}
