"""Pages of imports: upload of a file, progress, and a report of each game to check."""

from typing import Any, NamedTuple

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from club.core.access import clubs_where
from club.core.capabilities import Capability
from club.core.pages.access import needs, public
from club.core.pages.refusals import Refusals, submit
from club.core.requests import actor_of
from club.live.selectors import followed
from games.archive.pages.archive import query_of
from games.archive.pages.forms import ImportForm
from games.archive.selectors.imports import (
    Difference,
    import_list,
    import_problems,
    import_report,
    kind_counts,
    problem_move,
    problem_sentence,
    twin_differences,
)
from games.archive.services.archive_files import upload_limit
from games.archive.services.imports import answer_first_result, cancel_import, receiving_club, start_import
from games.core.access import import_scope, may_import, receiving_scope
from games.models import ArchiveImport, FirstResult, ImportProblem, ProblemKind

MAX_IMPORTS_SHOWN = 50
PROBLEMS_PER_PAGE = 50


class ProblemLine(NamedTuple):
    """Text of a line of the report."""

    row: ImportProblem
    sentence: str
    move: str
    differs: list[Difference]


def _clubs(request: HttpRequest) -> frozenset[int] | None:
    return clubs_where(actor_of(request), Capability.IMPORT_GAMES)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.IMPORT_GAMES, scope=receiving_scope, methods={"POST"})
def imports(request: HttpRequest) -> HttpResponse:
    """Form and list of imports; posting starts one and redirects to its page."""
    is_sent = request.method == "POST"
    form = ImportForm(
        request.POST if is_sent else None, request.FILES if is_sent else None, among=_clubs(request)
    )
    sent = submit(request, form, lambda: _start(request, form))
    if sent.is_done:
        return redirect("games:import", import_id=sent.result.pk)
    context = {
        "section": "games",
        "form": form,
        "refusal": sent.refusal,
        "limit": upload_limit(),
        "may_import": may_import(request),
        "imports": import_list()[:MAX_IMPORTS_SHOWN],
    }
    return render(request, "games/archive/imports.html", context, status=sent.status)


def _start(request: HttpRequest, form: ImportForm) -> ArchiveImport:
    given = form.cleaned_data
    return start_import(
        organisation=receiving_club(slug=given.get("club", ""), actor=actor_of(request)),
        stream=given["file"],
        name=given["file"].name,
        law_book=given["law_book"],
        variant=given["variant"],
        first_result=given["first_result"],
        same_moves=given["same_moves"],
        actor=actor_of(request),
    )


@require_safe
@public
def archive_import(request: HttpRequest, import_id: int) -> HttpResponse:
    """Progress and the report of one import."""
    return render(request, "games/archive/import.html", _report(request, import_id))


@require_safe
@public
def progress(request: HttpRequest, import_id: int) -> HttpResponse:
    """The part of the page that follows the import's channel."""
    return render(request, "games/archive/_import_live.html", _report(request, import_id))


def _report(request: HttpRequest, import_id: int) -> dict[str, Any]:
    live = followed(f"import:{import_id}")  # asked first: all that happens from here on is reported
    archive = get_object_or_404(import_list(), pk=import_id)
    asked = request.GET.get("kind", "")
    kind = asked if asked in ProblemKind.values else ""
    found = import_problems(archive=archive, kind=kind)
    page = Paginator(found, PROBLEMS_PER_PAGE).get_page(request.GET.get("page"))
    differences = twin_differences(page.object_list)
    return {
        "section": "games",
        **live,
        "archive": archive,
        "report": import_report(archive=archive),
        "may_import": may_import(request, archive),
        "page": page,
        "query": query_of(request),
        "kind": kind,
        "kinds": kind_counts(archive=archive),
        "problems": [
            ProblemLine(row, problem_sentence(row), problem_move(row), differences.get(row.pk, []))
            for row in page.object_list
        ],
    }


@require_POST
@needs(Capability.IMPORT_GAMES, scope=import_scope)
def cancel(request: HttpRequest, import_id: int) -> HttpResponse:
    """Stop reading; the games stored so far stay."""
    archive = get_object_or_404(ArchiveImport, pk=import_id)
    with Refusals(request):
        cancel_import(import_id=archive.pk, actor=actor_of(request))
    return redirect("games:import", import_id=archive.pk)


@require_POST
@needs(Capability.IMPORT_GAMES, scope=import_scope)
def first_result(request: HttpRequest, import_id: int) -> HttpResponse:
    """The one question an import may leave open: the side that an American 1-0 names."""
    archive = get_object_or_404(ArchiveImport, pk=import_id)
    answer, actor = request.POST.get("first_result", ""), actor_of(request)
    if answer in {FirstResult.BLACK, FirstResult.WHITE}:
        with Refusals(request, success=_("The winners of the games in this file are being corrected.")):
            answer_first_result(import_id=archive.pk, first_result=FirstResult(answer), actor=actor)
    return redirect("games:import", import_id=archive.pk)
