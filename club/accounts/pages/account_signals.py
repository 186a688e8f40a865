"""Audit entries for account events: listeners for allauth's signals."""

from typing import Any

from allauth.account import signals as account
from allauth.mfa import signals as second_step
from django.dispatch import Signal
from django.http import HttpRequest

from club.accounts.services.accounts import log_account_event
from club.core.actor import Actor
from club.core.requests import actor_of
from club.members.services.persons import ensure_person
from club.models import User

LOGGED_SIGNALS: dict[str, Signal] = {
    "opened": account.user_signed_up,
    "signed_in": account.user_logged_in,
    "password_changed": account.password_changed,
    "password_set": account.password_set,
    "password_reset": account.password_reset,
    "main_address_changed": account.email_changed,
    "address_added": account.email_added,
    "address_removed": account.email_removed,
    "second_step_added": second_step.authenticator_added,
    "second_step_removed": second_step.authenticator_removed,
    "recovery_codes_renewed": second_step.authenticator_reset,
}


def connect_signals() -> None:
    """Connect every signal."""
    for event, signal in LOGGED_SIGNALS.items():
        signal.connect(_make_listener(event), dispatch_uid=f"club.account.{event}", weak=False)


def _make_listener(event: str) -> Any:
    def tell(sender: Any, request: HttpRequest, user: User, **facts: Any) -> None:  # noqa: ARG001 - a signal's signature
        asked = actor_of(request)
        # No account is signed in yet during a sign-in: the account itself is the actor.
        actor = Actor.of_user(user, address=asked.address, request_id=asked.request_id)
        if event == "signed_in":
            ensure_person(user=user, actor=actor)
        authenticator = facts.get("authenticator")
        details = {"kind": authenticator.type} if authenticator is not None else None
        log_account_event(event=event, actor=actor, facts=details)

    return tell
