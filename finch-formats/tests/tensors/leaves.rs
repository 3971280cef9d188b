//! Leaves and scalars: what they hold, and what programs do with them; and when levels are equal.

mod scalars {
    use finch_formats::prelude::*;

    #[test]
    fn declared_scalars_start_at_their_fill_and_updated_ones_where_they_are() {
        indices!(i);
        let x = Vector::<f64>::from(vec![3.0, 1.0, 2.0]);
        let (mut sum, mut least) = (Scalar::new(100.0), Scalar::<f64, Inf>::from(0.0));
        program()
            .declare(&mut sum)
            .declare(&mut least)
            .body(|(sum, least)| {
                forall(
                    i,
                    block(sum.at(()).add(x.at((i,))), least.at(()).reduce(Min, x.at((i,)))),
                )
            })
            .run()
            .unwrap();
        assert_eq!((sum.get(), least.get()), (6.0, 1.0));
        program()
            .update(&mut sum)
            .body(|(sum,)| forall(i, sum.at(()).add(x.at((i,)) * sum_of_one())))
            .run()
            .unwrap();
        assert_eq!(sum.get(), 12.0);
        sum.set(1.5);
        assert_eq!(sum, Scalar::new(1.5));
        assert_eq!(format!("{sum} {sum:?}"), "1.5 Scalar(1.5)");
    }

    fn sum_of_one() -> f64 {
        1.0
    }

    #[test]
    fn a_scalar_is_read_and_is_a_workspace() {
        indices!(j, i);
        let a = Csr::<f64>::from_dense([2, 3], &[1.0, 0.0, 2.0, 0.0, 5.0, 0.0]).unwrap();
        let (scale, mut row, mut y) = (Scalar::new(10.0), Scalar::new(0.0), Vector::<f64>::default());
        program()
            .declare(&mut y)
            .workspace(&mut row)
            .body(|(y, row)| {
                let sum = forall(i, row.at(()).add(a.at((j, i))));
                forall(j, row.within(sum, y.at((j,)).set(row.read(()) * scale.at(()))))
            })
            .run()
            .unwrap();
        assert_eq!(y.values(), [30.0, 50.0]);
    }

    /// How many values a reduction of 100 vectors, true from number 10 on, reads.
    macro_rules! visited {
        ($scalar:expr, $nest:ty) => {{
            indices!(i);
            let entries = (10..100).map(|index| ([index], true));
            let x = Tensor::<$nest>::from_triplets([100], entries, Or).unwrap();
            x.level().child().reset();
            let mut any = $scalar;
            program()
                .declare(&mut any)
                .body(|(any,)| forall(i, any.at(()).reduce(Or, x.at((i,)))))
                .run()
                .unwrap();
            assert!(any.get());
            x.level().child().count()
        }};
    }

    #[test]
    fn short_scalars_end_loops_early() {
        type Sparse = SparseList<Counted<Element<bool>>>;
        type Full = Dense<Counted<Element<bool>>>;
        assert_eq!(visited!(Scalar::new(false), Sparse), 90);
        assert_eq!(visited!(ShortScalar::new(false), Sparse), 1);
        assert_eq!(visited!(Scalar::new(false), Full), 100);
        assert_eq!(visited!(ShortScalar::new(false), Full), 11);
    }

    #[test]
    fn the_first_match_is_chosen() {
        indices!(i);
        let x = SparseVector::<i64>::from_triplets([1000], [([7], 0), ([20], 5), ([30], 6)], Add).unwrap();
        let mut first = ShortScalar::new(0);
        program()
            .declare(&mut first)
            .body(|(first,)| forall(i, first.at(()).reduce(Choose::<Zero>::new(), x.at((i,)))))
            .run()
            .unwrap();
        assert_eq!(first.get(), 5);
        assert_eq!(ShortScalar::<f64, Inf>::default().get(), f64::INFINITY);
    }
}

mod patterns {
    use finch_formats::prelude::*;

    fn edges(edges: &[[usize; 2]]) -> CsrPattern {
        let entries = edges.iter().map(|&edge| (edge, true));
        CsrPattern::from_triplets([4, 4], entries, Or).unwrap()
    }

    #[test]
    fn stored_positions_are_true() {
        let a = edges(&[[2, 1], [0, 3], [2, 1], [2, 2]]);
        a.validate().unwrap();
        assert_eq!(a.count_stored(), 3);
        assert_eq!(a.get([2, 1]), Some(true));
        assert_eq!(a.get([1, 1]), Some(false));
        let dense: Matrix<bool> = a.convert().unwrap();
        assert_eq!(dense, a);
        let back: CsrPattern = dense.convert().unwrap();
        assert_eq!(back.count_stored(), 3);
        assert_eq!(back, a);
        let lists: Tensor<SparseList<SparseList<Pattern>>> = a.convert().unwrap();
        assert_eq!(lists.level().idx(), &[0, 2]);
        assert_eq!(lists, a);
        assert!(a.to_string().contains("[3]: true"));
    }

    #[test]
    fn false_is_not_stored() {
        let x = Tensor::<SparseList<Pattern>>::from_triplets([3], [([0], false), ([1], true)], Or).unwrap();
        assert_eq!(x.level().idx(), &[1]);
        let y = Tensor::<SparseList<Pattern>>::from_triplets([3], [([1], true), ([1], false)], And).unwrap();
        assert_eq!(y.count_stored(), 0);
    }

    #[test]
    fn patterns_merge() {
        indices!(j, i);
        let (a, b) = (edges(&[[0, 1], [0, 3], [2, 0]]), edges(&[[0, 3], [1, 2], [2, 0]]));
        let (mut either, mut both, mut one) = (CsrPattern::default(), CsrPattern::default(), CsrPattern::default());
        program()
            .declare(&mut either)
            .body(|(y,)| forall(j, forall(i, y.at((j, i)).reduce(Or, a.at((j, i)) | b.at((j, i))))))
            .run()
            .unwrap();
        program()
            .declare(&mut both)
            .body(|(y,)| forall(j, forall(i, y.at((j, i)).set(a.at((j, i)) & b.at((j, i))))))
            .run()
            .unwrap();
        program()
            .declare(&mut one)
            .body(|(y,)| forall(j, forall(i, y.at((j, i)).set(a.at((j, i)) ^ b.at((j, i))))))
            .run()
            .unwrap();
        assert_eq!(either, edges(&[[0, 1], [0, 3], [1, 2], [2, 0]]));
        assert_eq!(both, edges(&[[0, 3], [2, 0]]));
        assert_eq!(one, edges(&[[0, 1], [1, 2]]));
        assert_eq!(one.count_stored(), 2);
    }

    #[test]
    fn a_reduction_into_one_position_stores_it_once() {
        indices!(j, i);
        let a = edges(&[[0, 1], [0, 3], [2, 0]]);
        macro_rules! rows_by {
            ($reducer:expr) => {{
                let mut rows = Tensor::<SparseList<Pattern>>::default();
                program()
                    .declare(&mut rows)
                    .body(|(rows,)| forall(j, forall(i, rows.at((j,)).reduce($reducer, a.at((j, i))))))
                    .run()
                    .unwrap();
                rows
            }};
        }
        assert_eq!(rows_by!(Or).level().idx(), &[0, 2]);
        // Of values that overwrite each other the last one stays, be it false.
        assert_eq!(rows_by!(Overwrite).level().idx(), &[0]);
    }

    #[test]
    fn below_a_dense_parent_everything_is_stored() {
        let all = Tensor::new(Dense::new(3, Pattern)).unwrap();
        assert_eq!(all.to_dense().unwrap(), [true; 3]);
    }
}

mod counted {
    use finch_formats::prelude::*;

    type Counts = Tensor<Dense<Counted<SparseList<Counted<Element<f64>>>>>>;

    fn counted(entries: &[[usize; 2]]) -> Counts {
        let a = Counts::from_triplets([4, 100], entries.iter().map(|&index| (index, 1.0)), Add).unwrap();
        a.level().child().reset();
        a.level().child().level().child().reset();
        a
    }

    fn counts(a: &Counts) -> (u64, u64) {
        let rows = a.level().child();
        (rows.count(), rows.level().child().count())
    }

    /// The sum over two lists, and what was read of each.
    macro_rules! sum_of {
        (|$a:ident, $b:ident| $value:expr) => {{
            indices!(j, i);
            let a = counted(&[[0, 1], [0, 5], [0, 50], [3, 7]]);
            let b = counted(&[[0, 5], [0, 90], [2, 7]]);
            let mut s = Scalar::new(0.0);
            program()
                .declare(&mut s)
                .body(|(s,)| {
                    let ($a, $b) = (a.at((j, i)), b.at((j, i)));
                    forall(j, forall(i, s.at(()).add($value)))
                })
                .run()
                .unwrap();
            (s.get(), counts(&a), counts(&b))
        }};
    }

    #[test]
    fn a_product_of_lists_reads_what_both_store() {
        assert_eq!(sum_of!(|a, b| a * b), (1.0, (4, 1), (4, 1)));
    }

    #[test]
    fn a_sum_of_lists_reads_each_entry_once() {
        assert_eq!(sum_of!(|a, b| a + b), (7.0, (4, 4), (4, 3)));
    }

    #[test]
    fn looking_without_a_program_is_not_counted() {
        let a = counted(&[[0, 1], [3, 7]]);
        assert_eq!(a.get([0, 1]), Some(1.0));
        assert_eq!(a.to_triplets().len(), 2);
        assert_eq!(a.to_dense().unwrap().len(), 400);
        assert_eq!(counts(&a), (0, 0));
        assert_eq!(counts(&a.clone()), (0, 0));
    }
}

mod equality {
    use finch_formats::prelude::*;
    use typenum::{U2, U3};

    /// Levels made of equal entries are equal; those of others are not, be it that an index or a value differs.
    macro_rules! compared {
        ($($alias:ty),* $(,)?) => { $(
            let made = |column: usize, value: i64| {
                let entries = [([0, 1], 4), ([1, column], value)];
                <$alias>::from_triplets([2, 4], entries, Add).unwrap()
            };
            let a = made(2, 3);
            assert!(a.level() == made(2, 3).level() && a.level() == a.clone().level(), "{a}");
            assert!(a.level() != made(3, 3).level(), "{a}");
            assert!(a.level() != made(2, 5).level(), "{a}");
        )* };
    }

    #[test]
    fn levels_are_equal_if_their_arrays_are() {
        compared! {
            Matrix<i64>, Csr<i64>, Lil<i64>, Dcsr<i64>, SeparateCsr<i64>, HybridCsr<i64>, BlockCsr<i64>, Bcsr<i64, U2, U3>,
            BandMatrix<i64>, RaggedMatrix<i64>, PointMatrix<i64>, IntervalMatrix<i64>, RunMatrix<i64>,
            PackBitsMatrix<i64>, SparseRunMatrix<i64>, Tensor<Dense<Counted<SparseList<Element<i64>>>>>,
        }
    }

    #[test]
    fn halves_and_bits_are_equal_if_their_arrays_are() {
        let made = |value| UpperMatrix::<i64>::from_triplets([2, 2], [([0, 1], value)], Add).unwrap();
        assert!(made(3).level() == made(3).level() && made(3).level() != made(4).level());
        let made = |value| SymmetricMatrix::<i64>::from_triplets([2, 2], [([0, 1], value)], Add).unwrap();
        assert!(made(3).level() == made(3).level() && made(3).level() != made(4).level());
        let made = |value| BitVector::from_triplets([70], [([65], value)], Or).unwrap();
        assert!(made(true).level() == made(true).level() && made(true).level() != made(false).level());
    }

    #[test]
    fn vectors_grow_by_what_an_iterator_yields() {
        let mut x = Vector::<usize>::from(vec![1, 2]);
        x.extend((3..5).map(|i| i * i));
        assert_eq!(x.values(), [1, 2, 9, 16]);
        x.validate().unwrap();
        let mut empty = Vector::<usize>::default();
        empty.extend([]);
        assert!(empty.values().is_empty());
    }
}
