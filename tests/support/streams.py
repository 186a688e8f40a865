"""A listener of live channels as a browser is one: it comes back with the last number it heard."""

import contextlib
import http.client
import json
import socket
import threading
import time


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def narrow_socket(port, buffer, timeout):
    narrow = socket.socket()
    narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    narrow.settimeout(timeout)
    narrow.connect(("127.0.0.1", port))
    return narrow


class Stream:
    """One connection: `read` gives the events as they come."""

    def __init__(self, port, channel, *, after=None, headers=None, timeout=120, buffer=0, connect=None):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
        if connect:  # another way to the server
            self.connection.sock = connect()
        if buffer:  # so much the system takes in for a listener that does not read
            self.connection.sock = narrow_socket(port, buffer, timeout)
        self.answer = None
        asked = {"Accept": "text/event-stream", **(headers or {})}
        if after is not None:
            asked["Last-Event-ID"] = str(after)
        try:
            self.connection.request("GET", f"/api/v1/live/{channel}", headers=asked)
            self.socket = self.connection.sock
            self.answer = self.connection.getresponse()
        except BaseException:
            self.connection.close()
            raise
        self.status = self.answer.status

    def events(self):
        """Events as dictionaries of their fields, until the stream ends."""
        fields = {}
        for line in self.answer:
            name, _colon, value = line.decode().rstrip("\n").partition(":")
            if name:
                fields[name] = value.removeprefix(" ")
            elif fields:
                yield fields
                fields = {}

    def close(self):
        with contextlib.suppress(OSError, AttributeError):
            self.socket.shutdown(socket.SHUT_RDWR)
        self.answer.close()
        self.connection.close()


class Listener(threading.Thread):
    """Listens until it is told to stop, whatever happens to the server; of several it takes the next."""

    def __init__(self, port, channel, *, others=(), after=None, headers=None, connect=None):
        super().__init__(daemon=True)
        self.connect = connect
        self.ports, self.channel, self.headers = [port, *others], channel, headers
        self.heard, self.last, self.resets, self.connections = [], after, 0, 0
        self.stopping, self.stream = False, None
        self.start()

    @property
    def port(self):
        return self.ports[0]

    def run(self):
        while not self.stopping:
            with (
                contextlib.suppress(OSError, http.client.HTTPException),
                contextlib.closing(
                    Stream(
                        self.port, self.channel, after=self.last, headers=self.headers, connect=self.connect
                    )
                ) as stream,
            ):
                self.stream = stream
                if stream.status == 200:
                    self.connections += 1
                    self.listen(stream)
            self.ports = [*self.ports[1:], self.port]
            time.sleep(0.1)

    def stop(self):
        self.stopping = True
        with contextlib.suppress(OSError, AttributeError):
            self.stream.socket.shutdown(socket.SHUT_RDWR)
        self.join(5)

    def listen(self, stream):
        for fields in stream.events():
            if "id" in fields:
                self.last = int(fields["id"])
            if fields.get("event") == "reset":
                self.resets += 1
            elif "event" not in fields and "data" in fields:
                self.heard.append((json.loads(fields["data"])["number"], time.time()))
            if self.stopping:
                return

    @property
    def numbers(self):
        return [number for number, _moment in self.heard]
