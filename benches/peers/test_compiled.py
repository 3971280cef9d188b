"""Tests of how peers in C++ are compiled, which need none of them: `python3 -m unittest discover -s benches/peers`."""

import os, sys, tempfile, unittest
import unittest.mock

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import compiled


class Compiled(unittest.TestCase):
    """Sources that the user names."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def named(self, folder, variable="GAPBS", **others):
        return unittest.mock.patch.dict(os.environ, {variable: folder, **others})

    def file(self, *path, text=""):
        path = os.path.join(self.folder, *path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as file:
            file.write(text)
        return path

    def test_sources_are_named_and_there(self):
        for name, (variable, _, _) in compiled.NAMED.items():
            with self.named("", variable), self.assertRaisesRegex(compiled.Missing, f"are not named: git clone https.*--{name}"):
                compiled.program(name, self.folder)
            with self.named(self.folder, variable), self.assertRaisesRegex(compiled.Missing, "not in the folder") as caught:
                compiled.program(name, self.folder)
            # The text is kept in the results, which do not name folders of the machine.
            self.assertNotIn(self.folder, str(caught.exception))

    def test_graph_blas_is_beside_lagraph_or_named(self):
        self.file("LAGraph", "src", "algorithm", "LAGr_PageRankGAP.c")
        for root, header, library in (("GraphBLAS", "Include", "build"), ("prefix", "include/suitesparse", "lib/x86_64-linux-gnu")):
            header, library = self.file(root, header, "GraphBLAS.h"), self.file(root, library, "libgraphblas.so.10")
            named = os.path.join(self.folder, root)
            with self.named(os.path.join(self.folder, "LAGraph"), "LAGRAPH", GRAPHBLAS_ROOT=named):
                self.assertEqual(compiled.graph_blas(), (os.path.dirname(header), library))
                self.assertIn("-l:libgraphblas.so.10", compiled.lagraph(1))
                self.assertEqual(("-DTHREADS=2" in compiled.lagraph(2), "-fopenmp" in compiled.lagraph(1)), (True, False))
        with self.named(os.path.join(self.folder, "LAGraph"), "LAGRAPH", GRAPHBLAS_ROOT=""):
            self.assertEqual(os.path.realpath(compiled.graph_blas()[0]), os.path.realpath(os.path.join(self.folder, "GraphBLAS", "Include")))

    def test_ranks_of_lagraph_get_64_bits(self):
        text = "int LAGr_PageRankGAP(float tol) { GrB_apply(GrB_DIV_FP32, LAGraph_plus_second_fp32, (float) floats); }"
        self.file("LAGraph", "src", "algorithm", "LAGr_PageRankGAP.c", text=text)
        self.file("GraphBLAS", "Include", "GraphBLAS.h")
        self.file("GraphBLAS", "build", "libgraphblas.so")
        ended = unittest.mock.Mock(returncode=0)
        with (
            self.named(os.path.join(self.folder, "LAGraph"), "LAGRAPH", GRAPHBLAS_ROOT=""),
            unittest.mock.patch.object(compiled.subprocess, "run", return_value=ended) as run,
            unittest.mock.patch.object(compiled, "compiler", return_value="cc"),
        ):
            self.assertIn("-l:libpeer-lagraph.so", compiled.lagraph_library(self.folder, 1))
        made = os.path.join(self.folder, "pagerank_of_doubles.c")
        self.assertIn(made, run.call_args[0][0])
        with open(made) as file:
            self.assertEqual(
                file.read(),
                "int pagerank_of_doubles(double tol) { GrB_apply(GrB_DIV_FP64, LAGraph_plus_second_fp64, (double) floats); }",
            )

    def test_taco_is_built_or_installed(self):
        self.file("include", "taco.h")
        with self.named(self.folder, "TACO"):
            with self.assertRaisesRegex(compiled.Missing, "^it is not built: cmake"):
                compiled.taco(1)
            for where in ("lib", "build/lib"):
                self.file(where, "libtaco.so")
                self.assertIn(os.path.join(self.folder, where), compiled.taco(1))
            self.assertIn('-DKERNEL_FLAGS="-O3 -march=native"', compiled.taco(1))

    def test_what_a_compiler_complains_of(self):
        text = "In file included from a.c:\na.c:1:2: error: no such thing\n"
        self.assertEqual(compiled.complaint(text), "a.c:1:2: error: no such thing")
        self.assertIn("undefined", compiled.complaint("ld: undefined reference to `f'\ncollect2: error: ld returned 1"))
        self.assertEqual(compiled.complaint(""), "no message")

    def test_sources_that_change_are_compiled_again(self):
        os.makedirs(os.path.join(self.folder, "src"))
        source, target = os.path.join(self.folder, "src", "pr_spmv.cc"), os.path.join(self.folder, "peer-gap")
        for path in (source, target):
            with open(path, "w"):
                pass
        with self.named(self.folder):
            self.assertEqual(compiled.gap(1)[:2], ["-iquote", os.path.join(self.folder, "src")])
            self.assertEqual(compiled.gap(1)[2:], ['-DGAP_VERSION="of no known version"'])
            self.assertEqual(compiled.gap(2)[3:], ["-fopenmp"])
            late = os.path.getmtime(os.path.join(compiled.HERE, "gap.cpp")) + 1e6
            os.utime(target, (late, late))
            with unittest.mock.patch.object(compiled, "compiler", side_effect=compiled.Missing("compiles")):
                self.assertEqual(compiled.program("gap", self.folder), target)
                os.utime(source, (late + 1, late + 1))
                with self.assertRaisesRegex(compiled.Missing, "^compiles$"):
                    compiled.program("gap", self.folder)


if __name__ == "__main__":
    unittest.main()
