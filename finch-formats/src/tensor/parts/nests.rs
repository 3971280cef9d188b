//! Nests that are made of a list of arrays, and taken apart into it.

use super::macros::{matrices, one_fiber, parts, skipped, vectors};
use crate::imports::*;

vectors! {
    /// The vector of `len` values that stores `val` at the indices `idx`.
    [P: Width, I: Width, Idx: Buffer<Item = I>] SparseList<Vec<P>, Idx> (idx: Idx; val), pointers by idx;

    /// The vector of `len` values that stores the indices `idx`: index `i` has `tbl[i]` set and the value `val[i]`. Values
    /// elsewhere are the fill.
    [P: Width, I: Width, Idx: Buffer<Item = I>, Tbl: Buffer<Item = bool>]
    SparseByteMap<Vec<P>, Idx, Tbl> (idx: Idx, tbl: Tbl; val), pointers by idx;

    /// The vector of `len` values that stores the indices `idx`, `idx[q]` with the value `val[slot[q]]`.
    [P: Width, I: Width, S: Width, Idx: Buffer<Item = I>, Slot: Buffer<Item = S>]
    SparseDict<Vec<P>, Idx, Slot> (idx: Idx, slot: Slot; val), pointers by idx;

    /// The vector of `len` values of which block `b` ends before index `right[b]` and has the values
    /// `val[ofs[b]..ofs[b + 1]]`.
    [P: Width, I: Width, Idx: Buffer<Item = I>]
    SparseBlockList<Vec<P>, Idx> (right: Idx, ofs: Vec<P>; val), pointers by right;

    /// The vector of `len` values that has the values `val` from index `left[0]` on.
    [P: Width, I: Width, Idx: Buffer<Item = I>] SparseBand<Vec<P>, Idx> (left: Idx; val), pointers by val;

    /// The vector of `len` values whose first ones are `val`.
    [P: Width] Ragged<Vec<P>> (; val), pointers by val;

    /// The vector of `len` values that stores `val[0]` at index `idx[0]`, or nothing if that is `len`.
    [I: Width, Idx: Buffer<Item = I>] SparsePoint<Idx> (idx: Idx; val);

    /// The vector of `len` values that has `val[0]` at the indices `left[0]..right[0]`.
    [I: Width, Idx: Buffer<Item = I>] SparseInterval<Idx> (left: Idx, right: Idx; val);

    /// The vector of `len` values of which run `q` ends before index `right[q]` and has the value `val[q]`.
    [P: Width, I: Width, Idx: Buffer<Item = I>] RunList<Vec<P>, Idx> (right: Idx; val), pointers by right;

    /// The vector of `len` values that has `val[q]` at the indices `left[q]..right[q]`.
    [P: Width, I: Width, Idx: Buffer<Item = I>]
    SparseRunList<Vec<P>, Idx> (left: Idx, right: Idx; val), pointers by right;
}

matrices! {
    /// The matrix of `rows` by `cols` whose row `j` stores `val[ptr[j]..ptr[j + 1]]` at the columns
    /// `idx[ptr[j]..ptr[j + 1]]`: compressed sparse rows. The arrays are moved, and checked in linear time.
    ///
    /// ```
    /// use finch_formats::prelude::*;
    ///
    /// let (ptr, idx, val) = ([0, 1, 3], [2, 0, 1], [1.0, 2.0, 3.0]);
    /// let a = CsrView::<f64>::from_parts(2, 3, &ptr[..], &idx[..], &val[..])?;
    /// assert_eq!(a.to_dense()?, [0.0, 0.0, 1.0, 2.0, 3.0, 0.0]);
    /// # Ok::<(), finch_formats::Error>(())
    /// ```
    [P: Width, I: Width, Ptr: Buffer<Item = P>, Idx: Buffer<Item = I>] SparseList<Ptr, Idx> (ptr: Ptr, idx: Idx);

    /// The matrix of `rows` by `cols` whose row `j` stores `val[ptr[j]..ptr[j + 1]]` at the columns
    /// `idx[ptr[j]..ptr[j + 1]]`, which differ, and come in any order.
    [P: Width, I: Width, Ptr: Buffer<Item = P>, Idx: Buffer<Item = I>] UnsortedList<Ptr, Idx> (ptr: Ptr, idx: Idx);

    /// The matrix of `rows` by `cols` whose rows are lists or dense, see [`Hybrid::new`].
    [P: Width, I: Width, Ptr: Buffer<Item = P>, Idx: Buffer<Item = I>, Slot: Buffer<Item = u32>]
    Hybrid<Ptr, Idx, Slot> (ptr: Ptr, idx: Idx, slot: Slot);

    /// The matrix of `rows` by `cols` whose row `j` has the blocks `ptr[j]..ptr[j + 1]`; block `b` ends before column
    /// `right[b]` and has the values `val[ofs[b]..ofs[b + 1]]`.
    [P: Width, I: Width, Ptr: Buffer<Item = P>, Idx: Buffer<Item = I>]
    SparseBlockList<Ptr, Idx> (ptr: Ptr, right: Idx, ofs: Ptr);

    /// The matrix of `rows` by `cols` whose row `j` has the values `val[ptr[j]..ptr[j + 1]]` from column `left[j]` on.
    [P: Width, I: Width, Ptr: Buffer<Item = P>, Idx: Buffer<Item = I>] SparseBand<Ptr, Idx> (ptr: Ptr, left: Idx);

    /// The matrix of `rows` by `cols` whose row `j` starts with the values `val[ptr[j]..ptr[j + 1]]`.
    ///
    /// ```
    /// use finch_formats::prelude::*;
    ///
    /// let a = RaggedMatrix::<f64>::from_parts(2, 3, vec![0, 1, 3], vec![1.0, 2.0, 3.0])?;
    /// assert_eq!(a.to_dense()?, [1.0, 0.0, 0.0, 2.0, 3.0, 0.0]);
    /// # Ok::<(), finch_formats::Error>(())
    /// ```
    [P: Width, Ptr: Buffer<Item = P>] Ragged<Ptr> (ptr: Ptr);

    /// The matrix of `rows` by `cols` whose row `j` stores `val[j]` at column `idx[j]`, or nothing if that is `cols`.
    [I: Width, Idx: Buffer<Item = I>] SparsePoint<Idx> (idx: Idx);

    /// The matrix of `rows` by `cols` whose row `j` has `val[j]` at the columns `left[j]..right[j]`.
    [I: Width, Idx: Buffer<Item = I>] SparseInterval<Idx> (left: Idx, right: Idx);

    /// The matrix of `rows` by `cols` whose row `j` has the runs `ptr[j]..ptr[j + 1]`; run `q` ends before column `right[q]`
    /// and has the value `val[q]`.
    [P: Width, I: Width, Ptr: Buffer<Item = P>, Idx: Buffer<Item = I>] RunList<Ptr, Idx> (ptr: Ptr, right: Idx);

    /// The matrix of `rows` by `cols` whose row `j` has the runs `ptr[j]..ptr[j + 1]`; run `q` has the value `val[q]` at the
    /// columns `left[q]..right[q]`.
    [P: Width, I: Width, Ptr: Buffer<Item = P>, Idx: Buffer<Item = I>]
    SparseRunList<Ptr, Idx> (ptr: Ptr, left: Idx, right: Idx);
}

parts! {
    /// The vector of the first `len` values of `val`, which are moved. Takes constant time.
    [T: Copy + 'static, F: Fill<T>, Val: Buffer<Item = T>] Dense<Element<T, F, Val>>;
    (len: usize, val: Val) => Dense::new(len, Element::new(val));
    |level| (level.extent(), level.into_child().into_val());

    /// The matrix of `rows` by `cols` with the values `val`, row by row, which are moved. Takes constant time.
    [T: Copy + 'static, F: Fill<T>, Val: Buffer<Item = T>] Dense<Dense<Element<T, F, Val>>>;
    (rows: usize, cols: usize, val: Val) => Dense::new(rows, Dense::new(cols, Element::new(val)));
    |level| {
        let (rows, row) = (level.extent(), level.into_child());
        (rows, row.extent(), row.into_child().into_val())
    };

    /// The vector of the first `len` bits of `words`, which are moved. Takes constant time.
    [F: Fill<bool>, Words: Buffer<Item = u64>] Dense<Bit<F, Words>>;
    (len: usize, words: Words) => Dense::new(len, Bit::new(words));
    |level| (level.extent(), level.into_child().into_words());

    /// The matrix of `rows` by `cols` with the bits of `words`, row by row, without a gap between rows. The words are moved. Takes
    /// constant time.
    [F: Fill<bool>, Words: Buffer<Item = u64>] Dense<Dense<Bit<F, Words>>>;
    (rows: usize, cols: usize, words: Words) => Dense::new(rows, Dense::new(cols, Bit::new(words)));
    |level| {
        let (rows, row) = (level.extent(), level.into_child());
        (rows, row.extent(), row.into_child().into_words())
    };

    /// The tensor of three dimensions with the values `val`, the innermost index fastest.
    [T: Copy + 'static, F: Fill<T>, Val: Buffer<Item = T>] Dense<Dense<Dense<Element<T, F, Val>>>>;
    (shape: [usize; 3], val: Val) =>
        Dense::new(shape[0], Dense::new(shape[1], Dense::new(shape[2], Element::new(val))));
    |level| {
        let (first, level) = (level.extent(), level.into_child());
        let (second, level) = (level.extent(), level.into_child());
        ([first, second, level.extent()], level.into_child().into_val())
    };

    /// The pattern of `rows` by `cols` that is true in row `j` at the columns `idx[ptr[j]..ptr[j + 1]]`.
    [P: Width, I: Width, Ptr: Buffer<Item = P>, Idx: Buffer<Item = I>] Dense<SparseList<Pattern, Ptr, Idx>>;
    (rows: usize, cols: usize, ptr: Ptr, idx: Idx) => Dense::new(rows, SparseList::new(cols, ptr, idx, Pattern));
    |level| {
        let rows = level.extent();
        let (cols, ptr, idx, _) = level.into_child().into_parts();
        (rows, cols, ptr, idx)
    };

    /// The matrix of `rows` by `cols` of which row `row_idx[q]` stores `val[ptr[q]..ptr[q + 1]]` at the columns
    /// `idx[ptr[q]..ptr[q + 1]]`: doubly compressed sparse rows.
    [
        T: Copy + 'static, F: Fill<T>, P: Width, I: Width, Q: Width, J: Width, Ptr: Buffer<Item = P>, Idx: Buffer<Item = I>,
        RowIdx: Buffer<Item = J>, Val: Buffer<Item = T>
    ]
    SparseList<SparseList<Element<T, F, Val>, Ptr, Idx>, Vec<Q>, RowIdx>;
    (rows: usize, cols: usize, row_idx: RowIdx, ptr: Ptr, idx: Idx, val: Val) => {
        let row_ptr = one_fiber::<Q>(row_idx.as_slice().len())?;
        SparseList::new(rows, row_ptr, row_idx, SparseList::new(cols, ptr, idx, Element::new(val)))
    };
    |level| {
        let (rows, _, row_idx, level) = level.into_parts();
        let (cols, ptr, idx, leaf) = level.into_parts();
        (rows, cols, row_idx, ptr, idx, leaf.into_val())
    };

    /// The tensor of three dimensions whose lists of indices are `idx`, outermost first: compressed sparse fibers. The fibers
    /// of entry `q` of the first list are `ptr[0][q]..ptr[0][q + 1]` of the second, and so on.
    [T: Copy + 'static, F: Fill<T>, P: Width, I: Width, Idx: Buffer<Item = I>, Val: Buffer<Item = T>]
    SparseList<SparseList<SparseList<Element<T, F, Val>, Vec<P>, Idx>, Vec<P>, Idx>, Vec<P>, Idx>;
    (shape: [usize; 3], ptr: [Vec<P>; 2], idx: [Idx; 3], val: Val) => {
        let ([middle_ptr, inner_ptr], [outer, middle, inner]) = (ptr, idx);
        let ptr = one_fiber::<P>(outer.as_slice().len())?;
        let child = SparseList::new(shape[2], inner_ptr, inner, Element::new(val));
        SparseList::new(shape[0], ptr, outer, SparseList::new(shape[1], middle_ptr, middle, child))
    };
    |level| {
        let (first, _, outer, level) = level.into_parts();
        let (second, middle_ptr, middle, level) = level.into_parts();
        let (third, inner_ptr, inner, leaf) = level.into_parts();
        ([first, second, third], [middle_ptr, inner_ptr], [outer, middle, inner], leaf.into_val())
    };

    /// The tensor that stores `val[q]` at the index `idx[0][q], idx[1][q], ..`, in lexicographic order.
    ///
    /// ```
    /// use finch_formats::prelude::*;
    ///
    /// let a = Coo::<f64>::from_parts([2, 3].into(), [vec![0, 1], vec![2, 0]].into(), vec![1.0, 2.0])?;
    /// assert_eq!(a.to_dense()?, [0.0, 0.0, 1.0, 2.0, 0.0, 0.0]);
    /// # Ok::<(), finch_formats::Error>(())
    /// ```
    [A: Dimensions, T: Copy + 'static, F: Fill<T>, P: Width, I: Width, Idx: Buffer<Item = I>, Val: Buffer<Item = T>]
    SparseCoo<A, Element<T, F, Val>, Vec<P>, Idx>;
    (shape: GenericArray<usize, A>, idx: GenericArray<Idx, A>, val: Val) => {
        let stored = idx.first().map_or(0, |idx| idx.as_slice().len());
        SparseCoo::new(shape, one_fiber::<P>(stored)?, idx, Element::new(val))
    };
    |level| {
        let (shape, _, idx, leaf) = level.into_parts();
        (shape, idx, leaf.into_val())
    };

    /// The matrix of `rows` by `cols` that stores the rows `row_idx`. Row `row_idx[q]` is number `s = row_slot[q]` of those
    /// that are stored: it stores the columns `idx[ptr[s]..ptr[s + 1]]`, column `idx[p]` with the value `val[slot[p]]`.
    ///
    /// ```
    /// use finch_formats::prelude::*;
    ///
    /// let (row_idx, row_slot) = (vec![0, 1], vec![1, 0]);
    /// let (ptr, idx, slot) = (vec![0, 2, 3], vec![0, 2, 1], vec![2, 0, 1]);
    /// let a = DictMatrix::<f64>::from_parts(2, 3, row_idx, row_slot, ptr, idx, slot, vec![1.0, 2.0, 3.0])?;
    /// assert_eq!(a.to_dense()?, [0.0, 2.0, 0.0, 3.0, 0.0, 1.0]);
    /// # Ok::<(), finch_formats::Error>(())
    /// ```
    [
        T: Copy + 'static, F: Fill<T>, P: Width, I: Width, S: Width, Q: Width, J: Width, R: Width, Ptr: Buffer<Item = P>,
        Idx: Buffer<Item = I>, Slot: Buffer<Item = S>, RowIdx: Buffer<Item = J>, RowSlot: Buffer<Item = R>, Val: Buffer<Item = T>
    ]
    SparseDict<SparseDict<Element<T, F, Val>, Ptr, Idx, Slot>, Vec<Q>, RowIdx, RowSlot>;
    (rows: usize, cols: usize, row_idx: RowIdx, row_slot: RowSlot, ptr: Ptr, idx: Idx, slot: Slot, val: Val) => {
        let row_ptr = one_fiber::<Q>(row_idx.as_slice().len())?;
        SparseDict::new(rows, row_ptr, row_idx, row_slot, SparseDict::new(cols, ptr, idx, slot, Element::new(val)))
    };
    |level| {
        let (rows, _, row_idx, row_slot, level) = level.into_parts();
        let (cols, ptr, idx, slot, leaf) = level.into_parts();
        (rows, cols, row_idx, row_slot, ptr, idx, slot, leaf.into_val())
    };

    /// The matrix of `cols` columns whose row `j` is `rows[j]`: indices, and a value for each.
    ///
    /// ```
    /// use finch_formats::prelude::*;
    ///
    /// let a = SeparateCsr::<f64>::from_parts(3, vec![(vec![2], vec![1.0]), (vec![0, 1], vec![2.0, 3.0])])?;
    /// assert_eq!(a.to_dense()?, [0.0, 0.0, 1.0, 2.0, 3.0, 0.0]);
    /// # Ok::<(), finch_formats::Error>(())
    /// ```
    [T: Copy + 'static, F: Fill<T>, P: Width, I: Width, Idx: Buffer<Item = I> + Default, Val: Buffer<Item = T> + Default]
    Dense<Separate<SparseList<Element<T, F, Val>, Vec<P>, Idx>>>;
    (cols: usize, rows: Vec<(Idx, Val)>) => {
        let row = |(idx, val): (Idx, Val)| {
            let ptr = one_fiber::<P>(idx.as_slice().len())?;
            Ok(SparseList::new(cols, ptr, idx, Element::new(val)))
        };
        let model = row((Idx::default(), Val::default()))?;
        let levels = rows.into_iter().map(row).collect::<Result<Vec<_>>>()?;
        Dense::new(levels.len(), Separate::new(model, levels))
    };
    |level| {
        let rows = level.extent();
        let (model, mut levels) = level.into_child().into_parts();
        levels.truncate(rows);
        let row = |level: SparseList<Element<T, F, Val>, Vec<P>, Idx>| {
            let (_, _, idx, leaf) = level.into_parts();
            (idx, leaf.into_val())
        };
        (model.extent(), levels.into_iter().map(row).collect())
    };

    /// The square matrix of `extent` rows that has the values `val` in its half, row by row.
    [H: Half, T: Copy + 'static, F: Fill<T>, Val: Buffer<Item = T>] Triangular<H, Element<T, F, Val>>;
    (extent: usize, val: Val) => Triangular::new(extent, Element::new(val));
    |level| {
        let (extent, leaf) = level.into_parts();
        (extent, leaf.into_val())
    };

    /// The symmetric matrix of `extent` rows that has the values `val` in one half, row by row.
    [H: Half, T: Copy + 'static, F: Fill<T>, Val: Buffer<Item = T>] Symmetric<H, Element<T, F, Val>>;
    (extent: usize, val: Val) => Symmetric::new(extent, Element::new(val));
    |level| {
        let (extent, leaf) = level.into_parts();
        (extent, leaf.into_val())
    };

    /// The matrix of `rows` by `cols` whose row `j` stores `pairs[ptr[j]..ptr[j + 1]]`, columns with their values.
    ///
    /// ```
    /// use finch_formats::prelude::*;
    ///
    /// let (ptr, pairs) = ([0, 1, 3], [Pair::new(2, 1.0), Pair::new(0, 2.0), Pair::new(1, 3.0)]);
    /// let a = PackedCsrView::<f64>::from_parts(2, 3, &ptr[..], &pairs[..])?;
    /// assert_eq!(a.to_dense()?, [0.0, 0.0, 1.0, 2.0, 3.0, 0.0]);
    /// # Ok::<(), finch_formats::Error>(())
    /// ```
    [T: Copy + 'static, F: Fill<T>, P: Width, I: Width, Ptr: Buffer<Item = P>, Pairs: Buffer<Item = Pair<I, T>>]
    Dense<SparsePairs<T, F, Ptr, Pairs>>;
    (rows: usize, cols: usize, ptr: Ptr, pairs: Pairs) => Dense::new(rows, SparsePairs::new(cols, ptr, pairs));
    |level| {
        let rows = level.extent();
        let (cols, ptr, pairs) = level.into_child().into_parts();
        (rows, cols, ptr, pairs)
    };
}
