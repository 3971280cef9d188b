//! Pages to read about formats.
//!
//! | page | says |
//! |---|---|
//! | [which format](which_format) | questions about the data, what each format takes and gives, and a picture of each |
//! | [coming from sprs](from_sprs) | both libraries side by side |

/// The page on formats, and the picture of each level behind it.
macro_rules! with_pictures {
    ($($module:ident: $($name:ident)+ = $($cell:literal)|+;)*) => {
        #[doc = include_str!("which_format.md")]
        $(
            #[doc = include_str!(concat!("../../pictures/", stringify!($module), ".svg"))]
            #[doc = ""]
        )*
        pub mod which_format {}
    };
}

each_level! { with_pictures }

#[doc = include_str!("from_sprs.md")]
pub mod from_sprs {}
