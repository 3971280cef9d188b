//! Methods of programs that are parts of features: where these are off, the methods say so.

macro_rules! missing {
    ($([$($there:tt)*] $trait:ident: $method:ident -> $returns:ty, $message:literal, $note:literal;)*) => { $(
        #[cfg(not(any($($there)*)))]
        #[doc(hidden)]
        #[diagnostic::on_unimplemented(message = $message, label = "the feature is off", note = $note)]
        pub trait $trait: crate::stmt::Stmt {}

        #[cfg(not(any($($there)*)))]
        impl<O, S, Wide> crate::program::Program<crate::program::NotYetRun, O, S, Wide> {
            #[doc(hidden)]
            pub fn $method(&self) -> $returns
            where
                S: $trait,
            {
                crate::total::never()
            }
        }
    )* };
}

missing! {
    [feature = "parallel"] OnThreads: run_parallel -> crate::Result<()>,
        "`run_parallel` is a part of the feature `parallel`",
        "`cargo add finch-kernels --features parallel`, or in `Cargo.toml`: `finch-kernels = {{ version = \"..\", features = [\"parallel\"] }}`; \
         `run` runs the same program on one thread";
    [feature = "explain", test] Explained: explain -> String,
        "`explain` is a part of the feature `explain`",
        "`cargo add finch-kernels --features explain`, or in `Cargo.toml`: `finch-kernels = {{ version = \"..\", features = [\"explain\"] }}`";
}
