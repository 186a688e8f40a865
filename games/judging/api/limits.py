"""A body longer than a text may be is refused before it is read."""

from rest_framework.request import Request

from games.core.errors import TextTooLong
from games.judging.services.judging import text_limit


def refuse_long_body(request: Request) -> None:
    """Refuse by the stated length, before Django would break off over the same limit."""
    stated = request.META.get("CONTENT_LENGTH") or "0"
    size = int(stated) if stated.isdecimal() else 0
    if size > text_limit():
        raise TextTooLong(size=size, limit=text_limit())
