"""A report of teams for pairing systems and tie-breaks: matches, not the games of players."""

from functools import partial

from tournaments.exchange.selectors.team_system import TeamSystem, notes_on_lent, team_system
from tournaments.exchange.selectors.trf_parts import TENTHS
from tournaments.exchange.trf import FileRepair, Report, ReportedPair
from tournaments.exchange.trf.errors import NoSuchRound, RoundUnfinished
from tournaments.exchange.trf.matches import ALLOCATED, TeamMatch, TeamRoundReport, boards_of, team_rounds
from tournaments.exchange.trf.results import WITH_OPPONENT
from tournaments.exchange.trf.scoring import announced_bye, lent_points, points_of
from tournaments.exchange.trf.snapshots import drawn_colour, forbidden_pairs
from tournaments.exchange.trf.team_scores import team_histories
from tournaments.exchange.trf.teams import match_points, teams_of
from tournaments.pairing.explanation import BracketReasons, brackets_of_upfloaters, nothing_to_explain
from tournaments.pairing.lexicographic.team_colours import PreferenceType
from tournaments.pairing.lexicographic.team_swiss import TeamSwissOptions, pair_team_swiss
from tournaments.pairing.lineup import Lineup, ScoreBy
from tournaments.pairing.registry import PairingSystem
from tournaments.pairing.round_robin.schedule import pair_round_robin, round_robin_of
from tournaments.pairing.values import NOBODY, Colour, Player, Proposal, Snapshot
from tournaments.standings.ranking.values import Entrant, Game, Results, Scale, Score, outcome_of


def system_of_teams(report: Report) -> PairingSystem:
    """The system that the report names, or FIDE's Swiss for teams."""
    told = team_system(report.type_code)
    is_table = told.system == "team_round_robin"
    return PairingSystem(
        key=told.system,
        regulation="FIDE C.05 annex 1" if is_table else "FIDE C.04.6",
        in_force_from="" if is_table else "2026-02-01",
        type_codes=(report.type_code,),
        can_be_accelerated=not is_table,
        pair=partial(_paired_table if is_table else _paired_swiss, told),
        explain=nothing_to_explain if is_table else partial(_explain, told),
    )


def _paired_table(told: TeamSystem, snapshot: Snapshot) -> Proposal:
    cycles = told.options.get("cycles", 1)
    return pair_round_robin(snapshot, round_robin_of(snapshot, cycles=cycles, swap_last_rounds=cycles > 1))


def _paired_swiss(told: TeamSystem, snapshot: Snapshot) -> Proposal:
    swiss = TeamSwissOptions(
        score_by=_score_by(told),
        preference=PreferenceType(told.options.get("team_preference", PreferenceType.A.value)),
        first_by_second_score=told.options.get("first_by_second_score", True),
    )
    return pair_team_swiss(snapshot, swiss)


def _explain(told: TeamSystem, snapshot: Snapshot, proposal: Proposal) -> tuple[BracketReasons, ...]:
    lineup = Lineup(snapshot, _score_by(told), second_orders=False)
    numbers = (player.number for player in lineup.players)
    return brackets_of_upfloaters(dict(zip(numbers, lineup.score, strict=True)), proposal)


def _score_by(told: TeamSystem) -> ScoreBy:
    return ScoreBy.MATCH_POINTS if told.by_match else ScoreBy.GAME_POINTS


def notes_on_teams(report: Report) -> tuple[FileRepair, ...]:
    """Return the assumptions made to pair and rank the teams of a report."""
    told, notes = team_system(report.type_code), team_rounds(report)[1]
    return (*told.notes(report.type_code), *notes_on_lent(report), *notes)


def paired_rounds_of_teams(report: Report) -> int:
    """The last round in which teams met."""
    return max((told.number for told in team_rounds(report)[0] if told.matches), default=0)


def team_snapshot(report: Report, round_number: int) -> Snapshot:
    """Return the teams before a round, in tenths; raise NoSuchRound or RoundUnfinished if there is none."""
    if round_number < 1 or (report.rounds and round_number > report.rounds):
        raise NoSuchRound(round=round_number, rounds=report.rounds)
    rounds, _notes = team_rounds(report)
    for told in rounds[: round_number - 1]:
        for match in told.matches:
            if match.is_open:
                raise RoundUnfinished(round=told.number, player=match.first)
    histories, points = team_histories(report, rounds), match_points(report)
    by_match = team_system(report.type_code).by_match
    is_told = round_number <= len(rounds) and bool(rounds[round_number - 1].matches)
    idle = rounds[round_number - 1].idle if is_told else {}
    return Snapshot(
        players=tuple(
            Player(
                number=team.number,
                rounds=tuple(histories[team.number][: round_number - 1]),
                is_present=_is_present(report, idle.get(team.number), team.number, round_number),
                virtual=_lent_points(report, team.number, round_number, by_match=by_match),
                rating=team.rating,
            )
            for team in teams_of(report)
        ),
        round_number=round_number,
        rounds=report.rounds or max(round_number, len(rounds)),
        win=points["TW"],
        draw=points["TD"],
        loss=points["TL"],
        initial_colour=report.initial_colour or drawn_colour(report),
        forbidden=forbidden_pairs(report, round_number),
    )


def _lent_points(report: Report, team: int, until: int, *, by_match: bool) -> tuple[int, ...]:
    """Return the points lent to a team in each round by records 250, that of `until` included."""
    if not report.accelerations:
        return ()
    return tuple(lent_points(report, team, at, by_match=by_match) for at in range(1, until + 1))


def _is_present(report: Report, letter: str | None, team: int, round_number: int) -> bool:
    """Check that a team is to be paired: it has an opponent or the allocated bye, or has requested no bye."""
    if letter is not None:
        return letter == ALLOCATED
    return not announced_bye(report, team, round_number)


def reported_matches(report: Report, round_number: int) -> tuple[ReportedPair, ...]:
    """The matches of a round as the report has them, the team named first first, the bye last."""
    told = team_rounds(report)[0][round_number - 1]
    pairs = [ReportedPair(match.first, match.second) for match in told.matches]
    byes = [ReportedPair(team, NOBODY) for team, letter in told.idle.items() if letter == ALLOCATED]
    return (*sorted(pairs, key=lambda pair: pair.white), *byes)


def team_results(report: Report) -> Results:
    """Return a report's team results after the last finished round; both scores in tenths."""
    rounds, _notes = team_rounds(report)
    finished = _last_finished_round(rounds)
    told, points = team_system(report.type_code), match_points(report)
    histories = team_histories(report, rounds)
    games = {
        (team, one.number): _games(report, match, is_first=team == match.first)
        for one in rounds[:finished]
        for match in one.matches
        for team in (match.first, match.second)
    }
    return Results(
        entrants=tuple(
            Entrant(
                number=team.number,
                rating=team.rating,
                outcomes=tuple(
                    outcome_of(one, games.get((team.number, at), ()))
                    for at, one in enumerate(histories[team.number][:finished], start=1)
                ),
            )
            for team in teams_of(report)
        ),
        rounds=finished,
        scale=_scale(points["TW"], points["TD"], points["TL"]),
        game_scale=_scale(*(points_of(report, symbol) for symbol in "WDL")),
        games_per_round=boards_of(report),
        primary=Score.MATCH if told.by_match else Score.GAME,
        is_round_robin=told.system == "team_round_robin",
        is_of_teams=True,
    )


def _last_finished_round(rounds: tuple[TeamRoundReport, ...]) -> int:
    """The last round before which, itself included, every match has its results."""
    for told in rounds:
        if any(match.is_open for match in told.matches):
            return told.number - 1
    return len(rounds)


def _scale(win: int, draw: int, loss: int) -> Scale:
    return Scale(win=win, draw=draw, loss=loss, unit=TENTHS, decimals=1)


def _games(report: Report, match: TeamMatch, *, is_first: bool) -> tuple[Game, ...]:
    mine, theirs = (0, 1) if is_first else (1, 0)
    return tuple(
        Game(
            points=_points(report, board.letters[mine]),
            against=_points(report, board.letters[theirs]),
            colour=Colour.WHITE if is_first == (at % 2 == 1) else Colour.BLACK,
            board_number=at,
        )
        for at, board in enumerate(match.boards, start=1)
    )


def _points(report: Report, letter: str) -> int:
    return points_of(report, WITH_OPPONENT[letter][1]) if letter else 0
