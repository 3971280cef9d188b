//! A case, as a table row: a program as text, what it reads and writes, and the same program in types.

/// Declares a function, generic over nests, that runs a program over data and compares it with the oracle:
///
/// ```text
/// case! {
///     /// Union and intersection.
///     elementwise<A: Matrix, B: Matrix>(j, i): "for j, i { y[j, i] = a[j, i] + b[j, i]; z[j, i] = a[j, i] * b[j, i] }";
///     over (a, b) in &data::matrix_pairs();
///     reads a: A, b: B;
///     writes y: Csr, z: Dcsr;
///     forall(j, forall(i, block(y.at((j, i)).set(..), z.at((j, i)).set(..))))
/// }
/// ```
///
/// The program is run once for each of the data. An input is made of the data of its name, or of those behind `=`. Behind `with`,
/// names are given to what data say, for the program in both forms. Outputs are declared, and stale.
#[macro_export]
macro_rules! case {
    (
        $(#[$doc:meta])* $name:ident<$($nest:ident: $bound:path),+>($($index:ident),+): $text:expr;
        over $data:ident in $($rest:tt)+
    ) => {
        $crate::case! {
            @all [$(#[$doc])* $name [$($nest: $bound),+] [$($index),+] [$text]] [$data] [$data] $($rest)+
        }
    };
    (
        $(#[$doc:meta])* $name:ident<$($nest:ident: $bound:path),+>($($index:ident),+): $text:expr;
        over ($($data:ident),+) in $($rest:tt)+
    ) => {
        $crate::case! {
            @all [$(#[$doc])* $name [$($nest: $bound),+] [$($index),+] [$text]] [($($data),+)] [$($data)+] $($rest)+
        }
    };
    (
        @all [$(#[$doc:meta])* $name:ident [$($nest:ident: $bound:path),+] [$($index:ident),+] [$text:expr]]
        [$pattern:pat] [$($data:ident)+] $all:expr;
        $(with $($given:ident = $what:expr),+;)?
        reads $($input:ident: $of:ty $(= $from:expr)?),+;
        writes $($output:ident: $made:ty),+;
        $body:expr
    ) => {
        $(#[$doc])*
        fn $name<$($nest: $bound),+>() {
            indices!($($index),+);
            for $pattern in $all {
                $($(let $given = $what;)+)?
                let check = Check::of::<($($nest),+)>(&$text);
                let case = [$($data.to_string()),+].join(", ");
                let ($($input,)+) = ($(Input::<$of>::new($crate::case!(@from $input $(, $from)?)),)+);
                $(let mut $output = Output::<$made>::stale();)+
                let outcome = program()$(.declare(&mut $output.tensor))+.body(|($($output,)+)| $body).run();
                check.case(
                    case,
                    &[$((stringify!($input), &$input)),+],
                    outcome,
                    &[$((stringify!($output), &$output)),+],
                );
            }
        }
    };
    (@from $data:ident) => { &$data };
    (@from $data:ident, $from:expr) => { $from };
}
