//! What is told of files that are read and written by their names, what they are refused, and what is left when that fails half way.

use finch_formats::io::{self, AnyField, Options, Progress};
use finch_formats::prelude::*;
use finch_formats::{ErrorKind, Result};
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

/// Names of files of each kind.
const NAMES: &[&str] = &[
    "a.mtx",
    "a.mtx.gz",
    "a.ttx",
    "a.tns",
    "a.txt.gz",
    "a.npy",
    "a.npz",
    #[cfg(feature = "binsparse")]
    "a.bspnpy",
    #[cfg(feature = "binsparse")]
    "a.bsp.npz",
    #[cfg(feature = "hdf5")]
    "a.h5",
];

/// A folder that is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("finch-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    /// The names of what is in it.
    fn names(&self) -> Vec<String> {
        let mut names: Vec<_> = fs::read_dir(&self.0)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A matrix of so many entries and one in the last place, which says how large it is where a file does not.
fn matrix(entries: usize, scale: f64) -> Csr<f64> {
    let entries = (0..entries).map(|at| ([at % 100, at / 90], scale * at as f64 + 0.25));
    Csr::from_triplets([100, 61], entries.chain([([99, 60], 7.0)]), Add).unwrap()
}

/// The length of a file, or of all files of a folder.
fn length(path: &Path) -> u64 {
    let meta = fs::metadata(path).unwrap();
    if meta.is_file() {
        return meta.len();
    }
    let files = fs::read_dir(path).unwrap();
    files.map(|file| file.unwrap().metadata().unwrap().len()).sum()
}

/// The bytes of a file, or of each file of a folder.
fn bytes(path: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    if path.is_file() {
        return vec![(path.to_path_buf(), fs::read(path).unwrap())];
    }
    let files = fs::read_dir(path).unwrap().map(|file| file.unwrap().path());
    let mut all: Vec<_> = files.map(|path| (path.clone(), fs::read(path).unwrap())).collect();
    all.sort();
    all
}

/// What is told while `run` runs.
fn told<R>(run: impl FnOnce(&mut dyn FnMut(Progress)) -> R) -> (R, Vec<Progress>) {
    let mut told = Vec::new();
    let result = run(&mut |progress| told.push(progress));
    assert!(told.windows(2).all(|both| both[0].bytes < both[1].bytes), "{told:?}");
    (result, told)
}

#[test]
fn all_bytes_are_told_of() {
    // Its text takes several blocks.
    let (folder, a) = (Folder::new("told"), matrix(5400, 1.0));
    for name in NAMES {
        let path = folder.0.join(name);
        let (written, at) = told(|tell| Options::new().progress(tell).write(&a, &path));
        written.unwrap();
        let whole = length(&path);
        assert_eq!(at.last().unwrap().bytes, whole, "{name}");
        assert!(at.iter().all(|at| at.total.is_none()), "{name}");

        let read_by: [&dyn Fn(&mut dyn FnMut(Progress)) -> Csr<f64>; 3] = [
            &|tell| Options::new().progress(tell).read(&path).unwrap(),
            &|tell| {
                let any = Options::new().progress(tell).read_matrix::<f64>(&path).unwrap();
                finch_formats::with_format!(any, |a| a.convert().unwrap())
            },
            &|tell| match Options::new().progress(tell).read_field(&path).unwrap() {
                AnyField::Real(any) => {
                    finch_formats::with_format!(any, |a| a.convert().unwrap())
                }
                other => panic!("{other:?}"),
            },
        ];
        for read in read_by {
            let (again, at) = told(read);
            assert_eq!(again, a, "{name}");
            let last = at.last().unwrap();
            assert_eq!((last.bytes, last.total), (whole, Some(whole)), "{name}");
            // Text is read block by block.
            assert!(at.len() > 1 || whole < 1 << 16, "{name}: {at:?}");
        }
    }
    assert_eq!(folder.names(), sorted(NAMES))
}

fn sorted(names: &[&str]) -> Vec<String> {
    let mut names: Vec<_> = names.iter().map(|name| name.to_string()).collect();
    names.sort();
    names
}

#[test]
fn vectors_too() {
    let folder = Folder::new("told-vectors");
    let x = SparseVector::<f64>::from_triplets([3000], (0..900).map(|i| ([3 * i], 0.5)), Add).unwrap();
    for name in NAMES.iter().filter(|name| !name.starts_with("a.mtx")) {
        let path = folder.0.join(name);
        io::write(&x, &path).unwrap();
        let (read, at) = told(|tell| Options::new().progress(tell).read_vector::<f64>(&path));
        finch_formats::with_format!(read.unwrap(), |y| assert_eq!(y.get([2697]), Some(0.5), "{name}"));
        assert_eq!(at.last().unwrap().bytes, length(&path), "{name}")
    }
}

/// A panic in what is told of a file passes through, and the file that was there is as it was. Nothing else is left behind.
#[test]
fn a_panic_while_writing_leaves_the_old_file() {
    let folder = Folder::new("panic");
    let (old, new) = (matrix(200, 1.0), matrix(200, -3.0));
    for name in NAMES {
        let path = folder.0.join(name);
        io::write(&old, &path).unwrap();
        let before = bytes(&path);
        let mut tell = |_: Progress| panic!("told");
        let write = AssertUnwindSafe(|| Options::new().progress(&mut tell).write(&new, &path));
        let panic = catch_unwind(write).unwrap_err();
        assert_eq!(panic.downcast_ref(), Some(&"told"), "{name}");
        assert_eq!(bytes(&path), before, "{name}");
        let mut tell = |_: Progress| panic!("told");
        let read = AssertUnwindSafe(|| Options::new().progress(&mut tell).read_matrix::<f64>(&path));
        assert!(catch_unwind(read).is_err(), "{name}")
    }
    assert_eq!(folder.names(), sorted(NAMES))
}

/// An error half way leaves the file that was there, or none.
#[test]
fn an_error_while_writing_leaves_the_old_file() {
    let folder = Folder::new("half");
    for name in ["old.pgm", "old.gz"] {
        let path = folder.0.join(name);
        fs::write(&path, "old").unwrap();
        let halfway = |path: &Path| {
            io::replace(path, |file| {
                file.write_all(&[7; 100_000])?;
                Err(std::io::Error::other("the disk is full"))
            })
        };
        for path in [&path, &folder.0.join("new")] {
            let error = halfway(path).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Io);
            let name = path.display().to_string();
            assert_eq!(
                error.to_string(),
                format!("{name}: the file cannot be written: the disk is full")
            )
        }
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        io::replace(&path, |file| file.write_all(b"new")).unwrap();
        assert_eq!(fs::read(&path).unwrap() == b"new", name != "old.gz")
    }
    assert_eq!(folder.names(), ["old.gz", "old.pgm"])
}

#[test]
fn limits() {
    let (folder, a) = (Folder::new("limits"), matrix(200, 1.0));
    for name in NAMES {
        let path = folder.0.join(name);
        io::write(&a, &path).unwrap();
        // Each entry allows some.
        let few: Csr<f64> = Options::new().max_cells(10).read(&path).unwrap();
        assert_eq!(few, a, "{name}");
        let is_text = name.starts_with("a.mtx") || name.starts_with("a.t");
        let refused = Options::new().max_bytes(1000).read_matrix::<f64>(&path);
        match refused {
            Ok(_) => assert!(is_text, "{name}"),
            Err(error) => {
                assert_eq!(error.kind(), ErrorKind::TooLarge, "{name}");
                let message = error.to_string();
                assert!(
                    message.contains("raise `max_bytes`") && message.contains(name),
                    "{message}"
                );
                assert!(!is_text, "{name}")
            }
        }
    }
    // A short file that claims much.
    let path = folder.0.join("large.tns");
    fs::write(&path, "3000000 1 2.5\n").unwrap();
    let read = |options: Options<'_>| -> Result<Csr<f64>> { options.read(&path) };
    assert_eq!(read(Options::new()).unwrap_err().kind(), ErrorKind::TooLarge);
    assert!(read(Options::new().max_cells(4_000_000)).is_ok());
    // Two entries, and much between them.
    let header = "%%MatrixMarket matrix coordinate real general\n2 4000000 2\n";
    for (name, header) in [("far.mtx", header), ("far.tns", "")] {
        let path = folder.0.join(name);
        fs::write(&path, format!("{header}1 1 1\n1 4000000 1\n")).unwrap();
        let read = |cells| -> Result<BandMatrix<f64>> { Options::new().max_cells(cells).read(&path) };
        assert_eq!(read(1 << 20).unwrap_err().kind(), ErrorKind::TooLarge, "{name}");
        assert_eq!(read(1 << 22).unwrap().count_stored(), 4_000_000, "{name}")
    }
    let unknown = Options::new().read_matrix::<f64>(folder.0.join("a.xyz")).unwrap_err();
    assert!(unknown.to_string().contains("a.xyz"))
}
