"""What ``make test-thorough`` adds, module by module, read from the syntax trees of the tests.

Run as a program it writes the table into CONTRIBUTING.md; tests/project/test_thorough_table.py fails when
that lags behind.
"""

import ast
from dataclasses import dataclass, field
from pathlib import Path

from effort import EXAMPLES

TESTS = Path(__file__).resolve().parent.parent
DOCUMENT = TESTS.parent / "CONTRIBUTING.md"
BEGIN, END = "<!-- written by tests/support/thorough_table.py -->", "<!-- end of the table -->"


@dataclass
class Effort:
    """What a module tries each time, and what in full."""

    examples: list[tuple[int, int]] = field(default_factory=list)
    amounts: list[str] = field(default_factory=list)
    samples: list[int] = field(default_factory=list)
    thorough: int = 0
    starts_processes: bool = False

    def table_cells(self):
        """Give the parts of the module's line in the table."""
        if self.examples:
            few, full = map(sum, zip(*self.examples, strict=True))
            properties = "a property" if len(self.examples) == 1 else f"{len(self.examples)} properties"
            yield f"{properties}: {few:,} examples, {full:,} in full"
        yield from self.amounts
        yield from (f"every {one_in}th case, all in full" for one_in in self.samples)
        if self.thorough:
            yield f"{self.thorough} marked `thorough`, in full only"
        if self.starts_processes:
            yield "starts processes: with the services, not in `make test`"


def name_of(node):
    """The last name of what is called or used: `tries` of `effort.tries(3)`."""
    node = node.func if isinstance(node, ast.Call) else node
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def examples_of(call):
    """The examples of a use of `tries`, each time and in full."""
    given = [ast.literal_eval(argument) for argument in call.args]
    return given[0], given[1] if len(given) > 1 else 10 * given[0]


def effort_of(path):
    """Read what a test module tries."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found = Effort()
    named = named_tries(tree) | imported_tries(tree, path.parent)
    own = set(named_tries(tree).values())
    taken, label = set(), {}
    imported = {alias.name for node in imports_of(tree) if node.module == "effort" for alias in node.names}
    for node in ast.walk(tree):
        label |= labels_below(node)
        if isinstance(node, ast.FunctionDef):
            found.examples += examples_of_property(node, named, taken)
        elif isinstance(node, ast.Attribute) and name_of(node.value) == "mark":
            found.thorough += node.attr == "thorough"
            found.starts_processes |= node.attr == "processes"
        elif isinstance(node, ast.Call) and name_of(node) in imported and node not in taken | own:
            if name_of(node) == "tries":
                found.examples.append(examples_of(node))
            elif name_of(node) == "amount":
                few, full = map(ast.unparse, node.args)
                found.amounts.append(f"{label.get(node, 'repeats')} {few}, {full} in full")
            elif name_of(node) == "sample":
                found.samples += [ast.literal_eval(one.value) for one in node.keywords if one.arg == "one_in"]
    return found


def named_tries(tree):
    """The uses of `tries` that a module names for several of its tests."""
    return {
        statement.targets[0].id: statement.value
        for statement in tree.body
        if isinstance(statement, ast.Assign)
        and isinstance(statement.targets[0], ast.Name)
        and name_of(statement.value) == "tries"
    }


def imported_tries(tree, folder):
    found = {}
    for node in imports_of(tree):
        lender = folder / f"{node.module}.py"
        if lender.exists():
            lent = named_tries(ast.parse(lender.read_text(encoding="utf-8")))
            found |= {alias.name: lent[alias.name] for alias in node.names if alias.name in lent}
    return found


def imports_of(tree):
    return [node for node in tree.body if isinstance(node, ast.ImportFrom)]


def labels_below(node):
    """What the values of an assignment and the arguments of a call are called."""
    if isinstance(node, ast.Assign):
        target = node.targets[0]
        if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
            pairs = zip(target.elts, node.value.elts, strict=False)
            return {value: f"`{ast.unparse(name)}`" for name, value in pairs}
        return {node.value: f"`{ast.unparse(target)}`"}
    if isinstance(node, ast.keyword):
        return {node.value: f"`{node.arg}`"}
    return {}


def examples_of_property(function, named, taken):
    """The examples of a property test by its decorators; none where both runs draw the same number."""
    decorators = {name_of(one): one for one in function.decorator_list}
    if "given" not in decorators:
        return []
    for name, decorator in decorators.items():
        call = named.get(name, decorator)
        if name_of(call) == "tries":
            taken.add(decorator)
            return [examples_of(call)]
        if name == "settings" and any(one.arg == "max_examples" for one in decorator.keywords):
            return []
    return [EXAMPLES]


def table(tests=TESTS):
    """The lines of the table: each module that does more in full."""
    lines = ["| module in `tests` | each time, and in full |", "| --- | --- |"]
    for path in sorted(tests.rglob("test_*.py")):
        table_cells = list(effort_of(path).table_cells())
        if table_cells:
            lines.append(f"| `{path.relative_to(tests).as_posix()}` | {'; '.join(table_cells)} |")
    return "\n".join(lines)


def parts_of(document):
    """What stands before the table, the table, and what stands after it."""
    before, _, rest = document.partition(BEGIN)
    written, _, after = rest.partition(END)
    return before, written.strip(), after


if __name__ == "__main__":
    before, _, after = parts_of(DOCUMENT.read_text(encoding="utf-8"))
    DOCUMENT.write_text(f"{before}{BEGIN}\n{table()}\n{END}{after}", encoding="utf-8")
