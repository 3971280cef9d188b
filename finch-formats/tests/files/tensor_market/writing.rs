//! What is written, to memory and to files.

use finch_formats::io::tensor_market::{Dialect, WriteOptions, read, write};
use finch_formats::prelude::*;
use finch_formats::reducers::Overwrite;
use finch_formats::{ErrorKind, Result};
use num_complex::Complex;
use quickcheck::quickcheck;

fn written<L>(tensor: &Tensor<L>, dialect: Dialect) -> Result<String>
where
    L: finch_formats::traits::level::Level<T: finch_formats::io::matrix_market::FileValue>,
{
    let mut file = Vec::new();
    let options = WriteOptions::default().dialect(dialect).comment("two\nlines");
    options.write(tensor, &mut file)?;
    Ok(String::from_utf8(file).expect("text"))
}

#[test]
fn fields_of_values() -> Result<()> {
    let head = |field: &str| format!("%%MatrixMarket tensor coordinate {field} general\n% two\n% lines\n");
    let flags = SparseVector::<bool>::from_triplets([4], [([1], true)], Or)?;
    assert_eq!(written(&flags, Dialect::TensorMarket)?, head("pattern") + "4 1\n2\n");
    assert_eq!(written(&flags, Dialect::Frostt)?, "# two\n# lines\n2 1\n");
    let stored = SparseVector::<bool>::from_triplets([4], [([1], false)], Or)?;
    assert_eq!(written(&stored, Dialect::TensorMarket)?, head("integer") + "4 1\n2 0\n");
    let large = SparseVector::<u64>::from_triplets([1], [([0], u64::MAX)], Add)?;
    let text = written(&large, Dialect::TensorMarket)?;
    assert_eq!(text, head("unsigned-integer") + "1 1\n1 18446744073709551615\n");
    assert_eq!(read(text.as_bytes()).map(|again: SparseVector<u64>| again)?, large);
    let small = SparseVector::<u64>::from_triplets([1], [([0], 7)], Add)?;
    assert_eq!(written(&small, Dialect::TensorMarket)?, head("integer") + "1 1\n1 7\n");
    let complex = SparseVector::<Complex<f64>>::from_triplets([1], [([0], Complex::new(1.5, -2.0))], Add)?;
    assert_eq!(
        written(&complex, Dialect::TensorMarket)?,
        head("complex") + "1 1\n1 1.5 -2.0\n"
    );
    assert_eq!(
        written(&complex, Dialect::Frostt).unwrap_err().kind(),
        ErrorKind::Mismatch
    );
    Ok(())
}

/// An entry: indices and value.
type Place = (u8, u8, u8, f64);

quickcheck! {
    fn what_is_written_is_read_again(entries: Vec<Place>) -> bool {
        let entries = entries.iter().map(|&(k, j, i, value)| ([k as usize, j as usize, i as usize], value));
        let tensor = Csf::<f64>::from_triplets([256, 256, 256], entries, Overwrite).expect("entries");
        let mut file = Vec::new();
        WriteOptions::default().dialect(Dialect::TensorMarket).write(&tensor, &mut file).expect("a file");
        let again: Csf<f64> = read(&file[..]).expect("a tensor");
        let mut frostt = Vec::new();
        write(&tensor, &mut frostt).expect("a file");
        let lines = frostt.iter().filter(|&&byte| byte == b'\n').count();
        again.to_triplets().iter().zip(tensor.to_triplets()).all(|(again, first)| {
            again.0 == first.0 && (again.1 == first.1 || again.1.is_nan() && first.1.is_nan())
        }) && again.count_stored() == tensor.count_stored() && lines == tensor.count_stored()
    }
}

/// A fill that is not zero is lost, unless whoever reads the file knows it.
#[test]
fn fills_that_a_file_does_not_tell() -> Result<()> {
    let far = CsrWithFill::<f64, Inf>::from_triplets([2, 3], [([1, 2], 0.5)], Add)?;
    let error = write(&far, Vec::new()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Mismatch);
    let words = "what coordinates do not list is zero, and the fill of the tensor is inf: set `any_fill`";
    assert!(error.to_string().starts_with(words), "{error}");
    let mut file = Vec::new();
    let options = WriteOptions::default().dialect(Dialect::TensorMarket).any_fill(true);
    options.write(&far, &mut file)?;
    assert_eq!(read(&file[..]).map(|again: CsrWithFill<f64, Inf>| again)?, far);
    Ok(())
}

/// Progress counts the bytes of the file; a callback that panics leaves tensors as they are.
#[test]
fn progress() -> Result<()> {
    use finch_formats::io::{Watched, matrix_market, numpy};
    use std::cell::Cell;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    let a = Csr::<f64>::from_triplets([40, 5000], (0..40_000).map(|at| ([at % 40, at % 4999], at as f64)), Add)?;
    let (told, last) = (Cell::new(0), Cell::new(0));
    let tell = |bytes| {
        assert!(bytes > last.get());
        told.set(told.get() + 1);
        last.set(bytes)
    };
    let mut files: [Vec<u8>; 4] = Default::default();
    write(&a, Watched::new(&mut files[0], tell))?;
    assert_eq!((told.take() > 3, last.take()), (true, files[0].len() as u64));
    matrix_market::write(&a, &mut files[1])?;
    numpy::write_npz(&a, &mut files[2])?;
    numpy::write_npy(&a, &mut files[3])?;
    type Reading = fn(&mut dyn std::io::Read) -> Result<Csr<f64>>;
    let readings: [Reading; 4] = [
        |input| read(input),
        |input| matrix_market::read(input),
        |input| numpy::read_npz(input),
        |input| numpy::read_npy(input),
    ];
    for (file, read) in files.iter().zip(readings) {
        let again = read(&mut Watched::new(&file[..], tell))?;
        assert!(
            again.shape() == a.shape() || again.shape()[..] == [40, 4999],
            "{:?}",
            again.shape()
        );
        assert_eq!((told.take() > 3, last.take()), (true, file.len() as u64));
        let bomb = |bytes| assert!(bytes < 100_000, "a bomb");
        let burst = catch_unwind(AssertUnwindSafe(|| read(&mut Watched::new(&file[..], bomb)).map(drop)));
        assert!(burst.is_err());
        assert_eq!(read(&mut &file[..])?, again)
    }
    let bomb = |_| panic!("a bomb");
    assert!(catch_unwind(AssertUnwindSafe(|| write(&a, Watched::new(std::io::sink(), bomb)))).is_err());
    a.validate()
}

#[test]
fn files_are_replaced_when_they_are_complete() -> Result<()> {
    let folder = std::env::temp_dir().join(format!("finch-tensor-market-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let a = Coo3::<f64>::from_triplets([2, 3, 4], [([1, 2, 3], 0.5)], Add)?;
    for name in ["a.tns", "a.ttx", "a.tns.gz", "a.TTX.gz"] {
        let path = folder.join(name);
        a.write_tensor_market(&path)?;
        assert_eq!(Coo3::<f64>::read_tensor_market(&path)?, a, "{name}");
        // What cannot be written leaves the old file, and nothing beside it.
        let b = Coo3::<Complex<f64>>::from_triplets([1, 1, 1], [([0, 0, 0], Complex::new(1.0, 2.0))], Add)?;
        if name.contains("tns") {
            let error = b.write_tensor_market(&path).unwrap_err();
            assert!(error.to_string().starts_with(&path.display().to_string()), "{error}");
            assert_eq!(Coo3::<f64>::read_tensor_market(&path)?, a, "{name}")
        }
    }
    let files = std::fs::read_dir(&folder).expect("a folder").count();
    assert_eq!(files, 4);
    // A Matrix Market file that lacks its banner is no FROSTT file.
    for (name, is_read) in [("b.mtx", false), ("b.TTX.gz", false), ("b.tns", true), ("b.txt", true)] {
        std::fs::write(folder.join(name), "2 2 1\n1 1 2\n").expect("a file");
        match finch_formats::io::read(folder.join(name)) {
            Ok::<Csr<f64>, _>(b) => assert!(is_read && b.count_stored() == 2, "{name}"),
            Err(error) => {
                assert!(!is_read && error.kind() == ErrorKind::Parse, "{error}");
                assert!(error.to_string().contains("starts with `%%MatrixMarket`"), "{error}")
            }
        }
    }
    let error = Coo3::<f64>::read_tensor_market(folder.join("none.tns")).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Io);
    let error = a.write_tensor_market(folder.join("no/such/folder.tns")).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Io);
    std::fs::remove_dir_all(&folder).expect("the folder");
    Ok(())
}
