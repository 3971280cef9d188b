//! What happens to a tensor: it is written by whoever can, resized, shrunk, copied, forgotten, and cut off by panics.

use super::fuse::{exploding, value};
use super::source::Source;
use super::subject::{Ending, Put, Subject, WRITINGS, Writing, cell, index, sound};
use finch_traits::Result;

/// Small extents for this tensor: most often those that it can have.
pub fn extents(source: &mut Source<'_>, subject: &dyn Subject) -> Vec<usize> {
    let fixed = subject.fixed();
    let most = [9, 6, 4][fixed.len().min(3) - 1];
    let mut extents: Vec<usize> = fixed.iter().map(|_| source.below(most)).collect();
    if fixed.iter().any(Option::is_some) && !source.once_in(8) {
        let all = extents.iter_mut().zip(fixed);
        all.for_each(|(extent, fixed)| *extent = fixed.unwrap_or(*extent))
    }
    extents
}

/// Entries of a tensor of this shape: mostly in order, seldom twice at one place or out of bounds.
pub fn entries(source: &mut Source<'_>, shape: &[usize]) -> Vec<Put> {
    let cells: usize = shape.iter().product();
    let (dense, wild) = (source.below(8), source.once_in(8));
    let mut puts = Vec::new();
    let mut at = 0;
    while at < cells {
        let place = index(at, shape);
        let left = shape[shape.len() - 1] - place[shape.len() - 1];
        if source.below(8) <= dense {
            let count = if source.once_in(4) { 1 + source.below(left) } else { 1 };
            puts.push((place, count, value(source)));
            at += count
        } else {
            at += 1
        }
    }
    for _ in 0..puts.len() / 4 {
        if wild {
            let (one, other) = (source.below(puts.len()), source.below(puts.len()));
            match source.below(3) {
                0 => puts.swap(one, other),
                1 => puts.push(puts[one].clone()),
                _ => puts[one].0[0] = source.below(shape[0] + 1),
            }
        }
    }
    puts
}

/// What may happen to a tensor.
#[derive(Clone, Debug)]
enum Event {
    Write(Writing, Vec<usize>, Vec<Put>),
    Resize(Vec<usize>),
    Shrink,
    /// A copy takes its place.
    Copy,
    /// A copy is made and forgotten.
    Forget,
    /// Sums and products are with what it is now.
    Remember,
}

impl Event {
    fn by(source: &mut Source<'_>, subject: &dyn Subject) -> Self {
        let own = subject.shape();
        let shape = if source.once_in(2) {
            extents(source, subject)
        } else {
            own.clone()
        };
        match source.below(10) {
            0 => Event::Resize(shape),
            1 => Event::Shrink,
            2 => Event::Copy,
            3 => Event::Remember,
            4 if source.once_in(4) => Event::Forget,
            _ => {
                let mut writing = source.pick(&WRITINGS);
                if source.once_in(6) {
                    writing = source.pick(&[Writing::Writer(Ending::Forgotten), Writing::Reopened(Ending::Forgotten)])
                }
                let shape = if keeps(writing) { own } else { shape };
                let puts = entries(source, &shape);
                Event::Write(writing, shape, puts)
            }
        }
    }

    fn happen(&self, subject: &mut Box<dyn Subject>) -> Result<()> {
        match self {
            Event::Write(writing, shape, puts) => subject.write(*writing, shape, puts),
            Event::Resize(shape) => subject.resize(shape),
            Event::Shrink => {
                subject.shrink();
                Ok(())
            }
            Event::Copy => {
                *subject = subject.copied();
                Ok(())
            }
            Event::Forget => {
                core::mem::forget(subject.copied());
                Ok(())
            }
            Event::Remember => {
                subject.remember();
                Ok(())
            }
        }
    }

    /// What the tensor holds behind it, if that is certain.
    fn outcome(&self, subject: &dyn Subject, shape: &[usize], values: &[i32]) -> Option<(Vec<usize>, Vec<i32>)> {
        match self {
            Event::Write(Writing::Writer(ending) | Writing::Reopened(ending), ..) if *ending != Ending::Frozen => None,
            Event::Write(writing, new, puts) => {
                let cells = new.iter().product();
                let mut all = if keeps(*writing) {
                    values.to_vec()
                } else {
                    vec![0; cells]
                };
                for (place, count, value) in puts {
                    let first = cell(place, new);
                    all[first..first + count]
                        .iter_mut()
                        .for_each(|sum| *sum = subject.combined(*sum, *value))
                }
                Some((new.clone(), all))
            }
            Event::Resize(new) => {
                let old = |at| {
                    let place = index(at, new);
                    let is_inside = place.iter().zip(shape).all(|(index, extent)| index < extent);
                    if is_inside { values[cell(&place, shape)] } else { 0 }
                };
                Some((new.clone(), (0..new.iter().product()).map(old).collect()))
            }
            Event::Shrink | Event::Copy | Event::Forget | Event::Remember => Some((shape.to_vec(), values.to_vec())),
        }
    }
}

fn keeps(writing: Writing) -> bool {
    matches!(writing, Writing::Update | Writing::Reopened(_))
}

/// One event by chance.
///
/// # Panics
///
/// If the tensor is then not valid, or holds something else than it should.
pub fn step(subject: &mut Box<dyn Subject>, source: &mut Source<'_>) {
    let (shape, values) = (subject.shape(), subject.values().expect("a valid tensor"));
    let event = Event::by(source, &**subject);
    let outcome = event.happen(subject);
    let problem = sound(&**subject).err().or_else(|| {
        let is = (subject.shape(), subject.values().ok()?);
        // A symmetric matrix is written at one of two places.
        if format!("{subject:?}").contains("Symmetric") {
            return None;
        }
        let wanted = match (&outcome, &event) {
            (Err(_), Event::Resize(_)) => Some((shape.clone(), values.clone())),
            (Err(_), _) => None,
            (Ok(()), event) => event.outcome(&**subject, &shape, &values),
        };
        wanted
            .filter(|wanted| *wanted != is)
            .map(|wanted| format!("holds {is:?}, not {wanted:?}"))
    });
    if let Some(problem) = problem {
        panic!("{subject:?} of {shape:?} and {values:?}, {event:?}, which said {outcome:?}: {problem}")
    }
}

/// How many bombs are set off in one event by chance, before most calls are left out.
const BOMBS: u32 = 60;

/// One event by chance, with a bomb in each call of user code in turn.
///
/// # Panics
///
/// If the tensor is then not valid, or neither empty nor as it was.
pub fn bombed(subject: &dyn Subject, source: &mut Source<'_>) {
    let event = Event::by(source, subject);
    // Each of the first calls, and then fewer and fewer of those behind them.
    set_off(subject, &event, |calls| 1 + calls / BOMBS * BOMBS / 8);
}

/// Every writing of these entries, with a bomb in each call of user code in turn. Returns how many there were.
///
/// # Panics
///
/// As for [`bombed`].
pub fn bombed_writings(subject: &dyn Subject, shape: &[usize], puts: &[Put]) -> u32 {
    let writings = WRITINGS
        .iter()
        .map(|&writing| Event::Write(writing, shape.to_vec(), puts.to_vec()));
    let others = [
        Event::Resize(shape.iter().map(|extent| extent + 1).collect()),
        Event::Shrink,
        Event::Copy,
    ];
    writings
        .chain(others)
        .map(|event| set_off(subject, &event, |_| 1))
        .sum()
}

fn set_off(subject: &dyn Subject, event: &Event, step: impl Fn(u32) -> u32) -> u32 {
    let (shape, values) = (subject.shape(), subject.values().expect("a valid tensor"));
    let (mut calls, mut bombs) = (0, 0);
    loop {
        let mut copy = subject.copied();
        if exploding(calls, || event.happen(&mut copy)).is_some() {
            return bombs;
        }
        bombs += 1;
        let after = copy.values().and_then(|values| sound(&*copy).map(|()| values));
        match after {
            Err(problem) => panic!("{subject:?} of {shape:?} and {values:?}, {event:?}, bomb {calls}: {problem}"),
            Ok(after) => assert!(
                after.iter().all(|&value| value == 0) || (after == values && copy.shape() == shape),
                "{subject:?} of {shape:?} and {values:?}, {event:?}, bomb {calls}: neither empty nor as it was: {after:?}"
            ),
        }
        calls += step(calls)
    }
}
