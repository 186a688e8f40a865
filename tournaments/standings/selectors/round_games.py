"""Games behind the score of a round: boards of teams, games of a match."""

from collections.abc import Iterable
from typing import Final

from django.db.models import Prefetch

from games.ballots import opening_of_game
from tournaments.core.league_rules import is_league
from tournaments.core.result_figures import mark_of_side
from tournaments.core.section_options import has_plus_draws
from tournaments.core.translate import Scored, Scorer
from tournaments.models import GameResult, Outcome, Pairing, Scoring, Section
from tournaments.pairing.values import Colour
from tournaments.standings.ranking.values import Game
from tournaments.teams.selectors.team_boards import matches_of


def games_by_round(section: Section, *, until: int) -> dict[tuple[int, int], tuple[Game, ...]]:
    """Return the games by entry id and round; empty in sections where a round is one game.

    A ballot is two games; boards of teams belong to no ballot.

    """
    if not _counts_games(section):
        return {}
    matches = _matches(section, until)
    seats = (
        (match.round.number, match.white_id, match.black_id or 0, match.games.all()) for match in matches
    )
    return games_of_matches(section, seats)


def _counts_games(section: Section) -> bool:
    """Check that a round is more than one game, or that its game has a mark or an opening."""
    has_games = section.games_per_pairing > 1 or section.is_team
    return has_games or _has_ballots(section) or has_plus_draws(section)


Match = tuple[int, int, int, Iterable[Scored]]
"""Round, entry with White in the first game, its opponent, games."""


def games_of_matches(section: Section, matches: Iterable[Match]) -> dict[tuple[int, int], tuple[Game, ...]]:
    """Return the games of these matches as `games_by_round` does."""
    scorer, found = Scorer(section), dict[tuple[int, int], tuple[Game, ...]]()
    if not _counts_games(section):
        return found
    for number, white, black, games in matches:
        results = list(games)
        if is_league(section) and any(one.outcome == Outcome.PENDING for one in results):
            continue  # a ballot counts once all its boards have a result
        for entry, is_first in ((white, True), (black, False)):
            found[entry, number] = tuple(_game(result, scorer, is_first=is_first) for result in results)
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


def _game(result: Scored, scorer: Scorer, *, is_first: bool) -> Game:
    is_white, section = is_first == (result.number % 2 == 1), scorer.section
    return Game(
        points=scorer.game(result.outcome, is_white=is_white, mark=result.mark),
        against=scorer.game(result.outcome, is_white=not is_white, mark=result.mark),
        colour=Colour.WHITE if is_white else Colour.BLACK,
        board_number=result.number,
        ballot=opening_of_game(result.number) if _has_ballots(section) else 0,
        mark=mark_of_side(result.mark, is_white=is_white),
    )
