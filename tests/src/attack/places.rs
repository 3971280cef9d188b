//! Places that are sums, windows, products and quotients of indices and numbers that are so large that they might wrap around.

use super::source::Source;
use finch_algebra::Zero;
use finch_algebra::reducers::Or;
use finch_formats::{Dense, Element, Scalar, SparseList, Tensor};
use finch_traits::Result;
use finch_traits::expr::overload::{constant, forall_in};
use finch_traits::index::arithmetic::{minus, over, plus, times, window};
use finch_traits::index::permissive;
use finch_traits::indices;
use finch_traits::level::Level;
use finch_traits::program::program;
use std::ops::Range;
use typenum::U1;

/// A bit for each place of a vector, and one for all that is outside.
type Bits = u32;

const OUTSIDE: Bits = 1 << 31;

/// A place that index `i` names, with two numbers `c` and `d`.
#[derive(Clone, Copy, Debug)]
enum Form {
    Plus,
    Minus,
    From,
    PlusMinus,
    Window,
    Times,
    Over,
}

const FORMS: [Form; 7] = {
    use Form::*;
    [Plus, Minus, From, PlusMinus, Window, Times, Over]
};

/// A loop over one vector, by chance.
#[derive(Clone, Debug)]
struct Access {
    form: Form,
    is_permissive: bool,
    range: Range<usize>,
    c: usize,
    d: usize,
    extent: usize,
}

/// Numbers from here on are large.
const LARGE: usize = 1 << 59;

/// A number, often a large one.
fn number(source: &mut Source<'_>) -> usize {
    const LIMITS: [usize; 7] = [
        usize::MAX,
        isize::MAX as usize,
        isize::MAX as usize + 1,
        1 << 62,
        1 << 61,
        1 << 60,
        1 << 32,
    ];
    match source.below(3) {
        0 => source.pick(&LIMITS).wrapping_add(source.below(7)).wrapping_sub(3),
        _ => source.below(8),
    }
}

/// Does something at the term of a form: the first thing, or the second if the term is permissive.
macro_rules! at_places {
    ($places:expr, $i:ident, |$place:ident| $plain:expr, permissive: |$any:ident| $permissive:expr) => {{
        let (places, c, d) = ($places, $places.c, $places.d);
        macro_rules! at {
            ($term:expr) => {
                if places.is_permissive {
                    let $any = permissive($term);
                    $permissive
                } else {
                    let $place = $term;
                    $plain
                }
            };
        }
        match places.form {
            Form::Plus => at!(plus($i, c)),
            Form::Minus => at!(minus($i, c)),
            Form::From => at!(minus(c, $i)),
            Form::PlusMinus => at!(minus(plus($i, c), d)),
            Form::Window => at!(window($i, c..d)),
            Form::Times => at!(times($i, c)),
            Form::Over => at!(over(plus($i, c), d)),
        }
    }};
}

impl Access {
    fn by(source: &mut Source<'_>) -> Self {
        let start = number(source);
        let (form, is_permissive) = (source.pick(&FORMS), source.once_in(2));
        let (mut c, d) = (number(source), number(source));
        // Else what is large is hardly ever in bounds.
        match form {
            Form::Minus | Form::From if source.once_in(2) => c = start.wrapping_add(source.below(4)),
            Form::Plus if source.once_in(2) => c = start.wrapping_neg().wrapping_add(source.below(4)),
            _ => {}
        }
        Access {
            form,
            is_permissive,
            range: start..start.saturating_add(source.below(8)).saturating_sub(source.below(2)),
            c,
            d,
            extent: source.below(7),
        }
    }

    /// The place that an index names, `None` if it is none of the window.
    fn place(&self, index: usize) -> Option<i128> {
        let [i, c, d] = [index, self.c, self.d].map(|number| number as i128);
        match self.form {
            Form::Plus => Some(i + c),
            Form::Minus => Some(i - c),
            Form::From => Some(c - i),
            Form::PlusMinus => Some(i + c - d),
            Form::Window => (c + i < d).then_some(c + i),
            Form::Times => Some(i.saturating_mul(c)),
            Form::Over => (d > 0).then(|| (i + c) / d),
        }
    }

    /// The places that are named; `OUTSIDE` if there are others.
    fn places(&self) -> Bits {
        let bit = |index| match self.place(index).map(usize::try_from) {
            Some(Ok(place)) if place < self.extent => 1 << place,
            _ => OUTSIDE,
        };
        self.range.clone().map(bit).fold(0, |all, bit| all | bit)
    }

    /// Numbers are small, and a place is named wherever it should be: nothing is to be refused.
    fn is_harmless(&self) -> bool {
        let numbers = [self.range.start, self.range.end, self.c, self.d];
        let is_fine = match self.form {
            Form::Window => self.c <= self.d && self.d <= self.extent,
            Form::Over => self.d > 0,
            _ => true,
        };
        let is_inside = self.is_permissive || self.places() & OUTSIDE == 0;
        numbers.iter().all(|&number| number < LARGE) && !self.range.is_empty() && is_fine && is_inside
    }

    /// What a program says that reads these places of a vector.
    fn read<L: Level<T = Bits, Fill = Zero, Rank = U1>>(&self, x: &Tensor<L>) -> Result<Bits> {
        let range = self.range.clone();
        let mut s = Scalar::<Bits>::default();
        indices!(i);
        macro_rules! read {
            ($value:expr) => {
                program()
                    .declare(&mut s)
                    .body(|(s,)| forall_in(i, range, s.at(()).reduce(Or, $value)))
                    .run()
            };
        }
        at_places!(self, i, |place| read!(x.at((place,))), permissive: |place| {
            read!(x.at((place,)).coalesce(constant(OUTSIDE)))
        })?;
        Ok(s.get())
    }

    /// What a program says that writes these places of a vector.
    fn write(&self) -> Result<Bits> {
        let range = self.range.clone();
        let mut y = Tensor::<Dense<Element<Bits>>>::empty([self.extent])?;
        indices!(i);
        macro_rules! write {
            ($place:ident) => {
                program()
                    .update(&mut y)
                    .body(|(y,)| forall_in(i, range, y.at(($place,)).reduce(Or, constant(1))))
                    .run()
            };
        }
        at_places!(self, i, |place| write!(place), permissive: |place| write!(place))?;
        let written = y.to_dense()?;
        Ok((0..self.extent)
            .map(|place| written[place] << place)
            .fold(0, |all, bit| all | bit))
    }

    /// Holds what a program has found against what it should find; `outside` is what it finds there.
    fn check(&self, found: Result<Bits>, outside: Bits) {
        let places = self.places();
        match found {
            Ok(found) => {
                assert!(
                    self.is_permissive || places & OUTSIDE == 0,
                    "{self:?}: nothing is refused, {found:b}"
                );
                let wanted = if places & OUTSIDE == 0 {
                    places
                } else {
                    places & !OUTSIDE | outside
                };
                assert_eq!(found, wanted, "{self:?}")
            }
            Err(error) => assert!(!self.is_harmless(), "{self:?}: {error}"),
        }
    }
}

/// Reads and writes vectors at places by chance.
///
/// # Panics
///
/// If a program finds or writes something else than it should, refuses what it should not, or does not refuse what it should.
pub fn places<Bytes: AsRef<[u8]>>(bytes: Bytes) {
    let mut source = Source::new(bytes.as_ref());
    while !source.is_done() {
        let access = Access::by(&mut source);
        let bits: Vec<Bits> = (0..access.extent).map(|place| 1 << place).collect();
        let x = Tensor::<Dense<Element<Bits>>>::from_dense([access.extent], &bits).expect("a vector");
        access.check(access.read(&x), OUTSIDE);
        access.check(
            access.read(&x.convert::<SparseList<Element<Bits>>>().expect("a list")),
            OUTSIDE,
        );
        #[cfg(feature = "exhaustive")]
        access.check(
            access.read(&x.convert::<finch_formats::RunList<Element<Bits>>>().expect("runs")),
            OUTSIDE,
        );
        access.check(access.write(), 0)
    }
}
