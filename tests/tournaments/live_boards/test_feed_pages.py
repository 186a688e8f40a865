"""PDN feeds at the desk, over the API and from the command line; live PDN that another round follows."""

import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client
from event_rows import published_round, section_of
from test_feeds import OPENING, moves_of, pdn

from club.models import User
from games.laws.in_play import EnteredMove
from tournaments.live_boards.services.boards import open_live_boards, set_broadcast
from tournaments.live_boards.services.feed_reading import read_feed
from tournaments.live_boards.services.feeds import add_feed
from tournaments.live_boards.services.moves import MovesEntry, enter_moves
from tournaments.models import LiveAlert, LiveBoard, LiveFeed

pytestmark = pytest.mark.django_db
JSON = "application/json"


def signed_in(actor) -> Client:
    client = Client()
    client.force_login(User.objects.get(pk=actor.user.pk))
    return client


def test_a_director_adds_pauses_and_removes_a_feed(hall, boards, other_site):
    client, desk = signed_in(hall.director), f"/desk/events/{hall.event.pk}/live/"
    other_site.text = '[White "A"]\n[Black "B"]\n\n1. 11-15 *'
    added = client.post(f"/desk/rounds/{hall.row.pk}/live-feeds/", {"url": other_site.url}, follow=True)
    feed = LiveFeed.objects.get()
    assert other_site.url in added.content.decode()
    read_feed(feed_id=feed.pk)
    assert "No live board of this round fits these games: A" in client.get(desk).content.decode()
    client.post(f"/desk/live-feeds/{feed.pk}/", {"act": "pause"})
    client.post(f"/desk/live-feeds/{feed.pk}/", {"act": "enter"})
    feed.refresh_from_db()
    assert (feed.is_on, feed.enters_results) == (False, True)
    client.post(f"/desk/live-feeds/{feed.pk}/", {"act": "remove"})
    assert not LiveFeed.objects.exists()


def test_a_deputy_enters_an_offered_result_and_reads_a_file(hall, boards, other_site):
    board, client = boards[0], signed_in(hall.deputy)
    feed = add_feed(round_id=hall.row.pk, url=other_site.url, actor=hall.director)
    other_site.text = pdn(board, OPENING, "1/2-1/2")
    read_feed(feed_id=feed.pk)
    assert "Results of the feed" in client.get(f"/desk/events/{hall.event.pk}/live/").content.decode()
    client.post(f"/desk/live-boards/{board.pk}/result/", {"outcome": "draw"})
    assert board.pairing.games.get().outcome == "draw"
    file = SimpleUploadedFile("round.pdn", pdn(boards[1], "1. 9-14").encode())
    read = client.post(f"/desk/rounds/{hall.row.pk}/live-pdn/", {"file": file}, follow=True)
    assert "Boards with new moves: 1." in read.content.decode()
    client.post(f"/desk/rounds/{hall.row.pk}/live-pdn/", {"text": pdn(boards[2], "1. 12-16")})
    assert (moves_of(boards[1]), moves_of(boards[2])) == (["9-14"], ["12-16"])
    assert client.post(f"/desk/rounds/{hall.row.pk}/live-feeds/", {"url": other_site.url}).status_code == 403


def test_the_arbiter_lets_a_move_stand_on_the_page(hall, boards):
    entry = MovesEntry(moves=[EnteredMove(text) for text in ("11-15", "23-19", "8-11", "22-18", "9-14")])
    enter_moves(board_id=boards[0].pk, entry=entry, actor=hall.deputy)
    client, alert = signed_in(hall.arbiter), LiveAlert.objects.get()
    page = f"/desk/events/{hall.event.pk}/live/alerts/"
    assert "Let move stand" in client.get(page).content.decode()
    told = client.post(f"/desk/live-alerts/{alert.pk}/stand/", follow=True).content.decode()
    assert "The move stands" in told
    assert "Let move stand" not in told


def test_the_api_has_the_same(hall, boards, other_site):
    client = signed_in(hall.director)
    path = f"/api/v1/rounds/{hall.row.pk}/live-feeds"
    added = client.post(path, {"url": other_site.url}, content_type=JSON)
    assert (added.status_code, added.json()["is_on"], added.json()["problem"]) == (200, True, "")
    feed = f"/api/v1/live-feeds/{added.json()['id']}/"
    assert client.patch(feed, {"is_on": False}, content_type=JSON).json()["is_on"] is False
    assert [one["url"] for one in client.get(path).json()] == [other_site.url]
    sent = {"pdn": pdn(boards[0], OPENING)}
    read = client.post(f"/api/v1/rounds/{hall.row.pk}/live-pdn", sent, content_type=JSON).json()
    assert read == {"boards": 1, "changed": 1, "problems": []}
    none = client.post(f"/api/v1/rounds/{hall.row.pk}/live-pdn", {"pdn": "↕"}, content_type=JSON)
    assert (none.status_code, none.json()["code"]) == (422, "feed_unreadable")
    assert client.delete(feed).status_code == 204
    held = {"moves": [{"text": "24-20"}, {"text": "9-14"}]}
    client.post(f"/api/v1/live-boards/{boards[0].pk}/moves", held, content_type=JSON)
    alert = LiveAlert.objects.get()
    stood = client.post(f"/api/v1/live-alerts/{alert.pk}/stand", {}, content_type=JSON)
    assert (stood.status_code, stood.json()["state"]) == (200, "stands")


def test_an_operator_follows_a_file_or_an_address(hall, boards, other_site, tmp_path):
    file, out, err = tmp_path / "round.pdn", io.StringIO(), io.StringIO()
    file.write_text(pdn(boards[0], "1. 11-15"))
    call_command("follow_pdn", hall.row.pk, str(file), once=True, stdout=out, stderr=err)
    assert (out.getvalue(), moves_of(boards[0])) == ("1\t1\n", ["11-15"])
    other_site.text = pdn(boards[0], "1. 11-15 23-19")
    call_command("follow_pdn", hall.row.pk, other_site.url, once=True, stdout=out, stderr=err)
    assert moves_of(boards[0]) == ["11-15", "23-19"]
    call_command("follow_pdn", hall.row.pk, str(tmp_path / "none"), once=True, stdout=out, stderr=err)
    assert "none" in err.getvalue()


def test_a_second_site_follows_our_live_pdn(hall, boards, live_server, settings):
    """Two live boards in one server: the second event reads the round of the first as other sites do."""
    settings.OUTGOING_TO_PUBLIC_HOSTS_ONLY = False
    section = section_of(preset="weekend")
    row = published_round(section)
    set_broadcast(event_id=section.event_id, actor=hall.director)
    copies = open_live_boards(round_id=row.pk, actor=hall.director)
    url = f"{live_server.url}/e/{hall.event.slug}/{hall.section.slug}/live/1.pdn"
    feed = add_feed(round_id=row.pk, url=url, actor=hall.director)
    moves = [EnteredMove("11-15", (900, 880)), EnteredMove("23-19", (870, 880))]
    enter_moves(board_id=boards[0].pk, entry=MovesEntry(moves=moves), actor=hall.deputy)
    read_feed(feed_id=feed.pk)
    copy = LiveBoard.objects.get(pk=copies[0].pk)
    assert [(one["text"], one["white"], one["black"]) for one in copy.moves] == [
        ("11-15", 900, 880),
        ("23-19", 870, 880),
    ]
    feed.refresh_from_db()
    assert (feed.fault, bool(feed.etag)) == ("", True)
    assert [one.fed["fault"] for one in LiveBoard.objects.filter(feed=feed)] == ["", "", ""]


def test_live_pdn_is_cached_until_something_happens(hall, boards, client, django_capture_on_commit_callbacks):
    path = f"/e/{hall.event.slug}/{hall.section.slug}/live/1.pdn"
    first = client.get(path)
    assert first.headers["Cache-Control"] == "public, max-age=0, s-maxage=1, must-revalidate"
    assert client.get(path, headers={"if-none-match": first.headers["ETag"]}).status_code == 304
    moves = [EnteredMove("11-15"), EnteredMove("9-14")]
    with django_capture_on_commit_callbacks(execute=True):
        enter_moves(board_id=boards[0].pk, entry=MovesEntry(moves=moves), actor=hall.deputy)
    text = client.get(path, headers={"if-none-match": first.headers["ETag"]}).content.decode()
    assert "1. 11-15" in text
    assert "9-14" not in text
