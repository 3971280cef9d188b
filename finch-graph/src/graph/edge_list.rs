//! Graphs from lists of edges: on each line of a text two vertices, and maybe a length.
//!
//! ```text
//! # from to length
//! 0 1 2.5
//! 1,2,1
//! ```
//!
//! | | |
//! |---|---|
//! | fields | are between spaces, tabs, commas or semicolons; what follows those that are read counts for nothing |
//! | lines | that are empty, or start with `#` or `%`, count for nothing; they may end as on Windows |
//! | vertices | are numbers from 0, or from [`first`](Options::first); or any words, see [`named`](Options::named) |
//! | lengths | are the third field, 1 where there is none; of edges between the same two vertices the shortest stays |
//! | compressed data (gzip) | is recognised by how it starts, whatever the name of the file |
//!
//! ```
//! use finch_graph::graph::edge_list::Options;
//! use finch_graph::prelude::*;
//!
//! let list = "# who knows whom\nada\tcharles\ncharles\tmary\n";
//! let named = Options::default().named().direction(Direction::Undirected).read(list.as_bytes())?;
//! assert_eq!(named.names, ["ada", "charles", "mary"]);
//! assert_eq!(named.graph.targets(1), [0, 2]);
//! # Ok::<(), Error>(())
//! ```
//!
//! [`Watched`](finch_kernels::formats::io::Watched) tells how much was read:
//!
//! ```
//! use finch_graph::graph::edge_list::Options;
//! use finch_graph::prelude::*;
//! use finch_kernels::formats::io::Watched;
//!
//! let list = "0 1\n1 2\n";
//! let mut done = 0;
//! let graph = Options::default().read(Watched::new(list.as_bytes(), |bytes| done = bytes))?.graph;
//! assert_eq!((done, graph.vertices()), (8, 3));
//! # Ok::<(), Error>(())
//! ```

use super::transpose::no_memory;
use super::{Direction, EdgeLeaf, Graph, GraphOf, NO_VERTEX, Weight, WeightedGraph};
use crate::prelude::*;
use finch_kernels::formats::ensure;
use finch_kernels::formats::io::{decompressed, opened};
use finch_kernels::traits::__settings as settings;
use finch_kernels::traits::{Error, ErrorKind, Result, error};
use std::borrow::Cow;
use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::str::FromStr;

/// The longest line: what is no text may never end one.
const MAX_LINE: usize = 1 << 20;
/// So many vertices a list may have, however few edges it has.
const FREE_VERTICES: usize = 1 << 20;
/// And so many for each of its edges.
const VERTICES_PER_EDGE: usize = 1 << 6;

/// How to read a list of edges: whether edges lead both ways, how vertices are named or numbered, and how many there may be.
#[derive(Clone, Debug)]
pub struct Options {
    direction: Direction,
    named: bool,
    first: usize,
    vertices: Option<usize>,
    max_vertices: Option<usize>,
}

impl Default for Options {
    /// Directed edges between vertices that are numbered from 0.
    fn default() -> Self {
        Options {
            direction: Direction::Directed,
            named: false,
            first: 0,
            vertices: None,
            max_vertices: None,
        }
    }
}

/// A graph, and what its file calls its vertices.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct NamedGraph<L> {
    /// The graph, whose vertices are numbered from 0.
    pub graph: GraphOf<L>,
    /// The names of the vertices; empty if these are numbers.
    pub names: Vec<String>,
    first: usize,
}

impl<L> NamedGraph<L> {
    /// What the file calls a vertex: its name, or its number as the file counts.
    pub fn name(&self, vertex: usize) -> Cow<'_, str> {
        match self.names.get(vertex) {
            Some(name) => Cow::Borrowed(name),
            None => Cow::Owned(vertex.saturating_add(self.first).to_string()),
        }
    }
}

impl<L: EdgeLeaf> From<GraphOf<L>> for NamedGraph<L> {
    /// A graph whose vertices are called by their numbers.
    fn from(graph: GraphOf<L>) -> Self {
        NamedGraph {
            graph,
            names: Vec::new(),
            first: 0,
        }
    }
}

/// What a list says.
struct Edges<T> {
    vertices: usize,
    names: Vec<String>,
    edges: Vec<([u32; 2], T)>,
}

impl Options {
    settings! {
        /// Whether edges lead one way, as they do otherwise, or both.
        direction(direction: Direction) = direction;

        /// Vertices are any words, numbered in the order in which they come first. Numbers with large gaps are best read as such.
        named() = true;

        /// The number of the first vertex in the file, 1 for example. In the graph it is 0.
        first(number: usize) = number;

        /// How many vertices there are. Otherwise the greatest number says it.
        vertices(count: usize) = Some(count);

        /// How many vertices there may be, so that a line with a large number cannot claim all memory. Otherwise there may be 2^20, and more
        /// in a list of more than 2^14 edges: 64 for each.
        max_vertices(count: usize) = Some(count);
    }

    /// Reads a graph without lengths. What follows two vertices on a line counts for nothing.
    ///
    /// Takes linear time, but for sorting the edges of each vertex, and keeps 8 bytes for each edge until it is done.
    ///
    /// # Errors
    ///
    /// The message names the line.
    ///
    /// * [`Parse`](ErrorKind::Parse): a line that is no edge, or longer than a megabyte.
    /// * [`OutOfBounds`](ErrorKind::OutOfBounds): a number below [`first`](Options::first), or a vertex beyond those that
    ///   [`vertices`](Options::vertices) or [`max_vertices`](Options::max_vertices) say.
    /// * [`TooLarge`](ErrorKind::TooLarge): there are more vertices than so few edges may have by default, or there is not enough memory.
    /// * [`Io`](ErrorKind::Io): `input` fails.
    pub fn read(&self, input: impl Read) -> Result<NamedGraph<Pattern>> {
        let Edges { vertices, names, edges } = self.edges(input, |_| Some(()))?;
        let edges = edges.into_iter().map(|(ends, ())| ends.map(|end| end as usize));
        Ok(self.called(Graph::from_edges(vertices, edges, self.direction)?, names))
    }

    /// Reads a graph with lengths: the third field of each line, or 1 where there is none. Of edges between the same vertices the shortest
    /// stays. Takes the time of [`Options::read`], and keeps each length until it is done.
    ///
    /// # Errors
    ///
    /// * [`Parse`](ErrorKind::Parse): a length is no finite number of the type.
    /// * Those of [`Options::read`].
    pub fn read_weighted<T: Weight + FromStr>(&self, input: impl Read) -> Result<NamedGraph<Element<T, Inf>>> {
        let length = |field: Option<&str>| {
            field
                .unwrap_or("1")
                .parse::<T>()
                .ok()
                .filter(|length| length.is_length())
        };
        let Edges { vertices, names, edges } = self.edges(input, length)?;
        let edges = edges
            .into_iter()
            .map(|(ends, length)| (ends.map(|end| end as usize), length));
        Ok(self.called(WeightedGraph::from_edges(vertices, edges, self.direction)?, names))
    }

    /// Reads the file at `path` as by [`Options::read`].
    ///
    /// # Errors
    ///
    /// Those of [`Options::read`], or the file cannot be opened: the message starts with its name.
    pub fn open(&self, path: impl AsRef<Path>) -> Result<NamedGraph<Pattern>> {
        named(path.as_ref(), |file| self.read(file))
    }

    /// Reads the file at `path` as by [`Options::read_weighted`].
    ///
    /// # Errors
    ///
    /// Those of [`Options::read_weighted`], or the file cannot be opened: the message starts with its name.
    pub fn open_weighted<T: Weight + FromStr>(&self, path: impl AsRef<Path>) -> Result<NamedGraph<Element<T, Inf>>> {
        named(path.as_ref(), |file| self.read_weighted(file))
    }

    fn called<L: EdgeLeaf>(&self, graph: GraphOf<L>, names: Vec<String>) -> NamedGraph<L> {
        NamedGraph {
            graph,
            names,
            first: if self.named { 0 } else { self.first },
        }
    }

    /// The edges of all lines; `data` makes theirs of the third field.
    fn edges<T>(&self, input: impl Read, data: impl Fn(Option<&str>) -> Option<T>) -> Result<Edges<T>> {
        let limit = self.vertices.or(self.max_vertices).unwrap_or(usize::MAX);
        let mut numbers = Numbers {
            first: self.first,
            limit: limit.min(NO_VERTEX as usize),
            names: self.named.then(HashMap::new),
            vertices: 0,
        };
        let mut edges: Vec<([u32; 2], T)> = Vec::new();
        // The line with the greatest number.
        let mut widest = 0;
        let (mut line, mut number) = (Vec::new(), 0);
        let input = decompressed(input).map_err(|error| unread(0, error))?;
        let mut input = BufReader::with_capacity(1 << 16, input);
        loop {
            number += 1;
            line.clear();
            let mut part = Read::take(&mut input, MAX_LINE as u64 + 1);
            let count = part
                .read_until(b'\n', &mut line)
                .map_err(|error| unread(number, error))?;
            if count == 0 {
                break;
            }
            ensure!(count <= MAX_LINE, else Parse, "line {number}: it is longer than {MAX_LINE} bytes");
            let before = numbers.vertices;
            let Some((ends, length)) = numbers.edge(&line, number)? else {
                continue;
            };
            let Some(value) = data(length) else {
                let length = shown(length.unwrap_or_default());
                return Err(error!(Parse, "line {number}: `{length}` is no finite length"));
            };
            if numbers.vertices > before {
                widest = number
            }
            if edges.len() == edges.capacity() {
                edges
                    .try_reserve(edges.len().max(1 << 10))
                    .map_err(|_| no_memory(edges.len()))?
            }
            edges.push((ends, value))
        }
        let free = FREE_VERTICES.max(edges.len().saturating_mul(VERTICES_PER_EDGE));
        let vertices = numbers.vertices;
        ensure!(vertices <= free || self.named || self.vertices.or(self.max_vertices).is_some(), else TooLarge,
            "line {widest}: {vertices} vertices are many for {} edges; `max_vertices` allows more than {free}, and `named` numbers \
             vertices as they come", edges.len());
        Ok(Edges {
            vertices: self.vertices.unwrap_or(vertices),
            names: numbers.names(),
            edges,
        })
    }
}

/// Which number each vertex has.
struct Numbers {
    first: usize,
    limit: usize,
    names: Option<HashMap<String, u32>>,
    /// One more than the greatest number.
    vertices: usize,
}

impl Numbers {
    /// The ends of an edge and the field behind them, unless the line is empty or a comment.
    fn edge<'l>(&mut self, line: &'l [u8], number: usize) -> Result<Option<([u32; 2], Option<&'l str>)>> {
        let line = std::str::from_utf8(line).map_err(|error| error!(Parse, "line {number}: {error}"))?;
        // Some editors start a file with a mark of its encoding.
        let line = if number == 1 {
            line.trim_start_matches('\u{feff}')
        } else {
            line
        }
        .trim();
        if line.is_empty() || line.starts_with(['#', '%']) {
            return Ok(None);
        }
        let separates = |letter: char| letter.is_whitespace() || letter == ',' || letter == ';';
        let mut fields = line.split(separates).filter(|field| !field.is_empty());
        let (Some(from), Some(to)) = (fields.next(), fields.next()) else {
            return Err(error!(
                Parse,
                "line {number}: an edge is two vertices, not `{}`",
                shown(line)
            ));
        };
        let context = |error: Error| error.context(format_args!("line {number}"));
        let ends = [self.vertex(from).map_err(context)?, self.vertex(to).map_err(context)?];
        Ok(Some((ends, fields.next())))
    }

    fn vertex(&mut self, word: &str) -> Result<u32> {
        let vertex = match &mut self.names {
            Some(names) => match names.get(word) {
                Some(&vertex) => return Ok(vertex),
                None => names.len(),
            },
            None => {
                let Ok(number) = word.parse::<usize>() else {
                    return Err(error!(Parse, "`{}` is no number of a vertex", shown(word)));
                };
                number.checked_sub(self.first).ok_or_else(|| {
                    error!(
                        OutOfBounds,
                        "there is no vertex {number}: they are numbered from {}", self.first
                    )
                })?
            }
        };
        ensure!(vertex < self.limit, else OutOfBounds,
            "there is no vertex {}: there are at most {}, numbered from {}", shown(word), self.limit, self.first);
        if let Some(names) = &mut self.names {
            names.insert(word.to_owned(), vertex as u32);
        }
        self.vertices = self.vertices.max(vertex + 1);
        Ok(vertex as u32)
    }

    fn names(self) -> Vec<String> {
        let named = self.names.unwrap_or_default();
        let mut names = vec![String::new(); named.len()];
        for (name, vertex) in named {
            names[vertex as usize] = name
        }
        names
    }
}

/// A word as messages show it: its beginning, if it is long.
fn shown(word: &str) -> Cow<'_, str> {
    match word.char_indices().nth(60) {
        Some((end, _)) => Cow::Owned(format!("{}..", &word[..end])),
        None => Cow::Borrowed(word),
    }
}

#[cold]
fn unread(line: usize, error: std::io::Error) -> Error {
    Error::caused_by(ErrorKind::Io, format!("line {}: {error}", line.max(1)), error)
}

/// What `read` makes of a file. Errors start with its name.
fn named<T>(path: &Path, read: impl FnOnce(File) -> Result<T>) -> Result<T> {
    let file = opened(path).map_err(|error| Error::caused_by(ErrorKind::Io, error.to_string(), error));
    file.and_then(read).map_err(|error| error.context(path.display()))
}

impl Graph {
    /// The graph of a [list of edges](self), plain or compressed, between vertices that are numbered from 0.
    ///
    /// # Errors
    ///
    /// Those of [`Options::open`]: the message starts with the name of the file, and names the line.
    pub fn read_edge_list(path: impl AsRef<Path>, direction: Direction) -> Result<Self> {
        let named = Options::default().direction(direction).open(path)?;
        Ok(named.graph)
    }
}

impl<T: Weight + FromStr> WeightedGraph<T> {
    /// The graph of a [list of edges](self) with lengths, plain or compressed, between vertices that are numbered from 0.
    ///
    /// # Errors
    ///
    /// Those of [`Options::open_weighted`]: the message starts with the name of the file, and names the line.
    pub fn read_edge_list(path: impl AsRef<Path>, direction: Direction) -> Result<Self> {
        let named = Options::default().direction(direction).open_weighted(path)?;
        Ok(named.graph)
    }
}
