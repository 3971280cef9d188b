//! What the tests of levels of runs share: data, dense tensors, and copies from nest to nest.

use core::fmt::Debug;
use finch_formats::prelude::*;
use finch_formats::{RunList, SparseRunList};
use finch_traits::algebra::fill::Fill;
use finch_traits::level::Level;
use finch_traits::lifecycle::WriteLevel;
use typenum::{U1, U2, U3};

pub(crate) type Value = Element<i64>;
pub(crate) type Line = Dense<Value>;
pub(crate) type Plane = Dense<Line>;
pub(crate) type Space = Dense<Plane>;
pub(crate) type List = SparseList<Value>;
pub(crate) type Runs = RunList<Value>;
pub(crate) type Stretches = SparseRunList<Value>;

pub(crate) const V9: [i64; 9] = [0, 1, 1, 2, 2, 0, 0, 3, 0];
pub(crate) const B6: [i64; 6] = [0, 1, 1, 0, 0, 1];
pub(crate) const H6: [i64; 6] = [0, 0, 1, 0, 0, 0];
pub(crate) const Z4: [i64; 4] = [0; 4];
/// The columns of the reference's matrix.
pub(crate) const M5: [i64; 25] = [
    0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 2, 0, 2, 0, 0, 2, 0, 0, 3, 0, 3, 0, 0, 0, 0,
];

pub(crate) fn line(values: &[i64]) -> Tensor<Line> {
    Tensor::new(Dense::new(values.len(), Element::new(values.to_vec()))).unwrap()
}

pub(crate) fn plane(rows: usize, values: &[i64]) -> Tensor<Plane> {
    let columns = values.len().checked_div(rows).unwrap_or(0);
    Tensor::new(Dense::new(rows, Dense::new(columns, Element::new(values.to_vec())))).unwrap()
}

pub(crate) fn space([a, b, c]: [usize; 3], values: &[i64]) -> Tensor<Space> {
    Tensor::new(Dense::new(
        a,
        Dense::new(b, Dense::new(c, Element::new(values.to_vec()))),
    ))
    .unwrap()
}

pub(crate) fn list(values: &[i64]) -> Tensor<List> {
    some1(&line(values))
}

pub(crate) fn empty<L: Level + Default>() -> Tensor<L> {
    Tensor::new(L::default()).unwrap()
}

/// Numbers that look random.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % end
    }

    /// Values that come in runs of about `length`, `sides - 1` of `sides` of which are not zero.
    pub(crate) fn runs(&mut self, count: usize, length: usize, sides: usize) -> Vec<i64> {
        let mut value = 0;
        (0..count)
            .map(|_| {
                if self.below(length) == 0 {
                    value = self.below(sides) as i64
                }
                value
            })
            .collect()
    }
}

/// Every value, found without a program, in two ways.
pub(crate) fn all<L: Level>(tensor: &Tensor<L>) -> Vec<L::T>
where
    L::T: Copy + PartialEq + Debug,
{
    let mut shape = Vec::new();
    tensor.level().shape(&mut shape);
    let place = |index: &[usize]| {
        index
            .iter()
            .zip(&shape)
            .fold(0, |place, (index, extent)| place * extent + index)
    };
    let mut listed = vec![L::Fill::value(); shape.iter().product()];
    tensor
        .level()
        .for_each(0, &mut Vec::new(), &mut |index, value| listed[place(index)] = value);
    let mut index = vec![0; shape.len()];
    for &value in &listed {
        assert_eq!(tensor.level().get(0, &index), value, "at {index:?}");
        for (index, extent) in index.iter_mut().zip(&shape).rev() {
            *index += 1;
            if *index < *extent {
                break;
            }
            *index = 0
        }
    }
    listed
}

macro_rules! copies {
    ($($copy:ident $some:ident: $rank:ty, |$($index:ident),*| $nest:ident;)*) => { $(
        /// A copy by a program.
        pub(crate) fn $copy<L: WriteLevel<T = i64, Rank = $rank> + Default, S: Level<T = i64, Rank = $rank>>(
            source: &Tensor<S>,
        ) -> Tensor<L> {
            indices!($($index),*);
            let mut copy = empty();
            program().declare(&mut copy).body(|(c,)| $nest!($($index),*; c.at(($($index,)*)).set(source.at(($($index,)*))))).run().unwrap();
            copy.validate().unwrap();
            copy
        }

        /// A copy of what is not zero, by a program.
        pub(crate) fn $some<L: WriteLevel<T = i64, Rank = $rank> + Default, S: Level<T = i64, Rank = $rank>>(
            source: &Tensor<S>,
        ) -> Tensor<L> {
            indices!($($index),*);
            let mut copy = empty();
            program()
                .declare(&mut copy)
                .body(|(c,)| {
                    let value = source.at(($($index,)*));
                    $nest!($($index),*; when(value.ne(constant(0)), c.at(($($index,)*)).set(value)))
                })
                .run()
                .unwrap();
            copy.validate().unwrap();
            copy
        }
    )* };
}

macro_rules! nest {
    ($index:ident; $body:expr) => { forall($index, $body) };
    ($index:ident, $($rest:ident),+; $body:expr) => { forall($index, nest!($($rest),+; $body)) };
}

copies! {
    copy1 some1: U1, |i| nest;
    copy2 some2: U2, |j, i| nest;
    copy3 some3: U3, |k, j, i| nest;
}

/// Two-dimensional tensors of all sorts.
pub(crate) fn planes(dice: &mut Dice) -> Vec<(usize, Vec<i64>)> {
    let mut planes = vec![
        (5, M5.to_vec()),
        (0, vec![]),
        (1, vec![0]),
        (1, vec![7]),
        (3, vec![]),
        (4, vec![0; 24]),
    ];
    for (rows, columns, length, sides) in [
        (7, 5, 2, 2),
        (6, 9, 3, 3),
        (12, 12, 40, 3),
        (1, 30, 4, 4),
        (30, 1, 4, 2),
        (9, 4, 12, 2),
    ] {
        planes.push((rows, dice.runs(rows * columns, length, sides)));
        // Rows that repeat.
        let row = dice.runs(columns, 3, sides);
        planes.push((
            rows,
            (0..rows)
                .flat_map(|j| if j % 4 < 3 { row.clone() } else { vec![0; columns] })
                .collect(),
        ));
    }
    planes
}

/// Checks that a nest of two levels holds what is written to it value by value, and what is not zero; hands the tensors to
/// `check`.
pub(crate) fn holds_planes<L: WriteLevel<T = i64, Rank = U2> + Default>(check: impl Fn(&Tensor<L>)) {
    for (rows, values) in (0..5).flat_map(|seed| planes(&mut Dice(seed))) {
        let dense = plane(rows, &values);
        for tensor in [copy2::<L, _>(&dense), some2(&dense)] {
            assert_eq!(all(&tensor), values);
            check(&tensor)
        }
    }
}

/// Checks that a nest of two levels holds what it is given by itself, run by run, and is read by programs.
pub(crate) fn holds_runs_of_planes<L: WriteLevel<T = i64, Rank = U2> + Default>(check: impl Fn(&Tensor<L>)) {
    for (rows, values) in (5..9).flat_map(|seed| planes(&mut Dice(seed))) {
        let tensor = copy2::<L, _>(&some2::<L, _>(&plane(rows, &values)));
        assert_eq!(all(&tensor), values);
        assert_eq!(all(&copy2::<Plane, _>(&tensor)), values);
        check(&tensor)
    }
}

/// Three-dimensional tensors of all sorts.
fn spaces(dice: &mut Dice) -> Vec<([usize; 3], Vec<i64>)> {
    let mut spaces = Vec::new();
    for (shape, length, sides) in [
        ([4, 3, 5], 3, 2),
        ([5, 4, 2], 9, 3),
        ([3, 6, 4], 30, 2),
        ([2, 2, 2], 2, 1),
    ] {
        let len = shape.iter().product();
        let values = dice.runs(len, length, sides);
        // Planes that repeat.
        let part = values[..len / shape[0]].to_vec();
        spaces.push((shape, values));
        spaces.push((shape, part.repeat(shape[0])))
    }
    spaces.extend([[0, 3, 2], [3, 0, 2], [3, 2, 0]].map(|shape| (shape, vec![])));
    spaces.push(([1, 1, 1], vec![1]));
    spaces
}

/// Checks that a nest of three levels holds what is written to it and not zero.
pub(crate) fn holds_spaces<L: WriteLevel<T = i64, Rank = U3> + Default>() {
    for (shape, values) in (0..5).flat_map(|seed| spaces(&mut Dice(seed))) {
        assert_eq!(all(&some3::<L, _>(&space(shape, &values))), values);
    }
}

/// Checks that a nest of three levels holds what it is given by itself, run by run.
pub(crate) fn holds_runs_of_spaces<L: WriteLevel<T = i64, Rank = U3> + Default>() {
    for (shape, values) in (5..9).flat_map(|seed| spaces(&mut Dice(seed))) {
        assert_eq!(all(&copy3::<L, _>(&copy3::<L, _>(&space(shape, &values)))), values);
    }
}

/// Sums and products of two nests of two levels, read together.
pub(crate) fn merges_planes<A, B>()
where
    A: WriteLevel<T = i64, Rank = U2> + Default,
    B: WriteLevel<T = i64, Rank = U2> + Default,
{
    indices!(j, i);
    let mut dice = Dice(13);
    for (rows, columns, length) in [(9, 8, 3), (5, 20, 6), (20, 5, 40)] {
        let (x, y) = (
            dice.runs(rows * columns, length, 3),
            dice.runs(rows * columns, length + 1, 2),
        );
        let (a, b): (Tensor<A>, Tensor<B>) = (some2(&plane(rows, &x)), some2(&plane(rows, &y)));
        let mut plus = empty::<Plane>();
        program()
            .declare(&mut plus)
            .body(|(c,)| forall(j, forall(i, c.at((j, i)).set(a.at((j, i)) + b.at((j, i))))))
            .run()
            .unwrap();
        assert_eq!(all(&plus), x.iter().zip(&y).map(|(x, y)| x + y).collect::<Vec<_>>());
        let mut sum = Scalar::new(0_i64);
        program()
            .declare(&mut sum)
            .body(|(s,)| forall(j, forall(i, s.at(()).add(a.at((j, i)) * b.at((j, i))))))
            .run()
            .unwrap();
        assert_eq!(sum.get(), x.iter().zip(&y).map(|(x, y)| x * y).sum::<i64>())
    }
}
