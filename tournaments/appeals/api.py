"""Appeals and precedents: filed, followed, decided; a vote is told once all are in."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import serializers, status
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import needs
from club.core.api.documents import Shape
from club.core.capabilities import Capability
from club.core.requests import actor_of
from games.laws.incidents import INCIDENTS
from tournaments.appeals.selectors import appeals_of, deadline_of, rules_of, seats_of, tally_of
from tournaments.appeals.services import appeals
from tournaments.cases.api.case_shapes import DecidedInput, SeenInput, decided_of
from tournaments.cases.models.ruling import CONSEQUENCES
from tournaments.cases.selectors.precedents import Precedent, PrecedentFilter, precedents
from tournaments.core.api.base import LARGEST_NUMBER, ApiView, problems
from tournaments.core.scopes import of_appeal, of_case, of_event
from tournaments.models import Appeal, Event, Vote

FILES, RULES = Capability.CORRECT_RESULTS, Capability.RULE_ON_CASES


class AppealSeatOut(Shape):
    """A member of the committee of an appeal; the vote is empty until all are in."""

    member = serializers.CharField()
    in_place_of = serializers.CharField()
    vote = serializers.ChoiceField(Vote.choices, allow_blank=True)
    words = serializers.CharField()


class TallyOut(Shape):
    """What the votes come to; before all are in it tells only how many are missing."""

    lacking = serializers.IntegerField()
    waiting = serializers.IntegerField()
    stands = serializers.IntegerField()
    change = serializers.IntegerField()
    abstains = serializers.IntegerField()
    is_by_the_chair = serializers.BooleanField()
    verdict = serializers.ChoiceField(Vote.choices, allow_blank=True)


class AppealOut(serializers.ModelSerializer[Appeal]):
    """An appeal as the desk sees it."""

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
        """Until when it could be filed without a reason."""
        return deadline_of(appeal.ruling, rules_of(appeal.ruling.case.event))

    @extend_schema_field(AppealSeatOut(many=True))
    def get_seats(self, appeal: Appeal) -> list[dict[str, Any]]:
        """Who sits on it."""
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
        """What the votes come to."""
        return dict(TallyOut(tally_of(appeal, seats_of(appeal))._asdict()).data)


def appeal_object(appeal_id: int) -> dict[str, Any]:
    """An appeal as it is now."""
    rows = Appeal.objects.select_related("ruling__case__event")
    return dict(AppealOut(get_object_or_404(rows, pk=appeal_id)).data)


class AppealsView(ApiView):
    """The appeals of an event."""

    permission_classes = [needs(FILES, scope=of_event, methods={"GET"})]

    @extend_schema(
        operation_id="appeals_list",
        summary="The appeals of an event",
        responses={200: AppealOut(many=True), **problems(401, 403, 404)},
    )
    def get(self, request: Request, event_id: int) -> Response:  # noqa: ARG002 - who asks was asked before
        """Whatever became of them."""
        return Response(AppealOut(appeals_of(get_object_or_404(Event, pk=event_id)), many=True).data)


class CaseAppealView(ApiView):
    """The appeal against the ruling in force of a case."""

    permission_classes = [needs(FILES, scope=of_case, methods={"POST"})]

    class Input(SeenInput):
        """Who appeals, and why."""

        appellant = serializers.IntegerField(min_value=1, max_value=LARGEST_NUMBER, help_text="An entry.")
        grounds = serializers.CharField(default="", allow_blank=True, max_length=4_000)
        deposit_taken = serializers.BooleanField(default=False)
        late_reason = serializers.CharField(default="", allow_blank=True, max_length=500)

    @extend_schema(
        operation_id="cases_appeal",
        summary="Note an appeal against the ruling in force, and seat the committee",
        description="422 after the deadline of the event, unless there is a reason to take it.",
        request=Input,
        responses={201: AppealOut, **problems(400, 401, 403, 404, 409, 415, 422)},
    )
    def post(self, request: Request, case_id: int) -> Response:
        """Members who are tied to the case give way to substitutes."""
        given = self.Input(data=request.data)
        given.is_valid(raise_exception=True)
        told = dict(given.validated_data)
        made = appeals.file_appeal(
            case_id=case_id, appellant_id=told.pop("appellant"), actor=actor_of(request), **told
        )
        return Response(appeal_object(made.pk), status=status.HTTP_201_CREATED)


class AppealView(ApiView):
    """One appeal."""

    permission_classes = [needs(FILES, scope=of_appeal, methods={"GET", "DELETE"})]

    @extend_schema(
        operation_id="appeals_read",
        summary="An appeal with its committee",
        responses={200: AppealOut, **problems(401, 403, 404)},
    )
    def get(self, request: Request, appeal_id: int) -> Response:  # noqa: ARG002 - who asks was asked before
        """No vote is told before all are in."""
        return Response(appeal_object(appeal_id))

    @extend_schema(
        operation_id="appeals_withdraw",
        summary="Note that the party takes the appeal back",
        responses={200: AppealOut, **problems(401, 403, 404, 409)},
    )
    def delete(self, request: Request, appeal_id: int) -> Response:
        """The ruling stands as it was."""
        appeals.withdraw_appeal(appeal_id=appeal_id, actor=actor_of(request))
        return Response(appeal_object(appeal_id))


class AppealDepositView(ApiView):
    """The deposit of an appeal."""

    permission_classes = [needs(FILES, scope=of_appeal, methods={"PUT"})]

    class Input(Shape):
        """Whether it was taken, and given back."""

        taken = serializers.BooleanField()
        returned = serializers.BooleanField()

    @extend_schema(
        operation_id="appeals_note_deposit",
        summary="Note what became of the deposit",
        request=Input,
        responses={200: AppealOut, **problems(400, 401, 403, 404, 415, 422)},
    )
    def put(self, request: Request, appeal_id: int) -> Response:
        """Also after the decision."""
        given = self.Input(data=request.data)
        given.is_valid(raise_exception=True)
        appeals.note_deposit(appeal_id=appeal_id, actor=actor_of(request), **given.validated_data)
        return Response(appeal_object(appeal_id))


class AppealDecisionView(ApiView):
    """The decision of the committee."""

    permission_classes = [needs(RULES, scope=of_appeal, methods={"PUT"})]

    class Input(SeenInput):
        """The committee's words, and its ruling where it changes the one appealed."""

        words = serializers.CharField(default="", allow_blank=True, max_length=4_000)
        decided = DecidedInput(default=None, allow_null=True)

    @extend_schema(
        operation_id="appeals_decide",
        summary="Publish what the votes came to",
        description="409 while votes are missing; 422 where the votes and the ruling do not fit together.",
        request=Input,
        responses={200: AppealOut, **problems(400, 401, 403, 404, 409, 415, 422)},
    )
    def put(self, request: Request, appeal_id: int) -> Response:
        """The ruling that was appealed stays as it was written."""
        given = self.Input(data=request.data)
        given.is_valid(raise_exception=True)
        told = dict(given.validated_data)
        decided = told.pop("decided")
        appeals.decide_appeal(
            appeal_id=appeal_id,
            decided=decided_of(dict(decided)) if decided else None,
            actor=actor_of(request),
            **told,
        )
        return Response(appeal_object(appeal_id))


class PrecedentOut(Shape):
    """A ruling in force as a precedent: told of White and Black, of nobody by name."""

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
    """A precedent as plain values."""
    names = ("incident", "consequence", "law_book", "edition", "articles")
    told = {name: getattr(one.ruling, name) for name in names}
    more = {"case": one.case.pk, "event": one.event.name, "told": one.told, "reason": one.reason}
    older = {"is_of_older_edition": one.is_of_older_edition, "ruled_at": one.at}
    return dict(PrecedentOut({**told, **more, **older}).data)


class PrecedentsView(ApiView):
    """Rulings as precedents."""

    permission_classes = [needs(FILES, methods={"GET"})]

    @extend_schema(
        operation_id="precedents_search",
        summary="Rulings of one's clubs by article, incident and words, the latest first",
        parameters=[
            OpenApiParameter("article", OpenApiTypes.STR),
            OpenApiParameter("incident", OpenApiTypes.STR, enum=list(INCIDENTS)),
            OpenApiParameter("text", OpenApiTypes.STR),
            OpenApiParameter("law_book", OpenApiTypes.STR),
        ],
        responses={200: PrecedentOut(many=True), **problems(401, 403)},
    )
    def get(self, request: Request) -> Response:
        """Fifty at most."""
        given = {name: str(text)[:200] for name, text in request.query_params.items()}
        wanted = PrecedentFilter(
            article=given.get("article", ""),
            incident=given.get("incident", ""),
            text=given.get("text", ""),
            law_book=given.get("law_book", ""),
        )
        found, _is_more = precedents(actor=actor_of(request), wanted=wanted)
        return Response([precedent_object(one) for one in found])
