"""Texts about mail delivery, for sites that send mail and sites that do not."""

from django.conf import settings
from django.utils.translation import gettext as _


def told_of_mail(text: str) -> str:
    """Return the text about a mail; state that it is not delivered if the site sends no mail."""
    if settings.MAIL_REACHES_PEOPLE:
        return text
    return _("This site sends no email, so pass the information on yourself.")
