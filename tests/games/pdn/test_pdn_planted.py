"""Markers in tags and comments: written and read again they are the same text of one game."""

import pytest
from effort import amount
from planted_corpus import corpus

from games.pdn import Comment, read_games, write_record

pytestmark = pytest.mark.sampled

PART = amount(3, 1)
TAGS = ("Event", "White", "Annotator", "Own")


def planted(text):
    """Return a record with a text in its tags and comments."""
    tag = " ".join(text.split()).replace("\\", "\\\\").replace('"', '\\"')
    comment = text.replace("}", ")")
    tags = "\n".join(f'[{name} "{tag}"]' for name in TAGS)
    moves = f"{{{comment}}} 1. 32-28 {{{comment}}} 19-23 {{{comment}}} *"
    return f'{tags}\n[GameType "20,W,10,10,N2,0"]\n\n{moves}\n'


def facts(text):
    """Return the tags, moves and comments of the games of a text."""
    return [
        (
            [(one.name, one.value) for one in game.tags],
            [str(one.squares) for one in game.moves],
            [one.text for one in game.elements() if isinstance(one, Comment)],
        )
        for game in read_games(text)
    ]


def texts():
    return [one.replace("{n}", "7") for one in corpus()[::PART]]


def changed(texts, write):
    """Return the markers whose record is other after it was written and read again."""
    found = []
    for text in texts:
        (game,) = read_games(planted(text))
        if facts(write(game)) != facts(planted(text)):
            found.append(text)
    return found


@pytest.mark.parametrize("style", ["strict", "classic"])
def test_markers_come_back_as_they_were(style, record_property):
    assert changed(texts(), lambda game: write_record(game, style)) == []
    record_property("markers", len(texts()))


def test_a_writer_that_does_not_escape_is_found():
    """The negative control; the reader makes good most quotes, not those that end a tag and begin another."""
    ending = [one.replace("{n}", "7") for one in corpus() if '"] [' in one]
    assert ending
    assert changed(ending, lambda game: write_record(game).replace('\\"', '"')) == ending


def test_a_record_of_markers_has_its_moves():
    ((_tags, moves, comments),) = facts(planted(texts()[0]))
    assert (len(moves), comments) == (2, [texts()[0]] * 3)
