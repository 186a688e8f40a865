"""The bytes of a file as an ASGI application and nothing else: what the server itself can do."""

import os
from pathlib import Path
from typing import Any

BODY = Path(os.environ["BARE_BODY"]).read_bytes()
HEADERS = [(b"content-type", b"text/html; charset=utf-8"), (b"content-length", str(len(BODY)).encode())]


async def application(_scope: Any, _receive: Any, send: Any) -> None:
    """Answer."""
    await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
    await send({"type": "http.response.body", "body": BODY})
