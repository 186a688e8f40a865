"""Names of all players on paper: joined, in their own order, and never lost without a word."""

import pytest
from pdf_pages import read_pages

from club.paper.blank_paper import blank_paper
from club.paper.paper_formats import MISSING


def sheet(*names):
    paper = blank_paper(title="Players")
    paper.foot = "Players"
    paper.add_page()
    for at, name in enumerate(names):
        paper.words(name, x=20, y=40 + 8 * at, width=120, size=12)
    return bytes(paper.output())


def pdf_text(data):
    return read_pages(data)[0].extract_text()


def faces(data):
    fonts = read_pages(data)[0]["/Resources"]["/Font"]
    return {str(font.get_object()["/BaseFont"]).split("+")[-1] for font in fonts.values()}


@pytest.mark.parametrize(
    "name",
    [
        *("Παπαδόπουλος", "Łukasz", "Nguyễn", "Đặng", "Қазақбай", "Ћирић", "Սարգսյան", "გიორგი"),
        "Ş. Əliyev",
    ],
)
def test_a_name_is_printed_in_its_letters(name):
    assert name in pdf_text(sheet(name))
    assert MISSING not in pdf_text(sheet(name))


@pytest.mark.parametrize("name", ["שרה לוי", "محمد علي", "Cohen (שלום) 12"])
def test_what_is_read_from_the_right_is_printed_too(name):
    assert MISSING not in pdf_text(sheet(name))
    assert "ClubSheetWide" in " ".join(faces(sheet(name)))


def test_hebrew_stands_from_right_to_left_and_numbers_do_not():
    from club.paper.lettering import as_drawn

    assert as_drawn("שלום") == "םולש"
    assert as_drawn("Cohen (שלום) 12") == "Cohen (םולש) 12"
    assert as_drawn("Łukasz 12") == "Łukasz 12"


@pytest.mark.parametrize(
    ("word", "shown"),
    [
        pytest.param("علي", "\ufecb\ufee0\ufef2", id="initial, medial, final"),
        pytest.param("دار", "\ufea9\ufe8d\ufead", id="letters that join nothing after them"),
        pytest.param("سلام", "\ufeb3\ufefc\ufee1", id="lam and alef are one sign"),
        pytest.param("لا", "\ufefb", id="which can stand alone"),
        pytest.param("مُحمد", "\ufee3\u064f\ufea4\ufee4\ufeaa", id="a mark between does not part them"),
        pytest.param("Łódź", "Łódź", id="other letters stay"),
    ],
)
def test_arabic_letters_are_joined(word, shown):
    from club.paper.lettering import joined

    assert joined(word) == shown


def test_letters_that_no_face_has_are_shown_as_such_and_the_page_says_so():
    text = pdf_text(sheet("Ana 王"))
    assert f"Ana {MISSING}" in text
    assert "replaces letters that this sheet cannot print." in text
    assert "replaces letters that this sheet cannot print." not in pdf_text(sheet("Ana"))


def test_the_next_page_says_it_only_when_it_lacks_some_itself():
    paper = blank_paper(title="Players")
    for name in ("王", "Ana"):
        paper.add_page()
        paper.words(name, x=20, y=40, width=100, size=12)
    first, second = read_pages(bytes(paper.output()))
    assert "replaces letters that this sheet cannot print." in first.extract_text()
    assert "replaces letters that this sheet cannot print." not in second.extract_text()


def test_a_sheet_without_such_names_carries_no_second_face():
    plain = sheet("Łukasz", "Иванов")
    assert not any("Wide" in face for face in faces(plain))
    assert len(sheet("Παπαδόπουλος")) < 2.5 * len(plain)
    assert sheet("Παπαδόπουλος", "علي") == sheet("Παπαδόπουλος", "علي")


def test_a_name_too_long_is_cut_and_stays_within_its_width():
    paper = blank_paper(title="Players")
    paper.add_page()
    long = "Παπαδόπουλος " * 20
    shown, size, wide = paper._fit_text(paper._in_our_letters(long), width=60, size=12, style="B")
    assert shown.endswith("…")
    assert wide <= 60.1
    assert size < 12
