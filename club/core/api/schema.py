"""What every operation may answer beside what it says of itself: refusals told before a view is reached."""

from typing import Any

REFUSALS = {
    "401": "The token sent along is unknown, ended or taken back.",
    "403": "Not open to this account or token.",
    "404": "There is nothing at this address.",
    "413": "Too large; `facts.limit` says how many bytes are taken.",
    "429": "Too many questions in a short time; `Retry-After` says how many seconds to wait.",
}
METHODS = frozenset({"get", "post", "put", "patch", "delete"})
MEDIA_TYPE = "application/problem+json"


def with_common_refusals(result: dict[str, Any], **_options: Any) -> dict[str, Any]:
    """Add to each operation the refusals that any of them may tell."""
    problem = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    for operations in result["paths"].values():
        for method, operation in operations.items():
            if method in METHODS:
                for status, words in REFUSALS.items():
                    operation["responses"].setdefault(status, {"content": problem, "description": words})
    return result
