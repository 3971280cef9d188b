//! Matrix Market files of any bytes: read whole and in small pieces, into every kind of value, and written again.
#![no_main]

use finch_formats::io::matrix_market::{Format, Options, Reader, Value, WriteOptions};
use finch_formats::prelude::*;
use finch_tests::attack::Source;
use finch_traits::lifecycle::WriteLevel;
use libfuzzer_sys::fuzz_target;
use num_complex::Complex;
use std::io::{self, Read};
use typenum::U2;

fuzz_target!(|bytes: &[u8]| {
    let mut source = Source::new(bytes);
    match source.below(8) {
        0 => tensor::<Dense<SparseList<Element<f64>>>>(source, usize::MAX),
        1 => tensor::<Dense<Dense<Element<f32>>>>(source, usize::MAX),
        2 => tensor::<SparseList<SparseList<Element<i8>>>>(source, usize::MAX),
        3 => tensor::<SparseCoo<U2, Element<Complex<f64>>>>(source, usize::MAX),
        4 => tensor::<Dense<SparseList<Pattern>>>(source, usize::MAX),
        5 => tensor::<SparseList<SparseList<Element<u64>>>>(source, usize::MAX),
        // Runs list every cell, of which a short file can claim any number.
        6 => tensor::<Dense<RunList<Element<i32>>>>(source, 1 << 16),
        _ => entries(source),
    }
});

/// Hands out a few bytes at a time.
struct Pieces<'b> {
    bytes: &'b [u8],
    most: usize,
}

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = self.most.min(buffer.len());
        self.bytes.read(&mut buffer[..most])
    }
}

fn pieces<'b>(source: &mut Source<'b>) -> Pieces<'b> {
    let most = 1 + source.below(256);
    let bytes = source.rest();
    Pieces { bytes, most }
}

/// A file is the same matrix, or the same error, however it comes in; what is written of a matrix is read as that matrix.
/// One of more than `most` cells is not written.
fn tensor<L>(mut source: Source<'_>, most: usize)
where
    L: WriteLevel<T: Value, Rank = U2> + Default + 'static,
{
    let options = Options::default().max_rows(1 << 16).max_cells(1 << 16);
    let array = source.once_in(2);
    let pieces = pieces(&mut source);
    let whole = options.read::<L>(source.rest());
    let in_pieces = options.read::<L>(pieces);
    match (whole, in_pieces) {
        (Err(one), Err(other)) => same_error(source.rest(), &one.to_string(), &other.to_string()),
        (Ok(one), Ok(other)) => {
            one.validate().expect("what was read is valid");
            let cells = one
                .shape()
                .iter()
                .fold(1_usize, |cells, &extent| cells.saturating_mul(extent));
            if cells > most {
                return;
            }
            let format = if array && cells < 1 << 12 {
                Format::Array
            } else {
                Format::Coordinate
            };
            let write = |matrix: &Tensor<L>| {
                let mut file = Vec::new();
                let written = WriteOptions::default().format(format).write(matrix, &mut file);
                written.map(|()| file).map_err(|error| error.to_string())
            };
            let written = write(&one);
            assert_eq!(written, write(&other));
            if let Ok(file) = written {
                let again = options.read::<L>(&file[..]).expect("what was written can be read");
                assert_eq!(write(&again), Ok(file));
            }
        }
        (one, other) => panic!("whole: {:?}, in pieces: {:?}", one.map(drop), other.map(drop)),
    }
}

/// Of compressed data that is damaged, more or less of what is before the damage is read before it is noticed.
fn same_error(file: &[u8], one: &str, other: &str) {
    assert!(
        file.starts_with(b"\x1f\x8b") || one == other,
        "whole: {one}, in pieces: {other}"
    )
}

/// The same of entries one by one, which no extents limit.
fn entries(mut source: Source<'_>) {
    let pieces = pieces(&mut source);
    match (listed(Reader::new(source.rest())), listed(Reader::new(pieces))) {
        (Err(one), Err(other)) => same_error(source.rest(), &one, &other),
        (one, other) => assert_eq!(one, other),
    }
}

fn listed(reader: finch_formats::Result<Reader<'_>>) -> core::result::Result<Vec<(usize, usize, i64)>, String> {
    let reader = reader.map_err(|error| error.to_string())?;
    let (rows, cols) = (reader.header().rows, reader.header().cols);
    let mut entries = Vec::new();
    let read = reader.for_each(|row, col, value: i64| {
        assert!(row < rows && col < cols);
        entries.push((row, col, value))
    });
    read.map(|()| entries).map_err(|error| error.to_string())
}
