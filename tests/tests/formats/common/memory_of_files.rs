//! Little memory is taken to read files, whatever they claim; where there is too little of it, reading fails.

use finch_formats::io::matrix_market::{self, Reader};
use finch_formats::io::numpy::{self, Layout};
use finch_formats::io::tensor_market;
use finch_formats::prelude::*;
use finch_formats::{ErrorKind, Result};
use finch_tests::memory::{counted, limited};
use num_complex::Complex;
use std::path::Path;

const MOST: usize = 64 << 20;

fn read_all(path: &Path) {
    drop(Csr::<f64>::read_matrix_market(path));
    drop(WideDcsr::<Complex<f64>>::read_matrix_market(path));
    drop(Coo::<i64>::read_matrix_market(path));
    drop(Matrix::<f64>::read_matrix_market(path));
    drop(Csf::<f64>::read_tensor_market(path));
    drop(Csr::<f64>::read_tensor_market(path));
    drop(Cube::<f32>::read_tensor_market(path));
    drop(Csr::<f64>::read_npz(path));
    drop(Matrix::<f64>::read_npy(path));
}

#[test]
fn little_memory_is_taken() {
    let start = "%%MatrixMarket matrix coordinate real general\n";
    let claims = [
        "4000000000000000000 4000000000000000000 1\n1 1 1\n",
        "2147483648 2147483648 1\n1 1 1\n",
        "2147483648 1 9223372036854775807\n1 1 1\n",
        "1000000 1000000 999999999\n1 1 1\n",
        "3 3 9223372036854775807\n1 1 1\n",
    ];
    let folder = std::env::temp_dir().join(format!("finch-memory-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let mut files = Vec::new();
    for (number, claim) in claims.iter().enumerate() {
        let path = folder.join(format!("{number}.mtx"));
        std::fs::write(&path, format!("{start}{claim}")).expect("a file");
        files.push(path)
    }
    // One entry does not justify pointers for all rows.
    for (name, text) in [
        ("rows.tns", "268435456 1 1\n"),
        (
            "rows.ttx",
            "%%MatrixMarket tensor coordinate real general\n268435456 1 1\n1 1 1\n",
        ),
    ] {
        std::fs::write(folder.join(name), text).expect("a file");
        let error = Csr::<f64>::read_tensor_market(folder.join(name)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TooLarge, "{error}");
        files.push(folder.join(name))
    }
    // A file without an end of line is not read as one line, nor is a bomb of blanks.
    let path = folder.join("long.mtx");
    std::fs::write(&path, [start.as_bytes(), &vec![b' '; 100 << 20]].concat()).expect("a file");
    files.push(path);
    match std::env::var_os("FINCH_DATA") {
        Some(data) => {
            let malformed = std::fs::read_dir(Path::new(&data).join("malformed")).expect("a folder");
            files.extend(malformed.map(|file| file.expect("a file").path()))
        }
        None => eprintln!("FINCH_DATA is not set: only files that are written here are read"),
    }
    for path in &files {
        let ((), taken, _) = counted(|| read_all(path));
        assert!(taken < MOST, "{} takes {taken} bytes", path.display());
    }
    // Streaming takes a block, however long the file is.
    let path = folder.join("streamed.mtx");
    let lines: String = (0..300_000)
        .map(|number| format!("{} 1 {number}.25\n", number + 1))
        .collect();
    std::fs::write(&path, format!("{start}300000 1 300000\n{lines}")).expect("a file");
    drop(lines);
    let ((), taken, _) = counted(|| {
        let reader = Reader::open(&path).expect("a file");
        reader.for_each(|_, _, _: f64| ()).expect("entries")
    });
    assert!(taken < 1 << 18, "{taken} bytes");
    std::fs::remove_dir_all(&folder).expect("a folder");
}

fn npz<L: finch_formats::traits::level::Level<T = i8>>(tensor: &Tensor<L>, layout: Layout) -> Vec<u8> {
    let mut file = Vec::new();
    let options = numpy::WriteOptions::default().layout(layout);
    options.write(tensor, &mut file).expect("a file");
    file
}

/// Bytes that become numbers of 64 bits, in blocks, diagonals and coordinates: all of it is charged.
#[test]
fn archives_take_no_more_than_is_allowed() {
    let dense = Matrix::<i8>::from_dense([64, 512], &vec![1; 1 << 15]).expect("a matrix");
    let blocks = Layout::Bsr { rows: 64, cols: 64 };
    for layout in [blocks, Layout::Dia, Layout::Coo, Layout::Csc, Layout::Csr] {
        let file = npz(&dense, layout);
        let mut refused = 0;
        for most in [1 << 12, 1 << 16, 1 << 19, 1 << 21, 1 << 22, 1 << 23] {
            let options = numpy::Options::default().max_bytes(most);
            let (read, taken, made) = counted(|| options.read::<Dense<SparseList<Element<f64>>>>(&file[..]));
            // The tensor grows by doubling. Buffers take as much as they do for any file.
            let allowed = most + 2 * file.len() + 3 * made + (1 << 18);
            assert!(taken < allowed, "{layout:?}: {taken} bytes, {allowed} allowed");
            match read {
                Ok(a) => assert_eq!(a.count_stored(), 1 << 15),
                Err(error) => {
                    assert_eq!(error.kind(), ErrorKind::TooLarge, "{error}");
                    assert!(error.to_string().contains("raise `max_bytes`"), "{error}");
                    refused += 1
                }
            }
        }
        assert!((3..6).contains(&refused), "{layout:?}: {refused}")
    }
}

/// Entries by columns, each twice; `far` apart.
fn lines(start: &str, order: usize, far: usize) -> Vec<u8> {
    let mut text = start.to_owned();
    for col in 0..128 {
        for row in (0..128).chain(0..128) {
            let ones = " 1".repeat(order - 2);
            text += &format!("{} {}{ones} 1.5\n", row * far + 1, col * far + 1)
        }
    }
    text.into_bytes()
}

/// Wherever memory ends, reading fails with an error.
#[test]
fn reading_fails_where_memory_ends() {
    type Reading<'f> = Box<dyn Fn() -> Result<()> + 'f>;
    let matrix = "%%MatrixMarket matrix coordinate real general\n";
    let mtx = lines(&format!("{matrix}128 128 32768\n"), 2, 1);
    let few_rows = lines(&format!("{matrix}127000001 127000001 32768\n"), 2, 1_000_000);
    let wide = lines(&format!("{matrix}127000000001 127000000001 32768\n"), 2, 1_000_000_000);
    let (tns, far_tns) = (lines("", 3, 1), lines("", 3, 1_000_003));
    let dense = Matrix::<i8>::from_dense([128, 256], &vec![1; 1 << 15]).expect("a matrix");
    let mut npy = Vec::new();
    numpy::write_npy(&dense, &mut npy).expect("a file");
    // The same array, the first index of which changes fastest.
    let fortran = [
        &npy[..10],
        &String::from_utf8_lossy(&npy[10..128])
            .replace("False", "True ")
            .into_bytes(),
        &npy[128..],
    ]
    .concat();
    let blocks = Layout::Bsr { rows: 64, cols: 64 };
    let npz = [blocks, Layout::Dia, Layout::Coo, Layout::Csc, Layout::Csr].map(|layout| npz(&dense, layout));
    let mut readings: Vec<(&str, Reading<'_>)> = vec![
        ("mtx", Box::new(|| matrix_market::read(&mtx[..]).map(|_: Csr<f64>| ()))),
        (
            "mtx into Dcsr",
            Box::new(|| matrix_market::read(&few_rows[..]).map(|_: Dcsr<f64>| ())),
        ),
        (
            "wide mtx",
            Box::new(|| matrix_market::read(&wide[..]).map(|_: WideDcsr<f64>| ())),
        ),
        ("tns", Box::new(|| tensor_market::read(&tns[..]).map(|_: Csf<f64>| ()))),
        (
            "tns, far apart",
            Box::new(|| tensor_market::read(&far_tns[..]).map(|_: Csf<f64>| ())),
        ),
        ("npy", Box::new(|| numpy::read_npy(&npy[..]).map(|_: Matrix<f64>| ()))),
        (
            "npy in Fortran order",
            Box::new(|| numpy::read_npy(&fortran[..]).map(|_: Matrix<f64>| ())),
        ),
        (
            "npy into Csr",
            Box::new(|| numpy::read_npy(&npy[..]).map(|_: Csr<f64>| ())),
        ),
    ];
    for file in &npz {
        readings.push(("npz", Box::new(|| numpy::read_npz(&file[..]).map(|_: Csr<f64>| ()))))
    }
    for (name, read) in readings {
        let (mut most, mut refused) = (1 << 16, 0);
        loop {
            match limited(most, &read) {
                Ok(()) => break,
                Err(error) => assert_eq!(error.kind(), ErrorKind::TooLarge, "{name}: {error}"),
            }
            refused += 1;
            most += most / 4;
            assert!(most < 1 << 24, "{name} takes too much")
        }
        assert!(refused > 3, "{name}: {refused}")
    }
}
