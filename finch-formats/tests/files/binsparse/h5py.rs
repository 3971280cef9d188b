//! h5py, which is the library in C, reads what is written here, and what it writes is read here.

use super::Temporary;
use crate::python;
use finch_formats::Result;
use finch_formats::io::binsparse::{Format, WriteOptions};
use finch_formats::prelude::*;
use finch_formats::reducers::Overwrite;

const SCRIPT: &str = "binsparse/with_h5py.py";

#[test]
fn both_read_what_the_other_writes() -> Result<()> {
    let folder = Temporary::new("");
    std::fs::create_dir(folder.path()).expect("a folder");
    // The matrix of the script.
    let places = (0..6).flat_map(|row| (0..8).map(move |col| [row, col]));
    let values = places.map(|place| (place, ((7 * place[0] + 3 * place[1]) % 11) as f64));
    let a = Csr::from_triplets(
        [6, 8],
        values.filter(|(_, value)| (1.0..4.0).contains(value)),
        Overwrite,
    )?;
    for (name, format) in [
        ("csr", Format::Csr),
        ("csc", Format::Csc),
        ("coor", Format::Coor),
        ("cooc", Format::Cooc),
        ("dmatr", Format::Dmatr),
    ] {
        let path = folder.path().join(format!("ours_{name}.bsp.h5"));
        WriteOptions::default().format(format).create(&a, &path)?
    }
    if python::run(SCRIPT, "make", folder.path()) {
        assert!(python::run(SCRIPT, "check", folder.path()));
        for format in ["CSR", "CSC", "COOR", "COOC", "COO", "DMATR"] {
            for kind in 0..4 {
                let path = folder.path().join(format!("{format}_{kind}.bsp.h5"));
                assert_eq!(Csr::<f64>::read_binsparse(&path)?, a, "{}", path.display());
                assert_eq!(Coo::<f64>::read_binsparse(&path)?, a, "{}", path.display())
            }
        }
    }
    Ok(())
}
