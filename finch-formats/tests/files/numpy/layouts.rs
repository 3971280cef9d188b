//! Sparse matrices: every layout from and to nests, and what layouts refuse.

use finch_formats::io::numpy::{Layout, Options, WriteOptions, read_npz, write_npz};
use finch_formats::prelude::*;
use finch_formats::{ErrorKind, Result};
use quickcheck::quickcheck;

pub(crate) const LAYOUTS: [Layout; 5] = [
    Layout::Csr,
    Layout::Csc,
    Layout::Coo,
    Layout::Bsr { rows: 2, cols: 4 },
    Layout::Dia,
];

quickcheck! {
    fn what_is_written_is_read_again(entries: Vec<(u8, u8, i32)>, compressed: bool) -> bool {
        let entries = entries.iter().map(|&(j, i, value)| ([j as usize % 16, i as usize % 32], value | 1));
        let a = Csr::<i32>::from_triplets([16, 32], entries, Max).expect("a matrix");
        LAYOUTS.iter().all(|&layout| {
            let mut file = Vec::new();
            WriteOptions::default().layout(layout).compressed(compressed).write(&a, &mut file).expect("a file");
            read_npz(&file[..]).map(|again: Csr<i32>| again).expect("a matrix").same_storage(&a)
        })
    }
}

#[test]
fn other_nests_and_ranks() -> Result<()> {
    let runs = RunMatrix::<u8>::from_dense([2, 4], &[1, 1, 0, 0, 2, 2, 2, 2])?;
    for layout in LAYOUTS {
        let mut file = Vec::new();
        WriteOptions::default().layout(layout).write(&runs, &mut file)?;
        assert_eq!(read_npz(&file[..]).map(|again: RunMatrix<u8>| again)?, runs);
        assert_eq!(
            read_npz(&file[..]).map(|again: Matrix<f32>| again.to_dense())??,
            [1.0, 1.0, 0.0, 0.0, 2.0, 2.0, 2.0, 2.0]
        )
    }
    let cube = Csf::<f64>::from_triplets([2, 3, 4], [([1, 2, 3], 0.5), ([0, 0, 1], 2.0)], Add)?;
    let mut file = Vec::new();
    write_npz(&cube, &mut file)?;
    assert_eq!(read_npz(&file[..]).map(|again: Csf<f64>| again)?, cube);
    let refused = read_npz(&file[..]).map(|_: Csr<f64>| ()).unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::Mismatch, "{refused}");
    // More than 32 bits.
    let wide = WideDcsr::<f64>::from_triplets([1 << 40, 1 << 41], [([7, 1 << 40], 1.0)], Add)?;
    let mut file = Vec::new();
    WriteOptions::default().layout(Layout::Coo).write(&wide, &mut file)?;
    assert_eq!(read_npz(&file[..]).map(|again: WideDcsr<f64>| again)?, wide);
    let refused = read_npz(&file[..]).map(|_: Csr<f64>| ()).unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::TooLarge, "{refused}");
    Ok(())
}

#[test]
fn what_layouts_do_not_hold() -> Result<()> {
    let a = Csr::<f64>::from_triplets([3, 4], [([1, 2], 1.0)], Add)?;
    let refused = |options: WriteOptions| options.write(&a, Vec::new()).unwrap_err();
    let blocks = refused(WriteOptions::default().layout(Layout::Bsr { rows: 2, cols: 2 }));
    assert_eq!(blocks.to_string(), "blocks of 2 by 2 do not divide a matrix of 3 by 4");
    let nothing = WriteOptions::default().layout(Layout::Bsr { rows: 0, cols: 0 });
    let error = nothing.write(&Csr::<f64>::empty([0, 0])?, Vec::new()).unwrap_err();
    assert_eq!(error.to_string(), "blocks of 0 by 0 do not divide a matrix of 0 by 0");
    let cube = Csf::<f64>::empty([2, 3, 4])?;
    let error = WriteOptions::default()
        .layout(Layout::Dia)
        .write(&cube, Vec::new())
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Mismatch, "{error}");
    let far = CsrWithFill::<f64, Inf>::empty([3, 4])?;
    assert_eq!(
        write_npz(&far, Vec::new()).unwrap_err().to_string(),
        "what matrices of SciPy do not list is zero, and the fill of the tensor is inf: write all values, by `write_npy`"
    );
    let large = Dcsr::<f64>::from_triplets([1 << 31, 1 << 31], [([0, 0], 1.0)], Add)?;
    let error = WriteOptions::default()
        .layout(Layout::Bsr {
            rows: 1 << 31,
            cols: 1 << 31,
        })
        .write(&large, Vec::new());
    assert_eq!(error.unwrap_err().kind(), ErrorKind::TooLarge);
    Ok(())
}

#[test]
fn the_format_is_in_the_name() -> Result<()> {
    let folder = std::env::temp_dir().join(format!("finch-names-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let a = Csr::<f64>::from_triplets([2, 3], [([1, 2], 0.5), ([0, 1], 2.0)], Add)?;
    for name in ["a.mtx", "a.mtx.gz", "a.ttx", "a.tns", "a.TNS.GZ", "a.npy", "a.npz"] {
        let path = folder.join(name);
        finch_formats::io::write(&a, &path)?;
        let again: Csr<f64> = finch_formats::io::read(&path)?;
        assert_eq!(again, a, "{name}");
        let is_packed = std::fs::read(&path).is_ok_and(|bytes| bytes.starts_with(&[0x1f, 0x8b]));
        assert_eq!(is_packed, name.to_ascii_lowercase().ends_with("gz"), "{name}")
    }
    let mtx = Csr::<f64>::read_matrix_market(folder.join("a.mtx.gz"))?;
    assert_eq!(mtx, a);
    for name in ["a.csv", "a", "a.gz", "a.npy.gz", "a.npz.gz"] {
        let path = folder.join(name);
        let error = finch_formats::io::write(&a, &path).unwrap_err();
        assert!(error.to_string().starts_with(&path.display().to_string()), "{error}");
        assert_eq!(finch_formats::io::read(&path).map(|_: Csr<f64>| ()).unwrap_err(), error)
    }
    std::fs::remove_dir_all(&folder).expect("the folder");
    Ok(())
}

#[test]
fn limits() -> Result<()> {
    #[track_caller]
    fn is_too_large<T>(read: Result<T>) {
        let error = read.err().expect("a limit");
        assert_eq!(error.kind(), ErrorKind::TooLarge, "{error}")
    }
    let a = Csr::<f64>::from_triplets([1000, 1000], (0..1000).map(|i| ([i, i], 1.0)), Add)?;
    let mut file = Vec::new();
    write_npz(&a, &mut file)?;
    let bytes = Options::default().max_bytes(10_000).read(&file[..]);
    is_too_large::<Csr<f64>>(bytes);
    // Each of three arrays takes 16 bytes an entry, and a list of entries 104.
    let mut listed = Vec::new();
    WriteOptions::default().layout(Layout::Coo).write(&a, &mut listed)?;
    let within = |most| {
        let b: Result<Csr<f64>> = Options::default().max_bytes(most).read(&listed[..]);
        b.map(|b| b == a)
    };
    let error = within(150_000).unwrap_err();
    assert!(error.to_string().contains("a list of entries"), "{error}");
    assert!(within(154_000)?);
    let cells = Options::default().max_cells(100_000).read(&file[..]);
    is_too_large::<Matrix<f64>>(cells);
    Ok(())
}
