//! Evaluation by plain nested loops.

use super::tree::{Expr, Function, Place, Program, Reducer, Stmt};
use super::{Array, Value};
use std::collections::BTreeMap;
use std::ops::{Index, Range};

/// An array that a program writes.
#[derive(Clone, Copy, Debug)]
struct Output {
    fill: Value,
    /// Emptied and sized by the program.
    declared: bool,
}

/// The arrays of a program by their names.
#[derive(Clone, Debug, Default)]
pub struct World {
    arrays: BTreeMap<String, Array>,
    outputs: BTreeMap<String, Output>,
}

impl World {
    /// An input.
    pub fn insert(&mut self, name: &str, array: Array) {
        self.arrays.insert(name.to_owned(), array);
    }

    /// An output or a workspace of `shape` that the program empties first: it becomes `fill`, and as large as the
    /// loops want it. Where they do not want it, `shape` stays.
    pub fn declare(&mut self, name: &str, shape: Vec<usize>, fill: Value) {
        self.insert(name, Array::full(shape, fill));
        self.outputs.insert(name.to_owned(), Output { fill, declared: true });
    }

    /// An output that the program updates in place.
    pub fn update(&mut self, name: &str, array: Array, fill: Value) {
        self.insert(name, array);
        self.outputs.insert(name.to_owned(), Output { fill, declared: false });
    }
}

impl Index<&str> for World {
    type Output = Array;
    fn index(&self, name: &str) -> &Array {
        self.arrays
            .get(name)
            .unwrap_or_else(|| panic!("no array is called `{name}`"))
    }
}

impl Program {
    /// Runs over the arrays of `world`.
    ///
    /// # Panics
    ///
    /// If the extents do not fit each other, or a function is given values it is not made for: programs that run into
    /// that are not for the oracle.
    pub fn run(&self, world: &mut World) {
        let mut sizes = Sizes {
            extents: vec![0..0; self.loops],
            sized: BTreeMap::new(),
        };
        sizes.find(&self.body, world);
        let mut run = Run {
            world,
            extents: &sizes.extents,
            indices: Vec::new(),
            variables: Vec::new(),
        };
        let mut sums = Vec::new();
        if writes_at_sums(&self.body) {
            run.sums(&self.body, &mut sums)
        }
        for (name, axis, end) in sums {
            if let size @ Size::AtLeast(_) = sizes.axis(world, &name, axis) {
                *size = Size::AtLeast(self_max(*size, end))
            }
        }
        for (name, axes) in sizes.sized {
            let Output { fill, declared } = world.outputs[&name];
            if declared {
                let shape: Vec<usize> = axes
                    .iter()
                    .zip(world[&name].shape())
                    .map(|(sized, &own)| match sized {
                        Size::Exactly(extent) => *extent,
                        Size::AtLeast(extent) => own.max(*extent),
                    })
                    .collect();
                world.declare(&name, shape, fill);
            }
        }
        let mut run = Run {
            world,
            extents: &sizes.extents,
            indices: Vec::new(),
            variables: Vec::new(),
        };
        run.execute(&self.body);
    }
}

#[derive(Clone, Copy, Debug)]
enum Size {
    Exactly(usize),
    AtLeast(usize),
}

/// The extents of loops and declared outputs.
struct Sizes {
    extents: Vec<Range<usize>>,
    sized: BTreeMap<String, Vec<Size>>,
}

impl Sizes {
    fn axis(&mut self, world: &World, name: &str, axis: usize) -> &mut Size {
        let rank = world[name].shape().len();
        &mut self
            .sized
            .entry(name.to_owned())
            .or_insert_with(|| vec![Size::AtLeast(0); rank])[axis]
    }

    fn extent_of(&mut self, world: &World, name: &str, axis: usize) -> usize {
        let own = world[name].shape()[axis];
        match world.outputs.get(name) {
            Some(Output { declared: true, .. }) => match *self.axis(world, name, axis) {
                Size::Exactly(extent) => extent,
                Size::AtLeast(extent) => own.max(extent),
            },
            _ => own,
        }
    }

    fn find(&mut self, stmt: &Stmt, world: &World) {
        match stmt {
            Stmt::Loop {
                number,
                index,
                given,
                body,
            } => {
                let mut reads = Vec::new();
                let mut writes = Vec::new();
                accesses(body, index, &mut reads, &mut writes);
                let inside = |sizes: &mut Sizes| sizes.find(body, world);
                if let Some(range) = given {
                    self.extents[*number] = range.clone();
                    for (name, axis) in writes {
                        if let size @ Size::AtLeast(_) = self.axis(world, &name, axis) {
                            *size = Size::AtLeast(self_max(*size, range.end))
                        }
                    }
                    return inside(self);
                }
                // Workspaces that an inner loop sizes are read at that size, so the inner loops come first if need be.
                let known: Vec<usize> = reads
                    .iter()
                    .filter(|(name, _)| !world.outputs.get(name).is_some_and(|output| output.declared))
                    .chain(writes.iter().filter(|(name, _)| !world.outputs[name].declared))
                    .map(|(name, axis)| world[name].shape()[*axis])
                    .collect();
                let extent = match known.first() {
                    Some(&extent) => extent,
                    None => {
                        let (name, axis) = reads
                            .first()
                            .or(writes.first())
                            .expect("an extent for every loop")
                            .clone();
                        self.extent_of(world, &name, axis)
                    }
                };
                assert!(
                    known.iter().all(|&other| other == extent),
                    "the accesses with {index} agree: {known:?}"
                );
                self.extents[*number] = 0..extent;
                for (name, axis) in writes {
                    *self.axis(world, &name, axis) = Size::Exactly(extent);
                }
                inside(self)
            }
            Stmt::Sieve(_, body) | Stmt::Let(_, _, body) => self.find(body, world),
            Stmt::Block(body) => body.iter().for_each(|stmt| self.find(stmt, world)),
            Stmt::Workspace(_, producer, consumer) => {
                self.find(producer, world);
                self.find(consumer, world)
            }
            Stmt::Assign(..) => (),
        }
    }
}

/// Whether an output is written at a sum of indices somewhere.
fn writes_at_sums(stmt: &Stmt) -> bool {
    match stmt {
        Stmt::Loop { body, .. } | Stmt::Sieve(_, body) | Stmt::Let(_, _, body) => writes_at_sums(body),
        Stmt::Block(body) => body.iter().any(writes_at_sums),
        Stmt::Workspace(_, producer, consumer) => writes_at_sums(producer) || writes_at_sums(consumer),
        Stmt::Assign(_, places, ..) => places.iter().any(|place| place.plain().is_none() && place.is_sum()),
    }
}

fn self_max(size: Size, end: usize) -> usize {
    match size {
        Size::Exactly(extent) | Size::AtLeast(extent) => extent.max(end),
    }
}

/// Where `index` is used: arrays and axes, read and written.
fn accesses(stmt: &Stmt, index: &str, reads: &mut Vec<(String, usize)>, writes: &mut Vec<(String, usize)>) {
    fn note(into: &mut Vec<(String, usize)>, name: &str, places: &[Place], index: &str) {
        for (axis, here) in places.iter().enumerate() {
            if here.plain() == Some(index) {
                into.push((name.to_owned(), axis))
            }
        }
    }
    fn within(expr: &Expr, index: &str, reads: &mut Vec<(String, usize)>) {
        match expr {
            Expr::Read(name, places) => {
                note(reads, name, places, index);
                places.iter().for_each(|place| within(&place.at, index, reads))
            }
            Expr::Apply(_, arguments) => arguments.iter().for_each(|argument| within(argument, index, reads)),
            Expr::Constant(_) | Expr::Index(_) | Expr::Variable(_) => (),
        }
    }
    match stmt {
        // An inner loop over the same name is another index.
        Stmt::Loop { index: inner, .. } if inner == index => (),
        Stmt::Loop { body, .. } => accesses(body, index, reads, writes),
        Stmt::Sieve(expr, body) | Stmt::Let(_, expr, body) => {
            within(expr, index, reads);
            accesses(body, index, reads, writes)
        }
        Stmt::Block(body) => body.iter().for_each(|stmt| accesses(stmt, index, reads, writes)),
        Stmt::Workspace(_, producer, consumer) => {
            accesses(producer, index, reads, writes);
            accesses(consumer, index, reads, writes)
        }
        Stmt::Assign(name, places, _, value) => {
            note(writes, name, places, index);
            places.iter().for_each(|place| within(&place.at, index, reads));
            within(value, index, reads)
        }
    }
}

struct Run<'a> {
    world: &'a mut World,
    extents: &'a [Range<usize>],
    indices: Vec<(&'a str, usize)>,
    variables: Vec<(&'a str, Value)>,
}

impl<'a> Run<'a> {
    /// Where an array is read or written, if that is in bounds; a place beyond them has to be permitted.
    fn place(&self, name: &str, places: &[Place]) -> Option<Vec<usize>> {
        let shape = self.world[name].shape();
        let mut at = Vec::new();
        for (place, &extent) in places.iter().zip(shape) {
            let here = match self.value(&place.at) {
                Value::Int(here) => here,
                Value::Real(here) => here as i64,
                Value::Missing => return None,
                other => panic!("{other} is no place"),
            };
            if (0..extent as i64).contains(&here) {
                at.push(here as usize)
            } else {
                assert!(
                    place.permissive,
                    "{here} is a place along {name}, which is {extent} long"
                );
                return None;
            }
        }
        Some(at)
    }

    /// How far the sums of indices go at which outputs are written.
    fn sums<'s: 'a>(&mut self, stmt: &'s Stmt, ends: &mut Vec<(String, usize, usize)>) {
        match stmt {
            Stmt::Loop {
                number, index, body, ..
            } => self.over(*number, index, |this| this.sums(body, ends)),
            Stmt::Sieve(_, body) | Stmt::Let(_, _, body) => self.sums(body, ends),
            Stmt::Block(body) => body.iter().for_each(|stmt| self.sums(stmt, ends)),
            Stmt::Workspace(_, producer, consumer) => {
                self.sums(producer, ends);
                self.sums(consumer, ends)
            }
            Stmt::Assign(name, places, ..) => {
                for (axis, place) in places.iter().enumerate() {
                    if place.plain().is_none()
                        && place.is_sum()
                        && let Value::Int(here) = self.value(&place.at)
                    {
                        ends.push((name.clone(), axis, here as usize + 1))
                    }
                }
            }
        }
    }

    fn index(&self, name: &str) -> usize {
        self.indices
            .iter()
            .rev()
            .find(|(index, _)| *index == name)
            .expect("a loop over every index")
            .1
    }

    /// One loop: `body` for each value of its index.
    fn over(&mut self, number: usize, index: &'a str, mut body: impl FnMut(&mut Self)) {
        for here in self.extents[number].clone() {
            self.indices.push((index, here));
            body(self);
            self.indices.pop();
        }
    }

    fn execute<'s: 'a>(&mut self, stmt: &'s Stmt) {
        match stmt {
            Stmt::Loop {
                number, index, body, ..
            } => self.over(*number, index, |this| this.execute(body)),
            Stmt::Sieve(condition, body) => match self.value(condition) {
                Value::Bool(true) => self.execute(body),
                Value::Bool(false) | Value::Missing => (),
                other => panic!("{other} is no condition"),
            },
            Stmt::Let(name, value, body) => {
                let value = self.value(value);
                self.variables.push((name, value));
                self.execute(body);
                self.variables.pop();
            }
            Stmt::Block(body) => body.iter().for_each(|stmt| self.execute(stmt)),
            Stmt::Workspace(name, producer, consumer) => {
                let fill = self.world.outputs[name].fill;
                let shape = self.world[name].shape().to_vec();
                self.world.insert(name, Array::full(shape, fill));
                self.execute(producer);
                self.execute(consumer)
            }
            Stmt::Assign(name, places, reducer, value) => {
                let new = self.value(value);
                if new == Value::Missing {
                    return;
                }
                let fill = self.world.outputs[name].fill;
                let Some(place) = self.place(name, places) else {
                    return;
                };
                let old = self.world[name].get(&place);
                let value = match reducer {
                    Reducer::Set | Reducer::Overwrite => new,
                    Reducer::By(function) => apply(*function, &[old, new]),
                    Reducer::Choose if old.same(fill) => new,
                    Reducer::Choose => old,
                };
                let Some(array) = self.world.arrays.get_mut(name) else {
                    return;
                };
                array.set(&place, value)
            }
        }
    }

    fn value(&self, expr: &Expr) -> Value {
        match expr {
            Expr::Constant(value) => *value,
            Expr::Index(name) => Value::Int(self.index(name) as i64),
            Expr::Variable(name) => {
                self.variables
                    .iter()
                    .rev()
                    .find(|(variable, _)| variable == name)
                    .expect("a let")
                    .1
            }
            Expr::Read(name, places) => match self.place(name, places) {
                Some(place) => self.world[name].get(&place),
                None => Value::Missing,
            },
            Expr::Apply(function, arguments) => {
                let arguments: Vec<Value> = arguments.iter().map(|argument| self.value(argument)).collect();
                apply(*function, &arguments)
            }
        }
    }
}

fn apply(function: Function, arguments: &[Value]) -> Value {
    use Value::{Bool, By, Int, Missing, Real};
    match (function, arguments) {
        (Function::Coalesce, [Missing, other]) => return *other,
        (Function::Coalesce, [value, _]) => return *value,
        (Function::Select, [Bool(condition), yes, no]) => return if *condition { *yes } else { *no },
        _ => (),
    }
    if arguments.contains(&Missing) {
        return Missing;
    }
    match (function, arguments) {
        (Function::Not, [Bool(a)]) => Bool(!a),
        (Function::And, [Bool(a), Bool(b)]) => Bool(*a && *b),
        (Function::Or, [Bool(a), Bool(b)]) => Bool(*a || *b),
        (Function::Xor, [Bool(a), Bool(b)]) => Bool(a != b),
        (Function::Eq, [Bool(a), Bool(b)]) => Bool(a == b),
        (Function::Ne, [Bool(a), Bool(b)]) => Bool(a != b),
        (Function::Real, [a]) => Real(a.number().expect("a number")),
        (Function::By, [key, Int(value)]) => By(key.number().expect("a number"), *value),
        (Function::Min, [By(a, _), By(b, _)]) => arguments[usize::from(b < a)],
        (Function::Max, [By(a, _), By(b, _)]) => arguments[usize::from(b > a)],
        (_, [Int(a)]) => whole(function, *a, 0),
        (_, [Int(a), Int(b)]) => whole(function, *a, *b),
        (_, [a]) => floating(function, a.number().expect("a number"), 0.0),
        (_, [a, b]) => match (a.number(), b.number()) {
            (Some(a), Some(b)) => floating(function, a, b),
            _ => panic!("{function:?} of {arguments:?}"),
        },
        _ => panic!("{function:?} of {arguments:?}"),
    }
}

fn whole(function: Function, a: i64, b: i64) -> Value {
    Value::Int(match function {
        Function::Add => a.wrapping_add(b),
        Function::Sub => a.wrapping_sub(b),
        Function::Mul => a.wrapping_mul(b),
        Function::Div => a.wrapping_div(b),
        Function::Rem => a.wrapping_rem(b),
        Function::Shl => a << b,
        Function::Shr => a >> b,
        Function::Neg => a.wrapping_neg(),
        Function::Abs => a.wrapping_abs(),
        Function::Min => a.min(b),
        Function::Max => a.max(b),
        Function::And => a & b,
        Function::Or => a | b,
        Function::Xor => a ^ b,
        Function::Not => !a,
        _ => return Value::Bool(compare(function, a, b)),
    })
}

fn floating(function: Function, a: f64, b: f64) -> Value {
    Value::Real(match function {
        Function::Add => a + b,
        Function::Sub => a - b,
        Function::Mul => a * b,
        Function::Div => a / b,
        Function::Neg => -a,
        Function::Abs => a.abs(),
        Function::Min => a.min(b),
        Function::Max => a.max(b),
        _ => return Value::Bool(compare(function, a, b)),
    })
}

fn compare<T: PartialOrd>(function: Function, a: T, b: T) -> bool {
    match function {
        Function::Eq => a == b,
        Function::Ne => a != b,
        Function::Lt => a < b,
        Function::Le => a <= b,
        Function::Gt => a > b,
        Function::Ge => a >= b,
        _ => panic!("{function:?} of two numbers"),
    }
}
