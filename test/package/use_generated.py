"""Calls a service with the client that openapi-python-client made: use_generated.py ADDRESS"""

import json
import sys

from pyclient import Client
from pyclient.api.feedback import submit_feedback
from pyclient.api.pages import get_page, get_search, query_pages
from pyclient.models import (
    QueryPagesXHttpMethodOverride,
    SlugLookUp,
    Submission,
    SubmissionKind,
    SubmissionSeverity,
)


def keep_slashes(request):
    request.url = request.url.copy_with(raw_path=request.url.raw_path.replace(b"%2F", b"/"))


nested = "glossary/entity-tag"
plain = Client(base_url=sys.argv[1])
client = Client(base_url=sys.argv[1], httpx_args={"event_hooks": {"request": [keep_slashes]}})
page = get_page.sync_detailed(nested, client=client)
escaped = get_page.sync_detailed(nested, client=plain)
query = SlugLookUp(slug="entity-tag")
submission = Submission(kind=SubmissionKind.OTHER, severity=SubmissionSeverity.LOW, message="Thanks.")
print(
    json.dumps(
        {
            "title": page.parsed.page.title,
            "escaped": [int(escaped.status_code), json.loads(escaped.content)["detail"]],
            "found": get_search.sync(client=client, q="entity", limit=1).count,
            "asked": query_pages.sync(
                client=client, body=query, x_http_method_override=QueryPagesXHttpMethodOverride.QUERY
            ).total,
            "submitted": int(submit_feedback.sync_detailed(client=client, body=submission, idempotency_key="a").status_code),
        }
    )
)
