"""Audit entries and log lines for account events, and keys of sessions: listeners for allauth's signals."""

import logging
from collections.abc import Mapping
from typing import Any

from allauth.account import signals as account
from allauth.mfa import app_settings as mfa_settings
from allauth.mfa import signals as second_step
from allauth.mfa.models import Authenticator
from django.contrib.auth.signals import user_logged_in, user_login_failed
from django.core.cache import cache
from django.dispatch import Signal
from django.http import HttpRequest

from club.accounts.services.accounts import log_account_event
from club.accounts.sessions import note_sign_in, renew_key
from club.core.actor import Actor
from club.core.requests import actor_of
from club.core.site_secrets import link_digest
from club.members.services.persons import ensure_person
from club.models import User

log = logging.getLogger("club.security")

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


FAILURE_SIGNALS: dict[str, Signal] = {
    "password": user_login_failed,
    "second factor": second_step.authentication_failed,
    "code for sign-in": account.login_code_rejected,
    "code for a new password": account.password_reset_code_rejected,
    "code for an address": account.email_verification_code_rejected,
}


def connect_signals() -> None:
    """Connect every signal."""
    for event, signal in LOGGED_SIGNALS.items():
        signal.connect(_make_listener(event), dispatch_uid=f"club.account.{event}", weak=False)
    for proof, signal in FAILURE_SIGNALS.items():
        signal.connect(_make_failure_listener(proof), dispatch_uid=f"club.account.failed {proof}", weak=False)
    second_step.authenticator_used.connect(_remember_code, dispatch_uid="club.account.remember_code")
    user_logged_in.connect(note_sign_in, dispatch_uid="club.account.note_sign_in")
    account.authentication_step_completed.connect(renew_key, dispatch_uid="club.account.renew_key")


def _remember_code(*, request: HttpRequest, authenticator: Authenticator, **_facts: Any) -> None:
    """Refuse the code of an app for as long as it fits; allauth forgets it after one of its three steps."""
    code = request.POST.get("code", "")
    if authenticator.type == Authenticator.Type.TOTP and code:
        key = authenticator.wrap()._get_used_cache_key(code)  # noqa: SLF001 - allauth has no public one
        cache.set(key, "y", timeout=mfa_settings.TOTP_PERIOD * (2 * mfa_settings.TOTP_TOLERANCE + 1))


def _make_failure_listener(proof: str) -> Any:
    def log_failure(
        sender: Any,  # noqa: ARG001 - a signal's signature
        request: HttpRequest | None = None,
        user: User | None = None,
        credentials: Mapping[str, Any] | None = None,
        **_facts: Any,
    ) -> None:
        """Log a failed proof. Strangers cause it, so that it has no place in the append-only audit log."""
        typed = str((credentials or {}).get("email", ""))
        facts = {
            "proof": proof,
            # Not the address itself: people also type their password there.
            "account": str(user.pk) if user is not None else link_digest("club.accounts.failed", typed),
            "address": request.META.get("REMOTE_ADDR", "") if request is not None else "",
        }
        log.warning(
            "Sign-in failed: wrong %(proof)s, account %(account)s, from %(address)s",
            facts,
            extra={"facts": facts},
        )

    return log_failure


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
