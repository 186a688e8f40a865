"""API of house rules for organisers: list, create, retire and restore."""

from django.urls import reverse
from rest_framework import serializers, status
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.access import clubs_where
from club.core.api.access import needs
from club.core.api.base import ApiView, requested_club
from club.core.api.documents import Shape
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.requests import actor_of
from games.core.access import house_rules_scope
from games.house_rules.selectors import derived_from_row, known_rules
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
    """House rules of a club."""

    club = serializers.CharField(source="organisation.slug")
    key = serializers.CharField(
        help_text="Key by which games and sections refer to the rules: a hash of the rules."
    )
    changes = serializers.DictField(child=serializers.CharField())
    is_offered = serializers.BooleanField(help_text="True if new sections may use these rules.")
    title = serializers.SerializerMethodField(help_text="Base variant and changes in words.")
    rules = serializers.SerializerMethodField(help_text="Value of the `HouseRules` tag of a game.")

    class Meta:
        model = HouseRules
        fields = (
            *("id", "club", "key", "name", "base", "changes", "is_offered", "read_from_game"),
            *("created_at", "retired_at", "title", "rules"),
        )

    def get_title(self, row: HouseRules) -> str:
        """Return the base and the changes in words."""
        return variant_name(derived_from_row(row))

    def get_rules(self, row: HouseRules) -> str:
        """Return the hash, the base and the changes."""
        return derived_from_row(row).rules_text


class HouseRulesInput(Shape):
    """Input of new house rules."""

    club = serializers.CharField(default="", allow_blank=True, max_length=60)
    name = serializers.CharField(max_length=MAX_NAME_LENGTH)
    base = serializers.ChoiceField(BASES)
    changes = serializers.DictField(
        child=serializers.CharField(max_length=60),
        help_text="Changed facts with their values, for example `{'king_flies': 'yes'}`.",
    )

    def validate_changes(self, changes: dict[str, str]) -> dict[str, str]:
        """Validate the names of the changed facts as text, like their values."""
        name = serializers.CharField(max_length=MAX_NAME_LENGTH)
        return {name.run_validation(fact): value for fact, value in changes.items()}


class HouseRulesListView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS)]

    @operation("house_rules_list", HouseRulesOut(many=True))
    def get(self, request: Request) -> Response:
        """List the house rules of your clubs by club, offered ones first."""
        rows = known_rules(clubs_where(actor_of(request), Capability.RUN_EVENTS))
        return Response(HouseRulesOut(rows, many=True).data)

    @operation("house_rules_make", {201: HouseRulesOut}, request=HouseRulesInput, refusals=(409, 422))
    def post(self, request: Request) -> Response:
        """Create house rules, which cannot be changed or renamed.

        Answers 409 if the club has these rules or this name, or if a shipped variant has the same rules.
        """
        facts = HouseRulesInput.validated_from(request.data)
        actor = actor_of(request)
        made = make_house_rules(
            organisation_id=requested_club(request, Capability.RUN_EVENTS, facts.pop("club")).pk,
            actor=actor,
            **facts,
        )
        place = {"Location": reverse("games-api:house-rules", args=[made.pk])}
        return Response(HouseRulesOut(made).data, status=status.HTTP_201_CREATED, headers=place)


class HouseRulesView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=house_rules_scope)]

    @operation("house_rules_read", HouseRulesOut)
    def get(self, _request: Request, rules_id: int) -> Response:
        """Get one set of house rules."""
        row = get_object_or_404(HouseRules.objects.select_related("organisation"), pk=rules_id)
        return Response(HouseRulesOut(row).data)


class HouseRulesReason(Shape):
    """Input with the reason of an action."""

    reason = serializers.CharField(default="", allow_blank=True, max_length=500)


class HouseRulesRetireView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=house_rules_scope)]

    @operation("house_rules_retire", HouseRulesOut, request=HouseRulesReason)
    def post(self, request: Request, rules_id: int) -> Response:
        """Retire house rules for new sections. Sections and games that already use them are unchanged."""
        payload = HouseRulesReason.validated_from(request.data)
        row = retire_house_rules(rules_id=rules_id, actor=actor_of(request), **payload)
        return Response(HouseRulesOut(row).data)


class HouseRulesOfferView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=house_rules_scope)]

    @operation("house_rules_offer", HouseRulesOut, request=HouseRulesReason)
    def post(self, request: Request, rules_id: int) -> Response:
        """Offer house rules to new sections, retired ones or those that came with a game."""
        payload = HouseRulesReason.validated_from(request.data)
        row = offer_house_rules(rules_id=rules_id, actor=actor_of(request), **payload)
        return Response(HouseRulesOut(row).data)
