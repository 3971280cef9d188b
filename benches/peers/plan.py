"""What is raced: kernels, the inputs of each, and who takes part."""

import csv, dataclasses, gzip, os, re, shutil

import serve

# Rows that are no comparisons: sums of as many bytes.
ASIDE = ("sum",)

# The build of `measure` for the processor at hand, as rows name it; those of the other build name none.
NATIVE = "native"

RUST = ("sprs", "faer", "nalgebra-sparse", "petgraph", "imageproc", "rustworkx", "ndarray")
OTHERS = ("scipy", "eigen", "mkl", "graphblas", "lagraph", "gap", "taco", "pyttb", "opencv", "duckdb")
# Those of them who generate graphs that have no file, by names as `kronecker-16`.
GENERATING = ("gap", "lagraph")


@dataclasses.dataclass(frozen=True)
class Subject:
    """Rows of a kernel that are compared with each other, under a name: one of our formats, say, or what is not sorted.

    `ours` and `theirs` say of a row whether it belongs to it; of several formats the fastest counts for each.
    """

    name: str
    ours: object = lambda row: True
    theirs: object = lambda row: True


def in_format(*formats):
    return lambda row: row["format"] in formats


def of_triangle(row):
    return row["format"].startswith("triangle")


def one_triangle(row):
    """One triangle, sums in the order of the loop."""
    return of_triangle(row) and not row["format"].endswith("-fast")


def one_triangle_in_any_order(row):
    return of_triangle(row) and row["format"].endswith("-fast")


def by_others(row):
    return row["impl"] != "hand"


def ordered_before(row):
    """Those who count triangles and can be given rows that are ordered; LAGraph orders them itself, in the time."""
    return row["impl"] != "lagraph"


def ordering(row):
    """Others who count triangles: GAP with the ordering in the time, which GraphBLAS leaves to its user."""
    return by_others(row) and (row["impl"], row["format"]) != ("gap", "csr")


def unsorted(row):
    return "unsorted" in row["format"]


def sorts(row):
    return not unsorted(row)


@dataclasses.dataclass(frozen=True)
class Kernel:
    """A kernel as the results name it, and how `measure` and the peers are asked for it."""

    name: str
    inputs: str
    peers: tuple = ()
    # Its words on the command line of measure, the first of which it knows kernel and formats; unless said, its name.
    commands: tuple = ()
    # The name by which peers are asked for it; unless said, its own.
    asked: str = ""
    # More fields of a request to a peer.
    fields: tuple = ()
    subjects: tuple = ()
    # Its words for several threads, none if ours runs on one; unless said, the same.
    threaded: tuple = None

    def commanded(self, threads):
        """The words for so many threads."""
        if threads > 1 and self.threaded is not None:
            return self.threaded
        return self.commands or (self.name,)

    @property
    def family(self):
        """The name without what it is done with."""
        return self.name.split(",")[0]

    def compared(self):
        return self.subjects or (Subject(self.name),)


def erosion(iterations, magnify):
    name = (
        "erode"
        + (f", {iterations} times" if iterations > 1 else "")
        + (f", magnified {magnify}" if magnify > 1 else "")
    )
    return Kernel(
        name,
        "images",
        ("opencv",),
        (f"erode --iterations {iterations} --magnify {magnify}",),
        "erode",
        (str(iterations), str(magnify)),
        (
            *(Subject(f"{name}: {what}", in_format(what)) for what in ("words", "bytes", "runs")),
            Subject(f"{name}: bytes to bytes", in_format("words, bytes to bytes"), by_others),
            Subject(f"{name}: runs, bytes to bytes", in_format("runs, bytes to bytes"), by_others),
        ),
    )


def with_columns(kernel, inputs, peers, columns, subjects=lambda name: ()):
    """A kernel with dense factors of so many columns."""
    name = f"{kernel}, {columns} columns"
    command = f"{kernel} --columns {columns}"
    return Kernel(name, inputs, peers, (command,), kernel, (str(columns),), subjects(name))


def orders(name):
    """Sums in the order of the loop, as by hand, and in any order, as by all others."""
    return (
        Subject(name, in_format("csr")),
        Subject(f"{name}: fast", in_format("csr-fast"), lambda row: row["impl"] != "hand"),
    )


MATRICES = ("scipy", "eigen", "mkl", "graphblas", "taco")
# The names of products with dense matrices: of 16 columns, and others.
SPMM = ("spmm", *(f"spmm, {columns} columns" for columns in (4, 8, 32, 64)))

KERNELS = (
    Kernel(
        "spmv",
        "matrices",
        MATRICES,
        ("spmv", "spmv-gather --format csr,hybrid-csr,block-csr"),
        subjects=(
            Subject("spmv"),
            Subject("spmv: csr", in_format("csr")),
            Subject("spmv: csr, sums in any order", in_format("csr-fast")),
        ),
    ),
    Kernel(
        "spmv-sym",
        "symmetric",
        ("eigen", "mkl"),
        subjects=(
            Subject("spmv-sym", one_triangle),
            Subject("spmv-sym: sums in any order", one_triangle_in_any_order),
        ),
    ),
    Kernel("spmm", "matrices", MATRICES, (f"spmm --columns {serve.COLUMNS}",)),
    *(with_columns("spmm", "matrices", MATRICES, columns) for columns in (4, 8, 32, 64)),
    *(with_columns("sddmm", "matrices", ("scipy", "eigen", "graphblas", "taco"), columns, orders) for columns in (25, 64)),
    *(with_columns("mttkrp", "tensors", ("scipy", "eigen", "taco", "pyttb"), columns) for columns in (16, 32)),
    *(
        Kernel(name, "matrices", ("scipy", "taco", "duckdb"), threaded=())
        for name in ("expr-multiply-sum", "expr-multiply-three", "expr-product-rows", "expr-bilinear")
    ),
    dataclasses.replace(with_columns("expr-sampled", "matrices", ("scipy", "taco", "duckdb"), 25), threaded=()),
    Kernel(
        "spgemm",
        "matrices",
        MATRICES,
        ("spgemm --format csr,csr-kept,csr-unsorted,csr-chosen", "spgemm --format csr"),
        subjects=(Subject("spgemm, sorted", sorts, sorts), Subject("spgemm, unsorted", unsorted, unsorted)),
        threaded=("spgemm --format csr-kept,csr-unsorted,csr-chosen",),
    ),
    *(
        Kernel(name, "matrices", commands=(f"{name} --format csr",), threaded=())
        for name in ("spmv-scatter", "spmspv", "dot", "add")
    ),
    Kernel("reading", "matrices", ("scipy",), threaded=()),
    Kernel("bfs", "graphs", ("graphblas", "lagraph", "gap")),
    Kernel("bellman-ford", "graphs", ("graphblas",)),
    Kernel("shortest-paths", "graphs", ("lagraph", "gap"), subjects=(Subject("shortest-paths", in_format("csr")),)),
    Kernel(
        "triangles",
        "graphs",
        ("graphblas", "lagraph", "gap"),
        subjects=(
            Subject("triangles", in_format("csr"), ordered_before),
            Subject("triangles, ordered in the time", in_format("csr, ordered in the time"), ordering),
        ),
    ),
    Kernel("components", "graphs", ("lagraph", "gap")),
    Kernel("pagerank", "graphs", ("graphblas", "lagraph", "gap")),
    *(erosion(iterations, magnify) for magnify in (1, 4, 16) for iterations in (1, 2, 4)),
    Kernel(
        "histogram",
        "images",
        ("opencv",),
        subjects=tuple(
            Subject(f"histogram: {what}", in_format(what), theirs)
            for what, theirs in (
                ("runs", lambda row: True),
                ("bytes", lambda row: True),
                ("runs, mask in the time", by_others),
            )
        ),
    ),
    Kernel(
        "blend",
        "runs",
        ("opencv",),
        subjects=tuple(Subject(f"blend: {what}", in_format(what)) for what in ("runs", "bytes")),
    ),
)


@dataclasses.dataclass(frozen=True)
class Input:
    """One file, or a generated graph."""

    name: str
    path: str
    # What there is to know of it besides.
    facts: dict = dataclasses.field(default_factory=dict)

    @property
    def is_file(self):
        return "/" in self.path


def plain(path, scratch):
    """The path of an uncompressed copy, or the path itself."""
    if not path.endswith(".gz"):
        return path
    copy = os.path.join(scratch, os.path.basename(path).removesuffix(".gz"))
    if not os.path.exists(copy):
        with gzip.open(path) as compressed, open(copy + ".part", "wb") as file:
            shutil.copyfileobj(compressed, file)
        os.replace(copy + ".part", copy)
    return copy


def header(path):
    """The words of the first line of a Matrix Market file."""
    with open(path, "rb") as file:
        return file.readline().decode("latin-1").lower().split()


def matrices(data, scratch, entries):
    """Real matrices with so many entries at least, those with most first."""
    with open(os.path.join(data, "facts.csv"), newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["file"].startswith("matrices/")]
    # Complex sums are written with a `j`.
    rows = [row for row in rows if "j" not in row["sum_of_entries"]]
    rows = [(int(row["nnz_after_expansion_and_merging"]), row["file"]) for row in rows]
    for count, file in sorted(rows, reverse=True):
        if count >= entries:
            path = plain(os.path.join(data, file), scratch)
            name = os.path.basename(path).removesuffix(".mtx")
            yield Input(name, path, {"entries": count, "symmetric": header(path)[4:] == ["symmetric"]})


def tensors(data, scratch, entries):
    """Tensors with so many entries at least, those with most first."""
    with open(os.path.join(data, "facts_tensors.csv"), newline="") as file:
        rows = [(int(row["distinct_positions"]), int(row["order"]), row["file"]) for row in csv.DictReader(file)]
    for count, order, file in sorted(rows, reverse=True):
        if count >= entries:
            path = plain(os.path.join(data, file), scratch)
            yield Input(os.path.basename(path).removesuffix(".tns"), path, {"entries": count, "order": order})


def graphs(data, scratch):
    """The files of graphs, and generated ones."""
    folder = os.path.join(data, "graphs")
    for file in sorted(os.listdir(folder)):
        if file.endswith((".mtx", ".mtx.gz")):
            path = plain(os.path.join(folder, file), scratch)
            yield Input(os.path.basename(path).removesuffix(".mtx"), path)
    for scale in (16, 17, 18):
        for kind in ("kronecker", "uniform"):
            yield Input(f"{kind}-{scale}", f"{kind}-{scale}")


def middle(path, magnify, most, scratch):
    """The middle of a PGM file that would have more than so many pixels once it is magnified, else the file itself."""
    with open(path, "rb") as file:
        columns, rows = (int(word) for word in re.match(rb"P5 (\d+) (\d+) 255\n", file.readline()).groups())
        if rows * columns * magnify**2 <= most:
            return path
        pixels = file.read()
    shrink = (most / (rows * columns * magnify**2)) ** 0.5
    tall, wide = max(1, int(rows * shrink)), max(1, int(columns * shrink))
    top, left = (rows - tall) // 2, (columns - wide) // 2
    copy = os.path.join(scratch, f"{magnify}-{os.path.basename(path)}")
    with open(copy, "wb") as file:
        file.write(b"P5 %d %d 255\n" % (wide, tall))
        for row in range(top, top + tall):
            file.write(pixels[row * columns + left : row * columns + left + wide])
    return copy


def inputs(kernel, data, scratch, listed, entries=20_000, most=1 << 24):
    """The inputs of a kernel; `listed` are the images as the one who can read them lists them."""
    if kernel.inputs in ("matrices", "symmetric"):
        for input in matrices(data, scratch, entries):
            if kernel.inputs == "matrices" or input.facts["symmetric"]:
                yield input
    elif kernel.inputs == "tensors":
        # What calls cost counts most where there is little to compute.
        yield from tensors(data, scratch, min(entries, 1000))
    elif kernel.inputs == "graphs":
        yield from graphs(data, scratch)
    else:
        magnify = int(kernel.fields[1]) if kernel.fields else 1
        for image in listed:
            if (image["set"] == "runs") == (kernel.inputs == "runs"):
                path = middle(image["path"], magnify, most, scratch)
                star = "*" if path != image["path"] else ""
                yield Input(image["name"] + star, path, {"set": image["set"]})
