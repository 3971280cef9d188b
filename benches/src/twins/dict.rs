//! Matrices of dictionaries, and a dictionary as the workspace of a sparse matrix product; matrices whose rows have arrays
//! of their own.

use super::{MadeRows, Rows, at, restart};
use finch_kernels::prelude::*;
use hashbrown::HashTable;

/// The arrays of a matrix of rows of dictionaries, and its rows by hash.
///
/// They are those of a tensor, hence valid: row `j` lists the entries `ptr[j]..ptr[j + 1]` in ascending order; entry `q` has
/// the value `val[slot[q]]`.
#[derive(Debug)]
pub struct Dicts<'a> {
    rows: usize,
    cols: usize,
    ptr: &'a [usize],
    idx: &'a [u32],
    slot: &'a [u32],
    val: &'a [f64],
    /// Whose each slot is: the row, and the column.
    keys: Vec<u64>,
    table: HashTable<u32>,
}

/// Mixes a row and a column.
#[inline(always)]
pub(super) fn hash(row: usize, column: usize) -> u64 {
    let key = (row as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (column as u64) ^ 0x243f_6a88_85a3_08d3;
    let product = u128::from(key) * 0xadf8_5458_a2bb_4a9b;
    let folded = (product as u64) ^ ((product >> 64) as u64);
    folded.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(26)
}

impl<'a> Dicts<'a> {
    /// The arrays of `matrix`.
    pub fn of(matrix: &'a Tensor<Dense<SparseDict<Element<f64>>>>) -> Self {
        let dicts = matrix.level().child();
        let (ptr, idx, slot) = (dicts.ptr(), dicts.idx(), dicts.slot());
        let (mut keys, mut table) = (vec![u64::MAX; slot.len()], HashTable::with_capacity(idx.len()));
        for row in 0..matrix.level().extent() {
            for q in ptr[row]..ptr[row + 1] {
                keys[slot[q] as usize] = (row as u64) << 32 | u64::from(idx[q]);
                // There is room, so nothing is hashed again.
                table.insert_unique(hash(row, idx[q] as usize), slot[q], |_| 0);
            }
        }
        Dicts {
            rows: matrix.level().extent(),
            cols: dicts.extent(),
            ptr,
            idx,
            slot,
            val: dicts.child().val(),
            keys,
            table,
        }
    }
}

gather! {
    /// `y = a x`, a sum for each row.
    gather_dicts(a: &Dicts<'_>, x) [a.rows, a.cols] |j| {
        // SAFETY: the matrix is valid, there is a value in `x` for each column and one in `y` for each row.
        unsafe {
            let mut sum = 0.0;
            for q in at(a.ptr, j)..at(a.ptr, j + 1) {
                sum += at(a.val, at(a.slot, q) as usize) * at(x, at(a.idx, q) as usize)
            }
            sum
        }
    }
}

/// `y = a x` where each row has arrays of its own.
#[inline(never)]
pub fn gather_separate(y: &mut Vec<f64>, a: &SeparateCsr<f64>, x: &[f64]) {
    let rows = a.level().child().levels();
    assert_eq!(a.level().child().model().extent(), x.len());
    restart(y, rows.len());
    for (row, y) in rows.iter().zip(y) {
        let (ptr, idx, val) = (row.ptr(), row.idx(), row.child().val());
        let mut sum = 0.0;
        // SAFETY: each row is valid for one fiber, and there is a value in `x` for each column.
        unsafe {
            for q in at(ptr, 0)..at(ptr, 1) {
                sum += at(val, q) * at(x, at(idx, q) as usize)
            }
        }
        *y = sum
    }
}

/// `y[j] = sum over i of a[j, i] b[j, i]`, where `a` is looked up wherever `b` has an entry.
#[inline(never)]
pub fn look_up_dicts(y: &mut Vec<f64>, a: &Dicts<'_>, b: Rows<'_>) {
    assert_eq!((a.rows, a.cols), (b.rows, b.cols));
    restart(y, a.rows);
    for j in 0..a.rows {
        // SAFETY: both are valid, there is a value in `y` for each row, and slots have a key each.
        unsafe {
            let mut sum = 0.0;
            for p in at(b.ptr, j)..at(b.ptr, j + 1) {
                let column = at(b.idx, p);
                let key = (j as u64) << 32 | u64::from(column);
                let is_it = |slot: &u32| at(&a.keys, *slot as usize) == key;
                if let Some(&slot) = a.table.find(hash(j, column as usize), is_it) {
                    sum += at(a.val, slot as usize) * at(b.val, p)
                }
            }
            *y.get_unchecked_mut(j) = sum
        }
    }
}

/// A row of the product, as the arrays of a dictionary: columns and their sums in the order in which they came, and by hash;
/// once it is summed, a list of its columns in ascending order with the places of their sums.
#[derive(Clone, Debug, Default)]
pub struct HashAccumulator {
    columns: Vec<u32>,
    sums: Vec<f64>,
    table: HashTable<u32>,
    order: Vec<u64>,
    idx: Vec<u32>,
    slot: Vec<u32>,
}

impl HashAccumulator {
    fn clear(&mut self) {
        if self.table.num_buckets() / 32 < self.columns.len() {
            self.table.clear()
        } else {
            for (slot, &column) in (0_u32..).zip(&self.columns) {
                if let Ok(entry) = self.table.find_entry(hash(0, column as usize), |&other| other == slot) {
                    entry.remove();
                }
            }
        }
        self.columns.clear();
        self.sums.clear()
    }

    /// Lists the columns in ascending order.
    fn list(&mut self) {
        let HashAccumulator {
            columns,
            order,
            idx,
            slot,
            ..
        } = self;
        order.clear();
        order.extend(
            (0_u64..)
                .zip(columns.iter())
                .map(|(slot, &column)| u64::from(column) << 32 | slot),
        );
        order.sort_unstable();
        idx.clear();
        idx.extend(order.iter().map(|pair| (pair >> 32) as u32));
        slot.clear();
        slot.extend(order.iter().map(|&pair| pair as u32))
    }

    #[inline(always)]
    fn add(&mut self, column: u32, value: f64) {
        let columns = &self.columns;
        let entry = self.table.entry(
            hash(0, column as usize),
            // SAFETY: the table holds numbers of columns that were added.
            |&slot| unsafe { at(columns, slot as usize) } == column,
            |&slot| hash(0, columns[slot as usize] as usize),
        );
        match entry {
            hashbrown::hash_table::Entry::Occupied(found) => {
                // SAFETY: as above, and there are as many sums.
                unsafe { *self.sums.get_unchecked_mut(*found.get() as usize) += value }
            }
            hashbrown::hash_table::Entry::Vacant(place) => {
                place.insert(columns.len() as u32);
                self.columns.push(column);
                self.sums.push(value)
            }
        }
    }
}

/// `c = a b`, row by row: each is summed by hash, sorted, and copied.
#[inline(never)]
pub fn gustavson_dict(c: &mut MadeRows, a: Rows<'_>, b: Rows<'_>, row: &mut HashAccumulator) {
    assert_eq!(a.cols, b.rows);
    c.restart(a.rows, 0);
    for j in 0..a.rows {
        row.clear();
        // SAFETY: both are valid.
        unsafe {
            let (from, to) = a.row(j);
            for p in from..to {
                let scale = at(a.val, p);
                let (from, to) = b.row(at(a.idx, p) as usize);
                for q in from..to {
                    row.add(at(b.idx, q), scale * at(b.val, q))
                }
            }
        }
        row.list();
        c.entries.idx.reserve(row.idx.len());
        c.entries.val.reserve(row.idx.len());
        let (idx, val) = (c.entries.idx.as_mut_ptr(), c.entries.val.as_mut_ptr());
        let mut len = c.entries.idx.len();
        for (&index, &slot) in row.idx.iter().zip(&row.slot) {
            // SAFETY: what is listed are places of sums; there is room for all of them.
            unsafe {
                let sum = at(&row.sums, slot as usize);
                if sum != 0.0 {
                    idx.add(len).write(index);
                    val.add(len).write(sum);
                    len += 1
                }
            }
        }
        // SAFETY: so many were written.
        unsafe {
            c.entries.idx.set_len(len);
            c.entries.val.set_len(len)
        }
        c.ptr.push(c.entries.val.len())
    }
}
