"""Every ballot of every deck, replayed by the rules; the decks as their sources count them."""

import json
from collections import Counter
from pathlib import Path

import draughts
import pytest

from games.ballots import DECKS, Status
from games.ballots.eleven_man import move_up
from games.rules import VARIANTS, Placement, Position, legal_moves, move_text, play

PEER = Path(draughts.__file__).parent / "ballot_files"


def replayed(ballot, variant):
    """The position after the moves of a ballot, each of which must be legal."""
    start = Position.start(variant)
    if ballot.removed:
        placement = start.placement(variant)
        kept = Placement(
            *(tuple(square for square in squares if square not in ballot.removed) for squares in placement)
        )
        start = Position.from_placement(kept, start.side, variant)
    position = start
    for text in ballot.moves:
        squares = [int(each) for each in text.replace("x", "-").split("-")]
        moves = legal_moves(position, variant)
        fitting = [each for each in moves if (each.origin, each.destination) == (squares[0], squares[-1])]
        assert len(fitting) == 1, (ballot.label, text)
        assert fitting[0].is_capture == ("x" in text)
        position = play(position, fitting[0], variant)
    return position


@pytest.mark.parametrize(
    ("deck", "variant"),
    [
        pytest.param(deck, VARIANTS[name], id=f"{deck.key}-{name}")
        for deck in DECKS.values()
        for name in deck.variants
    ],
)
def test_every_ballot_can_be_replayed_and_gives_its_position(deck, variant):
    for ballot in deck.ballots:
        if ballot.moves:
            assert replayed(ballot, variant) == Position.from_fen(ballot.fen, variant), ballot.label


@pytest.mark.parametrize("deck", DECKS.values(), ids=lambda deck: deck.key)
def test_every_position_can_be_played(deck):
    for ballot in deck.ballots:
        for name in deck.variants:
            variant = VARIANTS[name]
            position = Position.from_fen(ballot.fen, variant)
            assert legal_moves(position, variant)


@pytest.mark.parametrize("deck", DECKS.values(), ids=lambda deck: deck.key)
def test_numbers_rise_from_one(deck):
    numbers = [ballot.number for ballot in deck.ballots]
    assert numbers == sorted(set(numbers))
    if deck.key != "brazilian_64_table":
        assert numbers == list(range(1, len(numbers) + 1))
    assert deck.by_number[1] is deck.ballots[0]
    assert {ballot.deck for ballot in deck.ballots} == {deck.key}


@pytest.mark.parametrize(
    ("key", "ballots", "positions", "statuses"),
    [
        pytest.param(
            "english_three_move", 174, 174, {Status.IN_PLAY: 156, Status.BARRED: 18}, id="three-move"
        ),
        pytest.param("english_two_move", 49, 49, {Status.IN_PLAY: 43, Status.BARRED: 6}, id="two-move"),
        pytest.param("english_eleven_man", 3136, 2500, {Status.NOT_STATED: 3136}, id="eleven-man"),
        pytest.param("russian_64_table", 745, 742, {Status.IN_PLAY: 745}, id="64 squares, Russian"),
        pytest.param("brazilian_64_table", 736, 734, {Status.IN_PLAY: 736}, id="64 squares, Brazilian"),
    ],
)
def test_decks_have_the_size_their_sources_give(key, ballots, positions, statuses):
    deck = DECKS[key]
    assert len(deck.ballots) == ballots
    assert len({ballot.fen for ballot in deck.ballots}) == positions
    assert Counter(ballot.status for ballot in deck.ballots) == statuses


def peer(name):
    """The positions of a deck as pydraughts has them, in comparable form."""
    variant = VARIANTS["russian" if name == "russian" else "english"]
    return [
        Position.from_fen(fen, variant)
        for fen in json.loads((PEER / name).with_suffix(".json").read_text())["all"].values()
    ]


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("english_three_move", "3move_english"),
        ("english_two_move", "2move_english"),
        ("english_eleven_man", "11_english"),
    ],
)
def test_another_program_has_the_same_positions(key, name):
    mine = {Position.from_fen(ballot.fen, VARIANTS["english"]) for ballot in DECKS[key].ballots}
    assert mine == set(peer(name))


def test_the_64_square_table_differs_from_its_source_in_who_is_to_move_twice():
    deck = DECKS["russian_64_table"]
    variant = VARIANTS["russian"]
    pairs = zip(deck.ballots, peer("russian"), strict=True)
    other = {
        ballot.label.split()[0]: (position, theirs)
        for ballot, theirs in pairs
        if (position := Position.from_fen(ballot.fen, variant)) != theirs
    }
    assert set(other) == {"XX-18", "XXVII-9"}
    assert all(mine[:4] == theirs[:4] and mine.side != theirs.side for mine, theirs in other.values())


def test_the_twelve_postal_openings_and_the_six_barred_pairs_are_known():
    groups = Counter(group for ballot in DECKS["english_three_move"].ballots for group in ballot.groups)
    assert groups == {"original-144": 144, "added-12": 12}
    barred = {b.label for b in DECKS["english_two_move"].ballots if b.status is Status.BARRED}
    assert "9-14 21-17" in barred


@pytest.mark.parametrize(
    ("removed", "drawn", "played"),
    [
        pytest.param(11, "11-15", "8-11", id="11 is gone and 11-15 drawn"),
        pytest.param(11, "11-16", "7-11", id="11 is gone and 11-16 drawn"),
        pytest.param(9, "9-14", "5-9", id="9 is gone and 9-14 drawn"),
        pytest.param(12, "12-16", "8-12", id="only one man can come from behind"),
        pytest.param(5, "9-14", "9-14", id="the man is there"),
        pytest.param(22, "22-17", "26-22", id="White's side likewise"),
    ],
)
def test_the_man_behind_moves_up_where_the_drawn_man_is_gone(removed, drawn, played):
    assert move_up(removed, drawn) == played


def test_moves_are_written_as_in_game_records():
    variant = VARIANTS["english"]
    ballot = DECKS["english_three_move"].by_number[4]
    position = Position.start(variant)
    for text in ballot.moves:
        squares = [int(each) for each in text.replace("x", "-").split("-")]
        (move,) = (
            each
            for each in legal_moves(position, variant)
            if (each.origin, each.destination) == (squares[0], squares[-1])
        )
        assert move_text(move, variant) == text
        position = play(position, move, variant)
