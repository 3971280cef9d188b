//! What is right instead: the programs of `refused/` and `notation_refused/` in `tests/refusals` with one thing changed.
//! They compile, and compute what they say.

use finch_kernels::Result;
use finch_kernels::prelude::*;
use finch_tests::prelude::{U0, U1, algebra};

fn x() -> Vector<f64> {
    Vector::from(vec![1.0, 2.0])
}

/// A matrix of two rows and three columns.
fn a() -> Csr<f64> {
    Csr::from_triplets([2, 3], [([0, 1], 2.0), ([1, 0], 3.0), ([1, 2], 4.0)], Add).unwrap()
}

/// `output_read`, `output_of_borrowed_arrays`: what is read beside an output is another tensor, that may be a view.
#[test]
fn an_output_is_updated_from_another_tensor() -> Result<()> {
    let values = [10.0, 20.0];
    let (view, mut y) = (VectorView::<f64>::from_parts(2, &values[..])?, x());
    indices!(i);
    program()
        .update(&mut y)
        .body(|(y,)| forall(i, y.at((i,)).add(view.at((i,)))))
        .run()?;
    assert_eq!(y.values(), [11.0, 22.0]);
    Ok(())
}

/// `output_of_handle_read`: what is written in place can be read meanwhile.
#[test]
fn an_output_is_read_while_it_is_written() -> Result<()> {
    let mut y = Vector::from(vec![1.0, 2.0]);
    indices!(i);
    program()
        .update(&mut y)
        .body(|(y,)| forall(i, y.at((i,)).add(y.read((i,)))))
        .run()?;
    assert_eq!(y.values(), [2.0, 4.0]);
    Ok(())
}

/// `workspace_not_writable`: a workspace is read, once it is finished.
#[test]
fn a_workspace_is_read() -> Result<()> {
    let (x, mut y, mut w) = (x(), Vector::<f64>::default(), SparseVector::<f64>::default());
    indices!(i);
    program()
        .declare(&mut y)
        .workspace(&mut w)
        .body(|(y, w)| {
            let twice = forall(i, w.at((i,)).add(x.at((i,)) * 2.0));
            w.within(twice, forall(i, y.at((i,)).set(w.read((i,)))))
        })
        .run()?;
    assert_eq!(y.values(), [2.0, 4.0]);
    Ok(())
}

/// `output_introduced_twice`, `output_not_mutable`: introduced once, an output is written by several statements.
#[test]
fn an_output_is_written_by_several_statements() -> Result<()> {
    let (x, mut y) = (x(), Vector::<f64>::default());
    indices!(i);
    program()
        .declare(&mut y)
        .body(|(y,)| forall(i, block(y.at((i,)).add(x.at((i,))), y.at((i,)).add(x.at((i,))))))
        .run()?;
    assert_eq!(y.values(), [2.0, 4.0]);
    Ok(())
}

/// `output_without_writing`, `runs_of_what_cannot_be_compared`: patterns are below lists, runs are merged where they can be
/// compared.
#[test]
fn nests_that_can_be_written() -> Result<()> {
    let a = a();
    assert!(a.convert::<Dense<Hybrid<Element<f64>>>>()? == a);
    assert!(a.convert::<Hybrid<SparseList<Element<f64>>>>()? == a);
    assert_eq!(
        a.pattern().convert::<SparseList<SparseList<Pattern>>>()?.count_stored(),
        a.count_stored()
    );
    assert!(a.convert::<RunList<SparseList<Element<f64>>>>()? == a);
    assert!(a.convert::<RunList<SparseDict<Element<f64>>>>()? == a);
    Ok(())
}

/// `sort_of_lists`: what can change places is moved along, and all else is copied.
#[test]
fn rows_that_are_sorted() -> Result<()> {
    let a = Coo3::<f64>::from_triplets([1, 4, 2], [([0, 3, 1], 2.0), ([0, 1, 0], 3.0)], Add)?;
    let dense: Tensor<Dense<UnsortedList<Dense<Element<f64>>>>> = a.convert()?;
    assert!(dense.sort() == a);
    let lists: Tensor<Dense<UnsortedList<SparseList<Element<f64>>>>> = a.convert()?;
    assert!(lists.convert::<Dense<SparseList<SparseList<Element<f64>>>>>()? == a);
    Ok(())
}

/// `index_unbound`, `index_order`: a loop for each index, in the order of the levels.
#[test]
fn loops_in_the_order_of_levels() -> Result<()> {
    let (a, mut s, mut y) = (a(), Scalar::new(0.0), Vector::<f64>::default());
    indices!(j, i);
    program()
        .declare(&mut s)
        .declare(&mut y)
        .body(|(s, y)| {
            let total = forall(j, forall(i, s.at(()).add(a.at((j, i)))));
            block(total, forall(j, forall(i, y.at((i,)).add(a.at((j, i))))))
        })
        .run()?;
    assert_eq!((s.get(), y.values()), (9.0, &[3.0, 2.0, 4.0][..]));
    Ok(())
}

/// `index_order_of_output`: an output of the order that the loops have.
#[test]
fn an_output_in_the_order_of_the_loops() -> Result<()> {
    let (a, mut copy) = (a(), Csr::<f64>::default());
    indices!(j, i);
    program()
        .declare(&mut copy)
        .body(|(copy,)| forall(j, forall(i, copy.at((j, i)).set(a.at((j, i))))))
        .run()?;
    assert!(copy == a);
    Ok(())
}

/// `index_of_mask_unbound`: both indices of a comparison are bound.
#[test]
fn a_mask_of_two_loops() -> Result<()> {
    let (x, mut s) = (x(), Scalar::new(0.0));
    indices!(j, i);
    program()
        .declare(&mut s)
        .body(|(s,)| forall_in(j, 0..2, forall(i, sieve(j.le(i), s.at(()).add(x.at((i,)))))))
        .run()?;
    assert_eq!(s.get(), 1.0 + 2.0 + 2.0);
    Ok(())
}

/// `indices_too_few`, `indices_too_many_of_output`, `indices_of_scalar`, `indices_no_tuple`, `access_made`: one for each dimension.
#[test]
fn an_index_for_each_dimension() -> Result<()> {
    let (a, x, s) = (a(), x(), Scalar::new(10.0));
    let mut y = Matrix::<f64>::default();
    indices!(j, i);
    program()
        .declare(&mut y)
        .body(|(y,)| forall(j, forall(i, y.at((j, i)).set(a.at((j, i)) * x.at((j,)) * s.at(())))))
        .run()?;
    assert_eq!(y.values(), [0.0, 20.0, 0.0, 60.0, 0.0, 80.0]);
    Ok(())
}

/// `operands_of_different_types`, `operator_of_wrong_type`, `reducer_of_wrong_type`, `value_of_wrong_type`,
/// `condition_no_bool`, `cast_impossible`: types that agree, or are converted.
#[test]
fn types_that_agree() -> Result<()> {
    let (x, n) = (x(), Vector::<i32>::from(vec![3, 6]));
    let (mut s, mut bits) = (Scalar::new(0.0), Scalar::new(0));
    indices!(i);
    program()
        .declare(&mut s)
        .declare(&mut bits)
        .body(|(s, bits)| {
            let real = map1(algebra::Cast::<f64>::new(), n.at((i,)));
            let large = sieve(x.at((i,)).gt(constant(1.0)), s.at(()).add(x.at((i,)) * real));
            let bits = interleave(
                bits.at(()).reduce(Or, n.at((i,)) & constant(5)),
                bits.at(()).add(constant(8)),
            );
            forall(i, block(large, bits))
        })
        .run()?;
    // ((0 | 1) + 8 | 4) + 8
    assert_eq!((s.get(), bits.get()), (12.0, 21));
    Ok(())
}

/// `fill_of_wrong_type`, `fill_unknown`, `fill_missing`, `law_of_unnamed_fill`: fills of their types, and one's own.
#[test]
fn fills_of_their_types() -> Result<()> {
    #[derive(Clone, Copy, Debug, Default, PartialEq)]
    struct Colour(u8);
    #[derive(Clone, Copy, Debug, Default)]
    struct White;
    impl algebra::Fill<Colour> for White {
        type Known = algebra::Tagged<algebra::UserTag<U0>>;
        const VALUE: &'static Colour = &Colour(255);
    }
    let paper = VectorWithFill::<Colour, White>::from_triplets([3], [([1], Colour(7))], Overwrite)?;
    assert_eq!(paper.to_dense()?, [Colour(255), Colour(7), Colour(255)]);
    assert_eq!(VectorWithFill::<bool, True>::empty([2])?.to_dense()?, [true, true]);
    let (x, mut s) = (
        SparseVectorWithFill::<f64, algebra::Missing>::from_triplets([3], [([1], 5.0)], Add)?,
        Scalar::new(0.0),
    );
    indices!(i);
    program()
        .declare(&mut s)
        .body(|(s,)| forall(i, s.at(()).add(x.at((i,)).coalesce(constant(1.0)))))
        .run()?;
    assert_eq!(s.get(), 7.0);
    Ok(())
}

/// `level_no_level`, `coordinates_too_many`, `rank_too_high`, `entries_no_pairs`: nests that end in a leaf, four coordinates, six
/// dimensions, pairs of indices and value.
#[test]
fn nests_that_can_be() -> Result<()> {
    use typenum::{U3, U4};
    assert!(Tensor::new(Dense::new(3, Element::<f64>::new(vec![1.0; 3]))).is_ok());
    let four = Tensor::<SparseCoo<U4, Element<f64>>>::from_triplets([2; 4], [([1; 4], 1.0)], Add)?;
    assert_eq!(four.get([1; 4]), Some(1.0));
    type Six = Dense<Dense<Dense<SparseCoo<U3, Element<f64>>>>>;
    let six = Tensor::<Six>::from_triplets([2; 6], [([1; 6], 1.0)], Add)?;
    assert_eq!((six.get([1; 6]), six.count_stored()), (Some(1.0), 1));
    Ok(())
}

/// `operand_no_fiber`: a value as an operand.
#[test]
fn a_value_is_an_operand() -> Result<()> {
    let mut s = Scalar::new(0.0);
    program()
        .declare(&mut s)
        .body(|(s,)| s.at(()).add(constant(1.0) + constant(2.0)))
        .run()?;
    assert_eq!(s.get(), 3.0);
    Ok(())
}

/// `kernel_output_of_other_rank`, `semiring_of_wrong_type`: a kernel with an output and a semiring that suit it.
#[test]
fn a_kernel_over_its_semiring() -> Result<()> {
    let a = CsrWithFill::<f64, Inf>::from_triplets([2, 3], a().to_triplets(), Add)?;
    let x = VectorWithFill::<f64, Inf>::from(vec![1.0, 2.0, 3.0]);
    let mut y = VectorWithFill::<f64, Inf>::default();
    spmv::spmv_semiring_into(MinPlus, &mut y, &a, &x)?;
    assert_eq!(y.values(), [4.0, 4.0]);
    Ok(())
}

/// `program_dropped`, `statement_dropped`: a statement is part of a program, and a program is run.
#[test]
fn every_kind_of_statement_runs() -> Result<()> {
    let x = x();
    let (mut s, mut t, mut w) = (Scalar::new(0.0), Scalar::new(0.0), Scalar::new(0.0));
    indices!(i);
    program()
        .declare(&mut s)
        .declare(&mut t)
        .workspace(&mut w)
        .body(|(s, t, w)| {
            let sum = s.at(()).add(x.at((i,)));
            let loops = block(forall(i, sum), forall_in(i, 0..1, sieve(i.below(1), sum)));
            let squares = forall(i, define::<U0, _, _>(x.at((i,)), |x| w.at(()).add(x * x)));
            block(loops, w.within(squares, t.at(()).set(w.read(()) * 10.0)))
        })
        .run()?;
    assert_eq!((s.get(), t.get()), (4.0, 50.0));
    Ok(())
}

/// `output_of_wrapper`, `output_of_handle`, `output_at_other_place`, `scalar_stored`, `driver_made`: a wrapper lends its tensor to the
/// program, which assigns.
#[test]
fn a_wrapper_lends_its_tensor() -> Result<()> {
    struct Wrapper(Vector<f64>);
    let mut y = Wrapper(Vector::default());
    indices!(i);
    program()
        .declare(&mut y.0)
        .body(|(y,)| forall_in(i, 0..2, y.at((i,)).set(constant(1.0))))
        .run()?;
    assert_eq!(y.0.values(), [1.0, 1.0]);
    Ok(())
}

/// `pass_of_ones_own`, `pass_made`, `slice_looked_up`, `place_sized`: what a fiber hands out is compared with its description by a function.
#[test]
fn fibers_are_asked_by_a_function() {
    // SAFETY: nobody writes the vector.
    unsafe { finch_traits::explain::agree(finch_traits::notation::Readable::root(&x())) }.unwrap()
}

/// `relation_of_ones_own`: indices are compared by the relations that there are.
#[test]
fn indices_are_compared() -> Result<()> {
    let mut y = Vector::<f64>::default();
    let x = x();
    finch! {
        y .= 0;
        for j in 0..2, i { if i < j { y[j] += x[i] } }
    }
    .run()?;
    assert_eq!(y.values(), [0.0, 1.0]);
    Ok(())
}

/// `expression_of_ones_own`, `sealed_from_outside`, `permutation_of_ones_own`: of one's own are functions, not nodes of programs.
#[test]
fn functions_come_from_outside() -> Result<()> {
    let (x, a, mut y) = (x(), a(), Vector::<f64>::default());
    let twice = |value: f64| 2.0 * value;
    let columns = a.swizzle::<(typenum::U1, U0)>();
    finch! {
        y .= 0;
        for i, j { y[i] += twice(columns[i, j]) * x[j] }
    }
    .run()?;
    assert_eq!(y.values(), [12.0, 4.0, 16.0]);
    Ok(())
}

/// The programs of `notation_refused/`, without their mistakes.
#[test]
fn the_notation() {
    let a = Csr::<f64>::from_triplets([3, 3], [([0, 1], 2.0), ([1, 0], 1.0)], Add).unwrap();
    let x = Vector::from(vec![1.0, 10.0, 100.0]);
    let (mut y, mut z) = (Vector::<f64>::default(), Vector::<f64>::from(vec![0.0; 3]));
    let (mut s, mut w) = (Scalar::<f64, Inf>::default(), ByteMapVector::<f64>::default());

    finch! {
        y .= 0;
        s .= inf;
        mut z;
        for j, i {
            y[j] += a[j, i] * x[i];
            y[j] += x[i];
            z[j] += a[j, gallop(i)] * x[i];
        }
        for i in 0..3 {
            if 0 <= i && i < 2 { s[] <<min>>= x[i]; }
            if !(0 <= i && i < 2) { s[] <<min>>= x[i] }
        }
        for j {
            w .= 0;
            for i { if i == j { w[i] += a[j, i]; } }
            for i { let d = w[i]; y[j] += d; y[j] += -d; }
        }
        for i { if x[i] > 0 { y[i] += 1; } }
    }
    .run()
    .unwrap();
    assert_eq!(y.values(), [132.0, 113.0, 112.0]);
    assert_eq!((z.values(), s.get()), (&[20.0, 1.0, 0.0][..], 1.0));

    let (relu, n) = (|v: f64| v.max(0.0), 3);
    finch! {
        y .= 0;
        for j, i { y[j] += a[j, i] * relu(x[i]); }
        for j { y[j] += x[{ n - 1 }]; }
    }
    .run()
    .unwrap();
    assert_eq!(y.values(), [120.0, 101.0, 100.0]);
}

/// Eight loops in one another, as many as an access has indices, stay within the default recursion limit.
#[test]
fn eight_loops_in_one_another() {
    let (x, mut s) = (x(), Scalar::new(0.0));
    finch! {
        s .= 0;
        for a, b, c, d, e, f, g, h {
            s[] += x[a] * x[b] * x[c] * x[d] * x[e] * x[f] * x[g] * x[h];
        }
    }
    .run()
    .unwrap();
    assert_eq!(s.get(), 6561.0);
}

/// `parallel_shared`, `parallel_rounded`, `parallel_over_other_fill`, `parallel_in_two_ways`, `parallel_at_two_places`,
/// `parallel_at_sum`, `parallel_at_named_place`, `parallel_down`, `parallel_atomic_rounded`: outputs are owned, reduced or atomic.
#[test]
fn parallel_loops_own_or_reduce() -> Result<()> {
    let (a, x, at) = (a(), x(), vec![1_usize, 1]);
    let (mut y, mut z, mut c) = (
        Vector::<f64>::default(),
        Vector::<f64>::default(),
        Matrix::<f64>::default(),
    );
    let (mut s, mut m) = (Scalar::<f64>::default(), Scalar::<f64, Inf>::default());
    let mut h = Vector::<i64>::default();
    finch! {
        y .= 0;
        z .= 0;
        c .= 0;
        s .= 0;
        m .= inf;
        parallel for j, i {
            y[j] += a[j, i];
            z[i] <<FastAdd>>= a[j, i] * x[j];
            c[j, i] = a[j, i];
            s[] <<FastAdd>>= a[j, i];
            m[] <<min>>= a[j, i]
        }
    }
    .run_parallel_by(1)?;
    assert_eq!(
        (y.values(), z.values(), s.get(), m.get()),
        (&[2.0, 7.0][..], &[6.0, 2.0, 8.0][..], 9.0, 0.0)
    );
    assert_eq!(c.to_dense(), a.to_dense());
    let ones = vec![1_i64; 2];
    finch! { h .= 0; parallel for i in 0..2 { for k in 0..2 { h[i + k] += ones[i] } h[at[i]] += 1 } }
        .run_parallel_by(1)?;
    assert_eq!(h.values(), [1, 4, 1]);
    let mut counts = AtomicVector::<i64>::empty([2])?;
    finch! { counts .= 0; parallel for i { counts[at[i]] += ones[i] } }.run_parallel_by(1)?;
    assert_eq!(counts.values(), [0, 2]);
    Ok(())
}

/// `parallel_appended`, `parallel_runs`, `parallel_updated`, `parallel_below`, `policy_of_output`: rows of lists are
/// written by parts, and copied behind the loop.
#[test]
fn parallel_loops_write_rows() -> Result<()> {
    let (a, mut c) = (a(), Csr::<f64>::default());
    let mut d = Tensor::<Dense<Hybrid<Element<f64>>>>::default();
    finch! {
        c .= 0; d .= 0;
        parallel for j, i { c[j, i] = a[j, i] }
        for j, i { d[j, i] = c[j, i] }
    }
    .run_parallel_by(1)?;
    assert_eq!(d.to_dense(), a.to_dense());
    finch_kernels::matrix::add_by(finch_kernels::policy::Parallel::new(), &mut c, &a, &d)?;
    assert_eq!(c.to_dense()?, a.to_dense()?.iter().map(|a| 2.0 * a).collect::<Vec<_>>());
    Ok(())
}

/// `parallel_recurrence`, `parallel_relaxation`: serial loops do it.
#[test]
fn serial_loops_read_what_they_write() -> Result<()> {
    let (x, mut y) = (x(), Vector::<f64>::default());
    finch! { y .= 0; for i in 1..2 { y[i] = y[i - 1] + x[i] } }.run_parallel_by(1)?;
    assert_eq!(y.values(), [0.0, 2.0]);
    Ok(())
}

/// `parallel_not_shared`: what counts is atomic.
#[test]
fn threads_share_atomics() -> Result<()> {
    use std::sync::atomic::{AtomicUsize, Ordering};
    let (x, mut y, count) = (x(), Vector::<f64>::default(), AtomicUsize::new(0));
    let counted = |x: f64| {
        count.fetch_add(1, Ordering::Relaxed);
        x
    };
    finch! { y .= 0; parallel for i { y[i] = counted(x[i]) } }.run_parallel_by(1)?;
    assert_eq!((y.values(), count.load(Ordering::Relaxed)), (x.values(), 2));
    Ok(())
}

/// `array_of_other_numbers`, `array_transposed`, `array_axis`, `array_axis_in_any_order`: numbers of the same type, dense matrices, axes
/// that there are, dense results. `array_kron`, `array_pair_of_axes`, `array_product_transposed`: factors of one rank, two different axes,
/// a product that is transposed by a kernel. `array_mean_of_integers`: that of floating point numbers.
#[test]
fn arrays() -> Result<()> {
    let a = a();
    let c: Csr<f64> = (&a * 2.0).compute()?;
    assert_eq!(c.to_dense()?, [0.0, 4.0, 0.0, 6.0, 0.0, 8.0]);
    assert_eq!(
        c.convert::<Dense<Dense<Element<f64>>>>()?.t().compute()?.get([2, 1]),
        Some(8.0)
    );
    assert_eq!(
        a.sum_axis::<1>().compute_as::<SparseVector<f64>>()?.to_dense()?,
        [2.0, 7.0]
    );
    assert_eq!(a.sum_axis::<0>().compute_as::<Vector<f64>>()?.values(), [3.0, 2.0, 4.0]);
    assert_eq!((a.mean()?, x().lift().kron(&a).compute()?.shape()[1]), (1.5, 6));
    let d = a.convert::<Dense<Dense<Element<f64>>>>()?;
    assert_eq!(a.tensordot_axes::<(U0, U1), (U0, U1), _>(&d).sum()?, 29.0);
    let squares = transpose::transposed(&a.matmul(&d.t().compute()?).compute()?)?;
    assert_eq!(squares.to_dense()?, [4.0, 0.0, 0.0, 25.0]);
    Ok(())
}

/// `einsum_order`, `einsum_indices`, `einsum_result`, `einsum_fill`, `einsum_unknown`: tensors in one order, an index per dimension, each
/// index of the result once, the zero of the semiring as fill, types that there are.
#[test]
fn sums_of_products() -> Result<()> {
    let x = Csf::from_triplets([2, 1, 1], [([0, 0, 0], 2.0), ([1, 0, 0], 3.0)], Add)?;
    assert_eq!(einsum!([] += x[i, j, k] * x[i, j, k]).value()?, 13.0);
    assert_eq!(einsum!([i] += x[i, j, k]).compute()?.to_dense()?, [2.0, 3.0]);
    let (a, mut c) = (
        CsrWithFill::<f64, Inf>::empty([1, 1])?,
        CsrWithFill::<f64, Inf>::default(),
    );
    einsum!(MinPlus: c[i, j] += a[i, k] * a[k, j]).run()?;
    assert_eq!(c.count_stored(), 0);
    Ok(())
}
