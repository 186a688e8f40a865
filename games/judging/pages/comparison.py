"""Two score sheets of one game side by side, with the first ply where they differ."""

from dataclasses import dataclass
from itertools import zip_longest
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from club.core.messages import RefusalText, refusal_text
from club.core.pages.access import public, same_origin_only
from club.core.requests import OK, UNPROCESSABLE
from club.live.published import published
from games.core.errors import Refusal, SheetUnreadable
from games.house_rules.selectors import offered_keys
from games.judging.messages import reconciliation_sentence
from games.judging.move_numbers import MoveNumbers, move_count
from games.judging.pages.drawing import BoardDrawing
from games.judging.pages.forms import CompareForm
from games.judging.selectors.comparison import sheet_comparison
from games.judging.services.judging import first_record
from games.laws.scores.comparison import Comparison, Continuation
from games.pdn import GameRecord


class PairLine(NamedTuple):
    """One half-move as each sheet has it."""

    number: str
    first: str
    second: str
    is_same: bool
    is_where_they_part: bool


@dataclass(frozen=True, slots=True)
class SheetRefusal:
    """Refusal of one of the two sheets, with the reason."""

    name: str
    text: RefusalText
    status: int


class ComparedSheets:
    """A comparison ready to be shown."""

    def __init__(self, comparison: Comparison, records: tuple[GameRecord, GameRecord]) -> None:
        self.comparison = comparison
        self.records = records
        self.numbers = MoveNumbers.of_fen(records[0].tag("FEN"), comparison.variant)

    @property
    def differ_at(self) -> str:
        """The move at which the sheets differ."""
        return self.numbers.label(self.comparison.differ_at or 0)

    @property
    def lengths(self) -> list[int]:
        """Moves on each sheet, as players count them."""
        return [move_count(plies) for plies in self.comparison.plies]

    @property
    def continuations(self) -> list[tuple[str, str]]:
        """Each sheet with what is legal from the difference on."""
        sheets = (self.comparison.first, self.comparison.second)
        names = (_("First sheet"), _("Second sheet"))
        return [(name, self._continuation(sheet)) for name, sheet in zip(names, sheets, strict=True)]

    def _continuation(self, sheet: Continuation) -> str:
        if sheet.is_legal and sheet.is_complete:
            return _("legal, and so is the rest")
        reached = {"reached": self.numbers.label(sheet.reached)}
        if sheet.is_legal:
            return _("legal; the record is legal up to move %(reached)s") % reached
        return _("not legal; the record is legal up to move %(reached)s") % reached

    @property
    def lines(self) -> list[PairLine]:
        """Both sheets half-move by half-move as written."""
        at = self.comparison.differ_at
        texts = ([token.text for token in record.moves] for record in self.records)
        return [
            PairLine(self.numbers.label(ply), a or "", b or "", at is None or ply < at, ply == at)
            for ply, (a, b) in enumerate(zip_longest(*texts), start=1)
        ]

    @property
    def other_fen(self) -> str:
        """The position of the second sheet there, when it is another."""
        position = self.comparison.other_position
        return "" if position is None else position.to_fen(self.comparison.variant)

    @property
    def drawing(self) -> BoardDrawing | None:
        """The position in which the sheets part."""
        position, variant = self.comparison.position, self.comparison.variant
        if position is None:
            return None
        return BoardDrawing(
            fen=position.to_fen(variant), geometry=variant.geometry, uses_letters=variant.uses_letters
        )

    @property
    def reconciliations(self) -> list[str]:
        """Readings under which both sheets record the same game."""
        return [
            reconciliation_sentence(one.kind, {"ply": one.ply, "text": one.text})
            for one in self.comparison.reconciliations
        ]


@require_http_methods(["GET", "HEAD", "POST"])
@same_origin_only  # nothing is stored, no permission is used
@public
@published(version=offered_keys)
def compare(request: HttpRequest) -> HttpResponse:
    """Form for two score sheets, with their common part and differences after posting."""
    form = CompareForm(request.POST or None, request.FILES or None)
    compared, refusal = None, None
    if form.is_bound and form.is_valid():
        answer = _compare_sheets(form)
        compared = answer if isinstance(answer, ComparedSheets) else None
        refusal = answer if isinstance(answer, SheetRefusal) else None
    status = OK
    if form.is_bound and not form.is_valid():
        status = UNPROCESSABLE
    elif refusal:
        status = refusal.status
    context = {"section": "compare", "form": form, "compared": compared, "refusal": refusal}
    return render(request, "games/judging/compare.html", context, status=status)


def _compare_sheets(form: CompareForm) -> ComparedSheets | SheetRefusal:
    records = []
    for field, name in (("first", _("First sheet")), ("second", _("Second sheet"))):
        try:
            records.append(first_record(form.cleaned_data[field]))
        except Refusal as refusal:
            return SheetRefusal(name, refusal_text(refusal), refusal.status)
    first, second = records
    try:
        found = sheet_comparison(first=first, second=second, variant=form.cleaned_data["variant"])
    except SheetUnreadable as refusal:
        name = _("First sheet") if refusal.facts["sheet"] == 1 else _("Second sheet")
        return SheetRefusal(name, refusal_text(refusal), refusal.status)
    return ComparedSheets(found, (first, second))
