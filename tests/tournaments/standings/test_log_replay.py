"""The audit log alone leads to all published standings; an entry that is left out or changed is named."""

import copy

import pytest
from django.core.management import call_command
from django.db import connection
from event_rows import play, section_of
from incidents import Hall
from team_evening import teams_of

from club.audit import triggers as audit_triggers
from club.audit.services import undo_entry
from club.core.actor import SYSTEM
from club.models import AuditEntry
from tournaments.cases.services.rulings import RulingDecision, supersede_ruling
from tournaments.entries.entry_lists import EntryLine
from tournaments.entries.services.entries import add_entries, ask_bye, change_entry, withdraw_entry
from tournaments.events.services.clones import clone_event
from tournaments.events.services.events import change_section, log_new_section
from tournaments.exchange.selectors.section_exports import exported_section
from tournaments.exchange.services.section_files import import_section
from tournaments.models import Outcome, Section
from tournaments.results.services.results import record_result
from tournaments.rounds.services.decisions import decide_match
from tournaments.rounds.services.late_arrivals import give_late_bye, seat_late_arrival
from tournaments.rounds.services.rounds import (
    close_round,
    delete_round,
    propose_round,
    publish_round,
    reopen_round,
    unpublish_round,
)
from tournaments.standings.selectors.log_replay import NotReplayable, entries_of_section
from tournaments.standings.selectors.replayed_standings import log_faults
from tournaments.standings.selectors.snapshots import snapshots_of
from tournaments.standings.selectors.standings import standing_rows
from tournaments.teams.member_lines import MemberLine
from tournaments.teams.services.team_members import replace_members

pytestmark = pytest.mark.django_db
REASON = "seen on the score sheet"
ENDS = (Outcome.WHITE, Outcome.DRAW, Outcome.BLACK, Outcome.WHITE_FORFEIT)
RESULT, CLOSED = "tournaments.result.recorded", "tournaments.round.closed"


def logged(section):
    """The section, with the entry that `add_section` writes."""
    log_new_section(section, SYSTEM)
    return section


def published(section):
    row = propose_round(section_id=section.pk, actor=SYSTEM)
    return publish_round(round_id=row.pk, version=row.version, actor=SYSTEM, reason=REASON)


def enter(game, outcome):
    where = {"pairing_id": game.pairing_id, "game": game.number}
    return record_result(**where, outcome=outcome, actor=SYSTEM, reason=REASON)


def games_of(row):
    return [
        game
        for pairing in row.pairings.filter(black__isnull=False).order_by("board_number")
        for game in pairing.games.order_by("number")
    ]


def closed(section, row=None):
    """The next round, or one under way, played to the end."""
    row = row or published(section)
    for at, game in enumerate(games_of(row)):
        if game.outcome == Outcome.PENDING:
            enter(game, ENDS[(at + row.number) % len(ENDS)])
    return close_round(round_id=row.pk, actor=SYSTEM)


def swiss():
    """Late arrivals, byes, a withdrawal, corrections, other ratings and other rules, in a Swiss of lots."""
    section = logged(section_of(players=7))
    ask_bye(entry_id=section.entries.last().pk, round_number=2, kind="half", actor=SYSTEM)
    row = published(section)
    late, later = add_entries(
        section_id=section.pk, lines=[EntryLine("Late", 1500), EntryLine("Later", 1400)], actor=SYSTEM
    )
    seat_late_arrival(round_id=row.pk, entry_id=late.pk, actor=SYSTEM)
    give_late_bye(round_id=row.pk, entry_id=later.pk, actor=SYSTEM)
    first = closed(section, row)
    closed(section)
    change_entry(entry_id=late.pk, rating=1720, reason=REASON, actor=SYSTEM)
    enter(games_of(first)[0], Outcome.BLACK)
    withdraw_entry(entry_id=later.pk, actor=SYSTEM)
    section.refresh_from_db()
    rules = {"win_points": 3, "tie_breaks": ["BH", "ARO", "LOTS"]}
    change_section(section_id=section.pk, version=section.version, actor=SYSTEM, reason=REASON, **rules)
    reopen_round(round_id=first.pk, actor=SYSTEM)
    enter(games_of(first)[1], Outcome.WHITE)
    close_round(round_id=first.pk, actor=SYSTEM)
    last = closed(section)
    reopen_round(round_id=last.pk, actor=SYSTEM)
    undo_entry(entry_id=AuditEntry.objects.filter(action=RESULT).latest("pk").pk, actor=SYSTEM, reason=REASON)
    enter(games_of(last)[-1], Outcome.DRAW)
    close_round(round_id=last.pk, actor=SYSTEM)
    enter(games_of(last)[-1], Outcome.BLACK)
    return section


def individual(system, **facts):
    section = logged(section_of(preset="acf" if facts else "round_robin", players=5, system=system, **facts))
    for _round in range(3):
        closed(section)
    enter(games_of(section.round_rows.first())[0], Outcome.BLACK)
    return section


def knockout():
    """A tree with tied matches, which the director decides."""
    section = logged(section_of(preset="blitz", players=6, system="knockout"))
    for _round in range(2):
        row = published(section)
        for game in games_of(row):
            enter(game, Outcome.DRAW)
            decide_match(
                pairing_id=game.pairing_id, winner_id=game.pairing.black_id, how="lot", note="", actor=SYSTEM
            )
        close_round(round_id=row.pk, actor=SYSTEM)
    return section


def teams(system):
    """Teams of three members at four boards: the last boards are forfeited without an entry of their own."""
    section = logged(teams_of(4, members=3, system=system))
    for _round in range(2):
        closed(section)
    enter(games_of(section.round_rows.first())[0], Outcome.BLACK)
    return section


def ruled():
    """Points that a ruling takes, and the next one gives back in part."""
    hall = Hall()
    logged(hall.section)
    play(hall.row)
    close_round(round_id=hall.row.pk, actor=SYSTEM)
    name = hall.row.pairings.order_by("board_number").first().white.name
    facts = {"reason": REASON, "confirms_effects": True}
    ruling = hall.rule(name, "left_the_hall", "points_deducted", points=2, **facts)
    decided = RulingDecision(consequence="points_deducted", points=1, **facts)
    supersede_ruling(case_id=ruling.case_id, decided=decided, actor=hall.arbiter)
    return hall.section


EVENTS = {
    "swiss": swiss,
    "round robin": lambda: individual("round_robin"),
    "ladder": lambda: individual("keizer", deck=""),
    "knock-out": knockout,
    "team Swiss": lambda: teams("team_swiss_2026"),
    "table of teams": lambda: teams("team_round_robin"),
    "rulings": ruled,
}


@pytest.mark.parametrize("kind", EVENTS)
def test_the_log_alone_leads_to_every_publication(kind, capsys, record_property):
    section = EVENTS[kind]()
    assert log_faults(Section.objects.get(pk=section.pk)) == []
    call_command("check_standings", section.event.slug, "--log")
    count = len(snapshots_of(section))
    assert count > 1
    record_property("publications rebuilt", count)
    assert f"snapshots={count} differences=0 not_replayable=0" in capsys.readouterr().out


RESULTS = (RESULT, "tournaments.result.corrected")
OTHERS = (CLOSED, "tournaments.match.decided", "tournaments.ruling.made", "tournaments.ruling.superseded")


def places_of(log, actions):
    return [at for at, entry in enumerate(log) if entry.action in actions]


@pytest.mark.parametrize("kind", EVENTS)
def test_an_entry_that_is_left_out_is_named(kind):
    """Each closing, decision and ruling of the event, and every third result, one after the other."""
    section = EVENTS[kind]()
    log = list(entries_of_section(section))
    wanted = [*places_of(log, OTHERS), *places_of(log, RESULTS)[::3]]
    missed = [log[at].after for at in wanted if not log_faults(section, [*log[:at], *log[at + 1 :]])]
    assert missed == []


@pytest.mark.parametrize("kind", EVENTS)
def test_an_entry_that_is_changed_is_named(kind):
    """Every third result of the event, one after the other."""
    section = EVENTS[kind]()
    log = list(entries_of_section(section))
    for at in places_of(log, RESULTS)[1::3]:
        forged = copy.copy(log[at])
        other = Outcome.WHITE if forged.after["outcome"] == Outcome.BLACK else Outcome.BLACK
        forged.after = forged.after | {"outcome": other}
        assert log_faults(section, [*log[:at], forged, *log[at + 1 :]]), forged.after


def test_the_command_names_event_round_player_and_field(capsys):
    section = individual("round_robin")
    entry = AuditEntry.objects.filter(action=RESULT, after__round=2).earliest("pk")
    with audit_triggers.lifted(connection), connection.cursor() as cursor:
        cursor.execute("DELETE FROM club_auditentry WHERE id = %s", [entry.pk])
    with pytest.raises(SystemExit) as left:
        call_command("check_standings", f"{section.event.slug}/{section.slug}", "--log")
    assert left.value.code == 1
    told = capsys.readouterr().out
    winner = games_of(section.round_rows.get(number=2))[0].pairing.black.number
    assert f"event={section.event.slug} round=2 player={winner} field='result of round 2' stored=" in told
    call_command("check_standings")  # the tables are as they were


def test_two_entries_that_contradict_are_named():
    """A correction whose former value is not the one of the entry before it."""
    section = individual("round_robin")
    log = list(entries_of_section(section))
    fixed = next(entry for entry in log if entry.action == "tournaments.result.corrected")
    fixed.before = fixed.before | {"outcome": Outcome.BOTH_LOST}
    (fault,) = log_faults(section, log)
    assert (fault.round_number, fault.field, fault.entry) == (1, "outcome of board 1", fixed.number)


def test_a_rating_of_other_standings_is_named():
    section = individual("round_robin")
    entry = section.entries.first()
    type(entry).objects.filter(pk=entry.pk).update(rating=entry.rating + 1, club_name="Elsewhere")
    named = {(fault.player, fault.field) for fault in log_faults(section)}
    assert {(entry.number, "rating"), (entry.number, "club_name")} <= named


def test_a_rating_that_follows_the_members_of_a_team_is_in_the_log():
    section = logged(teams_of(4, members=4))
    team = section.entries.first()
    change_entry(entry_id=team.pk, club_name="North", actor=SYSTEM)  # names the rating of before
    replace_members(entry_id=team.pk, lines=[MemberLine("Anne", 2300)], actor=SYSTEM)
    told = AuditEntry.objects.latest("pk")
    assert (told.before["rating"], told.after["rating"]) == (team.rating, 2300)
    undo_entry(entry_id=told.pk, actor=SYSTEM)
    team.refresh_from_db()
    assert team.rating == told.before["rating"]
    replace_members(entry_id=team.pk, lines=[MemberLine("Anne", 2300)], actor=SYSTEM)
    closed(section)
    assert log_faults(section) == []


@pytest.mark.parametrize(
    ("action", "name", "missing"),
    [
        (CLOSED, "byes", "the byes of round 1"),
        ("tournaments.section.made", "bye_points", "settings of the section: bye_points"),
        ("tournaments.section.made", "seed", "the seed of the lots"),
    ],
)
def test_a_log_of_an_earlier_version_is_reported_and_is_no_difference(action, name, missing, capsys):
    section = logged(section_of(tie_breaks=["BH", "LOTS"]))
    closed(section)
    log = list(entries_of_section(section))
    for entry in log:
        if entry.action == action:
            entry.after.pop(name)
    with pytest.raises(NotReplayable, match=missing):
        log_faults(section, log)
    with audit_triggers.lifted(connection):
        for entry in log:
            AuditEntry._base_manager.filter(pk=entry.pk).update(after=entry.after)
    call_command("check_standings", "--log")
    assert f"snapshots=1 not replayable: {missing}" in capsys.readouterr().out


@pytest.mark.parametrize("is_paired_otherwise", [False, True])
def test_what_was_published_of_a_round_that_was_discarded_is_no_difference(is_paired_otherwise):
    section = logged(section_of(players=5))
    closed(section)
    row = closed(section)
    row = reopen_round(round_id=row.pk, actor=SYSTEM, reason=REASON)
    for game in games_of(row):
        enter(game, Outcome.PENDING)
    row.refresh_from_db()
    row = unpublish_round(round_id=row.pk, actor=SYSTEM, reason=REASON)
    delete_round(round_id=row.pk, actor=SYSTEM)
    assert log_faults(section) == []
    if is_paired_otherwise:
        withdraw_entry(entry_id=section.entries.first().pk, actor=SYSTEM)
    closed(section)
    assert log_faults(section) == []
    without = [one for one in entries_of_section(section) if one.action != "tournaments.round.deleted"]
    assert bool(log_faults(section, without)) is is_paired_otherwise


def test_an_imported_section_is_not_replayable():
    data = exported_section(individual("round_robin"), "json").data
    home = section_of().event.organisation_id
    there = import_section(organisation_id=home, data=data, name="x.json", actor=SYSTEM).section
    with pytest.raises(NotReplayable, match="imported from a file"):
        log_faults(there)


def test_a_copy_of_an_event_logs_its_sections():
    event = section_of(tie_breaks=["LOTS"]).event
    made = clone_event(event_id=event.pk, name="Again", actor=SYSTEM, with_entries=True)
    section = made.sections.get()
    closed(section)
    assert log_faults(section) == []
    assert standing_rows(section).rows
