"""Texts on preview cards: from the right, joined, and never as boxes."""

from PIL import ImageDraw
from PIL.Image import new

from club.paper import preview_cards
from club.paper.preview_cards import PreviewCard, card_png, face_of, ordered, shaped, shaped_card


def drawn_texts(monkeypatch, card):
    """Texts as they are given to Pillow, from left to right."""
    drawn = []
    monkeypatch.setattr(
        preview_cards.ImageDraw.ImageDraw,
        "text",
        lambda _pen, _at, text, *_more, **_named: drawn.append(text),
    )
    card_png(card)
    return drawn


def ink(text):
    picture = new("L", (600, 80))
    ImageDraw.Draw(picture).text((4, 4), text, 255, face_of(text, 34))
    return picture.tobytes()


def test_names_from_the_right_are_joined_and_ordered(monkeypatch):
    card = PreviewCard("כחול", "محمد علي\nשרה לוי", (("1. سارا", "2"), ("2. Łukasz", "1")), "گروه")
    assert drawn_texts(monkeypatch, card) == [
        "לוחכ",
        "\ufef2\ufee0\ufecb \ufeaa\ufee4\ufea4\ufee3",
        "יול הרש",
        "2",
        "1. \ufe8d\ufead\ufe8e\ufeb3",
        "1",
        "2. Łukasz",
        "\ufee9\ufeed\ufeae\ufb94",
    ]


def test_a_persian_name_is_drawn_with_its_letters():
    name = ordered(shaped("پژمان گچکی"))
    assert {ink(letter) for letter in name if letter != " "}.isdisjoint({ink(preview_cards.MISSING)})


def test_vowel_signs_are_left_out():
    assert shaped("مُحَمَّد") == shaped("محمد")
    assert shaped("José") == "José"


def test_a_long_name_from_the_right_is_cut_at_its_left(monkeypatch):
    card = PreviewCard("", "Title", (("محمد " * 40, "2"),))
    row = drawn_texts(monkeypatch, card)[-1]
    assert row.startswith(preview_cards.CUT)
    assert preview_cards.FROM_RIGHT not in row


def test_words_without_glyphs_are_left_out_instead_of_boxes():
    card = PreviewCard("王", "北京 Open", (("1. 王小明", "3"), ("2. Ann 王", "2"), ("", "1")), "王")
    assert shaped_card(card) == PreviewCard("", "Open", (("2. Ann", "2"), ("", "1")), "")
    assert card_png(PreviewCard("", "王", (), "")) == card_png(PreviewCard("", "", (), ""))


def test_other_texts_stay_as_they_are():
    for text in ("Łódź 1½", "Ćirić, Ћирић", "2\N{EN DASH}0", "Παπαδόπουλος", "a\nb"):
        assert ordered(shaped(text)) == text
