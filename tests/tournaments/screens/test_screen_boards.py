"""Live boards on a screen in the hall: four lead boards, drawn anew with each move, hidden moves never."""

from http import HTTPStatus
from io import BytesIO

import pytest
from django.test import Client
from django.urls import reverse
from PIL import Image

from club.core.actor import SYSTEM
from club.members.services.consents import give_consent, withdraw_consent, write_consent_text
from club.members.services.photos import set_photo
from club.models import Person
from games.laws.in_play import EnteredMove
from tournaments.live_boards.selectors.boards import lead_views
from tournaments.live_boards.services.boards import open_live_boards, set_broadcast
from tournaments.live_boards.services.lead_boards import set_lead_boards
from tournaments.live_boards.services.moves import MovesEntry, enter_moves
from tournaments.screens.pages.slides import with_photos
from tournaments.screens.services.screen_families import make_family
from tournaments.screens.services.screens import make_screen

pytestmark = pytest.mark.django_db


@pytest.fixture
def boards(hall):
    set_broadcast(event_id=hall.event.pk, actor=hall.director)
    return open_live_boards(round_id=hall.row.pk, actor=hall.director)


@pytest.fixture
def address(hall):
    family = make_family(
        event_id=hall.event.pk, name="Boards", contents=["live", "pairings"], actor=hall.director
    )
    screen = make_screen(event_id=hall.event.pk, family_id=family.pk, actor=hall.director)
    return reverse("tournaments:screen", args=[screen.token])


def text_at(address):
    return Client().get(address).content.decode()


def play(board, hall, *texts):
    entry = MovesEntry(moves=[EnteredMove(text) for text in texts])
    enter_moves(board_id=board.pk, entry=entry, actor=hall.deputy)


def test_a_screen_shows_the_lead_boards_and_follows_their_moves(hall, boards, address):
    set_lead_boards(round_id=hall.row.pk, boards=[1, 2], actor=hall.director)
    page = text_at(address)
    assert page.count("data-live-board=") == 2
    assert "hall-boards--2" in page
    assert f'data-live="boards:{hall.event.pk}"' in page
    play(boards[0], hall, "11-15")
    assert "11-15" in text_at(address)
    play(boards[0], hall, "9-14")  # not legal: for the arbiter alone
    assert "9-14" not in text_at(address)


def test_moves_wait_for_the_delay(hall, boards, address):
    set_broadcast(event_id=hall.event.pk, actor=hall.director, delay_minutes=10)
    play(boards[0], hall, "11-15")
    page = text_at(address)
    assert "data-live-board=" in page
    assert "11-15" not in page


def test_without_live_boards_the_other_slides_are_shown(hall, address):
    page = text_at(address)
    assert 'data-slide="live"' not in page
    assert 'data-slide="pairings"' in page


def test_every_move_renders_the_boards_and_no_other_slide(
    hall, boards, address, django_assert_max_num_queries
):
    text_at(address)
    play(boards[0], hall, "11-15")
    with django_assert_max_num_queries(12):
        assert "11-15" in text_at(address)
    with django_assert_max_num_queries(8):
        text_at(address)


@pytest.fixture
def photographed(hall, settings, tmp_path):
    """A player of board 1 whose photo may be public."""
    settings.MEDIA_ROOT = tmp_path
    club = hall.event.organisation
    pairing = hall.row.pairings.get(board_number=1)
    person = Person.objects.create(name=pairing.black.name, organisation=club)
    pairing.black.person = person
    pairing.black.save(update_fields=["person"])
    for kind in ("photo", "publish_name"):
        write_consent_text(organisation_id=club.pk, kind=kind, text="Words.", actor=SYSTEM)
        give_consent(person_id=person.pk, organisation_id=club.pk, kind=kind, actor=SYSTEM)
    file = BytesIO()
    Image.new("RGB", (200, 200), "red").save(file, "JPEG")
    file.seek(0)
    set_photo(person_id=person.pk, file=file, size=file.getbuffer().nbytes, actor=SYSTEM)
    return person


def photos_at(address, slide):
    """The photos and the initials on a slide."""
    part = text_at(address).split(f'data-slide="{slide}"')[1].split("</section>")[0]
    return part.count('class="hall-face__photo"'), part.count('class="hall-face"')


def test_boards_and_pairings_show_public_photos_and_other_players_by_initials(
    hall, boards, address, photographed
):
    set_lead_boards(round_id=hall.row.pk, boards=[1, 2], actor=hall.director)
    players = sum(2 if one.black else 1 for one in hall.row.pairings.all())
    assert photos_at(address, "live") == (1, 4)
    assert photos_at(address, "pairings") == (1, players)
    photo = photographed.photo
    assert Client().get(reverse("club:photo_small", args=[photo.key])).status_code == HTTPStatus.OK
    black = text_at(address).split('data-player="black"')[1].split("</p>")[0]
    assert photo.key in black

    withdraw_consent(
        person_id=photographed.pk, organisation_id=hall.event.organisation_id, kind="photo", actor=SYSTEM
    )
    assert photos_at(address, "live") == (0, 4), "the cached slide is out of date"
    assert photos_at(address, "pairings") == (0, 0), "without any photo the names stand alone"


def test_in_the_second_game_of_a_pairing_the_photo_follows_the_player(hall, boards, photographed):
    view = lead_views(hall.event.pk, [hall.section.pk], most=1)[0]
    view.result.number = 2
    assert view.pairing.black.person == photographed
    shown = with_photos([view])[0]
    assert (shown.white.person, shown.black) == (photographed, None)
