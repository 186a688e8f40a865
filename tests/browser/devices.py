"""A device of its own: a browser with a profile, whose network and processes a test cuts."""

import contextlib
import os
import signal
from pathlib import Path
from shutil import which

from pages import session_of
from playwright.sync_api import Error

FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)
HALL = "hall.test"  # a name on plain http, which is no secure context


class Device:
    """A browser with a profile of its own, at the made-up name of the hall or another host."""

    def __init__(self, chromium, folder, port, *, host=HALL):
        self.chromium, self.folder, self.base = chromium, folder, f"http://{host}:{port}"
        self.context = None

    def open(self, user, address, *, width=1280, script="", has_clock=False, may_fail=False):
        path = os.environ.get("CHROMIUM") or which("chromium-headless-shell") or which("chromium")
        rules = f"--host-resolver-rules=MAP {HALL} 127.0.0.1"
        self.context = self.chromium.browser_type.launch_persistent_context(
            str(self.folder),
            executable_path=path,
            args=[*FLAGS, rules],
            viewport={"width": width, "height": 844},
            reduced_motion="reduce",
        )
        self.context.set_default_timeout(30_000)
        cookies = session_of(user, self)
        self.context.add_cookies(cookies)
        page = self.context.new_page()
        page.in_flight = set()
        if script:
            page.add_init_script(script)
        if has_clock:
            page.clock.install()
        with contextlib.suppress(*[Error] if may_fail else []):
            page.goto(f"{self.base}{address}")
        page.wait_for_load_state("load")
        return page

    @property
    def url(self):
        return self.base

    def kill(self):
        """End the processes of this profile as a power cut does."""
        for process in Path("/proc").iterdir():
            with contextlib.suppress(OSError, ValueError):
                if str(self.folder).encode() in (process / "cmdline").read_bytes():
                    os.kill(int(process.name), signal.SIGKILL)
        with contextlib.suppress(Exception):
            self.context.close()

    def close(self):
        with contextlib.suppress(Exception):
            self.context.close()
