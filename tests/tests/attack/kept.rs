//! What a level keeps from one step to the next: arrays that hold more than is needed, and entries that one statement of a loop takes back
//! while another one writes them.

use finch_formats::Hybrid;
use finch_formats::hybrid::LIST;
use finch_formats::prelude::*;

/// Slots behind those of the fibers were never looked at, and became those of fibers that a program appended.
#[test]
fn slots_behind_those_of_the_fibers() {
    let rows = || {
        let slot = vec![LIST, 1 << 27, 7, LIST, 0];
        let lists = Hybrid::new(
            4,
            vec![0_usize, 1, 1],
            vec![2_u32],
            slot,
            Element::<f64>::new(vec![1.0; 9]),
        );
        Tensor::new(SparseList::<_, Vec<usize>, Vec<u32>>::new(
            4,
            vec![0, 1],
            vec![0],
            lists,
        ))
        .unwrap()
    };
    let few =
        Tensor::<SparseList<SparseList<Element<f64>>>>::from_triplets([4, 4], [([1, 1], 5.0), ([3, 0], 2.0)], Add)
            .unwrap();
    let most =
        Tensor::<SparseList<SparseList<Element<f64>>>>::from_triplets([4, 4], (0..3).map(|i| ([2, i], 3.0)), Add)
            .unwrap();
    for more in [few, most] {
        let (mut a, mut sum) = (rows(), Scalar::<f64>::default());
        finch! { mut a; for j, i { a[j, i] += more[j, i] } }.run().unwrap();
        a.validate().unwrap();
        finch! { sum .= 0; for j, i { sum[] += a[j, i] } }.run().unwrap();
        assert_eq!(sum.get(), 1.0 + more.level().child().child().val().iter().sum::<f64>());
    }
}

/// What one statement took back while another one wrote the index next to it was stored twice when it came again.
#[test]
fn members_of_a_dictionary_that_come_and_go() {
    type Flags = Tensor<Dense<Element<bool, False>>>;
    let flags = |bits: [u8; 4]| Flags::from_dense([4], &bits.map(|bit| bit == 1)).unwrap();
    let (all, none) = (flags([1; 4]), flags([0; 4]));
    let first = flags([1, 0, 0, 0]);
    for start in [vec![], vec![([1], true)], vec![([0], true), ([1], true), ([3], true)]] {
        let mut y = Tensor::<SparseDict<Pattern>>::from_triplets([4], start.clone(), Or).unwrap();
        let mut z = Flags::from_triplets([4], start, Or).unwrap();
        // Both as programs of one type each.
        macro_rules! run {
            ($out:ident) => {
                finch! {
                    mut $out;
                    for i in 0..3 { if first[i] { $out[i] := all[i] } $out[i + 1] := none[i] }
                    for i { $out[i] |= all[i] }
                    for i in 0..3 { $out[i] := all[i]; $out[i + 1] := all[i] }
                    for i in 0..3 { $out[i] := all[i]; $out[i] := first[i] }
                }
                .run()
                .unwrap()
            };
        }
        run!(y);
        run!(z);
        y.validate().unwrap();
        assert_eq!(y.to_dense().unwrap(), z.to_dense().unwrap())
    }
}
