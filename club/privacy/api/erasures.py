"""API of the erasure of a member: preview, then erase."""

from rest_framework import serializers
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import needs
from club.core.api.base import ApiView
from club.core.api.documents import Shape
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.requests import actor_of
from club.members.scopes import scope_of_person
from club.members.services.access_log import log_view
from club.models import Person
from club.privacy.selectors import erasure_preview
from club.privacy.services.audit_redaction import count_entries
from club.privacy.services.erasure import erase_person, neutral_name


class HeldOut(Shape):
    """One kind of personal data, its number of rows, and the reason to retain it."""

    key = serializers.CharField(source="data_set.key")
    what = serializers.CharField(source="data_set.label")
    count = serializers.IntegerField()
    why = serializers.CharField(source="data_set.why")


class ErasurePreviewOut(Shape):
    """Effects of an erasure."""

    neutral_name = serializers.CharField()
    goes = HeldOut(many=True)
    stays = HeldOut(many=True)
    blocks = serializers.ListField(
        child=serializers.CharField(), help_text="What must be done before the erasure; empty if nothing."
    )
    audit_entries = serializers.IntegerField()


class ErasedOut(Shape):
    """The remaining row of an erased person."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    erased_at = serializers.DateTimeField()


class ErasureView(ApiView):
    permission_classes = [needs(Capability.KEEP_MEMBERS, scope=scope_of_person)]

    class Input(Shape):
        name = serializers.CharField(max_length=200, help_text="Name of the person, as confirmation.")
        reason = serializers.CharField(max_length=500, default="", allow_blank=True)

    @operation("erasures_preview", ErasurePreviewOut)
    def get(self, request: Request, person_id: int) -> Response:
        """Preview the erasure of a member. Logged in the audit log, at most once an hour per viewer."""
        person = get_object_or_404(Person.objects.select_related("organisation", "user"), pk=person_id)
        log_view(person=person, actor=actor_of(request))
        preview = erasure_preview(person=person)
        payload = {
            "neutral_name": neutral_name(person),
            "goes": preview.goes,
            "stays": preview.stays,
            "blocks": [str(one) for one in preview.blocks],
            "audit_entries": count_entries(person),
        }
        return Response(ErasurePreviewOut(payload).data)

    @operation("erasures_create", ErasedOut, request=Input, refusals=(409, 422))
    def post(self, request: Request, person_id: int) -> Response:
        """Erase a member irreversibly. Answers 422 if the name differs, 409 if something must come first."""
        payload = self.Input.validated_from(request.data)
        person = erase_person(
            person_id=person_id, typed_name=payload["name"], reason=payload["reason"], actor=actor_of(request)
        )
        payload = {"id": person.pk, "name": person.name, "erased_at": person.erased_at}
        return Response(ErasedOut(payload).data)
