"""Replay of the audit log of a section: its settings, rounds, results and rulings after each entry.

Nothing is read from the tables of rounds, pairings, results and rulings but the keys by which their entries
are found. Pairing numbers, names and first ratings come from the entries of the section: they are personal
data, which an erasure redacts in the log.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from django.db.models import Model

from club.audit.selectors import entries_about_rows, entries_with
from club.models import AuditEntry
from tournaments.core.translate import FORFEITS
from tournaments.models import Case, Entry, Event, Outcome, Pairing, Round, RoundState, Section

SCORING_FACTS: Final = (
    *("system", "options", "rounds", "games_per_pairing", "scoring", "tie_breaks", "deck", "initial_colour"),
    *("win_points", "draw_points", "loss_points", "bye_points"),
    *("match_win_points", "match_draw_points", "match_loss_points", "match_bye_points"),
)
"""Settings of a section that its standings depend on."""
RESULTS: Final = frozenset({"tournaments.result.recorded", "tournaments.result.corrected"})
RULINGS: Final = frozenset({"tournaments.ruling.made", "tournaments.ruling.superseded"})
SECTION, ENTRY = "tournaments.section", "tournaments.entry"
RATED: Final = "tournaments.entries.rated"
DECISIONS: Final = frozenset({"tournaments.match.decided", "tournaments.match.left_open"})
DISCARDED: Final = "tournaments.round.deleted"
FIRST_ROUND: Final = 1
PAIR: Final = re.compile(r"(\d+): (\d+)-(\d+)")
BYE: Final = re.compile(r"(\d+): (\w+)")
EMPTY_BOARD: Final = re.compile(r"(\d+)\.(\d+): (\w+)")
UNTOLD_OUTCOMES: Final = FORFEITS | {Outcome.PENDING}
"""Outcomes of a board of teams that change with a line-up, without an entry about the result."""


class NotReplayable(Exception):
    """A log without a fact that the standings need, such as one of an earlier version."""

    def __init__(self, missing: str) -> None:
        super().__init__(missing)
        self.missing = missing


class Contradiction(NamedTuple):
    """An entry whose former value is not the one that the entries before it lead to."""

    entry: int
    round_number: int
    board: int
    field: str
    before: Any
    replayed: Any


@dataclass(slots=True)
class LoggedRound:
    """State and seats of a round; `byes` is None if the log does not name them."""

    state: str
    pairs: dict[int, tuple[int, int]] = field(default_factory=dict)
    byes: dict[int, str] | None = None


class ReplayedSection:
    """A section as the entries so far lead to; `apply` takes the next one."""

    def __init__(self, section: Section) -> None:
        self.row = section
        self.entries = {entry.pk: entry for entry in section.entries.all()}
        self.rules: dict[str, Any] = {}
        self.rounds: dict[int, LoggedRound] = {}
        self.results: dict[tuple[int, int, int], tuple[str, str]] = {}
        self.decisions: dict[str, tuple[int, int]] = {}
        self.deductions: dict[str, tuple[int, int | None, int]] = {}
        self.ratings: dict[int, int] = {}
        self.contradictions: list[Contradiction] = []

    def section(self) -> Section:
        """Return the section with its logged settings, not to be saved. Raises NotReplayable."""
        missing = [name for name in SCORING_FACTS if name not in self.rules]
        if missing:
            raise NotReplayable(f"settings of the section: {', '.join(missing)}")
        known = {name: self.rules[name] for name in SCORING_FACTS}
        return Section(pk=self.row.pk, event_id=self.row.event_id, seed=self.rules.get("seed", ""), **known)

    def closed(self, *, from_round: int) -> list[int]:
        """Return the numbers of the closed rounds from a round on."""
        states = ((number, row.state) for number, row in self.rounds.items())
        return sorted(
            number for number, state in states if number >= from_round and state == RoundState.CLOSED
        )

    def rating_of(self, entry: Entry) -> int:
        """Return the rating of a player by the entries so far."""
        return self.ratings.get(entry.pk, entry.rating)

    def apply(self, entry: AuditEntry) -> int | None:
        """Apply an entry; return the first round whose standings it may change."""
        before, after = entry.before or {}, entry.after or {}
        first: int | None = None
        if entry.action == DISCARDED:
            self.rounds.pop(before["round"], None)
        elif entry.target_kind == SECTION:
            first = self._apply_to_section(entry, before, after)
        elif entry.action in RESULTS:
            first = self._apply_result(entry, before, after)
        elif entry.action in RULINGS:
            first = self._apply_ruling(entry, after)
        elif entry.action in DECISIONS:
            first = self._apply_decision(entry, before, after)
        elif "pairs" in after:
            first = self._apply_seats(entry, before, after)
        elif entry.target_kind == ENTRY and "rating" in after:
            first = self._apply_rating(int(entry.target_id), after["rating"])
        return first

    # ---- settings and ratings ----

    def _apply_to_section(
        self, entry: AuditEntry, before: Mapping[str, Any], after: Mapping[str, Any]
    ) -> int | None:
        if entry.action == "tournaments.section.made":
            self.rules = dict(after)
        elif entry.action == "tournaments.section.changed":
            for name in SCORING_FACTS:
                self._check(entry, 0, 0, name, before.get(name), self.rules.get(name, before.get(name)))
            self.rules |= after
        elif entry.action == RATED:
            numbered = {one.name: key for key, one in self.entries.items()}
            for name, rating in after["ratings"].items():
                if name not in numbered:
                    raise NotReplayable(f"the player of a changed rating in entry #{entry.number}")
                self.ratings[numbered[name]] = rating
        else:
            return None
        return FIRST_ROUND

    def _apply_rating(self, key: int, rating: int) -> int | None:
        is_changed = self.ratings.get(key) != rating
        self.ratings[key] = rating
        return FIRST_ROUND if is_changed else None

    # ---- rounds ----

    def _apply_seats(self, entry: AuditEntry, before: Mapping[str, Any], after: Mapping[str, Any]) -> int:
        number = after["round"]
        known = self.rounds.get(number)
        if known is not None and "state" in before:
            self._check(entry, number, 0, "state", before["state"], known.state)
            if known.state != RoundState.DRAFT:  # a draft also changes with its entries
                self._check(entry, number, 0, "pairs", _pairs_in(before), known.pairs)
        state = after.get("state") or (known.state if known else RoundState.PUBLISHED)
        byes = after.get("byes")
        told = None if byes is None else {int(who): kind for who, kind in _found(BYE, byes)}
        self.rounds[number] = LoggedRound(state, _pairs_in(after), told)
        if state == RoundState.DRAFT:  # its boards have no results yet
            self.results = {key: one for key, one in self.results.items() if key[0] != number}
            self.decisions = {key: one for key, one in self.decisions.items() if one[0] != number}
        for board, game, outcome in _found(EMPTY_BOARD, after.get("empty_boards", ())):
            self.results[number, int(board), int(game)] = outcome, ""
        return int(number)

    def _apply_result(self, entry: AuditEntry, before: Mapping[str, Any], after: Mapping[str, Any]) -> int:
        number, board, game = after["round"], after["board"], after["game"]
        if not after.get("is_tie_break"):
            outcome, mark = self.result(number, board, game)
            is_line_up = self.row.is_team and {outcome, before["outcome"]} <= UNTOLD_OUTCOMES
            if not is_line_up:
                self._check(entry, number, board, "outcome", before["outcome"], outcome)
                self._check(entry, number, board, "mark", before["mark"], mark)
            self.results[number, board, game] = after["outcome"], after["mark"]
        return int(number)

    def result(self, number: int, board: int, game: int) -> tuple[str, str]:
        """Return the outcome of a game, and its mark."""
        return self.results.get((number, board, game), (Outcome.PENDING, ""))

    def _apply_decision(
        self, entry: AuditEntry, before: Mapping[str, Any], after: Mapping[str, Any]
    ) -> int | None:
        self.decisions.pop(entry.target_id, None)
        if after:
            self.decisions[entry.target_id] = after["round"], self._number_of(after["entry"])
        return (after or before).get("round")

    def _apply_ruling(self, entry: AuditEntry, after: Mapping[str, Any]) -> int:
        self.deductions.pop(entry.target_id, None)
        if after["points"]:
            if "entry" not in after:
                raise NotReplayable(f"the player of the deduction in entry #{entry.number}")
            fined = self._number_of(after["entry"]), after["round_number"], after["points"]
            self.deductions[entry.target_id] = fined
        return FIRST_ROUND

    def _number_of(self, key: int) -> int:
        entry = self.entries.get(key)
        return (entry.number if entry else None) or 0

    def _check(
        self, entry: AuditEntry, number: int, board: int, name: str, before: Any, replayed: Any
    ) -> None:
        if before != replayed:
            self.contradictions.append(Contradiction(entry.number, number, board, name, before, replayed))


def entries_of_section(section: Section) -> Iterator[AuditEntry]:
    """Return the entries about a section, its players, rounds, boards and cases, oldest first."""
    keys: dict[type[Model], Iterable[int]] = {
        Section: [section.pk],
        Entry: section.entries.values_list("pk", flat=True),
        Round: section.round_rows.values_list("pk", flat=True),
        Pairing: Pairing.objects.filter(round__section=section).values_list("pk", flat=True),
        Case: Case.objects.filter(section=section).values_list("pk", flat=True),
    }
    found = [entry for model, ids in keys.items() for entry in entries_about_rows(model, list(ids))]
    return iter(sorted(found, key=lambda entry: entry.pk))


def is_imported(section: Section) -> bool:
    """Check that the event of a section came from a file, whose rounds have no entries."""
    return bool(entries_with(Event, [section.event_id], action="tournaments.event.imported"))


def replay(section: Section, entries: Iterable[AuditEntry]) -> Iterator[tuple[ReplayedSection, int]]:
    """Apply entries in order; yield after each one that may change standings, with the first such round."""
    replayed, told = ReplayedSection(section), list(entries)
    replayed.ratings = _first_ratings(replayed.entries, told)
    for entry in told:
        if (first := replayed.apply(entry)) is not None:
            yield replayed, first


def _first_ratings(entries: Mapping[int, Entry], log: Iterable[AuditEntry]) -> dict[int, int]:
    """Return the ratings before the first change of each, by entry key."""
    numbered = {one.name: key for key, one in entries.items()}
    found: dict[int, int] = {}
    for entry in log:
        before = entry.before or {}
        if entry.target_kind == ENTRY and "rating" in before:
            found.setdefault(int(entry.target_id), before["rating"])
        elif entry.action == RATED:
            for name in before["ratings"].keys() & numbered.keys():
                found.setdefault(numbered[name], before["ratings"][name])
    return found


def _pairs_in(facts: Mapping[str, Any]) -> dict[int, tuple[int, int]]:
    return {int(board): (int(white), int(black)) for board, white, black in _found(PAIR, facts["pairs"])}


def _found(form: re.Pattern[str], texts: Iterable[str]) -> Iterator[tuple[str, ...]]:
    return (match.groups() for text in texts if (match := form.fullmatch(text)))
