"""Checklist at the end of an event: what is settled, what is open, and the page that settles it."""

import io
import zipfile
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final, NamedTuple

from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from club.core.actor import Actor
from tournaments.core.refusal_messages import refusal_text
from tournaments.events.formats import is_table
from tournaments.events.selectors.planned_rounds import is_last_round, planned_rounds
from tournaments.events.services.closing import OPEN_CASES
from tournaments.exchange.selectors.section_exports import FORMATS, exported_section, may_export, sight_of
from tournaments.exchange.selectors.section_file import Sight
from tournaments.exchange.trf import TrfError
from tournaments.models import (
    Appeal,
    AppealState,
    Case,
    CaseState,
    ClosingMark,
    ClosingTask,
    Entry,
    EntryContact,
    EntryState,
    Event,
    EventState,
    GameResult,
    Outcome,
    Prize,
    PrizeHandout,
    RatingList,
    RatingPeriod,
    ResultDispute,
    Round,
    RoundState,
    Section,
)
from tournaments.site.section_way import Action, open_tie

MIN_PLAYERS: Final = 2


class ItemState(StrEnum):
    """State of an item: settled, open, or not of this event."""

    DONE = "done"
    OPEN = "open"
    NOT_APPLICABLE = "not_applicable"


class ItemLine(NamedTuple):
    """A sentence about an item, with the page that settles it."""

    text: str
    address: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosingItem:
    """An item of the checklist; `task` is set where somebody settles it by hand."""

    key: str
    title: str
    state: ItemState
    lines: tuple[ItemLine, ...] = ()
    actions: tuple[Action, ...] = ()
    task: ClosingTask | None = None
    mark: ClosingMark | None = None
    is_required: bool = False
    """True if the event is not over before it is done."""


@dataclass(frozen=True, slots=True)
class Checklist:
    """The checklist of an event."""

    items: tuple[ClosingItem, ...]
    is_finished: bool

    @property
    def open_items(self) -> list[ClosingItem]:
        """Items that are open."""
        return [one for one in self.items if one.state == ItemState.OPEN]

    @property
    def missing(self) -> list[ClosingItem]:
        """Open items without which the event is not over."""
        return [one for one in self.open_items if one.is_required]

    @property
    def applicable(self) -> int:
        """Number of the items of this event."""
        return sum(one.state != ItemState.NOT_APPLICABLE for one in self.items)

    @property
    def done(self) -> int:
        """Number of the settled ones."""
        return sum(one.state == ItemState.DONE for one in self.items)


@dataclass(frozen=True, slots=True)
class _SectionEnd:
    """A section with what is open in it."""

    section: Section
    latest: int
    latest_state: str
    handed_after: int | None
    open_games: int
    disputes: int
    entries: int
    has_prizes: bool
    open_round: int | None  # the first one that is published and not closed
    planned: int | None = None

    @property
    def is_over(self) -> bool:
        """True if its last round is closed, and no earlier one is open.

        A season without a number of rounds ends with any.
        """
        if self.latest_state != RoundState.CLOSED or self.open_round is not None:
            return False
        return self.planned is None or self.latest >= self.planned


@dataclass(frozen=True, slots=True)
class _EventEnd:
    """An event with what is open in it."""

    event: Event
    sections: list[_SectionEnd]
    marks: dict[str, ClosingMark]
    open_cases: int
    open_appeals: int
    all_cases: int
    has_lists: bool
    is_counted: bool
    addresses: int


def closing_items(event: Event) -> Checklist:
    """Return the checklist of an event. Four queries, and those of trees that may end early."""
    found = _end_of(event)
    items = (
        _results(found),
        _rulings(found),
        _standings(found),
        _prizes(found),
        _certificates(found),
        _ratings(found),
        _files(found),
        _archive(found),
        _thanks(found),
    )
    return Checklist(items, event.state == EventState.FINISHED)


def reachable_contacts(event: Event) -> QuerySet[EntryContact]:
    """Return the contacts of players who entered by the public form and were let in."""
    rows = EntryContact.objects.filter(entry__section__event=event)
    return rows.filter(entry__state__in=[EntryState.CONFIRMED, EntryState.WITHDRAWN]).exclude(email="")


# ---- reading ----


def _end_of(event: Event) -> _EventEnd:
    cases = Case.objects.filter(event=OuterRef("pk")).order_by()
    rows = Event.objects.filter(pk=event.pk).annotate(
        open_cases=_count(cases.exclude(state=CaseState.APPEALED).filter(state__in=OPEN_CASES), "event"),
        open_appeals=_count(
            Appeal.objects.filter(ruling__case__event=OuterRef("pk"), state=AppealState.OPEN),
            "ruling__case__event",
        ),
        all_cases=_count(cases, "event"),
        has_lists=Exists(RatingList.objects.filter(organisation=OuterRef("organisation"))),
        is_counted=Exists(RatingPeriod.objects.filter(event=OuterRef("pk"))),
        with_person=Exists(
            Entry.objects.filter(
                section__event=OuterRef("pk"), state=EntryState.CONFIRMED, person__isnull=False
            ).exclude(person__email="")
        ),
    )
    row = rows.get()
    contacts = reachable_contacts(event).count()
    return _EventEnd(
        event,
        _sections_of(event),
        {one.task: one for one in event.closing_marks.all()},
        row.open_cases or 0,
        row.open_appeals or 0,
        row.all_cases or 0,
        row.has_lists,
        row.is_counted,
        contacts + row.with_person,
    )


def _count(rows: QuerySet[Any], group: str) -> Subquery:
    """Return a subquery that counts rows by the outer key; None for none."""
    return Subquery(rows.order_by().values(group).annotate(many=Count("pk")).values("many"))


def _sections_of(event: Event) -> list[_SectionEnd]:
    latest = Round.objects.filter(section=OuterRef("pk")).order_by("-number")
    games = GameResult.objects.filter(pairing__round__section=OuterRef("pk"), outcome=Outcome.PENDING)
    disputes = ResultDispute.objects.filter(pairing__round__section=OuterRef("pk"), settled_at=None)
    handout = PrizeHandout.objects.filter(section=OuterRef("pk"))
    entries = Entry.objects.filter(section=OuterRef("pk"))
    rows = event.sections.annotate(
        latest=Subquery(latest.values("number")[:1]),
        latest_state=Subquery(latest.values("state")[:1]),
        open_round=Subquery(
            latest.filter(state=RoundState.PUBLISHED).order_by("number").values("number")[:1]
        ),
        handed_after=Subquery(handout.values("round_number")[:1]),
        open_games=_count(games.exclude(pairing__round__state=RoundState.DRAFT), "pairing__round__section"),
        disputed=_count(disputes, "pairing__round__section"),
        confirmed=_count(entries.filter(state=EntryState.CONFIRMED), "section"),
        numbered=_count(entries.filter(number__isnull=False), "section"),
        has_prizes=Exists(Prize.objects.filter(section=OuterRef("pk"))),
    )
    found = []
    for row in rows:
        row.event = event
        size = row.numbered or row.confirmed or 0
        end = _SectionEnd(
            row,
            row.latest or 0,
            row.latest_state or "",
            row.handed_after,
            row.open_games or 0,
            row.disputed or 0,
            size,
            row.has_prizes,
            row.open_round,
        )
        found.append(replace(end, planned=_planned(end)) if size >= MIN_PLAYERS else end)
    return [one for one in found if one.entries >= MIN_PLAYERS or one.latest]


def _planned(end: _SectionEnd) -> int | None:
    """Return the number of rounds: that of the section, or the last one where a tree ended early."""
    planned = planned_rounds(end.section, end.entries)
    if planned is None or end.latest != planned - 1 or end.section.system != "double_elimination":
        return planned
    return end.latest if is_last_round(end.section, end.latest, entries=end.entries) else planned


# ---- the items ----


def _item(key: str, title: str, lines: list[ItemLine], **more: Any) -> ClosingItem:
    """Return a required item: open with these lines, else done."""
    state = ItemState.OPEN if lines else ItemState.DONE
    return ClosingItem(key=key, title=title, state=state, lines=tuple(lines), is_required=True, **more)


def _page(name: str, key: int) -> str:
    return reverse(f"tournaments:{name}", args=[key])


def _results(found: _EventEnd) -> ClosingItem:
    lines = []
    for one in found.sections:
        address = _page("desk_section", one.section.pk)
        if one.open_games:
            text = ngettext(
                "%(section)s: %(number)s game has no result",
                "%(section)s: %(number)s games have no result",
                one.open_games,
            )
            lines.append(ItemLine(text % {"section": one.section.name, "number": one.open_games}, address))
        if one.disputes:
            text = ngettext(
                "%(section)s: %(number)s result is disputed",
                "%(section)s: %(number)s results are disputed",
                one.disputes,
            )
            lines.append(ItemLine(text % {"section": one.section.name, "number": one.disputes}, address))
    if not found.sections:
        lines = [ItemLine(_("No section has players yet"), _page("desk_event", found.event.pk))]
    return _item("results", _("Results"), lines)


def _rulings(found: _EventEnd) -> ClosingItem:
    lines = []
    if found.open_cases:
        text = ngettext(
            "%(number)s case waits for a ruling", "%(number)s cases wait for a ruling", found.open_cases
        )
        lines.append(ItemLine(text % {"number": found.open_cases}, _page("desk_cases", found.event.pk)))
    if found.open_appeals:
        text = ngettext("%(number)s appeal is open", "%(number)s appeals are open", found.open_appeals)
        lines.append(ItemLine(text % {"number": found.open_appeals}, _page("desk_appeals", found.event.pk)))
    return _item("rulings", _("Rulings and appeals"), lines)


def _standings(found: _EventEnd) -> ClosingItem:
    lines, actions = [], []
    for one in found.sections:
        address = _page("desk_section", one.section.pk)
        told = {"section": one.section.name, "number": one.latest, "all": one.planned}
        if one.open_round is not None:
            text = _("%(section)s: round %(number)s is not closed")
            address = _page("desk_section", one.section.pk)
            lines.append(ItemLine(text % (told | {"number": one.open_round}), address))
        elif one.latest_state and one.latest_state != RoundState.CLOSED:
            lines.append(ItemLine(_("%(section)s: round %(number)s is not closed") % told, address))
        elif not one.is_over:
            text = _("%(section)s: %(number)s of %(all)s rounds are played")
            lines.append(ItemLine(text % told, address))
            if one.latest_state and not is_table(one.section.system):
                label = _("Number of rounds: %(section)s") % told
                actions.append(Action(label=label, address=_page("desk_settings", one.section.pk)))
        elif one.section.has_tree and open_tie(one.section, one.latest) is not None:
            lines.append(ItemLine(_("%(section)s: a match is tied") % told, address))
    return _item("standings", _("Final standings"), lines, actions=tuple(actions))


def _prizes(found: _EventEnd) -> ClosingItem:
    with_prizes = [one for one in found.sections if one.has_prizes]
    lines, actions = [], []
    for one in with_prizes:
        address, told = _page("desk_handout", one.section.pk), {"section": one.section.name}
        if one.handed_after is None:
            lines.append(ItemLine(_("%(section)s: the prizes are not awarded") % told, address))
        elif one.handed_after != one.latest:
            lines.append(
                ItemLine(_("%(section)s: the standings have changed since the awards") % told, address)
            )
        else:
            lines.append(ItemLine(_("%(section)s: awarded") % told, address))
            sheet = _page("handout_sheet", one.section.pk)
            actions.append(Action(label=_("Print list for signatures: %(section)s") % told, address=sheet))
    is_awarded = len(actions) == len(with_prizes)
    return _by_hand(
        found,
        ClosingTask.PRIZES,
        _("Prizes"),
        lines=lines,
        actions=actions,
        applies=bool(with_prizes),
        is_ready=is_awarded,
    )


def _certificates(found: _EventEnd) -> ClosingItem:
    actions = [
        Action(
            label=_("Certificates: %(section)s") % {"section": one.section.name},
            address=_page("desk_certificates", one.section.pk),
        )
        for one in found.sections
        if one.latest
    ]
    return _by_hand(
        found, ClosingTask.CERTIFICATES, _("Certificates"), actions=actions, applies=bool(actions)
    )


def _ratings(found: _EventEnd) -> ClosingItem:
    action = Action(label=_("Open rating report"), address=_page("desk_event_ratings", found.event.pk))
    if found.is_counted:
        lines = (ItemLine(_("The event is counted on a rating list."), action.address),)
        return ClosingItem(key="ratings", title=_("Rating report"), state=ItemState.DONE, lines=lines)
    return _by_hand(found, ClosingTask.RATINGS, _("Rating report"), actions=[action], applies=found.has_lists)


def _files(found: _EventEnd) -> ClosingItem:
    actions = [
        Action(
            label=_("Files: %(section)s") % {"section": one.section.name},
            address=_page("desk_files", one.section.pk),
        )
        for one in found.sections
    ]
    return _by_hand(
        found, ClosingTask.FILES, _("Files to the federation"), actions=actions, applies=bool(actions)
    )


def _archive(found: _EventEnd) -> ClosingItem:
    action = Action(
        label=_("Download archive"),
        address=reverse("tournaments:desk_close_archive", args=[found.event.pk]),
        is_post=True,
    )
    lines = [ItemLine(_("Games, results, standings and the whole event as files, in one ZIP."))]
    return _by_hand(
        found,
        ClosingTask.ARCHIVE,
        _("Archive"),
        lines=lines,
        actions=[action],
        applies=bool(found.sections),
    )


def _thanks(found: _EventEnd) -> ClosingItem:
    action = Action(
        label=_("Preview thanks"), address=reverse("tournaments:desk_thanks", args=[found.event.pk])
    )
    return _by_hand(
        found,
        ClosingTask.THANKS,
        _("Thanks to the players"),
        actions=[action],
        applies=bool(found.addresses),
        missing=_("No player has given an email address."),
    )


def _by_hand(
    found: _EventEnd,
    task: ClosingTask,
    title: str,
    *,
    lines: list[ItemLine] | None = None,
    actions: list[Action],
    applies: bool,
    is_ready: bool = True,
    missing: str = "",
) -> ClosingItem:
    """Return an item that somebody settles; done once marked, with nothing before it open."""
    mark = found.marks.get(task)
    state = ItemState.OPEN if applies else ItemState.NOT_APPLICABLE
    if mark is not None and (is_ready or not mark.is_needed):
        state = ItemState.DONE if mark.is_needed else ItemState.NOT_APPLICABLE
    told = lines or ([] if applies or not missing else [ItemLine(missing)])
    return ClosingItem(
        key=task.value,
        title=title,
        state=state,
        lines=tuple(told),
        actions=tuple(actions) if applies else (),
        task=task if applies else None,
        mark=mark,
    )


# ---- the archive ----


def event_archive(event: Event, *, actor: Actor) -> bytes:
    """Return a ZIP of all files of an event that the actor may have, a folder for each section.

    A report that cannot say what a section is gets a text with the reason in its place.
    """
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for section in event.sections.all():
            section.event = event
            for key in FORMATS:
                if may_export(actor, section, key):
                    _add_file(archive, section, key, sight_of(actor, section))
    return file.getvalue()


def _add_file(archive: zipfile.ZipFile, section: Section, key: str, sight: Sight) -> None:
    try:
        made = exported_section(section, key, sight=sight)
    except TrfError as error:
        words = refusal_text(error)
        archive.writestr(f"{section.slug}/{key}-missing.txt", f"{words.what}\n{words.next_step}\n")
        return
    archive.writestr(f"{section.slug}/{key}-{made.name}", made.data)
