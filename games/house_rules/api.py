"""House rules: listed, made, retired and offered again by whoever runs the events of a club."""

from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.access import clubs_where
from club.core.api.access import needs
from club.core.api.documents import Shape
from club.core.capabilities import Capability
from club.core.requests import actor_of
from club.core.selectors import only_club, organisation_by_slug
from games.core.access import house_rules_scope
from games.core.api.base import ApiView, problems
from games.house_rules.selectors.house_rules import known_rules
from games.house_rules.selectors.variants import derived_from_row
from games.house_rules.services import (
    MAX_NAME_LENGTH,
    make_house_rules,
    offer_house_rules,
    retire_house_rules,
)
from games.house_rules.variant_names import variant_name
from games.models import HouseRules
from games.rules import VARIANTS

BASES = list(VARIANTS)


class HouseRulesOut(serializers.ModelSerializer[HouseRules]):
    """Rules of a house."""

    club = serializers.CharField(source="organisation.slug")
    key = serializers.CharField(help_text="The hash of the rules: what games and sections name.")
    changes = serializers.DictField(child=serializers.CharField())
    is_offered = serializers.BooleanField(help_text="Whether new sections may be played by them.")
    title = serializers.SerializerMethodField(help_text="Base and changes in words.")
    rules = serializers.SerializerMethodField(help_text="The tag HouseRules of a game.")

    class Meta:
        model = HouseRules
        fields = (
            *("id", "club", "key", "name", "base", "changes", "is_offered", "read_from_game"),
            *("created_at", "retired_at", "title", "rules"),
        )

    def get_title(self, row: HouseRules) -> str:
        """What is changed, in words."""
        return variant_name(derived_from_row(row))

    def get_rules(self, row: HouseRules) -> str:
        """Hash, base and changes."""
        return derived_from_row(row).rules_text


class HouseRulesInput(Shape):
    """New rules."""

    club = serializers.CharField(default="", allow_blank=True, max_length=60)
    name = serializers.CharField(max_length=MAX_NAME_LENGTH)
    base = serializers.ChoiceField(BASES)
    changes = serializers.DictField(
        child=serializers.CharField(max_length=60),
        help_text="Facts with their values, as in {'king_flies': 'yes'}.",
    )

    def validate_changes(self, changes: dict[str, str]) -> dict[str, str]:
        """The names of facts are texts as their values are: what cannot be told again is refused."""
        name = serializers.CharField(max_length=MAX_NAME_LENGTH)
        return {name.run_validation(fact): value for fact, value in changes.items()}


def _home(request: Request, slug: str) -> int:
    """The number of the club named; without a name the only one where the asker runs events."""
    if slug:
        return organisation_by_slug(slug=slug).pk
    return only_club(actor=actor_of(request), capability=Capability.RUN_EVENTS).pk


class HouseRulesListView(ApiView):
    """The house rules of the asker's clubs."""

    permission_classes = [needs(Capability.RUN_EVENTS)]

    @extend_schema(
        operation_id="house_rules_list",
        summary="The house rules of the asker's clubs",
        responses={200: HouseRulesOut(many=True), **problems(401, 403)},
    )
    def get(self, request: Request) -> Response:
        """Those offered first."""
        rows = known_rules(clubs_where(actor_of(request), Capability.RUN_EVENTS))
        return Response(HouseRulesOut(rows, many=True).data)

    @extend_schema(
        operation_id="house_rules_make",
        summary="Make house rules",
        description="They are never changed and never renamed: the key is the hash of the rules.",
        request=HouseRulesInput,
        responses={201: HouseRulesOut, **problems(400, 401, 403, 409, 415, 422)},
    )
    def post(self, request: Request) -> Response:
        """Derive them from a base."""
        given = HouseRulesInput(data=request.data)
        given.is_valid(raise_exception=True)
        facts: dict[str, Any] = dict(given.validated_data)
        actor = actor_of(request)
        made = make_house_rules(organisation_id=_home(request, facts.pop("club")), actor=actor, **facts)
        place = {"Location": reverse("games-api:house-rules", args=[made.pk])}
        return Response(HouseRulesOut(made).data, status=status.HTTP_201_CREATED, headers=place)


class HouseRulesView(ApiView):
    """One set of house rules."""

    permission_classes = [needs(Capability.RUN_EVENTS, scope=house_rules_scope)]

    @extend_schema(
        operation_id="house_rules_read",
        summary="House rules of a club",
        responses={200: HouseRulesOut, **problems(401, 403, 404)},
    )
    def get(self, _request: Request, rules_id: int) -> Response:
        """Base, changes and key."""
        row = get_object_or_404(HouseRules.objects.select_related("organisation"), pk=rules_id)
        return Response(HouseRulesOut(row).data)


class HouseRulesReason(Shape):
    """Why."""

    reason = serializers.CharField(default="", allow_blank=True, max_length=500)


class HouseRulesRetireView(ApiView):
    """Rules no longer offered."""

    permission_classes = [needs(Capability.RUN_EVENTS, scope=house_rules_scope)]

    @extend_schema(
        operation_id="house_rules_retire",
        summary="Retire house rules",
        description="Sections and games that are played by them stay as they are.",
        request=HouseRulesReason,
        responses={200: HouseRulesOut, **problems(400, 401, 403, 404, 415)},
    )
    def post(self, request: Request, rules_id: int) -> Response:
        """Offer them to no new section."""
        given = HouseRulesReason(data=request.data)
        given.is_valid(raise_exception=True)
        row = retire_house_rules(rules_id=rules_id, actor=actor_of(request), **given.validated_data)
        return Response(HouseRulesOut(row).data)


class HouseRulesOfferView(ApiView):
    """Rules offered again."""

    permission_classes = [needs(Capability.RUN_EVENTS, scope=house_rules_scope)]

    @extend_schema(
        operation_id="house_rules_offer",
        summary="Offer house rules to new sections",
        request=HouseRulesReason,
        responses={200: HouseRulesOut, **problems(400, 401, 403, 404, 415)},
    )
    def post(self, request: Request, rules_id: int) -> Response:
        """Also those that came with a game."""
        given = HouseRulesReason(data=request.data)
        given.is_valid(raise_exception=True)
        row = offer_house_rules(rules_id=rules_id, actor=actor_of(request), **given.validated_data)
        return Response(HouseRulesOut(row).data)
