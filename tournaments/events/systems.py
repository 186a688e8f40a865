"""Registry of pairing systems, with the call of each by the options of a section."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from itertools import combinations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.house_rules.selectors import variant_if_known
from tournaments.core.league_rules import team_rules
from tournaments.core.section_options import GROUPS, Numbering, Separation, options_of
from tournaments.core.trees import decisions_of, knockout_of, scheveningen_of, teams_of
from tournaments.events.errors import UnknownSystem
from tournaments.models import Scoring, Section
from tournaments.pairing.boards import boards_in_order
from tournaments.pairing.club_night.round import ClubNightOptions, pair_club_night
from tournaments.pairing.keizer.options import KeizerOptions
from tournaments.pairing.keizer.round import pair_keizer
from tournaments.pairing.knockout.rounds import pair_knockout
from tournaments.pairing.lexicographic.double_swiss import double_swiss_with_next_best, pair_double_swiss
from tournaments.pairing.lexicographic.team_swiss import (
    TeamSwissOptions,
    pair_team_swiss,
    team_swiss_with_next_best,
)
from tournaments.pairing.lineup import ScoreBy
from tournaments.pairing.match_swiss.options import MatchSwissOptions, Pattern, Rematch
from tournaments.pairing.match_swiss.round import pair_match_swiss
from tournaments.pairing.reasons import Code, RoundReasons, because
from tournaments.pairing.round_robin.schedule import pair_round_robin, round_robin_of
from tournaments.pairing.swiss.dutch import pair_dutch
from tournaments.pairing.swiss.next_best import with_next_best
from tournaments.pairing.swiss.weights import heaviest
from tournaments.pairing.values import NOBODY, Colour, Pair, Proposal, Snapshot, propose_nothing

Ask = Callable[[Section, Snapshot], Proposal]
MANUAL = "manual"
TABLE = _("Set by the round-robin table (C.05 annex 1).")
TREE = _("Set by the bracket.")


@dataclass(frozen=True, slots=True, kw_only=True)
class System:
    """A pairing system: its key, its name, and its call."""

    key: str
    name: str | Promise
    ask: Ask
    explain: Callable[[Section, Snapshot, Proposal], Proposal] | None = None
    """Adds to a proposal's reasons what takes longer to find out."""
    is_table: bool = False
    """True if every round, or the tree, is fixed before the first."""
    why: str | Promise = TABLE
    """Reason for a board if the table or tree gives no other one."""
    has_nights: bool = False
    """True for seasons in which members come when they can."""
    orders_boards: bool = False
    """True if the boards remain in the system's order, by the score that it pairs by."""


def is_paired_by_results(section: Section) -> bool:
    """Check that pairings depend on earlier results; in a table they are fixed before the first round."""
    return section.has_tree or not system_of(section).is_table


def score_by(section: Section) -> ScoreBy:
    """Return the score that forms the score groups of a section."""
    return ScoreBy.GAME_POINTS if section.scoring == Scoring.GAMES else ScoreBy.MATCH_POINTS


def starting_side(section: Section) -> Colour:
    """Return the side that moves first in the section's game."""
    rules = variant_if_known(section.variant)
    first = rules.first_to_move.key if rules is not None else "white"
    return Colour(first)


def match_swiss_options(section: Section, snapshot: Snapshot) -> MatchSwissOptions:
    """Return a section's options for the Swiss of matches; groups that never meet become forbidden pairs."""
    options = options_of(section)
    soft = tuple(f"{group}:" for group in GROUPS if options.apart(group) == Separation.SOFT)
    return MatchSwissOptions(
        games=section.games_per_pairing,
        score_by=score_by(section),
        rematch=Rematch(options.rematch.value),
        rematch_after=options.rematch_after,
        soft_groups=frozenset(
            group for player in snapshot.players for group in player.groups if group.startswith(soft)
        ),
        start=Pattern(options.start.value),
        pattern=Pattern(options.pattern.value),
        seed=section.seed,
        starting_side=starting_side(section),
    )


def keizer_options(section: Section) -> KeizerOptions:
    """Return a section's options for its ladder; a round is worth the fraction of its points that was won."""
    options = options_of(section)
    return KeizerOptions(
        top_value=options.keizer_top or None,
        step=options.keizer_step,
        bye=options.keizer_bye,
        club_duty=options.keizer_club_duty,
        excused=options.keizer_excused,
        absent=options.keizer_absent,
        absence_limit=options.keizer_absence_limit,
        own_value=options.keizer_own_value,
        rematch_after=options.rematch_after,
        games=section.games_per_pairing,
        starting_side=starting_side(section),
    )


def club_night_options(section: Section) -> ClubNightOptions:
    """Return a section's options for club nights."""
    options = options_of(section)
    return ClubNightOptions(
        rematch_after=options.rematch_after,
        meeting_worth=options.meeting_worth,
        colour_worth=options.colour_worth,
        games=section.games_per_pairing,
        starting_side=starting_side(section),
    )


def cycles_of(section: Section) -> int:
    """Return the number of cycles of a round robin."""
    return 2 if section.system == "double_round_robin" else options_of(section).cycles


def _match_swiss(section: Section, snapshot: Snapshot) -> Proposal:
    return pair_match_swiss(snapshot, match_swiss_options(section, snapshot))


def _double_swiss(section: Section, snapshot: Snapshot) -> Proposal:
    return pair_double_swiss(snapshot, score_by=score_by(section))


def _keizer(section: Section, snapshot: Snapshot) -> Proposal:
    return pair_keizer(snapshot, keizer_options(section))


def _club_night(section: Section, snapshot: Snapshot) -> Proposal:
    return pair_club_night(snapshot, club_night_options(section))


def team_swiss_options(section: Section) -> TeamSwissOptions:
    """Return a section's options for the Swiss of teams."""
    rules = team_rules(section)
    return TeamSwissOptions(
        score_by=score_by(section),
        preference=rules.preference,
        first_by_second_score=rules.first_by_second_score,
    )


def _team_swiss(section: Section, snapshot: Snapshot) -> Proposal:
    return pair_team_swiss(snapshot, team_swiss_options(section))


def _team_round_robin(section: Section, snapshot: Snapshot) -> Proposal:
    cycles = team_rules(section).cycles
    return pair_round_robin(snapshot, round_robin_of(snapshot, cycles=cycles, swap_last_rounds=cycles > 1))


def _round_robin(section: Section, snapshot: Snapshot) -> Proposal:
    swaps = options_of(section).swap_last_rounds
    table = round_robin_of(snapshot, cycles=cycles_of(section), swap_last_rounds=swaps)
    return _with_lots(section, snapshot, pair_round_robin(snapshot, table))


def _scheveningen(section: Section, snapshot: Snapshot) -> Proposal:
    return scheveningen_of(section).propose(snapshot.round_number)


def _knockout(section: Section, snapshot: Snapshot) -> Proposal:
    proposal = pair_knockout(snapshot, knockout_of(section, snapshot), decisions_of(section))
    return _with_lots(section, snapshot, proposal)


def _with_lots(section: Section, snapshot: Snapshot, proposal: Proposal) -> Proposal:
    """Add the seed of the drawn numbers to the reasons of the first round."""
    if snapshot.round_number > 1 or options_of(section).numbering == Numbering.RATING:
        return proposal
    told = RoundReasons(system=section.system, about_round=(because(Code.SEED, seed=section.seed),))
    return replace(proposal, reasons=told)


SYSTEMS: dict[str, System] = {
    system.key: system
    for system in (
        System(key="match_swiss", name=_("Match Swiss, colours ignored"), ask=_match_swiss),
        System(
            key="fide_dutch_2026",
            name=_("FIDE Dutch, text of 1 February 2026"),
            ask=lambda _section, snapshot: pair_dutch(snapshot),
            explain=lambda _section, snapshot, proposal: with_next_best(snapshot, proposal),
        ),
        System(
            key="double_swiss_2026",
            name=_("FIDE Double-Swiss, text of 1 February 2026"),
            ask=_double_swiss,
            explain=lambda section, snapshot, proposal: double_swiss_with_next_best(
                snapshot, proposal, score_by=score_by(section)
            ),
        ),
        System(key="round_robin", name=_("Round robin"), ask=_round_robin, is_table=True),
        System(key="double_round_robin", name=_("Double round robin"), ask=_round_robin, is_table=True),
        System(
            key="scheveningen",
            name=_("Scheveningen: each player of one team meets each player of the other"),
            ask=_scheveningen,
            is_table=True,
            why=_("Set by the team pairing table."),
        ),
        System(key="knockout", name=_("Knock-out"), ask=_knockout, is_table=True, why=TREE),
        System(
            key="double_elimination",
            name=_("Double elimination: out after the second loss"),
            ask=_knockout,
            is_table=True,
            why=TREE,
        ),
        System(key="keizer", name=_("Keizer, a club ladder"), ask=_keizer, has_nights=True),
        System(
            key="club_night",
            name=_("Club nights: similar strength, few repeat opponents"),
            ask=_club_night,
            has_nights=True,
            orders_boards=True,
        ),
        System(
            key=MANUAL,
            name=_("By hand: you make the pairings, the program checks them"),
            ask=lambda _section, snapshot: propose_nothing(snapshot),
        ),
        System(
            key="team_swiss_2026",
            name=_("FIDE Swiss for teams, text of 1 February 2026"),
            ask=_team_swiss,
            explain=lambda section, snapshot, proposal: team_swiss_with_next_best(
                snapshot, proposal, team_swiss_options(section)
            ),
            orders_boards=True,
        ),
        System(key="team_round_robin", name=_("Team round robin"), ask=_team_round_robin, is_table=True),
    )
}


def system_of(section: Section) -> System:
    """The system a section is pinned to."""
    if section.system not in SYSTEMS:
        raise UnknownSystem(key=section.system, known=sorted(SYSTEMS))
    return SYSTEMS[section.system]


def has_nights(section: Section) -> bool:
    """Check that a section is a season of club nights."""
    return system_of(section).has_nights


def _around(
    taken: Collection[int | None], proposal: Proposal, snapshot: Snapshot, team: Collection[int]
) -> Proposal:
    """Return the round of a table without the players at locked boards.

    Players whose opponents are at these boards meet each other; two of one team of a match (`team` is the
    first), and two who have met, only where no other pairing is left. An odd one is free.
    """
    pairs, left = [], []
    for pair in proposal.pairs:
        here = [number for number in (pair.white, pair.black) if number not in taken]
        if len(here) == 1:
            left += here
        elif here:
            pairs.append(pair)
    rounds = ((one.number, each) for one in snapshot.players for each in one.rounds)
    met = {(number, each.opponent) for number, each in rounds if each.is_played}
    more = len(left)  # a pair counts more than all that are of both teams, and these more than first meetings
    worth = {
        (one, other): more**2 + more * ((one in team) is not (other in team)) + ((one, other) not in met)
        for one, other in combinations(sorted(left), 2)
    }
    again = heaviest(left, worth)
    pairs += [Pair(*sorted(pair, key=left.index)) for pair in sorted(again)]
    odd = set(left).difference(*again)
    free = tuple(number for number in (*proposal.free, *odd) if number not in taken)
    bye = NOBODY if proposal.bye in taken else proposal.bye
    return replace(proposal, pairs=tuple(pairs), free=free, bye=bye)


def propose(section: Section, snapshot: Snapshot, *, without: Iterable[int | None] = ()) -> Proposal:
    """Pair all present players without a board by the section's system; boards come in order."""
    taken = set(without)
    if taken:
        players = tuple(
            replace(player, is_present=player.is_present and player.number not in taken)
            for player in snapshot.players
        )
        snapshot = replace(snapshot, players=players)
    proposal = system_of(section).ask(section, snapshot)
    if system_of(section).is_table:
        team = teams_of(section)[0] if section.system == "scheveningen" else ()
        return _around(taken, proposal, snapshot, team) if taken else proposal
    if system_of(section).orders_boards:
        return proposal
    boards = boards_in_order(snapshot, proposal)
    return replace(proposal, pairs=tuple(Pair(one.white, one.black) for one in boards if one.black))
