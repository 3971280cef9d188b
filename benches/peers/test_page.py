"""Tests of the page of results, and of the programs beside `measure`: `python3 -m unittest discover -s benches/peers`."""

import contextlib, io, json, os, stat, sys, tempfile, unittest
import xml.etree.ElementTree as xml

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import page, programs, readme, results, test_results

RUN = {"date": "2026-01-03", "processor": "a processor", "rustc": "rustc", "commit": "89abcde", "command": "others"}


def measured():
    """Races of a run, and of one whose commit is not known."""
    known = test_results.results()
    known["runs"] = [
        {"date": "2026-01-01", "commit": None, "command": None, "kept": "0000001"},
        {"date": "2026-01-02", "commit": "0123456", "command": "results.py --kernels spmv"},
    ]
    for race in known["races"]:
        race["run"] = int(race["kernel"] == "spmv")
    return known


def others(*lines):
    known = {"runs": [], "rows": []}
    for group in ("graphs", "conversions"):
        programs.kept(known, RUN, programs.taken_together(group, [line for line in lines if group in line["input"]]))
    return known


def line(kernel, beside, input, ratio):
    return {"kernel": kernel, "beside": beside, "input": input, "ratio": ratio}


class Page(unittest.TestCase):
    def made(self):
        lines = line("bfs", "petgraph", "graphs a", 0.5), line("bfs", "petgraph", "graphs b", 8.0)
        copies = line("view", "sprs", "conversions a", 0.01), line("view", "sprs", "conversions b", 1.25)
        return dict(page.files(measured(), others(*lines, *copies)))

    def test_rows_name_the_worst_input(self):
        text = self.made()["results.md"]
        self.assertIn("| `spmv` | hand | 2 | 1.41 | 1.00 | `two` | 0 |", text)
        self.assertIn("|  | mkl | 3 | 0.22 | 0.010 | `small` | 2 |", text)
        self.assertIn("| `bfs` | petgraph | 2 | 2.00 | 0.50 | `graphs a` | 1 |", text)
        self.assertIn("| `view` | sprs | 2 | 0.11 | 1.25 | `conversions b` | 1 |", text)
        # Without races there is no part.
        self.assertNotIn("## Array expressions", text)

    def test_both_builds_have_columns(self):
        known = {**test_results.both_builds(), "runs": [RUN]}
        for race in known["races"]:
            race["run"] = 0
        text = dict(page.files(known, others()))["results.md"]
        self.assertIn("| kernel | beside | inputs | mean | least | where | below 1 | native | least | where |", text)
        self.assertIn("|  | mkl | 1 | 0.50 | 0.50 | `one` | 1 | 2.00 | 2.00 | `one` |", text)
        self.assertIn("| `add` | hand | 1 | 1.00 | 1.00 | `one` | 0 |  |  |  |", text)
        self.assertIn("RUSTFLAGS=-Ctarget-cpu=native", text)
        self.assertNotIn("native", self.made()["results.md"])

    def test_runs_are_named(self):
        text = self.made()["results.md"]
        self.assertIn("commit 0123456, by `results.py --kernels spmv`: `spmv`.", text)
        self.assertIn("the commit was not kept, 0000001 has the rows", text)
        self.assertIn("* 2026-01-03, a processor, commit 89abcde, by `others`: `bfs` beside petgraph.", text)
        # A race without rows measured nothing.
        self.assertNotIn("`add`", text)

    def test_what_was_measured_twice_has_two_names(self):
        made = page.together([("components", [])], [("components", []), ("cores", [])])
        self.assertEqual([kernel for kernel, _ in made], ["components", "components, by others", "cores"])

    def test_each_part_has_its_picture(self):
        made = self.made()
        self.assertEqual(
            set(made), {"results.md", *(f"results/{name}.svg" for name in ("matrices", "graphs", "images", "conversions"))}
        )
        for name, text in made.items():
            if name != "results.md":
                xml.fromstring(text)
                self.assertIn(f"]({name})", made["results.md"])
        self.assertIn("0.50 to 8.00", made["results/graphs.svg"])

    def test_extremes_may_be_unknown(self):
        known = others(line("bfs", "petgraph", "graphs a", 0.5), line("view", "sprs", "conversions a", 1.5))
        known["rows"][0]["most"] = known["rows"][1]["least"] = None
        made = dict(page.files({"about": {}, "runs": [], "races": []}, known))
        self.assertIn("at least 0.50", made["results/graphs.svg"])
        self.assertIn("at most 1.50", made["results/conversions.svg"])

    def test_the_readme_has_a_row_for_each_kernel(self):
        lines = readme.lines(measured(), others(line("cores", "rustworkx", "graphs a", 0.5), line("cores", "networkx", "graphs b", 8.0)))
        self.assertEqual(lines[0], "| kernel | over | beside the best of | times faster | least | than by hand | least |")
        # The best of all over each input: 0.5, 2 and 0.01.
        rest = "sprs, SciPy, MKL | 0.22 | 0.010 `small`, MKL | 1.41 | 1.00 `two` |"
        self.assertIn(f"| `spmv`: matrix times vector, the best of our formats | 3 matrices | {rest}", lines)
        self.assertIn("| `triangles`: rows are ordered before | 1 graphs |  |  |  | 0.50 | 0.50 `one` |", lines)
        self.assertIn("| `cores`: core numbers | 1 graphs | rustworkx-core; NetworkX | 0.50; 8.00 | 0.50 `graphs a`; 8.00 `graphs b` |  |  |", lines)
        self.assertIn(
            "`spmv` on 2026-01-02 at commit 0123456 by `results.py --kernels spmv`; rows with semicolons between libraries on "
            "2026-01-03 at commit 89abcde by `others`.",
            " ".join(lines),
        )
        every = {subject for subject, _ in page.chart.groups(measured()["races"])}
        self.assertEqual(every, {text.split("`")[1] for text in lines if text.startswith("| `")} - {"cores"})

    def test_a_row_of_the_readme_has_a_number_for_each_variant(self):
        row = test_results.row
        races = [
            test_results.race(name, [row("finch", 1.0, "words"), row("opencv", seconds)], input)
            for name, input, seconds in (
                ("erode", "a", 8.0),
                ("erode, 2 times", "a", 2.0),
                ("erode, magnified 16", "a*", 3.0),
                ("expr-bilinear", "b", 0.5),
                ("expr-multiply-sum", "c", 4.0),
            )
        ]
        # Sums are in formats of their own.
        races += [test_results.race("sddmm, 64 columns", [row("finch", 1.0), row("eigen", 0.25)], "d")]
        races += [test_results.race("sddmm, 25 columns", [row("finch", 1.0), row("eigen", 0.5)], "e")]
        races[-2]["rows"].append(row("hand", 2.0, input="d"))
        lines = readme.lines({"runs": [RUN], "races": [{**race, "run": 0} for race in races]}, others())
        rows = [text for text in lines if text.startswith("| `")]
        self.assertEqual(
            rows,
            [
                "| `sddmm`: sampled product, sums in the order of the loop, 25; 64 columns | 2 matrices | Eigen "
                "| 0.50; 0.25 | 0.50 `e`; 0.25 `d` | -; 2.00 | -; 2.00 `d` |",
                "| `expr-multiply-sum`: `a * (b + c)`; `expr-bilinear`: `sum(x * (a y))` | 2 matrices | OpenCV "
                "| 4.00; 0.50 | 4.00 `c`; 0.50 `b` |  |  |",
                "| `erode: words`: 3 x 3, 64 pixels to a word, 1, 2 times, magnified 1; 16 | 1 images | OpenCV "
                "| 4.00; 3.00 | 2.00 `a`, 2 times; 3.00 `a*` |  |  |",
            ],
        )

    def test_the_readme_has_columns_of_both_builds(self):
        known = {**test_results.both_builds(), "runs": [RUN]}
        for race in known["races"]:
            race["run"] = 0
        lines = readme.lines(known, others())
        self.assertEqual(lines[0].count("|"), 10)
        self.assertIn("| 0.50 | 0.50 `one`, MKL | 2.00 | 2.00 `one`, MKL | 2.00 | 2.00 `one` |", lines[2])

    def test_lines_of_the_readme_are_replaced(self):
        known, more = measured(), others()
        text = readme.placed(f"above\n\n{readme.BEGIN}\nold\n{readme.END}\n\nbelow\n", known, more)
        self.assertEqual(text, "\n".join(["above", "", readme.BEGIN, *readme.lines(known, more), readme.END, "", "below", ""]))
        self.assertEqual(readme.placed(text, known, more), text)
        with self.assertRaises(ValueError):
            readme.placed("nothing", known, more)

    def test_the_readme_has_what_the_command_prints(self):
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            readme.main()
        with open(readme.README) as file:
            self.assertIn(f"{readme.BEGIN}\n{printed.getvalue()}{readme.END}\n", file.read(), "run benches/peers/results.py --table")

    def test_what_is_committed_is_made_of_what_was_measured(self):
        kept = results.Results(results.RESULTS, fresh=False, book=results.BOOK)
        self.assertEqual(list(kept.stale()), [], "run benches/peers/results.py --table")


class Programs(unittest.TestCase):
    def test_newer_rows_take_the_place_of_older_ones(self):
        known = others(line("bfs", "petgraph", "graphs a", 1.0), line("cores", "petgraph", "graphs a", 1.0))
        again = programs.taken_together("graphs", [line("bfs", "petgraph", "graphs a", 2.0)])
        programs.kept(known, {**RUN, "commit": "new"}, again)
        self.assertEqual([(row["mean"], known["runs"][row["run"]]["commit"]) for row in known["rows"]], [(2.0, "new"), (1.0, "89abcde")])
        # Nothing is left of the first run now.
        programs.kept(known, RUN, programs.taken_together("graphs", [line("cores", "petgraph", "graphs a", 3.0)]))
        self.assertEqual(len(known["runs"]), 2)

    def test_programs_that_are_built_are_run(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "conversions")
            with open(path, "w") as file:
                file.write(f"#!{sys.executable}\nimport json, os, sys\nassert os.environ['FINCH_DATA'] == 'data'\n")
                written = json.dumps(line("view of theirs", "sprs", "a", 1.5))
                file.write(f"open(sys.argv[sys.argv.index('--json') + 1], 'w').write({written!r} + '\\n')\n")
            os.chmod(path, stat.S_IRWXU)
            known = {"runs": [], "rows": []}
            programs.run(folder, "data", RUN, known, folder)
            [row] = known["rows"]
            self.assertEqual((row["beside"], row["most"]), ("sprs", [1.5, "a"]))
            self.assertEqual(known["runs"][0]["command"], "conversions")
            os.remove(path)
            with self.assertRaises(programs.Failed):
                programs.run(folder, "data", RUN, known, folder)


if __name__ == "__main__":
    unittest.main()
