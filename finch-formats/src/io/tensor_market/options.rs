//! How a file is read into a tensor.

use super::*;
use crate::io::{check_room, in_room, unmerged};
use crate::room::push;
use crate::tensor::entries::Entries;
use finch_traits::algebra::nat::Nat;

/// Options for reading a file into a tensor: its extents, and a limit to what it may claim.
///
/// ```
/// use finch_formats::io::tensor_market::Options;
/// use finch_formats::prelude::*;
///
/// let file = "1 1 2.5\n";
/// let a: Csr<f64> = Options::default().shape([3, 4]).read(file.as_bytes())?;
/// assert_eq!(&a.shape()[..], [3, 4]);
/// # Ok::<(), finch_formats::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    shape: Option<Vec<usize>>,
    max_cells: Option<usize>,
}

impl Options {
    settings! {
        /// The extents of the tensor: of a FROSTT file, which does not say them, or what those of another file must be.
        shape(shape: impl Into<Vec<usize>>) = Some(shape.into());

        /// How many numbers a nest may have room for that are not in the file, as [`Cube`](crate::Cube) has for all values and
        /// [`Csr`](crate::Csr) for the pointers of rows. By default [`MAX_CELLS`](crate::io::matrix_market::MAX_CELLS) values or eight for each entry that was read, and
        /// 2^20 pointers or 2^10 for each entry.
        max_cells(cells: usize) = Some(cells);
    }

    /// Reads a tensor into any nest of as many dimensions. Values that are listed for one place are added up; truth values are combined by
    /// "or". Values of an array that are the fill of the nest are left out. [What it takes](crate::io::tensor_market#cost) is linear in the
    /// file where entries are sorted.
    ///
    #[doc = include_str!("errors/read.md")]
    ///
    /// The message starts with the number of the line, unless it is about the file as a whole.
    pub fn read<L: WriteLevel<T: FileValue, Rank: Axes> + Default>(&self, input: impl Read) -> Result<Tensor<L>> {
        self.tensor(Reader::new(input)?)
    }

    /// Reads a tensor from the file at `path`, plain or compressed, as [`read`](Self::read) does, in the time of that. Errors are those of
    /// [`Tensor::read_tensor_market`].
    pub fn open<L: WriteLevel<T: FileValue, Rank: Axes> + Default>(&self, path: impl AsRef<Path>) -> Result<Tensor<L>> {
        self.tensor(Reader::open(path)?)
    }

    pub(in crate::io) fn tensor<L: WriteLevel<T: FileValue, Rank: Axes> + Default>(
        &self,
        mut reader: Reader<'_>,
    ) -> Result<Tensor<L>> {
        let claimed = self.claimed::<L>(reader.header());
        let claimed = claimed.map_err(|error| reader.wrong_size(error))?;
        let omitted = (reader.header().format == Format::Array).then(L::Fill::value);
        let (mut index, mut val) = (Vec::new(), Vec::new());
        let mut largest = Shape::<L::Rank>::default();
        reader.visit(|at, value: L::T| {
            if omitted.is_some_and(|omitted| omitted.same(value)) {
                return Ok(());
            }
            let at = Shape::<L::Rank>::from_iter(at.iter().copied());
            for (largest, &index) in largest.iter_mut().zip(&at) {
                // Without extents indices are below the largest one there is.
                *largest = (index + 1).max(*largest)
            }
            push(&mut index, at)?;
            push(&mut val, value)
        })?;
        let shape = match claimed {
            Some(shape) => Shape::<L::Rank>::from_iter(shape),
            None => largest,
        };
        let tensor = self.assembled(shape, index, val);
        tensor.map_err(|error| reader.wrong_size(error))
    }

    /// The extents that the options or the file say.
    fn claimed<L: WriteLevel>(&self, header: &Header) -> Result<Option<Vec<usize>>> {
        let (rank, order) = (L::Rank::VALUE, header.order);
        let asked = self.shape.as_ref().map_or(rank, Vec::len);
        ensure!(asked == rank, else Mismatch, "the options give {asked} extents for a nest of {rank} dimensions");
        let shape = match (&self.shape, &header.shape) {
            (Some(asked), Some(claimed)) if asked != claimed => {
                return Err(error!(
                    Mismatch,
                    "the extents are {claimed:?}, and {asked:?} are asked for"
                ));
            }
            (_, Some(claimed)) => Some(claimed),
            (asked, None) => asked.as_ref(),
        };
        ensure!(order != 0 || shape.is_some(), else Parse,
            "there are no entries, so that nothing says how many dimensions there are: see `Options::shape`");
        ensure!(order == rank || order == 0, else Mismatch,
            "a tensor of {order} dimensions cannot be read into a nest of {rank}");
        // What no number of entries justifies is refused at once.
        if let Some(shape) = shape {
            check_room::<L>(shape, header.entries.unwrap_or(usize::MAX), self.max_cells)?
        }
        Ok(shape.cloned())
    }

    fn assembled<L>(&self, shape: Shape<L::Rank>, index: Vec<Shape<L::Rank>>, val: Vec<L::T>) -> Result<Tensor<L>>
    where
        L: WriteLevel<T: FileValue, Rank: Axes> + Default,
    {
        let count = val.len();
        check_room::<L>(&shape, count, self.max_cells)?;
        let entries = Entries::listed(shape, index, val)?;
        in_room(count, self.max_cells, || Tensor::of_entries(entries, L::T::merged)).map_err(unmerged)
    }
}
