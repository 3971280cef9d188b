//! What is refused, and what outputs hold then.

use finch_kernels::prelude::*;

#[test]
fn extents_disagree() {
    let a = Csr::from_triplets([2, 3], [([1, 2], 1.0)], Add).unwrap();
    let small = CsrPattern::empty([2, 2]).unwrap();
    let same = CsrPattern::empty([2, 3]).unwrap();
    let mut c = Csr::from_triplets([1, 1], [([0, 0], 7.0)], Add).unwrap();
    macro_rules! refused {
        ($($run:expr, $message:literal;)*) => { $(
            let error = $run.expect_err($message);
            assert_eq!(error.to_string(), $message);
            assert_eq!(c.to_triplets(), [([0, 0].into(), 7.0)]);
        )* };
    }
    refused! {
        spgemm::gustavson_into(&mut c, &a, &a), "index `k` has extent 3 in `a` (axis 1) but 2 in `b` (axis 0)";
        spgemm::unsorted_into(&mut c, &a, &a), "index `k` has extent 3 in `a` (axis 1) but 2 in `b` (axis 0)";
        spgemm::spgemm_into(&mut c, &a, &a), "index `k` has extent 3 in `a` (axis 1) but 2 in `b` (axis 0)";
        spgemm::inner_into(&mut c, &a, &Csr::empty([3, 2]).unwrap()),
            "index `k` has extent 3 in `a` (axis 1) but 2 in `bt` (axis 1)";
        spgemm::outer_into(&mut c, &a, &Csr::empty([3, 2]).unwrap()),
            "index `k` has extent 2 in `at` (axis 0) but 3 in `b` (axis 0)";
        spgemm::masked_into(&mut c, &small, &a, &Csr::empty([3, 3]).unwrap()),
            "`mask` is 2 by 2, and the product is 2 by 3";
        spgemm::complemented_into(&mut c, &small, &a, &Csr::empty([3, 3]).unwrap()),
            "`mask` is 2 by 2, and the product is 2 by 3";
        spgemm::masked_into(&mut c, &same, &a, &a), "index `k` has extent 3 in `a` (axis 1) but 2 in `b` (axis 0)";
        spgemm::inner_masked_into(&mut c, &small, &a, &Csr::empty([3, 3]).unwrap()),
            "`mask` is 2 by 2, and the product is 2 by 3";
        spgemm::inner_complemented_into(&mut c, &small, &a, &Csr::empty([3, 3]).unwrap()),
            "`mask` is 2 by 2, and the product is 2 by 3";
        spgemm::spgemm_masked_into(&mut c, &small, &a, &Csr::empty([3, 3]).unwrap()),
            "`mask` is 2 by 2, and the product is 2 by 3";
    }
}

/// Rows that cannot be written in any order, and a product that comes up in another one.
#[test]
fn rows_in_ascending_order_only() {
    let a = Csr::from_triplets([1, 2], [([0, 0], 1.0), ([0, 1], 1.0)], Add).unwrap();
    let b = Csr::from_triplets([2, 3], [([0, 2], 1.0), ([1, 0], 4.0)], Add).unwrap();
    let mut c = Csr::default();
    let error = spgemm::unsorted_into(&mut c, &a, &b).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Order, "{error}");
    c.validate().unwrap();
    let mut c = UnsortedCsr::default();
    spgemm::unsorted_into(&mut c, &a, &b).unwrap();
    assert_eq!(c.to_triplets(), [([0, 0].into(), 4.0), ([0, 2].into(), 1.0)]);
    // An output is as it was if the operands do not fit.
    spgemm::unsorted_into(&mut c, &b, &b).unwrap_err();
    assert_eq!(c.count_stored(), 2);
    // More columns than the indices of the output count.
    type Narrow = Tensor<Dense<UnsortedList<Element<f64>, Vec<usize>, Vec<u8>>>>;
    let wide = Csr::from_triplets([2, 1000], [([1, 999], 1.0)], Add).unwrap();
    let error = spgemm::unsorted_into(&mut Narrow::default(), &a, &wide).unwrap_err();
    assert!(error.to_string().contains("1000"), "{error}");
}

/// More columns than the indices of the output count.
#[test]
fn columns_that_do_not_fit() {
    type Narrow = Tensor<Dense<SparseList<Element<f64>, Vec<usize>, Vec<u8>>>>;
    let a = Csr::from_triplets([2, 2], [([1, 1], 1.0)], Add).unwrap();
    let b = Csr::from_triplets([2, 1000], [([1, 999], 1.0)], Add).unwrap();
    let error = spgemm::gustavson_into(&mut Narrow::default(), &a, &b).unwrap_err();
    assert!(error.to_string().contains("1000"), "{error}");
}

/// More rows and columns than there is memory for: tables take them.
#[test]
fn extents_beyond_memory() {
    type Row = Tensor<SparseDict<Element<f64>, Vec<usize>, Vec<usize>>>;
    type Whole = Tensor<SparseDict<SparseDict<Element<f64>, Vec<usize>, Vec<usize>>, Vec<usize>, Vec<usize>>>;
    let wide = 1 << 60;
    let a = WideDcsr::from_triplets([6, wide], [([5, 1 << 50], 2.0), ([4, 3], 4.0)], Add).unwrap();
    let b = WideDcsr::from_triplets([wide, wide], [([1 << 50, 7], 3.0), ([9, 9], 1.0)], Add).unwrap();
    let mut c = WideDcsr::default();
    assert!(spgemm::gustavson_into(&mut c, &a, &b).is_err());
    spgemm::gustavson_semiring_into(PlusTimes, &mut c, &a, &b, &mut Row::default()).unwrap();
    assert_eq!(c.to_triplets(), [([5, 7].into(), 6.0)]);
    spgemm::outer_semiring_into(PlusTimes, &mut c, &b, &b, &mut Whole::default()).unwrap();
    assert_eq!(c.to_triplets(), [([7, 7].into(), 9.0), ([9, 9].into(), 1.0)]);
}
