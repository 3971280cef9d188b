"""Peers in C++: finds their headers and libraries, and compiles them with the compiler of the system.

python benches/peers/compiled.py eigen        # compiles it, and prints the path of the program
GAPBS=gapbs python benches/peers/compiled.py gap
"""

import glob, importlib.metadata, os, shutil, subprocess, sys

HERE = os.path.dirname(os.path.abspath(__file__))
FLAGS = ["-std=c++17", "-O3", "-march=native", "-DNDEBUG"]


class Missing(Exception):
    """What is not installed, and how to install it."""


def compiler():
    """The C++ compiler of the system."""
    for name in [os.environ.get("CXX", ""), "c++", "g++", "clang++"]:
        found = name and shutil.which(name)
        if found:
            return found
    raise Missing("a C++ compiler is not installed: apt install g++")


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


def gap(threads):
    """What to compile the GAP benchmark with, whose folder $GAPBS names. It is parallel by OpenMP; without, it has no atomic operations."""
    root = os.environ.get("GAPBS", "")
    if not os.path.exists(os.path.join(root, "src", "pr_spmv.cc")):
        remedy = "git clone https://github.com/sbeamer/gapbs, and name the folder by --gap or $GAPBS"
        raise Missing(f"its sources are not {'in the folder that is named' if root else 'named'}: {remedy}")
    # The release or the commit of a clone. A copy does not say which it is.
    version = "of no known version"
    if os.path.exists(os.path.join(root, ".git")):
        words = ["git", "-C", root, "describe", "--tags", "--always"]
        version = subprocess.run(words, capture_output=True, text=True).stdout.strip() or version
    return ["-iquote", os.path.join(root, "src"), f'-DGAP_VERSION="{version}"', *["-fopenmp"] * (threads > 1)]


NEEDS = {"eigen": eigen, "mkl": mkl, "gap": gap}


def sources(name):
    """The files that a peer is compiled from, its own one first; headers of installed libraries are not among them."""
    found = [os.path.join(HERE, file) for file in (f"{name}.cpp", "peer.hpp", "compiled.py")]
    return found + (glob.glob(os.path.join(os.environ["GAPBS"], "src", "*")) if name == "gap" else [])


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
    words = [compiler(), *FLAGS, files[0], "-o", target, *options]
    run = subprocess.run(words, capture_output=True, text=True)
    if run.returncode:
        lines = run.stderr.strip().splitlines()
        raise Missing(f"{name} does not compile: {lines[0] if lines else 'no message'}")
    return target


if __name__ == "__main__":
    try:
        print(program(sys.argv[1], os.path.join(HERE, "..", "..", "target", "peers")))
    except (IndexError, KeyError):
        sys.exit(f"name one of {', '.join(NEEDS)}")
    except Missing as missing:
        sys.exit(str(missing))
