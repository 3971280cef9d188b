//! Twins compute what kernels do; what times them takes turns; matrices are valid.

use finch_benches::cases::NamedTensor;
use finch_benches::cases::*;
use finch_benches::data::{self, Random, generated};
use finch_benches::race::{Laps, geometric_mean, race, ratio_line};
use finch_kernels::prelude::*;
use std::rc::Rc;
use std::time::Duration;

#[test]
fn twins_agree_over_matrices() {
    let random = &mut data::Random::default();
    let matrices = [
        data::uniform(150, 5, random),
        data::banded(100, 2, random),
        data::skewed(200, 80, random),
        data::uniform(1, 1, random),
    ];
    for named in matrices {
        let named = named.unwrap();
        let matrix = Rc::new(named.matrix);
        let kernels = [
            MATRIX_KERNELS,
            BLOCK_KERNELS,
            DICT_KERNELS,
            PACKED_KERNELS,
            EXPRESSION_KERNELS,
            EINSUM_KERNELS,
            PATTERN_KERNELS,
            SAMPLED_KERNELS,
        ]
        .concat();
        for kernel in kernels {
            let mut case = over_matrix(kernel, &matrix).unwrap().unwrap();
            case.check().unwrap_or_else(|error| panic!("{}: {error}", named.name));
            // Once more into outputs that hold something.
            case.check().unwrap_or_else(|error| panic!("{}: {error}", named.name));
        }
    }
}

#[test]
fn twins_agree_over_vectors() {
    let kernels = [
        VECTOR_KERNELS,
        HALF_KERNELS,
        KIND_KERNELS,
        RECURRENCE_KERNELS,
        ENTER_KERNELS,
    ];
    for kernel in kernels.concat() {
        let mut case = over_vectors(kernel, 1000).unwrap().unwrap();
        case.check().unwrap();
        case.check().unwrap();
    }
    assert!(over_vectors("nothing", 1000).unwrap().is_none());
}

#[test]
fn twins_agree_over_tensors() {
    let random = &mut data::Random::default();
    let mut three = Vec::new();
    let mut four = Vec::new();
    for _ in 0..200 {
        let [h, i, j, k] = [5, 4, 6, 3].map(|extent| random.below(extent));
        three.push(([i, j, k], random.value()));
        four.push(([h, i, j, k], random.value()));
    }
    let tensors = [
        NamedTensor::Three(Tensor::from_triplets([4, 6, 3], three, Add).unwrap()),
        NamedTensor::Four(Tensor::from_triplets([5, 4, 6, 3], four, Add).unwrap()),
    ];
    for tensor in tensors {
        for kernel in [TENSOR_KERNELS, EINSUM_TENSOR_KERNELS].concat() {
            let Some(mut case) = over_tensor(kernel, &tensor).unwrap() else {
                assert!(kernel == "einsum-batched-4" && matches!(tensor, NamedTensor::Four(_)));
                continue;
            };
            case.check().unwrap();
            case.check().unwrap();
        }
    }
}

#[test]
fn twins_agree_over_images() {
    for kernel in IMAGE_KERNELS {
        let mut case = over_images(kernel, 40).unwrap().unwrap();
        case.check().unwrap();
        case.check().unwrap();
    }
}

#[test]
fn takes_turns() {
    let (order, laps) = (
        std::cell::RefCell::new(Vec::new()),
        Laps {
            least: 10,
            most: 10,
            time: Duration::ZERO,
        },
    );
    let timings = race(
        laps,
        &mut [&mut || order.borrow_mut().push('a'), &mut || {
            order.borrow_mut().push('b')
        }],
    );
    let order: String = order.into_inner().into_iter().collect();
    // Each once that does not count; then ten times in at least two turns, which are shorter where the machine is busy.
    assert!(order.starts_with("ab") && order.len() == 22, "{order}");
    assert!(order[2..].find('b').map(|at| at + 2) < order.rfind('a'), "{order}");
    assert!(
        timings
            .iter()
            .all(|timing| timing.laps == 10 && timing.min <= timing.median)
    );
}

#[test]
fn lines_of_ratios() {
    let line = ratio_line("cores", "petgraph", "karate", 1.5);
    assert_eq!(
        line,
        "{\"kernel\": \"cores\", \"beside\": \"petgraph\", \"input\": \"karate\", \"ratio\": 1.5e0}\n"
    )
}

#[test]
fn means() {
    assert_eq!(geometric_mean(&[]), None);
    assert!((geometric_mean(&[0.5, 2.0]).unwrap() - 1.0).abs() < 1e-15);
}

#[test]
fn sorted_numbers_differ() {
    let numbers = Random::default().sorted(100, 1000);
    assert_eq!(numbers.len(), 100);
    assert!(numbers.windows(2).all(|pair| pair[0] < pair[1]) && numbers[99] < 1000);
    assert_eq!(Random::default().sorted(7, 7), [0, 1, 2, 3, 4, 5, 6]);
}

#[test]
fn generated_matrices_are_valid() {
    for named in generated().unwrap() {
        named.matrix.validate().unwrap()
    }
}
