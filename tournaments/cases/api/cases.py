"""API of arbiter's cases: open, take, describe, rule, and the sanction by the law book."""

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
    """Return a case in its current state."""
    return dict(CaseOut(get_object_or_404(cases_with_related(), pk=case_id)).data)


def ruling_object(ruling: Ruling) -> dict[str, Any]:
    """Return a ruling in its current state."""
    return dict(RulingOut(Ruling.objects.select_related("supersedes").get(pk=ruling.pk)).data)


class CasesView(ApiView):
    """Cases of an event."""

    permission_classes = [needs(FILES, scope=of_event, methods={"GET", "POST"})]

    class Input(PlaceInput, TellInput, KeyInput):
        """Input of a new case; without an incident it is a call for an arbiter."""

        incident = serializers.ChoiceField(INCIDENTS, default="", allow_blank=True)

    @extend_schema(
        operation_id="cases_list",
        summary="List the cases of an event, newest first",
        parameters=[OpenApiParameter("state", OpenApiTypes.STR, enum=CaseState.values)],
        responses={200: CaseOut(many=True), **problems(401, 403, 404)},
    )
    def get(self, request: Request, event_id: int) -> Response:
        """Return all cases, or those in one state."""
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
        """File the incident. Idempotent by `key`: the same key returns the same case."""
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
    """Incidents filed together with a ruling."""

    permission_classes = [needs(RULES, scope=of_event, methods={"POST"})]

    class Input(PlaceInput, DecidedInput, KeyInput):
        """Input of an incident and the decision on it."""

        incident = serializers.ChoiceField(INCIDENTS)
        told = TellInput(default=dict)

    @extend_schema(
        operation_id="incidents_rule_at_once",
        summary="File an incident and rule on it at once",
        request=Input,
        responses={201: CaseOut, **problems(400, 401, 403, 404, 409, 415, 422)},
    )
    def post(self, request: Request, event_id: int) -> Response:
        """File the incident and rule on it once. Idempotent by `key`: the same key returns the same case."""
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
        """Input of facts to change; `place` replaces the stored board, game and player."""

        incident = serializers.ChoiceField(INCIDENTS, required=False)
        place = PlaceInput(required=False)

    @extend_schema(
        operation_id="cases_read",
        summary="Get one case with its rulings",
        responses={200: CaseOut, **problems(401, 403, 404)},
    )
    def get(self, request: Request, case_id: int) -> Response:  # noqa: ARG002 - who asks was asked before
        """Return the case, including the fields for arbiters only."""
        return Response(case_object(case_id))

    @extend_schema(
        operation_id="cases_tell",
        summary="Edit a case",
        request=Input,
        responses={200: CaseOut, **problems(400, 401, 403, 404, 409, 415, 422)},
    )
    def patch(self, request: Request, case_id: int) -> Response:
        """Change the case. 409 if it was changed after `version` was read."""
        given = self.Input(data=request.data)
        given.is_valid(raise_exception=True)
        told = dict(given.validated_data)
        version, place = told.pop("version"), told.pop("place", None)
        about = about_of(dict(place)) if place else None
        cases.update_case(case_id=case_id, version=version, about=about, actor=actor_of(request), **told)
        return Response(case_object(case_id))


class CaseTakenView(ApiView):
    """Assignment of a case."""

    permission_classes = [needs(FILES, scope=of_case, methods={"PUT", "DELETE"})]

    @extend_schema(
        operation_id="cases_take",
        summary="Take a case",
        request=None,
        responses={200: CaseOut, **problems(401, 403, 404)},
    )
    def put(self, request: Request, case_id: int) -> Response:
        """Assign the case to the account; visible to the whole desk."""
        cases.take_case(case_id=case_id, actor=actor_of(request))
        return Response(case_object(case_id))

    @extend_schema(
        operation_id="cases_give_back",
        summary="Release a case for another arbiter",
        responses={200: CaseOut, **problems(401, 403, 404)},
    )
    def delete(self, request: Request, case_id: int) -> Response:
        """Release the case."""
        cases.release_case(case_id=case_id, actor=actor_of(request))
        return Response(case_object(case_id))


class CaseDroppedView(ApiView):
    """Cases closed without a ruling."""

    permission_classes = [needs(FILES, scope=of_case, methods={"PUT", "DELETE"})]

    class Input(ReasonInput, SeenInput):
        """Input of a closure: the reason, and the version that was read."""

    @extend_schema(
        operation_id="cases_drop",
        summary="Close a case without a ruling",
        request=Input,
        responses={200: CaseOut, **problems(400, 401, 403, 404, 409, 415)},
    )
    def put(self, request: Request, case_id: int) -> Response:
        """Close the case. 409 if it is already ruled on or closed, or if its result is still disputed."""
        given = self.Input(data=request.data)
        given.is_valid(raise_exception=True)
        cases.drop_case(case_id=case_id, actor=actor_of(request), **given.validated_data)
        return Response(case_object(case_id))

    @extend_schema(
        operation_id="cases_reopen",
        summary="Reopen a case that was closed without a ruling",
        responses={200: CaseOut, **problems(401, 403, 404, 409)},
    )
    def delete(self, request: Request, case_id: int) -> Response:
        """Reopen the case. 409 if it was not closed without a ruling."""
        cases.reopen_case(case_id=case_id, actor=actor_of(request))
        return Response(case_object(case_id))


class ProposalView(ApiView):
    """Sanction by the law book."""

    permission_classes = [needs(FILES, scope=of_case, methods={"GET"})]

    @extend_schema(
        operation_id="cases_proposal",
        summary="Get the sanction by the law book for a case",
        description=(
            "Earlier offences are counted from the rulings in force about the same player. 422 for "
            "an unknown incident."
        ),
        parameters=[OpenApiParameter("incident", OpenApiTypes.STR, enum=list(INCIDENTS))],
        responses={200: ProposalOut, **problems(401, 403, 404, 422)},
    )
    def get(self, request: Request, case_id: int) -> Response:
        """Return the sanction for the case's own incident, or for the one in `incident`."""
        case = get_object_or_404(cases_with_related(), pk=case_id)
        incident = request.query_params.get("incident", "") or case.incident
        if incident not in INCIDENTS:
            raise UnknownIncident(incident=incident)
        return Response(proposed_object(proposed_for(case, incident=incident)))


class CaseRulingsView(ApiView):
    """Rulings of a case."""

    permission_classes = [needs(RULES, scope=of_case, methods={"POST"})]

    class Input(DecidedInput, SeenInput, KeyInput):
        """Input of a ruling. With `supersedes` it replaces the ruling in force and needs a reason."""

        supersedes = serializers.BooleanField(default=False)

    @extend_schema(
        operation_id="cases_rule",
        summary="Rule on a case, or supersede its ruling",
        description=(
            "Idempotent by `key`. 422 if the law book asks for another consequence and no reason is given."
        ),
        request=Input,
        responses={201: RulingOut, **problems(400, 401, 403, 404, 409, 415, 422)},
    )
    def post(self, request: Request, case_id: int) -> Response:
        """Make the ruling and apply it to the game and the standings in one transaction."""
        given = self.Input(data=request.data)
        given.is_valid(raise_exception=True)
        told = dict(given.validated_data)
        version, key, is_new = told.pop("version"), told.pop("key"), told.pop("supersedes")
        facts: dict[str, Any] = {"case_id": case_id, "version": version, "key": key}
        act = rulings.supersede_ruling if is_new else rulings.rule_on_case
        made = act(decided=decided_of(told), actor=actor_of(request), **facts)
        return Response(ruling_object(made), status=status.HTTP_201_CREATED)


class CaseChoiceView(ApiView):
    """Opponent's choice, if the law book grants one."""

    permission_classes = [needs(FILES, scope=of_case, methods={"PUT"})]

    class Input(SeenInput):
        """Input of the choice; `lapsed` means that the next move was made before any choice."""

        choice = serializers.ChoiceField(OPPONENT_CHOICES)

    @extend_schema(
        operation_id="cases_choose",
        summary="Record the opponent's choice",
        request=Input,
        responses={200: ChoiceOut, **problems(400, 401, 403, 404, 409, 415, 422)},
    )
    def put(self, request: Request, case_id: int) -> Response:
        """Record the choice, once. 409 if there is nothing to choose, or a choice is recorded already."""
        given = self.Input(data=request.data)
        given.is_valid(raise_exception=True)
        chosen = rulings.choose_as_opponent(case_id=case_id, actor=actor_of(request), **given.validated_data)
        return Response(ChoiceOut(chosen).data)


class EventRulingsView(ApiView):
    """Rulings in force of an event, for the public."""

    permission_classes = [Public]

    @extend_schema(
        operation_id="rulings_list",
        summary="List the rulings in force of an event",
        description=(
            "Names and boards are omitted if they are withheld. Cases without a ruling are not included."
        ),
        responses={200: PublicRulingOut(many=True), **problems(404)},
    )
    def get(self, request: Request, event_id: int) -> Response:
        """Return the rulings by case number."""
        event = visible_event(request, event_id)
        found = [public_ruling(public_case(one)) for one in ruled_cases_of_event(event)]
        return Response([one for one in found if one is not None])
