//! Traits that anybody may implement, implemented oddly: wrong values at most, or an error. A place of one's own is in `found`.

use finch_formats::array::NewTensor;
use finch_formats::bit::words::WordFill;
use finch_formats::tensor::Triplet;
use finch_kernels::prelude::*;
use finch_tests::prelude::algebra::fill::{Fill, One};
use finch_tests::prelude::algebra::known::Unknown;
use finch_traits::rank::Shape;
use finch_traits::stmt::loop_::{Given, IntoLoopRange};
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use typenum::U2;

/// An entry whose place has nothing to do with the tensor.
struct Somewhere(usize);

impl Triplet<U2, f64> for Somewhere {
    fn parts(self) -> (Shape<U2>, f64) {
        (Shape::<U2>::from([self.0, usize::MAX - self.0]), 1.0)
    }
}

#[test]
fn entries_beyond_all_extents() {
    for place in [0, 1, 2, usize::MAX / 2, usize::MAX] {
        let outcome = Csr::<f64>::from_triplets([2, 3], [Somewhere(place)], Add);
        assert_eq!(outcome.unwrap_err().kind(), ErrorKind::OutOfBounds, "{place}");
    }
}

/// An iterator that promises so many entries, whatever comes.
struct Promising<I>(I, usize);

impl<I: Iterator> Iterator for Promising<I> {
    type Item = I::Item;
    fn next(&mut self) -> Option<I::Item> {
        self.0.next()
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.1, Some(0))
    }
}

#[test]
fn entries_that_are_promised_and_do_not_come() {
    for promised in [0, 1, 1 << 40, usize::MAX / 24, usize::MAX] {
        let entries = Promising([([1, 2], 2.0), ([0, 1], 1.0)].into_iter(), promised);
        let a = Csr::<f64>::from_triplets([2, 3], entries, Add).unwrap();
        assert_eq!(a.to_dense().unwrap(), [0.0, 1.0, 0.0, 0.0, 0.0, 2.0], "{promised}");
    }
}

/// A range that is another one each time it is asked, but never a small one.
#[derive(Clone)]
struct Wavering<'c>(&'c AtomicUsize);

impl IntoLoopRange for Wavering<'_> {
    type LoopRange = Given;
    fn into_loop_range(self) -> Given {
        let asked = self.0.fetch_add(1, Relaxed);
        Range::into_loop_range(
            [
                0..usize::MAX,
                usize::MAX - 3..usize::MAX,
                Range { start: 5, end: 2 },
                0..1 << 40,
            ][asked % 4]
                .clone(),
        )
    }
}

#[test]
fn ranges_that_no_tensor_has() {
    let (x, asked) = (Vector::<f64>::from(vec![1.0; 3]), AtomicUsize::new(0));
    indices!(i);
    for _ in 0..4 {
        let (mut s, mut y) = (Scalar::<f64>::default(), Vector::<f64>::from(vec![2.0; 3]));
        let read = program()
            .declare(&mut s)
            .body(|(s,)| forall_in(i, Wavering(&asked), s.at(()).add(x.at((i,)))));
        assert!(read.run().is_err());
        asked.fetch_sub(1, Relaxed);
        let written = program()
            .update(&mut y)
            .body(|(y,)| forall_in(i, Wavering(&asked), y.at((i,)).add(constant(1.0))));
        assert!(written.run().is_err());
        assert_eq!((s.get(), y.values()), (0.0, &[2.0; 3][..]));
    }
}

/// A result that is written somewhere else each time.
#[derive(Default)]
struct Elsewhere {
    one: Csr<f64>,
    other: Csr<f64>,
    asked: usize,
}

impl NewTensor for Elsewhere {
    type Level = <Csr<f64> as NewTensor>::Level;
    fn output(&mut self) -> &mut Csr<f64> {
        self.asked += 1;
        if self.asked.is_multiple_of(2) {
            &mut self.one
        } else {
            &mut self.other
        }
    }
}

#[test]
fn a_result_that_is_somewhere_else() {
    let a = Csr::<f64>::from_triplets([2, 3], [([0, 1], 2.0)], Add).unwrap();
    let computed: Elsewhere = (&a + &a).compute_as().unwrap();
    for found in [&computed.one, &computed.other] {
        found.validate().unwrap();
        assert!(found.count_stored() <= 1)
    }
}

/// False, and as a word all ones.
#[derive(Clone, Copy, Debug, Default)]
struct Torn;

impl Fill<bool> for Torn {
    type Known = Unknown;
    const VALUE: &'static bool = &false;
}

impl WordFill for Torn {
    type Words = One;
}

#[test]
fn words_of_another_fill_than_their_bits() {
    type Bits = Tensor<Dense<finch_formats::Bit<Torn>>>;
    let mut bits = Bits::from_triplets([70], [([3], true), ([69], true)], Overwrite).unwrap();
    let words = bits.words().unwrap();
    words.validate().unwrap();
    assert_eq!((words.shape()[0], words.get([0])), (2, Some(8)));
    let mut owned = bits.clone().into_words().unwrap();
    owned.resize([5]).unwrap();
    owned.validate().unwrap();
    bits.resize([200]).unwrap();
    bits.validate().unwrap();
}
