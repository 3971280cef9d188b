//! HDF5 as a container: a dataset for each array, and the descriptor as the attribute `binsparse` of the root.
//!
//! Arrays pass through the form in which NumPy has them, which all else here knows.
//!
//! The attributes of the root are decoded by hdf5-pure, all of them and without a limit: it has no function for one of them. What arrays
//! take is charged before they are decoded.

use super::*;
use crate::io::numpy::budget::Budget;
use crate::room::room;
use crate::tensor::full::places;
use hdf5_pure::{AttrValue, DType, Dataset, File, FileBuilder, H5Element};

/// The attribute of the descriptor.
const ATTRIBUTE: &str = "binsparse";

#[cold]
fn unread(error: hdf5_pure::Error) -> Error {
    error!(Parse, "the HDF5 file is damaged, or holds what is not read: {error}")
}

#[cold]
fn unwritten(error: hdf5_pure::Error) -> Error {
    error!(Io, "the HDF5 file cannot be made: {error}")
}

/// The file that these bytes are.
pub(super) fn open(bytes: Vec<u8>) -> Result<File> {
    File::from_bytes(bytes).map_err(unread)
}

/// The text of the descriptor.
pub(super) fn descriptor(file: &File) -> Result<String> {
    let attributes = file.root().attrs().map_err(unread)?;
    let text = attributes.get(ATTRIBUTE).and_then(AttrValue::as_str);
    text.map(str::to_owned)
        .ok_or_else(|| error!(Parse, "the root has no text as the attribute `{ATTRIBUTE}`"))
}

/// The array of this name, as a file of NumPy.
pub(super) fn read_array(file: &File, name: &str, budget: &mut Budget) -> Result<Vec<u8>> {
    let data = file.dataset(name).map_err(unread)?;
    let shape = data.shape().map_err(unread)?;
    let shape: Option<Vec<usize>> = shape.into_iter().map(|extent| usize::try_from(extent).ok()).collect();
    let found = shape.and_then(|shape| places(&shape).map(|cells| (shape, cells)));
    let (shape, cells) = found.ok_or_else(|| error!(TooLarge, "the extents of the array are too large"))?;
    // Chunks are decoded as a whole, and may be larger than the array.
    let chunk = data.chunk_shape().map_err(unread)?.unwrap_or_default();
    let decoded = shape.iter().zip(chunk).fold(1_usize, |cells, (&extent, chunk)| {
        let chunk = usize::try_from(chunk).unwrap_or(usize::MAX).max(1);
        cells.saturating_mul(extent.div_ceil(chunk).max(1).saturating_mul(chunk))
    });
    let size = data.element_size().map_err(unread)?;
    let size = usize::try_from(size).unwrap_or(usize::MAX);
    // As bytes, as numbers, and as bytes again.
    budget.charge(cells, size.saturating_mul(3), "an array of HDF5")?;
    budget.charge(decoded, size, "the chunks of an array of HDF5")?;
    match data.dtype().map_err(unread)? {
        DType::U8 => numbers::<u8>(&data, &shape),
        DType::U16 => numbers::<u16>(&data, &shape),
        DType::U32 => numbers::<u32>(&data, &shape),
        DType::U64 => numbers::<u64>(&data, &shape),
        DType::I8 => numbers::<i8>(&data, &shape),
        DType::I16 => numbers::<i16>(&data, &shape),
        DType::I32 => numbers::<i32>(&data, &shape),
        DType::I64 => numbers::<i64>(&data, &shape),
        DType::F32 => numbers::<f32>(&data, &shape),
        DType::F64 => numbers::<f64>(&data, &shape),
        other => Err(error!(Parse, "an array of type `{other}` is not read, only numbers")),
    }
}

fn numbers<T: H5Element + FileValue>(data: &Dataset, shape: &[usize]) -> Result<Vec<u8>> {
    let numbers: Vec<T> = data.read().map_err(unread)?;
    Ok(npy::bytes(shape, &numbers))
}

/// A file that is being made.
pub(super) struct Writer(FileBuilder);

impl Writer {
    pub(super) fn new() -> Self {
        Writer(FileBuilder::new())
    }

    /// Appends an array, of which these are the bytes as a file of NumPy.
    pub(super) fn put(&mut self, name: &str, mut bytes: &[u8]) -> Result<()> {
        let header = npy::head(&mut bytes)?;
        match header.dtype.code() {
            ('u', 1) => self.put_numbers(name, bytes, u8::from_le_bytes),
            ('u', 2) => self.put_numbers(name, bytes, u16::from_le_bytes),
            ('u', 4) => self.put_numbers(name, bytes, u32::from_le_bytes),
            ('u', _) => self.put_numbers(name, bytes, u64::from_le_bytes),
            ('i', 1) => self.put_numbers(name, bytes, i8::from_le_bytes),
            ('i', 2) => self.put_numbers(name, bytes, i16::from_le_bytes),
            ('i', 4) => self.put_numbers(name, bytes, i32::from_le_bytes),
            ('i', _) => self.put_numbers(name, bytes, i64::from_le_bytes),
            ('f', 4) => self.put_numbers(name, bytes, f32::from_le_bytes),
            _ => self.put_numbers(name, bytes, f64::from_le_bytes),
        }
    }

    fn put_numbers<T: H5Element, const N: usize>(
        &mut self,
        name: &str,
        bytes: &[u8],
        number: impl Fn([u8; N]) -> T,
    ) -> Result<()> {
        let (items, _) = bytes.as_chunks::<N>();
        let mut numbers = room(items.len())?;
        numbers.extend(items.iter().map(|&item| number(item)));
        self.0.create_dataset(name).with_data(&numbers);
        Ok(())
    }

    /// The bytes of the file.
    pub(super) fn finish(mut self, descriptor: &str) -> Result<Vec<u8>> {
        self.0.set_attr(ATTRIBUTE, AttrValue::String(descriptor.to_owned()));
        self.0.finish().map_err(unwritten)
    }
}
