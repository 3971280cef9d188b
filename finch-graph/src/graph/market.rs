//! Graphs from Matrix Market files.

use super::edges::pattern;
use super::{Direction, Graph, GraphOf, Weight, WeightedGraph};
use crate::prelude::*;
use finch_kernels::formats::ensure;
use finch_kernels::formats::io::matrix_market::{FileValue, Header, Options, Reader, Symmetry};
use finch_kernels::traits::Result;
use std::io::Read;
use std::path::Path;

/// What the header of a file says: undirected if it is symmetric; an error if it is not square.
pub(crate) fn direction(header: &Header) -> Result<Direction> {
    ensure!(header.rows == header.cols, else Mismatch,
        "the matrix of a graph has as many rows as columns, not {} and {}", header.rows, header.cols);
    Ok(match header.symmetry {
        Symmetry::Symmetric | Symmetry::Hermitian => Direction::Undirected,
        _ => Direction::Directed,
    })
}

/// The file as far as its header, and what that says.
fn opened(path: &Path) -> Result<(Reader<'static>, Direction)> {
    let reader = Reader::open(path)?;
    let direction = direction(reader.header()).map_err(|error| error.context(path.display()))?;
    Ok((reader, direction))
}

/// Reads graphs of one kind: what the file at a path, and what any input holds, which becomes `$rows` as a matrix.
macro_rules! reads {
    (
        [$($generics:tt)*] $graph:ty, |$matrix:ident: $type:ty| $rows:expr;
        $(#[$doc:meta])* read_matrix_market
        $(#[$errors:meta])*
    ) => {
        impl $($generics)* $graph {
            $(#[$doc])*
            ///
            /// # Errors
            ///
            /// * [`Io`](crate::ErrorKind::Io): the file cannot be opened or read.
            $(#[$errors])*
            ///
            /// The message starts with the name of the file, and names the line where there is one.
            pub fn read_matrix_market(path: impl AsRef<Path>) -> Result<Self> {
                let path = path.as_ref();
                let (reader, direction) = opened(path)?;
                let $matrix: $type = Options::default().read_behind(reader)?;
                GraphOf::from_rows($rows, direction).map_err(|error| error.context(path.display()))
            }

            /// The graph of a Matrix Market file that is read from `input`, as by [`read_matrix_market`](Self::read_matrix_market), in the
            /// given direction.
            ///
            /// # Errors
            ///
            /// * [`Io`](crate::ErrorKind::Io): the input cannot be read.
            $(#[$errors])*
            ///
            /// The message of what is wrong with the file starts with the number of the line.
            pub fn read(input: impl Read, direction: Direction) -> Result<Self> {
                let $matrix: $type = Options::default().read(input)?;
                GraphOf::from_rows($rows, direction)
            }

            /// The graph of a Matrix Market file that is read from `input`, undirected if its header says that it is symmetric: what
            /// [`read_matrix_market`](Self::read_matrix_market) reads, where [`Watched`](finch_kernels::formats::io::Watched) tells how much
            /// was read.
            ///
            /// # Errors
            ///
            /// Those of [`read`](Self::read).
            pub fn read_by_header(input: impl Read) -> Result<Self> {
                let reader = Reader::new(input)?;
                let direction = direction(reader.header())?;
                let $matrix: $type = Options::default().read_behind(reader)?;
                GraphOf::from_rows($rows, direction)
            }
        }
    };
}

reads! {
    // Values are read and dropped: an entry of zero is an edge, too.
    [] Graph, |matrix: Csr<f64>| pattern(&matrix);
    /// The graph of a [Matrix Market](finch_kernels::formats::io::matrix_market) file, plain or compressed: entry `(j, i)` is the edge from
    /// `j` to `i`, whatever its value, zero included. It is undirected if the file is symmetric. Takes time linear in the file where
    /// entries are listed by rows or by columns, and memory for a list of them beside the graph.
    read_matrix_market
    /// * [`Parse`](crate::ErrorKind::Parse): the banner, the size line or an entry is malformed, an entry is one that a file of this
    ///   symmetry does not list, there are fewer or more entries than the size line claims, or compressed data is damaged.
    /// * [`Mismatch`](crate::ErrorKind::Mismatch): the matrix is not square, or its values are complex.
    /// * [`OutOfBounds`](crate::ErrorKind::OutOfBounds): an entry lies outside of the matrix.
    /// * [`TooLarge`](crate::ErrorKind::TooLarge): a number is beyond the range of `f64`, a line is too long, there are more vertices than
    ///   the default [options](finch_kernels::formats::io::matrix_market::Options) allow for so many entries, or there is not enough
    ///   memory.
}

reads! {
    [<T: Weight + FileValue>] WeightedGraph<T>, |matrix: CsrWithFill<T, Inf>| matrix;
    /// The graph of a [Matrix Market](finch_kernels::formats::io::matrix_market) file, plain or compressed: entry `(j, i)` is the edge from
    /// `j` to `i`, its value the length, or 1 if the file has none. Entries that come twice are summed, as the format has it. The graph is
    /// undirected if the file is symmetric. Takes the time and memory of [`Graph::read_matrix_market`].
    read_matrix_market
    /// * [`Parse`](crate::ErrorKind::Parse): the banner, the size line or an entry is malformed, an entry is one that a file of this
    ///   symmetry does not list, there are fewer or more entries than the size line claims, or compressed data is damaged.
    /// * [`Mismatch`](crate::ErrorKind::Mismatch): the matrix is not square, or values of this type are not read from entries of the file's
    ///   field.
    /// * [`Invalid`](crate::ErrorKind::Invalid): a value is no [length](Weight::is_length), since it is NaN or infinite: the
    ///   message names the edge.
    /// * [`Arithmetic`](crate::ErrorKind::Arithmetic): the sum of entries at one place overflows.
    /// * [`OutOfBounds`](crate::ErrorKind::OutOfBounds): an entry lies outside of the matrix.
    /// * [`TooLarge`](crate::ErrorKind::TooLarge): a value does not fit its type, a line is too long, there are more vertices than the
    ///   default [options](finch_kernels::formats::io::matrix_market::Options) allow for so many entries, or there is not enough memory.
}
