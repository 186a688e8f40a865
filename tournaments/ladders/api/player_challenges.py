"""Challenges of the asker and their wards: made, answered, taken back, told how they ended.

For whoever is signed in; a token acts for a club, and is nobody's player.
"""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import AnyAccount
from club.core.api.documents import Shape
from club.core.requests import actor_of
from club.members.selectors.self_service import own_persons
from tournaments.core.api.base import LARGEST_NUMBER, ApiView, problems
from tournaments.ladders.api.ladders import RESULT_HELP, ChallengeOut, visible_ladder
from tournaments.ladders.selectors import challenges_of_persons
from tournaments.ladders.services import challenges as service
from tournaments.models import Challenge

ERROR_STATUSES = (400, 401, 403, 404, 409, 415, 422)


class OwnChallengesView(ApiView):
    """What is open of the asker and their wards."""

    permission_classes = [AnyAccount]

    class Input(Shape):
        """On which ladder who challenges whom."""

        ladder = serializers.IntegerField(min_value=1, max_value=LARGEST_NUMBER)
        challenger = serializers.IntegerField(
            required=False,
            min_value=1,
            max_value=LARGEST_NUMBER,
            help_text="The asker or a ward; left out, the asker.",
        )
        challenged = serializers.IntegerField(min_value=1, max_value=LARGEST_NUMBER)

    @extend_schema(
        operation_id="own_challenges_list",
        summary="The open challenges of the asker and their wards, the most pressing first",
        responses={200: ChallengeOut(many=True), **problems(401)},
    )
    def get(self, request: Request) -> Response:
        """Those that wait for an answer or for a game."""
        rows = challenges_of_persons([one.pk for one in own_persons(actor=actor_of(request))])
        return Response(ChallengeOut(rows, many=True).data)

    @extend_schema(
        operation_id="own_challenges_create",
        summary="Challenge somebody above",
        description="409 names the rule that stands against it.",
        request=Input,
        responses={201: ChallengeOut, **problems(*ERROR_STATUSES)},
    )
    def post(self, request: Request) -> Response:
        """It waits for an answer; the challenged is told by mail."""
        given = self.Input(data=request.data)
        given.is_valid(raise_exception=True)
        ladder, _sees_all = visible_ladder(request, given.validated_data["ladder"])
        mine = [one.pk for one in own_persons(actor=actor_of(request))]
        challenger = given.validated_data.get("challenger", mine[0] if mine else 0)
        if challenger not in mine:
            raise Http404
        row = service.make_challenge(
            ladder_id=ladder.pk,
            challenger_id=challenger,
            challenged_id=given.validated_data["challenged"],
            actor=actor_of(request),
            site=request.build_absolute_uri("/").rstrip("/"),
        )
        return Response(ChallengeOut(row).data, status=status.HTTP_201_CREATED)


class OwnChallengeView(ApiView):
    """A challenge of the asker or a ward."""

    permission_classes = [AnyAccount]

    class Input(Shape):
        """An answer, or how the game ended."""

        accepts = serializers.BooleanField(required=False, help_text="Of a challenge that waits.")
        result = serializers.CharField(required=False, max_length=10, help_text=RESULT_HELP)
        person = serializers.IntegerField(
            required=False,
            min_value=1,
            max_value=LARGEST_NUMBER,
            help_text="Who says so, where both players are the asker's; left out, the one who is.",
        )

        def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
            """One of the two."""
            if ("accepts" in attrs) == ("result" in attrs):
                raise serializers.ValidationError({"result": ["accepts or result"]})
            return attrs

    @extend_schema(
        operation_id="own_challenge_change",
        summary="Answer a challenge, or say how it ended",
        description="A result stands once both players say the same.",
        request=Input,
        responses={200: ChallengeOut, **problems(*ERROR_STATUSES)},
    )
    def patch(self, request: Request, challenge_id: int) -> Response:
        """For the asker or a ward."""
        row, mine = self._own(request, challenge_id)
        given = self.Input(data=request.data)
        given.is_valid(raise_exception=True)
        facts, actor = given.validated_data, actor_of(request)
        if "accepts" in facts:
            done = service.answer_challenge(challenge_id=row.pk, accepts=facts["accepts"], actor=actor)
        else:
            said = facts.get("person", mine[0])
            done = service.report_challenge(
                challenge_id=row.pk, person_id=said, result=facts["result"], actor=actor
            )
        return Response(ChallengeOut(done).data)

    @extend_schema(
        operation_id="own_challenge_withdraw",
        summary="Take back a challenge that waits for an answer",
        responses={200: ChallengeOut, **problems(401, 403, 404, 409)},
    )
    def delete(self, request: Request, challenge_id: int) -> Response:
        """It moves nothing."""
        row, _mine = self._own(request, challenge_id)
        done = service.withdraw_challenge(challenge_id=row.pk, actor=actor_of(request))
        return Response(ChallengeOut(done).data)

    def _own(self, request: Request, challenge_id: int) -> tuple[Challenge, list[int]]:
        """The challenge, and which of its two players the asker speaks for; to others it is not there."""
        row = get_object_or_404(Challenge, pk=challenge_id)
        own = {one.pk for one in own_persons(actor=actor_of(request))}
        mine = [one for one in (row.challenger_id, row.challenged_id) if one in own]
        if not mine:
            raise Http404
        return row, mine
