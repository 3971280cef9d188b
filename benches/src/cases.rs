//! Kernel and twin over the same input, each with its answer.
//!
//! A [`Case`] holds what is raced: every entrant writes into an output of its own, which it keeps. Before anything is
//! timed, all answers must be equal, bit for bit: a twin does the same arithmetic in the same order.

/// The twin that a kernel is beside: of the arrays of a matrix, gathered, gathered in any order, or scattered; if it is none of these, that
/// of compressed rows.
macro_rules! by_hand {
    ($kernel:expr, $matrix:ident, $arrays:ident, $end:literal: $gather:ident, $fast:ident, $scatter:ident) => {{
        let by_hand: fn(&mut Vec<f64>, &Operands<$matrix<f64>>) = match $kernel {
            kernel if kernel == concat!("spmv-gather-", $end) => {
                |y, o| twins::$gather(y, $arrays::of(&o.matrix), o.across.values())
            }
            kernel if kernel == concat!("spmv-gather-", $end, "-fast") => {
                |y, o| twins::$fast(y, $arrays::of(&o.matrix), o.across.values())
            }
            kernel if kernel == concat!("spmv-scatter-", $end) => {
                |y, o| twins::$scatter(y, $arrays::of(&o.matrix), o.down.values())
            }
            kernel => by_rows(kernel),
        };
        by_hand
    }};
}

mod blocks;
mod convolve;
mod dict;
mod einsum;
mod enter;
pub(crate) mod expressions;
mod halves;
pub mod image;
mod kinds;
mod matrix;
mod packed;
mod pattern;
mod recurrences;
pub mod regions;
mod tensor;
mod vector;

pub use blocks::{BLOCK_KERNELS, over_blocks};
pub use convolve::{IMAGE_KERNELS, over_images};
pub use dict::{DICT_KERNELS, over_dicts};
pub use einsum::{EINSUM_KERNELS, EINSUM_TENSOR_KERNELS, over_einsum, over_einsum_of_tensor};
pub use enter::{ENTER_KERNELS, over_entered};
pub use expressions::{EXPRESSION_KERNELS, over_expressions};
pub use halves::{HALF_KERNELS, over_halves};
pub use kinds::{KIND_KERNELS, over_kinds};
pub use matrix::{MATRIX_KERNELS, over_matrix};
pub use packed::{PACKED_KERNELS, over_packed};
pub use pattern::{PATTERN_KERNELS, over_patterns};
pub use recurrences::{RECURRENCE_KERNELS, over_recurrences};
pub(crate) use tensor::factor;
pub use tensor::{Named as NamedTensor, SAMPLED_KERNELS, TENSOR_KERNELS, over_sampled, over_tensor};
pub use vector::{VECTOR_KERNELS, over_vectors};

use crate::race::{Laps, Timing, race};
use crate::twins::{Made, MadeRows};
use finch_kernels::Result;
use finch_kernels::formats::traits::algebra::fill::Fill;
use finch_kernels::prelude::*;
use std::fmt;
use std::hint::black_box;
use std::rc::Rc;

/// What an entrant has computed, in a form in which answers compare.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// Pointers and indices, in order.
    pub indices: Vec<usize>,
    /// Values, in order.
    pub values: Vec<f64>,
}

impl Answer {
    pub(crate) fn scalar(value: &f64) -> Self {
        Answer {
            indices: Vec::new(),
            values: vec![*value],
        }
    }

    fn values(values: &[f64]) -> Self {
        Answer {
            indices: Vec::new(),
            values: values.to_vec(),
        }
    }

    fn lists(ptr: &[usize], idx: &[u32], val: &[f64]) -> Self {
        let mut indices: Vec<usize> = idx.iter().map(|&index| index as usize).collect();
        indices.extend(ptr);
        Answer {
            indices,
            values: val.to_vec(),
        }
    }
}

/// A dense tensor of three dimensions.
pub(crate) type Cube = Tensor<Dense<Dense<Dense<Element<f64>>>>>;

/// What kernels and twins write.
pub(crate) trait Written: Default + 'static {
    /// What was written.
    fn answer(&self) -> Answer;
}

macro_rules! written {
    ($([$($generics:tt)*] $of:ty: |$written:ident| $answer:expr;)*) => { $(
        impl<$($generics)*> Written for $of {
            fn answer(&self) -> Answer {
                let $written = self;
                $answer
            }
        }
    )* };
}

written! {
    [] f64: |number| Answer::scalar(number);
    [] [f64; 2]: |numbers| Answer::values(numbers);
    [] Vec<f64>: |values| Answer::values(values);
    [] Made: |vector| Answer::lists(&[], &vector.idx, &vector.val);
    [] MadeRows: |matrix| Answer::lists(&matrix.ptr, &matrix.entries.idx, &matrix.entries.val);
    [] Scalar<f64>: |scalar| Answer::scalar(&scalar.get());
    [F: Fill<f64> + 'static] VectorWithFill<f64, F>: |vector| Answer::values(vector.values());
    [] Matrix<f64>: |matrix| Answer::values(matrix.level().child().child().val());
    [] Cube: |cube| Answer::values(cube.level().child().child().child().val());
    [] SparseVector<f64>: |vector| Answer::lists(&[], vector.level().idx(), vector.level().child().val());
    [] Csr<f64>: |matrix| {
        let list = matrix.level().child();
        Answer::lists(list.ptr(), list.idx(), list.child().val())
    };
    // Rows as they were written, in which order too.
    [] UnsortedCsr<f64>: |matrix| {
        let list = matrix.level().child();
        Answer::lists(list.ptr(), list.idx(), list.child().val())
    };
    // What is written, and scratch space.
    [W: Written, S: Default + 'static] (W, S): |both| both.0.answer();
}

/// One of those that are raced.
pub struct Entrant {
    name: &'static str,
    contender: Box<dyn Contender>,
}

impl fmt::Debug for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Entrant({})", self.name)
    }
}

trait Contender {
    fn run(&mut self);
    fn answer(&self) -> Answer;
}

struct Into<O, R> {
    output: O,
    run: R,
    answer: fn(&O) -> Answer,
}

impl<O, R: FnMut(&mut O)> Contender for Into<O, R> {
    fn run(&mut self) {
        (self.run)(&mut self.output);
        black_box(&mut self.output);
    }

    fn answer(&self) -> Answer {
        (self.answer)(&self.output)
    }
}

impl Entrant {
    /// `run` writes `output`, of which `answer` tells what is in it.
    pub(crate) fn new<O: 'static>(
        name: &'static str,
        output: O,
        answer: fn(&O) -> Answer,
        run: impl FnMut(&mut O) + 'static,
    ) -> Self {
        Entrant {
            name,
            contender: Box::new(Into { output, run, answer }),
        }
    }

    /// `run` writes an output of its own.
    pub(crate) fn writing<W: Written>(name: &'static str, run: impl FnMut(&mut W) + 'static) -> Self {
        Entrant::new(name, W::default(), W::answer, run)
    }

    /// `hand` or `finch`, or how it differs from these.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Runs once.
    pub fn run(&mut self) {
        self.contender.run()
    }

    /// What the last run computed.
    pub fn answer(&self) -> Answer {
        self.contender.answer()
    }
}

/// Kernel and twin over the same input: the twin first.
#[derive(Debug)]
pub struct Case {
    /// The kernel.
    pub kernel: &'static str,
    /// Those that are raced.
    pub entrants: Vec<Entrant>,
    /// Whether they add in the same order, so that their answers are the same to the last bit.
    exact: bool,
}

impl Case {
    /// Entrants that add in the same order.
    pub(crate) fn new(kernel: &'static str, entrants: Vec<Entrant>) -> Case {
        Case {
            kernel,
            entrants,
            exact: true,
        }
    }

    /// A twin, `by_hand`, and a program, `finch`, over the same operands.
    pub(crate) fn of<X: 'static, A: Written, B: Written>(
        kernel: &'static str,
        operands: X,
        by_hand: impl Fn(&mut A, &X) + 'static,
        finch: impl Fn(&mut B, &X) -> Result<()> + 'static,
    ) -> Case {
        let operands = Rc::new(operands);
        let same = Rc::clone(&operands);
        Case::new(
            kernel,
            vec![
                Entrant::writing("hand", move |output| by_hand(output, &same)),
                Entrant::writing("finch", move |output| done(finch(output, &operands))),
            ],
        )
    }

    /// The case, whose entrants may add in orders of their own: values agree to 1e-9 of the largest one.
    pub(crate) fn in_any_order(self) -> Case {
        Case { exact: false, ..self }
    }

    /// A twin, `by_hand`, and a program, `finch`, which write a vector each, of the same operands.
    pub(crate) fn of_vectors<X: 'static>(
        kernel: &'static str,
        operands: X,
        by_hand: impl Fn(&mut Vec<f64>, &X) + 'static,
        finch: impl Fn(&mut Vector<f64>, &X) -> Result<()> + 'static,
    ) -> Case {
        Case::of(kernel, operands, by_hand, finch)
    }

    /// A twin, `by_hand`, and a program, `finch`, which compute a number of the same operands.
    pub(crate) fn of_numbers<X: 'static>(
        kernel: &'static str,
        operands: X,
        by_hand: impl Fn(&X) -> f64 + 'static,
        finch: impl Fn(&X) -> Result<f64> + 'static,
    ) -> Case {
        Case::of(
            kernel,
            operands,
            move |number, x| *number = by_hand(x),
            move |number, x| {
                *number = finch(x)?;
                Ok(())
            },
        )
    }

    /// Runs everybody once; an error names those whose answers differ.
    ///
    /// # Errors
    ///
    /// Answers differ.
    pub fn check(&mut self) -> Result<(), String> {
        let mut first: Option<(&'static str, Answer)> = None;
        for entrant in &mut self.entrants {
            entrant.run();
            let answer = entrant.answer();
            match &first {
                None => first = Some((entrant.name, answer)),
                Some((name, expected)) if !same(expected, &answer, self.exact) => {
                    return Err(format!(
                        "{}: the answers of {name} and {} differ",
                        self.kernel, entrant.name
                    ));
                }
                Some(_) => {}
            }
        }
        Ok(())
    }

    /// Checks the answers, then races: a timing for each entrant.
    ///
    /// # Errors
    ///
    /// Answers differ.
    pub fn race(&mut self, laps: Laps) -> Result<Vec<Timing>, String> {
        self.check()?;
        let mut runs: Vec<_> = self.entrants.iter_mut().map(|entrant| || entrant.run()).collect();
        let mut runners: Vec<&mut dyn FnMut()> = runs.iter_mut().map(|run| run as &mut dyn FnMut()).collect();
        Ok(race(laps, &mut runners))
    }
}

/// Whether answers are the same: `exact` to the last bit, otherwise values to 1e-9 of the largest one.
fn same(one: &Answer, other: &Answer, exact: bool) -> bool {
    if exact {
        return one == other;
    }
    let largest = one
        .values
        .iter()
        .fold(0.0, |largest: f64, value| largest.max(value.abs()));
    let mut pairs = one.values.iter().zip(&other.values);
    one.indices == other.indices
        && one.values.len() == other.values.len()
        && pairs.all(|(one, other)| one == other || (one - other).abs() <= 1e-9 * largest)
}

/// Takes a kernel's result: inputs are valid, so there is nothing that could go wrong.
pub(crate) fn done<T>(result: Result<T>) -> T {
    match result {
        Ok(value) => value,
        Err(error) => panic!("{error}"),
    }
}
