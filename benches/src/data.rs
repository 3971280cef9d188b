//! Inputs: matrices from files where there are any, and generated ones.
//!
//! The environment variable `FINCH_DATA` names a folder with `facts.csv` and Matrix Market files, plain or compressed.

use crate::cases::NamedTensor;
use finch_kernels::Result;
use finch_kernels::prelude::*;
use std::path::{Path, PathBuf};

/// The folder of data, if there is one.
pub fn folder() -> Option<PathBuf> {
    std::env::var_os("FINCH_DATA").map(PathBuf::from)
}

/// A matrix with a name.
#[derive(Clone, Debug)]
pub struct Named {
    /// Where it is from: a file without its ending, or how it was generated.
    pub name: String,
    /// The matrix.
    pub matrix: Csr<f64>,
}

/// The `count` files of `matrices/` that have most entries by the facts of `folder`, most first: entries as they are in
/// the matrix, after symmetric ones were expanded and those named twice were merged (`nnz_after_expansion_and_merging`).
///
/// # Errors
///
/// The facts cannot be read.
pub fn largest(folder: &Path, count: usize) -> Result<Vec<PathBuf>> {
    let mut files = files(folder, |file| file.starts_with("matrices/"))?;
    files.truncate(count);
    Ok(files)
}

/// The files of `folder` whose names hold `text`, those with most entries first.
///
/// # Errors
///
/// The facts cannot be read.
pub fn matching(folder: &Path, text: &str) -> Result<Vec<PathBuf>> {
    files(folder, |file| file.contains(text))
}

/// The files that `wanted` says yes to, those with most entries first.
fn files(folder: &Path, wanted: impl Fn(&str) -> bool) -> Result<Vec<PathBuf>> {
    let path = folder.join("facts.csv");
    let facts = std::fs::read_to_string(&path).map_err(|error| unreadable(&path, &error))?;
    let mut files: Vec<(usize, &str)> = facts
        .lines()
        .filter_map(|line| {
            let cells: Vec<&str> = line.split(',').collect();
            Some((cells.get(4)?.parse().ok()?, *cells.first()?))
        })
        .filter(|(_, file)| wanted(file))
        .collect();
    files.sort_by(|left, right| right.cmp(left));
    Ok(files.into_iter().map(|(_, file)| folder.join(file)).collect())
}

fn unreadable(path: &Path, error: &dyn std::fmt::Display) -> Error {
    Error::new(ErrorKind::Parse, format!("{}: {error}", path.display()))
}

/// Reads a Matrix Market file of real numbers, plain or compressed.
///
/// # Errors
///
/// The file cannot be read, or is not one.
pub fn read(path: &Path) -> Result<Named> {
    Ok(Named {
        name: name_of(path),
        matrix: Csr::read_matrix_market(path)?,
    })
}

/// Reads a tensor of three or four dimensions: a FROSTT file (`.tns`), whose lines are indices, counted from 1, and a
/// value. Extents are the largest indices, values of one place are added. What is compressed is read through `gzip`.
///
/// # Errors
///
/// The file cannot be read, or is not one.
pub fn read_tensor(path: &Path) -> Result<NamedTensor> {
    let text = if path.extension().is_some_and(|ending| ending == "gz") {
        let output = std::process::Command::new("gzip").arg("-dc").arg(path).output();
        output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        std::fs::read_to_string(path)
    };
    let text = text.map_err(|error| unreadable(path, &error))?;
    let numbers = |line: &str| -> Option<Vec<f64>> { line.split_whitespace().map(|word| word.parse().ok()).collect() };
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let entries: Option<Vec<Vec<f64>>> = lines.map(numbers).collect();
    let entries = entries.ok_or_else(|| unreadable(path, &"not all words are numbers"))?;
    let dimensions = entries.first().map_or(0, Vec::len).saturating_sub(1);
    if !matches!(dimensions, 3 | 4)
        || entries
            .iter()
            .any(|entry| entry.len() != dimensions + 1 || entry[0] < 1.0)
    {
        return Err(unreadable(path, &"this is no tensor of three or four dimensions"));
    }
    let extent = |axis: usize| entries.iter().fold(0, |most, entry| most.max(entry[axis] as usize));
    let at = |entry: &[f64], axis: usize| entry[axis] as usize - 1;
    Ok(if dimensions == 3 {
        let entries = entries
            .iter()
            .map(|entry| ([0, 1, 2].map(|axis| at(entry, axis)), entry[3]));
        NamedTensor::Three(Tensor::from_triplets([0, 1, 2].map(extent), entries, Add)?)
    } else {
        let entries = entries
            .iter()
            .map(|entry| ([0, 1, 2, 3].map(|axis| at(entry, axis)), entry[4]));
        NamedTensor::Four(Tensor::from_triplets([0, 1, 2, 3].map(extent), entries, Add)?)
    })
}

/// The name of a file without its endings.
pub fn name_of(path: &Path) -> String {
    let name = path
        .file_name()
        .map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    name.trim_end_matches(".gz")
        .trim_end_matches(".mtx")
        .trim_end_matches(".tns")
        .into()
}

/// Numbers that are the same in every run: xorshift64.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Default for Random {
    fn default() -> Self {
        Random(88_172_645_463_325_252)
    }
}

impl Random {
    /// The next number.
    pub fn next_number(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// The next number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.next_number()) * end as u128) >> 64) as usize
    }

    /// The next number in `0.5..1.5`.
    pub fn value(&mut self) -> f64 {
        0.5 + (self.next_number() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// `count` numbers below `end`, ascending.
    pub fn sorted(&mut self, count: usize, end: usize) -> Vec<u32> {
        let mut chosen = Vec::with_capacity(count);
        // Each number is chosen with the share of those that are still wanted among those that are left.
        for number in 0..end {
            if self.below(end - number) < count - chosen.len() {
                chosen.push(number as u32)
            }
        }
        chosen
    }
}

/// A vector of `len` with `stored` entries.
///
/// # Errors
///
/// None, if `len` fits 32 bits.
pub fn sparse_vector(stored: usize, len: usize, random: &mut Random) -> Result<SparseVector<f64>> {
    let idx = random.sorted(stored.min(len), len);
    let val = idx.iter().map(|_| random.value()).collect();
    Tensor::<SparseList<Element<f64>>>::from_parts(len, idx, val)
}

/// A square matrix of `extent` rows with `per_row` entries each, spread evenly.
///
/// # Errors
///
/// None, if `extent` fits 32 bits.
pub fn uniform(extent: usize, per_row: usize, random: &mut Random) -> Result<Named> {
    Ok(Named {
        name: format!("uniform_{extent}_{per_row}"),
        matrix: scattered(extent, extent, per_row, random)?,
    })
}

/// A matrix of `rows` by `cols` with `per_row` entries in each row, spread evenly.
///
/// # Errors
///
/// None, if the extents fit 32 bits.
pub fn scattered(rows: usize, cols: usize, per_row: usize, random: &mut Random) -> Result<Csr<f64>> {
    let (mut ptr, mut idx) = (vec![0], Vec::new());
    for _ in 0..rows {
        let mut row: Vec<u32> = (0..per_row).map(|_| random.below(cols) as u32).collect();
        row.sort_unstable();
        row.dedup();
        idx.extend(row);
        ptr.push(idx.len())
    }
    let val = idx.iter().map(|_| random.value()).collect();
    Tensor::<Dense<SparseList<Element<f64>>>>::from_parts(rows, cols, ptr, idx, val)
}

/// A square matrix of `extent` rows whose entries are `reach` or less away from the diagonal.
///
/// # Errors
///
/// None, if `extent` fits 32 bits.
pub fn banded(extent: usize, reach: usize, random: &mut Random) -> Result<Named> {
    let (mut ptr, mut idx) = (vec![0], Vec::new());
    for row in 0..extent {
        idx.extend(row.saturating_sub(reach) as u32..(row + reach + 1).min(extent) as u32);
        ptr.push(idx.len())
    }
    named(format!("banded_{extent}_{reach}"), extent, ptr, idx, random)
}

/// A square matrix of `extent` rows, of which few have many entries and many have few.
///
/// # Errors
///
/// None, if `extent` fits 32 bits.
pub fn skewed(extent: usize, most: usize, random: &mut Random) -> Result<Named> {
    let (mut ptr, mut idx) = (vec![0], Vec::new());
    for _ in 0..extent {
        let rank = 1 + random.below(extent);
        let entries = (most * 16 / rank).clamp(2, most);
        let mut row: Vec<u32> = (0..entries)
            .map(|_| {
                let near = random.below(extent);
                random.below(near + 1) as u32
            })
            .collect();
        row.sort_unstable();
        row.dedup();
        idx.extend(row);
        ptr.push(idx.len())
    }
    named(format!("skewed_{extent}_{most}"), extent, ptr, idx, random)
}

/// A square matrix of `extent` rows with `per_row` stretches of `shortest` to `longest` entries each, not next to each other.
///
/// # Errors
///
/// None, if `extent` fits 32 bits.
pub fn stretches(extent: usize, per_row: usize, shortest: usize, longest: usize, random: &mut Random) -> Result<Named> {
    let (mut ptr, mut idx) = (vec![0], Vec::new());
    for _ in 0..extent {
        let mut row: Vec<u32> = (0..per_row).map(|_| random.below(extent) as u32).collect();
        row.sort_unstable();
        let mut end = 0;
        for start in row {
            let len = shortest + random.below(longest - shortest + 1);
            let start = (start as usize).max(end);
            end = (start + len).min(extent);
            idx.extend(start as u32..end as u32);
            end += 1
        }
        ptr.push(idx.len())
    }
    let name = format!("stretches_{extent}_{per_row}_{shortest}_{longest}");
    named(name, extent, ptr, idx, random)
}

/// A square matrix in blocks of `size` by `size`: `per_row` of them next to `size` times `count` rows.
///
/// # Errors
///
/// None, if the extent fits 32 bits.
pub fn tiles(count: usize, size: usize, per_row: usize, random: &mut Random) -> Result<Named> {
    let (mut ptr, mut idx) = (vec![0], Vec::new());
    for _ in 0..count {
        let blocks = random.sorted(per_row.min(count), count);
        for _ in 0..size {
            let columns = |block: &u32| *block * size as u32..(*block + 1) * size as u32;
            idx.extend(blocks.iter().flat_map(columns));
            ptr.push(idx.len())
        }
    }
    named(
        format!("tiles_{count}_{size}_{per_row}"),
        count * size,
        ptr,
        idx,
        random,
    )
}

/// A matrix of the kind that a kernel over matrices is for, with about `stored` entries.
///
/// # Errors
///
/// `stored` is too large.
pub fn own_kind(kernel: &str, stored: usize) -> Result<Named> {
    let random = &mut Random::default();
    match kernel {
        _ if kernel.contains("bcsr-2") => tiles((stored / 32).max(1), 2, 8, random),
        _ if kernel.contains("bcsr-4") => tiles((stored / 128).max(1), 4, 8, random),
        _ if kernel.contains("blocks") => stretches((stored / 64).max(1), 4, 16, 16, random),
        _ if kernel.contains("segments") => stretches((stored / 64).max(1), 4, 4, 28, random),
        // 10 000 rows of 2 010 000 entries, or of 4 010 000.
        _ if kernel.contains("bands") => {
            let reach = if stored < 4_000_000 { 100 } else { 200 };
            banded((stored / (2 * reach + 1)).max(1), reach, random)
        }
        _ => uniform((stored / 8).max(1), 8, random),
    }
}

fn named(name: String, extent: usize, ptr: Vec<usize>, idx: Vec<u32>, random: &mut Random) -> Result<Named> {
    let val = idx.iter().map(|_| random.value()).collect();
    let matrix = Tensor::<Dense<SparseList<Element<f64>>>>::from_parts(extent, extent, ptr, idx, val)?;
    Ok(Named { name, matrix })
}

/// Generated matrices, for where there are no files.
///
/// # Errors
///
/// None.
pub fn generated() -> Result<Vec<Named>> {
    let random = &mut Random::default();
    Ok(vec![
        uniform(20_000, 8, random)?,
        uniform(4_000, 40, random)?,
        banded(20_000, 4, random)?,
        skewed(20_000, 2_000, random)?,
    ])
}

/// A runner's vector for matrices of `len` columns: 0.5 and a fraction that is spread evenly.
pub fn spread(len: usize) -> Vec<f64> {
    numbers().take(len).collect()
}

/// The numbers of [`spread`], as many as are taken.
pub fn numbers() -> impl Iterator<Item = f64> {
    (0_u64..).map(|index| 0.5 + (index as f64 * 0.618_033_988_749_894_9).fract())
}

/// `a` with its columns rotated by one.
///
/// # Errors
///
/// None.
pub fn rotated(a: &Csr<f64>) -> Result<Csr<f64>> {
    let shape = a.shape();
    let cols = shape[1];
    let entries = a.to_triplets();
    let entries = entries
        .iter()
        .map(|(index, value)| ([index[0], (index[1] + 1) % cols], *value));
    Csr::from_triplets([shape[0], cols], entries, Add)
}

/// `a` with rows for columns.
///
/// # Errors
///
/// None.
pub fn transposed(a: &Csr<f64>) -> Result<Csr<f64>> {
    let shape = a.shape();
    let entries = a.to_triplets();
    let entries = entries.iter().map(|(index, value)| ([index[1], index[0]], *value));
    Csr::from_triplets([shape[1], shape[0]], entries, Add)
}

/// [`spread`] as a sparse vector that stores an even tenth, the same in every implementation that this is compared with.
///
/// # Errors
///
/// None, if `len` fits 32 bits.
pub fn tenth(len: usize) -> Result<SparseVector<f64>> {
    let kept = |index: &u32| index.wrapping_mul(2_654_435_761) < 429_496_729;
    spread_at(len, (0..len as u32).filter(kept).collect())
}

/// [`spread`] as a sparse vector that stores ten entries at equal distances, or all that there are.
///
/// # Errors
///
/// None, if `len` fits 32 bits.
pub fn ten(len: usize) -> Result<SparseVector<f64>> {
    let mut idx: Vec<u32> = (0..10).map(|q| (q * len / 10) as u32).collect();
    idx.dedup();
    idx.truncate(len);
    spread_at(len, idx)
}

fn spread_at(len: usize, idx: Vec<u32>) -> Result<SparseVector<f64>> {
    let dense = spread(len);
    let val = idx.iter().map(|&index| dense[index as usize]).collect();
    Tensor::<SparseList<Element<f64>>>::from_parts(len, idx, val)
}
