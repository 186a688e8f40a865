"""What pages say of mails, where mails leave and where they do not."""

from django.conf import settings
from django.utils.translation import gettext as _


def told_of_mail(text: str) -> str:
    """Return what a page says of a mail; where no mail leaves, that nobody gets it."""
    if settings.MAIL_REACHES_PEOPLE:
        return text
    return _("No mail leaves this site, so nobody is told: hand it over yourself.")
