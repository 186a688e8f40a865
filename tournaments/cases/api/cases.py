"""Cases of the arbiter: filed, taken, told, ruled on; and what a law book asks for."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import Public, needs
from club.core.capabilities import Capability
from club.core.requests import actor_of
from games.laws.incidents import INCIDENTS
from tournaments.cases.api.case_shapes import (
    CaseOut,
    ChoiceOut,
    DecidedInput,
    KeyInput,
    PlaceInput,
    ProposalOut,
    PublicRulingOut,
    RulingOut,
    SeenInput,
    TellInput,
    about_of,
    decided_of,
    proposed_object,
    public_ruling,
)
from tournaments.cases.errors import UnknownIncident
from tournaments.cases.models.ruling import OPPONENT_CHOICES
from tournaments.cases.selectors.case_proposals import proposed_for
from tournaments.cases.selectors.cases import cases_of, cases_with_related
from tournaments.cases.selectors.public_cases import public_case, ruled_cases_of_event
from tournaments.cases.services import cases, rulings
from tournaments.cases.services.incidents import IncidentForm, file_incident
from tournaments.core.api.base import ApiView, problems
from tournaments.core.api.shapes import ReasonInput
from tournaments.core.api.visibility import visible_event
from tournaments.core.scopes import of_case, of_event
from tournaments.models import CaseState, Event, Ruling

FILES, RULES = Capability.CORRECT_RESULTS, Capability.RULE_ON_CASES


def case_object(case_id: int) -> dict[str, Any]:
    """A case as it is now."""
    return dict(CaseOut(get_object_or_404(cases_with_related(), pk=case_id)).data)


def ruling_object(ruling: Ruling) -> dict[str, Any]:
    """A ruling as it is now."""
    return dict(RulingOut(Ruling.objects.select_related("supersedes").get(pk=ruling.pk)).data)


class CasesView(ApiView):
    """The cases of an event."""

    permission_classes = [needs(FILES, scope=of_event, methods={"GET", "POST"})]

    class Input(PlaceInput, TellInput, KeyInput):
        """A new case; without an incident it waits for somebody to look."""

        incident = serializers.ChoiceField(INCIDENTS, default="", allow_blank=True)

    @extend_schema(
        operation_id="cases_list",
        summary="The cases of an event, the latest first",
        parameters=[OpenApiParameter("state", OpenApiTypes.STR, enum=CaseState.values)],
        responses={200: CaseOut(many=True), **problems(401, 403, 404)},
    )
    def get(self, request: Request, event_id: int) -> Response:
        """All of them, or those in one state."""
        found = cases_of(get_object_or_404(Event, pk=event_id))
        state = request.query_params.get("state", "")
        return Response(CaseOut(found.filter(state=state) if state else found, many=True).data)

    @extend_schema(
        operation_id="cases_open",
        summary="File an incident",
        request=Input,
        responses={201: CaseOut, **problems(400, 401, 403, 404, 409, 415, 422)},
    )
    def post(self, request: Request, event_id: int) -> Response:
        """The same key gives the same case again."""
        get_object_or_404(Event, pk=event_id)
        given = self.Input(data=request.data)
        given.is_valid(raise_exception=True)
        told = dict(given.validated_data)
        key, incident = told.pop("key"), told.pop("incident")
        case = cases.open_case(
            event_id=event_id,
            about=about_of(told),
            incident=incident,
            key=key,
            told=told,
            actor=actor_of(request),
        )
        return Response(case_object(case.pk), status=status.HTTP_201_CREATED)


class IncidentsView(ApiView):
    """Incidents that are ruled on at once."""

    permission_classes = [needs(RULES, scope=of_event, methods={"POST"})]

    class Input(PlaceInput, DecidedInput, KeyInput):
        """An incident and what is decided about it."""

        incident = serializers.ChoiceField(INCIDENTS)
        told = TellInput(default=dict)

    @extend_schema(
        operation_id="incidents_rule_at_once",
        summary="File an incident and rule on it at once",
        request=Input,
        responses={201: CaseOut, **problems(400, 401, 403, 404, 409, 415, 422)},
    )
    def post(self, request: Request, event_id: int) -> Response:
        """The same key rules once and gives the same case again."""
        get_object_or_404(Event, pk=event_id)
        given = self.Input(data=request.data)
        given.is_valid(raise_exception=True)
        sent = dict(given.validated_data)
        key, told = sent.pop("key"), dict(sent.pop("told"))
        about = about_of(sent)
        form = IncidentForm(
            about=about,
            incident=sent["incident"],
            decided=decided_of(sent),
            key=key,
            must_rule=True,
            told=told,
        )
        filed = file_incident(event_id=event_id, form=form, actor=actor_of(request))
        return Response(case_object(filed.case.pk), status=status.HTTP_201_CREATED)


class CaseView(ApiView):
    """One case."""

    permission_classes = [needs(FILES, scope=of_case, methods={"GET", "PATCH"})]

    class Input(TellInput, SeenInput):
        """What is written down more; a place replaces the one that is there."""

        incident = serializers.ChoiceField(INCIDENTS, required=False)
        place = PlaceInput(required=False)

    @extend_schema(
        operation_id="cases_read",
        summary="A case with its rulings",
        responses={200: CaseOut, **problems(401, 403, 404)},
    )
    def get(self, request: Request, case_id: int) -> Response:  # noqa: ARG002 - who asks was asked before
        """With what is for the arbiters alone."""
        return Response(case_object(case_id))

    @extend_schema(
        operation_id="cases_tell",
        summary="Write down more of a case",
        request=Input,
        responses={200: CaseOut, **problems(400, 401, 403, 404, 409, 415, 422)},
    )
    def patch(self, request: Request, case_id: int) -> Response:
        """409 where somebody else changed it since that version."""
        given = self.Input(data=request.data)
        given.is_valid(raise_exception=True)
        told = dict(given.validated_data)
        version, place = told.pop("version"), told.pop("place", None)
        about = about_of(dict(place)) if place else None
        cases.update_case(case_id=case_id, version=version, about=about, actor=actor_of(request), **told)
        return Response(case_object(case_id))


class CaseTakenView(ApiView):
    """Who goes and looks."""

    permission_classes = [needs(FILES, scope=of_case, methods={"PUT", "DELETE"})]

    @extend_schema(
        operation_id="cases_take",
        summary="Take a case",
        request=None,
        responses={200: CaseOut, **problems(401, 403, 404)},
    )
    def put(self, request: Request, case_id: int) -> Response:
        """Everybody at the desk sees who."""
        cases.take_case(case_id=case_id, actor=actor_of(request))
        return Response(case_object(case_id))

    @extend_schema(
        operation_id="cases_give_back",
        summary="Leave a case to somebody else",
        responses={200: CaseOut, **problems(401, 403, 404)},
    )
    def delete(self, request: Request, case_id: int) -> Response:
        """Nobody has taken it then."""
        cases.release_case(case_id=case_id, actor=actor_of(request))
        return Response(case_object(case_id))


class CaseDroppedView(ApiView):
    """Cases that need no ruling."""

    permission_classes = [needs(FILES, scope=of_case, methods={"PUT", "DELETE"})]

    class Input(ReasonInput, SeenInput):
        """Why, and the version that was read."""

    @extend_schema(
        operation_id="cases_drop",
        summary="Close a case without a ruling",
        request=Input,
        responses={200: CaseOut, **problems(400, 401, 403, 404, 409, 415)},
    )
    def put(self, request: Request, case_id: int) -> Response:
        """409 where it is ruled on."""
        given = self.Input(data=request.data)
        given.is_valid(raise_exception=True)
        cases.drop_case(case_id=case_id, actor=actor_of(request), **given.validated_data)
        return Response(case_object(case_id))

    @extend_schema(
        operation_id="cases_reopen",
        summary="Open a case again that was closed without a ruling",
        responses={200: CaseOut, **problems(401, 403, 404, 409)},
    )
    def delete(self, request: Request, case_id: int) -> Response:
        """409 where it was not closed so."""
        cases.reopen_case(case_id=case_id, actor=actor_of(request))
        return Response(case_object(case_id))


class ProposalView(ApiView):
    """What the law book asks for."""

    permission_classes = [needs(FILES, scope=of_case, methods={"GET"})]

    @extend_schema(
        operation_id="cases_proposal",
        summary="What the law book asks for in a case",
        description="Counted with the rulings in force about the same player.",
        parameters=[OpenApiParameter("incident", OpenApiTypes.STR, enum=list(INCIDENTS))],
        responses={200: ProposalOut, **problems(401, 403, 404, 422)},
    )
    def get(self, request: Request, case_id: int) -> Response:
        """Of the case's own incident, or of another one."""
        case = get_object_or_404(cases_with_related(), pk=case_id)
        incident = request.query_params.get("incident", "") or case.incident
        if incident not in INCIDENTS:
            raise UnknownIncident(incident=incident)
        return Response(proposed_object(proposed_for(case, incident=incident)))


class CaseRulingsView(ApiView):
    """Rulings of a case."""

    permission_classes = [needs(RULES, scope=of_case, methods={"POST"})]

    class Input(DecidedInput, SeenInput, KeyInput):
        """What is decided. `supersedes` takes the place of the ruling in force, with a reason."""

        supersedes = serializers.BooleanField(default=False)

    @extend_schema(
        operation_id="cases_rule",
        summary="Rule on a case, or rule anew",
        description="422 where the law book asks for something else and no reason is given.",
        request=Input,
        responses={201: RulingOut, **problems(400, 401, 403, 404, 409, 415, 422)},
    )
    def post(self, request: Request, case_id: int) -> Response:
        """Applied to game and standings in the same moment."""
        given = self.Input(data=request.data)
        given.is_valid(raise_exception=True)
        told = dict(given.validated_data)
        version, key, is_new = told.pop("version"), told.pop("key"), told.pop("supersedes")
        facts: dict[str, Any] = {"case_id": case_id, "version": version, "key": key}
        act = rulings.supersede_ruling if is_new else rulings.rule_on_case
        made = act(decided=decided_of(told), actor=actor_of(request), **facts)
        return Response(ruling_object(made), status=status.HTTP_201_CREATED)


class CaseChoiceView(ApiView):
    """What the opponent chooses where the law leaves it to him."""

    permission_classes = [needs(FILES, scope=of_case, methods={"PUT"})]

    class Input(SeenInput):
        """The choice; `lapsed`: the next move was made before."""

        choice = serializers.ChoiceField(OPPONENT_CHOICES)

    @extend_schema(
        operation_id="cases_choose",
        summary="Note what the opponent chose",
        request=Input,
        responses={200: ChoiceOut, **problems(400, 401, 403, 404, 409, 415, 422)},
    )
    def put(self, request: Request, case_id: int) -> Response:
        """Once; 409 where there is nothing to choose."""
        given = self.Input(data=request.data)
        given.is_valid(raise_exception=True)
        chosen = rulings.choose_as_opponent(case_id=case_id, actor=actor_of(request), **given.validated_data)
        return Response(ChoiceOut(chosen).data)


class EventRulingsView(ApiView):
    """The rulings of an event that are in force, for everybody."""

    permission_classes = [Public]

    @extend_schema(
        operation_id="rulings_list",
        summary="The rulings of an event that are in force",
        description="Names and boards are left out where they are withheld; nothing is told of open cases.",
        responses={200: PublicRulingOut(many=True), **problems(404)},
    )
    def get(self, request: Request, event_id: int) -> Response:
        """By case."""
        event = visible_event(request, event_id)
        found = [public_ruling(public_case(one)) for one in ruled_cases_of_event(event)]
        return Response([one for one in found if one is not None])
