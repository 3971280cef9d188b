//! Files into tensors whose format the file says.

use super::Temporary;
use finch_formats::Result;
use finch_formats::io::AnyField;
use finch_formats::io::binsparse::{Format, LevelDesc, WriteOptions};
use finch_formats::prelude::*;
use num_complex::Complex;

#[test]
fn matrices_in_their_formats() -> Result<()> {
    let a = Csr::<f64>::from_triplets([3, 4], [([0, 1], 2.0), ([2, 0], 3.0), ([2, 3], 4.0)], Add)?;
    let formats = [
        (Format::Dmatr, MatrixFormat::Full),
        (Format::Dmatc, MatrixFormat::Full),
        (Format::Csr, MatrixFormat::Csr),
        (Format::Csc, MatrixFormat::Csr),
        (Format::Dcsr, MatrixFormat::Dcsr),
        (Format::Dcsc, MatrixFormat::Dcsr),
        (Format::Coor, MatrixFormat::Coo),
        (Format::Cooc, MatrixFormat::Coo),
    ];
    for (format, wanted) in formats {
        for end in [".bspnpy", ".bsp.npz"] {
            let file = Temporary::new(end);
            WriteOptions::default().format(format).create(&a, file.path())?;
            let read = AnyMatrix::<f64>::read(file.path())?;
            assert_eq!(read.format(), wanted, "{format:?}");
            let csr: Csr<f64> = read.convert(MatrixFormat::Csr)?.try_into()?;
            assert_eq!(csr, a, "{format:?}");
            // By its own format again, by the name alone.
            read.write(file.path())?;
            assert_eq!(AnyMatrix::<f64>::read(file.path())?.format(), wanted, "{format:?}")
        }
    }
    let file = Temporary::new(".bspnpy");
    let levels = vec![LevelDesc::Sparse(1), LevelDesc::Dense(1)];
    WriteOptions::default().levels(levels).create(&a, file.path())?;
    assert_eq!(AnyMatrix::<f64>::read(file.path())?.format(), MatrixFormat::Dcsr);
    // Too many rows to have a pointer each.
    let tall = Dcsr::<f64>::from_triplets([1 << 30, 1], [([5, 0], 1.0)], Add)?;
    WriteOptions::default().format(Format::Csc).create(&tall, file.path())?;
    assert_eq!(AnyMatrix::<f64>::read(file.path())?.format(), MatrixFormat::Dcsr);
    for format in MatrixFormat::ALL {
        let any = AnyMatrix::from(a.clone()).convert(*format);
        // Neither symmetric nor divided by all blocks; a row of two entries is no point.
        let Ok(any) = any else { continue };
        any.write(file.path())?;
        let again: Csr<f64> = Csr::<f64>::read_binsparse(file.path())?.drop_fills()?;
        assert_eq!(again, a, "{format}")
    }
    Ok(())
}

#[test]
fn vectors_and_types() -> Result<()> {
    let file = Temporary::new(".bspnpy");
    Vector::from(vec![1.0, 0.0]).write_binsparse(file.path())?;
    assert_eq!(AnyVector::<f64>::read(file.path())?.format(), VectorFormat::Full);
    let x = SparseVector::<i16>::from_triplets([4], [([2], 7)], Add)?;
    x.write_binsparse(file.path())?;
    assert_eq!(AnyVector::<f64>::read(file.path())?.format(), VectorFormat::Sparse);
    let a = Csr::<i16>::from_triplets([2, 2], [([0, 1], -7)], Add)?;
    a.write_binsparse(file.path())?;
    assert!(matches!(AnyField::read(file.path())?, AnyField::Integer(a) if a.get([0, 1]) == Some(-7)));
    a.pattern().write_binsparse(file.path())?;
    assert!(matches!(AnyField::read(file.path())?, AnyField::Pattern(a) if a.count_stored() == 1));
    Csr::<f32>::from_triplets([2, 2], [([0, 1], 0.5)], Add)?.write_binsparse(file.path())?;
    assert!(matches!(AnyField::read(file.path())?, AnyField::Real(a) if a.get([0, 1]) == Some(0.5)));
    let i = Complex::new(0.0, 1.0);
    Csr::from_triplets([2, 2], [([0, 1], i)], Add)?.write_binsparse(file.path())?;
    assert!(matches!(AnyField::read(file.path())?, AnyField::Complex(a) if a.get([0, 1]) == Some(i)));
    Ok(())
}
