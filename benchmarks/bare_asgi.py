"""Minimal ASGI application that answers the bytes of a file: the speed of the server itself."""

import os
from pathlib import Path
from typing import Any

BODY = Path(os.environ["BARE_BODY"]).read_bytes()
HEADERS = [(b"content-type", b"text/html; charset=utf-8"), (b"content-length", str(len(BODY)).encode())]


async def application(_scope: Any, _receive: Any, send: Any) -> None:
    """Answer with the bytes."""
    await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
    await send({"type": "http.response.body", "body": BODY})
