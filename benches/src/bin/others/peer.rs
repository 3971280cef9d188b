//! Other programs that are timed: they read requests and answer.

use crate::Outcome;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A program that answers requests, see `benches/peers/serve.py`.
pub(crate) struct Peer {
    pub(crate) name: String,
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

/// What stands behind a key, in a line of JSON that holds no lists.
fn field<'l>(line: &'l str, key: &str) -> Option<&'l str> {
    let (_, rest) = line.split_once(&format!("\"{key}\": "))?;
    Some(rest.split([',', '}']).next()?.trim_matches('"'))
}

impl Peer {
    pub(crate) fn start(command: &str) -> Outcome<Peer> {
        let mut words = command.split_whitespace();
        let mut process = Command::new(words.next().unwrap_or_default())
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let (Some(input), Some(output)) = (process.stdin.take(), process.stdout.take()) else {
            return Err(format!("{command} has no input or output").into());
        };
        let mut peer = Peer {
            name: command.into(),
            process,
            input,
            output: BufReader::new(output),
        };
        let answer = peer.answer()?;
        match answer
            .first()
            .and_then(|line| Some((field(line, "peer")?, field(line, "version")?)))
        {
            Some((name, version)) => {
                println!("beside {name} {version}");
                peer.name = name.into();
                Ok(peer)
            }
            None => Err(format!("{command}: {}", answer.concat()).into()),
        }
    }

    /// The lines up to an empty one.
    fn answer(&mut self) -> Outcome<Vec<String>> {
        let mut lines = Vec::new();
        for line in (&mut self.output).lines() {
            match line? {
                line if line.is_empty() => return Ok(lines),
                line => lines.push(line),
            }
        }
        Err(format!("{} has ended", self.name).into())
    }

    /// The least time of a kernel over a file, if there is one, and a check of what was computed.
    pub(crate) fn time(&mut self, kernel: &str, seconds: f64, file: &Path) -> Outcome<Option<(f64, f64)>> {
        writeln!(self.input, "{kernel}\t{seconds}\t{}", file.display())?;
        let answer = self.answer()?;
        let Some(line) = answer.first() else {
            return Ok(None);
        };
        match (field(line, "min_s"), field(line, "check")) {
            (Some(time), Some(check)) => Ok(Some((time.parse()?, check.parse()?))),
            _ => Err(format!("{}: {line}", self.name).into()),
        }
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        // It ends by itself, or has ended.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
