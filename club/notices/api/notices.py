"""API of notices: write, review the recipients, send."""

from typing import Any

from rest_framework import serializers, status
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.access import Scope, require_permission
from club.core.api.access import needs
from club.core.api.base import PAGE, ApiView, Pages
from club.core.api.documents import PageOut, Shape
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.requests import actor_of, site_of
from club.core.scopes import scope_of_notice
from club.core.selectors import organisation_by_slug
from club.models import Notice, NoticeKind, WhyNot
from club.notices.models import MAX_TEXT_LENGTH
from club.notices.selectors import Receiver, notices_of, receivers_of
from club.notices.services.notice_sending import schedule_notice, send_notice, unschedule_notice
from club.notices.services.notices import MAX_GROUPS, write_notice

LARGEST = 2**63 - 1


class NoticeOut(serializers.ModelSerializer[Notice]):
    """Notice with its state."""

    class Meta:
        model = Notice
        fields = [
            *("id", "kind", "subject", "text", "language", "groups", "state", "send_at", "begun_at"),
            *("ended_at", "written_at", "version"),
        ]
        read_only_fields = fields


class ReceiverOut(Shape):
    """Person in the groups of a notice.

    `why_not`: the reason for no mail, empty for a recipient. `wards`: names of those for whom the mail is.
    """

    person = serializers.IntegerField()
    name = serializers.CharField()
    why_not = serializers.ChoiceField(WhyNot.choices, allow_blank=True)
    wards = serializers.ListField(child=serializers.CharField())


class NoticesView(ApiView):
    permission_classes = [needs(Capability.SEND_NOTICES)]

    class Query(Shape):
        club = serializers.CharField(help_text="Short name of the club.")

    class NewNotice(Shape):
        club = serializers.CharField(help_text="Short name of the club.")
        kind = serializers.ChoiceField(NoticeKind.choices)
        subject = serializers.CharField(max_length=200)
        text = serializers.CharField(max_length=MAX_TEXT_LENGTH)
        language = serializers.CharField(max_length=12, default="", allow_blank=True)
        groups = serializers.ListField(
            child=serializers.CharField(max_length=80),
            min_length=1,
            max_length=MAX_GROUPS,
            help_text=(
                "Keys of groups, for example `active`, `plan:3`, `age:youth`, `households`, `event:7`, "
                "`person:12`."
            ),
        )

    class NoticePage(PageOut):
        results = NoticeOut(many=True)

    @operation("notices_list", NoticePage, query=Query, parameters=PAGE, refusals=(422,))
    def get(self, request: Request) -> Response:
        """List the notices of a club, newest first."""
        payload = self.Query.validated_from(request.query_params)
        club = organisation_by_slug(slug=payload["club"])
        require_permission(actor_of(request), Capability.SEND_NOTICES, Scope(club.pk))
        pages = Pages()
        page = pages.paginate_queryset(notices_of(organisation_id=club.pk), request, view=self)
        return pages.get_paginated_response(NoticeOut(page, many=True).data)

    @operation("notices_create", {201: NoticeOut}, request=NewNotice, refusals=(422,))
    def post(self, request: Request) -> Response:
        """Create a notice as a draft."""
        payload = self.NewNotice.validated_from(request.data)
        club = organisation_by_slug(slug=payload.pop("club"))
        row = write_notice(organisation_id=club.pk, actor=actor_of(request), **payload)
        return Response(NoticeOut(row).data, status=status.HTTP_201_CREATED)


class NoticeView(ApiView):
    permission_classes = [needs(Capability.SEND_NOTICES, scope=scope_of_notice)]

    @operation("notices_read", NoticeOut)
    def get(self, request: Request, notice_id: int) -> Response:  # noqa: ARG002 - a view's signature
        """Get one notice."""
        return Response(NoticeOut(get_object_or_404(Notice, pk=notice_id)).data)


class ReceiversView(ApiView):
    permission_classes = [needs(Capability.SEND_NOTICES, scope=scope_of_notice)]

    class ReceiverList(Shape):
        """All persons of the groups. Send `seen` back to confirm this list."""

        seen = serializers.CharField()
        gets = ReceiverOut(many=True)
        left_out = ReceiverOut(many=True)

    @operation("notice_receivers_list", ReceiverList)
    def get(self, request: Request, notice_id: int) -> Response:  # noqa: ARG002 - a view's signature
        """List the recipients of a notice and the excluded persons."""
        row = get_object_or_404(Notice, pk=notice_id)
        found = receivers_of(organisation_id=row.organisation_id, kind=row.kind, groups=row.groups)
        return Response(
            {
                "seen": found.fingerprint,
                "gets": [_receiver_data(one) for one in found.gets],
                "left_out": [_receiver_data(one) for one in found.left_out],
            }
        )


class SendingView(ApiView):
    permission_classes = [needs(Capability.SEND_NOTICES, scope=scope_of_notice)]

    class Sending(Shape):
        """Input of a sending: at `send_at`, or now to the recipients identified by `seen` if it is null."""

        version = serializers.IntegerField(min_value=1, max_value=LARGEST)
        seen = serializers.CharField(max_length=80, default="", allow_blank=True)
        send_at = serializers.DateTimeField(default=None, allow_null=True)

    @operation("notices_send", NoticeOut, request=Sending, refusals=(409, 422))
    def post(self, request: Request, notice_id: int) -> Response:
        """Send a notice irrevocably, or schedule it. Answers 409 if `version` or `seen` is out of date."""
        values = self.Sending.validated_from(request.data)
        payload, site = values, site_of(request)
        facts = {"notice_id": notice_id, "version": payload["version"], "site": site}
        if payload["send_at"] is not None:
            row = schedule_notice(send_at=payload["send_at"], actor=actor_of(request), **facts)
        else:
            row = send_notice(seen=payload["seen"], actor=actor_of(request), **facts)
        return Response(NoticeOut(row).data)

    @operation("notices_unschedule", NoticeOut, refusals=(409,))
    def delete(self, request: Request, notice_id: int) -> Response:
        """Unschedule a notice: it is a draft again. Answers 409 if it is not scheduled."""
        row = unschedule_notice(notice_id=notice_id, actor=actor_of(request))
        return Response(NoticeOut(row).data)


def _receiver_data(one: Receiver) -> dict[str, Any]:
    return {
        "person": one.person.pk,
        "name": one.person.name,
        "why_not": str(one.why_not),
        "wards": list(one.wards),
    }
