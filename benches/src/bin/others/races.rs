//! Races over one input after the other, and what comes out of all of them.

use crate::Outcome;
use crate::peer::Peer;
use finch_benches::race::{Laps, geometric_mean, race, ratio_line};
use std::collections::BTreeMap;
use std::path::Path;

/// Something that kernels run over.
pub(crate) struct Input<'i> {
    pub(crate) name: &'i str,
    pub(crate) size: String,
    pub(crate) file: &'i Path,
}

/// Who takes part besides, and how many times as long others take, by kernel and by who they are, and over which input.
pub(crate) struct Races {
    pub(crate) laps: Laps,
    pub(crate) peers: Vec<Peer>,
    pub(crate) factors: BTreeMap<(String, String), Vec<(f64, String)>>,
}

impl Races {
    /// Races runners, of which the first is ours, and prints a line. Peers have to agree with `check`.
    pub(crate) fn race(
        &mut self,
        kernel: &str,
        input: &Input<'_>,
        check: f64,
        runners: &mut [(&str, &mut dyn FnMut())],
    ) -> Outcome<()> {
        let timings = {
            let mut runs: Vec<&mut dyn FnMut()> = runners.iter_mut().map(|(_, run)| &mut **run as _).collect();
            race(self.laps, &mut runs)
        };
        let ours = timings[0].min;
        let mut times: Vec<(String, f64)> = runners
            .iter()
            .zip(&timings)
            .skip(1)
            .map(|((name, _), timing)| ((*name).into(), timing.min))
            .collect();
        for peer in &mut self.peers {
            if let Some((time, sum)) = peer.time(kernel, self.laps.time.as_secs_f64(), input.file)? {
                if (sum - check).abs() > 1e-6 * check.abs() {
                    return Err(format!("{}: {kernel} of {} is {sum}, not {check}", input.name, peer.name).into());
                }
                times.push((peer.name.clone(), time))
            }
        }
        let mut line = format!(
            "  {kernel:18} {:30} {:>16} {:>12.1} us",
            input.name,
            input.size,
            ours * 1e6
        );
        for (name, time) in times {
            let factor = time / ours;
            line += &format!("  {name} {factor:.2}");
            let all = self.factors.entry((kernel.into(), name)).or_default();
            all.push((factor, input.name.into()))
        }
        println!("{line}");
        Ok(())
    }

    /// A line for each factor.
    pub(crate) fn json(&self) -> String {
        let mut text = String::new();
        for ((kernel, name), factors) in &self.factors {
            for (factor, input) in factors {
                text += &ratio_line(kernel, name, input, *factor)
            }
        }
        text
    }

    pub(crate) fn print(&self) {
        println!("\ngeometric means, and the least factors");
        for ((kernel, name), factors) in &self.factors {
            let values: Vec<f64> = factors.iter().map(|(factor, _)| *factor).collect();
            let least = factors.iter().min_by(|one, other| one.0.total_cmp(&other.0));
            if let (Some(mean), Some((least, input))) = (geometric_mean(&values), least) {
                let below = values.iter().filter(|&&factor| factor < 1.0).count();
                println!(
                    "  {kernel:18} {name:30} {mean:7.2}, least {least:.2} ({input}), below 1 in {below} of {}",
                    values.len()
                )
            }
        }
    }
}
