//! Levels that are no lists, as parts write them.

use crate::{POOLS, appends, ends, in_parts, in_pools};
use finch_formats::prelude::*;
use finch_formats::{
    AtomicElement, Bit, Counted, Dense, Element, Hybrid, RunList, SparseBlockList, SparseBlocks, SparseByteMap,
    SparseCoo, SparseDict, SparseInterval, SparseList, SparsePoint, SparseRunList,
};
use finch_tests::data::{self, Data};
use finch_tests::nest::tensor;
use finch_tests::nests::{self, Bcsr22, CountedList, Dict, List, Map, Mixed, Number};
use finch_tests::random::Random;
use finch_traits::ErrorKind;
use finch_traits::algebra::fill::True;
use finch_traits::algebra::logic::No;
use finch_traits::algebra::typenum::{U1, U2, U3, U4, U7};
use std::panic::{AssertUnwindSafe, catch_unwind};

type Bits = Dense<Bit>;

/// Vectors whose stored places are next to each other at some borders of parts, and at others not.
fn vectors() -> Vec<Data> {
    let mut vectors = data::vectors();
    for percent in [10, 50, 90, 100] {
        vectors.push(Data::random(&[100], percent, &mut Random::seeded(5)))
    }
    vectors
}

#[test]
fn rows_of_other_kinds_are_put_behind_each_other() {
    macro_rules! copies {
        ($($level:ty),+ $(,)?) => { $( {
            for data in data::matrices() {
                let a = tensor::<Dense<List>>(&data);
                appends!("for j, i { c[j, i] = a[j, i] }", [a], [c = Tensor::<$level>::default()], {
                    c .= 0;
                    parallel for j, i { c[j, i] = a[j, i] }
                });
            }
        } )+ };
    }
    copies! {
        Dense<Map>, SparseList<Map>, Dense<Dict>, SparseDict<Dict>, SparseDict<List>, SparseDict<Dense<Element<f64>>>, nests::Coo,
        Dense<SparseCoo<U1, Element<f64>>>, SparseBlockList<List>, SparseBlockList<nests::Blocks>, SparseBlockList<Dict>,
        Dense<nests::Band>, Dense<Separate<List>>, SparseList<Separate<Dict>>, Dense<Mixed>, SparseList<Mixed>, SparseDict<Mixed>,
        Hybrid<Mixed>, Hybrid<List>, Hybrid<Dense<Number>>, RunList<Mixed>, Counted<Dense<Mixed>>, Dense<CountedList>, Counted<SparseDict<Dict>>,
        Counted<Dense<Counted<Dense<Number>>>>,
    }
}

#[test]
fn entries_and_blocks_of_vectors() {
    macro_rules! copies {
        ($($level:ty),+ $(,)?) => { $( {
            for data in vectors() {
                let x = tensor::<List>(&data);
                appends!("for j { c[j] = x[j] }", [x], [c = Tensor::<$level>::default()], {
                    c .= 0;
                    parallel for j { c[j] = x[j] }
                });
            }
        } )+ };
    }
    copies! {
        SparseBlockList<Element<f64>>, SparseBlockList<Element<f64>, Vec<u16>, Vec<u8>>, Dict, SparseCoo<U1, Element<f64>>, Mixed,
        Hybrid<Element<f64>, Vec<u16>, Vec<u8>>, CountedList, Counted<Dense<Number>>,
    }
}

/// Over some of the indices, in several passes, and where an operator panics in between.
#[test]
fn some_of_the_indices_and_panics() {
    let data = Data::random(&[100], 80, &mut Random::seeded(6));
    let x = tensor::<List>(&data);
    let operator = |x: f64, i: usize| if i == 60 { panic!("at {i}") } else { x };
    macro_rules! written {
        ($($level:ty),+ $(,)?) => { $( {
            appends!("for j in 7..50 { c[j] = x[j] } for j in 50..70 { c[j] = 2 * x[j] }", [x], [c = Tensor::<$level>::default()], {
                c .= 0;
                parallel for j in 7..50 { c[j] = x[j] }
                parallel for j in 50..70 { c[j] = 2.0 * x[j] }
            });
            for pool in &*POOLS {
                let mut c = Tensor::<$level>::default();
                let outcome = pool.install(|| catch_unwind(AssertUnwindSafe(|| {
                    finch! { c .= 0; parallel for j { c[j] = operator(x[j], j) } }.run_parallel_by(10)
                })));
                assert_eq!(outcome.unwrap_err().downcast_ref::<String>().unwrap(), "at 60");
                c.validate().unwrap();
                assert_eq!(c.count_stored(), 0);
                pool.install(|| finch! { c .= 0; parallel for j { c[j] = x[j] } }.run_parallel_by(10)).unwrap();
                assert_eq!(c.to_dense().unwrap(), x.to_dense().unwrap());
            }
        } )+ };
    }
    written! { nests::Blocks, Dict, SparseCoo<U1, Element<f64>>, Mixed, CountedList }
}

/// A block that goes on over the borders of parts is one.
#[test]
fn blocks_meet_where_parts_do() {
    let x = |i: usize| if i.is_multiple_of(10) || i > 50 { 0.0 } else { i as f64 };
    let values: Vec<f64> = (0..100).map(x).collect();
    for grain in [1, 3, 20, usize::MAX] {
        for pool in &*POOLS {
            let mut y = Tensor::<SparseBlockList<Element<f64>>>::default();
            pool.install(|| {
                finch! { y .= 0; parallel for i { if values[i] > 0.0 { y[i] = values[i] } } }.run_parallel_by(grain)
            })
            .unwrap();
            y.validate().unwrap();
            assert_eq!(y.level().right()[..], [10, 20, 30, 40, 50]);
            assert_eq!(y.level().ofs()[..], [0, 9, 18, 27, 36, 45]);
        }
    }
}

#[test]
fn bits() {
    for data in [
        data::squares(),
        vec![Data::random(&[70, 67], 40, &mut Random::seeded(9))],
    ]
    .concat()
    {
        let a = tensor::<Dense<List>>(&data);
        appends!("for j, i { c[j, i] = a[j, i] > 1 }", [a], [c = Tensor::<Dense<Bits>>::default()], {
            c .= false;
            parallel for j, i { c[j, i] = a[j, i] > 1.0 }
        });
        appends!("for j, i { c[j, i] = a[j, i] > 1 }", [a], [c = Tensor::<Dense<Dense<Bit<True>>>>::default()], {
            c .= true;
            parallel for j, i { c[j, i] = a[j, i] > 1.0 }
        });
        appends!("for j, i { c[j, i] = a[j, i] > 1 }", [a], [c = Tensor::<SparseList<Bits>>::default()], {
            c .= false;
            parallel for j, i { c[j, i] = a[j, i] > 1.0 }
        });
    }
    for data in vectors() {
        let x = tensor::<List>(&data);
        appends!("for j { c[j] = x[j] > 1 }", [x], [c = BitVector::default()], {
            c .= false;
            parallel for j { c[j] = x[j] > 1.0 }
        });
    }
}

/// What lies in one half of a square.
#[test]
fn halves() {
    macro_rules! halves {
        ($level:ty, $text:literal, $j:ident, $i:ident if $least:ident <= $most:ident) => {
            for data in data::squares() {
                let a = tensor::<Dense<List>>(&data);
                appends!($text, [a], [c = Tensor::<$level>::default()], {
                    c .= 0;
                    parallel for $j, $i { if $least <= $most { c[$j, $i] = a[$j, $i] } }
                });
            }
        };
    }
    halves!(nests::LowerHalf, "for j, i { if i <= j { c[j, i] = a[j, i] } }", j, i if i <= j);
    halves!(nests::UpperHalf, "for j, i { if j <= i { c[j, i] = a[j, i] } }", j, i if j <= i);
    halves!(nests::LowerMirror, "for j, i { if i <= j { c[j, i] = a[j, i]; c[i, j] = a[j, i] } }", j, i if i <= j);
    halves!(nests::UpperMirror, "for j, i { if j <= i { c[j, i] = a[j, i]; c[i, j] = a[j, i] } }", j, i if j <= i);
    // Columns are owned, too, and halves are reduced; in lists of halves each part has some of its own.
    for data in data::squares() {
        let (a, x) = (
            tensor::<Dense<List>>(&data),
            tensor::<nests::Flat>(&data::vector_for(data.shape()[0])),
        );
        let dense = tensor::<nests::FlatFlat>(&data);
        appends!("for j, i { if i <= j { c[j, i] = dense[j, i] } }", [dense], [c = Tensor::<nests::LowerHalf>::default()], {
            c .= 0;
            parallel for i { for j { if i <= j { c[j, i] = dense[j, i] } } }
        });
        appends!("for k, j, i { if i <= j { c[j, i] += a[k, j] * a[k, i] } }", [a], [c = Tensor::<nests::LowerHalf>::default()], {
            c .= 0;
            parallel for k, j, i { if i <= j { c[j, i] <<FastAdd>>= a[k, j] * a[k, i] } }
        });
        appends!("for k, j, i { if i <= j { c[k, j, i] = x[k] * a[j, i] } }", [a, x], [c = Tensor::<SparseList<nests::LowerHalf>>::default()], {
            c .= 0;
            parallel for k, j, i { if i <= j { c[k, j, i] = x[k] * a[j, i] } }
        });
    }
}

/// At most one run, and one entry, for each row.
#[test]
fn rows_of_one_run_and_of_one_entry() {
    for n in [0, 1, 5, 60] {
        let x = Vector::from((0..n).map(|j| (j % 4) as f64).collect::<Vec<_>>());
        let (lo, hi) = (vec![2_usize; n], (0..n).map(|j| 2 + j % 7).collect::<Vec<usize>>());
        appends!("for j, i in 3..8 { c[j, i] = x[j] }", [x], [c = Tensor::<Dense<SparseInterval<Element<f64>>>>::empty([n, 9]).unwrap()], {
            c .= 0;
            parallel for j { for i in 3..8 { c[j, i] = x[j] } }
        });
        appends!("for j, i in 3..4 { c[j, i] = x[j] }", [x], [c = Tensor::<Dense<SparsePoint<Element<f64>>>>::empty([n, 9]).unwrap()], {
            c .= 0;
            parallel for j { for i in 3..4 { c[j, i] = x[j] } }
        });
        in_parts([1, 3, 20], Tensor::same_storage, |parts| {
            let mut c = Tensor::<Dense<SparseInterval<Element<f64>>>>::empty([n, 9]).unwrap();
            ends!(parts, c .= 0; parallel for j { for i in lo[j]..hi[j] { c[j, i] = x[j] } }).unwrap();
            c.validate().unwrap();
            c
        });
    }
}

/// What was put together can be read, opened again, and put together anew in the same memory.
#[test]
fn what_was_put_together_is_as_good_as_others() {
    let [a, b] = [7, 8].map(|seed| tensor::<Dense<List>>(&Data::random(&[50, 40], 20, &mut Random::seeded(seed))));
    macro_rules! put_together {
        (|$c:ident, $a:ident, $grain:ident| $next:block; $($level:ty),+ $(,)?) => { $( {
            let mut $c = Tensor::<$level>::default();
            for ($a, $grain) in [(&a, 3), (&b, 1), (&a, 20), (&b, 3)] {
                POOLS[2].install(|| finch! { $c .= 0; parallel for j, i { $c[j, i] = $a[j, i] } }.run_parallel_by($grain)).unwrap();
                $c.validate().unwrap();
                assert_eq!(&$c, $a);
                $next
            }
        } )+ };
    }
    put_together! {
        |c, a, _grain| {
            finch! { mut c; for j, i { c[j, i] += 2.0 * b[j, i] } }.run().unwrap();
            c.validate().unwrap();
            assert_eq!(c, (a + 2.0 * &b).compute().unwrap());
            // What is looked up is found by its index.
            assert_eq!(c.to_dense().unwrap(), (a + 2.0 * &b).compute().unwrap().to_dense().unwrap());
        };
        SparseDict<Dict>, Dense<Dict>, Dense<SparseByteMap<Element<f64>>>, SparseDict<SparseByteMap<Element<f64>>>
    }
    put_together! {
        |c, a, grain| {
            // The rows behind those that were put together.
            finch! { c .= 0; parallel for j in 0..30 { for i { c[j, i] = a[j, i] } } }.run_parallel_by(grain).unwrap();
            finch! { mut c; for j in 30..50 { for i { c[j, i] = a[j, i] } } }.run().unwrap();
            c.validate().unwrap();
            assert_eq!(&c, a);
        };
        Dense<Mixed>, Hybrid<Mixed>, Bcsr22, SparseBlocks<U4, U1, Number>, Counted<SparseList<Mixed>>
    }
}

/// Each part has few entries, all together too many for the numbers of slots and pointers.
#[test]
fn numbers_that_all_entries_do_not_fit() {
    let x = vec![1.0; 400];
    for pool in &*POOLS {
        for grain in [1, 50, usize::MAX] {
            macro_rules! refused {
                ($($level:ty),+ $(,)?) => { $( {
                    let mut y = Tensor::<$level>::default();
                    let error = pool.install(|| finch! { y .= 0; parallel for i { y[i] = x[i] } }.run_parallel_by(grain));
                    assert_eq!(error.unwrap_err().kind(), ErrorKind::TooLarge);
                    y.validate().unwrap();
                    pool.install(|| finch! { y .= 0; parallel for i in 0..200 { y[i] = x[i] } }.run_parallel_by(grain)).unwrap();
                    assert_eq!(y.count_stored(), 200);
                } )+ };
            }
            refused! {
                SparseDict<Element<f64>, Vec<usize>, Vec<u32>, Vec<u8>>, SparseDict<Element<f64>, Vec<u8>, Vec<u32>, Vec<u32>>,
                SparseBlockList<Element<f64>, Vec<u8>>, SparseCoo<U1, Element<f64>, Vec<u8>>, Hybrid<Element<f64>, Vec<u8>>,
            }
        }
    }
}

/// Fibers that are dense in a part are lists of all indices until the last part is there.
#[test]
fn fibers_that_are_dense_in_parts() {
    for (rows, fits) in [(6, true), (10, false)] {
        let run = |parts: Option<usize>| {
            let mut c = Tensor::<Dense<Hybrid<Element<f64>, Vec<u8>>>>::empty([rows, 40]).unwrap();
            let outcome = ends!(parts, c .= 0; parallel for j in 0..rows { for i in 0..24 { c[j, i] = 1.0 } });
            c.validate().unwrap();
            (c, outcome.map_err(|error| error.kind()))
        };
        // 24 entries in each row are 240, which 8 bits count.
        let (serial, outcome) = run(None);
        assert_eq!((outcome, serial.count_stored()), (Ok(()), 40 * rows));
        for pool in &POOLS[1..] {
            let (c, outcome) = pool.install(|| run(Some(1)));
            match fits {
                true => assert!(outcome.is_ok() && c.same_storage(&serial)),
                false => assert_eq!((outcome, c.count_stored()), (Err(ErrorKind::TooLarge), 0)),
            }
        }
    }
}

/// Parts begin where block rows do: where they are cut is rounded to that.
#[test]
fn blocks_of_rows() {
    let random = [15, 60].map(|percent| Data::random(&[61, 40], percent, &mut Random::seeded(percent as u64)));
    macro_rules! copies {
        ($($level:ty),+ $(,)?) => { $( {
            for data in data::matrices().into_iter().chain(random.clone()) {
                let a = tensor::<Dense<List>>(&data);
                appends!("for j, i { c[j, i] = a[j, i] }", [a], [c = Tensor::<$level>::default()], {
                    c .= 0;
                    parallel for j, i { c[j, i] = a[j, i] }
                });
            }
            let a = tensor::<Dense<List>>(&random[0]);
            appends!("for j in 5..58 { for i { if i >= j { c[j, i] = a[j, i] } } }", [a], [c = Tensor::<$level>::default()], {
                c .= 0;
                parallel for j in 5..58 { for i { if i >= j { c[j, i] = a[j, i] } } }
            });
        } )+ };
    }
    copies! {
        Bcsr22, SparseBlocks<U1, U1, Number>, SparseBlocks<U4, U1, Number, Vec<u16>, Vec<u8>>, SparseBlocks<U7, U2, Number>,
        SparseBlocks<U2, U3, Separate<Number>>, Counted<SparseBlocks<U3, U2, Number>>,
    }
}

/// Fibers of blocks below other levels, and blocks of fibers.
#[test]
fn blocks_of_rows_in_cubes() {
    let data = [[9, 8], [5, 7]].map(|shape| Data::random(&shape, 40, &mut Random::seeded(3)));
    let x = tensor::<nests::Flat>(&Data::random(&[31], 70, &mut Random::seeded(4)));
    macro_rules! copies {
        ($($level:ty),+ $(,)?) => { $( {
            for data in &data {
                let a = tensor::<Dense<List>>(data);
                appends!("for k, j, i { c[k, j, i] = x[k] * a[j, i] }", [a, x], [c = Tensor::<$level>::default()], {
                    c .= 0;
                    parallel for k, j, i { c[k, j, i] = x[k] * a[j, i] }
                });
            }
        } )+ };
    }
    copies! {
        Dense<Bcsr22>, SparseList<Bcsr22>, Hybrid<Bcsr22>, RunList<Bcsr22>, SparseBlocks<U3, U2, Dense<Number>>,
        SparseBlocks<U2, U1, Separate<Mixed>>, Dense<Counted<Dense<Mixed>>>,
    }
}

/// Parts begin where block rows of all outputs do.
#[test]
fn blocks_of_two_heights() {
    let a = tensor::<Dense<List>>(&Data::random(&[61, 40], 15, &mut Random::seeded(2)));
    appends!("for j, i { c[j, i] = a[j, i]; d[j, i] = 2 * a[j, i] }", [a], [c = Tensor::<Bcsr22>::default(),
        d = Tensor::<SparseBlocks<U3, U1, Number>>::default()], {
        c .= 0;
        d .= 0;
        parallel for j, i { c[j, i] = a[j, i]; d[j, i] = 2.0 * a[j, i] }
    });
    appends!("for j, i { c[j, i] = a[j, i] > 1 }", [a], [c = Tensor::<SparseBlocks<U4, U7, Bit>>::default()], {
        c .= false;
        parallel for j, i { c[j, i] = a[j, i] > 1.0 }
    });
}

/// Fewer rows than a block has, no rows, and no columns; a part that panics; more blocks than pointers count.
#[test]
fn blocks_at_the_edges() {
    for shape in [[0, 0], [0, 3], [3, 0], [1, 1], [3, 5], [4, 4], [5, 1], [9, 2]] {
        let a = tensor::<Dense<Dense<Number>>>(&Data::random(&shape, 100, &mut Random::seeded(1)));
        appends!("for j, i { c[j, i] = a[j, i] }", [a], [c = Tensor::<SparseBlocks<U4, U1, Number>>::default()], {
            c .= 0;
            parallel for j, i { c[j, i] = a[j, i] }
        });
    }
    let a = tensor::<Dense<Dense<Number>>>(&Data::random(&[100, 10], 100, &mut Random::seeded(1)));
    let operator = |x: f64, j: usize| if j == 60 { panic!("at {j}") } else { x };
    for pool in &*POOLS {
        let mut c = Tensor::<SparseBlocks<U2, U2, Number, Vec<u8>>>::default();
        let outcome = pool.install(|| {
            catch_unwind(AssertUnwindSafe(|| {
                finch! { c .= 0; parallel for j, i in 0..2 { c[j, i] = operator(a[j, i], j) } }.run_parallel_by(10)
            }))
        });
        assert_eq!(outcome.unwrap_err().downcast_ref::<String>().unwrap(), "at 60");
        c.validate().unwrap();
        assert_eq!(c.count_stored(), 0);
        // 250 blocks fit, and 300 do not.
        pool.install(|| finch! { c .= 0; parallel for j, i { c[j, i] = a[j, i] } }.run_parallel_by(10))
            .unwrap();
        assert_eq!(c.count_stored(), 1000);
        let mut c = Tensor::<SparseBlocks<U1, U4, Number, Vec<u8>>>::default();
        let error = pool.install(|| finch! { c .= 0; parallel for j, i { c[j, i] = a[j, i] } }.run_parallel_by(10));
        assert_eq!(error.unwrap_err().kind(), ErrorKind::TooLarge);
        c.validate().unwrap();
    }
}

/// Where runs meet, a fiber in memory of its own is compared and put behind the others.
#[test]
fn runs_over_separate_fibers() {
    let x = |k: usize| (k / 7) as f64;
    let values: Vec<f64> = (0..60).map(x).collect();
    let values = &values[..];
    macro_rules! runs {
        ($($level:ty),+ $(,)?) => { $( {
            in_parts([1, 3, 20], Tensor::same_storage, |parts| {
                let mut c = Tensor::<$level>::empty([60, 3]).unwrap();
                ends!(parts, c .= 0; parallel for k in 0..60 { for i in 0..3 { c[k, i] = values[k] } }).unwrap();
                c.validate().unwrap();
                c
            });
        } )+ };
    }
    runs! {
        SparseRunList<Separate<List>>, SparseRunList<Separate<List>, Vec<usize>, Vec<u32>, No>, RunList<Separate<List>>,
        SparseRunList<Mixed>, RunList<Mixed>,
    }
}

/// What is counted is owned, reduced or atomic as what it counts.
#[test]
fn counted_places_of_their_own() {
    type Counts = Counted<Dense<Counted<AtomicElement<u32>>>>;
    let at: Vec<usize> = (0..200).map(|i| i * i % 17).collect();
    for grain in [1, 30, usize::MAX] {
        let counts = in_pools(|| {
            let mut h = Tensor::<Counts>::empty([17]).unwrap();
            let mut s = Tensor::<Counted<Dense<Counted<Element<u32>>>>>::empty([17]).unwrap();
            finch! { h .= 0; s .= 0; parallel for i { h[at[i]] += 1; s[at[i]] += 1 } }
                .run_parallel_by(grain)
                .unwrap();
            [h.to_dense().unwrap(), s.to_dense().unwrap()]
        });
        let mut expected = vec![0; 17];
        at.iter().for_each(|&at| expected[at] += 1);
        assert_eq!(counts, [expected.clone(), expected]);
    }
}
