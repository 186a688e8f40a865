"""API of ladders and challenges. Public ladders are readable without an account; managers edit all."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.http import Http404
from django.urls import reverse
from rest_framework import serializers, status
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.access import may
from club.core.api.access import Public, needs
from club.core.api.base import PAGE
from club.core.api.documents import PageOut, Shape
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.errors import ClubNotNamed
from club.core.requests import actor_of, site_of
from club.core.selectors import organisation_list
from club.members.selectors.persons import clubs_of, persons_without_name_consent
from tournaments.core.api.base import LARGEST_NUMBER, ApiView, Pages
from tournaments.core.api.shapes import VersionInput
from tournaments.core.scopes import of_challenge, of_ladder
from tournaments.events.api.events import CLUB_HELP
from tournaments.ladders.models import LIMITS, SETTINGS, setting_field
from tournaments.ladders.selectors import is_player, managed_ladders, places_of, public_ladders
from tournaments.ladders.services import challenges as challenge_service
from tournaments.ladders.services import ladders as service
from tournaments.ladders.services.ladder_order import ladder_scope
from tournaments.models import Challenge, Ladder, LadderPlace

WORDS = {
    "win": "`take`: a winning challenger takes the place; `swap`: the two exchange places.",
    "draw": "`stay`: no change; `behind`: the challenger moves to the place below the challenged player.",
    "refusal": "`stay`: no change; `take`: the challenger takes the place; `drop`: a drop in places.",
    "newcomers": "`bottom`: at the end; `rating`: by rating.",
}
RESULT_HELP = "Who won: `challenger` or `challenged`; or `draw`."


class SettingsShape(serializers.Serializer[Any]):
    """Serializer that adds the settings of the ladder model after `is_public`."""

    words: ClassVar[Mapping[str, str]] = WORDS

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """Return the declared fields and the settings, in order."""
        found: dict[str, serializers.Field[Any, Any, Any, Any]] = {}
        for name, field in super().get_fields().items():
            found[name] = field
            if name == "is_public":
                found |= {setting: self.setting_field(setting) for setting in SETTINGS}
        return found

    def setting_field(self, name: str, **limits: Any) -> serializers.Field[Any, Any, Any, Any]:
        """Return the field of a setting: an integer, a choice code or a boolean."""
        told: dict[str, Any] = {"help_text": self.words[name]} if name in self.words else {}
        if name in LIMITS:
            return serializers.IntegerField(**told, **limits)
        if setting_field(name).choices:
            return serializers.CharField(**told, **limits)
        return serializers.BooleanField(**told, **limits)


class LadderOut(SettingsShape):
    """A ladder with its rules."""

    words = WORDS | {"reach": "How many places up a player may challenge; 0: any place above."}

    id = serializers.IntegerField()
    club = serializers.CharField(source="organisation.slug")
    name = serializers.CharField()
    variant = serializers.CharField(allow_blank=True, help_text="Game of the ladder; empty for all games.")
    rating_list = serializers.IntegerField(source="rating_list_id", allow_null=True)
    is_public = serializers.BooleanField()
    version = serializers.IntegerField()


class LadderPlaceOut(serializers.Serializer[Any]):
    """A place on a ladder; `person` is null and `name` empty if the name is withheld in public."""

    place = serializers.IntegerField()
    place_before = serializers.IntegerField(allow_null=True)
    moved_at = serializers.DateTimeField(allow_null=True)
    person = serializers.SerializerMethodField()
    name = serializers.SerializerMethodField()

    def get_person(self, row: LadderPlace) -> int | None:
        """Return the person's id, or None if withheld."""
        return None if row.person_id in self.context.get("withheld", ()) else row.person_id

    def get_name(self, row: LadderPlace) -> str:
        """Return the person's name, or an empty string if withheld."""
        return "" if row.person_id in self.context.get("withheld", ()) else row.person.name


class ChallengeOut(serializers.Serializer[Any]):
    """A challenge."""

    id = serializers.IntegerField()
    ladder = serializers.IntegerField(source="ladder_id")
    challenger = serializers.IntegerField(source="challenger_id")
    challenger_name = serializers.CharField(source="challenger.name")
    challenged = serializers.IntegerField(source="challenged_id")
    challenged_name = serializers.CharField(source="challenged.name")
    state = serializers.CharField(
        help_text=(
            "`made` (awaiting an answer), `accepted`, `played`, `refused`, `expired` (not answered), "
            "`lapsed` (not played) or `withdrawn`."
        )
    )
    result = serializers.CharField(allow_blank=True, help_text=RESULT_HELP)
    due_on = serializers.DateField()
    made_at = serializers.DateTimeField()
    settled_at = serializers.DateTimeField(allow_null=True)
    is_disputed = serializers.BooleanField()


class LadderFields(SettingsShape, Shape):
    """Fields of a ladder, all optional."""

    variant = serializers.CharField(required=False, allow_blank=True, max_length=20)
    rating_list = serializers.IntegerField(
        source="rating_list_id", required=False, allow_null=True, min_value=1, max_value=LARGEST_NUMBER
    )
    is_public = serializers.BooleanField(required=False)

    def setting_field(self, name: str, **limits: Any) -> serializers.Field[Any, Any, Any, Any]:
        """Return the optional field of a setting, with its limits."""
        if name in LIMITS:
            limits |= {"min_value": 0, "max_value": LIMITS[name]}
        elif setting_field(name).choices:
            limits |= {"max_length": setting_field(name).max_length}
        return super().setting_field(name, required=False, **limits)


class LaddersView(ApiView):
    permission_classes = [needs(Capability.KEEP_LADDERS)]

    class Input(LadderFields):
        club = serializers.CharField(default="", allow_blank=True, max_length=60, help_text=CLUB_HELP)
        name = serializers.CharField(max_length=120)

    @operation("ladders_kept", LadderOut(many=True))
    def get(self, request: Request) -> Response:
        """List the ladders you manage, by club and name."""
        return Response(LadderOut(managed_ladders(actor_of(request)), many=True).data)

    @operation("ladders_create", {201: LadderOut}, request=Input, refusals=(409, 422))
    def post(self, request: Request) -> Response:
        """Create a ladder."""
        facts = self.Input.validated_from(request.data)
        homes = clubs_of(actor=actor_of(request), capability=Capability.KEEP_LADDERS)
        slug = facts.pop("club")
        named = list(homes.filter(slug=slug) if slug else homes)
        if len(named) != 1:
            raise ClubNotNamed(known=[club.slug for club in homes])
        made = service.make_ladder(organisation_id=named[0].pk, actor=actor_of(request), **facts)
        place = {"Location": reverse("tournaments-api:ladder", args=[made.pk])}
        return Response(LadderOut(made).data, status=status.HTTP_201_CREATED, headers=place)


class ClubLaddersView(ApiView):
    permission_classes = [Public]

    @operation("club_ladders", LadderOut(many=True))
    def get(self, _request: Request, slug: str) -> Response:
        """List the public ladders of a club."""
        club = get_object_or_404(organisation_list(), slug=slug)
        return Response(LadderOut(public_ladders(club.pk), many=True).data)


def visible_ladder(request: Request, ladder_id: int) -> tuple[Ladder, bool]:
    """Return a public ladder, or one that the reader edits or plays on; and True if all names are visible."""
    row = get_object_or_404(Ladder.objects.select_related("organisation"), pk=ladder_id)
    actor = actor_of(request)
    sees_all = may(actor, Capability.KEEP_LADDERS, ladder_scope(row)) or is_player(row, actor)
    if not row.is_public and not sees_all:
        raise Http404
    return row, sees_all


class LadderView(ApiView):
    permission_classes = [needs(Capability.KEEP_LADDERS, scope=of_ladder, methods={"PATCH"})]

    class Input(LadderFields, VersionInput):
        name = serializers.CharField(required=False, max_length=120)

    @operation("ladder_read", LadderOut)
    def get(self, request: Request, ladder_id: int) -> Response:
        """Get a ladder with its rules."""
        return Response(LadderOut(visible_ladder(request, ladder_id)[0]).data)

    @operation("ladder_change", LadderOut, request=Input, refusals=(409, 422))
    def patch(self, request: Request, ladder_id: int) -> Response:
        """Change a ladder or its rules, from now on.

        Answers 409 if it was changed after `version` was read.
        """
        get_object_or_404(Ladder, pk=ladder_id)
        payload = self.Input.validated_from(request.data)
        row = service.change_ladder(ladder_id=ladder_id, actor=actor_of(request), **payload)
        return Response(LadderOut(row).data)


class LadderPlacesView(ApiView):
    permission_classes = [needs(Capability.KEEP_LADDERS, scope=of_ladder, methods={"POST"})]

    class Output(PageOut):
        results = LadderPlaceOut(many=True)

    class Input(Shape):
        person = serializers.IntegerField(min_value=1, max_value=LARGEST_NUMBER)

    @operation("ladder_places", Output, parameters=PAGE)
    def get(self, request: Request, ladder_id: int) -> Response:
        """List the places of a ladder, first to last. Pages of 50; names withheld in public are empty."""
        row, sees_all = visible_ladder(request, ladder_id)
        pages = Pages()
        page = pages.paginate_queryset(places_of(row), request, view=self) or []
        persons = [one.person_id for one in page]
        withheld = frozenset[int]() if sees_all else persons_without_name_consent(persons=persons)
        told = LadderPlaceOut(page, many=True, context={"withheld": withheld})
        return pages.get_paginated_response(told.data)

    @operation("ladder_join", {201: LadderPlaceOut}, request=Input, refusals=(409, 422))
    def post(self, request: Request, ladder_id: int) -> Response:
        """Add a person of the club to a ladder, at the bottom or by rating as its rules say."""
        get_object_or_404(Ladder, pk=ladder_id)
        payload = self.Input.validated_from(request.data)
        place = service.join_ladder(ladder_id=ladder_id, person_id=payload["person"], actor=actor_of(request))
        return Response(LadderPlaceOut(place).data, status=status.HTTP_201_CREATED)


class ChallengesView(ApiView):
    permission_classes = [needs(Capability.KEEP_LADDERS, scope=of_ladder)]

    class Output(PageOut):
        results = ChallengeOut(many=True)

    class Input(Shape):
        challenger = serializers.IntegerField(min_value=1, max_value=LARGEST_NUMBER)
        challenged = serializers.IntegerField(min_value=1, max_value=LARGEST_NUMBER)

    @operation("challenges_list", Output, parameters=PAGE)
    def get(self, request: Request, ladder_id: int) -> Response:
        """List the challenges of a ladder, newest first. Pages of 50."""
        rows = Challenge.objects.filter(ladder=get_object_or_404(Ladder, pk=ladder_id))
        rows = rows.select_related("challenger", "challenged").order_by("-made_at", "-pk")
        pages = Pages()
        page = pages.paginate_queryset(rows, request, view=self)
        return pages.get_paginated_response(ChallengeOut(page, many=True).data)

    @operation("challenges_create", {201: ChallengeOut}, request=Input, refusals=(409, 422))
    def post(self, request: Request, ladder_id: int) -> Response:
        """Create a challenge on behalf of a player.

        Answers 409 with the rule if a rule of the ladder forbids it.
        """
        get_object_or_404(Ladder, pk=ladder_id)
        payload = self.Input.validated_from(request.data)
        row = challenge_service.make_challenge(
            ladder_id=ladder_id,
            challenger_id=payload["challenger"],
            challenged_id=payload["challenged"],
            actor=actor_of(request),
            site=site_of(request),
        )
        return Response(ChallengeOut(row).data, status=status.HTTP_201_CREATED)


class ChallengeAnswer(Shape):
    """Answer to a challenge, or its result."""

    accepts = serializers.BooleanField(
        required=False,
        help_text="True to accept, false to refuse; only for a challenge that awaits an answer.",
    )
    result = serializers.CharField(required=False, max_length=10, help_text=RESULT_HELP)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Require exactly one of `accepts` and `result`."""
        if ("accepts" in attrs) == ("result" in attrs):
            raise serializers.ValidationError({"result": ["Specify either `accepts` or `result`."]})
        return attrs


class ChallengeView(ApiView):
    permission_classes = [needs(Capability.KEEP_LADDERS, scope=of_challenge)]

    class Input(ChallengeAnswer):
        reason = serializers.CharField(default="", allow_blank=True, max_length=500)

    @operation("challenge_read", ChallengeOut)
    def get(self, _request: Request, challenge_id: int) -> Response:
        """Get a challenge."""
        rows = Challenge.objects.select_related("challenger", "challenged")
        return Response(ChallengeOut(get_object_or_404(rows, pk=challenge_id)).data)

    @operation("challenge_change", ChallengeOut, request=Input, refusals=(409, 422))
    def patch(self, request: Request, challenge_id: int) -> Response:
        """Answer a challenge, or record or correct its result. The order is updated immediately."""
        get_object_or_404(Challenge, pk=challenge_id)
        payload = self.Input.validated_from(request.data)
        facts = {"challenge_id": challenge_id, "actor": actor_of(request), **payload}
        way = challenge_service.answer_challenge if "accepts" in facts else challenge_service.settle_challenge
        return Response(ChallengeOut(way(**facts)).data)

    @operation("challenge_withdraw", ChallengeOut, refusals=(409,))
    def delete(self, request: Request, challenge_id: int) -> Response:
        """Withdraw an open challenge. The order of the ladder does not change."""
        get_object_or_404(Challenge, pk=challenge_id)
        row = challenge_service.withdraw_challenge(challenge_id=challenge_id, actor=actor_of(request))
        return Response(ChallengeOut(row).data)
