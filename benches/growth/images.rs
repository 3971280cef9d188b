//! Programs with many accesses to one operand: a stencil of all nine neighbours over bytes, runs and words of bits, the masked
//! erosion of the Finch paper (section 6.4), and the pull step of its breadth-first search (figure 19).

use finch_kernels::Result;
use finch_kernels::formats::traits::algebra::Unary;
use finch_kernels::formats::traits::expr::Expr;
use finch_kernels::formats::traits::expr::map::Map1;
use finch_kernels::formats::traits::expr::overload::Value;
use finch_kernels::prelude::*;

/// What these programs read and write.
pub(crate) struct Images {
    pub(crate) bytes: Matrix<u8>,
    pub(crate) runs: Tensor<Dense<RunList<Element<u8>>>>,
    pub(crate) words: Matrix<u64>,
    pub(crate) mask: Tensor<Dense<SparseList<Pattern>>>,
    pub(crate) to_bytes: Matrix<u8>,
    pub(crate) to_words: Matrix<u64>,
    pub(crate) edges: Tensor<Dense<SparseList<Pattern>>>,
    pub(crate) visited: Vector<bool>,
    pub(crate) frontier: Vector<bool>,
    pub(crate) found: ByteMapVectorWithFill<bool, False>,
    pub(crate) parents: Vector<u32>,
}

impl Images {
    pub(crate) fn new(n: usize) -> Result<Self> {
        let row = || SparseList::new(n, vec![0; n + 1], Vec::new(), Pattern);
        let runs = RunList::new(n, (0..=n).collect(), vec![n as u32; n], Element::new(vec![1; n]));
        Ok(Images {
            bytes: Tensor::new(Dense::new(n, Dense::new(n, Element::new(vec![1; n * n]))))?,
            runs: Tensor::new(Dense::new(n, runs))?,
            words: Tensor::new(Dense::new(n, Dense::new(n, Element::new(vec![1; n * n]))))?,
            mask: Tensor::new(Dense::new(n, row()))?,
            to_bytes: Tensor::default(),
            to_words: Tensor::default(),
            edges: Tensor::new(Dense::new(n, row()))?,
            visited: Vector::from(vec![false; n]),
            frontier: Vector::from(vec![true; n]),
            found: Tensor::default(),
            parents: Vector::from(vec![0; n]),
        })
    }
}

/// The least of a pixel and its eight neighbours; outside there is the largest value.
pub(crate) fn stencil(y: &mut Matrix<u8>, x: &Tensor<impl MatrixOf<u8>>) -> Result<()> {
    let (rows, columns) = (x.shape()[0], x.shape()[1]);
    finch! {
        y .= 0;
        for j in 0..rows, i in 0..columns {
            y[j, i] = min(
                min(
                    min(coalesce(x[~(j - 1), ~(i - 1)], 255), coalesce(x[~(j - 1), ~i], 255)),
                    min(coalesce(x[~(j - 1), ~(i + 1)], 255), coalesce(x[~j, ~(i - 1)], 255))
                ),
                min(
                    min(coalesce(x[~j, ~i], 255), coalesce(x[~j, ~(i + 1)], 255)),
                    min(
                        coalesce(x[~(j + 1), ~(i - 1)], 255),
                        min(coalesce(x[~(j + 1), ~i], 255), coalesce(x[~(j + 1), ~(i + 1)], 255))
                    )
                )
            )
        }
    }
    .run()
}

const ONES: u64 = u64::MAX;

/// The same of 64 pixels at once: each word with its eight neighbours.
pub(crate) fn stencil_words(y: &mut Matrix<u64>, x: &Matrix<u64>) -> Result<()> {
    let (rows, columns) = (x.shape()[0], x.shape()[1]);
    finch! {
        y .= 0;
        for j in 0..rows, i in 0..columns {
            let left = coalesce(x[~(j - 1), ~(i - 1)], ONES)
                & coalesce(x[~j, ~(i - 1)], ONES)
                & coalesce(x[~(j + 1), ~(i - 1)], ONES);
            let here = coalesce(x[~(j - 1), ~i], ONES) & coalesce(x[~j, ~i], ONES) & coalesce(x[~(j + 1), ~i], ONES);
            let right = coalesce(x[~(j - 1), ~(i + 1)], ONES)
                & coalesce(x[~j, ~(i + 1)], ONES)
                & coalesce(x[~(j + 1), ~(i + 1)], ONES);
            y[j, i] = here & (here << 1 | left >> 63) & (here >> 1 | right << 63)
        }
    }
    .run()
}

/// The rows of an erosion where a mask says that something changes, word by word.
pub(crate) fn erode(y: &mut Matrix<u64>, x: &Matrix<u64>, mask: &Tensor<Dense<SparseList<Pattern>>>) -> Result<()> {
    finch! {
        mut y;
        for j, i {
            if mask[j, i] {
                let here = x[j, i];
                y[j, i] := here
                    & (here << 1 | coalesce(x[j, ~(i - 1)], ONES) >> 63)
                    & (here >> 1 | coalesce(x[j, ~(i + 1)], ONES) << 63);
            }
        }
    }
    .run()
}

fn narrow<E: Expr<T = usize>>(vertex: Value<E>) -> Value<Map1<Unary<fn(usize) -> u32>, E>> {
    map1(Unary(|vertex| vertex as u32), vertex)
}

/// For every vertex that is not visited, the first neighbour in the frontier.
pub(crate) fn pull(
    found: &mut ByteMapVectorWithFill<bool, False>,
    parents: &mut Vector<u32>,
    edges: &Tensor<Dense<SparseList<Pattern>>>,
    visited: &Vector<bool>,
    frontier: &Vector<bool>,
) -> Result<()> {
    let mut parent = ShortScalar::<usize, Inf>::default();
    finch! {
        found .= false;
        mut parents;
        for k {
            if !visited[k] {
                parent .= inf;
                for j { if edges[k, j] && frontier[j] { parent[] <<choose(inf)>>= j; } }
                if parent[] != inf {
                    found[k] |= true;
                    parents[k] := narrow(parent[]);
                }
            }
        }
    }
    .run()
}
