from __future__ import annotations

import json
import os
import stat
import sys
import tempfile
import unittest
from unittest import mock

from catchword_mkdocs.program import SearchError, find_command, write_search


class Program(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = os.path.realpath(folder.name)

    def program(self, place: str) -> str:
        path = os.path.join(self.folder, place)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write("#!/bin/sh\n")
        os.chmod(path, stat.S_IRWXU)
        return path

    def test_the_command_of_the_owner_comes_first(self) -> None:
        self.program("node_modules/.bin/catchword")
        self.assertEqual(find_command(self.folder, "node 'my program.js'"), ["node", "my program.js"])
        self.assertEqual(find_command(self.folder, ["node", "my program.js"]), ["node", "my program.js"])

    def test_then_the_program_of_the_project_or_of_a_folder_above(self) -> None:
        program = self.program("node_modules/.bin/catchword")
        project = os.path.join(self.folder, "docs", "en")
        os.makedirs(project)
        self.assertEqual(find_command(project, None), [program])

    def test_then_that_on_the_path_and_npx(self) -> None:
        self.program("path/npx")
        with mock.patch.dict(os.environ, {"PATH": os.path.join(self.folder, "path")}):
            self.assertEqual(find_command(self.folder, None), ["npx", "--yes", "catchword@^0.1.0"])
            self.program("path/catchword")
            self.assertEqual(find_command(self.folder, None), ["catchword"])

    def test_none_of_them_is_an_error_that_says_what_to_install(self) -> None:
        error = self.assertRaisesRegex(SearchError, "The search needs Node 24 and the program `catchword`")
        with mock.patch.dict(os.environ, {"PATH": self.folder}), error:
            find_command(self.folder, None)

    def test_the_program_gets_the_list_of_pages(self) -> None:
        script = os.path.join(self.folder, "program.py")
        with open(script, "w", encoding="utf-8") as file:
            file.write(
                "import json, sys\na = sys.argv\nprint(json.dump([a[1:], open(a[4]).read()], open('said', 'w')))\n"
            )
        with open(os.path.join(self.folder, "catchword.config.json"), "w", encoding="utf-8") as file:
            file.write("{}")
        write_search([sys.executable, script], self.folder, "/root", {"pages": []}, ["--static", "/site/search", "--local"])
        with open(os.path.join(self.folder, "said"), encoding="utf-8") as file:
            arguments, pages = json.load(file)
        list_path = arguments[3]
        config = os.path.join(self.folder, "catchword.config.json")
        expected = ["build", "/root", "--pages", list_path, "--static", "/site/search", "--local", "--config", config]
        self.assertEqual(arguments, expected)
        self.assertEqual(json.loads(pages), {"pages": []})
        self.assertFalse(os.path.exists(list_path))

    def test_what_the_program_says_of_a_failure_is_the_error(self) -> None:
        failing = [sys.executable, "-c", "import sys; sys.exit('Cannot build it.')"]
        with self.assertRaisesRegex(SearchError, "^Cannot build it.$"):
            write_search(failing, self.folder, self.folder, {}, [])
        with self.assertRaisesRegex(SearchError, "Cannot run `.*missing`: No such file"):
            write_search([os.path.join(self.folder, "missing")], self.folder, self.folder, {}, [])


if __name__ == "__main__":
    unittest.main()
