//! Kernels under both policies: what they write is the same to the last bit, on any number of threads.

use crate::{POOLS, in_each_pool, in_pools};
use finch_algebra::fill::Fill;
use finch_algebra::known::Unknown;
use finch_formats::prelude::*;
use finch_kernels::policy::{Parallel, Policy, Serial};
use finch_kernels::sampled::Sddmm;
use finch_kernels::spgemm::{DictWorkspace, Workspace, gustavson_by, spgemm_by, unsorted_by};
use finch_kernels::spmv::{LowerTriangle, spmm_by, spmv_by, spmv_pattern_by, spmv_transposed_by, symmetric_by};
use finch_kernels::transpose::transposed_by;
use finch_kernels::{matrix, sampled, spmv, spmv_transposed, tensor as tensors};
use finch_tests::data::Data;
use finch_tests::nest::tensor;
use finch_tests::nests::{Dcsr as DcsrLevels, Flat, List, Pairs};
use finch_tests::random::Random;
use finch_traits::algebra::semiring::{FastPlusTimes, MinPlus, PlusTimes};
use finch_traits::level::Level;
use std::panic::{AssertUnwindSafe, catch_unwind};
use typenum::U2;

/// Runs a kernel under both policies, in parts of several sizes in all pools, and compares what it stores.
macro_rules! agree {
    ($c:ident: $type:ty, |$policy:ident| $run:expr) => {{
        let mut $c = <$type>::default();
        let $policy = Serial;
        $run.unwrap();
        let serial = $c;
        for grain in [1, 50, 1 << 15] {
            in_each_pool(|| {
                let mut $c = <$type>::default();
                let $policy = Parallel::new().grain(grain);
                $run.unwrap();
                assert!($c.same_storage(&serial), "{} in parts of {grain}", stringify!($run));
                $c.validate().unwrap();
            })
        }
    }};
}

/// Matrices without rows, of few and of many entries. Values of which sums are rounded.
fn matrices<L: finch_tests::nest::Nest<T = f64, Rank = U2>>() -> Vec<Tensor<L>> {
    let random = |n: usize, percent| Data::random(&[n, n], percent, &mut Random::seeded(n as u64));
    [random(0, 0), random(1, 100), random(9, 0), random(30, 20)]
        .map(|data| tensor(&data.map(|x| x / 7.0)))
        .into()
}

#[test]
fn products_with_vectors_and_dense_matrices() {
    for a in matrices::<Dense<List>>() {
        let n = a.shape()[0];
        let x = Vector::<f64>::from((0..n).map(|i| 1.0 / (i + 1) as f64).collect::<Vec<_>>());
        agree!(y: Vector<f64>, |policy| spmv_by(policy, PlusTimes, &mut y, &a, &x));
        agree!(y: Vector<f64>, |policy| spmv_by(policy, FastPlusTimes, &mut y, &a, &x));
        agree!(y: SparseVector<f64>, |policy| spmv_by(policy, PlusTimes, &mut y, &a, &x));
        let pattern = a.pattern();
        agree!(y: Vector<f64>, |policy| spmv_pattern_by(policy, PlusTimes, &mut y, &pattern, &x));
        let b = Matrix::<f64>::from_dense([n, 3], &vec![0.3; 3 * n]).unwrap();
        agree!(c: Matrix<f64>, |policy| spmm_by(policy, PlusTimes, &mut c, &a, &b));
    }
}

/// In parts of the rows, where columns are long, and in one part.
#[test]
fn products_of_transposed_matrices_with_vectors() {
    for (shape, percent) in [
        ([200, 9], 50),
        ([9, 200], 60),
        ([3, 400], 90),
        ([30, 30], 10),
        ([0, 4], 0),
        ([4, 0], 0),
    ] {
        let data = Data::random(&shape, percent, &mut Random::seeded(shape[0] as u64));
        let (a, b) = (
            tensor::<Dense<List>>(&data.map(|x| x / 7.0)),
            tensor::<DcsrLevels>(&data.map(|x| x / 7.0)),
        );
        let values: Vec<f64> = (0..shape[0]).map(|j| 1.0 / (j + 1) as f64).collect();
        let x = Vector::<f64>::from(values.clone());
        agree!(y: Vector<f64>, |policy| spmv_transposed_by(policy, PlusTimes, &mut y, &a, &x));
        agree!(y: Vector<f64>, |policy| spmv_transposed_by(policy, PlusTimes, &mut y, &b, &x));

        let distances = CsrWithFill::<f64, Inf>::from_triplets(shape, places(&a), Min).unwrap();
        let from = VectorWithFill::<f64, Inf>::from(values);
        agree!(y: VectorWithFill<f64, Inf>, |policy| spmv_transposed_by(policy, MinPlus, &mut y, &distances, &from));

        // What is rounded otherwise than on one thread is rounded so on any number of threads.
        let serial = spmv_transposed(&a, &x).unwrap();
        for grain in [1, 50, 1 << 15] {
            let y = in_pools(|| {
                let mut y = Vector::<f64>::default();
                spmv_transposed_by(Parallel::new().grain(grain), FastPlusTimes, &mut y, &a, &x).unwrap();
                y.values().iter().map(|value| value.to_bits()).collect::<Vec<_>>()
            });
            let differ = |(y, serial): (&u64, &f64)| (f64::from_bits(*y) - serial).abs() > 1e-12 * serial.abs();
            assert!(y.len() == shape[1] && !y.iter().zip(serial.values()).any(differ));
        }
    }
    let (a, x) = (Csr::<f64>::empty([3, 2]).unwrap(), Vector::<f64>::from(vec![1.0; 4]));
    let mut y = Vector::default();
    let serial = spmv_transposed_by(Serial, PlusTimes, &mut y, &a, &x).unwrap_err();
    let parallel = spmv_transposed_by(Parallel::new().grain(1), PlusTimes, &mut y, &a, &x).unwrap_err();
    assert_eq!(serial.to_string(), parallel.to_string());
}

/// In parts of the rows, where they are long, and in one part.
#[test]
fn products_of_symmetric_matrices_with_vectors() {
    for (n, percent) in [(0, 0), (1, 100), (9, 50), (40, 40), (60, 100)] {
        let data = Data::random(&[n, n], percent, &mut Random::seeded(n as u64));
        let (a, mut below, mut whole) = (tensor::<Dense<List>>(&data), Vec::new(), Vec::new());
        for ([j, i], value) in places(&a) {
            if i < j {
                below.push(([j, i], value));
                whole.extend([([j, i], value), ([i, j], value)])
            }
        }
        let diagonal: Vec<f64> = (0..n).map(|j| j as f64).collect();
        whole.extend(diagonal.iter().enumerate().map(|(j, &value)| ([j, j], value)));
        let x = Vector::<f64>::from((0..n).map(|j| (1 + j % 5) as f64).collect::<Vec<_>>());
        let expected = spmv(&Csr::from_triplets([n, n], whole, Add).unwrap(), &x).unwrap();
        let below = Csr::from_triplets([n, n], below, Add).unwrap();
        let a = LowerTriangle::new(below, Vector::from(diagonal)).unwrap();
        // Of whole numbers no sum is rounded, so that it may be taken in parts.
        agree!(y: Vector<f64>, |policy| symmetric_by(policy, PlusTimes, &mut y, &a, &x));
        agree!(y: Vector<f64>, |policy| symmetric_by(policy, FastPlusTimes, &mut y, &a, &x));
        let mut y = Vector::default();
        symmetric_by(Parallel::new().grain(1), FastPlusTimes, &mut y, &a, &x).unwrap();
        assert_eq!(y, expected);
    }
    let a = LowerTriangle::new(Csr::<f64>::empty([2, 2]).unwrap(), Vector::from(vec![1.0; 2])).unwrap();
    let x = Vector::<f64>::from(vec![1.0; 3]);
    let mut y = Vector::default();
    let serial = symmetric_by(Serial, PlusTimes, &mut y, &a, &x).unwrap_err();
    let parallel = symmetric_by(Parallel::new().grain(1), PlusTimes, &mut y, &a, &x).unwrap_err();
    assert_eq!(serial.to_string(), parallel.to_string());
}

/// What a matrix stores.
fn places(a: &Csr<f64>) -> Vec<([usize; 2], f64)> {
    let mut places = Vec::new();
    a.for_each(|index, value| places.push(([index[0], index[1]], value)));
    places
}

#[test]
fn products_of_sparse_matrices() {
    for a in matrices::<Dense<List>>() {
        agree!(c: Csr<f64>, |policy| spgemm_by(policy, PlusTimes, &mut c, &a, &a).map(|_| ()));
        let (mut row, mut table) = (Workspace::default(), DictWorkspace::default());
        agree!(c: Csr<f64>, |policy| gustavson_by(policy, PlusTimes, &mut c, &a, &a, &mut row));
        agree!(c: Dcsr<f64>, |policy| gustavson_by(policy, PlusTimes, &mut c, &a, &a, &mut table));
        agree!(c: UnsortedCsr<f64>, |policy| unsorted_by(policy, PlusTimes, &mut c, &a, &a));
    }
    for a in matrices::<DcsrLevels>() {
        agree!(c: Dcsr<f64>, |policy| gustavson_by(policy, PlusTimes, &mut c, &a, &a, &mut Workspace::default()));
    }
    let a = CsrWithFill::<f64, Inf>::from_triplets([3, 3], [([0, 1], 2.0), ([1, 2], 3.0), ([2, 0], 0.5)], Min).unwrap();
    agree!(c: CsrWithFill<f64, Inf>, |policy| spgemm_by(policy, MinPlus, &mut c, &a, &a).map(|_| ()));
}

/// Into rows of lists, of runs, of dense values; with rows of entries that are fill.
#[test]
fn copies_in_other_formats_and_transposes() {
    for shape in [[0, 4], [4, 0], [1, 1], [90, 7], [7, 90], [40, 40]] {
        for percent in [0, 10, 80] {
            let data =
                Data::random(&shape, percent, &mut Random::seeded(percent as u64)).map(|x| (x * 3.0).trunc() / 7.0);
            let (a, b, c) = (
                tensor::<Dense<List>>(&data),
                tensor::<DcsrLevels>(&data),
                tensor::<Dense<Flat>>(&data),
            );
            agree!(t: Csr<f64>, |policy| transposed_by(policy, &mut t, &a));
            agree!(t: Csr<f64>, |policy| transposed_by(policy, &mut t, &b));
            agree!(t: Csr<f64>, |policy| transposed_by(policy, &mut t, &c));
            agree!(t: Matrix<f64>, |policy| matrix::copy_by(policy, &mut t, &a));
            agree!(t: Csr<f64>, |policy| matrix::copy_by(policy, &mut t, &b));
            agree!(t: Dcsr<f64>, |policy| matrix::copy_by(policy, &mut t, &a));
            agree!(t: RunMatrix<f64>, |policy| matrix::copy_by(policy, &mut t, &c));
        }
    }
}

/// A comparison that panics in some part: the panic goes on, and what is left is valid.
#[test]
fn transposes_that_panic() {
    #[derive(Clone, Copy, Debug, Default)]
    struct Refuses(u32);
    impl PartialEq for Refuses {
        fn eq(&self, other: &Self) -> bool {
            assert!(self.0 != 70 && other.0 != 70, "70 is not compared");
            self.0 == other.0
        }
    }
    #[derive(Clone, Copy, Debug, Default)]
    struct Nothing;
    impl Fill<Refuses> for Nothing {
        type Known = Unknown;
        const VALUE: &'static Refuses = &Refuses(0);
    }
    let places = (0..9).map(|i| ([0, i], Refuses(66 + i as u32)));
    let a = CsrWithFill::<Refuses, Nothing>::from_triplets([1, 9], places, Choose::<Nothing>::new()).unwrap();
    for pool in &*POOLS {
        let mut b = CsrWithFill::<Refuses, Nothing>::default();
        let work = || transposed_by(Parallel::new().grain(1), &mut b, &a);
        let panic = pool.install(|| catch_unwind(AssertUnwindSafe(work))).unwrap_err();
        assert!(
            panic
                .downcast_ref::<&str>()
                .is_some_and(|text| text.contains("70 is not compared"))
        );
        b.validate().unwrap();
        assert_eq!(pool.install(|| 1), 1);
    }
}

#[test]
fn entry_by_entry_and_sampled() {
    let (a, b) = (matrices::<Dense<List>>(), matrices::<Dense<Pairs>>());
    for (a, b) in a.iter().zip(&b) {
        agree!(c: Csr<f64>, |policy| matrix::add_by(policy, &mut c, a, b));
        agree!(c: Dcsr<f64>, |policy| matrix::multiply_by(policy, &mut c, a, b));
        let n = a.shape()[0];
        let factors =
            Matrix::<f64>::from_dense([n, 4], &(0..4 * n).map(|i| i as f64 / 3.0).collect::<Vec<_>>()).unwrap();
        agree!(c: Csr<f64>, |policy| sampled::sddmm_by(policy, PlusTimes, &mut c, a, &factors, &factors));
    }
}

/// Tensors of three and four dimensions times matrices.
#[test]
fn products_of_all_dimensions_but_the_first() {
    type Cube = finch_formats::Dense<finch_formats::SparseList<finch_formats::SparseList<finch_formats::Element<f64>>>>;
    type Hypercube = finch_formats::Dense<Cube>;
    let mut random = Random::seeded(7);
    let mut random = |shape: &[usize]| Data::random(shape, 20, &mut random).map(|x| x / 7.0);
    let cube: Tensor<Cube> = tensor(&random(&[40, 5, 6]));
    let hypercube: Tensor<Hypercube> = tensor(&random(&[12, 5, 6, 4]));
    let factors = |rows: usize| {
        let values: Vec<f64> = (0..3 * rows).map(|i| (i * i % 17) as f64 / 3.0).collect();
        Matrix::<f64>::from_dense([rows, 3], &values).unwrap()
    };
    let (b, c, d) = (factors(5), factors(6), factors(4));
    agree!(y: Matrix<f64>, |policy| tensors::mttkrp_by(policy, &mut y, &cube, &b, &c));
    agree!(y: Matrix<f64>, |policy| tensors::mttkrp_4_by(policy, &mut y, &hypercube, &b, &c, &d));
    let short = factors(2);
    let mut y = Matrix::default();
    let serial = tensors::mttkrp_by(Serial, &mut y, &cube, &b, &short).unwrap_err();
    let parallel = tensors::mttkrp_by(Parallel::new().grain(1), &mut y, &cube, &b, &short).unwrap_err();
    assert_eq!(serial.to_string(), parallel.to_string());
}

/// A function over any format, and any policy under which it can run.
#[test]
fn policies_of_the_caller() {
    fn scale<'a, L: Level<T = f64, Rank = U2>, P>(
        policy: P,
        s: &'a Tensor<L>,
        a: &'a Matrix<f64>,
    ) -> Result<Csr<f64>, finch_traits::Error>
    where
        P: for<'c> Policy<
            Sddmm<
                'c,
                'a,
                f64,
                PlusTimes,
                finch_formats::Dense<finch_formats::SparseList<finch_formats::Element<f64>>>,
                L,
                Flat,
                Flat,
            >,
        >,
    {
        let mut c = Csr::default();
        sampled::sddmm_by(policy, PlusTimes, &mut c, s, a, a)?;
        Ok(c)
    }
    type Flat = finch_formats::Dense<finch_formats::Dense<finch_formats::Element<f64>>>;
    let s = &matrices::<Dense<List>>()[3];
    let a = Matrix::<f64>::from_dense([30, 2], &[0.5; 60]).unwrap();
    let (c, d) = (
        scale(Serial, s, &a).unwrap(),
        scale(Parallel::new().grain(9), s, &a).unwrap(),
    );
    assert!(c.same_storage(&d) && c.count_stored() == s.count_stored());
}

/// What is wrong is said as by the serial kernel.
#[test]
fn errors() {
    let a = Csr::<f64>::from_triplets([2, 3], [([0, 1], 2.0)], Add).unwrap();
    let mut c = Csr::default();
    let serial = spgemm_by(Serial, PlusTimes, &mut c, &a, &a).unwrap_err();
    let parallel = spgemm_by(Parallel::new().grain(1), PlusTimes, &mut c, &a, &a).unwrap_err();
    assert_eq!(serial.to_string(), parallel.to_string());
}
