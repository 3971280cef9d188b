//! Erosion, dilation, masked histograms and blending of images by bytes, by words of 64 pixels and by runs.

/// A binary image by runs: row run `q` ends before row `below[q]` and holds the runs `ptr[q]..ptr[q + 1]` of pixels, of which
/// run `p` covers the columns `left[p]..right[p]`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RowRuns {
    /// How many columns there are.
    pub columns: usize,
    /// Where runs of rows end.
    pub below: Vec<u32>,
    /// Where the runs of each of them start, and the end of the last.
    pub ptr: Vec<usize>,
    /// Where runs start.
    pub left: Vec<u32>,
    /// Where runs end.
    pub right: Vec<u32>,
}

impl RowRuns {
    fn restart(&mut self, columns: usize) {
        self.columns = columns;
        self.below.clear();
        self.ptr.clear();
        self.ptr.push(0);
        self.left.clear();
        self.right.clear();
    }

    /// Ends a run of rows; one that equals the one before it becomes part of it.
    fn finish(&mut self, below: u32) {
        let (from, to) = (self.ptr[self.ptr.len() - 1], self.left.len());
        if let Some(last) = self.below.last_mut() {
            let before = self.ptr[self.ptr.len() - 2];
            let same = from - before == to - from
                && self.left[before..from] == self.left[from..to]
                && self.right[before..from] == self.right[from..to];
            if same {
                *last = below;
                self.left.truncate(from);
                self.right.truncate(from);
                return;
            }
        }
        self.below.push(below);
        self.ptr.push(to)
    }

    fn row(&self, run: usize) -> (&[u32], &[u32]) {
        let range = self.ptr[run]..self.ptr[run + 1];
        (&self.left[range.clone()], &self.right[range])
    }
}

/// Runs become shorter by `by` at both ends, but for those at a border.
#[inline(never)]
pub fn erode_runs_across(out: &mut RowRuns, a: &RowRuns, by: usize) {
    out.restart(a.columns);
    let by = by as u32;
    for run in 0..a.below.len() {
        let (left, right) = a.row(run);
        for (&left, &right) in left.iter().zip(right) {
            let left = if left == 0 { 0 } else { left + by };
            let right = if right as usize == a.columns {
                right
            } else {
                right.saturating_sub(by)
            };
            if left < right {
                out.left.push(left);
                out.right.push(right)
            }
        }
        out.finish(a.below[run])
    }
}

/// What the rows `by` above, here and `by` below have in common.
#[inline(never)]
pub fn erode_runs_down(out: &mut RowRuns, a: &RowRuns, by: usize) {
    out.restart(a.columns);
    let rows = a.below.last().map_or(0, |&rows| rows as usize);
    let (mut above, mut here, mut below, mut y) = (0, 0, 0, 0);
    while below + 1 < a.below.len() && a.below[below] as usize <= by {
        below += 1
    }
    while y < rows {
        // Beyond the borders there is nothing to have in common.
        let (has_above, has_below) = (y >= by, y + by < rows);
        let mut end = a.below[here] as usize;
        end = end.min(if has_above { a.below[above] as usize + by } else { by });
        end = end.min(if has_below { a.below[below] as usize - by } else { rows });
        let first = if has_above { above } else { here };
        let last = if has_below { below } else { here };
        if first == here && here == last {
            let range = a.ptr[here]..a.ptr[here + 1];
            out.left.extend_from_slice(&a.left[range.clone()]);
            out.right.extend_from_slice(&a.right[range])
        } else {
            in_common(out, a.row(first), a.row(here), a.row(last))
        }
        out.finish(end as u32);
        y = end;
        if has_above && a.below[above] as usize + by == y {
            above += 1
        }
        if a.below[here] as usize == y {
            here += 1
        }
        if has_below && a.below[below] as usize == y + by && below + 1 < a.below.len() {
            below += 1
        }
    }
}

/// The intersection of three lists of runs.
fn in_common(out: &mut RowRuns, a: (&[u32], &[u32]), b: (&[u32], &[u32]), c: (&[u32], &[u32])) {
    let (mut p, mut q, mut r) = (0, 0, 0);
    while p < a.0.len() && q < b.0.len() && r < c.0.len() {
        let left = a.0[p].max(b.0[q]).max(c.0[r]);
        let right = a.1[p].min(b.1[q]).min(c.1[r]);
        if left < right {
            out.left.push(left);
            out.right.push(right)
        }
        p += usize::from(a.1[p] == right);
        q += usize::from(b.1[q] == right);
        r += usize::from(c.1[r] == right)
    }
}

/// Words of 64 pixels, columns of words outermost: what words have in common with those `by` rows above and below.
#[inline(never)]
pub fn erode_words_down(out: &mut Vec<u64>, a: &[u64], rows: usize, by: usize) {
    out.resize(a.len(), 0);
    if rows == 0 {
        return;
    }
    for (out, a) in out.chunks_exact_mut(rows).zip(a.chunks_exact(rows)) {
        for y in 0..rows {
            let above = if y >= by { a[y - by] } else { !0 };
            let below = if y + by < rows { a[y + by] } else { !0 };
            out[y] = a[y] & above & below
        }
    }
}

/// The same with pixels `by` columns to the left and to the right, for `by` from 1 to 63. Beyond the last column of pixels the
/// bits of `a` are on.
#[inline(never)]
pub fn erode_words_across(out: &mut Vec<u64>, a: &[u64], rows: usize, by: u32) {
    out.resize(a.len(), 0);
    let across = a.len().checked_div(rows).unwrap_or(0);
    let ones = vec![!0; rows];
    let column = |c: usize| &a[c * rows..(c + 1) * rows];
    for c in 0..across {
        let (before, here) = (if c > 0 { column(c - 1) } else { &ones }, column(c));
        let behind = if c + 1 < across { column(c + 1) } else { &ones };
        let out = &mut out[c * rows..(c + 1) * rows];
        for ((out, &here), (&before, &behind)) in out.iter_mut().zip(here).zip(before.iter().zip(behind)) {
            *out = here & (here << by | before >> (64 - by)) & (here >> by | behind << (64 - by))
        }
    }
}

/// The least of three bytes, `by` apart: along rows if `stride` is 1, else down. `row` is the length of a row.
#[inline(never)]
pub fn erode_bytes(out: &mut Vec<u8>, a: &[u8], row: usize, by: usize, down: bool) {
    out.resize(a.len(), 0);
    if a.is_empty() {
        return;
    }
    if down {
        let (rows, by) = (a.len() / row, by);
        for y in 0..rows {
            let line = |y: usize| &a[y * row..(y + 1) * row];
            let (above, here) = (line(if y >= by { y - by } else { y }), line(y));
            let below = line(if y + by < rows { y + by } else { y });
            let out = &mut out[y * row..(y + 1) * row];
            for ((out, &here), (&above, &below)) in out.iter_mut().zip(here).zip(above.iter().zip(below)) {
                *out = here.min(above).min(below)
            }
        }
        return;
    }
    for (out, a) in out.chunks_exact_mut(row).zip(a.chunks_exact(row)) {
        let by = by.min(row);
        for x in (0..by).chain(row.saturating_sub(by).max(by)..row) {
            let before = if x >= by { a[x - by] } else { 255 };
            let behind = if x + by < row { a[x + by] } else { 255 };
            out[x] = a[x].min(before).min(behind)
        }
        if row > 2 * by {
            let (before, here, behind) = (&a[..row - 2 * by], &a[by..row - by], &a[2 * by..]);
            for ((out, &here), (&before, &behind)) in
                out[by..row - by].iter_mut().zip(here).zip(before.iter().zip(behind))
            {
                *out = here.min(before).min(behind)
            }
        }
    }
}

/// How many pixels under runs there are of each level.
#[inline(never)]
pub fn histogram_runs(levels: &mut [u64; 256], image: &[u8], mask: &RowRuns) {
    levels.fill(0);
    let mut y = 0;
    for (run, &below) in mask.below.iter().enumerate() {
        let (left, right) = mask.row(run);
        for y in y..below as usize {
            let row = &image[y * mask.columns..(y + 1) * mask.columns];
            for (&left, &right) in left.iter().zip(right) {
                for &level in &row[left as usize..right as usize] {
                    levels[usize::from(level)] += 1
                }
            }
        }
        y = below as usize
    }
}

/// How many pixels where a mask of bytes is not 0 there are of each level.
#[inline(never)]
pub fn histogram_bytes(levels: &mut [u64; 256], image: &[u8], mask: &[u8]) {
    levels.fill(0);
    for (&level, &mask) in image.iter().zip(mask) {
        if mask != 0 {
            levels[usize::from(level)] += 1
        }
    }
}

/// Rows of runs of bytes that cover all columns: row `y` holds `ptr[y]..ptr[y + 1]`, run `q` ends before `right[q]`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ByteRuns {
    /// Where rows start, and the end of the last.
    pub ptr: Vec<usize>,
    /// Where runs end.
    pub right: Vec<u32>,
    /// What they hold.
    pub val: Vec<u8>,
}

/// The nearest whole number from 0 to 255, of two the even one: the lowest bits of a sum that has no places behind the point.
#[inline(always)]
fn rounded(value: f32) -> u8 {
    let value = if value > 0.0 { value } else { 0.0 };
    let value = if value < 255.0 { value } else { 255.0 };
    (value + 8_388_608.0).to_bits() as u8
}

/// `alpha a + beta b`, rounded, run by run; runs that are equal become one.
#[inline(never)]
pub fn blend_runs(out: &mut ByteRuns, a: &ByteRuns, alpha: f32, b: &ByteRuns, beta: f32) {
    out.ptr.clear();
    out.ptr.push(0);
    out.right.clear();
    out.val.clear();
    for y in 0..a.ptr.len() - 1 {
        let (mut p, mut q, first) = (a.ptr[y], b.ptr[y], out.val.len());
        while p < a.ptr[y + 1] && q < b.ptr[y + 1] {
            let right = a.right[p].min(b.right[q]);
            let value = rounded(alpha * f32::from(a.val[p]) + beta * f32::from(b.val[q]));
            let last = out.val.len();
            if last > first && out.val[last - 1] == value {
                out.right[last - 1] = right
            } else {
                out.right.push(right);
                out.val.push(value)
            }
            p += usize::from(a.right[p] == right);
            q += usize::from(b.right[q] == right)
        }
        out.ptr.push(out.val.len())
    }
}

/// `alpha a + beta b`, rounded, pixel by pixel.
#[inline(never)]
pub fn blend_bytes(out: &mut Vec<u8>, a: &[u8], alpha: f32, b: &[u8], beta: f32) {
    out.resize(a.len(), 0);
    for ((out, &a), &b) in out.iter_mut().zip(a).zip(b) {
        *out = rounded(alpha * f32::from(a) + beta * f32::from(b))
    }
}
