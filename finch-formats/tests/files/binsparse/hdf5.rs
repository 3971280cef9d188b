//! The same in HDF5: what is written is read again, and what others have written in other ways.

use super::Temporary;
use crate::memory::counted;
use finch_formats::io;
use finch_formats::io::binsparse::{Format, Options, Structure, WriteOptions};
use finch_formats::prelude::*;
use finch_formats::reducers::Overwrite;
use finch_formats::{ErrorKind, Result};
use hdf5_pure::{AttrValue, File, FileBuilder, MaxExtent};
use num_complex::Complex;
use std::fs;

fn matrix() -> Csr<f64> {
    let entries = [([0, 1], 2.0), ([1, 0], 3.0), ([1, 2], 4.0), ([3, 3], 5.0)];
    Csr::from_triplets([5, 4], entries, Add).expect("a matrix")
}

#[test]
fn all_formats() -> Result<()> {
    let a = matrix();
    let file = Temporary::new(".bsp.h5");
    for format in Format::ALL.iter().copied() {
        if matches!(format, Format::Dvec | Format::Cvec) {
            continue;
        }
        WriteOptions::default().format(format).create(&a, file.path())?;
        assert!(Csr::<f64>::read_binsparse(file.path())?.same_storage(&a), "{format:?}");
        let again: Coo<f64> = io::read(file.path())?;
        assert_eq!(again, a, "{format:?}")
    }
    let empty = SparseVector::<i16>::empty([3])?;
    io::write(&empty, file.path())?;
    assert!(SparseVector::<i16>::read_binsparse(file.path())?.same_storage(&empty));
    let half = SymmetricMatrix::<f32>::from_triplets([3, 3], [([1, 0], 5.0), ([2, 2], 6.0)], Add)?;
    half.write_binsparse(file.path())?;
    assert_eq!(SymmetricMatrix::<f32>::read_binsparse(file.path())?, half);
    let hermitian = WriteOptions::default().structure(Structure::HermitianUpper);
    let i = Complex::new(0.0, 1.0);
    let complex = Csr::from_triplets([2, 2], [([0, 1], i), ([1, 0], -i)], Add)?;
    hermitian.create(&complex, file.path())?;
    assert_eq!(Csr::<Complex<f64>>::read_binsparse(file.path())?, complex);
    a.pattern().write_binsparse(file.path())?;
    assert_eq!(CsrPattern::read_binsparse(file.path())?, a.pattern());
    assert!(matches!(io::AnyField::read(file.path())?, io::AnyField::Pattern(_)));
    let cube = Csf::<u8>::from_triplets([2, 3, 4], [([1, 2, 3], 200), ([0, 0, 0], 1)], Overwrite)?;
    cube.write_binsparse(file.path())?;
    assert!(Csf::<u8>::read_binsparse(file.path())?.same_storage(&cube));
    Dcsr::from_tensor(&a)?.write_binsparse(file.path())?;
    assert_eq!(AnyMatrix::<f64>::read(file.path())?.format(), MatrixFormat::Dcsr);
    Ok(())
}

/// A chunk is decoded as a whole, however few of its values belong to the array: that is charged.
#[test]
fn chunks_beyond_the_array() {
    let path = Temporary::new(".bsp.h5");
    let mut file = FileBuilder::new();
    let values = file.create_dataset("values").with_data(&[1.0_f64]);
    let values = values.with_maxshape(&[MaxExtent::Unlimited]).with_chunks(&[1 << 18]);
    values.with_deflate(9);
    let descriptor = r#"{ "binsparse": { "version": "0.1", "format": "DVEC", "shape": [1], "number_of_stored_values": 1,
        "data_types": { "values": "float64" } } }"#;
    file.set_attr("binsparse", AttrValue::String(descriptor.into()));
    fs::write(path.path(), file.finish().expect("a file")).expect("room");
    let read = |options: Options| options.open::<Dense<Element<f64>>>(path.path());
    assert_eq!(read(Options::default()).expect("little memory").values(), [1.0]);
    let (refused, taken, _) = counted(|| read(Options::default().max_bytes(1 << 20)));
    assert!(taken < 1 << 18, "{taken}");
    let error = refused.expect_err("two megabytes");
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    assert!(error.to_string().contains("the chunks of an array of HDF5"), "{error}")
}

/// What is in a file, as others see it.
#[test]
fn datasets_and_an_attribute() -> Result<()> {
    let path = Temporary::new(".bsp.h5");
    matrix().write_binsparse(path.path())?;
    let file = File::open(path.path()).expect("a file");
    let attributes = file.root().attrs().expect("attributes");
    let text = attributes["binsparse"].as_str().expect("a text");
    assert!(text.starts_with("{\n  \"binsparse\": {"), "{text}");
    let read = |name: &str| file.dataset(name).expect("a dataset");
    assert_eq!(
        read("pointers_to_1").read::<u32>().expect("numbers"),
        [0, 1, 3, 3, 4, 4]
    );
    assert_eq!(read("indices_1").read::<u32>().expect("numbers"), [1, 0, 2, 3]);
    assert_eq!(read("values").read::<f64>().expect("numbers"), [2.0, 3.0, 4.0, 5.0]);
    Ok(())
}

const DESCRIPTOR: &str = r#"{ "version": "0.1", "format": "CVEC", "shape": [4], "number_of_stored_values": 2,
    "data_types": { "indices_0": "int64", "values": "float32" } }"#;

fn made(descriptor: Option<AttrValue>, build: impl FnOnce(&mut FileBuilder)) -> Temporary {
    let path = Temporary::new(".h5");
    let mut file = FileBuilder::new();
    build(&mut file);
    if let Some(descriptor) = descriptor {
        file.set_attr("binsparse", descriptor)
    }
    file.write(path.path()).expect("a file");
    path
}

#[test]
fn files_of_others() -> Result<()> {
    let text = || DESCRIPTOR.to_owned();
    let texts = [
        AttrValue::String(text()),
        AttrValue::AsciiString(text()),
        AttrValue::VarLenString(text()),
        AttrValue::VarLenAsciiString(text()),
    ];
    for text in texts {
        let packed = made(Some(text), |file| {
            let indices = file.create_dataset("indices_0").with_data(&[1_i64, 3]);
            indices.with_chunks(&[2]).with_deflate(6);
            file.create_dataset("values").with_data(&[0.5_f32, 1.5]);
        });
        let x: SparseVector<f64> = io::read(packed.path())?;
        assert_eq!(x.to_dense()?, [0.0, 0.5, 0.0, 1.5]);
        let limited = Options::default().max_bytes(20).open(packed.path());
        let error = limited.map(|_: SparseVector<f64>| ()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TooLarge, "{error}")
    }
    Ok(())
}

#[test]
fn what_is_wrong() {
    let refused = |file: &Temporary, kind: ErrorKind, words: &str| {
        let read: Result<SparseVector<f64>> = io::read(file.path());
        let error = read.map(drop).unwrap_err();
        assert_eq!(error.kind(), kind, "{error}");
        let start = format!("{}: {words}", file.path().display());
        assert!(
            error.to_string().starts_with(&start),
            "{error} does not start with {start}"
        )
    };
    let text = || Some(AttrValue::String(DESCRIPTOR.into()));
    let values = |file: &mut FileBuilder| {
        file.create_dataset("values").with_data(&[0.5_f32, 1.5]);
    };
    refused(
        &made(None, values),
        ErrorKind::Parse,
        "the root has no text as the attribute `binsparse`",
    );
    refused(
        &made(Some(AttrValue::I64(3)), values),
        ErrorKind::Parse,
        "the root has no text as the attribute `binsparse`",
    );
    refused(
        &made(text(), values),
        ErrorKind::Parse,
        "indices_0: the HDF5 file is damaged, or holds",
    );
    let wrong = made(text(), |file| {
        values(file);
        file.create_dataset("indices_0").with_data(&[1_i32, 3]);
    });
    refused(
        &wrong,
        ErrorKind::Parse,
        "indices_0: the descriptor says `int64`, and the array holds `i4`",
    );
    let outside = made(text(), |file| {
        values(file);
        file.create_dataset("indices_0").with_data(&[1_i64, 4]);
    });
    refused(&outside, ErrorKind::OutOfBounds, "indices_0 holds 4 at place 1");
    let square = made(text(), |file| {
        values(file);
        file.create_dataset("indices_0")
            .with_data(&[1_i64, 3])
            .with_shape(&[2, 1]);
    });
    refused(&square, ErrorKind::Parse, "indices_0: an array has 2 dimensions");
    let none = Temporary::new(".h5");
    fs::write(none.path(), "no file of HDF5").expect("a file");
    refused(
        &none,
        ErrorKind::Parse,
        "the HDF5 file is damaged, or holds what is not read",
    );
    refused(&Temporary::new(".h5"), ErrorKind::Io, "")
}

/// Files that are cut off, and files with another byte: an error, or what is there.
#[test]
fn cut_off_and_changed() -> Result<()> {
    let path = Temporary::new(".h5");
    WriteOptions::default()
        .format(Format::Coor)
        .create(&matrix(), path.path())?;
    let file = fs::read(path.path()).expect("a file");
    let read = |bytes: &[u8]| {
        fs::write(path.path(), bytes).expect("a file");
        Csr::<f64>::read_binsparse(path.path())
    };
    for cut in (0..file.len()).step_by(7) {
        assert!(read(&file[..cut]).is_err(), "cut at {cut}")
    }
    for at in 0..file.len() {
        let mut changed = file.clone();
        changed[at] ^= if at % 2 == 0 { 0xff } else { 0x81 };
        if let Ok(read) = read(&changed) {
            read.validate()?
        }
    }
    Ok(())
}
