"""Tests of the table of results and of races, which need no peer: `python3 -m unittest discover -s benches/peers`."""

import gzip, json, os, stat, sys, tempfile, textwrap, unittest
import unittest.mock
import xml.etree.ElementTree as xml

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import chart, plan, racing, serve, summary, table


def row(impl, seconds, format="csr", output="reused", input="one", check=1.0, reps=3):
    return {
        "input": input,
        "impl": impl,
        "format": format,
        "output": output,
        "min_s": seconds,
        "median_s": seconds * 1.1,
        "reps": reps,
        "check": check,
    }


def race(kernel, rows, input="one", **facts):
    for each in rows:
        each["input"] = input
    return {"kernel": kernel, "input": input, "date": "2026-01-02", "facts": facts, "rows": rows, "remarks": []}


ABOUT = {
    "date": "2026-01-02",
    "processor": "A <processor> & more",
    "processors": 2,
    "rustc": "rustc 1.95.0",
    "compiler": "c++ 12",
    "flags": "-O3",
    "commit": "0123456",
    "command": "results.py",
    "peers": {
        "scipy": {"version": "1.0", "missing": None},
        "mkl": {"version": None, "missing": "mkl is not installed: pip"},
    },
    "load": [0.1, 0.2],
    "minutes": 3.0,
}


def results():
    return {
        "about": ABOUT,
        "races": [
            race(
                "spmv",
                [
                    row("hand", 2.0),
                    row("finch", 2.0),
                    row("finch", 1.0, "block-csr"),
                    row("finch", 1.5, "block-csr", "new"),
                    row("sum", 0.1),
                    row("sprs", 3.0),
                    row("scipy", 4.0),
                    row("scipy", 2.25, output="new"),
                    row("mkl", 0.5),
                ],
                entries=50_000,
            ),
            race(
                "spmv", [row("hand", 1.0), row("finch", 1.0), row("sprs", 2.0), row("mkl", 2.0)], "two", entries=30_000
            ),
            race("spmv", [row("finch", 1.0), row("mkl", 0.01)], "small", entries=300),
            race(
                "spgemm",
                [
                    row("finch", 4.0, output="new"),
                    row("finch", 2.0, "csr, unsorted", "new"),
                    row("mkl", 6.0, output="new"),
                    row("mkl", 1.0, "csr, unsorted", "new"),
                    row("faer", 5.0, output="new"),
                ],
            ),
            race("spmv-sym", [row("finch", 2.0), row("finch", 1.0, "triangle"), row("hand", 3.0)]),
            race("triangles", [row("hand", 1.0, output="number"), row("finch", 2.0, output="number")]),
            race(
                "histogram", [row("finch", 1.0, "runs"), row("hand", 1.0, "runs"), row("opencv", 2.0)], "a", set="mnist"
            ),
            race("histogram", [row("finch", 1.0, "runs"), row("opencv", 4.0)], "b", set="masks"),
            race("histogram", [row("finch", 1.0, "runs"), row("opencv", 16.0)], "c", set="dip3e_masks"),
            race("histogram", [row("finch", 1.0, "runs"), row("opencv", 0.001)], "d", set="documents"),
            race("add", [], "broken"),
        ],
    }


def subjects():
    return dict(summary.compared(results()["races"]))


def native(row):
    """A row of the build for the processor at hand."""
    return {**row, "build": plan.NATIVE}


def both_builds():
    """A race of both builds, and one in which the second took no part."""
    known = results()
    both = [row("hand", 2.0), row("finch", 1.0), row("sprs", 3.0), row("mkl", 0.5)]
    both += [native(row("hand", 1.5)), native(row("finch", 0.25)), native(row("sprs", 1.0))]
    known["races"] = [race("spmv", both, entries=50_000), race("add", [row("hand", 1.0), row("finch", 1.0)])]
    return known


class Summary(unittest.TestCase):
    def test_means(self):
        self.assertAlmostEqual(summary.mean([0.5, 2.0, 8.0]), 2.0)

    def test_the_fastest_format_counts(self):
        line = subjects()["spmv"][0]
        self.assertEqual(line.ours["format"], "block-csr")
        self.assertEqual(line.ratios["sprs"], 3.0)
        self.assertNotIn("sum", line.ratios)

    def test_times_to_the_same_place_are_compared(self):
        # Both have rows that are kept: their new one, which is faster, does not count.
        self.assertEqual(subjects()["spmv"][0].ratios["scipy"], 4.0)
        ours = [row("finch", 1.0), row("finch", 3.0, output="new")]
        self.assertEqual(summary.ratio(ours, [row("faer", 6.0, output="new")]), 2.0)
        self.assertEqual(summary.ratio([row("finch", 2.0)], [row("faer", 6.0, output="new")]), 3.0)

    def test_hands_work_in_the_same_format(self):
        rows = [row("finch", 1.0, "words"), row("hand", 0.5), row("hand", 3.0, "words")]
        subject = plan.Subject("words", plan.in_format("words"))
        self.assertEqual(next(summary.lines(subject, race("erode", rows))).ratios["hand"], 3.0)

    def test_what_sorts_is_apart_from_what_does_not(self):
        self.assertEqual(subjects()["spgemm, sorted"][0].ratios, {"mkl": 1.5, "faer": 1.25})
        self.assertEqual(subjects()["spgemm, unsorted"][0].ratios, {"mkl": 0.5})

    def test_sums_in_any_order_are_apart_from_those_by_hand(self):
        rows = [row("hand", 2.0), row("finch", 2.0), row("finch", 1.0, "csr-fast"), row("eigen", 4.0)]
        found = dict(summary.compared([race("sddmm, 25 columns", rows)]))
        self.assertEqual(found["sddmm, 25 columns"][0].ratios, {"hand": 1.0, "eigen": 2.0})
        self.assertEqual(found["sddmm, 25 columns: fast"][0].ratios, {"eigen": 4.0})

    def test_triangles_are_beside_those_who_order_in_the_time(self):
        ordered = "csr, ordered in the time"
        rows = [
            *(row("finch", seconds, format, "number") for seconds, format in ((1.0, "csr"), (2.0, ordered))),
            *(row("gap", seconds, format, "number") for seconds, format in ((1.5, "csr"), (3.0, ordered))),
            row("graphblas", 4.0, "csr, dot", "number"),
            row("lagraph", 5.0, "csr, dot, ordered in the time", "number"),
            row("hand", 1.0, output="number"),
        ]
        found = dict(summary.compared([race("triangles", rows)]))
        self.assertEqual(found["triangles"][0].ratios, {"gap": 1.5, "graphblas": 4.0, "hand": 1.0})
        self.assertEqual(found[f"triangles, {ordered[5:]}"][0].ratios, {"gap": 1.5, "graphblas": 2.0, "lagraph": 2.5})
        self.assertEqual(summary.others(found["triangles"]), ["hand", "graphblas", "gap"])

    def test_one_triangle_is_compared_with_all(self):
        self.assertEqual(subjects()["spmv-sym"][0].ratios, {"hand": 3.0, summary.WHOLE: 2.0})
        self.assertNotIn("spmv-sym: sums in any order", subjects())

    def test_products_in_any_order_have_rows_of_their_own(self):
        rows = [row("hand", 4.0), row("finch", 4.0), row("hand", 1.0, "csr-fast"), row("finch", 2.0, "csr-fast"), row("mkl", 3.0)]
        found = dict(summary.compared([race("spmv", rows)]))
        self.assertEqual(found["spmv: csr"][0].ratios, {"hand": 1.0, "mkl": 0.75})
        self.assertEqual(found["spmv: csr, sums in any order"][0].ratios, {"hand": 0.5, "mkl": 1.5})
        for name, seconds in (("hand", 5.0), ("finch", 8.0)):
            rows += [row(name, seconds, "triangle"), row(name, 1.0, "triangle-fast")]
        found = dict(summary.compared([race("spmv-sym", rows)]))
        self.assertEqual(found["spmv-sym"][0].ratios, {"hand": 0.625, "mkl": 0.375, summary.WHOLE: 0.25})
        self.assertEqual(found["spmv-sym: sums in any order"][0].ratios, {"hand": 1.0, "mkl": 3.0, summary.WHOLE: 2.0})

    def test_each_build_is_compared_with_what_is_built_like_it_and_with_those_from_elsewhere(self):
        plain, other = (dict(summary.compared(both_builds()["races"], build)) for build in (None, plan.NATIVE))
        self.assertEqual(plain["spmv"][0].ratios, {"hand": 2.0, "sprs": 3.0, "mkl": 0.5})
        self.assertEqual(other["spmv"][0].ratios, {"hand": 6.0, "sprs": 4.0, "mkl": 2.0})
        self.assertEqual(list(other), ["spmv", "spmv: csr"])

    def test_the_best_of_several_is_of_each_input(self):
        ratios = summary.beside("spmv", subjects()["spmv"], ["sprs", "mkl"])
        self.assertEqual([value for value, _ in ratios.all], [0.5, 2.0, 0.01])
        self.assertEqual(ratios.least[1].input, "small")
        self.assertIsNone(summary.beside("spmv", subjects()["spmv"], ["eigen"]))

    def test_targets(self):
        found = {}
        for target in summary.TARGETS:
            found.setdefault((target.subject, target.names), summary.judged(target, subjects()))
        self.assertIsNone(found["bfs", ("petgraph",)])
        # Small matrices are left out: 0.25, in plain rows, and 2.
        ratios, [(what, bound, reached, enough)] = found["spmv: csr", ("mkl",)]
        self.assertEqual((len(ratios.all), what, bound, enough), (2, "mean", 1.0, False))
        self.assertAlmostEqual(reached, 0.5**0.5)
        ratios, bounds = found["spmv", summary.ALL_MATRICES]
        self.assertEqual([(what, enough) for what, _, _, enough in bounds], [("mean", False), ("least", False)])
        _, bounds = found["triangles", ("hand",)]
        self.assertEqual([(what, enough) for what, _, _, enough in bounds], [("mean", False), ("least", False)])
        # Masks are one set of mean 8 beside one of 2.
        _, [(what, _, reached, enough)] = found["histogram: runs", ("opencv",)]
        self.assertEqual((what, enough), ("mean of sets", True))
        self.assertAlmostEqual(reached, 4.0)

    def test_every_kernel_with_a_loop_by_hand_has_a_bound_beside_it(self):
        bounded = {target.subject for target in summary.TARGETS if target.names == ("hand",)}
        for wanted in ("spmv: csr", "spgemm, sorted", "spgemm, unsorted", "mttkrp, 16 columns", "bfs", "erode: runs"):
            self.assertIn(wanted, bounded)
        for unwanted in ("sddmm, 25 columns: fast", "erode: bytes to bytes", "triangles, ordered in the time"):
            self.assertNotIn(unwanted, bounded)

    def test_only_those_who_take_part_are_named(self):
        ratios = summary.beside("spmv", subjects()["spmv"], ["eigen", "sprs", "mkl"])
        self.assertEqual(ratios.beside, "best of sprs, mkl")


class Written(unittest.TestCase):
    def test_table(self):
        text = table.text(results())
        self.assertIn("2026-01-02, A <processor> & more", text)
        self.assertIn("Without mkl: mkl is not installed: pip.", text)
        self.assertIn("reached       spmv-sym beside finch, all of it: mean 2.00 of 1.25, 1 inputs", text)
        self.assertIn("MISSED        triangles beside hand: mean 0.50 of 1.20", text)
        [line] = [line.split() for line in text.splitlines() if line.split()[:2] == ["one", "block-csr"]]
        self.assertEqual(line, ["one", "block-csr", "1000000.0", "2.00", "3.00", "4.00", "0.50"])
        self.assertLessEqual(max(map(len, text.splitlines())), 120)

    def test_table_of_both_builds(self):
        lines = table.text(both_builds()).splitlines()
        self.assertIn("built with RUSTFLAGS=-Ctarget-cpu=native", " ".join(lines))
        self.assertIn("  MISSED        spmv: csr beside mkl: mean 0.50 of 1.00, 1 inputs; native 2.00, reached", lines)
        [mean] = [line.split() for line in lines if line.split()[:3] == ["spmv", "mkl", "1"]]
        self.assertEqual(mean[3:], ["0.50", "0.50", "one", "0.50", "2.00", "2.00", "one"])
        [at, *_] = [at for at, line in enumerate(lines) if line.split()[:2] == ["one", "csr"] and "3.00" in line]
        self.assertEqual(lines[at + 1].split(), ["native", "csr", "250000.0", "6.00", "4.00", "2.00"])
        # What one build raced has nothing in the columns of the other.
        [mean] = [line.split() for line in lines if line.split()[:3] == ["add", "hand", "1"]]
        self.assertEqual(mean[3:], ["1.00", "1.00", "one", "1.00"])
        self.assertNotIn("native", table.text(results()))

    def test_chart(self):
        root = xml.fromstring(chart.picture(results()))
        texts = ["".join(text.itertext()) for text in root.iter("{http://www.w3.org/2000/svg}text")]
        for wanted in ("spmv", "mkl", "spgemm, unsorted", "0.22", "0.01 to 2.00"):
            self.assertIn(wanted, texts)
        ranges = [line for line in root.iter("{http://www.w3.org/2000/svg}line") if "range" in line.get("class")]
        self.assertEqual(len(ranges), sum(len(summary.others(found)) for found in subjects().values()))
        for line in ranges:
            self.assertLessEqual(chart.LEFT, float(line.get("x1")))
            self.assertLessEqual(float(line.get("x1")), float(line.get("x2")))
            self.assertLessEqual(float(line.get("x2")), chart.RIGHT)

    def test_nothing(self):
        nothing = {"about": ABOUT, "races": []}
        self.assertIn("not measured", table.text(nothing))
        xml.fromstring(chart.picture(nothing))


class Races(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def script(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w") as file:
            file.write(f"#!{sys.executable}\n" + textwrap.dedent(text))
        os.chmod(path, stat.S_IRWXU)
        return path

    def peer(self):
        return racing.Peer(
            "scipy",
            [
                self.script(
                    "peer",
                    """
                    import json, os, sys
                    print(json.dumps({"peer": "scipy", "version": "1"}) + "\\n", flush=True)
                    for line in sys.stdin:
                        kernel, seconds, path = line.rstrip("\\n").split("\\t")
                        if kernel == "die":
                            os._exit(3)
                        if kernel == "fail":
                            print(json.dumps({"error": "no"}))
                        for format, check in (("csr", 10.0 + 1e-9), ("wrong", 11.0)):
                            print(json.dumps({"impl": "scipy", "format": format, "output": "new", "min_s": 1e-3,
                                              "median_s": 2e-3, "reps": 4, "check": check, "magnitude": 12.0}))
                        print(flush=True)
                    """,
                )
            ],
        )

    def test_peers_answer_fail_and_start_again(self):
        peer = self.peer()
        self.addCleanup(peer.close)
        self.assertEqual(peer.version, "1")
        self.assertEqual(len(peer.ask("spmv", 0.1, "/a")), 2)
        with self.assertRaisesRegex(racing.Failed, "scipy: no"):
            peer.ask("fail", 0.1, "/a")
        with self.assertRaisesRegex(racing.Failed, "ended with status 3"):
            peer.ask("die", 0.1, "/a")
        self.assertEqual(len(peer.ask("spmv", 0.1, "/a")), 2)

    def test_a_race(self):
        measure = self.script(
            "measure",
            """
            import json, sys
            if "--help" in sys.argv:
                print("kernels:\\n  spmv   a product")
                sys.exit()
            if "/refused" in sys.argv:
                sys.exit("measure: it is too large")
            reps = 1 if "--reps" in sys.argv else round(50 * float(sys.argv[sys.argv.index("--seconds") + 1]))
            print(json.dumps({"kernel": "spmv", "input": "x", "impl": "finch", "format": "csr", "min_s": 0.01 / reps,
                              "median_s": 0.02, "reps": reps, "check": 10.0, "output": "reused"}))
            """,
        )
        ours, peer = racing.Ours(measure), self.peer()
        self.addCleanup(peer.close)
        kernel = next(kernel for kernel in plan.KERNELS if kernel.name == "spmv")
        rows, remarks = racing.race(kernel, plan.Input("name", "/file"), ours, [peer], 0.2, 3)
        self.assertEqual(
            [(row["input"], row["impl"], row["format"]) for row in rows],
            [("name", "finch", "csr"), ("name", "scipy", "csr")],
        )
        # One lap first, then half of the time in each of two rounds; the least time of all.
        self.assertEqual((rows[0]["reps"], rows[0]["min_s"]), (1 + 5 + 5, 0.01 / 5))
        self.assertEqual(rows[1]["reps"], 12)
        self.assertEqual(len(remarks), 1)
        self.assertIn("wrong is left out: it sums to 11.0", remarks[0])
        with self.assertRaisesRegex(racing.Failed, "^it is too large$"):
            racing.race(kernel, plan.Input("name", "/refused"), ours, [peer], 0.2, 3)
        absent = next(kernel for kernel in plan.KERNELS if kernel.name == "bfs")
        with self.assertRaisesRegex(racing.Failed, "has no kernel bfs"):
            racing.race(absent, plan.Input("name", "/file"), ours, [peer], 0.2, 3)

    def test_a_race_of_two_builds(self):
        turns = os.path.join(self.folder, "turns")
        noted = """
            import sys
            if "--help" in sys.argv:
                print("kernels:\\n  spmv   a product")
                sys.exit()
            print(NAME, file=open(TURNS, "a"))
            if NAME == "native" and "/broken" in sys.argv:
                sys.exit("measure: no such instruction")
            print('{"kernel": "spmv", "input": "x", "impl": "finch", "format": "csr", "min_s": 1e-3, "median_s": 1e-3, '
                  '"reps": 2, "check": 10.0, "output": "reused"}')
            """
        ours, native = (
            racing.Ours(self.script(name, noted.replace("NAME", repr(name)).replace("TURNS", repr(turns))), build=build)
            for name, build in (("plain", None), ("native", plan.NATIVE))
        )
        peer = self.peer()
        self.addCleanup(peer.close)
        kernel = next(kernel for kernel in plan.KERNELS if kernel.name == "spmv")
        rows, _ = racing.race(kernel, plan.Input("name", "/file"), ours, [peer], 0.2, 3, native)
        self.assertEqual([(row["impl"], row.get("build")) for row in rows], [("finch", None), ("finch", "native"), ("scipy", None)])
        with open(turns) as file:
            self.assertEqual(file.read().split(), ["plain", "native", "native", "plain", "plain", "native"])
        # What fails in the second build is left out, and said once.
        rows, remarks = racing.race(kernel, plan.Input("name", "/broken"), ours, [peer], 0.2, 3, native)
        self.assertNotIn("native", [row.get("build") for row in rows])
        self.assertEqual(remarks[0], "the build native: no such instruction")
        self.assertEqual(len([remark for remark in remarks if "native" in remark]), 1)

    def test_graphs_without_a_file_are_for_those_who_generate_them(self):
        ours = unittest.mock.Mock()
        ours.command.return_value = ["bfs"]
        ours.run.side_effect = lambda words, seconds: [{**row("finch", 1e-6, output="new"), "kernel": "bfs"}]
        peers = [unittest.mock.Mock(missing=None) for _ in range(3)]
        for peer, peer.name in zip(peers, ("graphblas", "lagraph", "gap")):
            peer.ask.return_value = [{**row(peer.name, 2e-6, output="new"), "magnitude": 1.0}]
        kernel = next(kernel for kernel in plan.KERNELS if kernel.name == "bfs")
        for input, names in (
            (plan.Input("kronecker-16", "kronecker-16"), ["finch", "lagraph", "gap"]),
            (plan.Input("file", "/file"), ["finch", "graphblas", "lagraph", "gap"]),
        ):
            rows, remarks = racing.race(kernel, input, ours, peers, 0.1, 2)
            self.assertCountEqual([each["impl"] for each in rows], names)
            self.assertEqual({each["input"] for each in rows}, {input.name})
            self.assertEqual(remarks, [])

    def test_a_peer_ends_by_itself_when_there_are_no_more_requests(self):
        left = os.path.join(self.folder, "left")
        text = """
            import json, os, sys
            open(LEFT, "w").close()
            print(json.dumps({"peer": "taco", "version": "1"}) + "\\n", flush=True)
            for line in sys.stdin:
                pass
            os.remove(LEFT)
            """
        peer = racing.Peer("taco", [self.script("tidy", text.replace("LEFT", repr(left)))])
        self.assertTrue(os.path.exists(left))
        peer.close()
        self.assertFalse(os.path.exists(left))

    def test_sums_that_are_not_finite(self):
        self.assertTrue(racing.agree({"check": None}, {"check": None}, 1.0))
        self.assertFalse(racing.agree({"check": None}, {"check": 1.0}, 1.0))

    def test_inputs(self):
        os.makedirs(os.path.join(self.folder, "matrices"))
        with open(os.path.join(self.folder, "facts.csv"), "w") as file:
            file.write("file,nnz_after_expansion_and_merging,sum_of_entries\n")
            file.write("matrices/a.mtx.gz,30000,1.5\nmatrices/b.mtx,40000,2\nmatrices/c.mtx,50000,(1+2j)\n")
            file.write("matrices/d.mtx,10,2\ngraphs/e.mtx,99999,2\n")
        with gzip.open(os.path.join(self.folder, "matrices", "a.mtx.gz"), "wb") as file:
            file.write(b"%%MatrixMarket matrix coordinate real Symmetric\n")
        with open(os.path.join(self.folder, "matrices", "b.mtx"), "w") as file:
            file.write("%%MatrixMarket matrix coordinate real general\n")
        found = list(plan.matrices(self.folder, self.folder, 20_000))
        self.assertEqual([(input.name, input.facts["symmetric"]) for input in found], [("b", False), ("a", True)])
        self.assertTrue(os.path.exists(found[1].path))

    def test_tensors(self):
        os.makedirs(os.path.join(self.folder, "tensors"))
        with open(os.path.join(self.folder, "facts_tensors.csv"), "w") as file:
            file.write("file,order,distinct_positions\n")
            file.write("tensors/a.tns.gz,4,1000\ntensors/b.tns,3,2000\ntensors/c.tns,3,999\n")
        with gzip.open(os.path.join(self.folder, "tensors", "a.tns.gz"), "wb") as file:
            file.write(b"1 1 1 2\n")
        kernel = next(kernel for kernel in plan.KERNELS if kernel.name == "mttkrp, 32 columns")
        self.assertEqual((kernel.family, kernel.commands, kernel.asked), ("mttkrp", ("mttkrp --columns 32",), "mttkrp"))
        found = list(plan.inputs(kernel, self.folder, self.folder, []))
        self.assertEqual([(input.name, input.facts["order"]) for input in found], [("b", 3), ("a", 4)])
        self.assertTrue(os.path.exists(found[1].path))

    def test_the_middle_of_an_image(self):
        path = os.path.join(self.folder, "image.pgm")
        with open(path, "wb") as file:
            file.write(b"P5 4 4 255\n" + bytes(range(16)))
        self.assertEqual(plan.middle(path, 2, 64, self.folder), path)
        with open(plan.middle(path, 4, 64, self.folder), "rb") as file:
            self.assertEqual(file.read(), b"P5 2 2 255\n" + bytes([5, 6, 9, 10]))


class Saved(unittest.TestCase):
    def test_folders_are_not_kept(self):
        import results as command

        words = ["--into", "/a", "--seconds", "1", "--data=/b", "--gap=g", "--lagraph", "/l", "--taco=t", "--fresh", "--measure", "/c", "--named", "x y"]
        self.assertEqual(command.command(words), "results.py --seconds 1 --fresh --named 'x y'")
        inside = os.path.join(command.ROOT, "target", "native", "measure")
        self.assertEqual(command.command(["--native", inside]), "results.py --native target/native/measure")
        self.assertEqual(command.command(["--native=/a/measure"]), "results.py --native=measure")

    def test_what_is_run_again_takes_the_place_of_what_was(self):
        import results as command

        with tempfile.TemporaryDirectory() as folder:
            kept = command.Results(folder, fresh=False)
            kept.known["about"] = ABOUT
            for made in results()["races"]:
                kept.add(made)
            kept.add(race("spmv", [row("finch", 7.0)], "two", entries=30_000))
            kept.finish()
            again = command.Results(folder, fresh=False)
            self.assertEqual(len(again.known["races"]), len(results()["races"]))
            self.assertEqual(
                [each["rows"][0]["min_s"] for each in again.known["races"] if each["input"] == "two"], [7.0]
            )
            self.assertTrue(again.has(plan.KERNELS[0], plan.Input("two", "")))
            self.assertFalse(again.has(plan.KERNELS[0], plan.Input("three", "")))
            # In the second build it was not raced.
            self.assertFalse(again.has(plan.KERNELS[0], plan.Input("two", ""), native=True))
            self.assertEqual(command.Results(folder, fresh=True).known["races"], [])
            with open(os.path.join(folder, "results.json")) as file:
                self.assertEqual(json.load(file)["about"], ABOUT)
            self.assertTrue(os.path.exists(os.path.join(folder, "ratios.svg")))


class Threads(unittest.TestCase):
    """Several threads."""

    def test_kernels_that_run_on_one_are_left_out(self):
        ours = racing.Ours.__new__(racing.Ours)
        ours.known = {"spmv", "dot", "spgemm", "csr", "csr-kept", "csr-unsorted", "csr-chosen"}
        words = {}
        for ours.threads in (1, 2):
            words[ours.threads] = {kernel.name: ours.command(kernel) for kernel in plan.KERNELS}
        self.assertEqual(words[2]["spmv"], ["spmv"])
        self.assertEqual((words[1]["dot"], words[2]["dot"]), (["dot", "--format", "csr"], None))
        self.assertEqual(words[2]["spgemm"], ["spgemm", "--format", "csr-kept,csr-unsorted,csr-chosen"])

    def test_files_have_names_of_their_own(self):
        import results as command

        with tempfile.TemporaryDirectory() as folder:
            of_one, of_two = (command.Results(folder, False, threads=threads) for threads in (1, 2))
            names = [os.path.basename(kept.path(f"{kept.name}.json")) for kept in (of_one, of_two)]
        self.assertEqual(names, ["results.json", "results-2-threads.json"])

    def test_variables(self):
        self.assertEqual(set(serve.variables(2).values()), {"2"})
        self.assertEqual(serve.THREADS, 1)


if __name__ == "__main__":
    unittest.main()
