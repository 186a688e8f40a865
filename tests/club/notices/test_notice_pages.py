"""Notices stopped by whoever wants none, their text as HTML, the pages of the desk."""

import pytest
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st
from people import account, browser_of, club
from senders import who

from club.core.actor import Actor
from club.members.errors import NotYoursToSign
from club.models import (
    AuditEntry,
    Notice,
    NoticeOptOut,
    Person,
    Role,
    SavedGroup,
)
from club.notices.mails import as_html
from club.notices.opt_out_links import opt_out_of, opt_out_secret
from club.notices.selectors import receivers_of
from club.notices.services.opt_outs import set_opt_outs

pytestmark = pytest.mark.django_db


# -- stopped ------------------------------------------------------------------------------------------


def test_one_press_in_the_mail_program_stops_a_kind(client, family):
    address = reverse("club:unsubscribe", args=[opt_out_secret(family["ann"], club().pk, "news")])
    assert "You receive emails of this kind." in client.get(address).content.decode()
    assert not NoticeOptOut.objects.exists()  # a look, as by a scanner of mails, changes nothing
    client = type(client)(enforce_csrf_checks=True)
    assert client.post(address, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert client.post(address, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert NoticeOptOut.objects.get().kind == "news"
    assert who()[1]["Ann"] == "opted_out"
    client.post(address, {"again": "1"})
    assert not NoticeOptOut.objects.exists()
    assert AuditEntry.objects.filter(action__startswith="club.opt_out.").count() == 2


TORN = ["x", "1-1-news-", "1-1-spam-abc", "٣-1-news-abc", "9" * 30 + "-1-news-abc"]


@pytest.mark.parametrize("wrong", TORN)
def test_a_link_that_is_not_whole_stops_nothing(client, wrong):
    assert opt_out_of(wrong) is None
    if wrong.isascii():
        assert client.post(reverse("club:unsubscribe", args=[wrong])).status_code == 404


def test_a_link_of_one_stops_nothing_of_another(family):
    secret = opt_out_secret(family["ann"], club().pk, "news")
    other = secret.replace(f"{family['ann'].pk}-", f"{family['bob'].pk}-", 1)
    assert opt_out_of(secret).person == family["ann"]
    assert opt_out_of(other) is None


def test_everybody_says_on_their_own_page_what_they_and_their_wards_want(family):
    user = account("ann2")
    Person.objects.filter(user=user).delete()
    Person.objects.filter(pk=family["ann"].pk).update(user=user)
    browser, address = browser_of(user), reverse("club:my_notices")
    assert "Dot" in browser.get(address).content.decode()
    told = {"person": family["dot"].pk, "club": club().pk, "wanted": ["nights", "money"]}
    assert browser.post(address, told).status_code == 302
    assert set(NoticeOptOut.objects.values_list("person__name", "kind")) == {
        ("Dot", "news"),
        ("Dot", "fixtures"),
    }
    assert browser.post(address, told | {"person": family["bob"].pk}).status_code == 404
    assert browser.post(address, told | {"person": "x"}).status_code == 404
    with pytest.raises(NotYoursToSign):
        set_opt_outs(
            person_id=family["bob"].pk, organisation_id=club().pk, kinds=["news"], actor=Actor.of_user(user)
        )


# -- text and pages -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "html"),
    [
        pytest.param("a\nb\n\nc", "<p>a<br>b</p>\n<p>c</p>", id="paragraphs"),
        pytest.param(
            "To bring:\n- a clock\n- a pen",
            "<p>To bring:</p>\n<ul><li>a clock</li><li>a pen</li></ul>",
            id="a list",
        ),
        pytest.param("*now* 2*3*4", "<p><strong>now</strong> 2*3*4</p>", id="strong words, no sums"),
        pytest.param("<b>&", "<p>&lt;b&gt;&amp;</p>", id="no tags"),
        pytest.param("javascript:alert(1)", "<p>javascript:alert(1)</p>", id="no scripts"),
        pytest.param(
            "https://x.example", '<p><a href="https://x.example">https://x.example</a></p>', id="addresses"
        ),
    ],
)
def test_the_text_of_a_notice_as_html(text, html):
    assert as_html(text) == html


@given(st.text(max_size=200))
def test_no_tag_but_ours_comes_of_a_text(text):
    bare = as_html(text)
    for ours in ("p", "br", "ul", "li", "strong"):
        bare = bare.replace(f"<{ours}>", "").replace(f"</{ours}>", "")
    assert "<" not in bare.replace("</a>", "").replace('<a href="', "")


def test_the_desk_writes_looks_tries_and_sends(secretary, family):
    browser = browser_of(secretary.user)
    sent = {"club": "north", "kind": "news", "subject": "Dinner", "text": "Come."}
    assert browser.post(reverse("club:notice_new"), sent).status_code == 422
    wrong = browser.post(reverse("club:notice_new"), sent | {"persons": "Nobody Known"})
    assert "The club has no person named “" in wrong.content.decode()
    answer = browser.post(reverse("club:notice_new"), sent | {"groups": ["active"], "persons": "Ann\nBob"})
    row = Notice.objects.get()
    assert answer.url == reverse("club:notice", args=[row.pk])
    page = browser.get(answer.url).content.decode()
    assert "2 recipients" in page
    assert "no email address" in page.lower()
    assert browser.get(reverse("club:notice_change", args=[row.pk])).status_code == 200

    def act(what, **more):
        answer = browser.post(reverse("club:notice_act", args=[row.pk, what]), more, follow=True)
        assert answer.status_code == 200
        return answer.content.decode()

    assert "Test sent to " in act("try")
    assert "Saved." in act("language", language="nl", subject="Eten", text="Kom.")
    assert "Group saved. You can now choose it by name." in act("save-group", name="All")
    assert "The time must be in the future, within a year." in act(
        "schedule", send_at="2026-01-01T10:00", version="x"
    )
    assert "The recipients differ from the list you saw" in act("send", seen="else")
    assert "” is not scheduled." in act("unschedule")
    assert "The notice is being sent." in act("send")
    assert browser.post(reverse("club:notice_act", args=[row.pk, "fly"])).status_code == 404
    assert "Dinner" in browser.get(reverse("club:notices")).content.decode()
    group = SavedGroup.objects.get()
    browser.post(reverse("club:notice_group_remove", args=[group.pk]))
    assert not SavedGroup.objects.exists()


def test_another_clubs_notices_are_not_open(notice):
    stranger = browser_of(account("sue", role=Role.OWNER, at=club("south")))
    assert stranger.get(reverse("club:notice", args=[notice.pk])).status_code == 403
    assert stranger.post(reverse("club:notice_act", args=[notice.pk, "send"])).status_code == 403
    assert "Dinner" not in stranger.get(reverse("club:notices")).content.decode()


def test_the_list_of_receivers_asks_as_often_for_many_as_for_few(member, django_assert_max_num_queries):
    for number in range(30):
        member(f"M{number}", f"m{number}@x.example")
    with django_assert_max_num_queries(6):
        receivers_of(organisation_id=club().pk, kind="news", groups=["active"])
