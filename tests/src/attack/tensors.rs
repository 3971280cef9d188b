//! The tensors behind [`Subject`]: how they are read and written, once for each nest.

use super::fuse::{Backwards, Contrary, Count, Felt, Fuse, Product, SUM, Saturated, Touch};
use super::subject::{Ending, Found, OUTSIDE, Put, Reading, Subject, TWISTS, Twist, Writing, cell, cells, index};
use crate::nest::name;
use finch_algebra::Zero;
use finch_formats::{Dense, Element, RunList, SparseList, Tensor};
use finch_traits::Result;
use finch_traits::expr::overload::{access, block, constant, forall, map1, map2};
use finch_traits::index::arithmetic::plus;
use finch_traits::index::{follow, gallop, permissive};
use finch_traits::indices;
use finch_traits::level::Level;
use finch_traits::lifecycle::WriteLevel;
use finch_traits::program::program;
use finch_traits::rank::Shape;
use generic_array::GenericArray;
use std::fmt::Debug;
use typenum::{U1, U2, U3};

/// The values of a valid tensor.
pub(super) fn values<L: Level<T: Felt>>(tensor: &Tensor<L>) -> core::result::Result<Vec<i32>, String> {
    let shape = tensor.shape();
    tensor.validate().map_err(|error| format!("is not valid: {error}"))?;
    let cells = cells(&shape).ok_or("is too large to be looked at")?;
    let places = (0..cells).map(|cell| index(cell, &shape));
    let found: Vec<i32> = places.map(|place| tensor.level().get(0, &place).number()).collect();
    let mut listed = vec![tensor.fill().number(); cells];
    let mut last: Option<Vec<usize>> = None;
    let mut disorder = None;
    tensor.for_each(|place, value| {
        if last.as_deref().is_some_and(|last| last >= place) {
            disorder = Some(format!("lists {last:?} before {place:?}"))
        }
        last = Some(place.to_vec());
        listed[cell(place, &shape)] = value.number()
    });
    match disorder {
        Some(disorder) => Err(disorder),
        None if listed != found => Err(format!("lists {listed:?}, but looks up {found:?}")),
        None => Ok(found),
    }
}

/// Entries one by one.
fn entries<I: FromIterator<usize>, T: Felt>(puts: &[Put]) -> Vec<(I, T)> {
    let each = |(place, count, value): &Put| {
        let (place, value) = (place.clone(), *value);
        (0..*count).map(move |more| {
            let last = place.len() - 1;
            let along = |(axis, index): (usize, &usize)| if axis == last { index + more } else { *index };
            (place.iter().enumerate().map(along).collect(), T::of(value))
        })
    };
    puts.iter().flat_map(each).collect()
}

/// Writes entries through a writer.
macro_rules! put {
    ($writer:expr, $ending:expr, $puts:expr) => {{
        let mut writer = $writer;
        let mut outcome = Ok(());
        for (place, count, value) in $puts {
            let end = place.last().unwrap_or(&0) + count;
            let place = GenericArray::from_iter(place.iter().copied());
            let put = if *count == 1 {
                writer.put(place, Felt::of(*value))
            } else {
                writer.put_run(place, end, Felt::of(*value))
            };
            if outcome.is_ok() {
                outcome = put
            }
        }
        match $ending {
            Ending::Frozen => outcome.and(writer.freeze()),
            Ending::Dropped => {
                drop(writer);
                outcome
            }
            Ending::Forgotten => {
                core::mem::forget(writer);
                outcome
            }
        }
    }};
}

/// Loops over these indices, the first one outermost.
macro_rules! loops {
    ($body:expr;) => { $body };
    ($body:expr; $index:ident $($more:ident)*) => { forall($index, loops!($body; $($more)*)) };
}

/// A wrapper of the tensors of a rank, which is a subject.
macro_rules! subjects {
    ($($(#[$doc:meta])* $subject:ident: $rank:ty, [$($i:ident)+], $flat:ident, $lists:ident, $runs:ident;)*) => { $(
        $(#[$doc])*
        #[derive(Clone)]
        pub struct $subject<L> {
            tensor: Tensor<L>,
            beside: Option<Tensor<L>>,
        }

        impl<L> Debug for $subject<L> {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&name::<L>())
            }
        }

        impl<L> From<Tensor<L>> for $subject<L> {
            fn from(tensor: Tensor<L>) -> Self {
                $subject { tensor, beside: None }
            }
        }

        impl<L> $subject<L> {
            /// The tensor, of which sums and products are with another one, as long as that has its shape.
            pub fn and(self, beside: Tensor<L>) -> Self {
                $subject { beside: Some(beside), ..self }
            }
        }

        impl<L: Level> $subject<L> {
            fn beside(&self) -> &Tensor<L> {
                let beside = self.beside.as_ref().filter(|beside| beside.shape() == self.tensor.shape());
                beside.unwrap_or(&self.tensor)
            }
        }

        impl<L: Level<T: Felt, Rank = $rank>> Found for $subject<L> {
            fn shape(&self) -> Vec<usize> {
                self.tensor.shape().to_vec()
            }

            fn values(&self) -> core::result::Result<Vec<i32>, String> {
                values(&self.tensor)
            }

            fn values_beside(&self) -> core::result::Result<Vec<i32>, String> {
                // One of another shape is to be valid as well.
                let valid = self.beside.as_ref().map_or(Ok(()), Tensor::validate);
                valid.map_err(|error| format!("is beside one that is not valid: {error}"))?;
                values(self.beside())
            }

            fn read(&self, reading: Reading) -> Result<Vec<i32>> {
                let x = &self.tensor;
                let z = self.beside();
                let mut y = Tensor::<$flat<Fuse, Zero>>::empty(x.shape())?;
                indices!($($i),+);
                macro_rules! reads {
                    ($value:expr) => {
                        program()
                            .update(&mut y)
                            .body(|(y,)| loops!(y.at(($($i,)+)).reduce(SUM, $value); $($i)+))
                            .run()
                    };
                }
                match reading {
                    Reading::Walk => reads!(map1(Count, access(x, ($($i,)+)))),
                    Reading::Gallop => reads!(map1(Count, access(x, ($(gallop($i),)+)))),
                    Reading::Follow => reads!(map1(Count, access(x, ($(follow($i),)+)))),
                    Reading::Shifted => {
                        let shifted = access(x, ($(permissive(plus($i, 1)),)+));
                        reads!(map1(Count, shifted).coalesce(constant(Fuse(OUTSIDE))))
                    }
                    Reading::Sum => {
                        reads!(map1(Count, access(x, ($($i,)+))) + map1(Count, access(z, ($($i,)+))))
                    }
                    Reading::Product => reads!(map2(
                        Product,
                        map1(Count, access(x, ($(gallop($i),)+))),
                        map1(Count, access(z, ($(gallop($i),)+))),
                    )),
                }?;
                Ok(y.to_dense()?.iter().map(|value| value.0).collect())
            }

        }

        impl<L> Subject for $subject<L>
        where
            L: WriteLevel<T: Felt, Rank = $rank> + Default + Clone + Send + Sync + 'static,
        {
            fn fixed(&self) -> Vec<Option<usize>> {
                // An empty tensor has no others.
                let extents = Tensor::<L>::default().shape();
                extents.iter().map(|&extent| (extent > 0).then_some(extent)).collect()
            }

            fn write(&mut self, writing: Writing, shape: &[usize], puts: &[Put]) -> Result<()> {
                let own = self.shape();
                let keeps = matches!(writing, Writing::Update | Writing::Reopened(_));
                let shape = if keeps { &own } else { shape };
                let extents = || Shape::<$rank>::from_iter(shape.iter().copied());
                let entries = || entries::<Shape<$rank>, L::T>(puts);
                let y = &mut self.tensor;
                indices!($($i),+);
                macro_rules! from {
                    ($open:ident $source:ty) => {{
                        let x = Tensor::<$source>::from_triplets(extents(), entries(), SUM)?;
                        program()
                            .$open(y)
                            .body(|(y,)| {
                                let value = map1(Touch, access(&x, ($($i,)+)));
                                loops!(y.at(($($i,)+)).reduce(SUM, value); $($i)+)
                            })
                            .run()
                    }};
                }
                match writing {
                    Writing::Lists => from!(declare $lists<L::T, L::Fill>),
                    Writing::Update => from!(update $flat<L::T, L::Fill>),
                    Writing::Runs => from!(declare $runs<L::T, L::Fill>),
                    Writing::Both => {
                        let x = &Tensor::<$lists<L::T, L::Fill>>::from_triplets(extents(), entries(), SUM)?;
                        let z = self.beside.get_or_insert_default();
                        program()
                            .declare(y)
                            .declare(z)
                            .body(|(y, z)| {
                                block(
                                    loops!(y.at(($($i,)+)).reduce(SUM, access(x, ($($i,)+))); $($i)+),
                                    loops!(z.at(($($i,)+)).reduce(SUM, access(x, ($($i,)+))); $($i)+),
                                )
                            })
                            .run()
                    }
                    Writing::Writer(ending) => put!(y.write_by(extents(), SUM)?, ending, puts),
                    Writing::Reopened(ending) => put!(y.reopen_by(SUM)?, ending, puts),
                    Writing::Copy => {
                        y.copy_from(&Tensor::<$flat<L::T, L::Fill>>::from_triplets(extents(), entries(), SUM)?)
                    }
                    Writing::Triplets => {
                        *y = Tensor::from_triplets(extents(), entries(), SUM)?;
                        Ok(())
                    }
                }
            }

            fn twists(&self) -> Vec<Twist> {
                TWISTS.into_iter().filter(|twist| twist.is_of(size_of::<L>())).collect()
            }

            fn twist(&mut self, twist: Twist, shape: &[usize], puts: &[Put]) -> Result<()> {
                let extents = Shape::<$rank>::from_iter(shape.iter().copied());
                let x = &Tensor::<$lists<L::T, L::Fill>>::from_triplets(extents, entries::<Shape<$rank>, L::T>(puts), SUM)?;
                let y = &mut self.tensor;
                indices!($($i),+);
                // What is of another nest is not compiled for this one.
                macro_rules! twists {
                    ($twist:ident, $op:expr, $value:expr) => {
                        if const { Twist::$twist.is_of(size_of::<L>()) } {
                            program().declare(y).body(|(y,)| loops!(y.at(($($i,)+)).reduce($op, $value); $($i)+)).run()
                        } else {
                            unreachable!("{twist:?} is of another nest")
                        }
                    };
                }
                match twist {
                    Twist::Contrary => twists!(Contrary, Contrary, map1(Touch, access(x, ($($i,)+)))),
                    Twist::Backwards => {
                        twists!(Backwards, SUM, map2(Backwards, access(x, ($($i,)+)), access(x, ($(gallop($i),)+))))
                    }
                    Twist::Saturated => twists!(Saturated, Saturated, access(x, ($($i,)+))),
                }
            }

            fn resize(&mut self, shape: &[usize]) -> Result<()> {
                self.tensor.resize(Shape::<$rank>::from_iter(shape.iter().copied()))
            }

            fn shrink(&mut self) {
                self.tensor.shrink_to_fit()
            }

            fn copied(&self) -> Box<dyn Subject> {
                Box::new(self.clone())
            }

            fn combined(&self, old: i32, new: i32) -> i32 {
                L::T::of(old).with(L::T::of(new)).number()
            }

            fn remember(&mut self) {
                self.beside = Some(self.tensor.clone())
            }
        }
    )* };
}

type Flat1<T, F> = Dense<Element<T, F>>;
type Flat2<T, F> = Dense<Flat1<T, F>>;
type Flat3<T, F> = Dense<Flat2<T, F>>;
type Lists1<T, F> = SparseList<Element<T, F>>;
type Lists2<T, F> = Dense<Lists1<T, F>>;
type Lists3<T, F> = SparseList<SparseList<Lists1<T, F>>>;
type Runs1<T, F> = RunList<Element<T, F>>;
type Runs2<T, F> = Dense<Runs1<T, F>>;
type Runs3<T, F> = Dense<RunList<Runs1<T, F>>>;

subjects! {
    /// A vector.
    Vectors: U1, [i], Flat1, Lists1, Runs1;
    /// A matrix.
    Matrices: U2, [j i], Flat2, Lists2, Runs2;
    /// A tensor of three dimensions.
    Cubes: U3, [k j i], Flat3, Lists3, Runs3;
}
