"""Figures that tie-breaks share: scales of games and matches, scheduled opponents, games at the board."""

from small_events import event

from tournaments.pairing.values import RoundKind
from tournaments.standings.ranking.codes import Code
from tournaments.standings.ranking.ranking import tiebreak_of
from tournaments.standings.ranking.tiebreak import EVERYWHERE, ONLY_TEAMS
from tournaments.standings.ranking.tiebreak_context import TiebreakContext
from tournaments.standings.ranking.values import Basis, Part, Scale, Score, own_value

GAMES = Scale(win=4, draw=2, loss=1)


def test_scales_of_a_match_of_two_games():
    results = event("2w1", "1b0", game_scale=GAMES, games_per_round=2)
    context = TiebreakContext(results)
    assert context.scale(Score.MATCH) == results.scale
    assert context.scale(Score.GAME) == Scale(win=8, draw=4, loss=2)
    assert context.game_scale == GAMES


def test_without_games_both_scores_have_one_scale():
    context = TiebreakContext(event("2w1", "1b0"))
    assert context.scale(Score.GAME) == context.game_scale == context.scale(Score.MATCH)
    assert (Score.GAME.other, Score.MATCH.other) == (Score.MATCH, Score.GAME)


def test_the_scheduled_opponents_round():
    """Number 7 has no row in this table."""
    context = TiebreakContext(event("2w1 U 7w1", "1b0 Z Z"))
    assert context.scheduled_against(1, 0) is context.outcomes[2][0]
    assert context.scheduled_against(1, 1) is None
    assert context.scheduled_against(1, 2) is None


def test_a_forfeit_and_a_bye_are_not_over_the_board():
    context = TiebreakContext(event("2w1 2+ U", "1b0 1- Z"))
    assert [at for at, _outcome in context.over_the_board(1)] == [1]
    assert [entrant.played for entrant in context.results.entrants] == [1, 1]


def test_a_forfeit_counts_as_played_in_a_round_robin_or_with_p():
    for is_round_robin, text, expected in ((False, "BH", 0), (False, "BH/P", 1), (True, "BH", 1)):
        context = TiebreakContext(event("2w1 2+ U", "1b0 1- Z", is_round_robin=is_round_robin))
        played, forfeit, bye = context.outcomes[1]
        code = Code.read(text)
        assert context.counts_as_played(played, code)
        assert context.counts_as_played(forfeit, code) == bool(expected)
        assert bye.kind is RoundKind.ALLOCATED_BYE
        assert not context.counts_as_played(bye, code)


def test_an_entrys_own_figure_is_one_part():
    assert own_value(2100).parts == (Part(0, 0, 2100, Basis.OWN_DATA),)
    assert own_value(None).parts == ()


def test_direct_encounter_is_for_everybody_and_its_extended_form_for_teams():
    assert (tiebreak_of(Code.read("DE")).article, tiebreak_of(Code.read("DE")).fits) == ("6", EVERYWHERE)
    assert (tiebreak_of(Code.read("EDE")).article, tiebreak_of(Code.read("EDE")).fits) == ("13.3", ONLY_TEAMS)
