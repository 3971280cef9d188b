//! Other values and fills, and arrays that are somebody else's.

use super::data;
use super::trips::{Entries, Values, all, entries, same, trips};
use finch_formats::{Bit, SparseBlockList, SparseDict, UnsortedList};
use finch_tests::nest::tensor;
use finch_tests::prelude::algebra::{Inf, NegInf, One, True, Zero};
use finch_tests::prelude::*;
use finch_traits::level::Level;
use std::sync::Arc;

mod booleans {
    use super::*;

    type Flag = Element<bool>;
    type Coordinates = SparseCoo<U2, Flag>;

    trips! { 2, Coordinates, Dense<SparseList<Flag>>:
        values = Dense<Dense<Flag>>;
        bits = Dense<Dense<Bit<Zero>>>;
        lists_of_bits = Dense<SparseList<Bit<Zero>>>;
        bits_by_list = SparseList<Dense<Bit<Zero>>>;
        runs_of_bits = Dense<RunList<Bit<Zero>>>;
        blocks_of_bits = Dense<SparseBlockList<Bit<Zero>>>;
        unsorted_bits = Dense<UnsortedList<Bit<Zero>>>;
        dictionary_of_bits = SparseDict<Dense<Bit<Zero>>>;
    }
}

/// Of patterns only those entries that are true are taken, since they store nothing else.
mod patterns {
    use super::super::trips::{Writable, storage};
    use super::*;
    use finch_tests::prelude::algebra::Overwrite;

    type Flag = Element<bool, <Pattern as Level>::Fill>;

    fn trip<L: Writable + Level<T = bool, Fill = <Pattern as Level>::Fill, Rank = U2>>() {
        let all = [data::nothing(2), data::fixed(2), data::files()].concat();
        for data in all {
            let places = data.entries().iter().map(|(index, _)| ([index[0], index[1]], true));
            let shape = [data.shape()[0], data.shape()[1]];
            let source = Tensor::<SparseCoo<U2, Flag>>::from_triplets(shape, places, Overwrite).unwrap();
            let first = Tensor::<L>::from_tensor(&source).unwrap();
            same(&first, &source, "from coordinates");
            let rows: Tensor<Dense<SparseList<Flag>>> = first.convert().unwrap();
            same(&rows, &source, "to rows");
            let second = rows.drop_fills::<L>().unwrap();
            same(&second, &source, "from rows");
            assert_eq!(storage(first.level()), storage(second.level()));
            let dense: Tensor<Dense<Dense<Flag>>> = second.convert().unwrap();
            same(&dense.drop_fills::<L>().unwrap(), &source, "from all values");
        }
    }

    macro_rules! of_patterns {
        ($($name:ident = $nest:ty;)*) => { $(
            #[test]
            fn $name() {
                trip::<$nest>()
            }
        )* };
    }

    of_patterns! {
        csr = Dense<SparseList<Pattern>>;
        dcsr = SparseList<SparseList<Pattern>>;
        unsorted_rows = Dense<UnsortedList<Pattern>>;
        unsorted = UnsortedList<UnsortedList<Pattern>>;
        coordinates = SparseCoo<U2, Pattern>;
        runs = Dense<SparseRunList<Pattern>>;
        runs_of_lists = RunList<SparseList<Pattern>>;
    }
}

mod integers {
    use super::*;

    type Int = Element<i64>;
    type Coordinates = SparseCoo<U2, Int>;

    trips! { 2, Coordinates, Dense<SparseList<Int>>:
        lists = SparseList<SparseList<Int>>;
        runs = Dense<RunList<Int>>;
        mixed = Dense<Hybrid<Int>>;
        maps = SparseByteMap<SparseByteMap<Int>>;
    }
}

mod singles {
    use super::*;

    type Single = Element<f32>;
    type Coordinates = SparseCoo<U2, Single>;

    trips! { 2, Coordinates, Dense<SparseList<Single>>:
        lists = SparseList<Dense<Single>>;
        runs = Dense<SparseRunList<Single>>;
    }
}

mod fills {
    use super::*;

    type Infinite = Element<f64, Inf>;
    type InfiniteCoo = SparseCoo<U2, Infinite>;

    trips! { 2, InfiniteCoo, Dense<SparseList<Infinite>>:
        distances = SparseList<SparseList<Infinite>>;
        runs_of_distances = Dense<RunList<Infinite>>;
        unsorted_distances = Dense<UnsortedList<Infinite>>;
        mixed_distances = Dense<Hybrid<Infinite>>;
    }

    type Unit = Element<u8, One>;
    type UnitCoo = SparseCoo<U2, Unit>;

    trips! { 2, UnitCoo, Dense<SparseList<Unit>>:
        factors = SparseList<Dense<Unit>>;
        blocks_of_factors = SparseList<SparseBlockList<Unit>>;
    }

    type Holds = Element<bool, True>;
    type HoldsCoo = SparseCoo<U2, Holds>;

    trips! { 2, HoldsCoo, Dense<SparseList<Holds>>:
        conditions = Dense<Dense<Bit<True>>>;
    }

    /// Into nests of another fill everything is copied.
    #[test]
    fn of_another_fill() {
        for data in data::fixed(2) {
            let source = tensor::<Csr>(&data);
            let infinite: Tensor<SparseList<SparseList<Element<f64, NegInf>>>> = source.convert().unwrap();
            assert_eq!(infinite.to_dense().unwrap(), source.to_dense().unwrap());
            assert_eq!(infinite.count_stored(), source.shape()[0] * source.shape()[1]);
            let back = infinite.drop_fills::<Csr>().unwrap();
            same(&back, &source, "from another fill");
            assert_eq!(back.to_triplets(), entries(&source));
        }
    }
}

/// Tensors over slices and shared arrays are read like those that own them.
#[test]
fn borrowed_arrays() {
    type Borrowed<'a> = Dense<SparseList<Element<f64, Zero, &'a [f64]>, &'a [usize], &'a [u32]>>;
    for data in [data::nothing(2), data::fixed(2), data::files()].concat() {
        let owned = tensor::<Csr>(&data);
        let view: Tensor<Borrowed<'_>> = owned.view();
        same(&view, &owned, "a view");
        let list = owned.level().child();
        let shared = SparseList::new(
            list.extent(),
            Arc::<[usize]>::from(&list.ptr()[..]),
            list.idx().clone().into_boxed_slice(),
            Element::<f64, Zero, Arc<[f64]>>::new(Arc::from(&list.child().val()[..])),
        );
        let shared = Tensor::new(Dense::new(owned.level().extent(), shared)).unwrap();
        same(&shared, &owned, "shared arrays");
        assert_eq!(view.convert::<Csr>().unwrap().to_triplets(), owned.to_triplets());
        assert_eq!(shared.convert::<Dcsr>().unwrap().to_triplets(), owned.to_triplets());
        let runs = tensor::<FlatRuns>(&data);
        let row = runs.level().child();
        let (ptr, right, val) = (&row.ptr()[..], &row.right()[..], &row.child().val()[..]);
        let row =
            RunList::<_, _, _, algebra::logic::Yes>::new(row.extent(), ptr, right, Element::<f64, Zero, _>::new(val));
        let view = Tensor::new(Dense::new(runs.level().extent(), row)).unwrap();
        same(&view, &runs, "runs that are borrowed");
        // Copies merge runs that are equal.
        assert!(view.convert::<FlatRuns>().unwrap().count_stored() <= runs.count_stored());
    }
}
