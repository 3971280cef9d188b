//! What is written, byte by byte.

use super::{Temporary, list};
use finch_formats::io::binsparse::{Format, IndexType, LevelDesc, Structure, WriteOptions};
use finch_formats::io::numpy::read_npy;
use finch_formats::prelude::*;
use finch_formats::{ErrorKind, Result};
use std::fs;

#[test]
fn a_folder() -> Result<()> {
    let a = Csr::<f64>::from_triplets([2, 3], [([0, 1], 2.0), ([1, 0], 3.0), ([1, 2], 4.0)], Add)?;
    let folder = Temporary::new(".bspnpy");
    a.write_binsparse(folder.path())?;
    let text = fs::read_to_string(folder.path().join("binsparse.json")).expect("a descriptor");
    let wanted = r#"{
  "binsparse": {
    "data_types": {
      "fill_value": "float64",
      "indices_1": "uint32",
      "pointers_to_1": "uint32",
      "values": "float64"
    },
    "fill": true,
    "format": "CSR",
    "number_of_stored_values": 3,
    "shape": [
      2,
      3
    ],
    "version": "0.1"
  }
}
"#;
    assert_eq!(text, wanted);
    let open = |name: &str| fs::File::open(folder.path().join(name)).expect("an array");
    let ptr: Vector<usize> = read_npy(open("pointers_to_1.npy"))?;
    assert_eq!(ptr.values(), [0, 1, 3]);
    let idx: Vector<u32> = read_npy(open("indices_1.npy"))?;
    assert_eq!(idx.values(), [1, 0, 2]);
    let val: Vector<f64> = read_npy(open("values.npy"))?;
    assert_eq!(val.values(), [2.0, 3.0, 4.0]);
    let fill: Vector<f64> = read_npy(open("fill_value.npy"))?;
    assert_eq!(fill.values(), [0.0]);
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 5);
    Ok(())
}

#[test]
fn descriptors() -> Result<()> {
    let a = Csr::<f64>::from_triplets([2, 2], [([0, 1], 2.0), ([1, 0], 2.0), ([1, 1], 4.0)], Add)?;
    let text = |options: WriteOptions| -> Result<String> {
        let folder = Temporary::new(".bspnpy");
        options.create(&a, folder.path())?;
        let text = fs::read_to_string(folder.path().join("binsparse.json")).expect("a descriptor");
        Ok(text.split_whitespace().collect())
    };
    let half = text(WriteOptions::default().structure(Structure::SymmetricLower))?;
    assert!(half.contains(r#""structure":"symmetric_lower""#), "{half}");
    assert!(half.contains(r#""number_of_stored_values":2"#), "{half}");
    assert!(
        half.contains(r#""attributes":{"number_of_diagonal_elements":1}"#),
        "{half}"
    );
    let levels = WriteOptions::default()
        .levels(vec![LevelDesc::Dense(2)])
        .transpose(vec![1, 0]);
    let levels = text(levels)?;
    let wanted =
        r#""custom":{"level":{"level":{"level_desc":"element"},"level_desc":"dense","rank":2},"transpose":[1,0]}"#;
    assert!(
        levels.contains(wanted) && levels.contains(r#""format":"custom""#),
        "{levels}"
    );
    // Levels that have a name are written by it.
    let named = WriteOptions::default()
        .levels(vec![LevelDesc::Sparse(1); 2])
        .transpose(vec![1, 0]);
    let named = text(named)?;
    assert!(
        named.contains(r#""format":"DCSC""#) && !named.contains("custom"),
        "{named}"
    );
    let error = text(WriteOptions::default().format(Format::Cvec)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Parse);
    assert!(
        error
            .to_string()
            .ends_with("levels of the ranks [1] do not store a tensor of 2 dimensions"),
        "{error}"
    );
    let twice = WriteOptions::default()
        .levels(vec![LevelDesc::Sparse(2)])
        .transpose(vec![1, 1]);
    assert_eq!(text(twice).unwrap_err().kind(), ErrorKind::Parse);
    // Ranks that no tensor has take no memory.
    for levels in [
        vec![LevelDesc::Dense(usize::MAX)],
        vec![LevelDesc::Sparse(usize::MAX), LevelDesc::Sparse(3)],
    ] {
        let error = text(WriteOptions::default().levels(levels)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Parse, "{error}")
    }
    Ok(())
}

/// What was there stays as it was if writing fails, and nothing is left beside it.
#[test]
fn writing_that_fails() -> Result<()> {
    let parent = Temporary::new(".folder");
    fs::create_dir(parent.path()).expect("a folder");
    let names = || {
        let mut names: Vec<_> = fs::read_dir(parent.path())
            .expect("a folder")
            .map(|entry| entry.expect("an entry").file_name())
            .collect();
        names.sort();
        names
    };
    let small = Csr::<f64>::from_triplets([2, 2], [([0, 1], 2.0)], Add)?;
    let large = Csr::<f64>::from_triplets([2, 300], [([0, 299], 2.0)], Add)?;
    let narrow = WriteOptions::default().index_type(IndexType::Uint8);
    for name in ["a.bspnpy", "a.bsp.npz"] {
        let path = parent.path().join(name);
        narrow.create(&small, &path)?;
        let before = names();
        let error = narrow.create(&large, &path).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TooLarge);
        let words = format!("{}: indices_1: 299 does not fit u8", path.display());
        assert_eq!(error.to_string(), words);
        assert_eq!(names(), before);
        assert_eq!(Csr::<f64>::read_binsparse(&path)?, small);
        WriteOptions::default().create(&large, &path)?;
        assert_eq!(names(), before);
        assert_eq!(Csr::<f64>::read_binsparse(&path)?, large);
    }
    // Nothing where there was nothing.
    let before = names();
    assert!(narrow.create(&large, parent.path().join("b.bspnpy")).is_err());
    assert_eq!(names(), before);
    let nowhere = parent.path().join("nowhere").join("b.bspnpy");
    assert_eq!(small.write_binsparse(nowhere).unwrap_err().kind(), ErrorKind::Io);
    Ok(())
}

/// A folder with anything of somebody else's in it is not replaced, nor is a file.
#[test]
fn what_is_not_replaced() -> Result<()> {
    let a = Csr::<f64>::from_triplets([2, 2], [([0, 1], 2.0)], Add)?;
    let folder = Temporary::folder("", &[("notes", list(&[1.0]))]);
    a.write_binsparse(folder.path())?;
    assert!(!folder.path().join("notes.npy").exists());
    fs::write(folder.path().join("notes.txt"), "mine").expect("a file");
    let error = a.write_binsparse(folder.path()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Io);
    assert!(error.to_string().contains("the folder holds `notes.txt`"), "{error}");
    fs::remove_file(folder.path().join("notes.txt")).expect("a file");
    fs::create_dir(folder.path().join("further.npy")).expect("a folder");
    assert!(a.write_binsparse(folder.path()).is_err());
    assert_eq!(Csr::<f64>::read_binsparse(folder.path())?, a);
    let file = Temporary::new(".bspnpy");
    fs::write(file.path(), "mine").expect("a file");
    let error = a.write_binsparse(file.path()).unwrap_err();
    assert!(
        error.to_string().ends_with("this is a file, and not a folder"),
        "{error}"
    );
    assert_eq!(fs::read(file.path()).expect("a file"), b"mine");
    Ok(())
}
