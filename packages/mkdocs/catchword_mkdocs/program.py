"""Runs the program `catchword`, which is installed with npm."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import tempfile
from typing import Any, Mapping, Sequence

from . import VERSION

CONFIGURATION = "catchword.config.json"


class SearchError(Exception):
    """Why there is no search, as a sentence."""


def find_command(project: str, named: str | Sequence[str] | None) -> list[str]:
    """The command that the owner names, that of the project or one of its parents, that on the path, or npx, which fetches it."""
    if named:
        return shlex.split(named) if isinstance(named, str) else list(named)
    folder = project
    while True:
        local = shutil.which("catchword", path=os.path.join(folder, "node_modules", ".bin"))
        if local is not None:
            return [local]
        if os.path.dirname(folder) == folder:
            break
        folder = os.path.dirname(folder)
    if shutil.which("catchword") is not None:
        return ["catchword"]
    if shutil.which("npx") is not None:
        return ["npx", "--yes", f"catchword@^{VERSION}"]
    raise SearchError(
        "The search needs Node 24 and the program `catchword`. Install Node from https://nodejs.org/en/download, then run `npm install catchword`."
    )


def write_search(
    command: list[str], project: str, root: str, declared: Mapping[str, Any], outputs: Sequence[str]
) -> None:
    """Writes the search of a site. `outputs` are the options that say what. Raises SearchError."""
    with tempfile.TemporaryDirectory(prefix="catchword-") as folder:
        pages = os.path.join(folder, "pages.json")
        with open(pages, "w", encoding="utf-8") as file:
            json.dump(declared, file)
        arguments = ["build", root, "--pages", pages, *outputs]
        configuration = os.path.join(project, CONFIGURATION)
        if os.path.isfile(configuration):
            arguments += ["--config", configuration]
        run(command, arguments, project)


def run(command: list[str], arguments: list[str], folder: str) -> None:
    # Windows finds `catchword.cmd` by its whole name only.
    program = shutil.which(command[0]) or command[0]
    try:
        done = subprocess.run(
            [program, *command[1:], *arguments],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
    except OSError as error:
        raise SearchError(f"Cannot run `{' '.join(command)}`: {error.strerror or error}.") from error
    if done.returncode != 0:
        raise SearchError(said(done.stdout) or f"`{' '.join(command)}` ended with exit code {done.returncode}.")


def said(output: bytes | None) -> str:
    return (output or b"").decode("utf-8", "replace").strip()
