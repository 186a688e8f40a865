"""Undo of an audit entry: preview, then undo."""

from http import HTTPStatus
from typing import Any

from rest_framework import serializers
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from club.audit.api.audit import AuditEntryOut
from club.audit.audit_sight import AuditSight
from club.audit.messages import sentence_of
from club.audit.selectors import visible_entries
from club.audit.services import rehearse_undo, undo_entry
from club.core.api.access import needs
from club.core.api.base import ApiView
from club.core.api.documents import Shape
from club.core.api.operations import operation
from club.core.api.problems import answer_problem
from club.core.capabilities import Capability
from club.core.errors import ClubError
from club.core.messages import refusal_text
from club.core.requests import actor_of
from club.core.scopes import scope_of_entry
from club.models import AuditEntry


class AuditUndoView(ApiView):
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
        reason = serializers.CharField(max_length=1000, default="", allow_blank=True)

    @operation("audit_undo_preview", Line(many=True), refusals=(409,))
    def get(self, request: Request, entry_id: int) -> Response:
        """Preview the undo of an audit entry. If impossible, answers 409 `cannot_undo` with the reason."""
        row = self._get_entry(request, entry_id)
        try:
            actor = actor_of(request)
            shown = AuditSight(actor).of_all(rehearse_undo(entry_id=row.pk, actor=actor))
        except ClubError as refusal:
            return _not_undoable(request, refusal)
        lines: Any = [
            {name: getattr(one, name) for name in ("action", "target_kind", "target_id", "before", "after")}
            | {"sentence": sentence_of(one)}
            for one in shown
        ]
        return Response(self.Line(lines, many=True).data)

    @operation("audit_undo", AuditEntryOut(many=True), request=Input, refusals=(409,))
    def post(self, request: Request, entry_id: int) -> Response:
        """Undo an audit entry. Returns the audit entries that the undo added."""
        payload = self.Input.validated_from(request.data)
        row = self._get_entry(request, entry_id)
        try:
            actor = actor_of(request)
            written = undo_entry(entry_id=row.pk, actor=actor, reason=payload["reason"].strip())
        except ClubError as refusal:
            return _not_undoable(request, refusal)
        return Response(AuditEntryOut(AuditSight(actor).of_all(written), many=True).data)

    @staticmethod
    def _get_entry(request: Request, entry_id: int) -> AuditEntry:
        return get_object_or_404(visible_entries(actor=actor_of(request)), pk=entry_id)


def _not_undoable(request: Request, refusal: ClubError) -> Response:
    """Answer 409 whatever the service refuses, as on the page: the request itself is in order."""
    words = refusal_text(refusal)
    return answer_problem(
        request,
        status=HTTPStatus.CONFLICT,
        code=refusal.code,
        title=words.what,
        next_step=words.next_step,
        facts=refusal.facts,
    )
