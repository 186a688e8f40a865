"""API of team captains for the league director: name, renew link, remove, restore; a user's own teams."""

from django.urls import reverse
from django.utils.translation import get_language
from rest_framework import serializers, status
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import AnyAccount, needs
from club.core.api.documents import Shape
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.requests import actor_of, site_of
from club.members.selectors.self_service import persons_in_session
from tournaments.core.api.base import LARGEST_NUMBER, NO_STORE_HEADERS, ApiView
from tournaments.core.api.shapes import ReasonInput
from tournaments.core.scopes import of_captain, of_entry
from tournaments.leagues.captain_links import answer_secret, captain_secret
from tournaments.leagues.selectors.fixtures import questions_for, teams_led_by
from tournaments.leagues.services.captains import name_captain, remove_captain, renew_link, restore_captain
from tournaments.models import Captain, CaptainRole, Entry


class CaptaincyOut(Shape):
    """Captain of a team with the personal link; a former captain has none."""

    id = serializers.IntegerField()
    entry = serializers.IntegerField()
    role = serializers.ChoiceField(CaptainRole.choices)
    name = serializers.CharField()
    email = serializers.CharField()
    person = serializers.IntegerField(allow_null=True)
    removed_at = serializers.DateTimeField(allow_null=True)
    link = serializers.URLField(allow_blank=True)
    secret = serializers.CharField(
        allow_blank=True, help_text="Secret for `/api/v1/captains/{secret}/`; empty for a former captain."
    )


def _captaincy_payload(request: Request, row: Captain) -> dict[str, object]:
    secret = captain_secret(row) if row.removed_at is None else ""
    page = reverse("tournaments:captain", args=[secret]) if secret else ""
    told = {name: getattr(row, name) for name in ("id", "role", "name", "email", "removed_at")}
    links = {"secret": secret, "link": request.build_absolute_uri(page) if page else ""}
    return CaptaincyOut(told | links | {"entry": row.entry_id, "person": row.person_id}).data


class CaptaincyView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_entry)]

    class Input(ReasonInput):
        """Input of a new captain; the link is sent to the email address, if one is known."""

        name = serializers.CharField(max_length=200, default="", allow_blank=True)
        email = serializers.EmailField(default="", allow_blank=True, max_length=254)
        role = serializers.ChoiceField(CaptainRole.choices, default=CaptainRole.CAPTAIN)
        person = serializers.IntegerField(
            default=None,
            allow_null=True,
            min_value=1,
            max_value=LARGEST_NUMBER,
            help_text=(
                "Id of a person in the club, who then also sees the team when signed in; null if there "
                "is none."
            ),
        )

    @operation("captaincies_list", CaptaincyOut(many=True))
    def get(self, request: Request, entry_id: int) -> Response:
        """List the captains of a team with their links."""
        team = get_object_or_404(Entry, pk=entry_id)
        rows = team.captains.filter(removed_at__isnull=True).order_by("role", "pk")
        return Response([_captaincy_payload(request, row) for row in rows], headers=NO_STORE_HEADERS)

    @operation("captaincies_name", {201: CaptaincyOut}, request=Input, refusals=(409, 422))
    def post(self, request: Request, entry_id: int) -> Response:
        """Name a captain of a team, replacing the current one, whose link becomes invalid."""
        told = self.Input.validated_from(request.data)
        row = name_captain(
            entry_id=entry_id,
            person_id=told.pop("person"),
            site=site_of(request),
            language=get_language() or "",
            actor=actor_of(request),
            **told,
        )
        return Response(
            _captaincy_payload(request, row), status=status.HTTP_201_CREATED, headers=NO_STORE_HEADERS
        )


class CaptaincyLinkView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_captain)]

    @operation("captaincies_renew", CaptaincyOut, refusals=(409,))
    def post(self, request: Request, captain_id: int) -> Response:
        """Renew a captain's link and send it. The previous link becomes invalid."""
        row = renew_link(captain_id=captain_id, actor=actor_of(request))
        return Response(_captaincy_payload(request, row), headers=NO_STORE_HEADERS)

    @operation("captaincies_remove", refusals=(409,))
    def delete(self, request: Request, captain_id: int) -> Response:
        """Remove a captain. The link is invalid from the next request on."""
        remove_captain(captain_id=captain_id, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)

    @operation("captaincies_restore", CaptaincyOut, refusals=(409,))
    def put(self, request: Request, captain_id: int) -> Response:
        """Restore a captain with the same link.

        Answers 409 `captain_named_since` if another person has the role now.
        """
        row = restore_captain(captain_id=captain_id, actor=actor_of(request))
        return Response(_captaincy_payload(request, row), headers=NO_STORE_HEADERS)


class LedTeamOut(Shape):
    """A team that the signed-in user leads."""

    entry = serializers.IntegerField()
    name = serializers.CharField()
    secret = serializers.CharField(help_text="Secret for `/api/v1/captains/{secret}/`.")


class OpenQuestionOut(Shape):
    """Open availability poll for the signed-in user or a ward."""

    match = serializers.CharField()
    member = serializers.CharField()
    answer = serializers.CharField(
        allow_blank=True, help_text="Answer as display text; empty if there is none yet."
    )
    secret = serializers.CharField(help_text="Secret for `/api/v1/availability/{secret}`.")


class OwnTeamsView(ApiView):
    """Teams that the signed-in user leads, and polls for the user and their wards."""

    permission_classes = [AnyAccount]

    class Output(Shape):
        teams = LedTeamOut(many=True)
        questions = OpenQuestionOut(many=True)

    @operation("own_teams", Output)
    def get(self, request: Request) -> Response:
        """List the teams you lead and open polls for you and your wards. An API token is refused."""
        persons = persons_in_session(actor=actor_of(request))
        guardian = persons[0].pk if persons else 0
        teams = [
            {"entry": one.team.pk, "name": one.team.name, "secret": one.secret}
            for one in teams_led_by(persons[:1])
        ]
        asked = [
            {
                "match": str(one.poll.fixture),
                "member": one.member.name,
                "answer": one.answer,
                "secret": answer_secret(
                    one.poll, one.member.pk, 0 if one.member.person_id == guardian else guardian
                ),
            }
            for one in questions_for(persons)
        ]
        return Response(self.Output({"teams": teams, "questions": asked}).data, headers=NO_STORE_HEADERS)
