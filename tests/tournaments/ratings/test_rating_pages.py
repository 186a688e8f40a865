"""Rating lists, reports and players in the browser: at the desk and in public."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from event_rows import club_of, played_round, section_of, somebody
from rated_club import counted, list_of, persons_of, played_event, ratings_of
from ruled_cases import file_and_rule
from test_rating_reports import corrected_result

from club.core.actor import SYSTEM
from club.models import Person
from games.archive.services.archive import save_game
from tournaments.cases.services.case_locks import About
from tournaments.cases.services.rulings import RulingDecision
from tournaments.events.services.events import show_event
from tournaments.models import Event, Outcome, RatedPlayer, RatingList, RatingPeriod
from tournaments.ratings.selectors.person_page import person_record
from tournaments.records.services.game_records import link_record

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


def test_the_page_of_a_player_has_the_curve_and_the_same_as_a_table(client):
    row = list_of(is_public=True)
    for outcome in (Outcome.WHITE, Outcome.WHITE, Outcome.BLACK):
        counted(played_event(rounds=1, outcome=outcome), row)
    person = persons_of()["Abbott"]
    page = text_of(client.get(f"/players/{person.pk}/"))
    points = re.search(r'<polyline class="curve__path" points="([^"]+)"', page)[1].split()
    assert len(points) == 4  # where the first report found the player, and after each of three
    assert page.count("curve__dot") == 4
    assert 'role="img"' in page
    assert page.count('<a href="/e/easter-open') >= 3
    assert "style=" not in page.partition("<main")[2]


def test_the_curve_has_no_commas_of_the_language(client):
    row = list_of(is_public=True)
    counted(played_event(rounds=1), row)
    page = text_of(client.get(f"/players/{persons_of()['Abbott'].pk}/", HTTP_ACCEPT_LANGUAGE="nl"))
    assert 'cx="56.0"' in page


def test_games_count_by_opponent_side_and_opening():
    event = played_event(rounds=1, games_per_pairing=2, deck="english_three_move", variant="english")
    pairing = event.sections.get().round_rows.get().pairings.get(board_number=1)
    record = person_record(pairing.white.person)
    (opponent,) = record.opponents
    assert (opponent.heading, opponent.wins, opponent.draws, opponent.losses) == (pairing.black.name, 1, 0, 1)
    assert {(one.heading, one.wins, one.losses) for one in record.sides} == {("white", 1, 0), ("black", 0, 1)}
    (opening,) = record.openings
    assert (opening.games, opening.percent) == (2, 50)


def test_the_opening_of_a_recorded_game_is_its_first_moves():
    event = played_event(rounds=1, variant="english", deck="")
    pairing = event.sections.get().round_rows.get().pairings.get(board_number=1)
    game = save_game(
        organisation=club_of(), text='[GameType "21"]\n\n1. 11-15 23-19 2. 8-11 22-17 *\n', actor=SYSTEM
    )
    link_record(pairing_id=pairing.pk, game=1, record_id=game.pk, text="", actor=SYSTEM)
    (opening,) = person_record(pairing.white.person).openings
    assert opening.heading == "11-15 23-19 8-11"


def test_drafts_tell_nothing_of_their_players(client):
    event = played_event(rounds=1)
    person = persons_of()["Abbott"]
    assert client.get(f"/players/{person.pk}/").status_code == 200
    show_event(event_id=event.pk, is_public=False, actor=SYSTEM)
    assert client.get(f"/players/{person.pk}/").status_code == 404
    counted(event, list_of(is_public=True))
    page = text_of(client.get(f"/players/{person.pk}/"))
    assert "1520" in page
    assert "Easter Open" not in page
    assert "Barker" not in page


def test_somebody_who_played_nowhere_has_no_page(client, desk):
    stranger = Person.objects.create(name="Quiet", organisation=club_of())
    assert client.get(f"/players/{stranger.pk}/").status_code == 404


@pytest.mark.parametrize("withheld", [False, True])
def test_rulings_are_told_where_they_are_public_with_the_name(client, withheld):
    event = played_event(rounds=1)
    pairing = event.sections.get().round_rows.get().pairings.get(board_number=1)
    ruling = file_and_rule(
        event_id=event.pk,
        about=About(pairing.pk, 1, pairing.white_id),
        incident="distracting",
        decided=RulingDecision(consequence="reminder"),
        actor=SYSTEM,
    )
    ruling.case.names_withheld = withheld
    ruling.case.save(update_fields=["names_withheld"])
    page = text_of(client.get(f"/players/{pairing.white.person_id}/"))
    assert ("rulings-title" in page) == (not withheld)


def test_the_page_of_a_player_in_an_event_leads_on(client):
    event = played_event(rounds=1)
    entry = event.sections.get().entries.get(name="Abbott")
    page = client.get(f"/e/{event.slug}/{event.sections.get().slug}/players/{entry.number}/")
    assert f'href="/players/{entry.person_id}/"' in text_of(page)


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


def test_a_player_page_asks_as_much_for_many_games_as_for_few(client):
    row = list_of(is_public=True)
    person = persons_of()["Abbott"]
    numbers = []
    for _ in range(2):
        for _ in range(2):
            counted(played_event(rounds=2), row)
        with CaptureQueriesContext(connection) as asked:
            client.get(f"/players/{person.pk}/")
        numbers.append(len(asked))
    assert numbers[0] == numbers[1] <= 10
    assert Event.objects.count() == 4
