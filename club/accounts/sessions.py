"""Sessions that end at a fixed time after sign-in, and get a new key at each authentication.

`SESSION_ENGINE` names this module. A session ends after SESSION_COOKIE_AGE without a change, and in any case
SESSION_LIFETIME seconds after the sign-in. The promises are in docs/security.md.
"""

import time
from datetime import UTC, datetime
from typing import Any, Final

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.http import HttpRequest

SIGNED_IN_AT: Final = "signed_in_at"
"""Session key of the time of the sign-in, in seconds since the epoch."""


class SessionStore(DatabaseStore):
    """Sessions in the database, with an absolute end."""

    def get_expiry_age(self, **given: Any) -> int:
        """Return the seconds to the end of the session."""
        return min(super().get_expiry_age(**given), self._seconds_left())

    def get_expiry_date(self, **given: Any) -> datetime:
        """Return the time at which the session ends."""
        last = datetime.fromtimestamp(time.time() + self._seconds_left(), UTC)
        return min(super().get_expiry_date(**given), last)

    def _seconds_left(self) -> int:
        since: float = self.get(SIGNED_IN_AT, time.time())
        return max(0, int(since + settings.SESSION_LIFETIME - time.time()))


def note_sign_in(*, request: HttpRequest, **_facts: Any) -> None:
    """Store the time of a sign-in in its session: a listener of Django's `user_logged_in`."""
    request.session[SIGNED_IN_AT] = time.time()


def renew_key(*, request: HttpRequest, reauthenticated: bool = False, **_facts: Any) -> None:
    """Give a session a new key after its owner authenticated again; the old one is void.

    A listener of allauth's `authentication_step_completed`.
    """
    old = request.session.session_key
    if not reauthenticated or old is None:
        return
    request.session.cycle_key()
    UserSession.objects.filter(session_key=old).update(session_key=request.session.session_key)
