"""Imports: a file goes up, progress is watched, the report lists each game that needs a look."""

from typing import TYPE_CHECKING, Any, NamedTuple

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.access import may_import
from games.errors import Refusal
from games.models import ArchiveImport, FirstResult, ImportProblem
from games.refusal_texts import RefusalText, refusal_text
from games.selectors.imports import import_list, import_problems, import_report, problem_sentence
from games.services.archive_files import upload_limit
from games.services.clubs import receiving_club
from games.services.imports import answer_first_result, cancel_import, start_import
from games.web.archive import query_of
from games.web.forms import ImportForm

if TYPE_CHECKING:
    from club.models import User

IMPORTS_SHOWN = 50
PROBLEMS_A_PAGE = 50
OK, UNPROCESSABLE = 200, 422


class ProblemLine(NamedTuple):
    """A line of the report in words."""

    row: ImportProblem
    sentence: str


def _actor(request: HttpRequest) -> "User | None":
    return request.user if request.user.is_authenticated else None


def _insist_on_leave(request: HttpRequest) -> None:
    if not may_import(request):
        raise PermissionDenied


@require_http_methods(["GET", "HEAD", "POST"])
def imports(request: HttpRequest) -> HttpResponse:
    """The form and every import so far; posting starts one and leads to its page."""
    form, refusal, status = ImportForm(), None, OK
    if request.method == "POST":
        _insist_on_leave(request)
        form = ImportForm(request.POST, request.FILES)
        status = UNPROCESSABLE
        if form.is_valid():
            answer = _start(request, form)
            if isinstance(answer, ArchiveImport):
                return redirect("games:import", import_id=answer.pk)
            refusal, status = refusal_text(answer), answer.status
    return render(request, "games/imports.html", _context(request, form, refusal), status=status)


def _context(request: HttpRequest, form: ImportForm, refusal: RefusalText | None) -> dict[str, Any]:
    return {
        "section": "games",
        "form": form,
        "refusal": refusal,
        "limit": upload_limit(),
        "may_import": may_import(request),
        "imports": import_list()[:IMPORTS_SHOWN],
    }


def _start(request: HttpRequest, form: ImportForm) -> ArchiveImport | Refusal:
    given = form.cleaned_data
    upload = given["file"]
    try:
        return start_import(
            organisation=receiving_club(slug=given.get("club", "")),
            stream=upload,
            name=upload.name,
            law_book=given["law_book"],
            variant=given["variant"],
            actor=_actor(request),
        )
    except Refusal as refusal:
        return refusal


@require_safe
def archive_import(request: HttpRequest, import_id: int) -> HttpResponse:
    """Progress and the report of one import."""
    archive = get_object_or_404(import_list(), pk=import_id)
    page = Paginator(import_problems(archive=archive), PROBLEMS_A_PAGE).get_page(request.GET.get("page"))
    context = {
        **_progress(request, archive),
        "section": "games",
        "page": page,
        "query": query_of(request),
        "problems": [ProblemLine(row, problem_sentence(row)) for row in page.object_list],
    }
    return render(request, "games/import.html", context)


@require_safe
def progress(request: HttpRequest, import_id: int) -> HttpResponse:
    """The moving part of the page; the last answer asks the browser for the whole report."""
    archive = get_object_or_404(import_list(), pk=import_id)
    response = render(request, "games/_import_progress.html", _progress(request, archive))
    if archive.is_over:
        response.headers["HX-Refresh"] = "true"
    return response


def _progress(request: HttpRequest, archive: ArchiveImport) -> dict[str, Any]:
    return {
        "archive": archive,
        "report": import_report(archive=archive),
        "may_import": may_import(request),
    }


@require_POST
def cancel(request: HttpRequest, import_id: int) -> HttpResponse:
    """Stop reading; what was kept stays."""
    _insist_on_leave(request)
    archive = get_object_or_404(ArchiveImport, pk=import_id)
    try:
        cancel_import(import_id=archive.pk, actor=_actor(request))
    except Refusal as refusal:
        messages.warning(request, refusal_text(refusal).what)
    return redirect("games:import", import_id=archive.pk)


@require_POST
def first_result(request: HttpRequest, import_id: int) -> HttpResponse:
    """The one question an import may leave open: whom an American 1-0 names."""
    _insist_on_leave(request)
    archive = get_object_or_404(ArchiveImport, pk=import_id)
    answer = request.POST.get("first_result", "")
    if answer in {FirstResult.BLACK, FirstResult.WHITE}:
        try:
            answer_first_result(import_id=archive.pk, first_result=FirstResult(answer), actor=_actor(request))
            messages.success(request, _("The winners of the games of this file are being put right."))
        except Refusal as refusal:
            messages.warning(request, refusal_text(refusal).what)
    return redirect("games:import", import_id=archive.pk)
