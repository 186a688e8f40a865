"""Compiled modules, and the digest of the parts that a compiled form must have been made of.

A compiled form carries in its name a digest of everything it was made of: the source, the primitives in C,
the way it is built and the kind of processor. A form made of something else has another name and is never
found.
"""

import hashlib
import os
from functools import cache
from pathlib import Path

MODULES = ("games.rules.generator", "games.rules.kernel", "games.endings.core", "games.laws.plain_loop")

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
BUILT = HERE / "built"
MADE_WITH = (HERE / "bits.pxd", HERE / "build.py", ROOT / "games" / "rules" / "shapes.pxd")
# What x86-64-v3 asks for as /proc/cpuinfo names it; every processor since 2015 or so has it.
LEVELS = ("x86-64-v3", "x86-64")  # a processor that runs one level runs those after it
V3 = frozenset({"avx2", "bmi1", "bmi2", "popcnt", "movbe", "fma", "f16c", "abm", "xsave"})
ENOUGH = 8192  # characters of /proc/cpuinfo that cover the first processor


@cache
def processor() -> str:
    """Return the level of the processor that code is compiled for and runs on, as compilers name it."""
    machine = os.uname().machine if hasattr(os, "uname") else "other"
    if machine != "x86_64":
        return machine
    try:
        with Path("/proc/cpuinfo").open(encoding="ascii", errors="replace") as told:
            lines = told.read(ENOUGH).splitlines()
    except OSError:
        return "x86-64"
    flags = next((line.partition(":")[2].split() for line in lines if line.startswith("flags")), [])
    return "x86-64-v3" if set(flags) >= V3 else "x86-64"


def levels_run() -> tuple[str, ...]:
    """Return the levels whose code this processor runs, the best first."""
    own = processor()
    return LEVELS[LEVELS.index(own) :] if own in LEVELS else (own,)


def levels_of_kind() -> tuple[str, ...]:
    """Return every level of this kind of processor: what an image needs that is carried to other machines."""
    own = processor()
    return LEVELS if own in LEVELS else (own,)


def source_of(module: str) -> Path:
    """Return the file that a module is written in."""
    return ROOT.joinpath(*module.split(".")).with_suffix(".py")


def built_name(module: str, level: str = "") -> str:
    """Return the name, without a package, of the compiled form of a module's present source.

    For this processor, unless another level is named.
    """
    digest = hashlib.sha256((level or processor()).encode())
    for path in (source_of(module), *MADE_WITH):
        digest.update(path.read_bytes())
    return f"{module.replace('.', '_')}_{digest.hexdigest()[:16]}"
