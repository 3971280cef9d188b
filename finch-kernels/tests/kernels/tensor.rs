//! Products of tensors of three and four dimensions, and sampled products, over several nests, beside nested loops over dense arrays.
//!
//! Values are small whole numbers, so that sums in any order are equal.

use finch_formats::random::Random;
use finch_kernels::prelude::*;
use finch_kernels::tensor::{CubeOf, HypercubeOf, mttkrp_4, ttm_4, ttv_4};

type Lists = Dense<SparseList<SparseList<Element<f64>>>>;
type Deep = SparseList<SparseList<SparseList<SparseList<Element<f64>>>>>;
type SemiSparse = Dense<SparseList<Dense<Element<f64>>>>;

const SHAPE: [usize; 4] = [5, 4, 6, 7];
const COLUMNS: usize = 3;

/// Entries of about a sixth of all places, with a row that stores nothing.
fn entries<const N: usize>(seed: u64) -> Vec<([usize; N], f64)> {
    let mut random = Random::seeded(seed);
    let cells: usize = SHAPE[..N].iter().product();
    let all = (0..cells).map(|cell| {
        let mut index = [0; N];
        let mut rest = cell;
        for axis in (0..N).rev() {
            index[axis] = rest % SHAPE[axis];
            rest /= SHAPE[axis];
        }
        (index, random.below(12) as f64 - 9.0)
    });
    all.filter(|(index, value)| *value > 0.0 && index[0] != 2).collect()
}

/// A dense matrix of small whole numbers.
fn factors(rows: usize, seed: usize) -> (Matrix<f64>, Vec<f64>) {
    let values: Vec<f64> = (0..rows * COLUMNS)
        .map(|cell| ((cell * 7 + seed) % 5) as f64 - 1.0)
        .collect();
    (Matrix::from_dense([rows, COLUMNS], &values).unwrap(), values)
}

fn three_dimensions<L: CubeOf<f64>>(x: &Tensor<L>, entries: &[([usize; 3], f64)]) {
    let [l, m, n, _] = SHAPE;
    let v: Vec<f64> = (0..n).map(|k| k as f64 - 2.0).collect();
    let ((b, bs), (c, cs)) = (factors(m, 1), factors(n, 2));
    let mut by_vector = vec![0.0; l * m];
    let mut by_matrix = vec![0.0; l * m * COLUMNS];
    let mut khatri_rao = vec![0.0; l * COLUMNS];
    for &([i, j, k], value) in entries {
        by_vector[i * m + j] += value * v[k];
        for r in 0..COLUMNS {
            by_matrix[(i * m + j) * COLUMNS + r] += value * cs[k * COLUMNS + r];
            khatri_rao[i * COLUMNS + r] += value * bs[j * COLUMNS + r] * cs[k * COLUMNS + r];
        }
    }
    let y: Csr<f64> = tensor::ttv(x, &Vector::from(v)).unwrap();
    assert_eq!(y.to_dense().unwrap(), by_vector);
    let y: Tensor<SemiSparse> = tensor::ttm(x, &c).unwrap();
    assert_eq!(y.to_dense().unwrap(), by_matrix);
    let y: Csf<f64> = tensor::ttm(x, &c).unwrap();
    assert_eq!(y.to_dense().unwrap(), by_matrix);
    assert_eq!(tensor::mttkrp(x, &b, &c).unwrap().values(), khatri_rao);
    assert!(
        tensor::mttkrp(x, &c, &b).is_err(),
        "the rows of the matrices are those of other dimensions"
    );
}

#[test]
fn tensors_of_three_dimensions() {
    let entries = entries::<3>(7);
    let shape = [SHAPE[0], SHAPE[1], SHAPE[2]];
    let x = Csf::<f64>::from_triplets(shape, entries.iter().copied(), Add).unwrap();
    three_dimensions(&x, &entries);
    three_dimensions(
        &Tensor::<Lists>::from_triplets(shape, entries.iter().copied(), Add).unwrap(),
        &entries,
    );
    three_dimensions(
        &Cube::<f64>::from_triplets(shape, entries.iter().copied(), Add).unwrap(),
        &entries,
    );
    three_dimensions(
        &Coo3::<f64>::from_triplets(shape, entries.iter().copied(), Add).unwrap(),
        &entries,
    );
}

fn four_dimensions<L: HypercubeOf<f64>>(x: &Tensor<L>, entries: &[([usize; 4], f64)]) {
    let [l, m, n, o] = SHAPE;
    let v: Vec<f64> = (0..o).map(|k| k as f64 - 2.0).collect();
    let ((b, bs), (c, cs), (d, ds)) = (factors(m, 1), factors(n, 2), factors(o, 3));
    let mut by_vector = vec![0.0; l * m * n];
    let mut by_matrix = vec![0.0; l * m * n * COLUMNS];
    let mut khatri_rao = vec![0.0; l * COLUMNS];
    for &([h, i, j, k], value) in entries {
        by_vector[(h * m + i) * n + j] += value * v[k];
        for r in 0..COLUMNS {
            let last = value * ds[k * COLUMNS + r];
            by_matrix[((h * m + i) * n + j) * COLUMNS + r] += last;
            khatri_rao[h * COLUMNS + r] += bs[i * COLUMNS + r] * cs[j * COLUMNS + r] * last;
        }
    }
    let y: Csf<f64> = ttv_4(x, &Vector::from(v)).unwrap();
    assert_eq!(y.to_dense().unwrap(), by_vector);
    let y: Tensor<SparseList<SparseList<SparseList<Dense<Element<f64>>>>>> = ttm_4(x, &d).unwrap();
    assert_eq!(y.to_dense().unwrap(), by_matrix);
    assert_eq!(mttkrp_4(x, &b, &c, &d).unwrap().values(), khatri_rao);
}

#[test]
fn tensors_of_four_dimensions() {
    let entries = entries::<4>(8);
    let x = Tensor::<Deep>::from_triplets(SHAPE, entries.iter().copied(), Add).unwrap();
    four_dimensions(&x, &entries);
}

#[test]
fn sampled_products() {
    let (m, n, l) = (6, 9, 4);
    let mut random = Random::seeded(9);
    let places = (0..m).flat_map(|i| (0..n).map(move |j| [i, j]));
    let sampled: Vec<([usize; 2], f64)> = places
        .map(|place| (place, random.below(8) as f64 - 5.0))
        .filter(|(place, value)| *value > 0.0 && place[0] != 3)
        .collect();
    let numbers =
        |rows: usize, seed: usize| -> Vec<f64> { (0..rows * l).map(|cell| ((cell * 3 + seed) % 7) as f64).collect() };
    let (left, right) = (numbers(m, 1), numbers(n, 2));
    let mut wanted = vec![0.0; m * n];
    for &([i, j], value) in &sampled {
        wanted[i * n + j] = value * (0..l).map(|k| left[i * l + k] * right[j * l + k]).sum::<f64>();
    }
    let (a, b) = (
        Matrix::from_dense([m, l], &left).unwrap(),
        Matrix::from_dense([n, l], &right).unwrap(),
    );
    let s = Csr::<f64>::from_triplets([m, n], sampled.iter().copied(), Add).unwrap();
    macro_rules! sddmm {
        ($output:ident of $sampled:ident, $stored:expr) => {
            let s = $sampled::<f64>::from_triplets([m, n], sampled.iter().copied(), Add).unwrap();
            let c: $output<f64> = sampled::sddmm(&s, &a, &b).unwrap();
            assert_eq!(
                (c.to_dense().unwrap(), c.count_stored()),
                (wanted.clone(), $stored)
            );
        };
    }
    sddmm!(Csr of Csr, s.count_stored());
    sddmm!(Dcsr of Dcsr, sampled.len());
    sddmm!(Matrix of Coo, m * n);
    let mut c = Csr::<f64>::default();
    sampled::sddmm_semiring_into(FastPlusTimes, &mut c, &s, &a, &b).unwrap();
    assert_eq!(c.to_dense().unwrap(), wanted);
    // The largest sum, plus what is sampled.
    let mut largest = vec![f64::NEG_INFINITY; m * n];
    for &([i, j], value) in &sampled {
        let sums = (0..l).map(|k| left[i * l + k] + right[j * l + k]);
        largest[i * n + j] = value + sums.fold(f64::NEG_INFINITY, f64::max);
    }
    let mut c = CsrWithFill::<f64, NegInf>::default();
    let of_sums = CsrWithFill::<f64, NegInf>::from_triplets([m, n], sampled.iter().copied(), Max).unwrap();
    sampled::sddmm_semiring_into(MaxPlus, &mut c, &of_sums, &a, &b).unwrap();
    assert_eq!((c.to_dense().unwrap(), c.count_stored()), (largest, s.count_stored()));
    assert!(
        sampled::sddmm::<Csr<f64>>(&s, &b, &a).is_err(),
        "the rows of the factors are exchanged"
    );
}
