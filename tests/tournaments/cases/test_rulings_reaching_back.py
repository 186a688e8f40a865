"""A ruling about a round that others follow says first what was published and paired on other scores."""

import json
from itertools import product

import pytest
from django.urls import reverse
from effort import sample
from event_rows import played_round, published_round, section_of, somebody
from worlds import world

from club.core.actor import SYSTEM
from club.models import AuditEntry, User
from tournaments.cases.errors import RulingReachesBack
from tournaments.cases.services.case_locks import About
from tournaments.cases.services.cases import open_case
from tournaments.cases.services.rulings import RulingDecision, rule_on_case, supersede_ruling
from tournaments.conduct import Consequence
from tournaments.models import Case, Outcome, Pairing, Round
from tournaments.rounds.services.rounds import propose_round
from tournaments.standings.selectors.old_scores import paired_on_old_scores
from tournaments.standings.selectors.snapshots import snapshot_in_force
from tournaments.standings.selectors.standings import points_table

pytestmark = pytest.mark.django_db
RULE = "The book says so."
EFFECTS = {
    "game lost": {"consequence": Consequence.GAME_LOST},
    "lost by forfeit": {"consequence": Consequence.GAME_LOST, "is_forfeit": True},
    "both lost": {"consequence": Consequence.BOTH_LOST},
    "another result": {"consequence": Consequence.NONE, "outcome": Outcome.DRAW},
    "a warning with a result": {"consequence": Consequence.WARNING, "outcome": Outcome.BLACK},
    "points deducted": {"consequence": Consequence.POINTS_DEDUCTED, "points": 1},
    "excluded": {"consequence": Consequence.EXCLUDED},
    "excluded, the game lost": {"consequence": Consequence.EXCLUDED, "outcome": Outcome.BLACK},
    "a caution": {"consequence": Consequence.CAUTION},
}


def closed_alone(section):
    """Round 1 is closed and nothing follows."""
    played_round(section)


def closed_and_drafted(section):
    played_round(section)
    propose_round(section_id=section.pk, actor=SYSTEM)


def closed_and_followed(section):
    """Rounds 1 and 2 are closed, round 3 is under way."""
    played_round(section)
    played_round(section)
    published_round(section)


def open_and_followed(section):
    """Round 1 is still open while round 2 is under way."""
    row = played_round(section)
    published_round(section)
    Round.objects.filter(pk=row.pk).update(state="published")


def under_way(section):
    """Round 1 is played and open, and nothing follows."""
    played_round(section)
    Round.objects.filter(section=section).update(state="published")


SYSTEMS = ("weekend", "round_robin")
STATES = (closed_alone, closed_and_drafted, closed_and_followed, open_and_followed, under_way)

CASES = [
    pytest.param(effect, state, system, id=f"{effect}, {state.__name__}, {system}")
    for effect, state, system in product(EFFECTS, STATES, SYSTEMS)
]


def first_board(section):
    return Pairing.objects.select_related("white", "black").get(
        round__section=section, round__number=1, board_number=1
    )


def case_in(section):
    """A case about White of board 1 in round 1, who won."""
    board = first_board(section)
    about = About(board.pk, 1, board.white_id)
    return open_case(event_id=section.event_id, about=about, incident="distracting", actor=SYSTEM)


def published(section):
    """Place and points in the standings in force of every closed round."""
    closed = section.round_rows.filter(state="closed").values_list("number", flat=True)
    return {
        number: {
            row["name"]: (row["rank"], row["points"]) for row in snapshot_in_force(section, after=number).rows
        }
        for number in closed
    }


def scores(section):
    """Points that both players of every later board had when their round was paired."""
    found = {}
    for row in Pairing.objects.filter(round__section=section, round__number__gt=1, black__isnull=False):
        points = points_table(section, after=row.round.number - 1)
        place = f"{row.round.number}.{row.board_number}"
        found[place] = (points.get(row.white_id), points.get(row.black_id))
    return found


def changed(before, after):
    return {key for key in before if before[key] != after[key]}


@pytest.mark.parametrize(("effect", "state", "system"), sample(CASES, one_in=7))
def test_what_is_told_before_is_what_happens(effect, state, system):
    section = section_of(preset=system)
    state(section)
    case = case_in(section)
    before, paired, log = published(section), scores(section), AuditEntry.objects.count()
    decided = {"incident": "distracting", "reason": RULE, **EFFECTS[effect]}
    told = None
    try:
        rule_on_case(case_id=case.pk, decided=RulingDecision(**decided), actor=SYSTEM)
    except RulingReachesBack as error:
        told = error.facts
        assert (published(section), scores(section)) == (before, paired)
        assert AuditEntry.objects.count() == log
        assert Case.objects.get(pk=case.pk).state == "open"
        rule_on_case(case_id=case.pk, decided=RulingDecision(**decided, confirms_effects=True), actor=SYSTEM)
    after = published(section)
    standings = {str(number) for number in changed(before, after)}
    boards = changed(paired, scores(section)) if system == "weekend" else set()
    assert bool(told) == bool(standings or boards)
    if told:
        assert set(told["standings"].split(", ")) == (standings or {"\N{EN DASH}"})
        assert set(told["boards"].split(", ")) == (boards or {"\N{EN DASH}"})
        moved = {name for number in after for name in changed(before[number], after[number])}
        assert moved <= set(told["players"].split(", "))


@world
def section():
    """Two rounds are closed, the third is under way."""
    section = section_of()
    closed_and_followed(section)
    return section


@pytest.fixture
def desk(client):
    client.force_login(User.objects.create_superuser("td@club.example", "x"))
    return client


def lost(**facts):
    return RulingDecision(consequence=Consequence.GAME_LOST, incident="distracting", reason=RULE, **facts)


def test_a_new_ruling_and_a_first_one_ask_alike(section):
    case = case_in(section)
    rule_on_case(case_id=case.pk, decided=lost(confirms_effects=True), actor=SYSTEM)
    lifted = {"consequence": Consequence.NONE, "incident": "distracting", "reason": "no offence"}
    with pytest.raises(RulingReachesBack) as told:
        supersede_ruling(case_id=case.pk, decided=RulingDecision(**lifted), actor=SYSTEM)
    assert told.value.facts["standings"] == "1, 2"
    supersede_ruling(case_id=case.pk, decided=RulingDecision(**lifted, confirms_effects=True), actor=SYSTEM)
    assert first_board(section).games.get().outcome == Outcome.WHITE
    assert paired_on_old_scores(section.round_rows.get(number=2)) is None  # the scores are those of then


def test_the_desk_shows_it_and_asks_before_it_rules(section, desk):
    case, board = case_in(section), first_board(section)
    address = reverse("tournaments:desk_case_rule", args=[case.pk])
    sent = {"consequence": "game_lost", "incident": "distracting", "reason": RULE, "articles": ""}
    answer = desk.post(address, sent)
    text = answer.content.decode()
    assert answer.status_code == 422
    assert "data-reaches-back" in text
    assert 'name="confirms_effects"' in text
    assert f"<b>{board.white.name}</b>" in text
    assert "Standings after round 1" in text
    assert "Boards paired on the old scores" in text
    assert RULE in text  # nothing typed is lost
    assert board.games.get().outcome == Outcome.WHITE
    assert desk.post(address, sent | {"confirms_effects": "1"}).status_code == 302
    assert board.games.get().outcome == Outcome.BLACK


def test_the_phone_names_it_and_asks(section, desk):
    board = first_board(section)
    sent = {
        "board": board.pk,
        "player": board.white_id,
        "incident": "distracting",
        "consequence": "game_lost",
        "reason": RULE,
        "key": "one",
    }
    address = reverse("tournaments:incident", args=[section.event_id])
    by_script = desk.post(address, sent, headers={"accept": "application/json"})
    told = json.loads(by_script.content)
    assert by_script.status_code == 422
    assert told["asks_to_confirm"] is True
    assert board.white.name in told["refusal"]
    assert not Case.objects.exists()  # a refused try leaves no case
    assert desk.post(address, sent | {"confirms_effects": "1"}).status_code == 302


def test_advice_is_confirmed_with_what_it_changes(section, desk):
    case = case_in(section)
    advised = {"consequence": "game_lost", "incident": "distracting", "reason": RULE}
    Case.objects.filter(pk=case.pk).update(advised=advised)
    address = reverse("tournaments:desk_case_act", args=[case.pk, "confirm"])
    text = desk.post(address).content.decode()
    assert "data-reaches-back" in text
    desk.post(address, {"confirms_effects": "1"})
    assert first_board(section).games.get().outcome == Outcome.BLACK


def test_a_tool_is_told_and_confirms(section, desk):
    case = case_in(section)
    address = reverse("tournaments-api:case-rulings", args=[case.pk])
    sent = {"consequence": "game_lost", "incident": "distracting", "reason": RULE}
    answer = desk.post(address, sent, content_type="application/json")
    assert answer.status_code == 422
    assert answer.json()["code"] == "ruling_reaches_back"
    assert answer.json()["facts"]["standings"] == "1, 2"
    sent["confirms_effects"] = True
    assert desk.post(address, sent, content_type="application/json").status_code == 201


def test_the_rounds_after_it_say_so_afterwards(section, desk):
    rows = {row.number: row for row in section.round_rows.all()}
    assert all(paired_on_old_scores(row) is None for row in rows.values())
    before = scores(section)
    case, white = case_in(section), first_board(section).white
    rule_on_case(case_id=case.pk, decided=lost(confirms_effects=True), actor=SYSTEM)
    now = scores(section)
    for number in (2, 3):
        found = paired_on_old_scores(rows[number])
        assert {f"{number}.{one.pairing.board_number}" for one in found.boards} == {
            place for place in changed(before, now) if place.startswith(f"{number}.")
        }
        told = {one.entry.name: (one.before, one.now) for board in found.boards for one in board.players}
        assert told[white.name][1] < told[white.name][0]
        place = [section.event.slug, section.slug, number]
        pages = (
            reverse("tournaments:desk_round", args=[rows[number].pk]),
            reverse("tournaments:pairings", args=place),
        )
        for page in pages:
            text = desk.get(page).content.decode()
            assert "data-old-scores" in text
            assert white.name in text.partition("data-old-scores")[2].partition("</section>")[0]
            assert f"#{case.number}" in text
        api = desk.get(reverse("tournaments-api:round", args=[rows[number].pk])).json()["old_scores"]
        assert {(one["entry"]["name"], one["points_before"], one["points_now"]) for one in api} == {
            (name, *both) for name, both in told.items()
        }
    assert (
        "data-old-scores" not in desk.get(pages[0].replace(str(rows[3].pk), str(rows[1].pk))).content.decode()
    )


def test_a_table_is_paired_by_no_scores():
    section = section_of(preset="round_robin")
    closed_and_followed(section)
    rule_on_case(case_id=case_in(section).pk, decided=lost(confirms_effects=True), actor=SYSTEM)
    assert paired_on_old_scores(section.round_rows.get(number=2)) is None


def test_a_round_paired_after_the_ruling_needs_no_word():
    section = section_of(players=10)
    played_round(section)
    played_round(section)
    rule_on_case(case_id=case_in(section).pk, decided=lost(confirms_effects=True), actor=somebody("arbiter"))
    row = propose_round(section_id=section.pk, actor=SYSTEM)
    assert paired_on_old_scores(row) is None
