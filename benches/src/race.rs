//! Interleaved timing: what is compared runs in turns, in one process, so that whatever disturbs the machine disturbs all.

use std::time::{Duration, Instant};

/// How long to race.
#[derive(Clone, Copy, Debug)]
pub struct Laps {
    /// At least so many laps.
    pub least: usize,
    /// At most so many.
    pub most: usize,
    /// All laps together: who has had as much of this as is his share sits out the laps that are left.
    pub time: Duration,
}

impl Laps {
    /// So many for each.
    pub fn each(count: usize) -> Self {
        Laps {
            least: count,
            most: count,
            time: Duration::ZERO,
        }
    }
}

impl Default for Laps {
    fn default() -> Self {
        Laps {
            least: 9,
            most: 2000,
            time: Duration::from_millis(1500),
        }
    }
}

/// What laps took, in seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Timing {
    /// The fastest lap: what is compared.
    pub min: f64,
    /// The lap that half of them are faster than.
    pub median: f64,
    /// How many laps there were.
    pub laps: usize,
}

/// Times the runners in turns; each round of turns begins one runner later. A turn is eight laps, or those that begin within five
/// milliseconds: the processor remembers which branches the same code has just taken, as it does for others who have a process of their own. Each
/// runs once before the first round, without being timed.
pub fn race(laps: Laps, runners: &mut [&mut dyn FnMut()]) -> Vec<Timing> {
    race_after(0, laps, runners)
}

/// A turn has so many laps: a search that branches at random over 50 000 entries takes three times as long in the first one as in the
/// seventh, and as long as that in all others.
const TURN: usize = 8;

/// But none begins later than this.
const LATE: Duration = Duration::from_millis(5);

/// From so long on, what is in the caches before a run does not count.
const LONG: Duration = Duration::from_millis(20);

/// The same, where each turn is `warm` runs that are not timed, and then one that is: who runs finds in the caches what fits
/// into them, however much the others have read. Who takes longer than 20 ms runs once.
pub fn race_after(warm: usize, laps: Laps, runners: &mut [&mut dyn FnMut()]) -> Vec<Timing> {
    let mut timed: Vec<_> = runners
        .iter_mut()
        .map(|runner| {
            let mut last = Duration::ZERO;
            move || {
                for _ in 0..if last < LONG { warm } else { 0 } {
                    runner()
                }
                last = time(&mut *runner);
                last
            }
        })
        .collect();
    let mut timed: Vec<&mut dyn FnMut() -> Duration> = timed.iter_mut().map(|runner| runner as _).collect();
    race_timed(laps, &mut timed)
}

/// How long `runner` takes.
pub fn time(mut runner: impl FnMut()) -> Duration {
    let start = Instant::now();
    runner();
    start.elapsed()
}

/// [`race`] of runners that say how long they took: of what they do, that counts which is to be timed.
pub fn race_timed(laps: Laps, runners: &mut [&mut dyn FnMut() -> Duration]) -> Vec<Timing> {
    let mut seconds = vec![Vec::new(); runners.len()];
    for runner in runners.iter_mut() {
        runner();
    }
    let share = laps.time / runners.len().max(1) as u32;
    let mut spent = vec![Duration::ZERO; runners.len()];
    for round in 0.. {
        let mut is_over = true;
        for turn in 0..runners.len() {
            let turn = (round + turn) % runners.len();
            let (seconds, spent) = (&mut seconds[turn], &mut spent[turn]);
            let begin = Instant::now();
            for _ in 0..TURN {
                let is_late = begin.elapsed() > LATE;
                let has_had_its_share = seconds.len() >= laps.least && *spent + begin.elapsed() >= share;
                if is_late || has_had_its_share || seconds.len() >= laps.most {
                    break;
                }
                seconds.push(runners[turn]().as_secs_f64());
                is_over = false
            }
            *spent += begin.elapsed()
        }
        if is_over {
            break;
        }
    }
    seconds.into_iter().map(timing).collect()
}

fn timing(mut seconds: Vec<f64>) -> Timing {
    seconds.sort_by(f64::total_cmp);
    Timing {
        min: seconds.first().copied().unwrap_or(f64::NAN),
        median: seconds.get(seconds.len() / 2).copied().unwrap_or(f64::NAN),
        laps: seconds.len(),
    }
}

/// The geometric mean, `None` of nothing.
pub fn geometric_mean(ratios: &[f64]) -> Option<f64> {
    let logs: f64 = ratios.iter().map(|ratio| ratio.ln()).sum();
    (!ratios.is_empty()).then(|| (logs / ratios.len() as f64).exp())
}

/// A ratio as a line of JSON, as `benches/peers/programs.py` reads it. Names hold nothing that JSON writes otherwise than Rust does.
pub fn ratio_line(kernel: &str, beside: &str, input: &str, ratio: f64) -> String {
    format!("{{\"kernel\": {kernel:?}, \"beside\": {beside:?}, \"input\": {input:?}, \"ratio\": {ratio:e}}}\n")
}
