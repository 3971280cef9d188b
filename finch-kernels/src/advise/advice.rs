//! A table of formats, and the best of them.

use super::model::{Model, Workload};
use super::structure::{BLOCKS, Structure, Symmetry};
use crate::imports::*;
use finch_formats::Coo;
use std::fmt;

/// A format is chosen instead of compressed rows if it is predicted to take no more than this share of their time.
const GAIN: f64 = 0.85;

/// When the same product is computed again and again, the branch prediction of some processors learns up to so many changes between empty and
/// filled rows, or of lengths.
const LEARNED_BY_SOME: usize = 8192;

/// A format that a matrix could be converted to, with the bytes that it takes and the times that are predicted for it. An entry of an
/// [`Advice`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Candidate {
    /// The format.
    pub format: MatrixFormat,
    /// How many bytes its arrays take, exactly.
    pub bytes: usize,
    /// How many seconds the work takes that was asked about.
    pub seconds: f64,
    /// How many seconds a product with a vector takes.
    pub spmv: f64,
    /// How many seconds a product with a dense matrix of eight columns takes.
    pub spmm: f64,
    /// How many seconds a visit of all entries takes.
    pub iterate: f64,
}

/// What a matrix is like, and what it takes in each format that can hold it. Formats of blocks are left out where few entries share a
/// block, and where there are far more columns than rows and entries. It is displayed as a table with reasons, the fastest format first.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    structure: Structure,
    work: Workload,
    candidates: Vec<Candidate>,
    best: MatrixFormat,
}

/// Which format suits `a` for products with vectors, by the shipped [`Model`]. [`advise_for`] takes other work and another model. Takes the
/// time and memory of [measuring](Structure::of) it, in one pass.
///
/// # Errors
///
/// [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory to [measure](Structure::of) the matrix.
pub fn advise<T: Number>(a: &Csr<T>) -> Result<Advice> {
    advise_for(a, Workload::Spmv, &Model::default())
}

/// Which format suits `a` for this work, by this model. Takes the time and memory of [measuring](Structure::of) it, in one pass.
///
/// # Errors
///
/// [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory to [measure](Structure::of) the matrix.
pub fn advise_for<T: Number>(a: &Csr<T>, work: Workload, model: &Model) -> Result<Advice> {
    Ok(Advice::of(Structure::of(a)?, work, model))
}

impl Advice {
    /// Which format suits a matrix of this structure. Takes constant time.
    pub fn of(structure: Structure, work: Workload, model: &Model) -> Advice {
        // While they are written, blocks take a number for each block column.
        let (columns, numbers) = (structure.cols / 8, structure.rows.saturating_add(structure.stored));
        let is_wide = columns > numbers.saturating_add(1024);
        let candidate = |&format: &MatrixFormat| {
            if is_wide && [MatrixFormat::Blocks2, MatrixFormat::Blocks3, MatrixFormat::Blocks4].contains(&format) {
                return None;
            }
            let predict = |work| model.predict(&structure, format, work);
            Some(Candidate {
                format,
                bytes: structure.bytes(format)?,
                seconds: predict(work)?,
                spmv: predict(Workload::Spmv)?,
                spmm: predict(Workload::Spmm(super::model::COLUMNS))?,
                iterate: predict(Workload::Iterate)?,
            })
        };
        // Each is put where it belongs: sorting so few of them would be a large part of the code of this crate.
        let mut candidates: Vec<Candidate> = Vec::with_capacity(MatrixFormat::ALL.len());
        for new in MatrixFormat::ALL.iter().filter_map(candidate) {
            let order = |old: &Candidate| old.seconds.total_cmp(&new.seconds).then(old.bytes.cmp(&new.bytes));
            let at = candidates.partition_point(|old| order(old).is_le());
            candidates.insert(at, new)
        }
        // Another format must be faster even where branch prediction has learned which rows are empty.
        let learned = Structure {
            empty_changes: structure.empty_changes.saturating_sub(LEARNED_BY_SOME),
            ..structure.clone()
        };
        let rows = model.predict(&learned, MatrixFormat::Csr, work);
        let most = rows.map_or(f64::INFINITY, |rows| GAIN * rows);
        let best = candidates.first().filter(|first| first.seconds <= most);
        let best = best.map_or(MatrixFormat::Csr, |first| first.format);
        Advice {
            structure,
            work,
            candidates,
            best,
        }
    }

    /// What the matrix is like.
    pub fn structure(&self) -> &Structure {
        &self.structure
    }

    /// All formats that can hold the matrix, the fastest first.
    pub fn candidates(&self) -> &[Candidate] {
        &self.candidates
    }

    /// What a format takes, if it can hold the matrix.
    pub fn candidate(&self, format: MatrixFormat) -> Option<&Candidate> {
        self.candidates.iter().find(|candidate| candidate.format == format)
    }

    /// The format that is predicted to be fastest, or `Csr` if that format would not save 15 % of the time of `Csr`. For this comparison, branch
    /// prediction is taken to have learned which rows of `Csr` are empty, up to 8192 changes between empty and filled rows.
    pub fn best(&self) -> MatrixFormat {
        self.best
    }

    /// The fastest format that takes at most so many bytes, if one does.
    pub fn best_within(&self, bytes: usize) -> Option<MatrixFormat> {
        match self.candidate(self.best) {
            Some(best) if best.bytes <= bytes => Some(self.best),
            _ => {
                let within = self.candidates.iter().find(|candidate| candidate.bytes <= bytes);
                within.map(|candidate| candidate.format)
            }
        }
    }

    /// A copy of `a` in the best format. Meant for the matrix that the advice is about, or one like it. Takes time linear in the entries of
    /// `a` and in what the copy stores.
    ///
    /// # Errors
    ///
    /// [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory. [`Order`](crate::ErrorKind::Order),
    /// [`Invalid`](crate::ErrorKind::Invalid): the best format cannot hold `a`, which is another matrix.
    pub fn convert<T: Number>(&self, a: &Csr<T>) -> Result<AnyMatrix<T>> {
        AnyMatrix::from_tensor(self.best, a)
    }

    /// Why the matrix takes in this format what was predicted, in words: for each format a number that describes its structure.
    pub fn reason(&self, format: MatrixFormat) -> String {
        let s = &self.structure;
        let each = |count: usize, of: usize| count as f64 / of.max(1) as f64;
        let share = |stored: f64| 100.0 * s.stored as f64 / stored.max(1.0);
        let blocks = |at: usize| {
            let Some(counts) = s.blocks else {
                return "few entries share a block".into();
            };
            let (size, count) = (BLOCKS[at], counts[at]);
            let full = share(count as f64 * (size * size) as f64);
            format!("{count} blocks of {size} by {size}, {full:.0} % full")
        };
        match format {
            MatrixFormat::Full => format!("{:.1} % of all places are stored", share(s.rows as f64 * s.cols as f64)),
            MatrixFormat::Csr => {
                let [least, most] = s.row_lengths;
                format!(
                    "{least} to {most} entries in a row, {:.1} on average",
                    each(s.stored, s.rows)
                )
            }
            MatrixFormat::Dcsr => format!("{} of {} rows are empty", s.rows.saturating_sub(s.filled_rows), s.rows),
            MatrixFormat::Coo => "two indices for each entry, and no pointers".into(),
            MatrixFormat::Stretches => format!(
                "{} stretches of consecutive entries, {:.1} entries in each",
                s.stretches,
                each(s.stored, s.stretches)
            ),
            MatrixFormat::Blocks2 => blocks(0),
            MatrixFormat::Blocks3 => blocks(1),
            MatrixFormat::Blocks4 => blocks(2),
            MatrixFormat::Band => format!(
                "{} places from the first to the last entry of each row, {:.0} % full; {} diagonals",
                s.band,
                share(s.band as f64),
                s.diagonals
            ),
            MatrixFormat::FullSymmetric => "symmetric: half of all places stand for both halves".into(),
            MatrixFormat::Runs => format!(
                "{} runs of equal values, {:.1} entries in each",
                s.runs,
                each(s.stored, s.runs)
            ),
            MatrixFormat::Points => "no row has more than one entry".into(),
        }
    }
}

/// Lines for people: what the matrix is like, and a row for each format.
impl fmt::Display for Advice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let s = &self.structure;
        let [of_rows, of_cols] = &s.index_ranges;
        let [below, above] = s.bandwidths;
        let work = match self.work {
            Workload::Spmv => "a product with a vector".into(),
            Workload::Spmm(columns) => format!("a product with {columns} columns"),
            Workload::Iterate => "a visit of all entries".into(),
        };
        writeln!(
            f,
            "{} by {}, {} stored: {} for {work}",
            s.rows, s.cols, s.stored, self.best
        )?;
        writeln!(
            f,
            "rows {of_rows:?} and columns {of_cols:?}, {below} below and {above} above the diagonal, on {} diagonals",
            s.diagonals
        )?;
        let triangle = "`spmv::symmetric` reads each entry of a sparse triangle once";
        match s.symmetry {
            Symmetry::Yes => writeln!(f, "symmetric: {triangle}")?,
            Symmetry::Seems => writeln!(f, "symmetric, as it seems: {triangle}")?,
            Symmetry::No => {}
        }
        // Mostly it is guesses of where a row ends that such products take, which no branch prediction learns.
        if s.length_changes > LEARNED_BY_SOME && s.stored < 5 * s.rows {
            writeln!(
                f,
                "short rows of different lengths: `spmv::by_coordinates` goes through a `Coo` entry by entry"
            )?
        }
        // So it is where rows are longer, but then rows of like length go together. Where fewer of the lengths change, that gains nothing.
        if 5 * s.rows <= s.stored && s.length_changes > s.rows / 4 * 3 {
            writeln!(
                f,
                "rows of different lengths: `spmv::sell` goes through eight rows of like length at once, on processors with AVX-512"
            )?
        }
        // Slices store less padding than whole diagonals, for which this counts.
        let on_diagonals = s.diagonals.saturating_mul(s.rows);
        if s.stored > 0 && on_diagonals.saturating_mul(4) <= s.stored.saturating_mul(7) {
            writeln!(
                f,
                "few diagonals: `spmv::sliced` goes through eight rows at once by those that they have"
            )?
        }
        match s.distinct {
            Some(1) => writeln!(f, "one value, as it seems: a pattern, `a.pattern()`, stores none")?,
            Some(count @ 2..) => writeln!(f, "{count} distinct values, as it seems")?,
            _ => {}
        }
        writeln!(
            f,
            "{:10} {:>14} {:>12} {:>12} {:>12}  because",
            "format", "bytes", "spmv us", "spmm us", "iterate us"
        )?;
        for candidate in &self.candidates {
            let micros = |seconds: f64| format!("{:.2}", 1e6 * seconds);
            writeln!(
                f,
                "{:10} {:>14} {:>12} {:>12} {:>12}  {}",
                candidate.format,
                candidate.bytes,
                micros(candidate.spmv),
                micros(candidate.spmm),
                micros(candidate.iterate),
                self.reason(candidate.format)
            )?
        }
        Ok(())
    }
}

/// Matrices that are converted to the format that suits them.
pub trait IntoBest<T> {
    /// The matrix in the format that is best for products with vectors: [`advise`], and then [`Advice::convert`]. A `Csr` for
    /// which `Csr` is best is moved. Zeros of an `AnyMatrix` in another format are left out, since some of them are padding.
    ///
    /// # Errors
    ///
    /// [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory, or an extent does not fit the indices of `Csr`.
    fn into_best(self) -> Result<AnyMatrix<T>>
    where
        Self: Sized,
        T: Number;
}

impl<T: Number> IntoBest<T> for Csr<T> {
    fn into_best(self) -> Result<AnyMatrix<T>> {
        let advice = advise(&self)?;
        match advice.best() {
            MatrixFormat::Csr => Ok(self.into()),
            _ => advice.convert(&self),
        }
    }
}

impl<T: Number> IntoBest<T> for Coo<T> {
    fn into_best(self) -> Result<AnyMatrix<T>> {
        Csr::from_tensor(&self)?.into_best()
    }
}

/// The level of compressed rows.
type Rows<T> = Dense<SparseList<Element<T>>>;

impl<T: Number> IntoBest<T> for AnyMatrix<T> {
    fn into_best(self) -> Result<AnyMatrix<T>> {
        match self {
            AnyMatrix::Csr(rows) => rows.into_best(),
            other => {
                let rows: Csr<T> = other.convert(MatrixFormat::Csr)?.try_into()?;
                rows.drop_fills::<Rows<T>>()?.into_best()
            }
        }
    }
}
