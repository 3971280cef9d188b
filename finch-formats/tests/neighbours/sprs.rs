//! Compressed matrices, sparse vectors and triplets of sprs.

use crate::common::{self, SAMPLES, places, ramp, refused, sample};
use finch_formats::ErrorKind::{Invalid, OutOfBounds, TooLarge};
use finch_formats::interop::{Compressed, CompressedView, List, ListView};
use finch_formats::prelude::*;
use finch_formats::width::Width;
use sprs::{CsMat, CsMatI, CsMatViewI, CsVec, CsVecI, CsVecView, CsVecViewI, SpIndex, TriMat, TriMatI};

fn there_and_back<P: SpIndex + Width, I: SpIndex + Width>() {
    common::there_and_back! {
        sample::<P, I>;
        CsMatViewI, |matrix| places(matrix.indptr().into_raw_storage(), matrix.indices(), matrix.data());
        CsMatI
    }
}

#[test]
fn every_width() {
    /// Pointers of each type, and indices of each: what converts one array does not ask what the other holds.
    macro_rules! widths {
        ($($ty:ident)*) => { $(
            there_and_back::<$ty, u32>();
            there_and_back::<usize, $ty>();
        )* };
    }
    widths! { u16 u32 u64 usize i16 i32 i64 isize }
}

#[test]
fn programs() {
    for size in SAMPLES {
        let matrix = CsMat::try_from(sample(size)).unwrap();
        let (x, mut y) = (ramp(size[1]), vec![f64::NAN; size[0]]);
        let a = CompressedView::try_from(&matrix).unwrap();
        common::multiply(&mut VectorMut::from(&mut y[..]), &a, &VectorView::from(&x[..]));
        assert_eq!(y, (&matrix * &ndarray::Array1::from_vec(x.clone())).to_vec());

        // By columns: the transposed matrix.
        let columns = matrix.to_csc();
        refused(CompressedView::try_from(&columns), Invalid, "`matrix.transpose_view()`");
        let transposed = CompressedView::try_from(columns.transpose_view()).unwrap();
        let mut again = vec![f64::NAN; size[0]];
        common::multiply_by_columns(
            &mut VectorMut::from(&mut again[..]),
            &transposed,
            &VectorView::from(&x[..]),
        );
        assert_eq!(again, y);
    }
}

#[test]
fn tensors_that_hold_nothing_yet() {
    assert_eq!(CsMatViewI::try_from(&Csr::<f64>::default()).unwrap().shape(), (0, 0));
    assert_eq!(CsMatI::try_from(Csr::<f64>::default()).unwrap().shape(), (0, 0));
    assert_eq!(CsVecViewI::try_from(&SparseVector::<f64>::default()).unwrap().dim(), 0);
    assert_eq!(TriMat::try_from(&Coo::<f64>::default()).unwrap().nnz(), 0);
}

#[test]
fn spare_arrays_are_left_out() {
    let a = Compressed::<f64, usize, usize>::from_parts(1, 3, vec![0, 1, 2], vec![2, 0], vec![1.0, 2.0, 3.0]).unwrap();
    let expected = CsMat::new((1, 3), vec![0, 1], vec![2], vec![1.0]);
    assert_eq!(CsMatViewI::try_from(&a).unwrap(), expected.view());
    assert_eq!(CsMatI::try_from(a).unwrap(), expected);
}

/// A matrix that nobody has checked.
fn unchecked(shape: (usize, usize), ptr: &[usize], idx: &[usize], val: &[f64]) -> CsMat<f64> {
    // SAFETY: nothing of sprs reads it; its arrays are handed on to what checks them.
    unsafe { CsMat::new_unchecked(sprs::CSR, shape, ptr.to_vec(), idx.to_vec(), val.to_vec()) }
}

#[test]
fn malformed_matrices() {
    let val = &[1.0, 2.0][..];
    for (kind, words, shape, ptr, idx, val) in [
        (Invalid, "not strictly ascending", (1, 3), &[0, 2][..], &[2, 1][..], val),
        (Invalid, "not strictly ascending", (1, 3), &[0, 2], &[1, 1], val),
        (OutOfBounds, "index 3", (1, 3), &[0, 2], &[1, 3], val),
        (Invalid, "descend", (2, 3), &[0, 2, 1], &[1, 2], val),
        (Invalid, "beyond its 2 entries", (1, 3), &[0, 3], &[1, 2], val),
        (Invalid, "start with 1", (1, 3), &[1, 2], &[1, 2], val),
        (Invalid, "pointers", (2, 3), &[0, 2], &[1, 2], val),
        (Invalid, "pointers", (0, 3), &[], &[], &[]),
        (Invalid, "1 values where 2", (1, 3), &[0, 2], &[1, 2], &val[..1]),
        (TooLarge, "", (0, usize::MAX), &[0], &[], &[]),
    ] {
        refused(CompressedView::try_from(&unchecked(shape, ptr, idx, val)), kind, words);
        refused(Compressed::try_from(unchecked(shape, ptr, idx, val)), kind, words);
    }
    // A part of a matrix has the pointers of the whole.
    let whole = CsMat::try_from(sample::<usize, usize>([4, 6, 24])).unwrap();
    refused(
        CompressedView::try_from(whole.slice_outer(1..3)),
        Invalid,
        "part of a matrix",
    );
    CompressedView::try_from(whole.slice_outer(0..3)).unwrap();
}

#[test]
fn copies_in_other_widths() {
    let a: Csr<f64> = sample([60, 200, 900]);
    let copy = CsMatI::<f64, u16, i32>::try_from(&a).unwrap();
    let back: Csr<f64> = CompressedView::try_from(&copy).unwrap().convert().unwrap();
    assert!(back.same_storage(&a));
    let a = Compressed::<f64, usize, usize>::from_parts(1, 1 << 17, vec![0, 1], vec![1 << 16], vec![1.0]).unwrap();
    refused(
        CsMatI::<f64, u16>::try_from(&a),
        TooLarge,
        "65536 does not fit the type u16",
    );
}

#[test]
fn what_sprs_does_not_count() {
    // The largest index is 65535, which fits; sprs wants the number of columns to fit.
    let a = Compressed::<f64, u32, u16>::from_parts(1, 1 << 16, vec![0, 1], vec![65535], vec![1.0]).unwrap();
    refused(CsMatViewI::try_from(&a), TooLarge, "shape [1, 65536]");
    refused(CsMatI::try_from(a), TooLarge, "shape [1, 65536]");
    // Each pointer fits; sprs wants the number of pointers to fit.
    let tall = Compressed::<f64, u16, u16>::from_parts(65_535, 1, vec![0; 65_536], vec![], vec![]).unwrap();
    refused(CsMatViewI::try_from(&tall), TooLarge, "fewer than 65535 rows");
    let fits = Compressed::<f64, u16, u16>::from_parts(65_534, 65_535, vec![0; 65_535], vec![], vec![]).unwrap();
    let view = CsMatViewI::try_from(&fits).unwrap();
    assert!(view.check_compressed_structure().is_ok());
}

#[test]
fn vectors() {
    let vector = CsVec::new(6, vec![1, 4], vec![2.0, 3.0]);
    let x = ListView::try_from(&vector).unwrap();
    assert_eq!(x.to_dense().unwrap(), [0.0, 2.0, 0.0, 0.0, 3.0, 0.0]);
    let list = x.level();
    assert_eq!(
        places(list.idx(), list.child().val(), list.ptr())[..2],
        places(vector.indices(), vector.data(), &[0])[..2]
    );
    let back = CsVecView::try_from(&x).unwrap();
    assert_eq!(back, vector.view());
    assert_eq!(
        places(back.indices(), back.data(), &[0])[..2],
        places(vector.indices(), vector.data(), &[0])[..2]
    );

    let narrow = SparseVector::from_triplets([3], [([2], 1.0)], Add).unwrap();
    let expected: CsVecI<f64, u32> = CsVecI::new(3, vec![2], vec![1.0]);
    assert_eq!(CsVecViewI::try_from(&narrow).unwrap(), expected.view());

    for (kind, idx) in [(Invalid, [4, 1]), (Invalid, [1, 1]), (OutOfBounds, [1, 6])] {
        // SAFETY: nothing of sprs reads it; its arrays are handed on to what checks them.
        let vector = unsafe { CsVec::new_uncheked(6, idx.to_vec(), vec![2.0, 3.0]) };
        refused(ListView::try_from(&vector), kind, "SparseList");
        refused(List::try_from(vector), kind, "SparseList");
    }
}

#[test]
fn vectors_are_moved() {
    let vector: CsVecI<f64, i16> = CsVecI::new(6, vec![1, 4], vec![2.0, 3.0]);
    let (at, same) = (places(vector.indices(), vector.data(), &[0]), vector.clone());
    let x = List::try_from(vector).unwrap();
    assert_eq!(x.to_triplets(), [([1].into(), 2.0), ([4].into(), 3.0)]);
    assert_eq!(places(x.level().idx(), x.level().child().val(), &[0])[..2], at[..2]);
    let back = CsVecI::try_from(x).unwrap();
    assert_eq!(
        (&back, &places(back.indices(), back.data(), &[0])[..2]),
        (&same, &at[..2])
    );

    // Of 32 bits it is a vector with a name; spare arrays are left out; an extent that sprs does not count.
    let x: SparseVector<f64> = List::try_from(CsVecI::<f64, u32>::new(3, vec![2], vec![1.0])).unwrap();
    assert_eq!(
        CsVecI::try_from(x).unwrap(),
        CsVecI::<f64, u32>::new(3, vec![2], vec![1.0])
    );
    assert_eq!(CsVecI::try_from(List::<f64, usize>::default()).unwrap().dim(), 0);
    let spare = SparseList::new(3, vec![0, 1], vec![2_usize, 0], Element::new(vec![1.0, 2.0]));
    assert_eq!(
        CsVecI::try_from(Tensor::new(spare).unwrap()).unwrap(),
        CsVec::new(3, vec![2], vec![1.0])
    );
    let wide = List::from_parts(1 << 16, vec![u16::MAX], vec![1.0]).unwrap();
    refused(CsVecI::try_from(wide), TooLarge, "of shape [65536]");
}

#[test]
fn values_of_a_pattern_that_stays() {
    let mut matrix = CsMat::new((2, 3), vec![0, 1, 3], vec![2, 0, 1], vec![1.0, 2.0, 3.0]);
    let (at, scale) = (matrix.data().as_ptr(), VectorView::from(&[10.0, 20.0, 30.0][..]));
    let mut values = VectorMut::from(matrix.data_mut());
    assert_eq!(values.values().as_ptr(), at);
    finch! {
        mut values;
        for i { values[i] *= scale[i] }
    }
    .run()
    .unwrap();
    assert_eq!(matrix.data(), [10.0, 40.0, 90.0]);
}

#[test]
fn triplets() {
    let mut matrix = TriMat::new((2, 3));
    for (row, col, value) in [(1, 2, 1.0), (0, 1, 2.0), (1, 2, 4.0)] {
        matrix.add_triplet(row, col, value)
    }
    let a = Csr::try_from(&matrix).unwrap();
    assert_eq!(a.to_dense().unwrap(), [0.0, 2.0, 0.0, 0.0, 0.0, 5.0]);
    let back = TriMat::try_from(&a).unwrap();
    assert_eq!(
        (back.row_inds(), back.col_inds(), back.data()),
        (&[0, 1][..], &[1, 2][..], &[2.0, 5.0][..])
    );

    let wide = WideDcsr::from_triplets([1, 1 << 20], [([0, 1 << 17], 1.0)], Add).unwrap();
    refused(TriMatI::<f64, u16>::try_from(&wide), TooLarge, "[0, 131072]");
}
