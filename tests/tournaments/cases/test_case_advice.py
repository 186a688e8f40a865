"""Cases at the desk: what was advised, what counted before, and whose they are."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from event_rows import section_of

from club.accounts.services.passes import make_pass
from club.core.access import Scope
from club.core.actor import SYSTEM
from club.models import PassLevel
from tournaments.cases.services.case_locks import About
from tournaments.cases.services.cases import open_case
from tournaments.cases.services.incidents import IncidentForm, file_incident
from tournaments.cases.services.rulings import RulingDecision, supersede_ruling
from tournaments.models import Outcome, Ruling, Section

pytestmark = pytest.mark.django_db


def signed_in(actor):
    client = Client()
    client.force_login(actor.user)
    return client


def address(case, name="desk_case", **more):
    return reverse(f"tournaments:{name}", kwargs={"case_id": case.pk, **more})


def page(case, actor):
    answer = signed_in(actor).get(address(case))
    assert answer.status_code == 200
    return answer.content.decode()


def advised(hall, white, **decided):
    form = IncidentForm(
        about=hall.at(white),
        incident="touched_not_moved",
        decided=RulingDecision(**{"consequence": "game_lost"} | decided),
        key="k1",
    )
    return file_incident(event_id=hall.event.pk, form=form, actor=hall.deputy).case


def test_what_a_deputy_would_decide_stands_on_the_page_and_is_confirmed_by_one_button(hall, white):
    case = advised(hall, white)
    confirm = address(case, "desk_case_act", act="confirm")
    assert "Proposed when filed: <b>game lost</b>" in page(case, hall.deputy)
    assert f'action="{confirm}"' in page(case, hall.arbiter)
    assert "As proposed: game lost" not in page(case, hall.deputy)
    signed_in(hall.deputy).post(confirm, {"version": case.version})
    assert not Ruling.objects.exists()
    signed_in(hall.arbiter).post(confirm, {"version": case.version})
    assert Ruling.objects.get().consequence == "game_lost"
    assert hall.result(white).outcome == Outcome.BLACK
    assert "Proposed when filed" not in page(case, hall.arbiter)


def test_the_form_of_a_decision_begins_with_what_was_advised(hall, white):
    case = advised(hall, white, consequence="warning", reason="a child's first event")
    form = signed_in(hall.arbiter).get(address(case)).context["decision_form"]
    assert (form["consequence"].value(), form["reason"].value()) == ("warning", "a child's first event")


def test_a_case_that_is_ruled_on_counts_only_what_was_ruled_before(hall, white):
    first = hall.rule(white, "must_capture", "caution").case
    second = hall.rule(white, "out_of_turn", "game_lost").case
    assert (hall.proposed(first).in_game, hall.proposed(first).consequence) == (1, "caution")
    assert (hall.proposed(second).in_game, hall.proposed(second).consequence) == (2, "game_lost")
    supersede_ruling(
        case_id=first.pk,
        decided=RulingDecision(consequence="caution", reason="Told anew."),
        actor=hall.arbiter,
    )
    assert (hall.proposed(second).in_game, hall.proposed(first).in_game) == (2, 1)


def test_whoever_deals_with_one_section_sees_its_cases_alone(hall, case):
    other = section_of(players=4, club=hall.event.organisation)
    Section.objects.filter(pk=other.pk).update(event=hall.event, slug="juniors")
    about = About(entry_id=other.entries.first().pk)
    open_case(event_id=hall.event.pk, about=about, incident="distracting", actor=hall.director)
    place = Scope(hall.event.organisation_id, hall.event.pk, other.pk)
    until = timezone.now() + timedelta(hours=8)
    facts = {"label": "Juniors", "level": PassLevel.DEPUTY, "scope": place, "expires_at": until}
    held = make_pass(**facts, actor=SYSTEM)
    client = Client()
    client.post(reverse("club:pass_take", args=[held.secret]), {})
    listed = reverse("tournaments:desk_cases", args=[hall.event.pk])
    answer = client.get(listed)
    assert [one.number for one, *_more in answer.context["lines"]] == [2]
    assert [one.number for one, *_more in signed_in(hall.arbiter).get(listed).context["lines"]] == [2, 1]
    assert reverse("tournaments:desk_arbiter_report", args=[hall.event.pk]) not in answer.content.decode()


def test_the_board_is_made_known_to_the_browser_once(hall, case):
    told = page(case, hall.arbiter)
    assert "games/viewer.js" in told
    assert "games/board/element.js" not in told  # the viewer brings it
