//! Names of one letter, as types that all programs share.
//!
//! Programs that say the same with the same letters have one type wherever they stand, so that a crate compiles them once. Messages of the
//! compiler shorten names that no two things have: outputs of one letter have these names, too.

use super::Name;

/// Declares the types, and the macro that chooses one.
macro_rules! letters {
    ($d:tt $($letter:ident)+) => {
        $(
            #[doc = concat!("The name `", stringify!($letter), "`.")]
            #[allow(non_camel_case_types)]
            #[derive(Debug)]
            pub enum $letter {}

            impl Name for $letter {
                const NAME: &'static str = stringify!($letter);
            }
        )+

        /// Declares `__Called`, the type that is the name `$name` of an index or an output: the one that all programs share, or else one of its own.
        #[doc(hidden)]
        #[macro_export]
        macro_rules! __finch_name {
            $( ($letter) => { type __Called = $d crate::nat::letters::$letter; }; )+
            ($d name:ident) => {
                #[allow(non_camel_case_types)]
                enum $d name {}
                impl $d crate::nat::Name for $d name {
                    const NAME: &'static str = stringify!($d name);
                }
                type __Called = $d name;
            };
        }
    };
}

letters! { $ a b c d e f g h i j k l m n o p q r s t u v w x y z }
