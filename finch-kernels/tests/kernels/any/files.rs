//! Reading into whatever format the file says.

use finch_kernels::formats::io::AnyField;
use finch_kernels::formats::io::numpy::{Layout, WriteOptions};
use finch_kernels::prelude::*;
use std::path::PathBuf;

/// A file that is removed in the end.
struct File(PathBuf);

impl File {
    fn new(name: &str) -> File {
        File(std::env::temp_dir().join(format!("finch-any-{}-{name}", std::process::id())))
    }

    fn of(name: &str, text: &str) -> File {
        let file = File::new(name);
        std::fs::write(&file.0, text).expect("a temporary file");
        file
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

fn read(file: &File) -> AnyMatrix<f64> {
    AnyMatrix::read(&file.0).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn matrix_market_says_the_format() {
    let many = "%%MatrixMarket matrix coordinate real general\n3000000 5 1\n2999999 2 4\n";
    for (name, text, format, wanted) in [
        (
            "a.mtx",
            "%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n4\n",
            MatrixFormat::Full,
            ([1, 0], 2.0),
        ),
        (
            "b.mtx",
            "%%MatrixMarket matrix array real symmetric\n2 2\n1\n2\n4\n",
            MatrixFormat::FullSymmetric,
            ([0, 1], 2.0),
        ),
        (
            "c.mtx",
            "%%MatrixMarket matrix array real skew-symmetric\n2 2\n2\n",
            MatrixFormat::Full,
            ([0, 1], -2.0),
        ),
        (
            "d.mtx",
            "%%MatrixMarket matrix coordinate real general\n2 2 1\n2 1 5\n",
            MatrixFormat::Csr,
            ([1, 0], 5.0),
        ),
        (
            "e.mtx",
            "%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n1 1 7\n2 1 5\n",
            MatrixFormat::FullSymmetric,
            ([0, 1], 5.0),
        ),
        (
            "f.mtx",
            "%%MatrixMarket matrix coordinate integer symmetric\n9 9 2\n1 1 7\n9 1 5\n",
            MatrixFormat::Csr,
            ([0, 8], 5.0),
        ),
        ("g.mtx", many, MatrixFormat::Dcsr, ([2_999_998, 1], 4.0)),
        ("h.tns", "1 1 2.5\n3 2 1.5\n", MatrixFormat::Coo, ([2, 1], 1.5)),
    ] {
        let a = read(&File::of(name, text));
        assert_eq!((a.format(), a.get(wanted.0)), (format, Some(wanted.1)), "{text}")
    }
}

#[test]
fn npz_says_the_format() {
    let entries = [([0, 0], 1.0), ([1, 1], 2.0), ([4, 5], 3.0), ([11, 2], 4.0)];
    let a = Csr::from_triplets([12, 12], entries, Add).expect("entries");
    for (layout, format) in [
        (Layout::Csr, MatrixFormat::Csr),
        (Layout::Csc, MatrixFormat::Csr),
        (Layout::Coo, MatrixFormat::Coo),
        (Layout::Dia, MatrixFormat::Csr),
        (Layout::Bsr { rows: 2, cols: 2 }, MatrixFormat::Blocks2),
        (Layout::Bsr { rows: 3, cols: 3 }, MatrixFormat::Blocks3),
        (Layout::Bsr { rows: 4, cols: 4 }, MatrixFormat::Blocks4),
        (Layout::Bsr { rows: 2, cols: 6 }, MatrixFormat::Stretches),
    ] {
        let file = File::new("layout.npz");
        WriteOptions::default()
            .layout(layout)
            .create(&a, &file.0)
            .expect("a file");
        let read = read(&file);
        assert_eq!(read.format(), format, "{layout:?}");
        let rows: Csr<f64> = with_format!(&read, |read| read.drop_fills()).expect("a copy");
        assert!(rows.same_storage(&a), "{layout:?}")
    }
}

#[test]
fn what_is_written_is_read() {
    let a = Csr::from_triplets([2, 3], [([0, 1], 2.0), ([1, 2], 3.0)], Add).expect("entries");
    for (name, format) in [
        ("i.npy", MatrixFormat::Full),
        ("j.npz", MatrixFormat::Csr),
        ("k.mtx.gz", MatrixFormat::Csr),
    ] {
        let file = File::new(name);
        AnyMatrix::from_tensor(MatrixFormat::Band, &a)
            .and_then(|any| any.write(&file.0))
            .expect("a file");
        let read = read(&file);
        assert_eq!(
            (read.format(), read.get([1, 2]), read.get([0, 0])),
            (format, Some(3.0), Some(0.0))
        );
    }
    for (name, format) in [
        ("l.npy", VectorFormat::Full),
        ("m.npz", VectorFormat::Sparse),
        ("n.tns", VectorFormat::Sparse),
    ] {
        let file = File::new(name);
        let x = Vector::from(vec![0.0, 1.5, 2.5]);
        AnyVector::from(x).write(&file.0).expect("a file");
        let read = AnyVector::<f64>::read(&file.0).expect("the file");
        assert_eq!((read.format(), read.get([2])), (format, Some(2.5)))
    }
}

#[test]
fn the_file_says_the_type_of_values() {
    let of = |name: &str, text: &str| AnyField::read(&File::of(name, text).0).unwrap_or_else(|error| panic!("{error}"));
    let pattern = of(
        "o.mtx",
        "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 1\n2 1\n",
    );
    let AnyField::Pattern(pattern) = pattern else {
        panic!("{pattern:?}")
    };
    assert_eq!((pattern.get([0, 1]), pattern.count_stored()), (Some(true), 2));
    let whole = of(
        "p.mtx",
        "%%MatrixMarket matrix coordinate integer general\n3 3 1\n2 1 -9007199254740993\n",
    );
    let AnyField::Integer(whole) = whole else {
        panic!("{whole:?}")
    };
    assert_eq!(whole.get([1, 0]), Some(-9007199254740993));
    let pair = of(
        "q.mtx",
        "%%MatrixMarket matrix coordinate complex hermitian\n3 3 1\n2 1 1 2\n",
    );
    let AnyField::Complex(pair) = pair else {
        panic!("{pair:?}")
    };
    let value = pair.get([0, 1]).expect("inside");
    assert_eq!((value.re, value.im), (1.0, -2.0));

    // Banners of tensors say it, too, under whatever name.
    for name in ["q.ttx", "r.mtx"] {
        let text = "%%MatrixMarket tensor coordinate integer general\n3 3 1\n2 1 9007199254740993\n";
        let AnyField::Integer(AnyMatrix::Coo(whole)) = of(name, text) else {
            panic!("{name}")
        };
        assert_eq!(whole.get([1, 0]), Some(9007199254740993));
    }

    let file = File::new("r.npz");
    let a = Csr::<i64>::from_triplets([2, 2], [([0, 1], 1 << 60)], Add).expect("entries");
    a.write_npz(&file.0).expect("a file");
    assert!(matches!(AnyField::read(&file.0), Ok(AnyField::Integer(a)) if a.get([0, 1]) == Some(1 << 60)));
    a.write_npy(file.0.with_extension("npy")).expect("a file");
    let file = File(file.0.with_extension("npy"));
    assert!(matches!(AnyField::read(&file.0), Ok(AnyField::Integer(a)) if a.format() == MatrixFormat::Full));
}

#[test]
fn what_is_no_matrix_is_refused() {
    for (name, text, kind) in [
        (
            "s.mtx",
            "%%MatrixMarket matrix array real symmetric\n2 3\n1\n",
            ErrorKind::Parse,
        ),
        (
            "t.mtx",
            "%%MatrixMarket matrix coordinate complex general\n1 1 1\n1 1 1 2\n",
            ErrorKind::Mismatch,
        ),
        (
            "u.mtx",
            "%%MatrixMarket matrix array real general\n9000000000 9000000000\n1\n",
            ErrorKind::TooLarge,
        ),
        (
            "v.mtx",
            "%%MatrixMarket matrix array real symmetric\n300000 300000\n1\n",
            ErrorKind::TooLarge,
        ),
        (
            "w.mtx",
            "%%MatrixMarket matrix coordinate real symmetric\n300000 300000 40000000000\n1 1 1\n",
            ErrorKind::Parse,
        ),
        ("x.npz", "PK\u{3}\u{4} and nothing else", ErrorKind::Parse),
        ("y.npy", "no array", ErrorKind::Parse),
        ("z.tns", "1 1 1 1.0\n", ErrorKind::Mismatch),
        ("z.csv", "1,2\n", ErrorKind::Parse),
    ] {
        let file = File::of(name, text);
        let error = AnyMatrix::<f64>::read(&file.0).expect_err(text);
        assert_eq!(error.kind(), kind, "{error}");
        assert!(error.to_string().starts_with(&file.0.display().to_string()), "{error}")
    }
}
