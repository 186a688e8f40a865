"""Form of a hot module in this process: compiled or interpreted.

``DRAUGHTS_KERNEL=interpreted`` leaves compiled forms alone; ``compiled`` insists on them; without it they are
used where they are built.
"""

import os
import sys
from functools import cache
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Literal, TypeVar

from games.compiled.modules import BUILT, MODULES, built_name, levels_run

SETTING = "DRAUGHTS_KERNEL"
SETTINGS = ("", "compiled", "interpreted")
Form = Literal["compiled", "interpreted"]
Thing = TypeVar("Thing")


class KernelRefused(ImportError):
    """Failure to provide the form that DRAUGHTS_KERNEL asks for."""


class CompiledFormMissing(KernelRefused):
    """DRAUGHTS_KERNEL=compiled, and a module has no compiled form of its present source."""


class UnknownKernel(KernelRefused):
    """DRAUGHTS_KERNEL is neither compiled nor interpreted."""


@cache
def compiled_form(module: str) -> ModuleType | None:
    """Return the compiled form of a module's present source for any setting; None where none is built."""
    import_module(
        module
    )  # before its other form runs, so that its package never begins in the middle of that
    path = built_file(module)
    if path is None:
        return None
    name = f"games.compiled.built.{path.name.partition('.')[0]}"
    if name in sys.modules:
        return sys.modules[name]
    loader = ExtensionFileLoader(name, str(path))
    spec = spec_from_file_location(name, path, loader=loader)
    if spec is None:
        return None
    form = sys.modules[name] = module_from_spec(spec)
    loader.exec_module(form)
    return form


def built_file(module: str, folder: Path = BUILT, *levels: str) -> Path | None:
    """Return the file of the compiled form of a module's present source for this Python, or None.

    For the best level that this processor runs, unless levels are named.
    """
    if not folder.is_dir():
        return None
    names = [built_name(module, level) for level in levels or levels_run()]
    files = (folder / f"{name}{suffix}" for name in names for suffix in EXTENSION_SUFFIXES)
    return next((file for file in files if file.is_file()), None)


@cache
def form_in_use(module: str) -> ModuleType:
    """Return the form of a module that this process uses."""
    setting = os.environ.get(SETTING, "")
    if setting not in SETTINGS:
        raise UnknownKernel(f"{SETTING} is “{setting}”: make it compiled or interpreted, or leave it out")
    form = None if setting == "interpreted" else compiled_form(module)
    if form is None and setting == "compiled":
        raise CompiledFormMissing(f"{module} is not compiled, or from another source: run `make compiled`")
    return form or import_module(module)


def in_use(thing: Thing) -> Thing:
    """Return a function or class of a module in ``MODULES``, in the form that this process uses."""
    module, name = str(getattr(thing, "__module__", "")), str(getattr(thing, "__qualname__", ""))
    if module not in MODULES:
        raise ValueError(f"{module}.{name} stands in no module that is compiled")
    found: Thing = getattr(form_in_use(module), name)
    return found


def kernel_form() -> Form:
    """Return the form of the rules kernel that this process uses on boards of up to 64 bits."""
    return "interpreted" if form_in_use(MODULES[0]) is import_module(MODULES[0]) else "compiled"
