//! Formats that are no nest of rows and columns: diagonals, blocks, rows of equal length.

use super::input::Input;
use crate::cases::done;
use crate::measure::row::Row;
use crate::twins;
use finch_kernels::Result;
use finch_kernels::prelude::*;
use finch_kernels::spmv::{BlockedCsr, FixedRows, Sell, SlicedDiagonals};
use std::collections::BTreeMap;
use std::rc::Rc;
use typenum::Unsigned;

/// By diagonals.
pub(super) type Diagonals = Tensor<SparseList<SparseBand<Element<f64>>>>;

/// The matrix by diagonals, from the first to the last entry of each, if these are long and mostly full.
pub(super) fn diagonals(input: &Input, fill: f64) -> Result<Option<Diagonals>> {
    let list = input.a.level().child();
    let (rows, cols) = (input.rows, input.cols);
    let count = (rows + cols).saturating_sub(1);
    let (mut first, mut last) = (vec![u32::MAX; count], vec![0; count]);
    for row in 0..rows {
        for &column in &list.idx()[list.ptr()[row]..list.ptr()[row + 1]] {
            let diagonal = column as usize + rows - 1 - row;
            first[diagonal] = first[diagonal].min(row as u32);
            last[diagonal] = row as u32
        }
    }
    let used: Vec<usize> = (0..count).filter(|&diagonal| first[diagonal] != u32::MAX).collect();
    let area: usize = used.iter().map(|&d| (last[d] - first[d]) as usize + 1).sum();
    if area as f64 > fill * input.stored as f64 || area < 32 * used.len() {
        return Ok(None);
    }
    let mut ptr = vec![0];
    let mut place = vec![0; count];
    for (number, &diagonal) in used.iter().enumerate() {
        place[diagonal] = ptr[number];
        ptr.push(ptr[number] + (last[diagonal] - first[diagonal]) as usize + 1)
    }
    let mut val = vec![0.0; area];
    for row in 0..rows {
        for position in list.ptr()[row]..list.ptr()[row + 1] {
            let diagonal = list.idx()[position] as usize + rows - 1 - row;
            val[place[diagonal] + row - first[diagonal] as usize] = list.child().val()[position]
        }
    }
    let left = used.iter().map(|&diagonal| first[diagonal]).collect();
    let bands = SparseBand::new(rows, ptr, left, Element::new(val));
    let idx: Vec<u32> = used.iter().map(|&diagonal| diagonal as u32).collect();
    let level = SparseList::new(count, vec![0, idx.len()], idx, bands);
    Tensor::new(level).map(Some)
}

/// Products in slices of eight rows, by hand and as a program, if they store at most so many values for each entry.
pub(super) fn sliced(input: &Input, padding: f64) -> Result<Vec<Row>> {
    let a = Rc::new(SlicedDiagonals::of(&*input.a)?);
    if a.padding() > padding {
        return Ok(Vec::new());
    }
    let (same, x, same_x) = (Rc::clone(&a), Rc::clone(&input.x), Rc::clone(&input.x));
    Ok(vec![
        input.row("hand", "sliced", move |y| twins::sliced(y, &same, same_x.values())),
        input.program("sliced", a.bytes(), move |y| spmv::sliced_into(y, &a, &*x)),
    ])
}

/// Products in slices of eight rows that are sorted by length, by hand and as a program.
pub(super) fn sell(input: &Input) -> Result<[Row; 2]> {
    let a = Rc::new(Sell::of(&*input.a)?);
    let (same, x, same_x) = (Rc::clone(&a), Rc::clone(&input.x), Rc::clone(&input.x));
    Ok([
        input.row("hand", "sell", move |y| twins::sell(y, &same, same_x.values())),
        input.program("sell", a.bytes(), move |y| spmv::sell_into(y, &a, &*x)),
    ])
}

/// A dense matrix of `N` columns.
fn fixed<N: Unsigned>(rows: usize, val: Vec<f64>) -> Result<FixedRows<f64, N>> {
    Tensor::new(Dense::new(rows, Dense::fixed(Element::new(val))))
}

/// Products in dense blocks of `N` by `N`, with vectors in stretches of `N`.
pub(super) fn blocked<N: Unsigned + 'static>(input: &Input, format: &'static str) -> Result<Row> {
    let list = input.a.level().child();
    let size = N::USIZE;
    let (down, across) = (input.rows.div_ceil(size), input.cols.div_ceil(size));
    let (mut ptr, mut idx, mut val) = (vec![0], Vec::new(), Vec::new());
    for block_row in 0..down {
        let mut blocks: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
        for row in block_row * size..((block_row + 1) * size).min(input.rows) {
            for position in list.ptr()[row]..list.ptr()[row + 1] {
                let column = list.idx()[position] as usize;
                let block = blocks.entry(column / size).or_insert_with(|| vec![0.0; size * size]);
                block[row % size * size + column % size] = list.child().val()[position]
            }
        }
        for (column, block) in blocks {
            idx.push(column as u32);
            val.extend(block)
        }
        ptr.push(idx.len())
    }
    let level = Dense::fixed(Dense::fixed(Element::new(val)));
    let a: BlockedCsr<f64, N, N> = Tensor::new(Dense::new(down, SparseList::new(across, ptr, idx, level)))?;
    let mut padded = input.x.values().to_vec();
    padded.resize(across * size, 0.0);
    let x = fixed::<N>(across, padded)?;
    let rows = input.rows;
    input
        .bytes
        .borrow_mut()
        .insert(format, a.bytes() + 8 * (input.rows + input.cols));
    Ok(input.row("finch", format, move |values| {
        let mut taken = std::mem::take(values);
        // The last block row may reach beyond the last row.
        taken.resize(down * size, 0.0);
        let mut y = done(fixed::<N>(down, taken));
        done(spmv::blocked_into(&mut y, &a, &x));
        *values = y.into_level().into_child().into_child().into_val();
        values.truncate(rows)
    }))
}

/// Products where every row has `N` entries.
pub(super) fn ellpack<N: Unsigned + 'static>(input: &Input, format: &'static str) -> Result<Vec<Row>> {
    let list = input.a.level().child();
    type Columns<N> = Tensor<Dense<Dense<Element<u32>, Fixed<N>>>>;
    let columns: Columns<N> = Tensor::new(Dense::new(input.rows, Dense::fixed(Element::new(list.idx().clone()))))?;
    let values = fixed::<N>(input.rows, list.child().val().clone())?;
    let (columns, values, x) = (Rc::new(columns), Rc::new(values), Rc::clone(&input.x));
    let bytes = columns.bytes() + values.bytes();
    Ok(vec![input.program(format, bytes, move |y| {
        spmv::ellpack_into(y, &columns, &values, &x)
    })])
}
