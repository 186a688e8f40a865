"""Mutants of a module: copies of its syntax tree with one small change each, by the usual operators.

A library such as cosmic-ray would bring SQLAlchemy, aiohttp and GitPython for the table below.
"""

import ast
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass

COMPARISONS = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
ARITHMETIC = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.Pow: ast.Mult,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
    ast.BitXor: ast.BitAnd,
}
# What speaks to type checkers, and arguments of decorators: a frozen class with slots works without either.
UNTESTED_FIELDS = frozenset({"annotation", "returns", "type_comment", "ctx", "decorator_list"})
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
# Without these a function does the same, slower; or they speak to type checkers alone.
UNTESTED_DECORATORS = frozenset({"cache", "lru_cache", "override", "final", "overload"})


@dataclass(frozen=True)
class Mutant:
    """One change. `is_late`: it lies in the body of a function, so that no import executes it.

    `last` is the last line of the node, of a compound statement that of its head: a condition in brackets
    begins behind the line of its statement.
    """

    number: int
    line: int
    last: int
    operator: str
    is_late: bool
    original: ast.Module
    place: tuple[int, int]  # of the node among the sites, and of the change among those of the node

    @property
    def tree(self) -> ast.Module:
        """The changed copy: made when it is needed, for a long module has thousands of mutants."""
        tree = deepcopy(self.original)
        site, change = self.place
        parent_place, node, _late = _sites(tree)[site]
        _replace(parent_place, list(_changes(node))[change][1])
        return ast.fix_missing_locations(tree)


def mutants_of(source: str) -> Iterator[Mutant]:
    """Yield every mutant of a module, in the order of the source."""
    original = ast.parse(source)
    number = 0
    for site, (_place, node, is_late) in enumerate(_sites(original)):
        for change, (operator, _replacement) in enumerate(_changes(node)):
            yield Mutant(number, node.lineno, _last_line(node), operator, is_late, original, (site, change))
            number += 1


def _sites(tree):
    """List (place, node, is in a function) of all nodes; a place is where a replacement goes."""
    found = []

    def visit(node, is_late):
        for name, value in ast.iter_fields(node):
            if name in UNTESTED_FIELDS or _is_typing_block(node):
                continue
            late = is_late or (isinstance(node, (*FUNCTIONS, ast.Lambda)) and name == "body")
            for index, child in enumerate(value if isinstance(value, list) else [value]):
                if not isinstance(child, ast.expr | ast.stmt | ast.comprehension):
                    if isinstance(child, ast.AST):
                        visit(child, late)
                    continue
                place = (value, index) if isinstance(value, list) else (node, name)
                if isinstance(child, ast.expr | ast.stmt):
                    found.append((place, child, late))
                visit(child, late)

    visit(tree, is_late=False)
    return found


def _last_line(node):
    body = getattr(node, "body", None)
    return max(node.lineno, body[0].lineno - 1) if isinstance(body, list) else node.end_lineno


def _is_typing_block(node):
    return isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING"


def _replace(place, replacement):
    holder, key = place
    if isinstance(holder, list):
        holder[key] = replacement
    else:
        setattr(holder, key, replacement)


def _changed(node, **fields):
    copy = deepcopy(node)
    for name, value in fields.items():
        setattr(copy, name, value)
    return copy


def _changes(node):
    """Yield (name of the operator, replacement) for each change of one node."""
    yield from _changed_expression(node)
    yield from _changed_statement(node)


def _changed_expression(node):  # noqa: C901 - a table of operators
    match node:
        case ast.Compare():
            for index, operator in enumerate(node.ops):
                for other in COMPARISONS[type(operator)]:
                    ops = [*node.ops[:index], other(), *node.ops[index + 1 :]]
                    yield _named(operator, other), _changed(node, ops=ops)
        case ast.BoolOp():
            other = ast.Or if isinstance(node.op, ast.And) else ast.And
            yield _named(node.op, other), _changed(node, op=other())
        case ast.BinOp() | ast.AugAssign():
            other = ARITHMETIC[type(node.op)]
            yield _named(node.op, other), _changed(node, op=other())
        case ast.UnaryOp(op=ast.Not() | ast.USub() | ast.Invert()):
            yield f"{type(node.op).__name__} removed", node.operand
        case ast.Constant(value=bool()):
            yield f"{node.value} -> {not node.value}", _changed(node, value=not node.value)
        case ast.Constant(value=int() | float()):
            yield f"{node.value} -> {node.value + 1}", _changed(node, value=node.value + 1)
        case ast.IfExp() if not isinstance(node.test, ast.Compare | ast.UnaryOp):
            yield "condition negated", _changed(node, test=_negated(node.test))
        case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
            yield from _changed_conditions(node)


def _changed_conditions(node):
    """Drop each condition of a comprehension."""
    for index, part in enumerate(node.generators):
        for place in range(len(part.ifs)):
            kept = _changed(part, ifs=[*part.ifs[:place], *part.ifs[place + 1 :]])
            generators = [*node.generators[:index], kept, *node.generators[index + 1 :]]
            yield "condition removed", _changed(node, generators=generators)


def _changed_statement(node):  # noqa: C901 - the same
    match node:
        case ast.If() | ast.While() if not isinstance(node.test, ast.Compare | ast.UnaryOp):
            yield "condition negated", _changed(node, test=_negated(node.test))
        case ast.Expr(value=ast.Call()):
            yield "call removed", ast.copy_location(ast.Pass(), node)
        case ast.Raise():
            yield "raise removed", ast.copy_location(ast.Pass(), node)
        case ast.Return(value=ast.expr()) if not _is_none(node.value):
            yield "returns None", _changed(node, value=ast.copy_location(ast.Constant(None), node))
        case ast.Break():
            yield "Break -> Continue", ast.copy_location(ast.Continue(), node)
        case ast.Continue():
            yield "Continue -> Break", ast.copy_location(ast.Break(), node)
        case ast.For():
            empty = ast.copy_location(ast.Tuple([], ast.Load()), node.iter)
            yield "no iteration", _changed(node, iter=empty)
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            for index, decorator in enumerate(node.decorator_list):
                if _last_name(decorator) not in UNTESTED_DECORATORS:
                    kept = [*node.decorator_list[:index], *node.decorator_list[index + 1 :]]
                    yield f"@{_last_name(decorator)} removed", _changed(node, decorator_list=kept)


def _named(operator, other):
    return f"{type(operator).__name__} -> {other.__name__}"


def _negated(test):
    return ast.copy_location(ast.UnaryOp(ast.Not(), test), test)


def _is_none(node):
    return isinstance(node, ast.Constant) and node.value is None


def _last_name(node):
    node = node.func if isinstance(node, ast.Call) else node
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
