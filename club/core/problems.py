"""API refusals outside of a view, as the RFC 9457 documents that the views return too."""

from typing import Any

from django.http import HttpRequest, JsonResponse

MEDIA_TYPE = "application/problem+json"


def problem(
    request: HttpRequest,
    *,
    status: int,
    code: str,
    title: str,
    next_step: str,
    facts: dict[str, Any] | None = None,
    **more: Any,
) -> JsonResponse:
    """Answer with a problem document."""
    document = {
        "type": f"urn:draughts-club:problem:{code}",
        "title": title,
        "status": status,
        "code": code,
        "detail": title,
        "next": next_step,
        "instance": request.path,
        "facts": facts or {},
        **more,
    }
    return JsonResponse(document, status=status, content_type=MEDIA_TYPE)
