"""Games behind the score of a round: boards of teams, games of a match."""

from collections.abc import Iterable
from typing import Final

from django.db.models import Prefetch

from games.ballots import opening_of_game
from tournaments.core.league_rules import is_league
from tournaments.core.result_figures import mark_of_side
from tournaments.core.section_options import has_plus_draws
from tournaments.core.translate import Scorer
from tournaments.models import GameResult, Outcome, Pairing, Scoring, Section
from tournaments.pairing.values import Colour
from tournaments.standings.ranking.values import Game
from tournaments.teams.selectors.team_boards import matches_of


def games_by_round(section: Section, *, until: int) -> dict[tuple[int, int], tuple[Game, ...]]:
    """Return the games by entry id and round; empty in sections where a round is one game.

    A ballot is two games; boards of teams belong to no ballot.

    """
    has_games = section.games_per_pairing > 1 or section.is_team
    if not (has_games or _has_ballots(section) or has_plus_draws(section)):
        return {}
    scorer, found = Scorer(section), {}
    for match in _matches(section, until):
        results = list(match.games.all())
        if is_league(section) and any(one.outcome == Outcome.PENDING for one in results):
            continue  # a ballot counts once all its boards have a result
        for entry, is_first in ((match.white_id, True), (match.black_id or 0, False)):
            games = tuple(_game(result, scorer, is_first=is_first) for result in results)
            found[entry, match.round.number] = games
    return found


def _matches(section: Section, until: int) -> Iterable[Pairing]:
    """Return the matches up to a round with what their scores need: a large field has thousands of games."""
    rows = matches_of(section, until=until).only("white_id", "black_id", "round__number")
    bare = rows.prefetch_related(None).select_related(None).select_related("round")
    return bare.prefetch_related(Prefetch("games", GameResult.objects.only(*GAME_FIELDS)))


GAME_FIELDS: Final = ("pairing_id", "number", "outcome", "mark")


def _has_ballots(section: Section) -> bool:
    """Check that the games of two players belong to ballots."""
    return not section.is_team and bool(section.deck or section.scoring == Scoring.BALLOT)


def _game(result: GameResult, scorer: Scorer, *, is_first: bool) -> Game:
    is_white, section = is_first == (result.number % 2 == 1), scorer.section
    return Game(
        points=scorer.game(result.outcome, is_white=is_white, mark=result.mark),
        against=scorer.game(result.outcome, is_white=not is_white, mark=result.mark),
        colour=Colour.WHITE if is_white else Colour.BLACK,
        board_number=result.number,
        ballot=opening_of_game(result.number) if _has_ballots(section) else 0,
        mark=mark_of_side(result.mark, is_white=is_white),
    )
