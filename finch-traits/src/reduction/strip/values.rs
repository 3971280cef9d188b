//! Values of the children of a strip, and their sums.

use crate::knot::*;
use crate::reduction::packed::in_one_register;
use crate::reduction::short_blocks::values_from;

/// How many children a strip has.
pub(crate) const STRIP: usize = 4;

/// How many children a strip has where there are so many: two times as many additions need not wait for each other.
pub(super) const LONG_STRIP: usize = 2 * STRIP;

/// How many values of each child are computed before they are added.
pub(super) const TOGETHER: usize = 4;

/// Adds `LEN` values of each child, from that at `first` on.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn add<const CHILDREN: usize, const LEN: usize, T: Copy + 'static, O: Reducer<T>, P: Stmt>(
    sums: &[Cell<T>; CHILDREN],
    op: O,
    producer: P,
    region: Region,
    indices: [usize; CHILDREN],
    first: usize,
) {
    // One behind the other, and not a loop: sums stay in registers.
    let add = |child: usize| {
        let (sum, values) = (
            &sums[child],
            values_of::<LEN, T, P>(producer, region, indices[child], first),
        );
        for value in &values {
            if let Some(value) = *value {
                sum.set(op.combine(sum.get(), value))
            }
        }
    };
    add(0);
    add(1);
    add(2);
    add(3);
    if const { CHILDREN == LONG_STRIP } {
        add(4);
        add(5);
        add(6);
        add(7)
    }
    for [first, second] in sums.as_chunks().0 {
        let [one, other] = in_one_register([first.get(), second.get()]);
        first.set(one);
        second.set(other)
    }
}

/// `LEN` values of the child at `index`, from that at `first` on: none where nothing is to be added.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn values_of<const LEN: usize, T: Copy + 'static, P: Stmt>(
    producer: P,
    region: Region,
    index: usize,
    first: usize,
) -> [Option<T>; LEN] {
    let values = Cell::new([None; LEN]);
    let keep = KeepValues {
        values: &values,
        region,
        first,
    };
    producer.traverse(Bind::at(index), keep);
    values.get()
}

/// Continues with the loop of a child, by keeping values of it.
struct KeepValues<'a, const LEN: usize, T> {
    values: &'a Cell<[Option<T>; LEN]>,
    region: Region,
    first: usize,
}

copied!(['a, const LEN: usize, T] KeepValues<'a, LEN, T>);

impl<const LEN: usize, P: Pass, T: Copy + 'static> OnStmt<P> for KeepValues<'_, LEN, T> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call<S: Stmt>(self, _pass: P, stmt: S) {
        stmt.sum(Driver::new(), self.region, self)
    }
}

impl<const LEN: usize, T: Copy + 'static> OnSum for KeepValues<'_, LEN, T> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call<W: Target, O: Reducer<W::T>, E: Expr<T = W::T>>(self, _target: W, _op: O, value: E) {
        let mut values = values_from::<LEN, O, W::Fill, _>(value, self.first);
        for two in values.as_chunks_mut().0 {
            if let [Some(first), Some(second)] = *two {
                *two = in_one_register([first, second]).map(Some)
            }
        }
        self.values.set(*same_type(&values))
    }
}
