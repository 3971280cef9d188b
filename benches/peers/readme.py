#!/usr/bin/env python3
"""The table of results in the README of the repository: a row for each kernel, with the worst input beside every mean.

    python3 benches/peers/readme.py                 # prints its lines
    python3 benches/peers/results.py --table        # writes them where they stand

A row is beside the best of all libraries over each input, and beside the loop by hand. Kernels that are raced several
times, over images that are magnified or with several numbers of columns, have one row with a number for each. Rows of
the program `others` know a library's mean alone, so that each library has its own.
"""

import dataclasses, json, os, textwrap

import page, plan, programs, serve
from summary import compared, mean, others

HERE = os.path.dirname(os.path.abspath(__file__))
README = os.path.normpath(os.path.join(HERE, "..", "..", "README.md"))
BEGIN = "<!-- Lines up to the next comment are written by `python3 benches/peers/results.py --table`. -->"
END = "<!-- Here they end. -->"
WIDTH = 140

# What a reader calls them; a kernel that is not here is called by its name alone.
TITLES = {
    "spmv": "matrix times vector, the best of our formats",
    "spmv-sym": "the same from one triangle",
    "spmv-sym: sums in any order": "one triangle",
    "spmm": "matrix times dense matrix",
    "sddmm": "sampled product, sums in the order of the loop",
    "sddmm: fast": "sums in any order",
    "mttkrp": "tensor times dense matrices",
    "expr-multiply-sum": "`a * (b + c)`",
    "expr-multiply-three": "`a * b * c`",
    "expr-product-rows": "row sums of `a * b`",
    "expr-bilinear": "`sum(x * (a y))`",
    "expr-sampled": "sampled product",
    "spmv: csr": "compressed rows alone",
    "spmv: csr, sums in any order": "compressed rows alone",
    "spgemm, sorted": "sparse matrix times sparse matrix",
    "spgemm, unsorted": "rows not sorted",
    "spmv-scatter": "transposed matrix times vector",
    "spmspv": "matrix times sparse vector",
    "dot": "sum of the product of two matrices",
    "add": "sum of two matrices",
    "reading": "Matrix Market files into compressed rows",
    "bfs": "breadth-first search",
    "bellman-ford": "shortest paths",
    "shortest-paths": "no length is negative",
    "triangles": "rows are ordered before",
    "components": "connected components",
    "erode: words": "3 x 3, 64 pixels to a word",
    "erode: bytes to bytes": "bytes become words and bytes again in the time",
    "erode: runs, bytes to bytes": "bytes become runs and bytes again in the time",
    "histogram: runs": "16 bins, the mask by runs",
    "histogram: bytes": "the mask by bytes",
    "histogram: runs, mask in the time": "the mask becomes runs in the time",
    "blend: runs": "an image and its mirror image",
    "cores": "core numbers",
    "city-block": "distances",
    "chessboard": "distances",
    "squared-euclidean": "distances",
    "label-four": "labels of components, four neighbours",
    "label-eight": "labels of components, eight neighbours",
}
INPUTS = {"symmetric": "symmetric matrices", "runs": "images of runs"}
NAMES = {
    "scipy": "SciPy",
    "eigen": "Eigen",
    "mkl": "MKL",
    "graphblas": "GraphBLAS",
    "lagraph": "LAGraph",
    "gap": "GAP",
    "taco": "TACO",
    "opencv": "OpenCV",
    "duckdb": "DuckDB",
    "networkx": "NetworkX",
    "rustworkx": "rustworkx-core",
}
# Those of `others`, too.
LIBRARIES = (*plan.RUST, *plan.OTHERS, "networkx")


@dataclasses.dataclass
class Found:
    """A ratio: over which input, beside whom, and what is said of the input besides."""

    value: float
    input: str
    beside: str
    note: str


def ratios(lines, names, note):
    """The ratio beside the best of these for each line that has one."""
    for line in lines:
        if known := [(line.ratios[name], name) for name in names if name in line.ratios]:
            value, name = min(known)
            yield Found(value, line.input, NAMES.get(name, name), note)


def variant(kernel):
    """The kernels that a kernel shares a row with, which of their numbers is its own, and what is said of its inputs."""
    words = kernel.name.split(", ")[1:]
    if kernel.family == "erode":
        iterations, magnify = map(int, kernel.fields)
        return "erode", magnify, f", {iterations} times" if iterations > 1 else ""
    if kernel.family.startswith("expr-"):
        return "expr", plan.KERNELS.index(kernel), ""
    if words and words[0].endswith(" columns") or kernel.family == "spmm":
        return kernel.family, int(kernel.fields[0]) if kernel.fields else serve.COLUMNS, ""
    return kernel.family, 0, ""


def rows(races, build=None):
    """For each row its kernel, and lines with their notes, by variant."""
    subjects, found = dict(compared(races, build)), {}
    for kernel in plan.KERNELS:
        for subject in kernel.compared():
            if subject.name in subjects:
                row, number, note = variant(kernel)
                _, variants = found.setdefault(row + subject.name.removeprefix(kernel.name), (kernel, {}))
                variants.setdefault(number, []).append((subjects[subject.name], note))
    return {name: (kernel, dict(sorted(variants.items()))) for name, (kernel, variants) in found.items()}


def beside(variants, names):
    """Means beside the best of these, and the worst of each: its ratio, its input, and whose it is, if there are several."""
    found = [[each for lines, note in parts for each in ratios(lines, names, note)] for parts in variants.values()]
    if not any(found):
        return ["", ""]
    means, worst = [], []
    for group in found:
        low = min(group, key=lambda each: each.value, default=None)
        means.append(page.digits(mean(each.value for each in group)) if low else "-")
        whose = f", {low.beside}" if low and names[1:] else ""
        worst.append(f"{page.digits(low.value)} `{low.input}`{low.note}{whose}" if low else "-")
    return ["; ".join(means), "; ".join(worst)]


def called(name, kernel, variants):
    """A row as the results name it, and in words."""
    if name == "expr":
        return "; ".join(called(plan.KERNELS[place].family, plan.KERNELS[place], {0: []}) for place in variants)
    words = [TITLES[name]] if name in TITLES else []
    if kernel.family == "erode":
        notes = [note for parts in variants.values() for _, note in parts]
        words.append(", ".join(page.unique(note[2:].removesuffix(" times") or "1" for note in notes)) + " times")
        words.append("magnified " + "; ".join(map(str, variants)))
    elif set(variants) != {0}:
        words.append("; ".join(map(str, variants)) + " columns")
    return f"`{name}`" + (f": {', '.join(words)}" if words else "")


def raced(races):
    """Rows of kernels of `measure`: their cells, those of the build for the processor at hand by themselves."""
    native = rows(races, plan.NATIVE)
    for name, (kernel, variants) in rows(races).items():
        lines = [line for parts in variants.values() for lines, _ in parts for line in lines]
        # What is marked is the middle of an input, what stands behind a comma is another problem over it.
        count = len({line.input.removesuffix("*").split(", ")[0] for line in lines})
        libraries = [other for other in others(lines) if other in LIBRARIES]
        met = {line.input.removesuffix("*").split(", ")[0] for line in lines if not line.ratios.keys().isdisjoint(libraries)}
        yield (
            [
                called(name, kernel, variants),
                f"{count} {INPUTS.get(kernel.inputs, kernel.inputs)}",
                ", ".join(NAMES.get(other, other) for other in libraries) + f" over {len(met)}" * (0 < len(met) < count),
            ],
            beside(variants, libraries),
            beside(native[name][1], libraries) if name in native else ["", ""],
            beside(variants, ["hand"]),
        )


def apart(known, taken):
    """Rows of the program `others`, where each library has its own numbers."""
    kernels = {}
    for row in known["rows"]:
        if row["group"] in programs.OTHERS and row["beside"] in LIBRARIES:
            kernels.setdefault(row["kernel"], []).append(row)
    for kernel, rows in kernels.items():
        counts = page.unique(str(row["inputs"]) for row in rows)
        least = [f"{page.digits(row['least'][0])} `{row['least'][1]}`" if row["least"] else "not kept" for row in rows]
        name = f"`{kernel}{', by others' * (kernel in taken)}`" + (f": {TITLES[kernel]}" if kernel in TITLES else "")
        yield (
            [
                name,
                f"{'; '.join(counts)} {rows[0]['group']}",
                "; ".join(NAMES.get(row["beside"], row["beside"]) for row in rows),
            ],
            ["; ".join(page.digits(row["mean"]) for row in rows), "; ".join(least)],
            ["", ""],
            ["", ""],
        )


def when(run):
    """A date and a commit."""
    return f"on {run['date']} at commit {run['commit']}" if run["commit"] else f"on {run['date']}"


def measured(results, known):
    """When, at which commits, by which commands: the run that most are of first."""
    used = {}
    for race in results["races"]:
        if any(row["min_s"] for row in race["rows"]):
            used.setdefault(race.get("run"), []).append(race["kernel"].split(",")[0])
    parts = []
    for number in sorted(used, key=lambda number: -len(set(used[number]))):
        run, names = results["runs"][number], page.unique(used[number])
        which = ", ".join(f"`{name}`" for name in names) + " " if parts else ""
        parts.append(f"{which}{when(run)} by `{run['command'] or 'results.py'}`")
    used = {}
    for row in known["rows"]:
        if row["group"] in programs.OTHERS and row["beside"] in LIBRARIES:
            used.setdefault(when(known["runs"][row["run"]]), []).append(row)
    for number, (run, rows) in enumerate(sorted(used.items(), key=lambda pair: -len(pair[1]))):
        what = [f"`{row['kernel']}` beside {NAMES.get(row['beside'], row['beside'])}" for row in rows]
        what = "rows with semicolons between libraries" if number == 0 else ", ".join(what)
        parts.append(f"{what} {run} by `others`")
    return f"Measured {'; '.join(parts)}." if parts else ""


def lines(results, known):
    """The table, and what it is made of."""
    raw = list(raced(results["races"]))
    raw += apart(known, {race["kernel"] for race in results["races"]})
    head = (["kernel", "over", "beside the best of"], ["times faster", "least"], ["native", "least"], ["than by hand", "least"])
    columns = [0, 1, 2, 3] if any(any(row[2]) for row in raw) else [0, 1, 3]
    table = [[cell for column in columns for cell in row[column]] for row in (head, *raw)]
    table.insert(1, ["---"] * len(table[0]))
    return [
        *(f"| {' | '.join(row)} |" for row in table),
        "",
        *textwrap.wrap(measured(results, known), WIDTH, break_long_words=False, break_on_hyphens=False),
    ]


def placed(text, results, known):
    """The text of the README with these lines where they belong."""
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not end:
        raise ValueError("README.md has no place for the table of results")
    return "\n".join([before + begin, *lines(results, known), end + after])


def main():
    known = []
    for name in ("results.json", "others.json"):
        with open(os.path.join(HERE, "..", "results", name)) as file:
            known.append(json.load(file))
    print("\n".join(lines(*known)))


if __name__ == "__main__":
    main()
