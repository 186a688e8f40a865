"""Machine and folders of a benchmark."""

import os
import platform
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SCORES = ROOT.parent / "shared" / "pdn" / "oca" / "oca-first-2000.pdn"


def machine_line() -> str:
    """Return one line: processor, cores, system, Python, and the load of the machine."""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    busy = f"load {os.getloadavg()[0]:.1f} at the start" if hasattr(os, "getloadavg") else "load unknown"
    return f"{_processor()}, {os.cpu_count()} cores, {platform.system()}, {python}, {busy}"


def _processor() -> str:
    """Return the name of the processor from the system, or else the plain architecture."""
    listed = Path("/proc/cpuinfo")
    if listed.exists():
        for line in listed.read_text("utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def heading(title: str) -> None:
    """Begin the report of one benchmark."""
    print(f"\n== {title}\n{machine_line()}\n", flush=True)


def row(*cells: str) -> None:
    """Print a row of the tables in README.md, to be pasted."""
    print(f"| {' | '.join(cells)} |".replace("|  |", "| |"), flush=True)


def verdict_on(name: str, figure: float, budget: float, unit: str, *, at_most: bool = False) -> bool:
    """Print a figure next to its budget and return whether it is met."""
    is_met = figure <= budget if at_most else figure >= budget
    sign = "at most" if at_most else "at least"
    word = "met" if is_met else "MISSED"
    print(f"budget {word}: {name}: {figure:,.4g} {unit}, wanted {sign} {budget:,.4g} {unit}", flush=True)
    return is_met
