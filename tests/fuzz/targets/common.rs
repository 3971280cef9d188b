//! What the targets over files have in common.

use finch_formats::{Result, Tensor};
use finch_tests::attack::Source;
use finch_traits::lifecycle::WriteLevel;
use std::io::{self, Read};

/// Hands out a few bytes at a time.
pub struct Pieces<'b> {
    bytes: &'b [u8],
    most: usize,
}

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = self.most.min(buffer.len());
        self.bytes.read(&mut buffer[..most])
    }
}

impl<'b> Pieces<'b> {
    /// The bytes of `file`, so many at a time.
    pub fn new(bytes: &'b [u8], most: usize) -> Self {
        Pieces { bytes, most }
    }
}

/// The rest of the bytes, so many at a time as the next of them says.
pub fn pieces<'b>(source: &mut Source<'b>) -> Pieces<'b> {
    let most = 1 + source.below(256);
    Pieces::new(source.rest(), most)
}

/// Of compressed data that is damaged, more or less of what is before the damage is read before it is noticed.
pub fn same_error(file: &[u8], one: &str, other: &str) {
    assert!(
        file.starts_with(b"\x1f\x8b") || one == other,
        "whole: {one}, in pieces: {other}"
    )
}

/// How many cells a tensor of this shape has.
pub fn cells(shape: &[usize]) -> usize {
    shape
        .iter()
        .fold(1_usize, |cells, &extent| cells.saturating_mul(extent))
}

/// A file is the same tensor, or the same error, however it comes in; what is written of a tensor is read, if the extents are told, as
/// that tensor. One of more than `most` cells, or rows of none, is not written.
pub fn round<L: WriteLevel + Default>(
    mut pieces: Pieces<'_>,
    most: usize,
    read: impl Fn(&mut dyn Read, Option<&[usize]>) -> Result<Tensor<L>>,
    write: impl Fn(&Tensor<L>, &mut Vec<u8>) -> Result<()>,
) {
    let mut file = pieces.bytes;
    let start = file;
    match (read(&mut file, None), read(&mut pieces, None)) {
        (Err(one), Err(other)) => same_error(start, &one.to_string(), &other.to_string()),
        (Ok(one), Ok(other)) => {
            one.validate().expect("what was read is valid");
            if cells(&one.shape()) > most || one.shape().iter().any(|&extent| extent > most) {
                return;
            }
            let write = |tensor: &Tensor<L>| {
                let mut file = Vec::new();
                let written = write(tensor, &mut file);
                written.map(|()| file).map_err(|error| error.to_string())
            };
            let written = write(&one);
            assert_eq!(written, write(&other));
            if let Ok(file) = written {
                let again = read(&mut &file[..], Some(&one.shape())).expect("what was written can be read");
                assert_eq!(write(&again), Ok(file));
            }
        }
        (one, other) => panic!("whole: {:?}, in pieces: {:?}", one.map(drop), other.map(drop)),
    }
}
