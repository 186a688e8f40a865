"""Removal of the demo club; it can be loaded again."""

from typing import TYPE_CHECKING, Any, NamedTuple

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from club.audit.selectors import changes_by_accounts
from club.core.access import SITE, require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.core.errors import ClubError
from club.core.selectors import DEMO_CLUB, is_removed_club, organisation_list
from club.organisations.services.organisations import remove_organisation

if TYPE_CHECKING:
    from club.models import Organisation


class NoDemo(ClubError):
    """There is no demo club."""

    code = "no_demo"
    status = 404
    what = _("No demo club is loaded.")
    next_step = _("Load it with “manage.py loaddemo”.")


class DemoWasUsed(ClubError):
    """Accounts have changed something in the demo club. Facts: changes."""

    code = "demo_was_used"
    what = _("The demo club was not removed: users have made %(changes)s changes in it.")
    next_step = _("Confirm that these changes are removed too, or move them to your own club first.")


class DemoFacts(NamedTuple):
    """Contents of the demo club."""

    club: "Organisation"
    events: int
    games: int
    members: int
    added: int
    """Changes that accounts made in it: more than what the program put there."""


def demo_facts() -> DemoFacts | None:
    """Return the contents of the demo club; None without a demo."""
    club: Any = organisation_list().filter(slug=DEMO_CLUB).first()
    if club is None:
        return None
    return DemoFacts(
        club,
        club.events.count(),
        club.games.count(),
        club.memberships.values("person").distinct().count(),
        changes_by_accounts(organisation_id=club.pk),
    )


def is_demo_removed() -> bool:
    """Check that the demo club was removed and not loaded again: a start does not bring it back."""
    return is_removed_club(DEMO_CLUB)


@transaction.atomic
def remove_demo(*, actor: Actor, with_additions: bool = False) -> DemoFacts:
    """Delete the demo club and all its rows; its audit entries remain, and it can be loaded again.

    Raises NoDemo, DemoWasUsed if accounts changed data in it (unless `with_additions`), and
    OrganisationInUse if rows of another club depend on it.

    """
    require_permission(actor, Capability.KEEP_BACKUPS, SITE)
    told = demo_facts()
    if told is None:
        raise NoDemo
    if told.added and not with_additions:
        raise DemoWasUsed(changes=told.added)
    remove_organisation(
        organisation_id=told.club.pk,
        action="tournaments.demo.removed",
        actor=actor,
        events=told.events,
        games=told.games,
        members=told.members,
    )
    return told
