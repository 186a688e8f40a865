"""Sign-in: the allauth adapters of this site."""

import base64
import logging
import secrets
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.adapter import DefaultMFAAdapter
from django.conf import settings
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.utils import translation

from club.accounts.hashing import HashingBusy, admit
from club.accounts.known_devices import known_as, remember_device
from club.accounts.pages.account_forms import INVITED_ADDRESS_KEY
from club.core.actor import Actor
from club.core.requests import actor_of, known_language
from club.core.site_secrets import seal, unseal
from club.members.services.persons import ensure_person
from club.models import Invitation, User

log = logging.getLogger("club.accounts")


class SiteAccounts(DefaultAccountAdapter):  # type: ignore[misc]
    """Account adapter of this site."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """True if an account may be made: never before the first one, then openly or by invitation."""
        if not User.objects.exists():
            return False
        return settings.OPEN_SIGN_UP or INVITED_ADDRESS_KEY in request.session

    def save_user(self, request: HttpRequest, user: User, form: BaseForm, commit: bool = True) -> User:  # noqa: FBT001, FBT002 - allauth's signature
        """Save the account with the current language, and link its person."""
        user.language = known_language(translation.get_language() or "")
        saved: User = super().save_user(request, user, form, commit)
        if commit:
            asked = actor_of(request)
            itself = Actor.of_user(saved, address=asked.address, request_id=asked.request_id)
            ensure_person(user=saved, actor=itself)
        return saved

    def authenticate(self, request: HttpRequest, **credentials: Any) -> User | None:
        """Check a password in the lane of the caller; a refusal for want of a place counts as no try."""
        try:
            user: User | None = super().authenticate(request, **credentials)
        except HashingBusy:
            self._rollback_login_failed_rl_usage()
            raise
        return user

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Apply the limits, then take a place: what the limits refuse takes none."""
        super().pre_authenticate(request, **credentials)
        admit(request, known_as=known_as(request, credentials.get("email", "")))

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Count wrong passwords on a known device apart: guesses from elsewhere do not lock it out."""
        key: str = super()._get_login_attempts_cache_key(request, **credentials)
        device = known_as(request, credentials.get("email", ""))
        return f"{key}:{device}" if device else key

    def clean_password(self, password: str, user: User | None = None) -> str:
        """Validate a new password, and take the place on which it is hashed when the form is saved."""
        valid: str = super().clean_password(password, user)
        if self.request is not None:  # a command has none
            admit(self.request, known_as=known_as(self.request, user.email if user is not None else ""))
        return valid

    def post_login(self, request: HttpRequest, user: User, **facts: Any) -> HttpResponse:
        """Remember the device."""
        response: HttpResponse = super().post_login(request, user, **facts)
        remember_device(request, response, user)
        return response

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a mail in the language of its recipient, not of its sender."""
        reader = (
            User.objects.filter(email__iexact=email).first()
            or Invitation.objects.filter(email__iexact=email).first()
        )
        language = known_language(reader.language) if reader is not None else ""
        with translation.override(language or translation.get_language()):
            super().send_mail(template_prefix, email, context)


class SecondFactors(DefaultMFAAdapter):  # type: ignore[misc]
    """Adapter that seals the secrets of authenticator apps and recovery codes."""

    def encrypt(self, text: str) -> str:
        """Seal a secret before it is stored."""
        return seal(text)

    def decrypt(self, encrypted_text: str) -> str:
        """Return a stored secret.

        If it was sealed with a key that this site does not have, a random one that no code fits: the person
        needs another second factor, or `manage.py remove_second_factors`.
        """
        secret = unseal(encrypted_text)
        if secret is None:
            log.warning("The secret of a second factor was sealed with another secret key of the site.")
            return base64.b32encode(secrets.token_bytes(20)).decode()
        return secret
