//! Every algorithm, over nests, semirings and masks. Outputs and workspaces are kept from case to case.

use crate::data::{Case, cases};
use crate::oracle::{Grid, product};
use finch_kernels::formats::traits::level::Level;
use finch_kernels::formats::traits::lifecycle::WriteLevel;
use finch_kernels::prelude::*;
use finch_kernels::spgemm::{DictMask, DictWorkspace, MaskWorkspace, OuterWorkspace, Workspace};
use finch_kernels::traits::algebra::{Fill, Overwrite, Semiring};
use typenum::U2;

/// The nest `L` with the entries of a grid.
fn tensor<L, T: Copy>(grid: &Grid<T>) -> Tensor<L>
where
    L: WriteLevel<T = T, Rank = U2> + Default,
    Overwrite: finch_kernels::traits::algebra::Reducer<T>,
{
    Tensor::from_triplets([grid.rows, grid.columns], grid.entries(), Overwrite).expect("a valid matrix")
}

/// The output is valid and holds what is wanted. A list stores the entries that are not zero over `S`, and no others.
fn check<S: Semiring<T>, T: Copy + PartialEq + std::fmt::Debug + 'static, L: Level<T = T, Rank = U2>>(
    what: &str,
    case: &Case,
    c: &Tensor<L>,
    wanted: &Grid<T>,
    is_list: bool,
) {
    let what = format!("{what} of {}, into {}", case.name, std::any::type_name::<L>());
    c.validate().unwrap_or_else(|error| panic!("{what}: {error}"));
    assert_eq!(&c.shape()[..], [wanted.rows, wanted.columns], "{what}");
    for row in 0..wanted.rows {
        for column in 0..wanted.columns {
            let cell = wanted.at(row, column).unwrap_or(S::Zero::value());
            assert_eq!(c.get([row, column]), Some(cell), "{what}, row {row}, column {column}")
        }
    }
    if is_list {
        let stored = wanted.map(|value| (!S::is_zero(value)).then_some(value)).entries();
        let found: Vec<_> = c
            .to_triplets()
            .into_iter()
            .map(|(index, value)| ([index[0], index[1]], value))
            .collect();
        assert_eq!(found, stored, "{what}")
    }
}

/// Every algorithm.
const ALL: u8 = 0;
/// Those with a dense row, and by outer products.
const BY_ROWS: u8 = 1;
/// Those with tables, and by inner products.
const BY_TABLES: u8 = 2;

/// These algorithms over operands in the nests `A` and `B`, into `C`, under masks in `M`.
fn all<S, T, A, B, C, M, const WHICH: u8>(semiring: S, convert: impl Fn(i64) -> T + Copy, is_list: bool)
where
    T: Copy + PartialEq + std::fmt::Debug + 'static,
    S: Semiring<T>,
    Overwrite: finch_kernels::traits::algebra::Reducer<T> + finch_kernels::traits::algebra::Reducer<bool>,
    A: WriteLevel<T = T, Rank = U2, Fill = S::Zero> + Default,
    B: WriteLevel<T = T, Rank = U2, Fill = S::Zero> + Default,
    C: WriteLevel<T = T, Rank = U2, Fill = S::Zero> + Default,
    M: WriteLevel<T = bool, Rank = U2> + Default,
{
    let mut c = Tensor::<C>::default();
    let (mut row, mut table) = <(Workspace<T, S::Zero>, DictWorkspace<T, S::Zero>)>::default();
    let (mut marks, mut marked) = (MaskWorkspace::default(), DictMask::default());
    let mut whole = OuterWorkspace::<T, S::Zero>::default();
    for case in &cases() {
        let (a, b) = (
            case.a.map(|value| Some(convert(value))),
            case.b.map(|value| Some(convert(value))),
        );
        let is_masked = |row, column| case.mask.at(row, column) == Some(true);
        let full = product::<T, S>(&a, &b, |_, _| true);
        let kept = product::<T, S>(&a, &b, is_masked);
        let left = product::<T, S>(&a, &b, |row, column| !is_masked(row, column));
        let (at, bt): (Tensor<A>, Tensor<B>) = (tensor(&a.transposed()), tensor(&b.transposed()));
        let (a, b): (Tensor<A>, Tensor<B>) = (tensor(&a), tensor(&b));
        let mask: Tensor<M> = tensor(&case.mask);

        macro_rules! agree {
            ($($wanted:ident: $what:literal, $run:expr;)*) => { $(
                $run.unwrap_or_else(|error| panic!("{}, {}: {error}", $what, case.name));
                check::<S, T, C>($what, case, &c, &$wanted, is_list);
            )* };
        }
        if WHICH != BY_TABLES {
            agree! {
                full: "gustavson", spgemm::gustavson_semiring_into(semiring, &mut c, &a, &b, &mut row);
                full: "outer", spgemm::outer_semiring_into(semiring, &mut c, &at, &b, &mut whole);
                full: "multiply", spgemm::spgemm_semiring_into(semiring, &mut c, &a, &b);
                kept: "masked", spgemm::masked_semiring_into(semiring, &mut c, &mask, &a, &b, (&mut row, &mut marks));
                left: "complemented", spgemm::complemented_semiring_into(semiring, &mut c, &mask, &a, &b, (&mut row, &mut marks));
            }
        }
        if WHICH != BY_ROWS {
            agree! {
                full: "gustavson in tables", spgemm::gustavson_semiring_into(semiring, &mut c, &a, &b, &mut table);
                full: "inner", spgemm::inner_semiring_into(semiring, &mut c, &a, &bt);
                kept: "masked in tables", spgemm::masked_semiring_into(semiring, &mut c, &mask, &a, &b, (&mut table, &mut marked));
                kept: "inner_masked", spgemm::inner_masked_semiring_into(semiring, &mut c, &mask, &a, &bt);
                kept: "multiply_masked", spgemm::spgemm_masked_semiring_into(semiring, &mut c, &mask, &a, &b);
                left: "inner_complemented", spgemm::inner_complemented_semiring_into(semiring, &mut c, &mask, &a, &bt);
            }
        }
    }
}

type List<T, F = Zero> = SparseList<Element<T, F>>;
type Rows<T, F = Zero> = Dense<List<T, F>>;
type Hypersparse<T, F = Zero> = SparseList<List<T, F>>;
type Full<T, F = Zero> = Dense<Dense<Element<T, F>>>;
type Places<T, F = Zero> = SparseCoo<U2, Element<T, F>>;
type Edges = Dense<SparseList<Pattern>>;

#[test]
fn rows() {
    all::<_, _, Rows<i64>, Rows<i64>, Rows<i64>, Edges, ALL>(PlusTimes, |value| value, true)
}

#[test]
fn hypersparse() {
    all::<_, _, Hypersparse<f64>, Hypersparse<f64>, Hypersparse<f64>, SparseList<List<bool, False>>, ALL>(
        PlusTimes,
        |value| value as f64,
        true,
    )
}

#[test]
fn rows_times_lists_into_full() {
    all::<_, _, Rows<i64>, Hypersparse<i64>, Full<i64>, Places<bool, False>, ALL>(PlusTimes, |value| value, false)
}

#[test]
fn coordinates_times_full_into_blocks() {
    all::<_, _, Places<i64>, Full<i64>, Dense<SparseBlockList<Element<i64>>>, Full<bool, False>, ALL>(
        PlusTimes,
        |value| value,
        false,
    )
}

#[test]
fn pairs_times_tables_into_coordinates() {
    type Tables = SparseDict<SparseDict<Element<i64>>>;
    all::<_, _, Dense<SparsePairs<i64>>, Tables, Places<i64>, Edges, ALL>(PlusTimes, |value| value, true)
}

// Other semirings over rows by half of the algorithms, by turns.

#[test]
fn fills_that_are_asked_for() {
    all::<_, _, Rows<i64>, Rows<i64>, Rows<i64>, Edges, BY_ROWS>(KeepExplicitZeros(PlusTimes), |value| value, true)
}

#[test]
fn shortest_ways() {
    all::<_, _, Rows<f64, Inf>, Rows<f64, Inf>, Rows<f64, Inf>, Edges, BY_TABLES>(MinPlus, |value| value as f64, true)
}

#[test]
fn reachability() {
    all::<_, _, Rows<bool, False>, Rows<bool, False>, Rows<bool, False>, Edges, BY_ROWS>(OrAnd, |value| value > 0, true)
}

#[test]
fn structure() {
    all::<_, _, Rows<i64>, Hypersparse<i64>, Rows<i64>, Edges, BY_TABLES>(AnyPair, |value| value, true)
}

/// Rows that are not sorted, of operands in the nests `A` and `B`, into `C`, which is kept from case to case.
fn unsorted<S, T, A, B, C>(semiring: S, convert: impl Fn(i64) -> T + Copy)
where
    T: Copy + PartialEq + std::fmt::Debug + 'static,
    S: Semiring<T>,
    Overwrite: finch_kernels::traits::algebra::Reducer<T>,
    A: WriteLevel<T = T, Rank = U2, Fill = S::Zero> + Default,
    B: WriteLevel<T = T, Rank = U2, Fill = S::Zero> + Default,
    C: WriteLevel<T = T, Rank = U2, Fill = S::Zero> + Default,
{
    let mut c = Tensor::<C>::default();
    for case in &cases() {
        let (a, b) = (
            case.a.map(|value| Some(convert(value))),
            case.b.map(|value| Some(convert(value))),
        );
        let full = product::<T, S>(&a, &b, |_, _| true);
        let (a, b): (Tensor<A>, Tensor<B>) = (tensor(&a), tensor(&b));
        spgemm::unsorted_semiring_into(semiring, &mut c, &a, &b)
            .unwrap_or_else(|error| panic!("{}: {error}", case.name));
        check::<S, T, C>("unsorted", case, &c, &full, false)
    }
}

type Unsorted<T, F = Zero> = Dense<UnsortedList<Element<T, F>>>;

#[test]
fn unsorted_rows() {
    unsorted::<_, _, Rows<i64>, Rows<i64>, Unsorted<i64>>(PlusTimes, |value| value);
    unsorted::<_, _, Hypersparse<f64>, Full<f64>, Unsorted<f64>>(PlusTimes, |value| value as f64);
    unsorted::<_, _, Places<i64>, Unsorted<i64>, Unsorted<i64>>(KeepExplicitZeros(PlusTimes), |value| value);
    unsorted::<_, _, Unsorted<f64, Inf>, Rows<f64, Inf>, Unsorted<f64, Inf>>(MinPlus, |value| value as f64);
    unsorted::<_, _, Rows<bool, False>, Rows<bool, False>, Unsorted<bool, False>>(OrAnd, |value| value > 0);
    unsorted::<_, _, Rows<bool, False>, Rows<bool, False>, Dense<UnsortedList<Pattern>>>(OrAnd, |value| value > 0);
    unsorted::<_, _, Rows<i64>, Rows<i64>, UnsortedList<UnsortedList<Element<i64>>>>(PlusTimes, |value| value);
    unsorted::<_, _, Rows<i64>, Rows<i64>, SparseDict<SparseDict<Element<i64>>>>(PlusTimes, |value| value);
    unsorted::<_, _, Rows<i64>, Rows<i64>, Dense<SparseByteMap<Element<i64>>>>(PlusTimes, |value| value);
    unsorted::<_, _, Rows<i64>, Rows<i64>, Full<i64>>(PlusTimes, |value| value)
}

/// Each column is stored once, when it comes up, and stays if its sum cancels; sorted, it is the product with kept fills.
#[test]
fn unsorted_rows_become_sorted() {
    let (mut c, mut sorted, mut row) = (UnsortedCsr::<i64>::default(), Csr::default(), Workspace::default());
    for case in &cases() {
        let (a, b): (Csr<i64>, Csr<i64>) = (tensor(&case.a), tensor(&case.b));
        spgemm::unsorted_into(&mut c, &a, &b).expect("a product");
        spgemm::gustavson_semiring_into(KeepExplicitZeros(PlusTimes), &mut sorted, &a, &b, &mut row)
            .expect("a product");
        assert!(c.clone().sort().same_storage(&sorted), "{}", case.name)
    }
}

/// Without workspaces that are kept, over numbers.
#[test]
fn plain_functions() {
    for case in &cases() {
        let (a, b): (Csr<i64>, Csr<i64>) = (tensor(&case.a), tensor(&case.b));
        let (at, bt): (Csr<i64>, Csr<i64>) = (tensor(&case.a.transposed()), tensor(&case.b.transposed()));
        let mask: CsrPattern = tensor(&case.mask.map(|value| value.then_some(true)));
        let is_masked = |row, column| case.mask.at(row, column) == Some(true);
        let full = product::<_, PlusTimes>(&case.a, &case.b, |_, _| true);
        let kept = product::<_, PlusTimes>(&case.a, &case.b, is_masked);
        let left = product::<_, PlusTimes>(&case.a, &case.b, |row, column| !is_masked(row, column));
        let mut c = Csr::default();
        macro_rules! agree {
            ($($wanted:ident: $run:expr;)*) => { $(
                $run.unwrap_or_else(|error| panic!("{}: {error}", case.name));
                check::<PlusTimes, _, _>(stringify!($run), case, &c, &$wanted, true);
            )* };
        }
        agree! {
            full: spgemm::gustavson_into(&mut c, &a, &b);
            full: spgemm::inner_into(&mut c, &a, &bt);
            full: spgemm::outer_into(&mut c, &at, &b);
            full: spgemm::spgemm_into(&mut c, &a, &b);
            kept: spgemm::masked_into(&mut c, &mask, &a, &b);
            kept: spgemm::inner_masked_into(&mut c, &mask, &a, &bt);
            kept: spgemm::spgemm_masked_into(&mut c, &mask, &a, &b);
            left: spgemm::complemented_into(&mut c, &mask, &a, &b);
            left: spgemm::inner_complemented_into(&mut c, &mask, &a, &bt);
        }
    }
}

/// A product into an output and from operands of narrow integers and borrowed arrays.
#[test]
fn narrow_and_borrowed() {
    type Narrow = Dense<SparseList<Element<i64>, Vec<u32>, Vec<u16>>>;
    for case in &cases() {
        let (a, b): (Csr<i64>, Csr<i64>) = (tensor(&case.a), tensor(&case.b));
        let mut c = Tensor::<Narrow>::default();
        spgemm::gustavson_into(&mut c, &a.view(), &b.view()).expect("narrow indices fit");
        let full = product::<_, PlusTimes>(&case.a, &case.b, |_, _| true);
        check::<PlusTimes, _, _>("narrow", case, &c, &full, true)
    }
}
