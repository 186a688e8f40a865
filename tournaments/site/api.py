"""API of the demo club: contents and removal; and of the end of an event: checklist, tasks, state."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import needs
from club.core.api.documents import Shape
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.requests import actor_of
from tournaments.core.api.base import ApiView
from tournaments.core.api.shapes import EventOut, ReasonInput
from tournaments.core.api.visibility import visible_event
from tournaments.core.scopes import of_event, of_site
from tournaments.events.services.closing import (
    finish_event,
    mark_closing_task,
    reopen_event,
    reset_closing_task,
)
from tournaments.models import ClosingTask, Event
from tournaments.site.closing import ItemState, closing_items
from tournaments.site.services.demo_removal import DemoFacts, demo_facts, remove_demo

STATES = [one.value for one in ItemState]


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


class ClosingItemOut(Shape):
    """An item of the checklist at the end of an event."""

    key = serializers.CharField()
    title = serializers.CharField()
    state = serializers.ChoiceField(STATES)
    is_required = serializers.BooleanField(help_text="True if the event is not over before it is done.")
    is_task = serializers.BooleanField(help_text="True if its state can be set.")
    open = serializers.ListField(child=serializers.CharField(), help_text="Sentences on what is open.")


class ClosingOut(Shape):
    """Checklist at the end of an event."""

    is_finished = serializers.BooleanField()
    items = ClosingItemOut(many=True)


def _checklist(event: Event) -> Response:
    found = closing_items(event)
    items = [
        {
            "key": one.key,
            "title": one.title,
            "state": one.state.value,
            "is_required": one.is_required,
            "is_task": one.task is not None,
            "open": [line.text for line in one.lines] if one.state == ItemState.OPEN else [],
        }
        for one in found.items
    ]
    return Response(ClosingOut({"is_finished": found.is_finished, "items": items}).data)


class EventClosingView(ApiView):
    permission_classes = [needs(Capability.SEE_DESK, scope=of_event)]

    @operation("event_closing_read", ClosingOut)
    def get(self, request: Request, event_id: int) -> Response:
        """List what is settled and what is open at the end of an event."""
        return _checklist(visible_event(request, event_id))


class EventClosingTaskView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_event)]

    class Input(ReasonInput):
        task = serializers.ChoiceField(ClosingTask.choices)
        state = serializers.ChoiceField(
            STATES,
            help_text="`not_applicable`: the task is not needed.",
        )

    @operation("event_closing_set", ClosingOut, request=Input)
    def put(self, request: Request, event_id: int) -> Response:
        """Settle or reopen a task at the end of an event."""
        payload, actor = self.Input.validated_from(request.data), actor_of(request)
        state = payload.pop("state")
        if state == ItemState.OPEN:
            reset_closing_task(event_id=event_id, actor=actor, **payload)
        else:
            is_needed = state == ItemState.DONE
            mark_closing_task(event_id=event_id, is_needed=is_needed, actor=actor, **payload)
        return _checklist(visible_event(request, event_id))


class EventFinishedView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_event)]

    class Input(ReasonInput):
        is_finished = serializers.BooleanField()

    @operation("events_finish", EventOut, request=Input, refusals=(409,))
    def put(self, request: Request, event_id: int) -> Response:
        """Finish or reopen an event. 409 `event_not_over` without a reason if a round or a case is open."""
        payload = self.Input.validated_from(request.data)
        act = finish_event if payload.pop("is_finished") else reopen_event
        return Response(EventOut(act(event_id=event_id, actor=actor_of(request), **payload)).data)
