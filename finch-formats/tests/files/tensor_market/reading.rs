//! What is read into which nests and values.

use finch_formats::io::tensor_market::{Options, read};
use finch_formats::prelude::*;
use finch_formats::{ErrorKind, Result};
use flate2::Compression;
use flate2::write::GzEncoder;
use num_complex::Complex;
use std::io::Write;

#[test]
fn any_nest_and_value() -> Result<()> {
    let text = "2 1 3 7\n1 1 1 1\n2 1 3 1\n";
    let wanted = [1, 0, 0, 0, 0, 8];
    let cube: Cube<i32> = read(text.as_bytes())?;
    assert_eq!(cube.to_dense()?, wanted);
    assert_eq!(
        read(text.as_bytes()).map(|tensor: Csf<u8>| tensor.to_dense())??,
        wanted.map(|value| value as u8)
    );
    assert_eq!(
        read(text.as_bytes()).map(|tensor: Coo3<f32>| tensor.to_dense())??,
        wanted.map(|value| value as f32)
    );
    let complex: Coo3<Complex<f64>> = read(text.as_bytes())?;
    assert_eq!(complex.get([1, 0, 2]), Some(Complex::new(8.0, 0.0)));
    // Integers of all 64 bits; sums that do not fit are refused.
    let large: SparseVector<u64> = read("1 18446744073709551615\n".as_bytes())?;
    assert_eq!(large.get([0]), Some(u64::MAX));
    let small: SparseVector<i64> = read("1 -9223372036854775808\n".as_bytes())?;
    assert_eq!(small.get([0]), Some(i64::MIN));
    let refused = |text: &str| read(text.as_bytes()).map(|_: SparseVector<u8>| ()).unwrap_err().kind();
    assert_eq!(refused("1 200\n1 100\n"), ErrorKind::Arithmetic);
    assert_eq!(refused("1 256\n"), ErrorKind::TooLarge);
    assert_eq!(refused("1 -1\n"), ErrorKind::TooLarge);
    assert_eq!(refused("1 1.0\n"), ErrorKind::Parse);
    assert_eq!(refused("1 1 1\n"), ErrorKind::Mismatch);
    Ok(())
}

#[test]
fn extents_are_given_or_found() -> Result<()> {
    let options = Options::default().shape([3, 4]);
    let a: Csr<f64> = options.read("2 2 1\n".as_bytes())?;
    assert_eq!(&a.shape()[..], [3, 4]);
    let beyond = options.read("4 1 1\n".as_bytes()).map(|_: Csr<f64>| ()).unwrap_err();
    assert_eq!(beyond.kind(), ErrorKind::OutOfBounds, "{beyond}");
    let file = "%%MatrixMarket tensor coordinate real general\n3 3 0\n";
    let other = options.read(file.as_bytes()).map(|_: Csr<f64>| ()).unwrap_err();
    assert_eq!(
        other.to_string(),
        "line 2: the extents are [3, 3], and [3, 4] are asked for"
    );
    let empty: Csr<f64> = options.read("# nothing\n".as_bytes())?;
    assert_eq!((&empty.shape()[..], empty.count_stored()), (&[3, 4][..], 0));
    Ok(())
}

#[test]
fn a_short_file_does_not_take_much_memory() -> Result<()> {
    for file in [
        "%%MatrixMarket tensor coordinate real general\n4000000000 4000000000 4000000000 1\n1 1 1 1\n",
        "1000000000 1000000000 1000000000 1\n",
    ] {
        let refused = read(file.as_bytes()).map(|_: Cube<f64>| ()).unwrap_err();
        assert_eq!(refused.kind(), ErrorKind::TooLarge, "{refused}");
        let entries: Csf<f64> = read(file.as_bytes())?;
        assert_eq!(entries.count_stored(), 1)
    }
    let rows = Options::default()
        .max_cells(1000)
        .read("1001 1 1\n".as_bytes())
        .map(|_: Csr<f64>| ());
    assert_eq!(rows.unwrap_err().kind(), ErrorKind::TooLarge);
    Ok(())
}

#[test]
fn arrays_start_with_the_first_index() -> Result<()> {
    let file = "%%MatrixMarket tensor array integer general\n2 1 3\n1\n0\n3\n4\n5\n6\n";
    let a: Coo3<i32> = read(file.as_bytes())?;
    assert_eq!(a.to_dense()?, [1, 3, 5, 0, 4, 6]);
    assert_eq!(a.count_stored(), 5, "fill is left out");
    Ok(())
}

#[test]
fn matrices_with_their_symmetry() -> Result<()> {
    let file = "%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n2 1 4\n";
    let a: Csr<f64> = read(file.as_bytes())?;
    assert_eq!(a.to_dense()?, [0.0, -4.0, 4.0, 0.0]);
    Ok(())
}

#[test]
fn compressed_and_in_pieces() -> Result<()> {
    /// Hands out a byte at a time.
    struct Slow<'a>(&'a [u8]);
    impl std::io::Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let count = buffer.len().min(1);
            std::io::Read::read(&mut self.0, &mut buffer[..count])
        }
    }
    let text = "# c\n1 1 1 2.5\n2 3 1 -1\n";
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text.as_bytes()).expect("memory");
    let compressed = encoder.finish().expect("memory");
    let whole: Coo3<f64> = read(text.as_bytes())?;
    for bytes in [text.as_bytes(), &compressed[..]] {
        let pieces: Coo3<f64> = read(Slow(bytes))?;
        assert_eq!(pieces, whole)
    }
    for cut in 0..compressed.len() {
        assert!(read(&compressed[..cut]).map(|_: Coo3<f64>| ()).is_err(), "cut at {cut}")
    }
    Ok(())
}
