"""Ladders on pages: kept at the desk, played on phones, shown to everybody without what is withheld."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from event_rows import club_of, somebody
from ladder_club import challenge, guardian_of, ladder_of, order_on, person_of, player_of

from club.core.actor import SYSTEM
from club.models import Consent, ConsentText, Person
from tournaments.ladders.models import SETTINGS, setting_field
from tournaments.ladders.services.ladders import leave_ladder
from tournaments.models import Challenge, ChallengeState, Ladder

pytestmark = pytest.mark.django_db

BAD = ("\x00", "\ud800".encode("utf-8", "replace").decode(), "9" * 40, "-1", "", "x")


def signed_in(actor):
    client = Client()
    client.force_login(actor.user)
    return client


def page_of(ladder):
    return reverse("tournaments:ladder", args=[ladder.organisation.slug, ladder.pk])


def text_of(answer):
    return answer.content.decode()


def act(client, name, key, act, **sent):
    return client.post(reverse(f"tournaments:{name}", args=[key, act]), sent, follow=True)


RULES = {name: setting_field(name).default for name in SETTINGS} | {
    "name": "Club ladder",
    "reach": 2,
    "answer_days": 5,
    "play_days": 10,
    "win": "swap",
    "refusal": "drop",
    "protection_days": 0,
    "rematch_days": 0,
}


def test_a_secretary_makes_a_ladder_and_fills_it(secretary):
    club = club_of()
    for name in ("Ann", "Ben", "Cas", "Twin", "Twin"):
        Person.objects.create(name=name, organisation=club)
    client = signed_in(secretary)
    answer = client.post(reverse("tournaments:desk_ladders"), RULES, follow=True)
    ladder = Ladder.objects.get()
    assert answer.redirect_chain[-1][0] == reverse("tournaments:desk_ladder", args=[ladder.pk])
    answer = act(client, "desk_ladder_act", ladder.pk, "join", players="ann\nBen\n\nCas\nTwin\nNobody\n")
    assert "3 players added to the ladder." in text_of(answer)
    assert "Twin, Nobody" in text_of(answer)
    assert order_on(ladder) == "ABC"


def test_rules_are_changed_and_refused_with_the_reason(ladder, secretary):
    client, address = signed_in(secretary), reverse("tournaments:desk_ladder", args=[ladder.pk])
    sent = RULES | {"version": ladder.version, "name": "New name"}
    assert client.post(address, sent).status_code == 302
    answer = client.post(address, sent)
    assert answer.status_code == 409
    assert "New name" in text_of(answer)
    assert client.post(address, RULES | {"version": 2, "reach": "9" * 30}).status_code == 422


def test_the_desk_makes_settles_and_reopens_a_challenge(ladder, secretary):
    client = signed_in(secretary)
    act(client, "desk_ladder_act", ladder.pk, "challenge", challenger="Dot", challenged="ben")
    row = Challenge.objects.get()
    assert "Dot" in text_of(client.get(reverse("tournaments:desk_ladder", args=[ladder.pk])))
    act(client, "desk_challenge_act", row.pk, "settle", result="challenger")
    assert order_on(ladder) == "ADBCEF"
    assert "▲2" in text_of(client.get(page_of(ladder)))
    act(client, "desk_challenge_act", row.pk, "reopen")
    assert order_on(ladder) == "ABCDEF"
    answer = act(client, "desk_ladder_act", ladder.pk, "challenge", challenger="Ann", challenged="Zoe")
    assert "Zoe does not match exactly one player on the ladder." in text_of(answer)


def test_a_refusal_is_told_with_its_rule(ladder, secretary):
    answer = act(
        signed_in(secretary), "desk_ladder_act", ladder.pk, "challenge", challenger="Fay", challenged="Ann"
    )
    assert "Ann is more than 3 places above Fay." in text_of(answer)


def test_players_are_moved_away_and_taken_off_at_the_desk(ladder, secretary):
    client, ben = signed_in(secretary), person_of(ladder, "Ben").pk
    assert "Reason" in text_of(act(client, "desk_ladder_act", ladder.pk, "move", person=ben, place=4))
    act(client, "desk_ladder_act", ladder.pk, "move", person=ben, place=4, reason="Agreed.")
    assert order_on(ladder) == "ACDBEF"
    act(client, "desk_ladder_act", ladder.pk, "away", person=ben, until="2099-01-01")
    assert ladder.places.get(person=ben).away_until is None
    act(client, "desk_ladder_act", ladder.pk, "leave", person=ben)
    assert order_on(ladder) == "ACDEF"


@pytest.mark.parametrize("bad", BAD)
def test_nothing_that_is_sent_breaks_a_page(ladder, secretary, bad):
    row = challenge(ladder, "Dot", "Ben")
    client, player = signed_in(secretary), signed_in(player_of(ladder, "Dot"))
    fields = ("person", "place", "until", "reason", "players", "challenger", "challenged", "result", "as")
    sent = dict.fromkeys(fields, bad)
    for one in ("join", "leave", "move", "away", "challenge", "nothing"):
        assert act(client, "desk_ladder_act", ladder.pk, one, **sent).status_code in {200, 404}
    for one in ("settle", "nothing"):
        assert act(client, "desk_challenge_act", row.pk, one, **sent).status_code in {200, 404}
    for one in ("report", "nothing"):
        assert act(player, "challenge_act", row.pk, one, **sent).status_code in {200, 404}
    address = reverse("tournaments:challenge", args=[ladder.organisation.slug, ladder.pk])
    assert player.post(address, sent).status_code in {302, 404}
    assert player.get(page_of(ladder), {"as": bad, "page": bad}).status_code == 200
    assert order_on(ladder) == "ABCDEF"


def test_two_players_challenge_accept_and_agree_on_their_phones(ladder):
    dot, ben = signed_in(player_of(ladder, "Dot")), signed_in(player_of(ladder, "Ben"))
    text = text_of(dot.get(page_of(ladder)))
    assert text.count('name="person"') == 3
    address = reverse("tournaments:challenge", args=[ladder.organisation.slug, ladder.pk])
    dot.post(address, {"as": person_of(ladder, "Dot").pk, "person": person_of(ladder, "Ben").pk})
    row = Challenge.objects.get()
    assert "Dot challenges Ben." in text_of(ben.get("/desk/"))
    assert "Accept" in text_of(ben.get(page_of(ladder)))
    act(ben, "challenge_act", row.pk, "accept")
    act(dot, "challenge_act", row.pk, "report", result="won")
    act(ben, "challenge_act", row.pk, "report", result="lost")
    row.refresh_from_db()
    assert (row.state, order_on(ladder)) == (ChallengeState.PLAYED, "ADBCEF")


def test_nobody_acts_for_others(ladder):
    row = challenge(ladder, "Dot", "Ben", accepted=False)
    ann, dot = signed_in(player_of(ladder, "Ann")), signed_in(player_of(ladder, "Dot"))
    assert act(ann, "challenge_act", row.pk, "accept").status_code == 404
    assert act(dot, "challenge_act", row.pk, "accept").status_code == 404
    address = reverse("tournaments:challenge", args=[ladder.organisation.slug, ladder.pk])
    sent = {"as": person_of(ladder, "Eve").pk, "person": person_of(ladder, "Cas").pk}
    assert ann.post(address, sent).status_code == 404


def test_a_guardian_chooses_for_whom(ladder):
    parent = guardian_of(ladder, "Dot")
    client = signed_in(parent)
    address = reverse("tournaments:challenge", args=[ladder.organisation.slug, ladder.pk])
    client.post(address, {"as": person_of(ladder, "Dot").pk, "person": person_of(ladder, "Cas").pk})
    assert Challenge.objects.get().challenger.name == "Dot"


def test_what_is_not_public_is_for_its_players(db):
    ladder = ladder_of(club_of(), is_public=False)
    assert Client().get(page_of(ladder)).status_code == 404
    assert signed_in(somebody("viewer")).get(page_of(ladder)).status_code == 404
    assert signed_in(player_of(ladder, "Ben")).get(page_of(ladder)).status_code == 200
    listed = Client().get(reverse("tournaments:ladders", args=[ladder.organisation.slug]))
    assert "This club has no public ladder." in text_of(listed)


def test_names_that_are_withheld_do_not_stand_in_public(ladder):
    assert "Ann" in text_of(Client().get(page_of(ladder)))
    words = ConsentText.objects.create(
        organisation=ladder.organisation, kind="publish_name", version=1, text="May we?"
    )
    Consent.objects.create(person=person_of(ladder, "Ben"), text=words, given_by="Ben")
    Consent.objects.create(
        person=person_of(ladder, "Ann"), text=words, given_by="Ann", withdrawn_at=timezone.now()
    )
    text = text_of(Client().get(page_of(ladder)))
    assert "Ben" in text
    assert "Ann" not in text
    assert "a member" in text
    assert "Ann" in text_of(signed_in(player_of(ladder, "Cas")).get(page_of(ladder)))
    leave_ladder(ladder_id=ladder.pk, person_id=person_of(ladder, "Cas").pk, actor=SYSTEM)
    assert "Ann" not in text_of(signed_in(player_of(ladder, "Cas")).get(page_of(ladder)))


def test_another_club_sees_nothing_of_it(ladder):
    foreign = signed_in(somebody("owner", at=club_of("south")))
    assert foreign.get(reverse("tournaments:desk_ladder", args=[ladder.pk])).status_code == 403
    assert foreign.get(reverse("tournaments:ladder", args=["south", ladder.pk])).status_code == 404
    assert "Ladder</a>" not in text_of(foreign.get(reverse("tournaments:desk_ladders")))
