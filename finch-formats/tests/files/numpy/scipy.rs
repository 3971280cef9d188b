//! SciPy reads what is written here, and what it writes is read here. `PYTHON` names an interpreter that has SciPy; where there is
//! none, the test says so.

use crate::{data, python};
use finch_formats::fill::{Fill, Zero};
use finch_formats::io::matrix_market::FileValue;
use finch_formats::io::numpy::{Layout, WriteOptions};
use finch_formats::prelude::*;
use num_complex::Complex;
use std::path::Path;

const SCRIPT: &str = "numpy/with_scipy.py";

/// The entries of the matrix of the script.
fn entries() -> Vec<([usize; 2], u8)> {
    let places = (0..6).flat_map(|row| (0..8).map(move |col| [row, col]));
    let value = |[row, col]: [usize; 2]| ((7 * row + 3 * col) % 11) as u8;
    let both = places.map(|place| (place, value(place)));
    both.filter(|&(_, value)| (1..4).contains(&value)).collect()
}

/// The matrix, dense.
fn matrix<T: Copy>(of: impl Fn(u8) -> T) -> Vec<T> {
    let mut val = vec![of(0); 48];
    for ([row, col], value) in entries() {
        val[row * 8 + col] = of(value)
    }
    val
}

fn read_all<T: FileValue>(folder: &Path, name: &str, of: impl Fn(u8) -> T)
where
    Zero: Fill<T>,
{
    let wanted = matrix(of);
    for array in [name.to_owned(), format!("fortran_{name}")] {
        let path = folder.join(array + ".npy");
        let a = Matrix::<T>::read_npy(&path).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(a.values(), wanted, "{}", path.display())
    }
    for layout in ["csr", "csc", "coo", "bsr", "dia"] {
        for compressed in 0..2 {
            let path = folder.join(format!("{layout}_{name}_{compressed}.npz"));
            let a = Csr::<T>::read_npz(&path).unwrap_or_else(|error| panic!("{error}"));
            a.validate().expect("a valid matrix");
            assert_eq!(a.to_dense().expect("values"), wanted, "{}", path.display());
            assert_eq!(Coo::<T>::read_npz(&path).expect("the same"), a, "{}", path.display())
        }
    }
}

fn write_all<T: FileValue>(folder: &Path, name: &str, of: impl Fn(u8) -> T)
where
    Zero: Fill<T>,
{
    let entries = entries().into_iter().map(|(place, value)| (place, of(value)));
    let a = Csr::<T>::from_triplets([6, 8], entries, finch_formats::reducers::Overwrite).expect("a matrix");
    a.write_npy(folder.join(format!("ours_npy_{name}.npy")))
        .expect("a file");
    let layouts = [
        ("csr", Layout::Csr),
        ("csc", Layout::Csc),
        ("coo", Layout::Coo),
        ("bsr", Layout::Bsr { rows: 3, cols: 2 }),
        ("dia", Layout::Dia),
    ];
    for (layout, way) in layouts {
        for compressed in [false, true] {
            let path = folder.join(format!("ours_{layout}_{name}_{compressed}.npz"));
            let options = WriteOptions::default().layout(way).compressed(compressed);
            options.create(&a, &path).expect("a file");
            assert_eq!(
                Csr::<T>::read_npz(&path).expect("what was written"),
                a,
                "{}",
                path.display()
            )
        }
    }
}

#[test]
fn both_read_what_the_other_writes() {
    let folder = std::env::temp_dir().join(format!("finch-numpy-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    macro_rules! types {
        ($($t:ty: $name:literal, $of:expr;)*) => { $( write_all::<$t>(&folder, $name, $of); )* };
    }
    types! {
        f32: "f4", f32::from;
        f64: "f8", f64::from;
        i8: "i1", |value| value as i8;
        i32: "i4", i32::from;
        u64: "u8", u64::from;
        bool: "bool", |value| value > 0;
        Complex<f64>: "c16", |value| Complex::new(value.into(), 0.0);
        Complex<f32>: "c8", |value| Complex::new(value.into(), 0.0);
    }
    if python::run(SCRIPT, "make", &folder) {
        assert!(python::run(SCRIPT, "check", &folder));
        for name in [
            "f4", "f8", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "big_f8", "big_i4",
        ] {
            read_all(&folder, name, f64::from)
        }
        read_all(&folder, "f8", f32::from);
        for name in ["i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "big_i4"] {
            read_all(&folder, name, i64::from);
            read_all(&folder, name, |value| value)
        }
        for name in ["f4", "c8", "c16", "big_c16", "i2"] {
            read_all(&folder, name, |value| Complex::new(f64::from(value), 0.0))
        }
        peculiar(&folder)
    }
    std::fs::remove_dir_all(&folder).expect("the folder");
}

/// Matrices of files, which SciPy reads itself: what is written is equal, and so is what it writes of them.
#[test]
fn matrices_of_files() {
    let Some(data) = data::folder("SciPy is asked about generated matrices only") else {
        return;
    };
    let folder = std::env::temp_dir().join(format!("finch-scipy-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let mut matrices = Vec::new();
    for file in std::fs::read_dir(data.join("matrices")).expect("a folder") {
        let path = file.expect("a file").path();
        let is_small = path.metadata().expect("a file").len() < 1 << 17;
        if !is_small || path.extension().is_none_or(|end| end != "mtx") {
            continue;
        }
        // Those of complex values are left out.
        let Ok(a) = Csr::<f64>::read_matrix_market(&path) else {
            continue;
        };
        let name = folder.join(matrices.len().to_string());
        a.write_npz(name.with_extension("npz")).expect("a file");
        std::fs::write(name.with_extension("txt"), path.to_str().expect("a name")).expect("a file");
        matrices.push((name, path, a))
    }
    assert!(matrices.len() > 5, "{}", matrices.len());
    if python::run(SCRIPT, "files", &folder) {
        for (name, path, a) in &matrices {
            let entries = |a: &Csr<f64>| a.iter().filter(|&(_, value)| value != 0.0).collect::<Vec<_>>();
            let mut read = 0;
            for layout in ["csr", "csc", "coo", "bsr", "dia"] {
                let file = name.with_file_name(format!("{}_{layout}.npz", name.file_name().unwrap().display()));
                if file.exists() {
                    let again = Csr::<f64>::read_npz(&file).expect("a matrix");
                    assert_eq!(again.shape(), a.shape());
                    // Blocks and diagonals store zeros as well.
                    assert!(entries(&again) == entries(a), "{layout}: {}", path.display());
                    read += 1
                }
            }
            assert!(read >= 4, "{}", path.display())
        }
    }
    std::fs::remove_dir_all(&folder).expect("the folder");
}

/// Old classes, truth values, rows that are not sorted, other ranks.
fn peculiar(folder: &Path) {
    let wanted = matrix(f64::from);
    for layout in ["csr", "csc", "coo", "bsr", "dia"] {
        let old = Dcsr::<f64>::read_npz(folder.join(format!("{layout}_matrix.npz"))).expect(layout);
        assert_eq!(old.to_dense().expect("values"), wanted, "{layout}");
        let truth = CsrPattern::read_npz(folder.join(format!("{layout}_bool.npz"))).expect(layout);
        assert_eq!(truth.to_dense().expect("values"), matrix(|value| value > 0), "{layout}")
    }
    let twice = Csr::<f64>::read_npz(folder.join("csr_twice.npz")).expect("a matrix");
    assert_eq!(twice.to_dense().expect("values"), wanted);
    let cube = Coo3::<f64>::read_npz(folder.join("coo_cube.npz")).expect("a cube");
    assert_eq!(
        (&cube.shape()[..], cube.to_dense().expect("values")),
        (&[2, 3, 8][..], wanted.clone())
    );
    let vector = SparseVector::<f64>::read_npz(folder.join("coo_vector.npz")).expect("a vector");
    assert_eq!(vector.to_dense().expect("values"), wanted);
}
