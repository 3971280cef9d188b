//! What attacks have found, one case each.

use finch_kernels::prelude::*;

/// An `UnsortedList` whose table of places is not made yet, or was given back.
fn unsorted() -> Tensor<Dense<UnsortedList<Element<f64>>>> {
    Tensor::from_triplets([2, 3], [([0, 0], 1.0), ([1, 0], 1.0)], Add).unwrap()
}

#[test]
fn a_late_fiber_of_an_unsorted_list_without_a_table() {
    let shrunk = || {
        let mut a = unsorted();
        a.shrink_to_fit();
        a
    };
    let list = UnsortedList::new(3, vec![0, 1, 2], vec![0, 0], Element::new(vec![1.0, 1.0]));
    let of_parts = || Tensor::new(Dense::new(2, list.clone())).unwrap();
    for mut a in [shrunk(), of_parts()] {
        let refused = finch! { mut a; for j, i { a[j, i] += 1.0 } }.run().unwrap_err();
        assert_eq!(refused.kind(), ErrorKind::Order);
        a.validate().unwrap();
    }
    for mut a in [shrunk(), of_parts()] {
        let mut writer = a.reopen().unwrap();
        assert!(writer.put([0, 1], 2.0).is_err());
        writer.put([1, 2], 2.0).unwrap();
        // A late fiber does not make the level forget where the entries of the last one are.
        assert!(writer.put([0, 2], 2.0).is_err());
        writer.put([1, 2], 3.0).unwrap();
        writer.freeze().unwrap();
        a.validate().unwrap();
        assert_eq!(a.to_dense().unwrap(), [1.0, 0.0, 0.0, 1.0, 0.0, 3.0]);
    }
}

#[test]
fn the_stamps_of_an_unsorted_list_run_out_at_a_late_fiber() {
    let mut a = Tensor::<Dense<UnsortedList<Element<f64>>>>::from_triplets([2, 2], [([0, 0], 1.0)], Add).unwrap();
    let mut writer = a.reopen().unwrap();
    writer.put([1, 1], 1.0).unwrap();
    // What is refused takes no stamps, however often it comes.
    for _ in 0..100 {
        assert!(writer.put([0, 1], 1.0).is_err());
    }
    writer.put([1, 1], 2.0).unwrap();
    writer.freeze().unwrap();
    a.validate().unwrap();
    assert_eq!(a.to_dense().unwrap(), [1.0, 0.0, 0.0, 2.0]);
}
