//! Matrix Market files of any bytes: read whole and in small pieces, into every kind of value, and written again.
#![no_main]

mod common;

use common::{cells, pieces, round, same_error};
use finch_formats::io::matrix_market::{Format, Options, Reader, FileValue, WriteOptions};
use finch_formats::prelude::*;
use finch_tests::attack::Source;
use finch_traits::lifecycle::WriteLevel;
use libfuzzer_sys::fuzz_target;
use num_complex::Complex;
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

fn tensor<L>(mut source: Source<'_>, most: usize)
where
    L: WriteLevel<T: FileValue, Rank = U2> + Default + 'static,
{
    let options = Options::default().max_rows(1 << 16).max_cells(1 << 16);
    let array = source.once_in(2);
    let pieces = pieces(&mut source);
    round(
        pieces,
        most,
        |input, _| options.read::<L>(input),
        |matrix, file| {
            let format = if array && cells(&matrix.shape()) < 1 << 12 {
                Format::Array
            } else {
                Format::Coordinate
            };
            WriteOptions::default().format(format).write(matrix, file)
        },
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
