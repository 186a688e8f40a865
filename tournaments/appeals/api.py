"""API of appeals and precedents. Votes are disclosed once all are cast."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema_field
from rest_framework import serializers, status
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import needs
from club.core.api.documents import Shape
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.requests import actor_of
from games.laws.incidents import INCIDENTS
from tournaments.appeals.selectors import appeals_of, deadline_of, rules_of, seats_of, tally_of
from tournaments.appeals.services import appeals
from tournaments.cases.api.case_shapes import DecidedInput, SeenInput, decided_of
from tournaments.cases.models.ruling import CONSEQUENCES
from tournaments.cases.selectors.precedents import Precedent, PrecedentFilter, precedents
from tournaments.core.api.base import LARGEST_NUMBER, ApiView
from tournaments.core.scopes import of_appeal, of_case, of_event
from tournaments.models import Appeal, Event, Vote

FILES, RULES = Capability.CORRECT_RESULTS, Capability.RULE_ON_CASES


class AppealSeatOut(Shape):
    """Committee member of an appeal; `vote` and `words` are empty until all votes are cast."""

    member = serializers.CharField()
    in_place_of = serializers.CharField()
    vote = serializers.ChoiceField(Vote.choices, allow_blank=True)
    words = serializers.CharField()


class TallyOut(Shape):
    """Tally of the votes; until all are cast, only the numbers of missing members and votes."""

    lacking = serializers.IntegerField()
    waiting = serializers.IntegerField()
    stands = serializers.IntegerField()
    change = serializers.IntegerField()
    abstains = serializers.IntegerField()
    is_by_the_chair = serializers.BooleanField()
    verdict = serializers.ChoiceField(Vote.choices, allow_blank=True)


class AppealOut(serializers.ModelSerializer[Appeal]):
    """Appeal as shown at the desk."""

    ruling = serializers.IntegerField(source="ruling_id")
    case = serializers.IntegerField(source="ruling.case_id")
    appellant = serializers.IntegerField(source="appellant_id", allow_null=True)
    deadline = serializers.SerializerMethodField()
    seats = serializers.SerializerMethodField()
    tally = serializers.SerializerMethodField()

    class Meta:
        model = Appeal
        fields = [
            *("id", "case", "ruling", "appellant", "grounds", "state", "filed_at", "filed_by", "deadline"),
            *("late_reason", "deposit_taken", "deposit_returned", "decision", "decided_by", "decided_at"),
            *("seats", "tally"),
        ]
        read_only_fields = fields

    @extend_schema_field(serializers.DateTimeField())
    def get_deadline(self, appeal: Appeal) -> Any:
        """Return the deadline for an appeal without a reason for lateness."""
        return deadline_of(appeal.ruling, rules_of(appeal.ruling.case.event))

    @extend_schema_field(AppealSeatOut(many=True))
    def get_seats(self, appeal: Appeal) -> list[dict[str, Any]]:
        """Return the members of the committee."""
        seats = seats_of(appeal)
        is_open = not tally_of(appeal, seats).is_complete
        told = [
            {
                "member": seat.member.name,
                "in_place_of": seat.in_place_of.name if seat.in_place_of else "",
                "vote": "" if is_open else seat.vote,
                "words": "" if is_open else seat.words,
            }
            for seat in seats
        ]
        return [dict(AppealSeatOut(each).data) for each in told]

    @extend_schema_field(TallyOut())
    def get_tally(self, appeal: Appeal) -> dict[str, Any]:
        """Return the tally of the votes."""
        return dict(TallyOut(tally_of(appeal, seats_of(appeal))._asdict()).data)


def appeal_object(appeal_id: int) -> dict[str, Any]:
    """Return an appeal in its current state."""
    rows = Appeal.objects.select_related("ruling__case__event")
    return dict(AppealOut(get_object_or_404(rows, pk=appeal_id)).data)


class AppealsView(ApiView):
    permission_classes = [needs(FILES, scope=of_event, methods={"GET"})]

    @operation("appeals_list", AppealOut(many=True))
    def get(self, request: Request, event_id: int) -> Response:  # noqa: ARG002 - who asks was asked before
        """List the appeals of an event, newest first."""
        return Response(AppealOut(appeals_of(get_object_or_404(Event, pk=event_id)), many=True).data)


class CaseAppealView(ApiView):
    permission_classes = [needs(FILES, scope=of_case, methods={"POST"})]

    class Input(SeenInput):
        appellant = serializers.IntegerField(
            min_value=1, max_value=LARGEST_NUMBER, help_text="Id of the appellant's entry."
        )
        grounds = serializers.CharField(default="", allow_blank=True, max_length=4_000)
        deposit_taken = serializers.BooleanField(default=False)
        late_reason = serializers.CharField(default="", allow_blank=True, max_length=500)

    @operation("cases_appeal", {201: AppealOut}, request=Input, refusals=(409, 422))
    def post(self, request: Request, case_id: int) -> Response:
        """File an appeal against the ruling in force of a case, and seat the committee.

        422 after the deadline of the event, unless `late_reason` is given.
        """
        told = self.Input.validated_from(request.data)
        made = appeals.file_appeal(
            case_id=case_id, appellant_id=told.pop("appellant"), actor=actor_of(request), **told
        )
        return Response(appeal_object(made.pk), status=status.HTTP_201_CREATED)


class AppealView(ApiView):
    permission_classes = [needs(FILES, scope=of_appeal, methods={"GET", "DELETE"})]

    @operation("appeals_read", AppealOut)
    def get(self, request: Request, appeal_id: int) -> Response:  # noqa: ARG002 - who asks was asked before
        """Get one appeal with its committee. Votes are disclosed once all are cast."""
        return Response(appeal_object(appeal_id))

    @operation("appeals_withdraw", AppealOut, refusals=(409,))
    def delete(self, request: Request, appeal_id: int) -> Response:
        """Withdraw an appeal. The ruling remains in force."""
        appeals.withdraw_appeal(appeal_id=appeal_id, actor=actor_of(request))
        return Response(appeal_object(appeal_id))


class AppealDepositView(ApiView):
    permission_classes = [needs(FILES, scope=of_appeal, methods={"PUT"})]

    class Input(Shape):
        taken = serializers.BooleanField()
        returned = serializers.BooleanField()

    @operation("appeals_note_deposit", AppealOut, request=Input, refusals=(422,))
    def put(self, request: Request, appeal_id: int) -> Response:
        """Record the state of the deposit, also after the decision."""
        payload = self.Input.validated_from(request.data)
        appeals.note_deposit(appeal_id=appeal_id, actor=actor_of(request), **payload)
        return Response(appeal_object(appeal_id))


class AppealDecisionView(ApiView):
    permission_classes = [needs(RULES, scope=of_appeal, methods={"PUT"})]

    class Input(SeenInput):
        """Input of a decision: the committee's text, and its ruling if it changes the appealed one."""

        words = serializers.CharField(default="", allow_blank=True, max_length=4_000)
        decided = DecidedInput(default=None, allow_null=True)

    @operation("appeals_decide", AppealOut, request=Input, refusals=(409, 422))
    def put(self, request: Request, appeal_id: int) -> Response:
        """Publish the result of the vote.

        Answers 409 while votes are missing, or if a ruling is sent although the vote upholds the
        appealed one. Answers 422 if the vote changes the ruling and no new ruling is sent.
        """
        told = self.Input.validated_from(request.data)
        decided = told.pop("decided")
        appeals.decide_appeal(
            appeal_id=appeal_id,
            decided=decided_of(dict(decided)) if decided else None,
            actor=actor_of(request),
            **told,
        )
        return Response(appeal_object(appeal_id))


class PrecedentOut(Shape):
    """Ruling in force as a precedent, without names: the players are White and Black."""

    case = serializers.IntegerField()
    event = serializers.CharField()
    incident = serializers.ChoiceField(INCIDENTS)
    consequence = serializers.ChoiceField(CONSEQUENCES)
    law_book = serializers.CharField()
    edition = serializers.CharField()
    is_of_older_edition = serializers.BooleanField()
    articles = serializers.ListField(child=serializers.CharField())
    told = serializers.CharField()
    reason = serializers.CharField()
    ruled_at = serializers.DateTimeField()


def precedent_object(one: Precedent) -> dict[str, Any]:
    """Return a precedent as plain values."""
    names = ("incident", "consequence", "law_book", "edition", "articles")
    told = {name: getattr(one.ruling, name) for name in names}
    more = {"case": one.case.pk, "event": one.event.name, "told": one.told, "reason": one.reason}
    older = {"is_of_older_edition": one.is_of_older_edition, "ruled_at": one.at}
    return dict(PrecedentOut({**told, **more, **older}).data)


class PrecedentsView(ApiView):
    permission_classes = [needs(FILES, methods={"GET"})]

    @operation(
        "precedents_search",
        PrecedentOut(many=True),
        parameters=[
            OpenApiParameter("article", OpenApiTypes.STR),
            OpenApiParameter("incident", OpenApiTypes.STR, enum=list(INCIDENTS)),
            OpenApiParameter("text", OpenApiTypes.STR),
            OpenApiParameter("law_book", OpenApiTypes.STR),
        ],
    )
    def get(self, request: Request) -> Response:
        """Search the rulings of your clubs, newest first. Returns at most 50."""
        given = {name: str(text)[:200] for name, text in request.query_params.items()}
        wanted = PrecedentFilter(
            article=given.get("article", ""),
            incident=given.get("incident", ""),
            text=given.get("text", ""),
            law_book=given.get("law_book", ""),
        )
        found, _is_more = precedents(actor=actor_of(request), wanted=wanted)
        return Response([precedent_object(one) for one in found])
