#!/usr/bin/env python3
"""Runs all kernels over all inputs, beside loops by hand and other libraries, and makes the table of results.

    cargo build --release -p finch-benches --bin measure
    FINCH_DATA=data python benches/peers/results.py

README.md beside this file says which libraries take part, and how to install them. Those that are not there are left
out. What was measured is kept in `results.json`, so that a run can be interrupted and go on with --resume. With --threads everyone who can
runs on several threads, and files of other names are written. With --others
the programs `others` and `conversions` are run instead; what they measured is kept in `others.json`. Either way the page of results of the
book is written again, and so is the table in README.md.
"""

import argparse, datetime, json, os, platform, shlex, shutil, signal, subprocess, sys, tempfile, time

import chart, compiled, page, plan, programs, racing, readme, table

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.normpath(os.path.join(HERE, "..", ".."))
RESULTS = os.path.join(ROOT, "benches", "results")
BOOK = os.path.join(ROOT, "docs", "book", "src")
SCRIPTS = {
    "scipy": "scipy_sparse.py",
    "graphblas": "graph_blas.py",
    "pyttb": "tensor_toolbox.py",
    "opencv": "opencv.py",
    "duckdb": "duck_db.py",
}


def options():
    names = dict.fromkeys(kernel.family for kernel in plan.KERNELS)
    parser = argparse.ArgumentParser(description="Times our kernels beside others, and makes the table of results.")
    parser.add_argument("--kernels", default="", help="only these, by commas: " + ", ".join(names))
    parser.add_argument("--named", default="", help="only inputs whose names hold this")
    parser.add_argument(
        "--seconds", type=float, default=0.3, help="for our rows of an input in all, in each build (%(default)s)"
    )
    parser.add_argument("--rounds", type=int, default=3, help="turns that everyone takes over an input (%(default)s)")
    parser.add_argument(
        "--entries", type=int, default=20_000, help="of matrices, at least (%(default)s); of tensors, at least 1000"
    )
    parser.add_argument("--pixels", type=int, default=1 << 24, help="at most; of larger images the middle, marked by *")
    parser.add_argument("--peers", default=",".join(plan.OTHERS), help="by commas, or none (%(default)s)")
    parser.add_argument("--gap", help="the folder of the sources of the GAP benchmark ($GAPBS)")
    parser.add_argument("--lagraph", help="the folder of the sources of LAGraph ($LAGRAPH)")
    parser.add_argument("--taco", help="the folder of TACO, in which it was built ($TACO)")
    parser.add_argument("--measure", default=os.path.join(ROOT, "target", "release", "measure"), help="our program")
    parser.add_argument(
        "--native",
        metavar="MEASURE",
        help="our program once more, built with RUSTFLAGS=-Ctarget-cpu=native: raced in the same turns, in columns of its own",
    )
    parser.add_argument("--data", default=os.environ.get("FINCH_DATA"), help="the folder of data ($FINCH_DATA)")
    parser.add_argument(
        "--into",
        default=RESULTS,
        help="the folder of results (%(default)s); the page of the book and the README are written only of those that are there",
    )
    parser.add_argument("--resume", action="store_true", help="races that were run already are not run again")
    parser.add_argument(
        "--fresh", action="store_true", help="forgets earlier races first, instead of replacing those that are run"
    )
    parser.add_argument("--table", action="store_true", help="runs nothing: makes the table of what there is")
    parser.add_argument(
        "--threads",
        type=int,
        default=1,
        help="of everyone who can have several, ours in a build with `--features threaded-peers` (%(default)s)",
    )
    parser.add_argument("--others", action="store_true", help="runs others and conversions, which are beside measure")
    parser.add_argument("--check", action="store_true", help="runs nothing: fails if files are not made of what there is")
    return parser.parse_args()


def said(*words):
    """What a program prints, in one line; empty if it is not there."""
    try:
        return subprocess.run(words, capture_output=True, text=True, cwd=ROOT).stdout.strip().split("\n")[0]
    except OSError:
        return ""


def processor():
    """As the system calls it."""
    try:
        with open("/proc/cpuinfo") as file:
            for line in file:
                if line.startswith("model name"):
                    return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def command(words):
    """The command line, without the folders that are a matter of the machine."""
    kept, skip = ["results.py"], False
    for word in words:
        name, equals, _ = word.partition("=")
        if skip or name in ("--into", "--data", "--measure", *(f"--{peer}" for peer in compiled.NAMED)):
            skip = not skip and not equals
            continue
        if name == "--native" and equals:
            word = f"--native={shown(word[len('--native='):])}"
        kept.append(shown(word) if kept[-1] == "--native" else word)
    return shlex.join(kept)


def shown(path):
    """The path of a program, as it is inside of the repository; of one from elsewhere, its name."""
    inside = os.path.relpath(path, ROOT)
    return os.path.basename(path) if inside.startswith("..") else inside


def about(peers, threads=1):
    """What there is to know of a run."""
    try:
        compiler = said(compiled.compiler(), "--version")
    except compiled.Missing:
        compiler = "no compiler"
    changed = " and changes" if said("git", "status", "--porcelain", "--untracked-files=no") else ""
    return {
        "date": datetime.date.today().isoformat(),
        "processor": processor(),
        "processors": os.cpu_count(),
        "threads": threads,
        "system": platform.system(),
        "rustc": said("rustc", "--version"),
        "compiler": compiler,
        "flags": " ".join(compiled.FLAGS),
        "python": platform.python_version(),
        "commit": said("git", "rev-parse", "--short", "HEAD") + changed,
        "command": command(sys.argv[1:]),
        "peers": {peer.name: {"version": peer.version, "missing": peer.missing} for peer in peers},
        "load": [os.getloadavg()[0]],
        "minutes": 0.0,
    }


def started(wanted, built, threads):
    """The peers, on so many threads; those that cannot be had say why."""
    peers = []
    for name in plan.OTHERS:
        if name not in wanted:
            peers.append(racing.Peer.absent(name, f"{name} was not asked for"))
        elif name in SCRIPTS:
            peers.append(racing.Peer(name, [sys.executable, os.path.join(HERE, SCRIPTS[name])], threads))
        else:
            try:
                peers.append(racing.Peer(name, [compiled.program(name, built, threads)], threads))
            except compiled.Missing as missing:
                peers.append(racing.Peer.absent(name, str(missing)))
    return peers


class Results:
    """What was measured, and the files it goes to: in a folder, and in that of the pages of the book if it is named."""

    def __init__(self, folder, fresh, book=None, threads=1):
        self.folder, self.book, self.saved = folder, book, 0.0
        self.name, self.threads = ("results" if threads == 1 else f"results-{threads}-threads"), threads
        self.known, self.others = {"about": {}, "runs": [], "races": []}, {"runs": [], "rows": []}
        os.makedirs(folder, exist_ok=True)
        if not fresh and os.path.exists(self.path(f"{self.name}.json")):
            with open(self.path(f"{self.name}.json")) as file:
                self.known |= json.load(file)
        if os.path.exists(self.path("others.json")):
            with open(self.path("others.json")) as file:
                self.others = json.load(file)

    def path(self, name):
        return os.path.join(self.folder, name)

    def begin(self, facts):
        """From here on, what is measured belongs to a run."""
        self.known["about"] = facts
        self.known["runs"].append({key: facts[key] for key in ("date", "commit", "command")})

    def has(self, kernel, input, native=False):
        """Whether there is such a race; in the second build too, if it is asked for."""
        same = (race for race in self.known["races"] if (race["kernel"], race["input"]) == (kernel.name, input.name))
        return any(race.get("native") or not native for race in same)

    def add(self, race):
        """Puts a race in the place of an earlier one over the same input."""
        race["run"] = len(self.known["runs"]) - 1
        same = lambda other: (other["kernel"], other["input"]) == (race["kernel"], race["input"])
        places = [place for place, other in enumerate(self.known["races"]) if same(other)]
        if places:
            self.known["races"][places[0]] = race
        else:
            self.known["races"].append(race)
        if time.monotonic() > self.saved + 5:
            self.save()

    def write(self, path, text):
        """Whole, or not at all."""
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path + ".part", "w") as file:
            file.write(text)
        os.replace(path + ".part", path)

    def save(self):
        """Keeps what there is. A line for each race, so that files of two runs can be compared."""
        lines = lambda values: ",\n".join(json.dumps(value) for value in values)
        about = json.dumps(self.known["about"], indent=1)
        runs, races = lines(self.known["runs"]), lines(self.known["races"])
        self.write(
            self.path(f"{self.name}.json"), f'{{"about": {about},\n"runs": [\n{runs}\n],\n"races": [\n{races}\n]}}\n'
        )
        self.saved = time.monotonic()

    def save_others(self):
        """The same for what the programs `others` and `conversions` measured."""
        runs, rows = (",\n".join(json.dumps(value) for value in self.others[key]) for key in ("runs", "rows"))
        self.write(self.path("others.json"), f'{{"runs": [\n{runs}\n],\n"rows": [\n{rows}\n]}}\n')

    def files(self):
        """What is made of all that, by path."""
        files = {}
        if self.known["races"]:
            files[self.path(f"{self.name}.txt")] = table.text(self.known)
        if self.known["races"] and self.threads == 1:
            files[self.path("ratios.svg")] = chart.picture(self.known)
        if self.book and self.threads == 1:
            for name, text in page.files(self.known, self.others):
                files[os.path.join(self.book, name)] = text
        if self.book and self.threads == 1 and self.known["races"]:
            with open(readme.README) as file:
                files[readme.README] = readme.placed(file.read(), self.known, self.others)
        return files

    def stale(self):
        """Files that are not what would be made."""
        for path, text in self.files().items():
            try:
                with open(path) as file:
                    if file.read() == text:
                        continue
            except OSError:
                pass
            yield path

    def finish(self):
        if self.known["races"]:
            self.save()
        for path, text in self.files().items():
            self.write(path, text)


def raced(kernel, input, ours, native, peers, options, scratch):
    """A race as it is kept."""
    try:
        rows, remarks = racing.race(kernel, input, ours, peers, options.seconds, options.rounds, native)
    except racing.Failed as failed:
        rows, remarks = [], [str(failed)]
    for folder in (scratch, options.data):
        remarks = [remark.replace(os.path.join(folder, ""), "") for remark in remarks]
    for row in rows:
        row.pop("kernel", None)
        row.pop("magnitude", None)
    return {
        "kernel": kernel.name,
        "input": input.name,
        "date": datetime.date.today().isoformat(),
        **({"native": True} if native else {}),
        "facts": input.facts,
        "rows": rows,
        "remarks": remarks,
    }


def run(options, results, scratch):
    """All races, each said when it is over."""
    begin = time.monotonic()
    families = [word.strip() for word in options.kernels.split(",") if word.strip()]
    unknown = set(families) - {kernel.family for kernel in plan.KERNELS}
    if unknown:
        raise racing.Failed(f"there is no kernel {', '.join(sorted(unknown))}, see --help")
    ours = racing.Ours(options.measure, options.threads)
    native = racing.Ours(options.native, options.threads, plan.NATIVE) if options.native else None
    if native and os.path.samefile(options.native, options.measure):
        raise racing.Failed("--native names the build that is raced already")
    wanted = () if options.peers == "none" else options.peers.split(",")
    peers = started(wanted, os.path.join(ROOT, "target", "peers"), options.threads)
    # Of peers that take no part now, races of earlier runs may be there.
    earlier = results.known["about"].get("peers", {})
    facts = about(peers, options.threads)
    results.begin(facts)
    for name, peer in facts["peers"].items():
        if not peer["version"] and earlier.get(name, {}).get("version"):
            facts["peers"][name] = earlier[name]
    for peer in peers:
        print(f"{peer.name}: {peer.missing or peer.version}", flush=True)
    listed = []
    for peer in peers:
        if peer.name == "opencv" and not peer.missing:
            listed = peer.ask("images", 0, os.path.join(options.data, "images"), scratch)
    try:
        for kernel in plan.KERNELS:
            if families and kernel.family not in families:
                continue
            if ours.command(kernel) is None:
                if options.threads == 1:
                    print(f"{kernel.name}: measure has no such kernel", flush=True)
                continue
            if kernel.inputs in ("images", "runs") and not listed:
                print(f"{kernel.name}: left out, images are read by opencv", flush=True)
                continue
            start, count = time.monotonic(), 0
            for input in plan.inputs(kernel, options.data, scratch, listed, options.entries, options.pixels):
                if options.named not in input.name or (options.resume and results.has(kernel, input, native)):
                    continue
                race = raced(kernel, input, ours, native, peers, options, scratch)
                results.add(race)
                count += 1
                for remark in race["remarks"]:
                    print(f"{kernel.name} over {input.name}: {remark}", flush=True)
            print(f"{kernel.name}: {count} inputs, {time.monotonic() - start:.0f} s", flush=True)
    finally:
        results.known["about"]["load"].append(os.getloadavg()[0])
        results.known["about"]["minutes"] = (time.monotonic() - begin) / 60
        for peer in peers:
            peer.close()


def main():
    chosen = options()
    is_kept = os.path.realpath(chosen.into) == os.path.realpath(RESULTS)
    results = Results(chosen.into, chosen.fresh and not chosen.others, BOOK if is_kept else None, chosen.threads)
    if chosen.check:
        if stale := list(results.stale()):
            sys.exit(f"not made of what there is, see --table: {', '.join(stale)}")
        return
    if chosen.table:
        results.finish()
        return
    if not chosen.data:
        sys.exit("name the folder of data by --data or $FINCH_DATA")
    for peer, (variable, *_) in compiled.NAMED.items():
        if folder := getattr(chosen, peer):
            os.environ[variable] = folder
    # Whoever ends it gets the table of what there is.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    scratch = tempfile.mkdtemp(prefix="finch-results-")
    try:
        if chosen.others:
            facts = {key: value for key, value in about([]).items() if key in ("date", "processor", "rustc", "commit")}
            programs.run(os.path.dirname(chosen.measure), chosen.data, facts, results.others, scratch)
            results.save_others()
        else:
            run(chosen, results, scratch)
    except (racing.Failed, programs.Failed) as failed:
        sys.exit(str(failed))
    except KeyboardInterrupt:
        print("interrupted: --resume goes on", flush=True)
    finally:
        shutil.rmtree(scratch)
        results.finish()
    print(f"results are in {chosen.into}{', their page is results.md of the book' * (is_kept and chosen.threads == 1)}")


if __name__ == "__main__":
    main()
