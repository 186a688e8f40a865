"""API of awarded prizes: read, publish, withdraw."""

from dataclasses import asdict
from typing import Any

from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import needs
from club.core.api.documents import Shape
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.requests import actor_of
from tournaments.core.api.base import LARGEST_NUMBER, ApiView
from tournaments.core.api.shapes import ReasonInput
from tournaments.core.api.visibility import may_see_desk, visible_section
from tournaments.core.scopes import of_section
from tournaments.entries.api.entries import reason_of
from tournaments.models import PrizeHandout, PrizeSharing
from tournaments.prizes.formatting import award_reason_text
from tournaments.prizes.selectors.prize_awards import PrizeAwards, compute_awards, published_awards
from tournaments.prizes.services import award_prizes, is_current, withdraw_prizes


class PrizeWonOut(Shape):
    """A prize of a player, with its derivation."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    rank = serializers.IntegerField()
    category = serializers.CharField(
        allow_blank=True, help_text="Name of the class; empty for the whole section."
    )
    place = serializers.IntegerField(help_text="Place in the section, or in the class if there is one.")
    amount = serializers.IntegerField(help_text="Amount in the smallest unit of the currency.")
    place_prize = serializers.IntegerField()
    pool = serializers.IntegerField(
        help_text="Total amount that tied players share, in the smallest unit of the currency."
    )
    shared_with = serializers.ListField(child=serializers.CharField())
    passed = serializers.ListField(child=serializers.CharField())
    thing = serializers.CharField(allow_blank=True)
    why = serializers.CharField()


class HandoutOut(Shape):
    """Awarded prizes of a section."""

    is_public = serializers.BooleanField()
    is_up_to_date = serializers.BooleanField(
        help_text="Whether the prizes still match the current standings."
    )
    after = serializers.IntegerField()
    snapshot = serializers.IntegerField(
        allow_null=True, help_text="Id of the current standings, for event staff; null if there are none."
    )
    currency = serializers.CharField(allow_blank=True)
    sharing = serializers.ChoiceField(PrizeSharing.choices)
    prizes = PrizeWonOut(many=True)


class HandoutView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_section, methods={"PUT", "DELETE"})]

    class Input(ReasonInput):
        """Input with the id of the standings that were reviewed; null for the current standings."""

        snapshot = serializers.IntegerField(
            default=None, allow_null=True, min_value=1, max_value=LARGEST_NUMBER
        )

    @operation("prizes_handout_read", HandoutOut)
    def get(self, request: Request, section_id: int) -> Response:
        """Get the published prizes with reasons. If none, event staff get those that would be published."""
        section = visible_section(request, section_id)
        found = published_awards(section)
        if found is None and may_see_desk(request, section):
            found = compute_awards(section)
        if found is None:
            raise NotFound
        return Response(handout_object(found, section_id))

    @operation("prizes_hand_out", HandoutOut, request=Input, refusals=(409,))
    def put(self, request: Request, section_id: int) -> Response:
        """Publish the prizes of a section.

        Answers 409 if `snapshot` is not current, or no prize can be awarded.
        """
        payload = self.Input.validated_from(request.data)
        award_prizes(section_id=section_id, actor=actor_of(request), **payload)
        found = published_awards(visible_section(request, section_id))
        if found is None:
            raise NotFound
        return Response(handout_object(found, section_id))

    @operation("prizes_take_back")
    def delete(self, request: Request, section_id: int) -> Response:
        """Withdraw the published prizes of a section. Idempotent."""
        withdraw_prizes(section_id=section_id, actor=actor_of(request), reason=reason_of(request))
        return Response(status=204)


def handout_object(found: PrizeAwards, section_id: int) -> dict[str, Any]:
    """Return all prizes with their reasons as text."""
    row = PrizeHandout.objects.select_related("section__event").filter(section=section_id).first()
    now = compute_awards(row.section) if row else found
    return {
        "is_public": row is not None,
        "is_up_to_date": row is None or is_current(row, now),
        "after": found.round_number,
        "snapshot": now.snapshot if now else None,
        "currency": found.currency,
        "sharing": found.sharing,
        "prizes": [
            {
                **asdict(line),
                "why": award_reason_text(line, found.sharing, found.currency),
            }
            for line in found.lines
        ],
    }
