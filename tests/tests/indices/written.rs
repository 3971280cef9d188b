//! Outputs.

use finch_tests::prelude::*;
use finch_traits::index::arithmetic::{minus, plus, times};
use finch_traits::index::{gather, permissive, window};

case! {
    /// Moved; the output is as long as it has to be.
    moved<A: Vector, Y: VectorOutput>(i): "for i { y[i + 3] = a[i] }";
    over data in &data::vectors();
    reads a: A = &data;
    writes y: Y;
    forall(i, y.at((plus(i, 3),)).set(a.at(i)))
}

each!(moved: sources, vector_outputs);

case! {
    /// Into a window; the output reaches to its end.
    windowed<A: Vector, Y: VectorOutput>(i): "for i in 0..2 { y[i + 1] = a[i + 2] } for i in 0..1 { y[i + 4] += 0 }";
    over data in data::vectors().iter().filter(|data| data.shape()[0] >= 4);
    reads a: A = &data;
    writes y: Y;
    forall_in(i, 0..2, y.at((window(i, 1..5),)).set(a.along(window(a.by(i), 2..4))))
}

each!(windowed: sources, vector_outputs);

/// What has no place is refused.
#[test]
fn too_many_indices() {
    indices!(i, j, k, l, m);
    let a = Input::<List>::new(&Data::vector("three", &[1.0, 2.0, 3.0])).tensor;
    let mut s = Scalar::<f64>::default();
    let place = plus(plus(plus(i, j), plus(k, l)), m);
    let outcome = program()
        .declare(&mut s)
        .body(|(s,)| {
            let sum = s.at(()).add(a.at((place,)));
            let inner = forall_in(k, 0..1, forall_in(l, 0..1, forall_in(m, 0..1, sum)));
            forall_in(i, 0..1, forall_in(j, 0..1, inner))
        })
        .run();
    fails(
        outcome,
        &["a place of an operand without a name (axis 0) is a sum of more than four indices"],
    );
    let outcome = program()
        .declare(&mut s)
        .body(|(s,)| forall_in(i, 0..1, s.at(()).add(a.at((plus(plus(i, usize::MAX / 2), 2),)))))
        .run();
    fails(outcome, &["or its number is too large"]);
}

case! {
    /// What lies beyond the extent is dropped: the output is two long.
    dropped<A: Vector, Y: VectorOutput>(i): "for i { y[~(i - 1)] = a[i] }";
    over data in &data::vectors();
    reads a: A = &data;
    writes y: Y;
    forall(i, y.at((permissive(minus(i, 1)),)).set(a.at(i)))
}

each!(dropped: sources, vector_outputs);

/// A case over the levels of which types know that they are written in any order: where they are a parameter, it is checked by a trait
/// of its own.
macro_rules! of_levels {
    ($(#[$doc:meta])* $case:ident, $check:ident for<$level:ident: $outputs:ident>: $($name:ident),+; $body:block) => {
        $(#[$doc])*
        fn $case<Y: $outputs>()
        where
            Output<Y>: $check,
        {
            <Output<Y> as $check>::check()
        }

        trait $check {
            fn check();
        }

        $( impl $check for Output<$name> {
            fn check() {
                type $level = $name;
                $body
            }
        } )+

        some!($case: $($name),+);
    };
}

of_levels! {
    /// One place, and a sum of two indices.
    anywhere, AnyOrder for<L: VectorOutput>: Flat, Map, Dict;
    {
        let check = Check::of::<L>("for j, i { y[i + j] += a[j, i] } y[7] = 5");
        indices!(j, i);
        for data in &data::matrices() {
            let a = Input::<Csr>::new(data);
            let mut y = Output::<L>::stale();
            let outcome = program()
                .declare(&mut y.tensor)
                .body(|(y,)| {
                    let sums = forall(j, forall(i, y.at((plus(i, j),)).add(a.at2(j, i))));
                    block(sums, y.at((7,)).set(constant(5.0)))
                })
                .run();
            if data.shape().iter().all(|&extent| extent > 0) && data.shape()[0] + data.shape()[1] <= 9 {
                check.case(data, &[("a", &a)], outcome, &[("y", &y)]);
            }
        }
        let x = Tensor::<Dense<Element<u16>>>::from_dense([4], &[1, 0, 1, 1]).unwrap();
        let mut y = Output::<L>::stale();
        let outcome = program()
            .declare(&mut y.tensor)
            .body(|(y,)| forall(i, y.at((gather(x.at((i,))),)).add(constant(3.0))))
            .run();
        outcome.unwrap();
        assert_eq!(y.tensor.to_dense().unwrap(), [3.0, 9.0]);
    }
}

of_levels! {
    /// Columns of the output are rows of the input.
    transposed, Transposed for<L: MatrixOutput>: FlatFlat, FlatMap, MapMap, FlatDict;
    {
        let check = Check::of::<L>("for j, i { y[i, j] = a[j, i] }");
        indices!(j, i);
        for data in &data::matrices() {
            let a = Input::<Csr>::new(data);
            let mut y = Output::<L>::stale();
            let outcome = program()
                .declare(&mut y.tensor)
                .body(|(y,)| forall(j, forall(i, y.at((i, j)).set(a.at2(j, i)))))
                .run();
            check.case(data, &[("a", &a)], outcome, &[("y", &y)]);
        }
    }
}

/// Places of an output that products and sums of what data name say: checked against the extent that it has.
#[test]
fn products_and_moved_gathers() {
    indices!(i);
    let x = Tensor::<Dense<Element<u16>>>::from_dense([3], &[1, 0, 1]).unwrap();
    let (mut y, mut z) = (Tensor::<Flat>::from(vec![0.0; 5]), Tensor::<Flat>::from(vec![0.0; 5]));
    program()
        .update(&mut y)
        .update(&mut z)
        .body(|(y, z)| {
            let even = y.at((times(2, i),)).add(constant(1.0));
            let moved = z.at((plus(gather(x.at((i,))), 2),)).add(constant(1.0));
            block(forall_in(i, 0..3, even), forall(i, moved))
        })
        .run()
        .unwrap();
    assert_eq!(
        (y.values(), z.values()),
        (&[1.0, 0.0, 1.0, 0.0, 1.0][..], &[0.0, 0.0, 1.0, 2.0, 0.0][..])
    );
    let outcome = program()
        .update(&mut y)
        .body(|(y,)| forall_in(i, 0..4, y.at((times(2, i),)).add(constant(1.0))))
        .run();
    fails(outcome, &["place 6", "extent 5"]);
}

/// Sums do not wrap around, whatever data name.
#[test]
fn sums_do_not_wrap_around() {
    indices!(i);
    let far = Tensor::<Dense<Element<u64>>>::from_dense([1], &[u64::MAX]).unwrap();
    let x = Tensor::<Flat>::from(vec![7.0; 3]);
    let mut y = Tensor::<Flat>::from(vec![0.0; 1]);
    let outcome = program()
        .update(&mut y)
        .body(|(y,)| {
            let place = plus(plus(gather(far.at((i,))), gather(far.at((i,)))), 2);
            forall(i, y.at((i,)).add(x.at((place,))))
        })
        .run();
    fails(outcome, &["extent 3"]);
    let mut z = Tensor::<Flat>::from(vec![0.0; 3]);
    let outcome = program()
        .update(&mut z)
        .body(|(z,)| {
            let value = x.at((permissive(plus(i, usize::MAX)),)).coalesce(constant(1.0));
            forall_in(i, 0..3, z.at((i,)).add(value))
        })
        .run();
    fails(outcome, &["its number is too large"]);
    assert_eq!(z.values(), [0.0; 3]);
}
