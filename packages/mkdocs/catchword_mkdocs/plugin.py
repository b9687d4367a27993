"""The plugin `catchword` of MkDocs."""

from __future__ import annotations

import os
import re
from typing import Any

import click
import mkdocs
from jinja2 import Environment
from mkdocs.config import config_options as option
from mkdocs.config.base import Config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin, get_plugin_logger
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page

from .program import SearchError, find_command, write_search
from .site_pages import Declared, base_of, file_language, join_pages, root_of, site_language, site_pages
from .theme import Box

#: Versions of MkDocs whose plugins this package knows.
VERSIONS = re.compile(r"1\.(?:[5-9]|\d\d)(?:\D|$)")
#: What the search of MkDocs, and that of Material, is called.
OTHER_SEARCHES = ("search", "material/search")
OTHER_SCRIPT = "search/main.js"
#: What a site does not have after a problem.
SEARCH_LOST = "the site has no search"
ARTEFACT_LOST = "the artefact for the service is not written"

log = get_plugin_logger("catchword")


class CatchwordConfig(Config):
    server = option.Optional(option.Type(str))
    artefact = option.Optional(option.Type(str))
    folder = option.Type(str, default="search")
    strict = option.Type(bool, default=False)
    attributes = option.Type(dict, default={})
    labels = option.Type(dict, default={})
    command = option.Optional(option.Type((str, list)))


class CatchwordPlugin(BasePlugin[CatchwordConfig]):
    def __init__(self) -> None:
        self.box: Box | None = None
        self.declared: Declared | None = None
        self.written: Declared | None = None
        self.language: str | None = None
        #: Whether a page of the build has the box; None: the build has no page. Pages that lead elsewhere have no header.
        self.is_placed: bool | None = None
        self.is_second = False

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        # MkDocs names a plugin that is listed twice, and runs both.
        own = [plugin for plugin in config.plugins.values() if isinstance(plugin, CatchwordPlugin)]
        self.is_second = self in own[1:]
        if self.is_second:
            return config
        problem = self.problem()
        if problem is not None:
            self.fail(problem)
            return config
        # Plugins for translations build once for each language; the first is that of the site.
        self.language = self.language or site_language(config)
        for name in OTHER_SEARCHES:
            # Themes show their own search where this name is.
            if config.plugins.pop(name, None) is not None:
                log.warning(
                    'this site also has the search "%s", which readers do not see. Remove it from "plugins".', name
                )
        return config

    def on_env(self, env: Environment, config: MkDocsConfig, files: Files) -> Environment:
        if self.is_second or self.problem() is not None:
            return env
        if not config.site_url and self.box is None and not self.config.server:
            log.warning(
                'the results lead to pages at "/", because "site_url" is not set. Set it to the address of the site.'
            )
        for script in [each for each in config.extra_javascript if str(each) == OTHER_SCRIPT]:
            config.extra_javascript.remove(script)
        base = base_of(config.site_url, os.environ)
        self.box = self.box_of(base)
        pages = site_pages(files.documentation_pages(), self.root(config), base, self.language)
        self.declared = join_pages(self.declared, pages)
        return env

    def on_post_page(self, output: str, page: Page, config: MkDocsConfig) -> str:
        return self.put(output, file_language(page.file))

    def on_post_template(self, output_content: str, template_name: str, config: MkDocsConfig) -> str:
        return self.put(output_content, None) if template_name.endswith(".html") else output_content

    def on_post_build(self, config: MkDocsConfig) -> None:
        if self.is_placed is False:
            log.warning(
                "this theme has no known place for the search. "
                "Add `<catchword-search></catchword-search>` to one of its templates."
            )
        # After a build for each language, plugins for translations end the first one too.
        if self.box is None or self.declared == self.written or self.declared is None:
            return
        outputs = self.outputs(config)
        if not outputs:
            return
        self.written = self.declared
        try:
            write_search(
                find_command(project_of(config), self.config.command),
                project_of(config),
                self.root(config),
                # The headings of the built pages say their anchors, which extensions of Markdown can make in any way.
                {**self.declared, "built": os.path.abspath(config.site_dir)},
                outputs,
            )
        except SearchError as error:
            self.fail(str(error), ARTEFACT_LOST if self.config.server else SEARCH_LOST)

    def outputs(self, config: MkDocsConfig) -> list[str]:
        """What `catchword build` writes: files of a search without a server, or in a build of the site the artefact for a service."""
        if not self.config.server:
            return ["--static", os.path.join(config.site_dir, *self.place().split("/")), "--local"]
        if not self.config.artefact or is_serving():
            return []
        return ["--out", os.path.join(project_of(config), self.config.artefact)]

    def problem(self) -> str | None:
        """Why the site cannot have this search; None when it can."""
        if VERSIONS.match(mkdocs.__version__) is None:
            return f"This package supports MkDocs 1.5 and 1.6; this is {mkdocs.__version__}. Update catchword-mkdocs."
        server = self.config.server
        if server is not None and re.match(r"https?://[^/]", server) is None:
            return f'Cannot search at "{server}": it must begin with "https://".'
        if self.config.artefact and server is None:
            return 'The option "artefact" is for a service: set "server" too, or remove it.'
        return None

    def fail(self, problem: str, lost: str = SEARCH_LOST) -> None:
        if self.config.strict:
            raise PluginError(f"catchword: {problem}")
        log.warning("%s. %s", lost, problem)

    def box_of(self, base: str) -> Box:
        attributes: dict[str, Any] = dict(self.config.attributes)
        if self.config.server:
            service = self.config.server.rstrip("/") + "/"
            return Box(f"{service}explore/search.js", {**attributes, "api": service}, self.config.labels)
        mount = f"{base}{self.place()}/"
        return Box(f"{mount}catchword-search.js", {**attributes, "src": mount}, self.config.labels)

    def place(self) -> str:
        return self.config.folder.strip("/")

    def put(self, html: str, language: str | None) -> str:
        if self.box is None:
            return html
        changed = self.box.put(html, language)
        if changed is None:
            self.is_placed = self.is_placed or False
            return html
        self.is_placed = True
        return changed

    def root(self, config: MkDocsConfig) -> str:
        return root_of(project_of(config), os.path.abspath(config.docs_dir))


def is_serving() -> bool:
    """Whether `mkdocs serve` builds, which makes the site anew after each edit."""
    context = click.get_current_context(silent=True)
    return context is not None and context.info_name == "serve"


def project_of(config: MkDocsConfig) -> str:
    """The folder of mkdocs.yml, which can also come from the standard input."""
    path = config.config_file_path
    return os.path.dirname(os.path.abspath(path)) if path else os.getcwd()
