"""Services for screens in the hall: open with a code, assign, reassign, revoke."""

import secrets
from datetime import timedelta
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from club.audit import log as audit
from club.core.access import require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.live.publishing import publish
from tournaments.core.services.locks import event_scope, locked_event
from tournaments.models import Event, Screen, ScreenFamily
from tournaments.screens.errors import FamilyOfAnotherEvent, ScreenOver, UnknownScreenCode

LETTERS: Final = "ACDEFHJKMNPRTUVWXY34679"
"""What a code is made of: nothing that looks like something else from afar."""
CODE_LENGTH: Final = 6
CODE_LASTS: Final = timedelta(days=1)


def screen_channel_name(screen: Screen) -> str:
    """Return the channel of messages for one screen."""
    return f"screen:{screen.token}"


@transaction.atomic
def open_screen(*, actor: Actor) -> Screen:
    """Create a screen with its address and the code that it shows until it is assigned."""
    # Screens whose code was not typed for a day are dropped.
    Screen.objects.filter(event__isnull=True, created_at__lt=timezone.now() - CODE_LASTS).delete()
    screen = Screen(token=secrets.token_urlsafe(32), code=_free_code())
    screen.save(force_insert=True)
    audit.record("tournaments.screen.opened", screen, actor=actor, organisation_id=None)
    publish(screen_channel_name(screen), "screen.changed")
    return screen


def _free_code() -> str:
    while True:
        code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
        if not Screen.objects.filter(code=code).exists():
            return code


def plain_code(typed: str) -> str:
    """Return the stored form of a code, regardless of spelling."""
    return "".join(letter for letter in typed.upper() if letter.isalnum())


@transaction.atomic
def assign_screen(
    *, event_id: int, code: str, family_id: int | None, actor: Actor, label: str = ""
) -> Screen:
    """Assign the screen that shows a code to an event and a family."""
    event = locked_event(event_id, actor)
    wanted = plain_code(code)
    waiting = Screen.objects.select_for_update(of=("self",), no_key=True).filter(
        event__isnull=True, code=wanted
    )
    screen = waiting.filter(created_at__gte=timezone.now() - CODE_LASTS).first() if wanted else None
    if screen is None:
        raise UnknownScreenCode(code=code.strip()[:20])
    return _assign(screen, event, family_id, label, actor, "tournaments.screen.assigned")


@transaction.atomic
def make_screen(*, event_id: int, family_id: int | None, actor: Actor, label: str = "") -> Screen:
    """Create a screen for an event without a code: its address is opened at its location."""
    event = locked_event(event_id, actor)
    screen = Screen(token=secrets.token_urlsafe(32))
    return _assign(screen, event, family_id, label, actor, "tournaments.screen.assigned")


@transaction.atomic
def change_screen(*, screen_id: int, family_id: int | None, actor: Actor, label: str = "") -> Screen:
    """Assign a screen to another family; it follows by itself."""
    screen, event = _locked_screen(screen_id, actor)
    return _assign(screen, event, family_id, label, actor, "tournaments.screen.changed")


@transaction.atomic
def revoke_screen(*, screen_id: int, actor: Actor) -> Screen:
    """Remove a screen from the event: its address becomes invalid."""
    screen, event = _locked_screen(screen_id, actor)
    before = screen_facts(screen)
    screen.revoked_at = timezone.now()
    screen.family = None
    screen.save(update_fields=["revoked_at", "family"])
    club = event.organisation_id
    audit.record("tournaments.screen.revoked", screen, actor=actor, organisation_id=club, before=before)
    _notify(screen, event)
    return screen


def _locked_screen(screen_id: int, actor: Actor) -> tuple[Screen, Event]:
    event_id = Screen.objects.values_list("event_id", flat=True).get(pk=screen_id)
    if event_id is None:
        raise Screen.DoesNotExist
    event = locked_event(event_id, actor)
    screen = Screen.objects.select_for_update(of=("self",), no_key=True).get(pk=screen_id)
    if screen.revoked_at is not None:
        raise ScreenOver(label=str(screen))
    return screen, event


def _assign(
    screen: Screen, event: Event, family_id: int | None, label: str, actor: Actor, action: str
) -> Screen:
    require_permission(actor, Capability.RUN_EVENTS, event_scope(event))
    before = screen_facts(screen) if screen.pk and screen.event_id else None
    screen.family = _family_of(event, family_id)
    screen.event, screen.code, screen.label = event, "", " ".join(label.split())
    screen.full_clean(exclude=["event", "family"])
    screen.save()
    club, after = event.organisation_id, screen_facts(screen)
    audit.record(action, screen, actor=actor, organisation_id=club, before=before, after=after)
    _notify(screen, event)
    return screen


def _family_of(event: Event, family_id: int | None) -> ScreenFamily | None:
    if family_id is None:
        return None
    family = event.screen_families.filter(pk=family_id).first()
    if family is None:
        raise FamilyOfAnotherEvent
    return family


def screen_facts(screen: Screen) -> dict[str, Any]:
    """Return a screen as the audit log stores it, without its token."""
    return {"label": screen.label, "family": screen.family.name if screen.family else ""}


def _notify(screen: Screen, event: Event) -> None:
    publish(screen_channel_name(screen), "screen.changed")
    publish(f"event:{event.pk}", "screens.changed")


def notify_screens(event: Event, *, family: ScreenFamily | None = None) -> None:
    """Notify the screens of an event, or of one family of it, and the desk."""
    screens = event.screens.filter(revoked_at__isnull=True).order_by("pk")
    for screen in screens.filter(family=family) if family is not None else screens:
        publish(screen_channel_name(screen), "screen.changed")
    publish(f"event:{event.pk}", "screens.changed")
