"""The search of a MkDocs site, with or without a server."""

VERSION = "0.1.0"
