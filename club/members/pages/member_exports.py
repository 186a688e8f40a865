"""Export of the member list as CSV, spreadsheet or vCards, with and without personal data."""

from collections.abc import Iterator
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from club.core.capabilities import Capability
from club.core.pages.access import needs
from club.core.pages.current_club import chosen_club
from club.core.pages.responses import CSV, XLSX, as_file
from club.core.requests import actor_of
from club.members.member_files import as_csv, as_vcards
from club.members.pages.member_forms import FilterForm
from club.members.selectors.member_lines import PERSONAL, PLAIN, member_lines
from club.members.selectors.members import MemberFilters
from club.members.services.access_log import log_member_export
from club.paper.sheets import write_sheet

KINDS = {"csv": CSV, "xlsx": XLSX, "vcf": "text/vcard; charset=utf-8"}


@require_safe
@needs(Capability.SEE_PLANS)
def export(request: HttpRequest, file_format: str) -> HttpResponseBase:
    """Export the listed members; `personal` adds personal data, for readers with the permission."""
    if file_format not in KINDS:
        raise Http404(file_format)
    is_personal = bool(request.GET.get("personal"))
    club, actor = chosen_club(request, Capability.SEE_PLANS).club, actor_of(request)
    log_member_export(organisation_id=club.pk, file_format=file_format, is_personal=is_personal, actor=actor)
    form = FilterForm(request.GET, club=club, sees_plans=True, sees_private=is_personal)
    filters = MemberFilters(**form.chosen())
    lines = member_lines(organisation_id=club.pk, actor=actor, filters=filters, is_personal=is_personal)
    columns = (*PLAIN, *PERSONAL) if is_personal else PLAIN
    answer = _answer(file_format, lines, columns)
    return as_file(answer, f"{club.slug}-{timezone.localdate():%Y-%m-%d}.{file_format}")


def _answer(file_format: str, lines: Iterator[dict[str, Any]], columns: tuple[str, ...]) -> HttpResponseBase:
    if file_format == "xlsx":
        rows = [columns, *([line[name] for name in columns] for line in lines)]
        return HttpResponse(write_sheet(rows), content_type=KINDS["xlsx"])
    texts = as_csv(lines, columns) if file_format == "csv" else as_vcards(lines)
    return StreamingHttpResponse(texts, content_type=KINDS[file_format])
