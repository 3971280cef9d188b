//! Graphs made by chance, the same ones each time.
//!
//! ```
//! use finch_graph::generate;
//! use finch_graph::prelude::*;
//!
//! let graph = generate::kronecker(10, 16, 1)?;
//! assert_eq!(graph.vertices(), 1024);
//! assert!(graph.out_degree(graph.max_out_degree_vertex().unwrap()) > 100);
//! # Ok::<(), Error>(())
//! ```

use crate::graph::{Direction, Graph};
use finch_kernels::traits::{Result, error};

/// A generator of pseudorandom numbers (xorshift64*: Marsaglia, 2003; Vigna, 2016): equal seeds give equal numbers everywhere. Not for
/// secrets.
#[derive(Clone, Debug)]
pub struct Xorshift(u64);

impl Xorshift {
    /// The generator that starts from `seed`.
    pub fn new(seed: u64) -> Self {
        // Any state but zero will do; seeds close to each other should not give sequences that are.
        Xorshift((seed ^ 0x9e37_79b9_7f4a_7c15).wrapping_mul(0xbf58_476d_1ce4_e5b9) | 1)
    }

    /// The next number of 64 bits: any but 0.
    pub fn any(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A uniformly distributed number in `0..end`; 0 if `end` is 0.
    pub fn below(&mut self, end: usize) -> usize {
        // The upper half of a product is spread as evenly as the numbers are.
        ((u128::from(self.any()) * end as u128) >> 64) as usize
    }
}

/// An undirected graph of `2^scale` vertices and up to `degree` times as many edges, of which few vertices have many: each edge chooses one
/// of four quarters of the matrix `scale` times, by the probabilities 0.57, 0.19, 0.19 and 0.05; then vertices are renumbered. After the
/// generator of the Graph500 benchmark (Leskovec, Chakrabarti, Kleinberg and Faloutsos, 2005). Loops and repeated edges are dropped. Takes
/// `scale` random numbers for each edge, and the time and memory of [`Graph::from_edges`].
///
/// # Errors
///
/// [`TooLarge`](crate::ErrorKind::TooLarge): `scale` is more than 31, or there is not enough memory.
pub fn kronecker(scale: u32, degree: usize, seed: u64) -> Result<Graph> {
    let vertices = check(scale)?;
    let numbers = &mut Xorshift::new(seed);
    let mut names: Vec<u32> = (0..vertices as u32).collect();
    for end in (2..=vertices).rev() {
        names.swap(end - 1, numbers.below(end))
    }
    // One of a hundred at a time.
    let mut edge = || {
        let mut ends = [0, 0];
        for _ in 0..scale {
            let [low, high] = match numbers.below(100) {
                0..57 => [0, 0],
                57..76 => [0, 1],
                76..95 => [1, 0],
                _ => [1, 1],
            };
            ends = [2 * ends[0] + low, 2 * ends[1] + high];
        }
        ends.map(|end: usize| names[end] as usize)
    };
    let edges = (0..degree.saturating_mul(vertices)).map(|_| edge());
    Graph::from_edges(
        vertices,
        edges.filter(|[one, other]| one != other),
        Direction::Undirected,
    )
}

/// An undirected graph of `2^scale` vertices and up to `degree` times as many edges, between any two of them. Loops and repeated edges are
/// dropped. After Erdős and Rényi, 1959. Takes two random numbers for each edge, and the time and memory of [`Graph::from_edges`].
///
/// # Errors
///
/// [`TooLarge`](crate::ErrorKind::TooLarge): `scale` is more than 31, or there is not enough memory.
pub fn uniform(scale: u32, degree: usize, seed: u64) -> Result<Graph> {
    let vertices = check(scale)?;
    let numbers = &mut Xorshift::new(seed);
    let edges = (0..degree.saturating_mul(vertices)).map(|_| [numbers.below(vertices), numbers.below(vertices)]);
    Graph::from_edges(
        vertices,
        edges.filter(|[one, other]| one != other),
        Direction::Undirected,
    )
}

fn check(scale: u32) -> Result<usize> {
    if scale < 32 {
        return Ok(1 << scale);
    }
    Err(error!(
        TooLarge,
        "a graph of 2^{scale} vertices is too large: the scale is 31 at most"
    ))
}
