from __future__ import annotations

import logging
import os
import sys
import tempfile
import unittest
from typing import Any
from unittest import mock

try:
    from mkdocs.commands.build import build
    from mkdocs.config import load_config
    from mkdocs.exceptions import Abort
except ModuleNotFoundError as error:
    raise unittest.SkipTest("MkDocs is not installed") from error

from catchword_mkdocs.plugin import CatchwordPlugin

#: A program that writes the list of pages into the folder of the search.
PROGRAM = """
import os, shutil, sys
pages, target = sys.argv[4], sys.argv[6]
os.makedirs(target, exist_ok=True)
shutil.copy(pages, os.path.join(target, "pages.json"))
"""


class Messages(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())


class Plugin(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = os.path.realpath(folder.name)
        self.write("docs/index.md", "# Animals\n")
        self.write("docs/koala.md", "# The koala\n")
        self.write("program.py", PROGRAM)
        self.messages = Messages()
        log = logging.getLogger("mkdocs")
        log.addHandler(self.messages)
        self.addCleanup(log.removeHandler, self.messages)

    def write(self, path: str, text: str) -> None:
        whole = os.path.join(self.folder, path)
        os.makedirs(os.path.dirname(whole), exist_ok=True)
        with open(whole, "w", encoding="utf-8") as file:
            file.write(text)

    def read(self, path: str) -> str:
        with open(os.path.join(self.folder, "site", path), encoding="utf-8") as file:
            return file.read()

    def build(self, plugins: Any = None, site_url: str = "https://example.org/zoo/", **options: Any) -> None:
        options.setdefault("command", [sys.executable, os.path.join(self.folder, "program.py")])
        self.write("mkdocs.yml", "site_name: Zoo\n")
        config = load_config(
            os.path.join(self.folder, "mkdocs.yml"),
            plugins=[*(plugins or []), {"catchword": options}],
            theme={"name": "mkdocs"},
            site_url=site_url,
        )
        config.plugins.on_startup(command="build", dirty=False)
        build(config)

    def test_a_build_has_the_search_of_its_pages(self) -> None:
        self.build(attributes={"limit": 5})
        self.assertIn('<catchword-search mode="dialog" limit="5" src="/zoo/search/">', self.read("koala/index.html"))
        self.assertIn("<catchword-search", self.read("404.html"))
        self.assertIn('"address": "/zoo/koala/", "title": "The koala"', self.read("search/pages.json"))
        self.assertEqual(self.messages.lines, [])

    def test_a_search_that_cannot_be_built_is_a_warning_and_an_error_where_it_is_strict(self) -> None:
        failing = [sys.executable, "-c", "import sys; sys.exit('It is broken.')"]
        self.build(command=failing)
        self.assertEqual(self.messages.lines, ["catchword: the site has no search. It is broken."])
        with self.assertRaises(Abort):
            self.build(command=failing, strict=True)

    def test_a_service_answers_where_one_is_named(self) -> None:
        self.build(server="https://search.example.org")
        page = self.read("koala/index.html")
        self.assertIn('api="https://search.example.org/"', page)
        self.assertIn('src="https://search.example.org/explore/search.js"', page)
        self.assertFalse(os.path.exists(os.path.join(self.folder, "site", "search")))

    def test_a_build_writes_what_is_asked_for(self) -> None:
        arguments = "import sys; open('arguments', 'w').write(' '.join(sys.argv[5:]))"
        for options, expected in (
            ({}, "--static {}/site/search --local"),
            ({"server": "https://a.example", "artefact": "site.catchword"}, "--out {}/site.catchword"),
        ):
            self.build(command=[sys.executable, "-c", arguments], **options)
            with open(os.path.join(self.folder, "arguments"), encoding="utf-8") as file:
                self.assertEqual(file.read(), expected.format(self.folder))
        self.assertEqual(self.messages.lines, [])

    def test_an_artefact_is_written_in_builds_alone_and_its_failure_is_said(self) -> None:
        options = {"server": "https://a.example", "artefact": "site.catchword"}
        failing = [sys.executable, "-c", "import sys; sys.exit('It is broken.')"]
        with mock.patch("catchword_mkdocs.plugin.is_serving", return_value=True):
            self.build(command=failing, **options)
        self.assertEqual(self.messages.lines, [])
        self.build(command=failing, **options)
        self.build(artefact="site.catchword")
        self.assertEqual(
            self.messages.lines,
            [
                "catchword: the artefact for the service is not written. It is broken.",
                'catchword: the site has no search. The option "artefact" is for a service: set "server" too, or remove it.',
            ],
        )

    def test_the_other_search_is_named_and_not_shown(self) -> None:
        self.build(plugins=["search"])
        message = 'catchword: this site also has the search "search", which readers do not see.'
        self.assertEqual([line[: len(message)] for line in self.messages.lines], [message])
        page = self.read("koala/index.html")
        self.assertNotIn('data-bs-target="#mkdocs_search_modal"', page)
        self.assertNotIn("search/main.js", page)

    def test_a_missing_address_and_a_wrong_service_are_named(self) -> None:
        self.build(site_url="")
        self.build(server="search.example.org")
        first, second = self.messages.lines
        self.assertIn('"site_url" is not set', first)
        self.assertIn('Cannot search at "search.example.org": it must begin with "https://".', second)
        self.assertNotIn("<catchword-search", self.read("index.html"))

    def test_another_version_of_mkdocs_is_named_and_the_site_is_built_without_a_search(self) -> None:
        with mock.patch("mkdocs.__version__", "2.0.0"):
            self.build()
        self.assertEqual(len(self.messages.lines), 1)
        self.assertIn("This package supports MkDocs 1.5 and 1.6; this is 2.0.0.", self.messages.lines[0])
        self.assertNotIn("<catchword-search", self.read("index.html"))

    def test_the_plugin_added_twice_is_named_and_shown_once(self) -> None:
        self.build(plugins=[{"catchword": {"command": [sys.executable, os.path.join(self.folder, "program.py")]}}])
        self.assertTrue(any("'catchword' was specified multiple times" in line for line in self.messages.lines))
        self.assertEqual(self.read("index.html").count("<catchword-search"), 1)
        self.assertEqual(self.read("index.html").count("catchword-search.js"), 1)

    def test_a_theme_without_a_place_is_named_once(self) -> None:
        self.write("mkdocs.yml", "site_name: Zoo\n")
        for page, warnings in (("<html></html>", 1), ('<nav class="md-header__inner"></nav>', 0)):
            self.messages.lines.clear()
            plugin = CatchwordPlugin()
            plugin.load_config({"server": "https://a.example"})
            plugin.box = plugin.box_of("/")
            # A page that leads elsewhere has no header.
            self.assertEqual(plugin.put("<html></html>", None), "<html></html>")
            plugin.put(page, None)
            plugin.on_post_build(load_config(os.path.join(self.folder, "mkdocs.yml")))
            self.assertEqual(len(self.messages.lines), warnings)


if __name__ == "__main__":
    unittest.main()
