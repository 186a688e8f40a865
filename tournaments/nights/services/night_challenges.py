"""Challenges that a board of a club night decides. Lock order: section, then ladders."""

from django.db.models import Q

from club.core.actor import Actor
from tournaments.ladders.services.challenges import locked_challenge, reopen_by_night, settle_by_night
from tournaments.models import OPEN_CHALLENGES, Challenge, GameResult, Outcome, Pairing
from tournaments.ratings.selectors.rated_games import HALF_POINTS
from tournaments.standings.ranking.ladder import ChallengeResult

LockedChallenge = Challenge


def lock_challenges(pairing: Pairing) -> list[LockedChallenge]:
    """Return the challenges that a board has decided or would decide; lock their ladders in one order."""
    players = [one.person_id for one in (pairing.white, pairing.black) if one and one.person_id]
    section = pairing.round.section
    waiting = Q(
        state__in=OPEN_CHALLENGES,
        challenger__in=players,
        challenged__in=players,
        ladder__organisation=section.event.organisation_id,
        ladder__variant__in=["", section.variant],
    )
    rows = Challenge.objects.filter(Q(pairing=pairing) | waiting).order_by("ladder_id", "pk")
    return [locked_challenge(key) for key in rows.values_list("pk", flat=True)]


def update_challenges(challenges: list[LockedChallenge], pairing: Pairing, actor: Actor) -> None:
    """Settle, correct or reopen challenges by the current results of the board."""
    for row in challenges:
        if not row.is_open and row.pairing_id != pairing.pk:
            continue  # settled in another way by now
        result = _result(row, pairing)
        if result:
            settle_by_night(row, result, pairing, actor)
        elif row.pairing_id == pairing.pk:
            reopen_by_night(row, actor)


def _result(row: Challenge, pairing: Pairing) -> str:
    """Return the result of a board once all its games are played; empty before."""
    games = list(GameResult.objects.filter(pairing=pairing))
    if not games or any(game.outcome not in HALF_POINTS for game in games):
        return ""
    first = sum(_half_points(game) for game in games)
    if first == len(games):
        return ChallengeResult.DRAW.value
    first_won = first > len(games)
    challenger_is_first = pairing.white.person_id == row.challenger_id
    won = ChallengeResult.CHALLENGER if first_won == challenger_is_first else ChallengeResult.CHALLENGED
    return won.value


def _half_points(game: GameResult) -> int:
    """Return the half points of a game for the player who has White in game 1."""
    white = HALF_POINTS[Outcome(game.outcome)]
    return white if game.number % 2 == 1 else 2 - white
