"""The kinds that the phone offers: what can occur in the game, the eight commonest as tiles."""

import pytest
from club_evening import published_of, section_of
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from worlds import world

from club.accounts.services.roles import grant_role
from club.core.access import Scope
from club.core.actor import SYSTEM
from club.models import Role, User
from games.laws.incidents import INCIDENTS, RECORD_ONLY, possible_incidents
from games.rules import VARIANTS
from tournaments.cases.incident_groups import (
    GROUPS,
    TILES,
    USUAL,
    commonest_kinds,
    kind_groups,
    offered_kinds,
)
from tournaments.cases.pages.case_forms import CaseForm
from tournaments.models import Case, Ruling, Section


@world
def row():
    cache.clear()
    return published_of(section_of(12))


@world
def board(row):
    return row.pairings.select_related("white", "black", "round__section__event").get(board_number=1)


@world
def arbiter(row):
    user = User.objects.create_user("anna@north.example", "x", first_name="Anna")
    grant_role(user=user, role=Role.ARBITER, scope=Scope(row.section.event.organisation_id), actor=SYSTEM)
    client = Client()
    client.force_login(user)
    return client


def steps(board):
    return reverse("tournaments:incident", args=[board.round.section.event_id])


def asked(board, **more):
    return {"board": board.pk, "game": 1, "player": board.white_id} | more


def codes(groups):
    return [kind.code for group in groups for kind in group.kinds]


@pytest.mark.parametrize("game", VARIANTS)
def test_every_kind_that_can_occur_is_offered_once_and_no_other(game):
    tiles, *groups = kind_groups([], offered_kinds([game]))
    assert sorted(codes(groups)) == sorted(possible_incidents(VARIANTS[game]))
    assert not RECORD_ONLY & set(codes(groups))
    assert [kind.code for kind in tiles.kinds] == list(USUAL)
    assert len(tiles.kinds) == TILES == 8


def test_what_was_used_most_comes_first_and_what_cannot_occur_never():
    used = ["turned_back", "distracting", "out_of_turn"]
    tiles = commonest_kinds(used, offered_kinds(["english"]))
    assert tiles[:3] == ("distracting", "out_of_turn", "must_capture")
    assert len(tiles) == TILES
    assert commonest_kinds(used, offered_kinds(["turkish"]))[0] == "turned_back"


def test_an_event_of_several_games_offers_at_its_desk_what_occurs_in_one_of_them():
    assert "turned_back" in offered_kinds(["english", "turkish"])
    assert "turned_back" not in offered_kinds(["english", "russian"])
    assert offered_kinds([]) == INCIDENTS


def test_every_group_of_kinds_is_of_the_laws():
    assert sorted(code for _key, _title, codes in GROUPS for code in codes) == sorted(INCIDENTS)


@pytest.mark.django_db
class TestOnThePhone:
    def test_the_tiles_come_first_on_the_page(self, arbiter, board):
        text = arbiter.get(steps(board), asked(board)).content.decode()
        assert text.count('class="big tile" href') == TILES
        assert text.index('class="big tile" href') < text.index('class="big kind"')
        assert "moved off the board" not in text.partition('id="incident-facts"')[0]
        assert "s direction during a capture" not in text.partition('id="incident-facts"')[0]

    def test_each_board_has_the_kinds_of_its_game(self, arbiter, board):
        Section.objects.filter(pk=board.round.section_id).update(variant="turkish", law_book="turkish")
        facts = arbiter.get(steps(board)).context["facts"]
        (kinds,) = facts["books"].values()
        assert facts["boards"][board.pk]["book"] == "turkish:turkish"
        assert "turned_back" in kinds["offered"]
        assert "jumped_twice" not in kinds["offered"]
        text = arbiter.get(steps(board), asked(board)).content.decode().partition('id="incident-facts"')[0]
        assert "s direction during a capture" in text
        assert "jumped one piece twice" not in text

    @pytest.mark.parametrize(
        ("code", "says", "article"),
        [
            pytest.param(
                "man_captured_king", "Legal: play continues.", "SL-M13", id="SL-M13: men take kings"
            ),
            pytest.param(
                "not_the_priority_capture", "Legal: play continues.", "SL-M10", id="SL-M10: free choice"
            ),
            pytest.param(
                "move_taken_back", "Caution. The first move stands.", "SL-T6", id="SL-T6: it stands"
            ),
            pytest.param(
                "left_over_corner",
                "Caution. The piece is played in the direction in which it was moved over the corner.",
                "SL-T5",
                id="SL-T5: that way",
            ),
            pytest.param(
                "out_of_turn",
                "Caution. The move is taken back, and the player to move plays.",
                "SL-I1h",
                id="SL-I1h: the other side moves",
            ),
        ],
    )
    def test_the_page_says_what_the_law_says(self, arbiter, board, code, says, article):
        page = arbiter.get(steps(board), asked(board, incident=code))
        text = page.content.decode()
        assert says in text.partition('id="incident-facts"')[0]
        assert f"{article}</" in text
        (book,) = page.context["facts"]["books"].values()
        assert book["incidents"][code]["rungs"][0]["sentence"].startswith(says)

    def test_offences_before_are_counted_without_this_one(self, arbiter, board):
        form = asked(board, incident="must_capture", consequence="caution", key="k1")
        first = arbiter.get(steps(board), asked(board, incident="must_capture"))
        arbiter.post(steps(board), form)
        again = arbiter.get(steps(board), asked(board, incident="out_of_turn"))
        for page, number in ((first, 0), (again, 1)):
            text = page.content.decode()
            assert f'data-fill="in_game">{number}<' in text
            assert f'data-fill="in_event">{number}<' in text

    def test_something_else_needs_a_text_and_leaves_nothing_behind_without(self, arbiter, board):
        text = arbiter.get(steps(board), asked(board, incident="other_incident")).content.decode()
        field = text.partition('name="about"')[2].partition(">")[0]
        assert field.endswith("required")
        form = asked(board, incident="other_incident", consequence="none", key="k1")
        refused = arbiter.post(steps(board), form | {"about": "  "})
        assert refused.status_code == 422
        assert "Describe briefly what happened. The text is public." in refused.content.decode()
        assert not Case.objects.exists()
        arbiter.post(steps(board), form | {"about": "a dog in the hall"})
        assert Ruling.objects.get().case.details == {"about": "a dog in the hall"}

    def test_the_desk_offers_what_can_occur_too(self, board):
        case = Case(event=board.round.section.event, section=board.round.section, incident="must_capture")
        form = CaseForm(case.event, case=case)
        offered = [code for _title, kinds in form.fields["incident"].choices[1:] for code, _name in kinds]
        assert sorted(offered) == sorted(possible_incidents(VARIANTS["english"]))

    def test_a_case_keeps_its_kind_in_the_form_though_it_is_offered_no_more(self, board):
        case = Case(event=board.round.section.event, section=board.round.section, incident="off_board")
        choices = CaseForm(case.event, case=case).fields["incident"].choices
        assert "off_board" in [code for _title, kinds in choices[1:] for code, _name in kinds]
