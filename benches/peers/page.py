"""Results as a page of the book: for each group of kernels a table and a picture, and of which commit they are."""

import dataclasses

import chart, plan

# Groups in their order; what they hold, by inputs of kernels or by names.
GROUPS = {
    "matrices": "Sparse matrices",
    "expressions": "Array expressions",
    "tensors": "Tensors and sampled products",
    "graphs": "Graphs",
    "images": "Images",
    "conversions": "Conversions",
}
ABOUT = {
    "matrices": "Real matrices of 20 000 entries or more. `finch, all of it` is our product without the symmetry.",
    "expressions": "Sums and products of a matrix and its copies with rotated columns, as one expression.",
    "tensors": "Dense factors have as many columns as the names say.",
    "graphs": "Most of these graphs are small: there the calls cost more than the loops, and a loop by hand wins.",
    "images": "Images of documents, drawings and masks. What is magnified has longer runs. `finch of runs` is our function for "
    "runs instead of bytes, `finch to runs` the one that makes labels by runs: below 1, that one is faster.",
    "conversions": "Ratios are times of conversions by that of copying the same arrays: below 1, converting is faster. "
    "Beside each library stands the largest ratio, which is the worst.",
}

START = """# Results

What our kernels take beside loops by hand and other libraries. A ratio is the time of the other divided by that of the fastest of our
formats: above 1, ours is faster; below 1, theirs is. The mean is geometric, over all inputs. `least` is the input where we compare worst.
Dots in the pictures are means, bars go from the least ratio to the largest. Everyone has one thread.

`benches/results/results.txt` has a line for each input, and `benches/peers/README.md` says how it is measured. These commands measure
again, and write this page:

    cargo build --release -p finch-benches --bin measure
    FINCH_DATA=data python3 benches/peers/results.py
    cargo build --release -p finch-benches --no-default-features --features others --bin others
    cargo build --release -p finch-benches --no-default-features --features conversions --bin conversions
    FINCH_DATA=data python3 benches/peers/results.py --others

`python3 benches/peers/results.py --table` writes it, and the table in the README, from what was measured before.
"""

NATIVE = """Columns behind `native` are of our program, loops by hand and libraries in Rust that are built with
`RUSTFLAGS=-Ctarget-cpu=native`, all others of a build for any x86-64. Pictures show the latter.
"""


@dataclasses.dataclass
class Row:
    """Ratios of a kernel beside one of the others. Some of those that were measured by hand have no extremes."""

    beside: str
    inputs: int
    mean: float
    least: list
    most: list
    below: int
    # Of the build for the processor at hand, if it was raced.
    native: "Row" = None


def group_of(subject):
    """The group of a subject that was raced."""
    [kernel, *_] = [kernel for kernel in plan.KERNELS if subject in (known.name for known in kernel.compared())]
    if kernel.family.startswith("expr-"):
        return "expressions"
    if kernel.family in ("sddmm", "mttkrp"):
        return "tensors"
    return {"symmetric": "matrices", "runs": "images"}.get(kernel.inputs, kernel.inputs)


def row(ratios, native=None):
    """The row of ratios."""
    (low, at), (high, most_at) = ratios.least, ratios.most
    below = sum(value < 1 for value, _ in ratios.all)
    return Row(ratios.beside, len(ratios.all), ratios.mean, [low, at.input], [high, most_at.input], below, native)


def raced(races):
    """Rows of subjects, by group."""
    groups, native = {}, {}
    for subject, found in chart.groups(races, plan.NATIVE):
        native |= {(subject, ratios.beside): row(ratios) for ratios in found}
    for subject, found in chart.groups(races):
        rows = [row(ratios, native.get((subject, ratios.beside))) for ratios in found]
        groups.setdefault(group_of(subject), []).append((subject, rows))
    return groups


def beside_measure(others):
    """The same of the programs beside `measure`."""
    groups = {}
    for row in others["rows"]:
        kernels = groups.setdefault(row["group"], {})
        worst = (None, row["most"]) if row["group"] == "conversions" else (row["least"], row["most"])
        kernels.setdefault(row["kernel"], []).append(
            Row(row["beside"], row["inputs"], row["mean"], *worst, row["below"])
        )
    return {group: list(kernels.items()) for group, kernels in groups.items()}


def together(first, second):
    """Kernels of both. A name that both have was measured twice, maybe at two commits."""
    known = {kernel for kernel, _ in first}
    return [*first, *((f"{kernel}, by others" if kernel in known else kernel, rows) for kernel, rows in second)]


def digits(value):
    """A ratio in a table; those of conversions can be tiny."""
    return f"{value:.3f}" if value < 0.1 else chart.short(value)


def ratios_of(row, worst):
    """The mean, the worst ratio, and where it is."""
    value, where = getattr(row, worst)
    return [digits(row.mean), digits(value), f"`{where}`"]


def table(group, kernels):
    """Rows of Markdown, without columns that nothing is known of."""
    worst = "most" if group == "conversions" else "least"
    lines = [["kernel", "beside", "inputs", "mean", worst, "where", "below 1", "native", worst, "where"]]
    for kernel, rows in kernels:
        for number, row in enumerate(rows):
            counts = ["" if count is None else str(count) for count in (row.inputs, row.below)]
            name = f"`{kernel}`" if number == 0 else ""
            ratios, native = ratios_of(row, worst), ratios_of(row.native, worst) if row.native else [""] * 3
            lines.append([name, row.beside, counts[0], *ratios, counts[1], *native])
    kept = [column for column in range(len(lines[0])) if any(line[column] for line in lines[1:])]
    lines.insert(1, ["---"] * len(lines[0]))
    return [f"| {' | '.join(line[column] for column in kept)} |" for line in lines]


def unique(values):
    return list(dict.fromkeys(values))


def measured(runs, used, processors):
    """A line for each run: when, at which commit, on which machine, by which command, and what it measured."""
    for number, run in enumerate(runs):
        if names := unique(used.get(number, [])):
            commit = f"commit {run['commit']}" if run["commit"] else f"the commit was not kept, {run['kept']} has the rows"
            command = f"`{run['command']}`" if run["command"] else "`results.py`, its options were not kept"
            command += f" ({run['note']})" if run.get("note") else ""
            yield f"* {run['date']}, {processors(run)}, {commit}, by {command}: {', '.join(names)}."


def of_runs(results, others):
    """Where the numbers are from, for each group."""
    groups = {group: [] for group in GROUPS}
    for group in GROUPS:
        used = {}
        for race in results["races"]:
            if any(row["min_s"] for row in race["rows"]):
                kernel = next(kernel for kernel in plan.KERNELS if kernel.name == race["kernel"])
                if group_of(kernel.compared()[0].name) == group:
                    used.setdefault(race.get("run"), []).append(f"`{kernel.name}`")
        groups[group] += measured(results["runs"], used, lambda run: results["about"]["processor"])
        used = {}
        for row in others["rows"]:
            if row["group"] == group:
                used.setdefault(row["run"], {}).setdefault(row["kernel"], []).append(row["beside"])
        used = {
            run: [f"`{kernel}` beside {' and '.join(names)}" for kernel, names in kernels.items()]
            for run, kernels in used.items()
        }
        groups[group] += measured(others["runs"], used, lambda run: run["processor"])
    return groups


def dates(lines):
    """From the first run to the last."""
    found = sorted(line[2:12] for line in lines)
    return " to ".join(unique([found[0], found[-1]]))


def files(results, others):
    """Pairs of the name of a file, as chapters see it, and its text."""
    groups, more, runs = raced(results["races"]), beside_measure(others), of_runs(results, others)
    parts = [START]
    if any(row.get("build") == plan.NATIVE for race in results["races"] for row in race["rows"]):
        parts.append(NATIVE)
    for group, title in GROUPS.items():
        kernels = together(groups.get(group, []), more.get(group, []))
        if not kernels:
            continue
        picture = f"results/{group}.svg"
        parts.append(f"## {title}\n\n{ABOUT[group]}\n\n![Ratios of {title.lower()}]({picture})\n")
        parts.append("\n".join(table(group, kernels)) + "\n")
        parts.append("Measured:\n\n" + "\n".join(runs[group]) + "\n")
        what = "times of others divided by ours: right of 1, ours is faster"
        if group == "conversions":
            what = "times of conversions divided by that of a copy: left of 1, converting is faster"
        yield picture, chart.drawn(f"{title}, {what}", f"{dates(runs[group])}, one thread each", kernels)
    yield "results.md", "\n".join(parts)
