//! What is wrong with a program, in words.
//!
//! A macro cannot say something about a token that it was given: `compile_error!` points at the whole program. But a
//! macro that is given a token it has no rule for makes the compiler point at this token, and say what was expected
//! instead. So the words are what is expected here, and nothing ever matches them.

/// Refuses a token: `@reason token`.
#[doc(hidden)]
#[macro_export]
#[rustfmt::skip]
macro_rules! __finch_refused {
    (@semicolon "a statement ends with `;`, or two operands have an operator between them") => {};
    (@dangling "a value behind this") => {};
    (@misplaced "a value in place of this operator: two operators stand in a row, one is too many or the value between them is missing") => {};
    (@closure "a value: a closure is named in front of the program, with its types written out, `let f = |v: f64| v.max(0.0);`, and called in it, `f(x[i])`") => {};
    (@borrow "a value in place of this `&`: an access is written without it, `a[j, i]`") => {};
    (@equals "`==`: a condition compares, `=` assigns") => {};
    (@chain "comparisons do not chain: join two of them by `&&`") => {};
    (@choice "a value behind this, not an `if`: a choice of values is `select(condition, a, b)`") => {};
    (@choice_behind "`;` or an operator here: a choice of values is `select(condition, a, b)`, and errors are what `run` returns") => {};
    (@argument "a value in front of the comma before this") => {};
    (@unexpected "an operator of the notation: + - * / % & | ^ == != < <= > >= && || or a method call") => {};
    (@brackets "an access is a name in front of its brackets, in a call as well, `max(x[i], y[i])`: a tensor that is computed is stored first, and named") => {};
    (@else "`else { .. }` or `else if condition { .. }`, with a statement in it, right behind the body of an `if`") => {};
    (@keyword "a statement is an assignment, a declaration, `for`, `if`, `let` or a block in braces") => {};
    (@statement "a statement begins with the access it assigns to, `for`, `if`, `let` or a declaration") => {};
    (@macro "a statement in place of this macro: a program has none; what it computes is in its outputs once it has run: `println!` stands behind the program") => {};
    (@while "a loop over an index, `for i { .. }`; what repeats until a value is reached is a loop of Rust around a program: `while s.get() < 1.0 { finch! { mut s; .. }.run()? }`, where `mut s;` keeps what `s` holds") => {};
    (@break "a condition around the statements that are to be left out, `if .. { .. }`: a loop ends with its last index, or early where its scalar is a `ShortScalar` that nothing changes any more") => {};
    (@return "a statement: what a program finds is in its outputs once it has run") => {};
    (@assignment "an assignment behind the access on the left: `=`, `+=`, `-=`, `*=`, `/=`, `|=`, `&=`, `:=`, or a reducer between `<<` and `>>=`, as in `y[i] <<min>>= value`") => {};
    (@declared_element "an assignment behind the access, `y[i] = ..`; an output that is an element of a slice is borrowed in front of the program, `let y = &mut ys[k];`, and declared by that name, `y .= 0;`") => {};
    (@two_brackets "one pair of brackets: a matrix is written as `b[i, j] = ..`; an element of a slice of tensors is borrowed in front of the program, `let y = &mut ys[k];`") => {};
    (@slice "an index of a loop in place of this range: a row is read by a loop over its indices, `for j, i { y[j] += a[j, i] * x[i]; }`; a part of a dimension is `x[window(i, lo..hi)]`") => {};
    (@protocol_around "a protocol stands in the brackets, around one index: `x[gallop(i)]`, `a[j, gallop(i)]`") => {};
    (@total "a loop in place of this call: `for i { y[j] += a[j, i] * x[i]; }` adds up, as does `for i { s[] += x[i]; }`, `s[] <<max>>= x[i]` finds the greatest; `s` is a scalar, `let mut s = Scalar::new(0.0);` in front of the program and `s .= 0;` in it") => {};
    (@and "`&&` in place of this word: conditions are joined by `&&` and `||`, and turned round by `!`") => {};
    (@only_expression "an assignment: this statement is only an expression, and changes nothing") => {};
    (@scalar "an access on the left: a scalar has brackets too, `s[] += ..`, and is made in front of the program, `let mut s = Scalar::new(0.0);` (`s.get()` behind it), with `s .= 0;` in it; what `let` names does not change") => {};
    (@declaration "`y .= 0;`, which declares an output, or `y[i] = value;`, which assigns to it: that of a scalar is `s[] = value;`; what `let` names does not change") => {};
    (@for_header "a loop is `for i { .. }`, `for j, i { .. }` or `for i in 0..n { .. }`: it goes over indices, and values are read at them, `x[i]`") => {};
    (@data_down "a range of Rust's numbers in `(lo..hi).rev()`, which stand in braces if they are more than a name, `({ ends[k] }..n).rev()`; a range whose ends are read from tensors cannot run down, write `for p in ptr[j]..ptr[j + 1]`") => {};
    (@for_equals "`in`: the extent of a loop is given as `for i in 0..n { .. }`; without it, it is inferred") => {};
    (@braces "a body in braces somewhere behind this") => {};
    (@empty_body "a body with a statement in it") => {};
    (@let "`let name = value;`: a name for a value, which does not change. What is added up is a scalar, `let mut s = Scalar::new(0.0);` in front of the program; in it `s .= 0;` and then `for i { s[] += x[i]; }`") => {};
    (@let_end "statements behind this `let`, in the same block, that use the name") => {};
    (@mut "`mut y;`, with its `;`: a tensor that is updated in place") => {};
    (@mut_inside "a tensor that is updated in place is introduced outside of all loops: `mut y;`") => {};
    (@unfilled "statements behind this declaration: one that fills the workspace, and some that read it") => {};
    (@two_workspaces "the statement that fills the workspace declared before: declare this one within it, `{ w .= 0; .. }`") => {};
    (@let_fills "the statement that fills the workspace declared before: name the value in front of the declaration") => {};
    (@fill "a fill behind `.=`, as in `y .= 0;`: 0, 1, inf, -inf, true, false, the type of another fill, or `_` for whatever it is") => {};
    (@protocol "a protocol is written `gallop(i)`, `follow(i)` or `walk(i)`, of one index") => {};
    (@window "a window is written `window(i, lo..hi)`") => {};
    (@window_of_two "the ends of a window are a range: `window(i, lo..hi)`") => {};
    (@index "an index of a loop, a number, or what `+ - * / %` make of these, as in `a[i]`, `a[i + 1]`, `a[~(i - j)]`, `a[5]`; a protocol of one, as in `a[gallop(i)]`; a place that data names, as in `a[x[i]]`, `a[f(x[i])]`; other expressions go into braces, `a[{ n / 2 }]`, `a[{ x.shape()[0] - 1 } - i]`") => {};
    (@ninth "the end of the access in front of this: an access has eight indices at most, and a program names no tensor of more dimensions") => {};
    (@double_brackets "indices without brackets or parentheses of their own: `a[j, i]`") => {};
    (@negative "a place, of which none is negative: the last of `n` is `a[{ n - 1 }]`") => {};
    (@permissive "`~` in front of the whole place, not within a sum: `a[~(i + 1)]`, which is missing beyond the extent, `coalesce(a[~(i + 1)], 0)`; such a place gives its loop no extent, `for i in 0..n`") => {};
    (@unfinished "an index or a number behind this, as in `a[i + 1]`, `a[2 * i]`") => {};
    (@other_field "the value that the declaration names: a field of the same name is the output, and that of another value is none here. Borrow one of the two in front of the program, `let y = &mut other.y;`, and write `y` in it") => {};
    (@reducer "a reducer between `<<` and `>>=`: `y[i] <<min>>= value`") => {};
}
