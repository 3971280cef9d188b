//! Views: tensors at other indices, and views of views.

use finch_tests::prelude::*;
use finch_traits::expr::overload::access as at;
use finch_traits::index::arithmetic::plus;
use finch_traits::index::permissive;
use finch_traits::view::Views;
use typenum::{U0, U1};

/// A window, of which what lies beyond is missing, moved.
fn window_moved<A: Vector>() {
    indices!(i);
    for data in data::vectors().iter().filter(|data| data.shape()[0] >= 3) {
        let n = data.shape()[0];
        let check = Check::of::<A>(&format!(
            "for i in 0..{} {{ if (i < 1) | (i > {}) {{ y[i] = 7 }} if (i >= 1) & (i <= {}) {{ y[i] = a[i] }} }}",
            n + 2,
            n - 1,
            n - 1
        ));
        let a = Input::<A>::new(data);
        let view = a.tensor.window(1..n).permissive().offset([-1]);
        let mut y = Output::<Flat>::stale();
        let outcome = program()
            .declare(&mut y.tensor)
            .body(|(y,)| {
                let value = at(&view, (a.by(i),)).coalesce(constant(7.0));
                forall_in(i, 0..n + 2, y.at((i,)).set(value))
            })
            .run();
        check.case(data, &[("a", &a)], outcome, &[("y", &y)]);
    }
}

each!(window_moved: more_vectors);

/// A window within a window, moved before and behind: its indices count from its own start.
fn windows_nested<A: Vector>() {
    indices!(i);
    for data in data::vectors().iter().filter(|data| data.shape()[0] >= 4) {
        let n = data.shape()[0];
        let check = Check::of::<A>(&format!("for i in 0..{} {{ y[i] = a[i + 2] }}", n - 3));
        let a = Input::<A>::new(data);
        // From 0 to n - 1, of which from 1, of which from 1.
        let view = a.tensor.offset([1]).window(0..n - 1).window(1..n - 2).offset([0]);
        let mut y = Output::<Flat>::stale();
        let outcome = program()
            .declare(&mut y.tensor)
            .body(|(y,)| forall_in(i, 0..n - 3, y.at((i,)).set(at(&view, (a.by(i),)))))
            .run();
        check.case(data, &[("a", &a)], outcome, &[("y", &y)]);
    }
}

each!(windows_nested: some_vectors);

/// A dimension as two, whose indices are added, of which one is permitted to lead outside.
fn toeplitz<A: Vector>() {
    indices!(j, i);
    for data in &data::vectors() {
        let n = data.shape()[0];
        let check = Check::of::<A>(&format!(
            "for j in 0..3, i in 0..{n} {{ y[j, i] = coalesce(a[~(j + i - 1)], 7) }}"
        ));
        let a = Input::<A>::new(data);
        let view = a.tensor.offset([-1]).permissive().toeplitz::<U0>();
        let mut y = Output::<FlatFlat>::stale();
        let outcome = program()
            .declare(&mut y.tensor)
            .body(|(y,)| {
                let value = at(&view, (j, a.by(i))).coalesce(constant(7.0));
                forall_in(j, 0..3, forall_in(i, 0..n, y.at((j, i)).set(value)))
            })
            .run();
        check.case(data, &[("a", &a)], outcome, &[("y", &y)]);
    }
}

each!(toeplitz: some_vectors);

/// The transpose of a part, and its second dimension as products.
fn turned<A: Matrix>() {
    indices!(j, i);
    for data in data::matrices()
        .iter()
        .filter(|data| data.shape().iter().all(|&extent| extent >= 3))
    {
        let (rows, columns) = (data.shape()[0], data.shape()[1]);
        let check = Check::of::<A>(&format!(
            "for j in 0..{}, i in 0..2 {{ y[j, i] = a[2 * i, j + 1] }}",
            columns - 1
        ));
        let a = Input::<A>::new(data);
        let view = a
            .tensor
            .window([0..rows, 1..columns])
            .swizzle::<(U1, U0)>()
            .products::<U1>();
        let mut y = Output::<FlatFlat>::stale();
        let outcome = program()
            .declare(&mut y.tensor)
            .body(|(y,)| {
                forall_in(
                    j,
                    0..columns - 1,
                    forall_in(i, 0..2, y.at((j, i)).set(at(&view, (j, 2, i)))),
                )
            })
            .run();
        check.case(data, &[("a", &a)], outcome, &[("y", &y)]);
    }
}

each!(turned: some_matrices);

/// What a window of a window holds is checked against both, and a step against the extent.
#[test]
fn views_beyond_are_refused() {
    let x = Tensor::<Flat>::from(vec![1.0; 8]);
    indices!(i);
    let mut y = Tensor::<Flat>::default();
    let mut run = |view: Box<dyn Fn(&mut Tensor<Flat>) -> finch_traits::Result<()>>| view(&mut y);
    macro_rules! refused {
        ($view:expr, $range:expr, $words:expr) => {{
            let outcome = run(Box::new(|y| {
                let view = $view;
                program()
                    .declare(y)
                    .body(|(y,)| forall_in(i, $range, y.at((i,)).set(view.at((i,)))))
                    .run()
            }));
            fails(outcome, $words);
        }};
    }
    refused!(x.window(2..6).window(1..5), 0..2, &["window", "beyond"]);
    refused!(x.window(2..9), 0..2, &["window 2..9", "extent 8"]);
    refused!(x.window(2..6), 0..5, &["goes up to 4", "extent is 4"]);
    refused!(x.window(2..6).offset([1]), 0..4, &["goes up to 4", "extent is 4"]);
    refused!(x.offset([-1]), 0..4, &["starts at -1"]);
    refused!(x.offset([1]).window(4..9), 0..2, &["window 5..10", "extent 8"]);
    refused!(x.offset([-1]).window(0..4), 0..2, &["window -1..3"]);
    refused!(x.offset([isize::MIN]), 0..4, &["starts at"]);
    refused!(x.offset([isize::MAX]).offset([isize::MAX]), 0..4, &["too large"]);
}

/// A view of rank two and more is permissive along one dimension, or all.
#[test]
fn permissive_along_one_dimension() {
    let a = Tensor::<FlatFlat>::from_dense([2, 2], &[1.0, 2.0, 3.0, 4.0]).unwrap();
    let (one, both) = (a.permissive_along::<U1>(), a.permissive());
    let (mut y, mut z) = (Tensor::<FlatFlat>::default(), Tensor::<FlatFlat>::default());
    indices!(j, i);
    program()
        .declare(&mut y)
        .declare(&mut z)
        .body(|(y, z)| {
            let inner = forall_in(i, 0..3, y.at((j, i)).set(one.at((j, i)).coalesce(constant(9.0))));
            let value = both.at((plus(j, 1), permissive(i))).coalesce(constant(9.0));
            block(
                forall_in(j, 0..2, inner),
                forall_in(j, 0..2, forall_in(i, 0..3, z.at((j, i)).set(value))),
            )
        })
        .run()
        .unwrap();
    assert_eq!(y.to_dense().unwrap(), [1.0, 2.0, 9.0, 3.0, 4.0, 9.0]);
    assert_eq!(z.to_dense().unwrap(), [3.0, 4.0, 9.0, 9.0, 9.0, 9.0]);
}
