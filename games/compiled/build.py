"""Compilation of the modules of ``games.compiled.modules``; run by make in an environment with Cython.

    python -m games.compiled.build wanted    0: something is to be compiled; 1: nothing; 2: it cannot be
    python -m games.compiled.build           compile what is not compiled; 2 when that fails
    python -m games.compiled.build image     the same for every level of such processors (Containerfile)

Where it cannot be done one line gives the reason, and everything works interpreted.
"""

import os
import shlex
import shutil
import sys
import sysconfig
import tempfile
from importlib import import_module
from pathlib import Path

from games.compiled.forms import built_file
from games.compiled.modules import BUILT, MODULES, ROOT, built_name, levels_of_kind, processor, source_of

NOTHING_TO_DO, IMPOSSIBLE = 1, 2
DIRECTIVES = {
    "language_level": "3",
    "boundscheck": False,
    "wraparound": False,
    "initializedcheck": False,
    "cdivision": True,
    "embedsignature": False,
    "auto_pickle": False,
    "infer_types": None,
}


def missing(folder: Path, level: str) -> list[str]:
    """Return the modules whose present source is not compiled for a level of processor."""
    return [module for module in MODULES if built_file(module, folder, level) is None]


def obstacle() -> str:
    """Return the reason why compiling is impossible, in words; empty when it is possible."""
    command = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    compiler = shlex.split(command)[0]
    if shutil.which(compiler) is None:
        return f"there is no C compiler ({compiler})"
    if not Path(sysconfig.get_path("include"), "Python.h").is_file():
        return "the headers of Python (Python.h) are not there"
    return ""


def report_interpreted(reason: str) -> None:
    """Report in one line that compiled forms will not be used."""
    sys.stdout.write(f"The rules kernel stays interpreted, slower and just as right: {reason}.\n")


def flags(level: str) -> list[str]:
    """Return the compiler flags added to those that Python itself was compiled with."""
    return ["-O3", "-g0", *([f"-march={level}"] if level.startswith("x86-64") else [])]


def compile_modules(modules: list[str], folder: Path, level: str) -> None:
    """Compile modules into a folder, and take away what older sources left there."""
    build, extension = import_module("Cython.Build"), import_module("setuptools")
    with tempfile.TemporaryDirectory() as work:
        extensions = [
            extension.Extension(
                built_name(module, level), [str(source_of(module))], extra_compile_args=flags(level)
            )
            for module in modules
        ]
        prepared = build.cythonize(
            extensions, build_dir=work, include_path=[str(ROOT)], compiler_directives=DIRECTIVES, quiet=True
        )
        command = extension.Distribution({"ext_modules": prepared}).get_command_obj("build_ext")
        command.build_lib, command.build_temp = f"{work}/lib", f"{work}/objects"
        command.ensure_finalized()
        command.run()
        folder.mkdir(exist_ok=True)
        for file in Path(work, "lib").iterdir():
            taken = folder / f".{file.name}.{os.getpid()}"
            shutil.copy(file, taken)
            taken.replace(folder / file.name)
    current = {built_name(module, known) for module in MODULES for known in levels_of_kind()}
    for file in folder.iterdir():
        if file.name.partition(".")[0] not in current:
            file.unlink(missing_ok=True)


def main(arguments: list[str], folder: Path = BUILT) -> int:
    """Answer or compile as the module docstring describes; return the exit status."""
    levels = levels_of_kind() if arguments == ["image"] else (processor(),)
    wanted = {level: modules for level in levels if (modules := missing(folder, level))}
    is_asked = arguments == ["wanted"]
    if not wanted:
        return NOTHING_TO_DO if is_asked else 0
    if reason := obstacle():
        report_interpreted(reason)
        return IMPOSSIBLE
    if is_asked:
        return 0
    try:
        for level, modules in wanted.items():
            compile_modules(modules, folder, level)
    except Exception as error:  # noqa: BLE001 - compilers and their wrappers fail in their own ways
        report_interpreted(f"compiling failed ({type(error).__name__}: {error})")
        return IMPOSSIBLE
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
