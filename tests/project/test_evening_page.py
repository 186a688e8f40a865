"""The guide of an evening uses the words of the pages, and its table the addresses of the API."""

import re

import pytest
from django.urls import resolve
from processes import REPOSITORY

GUIDE = REPOSITORY / "docs/evening.md"
LABEL = re.compile(r"(?<![*\w])\*([^*]+)\*(?![*\w])")
PLACE = re.compile(r"%\(\w+\)s|\{\{.*?\}\}|\d+")
QUOTED = re.compile(r'"((?:[^"\\\n]|\\.)+)"')
BLOCK = re.compile(r"\{% blocktranslate[^%]*%\}(.*?)\{% (?:plural|endblocktranslate) %\}", re.DOTALL)


def messages():
    """Return all texts of templates and modules, with N for every value."""
    found = set()
    for app in ("templates", "club", "games", "tournaments"):
        for path in [*(REPOSITORY / app).rglob("*.html"), *(REPOSITORY / app).rglob("*.py")]:
            text = path.read_text(encoding="utf-8")
            found |= {PLACE.sub("N", one) for one in (*QUOTED.findall(text), *BLOCK.findall(text))}
    return found


def labels(text):
    """Return the labels of a document, with N for every number."""
    return {PLACE.sub("N", " ".join(one.split())) for one in LABEL.findall(text)} - {"Italics"}


def test_every_label_of_the_guide_is_a_message():
    found = labels(GUIDE.read_text(encoding="utf-8"))
    assert len(found) > 50
    assert sorted(found - messages()) == []


@pytest.mark.parametrize("text", ["press *Go home now please*", "*Pair turn 1*"])
def test_a_label_that_no_page_has_is_found(text):
    assert labels(text) - messages()


def test_every_address_of_the_table_is_one_of_the_api():
    rows = [
        line.split("|") for line in GUIDE.read_text(encoding="utf-8").splitlines() if line.startswith("| ")
    ]
    paths = {path for row in rows for path in re.findall(r"`(?:[A-Z]+ )?(\w+/[^`]*)`", row[2])}
    assert len(paths) > 20
    for path in paths:
        filled = path.replace("<format>", "trf26").replace("<kind>", "standings")
        resolve(f"/api/v1/{re.sub('<[a-z]+>', '1', filled)}")
