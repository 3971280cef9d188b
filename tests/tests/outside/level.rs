//! The level itself: its arrays, what it refuses, its lifecycle, and what programs over it are explained to be.

use crate::blocks64::Blocks64;
use crate::names::{Bits, BitsBits, BitsFlat, BitsList, FlatBits};
use finch_formats::{Bit, Error, ErrorKind, Pattern};
use finch_traits::index::arithmetic::{minus, plus};
use finch_traits::index::{gather, permissive};
use finch_traits::level::{Contents, Level};
use finch_traits::lifecycle::{Driver, WriteLevel};
use shared::data::Data;
use shared::nest;
use shared::prelude::algebra::{Add, False};
use shared::prelude::*;
use std::fmt::Debug;
use typenum::U2;

/// A vector of 130 that stores what stands next to the ends of blocks.
fn vector() -> Tensor<Bits> {
    Tensor::from_triplets([130], [0, 63, 64, 129].map(|i| ([i], i as f64 + 1.0)), Add).unwrap()
}

fn parts<L>(tensor: &Tensor<Blocks64<L>>) -> (&[u64], &[usize], &L)
where
    Blocks64<L>: Level,
{
    let level = tensor.level();
    (level.mask(), level.first(), level.child())
}

#[test]
fn arrays() {
    let a = vector();
    let (mask, first, child) = parts(&a);
    assert_eq!(mask, [1 << 63 | 1, 1, 2]);
    assert_eq!(first, [0, 2, 3]);
    assert_eq!(child.val()[..], [1.0, 64.0, 65.0, 130.0]);
    assert_eq!((a.count_stored(), a.bytes()), (4, 3 * 16 + 4 * 8));
    let rows = Tensor::<FlatBits>::from_tensor(&matrix()).unwrap();
    let bits = rows.level().child();
    assert_eq!(
        (&bits.mask()[..], &bits.first()[..]),
        (&[0b110, 0, 0b1][..], &[0, 2, 2][..])
    );
}

fn matrix() -> Tensor<Csr> {
    Tensor::from_triplets([3, 4], [([0, 1], 1.0), ([0, 2], 2.0), ([2, 0], 0.0)], Add).unwrap()
}

/// There and back, through each of some nests.
#[test]
fn conversions() {
    fn through<L: WriteLevel<T = f64, Fill = algebra::Zero, Rank = U2> + Default + Debug>(sources: &[Tensor<Csr>]) {
        for source in sources {
            let bits = Tensor::<L>::from_tensor(source).unwrap();
            bits.validate().unwrap();
            assert_eq!(&bits, source);
            assert_eq!(bits.to_dense().unwrap(), source.to_dense().unwrap());
            let coordinates: Tensor<SparseCoo<U2, Number>> = bits.convert().unwrap();
            let dense: Tensor<FlatFlat> = bits.convert().unwrap();
            assert_eq!((&coordinates, &dense), (&coordinates, &dense));
            assert_eq!(&coordinates.convert::<L>().unwrap(), source);
            assert_eq!(&dense.drop_fills::<L>().unwrap(), source);
            assert_eq!(&bits.convert::<Csr>().unwrap(), source);
            // What is stored is the same, not only the values.
            let triplets = bits.drop_fills::<Csr>().unwrap().to_triplets();
            assert_eq!(triplets, source.drop_fills::<Csr>().unwrap().to_triplets());
        }
    }
    let sources: Vec<Tensor<Csr>> = data::matrices().iter().map(nest::tensor).collect();
    through::<FlatBits>(&sources);
    through::<BitsBits>(&sources);
    through::<BitsFlat>(&sources);
    through::<BitsList>(&sources);
    through::<Blocks64<SparseByteMap<Number>>>(&sources);
    through::<SparseByteMap<Bits>>(&sources);
}

#[test]
fn leaves() {
    let entries = || [1_usize, 64, 70].map(|i| ([i], true));
    let pattern = Tensor::<Blocks64<Pattern>>::from_triplets([71], entries(), algebra::Or).unwrap();
    let bit = Tensor::<Blocks64<Bit>>::from_triplets([71], entries(), algebra::Or).unwrap();
    let plain = Tensor::<Dense<Element<bool, False>>>::from_tensor(&pattern).unwrap();
    assert!(pattern == plain && bit == plain);
    let bytes = Tensor::<Blocks64<Element<u8, algebra::One>>>::from_triplets([9], [([8], 3_u8)], Add).unwrap();
    assert_eq!(
        (bytes.get([0]), bytes.get([8]), bytes.get([9])),
        (Some(1), Some(3), None)
    );
}

#[test]
fn display_and_equality() {
    let a = vector();
    let drawing = "130 tensor of f64, fill 0.0, 4 stored\nBlocks64 [130]\n\
                   ├─ [0]: 1.0\n├─ [63]: 64.0\n├─ [64]: 65.0\n├─ [129]: 130.0";
    assert_eq!(a.to_string(), drawing);
    let list: Tensor<List> = a.convert().unwrap();
    assert_eq!(a, list);
    assert_ne!(a, Tensor::<List>::empty([130]).unwrap());
}

#[track_caller]
fn refused<L: Level + Debug>(level: L, kind: ErrorKind, message: &str) {
    let error: Error = Tensor::new(level).map(|_| ()).unwrap_err();
    assert_eq!((error.kind(), error.to_string().as_str()), (kind, message));
}

#[test]
fn hostile_parts() {
    let level = |extent, mask: &[u64], first: &[usize], len| {
        Blocks64::new(extent, mask.to_vec(), first.to_vec(), Number::new(vec![1.0; len]))
    };
    let few = |masks, firsts, blocks| {
        format!("a Blocks64 level has {masks} masks and {firsts} starts where 1 fibers need {blocks} each")
    };
    refused(level(65, &[0], &[0, 0], 0), ErrorKind::Invalid, &few(1, 2, 2));
    refused(level(65, &[0, 0], &[0], 0), ErrorKind::Invalid, &few(2, 1, 2));
    let blocks = usize::MAX.div_ceil(64);
    refused(level(usize::MAX, &[], &[], 0), ErrorKind::Invalid, &few(0, 0, blocks));
    let behind = |block, start, bits| {
        format!("block {block} of fiber 0 of a Blocks64 level starts at {start}, behind {bits} bits")
    };
    refused(level(64, &[1], &[1], 2), ErrorKind::Invalid, &behind(0, 1, 0));
    refused(level(70, &[3, 1], &[0, 1], 3), ErrorKind::Invalid, &behind(1, 1, 2));
    refused(
        level(70, &[3, 1], &[0, usize::MAX], 3),
        ErrorKind::Invalid,
        &behind(1, usize::MAX, 2),
    );
    let beyond =
        |index, extent| format!("index {index} of fiber 0 of a Blocks64 level is not below the extent {extent}");
    refused(level(3, &[8], &[0], 1), ErrorKind::OutOfBounds, &beyond(3, 3));
    refused(
        level(70, &[0, 1 << 63], &[0, 0], 1),
        ErrorKind::OutOfBounds,
        &beyond(127, 70),
    );
    let error = Tensor::new(level(64, &[u64::MAX], &[0], 63)).unwrap_err();
    assert!(error.to_string().contains("Element"), "{error}");
    let two = Dense::new(2, level(64, &[1, 2], &[0, 0], 2));
    let message = "block 0 of fiber 1 of a Blocks64 level starts at 0, behind 1 bits";
    refused(two, ErrorKind::Invalid, message);
    assert!(Tensor::new(level(64, &[u64::MAX], &[0], 64)).is_ok());
    // What is beyond the last fiber is of no account.
    assert!(Tensor::new(level(1, &[1, 5], &[0, 9], 1)).is_ok());
    // More than there is memory for.
    assert_eq!(
        Tensor::<FlatBits>::empty([usize::MAX / 2, 64]).unwrap_err().kind(),
        ErrorKind::TooLarge
    );
}

/// Extents of zero, at each depth.
#[test]
fn zero_extents() {
    for shape in [[0, 0], [0, 70], [70, 0]] {
        let (a, b) = (
            Tensor::<BitsBits>::empty(shape).unwrap(),
            Tensor::<FlatBits>::empty(shape).unwrap(),
        );
        a.validate().unwrap();
        b.validate().unwrap();
        assert_eq!((a.count_stored(), b.count_stored()), (0, 0));
        assert_eq!(a, b);
    }
    assert!(Tensor::<Bits>::default().validate().is_ok());
}

/// After a loop that came too late, the tensor is valid; updating goes on where it was.
#[test]
fn order() {
    let mut y = vector();
    indices!(i);
    let outcome = program()
        .declare(&mut y)
        .body(|(y,)| {
            let later = forall_in(i, 3..9, y.at((i,)).set(constant(1.0)));
            block(later, forall_in(i, 8..12, y.at((i,)).set(constant(2.0))))
        })
        .run();
    let error = fails(outcome, &["Blocks64", "fiber 0", "index 8"]);
    assert_eq!(error.kind(), ErrorKind::Order);
    assert!(y.validate().is_ok());

    let mut y = Tensor::<Bits>::from_triplets([130], [([3], 1.0), ([64], 2.0)], Add).unwrap();
    let goes_on = |y: &mut Tensor<Bits>, from: usize| {
        program()
            .update(y)
            .body(|(y,)| forall_in(i, from..130, y.at((i,)).set(constant(5.0))))
            .run()
    };
    goes_on(&mut y, 128).unwrap();
    assert_eq!(
        y.to_triplets().iter().map(|(index, _)| index[0]).collect::<Vec<_>>(),
        [3, 64, 128, 129]
    );
    fails(goes_on(&mut y, 129), &["Blocks64", "index 129"]);
    assert!(y.validate().is_ok());
}

/// Two statements that append to one fiber at once.
#[test]
fn nested_loops_over_one_fiber() {
    let mut y = Tensor::<BitsBits>::default();
    let a: Tensor<FlatFlat> = Tensor::filled([3, 3], 1.0).unwrap();
    indices!(j, i);
    let outcome = program()
        .declare(&mut y)
        .body(|(y,)| {
            let row = forall(i, y.at((j, i)).set(a.at((j, i))));
            forall(j, block(row, forall(i, y.at((j, i)).set(a.at((j, i))))))
        })
        .run();
    fails(outcome, &["Blocks64"]);
    assert!(y.validate().is_ok());
}

/// A cut-off sequence of calls, and then those that make it valid: `empty` sees the level when it holds one empty fiber.
fn written_again<L: WriteLevel>(level: &mut L, empty: impl Fn(&L)) {
    // SAFETY: the order of calls is the driver's.
    let driver = unsafe { Driver::assume() };
    level.declare(driver);
    level.assemble(driver, 3).unwrap();
    level.declare(driver);
    level.assemble(driver, 1).unwrap();
    level.freeze(driver, 1);
    assert!(level.validate(1).is_ok());
    empty(level);
    level.thaw(driver, 1).unwrap();
    level.assemble(driver, 2).unwrap();
    level.freeze(driver, 2);
    assert!(level.validate(2).is_ok())
}

#[test]
fn lifecycle() {
    let mut level = vector().into_level();
    written_again(&mut level, |level| assert_eq!(level.count_stored(1), 0));
    // SAFETY: the order of calls is the driver's.
    let driver = unsafe { Driver::assume() };
    assert!(level.resize(driver, &[usize::MAX]).is_ok() && level.assemble(driver, 1).is_err());
    assert_eq!(Bits::room(&[130]), 3);
}

#[test]
fn fibers_hand_out_what_they_describe() {
    shared::check::hands_out_what_it_describes(&vector())
}

/// Programs say what they are made of.
#[test]
fn explanation() {
    let (a, mut s) = (vector(), Scalar::new(0.0));
    indices!(i);
    let text = program()
        .declare(&mut s)
        .body(|(s,)| forall(i, s.at(()).add(a.at((i,)) * a.at((follow(i),)))))
        .explain()
        .to_string();
    assert!(text.contains("i: Blocks64 -> Stepper(Spike(fill 0, leaf))"), "{text}");
    assert!(text.contains("Blocks64 -> Follow"), "{text}");
}

/// Accesses at sums, beyond the ends, and where data says.
#[test]
fn index_expressions() {
    let data = Data::from_indices("every third", &[200], |index| {
        (index[0] % 3 == 0).then(|| index[0] as f64 + 1.0)
    });
    let (a, flat): (Tensor<Bits>, Tensor<Flat>) = (nest::tensor(&data), nest::tensor(&data));
    let place = Tensor::<Dense<Element<usize>>>::from(vec![199, 0, 64, 63, 128, 3]);
    let n = 199;
    indices!(i);
    let (mut y, mut z, mut w) = (
        Tensor::<Bits>::default(),
        Tensor::<Flat>::default(),
        Tensor::<Bits>::default(),
    );
    program()
        .declare(&mut y)
        .declare(&mut z)
        .declare(&mut w)
        .body(|(y, z, w)| {
            let shifted = forall_in(i, 0..n, y.at((i,)).set(a.at((plus(i, 1),))));
            let before = a.at((permissive(minus(i, 1)),)).coalesce(constant(-1.0));
            let gathered = w.at((i,)).set(a.at((gather(place.at((i,))),)));
            block(
                shifted,
                block(forall_in(i, 0..n, z.at((i,)).set(before)), forall(i, gathered)),
            )
        })
        .run()
        .unwrap();
    let value = |i: usize| flat.get([i]).unwrap();
    for i in 0..n {
        assert_eq!(y.get([i]), Some(value(i + 1)));
        assert_eq!(z.get([i]), Some(if i == 0 { -1.0 } else { value(i - 1) }));
    }
    assert_eq!(
        w.to_dense().unwrap(),
        place.to_dense().unwrap().iter().map(|&i| value(i)).collect::<Vec<_>>()
    );
}

/// Products of sparse matrices, with the level as operand and as output, and as the workspace's copy.
#[test]
fn products() {
    use shared::random::Random;
    let mut random = Random::seeded(3);
    let a = Data::random(&[70, 90], 5, &mut random);
    let b = Data::random(&[90, 131], 5, &mut random);
    let (p, q) = (nest::tensor::<BitsBits>(&a), nest::tensor::<FlatBits>(&b));
    let (mut y, mut w) = (Tensor::<BitsBits>::default(), Tensor::<Map>::default());
    indices!(j, k, i);
    program()
        .declare(&mut y)
        .workspace(&mut w)
        .body(|(y, w)| {
            let products = forall(k, forall(i, w.at((i,)).add(p.at((j, k)) * q.at((k, i)))));
            forall(j, w.within(products, forall(i, y.at((j, i)).set(w.read((i,))))))
        })
        .run()
        .unwrap();
    let (a, b) = (nest::tensor::<Csr>(&a), nest::tensor::<Csr>(&b));
    let mut expected = Tensor::<Csr>::default();
    finch_kernels::spgemm::gustavson_into(&mut expected, &a, &b).unwrap();
    assert_eq!(y, expected);
    assert!(y.validate().is_ok());
}

mod bitmap {
    use super::*;
    use crate::bitmap::{Bitmap, Bits as Words};
    use crate::names::{FlatMap64, Map64, Map64List, Map64Map64};

    #[track_caller]
    fn has_words(level: &impl Debug, words: &[u64]) {
        let (found, expected) = (format!("{level:?}"), format!("words: {words:?}"));
        assert!(found.contains(&expected), "{found}, without {expected}")
    }

    fn vector() -> Tensor<Map64> {
        super::vector().convert().unwrap()
    }

    #[test]
    fn arrays() {
        let a = vector();
        has_words(a.level(), &[1 << 63 | 1, 1, 2]);
        assert_eq!((a.count_stored(), a.bytes()), (130, 3 * 8 + 130 * 8));
        assert_eq!(a.to_triplets().len(), 4);
        // Words are shared by fibers.
        let rows = Tensor::<FlatMap64>::from_tensor(&matrix()).unwrap();
        has_words(rows.level(), &[1 << 1 | 1 << 2 | 1 << 8]);
    }

    /// There and back; what is stored stays the same.
    #[test]
    fn round_trips() {
        fn through<L: WriteLevel<T = f64, Fill = algebra::Zero, Rank = U2> + Default + Debug>() {
            for source in data::matrices().iter().map(nest::tensor::<Csr>) {
                let map = Tensor::<L>::from_tensor(&source).unwrap();
                map.validate().unwrap();
                assert_eq!(map, source);
                assert_eq!(map.convert::<Csr>().unwrap(), source);
                let triplets = map.drop_fills::<Csr>().unwrap().to_triplets();
                assert_eq!(triplets, source.drop_fills::<Csr>().unwrap().to_triplets());
            }
        }
        through::<FlatMap64>();
        through::<Map64Map64>();
        through::<Map64List>();
        through::<SparseList<Map64>>();
        through::<Bitmap<Bits>>();
        through::<SparseByteMap<Map64>>();
        through::<Dense<Words<SparseList<Number>>>>();
        through::<SparseList<Words<SparseList<Number>>>>();
    }

    /// A root that is not stored has its extents all the same.
    #[test]
    fn as_a_root() {
        for (words, expected) in [(vec![1], [1.0, 2.0, 3.0]), (vec![], [0.0; 3])] {
            let a = Tensor::new(Words::new(words, Dense::new(3, Number::new(vec![1.0, 2.0, 3.0])))).unwrap();
            let mut y = Tensor::<Dense<Number>>::default();
            indices!(i);
            program()
                .declare(&mut y)
                .body(|(y,)| forall(i, y.at((i,)).set(a.at((i,)))))
                .run()
                .unwrap();
            assert_eq!(y.values(), expected);
            assert_eq!(a.to_dense().unwrap(), expected);
        }
    }

    /// Whether a `Pattern` is stored is the bit alone.
    #[test]
    fn patterns() {
        let entries = [1_usize, 64, 70].map(|i| ([i], true));
        let mut a = Tensor::<Bitmap<Pattern>>::from_triplets([71], entries, algebra::Or).unwrap();
        indices!(i);
        program()
            .update(&mut a)
            .body(|(y,)| forall_in(i, 60..66, y.at((i,)).set(constant(false))))
            .run()
            .unwrap();
        has_words(a.level(), &[2, 1 << 6]);
        assert_eq!(a.to_triplets().len(), 2);
        assert!(a.to_string().contains("[0]: false\n├─ [1]: true"), "{a}");
    }

    #[test]
    fn parts() {
        let of = |extent, words: &[u64], len| {
            Tensor::new(Dense::new(
                extent,
                Words::new(words.to_vec(), Number::new(vec![3.0; len])),
            ))
        };
        // Bits that have no word are not set; those that have no position are of no account, also later.
        let short = of(100, &[1], 100).unwrap();
        assert_eq!((short.get([0]), short.get([99])), (Some(3.0), Some(0.0)));
        let mut long = of(3, &[u64::MAX, 5], 3).unwrap();
        indices!(i);
        program()
            .update(&mut long)
            .body(|(y,)| forall_in(i, 0..1, y.at((i,)).set(constant(1.0))))
            .run()
            .unwrap();
        has_words(long.level(), &[7]);
        let error = of(100, &[1], 99).unwrap_err();
        assert!(error.to_string().contains("Element"), "{error}");
        let huge = Dense::new(usize::MAX, Dense::new(2, Words::new(vec![], Pattern)));
        assert_eq!(Tensor::new(huge).unwrap_err().kind(), ErrorKind::TooLarge);
        // More bits than there is memory for: they can be read, and not be written.
        let mut huge = Tensor::new(Dense::new(usize::MAX / 2, Words::new(vec![], Pattern))).unwrap();
        let outcome = program()
            .update(&mut huge)
            .body(|(y,)| forall_in(i, 0..1, y.at((i,)).set(constant(true))))
            .run();
        assert_eq!(outcome.map(|_| ()).unwrap_err().kind(), ErrorKind::TooLarge);
        assert!(huge.validate().is_ok() && huge.get([5]) == Some(false));
    }

    /// In any order, again and again, and what was cut off is gone.
    #[test]
    fn lifecycle() {
        let mut y = vector();
        indices!(i);
        program()
            .update(&mut y)
            .body(|(y,)| {
                let late = forall_in(i, 70..72, y.at((i,)).set(constant(1.0)));
                block(late, forall_in(i, 0..2, y.at((i,)).add(constant(1.0))))
            })
            .run()
            .unwrap();
        has_words(y.level(), &[1 << 63 | 3, 1 | 1 << 6 | 1 << 7, 2]);
        assert_eq!((y.get([0]), y.get([1])), (Some(2.0), Some(1.0)));
        let mut level = y.into_level();
        written_again(&mut level, |level| {
            level.for_each(0, &mut vec![], &mut |index, _| panic!("{index:?} is stored"));
        });
        for shape in [[0, 0], [0, 70], [70, 0]] {
            Tensor::<Map64Map64>::empty(shape).unwrap().validate().unwrap();
        }
    }
}
