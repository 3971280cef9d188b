//! Copies from nest to nest, and from entries to nests.

use crate::data::{Case, holds};
use finch_formats::tensor::axes::Axes;
use finch_tests::nest::{Nest, read};
use finch_tests::oracle::{Array, Value};
use finch_tests::prelude::algebra::{Add, Max, Overwrite, Reducer, Zero};
use finch_tests::prelude::*;
use finch_traits::level::Level;
use finch_traits::lifecycle::WriteLevel;
use finch_traits::rank::Shape;
use generic_array::GenericArray;

/// Tensors of whatever nests are equal if they hold the same, and only then.
fn equal<A: Level<T = f64>, B: Level<T = f64, Rank = A::Rank>>(a: &Tensor<A>, b: &Tensor<B>) {
    assert_eq!((a == b, b == a), (true, true), "{a} is {b}");
    assert_eq!(a.to_dense().unwrap(), b.to_dense().unwrap());
}

/// A loop for each dimension, which copies `x` into `y`.
macro_rules! copied {
    ($y:expr, $x:ident . $at:ident, $($index:ident)*) => {{
        indices!($($index),*);
        program()
            .declare(&mut $y)
            .body(|(y,)| copied!(@ [$($index)*] y.at(($($index,)*)).set($x.$at($($index),*))))
            .run()
    }};
    (@ [] $body:expr) => { $body };
    (@ [$index:ident $($rest:ident)*] $body:expr) => { forall($index, copied!(@ [$($rest)*] $body)) };
}

macro_rules! from_every_nest {
    ($($name:ident $kind:ident -> $plain:ty: [$($axis:literal)*], $at:ident $($index:ident)*, $text:literal;)*) => { $(
        fn $name<A: $kind>() {
            holds(100, |case| {
                let a = case.first(&[$(case.extents()[$axis]),*]);
                let (x, mut y) = (Input::<A>::new(&a), Output::<$plain>::stale());
                let outcome = copied!(y.tensor, x.$at, $($index)*);
                Check::of::<A>($text).case(&a, &[("a", &x)], outcome, &[("y", &y)]);
                equal(&x.tensor, &y.tensor);
                // Another one differs.
                let other = Input::<$plain>::new(&case.second(a.shape()));
                let same = other.tensor.to_dense().unwrap() == x.tensor.to_dense().unwrap();
                assert_eq!((x.tensor == other.tensor, other.tensor == x.tensor), (same, same));
            })
        }
    )* };
}

from_every_nest! {
    from_vector Vector -> List: [0], at i, "for i { y[i] = a[i] }";
    from_matrix Matrix -> Dcsr: [0 1], at2 j i, "for j, i { y[j, i] = a[j, i] }";
    from_cube Cube -> Csf: [0 1 2], at3 k j i, "for k, j, i { y[k, j, i] = a[k, j, i] }";
}

each!(from_vector: operands);
each!(from_matrix: some_matrices);
each!(from_cube: cubes);

fn shape<L: Level>(extents: &[usize]) -> Shape<L::Rank> {
    GenericArray::from_iter(extents.iter().copied())
}

/// What entries amount to, of which there are several at one place.
fn combined(extents: &[usize], entries: &[(Vec<usize>, f64)], op: impl Reducer<f64>) -> Array {
    let mut array = Array::full(extents.to_vec(), Value::Missing);
    for (index, value) in entries {
        let value = match array.get(index) {
            Value::Real(old) => op.combine(old, *value),
            _ => *value,
        };
        array.set(index, Value::Real(value))
    }
    let indices: Vec<_> = array.indices().collect();
    for index in indices {
        if array.get(&index) == Value::Missing {
            array.set(&index, Value::Real(0.0))
        }
    }
    array
}

/// `tensor` is valid and holds `expected`.
#[track_caller]
fn is<L: Nest>(tensor: &Tensor<L>, expected: &Array) {
    let found = read(tensor).unwrap();
    assert_eq!(found.shape(), expected.shape());
    assert!(found.difference(expected).is_none(), "{found} is {expected}");
}

/// Entries, in any order and several at one place, go into `Y` and come back.
fn to_nest<Y>(case: &Case, extents: &[usize])
where
    Y: Nest<T = f64, Fill = Zero, Rank: Axes> + WriteLevel + Default,
{
    let entries = case.entries(extents);
    let indexed = || entries.iter().map(|(index, value)| (shape::<Y>(index), *value));
    let sum = Tensor::<Y>::from_triplets(shape::<Y>(extents), indexed(), Add).unwrap();
    is(&sum, &combined(extents, &entries, Add));
    let most = Tensor::<Y>::from_triplets(shape::<Y>(extents), indexed(), Max).unwrap();
    is(&most, &combined(extents, &entries, Max));
    // There and back, and over what it held before.
    let again = Tensor::<Y>::from_triplets(shape::<Y>(extents), sum.to_triplets(), Overwrite).unwrap();
    equal(&again, &sum);
    let mut copy = most;
    copy.copy_from(&sum).unwrap();
    is(&copy, &combined(extents, &entries, Add));
    // Without what is zero.
    let values = sum.to_dense().unwrap();
    let stored = Tensor::<Y>::from_dense(shape::<Y>(extents), &values).unwrap();
    equal(&stored, &sum);
    assert!(stored.count_stored() <= sum.count_stored());
}

fn to_vector<Y: VectorOutput + Default>() {
    holds(100, |case| to_nest::<Y>(&case, &case.extents()[..1]))
}

fn to_matrix<Y: MatrixOutput + Default>() {
    holds(100, |case| to_nest::<Y>(&case, &case.extents()[..2]))
}

fn to_cube<Y: CubeOutput + Default>() {
    holds(100, |case| to_nest::<Y>(&case, &case.extents()))
}

each!(to_vector: vector_outputs);
each!(to_matrix: matrix_outputs);
each!(to_cube: cube_outputs);
