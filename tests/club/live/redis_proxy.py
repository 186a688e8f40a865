"""A proxy in front of a Redis: closed, passing everything on, or slow."""

import contextlib
import socket
import threading
import time

from streams import free_port

CHUNK = 65536


class RedisProxy:
    """Listens on a port of its own; nobody listens there while it is closed."""

    def __init__(self, target_port):
        self.target_port = target_port
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.pause = 0.0
        self.connections = 0
        self.listener, self.sockets = None, []

    def open(self, *, pause=0.0):
        """Take connections; each answer of Redis waits for so many seconds."""
        self.pause = pause
        self.listener = socket.create_server(("127.0.0.1", self.port))
        threading.Thread(target=self._accept, args=(self.listener,), daemon=True).start()

    def close(self):
        """Refuse new connections and cut those there are."""
        if self.listener is not None:
            self.listener.shutdown(socket.SHUT_RDWR)
            self.listener.close()
        self.listener = None
        for one in self.sockets:
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()
        self.sockets = []

    def _accept(self, listener):
        with contextlib.suppress(OSError):
            while True:
                client, _ = listener.accept()
                self.connections += 1
                redis = socket.create_connection(("127.0.0.1", self.target_port))
                self.sockets += [client, redis]
                for source, to, waits in ((client, redis, False), (redis, client, True)):
                    threading.Thread(target=self._pass_on, args=(source, to, waits), daemon=True).start()

    def _pass_on(self, source, to, waits):
        with contextlib.suppress(OSError):
            while data := source.recv(CHUNK):
                if waits:
                    time.sleep(self.pause)
                to.sendall(data)
            to.shutdown(socket.SHUT_WR)
