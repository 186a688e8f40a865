"""Matches of a reported round in the order of their tables, which a report does not state."""

from collections.abc import Mapping, Sequence
from typing import Any

from tournaments.exchange.trf.matches import ALLOCATED, TeamMatch, TeamRoundReport
from tournaments.exchange.trf.snapshots import forbidden_pairs
from tournaments.exchange.trf.teams import match_points
from tournaments.exchange.trf.values import Report
from tournaments.pairing.boards import boards_in_order
from tournaments.pairing.lexicographic.team_colours import PreferenceType
from tournaments.pairing.lexicographic.team_swiss import TeamSwissOptions, pair_team_swiss
from tournaments.pairing.lineup import ScoreBy
from tournaments.pairing.refusals import ScheduleRefusal
from tournaments.pairing.round_robin.schedule import pair_round_robin, round_robin_of
from tournaments.pairing.values import Colour, NoLegalPairing, Pair, Player, PlayerRound, Proposal, Snapshot

MAX_TEAMS = 60
"""Up to so many teams a Swiss round is paired again to learn the order of its matches."""


def matches_in_order(
    report: Report,
    told: TeamRoundReport,
    histories: Mapping[int, Sequence[PlayerRound]],
    section: Mapping[str, Any],
) -> list[TeamMatch]:
    """Order the matches as the system does if these are its pairs, else by score (C.04.2 article 3.6)."""
    by_pair = {frozenset((match.first, match.second)): match for match in told.matches}
    snapshot = _snapshot(report, told, histories, section)
    proposal = _proposal(snapshot, section)
    ordered = [frozenset((pair.white, pair.black)) for pair in proposal.pairs] if proposal else []
    if set(ordered) == set(by_pair):
        return [by_pair[pair] for pair in ordered]
    pairs = tuple(Pair(match.first, match.second) for match in told.matches)
    boards = boards_in_order(snapshot, Proposal(pairs=pairs))
    return [by_pair[frozenset((board.white, board.black))] for board in boards]


def _snapshot(
    report: Report,
    told: TeamRoundReport,
    histories: Mapping[int, Sequence[PlayerRound]],
    section: Mapping[str, Any],
) -> Snapshot:
    points = match_points(report)
    return Snapshot(
        players=tuple(
            Player(
                number=team,
                rounds=tuple(rounds[: told.number - 1]),
                is_present=told.idle.get(team, ALLOCATED) == ALLOCATED,
            )
            for team, rounds in histories.items()
        ),
        round_number=told.number,
        rounds=section["rounds"],
        win=points["TW"],
        draw=points["TD"],
        loss=points["TL"],
        initial_colour=Colour(section["initial_colour"]),
        forbidden=forbidden_pairs(report, told.number),
    )


def _proposal(snapshot: Snapshot, section: Mapping[str, Any]) -> Proposal | None:
    options = section["options"]
    try:
        if section["system"] == "team_round_robin":
            cycles = options.get("cycles", 1)
            table = round_robin_of(snapshot, cycles=cycles, swap_last_rounds=cycles > 1)
            return pair_round_robin(snapshot, table)
        if len(snapshot.players) > MAX_TEAMS:
            return None
        by_match = section["scoring"] == "match"
        swiss = TeamSwissOptions(
            score_by=ScoreBy.MATCH_POINTS if by_match else ScoreBy.GAME_POINTS,
            preference=PreferenceType(options.get("team_preference", PreferenceType.A.value)),
            first_by_second_score=options.get("first_by_second_score", True),
        )
        return pair_team_swiss(snapshot, swiss)
    except (NoLegalPairing, ScheduleRefusal):
        return None
