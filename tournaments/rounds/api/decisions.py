"""Tied matches of a knock-out: decisions and tie-break games."""

from rest_framework import serializers, status
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import needs
from club.core.api.documents import Shape
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.requests import actor_of
from tournaments.core.api.base import LARGEST_NUMBER, ApiView
from tournaments.core.api.shapes import DecisionOut, ReasonInput, SeatOut
from tournaments.core.api.visibility import visible_pairing
from tournaments.core.scopes import of_pairing
from tournaments.models import DecidedBy, Decision, GameResult, Outcome, Pairing
from tournaments.rounds.selectors.tie_breaks import TieBreak, lead_in, tie_break_games, tie_breaks_of
from tournaments.rounds.services.decisions import decide_match, reopen_match
from tournaments.rounds.services.tie_breaks import begin_tie_break, remove_tie_break


class DecisionView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_pairing, methods={"PUT", "DELETE"})]

    class Input(ReasonInput):
        winner = serializers.IntegerField(
            min_value=1, max_value=LARGEST_NUMBER, help_text="Id of the entry that advances."
        )
        how = serializers.ChoiceField(DecidedBy.choices)
        note = serializers.CharField(default="", allow_blank=True, max_length=200)

    @operation("pairings_read_decision", DecisionOut)
    def get(self, request: Request, pairing_id: int) -> Response:
        """Get the decision on a tied match. 404 if there is none."""
        pairing = visible_pairing(request, pairing_id)
        rows = Decision.objects.select_related("winner")
        return Response(DecisionOut(get_object_or_404(rows, pairing=pairing)).data)

    @operation("pairings_decide", DecisionOut, request=Input, refusals=(409, 422))
    def put(self, request: Request, pairing_id: int) -> Response:
        """Decide which side advances from a tied knock-out match.

        Answers 409 if the match is not tied, or to replace a decision when a later round exists.
        """
        told = self.Input.validated_from(request.data)
        decision = decide_match(
            pairing_id=pairing_id,
            winner_id=told["winner"],
            how=told["how"],
            note=told["note"],
            actor=actor_of(request),
            reason=told["reason"],
        )
        return Response(DecisionOut(decision).data)

    @operation("pairings_take_decision_back", refusals=(409,))
    def delete(self, request: Request, pairing_id: int) -> Response:
        """Withdraw the decision on a tied match. Answers 409 if a later round exists."""
        reopen_match(pairing_id=pairing_id, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class TieBreakOut(Shape):
    """Tie-break game of a tied match."""

    number = serializers.IntegerField(
        help_text="Number of the game; its result and record are sent with this number."
    )
    white = SeatOut()
    black = SeatOut()
    clock = serializers.CharField(allow_blank=True)
    outcome = serializers.ChoiceField(Outcome.choices)
    record = serializers.IntegerField(
        allow_null=True, help_text="Id of the linked game in the archive; null if there is none."
    )


class TieBreaksOut(Shape):
    """Tie-break games of a match and their points, 2 for a win."""

    games = TieBreakOut(many=True)
    points_white = serializers.IntegerField(help_text="Points of the pairing's White.")
    points_black = serializers.IntegerField()
    winner = SeatOut(
        allow_null=True,
        help_text="Player who advances by the tie-break games; null while they do not decide the match.",
    )


def _tie_breaks(pairing: Pairing) -> Response:
    games = tie_breaks_of(pairing)
    lead = lead_in(pairing, games)
    winner = {1: pairing.white, 2: pairing.black}.get(lead.winner)
    return Response(
        {
            "games": [_tie_break(one) for one in (tie_break_games(pairing, games) if games else ())],
            "points_white": lead.first,
            "points_black": lead.second,
            "winner": SeatOut(winner).data if winner else None,
        }
    )


def _tie_break(one: TieBreak) -> dict[str, object]:
    result: GameResult = one.result
    return {
        "number": result.number,
        "white": SeatOut(one.white).data,
        "black": SeatOut(one.black).data,
        "clock": result.clock,
        "outcome": result.outcome,
        "record": result.game_id,
    }


class TieBreaksView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_pairing, methods={"POST"})]

    class Input(ReasonInput):
        white = serializers.IntegerField(
            default=None,
            allow_null=True,
            min_value=1,
            max_value=LARGEST_NUMBER,
            help_text=(
                "Id of the entry with White. If null, drawn by lot for the first game; after that the "
                "sides alternate."
            ),
        )
        clock = serializers.CharField(
            default=None,
            allow_null=True,
            allow_blank=True,
            max_length=40,
            help_text=(
                "Time control. If null, that of the previous tie-break game, or the default of the section."
            ),
        )

    @operation("pairings_tie_breaks", TieBreaksOut)
    def get(self, request: Request, pairing_id: int) -> Response:
        """List the tie-break games of a match."""
        return _tie_breaks(visible_pairing(request, pairing_id))

    @operation("pairings_begin_tie_break", {201: TieBreaksOut}, request=Input, refusals=(409, 422))
    def post(self, request: Request, pairing_id: int) -> Response:
        """Create the next tie-break game of a tied knock-out match.

        Answers 409 if the match is not tied or is decided, or if a tie-break game has no result yet. The
        result and the record of the game are sent like those of other games, with its number.
        """
        sent = self.Input.validated_from(request.data)
        begin_tie_break(
            pairing_id=pairing_id,
            white_id=sent["white"],
            clock=sent["clock"],
            reason=sent["reason"],
            actor=actor_of(request),
        )
        answer = _tie_breaks(visible_pairing(request, pairing_id))
        answer.status_code = status.HTTP_201_CREATED
        return answer


class TieBreakView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_pairing)]

    @operation("pairings_take_tie_break_back", refusals=(409,))
    def delete(self, request: Request, pairing_id: int, game: int) -> Response:
        """Delete the last tie-break game of a match.

        Answers 409 for another, or one with a result or a record.
        """
        remove_tie_break(pairing_id=pairing_id, game=game, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)
