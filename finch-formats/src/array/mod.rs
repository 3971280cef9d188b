//! Array expressions: `&a * (&b + 1.0)`, computed by one nest of loops.
//!
//! Operators on references to tensors, and the methods of [`Array`], make an [`Uncomputed`] expression. Nothing is computed, and nothing
//! stored, until its result is asked for; then it becomes the loops that one would have written in `finch!`, whatever its operands
//! store. No part of it is stored on the way, except products of sparse matrices and reductions along an axis within a larger expression.
//!
//! ```
//! use finch_formats::prelude::*;
//!
//! let a = Csr::from_triplets([2, 3], [([0, 1], 2.0), ([1, 2], 4.0)], Add)?;
//! let b = Csr::from_triplets([2, 3], [([0, 1], 3.0), ([1, 0], 5.0)], Add)?;
//! let x = Vector::from(vec![1.0, 10.0, 100.0]);
//!
//! // The format of a result follows from types: this is as sparse as `a`.
//! let c: Csr<f64> = (&a * (&b + 1.0)).compute()?;
//! assert_eq!(c.to_dense()?, [0.0, 8.0, 0.0, 0.0, 0.0, 4.0]);
//! // A vector stands for each row of a matrix.
//! let y: Vector<f64> = (&a * &x).sum_axis::<1>().compute()?;
//! assert_eq!(y.values(), [20.0, 400.0]);
//! assert_eq!((&a + &b).greatest()?, 5.0);
//! # Ok::<(), finch_formats::Error>(())
//! ```
//!
//! | to | there is |
//! |---|---|
//! | combine | operators on `&tensor`, views, slices, expressions and numbers; the methods of [`Array`]: `min`, `max`, `clip`, comparisons, `map`, `zip_map`, `select`, `coalesce`, [`outer`](Array::outer), [`outer_map`](Array::outer_map) |
//! | view | [`Array::t`], [`Array::column`], [`Array::lift`], [`Array::pick`], [`Array::diagonal`], [`Array::stretches`]; [`window`](Uncomputed::window), [`offset`](Uncomputed::offset), [`permissive`](Uncomputed::permissive), [`swizzle`](Uncomputed::swizzle) |
//! | change the shape, or the order | [`Manipulate::roll`], [`flip`](Manipulate::flip), [`tile`](Manipulate::tile), [`repeat`](Manipulate::repeat), [`flatten`](Manipulate::flatten), [`expand_dims`](Manipulate::expand_dims), [`broadcast_to`](Manipulate::broadcast_to) |
//! | multiply | [`Multiply::matmul`], [`Multiply::tensordot`], [`Multiply::tensordot_axis`], [`Multiply::tensordot_axes`], [`Multiply::kron`], over semirings too; [`Array::outer`], [`Array::dot`] |
//! | put together | [`Array::concatenate`], [`Array::stack`], [`Manipulate::stack_axis`], [`Array::pad`] |
//! | compute | [`Uncomputed::compute`], [`Uncomputed::compute_as`], [`Uncomputed::assign_to`] |
//! | reduce to one value | [`Array::sum`] and the like, [`Array::reduce`], [`Array::dot`], [`Array::norm`], [`Statistics::mean`], [`variance`](Statistics::variance), [`std`](Statistics::std) |
//! | reduce along an axis | [`Array::sum_axis`] and the like, [`Array::reduce_axis`], each a [`Reduced`], which is computed as expressions are, and an operand of others; [`Statistics::mean_axis`] |
//! | sum up along an axis | [`Statistics::cumulative_sum`], [`Statistics::cumulative_product`] |
//! | find | [`Array::argmin`], [`Array::argmax`], [`Statistics::nonzero`]; along an axis [`Array::argmin_axis`], [`Array::argmax_axis`] |
//! | use several threads | `(&a * &b).parallel()`, feature `parallel`: computes expressions, reductions along the last axis, and those to one value by reducers that group at will |
//!
//! Borrowed memory is an operand without a copy. A slice or a `Vec` of numbers is a dense vector; on the left of an operator it is written
//! `vector(&x)`, see [`vector`]. Tensors that borrow their arrays are operands, too: [`MatrixView`](crate::MatrixView), and those that
//! [`interop`](crate::interop) makes of arrays of other libraries.
//!
//! # Shapes
//!
//! Arrays have up to eight dimensions. Operands are aligned at the last one, as in `ndarray`: beside a matrix, a vector is repeated for
//! each row, and its [`column`](Array::column) for each column. Where two operands have a dimension, their extents must be equal, else
//! computing returns [`Mismatch`](crate::ErrorKind::Mismatch); an extent of one is not repeated. A column that stands alone has no
//! extent along its last dimension: there the output keeps its own, which is 0 for a new one.
//!
//! # The format of a result
//!
//! [`compute`](Uncomputed::compute) asks of each dimension, outermost first, what operands store along it, which their levels say
//! ([`Described`]), and what the operator makes of their fills, which its laws say.
//!
//! | of the result | rule |
//! |---|---|
//! | fill | what the operators make of the fills of all operands |
//! | a dimension is *sparse* | that fill is known, and the result is it wherever one sparse operand is fill (`*`: either; `/`: the left one), or wherever all of several sparse ones are (`+`) |
//! | its values come in *runs* | those of all operands do; operands that do not have the dimension are one run |
//! | it is stored in *blocks* | what each operand stores is: everything, blocks, a band, runs |
//! | it is stored in *one block* | what each operand stores is, and wherever one sparse operand is fill, so is the result |
//!
//! The innermost dimension becomes a level by the next table: that of the first column that applies. Any other dimension becomes a
//! [`SparseList`](crate::SparseList) if it is sparse, and a [`Dense`](crate::Dense) level if not. The leaf is an
//! [`Element`](crate::Element).
//!
//! | | runs | one block | blocks | else |
//! |---|---|---|---|---|
//! | sparse | [`SparseRunList`](crate::SparseRunList) | [`SparseBand`](crate::SparseBand) | [`SparseBlockList`](crate::SparseBlockList) | [`SparseList`](crate::SparseList) |
//! | not sparse | [`RunList`](crate::RunList) | [`Dense`](crate::Dense) | [`Dense`](crate::Dense) | [`Dense`](crate::Dense) |
//!
//! So it is with `a` and `b` as `Csr`, `d` a `Matrix`, `q` a `Dcsr`, `r` a `RunMatrix` and `s` a `BandMatrix` of `f64`:
//!
//! | expression | result | since |
//! |---|---|---|
//! | `&a + &b`, `a.min(&b)`, `-&a`, `&a * 2.0` | `Csr<f64>` | zero is what comes of zeros |
//! | `&a * &d`, `&a * (&d + 1.0)`, `&a / &d` | `Csr<f64>` | zero times anything is zero, and zero divided by it |
//! | `&a * &q` | `Dcsr<f64>` | rows that `q` does not store are zero |
//! | `&a + &d`, `&a + 1.0`, `&d / &a` | `Matrix<f64>` | |
//! | `&r + &r`, `&r * 2.0` | `RunMatrix<f64>` | runs of both are |
//! | `&s * &d`, `&s * &s` | `BandMatrix<f64>` | |
//! | `&s + &s` | `BlockCsr<f64>` | there may be a gap between two bands |
//! | `a.lt(&b)` | `Csr<bool>` | zero is not less than zero |
//! | `a.le(&b)` | `CsrWithFill<bool, True>` | zero is at most zero |
//! | `a.map(Exp)` | `CsrWithFill<f64, One>` | the exponential of zero is one |
//!
//! The dimensions of views and of joined arrays:
//!
//! | expression | its dimensions |
//! |---|---|
//! | `a.window(..)`, `a.offset(..)`, `a.permissive()`, `a.pad(..)` | are those of `a` |
//! | `a.column()`, `a.lift()`, `a.outer(&b)` | one run each where there is one more; `a.outer(&b)` is what `*` makes of `a` along its dimensions and `b` along its own |
//! | `a.pick::<AXIS>(i)` | are those of `a` without that axis |
//! | `a.stretches(n)` | the last one twice: dense, and inside of it as it was |
//! | `a.concatenate(&b)`, `a.stack(&b)`, `a.roll::<AXIS>(..)`, and `a.stack_axis::<AXIS, _>(&b)` but for that axis, which is dense | as of a sum: sparse where both are and have the same fill, runs where both are |
//! | `a.flip::<AXIS>()`, `a.tile::<AXIS>(n)`, `a.repeat::<AXIS>(n)`, `a.expand_dims::<AXIS>()` | that axis dense, others as those of `a` |
//! | `a.flatten()` | the last one dense, others as those of `a` |
//! | `a.broadcast_to(..)` | one run each where there is one more, others as those of `a` |
//! | `a.t()`, `a.swizzle(..)`, `a.toeplitz(..)`, `a.products(..)`, `a.diagonal()` | dense |
//!
//! With `a` and `b` as `Csr`, `d` a `Matrix`, `r` a `RunMatrix` and `v` a `SparseVector` of `f64`:
//!
//! | expression | result |
//! |---|---|
//! | `a.window([0..2, 1..3]) * &d.window([0..2, 0..2])`, `a.pad([[1, 1], [0, 0]])` | `Csr<f64>` |
//! | `a.concatenate::<1, _>(&b)`, `v.stretches(4)` | `Csr<f64>` |
//! | `a.concatenate::<1, _>(&d)` | `Matrix<f64>` |
//! | `r.concatenate::<1, _>(&r)` | `RunMatrix<f64>` |
//! | `a.pick::<0>(2)` | `SparseVector<f64>` |
//! | `a.pick::<1>(2)`, `a.diagonal()` | `Vector<f64>` |
//! | `v.outer(&v)` | `Dcsr<f64>` |
//!
//! # Products
//!
//! `a.matmul(&b)` is an operand like any other. It is sparse by the next table, where zero annihilates, as it does in a semiring; what is
//! not sparse is dense.
//!
//! | dimensions of the product | are sparse if |
//! |---|---|
//! | those of `a` | they are in `a` |
//! | those of `b` | they are in `b` |
//!
//! `a.tensordot(&b)`, `a.tensordot_axis::<1, 0, _>(&b)` and `a.tensordot_axes::<(U1, U2), (U0, U1), _>(&b)`, which sum over one dimension and
//! over two, have the same table, if the axes are the last ones of `a`; the dimensions of `a` beside others are dense. Each value is computed in the loops of the expression.
//!
//! How it is computed follows from types, too, see [`product`]; [`explain`](Uncomputed::explain) says it. `&s * u.matmul(&v.t())` takes one sum
//! of products for each entry of `s`, and nothing else is stored. Of a product that is computed first, into a temporary tensor, all is computed,
//! whatever is multiplied with it, also where a view shows a part of it, and by one thread, also where several threads compute the expression.
//! Alone, `a.matmul(&b).parallel()` is written row by row by all of them.
//!
//! With `a` and `b` as `Csr`, `q` a `Dcsr`, `d` a `Matrix`, `x` a `Vector` of `f64`:
//!
//! | expression | result | computed |
//! |---|---|---|
//! | `a.matmul(&b)` | `Csr<f64>` | row by row |
//! | `a.matmul(&d)`, `d.matmul(&d)` | `Matrix<f64>` | row by row |
//! | `q.matmul(&b)` | `Dcsr<f64>` | row by row |
//! | `a.matmul(&x)` | `Vector<f64>` | in one nest of loops |
//! | `q.matmul(&x)`, `x.matmul(&a)` | `SparseVector<f64>` | in one nest of loops; row by row |
//! | `&a * d.matmul(&d.t())` | `Csr<f64>` | in one nest of loops |
//! | `&x - a.matmul(&x)` | `Vector<f64>` | in one nest of loops |
//! | `d.tensordot_axes::<(U0, U1), (U0, U1), _>(&h)` with `h` a `Cube` | `Vector<f64>` | in one nest of loops |
//! | `&a * a.matmul(&b)` | `Csr<f64>` | the product first, as a `Csr` |
//!
//! `a.kron(&b)`, the Kronecker product of two matrices or two vectors, is sparse along each dimension along which `a` or `b` is, and
//! dense along others. [How it is computed](product#kronecker-products) follows from both.
//!
//! | expression | result | computed |
//! |---|---|---|
//! | `a.kron(&b)`, `a.kron(&d)`, `d.kron(&a)` | `Csr<f64>` | row by row |
//! | `q.kron(&d)`, `a.kron(&q)` | `Dcsr<f64>` | row by row |
//! | `d.kron(&d)` | `Matrix<f64>` | row by row |
//! | `&a * d.kron(&d)` | `Csr<f64>` | in one nest of loops |
//! | `d.kron(&a) * 2.0` | `Csr<f64>` | the product first, as a `Csr` |
//! | `x.kron(&x)`, `x.kron(&v)` with `v` a `SparseVector` | `Vector<f64>`, `SparseVector<f64>` | as one row |
//!
//! # Where results are dense
//!
//! Some results are dense although most of their values may be equal:
//!
//! * The value of a number is not known to types, so `a.max(0.0)` is dense. [`everywhere`] is a number that types know.
//! * A fill that is your own, or a sum of fills that are not zero, is no type that could be found for the result.
//! * [`Symmetric`](crate::Symmetric) operands count as dense: the loops write whole rows, and cannot write one half.
//!
//! Where you want another format, name it: [`compute_as`](Uncomputed::compute_as).
//!
//! Expressions of two to four dimensions can be reduced along an axis. The fill of the result is the
//! [identity](identity::Identity) of the reducer. Along the last axis, if the reducer skips the fill of the expression, the other
//! dimensions stay as sparse as they are; if not, or along another axis, the result is not sparse. Within another expression a reduction is
//! computed first, into a temporary tensor of the format that it has alone: `a.sum_axis::<1>() / 2.0`. Over several axes it is one reduction of
//! another: `x.sum_axis::<2>().sum_axis::<1>()`.
//!
//! # What it costs
//!
//! Making an expression costs nothing. Computing it runs one nest of loops, unless [`explain`](Uncomputed::explain) says that a product
//! or a reduction is computed first. Entries that no operand stores, or that cannot matter, are not visited, as in a program of the same accesses,
//! which takes as many instructions. An operand that is named twice is read
//! twice: `a.map(Square)` is better than `&a * &a`.

pub mod along;
pub mod axis;
pub mod dims;
pub mod expr;
pub mod identity;
#[cfg(feature = "parallel")]
pub mod in_parts;
pub mod infer;
pub mod join;
pub mod kinds;
pub mod manipulate;
pub mod methods;
pub mod place;
pub mod product;
pub mod reduction;
pub mod shapes;
pub mod statistics;
pub mod uncomputed;
pub mod view;

pub use axis::Reduced;
pub use expr::ArrayExpr;
pub use infer::{Compute, Infer};
pub use kinds::Described;
pub use manipulate::Manipulate;
pub use methods::Array;
pub use product::Multiply;
pub use reduction::Reduction;
pub use statistics::Statistics;
pub use uncomputed::{ArrayOperand, NewTensor, Uncomputed, everywhere, uniform, vector};
