"""Sheets do nothing when they are opened: names with code of PDF or of its writer are printed as they are."""

import pytest
from fpdf import FPDF
from pdf_pages import active_parts, read_pages

from club.paper.paper import Paper

NAMES = (
    "Ann {nb} Berg",
    "a) >> /URI (javascript:planted(1)) <<",
    "<</S/JavaScript/JS(planted(2))>>",
    "**Ann** __Berg__ [here](https://planted.example/3)",
    "<a href='https://planted.example/4'>Ann</a>",
)


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_printed_as_it_is(name):
    paper = Paper(title=name)
    paper.foot = name
    paper.add_page()
    paper.words(name, x=20, y=20, width=170, size=12)
    data = bytes(paper.output())
    assert active_parts(data) == set()
    assert [page.extract_text().count(name) for page in read_pages(data)] == [2]


def test_a_link_is_found():
    """The negative control."""
    pdf = FPDF()
    pdf.set_font("helvetica", size=12)
    pdf.add_page()
    pdf.cell(text="[here](https://planted.example/3)", markdown=True)
    assert active_parts(bytes(pdf.output())) >= {"/Annots", "/URI"}
