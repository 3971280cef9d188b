//! The notation: programs as the papers write them.
//!
//! [`finch!`](crate::finch) takes a program and yields the [`Program`](crate::program::Program) that one could have put
//! together of the same nodes by hand: same type (but for the names of outputs, which are types), same messages, same
//! explanation. Everything can be done without it.
//!
//! ```text
//! finch! {
//!     y .= 0;
//!     for j, i {
//!         y[j] += a[j, i] * x[i];
//!     }
//! }
//! .run()?;
//! ```
//!
//! Only what Rust cannot overload is rewritten; the rest of an expression is Rust's, with its precedence, its literals
//! and whatever values are in scope. Indices and names that `let` gives are Rust variables, tensors are those that are
//! in scope under their names: what is misspelt is reported as any name that cannot be found.
//!
//! # Statements
//!
//! | written | means | becomes |
//! |---|---|---|
//! | `y .= 0;` | `y` is an output: emptied, and sized by the loops | [`declare(&mut y)`](crate::program::program) |
//! | `mut y;` | `y` is an output that keeps its shape and what it holds | [`update(&mut y)`](crate::program::program) |
//! | `w .= 0; fill; read ..` inside of a loop, a condition or braces | `w` is a workspace: emptied each time, filled by the statement behind the declaration, read by those behind that | [`workspace(&mut w)`](crate::program::program), [`w.within(fill, read)`](crate::program::Work::within) |
//! | `for i { .. }` | for every value of `i` that the accesses have | [`forall(i, ..)`](crate::expr::overload::forall) |
//! | `for i in 2..n { .. }` | for every value in the range | [`forall_in(i, 2..n, ..)`](crate::expr::overload::forall_in) |
//! | `for i in (2..n).rev() { .. }` | from the last one down; tensors are looked up at each index, and what is written takes any order | [`forall_in(i, (2..n).rev(), ..)`](crate::expr::overload::forall_in) |
//! | `for p in ptr[j]..ptr[j + 1] { .. }` | for every value in a range that tensors of the program give; ends are written as places are, `0..end[]`, `0..count[j] + 1`; `{ ends[3] }` is Rust's; so may be indices of loops around, `0..i`, `i + 1..n`. A range that ends beyond what `p` names is an error when the program runs | `forall(p, ..)` under [`in_range`] |
//! | `parallel for j { .. }`, `parallel for j in 2..n, i { .. }` | the same loops; `run_parallel` cuts the outermost one into parts, whose iterations do not write the same places: see [`Independent`](crate::program::Independent) | [`parallel(j, ..)`](crate::expr::overload::parallel), [`parallel_in`](crate::expr::overload::parallel_in) |
//! | `for j, i in 2..n { .. }` | loops in each other, `j` outermost | |
//! | `if c { .. }` | where `c` holds | [`sieve(c, ..)`](crate::expr::overload::sieve) |
//! | `if c { .. } else { .. }`, `else if d { .. }` | where `c` holds, and where it does not; neither where it is missing. Where both set one output at the same indices they are one assignment, unless types say that it is written in any order | `let` names the condition, and there are two of these, or one: [`IfElse`] |
//! | `let d = e; ..` | names a value for the statements behind it in the block, so that it is read once | [`define(e, \|d\| ..)`](crate::expr::overload::define) |
//! | `y[i] = e;` | sets; what is known to be the fill of a declared output is not stored | [`set`](crate::target::Write::set) |
//! | `y[i] += e;`, `-=`, `*=`, `/=`, `\|=`, `&=` | reduces by `Add`, `Sub`, `Mul`, `Div`, `Or`, `And` | [`add`](crate::target::Write::add), [`reduce`](crate::target::Write::reduce) |
//! | `y[i] := e;` | overwrites | `reduce(Overwrite, e)` |
//! | `y[i] <<min>>= e;` | reduces by `min`, `max`, `add`, `sub`, `mul`, `and`, `or`, `any`, `minby`, `maxby`, `overwrite`, `choose(0)`, or by any value that is a [`Reducer`](crate::algebra::reducer::Reducer): `<<S::plus()>>=` | `reduce(Min, e)` |
//! | `a; b;`, `{ a; b; }` | one after the other; a `;` may be left out in front of `}` | [`block(a, b)`](crate::expr::overload::block) |
//!
//! A program has up to sixteen outputs and workspaces, and an access up to eight indices. Where more than eight loops
//! stand in one another, the crate needs `#![recursion_limit = "256"]`.
//!
//! Declarations and updates that are not in a loop, a condition or braces introduce the outputs of the program,
//! whichever place they have among the statements. Those statements are the passes of the program: what one of them has
//! written, the next ones can read, and write again where its levels can be opened again; outputs are frozen and opened
//! between them. What a statement reads of an output that it writes itself is what was written before, as in loops over dense
//! arrays; scalars, dense tensors and byte maps can be read so ([`ReadWhileWritten`](crate::program::ReadWhileWritten)). What is declared must be the fill of the tensor, which is part of its
//! type: `0`, `1`, `inf`, `-inf`, `true`, `false`, the type of another fill, or `_` for whatever it is (in functions
//! that are generic over it).
//!
//! # Expressions and conditions
//!
//! | written | means | becomes |
//! |---|---|---|
//! | `a[j, i]`, `s[]` | the tensor at these indices, called by its name in messages | `a.at((j, i)).named("a")` |
//! | `self.a[j, i]`, `xs[k][i]`, `self.xs[k][i]`, `parts[k].a[i]`, `pair.0[i]` | a tensor that is a field, or an element of a slice; `k` is Rust's. An output may be a field, too: `self.y .= 0`. If the program reads that output as well, name it in front: `let y = &mut self.y;` | |
//! | `w[i]`, `w[0]` where `w` is an array, a `Vec` or a slice of numbers | its element, as of a dense vector | [`Slice`](slice::Slice) |
//! | `a[j, gallop(i)]`, `follow(i)`, `walk(i)` | under a protocol | `a.at((j, gallop(i)))` |
//! | `a[i + 1]`, `a[i - c]`, `a[i + j]`, `a[i - j]` | moved: one index that is left is where the tensor unfurls, the others have values by then | [`Sum`](crate::index::arithmetic::Sum), [`Minus`](crate::index::arithmetic::Minus) |
//! | `a[~i]`, `a[~(i - 1)]` | missing beyond the extent, and exempt from what is inferred; dropped, where it is written | [`permissive`](crate::index::permissive()) |
//! | `a[window(i, lo..hi)]` | a part of the dimension | [`window`](crate::index::window) |
//! | `a[5]`, `a[n]`, `a[{ n / 2 }]`, `a[i, i]`, `a[2 * i]`, `a[i / 2]`, `a[(i + 1) % n]`, indices in any order | places: looked up, by a search where indices are stored | a `usize`, [`Calculated`](crate::index::arithmetic::Calculated) |
//! | `a[x[i]]`, `y[x[i] / 16] += ..`, `y[x[i] as usize] += ..`, `y[f(x[i])] += ..` | places that data names; checked while it runs | [`gather`](crate::index::gather()) |
//! | `let p = x[i]; y[p] += ..`, `a[p, i]`, `y[p + 1]`, `y[p as usize]` | the same, read once: a name that `let` gave is a place, looked up where it has its value | |
//! | `+ - * / % << >> & \| ^`, unary `-` and `!` | as ever; `%` of integers, and of an index and a `usize`; `<<` and `>>` of integers, by `u32`s | overloaded operators |
//! | `a[i] < 0.5`, `<= > >= == !=` | comparison of values | [`a.at((i,)).lt(constant(0.5))`](crate::expr::overload::Value::lt) |
//! | `i <= j`, `i < 3`, `i - j <= 1` | comparison of indices with indices and `usize`s, of their differences with `isize`s, of `(i - j).abs()` with `usize`s: loops are trimmed, not tested | [`i.le(j)`](crate::index::Index::le), [`i.below(3)`](crate::index::Index::below), .. |
//! | `i.in_chunk(c, 5)`, `i.in_part(t, n, 4)` | whether `i` lies in chunk `c` of 5 indices, in part `t` of 4 of `0..n`: loops are trimmed | [`in_chunk`](crate::index::Index::in_chunk), [`in_part`](crate::index::Index::in_part) |
//! | `a && b`, `a \|\| b` | both, either; both sides are evaluated | `a & b`, `a \| b` |
//! | `0`, `1`, `true`, `false`, `inf`, `-inf`, alone on a side of a comparison, of `&&` or of an assignment, or in `min`, `max`, `coalesce`, `select` | a value that types know, of whatever type is wanted: `if a[i] != 0 { .. }` visits what is stored | [`literal`](crate::expr::overload::literal) |
//! | `2.5`, `alpha`, `n + 1` | a number, a captured value | [`constant(alpha)`](crate::expr::overload::constant) |
//! | `i` alone, `i.value()`, `i + 1`, `2 * i + j` | the value of an index, or of what is calculated of indices, a `usize`: `y[i] = i + 1`, `(i + 1) as f64 * x[i]`, `i * count[i]` | |
//! | `min(a, b)`, `max`, `abs`, `coalesce`, `select(c, a, b)` | [these functions](function), whatever is in scope under their names; all but `abs` take literals that types know; of numbers and values, `a[i].min(2.5)` and `a[i].max(b[i])` are methods as well | [`min(a.at((i,)), b.at((i,)))`](function::min) |
//! | `sqrt(a[i])`, `a[i].sqrt()`, `exp`, `ln`, `powi`, `mul_add`, `is_nan`, .. | the functions of Rust's numbers, with [laws](crate::algebra::operators): the square root of what stores nothing stores nothing | [`Value::sqrt`](crate::expr::overload::Value::sqrt) and so on |
//! | `a[i].powi(2)`, `(a[i] - b[i]).powf(1.5)` | a literal power of what an access is in, which keeps zeros if it is positive; any other stores what it makes of them | [`Value::power`](crate::expr::overload::Value::power), [`power_of`](crate::expr::overload::Value::power_of) |
//! | `a[i] as f32`, `i as f64` | converted as Rust does | [`Value::cast`](crate::expr::overload::Value::cast) |
//! | `f(a[i])`, `f(a[i], 2.0)`, `a[i].map(f)` | a function of numbers, called in each iteration; nothing is known of its results | [`Unary`](crate::algebra::Unary) |
//! | `f(a[i])` where `f` is an operator, such as one that [`function!`](crate::algebra::function) makes of a closure | the operator, with its laws | [`map1`](crate::expr::overload::map1) |
//! | `f(a[i])`, `a[i].f(..)` | any function or method from [`Value`](crate::expr::overload::Value) to `Value`, with type arguments if need be | the call |
//! | `b[i].key()`, `b[i].value()` | the parts of a [`By`](crate::algebra::By), which `keyed(a[i], i.value())` makes | |
//! | `{ weights[3] }` | the braces hold any Rust expression, which is left as it is | |
//!
//! Captured values of generic types, which have no overloads, stand where `T: Number` behind any value, `x[i] * alpha`, and in front
//! of what is seen to be one: an access, parentheses or a call with an access in them, a product that begins with an access, `alpha *
//! (x[i] + y[i])`, `alpha * sqrt(x[i])`, `alpha + beta * x[i]`, `alpha < x[i]`. Elsewhere, such as in front of a name that `let` gave,
//! they are written `constant(alpha)`.
//!
//! # Mistakes
//!
//! A mistake is reported where it was written, in words. They stand behind "while trying to match": a macro cannot point
//! at a token in any other way.
//!
//! ```text
//! error: no rules expected `=`
//!    |
//! 10 |         for j, i { if i = j { y[j] += a[j, i]; } }
//!    |                         ^ no rules expected this token in macro call
//!    |
//! note: while trying to match "`==`: a condition compares, `=` assigns"
//! ```
//!
//! # How it is rewritten
//!
//! A block is cut into statements without looking into them, so that what one of them takes of the recursion limit is
//! not taken from the others; see `block`, `assignment` and `expression`, which hold the macros, and the functions and
//! traits that they call. A statement takes two steps, an operand with the operator behind it one or two.

pub mod access;
mod ahead;
pub mod assignment;
mod block;
mod brackets;
pub mod call;
pub mod comparison;
pub mod declared;
pub mod down;
pub mod either;
pub mod elementary;
pub mod ends;
mod expression;
pub mod function;
pub mod indices;
pub mod name;
pub mod operand;
mod operators;
pub mod overload;
pub mod program;
pub mod readable;
mod refused;
pub mod slice;
pub mod view;

pub use access::{LastIndex, Read, Reading, Writable, Writing, read, write};
pub use assignment::{assign, condition, in_range, only_if};
pub use call::{As, call};
pub use comparison::{Comparable, IndexDifference, and, compare, or};
pub use declared::{AsOutput, DeclaredValue, FilledWith, Introduces};
pub use down::down;
pub use either::IfElse;
pub use ends::{ends, ranged};
pub use name::LetBinding;
pub use operand::{Literal, Operand};
pub use overload::{Beside, BitsBeside, Leading, loop_range};
pub use readable::{Filled, Readable};
