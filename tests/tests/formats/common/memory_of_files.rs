//! Little memory is taken to read Matrix Market files, whatever they claim.

use finch_formats::io::matrix_market::Reader;
use finch_formats::prelude::*;
use finch_tests::memory::counted;
use num_complex::Complex;
use std::path::Path;

const MOST: usize = 64 << 20;

fn read_all(path: &Path) {
    drop(Csr::<f64>::read_matrix_market(path));
    drop(WideDcsr::<Complex<f64>>::read_matrix_market(path));
    drop(Coo::<i64>::read_matrix_market(path));
    drop(Matrix::<f64>::read_matrix_market(path));
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
