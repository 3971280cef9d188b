//! The arrays of a tensor in each layout.

use super::zip::ArchiveWriter;
use super::*;
use crate::room::{filled, no_room};

/// What a tensor stores: the indices along each axis, and the values.
struct Listed<T> {
    shape: Vec<usize>,
    index: Vec<Vec<usize>>,
    val: Vec<T>,
}

/// The file.
pub(super) fn bytes<L: Level<T: FileValue>>(tensor: &Tensor<L>, layout: Layout, compressed: bool) -> Result<Vec<u8>> {
    crate::io::check_fill::<L>("matrices of SciPy", "write all values, by `write_npy`")?;
    npy::is_named::<L::T>()?;
    let shape = tensor.shape().to_vec();
    ensure!(shape.len() == 2 || layout == Layout::Coo, else Mismatch,
        "a tensor of {} dimensions is no matrix: write it as `Layout::Coo`", shape.len());
    ensure!(!shape.is_empty(), else Mismatch, "a tensor without dimensions has no coordinates");
    let (index, val) = tensor.lists(|_, _| Ok(true))?;
    let mut file = File {
        archive: ArchiveWriter::new(compressed),
        wide: shape.iter().any(|&extent| extent > i32::MAX as usize) || val.len() > i32::MAX as usize,
    };
    let listed = Listed { shape, index, val };
    file.put_layout(layout, &listed)?;
    file.archive
        .put("shape", &npy::bytes(&[listed.shape.len()], &signed(&listed.shape)))?;
    file.archive.finish()
}

fn signed(numbers: &[usize]) -> Vec<i64> {
    numbers.iter().map(|&number| number as i64).collect()
}

struct File {
    archive: ArchiveWriter,
    /// Indices need 64 bits.
    wide: bool,
}

impl File {
    /// Appends integers of this shape, of as many bits as all need.
    fn put_indices(&mut self, name: &str, shape: &[usize], numbers: &[i64]) -> Result<()> {
        if self.wide {
            return self.archive.put(name, &npy::bytes(shape, numbers));
        }
        let numbers: Vec<i32> = numbers.iter().map(|&number| number as i32).collect();
        self.archive.put(name, &npy::bytes(shape, &numbers))
    }

    fn put_list(&mut self, name: &str, numbers: &[usize]) -> Result<()> {
        self.put_indices(name, &[numbers.len()], &signed(numbers))
    }

    fn put_format(&mut self, name: &str) -> Result<()> {
        self.archive.put("format", &npy::text_bytes(name))
    }

    fn put_data<T: FileValue>(&mut self, shape: &[usize], val: &[T]) -> Result<()> {
        self.archive.put("data", &npy::bytes(shape, val))
    }

    fn put_layout<T: FileValue>(&mut self, layout: Layout, listed: &Listed<T>) -> Result<()> {
        let Listed { shape, index, val } = listed;
        match layout {
            Layout::Csr => self.put_compressed("csr", shape[0], &index[0], &index[1], val),
            Layout::Csc => {
                let mut order: Vec<usize> = (0..val.len()).collect();
                // Rows stay in their order.
                order.sort_by_key(|&entry| index[1][entry]);
                let sorted = |index: &[usize]| order.iter().map(|&entry| index[entry]).collect::<Vec<usize>>();
                let val: Vec<T> = order.iter().map(|&entry| val[entry]).collect();
                self.put_compressed("csc", shape[1], &sorted(&index[1]), &sorted(&index[0]), &val)
            }
            Layout::Coo => {
                self.put_format("coo")?;
                if let [rows, cols] = &index[..] {
                    self.put_list("row", rows)?;
                    self.put_list("col", cols)?
                } else {
                    self.archive.put("_is_array", &npy::bytes(&[], &[true]))?;
                    self.put_indices("coords", &[shape.len(), val.len()], &signed(&index.concat()))?
                }
                self.put_data(&[val.len()], val)
            }
            Layout::Bsr { rows, cols } => self.put_blocks(rows, cols, listed),
            Layout::Dia => self.put_diagonals(listed),
        }
    }

    fn put_compressed<T: FileValue>(
        &mut self,
        name: &str,
        fibers: usize,
        outer: &[usize],
        inner: &[usize],
        val: &[T],
    ) -> Result<()> {
        self.put_format(name)?;
        self.put_pointers(fibers, outer)?;
        self.put_list("indices", inner)?;
        self.put_data(&[val.len()], val)
    }

    /// Appends where the entries of each fiber start, which are sorted by fibers.
    fn put_pointers(&mut self, fibers: usize, outer: &[usize]) -> Result<()> {
        let mut ptr = filled(fibers.saturating_add(1), 0)?;
        for &fiber in outer {
            ptr[fiber + 1] += 1
        }
        for fiber in 0..fibers {
            ptr[fiber + 1] += ptr[fiber]
        }
        self.put_list("indptr", &ptr)
    }

    fn put_blocks<T: FileValue>(&mut self, high: usize, wide: usize, listed: &Listed<T>) -> Result<()> {
        let Listed { shape, index, val } = listed;
        let divides = |size: usize, extent: usize| size > 0 && extent.is_multiple_of(size);
        ensure!(divides(high, shape[0]) && divides(wide, shape[1]), else Mismatch,
            "blocks of {high} by {wide} do not divide a matrix of {} by {}", shape[0], shape[1]);
        let place = |entry: usize| (index[0][entry] / high, index[1][entry] / wide);
        let mut blocks: Vec<(usize, usize)> = (0..val.len()).map(place).collect();
        blocks.sort_unstable();
        blocks.dedup();
        let size = high.checked_mul(wide).and_then(|cells| cells.checked_mul(blocks.len()));
        let mut data = zeros(size)?;
        for (entry, &value) in val.iter().enumerate() {
            let block = blocks.partition_point(|&block| block < place(entry));
            data[(block * high + index[0][entry] % high) * wide + index[1][entry] % wide] = value
        }
        let (rows, cols): (Vec<usize>, Vec<usize>) = blocks.into_iter().unzip();
        self.put_format("bsr")?;
        self.put_pointers(shape[0] / high, &rows)?;
        self.put_list("indices", &cols)?;
        self.put_data(&[rows.len(), high, wide], &data)
    }

    fn put_diagonals<T: FileValue>(&mut self, listed: &Listed<T>) -> Result<()> {
        let Listed { shape, index, val } = listed;
        let offset = |entry: usize| index[1][entry] as i64 - index[0][entry] as i64;
        let mut offsets: Vec<i64> = (0..val.len()).map(offset).collect();
        offsets.sort_unstable();
        offsets.dedup();
        let width = shape[1];
        let mut data = zeros(offsets.len().checked_mul(width))?;
        for (entry, &value) in val.iter().enumerate() {
            let diagonal = offsets.partition_point(|&other| other < offset(entry));
            data[diagonal * width + index[1][entry]] = value
        }
        self.put_format("dia")?;
        self.put_indices("offsets", &[offsets.len()], &offsets)?;
        self.put_data(&[offsets.len(), width], &data)
    }
}

/// So many zeros, if there is memory for them.
fn zeros<T: FileValue>(count: Option<usize>) -> Result<Vec<T>> {
    let found = count.zip(T::from_integer(0));
    let (count, zero) = found.ok_or_else(|| no_room(usize::MAX))?;
    filled(count, zero)
}
