//! The macros.

/// Declares an enum of tensors in several formats, and the enum of their names.
///
/// The head says the type of values and the number of dimensions, which all variants have in common. The enum may have one type
/// parameter with one bound, or none. Up to twelve variants hold a tensor each, each of another type.
///
/// ```
/// use finch_formats::prelude::*;
/// use finch_formats::{any_tensor, with_format};
///
/// any_tensor! {
///     /// The lengths of the roads between towns, infinite where there is none.
///     pub enum Roads of [f32; 2];
///     /// How roads are stored.
///     pub enum RoadFormat;
///     {
///         /// All pairs.
///         Table(MatrixWithFill<f32, Inf>),
///         /// Roads by where they start.
///         Lists(CsrWithFill<f32, Inf>),
///     }
/// }
///
/// let lists = CsrWithFill::from_triplets([2, 2], [([0, 1], 5.0)], Min)?;
/// let roads = Roads::from(lists).convert(RoadFormat::Table)?;
/// assert_eq!((roads.format().name(), roads.shape()), ("Table", [2, 2]));
/// assert_eq!(roads.get([1, 0]), Some(f32::INFINITY));
/// let stored = with_format!(&roads, |roads| roads.count_stored());
/// assert_eq!(stored, 4);
/// let table: MatrixWithFill<f32, Inf> = roads.try_into()?;
/// # Ok::<(), finch_formats::Error>(())
/// ```
///
/// | made | |
/// |---|---|
/// | `From` each tensor | moves it into the enum, at no cost |
/// | `TryFrom` the enum, for each tensor | moves it out; a [`Mismatch`](crate::ErrorKind::Mismatch) if it is in another format |
/// | `from_tensor(format, &tensor)` | a copy of any tensor of these values and dimensions, in a format |
/// | `convert(format)` | a copy in another format |
/// | `format`, `shape`, `count_stored`, `bytes`, `get`, `for_each`, `Clone`, `Debug` | as of a tensor |
/// | of the names: `ALL`, `name`, `Display`, `FromStr` | a `Parse` error lists the names that there are |
///
/// `from_tensor` copies in one program for each format. `convert` makes a compressed list of entries in between unless the format is
/// the one that there is, so that the compiler has to make twice as many programs as there are formats, and not their square. It takes
/// time and memory linear in what is stored.
#[macro_export]
macro_rules! any_tensor {
    (
        $(#[$attribute:meta])*
        $vis:vis enum $Name:ident $(<$T:ident: $bound:path>)? of [$Val:ty; $rank:literal];
        $(#[$of_format:meta])*
        $format_vis:vis enum $Format:ident;
        { $($(#[$of_variant:meta])* $Variant:ident($Tensor:ty)),+ $(,)? }
    ) => {
        $(#[$attribute])*
        #[derive(Clone)]
        $vis enum $Name $(<$T: $bound>)? {
            $($(#[$of_variant])* $Variant($Tensor)),+
        }

        $(#[$of_format])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        $format_vis enum $Format {
            $($(#[$of_variant])* $Variant),+
        }

        impl $Format {
            /// All formats.
            pub const ALL: &'static [$Format] = &[$($Format::$Variant),+];

            /// The name of the variant.
            pub fn name(self) -> &'static str {
                match self {
                    $($Format::$Variant => stringify!($Variant)),+
                }
            }
        }

        impl ::core::fmt::Display for $Format {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.pad(self.name())
            }
        }

        /// By the name of the variant, in upper or lower case.
        impl ::core::str::FromStr for $Format {
            type Err = $crate::Error;

            fn from_str(name: &str) -> $crate::Result<Self> {
                let found = Self::ALL.iter().find(|format| format.name().eq_ignore_ascii_case(name));
                found.copied().ok_or_else(|| $crate::any::unknown_format(name, &[$(stringify!($Variant)),+]))
            }
        }

        impl $(<$T: $bound>)? $Name $(<$T>)? {
            /// The format that it is in.
            pub fn format(&self) -> $Format {
                match self {
                    $($Name::$Variant(_) => $Format::$Variant),+
                }
            }

            /// The extents, outermost first.
            pub fn shape(&self) -> [usize; $rank] {
                match self {
                    $($Name::$Variant(tensor) => tensor.shape().into()),+
                }
            }

            /// How many values are stored: a run counts as one.
            pub fn count_stored(&self) -> usize {
                match self {
                    $($Name::$Variant(tensor) => tensor.count_stored()),+
                }
            }

            /// How many bytes the elements of its arrays take.
            pub fn bytes(&self) -> usize {
                match self {
                    $($Name::$Variant(tensor) => tensor.bytes()),+
                }
            }

            /// The value at `index`, stored or not, or `None` if an index is not below its extent.
            pub fn get(&self, index: [usize; $rank]) -> Option<$Val> {
                match self {
                    $($Name::$Variant(tensor) => tensor.get(index)),+
                }
            }

            /// Calls `visit` with every entry that is stored, in lexicographic order of indices. A run is visited once for each
            /// of its indices.
            pub fn for_each(&self, mut visit: impl FnMut(&[usize], $Val)) {
                let visit: &mut dyn FnMut(&[usize], $Val) = &mut visit;
                match self {
                    $($Name::$Variant(tensor) => tensor.for_each(visit)),+
                }
            }

            /// A copy of `source` in a format. Every entry that `source` stores is stored, along with what the format stores anyway.
            /// Takes time linear in what both store.
            ///
            /// # Errors
            ///
            /// * `TooLarge`: an extent does not fit the indices of the format, or there is not enough memory.
            /// * `Order`, `Invalid`, `Mismatch`: the format cannot hold what `source` stores, as one of a single entry per row, or of one
            ///   half of a symmetric matrix.
            pub fn from_tensor<L>(format: $Format, source: &$crate::Tensor<L>) -> $crate::Result<Self>
            where
                L: $crate::traits::level::Level<T = $Val, Rank = $crate::any::RankOf<$rank>>,
            {
                match format {
                    $($Format::$Variant => <$Tensor>::from_tensor(source).map($Name::$Variant)),+
                }
            }

            /// A copy in a format: a clone if it is in that one, or else what [`from_tensor`](Self::from_tensor) makes of a compressed list
            /// of the entries, which is as large as what is stored.
            ///
            /// # Errors
            ///
            /// Those of [`from_tensor`](Self::from_tensor).
            pub fn convert(&self, format: $Format) -> $crate::Result<Self> {
                if self.format() == format {
                    return Ok(self.clone());
                }
                let hub: $crate::__first_hub!($($Tensor,)+) = match self {
                    $($Name::$Variant(tensor) => tensor.convert()?),+
                };
                Self::from_tensor(format, &hub)
            }
        }

        /// The format, the extents and how many values are stored.
        impl $(<$T: $bound>)? ::core::fmt::Debug for $Name $(<$T>)? {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let (name, format) = (stringify!($Name), self.format());
                write!(f, "{name}::{format}({:?}, {} stored)", self.shape(), self.count_stored())
            }
        }

        $crate::__any_variants! { $Name [$(<$T>)?] [$(<$T: $bound>)?] $($Variant($Tensor),)+ }
        $crate::__any_slots! { $Name [$(<$T>)?] [$(<$T: $bound>)?] [$(, $T: $bound)?] $($Variant($Tensor),)+ }
    };
}

/// The type through which conversions go.
#[doc(hidden)]
#[macro_export]
macro_rules! __first_hub {
    ($First:ty, $($Rest:ty,)*) => { $crate::any::Hub<$First> };
}

/// `From` and `TryFrom` for each variant.
#[doc(hidden)]
#[macro_export]
macro_rules! __any_variants {
    ($Name:ident $arguments:tt $generics:tt $($Variant:ident($Tensor:ty),)+) => {
        $($crate::__any_variants! { @one $Name $arguments $generics $Variant($Tensor) })+
    };
    (@one $Name:ident [$($argument:tt)*] [$($generics:tt)*] $Variant:ident($Tensor:ty)) => {
        impl $($generics)* From<$Tensor> for $Name $($argument)* {
            fn from(tensor: $Tensor) -> Self {
                $Name::$Variant(tensor)
            }
        }

        /// Moves the tensor out, if it is in this format.
        impl $($generics)* TryFrom<$Name $($argument)*> for $Tensor {
            type Error = $crate::Error;

            fn try_from(any: $Name $($argument)*) -> $crate::Result<Self> {
                match any {
                    $Name::$Variant(tensor) => Ok(tensor),
                    #[allow(unreachable_patterns)]
                    other => Err($crate::any::other_format(other.format().name(), stringify!($Variant))),
                }
            }
        }
    };
}

/// `WithFormat` by value and by both references.
#[doc(hidden)]
#[macro_export]
macro_rules! __any_slots {
    ($Name:ident [$($argument:tt)*] [$($generics:tt)*] [$($more:tt)*] $($Variant:ident($Tensor:ty),)+) => {
        impl $($generics)* $crate::any::WithFormat for $Name $($argument)* {
            type Slots = $crate::any::Slots<$($crate::any::OccupiedSlot<$Tensor>),+>;

            #[inline]
            fn slots(self) -> Self::Slots {
                $crate::__any_match! { self, $Name; [S0 S1 S2 S3 S4 S5 S6 S7 S8 S9 S10 S11] [$($Variant)+] {} }
            }
        }

        impl<'any $($more)*> $crate::any::WithFormat for &'any $Name $($argument)* {
            type Slots = $crate::any::Slots<$($crate::any::OccupiedSlot<&'any $Tensor>),+>;

            #[inline]
            fn slots(self) -> Self::Slots {
                $crate::__any_match! { self, $Name; [S0 S1 S2 S3 S4 S5 S6 S7 S8 S9 S10 S11] [$($Variant)+] {} }
            }
        }

        impl<'any $($more)*> $crate::any::WithFormat for &'any mut $Name $($argument)* {
            type Slots = $crate::any::Slots<$($crate::any::OccupiedSlot<&'any mut $Tensor>),+>;

            #[inline]
            fn slots(self) -> Self::Slots {
                $crate::__any_match! { self, $Name; [S0 S1 S2 S3 S4 S5 S6 S7 S8 S9 S10 S11] [$($Variant)+] {} }
            }
        }
    };
}

/// The tensor that `$any` holds, in the slot of its variant.
#[doc(hidden)]
#[macro_export]
macro_rules! __any_match {
    ($any:expr, $Name:ident; [$($slots:ident)*] [] {$($arms:tt)*}) => {
        match $any { $($arms)* }
    };
    ($any:expr, $Name:ident; [] [$($left:ident)+] {$($arms:tt)*}) => {
        compile_error!("an enum of tensors has at most twelve formats")
    };
    ($any:expr, $Name:ident; [$slot:ident $($slots:ident)*] [$variant:ident $($left:ident)*] {$($arms:tt)*}) => {
        $crate::__any_match! {
            $any, $Name; [$($slots)*] [$($left)*] {
                $($arms)*
                $Name::$variant(tensor) => $crate::any::Slots::$slot($crate::any::OccupiedSlot(tensor)),
            }
        }
    };
}

/// Runs the same code on whichever format an enum of tensors holds: `with_format!(&a, |a| spmv(a, &x))`.
///
/// What stands behind `|a|` is any expression; it may use what is around it, return from the function, and `?`. In it, `a` is the tensor in
/// its own type: by value, `&` or `&mut`, as the first argument is. It has to compile for every format, and have the same type for all.
///
/// ```
/// use finch_formats::prelude::*;
/// use finch_formats::with_format;
///
/// let mut x = AnyVector::from(SparseVector::from_triplets([4], [([2], 5.0)], Add)?);
/// assert_eq!(with_format!(&x, |x| x.count_stored()), 1);
/// with_format!(&mut x, |x| *x = Tensor::from_triplets([9], [([3], 1.5)], Add)?);
/// assert_eq!((x.format(), x.shape()), (VectorFormat::Sparse, [9]));
/// let dense: Vector<f64> = with_format!(x, |x| x.convert()?);
/// assert_eq!(dense.get([3]), Some(1.5));
/// # Ok::<(), finch_formats::Error>(())
/// ```
///
/// # Cost
///
/// The expression is compiled once for each format of the enum, programs in it too, and parsed and type-checked twelve times whatever
/// the enum. Where that counts, let it be a call of a generic function, and name few formats by an enum of
/// your own. When it runs, there is one `match`.
#[macro_export]
macro_rules! with_format {
    ($any:expr, |$tensor:pat_param| $body:expr) => {
        $crate::__with_slots! { $any, $tensor, $body, S0 S1 S2 S3 S4 S5 S6 S7 S8 S9 S10 S11 }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __with_slots {
    ($any:expr, $tensor:pat_param, $body:expr, $($slot:ident)+) => {
        $crate::__with_slots! { @arms $any, [$tensor] [$body], $($slot)+ }
    };
    (@arms $any:expr, $tensor:tt $body:tt, $($slot:ident)+) => {
        match $crate::any::WithFormat::slots($any) {
            $($crate::any::Slots::$slot(slot) => $crate::__with_slots!(@arm slot $tensor $body),)+
        }
    };
    (@arm $slot:ident [$tensor:pat_param] [$body:expr]) => {{
        let $tensor = $crate::any::Slot::value($slot);
        $body
    }};
}
