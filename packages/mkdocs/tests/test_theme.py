from __future__ import annotations

import unittest
from typing import Any

from catchword_mkdocs.theme import Box

ELEMENT = '<catchword-search mode="dialog" src="/zoo/search/"></catchword-search>'


def page(body: str) -> str:
    return f"<html><head></head><body>{body}</body></html>"


def put(body: str, language: str | None = None, labels: Any = None, **attributes: Any) -> str:
    box = Box("/zoo/search/catchword-search.js", {**attributes, "src": "/zoo/search/"}, labels or {})
    html = box.put(page(body), language)
    assert html is not None
    return html


class Themes(unittest.TestCase):
    def test_material_has_it_before_the_repository(self) -> None:
        header = '<nav class="md-header__inner md-grid" aria-label="Header"><div>title</div>{}</nav><nav>tabs</nav>'
        source = '<div class="md-header__source">repository</div>'
        box = f'<div class="catchword catchword-material">{ELEMENT}</div>'
        self.assertIn(header.format(box + source), put(header.format(source)))
        self.assertIn(header.format(box), put(header.format("")))

    def test_mkdocs_has_it_in_its_bar_in_both_versions(self) -> None:
        for name in ("ms-md-auto", "ml-auto"):
            bar = f'<ul class="nav navbar-nav {name}">'
            self.assertIn(f'{bar}<li class="nav-item catchword catchword-mkdocs">{ELEMENT}</li>', put(f"{bar}</ul>"))

    def test_readthedocs_has_it_below_the_name(self) -> None:
        top = (
            '<div class="wy-side-nav-search"><a>Zoo</a><div class="version">1</div>{}\n</div>\n<div class="wy-menu x">'
        )
        box = f'<div class="catchword catchword-readthedocs">{ELEMENT}</div>'
        self.assertIn(top.format(box), put(top.format("")))

    def test_other_themes_have_it_where_the_owner_wants_it(self) -> None:
        html = put('<catchword-search limit="3" mode=dropdown></catchword-search>', placeholder="Find")
        element = '<catchword-search limit="3" mode=dropdown placeholder="Find" src="/zoo/search/"></catchword-search>'
        self.assertIn(element, html)

    def test_a_page_without_a_place_has_none(self) -> None:
        box = Box("/search/catchword-search.js", {}, {})
        self.assertIsNone(box.put(page("<h1>Zoo</h1>"), None))

    def test_the_script_is_in_the_head(self) -> None:
        head = put("<catchword-search></catchword-search>").split("</head>")[0]
        self.assertIn('<script type="module" src="/zoo/search/catchword-search.js"></script>', head)

    def test_the_theme_of_mkdocs_has_what_its_script_needs(self) -> None:
        bar = '<ul class="nav navbar-nav ms-md-auto"></ul><div id="mkdocs_keyboard_modal"></div>'
        self.assertNotIn('id="mkdocs_search_modal"', put(bar))
        self.assertIn('id="mkdocs_search_modal"', put(f'{bar}<script src="js/bootstrap.bundle.min.js"></script>'))


class Attributes(unittest.TestCase):
    def test_values_cannot_end_the_element(self) -> None:
        html = put("<catchword-search></catchword-search>", "fr", placeholder='"><b>')
        self.assertIn('language="fr" placeholder="&quot;&gt;&lt;b&gt;"', html)

    def test_labels_are_those_of_the_language_or_the_only_ones(self) -> None:
        place = "<catchword-search></catchword-search>"
        labels = {"fr": {"search": "</script>"}}
        texts = '<script type="application/json" id="catchword-labels">{"search": "\\u003c/script>"}</script>'
        self.assertIn(texts, put(place, "fr-CA", labels))
        self.assertIn(texts, put(place, None, labels))
        self.assertNotIn("catchword-labels", put(place, "en", labels))


if __name__ == "__main__":
    unittest.main()
