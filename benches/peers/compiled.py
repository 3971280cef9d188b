"""Peers in C++: finds their headers and libraries, and compiles them with the compiler of the system.

python benches/peers/compiled.py eigen        # compiles it, and prints the path of the program
GAPBS=gapbs python benches/peers/compiled.py gap
LAGRAPH=LAGraph python benches/peers/compiled.py lagraph
TACO=taco python benches/peers/compiled.py taco
"""

import glob, importlib.metadata, os, re, shutil, subprocess, sys

HERE = os.path.dirname(os.path.abspath(__file__))
FLAGS = ["-std=c++17", "-O3", "-march=native", "-DNDEBUG"]


class Missing(Exception):
    """What is not installed, and how to install it."""


def compiler(language="C++"):
    """The C++ compiler of the system, or that for C."""
    variable, names, package = {"C++": ("CXX", ("c++", "g++", "clang++"), "g++"), "C": ("CC", ("cc", "gcc", "clang"), "gcc")}[language]
    for name in [os.environ.get(variable, ""), *names]:
        found = name and shutil.which(name)
        if found:
            return found
    raise Missing(f"a {language} compiler is not installed: apt install {package}")


def first(paths):
    """The first of these patterns that a path matches."""
    found = [path for pattern in paths for path in sorted(glob.glob(pattern))]
    return found[0] if found else None


def of_package(package, ending):
    """The file of a Python package that ends so."""
    try:
        files = importlib.metadata.files(package) or []
    except importlib.metadata.PackageNotFoundError:
        return None
    found = [str(file.locate()) for file in files if str(file).endswith(ending)]
    return os.path.normpath(found[0]) if found else None


def eigen(threads):
    """What to compile Eigen with: it is all headers, and runs on several threads where OpenMP is there."""
    header = of_package("cmeel-eigen", "eigen3/Eigen/Sparse") or first(
        [f"{root}/eigen3/Eigen/Sparse" for root in ("/usr/include", "/usr/local/include", "/opt/homebrew/include")]
    )
    if header is None:
        raise Missing("its headers are not installed: apt install libeigen3-dev, or pip install cmeel-eigen")
    return ["-I", os.path.dirname(os.path.dirname(header)), *["-fopenmp"] * (threads > 1)]


def mkl(threads):
    """What to compile with MKL, and to link: 32-bit indices, the layer for one thread or that for several, by Intel's OpenMP."""
    header = of_package("mkl-include", "include/mkl_spblas.h")
    core = first([os.path.join(os.path.dirname(os.path.dirname(header)), "lib", "libmkl_core.so*")]) if header else None
    if core is None:
        roots = [os.environ.get("MKLROOT", "/opt/intel/oneapi/mkl/latest")]
        header = first([f"{root}/include/mkl_spblas.h" for root in roots] + ["/usr/include/mkl/mkl_spblas.h"])
        core = first([f"{root}/lib*/**/libmkl_core.so*" for root in roots] + ["/usr/lib/*/libmkl_core.so*"])
    if header is None or core is None:
        raise Missing("its headers or libraries are not installed: pip install mkl mkl-include")
    folder, ending = os.path.dirname(core), os.path.basename(core).removeprefix("libmkl_core")
    layer = "intel_thread" if threads > 1 else "sequential"
    libraries = [f"-l:libmkl_{part}{ending}" for part in ("intel_lp64", layer, "core")]
    if threads > 1:
        libraries += ["-l:libiomp5.so", "-lpthread", "-lm", "-ldl"]
    return ["-I", os.path.dirname(header), "-L", folder, f"-Wl,-rpath,{folder}", *libraries]


# What the user names the folder of, by an option of results.py or by a variable: the variable, a file in it, where it comes from.
NAMED = {
    "gap": ("GAPBS", "src/pr_spmv.cc", "https://github.com/sbeamer/gapbs"),
    "lagraph": ("LAGRAPH", "src/algorithm/LAGr_PageRankGAP.c", "https://github.com/GraphBLAS/LAGraph"),
    "taco": ("TACO", "include/taco.h", "https://github.com/tensor-compiler/taco"),
}


def named(name):
    """The folder that the user names for a peer."""
    variable, file, origin = NAMED[name]
    root = os.environ.get(variable, "")
    if not os.path.exists(os.path.join(root, file)):
        remedy = f"git clone {origin}, and name the folder by --{name} or ${variable}"
        raise Missing(f"its sources are not {'in the folder that is named' if root else 'named'}: {remedy}")
    return root


def version(root):
    """The release or the commit of a clone. A copy does not say which it is."""
    if os.path.exists(os.path.join(root, ".git")):
        words = ["git", "-C", root, "describe", "--tags", "--always"]
        return subprocess.run(words, capture_output=True, text=True).stdout.strip() or "of no known version"
    return "of no known version"


def gap(threads):
    """What to compile the GAP benchmark with, whose folder $GAPBS names. It is parallel by OpenMP; without, it has no atomic operations."""
    root = named("gap")
    return ["-iquote", os.path.join(root, "src"), f'-DGAP_VERSION="{version(root)}"', *["-fopenmp"] * (threads > 1)]


def graph_blas():
    """The folder of GraphBLAS.h, and the library, of an installation or of a clone in which it was built."""
    beside = os.path.join(named("lagraph"), "..", "GraphBLAS")
    roots = [os.environ.get("GRAPHBLAS_ROOT", ""), beside, "/usr/local", "/usr", "/opt/homebrew"]
    for root in filter(None, roots):
        header = first(f"{root}/{folder}/GraphBLAS.h" for folder in ("include/suitesparse", "include", "Include"))
        library = first(f"{root}/{folder}/libgraphblas.so*" for folder in ("lib*", "lib/*", "build"))
        if header and library:
            return os.path.dirname(header), os.path.abspath(library)
    raise Missing("GraphBLAS is not installed: apt install libgraphblas-dev, or name a folder by $GRAPHBLAS_ROOT")


def lagraph(threads):
    """What to compile with LAGraph, whose folder $LAGRAPH names, and to link, apart from LAGraph itself, see `lagraph_library`."""
    root, (include, library) = named("lagraph"), graph_blas()
    where = os.path.dirname(library)
    return [
        *("-I", os.path.join(root, "include"), "-I", include, f"-DTHREADS={threads}"),
        *("-L", where, f"-Wl,-rpath,{where}", f"-l:{os.path.basename(library)}", *["-fopenmp"] * (threads > 1)),
    ]


def lagraph_library(folder, threads):
    """Compiles LAGraph itself into a folder, and its PageRank once more, over numbers of 64 bits; what to link."""
    root = named("lagraph")
    with open(os.path.join(root, NAMED["lagraph"][1])) as file:
        text = file.read()
    for old, new in (("FP32", "FP64"), ("fp32", "fp64"), (r"\bfloat\b", "double"), (r"\bLAGr_PageRankGAP\b", "pagerank_of_doubles")):
        text = re.sub(old, new, text)
    ranks = os.path.join(folder, "pagerank_of_doubles.c")
    with open(ranks, "w") as file:
        file.write(text)
    target = os.path.join(folder, f"libpeer-lagraph{'-threads' * (threads > 1)}.so")
    files = [*glob.glob(os.path.join(root, "src", "utility", "*.c")), *glob.glob(os.path.join(root, "src", "algorithm", "*.c")), ranks]
    folders = [word for part in ("utility", "algorithm") for word in ("-I", os.path.join(root, "src", part))]
    flags = [flag for flag in FLAGS if not flag.startswith("-std")]
    options = ["-std=gnu11", *flags, "-DLG_LIBRARY", "-fPIC", "-shared", "-w", *folders, *files]
    ended = subprocess.run(
        [compiler("C"), *options, "-o", target, *lagraph(threads), "-lm"], capture_output=True, text=True
    )
    if ended.returncode:
        raise Missing(f"LAGraph does not compile: {complaint(ended.stderr)}")
    return ["-L", folder, f"-Wl,-rpath,{os.path.abspath(folder)}", f"-l:{os.path.basename(target)}"]


def taco(threads):
    """What to compile with TACO, whose folder $TACO names, and to link: a clone in which it was built, or an installation."""
    root = named("taco")
    library = first(f"{root}/{folder}/libtaco.so" for folder in ("build/lib", "lib", "lib64"))
    if library is None:
        raise Missing("it is not built: cmake -S taco -B taco/build -DCMAKE_BUILD_TYPE=Release && cmake --build taco/build")
    where = os.path.dirname(os.path.abspath(library))
    includes = [word for part in ("include", "build/include") for word in ("-I", os.path.join(root, part))]
    flags = " ".join(flag for flag in FLAGS if not flag.startswith(("-std", "-D")))
    return [
        *(*includes, "-w", f'-DTACO_VERSION="{version(root)}"', f'-DKERNEL_FLAGS="{flags}"'),
        *("-L", where, f"-Wl,-rpath,{where}", "-ltaco", "-ldl"),
    ]


NEEDS = {"eigen": eigen, "mkl": mkl, "gap": gap, "lagraph": lagraph, "taco": taco}
# What is compiled before.
LIBRARIES = {"lagraph": lagraph_library}
# Files of the folders that users name, whose changes are noticed.
NOTICED = {"gap": ("src/*",), "lagraph": ("include/*.h", "src/*/*.[ch]"), "taco": ("include/taco/*.h", "build/lib/*", "lib*/libtaco.so")}


def sources(name):
    """The files that a peer is compiled from, its own one first; headers of installed libraries are not among them."""
    found = [os.path.join(HERE, file) for file in (f"{name}.cpp", "peer.hpp", "compiled.py")]
    if name in ("gap", "lagraph"):
        found.append(os.path.join(HERE, "graphs.hpp"))
    return found + [path for pattern in NOTICED.get(name, ()) for path in glob.glob(os.path.join(named(name), pattern))]


def complaint(text):
    """The first line in which a compiler or a linker says what is wrong."""
    lines = text.strip().splitlines()
    return next((line for line in lines if "error:" in line or "undefined" in line), lines[0] if lines else "no message")


def program(name, folder, threads=1):
    """Compiles a peer for one thread or for several, into a folder, unless it is there and newer than its sources; the path of the program.

    Raises Missing if it needs what is not installed.
    """
    options = NEEDS[name](threads)
    target = os.path.join(folder, f"peer-{name}{'-threads' * (threads > 1)}")
    files = sources(name)
    if os.path.exists(target) and all(os.path.getmtime(target) > os.path.getmtime(file) for file in files):
        return target
    os.makedirs(folder, exist_ok=True)
    if name in LIBRARIES:
        options = [*LIBRARIES[name](folder, threads), *options]
    words = [compiler(), *FLAGS, files[0], "-o", target, *options]
    run = subprocess.run(words, capture_output=True, text=True)
    if run.returncode:
        raise Missing(f"{name} does not compile: {complaint(run.stderr)}")
    return target


if __name__ == "__main__":
    try:
        print(program(sys.argv[1], os.path.join(HERE, "..", "..", "target", "peers")))
    except (IndexError, KeyError):
        sys.exit(f"name one of {', '.join(NEEDS)}")
    except Missing as missing:
        sys.exit(str(missing))
