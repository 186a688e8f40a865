"""API of PDN feeds: games of other sites for the live boards of a round."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import needs
from club.core.api.documents import Shape
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.messages import refusal_text
from club.core.requests import actor_of
from tournaments.core.api.base import ApiView
from tournaments.core.scopes import of_live_feed, of_round
from tournaments.live_boards.selectors.feeds import fault_text
from tournaments.live_boards.services.feed_reading import MAX_BYTES, read_pdn
from tournaments.live_boards.services.feeds import add_feed, remove_feed, set_feed
from tournaments.models import LiveFeed


class FeedOut(serializers.ModelSerializer[LiveFeed]):
    """A PDN feed of a round. `fault` is the code of its problem, `problem` the sentence."""

    problem = serializers.SerializerMethodField()

    class Meta:
        model = LiveFeed
        fields = ["id", "round", "url", "is_on", "enters_results", "read_at", "fault", "problem"]
        read_only_fields = fields

    def get_problem(self, row: LiveFeed) -> str:
        """Return the problem in words; empty without one."""
        words = fault_text(row.fault, row.fault_facts)
        return f"{words.what} {words.next_step}" if words is not None else ""


class FeedsView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_round)]

    class Input(Shape):
        url = serializers.URLField(max_length=500)
        enters_results = serializers.BooleanField(default=False)

    @operation("live_feeds_list", FeedOut(many=True))
    def get(self, request: Request, round_id: int) -> Response:  # noqa: ARG002 - the method's shape
        """List the PDN feeds of a round."""
        return Response(FeedOut(LiveFeed.objects.filter(round=round_id), many=True).data)

    @operation("live_feeds_add", FeedOut, request=Input, refusals=(409, 422))
    def post(self, request: Request, round_id: int) -> Response:
        """Read the games of a round from an address with PDN, every few seconds while boards are in play.

        Games find their boards by names and colours, else by the number of the board. Results are offered at
        the desk, and entered only with `enters_results`.
        """
        told = self.Input.validated_from(request.data)
        return Response(FeedOut(add_feed(round_id=round_id, actor=actor_of(request), **told)).data)


class FeedView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_live_feed)]

    class Input(Shape):
        is_on = serializers.BooleanField(default=None, allow_null=True)
        enters_results = serializers.BooleanField(default=None, allow_null=True)

    @operation("live_feeds_change", FeedOut, request=Input, refusals=(422,))
    def patch(self, request: Request, feed_id: int) -> Response:
        """Pause a feed or go on reading it, and say whether it enters results."""
        told = self.Input.validated_from(request.data)
        return Response(FeedOut(set_feed(feed_id=feed_id, actor=actor_of(request), **told)).data)

    @operation("live_feeds_remove")
    def delete(self, request: Request, feed_id: int) -> Response:
        """Remove a feed. The moves that came by it stay."""
        remove_feed(feed_id=feed_id, actor=actor_of(request))
        return Response(status=204)


class PdnView(ApiView):
    permission_classes = [needs(Capability.RECORD_RESULTS, scope=of_round)]

    class Input(Shape):
        pdn = serializers.CharField(max_length=MAX_BYTES, trim_whitespace=False)

    class Output(Shape):
        boards = serializers.IntegerField(help_text="Number of boards that games were found for.")
        changed = serializers.IntegerField(help_text="Number of boards with new moves.")
        problems = serializers.ListField(child=serializers.CharField())

    @operation("live_pdn_read", Output, request=Input, refusals=(422,))
    def post(self, request: Request, round_id: int) -> Response:
        """Read the games of a round from PDN, once. It goes before moves that were entered by hand."""
        told = self.Input.validated_from(request.data)
        report = read_pdn(round_id=round_id, content=told["pdn"], actor=actor_of(request))
        words = [refusal_text(one) for one in report.faults]
        problems = [f"{one.what} {one.next_step}" for one in words]
        return Response({"boards": report.boards, "changed": report.changed, "problems": problems})
