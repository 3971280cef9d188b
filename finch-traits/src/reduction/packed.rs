//! Values that stay in a vector from turn to turn of a loop.

use crate::knot::*;
use crate::reduction::lanes::LIST_LANES;
use core::any::TypeId;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::__m256d;

/// The lanes of a sum: a vector if they are `f64`, on x86-64, and else an array.
///
/// Between two turns of a loop an array is so many numbers for LLVM, which chooses anew which of them make a vector. Where several arrays are
/// added to, it mixes them, and puts operands beside one another, one by one. A vector it leaves together: values are computed as they
/// lie. Where the target has no vectors that are so wide it becomes two.
#[derive(Clone, Copy)]
pub(crate) union Packed<T: Copy> {
    values: [T; LIST_LANES],
    #[cfg(target_arch = "x86_64")]
    doubles: __m256d,
}

impl<T: Copy + 'static> Packed<T> {
    /// Whether they are a vector.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn is_vector() -> bool {
        cfg!(target_arch = "x86_64") && TypeId::of::<T>() == TypeId::of::<f64>()
    }

    /// `value` in each lane.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn filled(value: T) -> Self {
        Packed::new([value; LIST_LANES])
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn new(values: [T; LIST_LANES]) -> Self {
        #[cfg(target_arch = "x86_64")]
        if Self::is_vector() {
            // SAFETY: both types are four numbers of 64 bits.
            let doubles = unsafe { core::mem::transmute::<[f64; LIST_LANES], __m256d>(*same_type(&values)) };
            return Packed { doubles };
        }
        Packed { values }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn get(self) -> [T; LIST_LANES] {
        #[cfg(target_arch = "x86_64")]
        if Self::is_vector() {
            // SAFETY: `new` has filled this field, since it has asked for the same type.
            let doubles = unsafe { self.doubles };
            // SAFETY: both types are four numbers of 64 bits.
            return *same_type(&unsafe { core::mem::transmute::<__m256d, [f64; LIST_LANES]>(doubles) });
        }
        // SAFETY: `new` has filled this field, since it has asked for the same type.
        unsafe { self.values }
    }

    /// Combines each lane with one of `values`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn combine<O: Reducer<T>>(self, op: O, values: [T; LIST_LANES]) -> Self {
        // Not by iterators, which would hold copies of them in memory.
        let mut lanes = self.get();
        for lane in 0..LIST_LANES {
            lanes[lane] = op.combine(lanes[lane], values[lane])
        }
        Packed::new(lanes)
    }

    /// All of them combined, by halves.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn sum<O: Reducer<T>>(self, op: O) -> T {
        let [first, second, third, fourth] = self.get();
        let [one, other] = in_one_register([op.combine(first, third), op.combine(second, fourth)]);
        op.combine(one, other)
    }
}

/// Two values, which are in one register from here on.
///
/// By it LLVM computes products of neighbours in one instruction, and puts those of two children beside one another afterwards, by two
/// instructions for two of each, to add them to two sums at once. It would rather put the operands beside one another, one by one.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn in_one_register<T: Copy + 'static>(values: [T; 2]) -> [T; 2] {
    #[cfg(all(target_arch = "x86_64", not(debug_assertions), not(miri)))]
    if TypeId::of::<T>() == TypeId::of::<f64>() {
        // SAFETY: both types are two numbers of 64 bits.
        let mut pair = unsafe { core::mem::transmute::<[f64; 2], core::arch::x86_64::__m128d>(*same_type(&values)) };
        // SAFETY: no instructions.
        unsafe { core::arch::asm!("/* {0} */", inout(xmm_reg) pair, options(pure, nomem, nostack, preserves_flags)) }
        // SAFETY: both types are two numbers of 64 bits.
        return *same_type(&unsafe { core::mem::transmute::<core::arch::x86_64::__m128d, [f64; 2]>(pair) });
    }
    values
}
