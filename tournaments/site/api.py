"""API of the demo club, and of the end of an event: checklist, archive, copies, thanks, state."""

from typing import Any, Final

from django.http import FileResponse, HttpResponse
from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import needs
from club.core.api.documents import Shape
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.requests import actor_of, site_of
from tournaments.core.api.base import ApiView
from tournaments.core.api.shapes import EventOut, ReasonInput
from tournaments.core.api.visibility import visible_event, visible_section
from tournaments.core.scopes import of_event, of_section, of_site
from tournaments.events.services.closing import (
    finish_event,
    mark_closing_task,
    reopen_event,
    reset_closing_task,
)
from tournaments.models import ClosingTask, Event
from tournaments.site.closing import ItemState, closing_items, event_archive
from tournaments.site.pages.static_copy import copy_response
from tournaments.site.selectors import EventCopyLine, copies_of
from tournaments.site.services.demo_removal import DemoFacts, demo_facts, remove_demo
from tournaments.site.services.event_copies import request_copy
from tournaments.site.services.thanks import (
    MAX_MESSAGE_LENGTH,
    thank_players,
    thanks_mail,
    thanks_receivers,
)

ZIP: Final = "application/zip"
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
        """Remove the demo club.

        Answers 409 `demo_was_used` if accounts changed it, unless `with_additions`.
        """
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
        """Finish or reopen an event.

        Answers 409 `event_not_over` without a reason if a round or a case is open.
        """
        payload = self.Input.validated_from(request.data)
        act = finish_event if payload.pop("is_finished") else reopen_event
        return Response(EventOut(act(event_id=event_id, actor=actor_of(request), **payload)).data)


class EventArchiveView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_event)]

    @operation("events_archive", {(200, ZIP): OpenApiTypes.BINARY})
    def post(self, request: Request, event_id: int) -> HttpResponse:
        """Get all files of an event as a ZIP, and mark the task as done."""
        event = visible_event(request, event_id)
        data = event_archive(event, actor=actor_of(request))
        mark_closing_task(event_id=event_id, task=ClosingTask.ARCHIVE, actor=actor_of(request))
        name = f'attachment; filename="{event.slug}.zip"'
        return HttpResponse(data, content_type=ZIP, headers={"Content-Disposition": name})


class EventThanksView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_event)]

    class Input(Shape):
        message = serializers.CharField(default="", allow_blank=True, max_length=MAX_MESSAGE_LENGTH)
        seen = serializers.CharField(
            default="",
            allow_blank=True,
            max_length=16,
            help_text="`seen` of the preview: 409 if the receivers changed; sent again, it sends nothing.",
        )

    class Output(Shape):
        mails = serializers.IntegerField(help_text="Number of mails.")
        left_out = serializers.IntegerField(help_text="Players without an address, or who want no news.")
        times_sent = serializers.IntegerField()
        seen = serializers.CharField()
        subject = serializers.CharField()
        text = serializers.CharField(help_text="Mail in the language of the event, without a message.")

    class SentOutput(Shape):
        mails = serializers.IntegerField()

    @operation("events_thanks_read", Output)
    def get(self, request: Request, event_id: int) -> Response:
        """Preview the thanks to the players."""
        event = visible_event(request, event_id)
        found = thanks_receivers(event, actor_of(request))
        mail = thanks_mail(event, "", site=site_of(request))
        told = {
            "mails": found.total,
            "left_out": found.left_out,
            "times_sent": found.times_sent,
            "seen": found.fingerprint,
            "subject": mail.subject,
            "text": mail.text,
        }
        return Response(told)

    @operation("events_thanks_send", SentOutput, request=Input, refusals=(409,))
    def post(self, request: Request, event_id: int) -> Response:
        """Thank all players who can be reached, and mark the task as done."""
        payload = self.Input.validated_from(request.data)
        sent = thank_players(event_id=event_id, actor=actor_of(request), site=site_of(request), **payload)
        return Response({"mails": sent})


class CopyOut(Shape):
    """A copy of the public pages of an event."""

    id = serializers.IntegerField(source="job.pk")
    languages = serializers.ListField(child=serializers.CharField())
    state = serializers.CharField(source="job.state", help_text="`waiting`, `done`, `failed` or `cancelled`.")
    done = serializers.IntegerField(source="job.steps_done", help_text="Pages written so far.")
    steps = serializers.IntegerField(source="job.steps", help_text="Pages known so far; 0 before it begins.")
    requested_at = serializers.DateTimeField(source="job.created_at")
    size = serializers.IntegerField(
        allow_null=True, help_text="Bytes of the ZIP; null before it is ready and after it was deleted."
    )


class EventCopiesView(ApiView):
    permission_classes = [needs(Capability.SEE_DESK, scope=of_section)]

    class Input(Shape):
        language = serializers.CharField(
            default="",
            allow_blank=True,
            max_length=12,
            help_text="Code of a language, or `all`; by default the language of the event.",
        )

    @operation("event_copies_list", CopyOut(many=True))
    def get(self, request: Request, section_id: int) -> Response:
        """List the latest copies of the public pages of the section's event, newest first."""
        section = visible_section(request, section_id)
        lines: Any = copies_of(section.event)
        return Response([CopyOut(line).data for line in lines])

    @operation("event_copies_request", {202: CopyOut}, request=Input, refusals=(409, 422))
    def post(self, request: Request, section_id: int) -> Response:
        """Request a copy of the public pages of the section's event as a ZIP of plain files.

        The copy is made in the background and deleted after some hours. Answers 409 if the event is hidden.
        """
        payload = self.Input.validated_from(request.data)
        job = request_copy(section_id=section_id, actor=actor_of(request), **payload)
        line: Any = EventCopyLine(job, None)
        return Response(CopyOut(line).data, status=status.HTTP_202_ACCEPTED)


class EventCopyFileView(ApiView):
    permission_classes = [needs(Capability.SEE_DESK, scope=of_section)]

    @operation("event_copies_file", {(200, ZIP): OpenApiTypes.BINARY})
    def get(self, request: Request, section_id: int, job_id: int) -> FileResponse:
        """Download a copy.

        Answers 404 before it is ready, after it was deleted, and if the event is hidden.
        """
        return copy_response(visible_section(request, section_id).event, job_id)
