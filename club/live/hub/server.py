"""Uvicorn with the hub's manners: streams end before it waits for them."""

import socket

import uvicorn

from club.live.hub.hub import Hub


class Server(uvicorn.Server):
    """Stops at once although browsers hold streams open."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close the streams, then do what uvicorn does."""
        if Hub.running is not None:
            await Hub.running.close()
        await super().shutdown(sockets)
