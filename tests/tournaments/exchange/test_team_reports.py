"""Sections of teams as TRF26 and TRF16: what goes out comes back as the same event."""

import io
import json

import pytest
from club_evening import published_of
from django.core.management import CommandError, call_command
from effort import sample
from team_evening import match_of, teams_of

from club.backups.state_rows import to_text
from club.core.actor import SYSTEM
from club.models import Organisation
from tournaments.core.league_rules import team_rules
from tournaments.core.translate import histories
from tournaments.exchange.selectors.section_exports import exported_section
from tournaments.exchange.selectors.section_file import section_document
from tournaments.exchange.services.section_files import import_section
from tournaments.exchange.trf import read_trf
from tournaments.models import Absence, Outcome, Scoring, Section
from tournaments.results.services.results import forfeit_match, record_result
from tournaments.rounds.services.rounds import close_round, propose_round
from tournaments.standings.selectors.standings import standing_rows
from tournaments.teams.member_lines import MemberLine
from tournaments.teams.services.line_ups import set_line_up
from tournaments.teams.services.team_members import replace_members

pytestmark = pytest.mark.django_db
OUTCOMES = (Outcome.WHITE, Outcome.DRAW, Outcome.BLACK, Outcome.WHITE, Outcome.DRAW)


def import_report(data, name="a.trf"):
    club, _ = Organisation.objects.get_or_create(slug="south", defaults={"name": "South"})
    return import_section(organisation_id=club.pk, data=data, name=name, actor=SYSTEM)


def members_of(team):
    return list(team.members.order_by("board_order"))


def play(row, *, shift=0):
    """A result at every board that is still open."""
    at = shift
    for match in row.pairings.filter(black__isnull=False).order_by("board_number"):
        for game in match.games.filter(outcome=Outcome.PENDING).order_by("number"):
            record_result(
                pairing_id=match.pk, game=game.number, outcome=OUTCOMES[at % len(OUTCOMES)], actor=SYSTEM
            )
            at += 1


def an_event(**facts):
    """Seven teams with five members, three rounds: everything that a line-up and a match can come to."""
    section = teams_of(7, members=5, **({"rounds": 5} | facts))
    teams = {entry.name: entry for entry in section.entries.all()}
    short = teams["Team 07"]
    lines = [MemberLine(member.name, member.rating) for member in members_of(short)[:3]]
    replace_members(entry_id=short.pk, lines=lines, actor=SYSTEM)
    row = published_of(section)
    play(row)
    close_round(round_id=row.pk, actor=SYSTEM)
    Absence.objects.create(entry=teams["Team 02"], round_number=2, kind="half")
    row = published_of(section)
    match = match_of(row, "Team 01")
    away = match.black if match.white.name == "Team 01" else match.white
    reserve = [member.pk for member in members_of(teams["Team 01"])][1:]
    set_line_up(pairing_id=match.pk, entry_id=teams["Team 01"].pk, members=reserve, actor=SYSTEM)
    others = match_of(row, "Team 04")
    if others.pk == match.pk:
        others = match_of(row, "Team 05")
    forfeit_match(pairing_id=others.pk, entry_id=others.black_id, actor=SYSTEM)
    assert away is not None
    play(row, shift=1)
    close_round(round_id=row.pk, actor=SYSTEM)
    row = published_of(section)
    play(row, shift=2)
    match = row.pairings.filter(black__isnull=False).order_by("board_number").first()
    record_result(pairing_id=match.pk, game=2, outcome=Outcome.PENDING, actor=SYSTEM, reason="too early")
    return Section.objects.get(pk=section.pk)


def told(section):
    """The event as far as it is the same wherever it stands: without the days on which it was entered."""
    document = section_document(section)
    names = {entry["key"]: entry["name"] for entry in document["entries"]}
    rounds = []
    for one in document["rounds"]:
        pairings = []
        for pairing in one["pairings"]:
            games = [
                (game["number"], game["outcome"], game["first_member"], game["second_member"])
                for game in pairing["games"]
            ]
            second = names.get(pairing["black"])
            pairings.append(
                (pairing["board_number"] or 0, names[pairing["white"]], second, pairing["bye"], games)
            )
        rounds.append((one["number"], one["state"], sorted(pairings, key=lambda line: (line[0], line[1]))))
    teams = [
        (
            entry["name"],
            entry["number"],
            entry["rating"],
            [(m["name"], m["rating"]) for m in entry["members"]],
        )
        for entry in document["entries"]
    ]
    return sorted(teams), rounds


def points(section):
    past = histories(section, before=99)
    rows = [(entry.number, past[entry.pk]) for entry in section.entries.all()]
    return {number: [(one.points, one.game_points) for one in rounds] for number, rounds in rows}


KINDS = [
    pytest.param({}, id="Swiss by match points"),
    pytest.param({"scoring": Scoring.GAMES, "options": {"team_preference": "b"}}, id="Swiss by board points"),
    pytest.param(
        {"system": "team_round_robin", "rounds": 14, "options": {"cycles": 2}}, id="double round robin"
    ),
    pytest.param(
        {"match_win_points": 3, "match_bye_points": 2, "win_points": 5, "draw_points": 2, "bye_points": 3},
        id="points of its own",
    ),
]


@pytest.mark.parametrize("facts", sample(KINDS, one_in=4))
def test_reading_what_was_written_gives_the_same_event(facts):
    section = an_event(**facts)
    made = exported_section(section, "trf26")
    assert made.notes == ()
    reading = import_report(made.data)
    again = reading.section
    assert {note.code for note in reading.notes} <= {"boards_assumed"}
    assert told(again) == told(section)
    assert points(again) == points(section)
    assert team_rules(again) == team_rules(section)
    assert exported_section(again, "trf26").data == made.data
    ranks = [(row.rank, row.entry.name, row.points) for row in standing_rows(section).rows]
    assert [(row.rank, row.entry.name, row.points) for row in standing_rows(again).rows] == ranks
    for name in ("win", "draw", "loss", "bye"):
        for prefix in ("", "match_"):
            field = f"{prefix}{name}_points"
            assert getattr(again, field) == getattr(section, field)


def test_an_independent_program_reads_the_same_points():
    from gacrux import trf2json

    section = an_event()
    match = section.round_rows.get(number=3).pairings.get(board_number=1)
    record_result(pairing_id=match.pk, game=2, outcome=Outcome.DRAW, actor=SYSTEM)
    data = exported_section(section, "trf26").data
    reader = trf2json.trf2json()
    reader.parse_file(data.decode(), 0)
    assert reader.get_status() == 0
    tournament = reader.get_tournament(1)
    counted, _boards, _byes, _rounds = reader.team_score_totals(tournament, "310")
    mine = {number: sum(one for one, _game in rounds) for number, rounds in points(section).items()}
    assert {team: int(score) for team, score in counted.items()} == mine
    stated = {team.number: team.game_points // 10 for team in read_trf(data).report.teams}
    assert stated == {
        number: sum(game for _one, game in rounds) for number, rounds in points(section).items()
    }


def test_a_team_without_names_comes_back_with_members_called_after_it():
    section = teams_of(4, rounds=3)
    nameless = section.entries.get(name="Team 02")
    replace_members(entry_id=nameless.pk, lines=[], actor=SYSTEM)
    row = published_of(section)
    play(row)
    made = exported_section(section, "trf26")
    assert [(note.code, note.facts["team"]) for note in made.notes] == [("boards_without_names", "Team 02")]
    again = import_report(made.data).section
    assert [member.name for member in members_of(again.entries.get(name="Team 02"))] == [
        f"Team 02 {at}" for at in range(1, 5)
    ]
    assert points(again) == points(section)


def test_an_older_report_has_lists_and_games():
    section = an_event()
    made = exported_section(section, "trf16")
    assert "teams_in_older_form" in {note.code for note in made.notes}
    reading = import_report(made.data)
    assert reading.section.is_team
    again, before = told(reading.section), told(section)
    assert [(name, members) for name, _number, _rating, members in again[0]] == [
        (name, members) for name, _number, _rating, members in before[0]
    ]
    for (number, _state, new), (_number, _old_state, old) in zip(again[1], before[1], strict=True):
        assert sorted(line[1:] for line in new) == sorted(line[1:] for line in old), number


def test_the_commands_take_a_report_of_teams(tmp_path):
    section = an_event()
    Organisation.objects.create(slug="west", name="West")
    file, lossless = tmp_path / "a.trf", tmp_path / "a.json"
    call_command("export_section", str(section.pk), "trf26", str(file))
    call_command("import_section", str(file), "--club", "west", stdout=io.StringIO())
    again = Section.objects.exclude(pk=section.pk).get()
    assert told(again) == told(section)
    call_command("export_section", str(again.pk), "json", str(lossless))
    assert json.loads(lossless.read_bytes())["section"]["match_win_points"] == 2


def test_a_file_from_before_match_points_keeps_its_points():
    document = section_document(teams_of(2, win_points=3, bye_points=2))
    for name in ("win", "draw", "loss", "bye"):
        del document["section"][f"match_{name}_points"]
    again = import_report(json.dumps(document, default=to_text).encode()).section
    assert (again.match_win_points, again.match_draw_points, again.match_bye_points) == (3, 1, 2)


# -- commands without a database -------------------------------------------------------------------


def command(name, path, *options):
    """What a command prints about a file, line by line."""
    out = io.StringIO()
    call_command(name, str(path), *options, stdout=out, stderr=io.StringIO())
    return out.getvalue().splitlines()


@pytest.fixture
def written(tmp_path):
    def write(section):
        path = tmp_path / "teams.trf"
        path.write_bytes(exported_section(section, "trf26").data)
        return path

    return write


def seats(row):
    """The matches of a round as `pair` writes them."""
    matches = row.pairings.filter(black__isnull=False).order_by("board_number")
    pairs = [(match.white.number, match.black.number) for match in matches]
    byes = [(one.white.number, 0) for one in row.pairings.filter(bye="allocated")]
    return [f"{row.number} {at} {a} {b}" for at, (a, b) in enumerate([*pairs, *byes], start=1)]


@pytest.mark.parametrize(
    "facts",
    [
        {},
        {"scoring": Scoring.GAMES, "options": {"team_preference": "b"}},
        {"system": "team_round_robin", "rounds": 9},
    ],
    ids=["Swiss", "Swiss by board points", "round robin"],
)
def test_a_round_of_teams_is_paired_from_the_report_as_at_the_desk(written, facts):
    section = an_event(**facts)
    path = written(section)
    for row in section.round_rows.order_by("number"):
        assert command("pair", path, "--round", str(row.number)) == seats(row)
    assert command("check_pairings", path)[0].endswith("rounds=3 differences=0")
    play(section.round_rows.get(number=3))
    draft = propose_round(section_id=section.pk, actor=SYSTEM)
    drafted, path = seats(draft), written(section)
    draft.delete()
    assert command("pair", path) == drafted


def test_a_round_of_teams_waits_for_the_results_of_the_one_before(written):
    path = written(an_event())
    with pytest.raises(CommandError, match="round 3"):
        command("pair", path, "--round", "4")
    with pytest.raises(CommandError, match="fide_dutch_2026"):
        command("pair", path, "--system", "fide_dutch_2026")


def figure(text):
    """A value as it is written; a dash where there is none."""
    return float(text) if text.strip("-\N{EN DASH}\N{EM DASH}") else None


CODES = "MPTS,GPTS,EDE,EMMSB,BC,TBR,BBE"


def test_standings_of_teams_are_those_of_the_section(written):
    section = an_event(tie_breaks=CODES.split(","))
    lines = command("standings", written(section), "--tie-breaks", CODES)
    told = {
        int(number): list(map(figure, rest)) for number, *rest in (line.split("\t") for line in lines[1:])
    }
    rows = standing_rows(section, after=2).rows
    assert told == {row.entry.number: [figure(one.text) for one in row.values[1:]] for row in rows}
    made = json.loads(
        "".join(command("standings", written(section), "--tie-breaks", CODES, "--format", "json"))
    )
    assert [one["name"] for one in made["standings"]] == [row.entry.name for row in rows]
