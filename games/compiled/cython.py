"""Substitute for the compiler's module ``cython`` where it is not installed: names that do nothing.

The type checker reads it too: masks and counts of the compiled form are plain integers of the
interpreted one.
"""

import builtins
from collections.abc import Callable
from typing import TypeVar

Thing = TypeVar("Thing")
compiled = False

int = builtins.int  # noqa: A001 - the compiler's name for C's int
Py_ssize_t = builtins.int
longlong = builtins.int
bint = builtins.int


def cclass(thing: Thing) -> Thing:
    """Mark a class that becomes an extension type."""
    return thing


def final(thing: Thing) -> Thing:
    """Mark a class or method that is never overridden."""
    return thing


def cfunc(thing: Thing) -> Thing:
    """Mark a function that only compiled code of its module calls."""
    return thing


def ccall(thing: Thing) -> Thing:
    """Mark a function that compiled code and others call."""
    return thing


def inline(thing: Thing) -> Thing:
    """Mark a function that is to be put where it is called."""
    return thing


def exceptval(*_values: object, check: bool = False) -> Callable[[Thing], Thing]:
    """Declare which value of a compiled function signals an exception."""
    del check

    def unchanged(thing: Thing) -> Thing:
        return thing

    return unchanged
