//! Files in Binsparse, in folders and archives, both ways.

mod any;
mod folders;
mod h5py;
mod hdf5;
mod hostile;
mod round_trips;
mod specification;
mod written;

use crate::numpy::archive::{npy, zip};
use finch_formats::Result;
use finch_formats::io::binsparse::read;
use finch_formats::io::matrix_market::FileValue;
use finch_formats::prelude::*;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Arrays by their names, without the end of these.
type Arrays<'a> = Vec<(&'a str, Vec<u8>)>;

/// A list of values of a type that NumPy has this name for.
fn list<T: FileValue + ToBytes>(values: &[T]) -> Vec<u8> {
    array(T::DTYPE, &format!("{},", values.len()), values)
}

/// An array of values.
fn array<T: ToBytes>(dtype: &str, shape: &str, values: &[T]) -> Vec<u8> {
    let header = format!("{{'descr': '{dtype}', 'fortran_order': False, 'shape': ({shape}), }}");
    let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_bytes()).collect();
    npy(&header, &bytes)
}

/// What the bytes of an array are made of.
trait ToBytes: Copy {
    fn to_bytes(self) -> Vec<u8>;
}

macro_rules! to_bytes {
    ($($t:ty)*) => { $(
        impl ToBytes for $t {
            fn to_bytes(self) -> Vec<u8> {
                self.to_le_bytes().to_vec()
            }
        }
    )* };
}

to_bytes!(u8 u16 u32 u64 i8 i16 i32 i64 f32 f64);

/// An archive of a descriptor and arrays.
fn archive(descriptor: &str, arrays: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let header = format!(
        "{{'descr': '|S{}', 'fortran_order': False, 'shape': (), }}",
        descriptor.len()
    );
    let mut members = vec![("binsparse", npy(&header, descriptor.as_bytes()))];
    members.extend(arrays.iter().cloned());
    zip(&members)
}

/// What an archive of a descriptor and arrays is read into.
fn read_arrays<L>(descriptor: &str, arrays: &[(&str, Vec<u8>)]) -> Result<Tensor<L>>
where
    L: finch_formats::traits::lifecycle::WriteLevel<T: FileValue, Rank: finch_formats::tensor::axes::Axes>
        + Default
        + 'static,
{
    read(&archive(descriptor, arrays)[..])
}

/// A name in the folder of temporary files, and what is there is removed in the end.
struct Temporary(PathBuf);

impl Temporary {
    fn new(end: &str) -> Self {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        Temporary(std::env::temp_dir().join(format!("finch-binsparse-{}-{number}{end}", std::process::id())))
    }

    /// A folder of a descriptor and arrays.
    fn folder(descriptor: &str, arrays: &[(&str, Vec<u8>)]) -> Self {
        let folder = Temporary::new(".bspnpy");
        std::fs::create_dir(folder.path()).expect("a folder");
        std::fs::write(folder.path().join("binsparse.json"), descriptor).expect("a descriptor");
        for (name, bytes) in arrays {
            std::fs::write(folder.path().join(format!("{name}.npy")), bytes).expect("an array")
        }
        folder
    }

    fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
        let _ = std::fs::remove_file(&self.0);
    }
}
