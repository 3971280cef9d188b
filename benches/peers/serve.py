"""What the peers in Python share: the lines they read and write, vectors, timing.

A peer is a program. Given words, `PEER KERNEL FILE [SECONDS]`, it times one kernel over one file and prints a line of
JSON for each way in which it can do it. Without, it answers requests until its input ends: kernel, seconds and file
stand on a line, between tabs, the lines of an answer end with an empty one. The first answer comes by itself and holds
the name and the version of the peer, or what is missing and how to install it. Peers in C++ follow the same rules
(peer.hpp).

The keys are those of `measure --json`, and `magnitude`: the sum of the magnitudes of what `check` sums.
"""

import json, math, os, sys, time



def variables(threads):
    """The variables that tell a peer, and the libraries that it calls, on how many threads they run."""
    names = ("OMP", "OPENBLAS", "MKL", "NUMBA", "NUMEXPR", "PEER")
    return {f"{name}_NUM_THREADS": str(threads) for name in names}


# How many threads this peer has: one, unless whoever starts it says otherwise.
THREADS = int(os.environ.get("PEER_NUM_THREADS", "1"))

# The columns of the dense matrix of `spmm`, whose rows lie one after the other.
COLUMNS = 16


def spread(numpy, count):
    """The vector that matrices are multiplied with."""
    return 0.5 + numpy.arange(count, dtype=numpy.float64) * 0.6180339887498949 % 1.0


def factors(numpy, rows, columns):
    """Dense matrices of so many rows, which hold these numbers one after the other."""
    numbers = spread(numpy, int(sum(rows)) * columns).reshape(-1, columns)
    return numpy.split(numbers, numpy.cumsum(rows)[:-1])


def name_of(path):
    """The name of a file without its endings."""
    name = os.path.basename(path)
    for ending in (".gz", ".mtx", ".tns"):
        name = name.removesuffix(ending)
    return name


def best(work, seconds):
    """The least and the middle time of some calls, behind one that is not timed, and how many there were.

    There are three at least, or one where a call takes much longer than all of them should.
    """
    begin = time.perf_counter()
    work()
    laps, end = [], time.perf_counter() + seconds
    least = 3 if time.perf_counter() - begin < 4 * seconds else 1
    while len(laps) < least or (time.perf_counter() < end and len(laps) < 2000):
        start = time.perf_counter()
        work()
        laps.append(time.perf_counter() - start)
    laps.sort()
    return laps[0], laps[len(laps) // 2], len(laps)


class Run:
    """One way to compute something: `work` is timed, `sums` gives the sum of its output and that of the magnitudes.

    Outputs that are new are let go once they are summed: others need the memory.
    """

    def __init__(self, format, output, work, sums):
        self.format, self.output, self.work, self.sums = format, output, work, sums


def number(value):
    """A number for JSON, which knows no others than finite ones."""
    value = float(value)
    return value if math.isfinite(value) else None


def rows(peer, kernel, path, seconds, runs):
    """The lines of an answer."""
    for run in runs:
        least, median, laps = best(run.work, seconds)
        check, magnitude = run.sums()
        yield {
            "kernel": kernel,
            "input": name_of(path),
            "impl": peer,
            "format": run.format,
            "min_s": least,
            "median_s": median,
            "reps": laps,
            "check": number(check),
            "magnitude": number(magnitude),
            "output": run.output,
        }


def missing(peer, what, remedy):
    """Says what is not there, and ends."""
    text = f"{what} is not installed: {remedy}"
    if len(sys.argv) > 1:
        sys.exit(text)
    print(json.dumps({"peer": peer, "missing": text}) + "\n", flush=True)
    sys.exit()


def main(peer, version, prepare, others={}):
    """Serves a peer; `prepare(kernel, path, *more)` is the runs of a kernel over a file, none if it has not got it.

    `others` answer requests that are not to be timed, `other(path, *more)`, with rows of their own.
    """

    # The next round asks for the same again.
    last, runs = None, []

    def answer(kernel, path, seconds="0.5", *more):
        nonlocal last, runs
        if kernel in others:
            return others[kernel](path, *more)
        if last != (kernel, path, more):
            last, runs = None, []
            runs = prepare(kernel, path, *more)
            last = (kernel, path, more)
        return rows(peer, kernel, path, float(seconds), runs)

    words = sys.argv[1:]
    if len(words) >= 2:
        for row in answer(*words):
            print(json.dumps(row))
        return
    print(json.dumps({"peer": peer, "version": version}) + "\n", flush=True)
    for line in sys.stdin:
        kernel, seconds, path, *more = line.rstrip("\n").split("\t")
        try:
            for row in answer(kernel, path, seconds, *more):
                print(json.dumps(row))
        except Exception as error:  # Whatever goes wrong in another library is reported, and the next request is taken.
            print(json.dumps({"error": f"{type(error).__name__}: {error}"}))
        print(flush=True)
