"""Tie-break games of a knock-out: colours by lot and then alternating, results, records, who goes on."""

import json

import pytest
from club_evening import director, published_of, section_of
from django.test import Client
from django.urls import reverse
from worlds import world

from club.audit.services import undo_entry
from club.core.actor import SYSTEM, VISITOR, Actor
from club.core.errors import NotAllowed
from club.models import AuditEntry
from tournaments.cases.pages.incidents import resume_address
from tournaments.cases.services.calls import call_arbiter
from tournaments.core.translate import snapshot_of
from tournaments.core.trees import progress_of
from tournaments.events.services.events import change_section
from tournaments.exchange.selectors.section_exports import exported_section
from tournaments.exchange.services.section_files import import_section
from tournaments.models import Case, DecidedBy, Decision, GameResult, Outcome, Pairing
from tournaments.pairing.knockout.progress import MatchState
from tournaments.pairing.knockout.tie_breaks import Lead, Scored, first_begins, lead_of
from tournaments.ratings.formulas.values import Unit
from tournaments.ratings.selectors.rated_games import rated_games
from tournaments.records.selectors.section_games import section_pdn
from tournaments.records.services.game_records import link_record
from tournaments.results.services.results import record_result
from tournaments.rounds.errors import (
    LaterRoundExists,
    MatchDecided,
    NotInMatch,
    NoTree,
    TieBreakBegun,
    TieBreakColours,
    TieBreakOpen,
    TieBreakSettled,
)
from tournaments.rounds.selectors.tie_breaks import tie_break_games, tie_breaks_of
from tournaments.rounds.services.decisions import decide_match, reopen_match
from tournaments.rounds.services.rounds import close_round, propose_round
from tournaments.rounds.services.tie_breaks import begin_tie_break, remove_tie_break
from tournaments.standings.selectors.standings import points_table, standing_rows

pytestmark = pytest.mark.django_db
BARE = "1. 11-15 23-19 2. 8-11 22-17 *"
WON, LOST, LEVEL = Scored(2, 0), Scored(0, 2), Scored(1, 1)


# -- who leads for good --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("games", "at_a_time", "winner"),
    [
        pytest.param([], 2, 0, id="none is played"),
        pytest.param([WON], 1, 1, id="one at a time: the first win decides"),
        pytest.param([LEVEL], 1, 0, id="one at a time: drawn, so another one"),
        pytest.param([WON], 2, 0, id="two at a time: the second may level it"),
        pytest.param([WON, LOST], 2, 0, id="level after both"),
        pytest.param([WON, LEVEL], 2, 1, id="ahead after both"),
        pytest.param([WON, LOST, LEVEL], 2, 0, id="the next two are begun"),
        pytest.param([WON, LOST, LEVEL, LOST], 2, 2, id="the other one is ahead after four"),
        pytest.param([WON, WON, None], 4, 0, id="two behind with two to come"),
        pytest.param([WON, WON, LEVEL], 4, 1, id="nobody catches up in the last one"),
        pytest.param([WON, None], 2, 0, id="one is under way"),
    ],
)
def test_who_goes_on_by_tie_break_games(games, at_a_time, winner):
    lead = lead_of(games, at_a_time)
    assert lead.winner == winner
    over = [game for game in games if game]
    assert lead[:2] == (sum(game.first for game in over), sum(game.second for game in over))


def test_the_lot_falls_both_ways_and_again_the_same():
    drawn = [first_begins("seed", number, board) for number in range(1, 6) for board in range(1, 41)]
    assert 70 < sum(drawn) < 130
    assert drawn[0] == first_begins("seed", 1, 1)
    assert lead_of([LEVEL], 3) == Lead(1, 1, 0)


# -- a level match -------------------------------------------------------------------------------------


@world
def row():
    """The first round of a knock-out of four: board 1 ended level, on board 2 the first player has won."""
    section = section_of(4, preset="knockout")
    change_section(
        section_id=section.pk,
        version=section.version,
        actor=SYSTEM,
        variant="english",
        law_book="standard-laws",
        options={"tie_break_clock": "5+3"},
    )
    section.refresh_from_db()
    row = published_of(section)
    for board, outcomes in ((1, ("draw", "draw")), (2, ("white", "draw"))):
        for game, outcome in zip(row.pairings.get(board_number=board).games.all(), outcomes, strict=True):
            place = {"pairing_id": game.pairing_id, "game": game.number}
            record_result(**place, outcome=outcome, actor=SYSTEM)
    return row


def match_of(row, board=1):
    return Pairing.objects.select_related("white", "black", "round__section").get(
        round=row, board_number=board
    )


def begun(row, **facts):
    return begin_tie_break(pairing_id=match_of(row).pk, actor=SYSTEM, **facts)


def ended(game, outcome, **facts):
    return record_result(pairing_id=game.pairing_id, game=game.number, outcome=outcome, actor=SYSTEM, **facts)


def sides(row):
    match = match_of(row)
    return [(one.white.name, one.black.name) for one in tie_break_games(match, tie_breaks_of(match))]


def goes_on(row):
    said = Decision.objects.filter(pairing=match_of(row)).first()
    return said and (said.winner.name, said.how)


@pytest.mark.parametrize("first", ["white", "black", None])
def test_the_lot_is_first_and_then_the_sides_alternate(row, first):
    match = match_of(row)
    two = match.white, match.black
    white = None if first is None else two[first == "black"]
    for outcome in ("draw", "draw", "draw"):
        ended(begun(row, white_id=white.pk if white and not sides(row) else None), outcome)
    played = sides(row)
    names = match.white.name, match.black.name
    assert played[0] == (names if first_begins(match.round.section.seed, 1, 1) else names[::-1]) or white
    assert white is None or played[0][0] == white.name
    assert played == [played[0], played[0][::-1], played[0]]
    assert {one.clock for one in tie_breaks_of(match)} == {"5+3"}


def tree_of(row):
    return progress_of(row.section, snapshot_of(row.section, row.number + 1))


def test_a_correction_decides_the_match_although_a_tie_break_game_is_open(row):
    match = match_of(row)
    close_round(round_id=row.pk, actor=SYSTEM)
    begun(row)
    place = {"pairing_id": match.pk, "game": 1, "actor": SYSTEM}
    record_result(**place, outcome="white", was="draw", reason="Read wrongly.")
    placed = tree_of(row).placed.values()
    first = next(one for one in placed if match.white.number in {one.first, one.second})
    assert first.state is MatchState.DECIDED


def test_tie_break_games_settle_the_match_and_follow_corrections(row):
    match = match_of(row)
    first = begun(row, white_id=match.black_id, clock="3+2")
    assert first.clock == "3+2"
    ended(first, "white")
    assert goes_on(row) is None  # the second of the two may level it
    second = begun(row)
    assert second.clock == "3+2"  # as in the game before
    ended(second, "draw")
    assert goes_on(row) == (match.black.name, DecidedBy.TIE_BREAK)
    ended(second, "white", reason="misread")  # the first player has White in it: level
    assert goes_on(row) is None
    ended(first, "black", reason="misread, too")
    assert goes_on(row) == (match.white.name, DecidedBy.TIE_BREAK)
    ended(first, "pending", reason="looked up")
    assert goes_on(row) is None


def test_they_count_in_no_score(row):
    section = match_of(row).round.section
    before = points_table(section, after=1), rated_games({section.pk}, Unit.GAME)
    games = [begun(row, white_id=match_of(row).white_id)]
    ended(games[0], "white")
    ended(begun(row), "black")
    assert (points_table(section, after=1), rated_games({section.pk}, Unit.GAME)) == before
    assert match_of(row).games.count() == 2
    assert standing_rows(section).rows[0].entry.name == match_of(row).white.name


def test_the_winner_meets_the_next_one(row):
    ended(begun(row, white_id=match_of(row).white_id), "white")
    ended(begun(row), "black")
    close_round(round_id=row.pk, actor=SYSTEM)
    final = propose_round(section_id=row.section_id, actor=SYSTEM)
    seats = {final.pairings.get(board_number=1).white_id, final.pairings.get(board_number=1).black_id}
    assert match_of(row).white_id in seats
    last = tie_breaks_of(match_of(row))[-1]
    with pytest.raises(LaterRoundExists):
        ended(last, "white", reason="misread")
    assert GameResult.every.get(pk=last.pk).outcome == "black"


def test_what_cannot_be_is_refused(row):
    match, decided = match_of(row), match_of(row, 2)
    with pytest.raises(MatchDecided):
        begin_tie_break(pairing_id=decided.pk, actor=SYSTEM)
    with pytest.raises(NotInMatch):
        begun(row, white_id=decided.white_id)
    with pytest.raises(NotAllowed):
        begin_tie_break(pairing_id=match.pk, actor=VISITOR)
    game = begun(row, white_id=match.white_id)
    with pytest.raises(TieBreakOpen):
        begun(row)
    ended(game, "white")
    with pytest.raises(TieBreakColours):
        begun(row, white_id=match.white_id)
    with pytest.raises(TieBreakBegun):
        remove_tie_break(pairing_id=match.pk, game=game.number, actor=SYSTEM)
    second = begun(row, white_id=match.black_id)
    remove_tie_break(pairing_id=match.pk, game=second.number, actor=SYSTEM)
    ended(begun(row), "draw")
    for refused in (
        lambda: begun(row),
        lambda: decide_match(pairing_id=match.pk, winner_id=match.black_id, how="tie_break", actor=SYSTEM),
        lambda: reopen_match(pairing_id=match.pk, actor=SYSTEM),
    ):
        with pytest.raises((MatchDecided, TieBreakSettled)):
            refused()
    decide_match(pairing_id=match.pk, winner_id=match.black_id, how="arbiter", note="unfit", actor=SYSTEM)
    assert goes_on(row) == (match.black.name, "arbiter")  # another word than the games' has its own reason
    swiss = published_of(section_of(4))
    with pytest.raises(NoTree):
        begin_tie_break(pairing_id=swiss.pairings.first().pk, actor=SYSTEM)


def test_a_lot_stands_while_the_games_settle_nothing(row):
    match = match_of(row)
    games = [begun(row, white_id=match.white_id)]
    ended(games[0], "draw")
    games.append(begun(row))
    ended(games[1], "draw")
    decide_match(pairing_id=match.pk, winner_id=match.black_id, how="lot", actor=SYSTEM)
    ended(games[1], "black", reason="misread")
    assert goes_on(row) == (match.black.name, "lot")


def test_every_step_is_on_the_log_and_goes_back(row):
    site = director()
    actor = Actor.of_user(site)
    match = match_of(row)
    game = begin_tie_break(pairing_id=match.pk, white_id=match.black_id, actor=actor)
    entry = AuditEntry.objects.filter(action="tournaments.tie_break.begun").latest("pk")
    assert (entry.after["white"], entry.after["clock"]) == (match.black.name, "5+3")
    undo_entry(entry_id=entry.pk, actor=actor)
    assert not tie_breaks_of(match)
    back = AuditEntry.objects.filter(action="tournaments.tie_break.taken_back").latest("pk")
    undo_entry(entry_id=back.pk, actor=actor)
    assert [(one.number, one.clock) for one in tie_breaks_of(match)] == [(game.number, "5+3")]
    record_result(pairing_id=match.pk, game=game.number, outcome="white", actor=actor)
    entry = AuditEntry.objects.filter(action="tournaments.result.recorded").latest("pk")
    assert entry.after["is_tie_break"] is True
    undo_entry(entry_id=entry.pk, actor=actor)
    assert tie_breaks_of(match)[0].outcome == Outcome.PENDING


# -- records and files ---------------------------------------------------------------------------------


def test_a_tie_break_game_has_a_record_with_its_own_sides_clock_and_result(row):
    match = match_of(row)
    game = begun(row, white_id=match.black_id)
    record = link_record(pairing_id=match.pk, game=game.number, text=BARE, actor=SYSTEM).game
    ended(game, "white")
    record.refresh_from_db()
    assert (record.white, record.black, record.winner) == (match.black.name, match.white.name, "white")
    assert '[Stage "Tie-break"]' in record.pdn
    assert '[TimeControl "300+3"]' in record.pdn
    text = section_pdn(match.round.section)
    assert text.count("11-15 23-19") == 1
    assert '[Stage "Tie-break"]' in text
    names = [match.round.section.event.slug, match.round.section.slug]
    page = Client().get(reverse("tournaments:section_games", args=names)).content.decode()
    assert reverse("games:game", args=[record.pk]) in page
    assert "tie-break game" in page


def test_a_file_carries_them(row):
    match = match_of(row)
    game = begun(row, white_id=match.black_id)
    link_record(pairing_id=match.pk, game=game.number, text=BARE, actor=SYSTEM)
    ended(game, "white")
    ended(begun(row), "draw")
    data = exported_section(match.round.section, "json").data
    there = json.loads(data)["rounds"][0]["pairings"]
    assert [len(one.get("tie_breaks", ())) for one in there].count(2) == 1
    made = import_section(
        organisation_id=match.round.section.event.organisation_id, data=data, name="a.json", actor=SYSTEM
    ).section
    assert exported_section(made, "json").data == data
    assert GameResult.every.filter(pairing__round__section=made, is_tie_break=True).count() == 2


# -- pages and tools -----------------------------------------------------------------------------------


def test_the_desk_begins_them_enters_results_and_everybody_sees_them(row, client):
    client.force_login(director())
    match = match_of(row)
    page = reverse("tournaments:desk_round", args=[row.pk])
    assert "Start a tie-break game" in client.get(page).content.decode()
    place = reverse("tournaments:desk_tie_break", args=[match.pk])
    client.post(place, {"white": str(match.black_id), "clock": "5+3"})
    game = tie_breaks_of(match)[0]
    told_at_desk = client.get(page).content.decode()
    assert reverse("tournaments:desk_result", args=[match.pk, game.number]) in told_at_desk
    assert "Remove game" in told_at_desk
    client.post(reverse("tournaments:desk_tie_break_back", args=[match.pk, game.number]))
    assert not tie_breaks_of(match)
    for outcome in ("white", "draw"):
        client.post(place, {"white": str(match.black_id) if outcome == "white" else "", "clock": "5+3"})
        number = tie_breaks_of(match)[-1].number
        address = reverse("tournaments:desk_result", args=[match.pk, number])
        client.post(address, {"outcome": outcome, "was": "pending"})
    assert goes_on(row) == (match.black.name, "tie_break")
    told_at_desk = client.get(page).content.decode()
    assert "1\N{EN DASH}3" in told_at_desk
    assert "Start the next tie-break game" not in told_at_desk
    names = [match.round.section.event.slug, match.round.section.slug]
    for public in (
        reverse("tournaments:tree", args=names),
        reverse("tournaments:pairings", args=[*names, 1]),
    ):
        text = Client().get(public).content.decode()
        assert "Tie-break game 2" in text
        assert "2\N{EN DASH}0" in text
        assert "5+3" in text


def test_what_happens_in_a_tie_break_game_is_filed_about_it(row, client):
    """The phone offers the game that is on with its own sides; a loss there changes no game of the match."""
    client.force_login(director())
    match = match_of(row)
    games = [begun(row, white_id=match.black_id)]
    phone = reverse("tournaments:incident", args=[row.section.event_id])
    asked = {"board": match.pk}
    at_players = client.get(phone, asked)
    seats = at_players.context["seats"]
    assert [(one.number, one.white.entry_id) for one in seats] == [(games[0].number, match.black_id)]
    assert "Tie-break game 1" in at_players.content.decode()
    facts = at_players.context["facts"]["boards"][match.pk]
    assert (facts["game_on"], facts["games"][-1]["name"]) == (games[0].number, "Tie-break game 1")
    assert facts["games"][0]["name"] == "Game 1"
    told = {"board": match.pk, "game": games[0].number, "player": match.black_id, "key": "t"}
    told |= {"incident": "touched_not_moved", "consequence": "game_lost", "was": "pending"}
    assert client.post(phone, told).status_code == 302
    assert [one.outcome for one in tie_breaks_of(match)] == ["black"]
    assert {one.outcome for one in match.games.all()} == {"draw"}
    case = Case.objects.get()
    assert (case.game, case.side) == (games[0].number, "white")
    facts = client.get(reverse("tournaments:desk_case", args=[case.pk])).content.decode()
    assert "board 1, Tie-break game 1" in " ".join(facts.split()).replace("</span>, ", ", ")


def test_a_call_leads_to_the_game_that_is_on(row, client):
    """A card calls from its board, whichever game of the match is played there."""
    client.force_login(director())
    match = match_of(row)
    game = begun(row, white_id=match.black_id)
    case = call_arbiter(card=row.section.board_cards.get(board_number=1), actor=VISITOR)
    chosen = client.get(resume_address(case)).context["chosen"]
    assert (chosen.board.pairing, chosen.game.number) == (match, game.number)
    sent = {"case": case.number, "board": match.pk, "game": game.number, "player": match.white_id, "key": "t"}
    sent |= {"incident": "must_capture", "consequence": "caution", "was": "pending"}
    client.post(reverse("tournaments:incident", args=[row.section.event_id]), sent)
    case.refresh_from_db()
    assert (case.state, case.game, case.side) == ("ruled", game.number, "black")
    again = client.get(resume_address(case)).context["chosen"]
    assert (again.game.number, again.side, again.incident) == (game.number, "black", "must_capture")


def test_a_tool_begins_them_and_reads_who_goes_on(row, client):
    client.force_login(director())
    match = match_of(row)
    address = reverse("tournaments-api:tie-breaks", args=[match.pk])
    sent = client.post(address, {"white": match.white_id}, content_type="application/json")
    assert sent.status_code == 201, sent.content
    game = sent.json()["games"][0]
    assert (game["white"]["id"], game["clock"], game["outcome"]) == (match.white_id, "5+3", "pending")
    again = client.post(address, {}, content_type="application/json")
    assert (again.status_code, again.json()["code"]) == (409, "tie_break_open")
    back = reverse("tournaments-api:tie-break", args=[match.pk, game["number"]])
    assert client.delete(back).status_code == 204
    for outcome in ("white", "draw"):
        number = client.post(address, {"clock": "3+2"}, content_type="application/json").json()["games"][-1]
        result = reverse("tournaments-api:result", args=[match.pk, number["number"]])
        done = client.put(result, {"outcome": outcome}, content_type="application/json")
        assert done.status_code == 200, done.content
    now = client.get(address).json()
    assert {now["points_white"], now["points_black"]} == {1, 3}
    assert now["winner"]["id"] == Decision.objects.get(pairing=match).winner_id
