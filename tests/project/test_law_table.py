"""The table of tournaments/README.md: every article of the written laws leads to code and to a test."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest
from boundaries import REPOSITORY

from games.laws import LAW_BOOKS

BOOKS = ("standard-laws", "acf-faq", "brazilian-seed")
ROW = re.compile(r"^\| ((?:SL|A|BR)-\w+) \| (.+?) \| (.+?) \| `(.+?)::(\w+)(?:\[(.+)\])?` \|$")
HOW = {"enforced", "judged", "recorded", "ruled", "shown", "checklist", "drawn"}
OWN = {article.id: article for key in BOOKS for article in LAW_BOOKS[key].own_articles}


@cache
def rows():
    """The rows of the table as they are written, by article; a second row of an article fails."""
    text = (REPOSITORY / "tournaments" / "README.md").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if re.match(r"\| (?:SL|A|BR)-", line)]
    by_article = {line.split("|")[1].strip(): line for line in lines}
    assert len(by_article) == len(lines)
    return by_article


@cache
def written(path):
    """The names of a test module's tests, and its strings."""
    tree = ast.parse(Path(REPOSITORY, path).read_text(encoding="utf-8"))
    names = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    strings = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    return names, strings


def test_every_article_has_one_row_and_every_row_an_article():
    assert sorted(rows()) == sorted(OWN)


def test_every_article_of_the_supplied_text_has_a_row(shared_dir):
    """An identifier with letters behind it, as in SL-I1 (a) to (h), is a row for each letter."""
    seeds = (shared_dir / "laws" / "seeds.md").read_text(encoding="utf-8")
    wanted = set(re.findall(r"\b(?:SL-[A-Z]\d+|A-[A-Z]\d+|BR-D?\d+)\b", seeds))
    assert len(wanted) > 75
    assert wanted - set(rows()) == set()
    assert {f"SL-I1{letter}" for letter in "abcdefgh"} <= set(rows())


@pytest.mark.parametrize("article", OWN)
def test_a_row_leads_to_code_and_to_a_test_that_are_there(article):
    found = ROW.match(rows()[article])
    assert found, "a row is | article | how | where | test |"
    _article, how, where, path, name, case = found.groups()
    assert set(how.split(", ")) <= HOW
    for module in re.findall(r"`(.+?)`", where):
        assert (REPOSITORY / module).is_file(), module
    names, strings = written(path)
    assert name in names
    assert case is None or case in strings
    if OWN[article].facts.get("equipment"):
        assert "checklist" in how
        assert "tournaments/events/selectors/equipment.py" in where
