//! Index variables whose types all programs share.

#[doc(hidden)]
pub use finch_algebra::nat::{Named, Succ};
#[doc(hidden)]
pub use finch_traits::index::Index;
#[doc(hidden)]
pub use typenum::U0;

/// Declares index variables, numbered in the order given.
///
/// Wherever `finch_traits::indices!` is called it makes types of its own. With these types, what a case does with a nest at `j, i`
/// is compiled once for all cases of a suite. [`letters`](mod@crate::letters) lists the names.
#[macro_export]
macro_rules! indices {
    (@from $number:ty; ) => {};
    (@from $number:ty; $name:ident $(, $rest:ident)*) => {
        let $name = $crate::letters::Index::<$crate::letters::Named<$number, $crate::letters::$name>>::new();
        $crate::indices!(@from $crate::letters::Succ<$number>; $($rest),*);
    };
    ($($name:ident),+ $(,)?) => {
        $crate::indices!(@from $crate::letters::U0; $($name),+);
    };
}

macro_rules! letters {
    ($($name:ident)+) => { $(
        #[doc = concat!("The name of the index `", stringify!($name), "`.")]
        #[allow(non_camel_case_types)]
        #[derive(Debug)]
        pub enum $name {}

        impl finch_algebra::nat::Name for $name {
            const NAME: &'static str = stringify!($name);
        }
    )+ };
}

letters! { i j k l m p q r _outer }
