"""Codes to be scanned: none leads a phone to the machine that drew it, wherever codes are drawn."""

import re
from pathlib import Path

import pytest
from django.template import Context, Template
from django.utils import translation
from pdf_pages import read_pages

from club.core.network_addresses import is_for_this_machine
from club.paper.blank_paper import blank_paper
from club.paper.paper_formats import PaperSize
from club.paper.qr import OutOfReach, code_rows, code_svg, code_text, out_of_reach_text

ROOT = Path(__file__).resolve().parents[3]
TEMPLATES = sorted(
    str(path.relative_to(ROOT / "templates"))
    for path in (ROOT / "templates").rglob("*.html")
    if "{% qr_code " in path.read_text()
)
HERE = ("http://127.0.0.1:8000/x/", "http://localhost:8000/x/", "https://[::1]/", "http://0.0.0.0:8000/")
ELSEWHERE = (
    "http://192.168.1.20:8000/x/",
    "https://club.example/",
    "otpauth://totp/127.0.0.1",
    "BCD\n002\n1",
)


@pytest.mark.parametrize("text", HERE)
def test_an_address_of_this_machine_gets_no_code(text):
    assert is_for_this_machine(text)
    for draw in (code_rows, code_svg, code_text):
        with pytest.raises(OutOfReach):
            draw(text)


@pytest.mark.parametrize("text", ELSEWHERE)
def test_everything_else_gets_one(text):
    assert code_rows(text)
    assert "<svg" in code_svg(text)


def test_codes_are_drawn_in_one_place():
    """Whatever draws a code goes through `club.paper.qr`, which refuses."""
    sources = [path for app in ("club", "games", "tournaments") for path in (ROOT / app).rglob("*.py")]
    drawing = {
        str(path.relative_to(ROOT))
        for path in sources
        if re.search(r"^\s*(import|from) segno", path.read_text(), re.MULTILINE)
    }
    assert drawing == {"club/paper/qr.py"}


def test_pages_draw_codes_by_the_tag_alone():
    assert len(TEMPLATES) >= 9
    calling = {
        path.name
        for app in ("club", "games", "tournaments")
        for path in (ROOT / app).rglob("*.py")
        if "code_svg(" in path.read_text()
    }
    # The code of a transfer is a text for an app of a bank, never an address.
    assert calling == {"qr.py", "fields.py", "payer_invoices.py"}


@pytest.mark.parametrize("name", TEMPLATES)
def test_every_page_with_a_code_says_why_it_has_none(name, settings):
    """The very line of the page, with an address that leads to this machine."""
    lines = re.findall(r"{% qr_code (\S+)([^%]*)%}", (ROOT / "templates" / name).read_text())
    assert lines
    for _address, rest in lines:
        line = "{% load fields %}{% qr_code address" + rest + "%}"
        for phone in ("", "http://192.168.1.20:8000/"):
            settings.PHONE_ADDRESS = phone
            said = Template(line).render(Context({"address": HERE[0], "code_label": "Code"}))
            assert "<svg" not in said
            assert "role=" not in said
            assert out_of_reach_text().split(".")[0] in said
            assert (phone or "Open to the hall") in said
        drawn = Template(line).render(Context({"address": ELSEWHERE[0], "code_label": "Code"}))
        assert "<svg" in drawn


@pytest.mark.parametrize("language", ["en", "nl", "ru", "fr", "pt"])
def test_paper_says_it_in_place_of_the_code(language):
    with translation.override(language):
        paper = blank_paper(title="Card", size=PaperSize.A4)
        paper.add_page()
        paper.code(HERE[0], x=20, y=20, width=30)
        (page,) = read_pages(bytes(paper.output()))
        said = "".join(page.extract_text().split())
        assert said == "".join(out_of_reach_text().split())


def test_a_terminal_shows_the_whole_code():
    rows, lines = code_rows(ELSEWHERE[0]), code_text(ELSEWHERE[0]).splitlines()
    shown = [
        [sign in {"\N{UPPER HALF BLOCK}", "\N{FULL BLOCK}"} for sign in line]
        if half == 0
        else [sign in {"\N{LOWER HALF BLOCK}", "\N{FULL BLOCK}"} for sign in line]
        for line in lines
        for half in (0, 1)
    ]
    inner = [line[4:-4] for line in shown[4 : 4 + len(rows)]]
    assert [[not one for one in row] for row in inner] == rows
    assert all(all(line) for line in shown[:4])
