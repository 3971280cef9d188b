"""Tests of the preprocessor of the book: `python3 -m unittest discover -s docs/book`."""

import io, json, os, pathlib, sys, unittest
from unittest import mock

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import links

BOOK = pathlib.Path(__file__).resolve().parent


class Links(unittest.TestCase):
    def test_pages_are_chapters_and_items_are_searched(self):
        chapters = {"language", "which_format"}

        def target(path, fragment=""):
            return links.target(path, fragment, "finch-kernels", chapters)

        self.assertEqual(target("::guide::language", "#parallel-loops"), "language.md#parallel-loops")
        self.assertEqual(target("::formats::guide::which_format"), "which_format.md")
        docs = "https://docs.rs"
        self.assertEqual(target("::spmv"), f"{docs}/finch-kernels/latest/finch_kernels/?search=spmv")
        self.assertEqual(target("::einsum!"), f"{docs}/finch-kernels/latest/finch_kernels/?search=einsum")
        self.assertEqual(target("::formats::Tensor"), f"{docs}/finch-formats/latest/finch_formats/?search=Tensor")
        self.assertEqual(
            target("::traits::algebra::fill::NamedFill"), f"{docs}/finch-algebra/latest/finch_algebra/?search=fill::NamedFill"
        )
        self.assertEqual(target(""), f"{docs}/finch-kernels/latest/finch_kernels/")

    def test_listings_are_rust_and_are_left_alone(self):
        page = "[a](crate::guide::b#c), [d](finch_kernels::guide::b)\n```\n// [a](crate::guide::b)\n```\n```julia\nx\n```\n```compile_fail\ny\n```"
        wanted = "[a](b.md#c), [d](b.md)\n```rust\n// [a](crate::guide::b)\n```\n```julia\nx\n```\n```rust,compile_fail\ny\n```"
        self.assertEqual(links.rewritten(page, "finch-kernels", {"b"}), wanted)

    def test_links_with_names(self):
        page = "see [`a`] and [b]\n\n[`a`]: mod@crate::guide::b#c\n[b]: https://docs.rs"
        wanted = "see [`a`] and [b]\n\n[`a`]: b.md#c\n[b]: https://docs.rs"
        self.assertEqual(links.rewritten(page, "finch-kernels", {"b"}), wanted)

    def test_the_whole_book(self):
        """What mdBook would hand over: the pages, with what they include."""

        def included(text):
            return links.re.sub(
                r"\{\{#include (\S+)\}\}", lambda include: (BOOK / "src" / include[1]).read_text(), text
            )

        paths = sorted(path for path in (BOOK / "src").glob("*.md") if path.name != "SUMMARY.md")
        items = [
            {"Chapter": {"path": path.name, "content": included(path.read_text()), "sub_items": []}} for path in paths
        ]
        # As mdBook 0.4 and 0.5 call things.
        for book, chapters in ({"src": "src"}, "sections"), ({}, "items"):
            context = {"root": str(BOOK), "config": {"book": book}}
            out = io.StringIO()
            with mock.patch.object(sys, "stdin", io.StringIO(json.dumps([context, {chapters: items}]))):
                with mock.patch.object(sys, "stdout", out), mock.patch.object(sys, "argv", ["links.py"]):
                    links.main()
            for item in json.loads(out.getvalue())[chapters]:
                chapter = item["Chapter"]
                self.assertNotRegex(chapter["content"], r"\]\(crate|\n\[[^\]]+\]: (mod@)?crate", chapter["path"])
                self.assertNotIn("\n```\n#", chapter["content"], chapter["path"])


if __name__ == "__main__":
    unittest.main()
