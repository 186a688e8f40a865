"""Locks on league matches, and the right to act for a team: its captain by a link, or the desk."""

from dataclasses import replace

from club.core.access import require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from tournaments.core.services.locks import locked_pairing, section_scope
from tournaments.leagues.captain_links import captain_of
from tournaments.leagues.errors import NoFixture, UnknownCaptain
from tournaments.models import Entry, Fixture, Pairing


def locked_fixture(pairing_id: int) -> Fixture:
    """Lock a league match, after its section, round and pairing."""
    if not Fixture.objects.filter(pairing_id=pairing_id).exists():
        raise NoFixture
    pairing = locked_pairing(pairing_id)
    fixture = Fixture.objects.select_for_update(of=("self",), no_key=True).get(pairing_id=pairing_id)
    fixture.pairing = pairing
    return fixture


def team_of(pairing: Pairing, entry_id: int) -> Entry:
    """Return one of the two teams of a match."""
    for entry in (pairing.white, pairing.black):
        if entry is not None and entry.pk == entry_id:
            entry.section = pairing.round.section
            return entry
    raise NoFixture


def speaker_for(entry: Entry, actor: Actor, secret: str, capability: Capability) -> Actor:
    """Return the actor for a team: the captain of the link, or an account with the capability at the desk.

    A captain's link is valid for the own team alone.
    """
    if not secret:
        require_permission(actor, capability, section_scope(entry.section))
        return actor
    captain = captain_of(secret)
    if captain is None or captain.entry_id != entry.pk:
        raise UnknownCaptain
    return replace(actor, label=f"{captain.name}, {entry.name}"[:200])
