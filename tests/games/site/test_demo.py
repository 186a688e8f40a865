"""The demo: real games without a fault, and disputes that show what they were written for."""

import pytest
from django.core.management import call_command

from games.demo.services import FOLDER
from games.laws.judge import judge
from games.models import Game
from games.pdn import read_games
from games.rules import VARIANTS

DISPUTES = {
    "a capture not made": {"must_capture"},
    "a capture broken off": {"capture_incomplete"},
    "on through the king row": {"went_on_through_king_row"},
    "a man moved backward": {"man_moved_backward"},
    "out of turn": {"out_of_turn"},
    "touched, and another piece moved": {"touched_not_moved", "forfeit"},
    "a piece touched that cannot move": {"touched_unmovable", "caution", "forfeit"},
    "straightening without a word": {"adjusted_unannounced", "warning", "forfeit"},
    "the fourth time": {"repetition"},
    "fifty moves and nothing happens": {"move_count"},
    "which way did it jump?": {"ambiguous_capture"},
    "the result and the board": {"result_against_board"},
    "an illegal move that was not corrected": {"must_capture"},
}


def records(name):
    with (FOLDER / name).open("rb") as file:
        return list(read_games(file))


def test_sixty_real_games_replay_legally_and_name_their_source():
    games = records("nineteenth_century.pdn")
    assert len(games) == 60
    for record in games:
        verdict = judge(record)
        assert (verdict.is_legal, verdict.variant_source) == (True, "tag"), record
        assert "Open Checkers Archive" in record.tag("Source")
        assert 1841 <= int(record.tag("Date")[:4]) <= 1894
        assert record.warnings == []


@pytest.mark.parametrize("name", DISPUTES)
def test_a_dispute_shows_its_finding_and_is_introduced(name):
    (record,) = [one for one in records("disputes.pdn") if one.tag("Event") == f"Dispute: {name}"]
    verdict = judge(record)
    shown = {finding.code for finding in verdict.findings} | {claim.code for claim in verdict.claims}
    shown |= {proposal.sanction.value for proposal in verdict.proposals}
    assert DISPUTES[name] <= shown
    assert len(record.body[0].words) > 50


def test_every_variant_but_english_has_a_game_that_replays_legally_under_the_rules_its_tag_tells():
    verdicts = [judge(record) for record in records("one_of_each.pdn")]
    assert {verdict.variant.key for verdict in verdicts} == set(VARIANTS) - {"english"}
    for verdict in verdicts:
        assert (verdict.is_legal, verdict.variant_source, verdict.record.warnings) == (True, "tag", [])
        assert verdict.result.winner != "none"


def test_every_dispute_is_examined():
    assert {one.tag("Event").removeprefix("Dispute: ") for one in records("disputes.pdn")} == set(DISPUTES)


@pytest.mark.django_db
def test_the_demo_is_loaded_once(capsys):
    call_command("loaddemo")
    assert "92 games added" in capsys.readouterr().out
    call_command("loaddemo")
    assert "0 games added, 92" in capsys.readouterr().out
    assert Game.objects.filter(organisation__slug="demo-club").count() == 92
