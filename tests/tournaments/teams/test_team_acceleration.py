"""Points lent to teams (C.04.7 with C.04.6): option, reports, pairing, checking and explanation."""

import io
import json

import pytest
from against_gacrux import their_pairs
from club_evening import director, draft_of, published_of
from django.core.management import CommandError, call_command
from django.urls import reverse
from small_reports import player_line, team_line, trf
from team_evening import teams_of

from club.core.actor import SYSTEM
from club.models import Organisation
from tournaments.core.errors import AccelerationByBoards, AccelerationUnfit
from tournaments.core.lent_points import lent_points_of
from tournaments.core.translate import snapshot_of
from tournaments.events.services.events import change_section
from tournaments.exchange.note_texts import NOTES
from tournaments.exchange.selectors.section_exports import exported_section
from tournaments.exchange.selectors.trf_rounds import paired_round
from tournaments.exchange.selectors.trf_teams import team_snapshot
from tournaments.exchange.services.section_files import import_section
from tournaments.exchange.trf import read_trf
from tournaments.models import Round, Scoring, Section
from tournaments.results.pages.boards import board_lines
from tournaments.rounds.checks import round_report
from tournaments.rounds.pages.reasons import reasons_context

TEAMS = [team_line(number, f"Team {number}", number) for number in range(1, 9)]
PLAYERS = [player_line(number, "0.0") for number in range(1, 9)]


def report_of(code, *records, rounds=5):
    head = ("012 Cup", f"142 {rounds}", "152 W", f"192 {code}", "352 W", "162  W 1.0    D 0.5    L 0.0")
    return trf(*records, *PLAYERS, *TEAMS, head=head)


def lent(points, first, last, *, column="match"):
    """Record 250 for the first two rounds."""
    matches, boards = (points, "") if column == "match" else ("", points)
    return f"250 {matches:>4} {boards:>4}   1   2 {first:4d} {last:4d}"


def scores(report, number=1):
    return [player.pairing_score(number) for player in team_snapshot(report, number).players]


class TestReports:
    def test_records_250_make_the_score_groups(self):
        report = read_trf(report_of("FIDE_TEAM_BAKU", lent("2.0", 1, 4))).report
        assert scores(report) == [20] * 4 + [0] * 4
        paired = paired_round(report, round_number=1)
        assert {frozenset((one.white, one.black)) for one in paired.boards} == {
            frozenset(pair) for pair in ((1, 3), (2, 4), (5, 7), (6, 8))
        }
        assert [bracket.score for bracket in paired.brackets] == [20, 0]

    @pytest.mark.parametrize(
        ("code", "record", "made", "note"),
        [
            ("FIDE_TEAM", lent("2.0", 1, 4), 20, None),
            ("FIDE_TEAM", lent("2.0", 1, 4, column="boards"), 0, "lent_boards_unused"),
            ("FIDE_TEAM_GP_MP", lent("2.0", 1, 4, column="boards"), 20, None),
            ("FIDE_TEAM_GP_MP", lent("2.0", 1, 4), 0, "lent_matches_unused"),
        ],
    )
    def test_the_column_of_the_score_that_pairs_counts(self, code, record, made, note, tmp_path):
        path = tmp_path / "a.trf"
        path.write_bytes(report_of(code, record))
        assert scores(read_trf(path.read_bytes()).report)[0] == made
        err = io.StringIO()
        call_command("pair", str(path), stdout=io.StringIO(), stderr=err)
        assert (str(NOTES[note]) % {"first": 1, "last": 4} if note else "lends") in err.getvalue() or not note
        assert bool(note) == ("no points are lent" in err.getvalue())

    def test_without_records_250_the_type_code_lends_by_c_04_7(self, tmp_path):
        path = tmp_path / "a.trf"
        path.write_bytes(report_of("FIDE_TEAM_TYPEB_MP_GP_BAKU"))
        out, err = io.StringIO(), io.StringIO()
        call_command("pair", str(path), "--explain", "--format", "json", stdout=out, stderr=err)
        said = json.loads(out.getvalue())
        assert said["accelerated"]
        assert [note["code"] for note in said["mended"]] == ["acceleration_computed"]
        assert [bracket["score"] for bracket in said["brackets"]] == ["2.0", "0.0"]
        told = said["brackets"][0]["pairs"][0]["meeting"]
        assert [one["facts"] for one in told if one["code"] == "lent_points"] == [
            {"player": number, "own_score": 0, "lent_score": 20} for number in (1, 3)
        ]

    def test_an_event_from_before_the_text_is_told(self, tmp_path):
        path, err = tmp_path / "a.trf", io.StringIO()
        path.write_bytes(report_of("FIDE_TEAM", "042 2024/12/01"))
        call_command("check_pairings", str(path), stdout=io.StringIO(), stderr=err)
        assert "began on 2024/12/01; it is paired by the text in force since 2026-02-01" in err.getvalue()

    def test_board_points_that_pair_cannot_be_accelerated(self, tmp_path):
        path = tmp_path / "a.trf"
        path.write_bytes(report_of("FIDE_TEAM_GP_MP_BAKU"))
        with pytest.raises(CommandError, match="pairs by board points"):
            call_command("pair", str(path), stdout=io.StringIO(), stderr=io.StringIO())

    def test_upfloaters_are_told_in_the_bracket_they_were_moved_to(self, tmp_path):
        path = tmp_path / "a.trf"
        path.write_bytes(report_of("FIDE_TEAM_BAKU", lent("2.0", 1, 3)))
        out = io.StringIO()
        call_command("pair", str(path), "--explain", stdout=out, stderr=io.StringIO())
        lines = out.getvalue().splitlines()
        assert lines[lines.index("# Score bracket 2.0") + 3] == "#   float up: 4"
        assert not [line for line in lines if "moved down" in line]
        assert "3 has 0.0 points, plus 2.0 lent for this round. (C.04.7 1.5)" in out.getvalue()


@pytest.mark.django_db
class TestSections:
    def settle(self, section, **options):
        section = Section.objects.get(pk=section.pk)
        return change_section(section_id=section.pk, version=section.version, options=options, actor=SYSTEM)

    def come_in(self, data):
        club, _ = Organisation.objects.get_or_create(slug="south", defaults={"name": "South"})
        return import_section(organisation_id=club.pk, data=data, name="a.trf", actor=SYSTEM)

    def test_the_option_lends_match_points_and_the_reasons_tell_it(self):
        section = self.settle(teams_of(8, rounds=5), acceleration="baku")
        row = draft_of(section)
        assert [player.virtual_in(1) for player in snapshot_of(section, 1).players] == [2] * 4 + [0] * 4
        pairs = {(one.white.number, one.black.number) for one in row.pairings.all()}
        assert {frozenset(pair) for pair in pairs} == {
            frozenset(pair) for pair in ((1, 3), (2, 4), (5, 7), (6, 8))
        }
        row = Round.objects.select_related("section").get(pk=row.pk)
        assert round_report(row).is_legal
        told = [text for why in reasons_context(row, board_lines(row))["whys"].values() for text in why]
        assert [
            f"Team {at:02} has 0 points, plus 2 lent for this round. (C.04.7 1.5)" for at in (1, 2, 3, 4)
        ] == (sorted(text for text in told if "lent" in text))

    def test_what_goes_out_lends_the_same_and_says_so(self):
        section = self.settle(teams_of(8, rounds=5), acceleration="baku")
        published_of(section)
        made = exported_section(section, "trf26")
        report = read_trf(made.data).report
        assert report.type_code == "FIDE_TEAM_TYPEA_MP_GP_BAKU"
        assert scores(report) == [20] * 4 + [0] * 4
        assert [one.last_player for one in report.accelerations] == [4, 4, 4]
        pytest.importorskip("gacrux", reason="gacrux is missing: make .venv/installed-oracle")
        ours = {(board.white, board.black) for board in paired_round(report, round_number=1).boards}
        assert their_pairs(made.data, 1) == ours
        assert self.come_in(made.data).section.options == {"acceleration": "baku"}
        fewer = made.data.replace(b"250  2.0", b"250  1.0", 1)
        assert [one.points for one in lent_points_of(self.come_in(fewer).section)] == [1, 2, 1]
        assert "lent_to_teams_left_out" in {note.code for note in exported_section(section, "trf16").notes}
        assert read_trf(exported_section(section, "trf16").data).report.accelerations == ()

    @pytest.mark.parametrize(
        ("code", "options", "note"),
        [
            ("FIDE_TEAM_BAKU", {"acceleration": "baku"}, None),
            ("FIDE_TEAM_TYPEA_GP_MP_BAKU", {}, "acceleration_left_out"),
        ],
    )
    def test_a_type_code_comes_in_as_the_option(self, code, options, note):
        made = self.come_in(report_of(code))
        assert made.section.options == options
        assert (note is None) or note in {one.code for one in made.notes}

    def test_records_250_come_in_by_the_column_that_pairs(self):
        record = "250  2.0  4.0   1   2    1    4"
        assert lent_points_of(self.come_in(report_of("FIDE_TEAM", record)).section)[0].points == 2
        assert lent_points_of(self.come_in(report_of("FIDE_TEAM_GP_MP", record)).section)[0].points == 8

    def test_it_wants_match_points_of_which_two_draws_make_a_win(self):
        section = teams_of(4, rounds=5)
        Section.objects.filter(pk=section.pk).update(match_win_points=3)
        with pytest.raises(AccelerationUnfit) as refusal:
            self.settle(section, acceleration="baku")
        assert refusal.value.facts == {"win": 3, "draw": 1, "loss": 0}
        Section.objects.filter(pk=section.pk).update(match_win_points=2, scoring=Scoring.GAMES)
        with pytest.raises(AccelerationByBoards):
            self.settle(section, acceleration="baku")

    def test_the_settings_offer_it(self, client):
        section = teams_of(4, rounds=5)
        client.force_login(director())
        page = reverse("tournaments:desk_settings", args=[section.pk])
        shown = client.get(page)
        form = next(one for one in shown.context["option_forms"] if one.is_pinned)
        assert (form.system, list(form.fields)) == ("team_swiss_2026", ["acceleration"])
        base = {name: field for name, field in shown.context["form"].initial.items() if field is not None}
        base["tie_breaks"] = ", ".join(section.tie_breaks)
        answer = client.post(page, base | {"team_swiss_2026-acceleration": "baku"})
        assert answer.status_code == 302, answer.context["form"].errors
        assert Section.objects.get(pk=section.pk).options == {"acceleration": "baku"}
