"""The page of a player: figures, events, games and opponents, and whom it names."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from event_rows import club_of
from rated_club import counted, list_of, persons_of, played_event
from ruled_cases import file_and_rule
from worlds import world

from club.core.actor import SYSTEM
from club.duplicates.services.merging import merge_persons
from club.live.published import PAGE_CACHE
from club.members.services.consents import give_consent, withdraw_consent, write_consent_text
from club.models import Person
from club.privacy.services.erasure import erase_person
from games.archive.services.archive import save_game
from tournaments.cases.services.case_locks import About
from tournaments.cases.services.rulings import RulingDecision
from tournaments.events.services.events import show_event
from tournaments.models import Event, GameResult, Outcome
from tournaments.players.selectors.records import person_record
from tournaments.records.services.game_records import link_record

pytestmark = pytest.mark.django_db
PDN = '[GameType "21"]\n[White "{white}"]\n[Date "1864.??.??"]\n\n1. 11-15 23-19 2. {second} 22-17 *\n'


def page_of(address, status=200):
    """The page as a visitor gets it a second later, when the cache asks whether it is still valid."""
    for page in PAGE_CACHE.pages.values():
        page.fresh_until = 0.0
    answer = Client().get(address)
    assert answer.status_code == status, address
    return " ".join(answer.content.decode().split())


def withhold(person):
    write_consent_text(organisation_id=club_of().pk, kind="publish_name", text="In lists.", actor=SYSTEM)
    facts = {"person_id": person.pk, "organisation_id": club_of().pk, "kind": "publish_name"}
    give_consent(**facts, actor=SYSTEM)
    withdraw_consent(**facts, actor=SYSTEM)


def first_board(event):
    """The first board of the first round: whose players won and lost it with White."""
    return event.sections.get().round_rows.get(number=1).pairings.get(board_number=1)


@world
def event():
    """Six players of the club, two rounds in which White won every game."""
    return played_event(rounds=2, variant="english", deck="")


def recorded(pairing, second="8-11"):
    """The first game of a board with moves in the archive."""
    text = PDN.format(white=pairing.white.name, second=second)
    game = save_game(organisation=club_of(), text=text, actor=SYSTEM)
    link_record(pairing_id=pairing.pk, game=1, record_id=game.pk, text="", actor=SYSTEM)
    return game


def test_the_page_has_figures_events_opponents_and_best_wins(event):
    board = first_board(event)
    winner, loser = board.white, board.black
    page = page_of(f"/players/{winner.person_id}/")
    assert f'href="/e/{event.slug}/{event.sections.get().slug}/players/{winner.number}/"' in page
    assert re.search(r"<td>[1-6] of 6</td>", page)
    assert f'href="/players/{winner.person_id}/against/{loser.person_id}/"' in page
    best = page.partition('id="best-title"')[2]
    assert f'{loser.name} <span class="soft">{loser.rating}</span>' in best
    assert 'rel="canonical"' in page
    assert "Person" not in "".join(re.findall(r"ld\+json.*?</script>", page))


def test_events_and_games_with_moves_have_pages_of_their_own(event):
    board = first_board(event)
    game = recorded(board)
    person = board.white.person_id
    assert f'href="/games/{game.pk}/"' in page_of(f"/players/{person}/")
    games = page_of(f"/players/{person}/games/")
    assert f'href="/games/{game.pk}/"' in games
    assert "1864" in games  # as the record has it, not the day on which it was entered
    assert event.name in page_of(f"/players/{person}/events/")
    assert "No games with recorded moves yet." in page_of(f"/players/{persons_of()['Fraser'].pk}/games/")


def test_the_ratings_are_a_chart_with_its_figures(event):
    row = list_of(is_public=True)
    counted(event, row)
    for outcome in (Outcome.WHITE, Outcome.BLACK):
        counted(played_event(rounds=1, outcome=outcome), row)
    page = page_of(f"/players/{persons_of()['Abbott'].pk}/")
    points = re.search(r'<polyline class="chart__path tone-1" points="([^"]+)"', page)[1].split()
    assert len(points) == 3
    assert page.count("<title>") >= 3  # a dot says which event it is
    table = page.partition('class="chart__figures"')[2].partition("</table>")[0]
    assert table.count("Easter Open") == 3
    assert "style=" not in page.partition("<main")[2]


def test_the_chart_has_no_commas_of_the_language(event):
    counted(event, list_of(is_public=True))
    answer = Client().get(f"/players/{persons_of()['Abbott'].pk}/", HTTP_ACCEPT_LANGUAGE="nl")
    (point,) = re.findall(r'<polyline class="chart__path tone-1" points="([^"]+)"', answer.content.decode())
    assert point.count(",") == 1


def test_games_count_by_opponent_side_and_opening():
    event = played_event(rounds=1, games_per_pairing=2, deck="english_three_move", variant="english")
    pairing = first_board(event)
    record = person_record(pairing.white.person)
    (opponent,) = record.opponents
    assert (opponent.heading, opponent.wins, opponent.draws, opponent.losses) == (pairing.black.name, 1, 0, 1)
    assert {(one.heading, one.wins, one.losses) for one in record.sides} == {("White", 1, 0), ("Black", 0, 1)}
    (opening,) = record.openings
    assert (opening.games, opening.percent) == (2, 50)


def test_the_opening_of_a_recorded_game_is_its_first_moves(event):
    board = first_board(event)
    recorded(board)
    (opening,) = person_record(board.white.person).openings
    assert opening.heading == "11-15 23-19 8-11"


def test_a_search_for_an_opponent_leads_to_their_games(event):
    board = first_board(event)
    recorded(board)
    person, other = board.white.person, board.black.person
    answer = Client().get(f"/players/{person.pk}/", {"against": other.name.upper()})
    assert answer["Location"] == f"/players/{person.pk}/against/{other.pk}/"
    assert Client().get(f"/players/{person.pk}/", {"against": other.pk})["Location"] == answer["Location"]
    page = page_of(answer["Location"])
    assert re.search(r'class="versus">1 \S 0<', page)
    assert "Replay" in page
    assert "No opponent has this name." in page_of(f"/players/{person.pk}/?against=Zzz")
    Person.objects.filter(pk__in=[one.person for one in person_record(person).opponents]).update(
        name="A Twin"
    )
    assert page_of(f"/players/{person.pk}/?against=twin").count("A Twin") > 2


def test_a_withheld_name_has_no_page_and_no_row_that_tells_who_it_is(event):
    board = first_board(event)
    game = recorded(board)
    person, other = board.white.person, board.black.person
    assert other.name in page_of(f"/players/{person.pk}/")
    withhold(other)
    for part in ("", "events/", "games/"):
        assert page_of(f"/players/{other.pk}/{part}", 404)
        page = page_of(f"/players/{person.pk}/{part}")
        assert other.name not in page
        assert f"/games/{game.pk}/" not in page  # the record names both
    assert "Name withheld" in page_of(f"/players/{person.pk}/")
    page_of(f"/players/{person.pk}/against/{other.pk}/", 404)
    page_of(f"/players/{other.pk}/against/{person.pk}/", 404)
    assert f"/players/{other.pk}/" not in page_of("/sitemap.xml")
    own = page_of(f"/e/{event.slug}/{event.sections.get().slug}/players/{board.black.number}/")
    assert f'href="/players/{other.pk}/"' not in own
    for part in ("", "ratings/", f"against/{person.pk}"):
        assert Client().get(f"/api/v1/players/{other.pk}/{part}").status_code == 404
    assert other.name not in Client().get(f"/api/v1/players/{person.pk}/").content.decode()


def test_opponents_whose_names_are_withheld_are_one_row(event):
    person = first_board(event).white.person
    opponents = [one.person for one in person_record(person).opponents]
    assert len(opponents) == 2
    for one in Person.objects.filter(pk__in=opponents):
        withhold(one)
    (row,) = person_record(person).opponents
    assert (row.heading, row.person, row.games) == ("Name withheld", None, 2)


def test_an_erased_person_has_no_page(event):
    board = first_board(event)
    person, other = board.white.person, board.black.person
    Event.objects.update(state="finished")
    name = other.name
    erase_person(person_id=other.pk, typed_name=name, actor=SYSTEM)
    page_of(f"/players/{other.pk}/", 404)
    page = page_of(f"/players/{person.pk}/")
    assert name not in page
    assert f"/players/{other.pk}/" not in page
    assert f"/players/{other.pk}/" not in page_of("/sitemap.xml")


def test_a_merged_person_leads_to_the_other(event):
    person = first_board(event).white.person
    kept = Person.objects.create(name=person.name, organisation=club_of())
    merge_persons(kept_id=kept.pk, merged_id=person.pk, actor=SYSTEM)
    for part in ("", "events/", "games/"):
        assert Client().get(f"/players/{person.pk}/{part}")["Location"] == f"/players/{kept.pk}/{part}"
    assert Client().get(f"/api/v1/players/{person.pk}/").json()["id"] == kept.pk


def test_drafts_tell_nothing_of_their_players(event):
    person = persons_of()["Abbott"]
    page_of(f"/players/{person.pk}/")
    show_event(event_id=event.pk, is_public=False, actor=SYSTEM)
    page_of(f"/players/{person.pk}/", 404)
    assert f"/players/{person.pk}/" not in page_of("/sitemap.xml")
    counted(event, list_of(is_public=True))
    page = page_of(f"/players/{person.pk}/")
    assert "Club rating" in page
    assert "Easter Open" not in page
    assert "Barker" not in page


def test_somebody_who_played_nowhere_has_no_page(event):
    stranger = Person.objects.create(name="Quiet", organisation=club_of())
    page_of(f"/players/{stranger.pk}/", 404)
    assert f"/players/{persons_of()['Abbott'].pk}/" in page_of("/sitemap.xml")


@pytest.mark.parametrize("withheld", [False, True])
def test_rulings_are_told_where_they_are_public_with_the_name(event, withheld):
    pairing = first_board(event)
    ruling = file_and_rule(
        event_id=event.pk,
        about=About(pairing.pk, 1, pairing.white_id),
        incident="distracting",
        decided=RulingDecision(consequence="reminder"),
        actor=SYSTEM,
    )
    ruling.case.names_withheld = withheld
    ruling.case.save(update_fields=["names_withheld"])
    page = page_of(f"/players/{pairing.white.person_id}/")
    assert ("rulings-title" in page) == (not withheld)


def test_the_page_of_a_player_in_an_event_leads_on(event):
    entry = event.sections.get().entries.get(name="Abbott")
    page = page_of(f"/e/{event.slug}/{event.sections.get().slug}/players/{entry.number}/")
    assert f'href="/players/{entry.person_id}/">All events of this player</a>' in page


def test_a_player_page_asks_as_much_for_many_games_as_for_few(event):
    row = list_of(is_public=True)
    counted(event, row)
    person = persons_of()["Abbott"]
    numbers = []
    for _ in range(2):
        for _ in range(2):
            counted(played_event(rounds=2), row)
        PAGE_CACHE.clear()
        with CaptureQueriesContext(connection) as asked:
            Client().get(f"/players/{person.pk}/")
        numbers.append(len(asked))
    assert numbers[0] == numbers[1] <= 21
    assert GameResult.objects.count() == 5 * 6


def test_programs_get_figures_ratings_and_meetings(event):
    counted(event, list_of(is_public=True))
    board = first_board(event)
    game = recorded(board)
    person, other = board.white.person, board.black.person
    told = Client().get(f"/api/v1/players/{person.pk}/").json()
    assert (told["id"], told["name"], told["club"], told["events"]) == (person.pk, person.name, "north", 1)
    assert told["total"]["games"] == sum(one["games"] for one in told["opponents"]) == 2
    (curve,) = Client().get(f"/api/v1/players/{person.pk}/ratings/").json()
    assert curve["rating_list"]["name"] == "Club rating"
    assert [one["event"] for one in curve["points"]] == [event.pk]
    meeting = Client().get(f"/api/v1/players/{person.pk}/against/{other.pk}").json()["meetings"][0]
    assert (meeting["record"], meeting["half_points"], meeting["round"]) == (game.pk, 2, 1)
