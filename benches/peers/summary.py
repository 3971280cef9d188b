"""Ratios of what was raced, their means, and what was aimed at.

A ratio is the time of another one divided by that of the fastest of our formats: above 1, ours is faster. Times are
compared that go to the same place, an output that is kept or a new one, as long as both have such. A loop by hand is
compared in the format that is fastest of ours, if it has that one. Of two builds of our program, each is compared with
loops by hand and Rust libraries that are built like it, and with the same peers from elsewhere.
"""

import dataclasses, math

import plan

# What one triangle is compared with.
WHOLE = "finch, all of it"


def mean(values):
    """The geometric mean."""
    values = list(values)
    return math.exp(sum(map(math.log, values)) / len(values)) if values else math.nan


def least(rows):
    return min(rows, key=lambda row: row["min_s"])


@dataclasses.dataclass
class Line:
    """One input of a subject: our fastest row, and ratios by the names of others."""

    input: str
    ours: dict
    ratios: dict
    facts: dict


def ratio(ours, theirs):
    """Theirs by ours, written to the same kind of place if there is one that both have."""
    for output in ("number", "reused", "new"):
        of_both = [[row for row in rows if row["output"] == output] for rows in (ours, theirs)]
        if all(of_both):
            break
    else:
        of_both = [ours, theirs]
    return least(of_both[1])["min_s"] / least(of_both[0])["min_s"]


def of_build(row, build):
    """Whether a row counts in a build of our program: peers from elsewhere count in each."""
    return row["impl"] in plan.OTHERS or row.get("build") == build


def lines(subject, race, build=None):
    """A line for each input of a race, those that have rows of ours in this build."""
    for name in dict.fromkeys(row["input"] for row in race["rows"]):
        rows = [row for row in race["rows"] if row["input"] == name and row["min_s"] and of_build(row, build)]
        finch = [row for row in rows if row["impl"] == "finch"]
        ours = [row for row in finch if subject.ours(row)]
        if not ours:
            continue
        best, ratios = least(ours), {}
        rest = [row for row in rows if row["impl"] not in ("finch", *plan.ASIDE) and subject.theirs(row)]
        for other in dict.fromkeys(row["impl"] for row in rest):
            theirs = [row for row in rest if row["impl"] == other]
            if other == "hand":
                theirs = [row for row in theirs if row["format"] == best["format"]] or theirs
            ratios[other] = ratio(ours, theirs)
        if subject.ours in (plan.one_triangle, plan.one_triangle_in_any_order):
            whole = [row for row in finch if not plan.of_triangle(row)]
            if whole:
                ratios[WHOLE] = ratio(ours, whole)
        yield Line(name, best, ratios, race.get("facts", {}))


def compared(races, build=None):
    """All subjects with their lines in a build of our program, those that have any."""
    for kernel in plan.KERNELS:
        of_kernel = [race for race in races if race["kernel"] == kernel.name]
        for subject in kernel.compared():
            found = [line for race in of_kernel for line in lines(subject, race, build)]
            if found:
                yield subject.name, found


def others(found):
    """The names of those that lines are compared with: by hand, ours, in Rust, the rest."""
    names = dict.fromkeys(name for line in found for name in line.ratios)
    known = ["hand", WHOLE, "finch-any", *plan.RUST, *plan.OTHERS]
    return sorted(names, key=lambda name: (known.index(name) if name in known else len(known), name))


@dataclasses.dataclass
class Ratios:
    """Ratios beside one, or beside the best of several for each input."""

    subject: str
    beside: str
    # Pairs of a ratio and the line it is from.
    all: list

    @property
    def mean(self):
        return mean(value for value, _ in self.all)

    @property
    def least(self):
        return min(self.all, key=lambda pair: pair[0])

    @property
    def most(self):
        return max(self.all, key=lambda pair: pair[0])

    @property
    def mean_of_sets(self):
        """The mean of the means of sets of images; both sets of masks are one."""
        sets = {}
        for value, line in self.all:
            sets.setdefault("masks" if "masks" in line.facts.get("set", "") else line.facts.get("set"), []).append(
                value
            )
        return mean(mean(values) for values in sets.values())


def met(names, found):
    """Those of these names that any line is compared with, all if there are none."""
    return [name for name in names if any(name in line.ratios for line in found)] or names


def beside(subject, found, names, wanted=lambda line: True):
    """Ratios beside the best of these for each line that is wanted; None if there are none."""
    pairs = []
    for line in filter(wanted, found):
        known = [line.ratios[name] for name in names if name in line.ratios]
        if known:
            pairs.append((min(known), line))
    text = names[0] if len(names) == 1 else f"best of {', '.join(met(names, found))}"
    return Ratios(subject, text, pairs) if pairs else None


@dataclasses.dataclass(frozen=True)
class Target:
    """What was aimed at: bounds from below, of the mean or of every ratio."""

    subject: str
    names: tuple
    mean: float = None
    least: float = None
    mean_of_sets: float = None
    wanted: object = lambda line: True
    note: str = ""

    def bounds(self):
        named = (("mean", self.mean), ("least", self.least), ("mean of sets", self.mean_of_sets))
        return [(what, bound) for what, bound in named if bound is not None]


def large(line):
    return line.facts.get("entries", 0) >= 20_000


def has_loops_by_hand(subject):
    """Whether loops by hand, sorting or not, are among those that a subject is compared with."""
    return any(subject.theirs({"impl": "hand", "format": format}) for format in ("csr", "csr, unsorted"))


RUST_MATRICES = ("sprs", "faer", "nalgebra-sparse")

ALL_MATRICES = (*RUST_MATRICES, *plan.MATRICES)

TARGETS = (
    Target("spmv", (*RUST_MATRICES, "scipy"), mean=1.3, wanted=large),
    Target("spmv", ("eigen",), mean=1.0, wanted=large),
    Target("spmv: csr", ("mkl",), mean=1.0, wanted=large),
    Target("spmv: csr, sums in any order", ("mkl",), mean=1.0, wanted=large),
    Target("spmv", ALL_MATRICES, mean=1.1, least=0.8, wanted=large),
    Target("spmv-sym", (WHOLE,), mean=1.25),
    Target("spmv-sym", ("mkl",), mean=1.1),
    Target("spmv-sym: sums in any order", ("mkl",), mean=1.1),
    *(Target(name, ("eigen", "mkl", "graphblas"), mean=1.1, wanted=large) for name in plan.SPMM),
    Target("spgemm, sorted", ALL_MATRICES, mean=1.25, least=0.85, wanted=large),
    Target("spgemm, unsorted", ALL_MATRICES, mean=1.2, least=0.85, wanted=large),
    *(
        Target(name, names, mean=bound, wanted=large)
        for name in (
            "expr-multiply-sum",
            "expr-multiply-three",
            "expr-product-rows",
            "expr-sampled, 25 columns",
            "expr-bilinear",
        )
        for names, bound in ((("scipy", "sprs"), 1.3), (("duckdb",), 10.0))
    ),
    Target("reading", ("scipy",), least=1.3, wanted=large),
    Target("bfs", ("petgraph",), least=1.2),
    Target("bfs", ("gap",), mean=1.0),
    Target("bellman-ford", ("petgraph",), mean=3.0),
    Target("shortest-paths", ("gap",), mean=1.0),
    Target("components", ("gap",), mean=1.0),
    Target("pagerank", ("graphblas",), mean=1.0),
    Target("pagerank", ("gap",), mean=1.0),
    Target("triangles", ("hand",), mean=1.2, least=0.97),
    Target("triangles, ordered in the time", ("graphblas",), mean=1.2),
    Target("triangles, ordered in the time", ("gap",), mean=1.2),
    *(
        Target(f"erode{times}{magnified}: {what}", ("opencv",), least=bound)
        for times in ("", ", 2 times", ", 4 times")
        for magnified in ("", ", magnified 4", ", magnified 16")
        for what, bound in (("words", 4.0), ("bytes", 1.0), ("bytes to bytes", 1.0))
    ),
    Target("erode, magnified 4: runs", ("opencv",), mean=5.0),
    Target("erode, magnified 16: runs", ("opencv",), mean=20.0),
    Target(
        "histogram: runs",
        ("opencv",),
        mean_of_sets=3.0,
        wanted=lambda line: line.facts.get("set") != "documents",
        note="MNIST, Omniglot, sketches, masks",
    ),
    Target("histogram: runs", ("opencv",), mean=4.0),
    Target("histogram: bytes", ("opencv",), mean=1.0),
    Target("histogram: runs, mask in the time", ("opencv",), mean=1.0),
    Target("blend: bytes", ("opencv",), mean=1.0),
    Target(
        "blend: runs", ("opencv",), mean=2.0, wanted=lambda line: line.input.endswith(" 500"), note="runs of 500 pixels"
    ),
    # Loops by hand. Triangles have bounds of their own above.
    *(
        Target(
            subject.name,
            ("hand",),
            mean=1 / 1.03,
            least=1 / 1.1,
            **({"wanted": large} if kernel.inputs in ("matrices", "symmetric") else {}),
        )
        for kernel in plan.KERNELS
        for subject in kernel.compared()
        if has_loops_by_hand(subject) and subject.name not in ("triangles", "reading")
    ),
)


def judged(target, subjects):
    """Ratios of a target; and for each of its bounds what it bounds, the bound, what was reached, whether it is enough.

    None if nothing was raced that tells.
    """
    if target.subject not in subjects:
        return None
    ratios = beside(target.subject, subjects[target.subject], target.names, target.wanted)
    if ratios is None:
        return None
    reached = {"mean": ratios.mean, "least": ratios.least[0], "mean of sets": ratios.mean_of_sets}
    return ratios, [(what, bound, reached[what], reached[what] >= bound) for what, bound in target.bounds()]
