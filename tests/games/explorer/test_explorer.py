"""Explorer and search: the same as counting the replayed games one by one."""

from collections import Counter

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from records import game as record
from worlds import world

from club.core.actor import SYSTEM
from club.core.selectors import DEMO_CLUB
from club.models import Organisation
from games.archive.services.archive import save_game
from games.core.errors import EndingTooLarge, LineUnreadable, PatternEmpty
from games.demo.services import load_demo
from games.explorer.openings import opening_of
from games.explorer.selectors import reached, search
from games.explorer.selectors.explorer import explore
from games.explorer.selectors.reached import ExplorerFilters
from games.explorer.selectors.search import Kinds, read_pattern, search_ending, search_pattern
from games.explorer.selectors.walk import walk
from games.judging.choices import stored_verdict
from games.models import Game
from games.rules import VARIANTS, Position, move_text

pytestmark = pytest.mark.django_db
ALL = ExplorerFilters()


REPLAYED = {}
"""Replays of the demo games by their records: the same in every test."""


@world
def demo_games():
    load_demo(actor=SYSTEM)
    return list(Game.objects.exclude(variant="").filter(beginning_of=None))


@pytest.fixture
def demo(demo_games):
    for game in demo_games:
        if game.pdn not in REPLAYED:
            REPLAYED[game.pdn] = stored_verdict(game=game).replay
    return {game.pk: (game, REPLAYED[game.pdn]) for game in demo_games}


def counted(demo, line, fits=lambda _game: True):
    """Count the moves of the demo games from a position by replaying them: by move, then by winner."""
    counts = {}
    for game, played in demo.values():
        if played.variant.key != line.variant.key or not fits(game) or played.setups:
            continue
        if line.position in played.positions:
            ply = played.positions.index(line.position)
            move = played.moves[ply].result if ply < len(played.moves) else None
            counts.setdefault(move, Counter()).update([game.winner])
    return counts


def answered(line, filters=ALL):
    found = explore(line, filters)
    counts = {
        each.choice.move.result: Counter(
            {"white": each.tally.white, "draw": each.tally.draws, "black": each.tally.black}
        )
        + Counter({"none": each.tally.open})
        for each in found.moves
    }
    return counts, found


FILTERS = [
    (ALL, lambda _game: True),
    (ExplorerFilters(winner="draw"), lambda game: game.winner == "draw"),
    (ExplorerFilters(year_from=1880, year_to=1890), lambda game: 1880 <= (game.year or 0) <= 1890),
    (ExplorerFilters(player="wyllie"), lambda game: "Wyllie" in game.white + game.black),
    (ExplorerFilters(club=DEMO_CLUB), lambda _game: True),
    (ExplorerFilters(club="nowhere"), lambda _game: False),
]


@pytest.mark.parametrize("most", [2000, 3])
@pytest.mark.parametrize("which", range(len(FILTERS)))
def test_counts_are_those_of_the_replayed_games(demo, monkeypatch, which, most):
    """With a small bound the counts come from the table of openings, except those of a player."""
    filters, fits = FILTERS[which]
    if most == 3:
        if filters.player:
            pytest.skip("counted among the newest games only")
        monkeypatch.setattr("games.explorer.selectors.explorer.MAX_READ", most)
    for moves in ("", "11-15", "11-15 23-19", "9-13 22-18"):
        line = walk(variant="english", moves=moves)
        expected = counted(demo, line, fits)
        ended = sum(expected.pop(None, Counter()).values())
        counts, found = answered(line, filters)
        if not found.newest_only:
            assert counts == expected
            assert found.total.games == sum(sum(one.values()) for one in expected.values()) + found.ended
            assert found.ended in {ended, 0}  # not counted in advance


def test_a_transposition_is_counted_from_the_position(club):
    for moves in ("11-15 23-19 9-14 22-17", "9-14 23-19 11-15 22-18", "11-15 23-19 9-14 27-23"):
        save_game(organisation=club, text=record(moves, GameType="21"), actor=SYSTEM)
    counts, found = answered(walk(variant="english", moves="11-15 23-19 9-14"))
    assert sorted((move[:2], sum(results.values())) for move, results in counts.items()) == [
        ((22, 17), 1),
        ((22, 18), 1),
        ((27, 23), 1),
    ]
    assert found.total.games == 3


def test_clubs_are_added_up_and_told_apart(club, monkeypatch):
    monkeypatch.setattr("games.explorer.selectors.explorer.MAX_READ", 1)
    south = Organisation.objects.create(slug="south", name="South")
    for home, year in ((club, 1901), (club, 1902), (south, 1903)):
        text = record("11-15 23-19 8-11", result="1-0", Date=f"{year}.01.01", white=f"W{year}")
        save_game(organisation=home, text=text, actor=SYSTEM)
    both, here = (explore(walk(variant="english"), ExplorerFilters(club=slug)) for slug in ("", "north"))
    assert (both.total.games, here.total.games) == (3, 2)
    assert (both.total.average_year, both.total.first_year, both.total.last_year) == (1902, 1901, 1903)
    assert not both.newest_only
    later = explore(walk(variant="english"), ExplorerFilters(year_from=1902))
    assert (later.total.games, later.total.first_year) == (2, 1902)


def test_a_position_beyond_the_opening_says_how_many_games_were_read(club, monkeypatch):
    monkeypatch.setattr("games.explorer.selectors.explorer.MAX_READ", 1)
    monkeypatch.setattr("games.explorer.services.index.OPENING_PLIES", 0)
    for name in "AB":
        save_game(organisation=club, text=record("11-15 23-19", white=name), actor=SYSTEM, keep_twin=True)
    found = explore(walk(variant="english"), ALL)
    assert (found.newest_only, found.total.games) == (1, 1)


def test_every_position_of_the_demo_is_found_in_its_game(demo):
    indexed = [one for one in demo.values() if not one[1].setups]
    for game, played in indexed[::12]:
        for ply in (0, len(played.positions) // 2, len(played.positions) - 1):
            position = played.positions[ply]
            pattern = read_pattern(variant=played.variant.key, fen=position.to_fen(played.variant))
            found = search_pattern(pattern, ALL)
            first = played.positions.index(position)
            assert ply == 0 or (game.pk, first) in [(each.game.pk, each.ply) for each in found.games]


def test_either_side_to_move_finds_both(club):
    game = save_game(organisation=club, text=record("11-15 23-19"), actor=SYSTEM)
    start = Position.start(VARIANTS["english"]).to_fen(VARIANTS["english"])
    for fen, plies in ((start, [0]), (start.replace("B:", "W:", 1), []), (start.replace("B:", "?:", 1), [0])):
        found = search_pattern(read_pattern(variant="english", fen=fen), ALL)
        assert [each.ply for each in found.games] == plies
        assert found.count == len(plies)
    assert game.pk


def test_a_pattern_is_what_a_scan_of_all_positions_finds(demo):
    pattern = read_pattern(variant="english", fen="?:W21,K2:B", empty="1", is_whole=False)
    expected = {}
    english = VARIANTS["english"]
    for number, (_game, played) in demo.items():
        for ply, position in enumerate(played.positions if played.variant is english else ()):
            men, kings, *_rest = position.placement(english)
            occupied = {square for squares in position.placement(english) for square in squares}
            if 21 in men and 2 in kings and 1 not in occupied:
                expected.setdefault(number, ply)
    found = search_pattern(pattern, ALL)
    assert {each.game.pk: each.ply for each in found.games} == expected
    assert found.read > 20


def test_a_pattern_search_goes_on_where_it_stopped(demo, monkeypatch):
    monkeypatch.setattr("games.explorer.selectors.search.MAX_REPLAYED", 7)
    monkeypatch.setattr("games.explorer.selectors.search.PAGE", 2)
    pattern = read_pattern(variant="english", fen="W:W19:B", is_whole=False)
    numbers, before = [], None
    for _page in range(100):
        found = search_pattern(pattern, ALL, before=before)
        numbers += [each.game.pk for each in found.games]
        before = found.following
        if before is None:
            break
    monkeypatch.setattr("games.explorer.selectors.search.PAGE", 1000)
    monkeypatch.setattr("games.explorer.selectors.search.MAX_REPLAYED", 1000)
    assert numbers == [each.game.pk for each in search_pattern(pattern, ALL).games]
    assert len(numbers) > 10


@pytest.mark.parametrize("filters", [ALL, ExplorerFilters(winner="black"), ExplorerFilters(player="martins")])
def test_pages_of_a_position_follow_each_other_without_a_gap(demo, monkeypatch, filters):
    start = read_pattern(
        variant="english", fen=Position.start(VARIANTS["english"]).to_fen(VARIANTS["english"])
    )
    everything = [each.game.pk for each in search_pattern(start, filters).games]
    monkeypatch.setattr(search, "PAGE", 3)
    monkeypatch.setattr(search, "MAX_READ", 5)
    numbers, before = [], None
    while True:
        found = search_pattern(start, filters, before=before)
        numbers += [each.game.pk for each in found.games]
        before = found.following
        if before is None:
            break
    assert numbers[: len(everything)] == everything
    assert numbers == sorted(set(numbers), reverse=True)


def test_endings_are_those_of_the_replayed_games(demo):
    english = VARIANTS["english"]
    wanted = Kinds(white_kings=1, white_men=1, black_kings=1)
    expected = {}
    for number, (_game, played) in demo.items():
        for ply, position in enumerate(played.positions if played.variant is english else ()):
            counts = Kinds(*map(len, position.placement(english)))
            if counts in {wanted, wanted.swapped}:
                expected.setdefault(number, ply)
    found = search_ending(english, wanted, either_colour=True)
    assert {each.game.pk: each.ply for each in found.games} == expected
    finals = search_ending(english, wanted, either_colour=True, is_final=True)
    assert {each.game.pk for each in finals.games} <= set(expected)
    assert search_ending(english, wanted, stood=400).count == 0


@pytest.mark.parametrize("moves", ["11-15 11-15", "99-1", "x", "11-15 23"])
def test_a_line_that_cannot_be_played_is_refused(moves):
    with pytest.raises(LineUnreadable):
        walk(variant="english", moves=moves)


def test_squares_alone_name_a_move_of_letter_boards():
    line = walk(variant="russian", moves="c3-d4 d6-c5")
    assert line.texts == ("c3-d4", "d6-c5")
    assert move_text(line.moves[0], line.variant) == "c3-d4"


def test_searches_for_nothing_and_for_too_much_are_refused():
    with pytest.raises(PatternEmpty):
        search_pattern(read_pattern(variant="english", fen="W:W:B"), ALL)
    with pytest.raises(EndingTooLarge):
        search_ending(VARIANTS["english"], Kinds(white_men=9))


def test_a_ballot_names_the_opening_also_by_another_order_of_moves():
    assert opening_of(walk(variant="english", moves="9-13 22-18 10-14")).label == "9-13 22-18 10-14"
    assert opening_of(walk(variant="english", moves="10-14 22-18 9-13 18x9")) is not None
    assert opening_of(walk(variant="frisian")) is None


def test_a_question_takes_a_bounded_number_of_queries(demo):
    line = walk(variant="english", moves="11-15")
    for filters in (ALL, ExplorerFilters(player="wyllie", club=DEMO_CLUB)):
        with CaptureQueriesContext(connection) as caught:
            explore(line, filters)
        assert len(caught) <= 5
    assert reached.MAX_READ == 2000
