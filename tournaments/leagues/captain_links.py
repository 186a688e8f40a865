"""Secret links of captains and squad members: derived from the site's key and the row, never stored."""

from club.core.requests import MAX_NUMBER_DIGITS
from club.core.site_secrets import is_link_digest, link_digest
from tournaments.models import AvailabilityPoll, Captain

CAPTAIN, ANSWER = "tournaments.captain", "tournaments.availability"


def captain_secret(captain: Captain) -> str:
    """Return the secret of a captain's link to the pages of the team; a new number revokes it."""
    return f"{captain.pk}-{link_digest(CAPTAIN, _said_to_captain(captain))}"


def captain_of(secret: str) -> Captain | None:
    """Return the captain of a link; None for an unknown link or a removed captain."""
    number, dash, digest = secret.partition("-")
    if not dash or not _is_key(number):
        return None
    rows = Captain.objects.filter(pk=int(number), removed_at__isnull=True)
    found = rows.select_related("entry__section__event__organisation", "person").first()
    return found if found is not None and is_link_digest(CAPTAIN, _said_to_captain(found), digest) else None


def answer_secret(poll: AvailabilityPoll, member_id: int, guardian_id: int = 0) -> str:
    """Return the secret by which a member of the squad, or a guardian in their place, answers a poll."""
    digest = link_digest(ANSWER, _said_to_member(poll, member_id, guardian_id))
    return f"{poll.pk}-{member_id}-{guardian_id}-{digest}"


def answerer_of(secret: str) -> tuple[AvailabilityPoll, int, int] | None:
    """Return the poll, the member and the guardian (0: themselves) of a link; None if unknown."""
    parts = secret.split("-", 3)
    if len(parts) != 4 or not all(_is_key(one) for one in parts[:3]):  # noqa: PLR2004 - three keys and the digest
        return None
    poll_id, member_id, guardian_id = (int(one) for one in parts[:3])
    rows = AvailabilityPoll.objects.select_related(
        "entry__section__event__organisation", "fixture__pairing__round"
    )
    poll = rows.filter(pk=poll_id).first()
    if poll is None or not is_link_digest(ANSWER, _said_to_member(poll, member_id, guardian_id), parts[3]):
        return None
    return poll, member_id, guardian_id


def _said_to_captain(captain: Captain) -> str:
    return f"{captain.pk}:{captain.link_number}:{captain.made_at.isoformat()}"


def _said_to_member(poll: AvailabilityPoll, member_id: int, guardian_id: int) -> str:
    return f"{poll.pk}:{member_id}:{guardian_id}:{poll.opened_at.isoformat()}"


def _is_key(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < MAX_NUMBER_DIGITS
