"""Puts the search box where a theme has its own. The templates of themes show that only for their own plugin, so pages are changed."""

from __future__ import annotations

import json
import re
from html import escape
from typing import Any, Mapping

LABELS = "catchword-labels"

#: After which part of a page the box is, and the element around it.
PLACES = (
    # Material: before the repository, at the end of the header.
    (
        re.compile(r'<nav class="md-header__inner\b.*?(?=<div class="md-header__source">|</nav>)', re.DOTALL),
        '<div class="catchword catchword-material">{}</div>',
    ),
    # MkDocs' own theme: before the buttons to the next page.
    (
        re.compile(r'<ul class="nav navbar-nav m[sl]-(?:md-)?auto">'),
        '<li class="nav-item catchword catchword-mkdocs">{}</li>',
    ),
    # Read the Docs: below the name of the site.
    (
        re.compile(r'<div class="wy-side-nav-search">.*?(?=\s*</div>\s*<div class="wy-menu\b)', re.DOTALL),
        '<div class="catchword catchword-readthedocs">{}</div>',
    ),
)
#: The place that owners give the box in templates of their own, where their theme has none.
OWN_PLACE = re.compile(r"<catchword-search\b([^>]*)>.*?</catchword-search>", re.DOTALL)
ATTRIBUTE = re.compile(r"""([\w-]+)(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?""")

STYLE = """
.catchword-material {
  flex: 0 0 2.2rem;
  min-width: 0;
  margin-inline: 0.4rem;
}
.catchword-material catchword-search {
  color-scheme: light;
  font-size: 0.8rem;
  --catchword-accent: var(--md-primary-fg-color);
  --catchword-background: var(--md-default-bg-color);
  --catchword-text: var(--md-typeset-color);
  --catchword-radius: 0.2rem;
}
[data-md-color-scheme="slate"] .catchword-material catchword-search {
  color-scheme: dark;
  --catchword-accent: var(--md-accent-fg-color);
}
.catchword-material catchword-search::part(button) {
  gap: 0.2rem;
  min-height: 1.8rem;
  padding-inline: 0.5rem;
  overflow: hidden;
}
@media (min-width: 60em) {
  .catchword-material {
    flex-basis: 11.7rem;
  }
}
.catchword-mkdocs {
  display: flex;
  align-items: center;
}
.catchword-mkdocs catchword-search {
  width: 11rem;
  max-width: 100%;
  --catchword-accent: var(--bs-link-color, #2780e3);
  --catchword-background: var(--bs-body-bg, #fff);
  --catchword-text: var(--bs-emphasis-color, #373a3c);
}
html:not([data-bs-theme]) .catchword-mkdocs catchword-search,
[data-bs-theme="light"] .catchword-mkdocs catchword-search {
  color-scheme: light;
}
[data-bs-theme="dark"] .catchword-mkdocs catchword-search {
  color-scheme: dark;
}
.catchword-readthedocs {
  text-align: start;
}
.catchword-readthedocs catchword-search {
  color-scheme: light;
  --catchword-accent: #2980b9;
  --catchword-background: #fcfcfc;
  --catchword-text: #404040;
}
"""

#: Themes have keys of one letter, and inside an element they cannot see that the reader writes.
KEYS = """
for (const box of document.querySelectorAll("catchword-search"))
  box.addEventListener("keydown", (event) => event.stopPropagation());
"""

#: MkDocs' own theme takes `/` for its key `?`, and its own search has a key too: both open the box.
MKDOCS_KEYS = """
document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, textarea, select, [contenteditable], catchword-search")) return;
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  if (event.key !== "/" && event.keyCode !== window.shortcuts?.search) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  dispatchEvent(new KeyboardEvent("keydown", { key: "/", cancelable: true }));
}, true);
"""

#: The script of that theme fails without these elements since MkDocs 1.6. An address with `?q=` would open them.
MODAL = """
<div class="modal" id="mkdocs_search_modal"><div class="modal-dialog"></div>
<input type="hidden" id="mkdocs-search-query"><div id="mkdocs-search-results"></div></div>
<script>
document.getElementById("mkdocs_search_modal").addEventListener("show.bs.modal", (event) => event.preventDefault());
</script>
"""


class Box:
    """The search box of a site."""

    def __init__(self, script: str, attributes: Mapping[str, Any], labels: Mapping[str, Any]) -> None:
        self.script = script
        self.attributes = attributes
        self.labels = labels

    def put(self, html: str, language: str | None) -> str | None:
        """A page with the box, for a reader of a language. None: the page has no place for it."""
        for after, around in PLACES:
            found = after.search(html)
            if found is not None:
                box = around.format(self.element(language, ""))
                return self.complete(f"{html[: found.end()]}{box}{html[found.end() :]}")
        own = OWN_PLACE.search(html)
        if own is None:
            return None
        return self.complete(f"{html[: own.start()]}{self.element(language, own.group(1))}{html[own.end() :]}")

    def element(self, language: str | None, own: str) -> str:
        labels = self.labels_of(language)
        attributes = {
            "mode": "dialog",
            **({} if language is None else {"language": language}),
            **self.attributes,
            **({} if labels is None else {"labels": LABELS}),
        }
        named = ATTRIBUTE.findall(own)
        text = "".join(f' {name}="{escape(str(value))}"' for name, value in attributes.items() if name not in named)
        # A text of JSON must not end its script.
        texts = "" if labels is None else json.dumps(labels).replace("<", "\\u003c")
        script = f'<script type="application/json" id="{LABELS}">{texts}</script>' if texts else ""
        return f"{script}<catchword-search{own.rstrip()}{text}></catchword-search>"

    def labels_of(self, language: str | None) -> Mapping[str, Any] | None:
        """The texts of a language; those of the site where it has one language."""
        if language is None:
            return next(iter(self.labels.values())) if len(self.labels) == 1 else None
        return self.labels.get(language) or self.labels.get(language.split("-")[0])

    def complete(self, html: str) -> str:
        head = f'<style>{STYLE}</style><script type="module" src="{escape(self.script)}"></script>'
        html = before(html, "</head>", head)
        if 'id="mkdocs_keyboard_modal"' not in html:
            return before(html, "</body>", f"<script>{KEYS}</script>")
        modal = MODAL if "js/bootstrap.bundle.min.js" in html else ""
        return before(html, "</body>", f"<script>{KEYS}{MKDOCS_KEYS}</script>{modal}")


def before(html: str, tag: str, text: str) -> str:
    place = html.find(tag) if tag == "</head>" else html.rfind(tag)
    return html if place < 0 else f"{html[:place]}{text}{html[place:]}"
