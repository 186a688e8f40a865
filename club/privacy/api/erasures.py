"""API of erasing a member: preview, then erase."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import needs
from club.core.api.base import ApiView, problems
from club.core.api.documents import Shape
from club.core.capabilities import Capability
from club.core.requests import actor_of
from club.members.scopes import scope_of_person
from club.members.services.access_log import log_view
from club.models import Person
from club.privacy.selectors.erasure import erasure_preview
from club.privacy.services.audit_redaction import count_entries
from club.privacy.services.erasure import erase_person, neutral_name


class HeldOut(Shape):
    """One kind of thing that is held, how many there are, and why it stays if it does."""

    key = serializers.CharField(source="holding.key")
    what = serializers.CharField(source="holding.label")
    count = serializers.IntegerField()
    why = serializers.CharField(source="holding.why")


class ErasurePreviewOut(Shape):
    """What an erasure will do."""

    neutral_name = serializers.CharField()
    goes = HeldOut(many=True)
    stays = HeldOut(many=True)
    blocks = serializers.ListField(child=serializers.CharField(), help_text="What must be done first.")
    audit_entries = serializers.IntegerField()


class ErasedOut(Shape):
    """What is left of somebody."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    erased_at = serializers.DateTimeField()


class ErasureView(ApiView):
    """The erasure of one member."""

    permission_classes = [needs(Capability.KEEP_MEMBERS, scope=scope_of_person)]

    class Input(Shape):
        """The name confirms it."""

        name = serializers.CharField(max_length=200, help_text="The person's name, to confirm.")
        reason = serializers.CharField(max_length=500, default="", allow_blank=True)

    @extend_schema(
        operation_id="erasures_preview",
        summary="What erasing a member will do",
        description="What goes, what stays and why, what must be done first. A look is on the audit trail.",
        responses={200: ErasurePreviewOut, **problems(401, 403, 404)},
    )
    def get(self, request: Request, person_id: int) -> Response:
        """Nothing is changed by looking."""
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

    @extend_schema(
        operation_id="erasures_create",
        summary="Erase a member for good",
        request=Input,
        responses={200: ErasedOut, **problems(400, 401, 403, 404, 409, 415, 422)},
    )
    def post(self, request: Request, person_id: int) -> Response:
        """Erase; nothing brings the data back."""
        given = self.Input(data=request.data)
        given.is_valid(raise_exception=True)
        payload = given.validated_data
        person = erase_person(
            person_id=person_id, typed_name=payload["name"], reason=payload["reason"], actor=actor_of(request)
        )
        payload = {"id": person.pk, "name": person.name, "erased_at": person.erased_at}
        return Response(ErasedOut(payload).data)
