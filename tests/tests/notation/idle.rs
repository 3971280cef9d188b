//! Workspaces into which nothing is written: they are their fill, and whoever reads them is left out where that changes nothing.

use finch_formats::prelude::*;
use finch_formats::traits::program::program;
use typenum::{U0, U1, U63, U127};

type Result = finch_formats::traits::Result<()>;

/// More rows than could be visited.
const ROWS: usize = 1 << 40;

type WideVector = Tensor<SparseList<Element<f64>, Vec<usize>, Vec<usize>>>;

fn hypersparse() -> WideDcsr<f64> {
    let entries = [([5, 1], 2.0), ([5, 7], 1.0), ([1 << 33, 0], 4.0), ([ROWS - 1, 3], 8.0)];
    WideDcsr::from_triplets([ROWS, 8], entries, Add).unwrap()
}

#[test]
fn sums_of_the_rows_that_are_stored() -> Result {
    let a = hypersparse();
    let (mut y, mut w) = (WideVector::default(), Scalar::<f64>::default());
    finch! { y .= 0; for j { w .= 0; for i { w[] += a[j, i] } y[j] = w[] } }.run()?;
    assert_eq!(y.count_stored(), 3);
    assert_eq!(
        (y.get([5]), y.get([1 << 33]), y.get([ROWS - 1]), y.get([6])),
        (Some(3.0), Some(4.0), Some(8.0), Some(0.0))
    );
    // A condition, a product and a reduction of what is nothing are nothing.
    let mut total = Scalar::<f64>::default();
    finch! {
        y .= 0;
        total .= 0;
        for j {
            w .= 0;
            for i { w[] += a[j, i] }
            if w[] != 0 { y[j] = w[] * 2.0 }
            total[] += w[].sqrt()
        }
    }
    .run()?;
    assert_eq!((y.count_stored(), y.get([5])), (3, Some(6.0)));
    assert_eq!(total.get(), 3f64.sqrt() + 2.0 + 8f64.sqrt());
    Ok(())
}

#[test]
fn products_of_the_rows_that_are_stored() -> Result {
    let a = hypersparse();
    let b = Csr::<f64>::from_triplets(
        [8, 4],
        [([0, 0], 1.0), ([1, 2], 3.0), ([7, 2], 1.0), ([3, 3], 0.5)],
        Add,
    )?;
    let (mut c, mut w) = (WideDcsr::<f64>::default(), ByteMapVector::<f64>::default());
    finch! {
        c .= 0;
        for i {
            w .= 0;
            for k, j { w[j] += a[i, k] * b[k, j] }
            for j { c[i, j] = w[j] }
        }
    }
    .run()?;
    assert_eq!(c.count_stored(), 3);
    assert_eq!(
        (c.get([5, 2]), c.get([1 << 33, 0]), c.get([ROWS - 1, 3])),
        (Some(7.0), Some(4.0), Some(4.0))
    );
    Ok(())
}

#[test]
fn a_workspace_in_a_workspace() -> Result {
    let a = hypersparse();
    let (mut y, mut w, mut v) = <(WideVector, Vector<f64>, Scalar<f64>)>::default();
    finch! {
        y .= 0;
        for j {
            w .= 0;
            for i { w[i] = a[j, i] }
            {
                v .= 0;
                for i { v[] += w[i] * w[i] }
                y[j] = v[]
            }
        }
    }
    .run()?;
    assert_eq!(
        (y.count_stored(), y.get([5]), y.get([ROWS - 1])),
        (3, Some(5.0), Some(64.0))
    );
    Ok(())
}

/// Nobody reads what is produced where the consumer does nothing.
#[test]
fn what_nobody_reads_is_not_produced() -> Result {
    let s = hypersparse();
    let a = Vector::from(vec![1.0; 3]);
    let (mut c, mut w, mut steps) = <(WideDcsr<f64>, Scalar<f64>, Scalar<usize>)>::default();
    finch! {
        c .= 0;
        for i, j {
            w .= 0;
            for k { w[] += a[k] * a[k] }
            c[i, j] = s[i, j] * w[]
        }
    }
    .run()?;
    assert_eq!(c.count_stored(), 4);
    assert_eq!((c.get([5, 1]), c.get([ROWS - 1, 3])), (Some(6.0), Some(24.0)));
    // But what is produced beside it is.
    let s = Csr::<f64>::from_triplets([2, 4], [([0, 1], 2.0)], Add)?;
    let mut c = Csr::<f64>::default();
    finch! {
        c .= 0;
        steps .= 0;
        for i, j {
            w .= 0;
            for k { w[] += a[k]; steps[] += 1 }
            c[i, j] = s[i, j] * w[]
        }
    }
    .run()?;
    assert_eq!((steps.get(), c.count_stored(), c.get([0, 1])), (24, 1, Some(6.0)));
    Ok(())
}

/// Whoever does something with fill is asked everywhere.
#[test]
fn readers_that_do_something_are_not_left_out() -> Result {
    let a = Dcsr::<f64>::from_triplets([6, 8], [([1, 1], 2.0), ([1, 7], 1.0), ([4, 0], 4.0)], Add)?;
    let (mut y, mut w) = (Vector::<f64>::default(), Scalar::<f64>::default());
    let (mut least, mut empty) = (Vector::<f64>::default(), Scalar::<usize>::default());
    finch! { y .= 0; for j { w .= 0; for i { w[] += a[j, i] } y[j] = w[] + 1.0 } }.run()?;
    assert_eq!(y.to_dense()?, [1.0, 4.0, 1.0, 1.0, 5.0, 1.0]);
    finch! { empty .= 0; for j { w .= 0; for i { w[] += a[j, i] } if w[] == 0 { empty[] += 1 } } }.run()?;
    assert_eq!(empty.get(), 4);
    let mut v = Scalar::<f64, Inf>::default();
    finch! {
        least .= 0;
        for j { v .= inf; for i { if a[j, i] != 0 { v[] <<min>>= a[j, i] } } if v[] < 100.0 { least[j] = v[] } }
    }
    .run()?;
    assert_eq!(least.to_dense()?, [0.0, 1.0, 0.0, 0.0, 4.0, 0.0]);
    // Of an output that is kept, its fill is not known to be what is there.
    let mut kept = Vector::from(vec![9.0; 6]);
    finch! { mut kept; for j { w .= 0; for i { w[] += a[j, i] } kept[j] := w[] } }.run()?;
    assert_eq!(kept.to_dense()?, [0.0, 3.0, 0.0, 0.0, 4.0, 0.0]);
    Ok(())
}

/// What is known of a variable is not taken for what is known of a workspace, whatever numbers they have.
#[test]
fn variables_of_any_number_beside_workspaces() -> Result {
    let z = Vector::from(vec![2.0, 3.0, 4.0]);
    let (mut y, mut w) = (Vector::<f64>::default(), Scalar::<f64>::default());
    macro_rules! check {
        ($number:ty) => {
            indices!(i);
            program()
                .declare(&mut y)
                .workspace(&mut w)
                .body(|(y, w)| {
                    let fill = w.at(()).add(z.at((i,)));
                    let read =
                        define::<$number, _, _>(literal::<f64, Zero>(), |v| y.at((i,)).add(w.read(()) * 10.0 + v));
                    forall(i, w.within(fill, read))
                })
                .run()?;
            assert_eq!(y.to_dense()?, [20.0, 30.0, 40.0]);
        };
    }
    check!(U0);
    check!(U1);
    check!(U63);
    check!(U127);
    Ok(())
}
