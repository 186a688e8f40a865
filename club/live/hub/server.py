"""The web server with its hub: it stops at once, and listens at further sockets while it runs."""

import asyncio
import socket
from collections.abc import Callable, Coroutine
from typing import Any

import uvicorn

from club.live.hub.hub import Hub

ANSWER_SECONDS = 0.5  # for the answer to the request that closes a socket
END_SECONDS = 2.0
WAIT_SECONDS = 10.0


class Server(uvicorn.Server):
    """Server that stops at once despite open streams; sockets can be added and removed."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.loop: asyncio.AbstractEventLoop | None = None
        self.waiting: list[socket.socket] = []  # added before the start
        self.endings: set[asyncio.Task[None]] = set()
        self.on_started: list[Callable[[], None]] = []  # called once the server accepts connections

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start with the sockets added so far; from now on threads of the pages add more."""
        await super().startup(sockets)
        self.loop = asyncio.get_running_loop()
        while self.waiting:
            await self._add(self.waiting.pop())
        for begin in self.on_started:
            begin()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close the streams, then run uvicorn's shutdown."""
        if Hub.running is not None:
            await Hub.running.close()
        await super().shutdown(sockets)

    def add_socket(self, listener: socket.socket) -> None:
        """Accept connections at one more listening socket; thread-safe."""
        if self.loop is None:
            self.waiting.append(listener)
        else:
            self._do(self._add(listener))

    def remove_socket(self, listener: socket.socket) -> None:
        """Close a listening socket, and soon after the connections that came by it; thread-safe."""
        if self.loop is None:
            self.waiting.remove(listener)
            listener.close()
        else:
            self._do(self._remove(listener))

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        if self.loop is None or self.loop.is_closed() or self.should_exit:
            work.close()
            return
        asyncio.run_coroutine_threadsafe(work, self.loop).result(WAIT_SECONDS)

    async def _add(self, listener: socket.socket) -> None:
        loop = asyncio.get_running_loop()

        def create_protocol() -> asyncio.Protocol:
            return self.config.http_protocol_class(  # type: ignore[call-arg]
                config=self.config, server_state=self.server_state, app_state=self.lifespan.state
            )

        server = await loop.create_server(create_protocol, sock=listener, backlog=self.config.backlog)
        self.servers.append(server)

    async def _remove(self, listener: socket.socket) -> None:
        own = listener.getsockname()
        for server in list(self.servers):
            if any(one.getsockname() == own for one in server.sockets):
                server.close()
                self.servers.remove(server)
        ending = asyncio.get_running_loop().create_task(self._end_connections(own[0]))
        self.endings.add(ending)
        ending.add_done_callback(self.endings.discard)

    async def _end_connections(self, address: str) -> None:
        """End the connections to an address: first when their answer is complete, then streams as well."""
        await asyncio.sleep(ANSWER_SECONDS)
        for connection in self._connections_to(address):
            connection.shutdown()
        await asyncio.sleep(END_SECONDS)
        for connection in self._connections_to(address):
            transport = getattr(connection, "transport", None)
            if transport is not None:
                transport.abort()

    def _connections_to(self, address: str) -> list[Any]:
        """Return the open connections whose own end is this address."""
        ends = [(one, getattr(one, "server", None)) for one in self.server_state.connections]
        return [one for one, end in ends if end and end[0] == address]
