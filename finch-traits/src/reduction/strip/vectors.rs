//! Strips whose sums stay in vectors: of `f64`, on x86-64.
//!
//! Where the order is free each child has a vector of sums. Where it is not, those of four children are in a vector, and what is
//! computed for each child at a few indices is turned, so that what is added to them at once lies side by side.

#[cfg(not(debug_assertions))]
use super::values::{LONG_STRIP, TOGETHER, values_of};
use super::values::{STRIP, add};
use crate::knot::*;
use crate::reduction::lanes::LIST_LANES;
use crate::reduction::lookup::values;
use crate::reduction::packed::Packed;

/// The sums of the children at `indices`, those of [`LIST_LANES`] children in a vector.
#[cfg(not(debug_assertions))]
#[inline(always)]
pub(super) fn strip_in_vectors<const CHILDREN: usize, T: Copy + 'static, O: Reducer<T>, P: Stmt>(
    fill: T,
    op: O,
    producer: P,
    region: Region,
    indices: [usize; CHILDREN],
) -> [T; CHILDREN] {
    let sums = [(); LONG_STRIP / LIST_LANES].map(|()| Cell::new(Packed::filled(fill)));
    let (four, _) = indices.as_chunks();
    let Region { lo: mut first, hi } = region;
    while hi - first >= TOGETHER {
        add_to_lane_each::<TOGETHER, T, O, P>(&sums[0], op, producer, region, four[0], first);
        if const { CHILDREN == LONG_STRIP } {
            add_to_lane_each::<TOGETHER, T, O, P>(&sums[1], op, producer, region, four[1], first)
        }
        first += TOGETHER
    }
    while first < hi {
        add_to_lane_each::<1, T, O, P>(&sums[0], op, producer, region, four[0], first);
        if const { CHILDREN == LONG_STRIP } {
            add_to_lane_each::<1, T, O, P>(&sums[1], op, producer, region, four[1], first)
        }
        first += 1
    }
    let sums = sums.map(|sums| sums.get().get());
    let mut all = [fill; CHILDREN];
    for child in 0..CHILDREN {
        all[child] = sums[child / LIST_LANES][child % LIST_LANES]
    }
    all
}

/// Adds `LEN` values of each of the children at `indices`, from that at `first` on, to its lane.
#[cfg(not(debug_assertions))]
#[inline(always)]
fn add_to_lane_each<const LEN: usize, T: Copy + 'static, O: Reducer<T>, P: Stmt>(
    sums: &Cell<Packed<T>>,
    op: O,
    producer: P,
    region: Region,
    indices: [usize; LIST_LANES],
    first: usize,
) {
    // One behind the other, as in `add`.
    let values = [
        values_of::<LEN, T, P>(producer, region, indices[0], first),
        values_of::<LEN, T, P>(producer, region, indices[1], first),
        values_of::<LEN, T, P>(producer, region, indices[2], first),
        values_of::<LEN, T, P>(producer, region, indices[3], first),
    ];
    #[expect(clippy::needless_range_loop, reason = "number `k` of each child")]
    for k in 0..LEN {
        let mut lanes = sums.get().get();
        for lane in 0..LIST_LANES {
            if let Some(value) = values[lane][k] {
                lanes[lane] = op.combine(lanes[lane], value)
            }
        }
        sums.set(Packed::new(lanes))
    }
}

/// The sums of the children at `indices`, in any order: each begins with [`LIST_LANES`] that hold `identity`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn strip_in_lanes<T: Copy + 'static, O: Reducer<T>, P: Stmt>(
    fill: T,
    identity: T,
    op: O,
    producer: P,
    region: Region,
    indices: [usize; STRIP],
) -> [T; STRIP] {
    let all = [(); STRIP].map(|()| Cell::new(Packed::filled(identity)));
    let Region { lo: mut first, hi } = region;
    while hi - first >= LIST_LANES {
        // One behind the other, as in `add`.
        add_to_lanes(&all[0], producer, region, indices[0], first);
        add_to_lanes(&all[1], producer, region, indices[1], first);
        add_to_lanes(&all[2], producer, region, indices[2], first);
        add_to_lanes(&all[3], producer, region, indices[3], first);
        first += LIST_LANES
    }
    let sums = all.map(|lanes| Cell::new(op.combine(fill, lanes.get().sum(op))));
    while first < hi {
        add::<STRIP, 1, T, O, P>(&sums, op, producer, region, indices, first);
        first += 1
    }
    sums.map(|sum| sum.get())
}

/// Adds a value to each lane of the child at `index`, those at `first` and behind it.
#[cfg_attr(not(debug_assertions), inline(always))]
fn add_to_lanes<T: Copy + 'static, P: Stmt>(
    lanes: &Cell<Packed<T>>,
    producer: P,
    region: Region,
    index: usize,
    first: usize,
) {
    producer.traverse(Bind::at(index), AddToLanes { lanes, region, first })
}

/// Continues with the loop of a child, by adding a value to each of its lanes.
struct AddToLanes<'a, T: Copy> {
    lanes: &'a Cell<Packed<T>>,
    region: Region,
    first: usize,
}

copied!(['a, T: Copy] AddToLanes<'a, T>);

impl<P: Pass, T: Copy + 'static> OnStmt<P> for AddToLanes<'_, T> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call<S: Stmt>(self, _pass: P, stmt: S) {
        stmt.sum(Driver::new(), self.region, self)
    }
}

impl<T: Copy + 'static> OnSum for AddToLanes<'_, T> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call<W: Target, O: Reducer<W::T>, E: Expr<T = W::T>>(self, _target: W, op: O, value: E) {
        if let Some(identity) = O::identity() {
            let lanes: &Cell<Packed<W::T>> = same_type(self.lanes);
            let values = values(value, identity, None, |lane| Bind::at(self.first + lane));
            lanes.set(lanes.get().combine(op, values))
        }
    }
}
