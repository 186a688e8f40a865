"""Every ruling stands in the record of its game: whoever replays the exported event comes to the same."""

import math

import pytest
from effort import amount
from ruled_records import (
    BOOKS,
    facts_of_replay,
    facts_of_ruling,
    hall_of,
    record_of,
    replayed,
    rule_by_law_book,
    whites,
)

from games.laws.incidents import INCIDENTS
from games.laws.notes import notes_of
from tournaments.cases.services.cases import open_case
from tournaments.cases.services.rulings import RulingDecision, rule_on_case

pytestmark = pytest.mark.django_db


EVERY = amount(len(BOOKS), 1)
"""Of the kinds of incident each book takes every fourth, and all books together every kind."""


def kinds_for(book):
    return list(INCIDENTS)[list(BOOKS).index(book) % EVERY :: EVERY]


@pytest.mark.sampled
@pytest.mark.parametrize(
    "has_record",
    [
        pytest.param(False, id="without a record", marks=pytest.mark.thorough),
        pytest.param(True, id="with a record"),
    ],
)
@pytest.mark.parametrize("book", BOOKS)
def test_every_kind_of_ruling_is_found_again_in_the_exported_event(book, has_record, tmp_path):
    kinds = kinds_for(book)
    hall = hall_of(book, players=2 * math.ceil(len(kinds) / 4), games_per_pairing=4)
    places = [(name, game) for name in whites(hall) for game in range(1, 5)]
    assert len(places) >= len(kinds)
    wanted = {}
    for at, (code, (name, game)) in enumerate(zip(kinds, places, strict=False)):
        is_linked_first = has_record and at % 2
        if is_linked_first:
            hall.link(name, game, record_of(BOOKS[book]))
        ruling = rule_by_law_book(hall, name, code, game, ply=3)
        if has_record and not is_linked_first:
            hall.link(name, game, record_of(BOOKS[book]))
        wanted[f"{hall.at(name).pairing_id}.{game}", code] = facts_of_ruling(ruling, hall)
    games = replayed(hall, tmp_path)
    assert len(games) == len(kinds)
    said = dict(zip(wanted, map(facts_of_replay, games), strict=True))
    assert said == wanted


BLACK_3 = "1. 11-15 22-18 2. 15x22 25x18 3. 8-11 29-25"


FACTS = [
    pytest.param(
        "touched_unmovable", {"ply": 3, "details": {"square": "8"}}, {}, BLACK_3, "[%touch b 8]", id="touched"
    ),
    pytest.param(
        "touched_not_moved", {"ply": 1, "details": {"square": "9"}}, {}, BLACK_3, "[%touch b 9]",
        id="touched and not moved",
    ),
    pytest.param(
        "touched_not_moved", {"ply": 1, "details": {"square": "11"}}, {}, BLACK_3,
        "[%incident b touched_not_moved 11]", id="moved after all, says the score",
    ),
    pytest.param(
        "left_over_corner", {"ply": 1, "details": {"square": "11", "toward": "16"}}, {}, BLACK_3,
        "[%corner b 11 16]", id="over a corner",
    ),
    pytest.param(
        "adjusted_unannounced", {"ply": 3, "details": {"square": "12"}}, {}, BLACK_3, "[%adjust b 12]",
        id="adjusted",
    ),
    pytest.param(
        "adjusted_unannounced", {"ply": 1, "details": {"square": "12"}}, {}, BLACK_3,
        "[%incident b adjusted_unannounced 12]", id="adjusted before the first move: SL-T1 would free it",
    ),
    pytest.param(
        "must_capture", {"ply": 3}, {"move_recalled": "8-11"}, BLACK_3, "[%recalled b 8-11]", id="recalled"
    ),
    pytest.param(
        "must_capture", {"ply": 3, "details": {"move": "8-11"}}, {}, BLACK_3, "[%recalled b 8-11]",
        id="recalled, by the details",
    ),
    pytest.param(
        "must_capture", {"ply": 5}, {"move_recalled": "8-11"}, BLACK_3, "[%incident b must_capture 8-11]",
        id="nothing to capture, says the score",
    ),
    pytest.param(
        "wrong_square", {"ply": 1}, {"move_recalled": "9-18"}, BLACK_3, "[%incident b wrong_square 9-18]",
        id="the piece that went wrong was not played: that would be another offence",
    ),
    pytest.param(
        "man_moved_backward", {"ply": 5}, {"move_recalled": "10-6"}, BLACK_3,
        "[%incident b man_moved_backward 10-6]", id="6 is occupied, says the board",
    ),
    pytest.param(
        "out_of_turn", {"ply": 4}, {"move_recalled": "8-11"}, BLACK_3, "[%recalled b 8-11]", id="out of turn"
    ),
    pytest.param(
        "must_capture", {}, {"move_recalled": "8-11"}, BLACK_3, "[%incident b must_capture 8-11]",
        id="nobody said when",
    ),
    pytest.param("must_capture", {"ply": 3}, {}, "1. 11-15 22-18 2. 8-11", "", id="it stands in the score"),
    pytest.param(
        "pieces_displaced", {"ply": 4, "details": {"about": "a sleeve [of mine]"}}, {}, BLACK_3,
        "[%incident b pieces_displaced a sleeve (of mine)]", id="words cannot end the command",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("code", "told", "decided", "moves", "command"), FACTS)
def test_facts_are_written_where_the_judge_comes_to_the_same_by_them(
    code, told, decided, moves, command, tmp_path
):
    hall = hall_of("standard-laws")
    name = hall.black()
    case = open_case(
        event_id=hall.event.pk, about=hall.at(name), incident=code, actor=hall.arbiter, told=told
    )
    asked = hall.proposed(case)
    ruling = rule_on_case(
        case_id=case.pk, decided=RulingDecision(consequence=asked.consequence, **decided), actor=hall.arbiter
    )
    record = hall.link(name, 1, record_of("english", moves))
    words = ruling.consequence.replace("_", " ")
    said = f"{command} {words}".strip()
    (note,) = notes_of(record.pdn)
    assert note.startswith(f"Case 1: {said} ({ruling.articles[0]})")
    (game,) = replayed(hall, tmp_path)
    assert facts_of_replay(game) == facts_of_ruling(ruling, hall)
    assert f" {code} " in record.finding_codes
    if told.get("ply") and command:
        assert {one["ply"] for one in game["findings"] if one["code"] == code} == {told["ply"]}


def test_two_rulings_in_one_game_climb_the_ladder_again(tmp_path):
    hall = hall_of("standard-laws")
    name = hall.black()
    hall.link(name, 1, record_of("english"))
    first = rule_by_law_book(hall, name, "must_capture", ply=3, details={"move": "8-11"})
    second = rule_by_law_book(hall, name, "touched_unmovable", ply=5, details={"square": "2"})
    assert [one.consequence for one in (first, second)] == ["caution", "game_lost"]
    (game,) = replayed(hall, tmp_path)
    found, follows = facts_of_replay(game)
    wanted = [facts_of_ruling(one, hall) for one in (first, second)]
    assert found == [*wanted[0][0], *wanted[1][0]]
    assert follows == [
        ("must_capture", "black", "SL-I1", "caution", 1),
        ("touched_unmovable", "black", "SL-I3", "game_lost", 2),
    ]
