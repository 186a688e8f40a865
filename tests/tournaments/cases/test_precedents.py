"""Precedents: rulings found again, of nobody by name."""

import pytest
from django.test import Client
from django.urls import reverse
from event_rows import club_of, somebody
from incidents import Hall

from tournaments.cases.name_redaction import contains_all_words, redact_names
from tournaments.cases.selectors.precedents import (
    PrecedentFilter,
    precedents,
    similar_to,
)
from tournaments.cases.services.cases import open_case, update_case
from tournaments.cases.services.rulings import RulingDecision, supersede_ruling
from tournaments.models import Case


def white_of(hall):
    return hall.row.pairings.order_by("board_number").first().white.name


def found(actor, **wanted):
    rows, _is_more = precedents(actor=actor, wanted=PrecedentFilter(**wanted))
    return rows


def test_names_become_white_black_and_the_player():
    names = {"Anderson, James": "White", "Wyllie": "Black", "Li Wei": "the player"}
    told = "James Anderson touched 11; Wyllie, seen by anderson and Li Wei, said Anderson's piece moved."
    assert redact_names(told, names) == (
        "White touched 11; Black, seen by White and the player, said White's piece moved."
    )
    assert redact_names("Andersons and Wyllies", names) == "Andersons and Wyllies"
    assert redact_names("nobody", {}) == "nobody"


def test_every_word_that_is_looked_for_has_to_be_there():
    assert contains_all_words("White touched two pieces", "PIECES white")
    assert not contains_all_words("White touched two pieces", "black")


def test_a_ruling_is_found_by_article_kind_event_book_and_words_without_names(hall):
    name = white_of(hall)
    reason = f"{name} had not heard the clock"
    ruling = hall.rule(name, "must_capture", "none", reason=reason, decision=f"{name} plays on.")
    for wanted in (
        {"article": "sl-i1a"},
        {"incident": "must_capture"},
        {"event_id": hall.event.pk},
        {"law_book": "standard-laws"},
        {"text": "white heard"},
    ):
        (one,) = found(hall.arbiter, **wanted)
        assert one.ruling == ruling
        assert (one.told, one.reason) == ("White plays on.", "White had not heard the clock")
    for other in ({"article": "SL-T4"}, {"incident": "out_of_turn"}, {"text": name}, {"law_book": "wcdf"}):
        assert found(hall.arbiter, **other) == []


@pytest.mark.django_db
def test_in_the_second_game_the_names_change_sides():
    hall = Hall(games_per_pairing=2)
    name = white_of(hall)
    hall.rule(name, "must_capture", "none", game=2, reason=f"{name} explained it")
    assert found(hall.arbiter)[0].reason == "Black explained it"


def test_a_superseded_ruling_is_no_precedent_and_private_text_never_is(hall):
    ruling = hall.rule(white_of(hall), "must_capture", "caution")
    update_case(case_id=ruling.case_id, actor=hall.arbiter, private_text="rude words", public_text="seen")
    decided = RulingDecision(consequence="none", reason="it was the opponent's turn")
    newer = supersede_ruling(case_id=ruling.case_id, decided=decided, actor=hall.arbiter)
    (one,) = found(hall.arbiter)
    assert one.ruling == newer
    assert found(hall.arbiter, text="rude") == []


def test_other_clubs_have_their_own(hall):
    hall.rule(white_of(hall), "must_capture", "caution")
    assert found(somebody("arbiter", at=club_of("south"))) == []
    assert len(found(hall.deputy)) == 1


def test_a_ruling_by_an_older_edition_is_marked(hall):
    ruling = hall.rule(white_of(hall), "must_capture", "caution")
    assert not ruling.is_of_older_edition
    ruling.edition = "1998"
    assert ruling.is_of_older_edition
    ruling.law_book = "a book of long ago"
    assert ruling.is_of_older_edition


def test_similar_ones_stand_on_the_page_of_a_case_by_kind_and_article(hall):
    first = hall.rule(white_of(hall), "must_capture", "caution")
    other = hall.rule(white_of(hall), "touched_not_moved", "game_lost")
    facts = {"event_id": hall.event.pk, "about": hall.at(white_of(hall)), "actor": hall.arbiter}
    case = open_case(incident="must_capture", **facts)
    assert [one.ruling for one in similar_to(case, [])] == [first]
    assert [one.ruling for one in similar_to(case, ["SL-T4"])] == [first, other]
    client = Client()
    client.force_login(hall.arbiter.user)
    assert "Similar cases" in client.get(reverse("tournaments:desk_case", args=[case.pk])).content.decode()


def test_the_search_page_is_for_those_who_deal_with_cases(hall, client):
    hall.rule(white_of(hall), "must_capture", "none", reason=f"{white_of(hall)} slept")
    there = reverse("tournaments:desk_precedents")
    assert client.get(there).status_code == 302
    client.force_login(somebody("player").user)
    assert client.get(there).status_code == 403
    client.force_login(hall.deputy.user)
    told = client.get(there, {"text": "slept"}).content.decode()
    assert "White slept" in told
    assert white_of(hall) not in told
    assert "No matching rulings." in client.get(there, {"article": "SL-T4"}).content.decode()
    assert client.get(there, {"event": "nonsense"}).status_code == 200
    assert Case.objects.count() == 1
