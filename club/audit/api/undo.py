"""Undo of an audit entry: preview, then undo."""

from http import HTTPStatus
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from club.audit.api.audit import AuditEntryOut
from club.audit.messages import sentence_of
from club.audit.selectors import visible_entries
from club.audit.services import rehearse_undo, undo_entry
from club.core.api.access import needs
from club.core.api.base import ApiView, problems
from club.core.api.documents import Shape
from club.core.api.problems import answer_problem
from club.core.capabilities import Capability
from club.core.errors import ClubError
from club.core.messages import refusal_text
from club.core.requests import actor_of
from club.core.scopes import scope_of_entry
from club.models import AuditEntry


class AuditUndoView(ApiView):
    """Undo of an audit entry."""

    permission_classes = [needs(Capability.UNDO, scope=scope_of_entry)]

    class Line(Shape):
        """An audit entry that the undo would write."""

        action = serializers.CharField()
        sentence = serializers.CharField()
        target_kind = serializers.CharField()
        target_id = serializers.CharField()
        before = serializers.JSONField(allow_null=True)
        after = serializers.JSONField(allow_null=True)

    class Input(Shape):
        """Input with the reason, which is recorded in the audit log."""

        reason = serializers.CharField(max_length=1000, default="", allow_blank=True)

    @extend_schema(
        operation_id="audit_undo_preview",
        summary="Preview the undo of an audit entry",
        description=(
            "The preview changes nothing. If the entry cannot be undone, it answers 409 "
            "`cannot_undo` with the reason."
        ),
        responses={200: Line(many=True), **problems(401, 403, 404, 409)},
    )
    def get(self, request: Request, entry_id: int) -> Response:
        """Return the entries that the undo would write."""
        row = self._get_entry(request, entry_id)
        try:
            shown = rehearse_undo(entry_id=row.pk, actor=actor_of(request))
        except ClubError as refusal:
            return _not_undoable(request, refusal)
        lines: Any = [
            {name: getattr(one, name) for name in ("action", "target_kind", "target_id", "before", "after")}
            | {"sentence": sentence_of(one)}
            for one in shown
        ]
        return Response(self.Line(lines, many=True).data)

    @extend_schema(
        operation_id="audit_undo",
        summary="Undo an audit entry",
        description=(
            "The services that performed the action also undo it. Returns the audit entries that the "
            "undo added."
        ),
        request=Input,
        responses={200: AuditEntryOut(many=True), **problems(400, 401, 403, 404, 409, 415)},
    )
    def post(self, request: Request, entry_id: int) -> Response:
        """Undo the entry, once. A second request answers 409."""
        payload = self.Input.validated_from(request.data)
        row = self._get_entry(request, entry_id)
        try:
            written = undo_entry(entry_id=row.pk, actor=actor_of(request), reason=payload["reason"].strip())
        except ClubError as refusal:
            return _not_undoable(request, refusal)
        return Response(AuditEntryOut(written, many=True).data)

    @staticmethod
    def _get_entry(request: Request, entry_id: int) -> AuditEntry:
        return get_object_or_404(visible_entries(actor=actor_of(request)), pk=entry_id)


def _not_undoable(request: Request, refusal: ClubError) -> Response:
    """Answer 409 if a permission is missing, as for any other impossible undo and as on the page."""
    if refusal.status != HTTPStatus.FORBIDDEN:
        raise refusal
    words = refusal_text(refusal)
    return answer_problem(
        request,
        status=HTTPStatus.CONFLICT,
        code=refusal.code,
        title=words.what,
        next_step=words.next_step,
        facts=refusal.facts,
    )
