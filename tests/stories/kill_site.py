"""The site of the program of kills: its rows at the start, and the check for what a kill may leave."""

FILL = """
import random
from datetime import date
from club_evening import director, published_of, section_of
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from club.core.actor import SYSTEM
from club.money.services.money_settings import save_fee_rule
from games.rules import VARIANTS, Position, legal_moves, move_text, play
from money_rows import member, plan
from tournaments.live_boards.services.boards import open_live_boards, set_broadcast
from club.models import Organisation

def moves_of(chance):
    variant, texts = VARIANTS["english"], []
    position = Position.start(variant)
    while len(texts) < 120:
        legal = list(legal_moves(position, variant))
        if not legal:
            break
        move = chance.choice(legal)
        texts.append(move_text(move, variant, legal))
        position = play(position, move, variant)
    return texts

user = director()
session = SessionStore()
session[SESSION_KEY], session[HASH_SESSION_KEY] = str(user.pk), user.get_session_auth_hash()
session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
session.save()
hall = published_of(section_of(16))
set_broadcast(event_id=hall.section.event_id, actor=SYSTEM)
boards = open_live_boards(round_id=hall.pk, actor=SYSTEM)
chance = random.Random(SEED)
adult = plan()
save_fee_rule(plan_id=adult.pk, amount=1200, per="month", part="month", actor=SYSTEM)
for number in range(6):
    member(f"Member {number}", adult, date(2020, 1, 1))
answer = {
    "session": session.session_key,
    "boards": {board.pk: moves_of(chance) for board in boards},
    "club": Organisation.objects.get(slug="north").pk,
    "hall": hall.section_id,
}
"""
# The rows that a restore brings back.
ROWS = """
from club.models import Person
from games.models import Game
from tournaments.models import GameResult, Round
answer = [
    sorted(map(str, model.objects.values_list(*fields)))
    for model, fields in (
        (Person, ("pk", "name")), (Game, ("pk", "round")),
        (GameResult, ("pk", "outcome")), (Round, ("pk", "state")),
    )
]
"""
NEW_SECTION = """
from club_evening import section_of
answer = section_of(8, preset="blitz", rounds=5).pk
"""
PHOTO = """
from tournaments.models import Section
section = Section.objects.get(pk=SECTION)
answer = {"section": section.pk, "rounds": section.rounds, "last": None}
last = section.round_rows.order_by("-number").first()
if last is not None:
    games = last.pairings.filter(black__isnull=False, games__outcome="pending").order_by("pk")
    answer["last"] = {
        "id": last.pk, "number": last.number, "state": last.state, "version": last.version,
        "open": list(games.values_list("pk", flat=True)),
    }
"""
# Everything that a kill must not leave behind. Each fault is a sentence.
LOOK = """
from collections import Counter
from django.db.models import Count
from club.audit.selectors import verify_chains
from club.core.selectors import one_view
from club.models import AuditEntry, FeeRun, Invoice, Job, LiveChannel, LiveEvent
from games.models import ArchiveImport, Game
from tournaments.models import GameResult, LiveBoard, Pairing, Round, Section
from tournaments.standings.selectors.snapshots import snapshot_faults

view = one_view()  # workers go on meanwhile
view.__enter__()
faults = []
facts = FACTS
sections = Section.objects.filter(pk__in=facts["sections"]).prefetch_related("entries")
for row in Round.objects.filter(section__in=sections).prefetch_related("pairings__games"):
    seats = [one for pair in row.pairings.all() for one in (pair.white_id, pair.black_id) if one]
    everybody = set(row.section.entries.values_list("pk", flat=True))
    if set(seats) != everybody or len(seats) != len(everybody):
        faults.append(f"half round {row.pk}: {len(seats)} places of {len(everybody)} players")
    bare = [pair.pk for pair in row.pairings.all() if pair.black_id and not pair.games.all()]
    if bare:
        faults.append(f"half round {row.pk}: no games at {bare}")
    if not AuditEntry.objects.filter(
        action="tournaments.round.proposed", target_kind="tournaments.round", target_id=str(row.pk)
    ).exists():
        faults.append(f"half round {row.pk}: not in the audit log")
stored = {
    f"{pairing}.{game}": outcome
    for pairing, game, outcome in GameResult.objects.filter(
        pairing__round__section__in=sections
    ).values_list("pairing_id", "number", "outcome")
}
for key, outcome in facts["results"].items():
    if stored.get(key) != outcome:
        faults.append(f"result {key}: {stored.get(key)}, confirmed {outcome}")
told = Counter(
    AuditEntry.objects.filter(action__startswith="tournaments.result.").values_list("target_id", flat=True)
)
for key in facts["results"]:
    if told[key.split(".")[0]] != 1:
        faults.append(f"result {key}: {told[key.split('.')[0]]} entries of the audit log")
for section in sections:
    faults += [f"standings of {section.pk}: {one}" for one in snapshot_faults(section)]
faults += [f"audit log: {chain.broken}" for chain in verify_chains() if chain.broken]
for channel in LiveChannel.objects.annotate(events_there=Count("events")):
    numbers = list(channel.events.order_by("number").values_list("number", flat=True))
    if numbers and numbers != list(range(numbers[0], channel.last_number + 1)):
        faults.append(f"gap in the events of {channel.name}")
for board in LiveBoard.objects.all():
    moves, most = facts["moves"].get(str(board.pk), [0, 0])
    if not moves <= len(board.moves) <= most or board.held:
        faults.append(f"board {board.pk}: {len(board.moves)} moves, confirmed {moves}, sent {most}")
for run in FeeRun.objects.annotate(bills=Count("invoices", distinct=True), n=Count("lines", distinct=True)):
    if (run.bills, run.n) != (facts["members"], facts["members"]):
        faults.append(f"fee run of {run.starts_on}: {run.bills} invoices, {run.n} lines")
months = Counter(FeeRun.objects.values_list("starts_on", flat=True))
faults += [f"fee run of {month} twice" for month, times in months.items() if times > 1]
faults += [f"fee run of {month} is lost" for month in facts["months"] if months[
    __import__("datetime").date.fromisoformat(month)] != 1]
names = Counter(ArchiveImport.objects.values_list("name", flat=True))
faults += [f"import {name} is lost" for name in facts["imports"] if not names[name]]
numbers = Counter(Game.objects.exclude(round="").values_list("round", flat=True))
faults += [f"game {number} {times} times" for number, times in numbers.items() if times > 1]
faults += [f"job {job.key} has failed: {job.error[-300:]}" for job in Job.objects.filter(state="failed")]
answer = {"faults": faults, "rounds": Round.objects.filter(section__in=sections).count(),
          "waiting": Job.objects.filter(state="waiting", task__in=["games.import_slice",
          "club.write_invoice_mails"]).count()}
if facts["is_end"]:
    for row in ArchiveImport.objects.all():
        wanted = facts["archive"][row.name]
        if (row.state, row.games_seen) != ("done", len(wanted)):
            faults.append(f"import {row.name}: {row.state}, {row.games_seen} of {len(wanted)} games")
        faults += [f"import {row.name}: game {number} is lost" for number in wanted if not numbers[number]]
view.__exit__(None, None, None)
"""


def code_of(template, **names):
    """Return the code with constants before it."""
    return "".join(f"{name} = {value!r}\n" for name, value in names.items()) + template


def prepare():
    """Damage of the negative control: commit after each statement that writes."""
    from django.db.backends.signals import connection_created

    connection_created.connect(
        lambda connection, **_facts: connection.execute_wrappers.append(_commit_each), weak=False
    )


def _commit_each(execute, sql, params, many, context):
    word = sql.lstrip().split(" ", 1)[0].upper()
    connection = context["connection"]
    if word in {"SAVEPOINT", "RELEASE", "ROLLBACK"}:
        return None  # there is nothing to go back to
    # Before the next statement: a write that returns rows is not over until they are read.
    if connection.in_atomic_block and getattr(connection, "has_written", False):
        if connection.vendor == "sqlite":
            connection.connection.execute("COMMIT")
            connection.connection.execute("BEGIN IMMEDIATE")
        else:
            connection.connection.commit()
    connection.has_written = word in {"INSERT", "UPDATE", "DELETE"}
    return execute(sql, params, many, context)
