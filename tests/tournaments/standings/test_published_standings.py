"""Standings are published when a round is closed, stay as they were, and others follow a correction."""

import json

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.urls import reverse
from django.utils import translation
from event_rows import play, played_round, published_round, section_of
from history import content_now

from club.core.actor import SYSTEM
from tournaments.core import triggers as guard_triggers
from tournaments.core.append_only import AppendOnlyViolation
from tournaments.entries.entry_lists import EntryLine
from tournaments.entries.services.entries import add_entries, change_entry, withdraw_entry
from tournaments.events.services.events import change_section
from tournaments.exchange.errors import SectionFileUnreadable
from tournaments.exchange.selectors.section_exports import exported_section
from tournaments.exchange.services.section_files import import_section
from tournaments.models import Outcome, StandingsSnapshot
from tournaments.results.errors import ReasonNeeded
from tournaments.results.services.results import record_result
from tournaments.rounds.services.decisions import decide_match
from tournaments.rounds.services.rounds import close_round, reopen_round
from tournaments.standings.selectors.snapshots import (
    changes_between,
    content_of,
    contents_now,
    public_table,
    recomputed_content,
    snapshot_faults,
    snapshot_in_force,
    snapshots_of,
    table_of,
)
from tournaments.standings.selectors.standings import standing_rows

pytestmark = pytest.mark.django_db


def correct(section, number, outcome, reason="seen on the score sheet"):
    """The first board of a round ends otherwise."""
    row = section.round_rows.get(number=number)
    pairing = row.pairings.filter(black__isnull=False).order_by("board_number").first()
    return record_result(pairing_id=pairing.pk, game=1, outcome=outcome, actor=SYSTEM, reason=reason)


def snapshot_causes(section):
    return [(one.round_number, one.cause, one.reason) for one in snapshots_of(section)]


def table_rows(table):
    return [
        (row.rank, row.is_shared, row.entry.pk, row.entry.name, row.points, row.played, row.values)
        for row in table.rows
    ]


def test_closing_a_round_publishes_its_standings(section):
    row = published_round(section)
    play(row)
    assert snapshot_causes(section) == []
    close_round(round_id=row.pk, actor=SYSTEM)
    assert snapshot_causes(section) == [(1, "closed", "")]
    assert table_rows(table_of(snapshot_in_force(section), section)) == table_rows(standing_rows(section))


def test_published_standings_do_not_move_while_the_next_round_is_played(section):
    played_round(section)
    before = table_rows(public_table(section)[0])
    play(published_round(section), Outcome.BLACK)
    assert table_rows(public_table(section)[0]) == before
    assert table_rows(standing_rows(section)) != before
    assert len(snapshots_of(section)) == 1


def test_a_correction_is_followed_by_new_standings_of_every_later_round(section):
    played_round(section)
    played_round(section)
    old = snapshots_of(section)
    correct(section, 1, Outcome.BLACK)
    assert snapshot_causes(section)[2:] == [
        (number, "result", "seen on the score sheet") for number in (1, 2)
    ]
    new = snapshots_of(section, after=1)[-1]
    changed = changes_between(old[0], new)
    assert sorted((one.old_points, one.points) for one in changed if one.old_points != one.points) == [
        ("0", "2"),
        ("2", "0"),
    ]
    assert content_of(StandingsSnapshot.objects.get(pk=old[0].pk)) == content_of(old[0])
    assert snapshot_faults(section) == []


@pytest.mark.parametrize("preset", ["weekend", "acf", "micro", "keizer", "knockout", "round_robin"])
def test_rounds_read_together_have_the_standings_of_each_read_alone(preset):
    changes = {"games_per_pairing": 1} if preset == "knockout" else {}  # of two games one is won by each
    section = section_of(preset=preset, players=6, **changes)
    played_round(section)
    with connection.execute_wrapper(count := QueryCount()):
        contents_now(section, [1])
    if preset == "weekend":
        add_entries(section_id=section.pk, lines=[EntryLine("Zed", 1000)], actor=SYSTEM)
    played_round(section)
    together = contents_now(section, [1, 2])
    assert together == {number: content_now(section, after=number) for number in (1, 2)}
    assert content_of(snapshot_in_force(section)) == together[2]
    if preset == "weekend":
        assert [len(together[number].rows) for number in (1, 2)] == [6, 7]
        with connection.execute_wrapper(again := QueryCount()):
            contents_now(section, [1, 2])
        assert again.asked == count.asked
        with connection.execute_wrapper(alone := QueryCount()):
            for number in (1, 2):
                content_now(section, after=number)
        assert alone.asked == 2 * count.asked


class QueryCount:
    """Number of queries."""

    def __init__(self):
        self.asked = 0

    def __call__(self, execute, sql, params, many, context):
        self.asked += 1
        return execute(sql, params, many, context)


def test_a_correction_that_published_standings_count_takes_a_reason(section):
    first = played_round(section)
    played_round(section)
    reopen_round(round_id=first.pk, actor=SYSTEM)
    with pytest.raises(ReasonNeeded):
        correct(section, 1, Outcome.BLACK, reason=" ")
    correct(section, 1, Outcome.BLACK)
    assert snapshot_causes(section)[2:] == [(2, "result", "seen on the score sheet")]
    close_round(round_id=first.pk, actor=SYSTEM)
    assert snapshot_causes(section)[3:] == [(1, "closed", "")]
    assert snapshot_faults(section) == []


def test_reopening_takes_the_standings_out_of_force_and_closing_again_publishes_only_what_is_new(section):
    played_round(section)
    row = played_round(section)
    reopen_round(round_id=row.pk, actor=SYSTEM)
    assert snapshot_in_force(section).round_number == 1
    close_round(round_id=row.pk, actor=SYSTEM)
    assert snapshot_in_force(section).round_number == 2
    assert len(snapshots_of(section)) == 2


def test_a_new_rating_name_or_rule_is_followed_too(section):
    played_round(section)
    entry = section.entries.first()
    change_entry(entry_id=entry.pk, name="Abbot", actor=SYSTEM, reason="misspelt")
    section.refresh_from_db()
    changes = {"win_points": 3, "tie_breaks": ["SB"], "reason": "as announced"}
    change_section(section_id=section.pk, version=section.version, actor=SYSTEM, **changes)
    assert snapshot_causes(section)[1:] == [(1, "entry", "misspelt"), (1, "settings", "as announced")]
    change_entry(entry_id=entry.pk, family="Smith", actor=SYSTEM)
    assert len(snapshots_of(section)) == 3


def test_a_late_entry_and_a_withdrawal_leave_published_standings_alone(section):
    played_round(section)
    add_entries(section_id=section.pk, lines=[EntryLine("Zed", 1000)], actor=SYSTEM)
    withdraw_entry(entry_id=section.entries.first().pk, actor=SYSTEM)
    assert len(snapshots_of(section)) == 1
    assert snapshot_faults(section) == []
    played_round(section)
    assert len(table_of(snapshot_in_force(section), section).rows) == 7


@pytest.mark.parametrize("preset", ["acf", "micro", "round_robin"])
def test_standings_add_up_again_from_their_own_facts(preset):
    section = section_of(preset=preset, players=5)
    played_round(section)
    played_round(section, Outcome.DRAW)
    for snapshot in snapshots_of(section):
        assert recomputed_content(snapshot) == content_of(snapshot)
    assert content_of(snapshot_in_force(section)) == content_now(section, after=2)


def test_a_ladder_is_published_and_a_late_entry_leaves_it_alone():
    section = section_of(preset="blitz", players=6, system="keizer")
    played_round(section)
    played_round(section, Outcome.DRAW)
    assert [row.values[0].text for row in public_table(section)[0].rows] == [
        row.values[0].text for row in standing_rows(section).rows
    ]
    add_entries(section_id=section.pk, lines=[EntryLine("Zed", 2500)], actor=SYSTEM)
    assert len(snapshots_of(section)) == 2
    assert snapshot_faults(section) == []
    data = exported_section(section, "json").data
    made = import_section(organisation_id=section.event.organisation_id, data=data, name="a", actor=SYSTEM)
    assert snapshot_causes(made.section) == snapshot_causes(section)
    assert snapshot_faults(made.section) == []


def test_a_ladder_reads_the_same_whoever_closed_the_round():
    section = section_of(preset="blitz", players=4, system="knockout")
    with translation.override("nl"):
        played_round(section)
    names = [column["name"] for column in snapshot_in_force(section).columns]
    assert names == ["Eliminated in round", "Points"]
    assert {row["values"][0]["text"] for row in snapshot_in_force(section).rows} == {"still in", "1"}
    assert snapshot_faults(section) == []


def test_who_goes_on_from_a_tied_match_changes_what_is_published():
    section = section_of(preset="blitz", players=4, system="knockout")
    row = played_round(section, Outcome.DRAW)
    for pairing in row.pairings.filter(black__isnull=False):
        facts = {"pairing_id": pairing.pk, "winner_id": pairing.black_id, "how": "lot"}
        decide_match(note="toss", actor=SYSTEM, **facts)
    assert snapshot_faults(section) == []
    assert snapshot_causes(section)[-1] == (1, "result", "toss")
    ranks = {line["name"]: line["rank"] for line in snapshot_in_force(section).rows}
    winners = {pairing.black.name for pairing in row.pairings.select_related("black")}
    assert {name for name, rank in ranks.items() if rank == 1} == winners


def test_nobody_changes_or_deletes_published_standings(section):
    played_round(section)
    snapshot = snapshot_in_force(section)
    for change in (
        snapshot.save,
        snapshot.delete,
        section.snapshots.all().delete,
        lambda: section.snapshots.update(reason="x"),
        lambda: StandingsSnapshot.objects.bulk_update([snapshot], ["reason"]),
    ):
        with pytest.raises(AppendOnlyViolation):
            change()
    for statement in ("UPDATE {} SET reason = 'x'", "DELETE FROM {}"):
        refused = pytest.raises(DatabaseError, match="never changed")
        with refused, transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement.format("tournaments_standingssnapshot"))
    assert StandingsSnapshot.objects.get().reason == ""


def test_the_check_finds_what_was_changed_behind_our_back(section, capsys):
    played_round(section)
    call_command("check_standings")
    assert "snapshots=1 differences=0" in capsys.readouterr().out
    section.round_rows.get().pairings.first().games.update(outcome=Outcome.DRAW)
    with pytest.raises(SystemExit) as left:
        call_command("check_standings", f"{section.event.slug}/{section.slug}")
    assert left.value.code == 1
    assert "round=1" in capsys.readouterr().out


def test_the_check_finds_a_changed_figure_and_missing_standings(section):
    played_round(section)
    snapshot = snapshot_in_force(section)
    snapshot.rows[0]["values"][1]["amount"] = 99
    with guard_triggers.lifted(connection), connection.cursor() as cursor:
        cursor.execute("UPDATE tournaments_standingssnapshot SET rows = %s", [json.dumps(snapshot.rows)])
    assert {one.against for one in snapshot_faults(section)} == {"itself", "results"}
    with guard_triggers.lifted(connection), connection.cursor() as cursor:
        cursor.execute("DELETE FROM tournaments_standingssnapshot")
    assert [one.against for one in snapshot_faults(section)] == ["missing"]


def test_files_bring_published_standings_along(section):
    played_round(section)
    correct(section, 1, Outcome.DRAW)
    data = exported_section(section, "json").data
    made = import_section(organisation_id=section.event.organisation_id, data=data, name="a", actor=SYSTEM)
    assert snapshot_causes(made.section) == snapshot_causes(section)
    assert exported_section(made.section, "json").data == data
    report = exported_section(section, "trf26").data
    made = import_section(organisation_id=section.event.organisation_id, data=report, name="a", actor=SYSTEM)
    assert snapshot_causes(made.section) == [(1, "imported", "")]


@pytest.mark.parametrize(
    ("path", "value", "place"),
    [
        pytest.param(("rows",), [], "rows", id="nobody"),
        pytest.param(("rows", 0, "values", 0, "text"), "9", "rows", id="another figure"),
        pytest.param(("rows", 0, "rounds", 0, 1), 77, "rows", id="met a stranger"),
        pytest.param(("rows", 0, "rounds", 0, 0), "won", "rows", id="an unknown kind"),
        pytest.param(("rows", 0, "number"), "1", "rows", id="no number"),
        pytest.param(("facts", "rounds"), 10**9, "facts", id="too many rounds"),
        pytest.param(("facts",), [], "facts", id="no facts"),
        pytest.param(("columns", 0, "code"), "XYZ", "columns", id="an unknown tie-break"),
        pytest.param(("columns",), [], "columns", id="no columns"),
        pytest.param(("cause",), "whim", "cause", id="an unknown cause"),
    ],
)
def test_standings_that_do_not_add_up_are_refused(section, path, value, place):
    played_round(section)
    document = json.loads(exported_section(section, "json").data)
    holder = document["standings"][0]
    for step in path[:-1]:
        holder = holder[step]
    holder[path[-1]] = value
    data = json.dumps(document).encode()
    with pytest.raises(SectionFileUnreadable) as refused:
        import_section(organisation_id=section.event.organisation_id, data=data, name="a", actor=SYSTEM)
    assert refused.value.facts["place"] == f"standings[0].{place}"


def test_pages_show_what_is_in_force_what_was_and_what_changed(section, client):
    played_round(section)
    names = [section.event.slug, section.slug]
    correct(section, 1, Outcome.BLACK)
    published_round(section)
    page = client.get(reverse("tournaments:standings", args=names)).content.decode()
    assert "Version 2 of 2" in page
    assert "seen on the score sheet" in page
    assert "→" in page
    assert "may change" not in page
    first = client.get(reverse("tournaments:standings_before", args=[*names, 1, 1])).content.decode()
    assert "These standings have since been corrected." in first
    now = client.get(reverse("tournaments:standings_now", args=names)).content.decode()
    assert "may change" in now
    for number, version in ((2, 1), (1, 3), (1, 0), (9, 1)):
        address = reverse("tournaments:standings_before", args=[*names, number, version])
        assert client.get(address).status_code == 404
    reopen_round(round_id=section.round_rows.get(number=1).pk, actor=SYSTEM)
    page = client.get(reverse("tournaments:standings_after", args=[*names, 1])).content.decode()
    assert "The round was reopened" in page
