"""The pages of a site as MkDocs resolved them."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Any, Dict, Iterable, Mapping
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import File
    from mkdocs.structure.pages import Page

LANGUAGE = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*")
#: The version that mike builds.
MIKE_VERSION = "MIKE_DOCS_VERSION"

Declared = Dict[str, Any]


def site_pages(files: Iterable[File], root: str, base: str, language: str | None) -> Declared:
    """The list that `catchword build --pages` reads."""
    pages = [declared_page(file.page, root, base) for file in files if file.page is not None]
    declared: Declared = {
        "generator": "mkdocs",
        "base": base,
        "pages": [page for page in pages if page is not None],
    }
    if language is not None:
        declared["language"] = language
    return declared


def join_pages(before: Declared | None, now: Declared) -> Declared:
    """The same of several builds: plugins for translations run one for each language."""
    if before is None:
        return now
    known = {(page["file"], page["address"]) for page in before["pages"]}
    new = [page for page in now["pages"] if (page["file"], page["address"]) not in known]
    return {**before, "pages": [*before["pages"], *new]}


def declared_page(page: Page, root: str, base: str) -> Declared | None:
    """A page that has a file below the root, and that its author does not hide from searches; else None."""
    source = page.file.abs_src_path
    if source is None or not is_within(source, root) or is_excluded(page.meta):
        return None
    declared: Declared = {
        "file": os.path.relpath(source, root).replace(os.sep, "/"),
        "address": base + page.url,
    }
    # A page that an incremental build left as it is has no title yet.
    if page.title:
        declared["title"] = str(page.title)
    language = file_language(page.file)
    if language is not None:
        declared["language"] = language
    return declared


def is_excluded(meta: Mapping[str, Any]) -> bool:
    """Whether a page has the mark of the theme Material for pages that are not searched."""
    search = meta.get("search")
    return isinstance(search, Mapping) and search.get("exclude") is True


def file_language(file: File) -> str | None:
    """The language that the plugin i18n gives a file."""
    return language_tag(getattr(file, "locale", None))


def site_language(config: MkDocsConfig) -> str | None:
    """The language of the theme, as Material or the themes of MkDocs call it."""
    return language_tag(config.theme.get("language")) or language_tag(config.theme.get("locale"))


def language_tag(value: object) -> str | None:
    tag = "" if value is None else str(value).replace("_", "-")
    return tag if LANGUAGE.fullmatch(tag) else None


def base_of(site_url: str | None, environment: Mapping[str, str]) -> str:
    """The site's path on its host, with slashes at its ends."""
    parts = [part for part in urlsplit(site_url or "").path.split("/") if part != ""]
    version = environment.get(MIKE_VERSION)
    # With `canonical_version` mike names another version than the one that is built.
    if version and parts:
        parts[-1] = version
    return "/" + "".join(f"{part}/" for part in parts)


def root_of(project: str, docs: str) -> str:
    """The folder with the pages and what they include. Plugins can put all pages into a temporary folder, far from the project."""
    try:
        root = os.path.commonpath([project, docs])
    except ValueError:
        # On Windows, folders on two drives.
        return docs
    return docs if os.path.dirname(root) == root else root


def is_within(path: str, folder: str) -> bool:
    try:
        return os.path.commonpath([path, folder]) == os.path.normpath(folder)
    except ValueError:
        return False
