"""Every state a ruling can be in: what the exported record says of it, and what replaying it proposes."""

import io

import pytest
from django.core.management import call_command
from effort import sample
from ruled_records import hall_of, record_of, replayed

from club.core.actor import VISITOR
from games.laws.notes import notes_of
from tournaments.appeals.selectors import seats_of
from tournaments.appeals.services.appeal_seats import give_vote, make_seat_link
from tournaments.appeals.services.appeals import decide_appeal, file_appeal, withdraw_appeal
from tournaments.appeals.services.committees import set_appeals
from tournaments.cases.services.cases import open_case, update_case
from tournaments.cases.services.rulings import RulingDecision, rule_on_case, supersede_ruling
from tournaments.events.services.events import show_event
from tournaments.models import Ruling, Section
from tournaments.records.selectors.section_games import section_pdn

pytestmark = pytest.mark.django_db
CODE = "must_capture"
TWICE = "1. 11-15 22-18 2. {[%stood b]} 8-11 18-14 3. {[%stood b]} 4-8 24-20 4. 9x18 23x14"
NEVER = "1. 11-15 23-19 2. 8-11 22-17 3. 4-8 25-22"
RULED_PLY = 5
STANDS = RulingDecision(consequence="game_lost", reason="His second.")
NONE = RulingDecision(consequence="none", reason="It was White's move.")
CAUTION = RulingDecision(consequence="caution", reason="It was his first.")
OTHER = RulingDecision(consequence="warning", incident="adjusted_unannounced", reason="He adjusted it.")


class Ruled:
    """A case about the man who missed a capture, taken from state to state."""

    def __init__(self, moves, *, ply):
        self.hall = hall_of("standard-laws")
        self.name = self.hall.black()
        set_appeals(
            event_id=self.hall.event.pk, rules={}, members=[{"name": "Tinsley"}], actor=self.hall.director
        )
        if moves:
            self.hall.link(self.name, 1, record_of("english", moves))
        told = {"ply": ply} if ply else {}
        about = self.hall.at(self.name)
        self.case = open_case(
            event_id=self.hall.event.pk, about=about, incident=CODE, actor=self.hall.arbiter, told=told
        )

    def rule(self, decided=STANDS):
        rule_on_case(case_id=self.case.pk, decided=decided, actor=self.hall.arbiter)

    def supersede(self, decided):
        supersede_ruling(case_id=self.case.pk, decided=decided, actor=self.hall.arbiter)

    def appeal(self):
        appellant = self.hall.at(self.name).entry_id
        return file_appeal(case_id=self.case.pk, appellant_id=appellant, actor=self.hall.deputy)

    def vote(self, verdict, decided=None):
        appeal = self.appeal()
        token = make_seat_link(seat_id=seats_of(appeal)[0].pk, actor=self.hall.deputy)
        give_vote(token=token, vote=verdict, actor=VISITOR)
        decide_appeal(appeal_id=appeal.pk, words="Heard.", decided=decided, actor=self.hall.arbiter)

    def replayed(self, path):
        (game,) = replayed(self.hall, path)
        return game


def _withdrawn(ruled):
    ruled.rule()
    withdraw_appeal(appeal_id=ruled.appeal().pk, actor=ruled.hall.deputy)


def _hidden(ruled):
    ruled.rule()
    ruled.vote("change", NONE)
    show_event(event_id=ruled.hall.event.pk, is_public=False, actor=ruled.hall.director)


def _appealed(verdict, decided=None):
    return lambda ruled: (ruled.rule(), ruled.vote(verdict, decided))


def _superseded(*others):
    return lambda ruled: (ruled.rule(), *[ruled.supersede(one) for one in others])


def _superseded_and_overruled(ruled):
    ruled.rule(CAUTION)
    ruled.supersede(STANDS)
    ruled.vote("change", NONE)


# what is done, whether the loss of the game holds, and what became of the ruling before
STATES = {
    "in force": (_superseded(), True, None),
    "appealed": (lambda ruled: (ruled.rule(), ruled.appeal()), True, None),
    "appeal withdrawn": (_withdrawn, True, None),
    "upheld on appeal": (_appealed("stands"), True, None),
    "overruled by no sanction": (_appealed("change", NONE), False, "overruled"),
    "overruled by a caution": (_appealed("change", CAUTION), False, "overruled"),
    "superseded by no sanction": (_superseded(NONE), False, "superseded"),
    "superseded by a caution": (_superseded(CAUTION), False, "superseded"),
    "superseded by another offence": (_superseded(OTHER), False, "superseded"),
    "superseded and restored": (_superseded(NONE, STANDS), True, "superseded"),
    "superseded and then overruled": (_superseded_and_overruled, False, "overruled"),
    "acquitted at once": (lambda ruled: ruled.rule(NONE), False, None),
    "overruled in a hidden event": (_hidden, False, "overruled"),
}


def all_with(value):
    """Every state with a move of the case or a record."""
    return [pytest.param(state, value, id=f"{state}, {value}") for state in STATES]


def forfeits(game):
    return [one for one in game["proposals"] if one["sanction"] == "forfeit"]


@pytest.mark.parametrize(
    ("state", "ply"), [*sample(all_with(RULED_PLY), one_in=2), *sample(all_with(None), one_in=4)]
)
def test_what_the_score_shows_is_proposed_as_long_as_the_ruling_holds(state, ply, tmp_path):
    """Black missed two captures, and lost the game for the second."""
    done, is_lost, became = STATES[state]
    ruled = Ruled(TWICE, ply=ply)
    done(ruled)
    game = ruled.replayed(tmp_path)
    assert game["plies"] == 8
    assert bool(forfeits(game)) is is_lost
    told = [one["facts"] for one in game["findings"] if one["code"] == "ruling_told"]
    assert [one["state"] for one in told] == ([became] if became else ["in_force"] * (not is_lost))
    assert {one["case"] for one in told} <= {1}
    illegal = [one for one in game["findings"] if one["code"] == CODE and one["severity"] == "error"]
    assert [one["ply"] for one in illegal] == [3, 5]
    asked = [one["facts"].get("sanction", "") for one in illegal]
    if state == "acquitted at once" and ply is None:  # of either: nothing tells the two apart
        assert sorted(asked) == ["", "caution"]
    else:
        assert asked == ["caution", "forfeit" if is_lost else ""]


@pytest.mark.parametrize(
    ("state", "moves"), [*sample(all_with(NEVER), one_in=2), *sample(all_with(""), one_in=4)]
)
def test_a_ruling_that_only_the_arbiter_knows_of_is_told_with_its_state(state, moves, tmp_path):
    done, _is_lost, became = STATES[state]
    ruled = Ruled(moves, ply=RULED_PLY)
    done(ruled)
    told = notes_of(section_pdn(Section.objects.get(pk=ruled.hall.section.pk)))
    assert bool(told) is (state != "acquitted at once")
    assert [f"game_lost SL-I3 {became}" in note for note in told] == [became is not None] * len(told)
    if not told:
        return
    game = ruled.replayed(tmp_path)
    asked = {(one["code"], one["sanction"]) for one in game["proposals"]}
    in_force = Ruling.objects.filter(case=ruled.case, superseded_by=None).get()
    if in_force.consequence == "none":
        assert asked == set()
    elif became is None:
        assert asked == {(CODE, "caution")}  # the law book asks no more for a first offence
    else:
        assert forfeits(game) == []


@pytest.mark.parametrize("state", sample(list(STATES), one_in=4))
def test_the_text_of_replay_says_what_became_of_a_ruling(state, tmp_path):
    done, _is_lost, became = STATES[state]
    ruled = Ruled(TWICE, ply=RULED_PLY)
    done(ruled)
    path = tmp_path / "event.pdn"
    path.write_text(section_pdn(Section.objects.get(pk=ruled.hall.section.pk)), encoding="utf-8")
    out = io.StringIO()
    call_command("replay", str(path), stdout=out)
    was = "no sanction" if state == "superseded and restored" else "loss of the game"
    words = {"overruled": f"{was}, overruled on appeal", "superseded": f"{was}, superseded"}
    assert [one for one, said in words.items() if said in out.getvalue()] == ([became] if became else [])


def test_names_that_are_withheld_are_told_in_no_record(tmp_path):
    ruled = Ruled(NEVER, ply=RULED_PLY)
    ruled.rule()
    ruled.vote("change", NONE)
    update_case(case_id=ruled.case.pk, actor=ruled.hall.arbiter, names_withheld=True)
    assert "%ruling" not in section_pdn(Section.objects.get(pk=ruled.hall.section.pk))


def test_the_ruling_of_a_case_that_is_put_at_another_board_is_not_told_of_who_plays_there():
    ruled = Ruled(NEVER, ply=RULED_PLY)
    ruled.rule()
    ruled.supersede(NONE)
    other = ruled.hall.row.pairings.order_by("board_number")[1]
    update_case(case_id=ruled.case.pk, actor=ruled.hall.deputy, about=ruled.hall.at(other.black.name))
    assert "%ruling" not in section_pdn(Section.objects.get(pk=ruled.hall.section.pk))
