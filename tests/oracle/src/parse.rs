//! Text to tree. Programs are part of the tests, so what is wrong with them panics.

use super::Value;
use super::tree::{Expr, Function, Place, Program, Reducer, Stmt};
use std::ops::Range;

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    Index,
    Variable,
}

struct Parser<'a> {
    text: &'a str,
    tokens: Vec<&'a str>,
    at: usize,
    names: Vec<(String, Meaning)>,
    loops: usize,
}

const SYMBOLS: [&str; 35] = [
    "choose=", "any=", "min=", "max=", "..", "+=", "*=", "|=", "&=", ":=", "==", "!=", "<=", ">=", "<<", ">>", "{",
    "}", "[", "]", "(", ")", ",", ";", "+", "-", "*", "/", "%", "&", "|", "^", "<", ">", "~",
];

fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let symbol = SYMBOLS
            .iter()
            .chain(&["=", "!"])
            .find(|symbol| rest.starts_with(**symbol));
        let word = rest
            .find(|c: char| !c.is_alphanumeric() && c != '_')
            .unwrap_or(rest.len());
        let length = match symbol {
            Some(symbol) => symbol.len(),
            // A number may hold a point, a range two.
            None if rest[word..].starts_with('.') && !rest[word..].starts_with("..") => {
                let digits = &rest[word + 1..];
                word + 1 + digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len())
            }
            None => word,
        };
        assert!(length > 0, "cannot read `{rest}` in `{text}`");
        tokens.push(&rest[..length]);
        rest = rest[length..].trim_start();
    }
    tokens
}

impl Program {
    /// Parses a program; see the [module](super) for how it is written.
    ///
    /// # Panics
    ///
    /// If the text is no program.
    pub fn parse(text: &str) -> Program {
        let mut parser = Parser {
            text,
            tokens: tokens(text),
            at: 0,
            names: Vec::new(),
            loops: 0,
        };
        let body = parser.statements();
        assert!(
            parser.at == parser.tokens.len(),
            "`{}` ends early, at `{}`",
            text,
            parser.peek()
        );
        Program {
            text: text.to_owned(),
            body,
            loops: parser.loops,
        }
    }
}

impl<'a> Parser<'a> {
    fn peek(&self) -> &'a str {
        self.tokens.get(self.at).copied().unwrap_or("the end")
    }

    fn next(&mut self) -> &'a str {
        let token = self.peek();
        self.at += 1;
        token
    }

    fn take(&mut self, token: &str) -> bool {
        let taken = self.peek() == token;
        self.at += usize::from(taken);
        taken
    }

    fn expect(&mut self, token: &str) {
        let found = self.next();
        assert!(
            found == token,
            "`{found}` where `{token}` is expected in `{}`",
            self.text
        )
    }

    fn number(&mut self) -> usize {
        let token = self.next();
        token
            .parse()
            .unwrap_or_else(|_| panic!("`{token}` is not a number in `{}`", self.text))
    }

    fn block(&mut self) -> Stmt {
        self.expect("{");
        let body = self.statements();
        self.expect("}");
        body
    }

    fn statements(&mut self) -> Stmt {
        let mut statements = Vec::new();
        while !matches!(self.peek(), "}" | "the end") {
            statements.push(self.statement());
            self.take(";");
        }
        match statements.len() {
            1 => statements.remove(0),
            _ => Stmt::Block(statements),
        }
    }

    fn statement(&mut self) -> Stmt {
        match self.peek() {
            "for" => {
                self.at += 1;
                self.loops_over()
            }
            "if" => {
                self.at += 1;
                let condition = self.expression(0);
                Stmt::Sieve(condition, Box::new(self.block()))
            }
            "let" => {
                self.at += 1;
                let name = self.next().to_owned();
                self.expect("=");
                let value = self.expression(0);
                self.expect(";");
                self.names.push((name.clone(), Meaning::Variable));
                let body = self.statements();
                self.names.pop();
                Stmt::Let(name, value, Box::new(body))
            }
            "with" => {
                self.at += 1;
                let name = self.next().to_owned();
                let producer = self.block();
                self.expect("then");
                Stmt::Workspace(name, Box::new(producer), Box::new(self.block()))
            }
            _ => self.assignment(),
        }
    }

    fn loops_over(&mut self) -> Stmt {
        let index = self.next().to_owned();
        let given: Option<Range<usize>> = self.take("in").then(|| {
            let start = self.number();
            self.expect("..");
            start..self.number()
        });
        let number = self.loops;
        self.loops += 1;
        self.names.push((index.clone(), Meaning::Index));
        let body = if self.take(",") {
            self.loops_over()
        } else {
            self.block()
        };
        self.names.pop();
        Stmt::Loop {
            number,
            index,
            given,
            body: Box::new(body),
        }
    }

    fn assignment(&mut self) -> Stmt {
        let name = self.next().to_owned();
        let indices = self.indices();
        let reducer = match self.next() {
            "=" => Reducer::Set,
            ":=" => Reducer::Overwrite,
            "+=" => Reducer::By(Function::Add),
            "*=" => Reducer::By(Function::Mul),
            "|=" => Reducer::By(Function::Or),
            "&=" => Reducer::By(Function::And),
            "min=" => Reducer::By(Function::Min),
            "max=" => Reducer::By(Function::Max),
            "choose=" => Reducer::Choose,
            // One value is as good as another, and the first one is what `Any` takes.
            "any=" => Reducer::Choose,
            other => panic!("`{other}` is no assignment in `{}`", self.text),
        };
        Stmt::Assign(name, indices, reducer, self.expression(0))
    }

    fn indices(&mut self) -> Vec<Place> {
        self.expect("[");
        let mut indices = Vec::new();
        while !self.take("]") {
            let permissive = self.take("~");
            let at = self.expression(0);
            indices.push(Place { permissive, at });
            self.take(",");
        }
        indices
    }

    fn expression(&mut self, binding: usize) -> Expr {
        let mut left = self.operand();
        while let Some((tightness, function)) = infix(self.peek())
            && tightness >= binding
        {
            self.at += 1;
            let right = self.expression(tightness + 1);
            left = Expr::Apply(function, vec![left, right]);
        }
        left
    }

    fn operand(&mut self) -> Expr {
        let token = self.next();
        match token {
            "-" => Expr::Apply(Function::Neg, vec![self.operand()]),
            "!" => Expr::Apply(Function::Not, vec![self.operand()]),
            "(" => {
                let inner = self.expression(0);
                self.expect(")");
                inner
            }
            "inf" => Expr::Constant(Value::Real(f64::INFINITY)),
            "true" => Expr::Constant(Value::Bool(true)),
            "false" => Expr::Constant(Value::Bool(false)),
            "missing" => Expr::Constant(Value::Missing),
            _ if token.starts_with(|c: char| c.is_ascii_digit()) => Expr::Constant(
                token
                    .parse()
                    .map(Value::Int)
                    .or_else(|_| token.parse().map(Value::Real))
                    .unwrap_or_else(|_| panic!("`{token}` is not a number in `{}`", self.text)),
            ),
            _ if self.peek() == "(" => {
                self.at += 1;
                let mut arguments = Vec::new();
                while !self.take(")") {
                    arguments.push(self.expression(0));
                    self.take(",");
                }
                Expr::Apply(function(token), arguments)
            }
            _ if self.peek() == "[" => Expr::Read(token.to_owned(), self.indices()),
            _ => match self.names.iter().rev().find(|(name, _)| name == token) {
                Some((_, Meaning::Index)) => Expr::Index(token.to_owned()),
                Some((_, Meaning::Variable)) => Expr::Variable(token.to_owned()),
                None => panic!("nothing is called `{token}` in `{}`", self.text),
            },
        }
    }
}

fn function(name: &str) -> Function {
    match name {
        "min" => Function::Min,
        "max" => Function::Max,
        "coalesce" => Function::Coalesce,
        "select" => Function::Select,
        "abs" => Function::Abs,
        "real" => Function::Real,
        "by" => Function::By,
        _ => panic!("no function is called `{name}`"),
    }
}

/// How tightly an operator binds, as in Rust.
fn infix(token: &str) -> Option<(usize, Function)> {
    Some(match token {
        "==" => (0, Function::Eq),
        "!=" => (0, Function::Ne),
        "<" => (0, Function::Lt),
        "<=" => (0, Function::Le),
        ">" => (0, Function::Gt),
        ">=" => (0, Function::Ge),
        "|" => (1, Function::Or),
        "^" => (2, Function::Xor),
        "&" => (3, Function::And),
        "<<" => (4, Function::Shl),
        ">>" => (4, Function::Shr),
        "+" => (5, Function::Add),
        "-" => (5, Function::Sub),
        "*" => (6, Function::Mul),
        "/" => (6, Function::Div),
        "%" => (6, Function::Rem),
        _ => return None,
    })
}
