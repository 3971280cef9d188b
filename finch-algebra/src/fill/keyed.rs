//! Fills of pairs: the key is the fill, the value is zero.

use super::{Fill, Inf, Missing, NegInf, Zero};
use crate::by::By;
use crate::known::{Tagged, tag};
use crate::number::{Number, Ordered};

/// Implements a fill for pairs of some key types and value types.
macro_rules! keyed {
    ($($fill:ident = $trait:ident::$key_value:ident;)*) => { $(
        keyed!(@keys $fill $trait $key_value: f32 f64 i8 i16 i32 i64 u8 u16 u32 u64 usize);
    )* };
    (@keys $fill:ident $trait:ident $key_value:ident: $($key:ident)*) => { $(
        keyed!(@values $fill $trait $key_value $key: usize u32 i64);
    )* };
    (@values $fill:ident $trait:ident $key_value:ident $key:ident: $($value:ident)*) => { $(
        impl Fill<By<$key, $value>> for $fill {
            type Known = Tagged<tag::$fill>;
            const VALUE: &'static By<$key, $value> = &By::new(*<$key as $trait>::$key_value, 0);
        }
    )* };
}

keyed! {
    Zero = Number::ZERO;
    Inf = Ordered::INF;
    NegInf = Ordered::NEG_INF;
    Missing = Number::ZERO;
}
