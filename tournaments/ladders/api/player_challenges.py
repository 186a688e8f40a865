"""API of the user's and their wards' challenges: create, answer, withdraw, report the result.

For sessions only: an API token acts for a club, not for a player.
"""

from django.http import Http404
from rest_framework import serializers, status
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import AnyAccount
from club.core.api.documents import Shape
from club.core.api.operations import operation
from club.core.requests import actor_of, site_of
from club.members.selectors.self_service import own_persons
from tournaments.core.api.base import LARGEST_NUMBER, ApiView
from tournaments.ladders.api.ladders import ChallengeAnswer, ChallengeOut, visible_ladder
from tournaments.ladders.selectors import challenges_of_persons
from tournaments.ladders.services import challenges as service
from tournaments.models import Challenge


class OwnChallengesView(ApiView):
    permission_classes = [AnyAccount]

    class Input(Shape):
        ladder = serializers.IntegerField(min_value=1, max_value=LARGEST_NUMBER)
        challenger = serializers.IntegerField(
            required=False,
            min_value=1,
            max_value=LARGEST_NUMBER,
            help_text=(
                "Id of the signed-in user's person or of a ward. Default: the signed-in user's person."
            ),
        )
        challenged = serializers.IntegerField(min_value=1, max_value=LARGEST_NUMBER)

    @operation("own_challenges_list", ChallengeOut(many=True))
    def get(self, request: Request) -> Response:
        """List your and your wards' open challenges, by due date."""
        rows = challenges_of_persons([one.pk for one in own_persons(actor=actor_of(request))])
        return Response(ChallengeOut(rows, many=True).data)

    @operation("own_challenges_create", {201: ChallengeOut}, request=Input, refusals=(409, 422))
    def post(self, request: Request) -> Response:
        """Challenge and email a higher-placed player.

        Answers 409 with the rule if the ladder's rules forbid it.
        """
        payload = self.Input.validated_from(request.data)
        ladder, _sees_all = visible_ladder(request, payload["ladder"])
        mine = [one.pk for one in own_persons(actor=actor_of(request))]
        challenger = payload.get("challenger", mine[0] if mine else 0)
        if challenger not in mine:
            raise Http404
        row = service.make_challenge(
            ladder_id=ladder.pk,
            challenger_id=challenger,
            challenged_id=payload["challenged"],
            actor=actor_of(request),
            site=site_of(request),
        )
        return Response(ChallengeOut(row).data, status=status.HTTP_201_CREATED)


class OwnChallengeView(ApiView):
    permission_classes = [AnyAccount]

    class Input(ChallengeAnswer):
        person = serializers.IntegerField(
            required=False,
            min_value=1,
            max_value=LARGEST_NUMBER,
            help_text=(
                "Id of the person who reports the result, if the signed-in user acts for both players. "
                "Default: the player the user acts for; if both, the challenger."
            ),
        )

    @operation("own_challenge_change", ChallengeOut, request=Input, refusals=(409, 422))
    def patch(self, request: Request, challenge_id: int) -> Response:
        """Answer a challenge or report its result.

        A result is final once both players report the same one.
        """
        row, mine = self._own(request, challenge_id)
        payload = self.Input.validated_from(request.data)
        facts, actor = payload, actor_of(request)
        if "accepts" in facts:
            done = service.answer_challenge(challenge_id=row.pk, accepts=facts["accepts"], actor=actor)
        else:
            said = facts.get("person", mine[0])
            done = service.report_challenge(
                challenge_id=row.pk, person_id=said, result=facts["result"], actor=actor
            )
        return Response(ChallengeOut(done).data)

    @operation("own_challenge_withdraw", ChallengeOut, refusals=(409,))
    def delete(self, request: Request, challenge_id: int) -> Response:
        """Withdraw a challenge that awaits an answer. The order of the ladder does not change."""
        row, _mine = self._own(request, challenge_id)
        done = service.withdraw_challenge(challenge_id=row.pk, actor=actor_of(request))
        return Response(ChallengeOut(done).data)

    def _own(self, request: Request, challenge_id: int) -> tuple[Challenge, list[int]]:
        """Return the challenge and the players for whom the user acts; raise Http404 if there are none."""
        row = get_object_or_404(Challenge, pk=challenge_id)
        own = {one.pk for one in own_persons(actor=actor_of(request))}
        mine = [one for one in (row.challenger_id, row.challenged_id) if one in own]
        if not mine:
            raise Http404
        return row, mine
