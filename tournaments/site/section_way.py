"""Way of a section through the evening: its steps, the next one, and the obstacle before it."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from django.db.models import Case, Count, Exists, OuterRef, Q, Subquery, When
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from club.core.capabilities import Capability
from tournaments.core.translate import Scorer
from tournaments.events.selectors.planned_rounds import is_last_round
from tournaments.events.selectors.sections import boards_of
from tournaments.events.systems import SYSTEMS
from tournaments.models import (
    Absence,
    Entry,
    EntryState,
    EventState,
    Outcome,
    Pairing,
    Prize,
    PrizeHandout,
    ResultDispute,
    Round,
    RoundState,
    Section,
)
from tournaments.results.selectors.results import unchecked_boards
from tournaments.rounds.services.decisions import is_undecided

MIN_PLAYERS: Final = 2
DESK: Final = Capability.SEE_DESK


class StepState(StrEnum):
    """State of a step."""

    DONE = "done"
    NOW = "now"
    LATER = "later"


class StepKey(StrEnum):
    """Steps of a section in their order."""

    PLAYERS = "players"
    CHECK_IN = "check_in"
    PAIR = "pair"
    PUBLISH = "publish"
    RESULTS = "results"
    CLOSE = "close"
    PRIZES = "prizes"


@dataclass(frozen=True, slots=True)
class Step:
    """A step with its page."""

    key: StepKey
    label: str
    address: str
    state: StepState


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """The next step as one button: a link, or a form with hidden fields."""

    label: str
    address: str
    needs: Capability = Capability.RUN_EVENTS
    is_post: bool = False
    fields: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Obstacle before the next step, with the page that settles it."""

    text: str
    address: str


@dataclass(frozen=True, slots=True)
class Way:
    """Steps of a section, the next action if there is one, and its obstacle."""

    steps: tuple[Step, ...]
    action: Action | None
    obstacle: Obstacle | None

    @property
    def number(self) -> int:
        """Number of the current step, from 1; after the last one the number of steps."""
        states = [step.state for step in self.steps]
        return states.index(StepState.NOW) + 1 if StepState.NOW in states else len(states)

    @property
    def now(self) -> Step:
        """The current step; after the last one the last."""
        return self.steps[self.number - 1]


class DraftErrors(NamedTuple):
    """Violations in a draft: their number, and the board of one that is at a board."""

    number: int
    board: int | None = None


class Stage(NamedTuple):
    """Present stage of a section: its step; None after the last one."""

    step: StepKey | None
    action: Action | None = None
    obstacle: Obstacle | None = None
    skipped: frozenset[StepKey] = frozenset()
    """Steps before this one that nobody used."""


class _RoundNow(NamedTuple):
    """A round; of a published one also the boards without a result, and the first disputed one."""

    row: Round
    open_boards: int
    open_board: int | None
    open_pairing: int | None
    disputed_board: int | None
    disputed_pairing: int | None
    is_checked_in: bool
    """True if a player of the section is checked in."""


class _Present(NamedTuple):
    """Counts of the entries of a section before a round."""

    confirmed: int
    numbered: int
    here: int
    missing: int
    pending: int

    @property
    def table_size(self) -> int:
        """Entries of the table or tree."""
        return self.numbered or self.confirmed


def way_of(section: Section, *, page: str = "", draft: DraftErrors | None = None) -> Way:
    """Return the way of a section, seen from a page of the desk. Two queries in most stages.

    A draft is published from its own page alone, where its boards and the findings of the checker are seen;
    `draft` has the errors there.
    """
    rows, is_league = _rounds_with_open_boards(section), _is_league(section)
    row = _current_round([one.row for one in rows], is_league=is_league)
    stage = _without_check_in(_stage(section, rows, row, page, draft), rows)
    keys = _keys_of(section, is_league=is_league)
    addresses = _addresses(section, row, stage, is_league=is_league)
    labels = _labels(section, is_league=is_league)
    at = keys.index(stage.step) if stage.step in keys else len(keys)
    steps = tuple(
        Step(key, labels[key], addresses[key], _state(key, number, at, stage))
        for number, key in enumerate(keys)
    )
    return Way(steps, stage.action, stage.obstacle)


def _without_check_in(stage: Stage, rows: list[_RoundNow]) -> Stage:
    """Mark the check-in as skipped in a section with rounds and without a player who is checked in."""
    if not rows or rows[-1].is_checked_in:
        return stage
    return stage._replace(skipped=stage.skipped | {StepKey.CHECK_IN})


def _state(key: StepKey, number: int, at: int, stage: Stage) -> StepState:
    if number == at:
        return StepState.NOW
    return StepState.DONE if number < at and key not in stage.skipped else StepState.LATER


def _is_league(section: Section) -> bool:
    return section.is_team and bool(section.options.get("league"))


def _has_nights(section: Section) -> bool:
    system = SYSTEMS.get(section.system)
    return system is not None and system.has_nights


def _keys_of(section: Section, *, is_league: bool) -> list[StepKey]:
    """Return the steps that apply: fixtures of a league and rounds of a night are published when paired."""
    absent: set[StepKey] = set()
    if is_league:
        absent = {StepKey.CHECK_IN, StepKey.PUBLISH}
    elif _has_nights(section):
        absent = {StepKey.PUBLISH}
    return [key for key in StepKey if key not in absent]


def _labels(section: Section, *, is_league: bool) -> dict[StepKey, str]:
    pair, fixtures = pgettext("step of a section", "Pair"), pgettext("step of a section", "Fixtures")
    return {
        StepKey.PLAYERS: _("Teams") if section.is_team else _("Players"),
        StepKey.CHECK_IN: pgettext("players arrive", "Check-in"),
        StepKey.PAIR: fixtures if is_league else pair,
        StepKey.PUBLISH: _("Publish"),
        StepKey.RESULTS: _("Results"),
        StepKey.CLOSE: pgettext("step of a section", "Close"),
        StepKey.PRIZES: _("Prizes"),
    }


def _addresses(section: Section, row: Round | None, stage: Stage, *, is_league: bool) -> dict[StepKey, str]:
    rounds = reverse("tournaments:desk_section", args=[section.pk])
    at_round = reverse("tournaments:desk_round", args=[row.pk]) if row else rounds
    is_over = stage.step in {None, StepKey.PRIZES}
    return {
        StepKey.PLAYERS: reverse("tournaments:desk_entries", args=[section.pk]),
        StepKey.CHECK_IN: reverse("tournaments:desk_check_in", args=[section.pk]),
        StepKey.PAIR: reverse("tournaments:desk_league", args=[section.pk]) if is_league else rounds,
        StepKey.PUBLISH: at_round,
        StepKey.RESULTS: at_round,
        StepKey.CLOSE: _closing_page(section) if is_over else at_round,
        StepKey.PRIZES: reverse("tournaments:desk_handout", args=[section.pk]),
    }


def _closing_page(section: Section) -> str:
    return reverse("tournaments:desk_close", args=[section.event_id])


def _rounds_with_open_boards(section: Section) -> list[_RoundNow]:
    """Return the rounds with the open boards of those that are published."""
    published = Q(state=RoundState.PUBLISHED)
    waiting = Pairing.objects.filter(round=OuterRef("pk"), games__outcome=Outcome.PENDING).order_by()
    first = waiting.order_by("board_number", "pk")
    disputed = ResultDispute.objects.filter(pairing__round=OuterRef("pk"), settled_at__isnull=True)
    disputed = disputed.order_by("pk")
    count = waiting.values("round").annotate(many=Count("pk", distinct=True)).values("many")
    rows = section.round_rows.defer("reasons").annotate(
        open_boards=Case(When(published, then=Subquery(count))),
        open_board=Case(When(published, then=Subquery(first.values("board_number")[:1]))),
        open_pairing=Case(When(published, then=Subquery(first.values("pk")[:1]))),
        disputed_board=Case(When(published, then=Subquery(disputed.values("pairing__board_number")[:1]))),
        disputed_pairing=Case(When(published, then=Subquery(disputed.values("pairing_id")[:1]))),
        is_checked_in=Exists(Entry.objects.filter(section=OuterRef("section"), checked_in_at__isnull=False)),
    )
    return [
        _RoundNow(
            row,
            row.open_boards or 0,
            row.open_board,
            row.open_pairing,
            row.disputed_board,
            row.disputed_pairing,
            row.is_checked_in,
        )
        for row in rows.order_by("number")
    ]


def _current_round(rows: list[Round], *, is_league: bool) -> Round | None:
    """Return the latest round; of a league, whose rounds are all published at once, the first open one."""
    if is_league:
        rows = [row for row in rows if row.state == RoundState.PUBLISHED][:1] or rows
    return rows[-1] if rows else None


def _present(section: Section, number: int) -> _Present:
    """Count the entries before a round; who has a bye in it, or enters later, is not missing."""
    confirmed = Q(state=EntryState.CONFIRMED)
    away = Exists(Absence.objects.filter(entry=OuterRef("pk"), round_number=number))
    found: Mapping[str, int] = section.entries.aggregate(
        confirmed=Count("pk", filter=confirmed),
        numbered=Count("pk", filter=Q(number__isnull=False)),
        here=Count("pk", filter=confirmed & Q(checked_in_at__isnull=False)),
        missing=Count("pk", filter=confirmed & Q(checked_in_at=None, first_round__lte=number) & ~Q(away)),
        pending=Count("pk", filter=Q(state=EntryState.PENDING)),
    )
    return _Present(**found)


# ---- the stage ----


def _stage(
    section: Section, rows: list[_RoundNow], row: Round | None, page: str, draft: DraftErrors | None
) -> Stage:
    if section.event.state == EventState.FINISHED:
        return Stage(None)
    if row is not None and row.state == RoundState.DRAFT:
        return _at_draft(section, row, page, draft)
    until = [one for one in rows if row is not None and one.row.number <= row.number]
    reopened = _reopened_round(section, until)
    if reopened is not None:
        return _at_open_results(section, [reopened]) or _at_close(section, reopened.row)
    return _at_open_results(section, until) or _with_results(section, row, page)


def _reopened_round(section: Section, rows: list[_RoundNow]) -> _RoundNow | None:
    """Return the first open round before the current one that was closed or is behind a closed one."""
    behind = [one for one in rows[:-1] if one.row.state == RoundState.PUBLISHED]
    if not behind:
        return None
    closed = {one.row.number for one in rows if one.row.state == RoundState.CLOSED}
    if any(one.row.number < max(closed, default=0) for one in behind):
        return behind[0]
    numbers = [one.row.number for one in behind]
    known = set(section.snapshots.filter(round_number__in=numbers).values_list("round_number", flat=True))
    return next((one for one in behind if one.row.number in known), None)


def _at_open_results(section: Section, rows: list[_RoundNow]) -> Stage | None:
    """Return the stage of results to enter or to decide; None with all results in."""
    waiting = next((one for one in rows if one.open_boards), None)
    if waiting is not None:
        return _at_results(section, waiting)
    disputed = next((one for one in rows if one.disputed_pairing), None)
    return None if disputed is None else _at_dispute(disputed)


def _with_results(section: Section, row: Round | None, page: str) -> Stage:
    if _has_nights(section):
        return _at_night(section, row, page)
    if row is not None and row.state == RoundState.PUBLISHED:
        return _at_close(section, row)
    if _is_league(section):
        return _at_league(section, row)
    return _after_round(section, row)


def _at_draft(section: Section, row: Round, page: str, draft: DraftErrors | None) -> Stage:
    address = reverse("tournaments:desk_round", args=[row.pk])
    told = {"number": row.number}
    if page != address:
        return Stage(
            StepKey.PUBLISH, Action(label=_("Review round %(number)s") % told, address=address, needs=DESK)
        )
    if draft is not None and draft.number:
        text = ngettext(
            "The draft of round %(number)s has %(count)s error",
            "The draft of round %(number)s has %(count)s errors",
            draft.number,
        )
        if draft.number == 1 and draft.board is not None:
            text = _("The draft of round %(number)s has an error at board %(board)s")
        facts = {"number": row.number, "count": draft.number, "board": draft.board}
        return Stage(StepKey.PUBLISH, None, Obstacle(text % facts, "#checker-title"))
    is_public = section.event.is_public
    action = Action(
        label=(_("Publish round %(number)s") if is_public else _("Publish event and round %(number)s"))
        % told,
        address=reverse("tournaments:desk_round_act", args=[row.pk, "publish"]),
        is_post=True,
        fields=(("version", str(row.version)), *(() if is_public else (("show_event", "1"),))),
    )
    present = _present(section, row.number)
    is_waiting = bool(present.here and present.missing)
    return Stage(StepKey.PUBLISH, action, _missing_in_draft(section, present) if is_waiting else None)


def _at_results(section: Section, now: _RoundNow) -> Stage:
    address = _board_address(now.row, now.open_pairing)
    if section.is_team:
        text = ngettext(
            "%(number)s match has no result", "%(number)s matches have no result", now.open_boards
        )
    elif now.open_boards == 1:
        text = _("Board %(board)s has no result")
    else:
        text = ngettext("%(number)s board has no result", "%(number)s boards have no result", now.open_boards)
    told = {"number": now.open_boards, "board": now.open_board}
    action = Action(label=_("Enter results"), address=address, needs=Capability.RECORD_RESULTS)
    return Stage(StepKey.RESULTS, action, Obstacle(text % told, address))


def _board_address(row: Round, pairing_id: int | None) -> str:
    return f"{reverse('tournaments:desk_round', args=[row.pk])}#board-{pairing_id}"


def _at_dispute(now: _RoundNow) -> Stage:
    address = _board_address(now.row, now.disputed_pairing)
    text = _("The result of board %(board)s is disputed") % {"board": now.disputed_board}
    action = Action(label=_("Decide the result"), address=address, needs=Capability.CORRECT_RESULTS)
    return Stage(StepKey.RESULTS, action, Obstacle(text, address))


def _at_close(section: Section, row: Round) -> Stage:
    address = reverse("tournaments:desk_round", args=[row.pk])
    label = _("Close round %(number)s") % {"number": row.number}
    unchecked = unchecked_boards(row) if section.second_pass else []
    if unchecked:
        text = ngettext(
            "%(number)s board was entered only once",
            "%(number)s boards were entered only once",
            len(unchecked),
        )
        return Stage(
            StepKey.CLOSE,
            Action(label=label, address=f"{address}#close"),
            Obstacle(text % {"number": len(unchecked)}, address),
        )
    close = reverse("tournaments:desk_round_act", args=[row.pk, "close"])
    return Stage(StepKey.CLOSE, Action(label=label, address=close, is_post=True))


def _at_league(section: Section, row: Round | None) -> Stage:
    """Return the stage of a league without an open round: fixtures to make, or the end."""
    if row is not None:
        return _at_end(section)
    present = _present(section, 1)
    if present.confirmed < MIN_PLAYERS:
        return _without_players(section)
    address = reverse("tournaments:desk_league", args=[section.pk])
    return Stage(StepKey.PAIR, Action(label=_("Create fixtures"), address=address))


def _without_players(section: Section) -> Stage:
    label = _("Add teams") if section.is_team else _("Add players")
    return Stage(
        StepKey.PLAYERS,
        Action(label=label, address=reverse("tournaments:desk_entries", args=[section.pk])),
    )


def _after_round(section: Section, row: Round | None) -> Stage:
    """Return the stage with all rounds closed: a tie to decide, the next round to pair, or the end."""
    present = _present(section, row.number + 1 if row else 1)
    if row is not None:
        tied = open_tie(section, row.number)
        if tied is not None:
            address = f"{reverse('tournaments:desk_round', args=[row.pk])}#tied-{tied.pk}"
            text = _("The match at board %(board)s is tied") % {"board": tied.board_number}
            return Stage(
                StepKey.PAIR, Action(label=_("Decide who advances"), address=address), Obstacle(text, address)
            )
        if is_last_round(section, row.number, entries=present.table_size):
            return _at_end(section)
    return _before_round(section, row.number + 1 if row else 1, present)


def _before_round(section: Section, number: int, present: _Present) -> Stage:
    if present.confirmed < MIN_PLAYERS:
        return _without_players(section)
    action = Action(
        label=_("Pair round %(number)s") % {"number": number},
        address=reverse("tournaments:desk_propose", args=[section.pk]),
        is_post=True,
    )
    is_waiting = bool(present.here and present.missing)
    obstacle = _missing(section, present) if is_waiting else _undecided(section, present)
    skipped = frozenset() if present.here else frozenset({StepKey.CHECK_IN})
    return Stage(StepKey.CHECK_IN if is_waiting else StepKey.PAIR, action, obstacle, skipped)


def _missing(section: Section, present: _Present) -> Obstacle:
    text = ngettext(
        "%(number)s player to be paired is not checked in",
        "%(number)s players to be paired are not checked in",
        present.missing,
    )
    address = reverse("tournaments:desk_check_in", args=[section.pk])
    return Obstacle(text % {"number": present.missing}, address)


def _missing_in_draft(section: Section, present: _Present) -> Obstacle:
    text = ngettext(
        "%(number)s player of this round is not checked in",
        "%(number)s players of this round are not checked in",
        present.missing,
    )
    address = reverse("tournaments:desk_check_in", args=[section.pk])
    return Obstacle(text % {"number": present.missing}, address)


def _undecided(section: Section, present: _Present) -> Obstacle | None:
    if not present.pending:
        return None
    text = ngettext(
        "%(number)s entry is to be reviewed", "%(number)s entries are to be reviewed", present.pending
    )
    return Obstacle(text % {"number": present.pending}, reverse("tournaments:desk_inbox", args=[section.pk]))


def open_tie(section: Section, number: int) -> Pairing | None:
    """Return the first tied match of a round of a tree without a decision."""
    if not section.has_tree:
        return None
    row = section.round_rows.get(number=number)
    scorer = Scorer(section)
    boards = boards_of(row).filter(decision__isnull=True)
    return next((one for one in boards if is_undecided(one, scorer)), None)


def _at_end(section: Section) -> Stage:
    """Return the stage after the last round: prizes to award, then the end of the event."""
    has_prizes = Prize.objects.filter(section=section)
    awarded = PrizeHandout.objects.filter(section=section)
    waiting = Section.objects.filter(Exists(has_prizes), ~Exists(awarded), pk=section.pk)
    if waiting.exists():
        address = reverse("tournaments:desk_handout", args=[section.pk])
        return Stage(StepKey.PRIZES, Action(label=_("Award prizes"), address=address, needs=DESK))
    action = Action(label=_("Close the event"), address=_closing_page(section), needs=DESK)
    return Stage(StepKey.PRIZES, action)


def _at_night(section: Section, row: Round | None, page: str) -> Stage:
    """Return the stage of a season of club nights with all results in.

    The check-in page has the buttons of a night itself.
    """
    address = reverse("tournaments:desk_check_in", args=[section.pk])
    if not section.nights.filter(closed_at__isnull=True).exists():
        return _between_nights(section, row, address)
    present = _present(section, row.number + 1 if row else 1)
    if present.here < MIN_PLAYERS:
        return Stage(StepKey.CHECK_IN, Action(label=_("Check in players"), address=address))
    is_open = row is not None and row.state == RoundState.PUBLISHED
    step = StepKey.CLOSE if is_open else StepKey.PAIR
    if page == address:
        return Stage(step)
    label = _("Close the round and pair the next") if is_open else _("Pair players present")
    if not section.event.is_public:  # the form there asks whether everybody may see the round
        return Stage(step, Action(label=label, address=address))
    pair = reverse("tournaments:desk_night", args=[section.pk, "pair"])
    return Stage(step, Action(label=label, address=pair, is_post=True, fields=(("back", "round"),)))


def _between_nights(section: Section, row: Round | None, address: str) -> Stage:
    """Return the stage of a season on no night: a round left open, the end, or the next night."""
    if row is not None and row.state == RoundState.PUBLISHED:
        return _at_close(section, row)
    if row is not None and is_last_round(section, row.number):
        return _at_end(section)
    return Stage(StepKey.CHECK_IN, Action(label=_("Go to club night"), address=address))
