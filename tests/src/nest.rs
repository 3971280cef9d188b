//! Nests of levels: built from entries and read back, without any program.
//!
//! | module | builds |
//! |---|---|
//! | `entries` | levels that list the indices of their entries |
//! | `runs` | levels of runs |
//! | `stretches` | levels whose children stand side by side: blocks, bands, halves |

mod entries;
mod runs;
mod stretches;

use crate::data::Data;
use crate::oracle::{Array, Value};
use crate::scalar::{Scalar, fill_value};
use finch_algebra::fill::Fill;
use finch_formats::width::Width;
use finch_formats::{Counted, Dense, Element, Pattern, Separate, Tensor};
use finch_traits::level::Level;
use std::any::type_name;

/// An index and a value.
pub type Entry<T> = (Vec<usize>, T);

/// A nest of levels that tests build from entries.
pub trait Nest: Level<T: Scalar> + Sized {
    /// A level with a position for each of `fibers`, and the levels below. A fiber is its entries in ascending order;
    /// its own indices start at `axis`. What is an entry is stored, whatever its value.
    fn build(shape: &[usize], axis: usize, fibers: &[&[Entry<Self::T>]]) -> Self;
}

/// A tensor that stores the entries of `data`.
pub fn tensor<L: Nest>(data: &Data) -> Tensor<L> {
    let entries: Vec<Entry<L::T>> = data
        .entries()
        .iter()
        .map(|(index, value)| (index.clone(), L::T::from_number(*value)))
        .collect();
    let level = L::build(data.shape(), 0, &[&entries]);
    Tensor::new(level).unwrap_or_else(|error| panic!("{} of {data}: {error}", name::<L>()))
}

/// The values of a tensor, which must be valid: looked up one by one, and compared with the entries it lists.
///
/// # Errors
///
/// Says what is wrong with the tensor.
pub fn read<L: Level<T: Scalar>>(tensor: &Tensor<L>) -> Result<Array, String> {
    tensor.validate().map_err(|error| format!("is not valid: {error}"))?;
    let mut array = Array::full(tensor.shape().to_vec(), Value::Missing);
    let indices: Vec<_> = array.indices().collect();
    for index in indices {
        let value = tensor.level().get(0, &index).value();
        array.set(&index, value)
    }
    let mut entries = Vec::new();
    tensor.level().for_each(0, &mut Vec::new(), &mut |index, value| {
        entries.push((index.to_vec(), value.value()))
    });
    reconcile(&array, &entries, L::Fill::value().value())?;
    Ok(array)
}

/// The entries are in order, are what lookup finds, and all else is fill.
fn reconcile(array: &Array, entries: &[(Vec<usize>, Value)], fill: Value) -> Result<(), String> {
    if let Some(pair) = entries.windows(2).find(|pair| pair[0].0 >= pair[1].0) {
        return Err(format!("lists {:?} before {:?}", pair[0].0, pair[1].0));
    }
    let mut listed = Array::full(array.shape().to_vec(), fill);
    for (index, value) in entries {
        listed.set(index, *value)
    }
    match array.difference(&listed) {
        Some(index) => Err(format!(
            "lists {} at {index:?}, but looks up {}",
            listed.get(&index),
            array.get(&index)
        )),
        None => Ok(()),
    }
}

/// The fill of a nest as the oracle sees it.
pub fn fill_of<L: Level<T: Scalar>>() -> Value {
    fill_value::<L::T, L::Fill>()
}

/// What a nest is called in messages: its type, without paths.
pub fn name<L>() -> String {
    let mut short = String::new();
    let mut path = 0;
    for c in type_name::<L>().chars() {
        short.push(c);
        match c {
            ':' => short.truncate(path),
            c if c.is_alphanumeric() || c == '_' => (),
            _ => path = short.len(),
        }
    }
    short.replace("Vec<f64>", "..").replace(", ..", "")
}

/// The entries of a fiber by their index along `axis`.
pub fn children<T>(fiber: &[Entry<T>], axis: usize) -> impl Iterator<Item = (usize, &[Entry<T>])> {
    fiber
        .chunk_by(move |a, b| a.0[axis] == b.0[axis])
        .map(move |child| (child[0].0[axis], child))
}

/// Numbers in the type of an array.
fn narrow<W: Width>(numbers: Vec<usize>) -> Vec<W> {
    numbers
        .into_iter()
        .map(|number| W::new(number).expect("a number that fits"))
        .collect()
}

impl<T: Scalar, F: Fill<T>> Nest for Element<T, F> {
    fn build(_shape: &[usize], _axis: usize, fibers: &[&[Entry<T>]]) -> Self {
        Element::new(
            fibers
                .iter()
                .map(|fiber| fiber.first().map_or(F::value(), |entry| entry.1))
                .collect(),
        )
    }
}

impl<L: Nest> Nest for Dense<L> {
    fn build(shape: &[usize], axis: usize, fibers: &[&[Entry<L::T>]]) -> Self {
        let mut below = Vec::new();
        for fiber in fibers {
            let mut rest = *fiber;
            for here in 0..shape[axis] {
                let (child, later) = rest.split_at(rest.partition_point(|entry| entry.0[axis] <= here));
                below.push(child);
                rest = later;
            }
        }
        Dense::new(shape[axis], L::build(shape, axis + 1, &below))
    }
}

impl<L: Nest> Nest for Counted<L> {
    fn build(shape: &[usize], axis: usize, fibers: &[&[Entry<L::T>]]) -> Self {
        Counted::new(L::build(shape, axis, fibers))
    }
}

impl<L: Nest> Nest for Separate<L> {
    fn build(shape: &[usize], axis: usize, fibers: &[&[Entry<L::T>]]) -> Self {
        let level = |fibers: &[&[Entry<L::T>]]| L::build(shape, axis, fibers);
        Separate::new(level(&[]), fibers.iter().map(|&fiber| level(&[fiber])).collect())
    }
}

impl Nest for Pattern {
    /// All that is stored is true.
    fn build(_shape: &[usize], _axis: usize, fibers: &[&[Entry<bool>]]) -> Self {
        assert!(
            fibers.iter().all(|fiber| fiber.iter().all(|entry| entry.1)),
            "a pattern stores nothing but true"
        );
        Pattern
    }
}
