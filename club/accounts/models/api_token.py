"""Tokens of accounts for programs and devices that use the API."""

from datetime import timedelta
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from knox.models import AbstractAuthToken, get_digest_token
from knox.settings import CONSTANTS


class ApiTokenManager(models.Manager["ApiToken"]):
    """Manager of tokens."""

    def issue(self, *, lasts: timedelta, **fields: Any) -> tuple["ApiToken", str]:
        """Create a token; return its row and the token itself, which is shown once."""
        digest, token = get_digest_token()
        start, end = token[: CONSTANTS.TOKEN_KEY_LENGTH], timezone.now() + lasts
        return self.create(digest=digest, token_key=start, expiry=end, **fields), token


class ApiToken(AbstractAuthToken):  # type: ignore[misc]
    """Token of one device. Only its hash is stored; it expires or is revoked, and the row remains."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("account"), on_delete=models.CASCADE, related_name="+"
    )
    name = models.CharField(_("name"), max_length=100)
    device = models.CharField(_("device or program"), max_length=100, blank=True)
    abilities = models.JSONField(
        pgettext_lazy("what an account", "permissions"), default=list
    )  # capabilities; the roles at the time narrow them
    last_used_at = models.DateTimeField(_("last used"), null=True, blank=True)
    revoked_at = models.DateTimeField(_("revoked"), null=True, blank=True)

    objects: ClassVar[ApiTokenManager] = ApiTokenManager()

    class Meta:
        verbose_name = _("API token")
        verbose_name_plural = _("API tokens")
        ordering = ("-created",)

    def __str__(self) -> str:
        return str(self.name)

    @property
    def is_live(self) -> bool:
        """Return True if the token is neither expired nor revoked."""
        return self.revoked_at is None and (self.expiry is None or self.expiry > timezone.now())
