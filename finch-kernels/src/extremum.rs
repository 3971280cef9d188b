//! Where the least and the greatest values are.
//!
//! | function | finds |
//! |---|---|
//! | [`argmin`], [`argmax`] | the place of the least, the greatest value of a vector |
//! | [`argmin_matrix`], [`argmax_matrix`] | its row and column in a matrix |
//! | [`argmin_cube`], [`argmax_cube`], [`argmin_hypercube`], [`argmax_hypercube`] | its indices in a tensor of three, of four dimensions |
//! | [`argmin_rows`], [`argmax_rows`] | for each row, the column of its least, its greatest value |
//! | [`argmin_columns`], [`argmax_columns`] | for each column, the row of its least, its greatest value |
//! | [`argmin_along`], [`argmax_along`] | the same along any dimension of a tensor of two to four, as sparse as it is |
//!
//! Of equal values the first one counts. What is not stored counts with the fill, so that the least value of a sparse
//! vector of positive numbers is at its first gap. A NaN is neither least nor greatest.
//!
//! Along a dimension that is chosen by number, a kernel goes through its operand once. Any other one goes through it twice: once for the
//! value, once for its place. A run of equal values, or of
//! fill, is compared once, however long it is.

use crate::along::{self, Axis, Greatest, Least, ReducedAlong};
use crate::imports::*;
use crate::tensor::{CubeOf, HypercubeOf};
use finch_formats::ShortScalar;

/// Where something was found first: places ascend, so that none is greater than this.
type Place = ShortScalar<usize, Inf>;

/// The place that a search has found, if it has found one.
fn found(place: &Place) -> Option<usize> {
    Some(place.get()).filter(|&place| place != usize::MAX)
}

/// The programs, each checked once for both orders: where the first value is that `O` looks for.
mod programs {
    use super::{Place, found};
    use crate::along::Order;
    use crate::imports::*;
    use crate::tensor::{CubeOf, HypercubeOf};
    use finch_formats::VectorWithFill;
    use finch_formats::traits::mask::Frame;

    /// Among all values of a tensor.
    macro_rules! whole {
        ($($name:ident of $of:ident, $rank:literal: $($index:ident in $place:ident),*;)*) => { $(
            pub(super) fn $name<O: Order<T>, T: Ordered>(a: &Tensor<impl $of<T>>) -> Result<Option<[usize; $rank]>> {
                let mut value = Scalar::<T, O::Start>::default();
                $(let mut $place = Place::default();)*
                finch! {
                    value .= _;
                    $($place .= inf;)*
                    for $($index),* { value[] <<(O::Keep::default())>>= a[$($index),*]; }
                    for $($index),* { if a[$($index),*] == value[] { $($place[] <<choose(inf)>>= $index;)* } }
                }
                .run()?;
                let found = [$(found(&$place)),*];
                Ok(found.iter().all(Option::is_some).then(|| found.map(Option::unwrap_or_default)))
            }
        )* };
    }

    whole! {
        vector of VectorOf, 1: i in place;
        matrix of MatrixOf, 2: j in row, i in column;
        cube of CubeOf, 3: k in first, j in second, i in third;
        hypercube of HypercubeOf, 4: l in first, k in second, j in third, i in fourth;
    }

    pub(super) fn rows<O: Order<T>, T: Ordered, F: Fill<usize>>(
        places: &mut Tensor<impl VectorOutput<usize, F>>,
        a: &Tensor<impl MatrixOf<T>>,
    ) -> Result<()> {
        let (mut value, mut place) = (Scalar::<T, O::Start>::default(), Place::default());
        finch! {
            places .= _;
            for j {
                value .= _;
                for i { value[] <<(O::Keep::default())>>= a[j, i]; }
                place .= inf;
                for i { if a[j, i] == value[] { place[] <<choose(inf)>>= i; } }
                places[j] = place[];
            }
        }
        .run()
    }

    pub(super) fn columns<O: Order<T>, T: Ordered, L: Level<T = T, Rank = U2>, F: Fill<usize>>(
        places: &mut Tensor<impl VectorOutput<usize, F>>,
        a: &Tensor<L>,
    ) -> Result<()> {
        let (rows, columns) = (a.extent(0), a.extent(1));
        let (fill, frame) = (literal::<T, L::Fill>(), Frame::new([columns]));
        // Of each column: the value, its first row, and the first row that is fill as far as rows have been gone through.
        let mut value = VectorWithFill::<T, O::Start>::default();
        let (mut first, mut gap) = (VectorWithFill::<usize, Inf>::default(), Vector::<usize>::default());
        finch! {
            value .= _;
            first .= inf;
            gap .= 0;
            places .= _;
            for j, i in 0..columns {
                let entry = a[j, i];
                if entry != fill {
                    value[i] <<(O::Keep::default())>>= entry;
                    if gap[i] == j { gap[i] += 1; }
                }
            }
            for i in 0..columns { if gap[i] < rows { value[i] <<(O::Keep::default())>>= fill; } }
            for j, i in 0..columns {
                let entry = a[j, i];
                if entry != fill { if entry == value[i] { first[i] <<min>>= j; } }
            }
            for i in 0..columns { if gap[i] < rows { if fill == value[i] { first[i] <<min>>= gap[i]; } } }
            for i { if frame[i] { places[i] = first[i]; } }
        }
        .run()
    }
}

macro_rules! extremes {
    ($($least:literal, $order:ident, $values:tt, $answer:literal $in_matrix:literal:
        $vector:ident $matrix:ident $cube:ident $hypercube:ident
        $along:ident $along_into:ident $along_answer:literal
        $rows:ident $rows_into:ident $rows_answer:literal
        $columns:ident $columns_into:ident $columns_answer:literal;)*) => { $(
        #[doc = concat!("Where the ", $least, " value of `x` is: the first of equal ones. `None` if `x` is empty or all NaN.")]
        ///
        /// Takes time linear in what `x` stores: runs, not elements.
        ///
        /// # Errors
        ///
        /// None for a valid tensor.
        ///
        /// ```
        /// use finch_kernels::prelude::*;
        ///
        #[doc = concat!("let x = RunVector::from_dense([6], &", $values, ")?;")]
        #[doc = concat!("assert_eq!(extremum::", stringify!($vector), "(&x)?, Some(", $answer, "));")]
        #[doc = concat!("assert_eq!(extremum::", stringify!($vector), "(&RunVector::<i32>::default())?, None);")]
        /// # Ok::<(), Error>(())
        /// ```
        pub fn $vector<T: Ordered>(x: &Tensor<impl VectorOf<T>>) -> Result<Option<usize>> {
            Ok(programs::vector::<$order, T>(x)?.map(|[place]| place))
        }

        #[doc = concat!("The row and the column where the ", $least, " value of `a` is: the first of equal ones, row by row. `None` if `a`")]
        /// is empty or all NaN.
        ///
        /// Takes time linear in the number of rows and in what `a` stores.
        ///
        /// # Errors
        ///
        /// None for a valid tensor.
        ///
        /// ```
        /// use finch_kernels::prelude::*;
        ///
        #[doc = concat!("let a = Matrix::from_dense([2, 3], &", $values, ")?;")]
        #[doc = concat!("assert_eq!(extremum::", stringify!($matrix), "(&a)?, Some(", $in_matrix, "));")]
        /// # Ok::<(), Error>(())
        /// ```
        pub fn $matrix<T: Ordered>(a: &Tensor<impl MatrixOf<T>>) -> Result<Option<[usize; 2]>> {
            programs::matrix::<$order, T>(a)
        }

        #[doc = concat!("The indices, outermost first, at which the ", $least, " value of `a`, which has three dimensions, is: the first of equal")]
        /// ones in this order. `None` if `a` is empty or all NaN.
        ///
        /// Takes time linear in what `a` stores, and in the fibers of dense levels.
        ///
        /// # Errors
        ///
        /// None for a valid tensor.
        pub fn $cube<T: Ordered>(a: &Tensor<impl CubeOf<T>>) -> Result<Option<[usize; 3]>> {
            programs::cube::<$order, T>(a)
        }

        #[doc = concat!("The indices, outermost first, at which the ", $least, " value of `a`, which has four dimensions, is: the first of equal")]
        /// ones in this order. `None` if `a` is empty or all NaN.
        ///
        /// Takes time linear in what `a` stores, and in the fibers of dense levels.
        ///
        /// # Errors
        ///
        /// None for a valid tensor.
        pub fn $hypercube<T: Ordered>(a: &Tensor<impl HypercubeOf<T>>) -> Result<Option<[usize; 4]>> {
            programs::hypercube::<$order, T>(a)
        }

        #[doc = concat!("For each fiber of `a` along dimension number `AXIS`, the first place of its ", $least, " value. `usize::MAX` for a fiber of NaN.")]
        ///
        /// The result has the other dimensions, in any format and with any fill, which the caller says. Where its fill is zero it stores the
        /// places of the fibers that store something: the place of any other one is 0, the first one that is fill.
        ///
        /// Takes time linear in what `a` stores, where a run counts as its elements, and in the fibers of dense levels; memory for what is
        /// [gathered](ReducedAlong). Along other dimensions than the last two that is in dictionaries, whose indices are sorted.
        #[doc = concat!("[`", stringify!($along_into), "`] writes to an output whose memory is reused.")]
        ///
        /// # Errors
        ///
        /// * [`Invalid`](crate::ErrorKind::Invalid): the dimension has no places.
        /// * [`Order`](crate::ErrorKind::Order), [`Invalid`](crate::ErrorKind::Invalid), [`TooLarge`](crate::ErrorKind::TooLarge): the
        ///   format of the result cannot hold it, or there is not enough memory.
        ///
        /// ```
        /// use finch_kernels::prelude::*;
        ///
        /// let a = Csf::from_triplets([2, 3, 2], [([0, 1, 0], -4.0), ([0, 2, 0], 5.0), ([1, 0, 1], 5.0)], Add)?;
        #[doc = concat!("let y: Dcsr<usize> = extremum::", stringify!($along), "(Axis::<1>, &a)?;")]
        #[doc = concat!("assert_eq!(y.to_dense()?, ", $along_answer, ");")]
        /// # Ok::<(), Error>(())
        /// ```
        pub fn $along<T, X, F, Y, const AXIS: usize>(axis: Axis<AXIS>, a: &Tensor<X>) -> Result<Tensor<Y>>
        where
            T: Ordered,
            X: Level<T = T, Rank: ReducedAlong<AXIS>>,
            F: Fill<usize>,
            Y: WriteLevel<T = usize, Rank = <X::Rank as ReducedAlong<AXIS>>::Left, Fill = F> + Default,
        {
            let mut places = Tensor::default();
            $along_into(axis, &mut places, a)?;
            Ok(places)
        }

        #[doc = concat!("[`", stringify!($along), "`] into `places`, in any format: what it holds is replaced, and its memory is reused.")]
        ///
        /// # Errors
        ///
        /// * [`Invalid`](crate::ErrorKind::Invalid): the dimension has no places.
        /// * [`Order`](crate::ErrorKind::Order), [`Invalid`](crate::ErrorKind::Invalid), [`TooLarge`](crate::ErrorKind::TooLarge): the
        ///   format of `places` cannot hold the result, or there is not enough memory.
        pub fn $along_into<T, X, F, Y, const AXIS: usize>(
            _axis: Axis<AXIS>,
            places: &mut Tensor<Y>,
            a: &Tensor<X>,
        ) -> Result<()>
        where
            T: Ordered,
            X: Level<T = T, Rank: ReducedAlong<AXIS>>,
            F: Fill<usize>,
            Y: WriteLevel<T = usize, Rank = <X::Rank as ReducedAlong<AXIS>>::Left, Fill = F>,
        {
            ensure!(a.extent(AXIS) != 0, else Invalid,
                "dimension {AXIS} of {:?} has no places, of which one could be that of the {} value", a.shape(), $least);
            along::places::<T, $order, X, F, Y, X::Rank, AXIS>(places, a)
        }

        #[doc = concat!("For each row of `a`, the column of its ", $least, " value: the first of equal ones. `usize::MAX` for a row without")]
        /// columns, or of NaN.
        ///
        /// Takes time linear in the number of rows and in what `a` stores: runs, not elements.
        #[doc = concat!("[`", stringify!($rows_into), "`] writes to an output in another format, or to one whose memory is reused.")]
        ///
        /// # Errors
        ///
        /// [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory.
        ///
        /// ```
        /// use finch_kernels::prelude::*;
        ///
        #[doc = concat!("let a = Matrix::from_dense([2, 3], &", $values, ")?;")]
        #[doc = concat!("assert_eq!(extremum::", stringify!($rows), "(&a)?.values(), ", $rows_answer, ");")]
        /// # Ok::<(), Error>(())
        /// ```
        pub fn $rows<T: Ordered>(a: &Tensor<impl MatrixOf<T>>) -> Result<Vector<usize>> {
            let mut places = Vector::default();
            $rows_into(&mut places, a)?;
            Ok(places)
        }

        #[doc = concat!("[`", stringify!($rows), "`] into `places`, in any format: what it holds is replaced, and its memory is reused.")]
        ///
        /// # Errors
        ///
        /// [`Order`](crate::ErrorKind::Order), [`Invalid`](crate::ErrorKind::Invalid), [`TooLarge`](crate::ErrorKind::TooLarge): the format
        /// of `places` cannot hold the result, or there is not enough memory.
        pub fn $rows_into<T: Ordered, F: Fill<usize>>(
            places: &mut Tensor<impl VectorOutput<usize, F>>,
            a: &Tensor<impl MatrixOf<T>>,
        ) -> Result<()> {
            programs::rows::<$order, T, F>(places, a)
        }

        #[doc = concat!("For each column of `a`, the row of its ", $least, " value: the first of equal ones. `usize::MAX` for a column")]
        /// without rows, or of NaN.
        ///
        /// Takes time linear in the numbers of rows and columns and in what `a` stores, where a run counts as its
        /// elements: the fill of a column is compared once, with the first row that does not store another value.
        #[doc = concat!("[`", stringify!($columns_into), "`] writes to an output in another format, or to one whose memory is reused.")]
        ///
        /// # Errors
        ///
        /// [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory.
        ///
        /// ```
        /// use finch_kernels::prelude::*;
        ///
        #[doc = concat!("let a = Matrix::from_dense([2, 3], &", $values, ")?;")]
        #[doc = concat!("assert_eq!(extremum::", stringify!($columns), "(&a)?.values(), ", $columns_answer, ");")]
        /// # Ok::<(), Error>(())
        /// ```
        pub fn $columns<T: Ordered, L: MatrixOf<T>>(a: &Tensor<L>) -> Result<Vector<usize>> {
            let mut places = Vector::default();
            $columns_into(&mut places, a)?;
            Ok(places)
        }

        #[doc = concat!("[`", stringify!($columns), "`] into `places`, in any format: what it holds is replaced, and its memory is reused.")]
        ///
        /// # Errors
        ///
        /// [`Order`](crate::ErrorKind::Order), [`Invalid`](crate::ErrorKind::Invalid), [`TooLarge`](crate::ErrorKind::TooLarge): the format
        /// of `places` cannot hold the result, or there is not enough memory.
        pub fn $columns_into<T: Ordered, L: MatrixOf<T>, F: Fill<usize>>(
            places: &mut Tensor<impl VectorOutput<usize, F>>,
            a: &Tensor<L>,
        ) -> Result<()> {
            programs::columns::<$order, T, L, F>(places, a)
        }
    )* };
}

extremes! {
    "least", Least, "[7, 7, 2, 2, 2, 9]", "2" "[0, 2]":
        argmin argmin_matrix argmin_cube argmin_hypercube
        argmin_along argmin_along_into "[1, 0, 0, 1]"
        argmin_rows argmin_rows_into "[2, 0]"
        argmin_columns argmin_columns_into "[1, 1, 0]";
    "greatest", Greatest, "[7, 7, 2, 2, 2, 9]", "5" "[1, 2]":
        argmax argmax_matrix argmax_cube argmax_hypercube
        argmax_along argmax_along_into "[2, 0, 0, 0]"
        argmax_rows argmax_rows_into "[0, 2]"
        argmax_columns argmax_columns_into "[0, 0, 1]";
}
