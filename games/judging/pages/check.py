"""Page that judges a pasted, dropped or typed record at once; nothing is stored."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from club.core.messages import RefusalText, refusal_text
from club.core.pages.access import public, same_origin_only
from club.core.requests import OK, UNPROCESSABLE, parse_number
from club.live.published import published
from games.core.errors import NothingToRead, Refusal, TextTooLong
from games.house_rules.selectors import offered_keys
from games.judging.pages.examples import example_named, examples
from games.judging.pages.forms import CheckForm
from games.judging.pages.score_sheet import ScoreSheet, verdict_word
from games.judging.selectors.viewer import viewer_payload
from games.judging.services.judging import JudgedText, judge_text, text_limit
from games.judging.services.saved_checks import DAYS, DEFAULT_DAYS, MAX_BYTES
from games.laws.results import written_outcome
from games.laws.verdict import Severity, Verdict
from games.rules import Side


@dataclass(frozen=True, slots=True)
class GameLine:
    """One game of the text in the list of verdicts; only the opened game computes positions and repairs."""

    verdict: Verdict
    is_shown: bool

    @property
    def index(self) -> int:
        """Its number in the text."""
        return self.verdict.record.index

    @property
    def players(self) -> tuple[str, str]:
        """Names of the first and the second player, as the record has them."""
        record = self.verdict.record
        first = self.verdict.variant.first_to_move
        return record.tag(first.key.title()), record.tag(first.opponent.key.title())

    @property
    def result(self) -> str:
        """The result as written."""
        return self.verdict.result.tag or self.verdict.result.terminator

    @property
    def word(self) -> str:
        """Verdict in one word."""
        return verdict_word(
            is_judged=self.verdict.is_judged,
            is_unreadable=self.verdict.is_unreadable,
            is_legal=self.verdict.is_legal,
            plies=self.verdict.plies,
            severities={finding.severity.value for finding in self.verdict.findings},
        )


@dataclass(frozen=True, slots=True)
class CheckResult:
    """Result below the form: verdicts with one game opened, or a refusal."""

    lines: tuple[GameLine, ...] = ()
    games: int = 0
    left_out: int = 0
    shown: ScoreSheet | None = None
    pdn: str = ""
    encoding: str = "utf-8"
    first_result: str = ""  # side of the first figure in untagged results; empty: no choice to offer
    is_switched: bool = False
    refusal: RefusalText | None = None
    status: int = OK


@require_http_methods(["GET", "HEAD", "POST"])
@same_origin_only  # nothing is stored, no permission is used
@public
@published(version=offered_keys, parameters=("example", *CheckForm.base_fields))
def check(request: HttpRequest) -> HttpResponse:
    """Form, with the verdicts below it after posting; a request by htmx gets the verdicts alone."""
    if request.method == "POST":
        return _judged_page(request)
    example = example_named(request.GET.get("example", ""))
    form = CheckForm(initial=example.as_initial() if example else request.GET.dict())
    result = None
    if example:
        result = judged_result(example.pdn)
    return _page(request, form, result)


def _judged_page(request: HttpRequest) -> HttpResponse:
    form = CheckForm(request.POST, request.FILES)
    result = None
    if form.is_valid():
        result = _judge_form(form, parse_number(request.POST.get("show", ""), digits=9))
        form = _with_file_text(form, result)
    if "HX-Request" in request.headers:
        context = {**_context(form, result), "is_fragment": True}
        return render(request, "games/judging/_verdicts.html", context, status=_status(form, result))
    return _page(request, form, result)


def _page(request: HttpRequest, form: CheckForm, result: CheckResult | None) -> HttpResponse:
    return render(request, "games/judging/check.html", _context(form, result), status=_status(form, result))


def _context(form: CheckForm, result: CheckResult | None) -> dict[str, Any]:
    shown = result.shown if result else None
    return {
        "section": "check",
        "form": form,
        "result": result,
        "sheet": shown,
        "ply": shown.telling_ply if shown else 0,
        "drawing": shown.drawing_at(shown.telling_ply) if shown else None,
        "pdn": result.pdn if result else "",
        "limit": text_limit(),
        "examples": examples(),
        **_keeping(form, result),
    }


def _keeping(form: CheckForm, result: CheckResult | None) -> dict[str, Any]:
    """Return what the form to keep a checked record needs; nothing for one that is too long to be kept."""
    text = str(form["pdn"].value() or "")
    if result is None or result.refusal is not None or len(text.encode("utf-8", "replace")) > MAX_BYTES:
        return {}
    given = {name: form[name].value() or "" for name in ("law_book", "variant")}
    given |= {"play_on": "1" if form["play_on"].value() else ""}
    if result.is_switched:
        given["first_result"] = result.first_result
    return {"kept_text": text, "kept_choices": given, "days": DAYS, "default_days": DEFAULT_DAYS}


def _status(form: CheckForm, result: CheckResult | None) -> int:
    if form.is_bound and not form.is_valid():
        return UNPROCESSABLE
    return result.status if result else OK


def _judge_form(form: CheckForm, show: int | None) -> CheckResult:
    """Judge the file if one was chosen, else the text."""
    given = form.cleaned_data
    upload = given.get("file")
    if upload is not None and upload.size > text_limit():
        return _refusal_result(TextTooLong(size=upload.size, limit=text_limit()))
    text: str | bytes = upload.read() if upload is not None else given["pdn"]
    return judged_result(
        text,
        law_book=given["law_book"],
        variant=given["variant"],
        show=show,
        first_result=given["read_first"] or given["first_result"],
        play_on=given["play_on"],
    )


def judged_result(
    text: str | bytes,
    *,
    law_book: str = "",
    variant: str = "",
    show: int | None = None,
    first_result: str = "",
    play_on: bool = False,
) -> CheckResult:
    """Judge a text and open one of its games, or return the refusal."""
    side = {"white": Side.WHITE, "black": Side.BLACK}.get(first_result)
    try:
        judged = judge_text(
            text=text, law_book=law_book, variant=variant, first_result_is=side, play_on=play_on
        )
        if not judged.verdicts:
            raise NothingToRead
    except Refusal as refusal:
        return _refusal_result(refusal)
    return _result(judged, show)


def _refusal_result(refusal: Refusal) -> CheckResult:
    return CheckResult(refusal=refusal_text(refusal), status=refusal.status)


def _result(judged: JudgedText, show: int | None) -> CheckResult:
    place = _selected_game(judged.verdicts, show)
    opened = judged.verdicts[place]
    sheet = ScoreSheet(viewer_payload(opened), index=opened.record.index)
    return CheckResult(
        lines=tuple(GameLine(verdict, verdict is opened) for verdict in judged.verdicts),
        games=judged.games,
        left_out=judged.left_out,
        shown=sheet,
        pdn=(sheet.played_on or {}).get("pdn") or opened.record.source,
        encoding=judged.encoding,
        first_result=_first_figure(judged.verdicts),
        is_switched=any(verdict.result.decided_by == "option" for verdict in judged.verdicts),
    )


def _first_figure(verdicts: list[Verdict]) -> str:
    """Return the side of the first figure in decided results without a GameType: by custom, or as chosen."""
    for verdict in verdicts:
        outcome = written_outcome(verdict.record)
        if verdict.result.decided_by in {"custom", "option"} and outcome in {"first", "second"}:
            winner = verdict.result.winner
            return winner if outcome == "first" else {"white": "black", "black": "white"}[winner]
    return ""


def _selected_game(verdicts: list[Verdict], show: int | None) -> int:
    """Return the requested game, else the first illegal one, else the first with a doubt, else the first."""
    indexes = [verdict.record.index for verdict in verdicts]
    if show in indexes:
        return indexes.index(show)
    not_legal = (at for at, verdict in enumerate(verdicts) if not verdict.is_legal)
    doubtful = (
        at
        for at, verdict in enumerate(verdicts)
        if any(finding.severity is Severity.DOUBT for finding in verdict.findings)
    )
    return next(not_legal, next(doubtful, 0))


def _with_file_text(form: CheckForm, result: CheckResult) -> CheckForm:
    """The text of a file that was judged moves into the form: a browser forgets files, the page need not."""
    upload = form.cleaned_data.get("file")
    if upload is None or result.refusal is not None:
        return form
    upload.seek(0)
    text = upload.read().decode(result.encoding, "replace")
    return CheckForm({**dict(form.data.items()), "pdn": text.lstrip("\ufeff").replace("\0", "")})
