"""Who asks by token: `Authorization: Bearer draughts_...`."""

from datetime import timedelta

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from knox.auth import TokenAuthentication as KnoxAuthentication
from knox.crypto import hash_token
from rest_framework.exceptions import AuthenticationFailed

from club.models import ApiToken, User

LAST_USED_PRECISION = timedelta(minutes=1)


class TokenAuthentication(KnoxAuthentication):  # type: ignore[misc]
    """Knox's tokens by their hash alone; one that ended or was taken back says so and is kept on the list."""

    def authenticate_credentials(self, token: bytes) -> tuple[User, ApiToken]:
        """The account and its token."""
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
        """Remember the use, to the minute: a read of the API need not write a row each time."""
        now = timezone.now()
        if token.last_used_at is None or now - token.last_used_at > LAST_USED_PRECISION:
            ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)
