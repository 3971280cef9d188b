//! Archives of SciPy: of any bytes, and of arrays that belong together, more or less, with check sums that are right.
#![no_main]

#[path = "../../../finch-formats/tests/files/numpy/archive.rs"]
mod archive;
mod common;

use archive::{npy, zip};
use common::{Pieces, pieces, round};
use finch_formats::io::matrix_market::FileValue;
use finch_formats::io::numpy::{Layout, Options, WriteOptions};
use finch_formats::prelude::*;
use finch_formats::tensor::axes::Axes;
use finch_tests::attack::Source;
use finch_traits::lifecycle::WriteLevel;
use libfuzzer_sys::fuzz_target;
use num_complex::Complex;
use typenum::{U2, U3};

fuzz_target!(|bytes: &[u8]| {
    let mut source = Source::new(bytes);
    match source.below(6) {
        0 => matrix::<Dense<SparseList<Element<f64>>>>(source),
        1 => matrix::<Dense<Dense<Element<f32>>>>(source),
        2 => matrix::<SparseCoo<U3, Element<i8>>>(source),
        3 => matrix::<SparseCoo<U2, Element<Complex<f64>>>>(source),
        4 => matrix::<SparseList<SparseList<Pattern>>>(source),
        _ => matrix::<SparseList<Element<i64>>>(source),
    }
});

fn matrix<L>(mut source: Source<'_>)
where
    L: WriteLevel<T: FileValue, Rank: Axes> + Default + 'static,
{
    let layouts = [
        Layout::Csr,
        Layout::Csc,
        Layout::Coo,
        Layout::Bsr { rows: 2, cols: 3 },
        Layout::Dia,
    ];
    let options = Options::default().max_bytes(1 << 24).max_cells(1 << 16);
    let layout = source.pick(&layouts);
    let write = WriteOptions::default().layout(layout).compressed(source.once_in(2));
    let made;
    let file = if source.once_in(2) {
        made = made_of(&mut source);
        Pieces::new(&made, 100)
    } else {
        pieces(&mut source)
    };
    // A row of many entries has as many diagonals, each as long as the row.
    let most = if let Layout::Dia = layout { 1 << 9 } else { 1 << 16 };
    round(
        file,
        most,
        |input, _| options.read::<L>(input),
        |tensor, file| match layout {
            // Zeros that are stored come out of blocks and diagonals as zeros that are not.
            Layout::Bsr { .. } | Layout::Dia => {
                let stored = Tensor::<L>::from_dense(tensor.shape(), &tensor.to_dense()?)?;
                write.write(&stored, file)
            }
            _ => write.write(tensor, file),
        },
    )
}

/// An archive of arrays that belong together, but for what is wrong now and then.
fn made_of(source: &mut Source<'_>) -> Vec<u8> {
    let format = source.pick(&["csr", "csc", "coo", "bsr", "dia"]);
    let order = if source.once_in(3) { 1 + source.below(3) } else { 2 };
    let shape = numbers(source, order, 9);
    let extent = |axis: usize| shape.get(axis).map_or(1, |&extent| extent.clamp(0, 9) as usize);
    let stored = source.below(12);
    let (high, wide) = (1 + source.below(2), 1 + source.below(3));
    let fibers = match format {
        "csr" if order > 1 => extent(0),
        "csc" => extent(1),
        "bsr" => extent(0) / high,
        _ => 1,
    };
    // Pointers ascend.
    let mut ptr = numbers(source, fibers, stored + 1);
    ptr.sort_unstable();
    ptr.insert(0, 0);
    ptr[fibers] = if source.once_in(50) { ptr[fibers] } else { stored as i64 };
    let data = match format {
        "bsr" => vec![stored, high, wide],
        "dia" => vec![stored, extent(1)],
        _ => vec![stored],
    };
    let mut members = vec![
        (
            "format",
            npy(&header(&format!("|S{}", format.len()), &[], false), format.as_bytes()),
        ),
        ("shape", list(&shape)),
        ("data", array(source, &data)),
    ];
    for (name, count, end) in [
        ("indices", stored, extent(order.min(2) - 1)),
        ("row", stored, extent(0)),
        ("col", stored, extent(1)),
        ("offsets", stored, 5),
    ] {
        members.push((name, list(&numbers(source, count, end))))
    }
    members.push(("indptr", list(&ptr)));
    if source.once_in(2) {
        members.push(("coords", array(source, &[order, stored])))
    }
    if source.once_in(20) {
        members.swap_remove(source.below(members.len()));
    }
    zip(&members)
}

/// So many numbers below `end`, most of them.
fn numbers(source: &mut Source<'_>, count: usize, end: usize) -> Vec<i64> {
    let number = |_| match source.once_in(60) {
        true => source.number() as i64 >> source.below(64),
        false => source.below(end) as i64,
    };
    (0..count).map(number).collect()
}

fn header(dtype: &str, shape: &[usize], fortran: bool) -> String {
    let extents: String = shape.iter().map(|extent| format!("{extent}, ")).collect();
    let fortran = if fortran { "True" } else { "False" };
    format!("{{'descr': '{dtype}', 'fortran_order': {fortran}, 'shape': ({extents}), }}")
}

fn list(numbers: &[i64]) -> Vec<u8> {
    let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
    npy(&header("<i8", &[numbers.len()], false), &bytes)
}

/// An array of some type.
fn array(source: &mut Source<'_>, shape: &[usize]) -> Vec<u8> {
    let types = [
        ("|i1", 1),
        ("|b1", 1),
        ("|u1", 1),
        ("<i2", 2),
        (">u4", 4),
        ("<i8", 8),
        (">f4", 4),
        ("<f8", 8),
        ("<c8", 8),
        (">c16", 16),
    ];
    let (dtype, size) = source.pick(&types);
    let fortran = source.once_in(3);
    let bytes: Vec<u8> = (0..common::cells(shape) * size).map(|_| source.byte()).collect();
    npy(&header(dtype, shape, fortran), &bytes)
}
