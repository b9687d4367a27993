from __future__ import annotations

import unittest
from types import SimpleNamespace
from typing import Any

from catchword_mkdocs.site_pages import base_of, join_pages, language_tag, root_of, site_language, site_pages


def file_of(source: Any, url: str, title: Any = None, **more: Any) -> Any:
    """A file of MkDocs with its page, as far as they are read."""
    meta = more.pop("meta", {})
    file = SimpleNamespace(abs_src_path=source, **more)
    file.page = SimpleNamespace(file=file, url=url, title=title, meta=meta)
    return file


class SitePages(unittest.TestCase):
    def test_pages_have_the_addresses_titles_and_languages_of_mkdocs(self) -> None:
        files = [
            file_of("/site/docs/index.md", "", "Animals"),
            file_of("/site/docs/fr/été.md", "fr/%C3%A9t%C3%A9/", "Été", locale="fr"),
            file_of("/site/docs/new.md", "new.html"),
        ]
        self.assertEqual(
            site_pages(files, "/site", "/zoo/", "en"),
            {
                "generator": "mkdocs",
                "base": "/zoo/",
                "language": "en",
                "pages": [
                    {"file": "docs/index.md", "address": "/zoo/", "title": "Animals"},
                    {"file": "docs/fr/été.md", "address": "/zoo/fr/%C3%A9t%C3%A9/", "title": "Été", "language": "fr"},
                    {"file": "docs/new.md", "address": "/zoo/new.html"},
                ],
            },
        )

    def test_pages_without_a_file_of_the_project_or_without_a_search_are_left_out(self) -> None:
        files = [
            file_of(None, "made/"),
            file_of("/tmp/made.md", "made/"),
            file_of("/site/docs/hidden.md", "hidden/", meta={"search": {"exclude": True}}),
            file_of("/site/docs/boosted.md", "boosted/", meta={"search": {"boost": 2}}),
            SimpleNamespace(abs_src_path="/site/docs/none.md", page=None),
        ]
        pages = site_pages(files, "/site", "/", None)["pages"]
        self.assertEqual(pages, [{"file": "docs/boosted.md", "address": "/boosted/"}])

    def test_pages_of_the_builds_of_all_languages_are_joined(self) -> None:
        english = site_pages([file_of("/site/a.md", "a/")], "/site", "/", "en")
        french = site_pages([file_of("/site/a.md", "a/"), file_of("/site/a.fr.md", "fr/a/")], "/site", "/", "fr")
        joined = join_pages(join_pages(None, english), french)
        self.assertEqual(joined["language"], "en")
        self.assertEqual([page["address"] for page in joined["pages"]], ["/a/", "/fr/a/"])


class Places(unittest.TestCase):
    def test_the_base_is_the_path_of_the_site(self) -> None:
        for address, base in [
            (None, "/"),
            ("", "/"),
            ("https://example.org", "/"),
            ("https://example.org/zoo/", "/zoo/"),
            ("https://example.org/zoo/docs", "/zoo/docs/"),
        ]:
            self.assertEqual(base_of(address, {}), base)

    def test_the_base_has_the_version_that_mike_builds(self) -> None:
        self.assertEqual(base_of("https://example.org/zoo/latest", {"MIKE_DOCS_VERSION": "2.0"}), "/zoo/2.0/")

    def test_the_root_has_the_pages_and_the_project(self) -> None:
        self.assertEqual(root_of("/home/site", "/home/site/docs"), "/home/site")
        self.assertEqual(root_of("/home/site/en", "/home/site/docs"), "/home/site")
        # The root of the machine is no folder of a site.
        self.assertEqual(root_of("/home/site", "/tmp/docs"), "/tmp/docs")


class Languages(unittest.TestCase):
    def test_tags_are_written_as_browsers_do(self) -> None:
        for value, tag in [("en", "en"), ("pt_BR", "pt-BR"), ("zh-Hant", "zh-Hant"), (None, None), ("null.x", None)]:
            self.assertEqual(language_tag(value), tag)

    def test_the_language_is_that_of_the_theme(self) -> None:
        def language(theme: dict) -> Any:
            return site_language(SimpleNamespace(theme=theme))  # type: ignore[arg-type]

        self.assertEqual(language({"language": "de"}), "de")
        self.assertEqual(language({"locale": "pt_BR"}), "pt-BR")
        self.assertIsNone(language({}))


if __name__ == "__main__":
    unittest.main()
