"""Token authentication of the API: `Authorization: Bearer draughts_...`."""

from datetime import timedelta

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from knox.auth import TokenAuthentication as KnoxAuthentication
from knox.crypto import hash_token
from rest_framework.exceptions import AuthenticationFailed

from club.models import ApiToken, User

LAST_USED_PRECISION = timedelta(minutes=1)


class TokenAuthentication(KnoxAuthentication):  # type: ignore[misc]
    """Knox tokens, stored by hash only. An expired or revoked token stays listed and gets its own error."""

    def authenticate_credentials(self, token: bytes) -> tuple[User, ApiToken]:
        """Return the account and its token; raise AuthenticationFailed if the token cannot be used."""
        digest = hash_token(token.decode("utf-8", errors="replace"))
        found: ApiToken | None = ApiToken.objects.filter(digest=digest).select_related("user").first()
        if found is None:
            raise AuthenticationFailed(_("This token is unknown."), code="unknown_token")
        if found.revoked_at is not None:
            raise AuthenticationFailed(_("This token has been revoked."), code="token_taken_back")
        if not found.is_live:
            raise AuthenticationFailed(_("This token has expired."), code="token_ended")
        if not found.user.is_active:
            raise AuthenticationFailed(_("The account of this token is closed."), code="account_closed")
        self._update_last_used(found)
        return found.user, found

    def _update_last_used(self, token: ApiToken) -> None:
        """Update the time of the last use, to the minute, so that not every read writes a row."""
        now = timezone.now()
        if token.last_used_at is None or now - token.last_used_at > LAST_USED_PRECISION:
            ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)
