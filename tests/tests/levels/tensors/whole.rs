//! Entries that a writer is given make what a program makes of them; so do resized tensors.

use finch_algebra::fill::Inf;
use finch_algebra::{Add, Overwrite};
use finch_formats::tensor::axes::Axes;
use finch_formats::tensor::leaf::{AnyFill, Blank, WithFill, WithLeaf};
use finch_formats::tensor::storage::SameStorage;
use finch_tests::nest::{Nest, read};
use finch_tests::prelude::*;
use finch_traits::level::Level;
use finch_traits::lifecycle::WriteLevel;
use finch_traits::rank::Shape;

/// A nest of numbers that can be written in ascending order.
trait Whole: Nest + WriteLevel<T = f64, Rank: Axes> + WithLeaf + SameStorage + Default + Clone {}

impl<L: Nest + WriteLevel<T = f64, Rank: Axes> + WithLeaf + SameStorage + Default + Clone> Whole for L {}

fn array<L: Level>(index: &[usize]) -> Shape<L::Rank> {
    Shape::<L::Rank>::from_iter(index.iter().copied())
}

/// The entries of `data` that lie within `shape`.
fn tensor_of<L: Whole>(data: &Data, shape: &[usize]) -> Tensor<L> {
    let inside = data
        .entries()
        .iter()
        .filter(|entry| entry.0.iter().zip(shape).all(|(index, extent)| index < extent));
    let entries = inside.map(|(index, value)| (array::<L>(index), *value));
    Tensor::from_triplets(array::<L>(shape), entries, Add).unwrap()
}

fn written<L: Whole>(all: Vec<Data>) {
    let mut tensor = Tensor::<L>::default();
    for data in &all {
        let made = tensor_of::<L>(data, data.shape());
        // The same tensor again and again, so that it is not empty.
        let mut writer = tensor.write_by(array::<L>(data.shape()), Overwrite).unwrap();
        for (index, value) in data.entries() {
            writer
                .put(array::<L>(index), *value)
                .unwrap_or_else(|error| panic!("{data}: {error}"))
        }
        writer.freeze().unwrap_or_else(|error| panic!("{data}: {error}"));
        read(&tensor).unwrap_or_else(|problem| panic!("{data}: {problem}"));
        assert!(
            tensor.same_storage(&made),
            "{data}: {tensor} is stored otherwise than {made}"
        );
        // From the last entry to the first, most is refused.
        let mut writer = tensor.write(array::<L>(data.shape())).unwrap();
        for (index, value) in data.entries().iter().rev() {
            let _ = writer.put(array::<L>(index), *value);
        }
        let _ = writer.freeze();
        let stored = read(&tensor).unwrap_or_else(|problem| panic!("{data}, backwards: {problem}"));
        let expected = read(&made).unwrap();
        for index in stored.indices() {
            let found = stored.get(&index);
            assert!(
                found == expected.get(&index) || found == finch_tests::nest::fill_of::<L>(),
                "{data}, backwards: {index:?}"
            );
        }
    }
}

fn resized<L: Whole>(all: Vec<Data>) {
    for data in &all {
        for change in [0, 1, 2, 5] {
            let larger: Vec<usize> = data.shape().iter().map(|extent| extent + change).collect();
            let smaller: Vec<usize> = data
                .shape()
                .iter()
                .map(|extent| extent.saturating_sub(change))
                .collect();
            let mixed: Vec<usize> = larger
                .iter()
                .zip(&smaller)
                .enumerate()
                .map(|(axis, (up, down))| if axis == 0 { *up } else { *down })
                .collect();
            for shape in [larger, smaller, mixed] {
                let mut tensor = tensor_of::<L>(data, data.shape());
                tensor
                    .resize(array::<L>(&shape))
                    .unwrap_or_else(|error| panic!("{data} to {shape:?}: {error}"));
                let found = read(&tensor).unwrap_or_else(|problem| panic!("{data} to {shape:?}: {problem}"));
                let expected = read(&tensor_of::<L>(data, &shape)).unwrap();
                assert_eq!(found.difference(&expected), None, "{data} to {shape:?}");
                assert_eq!(found.shape(), expected.shape());
            }
        }
    }
}

fn other_values<L: Whole>(all: Vec<Data>)
where
    L::Leaf: AnyFill,
    WithFill<L, Inf>: Blank,
{
    for data in &all {
        let tensor = tensor_of::<L>(data, data.shape());
        let stored: Vec<_> = tensor.to_triplets();
        let pattern = tensor.pattern();
        pattern.validate().unwrap();
        assert!(
            pattern
                .to_triplets()
                .iter()
                .map(|entry| &entry.0)
                .eq(stored.iter().map(|entry| &entry.0)),
            "{data}"
        );
        assert!(pattern.to_triplets().iter().all(|entry| entry.1), "{data}");
        assert_eq!(pattern.count_stored(), tensor.count_stored());
        let high = tensor.clone().set_fill::<Inf>();
        high.validate().unwrap();
        assert_eq!(high.to_triplets(), stored, "{data}");
        let absent = high
            .to_dense()
            .unwrap()
            .into_iter()
            .filter(|&value| value == f64::INFINITY)
            .count();
        assert_eq!(absent + stored.len(), tensor.to_dense().unwrap().len(), "{data}");
        assert!(tensor.same_storage(&tensor.clone()));
        // With another last value, and without it, as far as the format can hold that.
        let Some(((place, value), rest)) = stored.split_last() else {
            continue;
        };
        let another = if *value == 7.0 { 8.0 } else { 7.0 };
        let others = [Some(another), Some(0.0).filter(|_| *value != 0.0)];
        for other in others.into_iter().flatten() {
            let entries = rest.iter().cloned().chain([(place.clone(), other)]);
            if let Ok(other) = Tensor::<L>::from_triplets(tensor.shape(), entries, Overwrite) {
                assert!(!tensor.same_storage(&other) && tensor != other, "{data}")
            }
        }
    }
}

macro_rules! over {
    ($($name:ident: $shape:ident $data:ident $list:ident;)*) => { $(
        fn $name<L: Whole>()
        where
            L::Leaf: AnyFill,
            WithFill<L, Inf>: Blank,
        {
            $shape::<L>(data::$data())
        }
        each!($name: $list);
    )* };
}

over! {
    written_vectors: written vectors vector_outputs;
    written_matrices: written matrices matrix_outputs;
    written_cubes: written cubes cube_outputs;
    resized_vectors: resized vectors vector_outputs;
    resized_matrices: resized matrices matrix_outputs;
    vectors_of_other_values: other_values vectors vector_outputs;
    matrices_of_other_values: other_values matrices matrix_outputs;
}
