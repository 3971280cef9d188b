"""Races: our program and the peers in turns, in the same minutes."""

import json, os, re, select, subprocess, time

import plan
import serve

# What is taken away from a request that is not answered.
PATIENCE = 300

# numpy asks for large pages for arrays of 4 MB and more. So do all who take their memory from the allocator of glibc, here.
os.environ.setdefault("GLIBC_TUNABLES", "glibc.malloc.hugetlb=1")


class Failed(Exception):
    """Why there is no answer."""


class Ours:
    """The program `measure`, in the build of this name; the one that everything is compared with has none."""

    def __init__(self, path, threads=1, build=None):
        self.path, self.threads, self.build = path, threads, build
        try:
            run = subprocess.run([path, "--help"], capture_output=True, text=True, check=True)
        except (OSError, subprocess.CalledProcessError) as error:
            raise Failed(f"{path} does not run: {error}; cargo build --release -p finch-benches --bin measure makes it")
        self.known = set(re.findall(r"[\w-]+", run.stdout))

    def command(self, kernel):
        """The words for a kernel, without the file: the first ones that are known here; None if none are."""
        for command in kernel.commanded(self.threads):
            words = command.split()
            formats = words[words.index("--format") + 1].split(",") if "--format" in words else []
            if self.known.issuperset([words[0], *formats]):
                return words
        return None

    def run(self, words, seconds):
        """The rows of all who compute something, each for its share of so many seconds; once each without."""
        words = [self.path, *words, "--json", *(["--seconds", str(seconds)] if seconds else ["--reps", "1"])]
        if self.threads > 1:
            words += ["--threads", str(self.threads)]
        try:
            run = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            raise Failed(f"takes more than {PATIENCE} seconds")
        if run.returncode:
            lines = run.stderr.strip().splitlines()
            raise Failed(lines[-1].removeprefix("measure: ") if lines else f"status {run.returncode}")
        return [json.loads(line) for line in run.stdout.splitlines()]


class Peer:
    """A program that answers requests, see serve.py."""

    def __init__(self, name, words, threads=1):
        self.name, self.words, self.threads, self.missing, self.version = name, words, threads, None, None
        self.process, self.pending = None, b""
        self.start()

    @classmethod
    def absent(cls, name, missing):
        """One that cannot be asked."""
        peer = cls.__new__(cls)
        peer.name, peer.missing, peer.version, peer.process = name, missing, None, None
        return peer

    def start(self):
        self.pending = b""
        self.process = subprocess.Popen(
            self.words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **serve.variables(self.threads)},
        )
        try:
            hello = self.answer()[0]
            self.missing, self.version = hello.get("missing"), hello.get("version")
        except (Failed, IndexError):
            self.missing = f"{self.name} does not start"
        if self.missing:
            self.close()

    def answer(self):
        """The rows up to an empty line."""
        end = time.monotonic() + PATIENCE
        while b"\n\n" not in b"\n" + self.pending:
            ready, _, _ = select.select([self.process.stdout], [], [], max(0.0, end - time.monotonic()))
            if not ready:
                raise Failed(f"takes more than {PATIENCE} seconds")
            chunk = os.read(self.process.stdout.fileno(), 1 << 16)
            if not chunk:
                raise Failed(f"ended with status {self.process.wait()}")
            self.pending += chunk
        text, _, self.pending = (b"\n" + self.pending).partition(b"\n\n")
        return [json.loads(line) for line in text.decode().splitlines() if line]

    def ask(self, kernel, seconds, path, *fields):
        """The rows of an answer. Whoever fails is started anew."""
        if self.missing:
            raise Failed(self.missing)
        if self.process is None:
            self.start()
        try:
            self.process.stdin.write(("\t".join([kernel, str(seconds), path, *fields]) + "\n").encode())
            self.process.stdin.flush()
            rows = self.answer()
        except (Failed, OSError) as error:
            self.close()
            raise Failed(f"{self.name}: {error}")
        for row in rows:
            if "error" in row:
                raise Failed(f"{self.name}: {row['error']}")
        return rows

    def close(self):
        if self.process is None:
            return
        try:
            # At the end of its requests it removes what it put into the folder for temporary files.
            self.process.stdin.close()
            self.process.wait(1)
        except (OSError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()
        self.process = None


def merged(rows):
    """One row for each that was measured several times: the least times, all repetitions."""
    found = {}
    for row in rows:
        key = tuple(row.get(name) for name in ("input", "impl", "format", "output", "build"))
        if key not in found:
            found[key] = dict(row)
            continue
        kept = found[key]
        for name in ("min_s", "median_s"):
            kept[name] = min(kept[name], row[name])
        kept["reps"] += row["reps"]
    return list(found.values())


def agree(row, first, magnitude):
    """Whether two outputs sum to the same, to 1e-9 of the sum of magnitudes. What is not finite is null for all."""
    if row["check"] is None or first["check"] is None:
        return row["check"] is first["check"]
    return abs(row["check"] - first["check"]) <= 1e-9 * max(magnitude, abs(first["check"]))


def checked(rows, remarks):
    """The rows whose outputs agree with ours."""
    first = {}
    for row in rows:
        first.setdefault(row["input"], row)
    magnitude = {}
    for row in rows:
        magnitude[row["input"]] = max(magnitude.get(row["input"], 0.0), row.get("magnitude") or 0.0)
    kept = []
    for row in rows:
        if row["impl"] in plan.ASIDE:
            kept.append(row)
        elif agree(row, first[row["input"]], magnitude[row["input"]]):
            kept.append(row)
        else:
            wanted = first[row["input"]]["check"]
            build = f", {row['build']}," if row.get("build") else ""
            remarks.append(
                f"{row['impl']} in {row['format']}{build} is left out: it sums to {row['check']!r}, ours to {wanted!r}"
            )
    return kept


def rows_of(build, kernel, input, seconds):
    """The rows of a build of our program for a kernel over an input, which name the build if it has a name."""
    command = build.command(kernel)
    made = build.run([command[0], input.path, *command[1:]], seconds)
    made = [row for row in made if row["kernel"] == command[0]]
    # Only files of several problems name them.
    several = len({row["input"] for row in made}) > 1
    for row in made:
        row["input"] = row["input"] if several else input.name
        row.setdefault("output", "reused")
        if build.build:
            row["build"] = build.build
    return made


def race(kernel, input, ours, peers, seconds, rounds, native=None):
    """Rows of all, and remarks on who did not take part.

    Our program, which times its formats, twins and Rust peers in turns of its own, gets `seconds` in all, each way of a
    peer a tenth of that in each round. The first round, of one repetition, tells whether there is time for others.
    A second build of our program, `native`, has turns like the first one.

    Raises Failed if our program does.
    """
    if ours.command(kernel) is None:
        raise Failed(f"measure has no kernel {kernel.name}")
    remarks, rows, of_peers, builds = [], [], [], [ours]
    if native and native.command(kernel):
        builds.append(native)
    elif native:
        remarks.append(f"the build {native.build} has no kernel {kernel.name}")
    able = lambda peer: input.is_file or peer.name in plan.GENERATING
    peers = [peer for peer in peers if peer.name in kernel.peers and not peer.missing and able(peer)]
    last, silent, once = rounds - 1, set(), True
    turn = 0
    while turn <= last:
        runners = [*builds, *peers]
        for runner in runners if turn % 2 == 0 else reversed(runners):
            share = None if once else seconds / max(1, last)
            if runner is ours:
                made = rows_of(ours, kernel, input, share)
                rows += made
            elif runner is native and native.build not in silent:
                try:
                    rows += rows_of(native, kernel, input, share)
                except Failed as error:
                    silent.add(native.build)
                    remarks.append(f"the build {native.build}: {error}")
            elif runner is not native and runner.name not in silent:
                try:
                    for row in runner.ask(kernel.asked or kernel.name, seconds / 10, input.path, *kernel.fields):
                        of_peers.append({**row, "input": input.name})
                except Failed as error:
                    silent.add(runner.name)
                    remarks.append(str(error))
        if turn == 0:
            lap = sum(row["median_s"] for row in made)
            if 3 * lap > seconds or not peers:
                # What takes long is not disturbed by much, and what is alone need not take turns.
                last = min(last, 1 if lap < 10 * seconds else 0)
            # At least five times each would take too long then.
            once = 5 * lap >= 3 * seconds
        turn += 1
    return checked(merged(rows + of_peers), remarks), remarks
