"""Uvicorn subclass: closes streams before it waits for them."""

import socket

import uvicorn

from club.live.hub.hub import Hub


class Server(uvicorn.Server):
    """Server that stops at once despite open streams."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close the streams, then run uvicorn's shutdown."""
        if Hub.running is not None:
            await Hub.running.close()
        await super().shutdown(sockets)
