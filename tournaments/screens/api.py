"""Screens in the hall: screens, their families, the current page, the alert line and the clock."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers, status
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.access import may
from club.core.api.access import needs
from club.core.api.documents import Shape
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.requests import actor_of
from tournaments.core.api.base import LARGEST_NUMBER, MOST_BOARDS, ApiView
from tournaments.core.scopes import of_event, of_family, of_screen
from tournaments.core.services.locks import event_scope
from tournaments.models import Event, Hall, Screen, ScreenContent, ScreenFamily
from tournaments.screens.models import DEFAULT_PAGE_SECONDS, MAX_PAGE_SECONDS, MIN_PAGE_SECONDS
from tournaments.screens.selectors import families_of, screens_of
from tournaments.screens.services import screen_families as families
from tournaments.screens.services.screens import assign_screen, change_screen, make_screen, revoke_screen


class ScreenOut(serializers.ModelSerializer[Screen]):
    """Screen of an event; its `token` is the last part of the address /screens/<token>/."""

    event = serializers.IntegerField(source="event_id")
    family = serializers.IntegerField(source="family_id", allow_null=True)
    token = serializers.SerializerMethodField(
        help_text="Token of the screen. Empty for users without permission to run the event."
    )

    class Meta:
        model = Screen
        fields = ["id", "event", "label", "family", "token", "created_at", "revoked_at"]
        read_only_fields = fields

    def get_token(self, screen: Screen) -> str:
        """Return the token, which grants access to the screen."""
        return screen.token if self.context.get("with_token", True) else ""


class ScreensView(ApiView):
    permission_classes = [
        needs(Capability.SEE_DESK, scope=of_event, methods={"GET"}),
        needs(Capability.RUN_EVENTS, scope=of_event, methods={"POST"}),
    ]

    class Input(Shape):
        """Input with the code on a screen; without it, a screen is created that is opened by its address."""

        code = serializers.CharField(default="", allow_blank=True, max_length=20)
        family = serializers.IntegerField(
            default=None, allow_null=True, min_value=1, max_value=LARGEST_NUMBER
        )
        label = serializers.CharField(  # type: ignore[assignment]
            default="", allow_blank=True, max_length=60
        )

    @operation("screens_list", ScreenOut(many=True))
    def get(self, request: Request, event_id: int) -> Response:
        """List the screens of an event."""
        event = get_object_or_404(Event, pk=event_id)
        with_token = may(actor_of(request), Capability.RUN_EVENTS, event_scope(event))
        shown = ScreenOut(screens_of(event), many=True, context={"with_token": with_token})
        return Response(shown.data)

    @operation("screens_make", {201: ScreenOut}, request=Input, refusals=(409, 422))
    def post(self, request: Request, event_id: int) -> Response:
        """Assign a screen to a family by its code, or create one without a code."""
        told = self.Input.validated_from(request.data)
        facts: dict[str, Any] = {"event_id": event_id, "family_id": told["family"], "label": told["label"]}
        actor = actor_of(request)
        code = told["code"].strip()
        screen = assign_screen(code=code, actor=actor, **facts) if code else make_screen(actor=actor, **facts)
        return Response(ScreenOut(screen).data, status=status.HTTP_201_CREATED)


class ScreenView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_screen)]

    class Input(Shape):
        family = serializers.IntegerField(allow_null=True, min_value=1, max_value=LARGEST_NUMBER)
        label = serializers.CharField(  # type: ignore[assignment]
            required=False, allow_blank=True, max_length=60
        )

    @operation("screens_assign", ScreenOut, request=Input, refusals=(409, 422))
    def put(self, request: Request, screen_id: int) -> Response:
        """Assign a screen to another family. Without a family, the screen shows the name of the event."""
        told = self.Input.validated_from(request.data)
        label = told.get("label", get_object_or_404(Screen, pk=screen_id).label)
        screen = change_screen(
            screen_id=screen_id, family_id=told["family"], label=label, actor=actor_of(request)
        )
        return Response(ScreenOut(screen).data)

    @operation("screens_remove", refusals=(409,))
    def delete(self, request: Request, screen_id: int) -> Response:
        """Revoke a screen. Its address becomes invalid."""
        revoke_screen(screen_id=screen_id, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class FamilyOut(serializers.ModelSerializer[ScreenFamily]):
    """Screens that show the same content and turn pages together; `page` counts up without limit."""

    event = serializers.IntegerField(source="event_id")
    contents = serializers.ListField(child=serializers.ChoiceField(ScreenContent.choices))
    sections = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="Ids of the sections that are shown. If empty, all sections.",
    )
    page = serializers.SerializerMethodField()

    class Meta:
        model = ScreenFamily
        fields = [
            *("id", "event", "name", "contents", "sections", "notice", "seconds", "is_dark", "is_held"),
            *("page", "version"),
        ]
        read_only_fields = fields

    @extend_schema_field(serializers.IntegerField())
    def get_page(self, family: ScreenFamily) -> int:
        """Return the current page."""
        return families.page_at(family, timezone.now())


class FamilySettings(Shape):
    """Settings of a screen family."""

    name = serializers.CharField(max_length=60)
    contents = serializers.ListField(
        child=serializers.ChoiceField(ScreenContent.choices), min_length=1, max_length=len(ScreenContent)
    )
    sections = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=LARGEST_NUMBER), default=list, max_length=200
    )
    notice = serializers.CharField(default="", allow_blank=True, max_length=500)
    seconds = serializers.IntegerField(
        default=DEFAULT_PAGE_SECONDS, min_value=MIN_PAGE_SECONDS, max_value=MAX_PAGE_SECONDS
    )
    is_dark = serializers.BooleanField(default=False)


class FamiliesView(ApiView):
    permission_classes = [
        needs(Capability.SEE_DESK, scope=of_event, methods={"GET"}),
        needs(Capability.RUN_EVENTS, scope=of_event, methods={"POST"}),
    ]

    @operation("screen_families_list", FamilyOut(many=True))
    def get(self, request: Request, event_id: int) -> Response:  # noqa: ARG002 - of the address
        """List the screen families of an event."""
        return Response(FamilyOut(families_of(get_object_or_404(Event, pk=event_id)), many=True).data)

    @operation("screen_families_make", {201: FamilyOut}, request=FamilySettings, refusals=(422,))
    def post(self, request: Request, event_id: int) -> Response:
        """Create a screen family. Sections of other events are ignored."""
        payload = FamilySettings.validated_from(request.data)
        family = families.make_family(event_id=event_id, actor=actor_of(request), **payload)
        return Response(FamilyOut(family).data, status=status.HTTP_201_CREATED)


class FamilyView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_family)]

    class Input(FamilySettings):
        version = serializers.IntegerField(min_value=0, max_value=MOST_BOARDS)

    @operation("screen_families_change", FamilyOut, request=Input, refusals=(409, 422))
    def put(self, request: Request, family_id: int) -> Response:
        """Replace the settings of a screen family. Answers 409 if it was changed after `version` was read."""
        payload = self.Input.validated_from(request.data)
        family = families.change_family(family_id=family_id, actor=actor_of(request), **payload)
        return Response(FamilyOut(family).data)

    @operation("screen_families_remove")
    def delete(self, request: Request, family_id: int) -> Response:
        """Delete a screen family. Its screens show the name of the event until they are assigned again."""
        families.remove_family(family_id=family_id, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class FamilyPageView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_family)]

    class Input(Shape):
        is_held = serializers.BooleanField(
            default=None,
            allow_null=True,
            help_text="True pauses the pages, false resumes them. If null, unchanged.",
        )
        by = serializers.IntegerField(default=0, min_value=-99, max_value=99)

    @operation("screen_families_page", FamilyOut, request=Input)
    def post(self, request: Request, family_id: int) -> Response:
        """Pause, resume or turn the pages of a screen family. All screens of the family turn together."""
        payload = self.Input.validated_from(request.data)
        is_held, by, actor = payload["is_held"], payload["by"], actor_of(request)
        if is_held is not None:
            families.pause_page(family_id=family_id, is_held=is_held, actor=actor)
        if by:
            families.turn_page(family_id=family_id, by=by, actor=actor)
        return Response(FamilyOut(get_object_or_404(ScreenFamily, pk=family_id)).data)


class HallOut(serializers.ModelSerializer[Hall]):
    """Alert line and clock of all screens of an event."""

    event = serializers.IntegerField(source="event_id")

    class Meta:
        model = Hall
        fields = ["event", "alert", "clock_ends_at", "clock_label"]
        read_only_fields = fields


class HallView(ApiView):
    permission_classes = [
        needs(Capability.SEE_DESK, scope=of_event, methods={"GET"}),
        needs(Capability.RUN_EVENTS, scope=of_event, methods={"PATCH"}),
    ]

    class Input(Shape):
        alert = serializers.CharField(required=False, allow_blank=True, max_length=200)
        clock_ends_at = serializers.DateTimeField(
            required=False,
            allow_null=True,
            help_text="Time at which the clock ends. If null, the clock is stopped.",
        )
        clock_label = serializers.CharField(default="", allow_blank=True, max_length=60)

    @operation("hall_read", HallOut)
    def get(self, request: Request, event_id: int) -> Response:  # noqa: ARG002 - of the address
        """Get the alert line and the clock of an event's screens. Empty by default."""
        return Response(HallOut(families.hall_of(get_object_or_404(Event, pk=event_id))).data)

    @operation("hall_say", HallOut, request=Input, refusals=(422,))
    def patch(self, request: Request, event_id: int) -> Response:
        """Set the alert line or the clock of all screens. The screens follow immediately."""
        payload = self.Input.validated_from(request.data)
        told, actor = payload, actor_of(request)
        if "alert" in told:
            families.set_alert(event_id=event_id, text=told["alert"], actor=actor)
        if "clock_ends_at" in told:
            families.set_clock(
                event_id=event_id, ends_at=told["clock_ends_at"], label=told["clock_label"], actor=actor
            )
        return Response(HallOut(families.hall_of(get_object_or_404(Event, pk=event_id))).data)
