"""API of the demo club: contents and removal."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import needs
from club.core.api.documents import Shape
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.requests import actor_of
from tournaments.core.api.base import ApiView
from tournaments.core.scopes import of_site
from tournaments.site.services.demo_removal import DemoFacts, demo_facts, remove_demo


class DemoOut(Shape):
    """State and contents of the demo club."""

    is_loaded = serializers.BooleanField()
    club = serializers.CharField(help_text="Short name of the demo club; empty if there is none.")
    events = serializers.IntegerField()
    games = serializers.IntegerField()
    members = serializers.IntegerField()
    added = serializers.IntegerField(help_text="Number of changes that user accounts made in the demo club.")


class DemoView(ApiView):
    permission_classes = [needs(Capability.KEEP_BACKUPS, scope=of_site)]

    @operation("demo_read", DemoOut)
    def get(self, request: Request) -> Response:  # noqa: ARG002 - one for all
        """Get the contents of the demo club."""
        return Response(_facts(demo_facts()))


class DemoRemoveView(ApiView):
    permission_classes = [needs(Capability.KEEP_BACKUPS, scope=of_site)]

    class Input(Shape):
        with_additions = serializers.BooleanField(default=False)

    @operation("demo_remove", DemoOut, request=Input, refusals=(409,))
    def post(self, request: Request) -> Response:
        """Remove the demo club. 409 `demo_was_used` if accounts changed it, unless `with_additions`."""
        payload = self.Input.validated_from(request.data)
        return Response(_facts(remove_demo(actor=actor_of(request), **payload)))


def _facts(told: DemoFacts | None) -> dict[str, object]:
    if told is None:
        return {"is_loaded": False, "club": "", "events": 0, "games": 0, "members": 0, "added": 0}
    return {**told._asdict(), "is_loaded": True, "club": told.club.slug}
