"""API of arbiter's cases: open, take, describe, rule, and the sanction by the law book."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers, status
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import Public, needs
from club.core.api.operations import operation
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
from tournaments.core.api.base import ApiView
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
    permission_classes = [needs(FILES, scope=of_event, methods={"GET", "POST"})]

    class Input(PlaceInput, TellInput, KeyInput):
        """Input of a new case; without an incident it is a call for an arbiter."""

        incident = serializers.ChoiceField(INCIDENTS, default="", allow_blank=True)

    @operation(
        "cases_list",
        CaseOut(many=True),
        parameters=[OpenApiParameter("state", OpenApiTypes.STR, enum=CaseState.values)],
    )
    def get(self, request: Request, event_id: int) -> Response:
        """List the cases of an event, newest first."""
        found = cases_of(get_object_or_404(Event, pk=event_id))
        state = request.query_params.get("state", "")
        return Response(CaseOut(found.filter(state=state) if state else found, many=True).data)

    @operation("cases_open", {201: CaseOut}, request=Input, refusals=(409, 422))
    def post(self, request: Request, event_id: int) -> Response:
        """File an incident. Idempotent by `key`: the same key returns the same case."""
        get_object_or_404(Event, pk=event_id)
        told = self.Input.validated_from(request.data)
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
    permission_classes = [needs(RULES, scope=of_event, methods={"POST"})]

    class Input(PlaceInput, DecidedInput, KeyInput):
        incident = serializers.ChoiceField(INCIDENTS)
        told = TellInput(default=dict)

    @operation("incidents_rule_at_once", {201: CaseOut}, request=Input, refusals=(409, 422))
    def post(self, request: Request, event_id: int) -> Response:
        """File an incident and rule on it at once. Idempotent by `key`, which returns the same case."""
        get_object_or_404(Event, pk=event_id)
        sent = self.Input.validated_from(request.data)
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
    permission_classes = [needs(FILES, scope=of_case, methods={"GET", "PATCH"})]

    class Input(TellInput, SeenInput):
        """Input of facts to change; `place` replaces the stored board, game and player."""

        incident = serializers.ChoiceField(INCIDENTS, required=False)
        place = PlaceInput(required=False)

    @operation("cases_read", CaseOut)
    def get(self, request: Request, case_id: int) -> Response:  # noqa: ARG002 - who asks was asked before
        """Get one case with its rulings and the fields for arbiters only."""
        return Response(case_object(case_id))

    @operation("cases_tell", CaseOut, request=Input, refusals=(409, 422))
    def patch(self, request: Request, case_id: int) -> Response:
        """Edit a case. Answers 409 if it was changed after `version` was read."""
        told = self.Input.validated_from(request.data)
        version, place = told.pop("version"), told.pop("place", None)
        about = about_of(dict(place)) if place else None
        cases.update_case(case_id=case_id, version=version, about=about, actor=actor_of(request), **told)
        return Response(case_object(case_id))


class CaseTakenView(ApiView):
    permission_classes = [needs(FILES, scope=of_case, methods={"PUT", "DELETE"})]

    @operation("cases_take", CaseOut)
    def put(self, request: Request, case_id: int) -> Response:
        """Take a case. Visible to the whole desk."""
        cases.take_case(case_id=case_id, actor=actor_of(request))
        return Response(case_object(case_id))

    @operation("cases_give_back", CaseOut)
    def delete(self, request: Request, case_id: int) -> Response:
        """Release a case for another arbiter."""
        cases.release_case(case_id=case_id, actor=actor_of(request))
        return Response(case_object(case_id))


class CaseDroppedView(ApiView):
    permission_classes = [needs(FILES, scope=of_case, methods={"PUT", "DELETE"})]

    class Input(ReasonInput, SeenInput):
        """Input of a closure: the reason, and the version that was read."""

    @operation("cases_drop", CaseOut, request=Input, refusals=(409,))
    def put(self, request: Request, case_id: int) -> Response:
        """Close a case without a ruling.

        Answers 409 if it is ruled on or closed, or its result is disputed.
        """
        payload = self.Input.validated_from(request.data)
        cases.drop_case(case_id=case_id, actor=actor_of(request), **payload)
        return Response(case_object(case_id))

    @operation("cases_reopen", CaseOut, refusals=(409,))
    def delete(self, request: Request, case_id: int) -> Response:
        """Reopen a case that was closed without a ruling.

        Answers 409 if it was not closed without a ruling.
        """
        cases.reopen_case(case_id=case_id, actor=actor_of(request))
        return Response(case_object(case_id))


class ProposalView(ApiView):
    permission_classes = [needs(FILES, scope=of_case, methods={"GET"})]

    @operation(
        "cases_proposal",
        ProposalOut,
        parameters=[OpenApiParameter("incident", OpenApiTypes.STR, enum=list(INCIDENTS))],
        refusals=(422,),
    )
    def get(self, request: Request, case_id: int) -> Response:
        """Get the sanction by the law book for a case.

        Counts earlier offences in the rulings in force about the player. 422 for an unknown incident.
        """
        case = get_object_or_404(cases_with_related(), pk=case_id)
        incident = request.query_params.get("incident", "") or case.incident
        if incident not in INCIDENTS:
            raise UnknownIncident(incident=incident)
        return Response(proposed_object(proposed_for(case, incident=incident)))


class CaseRulingsView(ApiView):
    permission_classes = [needs(RULES, scope=of_case, methods={"POST"})]

    class Input(DecidedInput, SeenInput, KeyInput):
        """Input of a ruling. With `supersedes` it replaces the ruling in force and needs a reason."""

        supersedes = serializers.BooleanField(default=False)

    @operation("cases_rule", {201: RulingOut}, request=Input, refusals=(409, 422))
    def post(self, request: Request, case_id: int) -> Response:
        """Rule on a case, or supersede its ruling.

        Idempotent by `key`. 422 if the law book asks for another consequence and no reason is given.
        """
        told = self.Input.validated_from(request.data)
        version, key, is_new = told.pop("version"), told.pop("key"), told.pop("supersedes")
        facts: dict[str, Any] = {"case_id": case_id, "version": version, "key": key}
        act = rulings.supersede_ruling if is_new else rulings.rule_on_case
        made = act(decided=decided_of(told), actor=actor_of(request), **facts)
        return Response(ruling_object(made), status=status.HTTP_201_CREATED)


class CaseChoiceView(ApiView):
    permission_classes = [needs(FILES, scope=of_case, methods={"PUT"})]

    class Input(SeenInput):
        """Input of the choice; `lapsed` means that the next move was made before any choice."""

        choice = serializers.ChoiceField(OPPONENT_CHOICES)

    @operation("cases_choose", ChoiceOut, request=Input, refusals=(409, 422))
    def put(self, request: Request, case_id: int) -> Response:
        """Record the opponent's choice.

        Answers 409 if there is nothing to choose, or a choice is recorded already.
        """
        payload = self.Input.validated_from(request.data)
        chosen = rulings.choose_as_opponent(case_id=case_id, actor=actor_of(request), **payload)
        return Response(ChoiceOut(chosen).data)


class EventRulingsView(ApiView):
    permission_classes = [Public]

    @operation("rulings_list", PublicRulingOut(many=True))
    def get(self, request: Request, event_id: int) -> Response:
        """List the rulings in force of an event. Names and boards are omitted if they are withheld."""
        event = visible_event(request, event_id)
        found = [public_ruling(public_case(one)) for one in ruled_cases_of_event(event)]
        return Response([one for one in found if one is not None])
