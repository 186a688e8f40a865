"""An event with players and played rounds."""

from history import build_round, build_section, can_build, home_club

from club.core.actor import SYSTEM
from club.models import User
from tournaments.entries.entry_lists import EntryLine
from tournaments.models import Outcome, RoundState, Section
from tournaments.results.services.results import record_result
from tournaments.rounds.services.rounds import propose_round, publish_round

OUTCOMES = (Outcome.WHITE, Outcome.DRAW, Outcome.BLACK)


def section_of(players, *, preset="blitz", is_public=True, **facts):
    """A section with so many players, rated from the top."""
    lines = [EntryLine(name=f"Player {n:02}", rating=2000 - n) for n in range(1, players + 1)]
    place = {"club": home_club(), "name": "Spring", "is_public": is_public}
    section = build_section(preset=preset, lines=lines, **place, **facts)
    return Section.objects.select_related("event").get(pk=section.pk)


def draft_of(section):
    """The next round as a draft."""
    return propose_round(section_id=section.pk, actor=SYSTEM)


def published_of(section, *, logged=False):
    """The next round, published; `logged` where the test is about who hears of it."""
    if not logged and can_build(section):
        return build_round(section, Outcome.PENDING, state=RoundState.PUBLISHED)
    row = draft_of(section)
    return publish_round(round_id=row.pk, version=row.version, actor=SYSTEM)


def played_of(section, *, outcomes=OUTCOMES, logged=False):
    """The next round with every game ended."""
    if not logged and can_build(section):
        played = lambda place, number: outcomes[(place + number) % len(outcomes)]  # noqa: E731
        return build_round(section, played, state=RoundState.PUBLISHED)
    row = published_of(section, logged=logged)
    for at, pairing in enumerate(row.pairings.filter(black__isnull=False).order_by("board_number")):
        for game in pairing.games.all():
            outcome = outcomes[(at + game.number) % len(outcomes)]
            record_result(pairing_id=pairing.pk, game=game.number, outcome=outcome, actor=SYSTEM)
    return row


def director():
    """Whoever runs the site."""
    return User.objects.create_superuser("td@club.example", "x")
