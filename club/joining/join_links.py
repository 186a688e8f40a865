"""Secret links of a request to join: one for the applicant, one for the guardian."""

from club.core.link_secrets import is_same_secret, link_secret, number_in
from club.models import JoinRequest

ASKED, GUARDIAN = "club.join.asked", "club.join.guardian"


def join_secret(row: JoinRequest, salt: str = ASKED) -> str:
    """Secret that gives the mail's recipient access to a request."""
    return link_secret(salt, row.pk, f"{row.created_at.isoformat()}:{row.email}:{row.guardian_email}")


def request_of(secret: str, salt: str = ASKED) -> JoinRequest | None:
    """Return the request of such a link, or None."""
    number = number_in(secret)
    if number is None:
        return None
    row = JoinRequest.objects.select_related("organisation", "plan").filter(pk=number).first()
    return row if row is not None and is_same_secret(join_secret(row, salt), secret) else None
