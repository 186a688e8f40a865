"""Entries at the desk: type or paste a list, check in, give byes, withdraw."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, cast

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from club.core.access import may
from club.core.capabilities import Capability
from club.core.errors import ClubError
from club.core.messages import refusal_text
from club.core.pages.access import needs
from club.core.pages.refusals import tell_refusal
from club.core.requests import actor_of
from club.members.selectors.persons import names_known
from tournaments.core.errors import SitsAtBoard
from tournaments.core.pages.forms import EntriesForm, EntryFactsForm
from tournaments.core.scopes import of_entry, of_section
from tournaments.core.services.locks import section_scope
from tournaments.entries.entry_lists import EntryLine, read_lines
from tournaments.entries.selectors.admissions import admission_of, places_of
from tournaments.entries.selectors.check_ins import arrivals
from tournaments.entries.services import entries as service
from tournaments.entries.services.check_ins import check_in
from tournaments.entries.services.withdrawals import BoardAct, withdraw_player
from tournaments.events.selectors.sections import entries_of
from tournaments.models import AbsenceKind, Camp, Entry, RoundState, Section
from tournaments.results.selectors.open_boards import can_re_pair, open_board_of
from tournaments.rounds.selectors.late_arrivals import late_arrivals, removable

OK, UNPROCESSABLE = 200, 422
LONGEST_BOARD = 5
TOLD_OF_A_COLUMN = 3  # values


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.SEE_DESK, scope=of_section)
def entries(request: HttpRequest, section_id: int) -> HttpResponse:
    """List the entries of a section; posting enters a whole list, or none of it and shows the errors."""
    row = get_object_or_404(Section.objects.select_related("event"), pk=section_id)
    form = EntriesForm(request.POST or None)
    if row.is_team:
        form.fields["players"].label = _("Teams")
    refusal, doubles = None, list[dict[str, Any]]()
    if request.method == "POST" and form.is_valid():
        try:
            lines = read_lines(form.cleaned_data["players"])
            made = service.add_entries(
                section_id=section_id,
                lines=lines,
                different=request.POST.get("different", "").splitlines(),
                actor=actor_of(request),
            )
        except ClubError as error:
            refusal = refusal_text(error)
            doubles = cast("list[dict[str, Any]]", error.facts.get("doubles", []))
        else:
            told = (_("%(count)s added.") % {"count": len(made)}, *_taken_for(lines))
            messages.success(request, " ".join(told))
            return redirect("tournaments:desk_entries", section_id)
    may_run = may(actor_of(request), Capability.RUN_EVENTS, section_scope(row))
    rounds, players = list(row.round_rows.defer("reasons").order_by("number")), list(entries_of(row))
    paired = sum(one.state != RoundState.DRAFT for one in rounds)
    late = late_arrivals(rounds[-1], players).open if rounds and may_run else []
    context = {
        "section": "desk",
        "one": row,
        "entries": players,
        "form": form,
        "refusal": refusal,
        "doubles": doubles,
        "different": "\n".join(one["name"] for one in doubles),
        "next_round": paired + 1,
        "found": arrivals(row) if not paired else None,
        "inbox": places_of(row, admission_of(row)),
        "camps": Camp.choices if row.system == "scheveningen" else (),
        "known": _known(row) if may_run else [],
        "may_run": may_run,
        "round_on": rounds[-1] if rounds else None,
        "late": late,
        "removable": removable(row, players) if may_run else set(),
        "tab": "entries",
    }
    is_wrong = request.method == "POST"
    return render(
        request, "tournaments/entries/desk/entries.html", context, status=UNPROCESSABLE if is_wrong else OK
    )


def _taken_for(lines: Sequence[EntryLine]) -> Iterator[str]:
    """Return the detected meaning of each column, with its first values; empty for a list of bare names."""
    columns = (
        (_("Name"), [line.name for line in lines]),
        (_("Rating"), [str(line.rating) for line in lines if line.rating]),
        (_("Federation"), [line.federation for line in lines if line.federation]),
        (_("Club"), [line.club_name for line in lines if line.club_name]),
    )
    if any(values for _label, values in columns[1:]):
        for label, values in columns:
            known = list(dict.fromkeys(values))
            more = ", \N{HORIZONTAL ELLIPSIS}" if len(known) > TOLD_OF_A_COLUMN else ""
            if known:
                yield f"{label}: {', '.join(known[:TOLD_OF_A_COLUMN])}{more}."


def _known(section: Section) -> list[str]:
    """Return the known persons of the club as suggestions, without those entered already."""
    if section.is_team:
        return []
    entered = set(section.entries.values_list("name", flat=True))
    names = names_known(organisation_id=section.event.organisation_id)
    return [name for name in names if name not in entered]


def _bye(entry: Entry, request: HttpRequest, **who: Any) -> None:
    given = request.POST.get("kind", "")
    kind = given if given in AbsenceKind.values else AbsenceKind.ZERO
    service.ask_bye(entry_id=entry.pk, round_number=_round(request), kind=kind, **who)


def _no_bye(entry: Entry, request: HttpRequest, **who: Any) -> None:
    service.take_back_bye(entry_id=entry.pk, round_number=_round(request), **who)


def _round(request: HttpRequest) -> int:
    given = request.POST.get("round", "")
    return int(given) if given.isascii() and given.isdecimal() and len(given) < 3 else 1  # noqa: PLR2004 - 99 at most


def _change(entry: Entry, request: HttpRequest, **who: Any) -> None:
    """Change the sent fields: name, rating, federation, club, team, fixed board, family."""
    sent = request.POST
    changes: dict[str, Any] = EntryFactsForm(sent).facts() if "name" in sent else {}
    if sent.get("camp") in {"", *Camp.values}:
        changes["camp"] = sent["camp"]
    if "family" in sent:
        changes["family"] = " ".join(sent["family"].split())[:60]
    if "fixed_board" in sent:
        board = sent["fixed_board"].strip()
        is_board = board.isascii() and board.isdecimal() and len(board) < LONGEST_BOARD
        changes["fixed_board"] = int(board) or None if is_board else None
    service.change_entry(entry_id=entry.pk, **changes, **who)


def _withdraw(entry: Entry, request: HttpRequest, **who: Any) -> None:
    given = request.POST.get("board", "")
    board = BoardAct(given) if given in {one.value for one in BoardAct} else None
    withdraw_player(entry_id=entry.pk, board=board, **who)


ACTS: dict[str, Callable[..., Any]] = {
    "withdraw": _withdraw,
    "readmit": lambda entry, _request, **who: service.readmit_entry(entry_id=entry.pk, **who),
    "remove": lambda entry, _request, **who: service.remove_entry(entry_id=entry.pk, **who),
    "arrive": lambda entry, _request, **who: check_in(entry_id=entry.pk, has_arrived=True, **who),
    "leave": lambda entry, _request, **who: check_in(entry_id=entry.pk, has_arrived=False, **who),
    "change": _change,
    "bye": _bye,
    "no-bye": _no_bye,
}


@require_safe
@needs(Capability.RUN_EVENTS, scope=of_entry)
def withdrawal(request: HttpRequest, entry_id: int) -> HttpResponse:
    """Ask for the treatment of the open board of a player who withdraws."""
    entry = get_object_or_404(Entry.objects.select_related("section__event"), pk=entry_id)
    pairing = open_board_of(entry)
    if pairing is None:
        return redirect("tournaments:desk_entries", entry.section_id)
    context = {
        "section": "desk",
        "one": entry.section,
        "tab": "entries",
        "entry": entry,
        "pairing": pairing,
        "opponent": pairing.black if pairing.white_id == entry.pk else pairing.white,
        "can_re_pair": can_re_pair(pairing),
    }
    return render(request, "tournaments/entries/desk/withdrawal.html", context)


@require_POST
@needs(Capability.RUN_EVENTS, scope=of_entry)
def act(request: HttpRequest, entry_id: int, act: str) -> HttpResponse:
    """Act on an entry: withdraw, readmit, remove, arrive, leave, change, bye, no-bye."""
    entry = get_object_or_404(Entry, pk=entry_id)
    if act not in ACTS:
        raise Http404(act)
    try:
        ACTS[act](entry, request, actor=actor_of(request))
    except SitsAtBoard:
        return redirect("tournaments:desk_withdraw", entry_id)
    except ClubError as error:
        tell_refusal(request, error)
    is_round = request.POST.get("back") == "round"
    return redirect(f"tournaments:desk_{'section' if is_round else 'entries'}", entry.section_id)
