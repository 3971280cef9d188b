//! What generic code knows to be of another type than the compiler does.

use core::any::Any;

/// `value` as a `U`, which it is.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn same_type<T: 'static, U: 'static>(value: &T) -> &U {
    match (value as &dyn Any).downcast_ref() {
        Some(value) => value,
        None => crate::total::never(),
    }
}
