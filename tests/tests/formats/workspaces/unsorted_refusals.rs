//! What unsorted lists refuse.

use crate::testing::*;
use finch_formats::ErrorKind;
use finch_formats::prelude::*;
use finch_traits::lifecycle::WriteLevel;

type Rows = Dense<UnsortedList<Value>>;

#[test]
fn refuses_malformed_arrays() {
    use ErrorKind::{Invalid, OutOfBounds, TooLarge};
    type Parts = (usize, usize, Vec<usize>, Vec<u8>, Vec<i64>);
    let make = |(rows, cols, ptr, idx, val): Parts| {
        Tensor::<Dense<UnsortedList<Value, Vec<usize>, Vec<u8>>>>::from_parts(rows, cols, ptr, idx, val)
    };
    let good = || (2, 3, vec![0, 2, 5], vec![2, 0, 1, 0, 2], vec![1, 2, 3, 4, 5]);
    assert_eq!(all(&make(good()).unwrap()), [2, 0, 1, 4, 3, 5]);
    let refused = |parts: Parts, kind: ErrorKind, words: &str| {
        let Err(error) = make(parts) else {
            panic!("accepted: {words}")
        };
        assert_eq!(error.kind(), kind, "{error}");
        assert!(error.to_string().contains(words), "{error}")
    };
    macro_rules! with {
        ($($field:tt = $value:expr, $kind:ident, $words:literal;)*) => { $(
            let mut parts = good();
            parts.$field = $value;
            refused(parts, $kind, $words);
        )* };
    }
    with! {
        0 = 3, Invalid, "pointers of a UnsortedList level are 3 where 3 fibers";
        1 = 257, TooLarge, "u8";
        1 = 2, OutOfBounds, "index 2 of fiber 0 of an UnsortedList level is not below the extent 2";
        2 = vec![1, 2, 5], Invalid, "start with 1";
        2 = vec![0, 5, 2], Invalid, "descend from 5 to 2";
        2 = vec![0, 2, 6], Invalid, "beyond its 5 entries";
        3 = vec![2, 2, 1, 0, 2], Invalid, "index 2 of fiber 0 of an UnsortedList level is there twice";
        3 = vec![2, 0, 1, 2, 1], Invalid, "index 1 of fiber 1 of an UnsortedList level is there twice";
        4 = vec![1, 2, 3, 4], Invalid, "Element";
    }
}

#[test]
fn refuses_rows_that_come_too_late() {
    indices!(k, j, i);
    let b = csr(2, 3, &[0, 1, 1, 1, 0, 1]);
    let a = csr(2, 4, &[1, 0, 2, 0, 0, 3, 0, 4]);
    let mut c = empty::<Rows>();
    let error = program()
        .declare(&mut c)
        .body(|(c,)| forall(k, forall(j, forall(i, c.at((j, i)).add(b.at((k, j)) * a.at((k, i)))))))
        .run()
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Order, "{error}");
    assert!(error.to_string().contains("UnsortedList"), "{error}");
    assert!(error.to_string().contains("index 1 was written to fiber 0"), "{error}");
    assert!(error.to_string().contains("left for a later fiber"), "{error}");
    // What was in time is kept.
    c.validate().unwrap();
    assert_eq!(all(&c), [0, 0, 0, 0, 1, 0, 2, 0, 1, 3, 2, 4]);
    // One entry after the other.
    let mut c = empty::<Rows>();
    let mut writer = c.write_by([3, 4], Add).unwrap();
    for (index, value) in [([0, 3], 1), ([0, 1], 2), ([0, 3], 4), ([2, 0], 8)] {
        writer.put(index, value).unwrap()
    }
    let late = writer.put([1, 2], 16).unwrap_err();
    assert_eq!(late.kind(), ErrorKind::Order, "{late}");
    writer.put([2, 0], 32).unwrap();
    writer.freeze().unwrap();
    assert_eq!(
        c.clone().into_parts(),
        (3, 4, vec![0, 2, 2, 3], vec![3, 1, 0], vec![5, 2, 40])
    );
    // What was written before a tensor is opened again is there.
    let mut writer = c.reopen_by(Add).unwrap();
    assert!(writer.put([0, 3], 1).is_err());
    writer.put([2, 0], 1).unwrap();
    writer.put([2, 3], 1).unwrap();
    writer.freeze().unwrap();
    assert_eq!(
        c.into_parts(),
        (3, 4, vec![0, 2, 2, 4], vec![3, 1, 0, 3], vec![5, 2, 41, 1])
    );
}

/// The same under conditions, where it is not known beforehand whether anything is written: only what is says so.
#[test]
fn refuses_late_rows_under_conditions() {
    let b = csr(2, 3, &[0, 1, 1, 1, 1, 0]);
    let a = csr(2, 4, &[9, 0, 2, 0, 5, 3, 5, 4]);
    let run = |least: i64| {
        let mut c = empty::<Rows>();
        let result = finch! {
            c .= 0;
            for k, j, i {
                if a[k, i] > least {
                    c[j, i] += b[k, j] * a[k, i]
                }
            }
        }
        .run();
        c.validate().unwrap();
        (result, all(&c))
    };
    let (result, values) = run(3);
    let error = result.unwrap_err();
    assert!(error.to_string().contains("index 0 was written to fiber 0"), "{error}");
    assert_eq!(values, [0, 0, 0, 0, 9, 0, 0, 0, 9, 0, 0, 0]);
    // Nothing is written too late where nothing is written.
    let (result, values) = run(9);
    result.unwrap();
    assert_eq!(values, [0; 12]);
}

/// A fiber whose last entries no pointer counts may be written again; it is what it was.
#[test]
fn goes_on_behind_what_was_dropped() {
    type Narrow = Dense<UnsortedList<Value, Vec<u8>, Vec<u16>>>;
    indices!(j, k, i);
    let b = csr(2, 2, &[1, 1, 1, 1]);
    let mut values = vec![1; 300];
    values.extend(vec![0; 300]);
    values[300..310].fill(2);
    let a = csr(2, 300, &values);
    let mut c = empty::<Narrow>();
    let error = program()
        .declare(&mut c)
        .body(|(c,)| {
            forall(
                j,
                then(
                    forall(k, forall(i, c.at((j, i)).add(b.at((j, k)) * a.at((k, i))))),
                    forall(i, c.at((j, i)).add(a.at((j, i)))),
                ),
            )
        })
        .run()
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge, "{error}");
    c.validate().unwrap();
    assert_eq!(c.count_stored(), 255);
    assert_eq!(all(&c)[..5], [4; 5]);
    assert_eq!(all(&c)[10..255], [2; 245]);
    // It can be written again.
    let few = csr(
        2,
        300,
        &values[300..].iter().chain(&[0; 300]).copied().collect::<Vec<_>>(),
    );
    c.copy_from(&few).unwrap();
    assert_eq!(c.count_stored(), 10);
}

#[test]
fn refuses_two_statements_at_once() {
    indices!(j, i);
    let a = csr(2, 3, &[1, 0, 2, 0, 3, 0]);
    let mut c = empty::<Rows>();
    let error = program()
        .declare(&mut c)
        .body(|(c,)| {
            forall(
                j,
                forall(i, then(c.at((j, i)).add(a.at((j, i))), c.at((j, i)).add(a.at((j, i))))),
            )
        })
        .run()
        .unwrap_err();
    assert!(error.to_string().contains("UnsortedList"), "{error}");
    c.validate().unwrap();
    // One after the other they may.
    program()
        .declare(&mut c)
        .body(|(c,)| {
            forall(
                j,
                then(
                    forall(i, c.at((j, i)).add(a.at((j, i)))),
                    forall(i, c.at((j, i)).add(a.at((j, i)))),
                ),
            )
        })
        .run()
        .unwrap();
    assert_eq!(all(&c), [2, 0, 4, 0, 6, 0]);
}

#[test]
fn refuses_what_does_not_fit() {
    type Narrow = UnsortedList<Value, Vec<u8>, Vec<u16>>;
    fn copy<L: WriteLevel<T = i64, Rank = typenum::U1> + Default>(len: usize) -> finch_formats::Result<Tensor<L>> {
        Tensor::from_tensor(&list(&vec![1; len]))
    }
    copy::<Narrow>(255).unwrap();
    // More entries than pointers count.
    let error = copy::<Narrow>(256).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge, "{error}");
    assert!(error.to_string().contains("UnsortedList"), "{error}");
    // More indices than there are numbers.
    assert!(Tensor::<Narrow>::empty([65_536]).is_ok());
    let error = Tensor::<Narrow>::empty([65_537]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge, "{error}");
    assert!(error.to_string().contains("u16"), "{error}");
    // More indices than there is a table of places for.
    type Wide = UnsortedList<Value, Vec<usize>, Vec<usize>>;
    let mut wide = Tensor::<Wide>::empty([1 << 60]).unwrap();
    let mut writer = wide.write_by([1 << 60], Add).unwrap();
    let error = writer.put([5], 1).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge, "{error}");
    writer.freeze().unwrap();
    wide.validate().unwrap();
    assert_eq!(wide.count_stored(), 0)
}
