"""Tie-break games of a level match of a knock-out: begin, remove, and decide the match.

Their results are entered, corrected and undone like those of other games (`results.py`), and so are their
records (`game_records.py`). None of them counts in the score of the match.
"""

from django.db import transaction

from club.core.actor import Actor
from tournaments.core.hooks import AfterResult, ResultChange
from tournaments.core.section_options import options_of
from tournaments.core.services.event_log import log_match
from tournaments.core.translate import Scorer
from tournaments.models import DecidedBy, Decision, GameResult, Outcome, Pairing
from tournaments.pairing.knockout.tie_breaks import first_begins
from tournaments.results.errors import UnknownGame
from tournaments.rounds.errors import (
    MatchDecided,
    NotInMatch,
    TieBreakBegun,
    TieBreakColours,
    TieBreakOpen,
)
from tournaments.rounds.selectors.tie_breaks import lead_in, tie_breaks_of
from tournaments.rounds.services.decisions import (
    decision_facts,
    is_undecided,
    locked_match,
    update_standings_of,
)
from tournaments.rounds.services.rounds import require_last_round


@transaction.atomic
def begin_tie_break(
    *, pairing_id: int, actor: Actor, white_id: int | None = None, clock: str | None = None, reason: str = ""
) -> GameResult:
    """Begin the next tie-break game of a level match.

    White of the first one is drawn by lot, or named if the lot was drawn at the board; then the sides
    alternate. The default time control is that of the tie-break game before, at first that of the section's
    tie-break games. Raises MatchDecided, TieBreakOpen while one is in progress, TieBreakColours, NotInMatch.
    """
    pairing = locked_match(pairing_id, actor)
    section, there = pairing.round.section, tie_breaks_of(pairing)
    place = {"board": pairing.board_number, "round": pairing.round.number}
    is_said = Decision.objects.filter(pairing=pairing).exists()
    if is_said or not is_undecided(pairing, Scorer(section)) or lead_in(pairing, there).winner:
        raise MatchDecided(**place)
    if any(one.outcome == Outcome.PENDING for one in there):
        raise TieBreakOpen(**place)
    if white_id is not None and white_id not in {pairing.white_id, pairing.black_id}:
        raise NotInMatch(board=pairing.board_number)
    number = 1 + (there[-1].number if there else section.games_per_pairing)
    if there and white_id is not None and (white_id == pairing.white_id) != bool(number % 2):
        raise TieBreakColours(**place)
    if not there:
        is_first = white_id == pairing.white_id
        if white_id is None:
            is_first = first_begins(section.seed, pairing.round.number, pairing.board_number or 0)
        number += bool(number % 2) != is_first
    usual = there[-1].clock if there else options_of(section).tie_break_clock or section.clock
    game = GameResult(
        pairing=pairing,
        number=number,
        is_tie_break=True,
        clock=usual if clock is None else " ".join(clock.split()),
    )
    game.full_clean()
    game.save(force_insert=True)
    log_match(
        "tournaments.tie_break.begun", pairing, actor, after=tie_break_facts(pairing, game), reason=reason
    )
    return game


@transaction.atomic
def remove_tie_break(*, pairing_id: int, game: int, actor: Actor, reason: str = "") -> None:
    """Remove the last tie-break game while it has no result and no record. Raises TieBreakBegun."""
    pairing = locked_match(pairing_id, actor)
    there = tie_breaks_of(pairing)
    found = next((one for one in there if one.number == game), None)
    if found is None:
        raise UnknownGame(game=game, games=pairing.round.section.games_per_pairing)
    if found != there[-1] or found.outcome != Outcome.PENDING or found.game_id is not None:
        raise TieBreakBegun(board=pairing.board_number, round=pairing.round.number)
    before = tie_break_facts(pairing, found)
    found.delete()
    log_match("tournaments.tie_break.taken_back", pairing, actor, before=before, reason=reason)


def follow_match(_pairing: Pairing) -> AfterResult:
    """Decide a match of a knock-out after a result of one of its tie-break games."""
    return _follow_result


def _follow_result(change: ResultChange) -> None:
    if change.result.is_tie_break:
        update_tie_break_winner(change.pairing, change.actor, reason=change.reason)


def update_tie_break_winner(pairing: Pairing, actor: Actor, *, reason: str = "") -> None:
    """Advance the leader of the tie-break games, or no one while they settle nothing.

    Another decision on the match (by lot, by the arbiter) is preserved. Callers lock the pairing and have
    written the result. Raises LaterRoundExists if a later round is paired on the advancing side.
    """
    fresh = Pairing.objects.select_related("round__section__event", "white", "black").get(pk=pairing.pk)
    winner = {1: fresh.white, 2: fresh.black}.get(lead_in(fresh, tie_breaks_of(fresh)).winner)
    if winner is not None and not is_undecided(fresh, Scorer(fresh.round.section)):
        return  # the points of the match decide it
    rows = Decision.objects.filter(pairing=fresh).select_related("winner", "pairing__round")
    said = rows.first()
    if said is not None and said.how != DecidedBy.TIE_BREAK:
        return
    if (said.winner_id if said else None) == (winner.pk if winner else None):
        return
    if said is not None:
        require_last_round(fresh.round)
    before = decision_facts(said) if said else None
    if winner is None:
        assert said is not None  # noqa: S101 - they differ
        said.delete()
        update_standings_of(fresh, reason)
        log_match("tournaments.match.left_open", fresh, actor, before=before, reason=reason)
        return
    decision = said or Decision(pairing=fresh)
    decision.winner, decision.how, decision.note = winner, DecidedBy.TIE_BREAK, ""
    decision.decided_by = actor.label[:200]
    decision.save()
    update_standings_of(fresh, reason)
    after = decision_facts(decision)
    log_match("tournaments.match.decided", fresh, actor, before=before, after=after, reason=reason)


def tie_break_facts(pairing: Pairing, game: GameResult) -> dict[str, object]:
    """Return a tie-break game in the form of the audit log."""
    white = pairing.white if game.number % 2 else pairing.black
    return {
        "round": pairing.round.number,
        "board": pairing.board_number,
        "game": game.number,
        "white": white.name if white else "",
        "entry": white.pk if white else None,
        "clock": game.clock,
    }
