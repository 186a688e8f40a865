"""The demo event: twelve players, three rounds played, two rulings, and their earlier real games."""

from django.db import transaction
from django.utils.translation import gettext as _

from club.core.actor import Actor
from club.core.selectors import DEMO_CLUB
from club.organisations.services.organisations import ensure_organisation
from tournaments.cases.services.case_locks import About
from tournaments.cases.services.incidents import IncidentForm, file_incident
from tournaments.cases.services.rulings import RulingDecision
from tournaments.conduct import Consequence
from tournaments.entries.entry_lists import EntryLine
from tournaments.entries.services.entries import add_entries
from tournaments.events.services.events import create_event, show_event
from tournaments.models import Event, Outcome, Pairing, Section
from tournaments.ratings.services.rating_reports import link_players
from tournaments.results.services.results import record_result
from tournaments.rounds.services.rounds import close_round, propose_round, publish_round
from tournaments.site.services.demo_history import load_demo_history

PLAYERS = (
    *(("James Wyllie", 2410), ("Andrew Anderson", 2385), ("Robert Martins", 2350)),
    *(("James Ferrie", 2310), ("Richard Jordan", 2290), ("William Campbell", 2205)),
    *(("George Jewitt", 2180), ("Charles Barker", 2150), ("Robert Yates", 2120)),
    *(("James Smith", 2040), ("William Strickland", 1985), ("Harry Christie", 1910)),
)
ROUNDS = 3
OUTCOMES = (Outcome.WHITE, Outcome.DRAW, Outcome.BLACK, Outcome.DRAW, Outcome.WHITE)


@transaction.atomic
def load_demo_event(*, actor: Actor) -> Event | None:
    """Create the demo club's event, unless the club has an event already."""
    club = ensure_organisation(slug=DEMO_CLUB, name=_("Demo club"), actor=actor)
    if Event.objects.filter(organisation=club).exists():
        return None
    name, venue = _("Demo club open"), _("The back room")
    event = create_event(organisation_id=club.pk, name=name, preset="weekend", venue=venue, actor=actor)
    section = event.sections.get()
    lines = [EntryLine(player, rating) for player, rating in PLAYERS]
    add_entries(section_id=section.pk, lines=lines, actor=actor)
    link_players(event_id=event.pk, adds=True, actor=actor)
    show_event(event_id=event.pk, is_public=True, actor=actor)
    for _number in range(ROUNDS):
        _play_round(section, actor)
    _rule(event, actor)
    load_demo_history(club, actor=actor)
    return event


def _rule(event: Event, actor: Actor) -> None:
    """Rule on two incidents in the last round: a missed capture, and pieces knocked over."""
    boards = Pairing.objects.filter(round__section__event=event, round__number=ROUNDS, black__isnull=False)
    first, second = boards.order_by("board_number")[:2]
    overlooked = _("A capture was overlooked. The move was taken back and the capture made.")
    knocked = _("Pieces were knocked over and put back; play went on.")
    for pairing, incident, consequence, account in (
        (first, "must_capture", Consequence.CAUTION, overlooked),
        (second, "pieces_displaced", Consequence.NONE, knocked),
    ):
        form = IncidentForm(
            about=About(pairing.pk, 1, pairing.white_id),
            incident=incident,
            decided=RulingDecision(consequence=consequence),
            must_rule=True,
            told={"public_text": account, "names_withheld": True},
        )
        file_incident(event_id=event.pk, form=form, actor=actor)


def _play_round(section: Section, actor: Actor) -> None:
    row = propose_round(section_id=section.pk, actor=actor)
    publish_round(round_id=row.pk, version=row.version, actor=actor)
    boards = Pairing.objects.filter(round=row, black__isnull=False).order_by("board_number")
    for at, pairing in enumerate(boards):
        outcome = OUTCOMES[(at + row.number) % len(OUTCOMES)]
        record_result(pairing_id=pairing.pk, game=1, outcome=outcome, actor=actor)
    close_round(round_id=row.pk, actor=actor)
