"""An event as a club runs it: made, filled with players, paired, played."""

from history import build_round, build_section, can_build
from history import home_club as club_of

from club.accounts.services.roles import grant_role
from club.core.access import Scope
from club.core.actor import SYSTEM, Actor
from club.models import AuditEntry, Role, User
from tournaments.entries.entry_lists import EntryLine
from tournaments.entries.services.numbers import give_numbers
from tournaments.events.services.events import change_section
from tournaments.models import Outcome, Pairing, Round, RoundState, Section
from tournaments.results.services.results import record_result
from tournaments.rounds.services.drafts import add_games
from tournaments.rounds.services.rounds import close_round, propose_round, publish_round

NAMES = (
    *("Abbott", "Barker", "Cowie", "Drummond", "Anderson", "Fraser", "Gardner", "Heffner", "Irving"),
    *("Jordan", "Kear", "Long", "Martins", "Nicolson", "Oldbury", "Payne", "Reid", "Stewart"),
    *("Telfer", "Wyllie", "Yates", "Young", "Ziegler", "Zukor"),
)


def somebody(role, *, at=None, name=""):
    """Somebody with a role in the club."""
    name = name or f"{role}{User.objects.count()}"
    user = User.objects.create_user(f"{name}@north.example", first_name=name.title())
    grant_role(user=user, role=Role(role), scope=Scope((at or club_of()).pk), actor=SYSTEM)
    return Actor.of_user(user)


def section_of(*, preset="weekend", players=6, club=None, public=True, **changes):
    """A section with players whose ratings fall from 2000 in steps of 50."""
    lines = [EntryLine(name, 2000 - 50 * at) for at, name in enumerate(NAMES[:players])]
    section = build_section(club=club or club_of(), preset=preset, lines=lines, is_public=public)
    if changes:
        change_section(section_id=section.pk, version=section.version, actor=SYSTEM, **changes)
    return Section.objects.select_related("event").get(pk=section.pk)


def published_round(section, *, actor=SYSTEM, logged=False):
    """The next round, paired and shown; `logged` where the test is about the entries of the audit log."""
    if actor is SYSTEM and not logged and can_build(section):
        return build_round(section, Outcome.PENDING, state=RoundState.PUBLISHED)
    row = propose_round(section_id=section.pk, actor=actor)
    return publish_round(round_id=row.pk, version=row.version, actor=actor)


def play(row, outcome=Outcome.WHITE, *, actor=SYSTEM):
    """Every game of a round ends the same way."""
    for pairing in row.pairings.filter(black__isnull=False):
        for game in pairing.games.all():
            record_result(pairing_id=pairing.pk, game=game.number, outcome=outcome, actor=actor)


def played_round(section, outcome=Outcome.WHITE, *, logged=False):
    """The next round, paired, played and closed."""
    if not logged and can_build(section):
        return build_round(section, outcome)
    row = published_round(section, logged=logged)
    play(row, outcome)
    return close_round(round_id=row.pk, actor=SYSTEM)


def entry_named(section, name):
    return section.entries.get(name=name)


def paired_names(row):
    """Pairs of names in board order; a bye by what it is called."""
    rows = row.pairings.select_related("white", "black").order_by("board_number", "pk")
    return [(one.white.name, one.black.name if one.black else one.bye) for one in rows]


def board_of(row, name):
    """The pairing of a player in a round."""
    return next(
        one
        for one in row.pairings.select_related("white", "black")
        if name in {one.white.name, one.black.name if one.black else ""}
    )


def latest(action):
    """The latest entry of the trail with an action."""
    return AuditEntry.objects.filter(action=action).order_by("pk").last()


def large_round(boards):
    """A published round of so many boards, paired off in the order of numbers; with its section."""
    lines = [EntryLine(f"Player {number:03}", 3000 - number) for number in range(2 * boards)]
    section = build_section(club=club_of(), preset="weekend", lines=lines)
    give_numbers(section, before_round=1)
    entries = list(section.entries.order_by("number"))
    row = Round.objects.create(section=section, number=1, state=RoundState.PUBLISHED, system="by hand")
    Pairing.objects.bulk_create(
        Pairing(round=row, board_number=at + 1, white=entries[2 * at], black=entries[2 * at + 1])
        for at in range(boards)
    )
    add_games(row)
    return section, row
