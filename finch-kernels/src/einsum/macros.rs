//! The macro.

/// A sum of products of any number of tensors, in an order of loops that is found for their formats: Einstein's notation.
///
/// ```
/// use finch_kernels::prelude::*;
///
/// let a = Csr::from_triplets([2, 3], [([0, 1], 2.0), ([1, 0], 1.0), ([1, 2], 4.0)], Add)?;
/// let b = Matrix::from_dense([3, 2], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0])?;
/// let d = Vector::from(vec![10.0, 1.0]);
///
/// // The sum over k of a[i, k] b[k, j] d[j].
/// let c: Matrix<f64> = einsum!([i, j] += a[i, k] * b[k, j] * d[j]).compute()?;
/// assert_eq!(c.values(), [60.0, 8.0, 210.0, 26.0]);
/// # Ok::<(), Error>(())
/// ```
///
/// Each operand is a tensor with an index per dimension, outermost first. Indices that stand on the left of `+=` are those of the
/// result; the sum is taken over all others. An index may stand twice in an operand, which is a diagonal: `[] += a[i, i]` is the trace.
///
/// | written | means |
/// |---|---|
/// | `einsum!([i, j] += a[i, k] * b[k, j])` | a new tensor: [`compute`](crate::einsum::Einsum::compute), [`compute_as`](crate::einsum::Einsum::compute_as) |
/// | `einsum!([] += a[i, j] * b[i, j])` | a number: [`value`](crate::einsum::Einsum::value) |
/// | `einsum!(c[i, j] += a[i, k] * b[k, j])` | into the tensor or the scalar `c`, whose memory is reused: [`run`](crate::einsum::EinsumInto::run). What it holds is replaced |
/// | `einsum!(MinPlus: c[i, j] += a[i, k] * b[k, j])` | over a [semiring](crate::traits::algebra::semiring), whose zero is the fill of the result |
/// | `einsum!(c[i, j] += a[i, k] * b[k, j]).parallel()` | by several threads, into a dense output: `EinsumInto::parallel`, feature `parallel` |
/// | `self.a[i, k]`, `pair.0[k]` | tensors that are fields |
///
/// Operands are tensors of one type of values. Sums, numbers, functions and conditions stand in a [`finch!`](crate::finch!) program.
///
/// # Orders of loops
///
/// An order of loops is *concordant* if it reads every operand without a search: along a dimension that cannot be looked up, such as
/// the rows of a `Csr`, the loops over all dimensions around it stand outside. Types say which orders these are. At most six of them
/// are compiled, or two if the sum can be [factored](#factoring). Orders are tried by the order in which indices stand in the operands,
/// and the first concordant ones are taken; three indices have six orders in all. Extents and counts of stored entries choose among
/// them when the sum is computed.
///
/// If no order is concordant, as for `a[i, j] * b[j, i]` of two `Csr`, one matrix is transposed first, which takes time
/// linear in what it stores. It is the one with which the whole costs least, in general that with fewest entries. If that does not
/// help, two matrices are, or three. If that does not help either, the sum does not compile:
///
/// ```compile_fail
/// use finch_kernels::prelude::*;
///
/// let (x, y) = (Csf::<f64>::empty([2, 2, 2])?, Csf::<f64>::empty([2, 2, 2])?);
/// let c = einsum!([] += x[i, j, k] * y[k, j, i]).value()?;
/// # Ok::<(), Error>(())
/// ```
///
/// Products are added to a result in place if it can be written in any order, such as a dense one. A result in any other format is
/// written in order. If its leading indices are those of the outermost loops, in their order, sums over its other indices are kept in a
/// workspace: a number for none, a row for one, a table for two to four of them. Sums in a workspace that come to the zero of the semiring are
/// not stored. Where nothing is summed, each product of stored values is stored, zero or not.
///
/// [`explain`](crate::einsum::EinsumInto::explain) says what is chosen, and what the alternatives would cost:
///
/// ```
/// use finch_kernels::prelude::*;
///
/// let a = Csr::from_triplets([2, 3], [([0, 1], 2.0), ([1, 0], 1.0), ([1, 2], 4.0)], Add)?;
/// let b = Matrix::from_dense([3, 2], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0])?;
/// let mut c = Matrix::default();
/// let text = einsum!(c[i, j] += a[i, k] * b[k, j]).explain();
/// assert!(text.starts_with("c[i, j] += a[i, k] * b[k, j]\n  a: 2 by 3, 3 stored\n  b: 3 by 2, 6 stored\nplan: for i, k, j: "));
/// assert!(text.contains("alternatives:\n  for i, j, k: "));
/// # Ok::<(), Error>(())
/// ```
///
/// Costs are steps of the innermost loop, if entries are spread evenly. They are estimates: where they mislead, write the loops.
///
/// # Factoring
///
/// Of three or four operands, two can be multiplied first: `a[i, j] * b[j, k] * c[k, l]` takes fewer steps if products of `a` and `b` are
/// summed over `j` before they are multiplied by `c`. Types find at most three such ways, one for each pair of operands that has an index
/// to sum over; costs choose among them and the loops over all indices. Sums are kept inside of the loops over their other indices, in
/// a number or in a row, where these loops read all operands without a search; else in a temporary tensor, whose format follows from types
/// as that of a [result](#results) does, and which has at most 2^27 values. Two operands are not multiplied first if that needs a table of
/// sums.
///
/// A row of one operand can be copied first, too: `[] += a[i, j] * b[j, k] * c[i, k]` meets row `i` of `c` with a row of `b` for each
/// `a[i, j]`. A copy of it is made once for each `i`, and what rows of `b` store is looked up there. Types find at most one such operand:
/// a sparse one, beside a sparse one whose rows change inside of the loops over the indices of the copy.
///
/// | two are multiplied first | if |
/// |---|---|
/// | neighbours | always: the multiplication of a semiring is associative, and distributes over its addition |
/// | the first and the third of three operands | [factors may be exchanged](crate::traits::algebra::semiring::Semiring::COMMUTES) |
/// | into sums that are dense, of operands that are not | [the value of the zero annihilates](crate::traits::algebra::semiring::Semiring::ANNIHILATES) |
///
/// Sums and products are then taken in another order: sums of floats may differ in their last bits, and integers overflow in other places.
/// Of floats the zero annihilates what is finite: a sum of no products that is stored densely and then multiplied by an infinity or NaN
/// gives NaN, where one nest of loops leaves that product out.
///
/// ```
/// use finch_kernels::prelude::*;
///
/// let (s, d, f) = (Csr::<f64>::empty([90, 80])?, Matrix::<f64>::empty([80, 70])?, Matrix::<f64>::empty([70, 3])?);
/// let text = einsum!([i, l] += s[i, j] * d[j, k] * f[k, l]).explain_as::<Matrix<f64>>();
/// assert!(text.contains("d[j, k] * f[k, l] first, in a temporary tensor over j, l, for j, k, l; then the others for i, j, l: "));
/// # Ok::<(), Error>(())
/// ```
///
/// # Results
///
/// [`compute`](crate::einsum::Einsum::compute) makes a format that follows from types: a dimension is a
/// [`SparseList`](crate::formats::SparseList) if an operand that is fill there, and whose fill is the zero of the semiring, stores few
/// places of it for given other indices of the result, and a [`Dense`](crate::formats::Dense) level if not. So `a[i, k] * b[k, j]` is a
/// `Csr` for two of them, a `Matrix` if `a` or `b` is one. Where you want another format, name it: `compute_as::<Dcsr<f64>>()`.
///
/// # Cost
///
/// A sum takes the time of the loops that one would have written in the chosen order. It allocates workspaces, temporary and transposed
/// tensors where the plan has any, and short lists for the choice if there are several candidates.
///
/// Each order, and each way to factor, is a program of its own for the compiler, at most six in all: a sum with six orders takes it
/// several times as long as one with a single order.
///
/// # Errors
///
/// See [`EinsumInto::run`](crate::einsum::EinsumInto::run). An index that has different extents in two operands is a
/// [`Mismatch`](crate::ErrorKind::Mismatch), which names both. What types know is refused by the compiler: an operand with another
/// number of indices than dimensions, operands of different types of values, an index of the result that no operand has, a result
/// whose fill is not the zero of the semiring.
#[macro_export]
macro_rules! einsum {
    ($($sum:tt)+) => { $crate::__einsum!(@semiring $($sum)+) };
    () => { compile_error!("einsum!: a sum of products, such as `c[i, j] += a[i, k] * b[k, j]`") };
}

/// What [`einsum!`] becomes.
#[doc(hidden)]
#[macro_export]
macro_rules! __einsum {
    // The semiring, and the result.
    (@semiring [$($y:ident),* $(,)?] += $($product:tt)+) => {
        $crate::__einsum!(@operands {[$crate::traits::algebra::semiring::PlusTimes] [] [$($y)*]} [] $($product)+)
    };
    (@semiring $c:ident $(. $field:tt)* [$($y:ident),* $(,)?] += $($product:tt)+) => {
        $crate::__einsum!(@operands {[$crate::traits::algebra::semiring::PlusTimes] [$c $(. $field)*] [$($y)*]} [] $($product)+)
    };
    (@semiring $semiring:path : [$($y:ident),* $(,)?] += $($product:tt)+) => {
        $crate::__einsum!(@operands {[$semiring] [] [$($y)*]} [] $($product)+)
    };
    (@semiring $semiring:path : $c:ident $(. $field:tt)* [$($y:ident),* $(,)?] += $($product:tt)+) => {
        $crate::__einsum!(@operands {[$semiring] [$c $(. $field)*] [$($y)*]} [] $($product)+)
    };
    (@semiring $($other:tt)*) => {
        compile_error!(concat!(
            "einsum!: `", stringify!($($other)*), "` is no sum of products, such as `einsum!([i, j] += a[i, k] * b[k, j]).compute()?`, which makes \
             a tensor, `einsum!(c[i, j] += a[i, k] * b[k, j]).run()?` into `c`, `MinPlus: c[i, j] += a[i, k] * b[k, j]` over a semiring"
        ))
    };
    // The operands, one by one.
    (@operands $to:tt [$($done:tt)*] $a:ident $(. $field:tt)* [$($i:ident),* $(,)?]) => {
        $crate::__einsum!(@all $to [$($done)* {[$a $(. $field)*] [$($i)*]}])
    };
    (@operands $to:tt [$($done:tt)*] $a:ident $(. $field:tt)* [$($i:ident),* $(,)?] * $($product:tt)+) => {
        $crate::__einsum!(@operands $to [$($done)* {[$a $(. $field)*] [$($i)*]}] $($product)+)
    };
    (@operands $to:tt $done:tt $($other:tt)*) => {
        compile_error!(concat!(
            "einsum!: `", stringify!($($other)*), "` is no product of tensors at indices, such as `a[i, k] * b[k, j]`: sums, numbers and \
             functions stand in a `finch!` program"
        ))
    };
    (@all {[$semiring:path] [$($c:tt)*] [$($y:ident)*]} [$({[$($a:tt)+] [$($i:ident)*]})+]) => {
        // Tensors are borrowed before indices take their names.
        match $crate::__einsum!(@list $({$crate::einsum::operand(&$($a)+)})+) {
            operands => {
                let sum = {
                    #[allow(unused_imports)]
                    use $crate::einsum::IntoOperands as _;
                    // An index that stands there several times is the one that is declared last.
                    $crate::__einsum!(@indices [$crate::traits::algebra::typenum::U0] $($($i)* )+);
                    $crate::einsum::einsum::<$semiring, _, _>(
                        operands.place($crate::__einsum!(@list $({($crate::__einsum!(@list $({$i})*), stringify!($($a)+))})+)),
                        $crate::__einsum!(@list $({$y})*),
                    )
                };
                $crate::__einsum!(@result sum $($c)*)
            }
        }
    };
    (@result $sum:ident) => { $sum };
    (@result $sum:ident $($c:tt)+) => {{
        use $crate::traits::notation::AsOutput as _;
        $sum.into_output($($c)+.as_output(), stringify!($($c)+))
    }};
    (@list) => { $crate::traits::index::Nil };
    (@list {$($first:tt)*} $({$($more:tt)*})*) => {
        $crate::traits::index::Cons($($first)*, $crate::__einsum!(@list $({$($more)*})*))
    };
    (@indices [$number:ty]) => {};
    (@indices [$number:ty] $i:ident $($more:ident)*) => {
        #[allow(unused_variables)]
        let $i = {
            $crate::traits::algebra::__finch_name!($i);
            $crate::traits::index::Index::<$crate::traits::algebra::nat::Named<$number, __Called>>::new()
        };
        $crate::__einsum!(@indices [$crate::traits::algebra::nat::Succ<$number>] $($more)*);
    };
}
