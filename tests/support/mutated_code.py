"""Mutated code in place of what a process has imported."""

import ast
import collections
import functools
import gc
import sys
from pathlib import Path
from types import CodeType, FunctionType


def functions_of(modules):
    """Find the live functions of some files by their name and first line."""
    found = collections.defaultdict(list)
    for thing in gc.get_objects():
        if type(thing) is FunctionType and thing.__code__.co_filename in modules:
            code = thing.__code__
            found[code.co_filename, code.co_qualname, code.co_firstlineno].append(thing)
    return found


def function_change(path, mutant, functions):
    """Return what gives live functions their mutated code; None if one cannot take it."""
    swaps = []
    for code in _codes(compile(mutant.tree, path, "exec", dont_inherit=True)):
        for function in functions.get((path, code.co_qualname, code.co_firstlineno), ()):
            if len(function.__code__.co_freevars) != len(code.co_freevars):
                return None
            if function.__code__ != code:
                swaps.append((function, code))

    def apply():
        for function, code in swaps:
            function.__code__ = code

    return apply if swaps else None


def constant_change(path, mutant):
    """Return what assigns a mutated constant in every module that imported it; None for other statements.

    What was computed of the constant stays: a survivor runs again in a process that imports it mutated.
    """
    (module,) = [one for one in list(sys.modules.values()) if getattr(one, "__file__", None) == path]
    (statement,) = [one for one in mutant.tree.body if one.lineno <= mutant.line <= one.end_lineno]
    if not isinstance(statement, ast.Assign | ast.AnnAssign):
        return None

    def apply():
        changed = dict(vars(module))
        code = compile(ast.Module([statement], []), path, "exec", dont_inherit=True)
        exec(code, changed)  # noqa: S102 - a statement of the product
        names = [name for name, value in vars(module).items() if changed.get(name) is not value]
        for name in names:
            original = getattr(module, name)
            for user in list(sys.modules.values()):
                if getattr(user, "__dict__", {}).get(name) is original:
                    setattr(user, name, changed[name])

    return apply


def _codes(code):
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)


def clear_caches(modules, root):
    """Forget what functions of the project remember."""
    roots = {Path(path).relative_to(root).parts[0] for path in modules if Path(path).is_relative_to(root)}
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] in roots or getattr(module, "__file__", None) in modules:
            for thing in list(vars(module).values()):
                if isinstance(thing, functools._lru_cache_wrapper):
                    thing.cache_clear()
