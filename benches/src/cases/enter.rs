//! Programs over a matrix of one entry: what it costs to enter them.

use super::{Answer, Case, Entrant, done};
use crate::twins::{self, Rows};
use finch_kernels::Result;
use finch_kernels::prelude::*;
use std::hint::black_box;
use std::rc::Rc;

/// The kernels that [`over_entered`] knows.
pub const ENTER_KERNELS: &[&str] = &["enter-three", "enter-six"];

/// A program that is run so many `times`, over operands of one entry each. `None` if there is no kernel of that name.
///
/// | kernel | computes |
/// |---|---|
/// | `enter-three` | `y += a x`: three tensors |
/// | `enter-six` | `y += a (w x)` and `z += b x`, in one loop over the rows: six tensors |
///
/// # Errors
///
/// None: the operands are small.
pub fn over_entered(kernel: &str, times: usize) -> Result<Option<Case>> {
    Ok(Some(match kernel {
        "enter-three" => case("enter-three", times, three_by_hand, three)?,
        "enter-six" => case("enter-six", times, six_by_hand, six)?,
        _ => return Ok(None),
    }))
}

/// What is read.
struct Operands {
    matrices: [Csr<f64>; 2],
    vectors: [Vector<f64>; 2],
}

fn case(
    kernel: &'static str,
    times: usize,
    by_hand: fn(&mut [Vec<f64>; 2], &Operands),
    finch: fn(&mut [Vector<f64>; 2], &Operands),
) -> Result<Case> {
    let matrix = |value| Csr::from_parts(1, 1, vec![0, 1], vec![0], vec![value]);
    let operands = Rc::new(Operands {
        matrices: [matrix(0.5)?, matrix(0.25)?],
        vectors: [Vector::from(vec![2.0]), Vector::from(vec![3.0])],
    });
    let zeros = || [vec![0.0], vec![0.0]];
    let made: fn(&[Vec<f64>; 2]) -> [f64; 2] = |[y, z]| [y[0], z[0]];
    let hand = again("hand", times, (zeros(), made), Rc::clone(&operands), by_hand);
    let made: fn(&[Vector<f64>; 2]) -> [f64; 2] = |[y, z]| [y.values()[0], z.values()[0]];
    let finch = again("finch", times, (zeros().map(Vector::from), made), operands, finch);
    Ok(Case::new(kernel, vec![hand, finch]))
}

/// Runs `run` so many `times`, each time as if it had never seen its operands.
fn again<W: 'static>(
    name: &'static str,
    times: usize,
    output: (W, fn(&W) -> [f64; 2]),
    operands: Rc<Operands>,
    run: fn(&mut W, &Operands),
) -> Entrant {
    let answer = |(output, values): &(W, fn(&W) -> [f64; 2])| Answer::values(&values(output));
    Entrant::new(name, output, answer, move |(output, _)| {
        for _ in 0..times {
            run(black_box(&mut *output), black_box(&*operands))
        }
    })
}

fn three_by_hand([y, _]: &mut [Vec<f64>; 2], operands: &Operands) {
    let ([a, _], [x, _]) = (&operands.matrices, &operands.vectors);
    expect(twins::add_product(y, Rows::of(a), x.values()))
}

fn three([y, _]: &mut [Vector<f64>; 2], operands: &Operands) {
    let ([a, _], [x, _]) = (&operands.matrices, &operands.vectors);
    let program = finch! {
        mut y;
        for j, i { y[j] += a[j, i] * x[i]; }
    };
    done(program.run())
}

fn six_by_hand([y, z]: &mut [Vec<f64>; 2], operands: &Operands) {
    let ([a, b], [x, w]) = (&operands.matrices, &operands.vectors);
    expect(twins::add_two_products(
        [y, z],
        [Rows::of(a), Rows::of(b)],
        [x.values(), w.values()],
    ))
}

fn six([y, z]: &mut [Vector<f64>; 2], operands: &Operands) {
    let ([a, b], [x, w]) = (&operands.matrices, &operands.vectors);
    let program = finch! {
        mut y;
        mut z;
        for j, i {
            y[j] += a[j, i] * x[i] * w[i];
            z[j] += b[j, i] * x[i];
        }
    };
    done(program.run())
}

fn expect(result: Result<(), String>) {
    if let Err(error) = result {
        panic!("{error}")
    }
}
