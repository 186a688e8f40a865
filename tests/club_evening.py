"""An event with players and played rounds, made by the services that the desk calls."""

from club.actor import SYSTEM
from club.models import Organisation, User
from tournaments.entry_lists import EntryLine
from tournaments.models import Outcome, Section
from tournaments.services.entries import add_entries
from tournaments.services.events import create_event, show_event
from tournaments.services.results import record_result
from tournaments.services.rounds import propose_round, publish_round

OUTCOMES = (Outcome.WHITE, Outcome.DRAW, Outcome.BLACK)


def section_of(players, *, preset="blitz", is_public=True, **facts):
    """A section with so many players, rated from the top."""
    home, _ = Organisation.objects.get_or_create(slug="north", defaults={"name": "North"})
    event = create_event(organisation_id=home.pk, name="Spring", preset=preset, actor=SYSTEM)
    if is_public:
        show_event(event_id=event.pk, is_public=True, actor=SYSTEM)
    section = event.sections.get()
    if facts:
        Section.objects.filter(pk=section.pk).update(**facts)
    lines = [EntryLine(name=f"Player {n:02}", rating=2000 - n) for n in range(1, players + 1)]
    add_entries(section_id=section.pk, lines=lines, actor=SYSTEM)
    return Section.objects.select_related("event").get(pk=section.pk)


def draft_of(section):
    """The next round as a draft."""
    return propose_round(section_id=section.pk, actor=SYSTEM)


def published_of(section):
    """The next round, published."""
    row = draft_of(section)
    return publish_round(round_id=row.pk, version=row.version, actor=SYSTEM)


def played_of(section, *, outcomes=OUTCOMES):
    """The next round with every game ended."""
    row = published_of(section)
    for at, pairing in enumerate(row.pairings.filter(black__isnull=False).order_by("board_number")):
        for game in pairing.games.all():
            outcome = outcomes[(at + game.number) % len(outcomes)]
            record_result(pairing_id=pairing.pk, game=game.number, outcome=outcome, actor=SYSTEM)
    return row


def director():
    """Whoever runs the site."""
    return User.objects.create_superuser("td@club.example", "x")
