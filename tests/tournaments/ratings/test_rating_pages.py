"""Rating lists, reports and players in the browser: at the desk and in public."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from event_rows import club_of, played_round, section_of, somebody
from rated_club import counted, list_of, persons_of, played_event, ratings_of
from test_rating_reports import corrected_result

from club.models import Person
from tournaments.models import RatedPlayer, RatingList, RatingPeriod

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(client, director):
    client.force_login(director.user)
    return client


def text_of(answer):
    return " ".join(answer.content.decode().split())


def test_a_list_is_made_and_an_event_counted_from_its_page(desk):
    event = played_event(rounds=1)
    made = desk.post(
        "/desk/ratings/", {"name": "Club", "formula": "elo", "speed": "any", "initial_rating": 1500}
    )
    row = RatingList.objects.get()
    assert made["Location"] == f"/desk/ratings/{row.pk}/"
    page = text_of(desk.get(f"/desk/events/{event.pk}/ratings/"))
    assert "+20" in page
    assert not RatingPeriod.objects.exists()
    seen = re.search(r'name="seen" value="([0-9a-f]+)"', page)[1]
    given = {"act": "count", "list": row.pk, "seen": seen, "part": event.sections.get().pk}
    done = desk.post(f"/desk/events/{event.pk}/ratings/", given)
    period = RatingPeriod.objects.get()
    assert done["Location"] == f"/desk/rating-reports/{period.pk}/"
    assert "1520" in text_of(desk.get(f"/desk/rating-reports/{period.pk}/"))
    assert "Easter Open" in text_of(desk.get(f"/desk/ratings/{row.pk}/"))


def test_without_a_club_there_is_nothing_to_make_a_list_for(admin_client):
    given = {"name": "Club", "formula": "elo", "speed": "any", "initial_rating": 1500}
    assert admin_client.post("/desk/ratings/", given).status_code == 409


def test_a_report_that_changed_meanwhile_is_refused_on_the_page(desk):
    event, row = played_event(rounds=1), list_of()
    given = {"act": "count", "list": row.pk, "seen": "0" * 64, "part": event.sections.get().pk}
    answer = desk.post(f"/desk/events/{event.pk}/ratings/", given, follow=True)
    assert "Another person changed Easter Open" in text_of(answer)
    assert not RatingPeriod.objects.exists()


def test_players_who_are_nobody_are_linked_from_the_page(desk):
    section = section_of(players=4)
    played_round(section)
    row = list_of()
    place = f"/desk/events/{section.event_id}/ratings/"
    page = text_of(desk.get(place))
    assert "4 players are not linked to a person in the club" in page
    assert "No games of the selected sections count towards this list yet." in page
    desk.post(place, {"act": "add", "list": row.pk})
    assert Person.objects.filter(organisation=club_of()).count() == 4
    assert "+20" in text_of(desk.get(place))


def test_results_that_changed_since_are_told_and_followed(desk):
    event, row = played_event(rounds=1), list_of()
    period = counted(event, row)
    corrected_result(event)
    for place in (
        f"/desk/ratings/{row.pk}/",
        f"/desk/rating-reports/{period.pk}/",
        f"/desk/events/{event.pk}/ratings/",
    ):
        assert "changed since" in text_of(desk.get(place))
    again = f"/desk/ratings/{row.pk}/again/"
    assert "2 ratings differ from the stored ones." in text_of(desk.get(again))
    assert ratings_of(row)["Abbott"] == 1520
    desk.post(again, {"reason": "Corrected"})
    assert ratings_of(row)["Abbott"] == 1480
    assert "All ratings match the stored ones." in text_of(desk.get(again))


def test_a_report_is_taken_back_from_its_page(desk):
    event, row = played_event(rounds=1), list_of()
    period = counted(event, row)
    desk.post(f"/desk/rating-reports/{period.pk}/", {"reason": "Wrong list"})
    assert ratings_of(row) == {}


def test_a_rating_is_set_by_hand_with_its_reason(desk):
    row = list_of()
    persons_of()
    place = f"/desk/ratings/{row.pk}/correct/"
    nobody = desk.post(place, {"player": "Nobody", "rating": 1700, "reason": "x"}, follow=True)
    assert "0 people in the club are called Nobody" in text_of(nobody)
    assert "Enter a player, a rating and a reason." in text_of(
        desk.post(place, {"player": "Abbott", "rating": 1700}, follow=True)
    )
    desk.post(place, {"player": "abbott", "rating": 1700, "reason": "From abroad"})
    assert ratings_of(row) == {"Abbott": 1700}
    assert "From abroad" in text_of(desk.get(f"/desk/ratings/{row.pk}/"))


def test_the_public_sees_public_lists_alone(client):
    event, shown, kept = played_event(rounds=1), list_of(is_public=True), list_of(name="For the board")
    counted(event, shown)
    counted(event, kept)
    page = text_of(client.get("/clubs/north/ratings/"))
    assert "Club rating" in page
    assert "For the board" not in page
    assert "1520" in text_of(client.get(f"/clubs/north/ratings/{shown.pk}/"))
    assert client.get(f"/clubs/north/ratings/{kept.pk}/").status_code == 404
    club_of("south")
    assert client.get(f"/clubs/south/ratings/{shown.pk}/").status_code == 404


def test_another_club_sees_and_does_nothing(client):
    event, row = played_event(rounds=1), list_of()
    period = counted(event, row)
    stranger = somebody("owner", at=club_of("south"), name="sam")
    client.force_login(stranger.user)
    assert "Club rating" not in text_of(client.get("/desk/ratings/"))
    for place in (
        f"/desk/ratings/{row.pk}/",
        f"/desk/ratings/{row.pk}/again/",
        f"/desk/rating-reports/{period.pk}/",
        f"/desk/events/{event.pk}/ratings/",
    ):
        assert client.get(place).status_code == 403
        assert client.post(place).status_code == 403


def big_list():
    """A public list of 5,000 players."""
    row = list_of(is_public=True)
    people = Person.objects.bulk_create(
        Person(name=f"Player {at:04}", organisation=club_of()) for at in range(5000)
    )
    RatedPlayer.objects.bulk_create(
        RatedPlayer(rating_list=row, person=person, rating=1000.0 + at % 977, games=at % 50)
        for at, person in enumerate(people)
    )
    return row


@pytest.mark.slow
def test_a_list_of_five_thousand_players_asks_a_handful_of_questions(client, desk):
    row = big_list()
    pages = {f"/clubs/north/ratings/{row.pk}/?page=50": 7, f"/desk/ratings/{row.pk}/?page=99": 12}
    for place, budget in pages.items():
        with CaptureQueriesContext(
            connection,
        ) as asked:
            answer = desk.get(place)
        assert answer.status_code == 200
        assert len(asked) <= budget
