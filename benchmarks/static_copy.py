"""The standings of an event's static copy, from a file by nginx: no Python is involved.

    python -m benchmarks.static_copy [SECONDS]

`manage.py publish_static` writes the copy of the demo event; one worker process of nginx serves it, and wrk
asks for one page over 16 connections with one thread. Both programs are needed (Debian: nginx-light, wrk).
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from benchmarks.machine import ROOT, heading, row, verdict_on
from benchmarks.served import free_port, site_folder

SECONDS, LEAST, MOST_P99 = 5.0, 25_000, 3.0
EVENT = "demo-club-open"
CONF = """
daemon off; worker_processes 1; pid {folder}/pid; error_log {folder}/errors;
events {{ worker_connections 512; }}
http {{
  access_log off; sendfile on; keepalive_requests 1000000; open_file_cache max=1000;
  types {{ text/html html; text/css css; text/javascript js; }}
  client_body_temp_path {folder}; proxy_temp_path {folder}; fastcgi_temp_path {folder};
  uwsgi_temp_path {folder}; scgi_temp_path {folder};
  server {{ listen 127.0.0.1:{port}; root {folder}/copy; }}
}}
"""


def programs() -> tuple[str, str]:
    """Return the paths of nginx and wrk."""
    found = [shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin") for name in ("nginx", "wrk")]
    if None in found:
        raise SystemExit("This benchmark needs nginx and wrk: apt-get install nginx-light wrk")
    return str(found[0]), str(found[1])


def milliseconds(text: str) -> float:
    """Return the 99th percentile in the report of wrk."""
    number, unit = re.search(r"99%\s+([\d.]+)(us|ms|s)", text).groups()  # type: ignore[union-attr]
    return float(number) * {"us": 0.001, "ms": 1.0, "s": 1000.0}[unit]


def main(arguments: list[str]) -> int:
    """Measure; return 1 on a missed budget."""
    seconds = float(arguments[0]) if arguments else SECONDS
    nginx, wrk = programs()
    heading("A published page from a file")
    with site_folder() as env, tempfile.TemporaryDirectory() as folder:
        copy, port = Path(folder) / "copy", free_port()
        for command in (["loaddemo"], ["publish_static", EVENT, str(copy)]):
            subprocess.run(
                [sys.executable, "manage.py", *command],
                cwd=ROOT,
                env=env,
                check=True,
                stdout=subprocess.DEVNULL,
            )
        page = next(path for path in sorted(copy.rglob("*.html")) if "standings" in str(path))
        Path(folder).chmod(0o755)
        conf = Path(folder) / "conf"
        conf.write_text(CONF.format(folder=folder, port=port))
        server = subprocess.Popen([nginx, "-c", str(conf), "-e", f"{folder}/errors"])
        try:
            time.sleep(1)
            address = f"http://127.0.0.1:{port}/{page.relative_to(copy)}"
            with urllib.request.urlopen(address) as answer:
                size = len(answer.read())
            load = [wrk, "-t1", "-c16", f"-d{seconds:.0f}", "--latency", address]
            told = subprocess.run(load, check=True, stdout=subprocess.PIPE, text=True).stdout
        finally:
            server.terminate()
            server.wait()
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", told)[1])  # type: ignore[index]
    late = milliseconds(told)
    is_whole = "Non-2xx" not in told and "Socket errors" not in told
    row(
        f"a page of {size / 1000:.1f} kB from a file, answers/s (p99 ms)", f"{rate:,.0f} ({late:.1f})", "", ""
    )
    met = [
        is_whole,
        verdict_on("answers from a file", rate, LEAST, "a second"),
        verdict_on("p99 of an answer", late, MOST_P99, "ms", at_most=True),
    ]
    return 0 if all(met) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
