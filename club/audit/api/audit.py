"""API of the audit log: the same entries, sentences and filters as on the desk."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from club.audit.audit_sight import AuditSight
from club.audit.messages import sentence_of
from club.audit.selectors import TrailFilters, audit_trail, trail_page
from club.core.api.access import needs
from club.core.api.base import ApiView
from club.core.api.documents import Shape
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.requests import actor_of
from club.models import AuditEntry


class AuditQuery(Shape):
    """Filters of the audit log."""

    club = serializers.CharField(
        default="",
        max_length=60,
        help_text="Short name of the club. If omitted, all clubs whose audit log you may read.",
    )
    since = serializers.DateField(default=None, allow_null=True, help_text="First day. If null, no limit.")
    until = serializers.DateField(
        default=None, allow_null=True, help_text="Last day, inclusive. If null, no limit."
    )
    who = serializers.CharField(
        default="", max_length=100, help_text="Part of the actor's name, in upper or lower case."
    )
    user_id = serializers.IntegerField(default=None, allow_null=True, min_value=1, max_value=2**62)
    pass_id = serializers.IntegerField(default=None, allow_null=True, min_value=1, max_value=2**62)
    action = serializers.CharField(
        default="", max_length=100, help_text="Audit action, for example `club.role.granted`."
    )
    kind = serializers.CharField(
        default="", max_length=60, help_text="Kind of object, for example `games.game`."
    )
    target_id = serializers.CharField(
        default="", max_length=130, help_text="Id of the object; use it together with `kind`."
    )
    before = serializers.IntegerField(
        default=None,
        allow_null=True,
        min_value=1,
        max_value=2**62,
        help_text="`next_before` of the previous page. If null, the first page.",
    )
    page_size = serializers.IntegerField(default=50, min_value=1, max_value=200)


class AuditEntryOut(serializers.ModelSerializer[AuditEntry]):
    """An audit entry. Its proof is in `number`, `previous_hash` and `hash`, which are always shown."""

    chain = serializers.CharField(source="chain.key")
    club = serializers.CharField(source="organisation.slug", default=None, allow_null=True)
    who = serializers.CharField(source="actor_label")
    sentence = serializers.SerializerMethodField()
    is_withheld = serializers.BooleanField(
        help_text="True if the caller's capabilities do not show all of it: what is left out is `…`."
    )

    class Meta:
        model = AuditEntry
        fields = [
            *("id", "chain", "number", "at", "who", "user", "helper_pass", "address", "request_id", "club"),
            *("action", "sentence", "target_kind", "target_id", "target_label", "before", "after", "reason"),
            *("undoes", "previous_hash", "hash", "is_withheld"),
        ]
        read_only_fields = fields

    def get_sentence(self, entry: AuditEntry) -> str:
        """Return a sentence that describes the action."""
        return sentence_of(entry)


class AuditView(ApiView):
    permission_classes = [needs(Capability.SEE_AUDIT)]

    class Output(Shape):
        next_before = serializers.IntegerField(
            allow_null=True, help_text="Value of `before` for the next page; null on the last page."
        )
        results = AuditEntryOut(many=True)

    @operation("audit_list", Output, query=AuditQuery)
    def get(self, request: Request) -> Response:
        """List audit entries of clubs whose log the caller may read, newest first.

        Names, reasons and facts about rows that the caller may not see, such as invoices, are left out.
        """
        given = AuditQuery.validated_from(request.query_params)
        before, size = given.pop("before"), given.pop("page_size")
        actor = actor_of(request)
        page = trail_page(
            entries=audit_trail(actor=actor, filters=TrailFilters(**given)), before=before, size=size
        )
        results = AuditEntryOut(AuditSight(actor).of_all(page.entries), many=True).data
        return Response({"next_before": page.next_before, "results": results})
