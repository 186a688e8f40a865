"""Email backend that writes Django's mail to the outbox: `send_mail` writes rows, the worker sends them."""

import uuid
from collections.abc import Sequence

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.utils.translation import get_language

from club.jobs.services.outbox import SECRET_PREFIX, write_message


class OutboxBackend(BaseEmailBackend):
    """EMAIL_BACKEND of the site: one row for each recipient, in the caller's transaction."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Write every mail to the outbox; return the count."""
        for mail in email_messages:
            self._write(mail)
        return len(email_messages)

    def _write(self, mail: EmailMessage) -> None:
        alternatives = getattr(mail, "alternatives", None) or []
        html = next((part[0] for part in alternatives if part[1] == "text/html"), "")
        name = f"{SECRET_PREFIX}{uuid.uuid4().hex}"
        for number, receiver in enumerate(mail.recipients()):
            write_message(
                key=f"{name}:{number}",
                to=receiver,
                subject=str(mail.subject),
                text=str(mail.body),
                html=str(html),
                language=get_language() or "",
            )
