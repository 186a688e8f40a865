"""The page of a player on a phone: what connects the phone, what it shows and does, and what ends it."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from event_rows import entry_named, latest, published_round, section_of
from history import build_round
from team_hall import team_section
from worlds import world

from club.audit.services import undo_entry
from club.core.actor import SYSTEM
from club.core.errors import CannotUndo
from club.live.publishing import require_listening
from club.live.selectors import last_number
from club.models import Person, User
from tournaments.core.services.event_log import board_channel
from tournaments.entries.entry_links import entry_secret, section_secret
from tournaments.entries.services.admissions import set_admission
from tournaments.entries.services.check_ins import check_in
from tournaments.entries.services.entries import withdraw_entry
from tournaments.evening.pages.my_evening import KEEP_HEADER
from tournaments.evening.selectors import live_phones
from tournaments.evening.services.phones import MAX_PLAYERS, delete_expired_phones, remove_phones
from tournaments.events.services.events import change_section, show_event
from tournaments.models import Case, EntryContact, Outcome, PlayerPhone, ResultReport, RoundState
from tournaments.results.services.results import record_result
from tournaments.rounds.services.rounds import close_round

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def empty_cache():
    cache.clear()


@world
def hall(section):
    """The section of six players with self check-in open."""
    set_admission(section_id=section.pk, check_in_is_open=True, actor=SYSTEM)
    return section


def poster(section):
    return reverse("tournaments:here", args=[section.event.slug, section.slug, section_secret(section)])


def phone_of(section, name, *, phone=None):
    """A phone that has scanned the poster and tapped a name, and the answer."""
    phone = phone or Client()
    answer = phone.post(poster(section), {"entry": entry_named(section, name).pk})
    return phone, answer


def page(phone, entry):
    return phone.get(f"/evening/{entry.pk}/")


def text_of(phone, entry):
    answer = page(phone, entry)
    assert answer.status_code == 200
    return answer.content.decode()


# ---- what connects a phone ----


def test_the_poster_checks_in_and_opens_the_evening(hall):
    anna = entry_named(hall, "Abbott")
    phone, answer = phone_of(hall, "Abbott")
    assert (answer.status_code, answer.headers["Location"]) == (302, f"/evening/{anna.pk}/")
    text = text_of(phone, anna)
    assert "Waiting for the pairing" in text
    assert "You are checked in." in text
    assert "Waiting for the pairing" in phone.get("/evening/").content.decode()
    assert latest("tournaments.phone.connected").after == {"proof": "poster"}


def test_the_cookie_is_for_the_server_alone_and_the_table_has_a_hash_of_it(hall, settings):
    _phone, answer = phone_of(hall, "Abbott")
    cookie = answer.cookies[settings.DEVICE_COOKIE_NAME]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    row = PlayerPhone.objects.get()
    assert len(row.device) == 64
    assert cookie.value not in (row.device, "")
    assert "Abbott" not in cookie.value


def test_numbers_open_nothing(hall):
    anna, barker = (entry_named(hall, name) for name in ("Abbott", "Barker"))
    phone, _answer = phone_of(hall, "Abbott")
    for client, entry in ((Client(), anna), (phone, barker)):
        assert page(client, entry).status_code == 404
        for act in ("report", "call", "arrive"):
            assert client.post(f"/evening/{entry.pk}/{act}/").status_code == 404
    barker.refresh_from_db()
    assert barker.checked_in_at is None
    forged = Client()
    forged.cookies["draughts_device"] = PlayerPhone.objects.get().device  # the hash is not the number
    assert page(forged, anna).status_code == 404
    assert "This phone shows no player yet." in Client().get("/evening/").content.decode()


def test_the_first_phone_has_the_name_until_the_desk_removes_it(hall):
    anna = entry_named(hall, "Abbott")
    first, _answer = phone_of(hall, "Abbott")
    second, answer = phone_of(hall, "Abbott")
    assert answer.status_code == 200
    assert "Another phone already shows the evening of Abbott." in answer.content.decode()
    assert page(second, anna).status_code == 404
    assert remove_phones(section_id=hall.pk, entry_id=anna.pk, actor=SYSTEM) == 1
    assert page(first, anna).status_code == 404
    assert phone_of(hall, "Abbott", phone=second)[1].status_code == 302
    assert page(second, anna).status_code == 200


def test_whom_the_desk_checked_in_taps_the_name_as_well(hall):
    check_in(entry_id=entry_named(hall, "Abbott").pk, has_arrived=True, actor=SYSTEM)
    asked = {"who": entry_named(hall, "Abbott").pk}
    assert "Yes, open my evening" in Client().get(poster(hall), asked).content.decode()
    assert phone_of(hall, "Abbott")[1].status_code == 302


def test_a_check_in_taken_back_takes_the_phone_along_but_not_one_with_the_own_link(hall):
    anna = entry_named(hall, "Abbott")
    wrong, _answer = phone_of(hall, "Abbott")
    own = Client()
    assert own.post("/evening/connect/", {"link": entry_secret(anna)}).status_code == 302
    check_in(entry_id=anna.pk, has_arrived=False, actor=SYSTEM)
    assert page(wrong, anna).status_code == 404
    assert page(own, anna).status_code == 200


def test_the_own_link_connects_and_a_guessed_one_does_not(hall):
    anna = entry_named(hall, "Abbott")
    phone = Client()
    assert phone.post("/evening/connect/", {"link": f"{anna.pk}-guessed"}).status_code == 404
    assert "Open my evening" in phone.get(f"/entry/{entry_secret(anna)}/").content.decode()
    assert phone.post("/evening/connect/", {"link": entry_secret(anna)}).status_code == 302
    assert "I am here" in text_of(phone, anna)
    assert phone.post(f"/evening/{anna.pk}/arrive/").status_code == 302
    anna.refresh_from_db()
    assert anna.checked_in_by_player


def test_the_card_connects_who_sits_at_its_board(hall):
    row = published_round(hall)
    board = row.pairings.get(board_number=1)
    token = hall.board_cards.get(board_number=1).token
    stranger = row.pairings.get(board_number=2).white
    phone = Client()
    assert phone.post("/evening/connect/", {"card": "unknown", "entry": board.white_id}).status_code == 404
    assert phone.post("/evening/connect/", {"card": token, "entry": stranger.pk}).status_code != 302
    assert phone.post("/evening/connect/", {"card": token, "entry": board.white_id}).status_code == 302
    assert page(phone, board.white).status_code == 200


def test_a_family_shares_a_phone_and_chooses(hall):
    phone, _answer = phone_of(hall, "Abbott")
    phone_of(hall, "Barker", phone=phone)
    chooser = phone.get("/evening/").content.decode()
    assert "Whose evening?" in chooser
    barker = entry_named(hall, "Barker")
    assert f'href="/evening/{barker.pk}/"' in text_of(phone, entry_named(hall, "Abbott"))
    assert phone.post(f"/evening/{barker.pk}/leave/").status_code == 302
    assert page(phone, barker).status_code == 404
    assert page(phone, entry_named(hall, "Abbott")).status_code == 200


def test_a_device_at_the_door_follows_nobody(hall):
    door = Client()
    names = [entry.name for entry in hall.entries.order_by("name")]
    answers = [phone_of(hall, name, phone=door)[1].status_code for name in names]
    assert answers == [302] * MAX_PLAYERS + [200] * (len(names) - MAX_PLAYERS)
    assert hall.entries.filter(checked_in_at=None).count() == 0
    assert not live_phones().exists()
    assert phone_of(hall, names[0])[1].status_code == 302  # the player's own phone


def test_two_browsers_of_one_phone_agree_on_nothing_alone(hall):
    row = published_round(hall)
    board = row.pairings.select_related("white", "black").get(board_number=1)
    for entry in (board.white, board.black):  # the poster connects both: neither player has come yet
        browser = Client(REMOTE_ADDR="192.168.1.50")
        phone_of(hall, entry.name, phone=browser)
        sent = {"pairing": board.pk, "game": 1, "outcome": Outcome.WHITE}
        assert browser.post(f"/evening/{entry.pk}/report/", sent).status_code == 302
    assert board.games.get().outcome == Outcome.PENDING
    assert "as soon as the desk confirms it" in text_of(browser, entry)


def test_an_account_follows_its_person_without_a_phone(hall):
    anna = entry_named(hall, "Abbott")
    user = User.objects.create_user("anna@club.example", "x")
    anna.person = Person.objects.create(name="Abbott", organisation=hall.event.organisation, user=user)
    anna.save(update_fields=["person"])
    client = Client()
    client.force_login(user)
    answer = client.get("/evening/")
    assert "Abbott" in answer.content.decode()
    assert KEEP_HEADER not in answer.headers  # nobody signs a copy out
    assert f"/evening/{anna.pk}/" in client.get(reverse("club:me")).content.decode()
    assert page(client, entry_named(hall, "Barker")).status_code == 404


def test_phones_of_an_event_that_is_over_are_let_go(hall):
    anna = entry_named(hall, "Abbott")
    phone, _answer = phone_of(hall, "Abbott")
    assert delete_expired_phones() == 0
    event = hall.event
    event.starts_on = event.ends_on = timezone.localdate() - timedelta(days=3)
    event.save(update_fields=["starts_on", "ends_on"])
    assert page(phone, anna).status_code == 404
    assert delete_expired_phones() == 1


def test_a_connection_is_not_undone_from_the_log(hall):
    phone_of(hall, "Abbott")
    with pytest.raises(CannotUndo):
        undo_entry(entry_id=latest("tournaments.phone.connected").pk, actor=SYSTEM)


# ---- what it shows ----


def test_the_round_shows_when_published_and_the_page_is_told(hall):
    phone, _answer = phone_of(hall, "Abbott")
    anna = entry_named(hall, "Abbott")
    waiting = page(phone, anna)
    channel = waiting.context["rounds_channel"]
    assert f'data-live="{channel}"' in waiting.content.decode()
    assert waiting.context.get("ring", "") == ""
    before = last_number(channel)
    row = published_round(hall, logged=True)
    assert last_number(channel) > before
    told = page(phone, anna)
    board = row.pairings.get(board_number=told.context["pairing"].board_number)
    opponent = board.black if board.white == anna else board.white
    text = told.content.decode()
    assert f"Board {board.board_number}" in text
    assert opponent.name in text
    assert f"rated {opponent.rating}" in text
    assert told.context["ring"] == f"{board.pk}-{board.board_number}"
    assert told.headers[KEEP_HEADER] == "1"


def test_a_draft_is_not_shown(hall):
    phone, _answer = phone_of(hall, "Abbott")
    build_round(hall, state=RoundState.DRAFT)
    assert "Waiting for the pairing" in text_of(phone, entry_named(hall, "Abbott"))


def test_a_hidden_event_shows_no_game(hall):
    phone, _answer = phone_of(hall, "Abbott")
    anna = entry_named(hall, "Abbott")
    published_round(hall)
    show_event(event_id=hall.event_id, is_public=False, actor=SYSTEM)
    text = text_of(phone, anna)
    assert "The organiser has not published the event yet." in text
    assert "Board" not in text
    assert phone.post(f"/evening/{anna.pk}/call/").status_code == 404


def test_the_channel_of_the_board_is_open_and_its_token_is_not_given_away(hall):
    row = published_round(hall)
    anna = entry_named(hall, "Abbott")
    phone, _answer = phone_of(hall, "Abbott")
    answer = page(phone, anna)
    card = answer.context["evening"].card
    assert answer.context["channel"] == board_channel(card.pk, card.token)
    require_listening(answer.context["channel"], actor=SYSTEM)
    for other in row.section.board_cards.all():
        assert other.token not in answer.content.decode()


def test_nothing_personal_of_others_is_on_the_page(hall):
    row = published_round(hall)
    anna = entry_named(hall, "Abbott")
    board = next(one for one in row.pairings.all() if anna.pk in {one.white_id, one.black_id})
    opponent = board.black if board.white_id == anna.pk else board.white
    contact = {"email": "secret@home.example", "message": "please no late round"}
    EntryContact.objects.create(entry=opponent, consented_at=timezone.now(), **contact)
    phone, _answer = phone_of(hall, "Abbott")
    text = text_of(phone, anna)
    assert opponent.name in text
    for private in ("secret@home.example", "please no late round", entry_secret(opponent)):
        assert private not in text
    strangers = [entry.name for entry in hall.entries.all() if entry.pk not in {anna.pk, opponent.pk}]
    assert not [name for name in strangers if name in text]


def test_the_place_has_its_neighbours_and_its_reason(hall):
    build_round(hall)
    anna = entry_named(hall, "Abbott")
    phone, _answer = phone_of(hall, "Abbott")
    answer = page(phone, anna)
    text = answer.content.decode()
    row = answer.context["record"].row
    assert f"Place {row.rank} after round 1" in text
    assert answer.context["above"] or answer.context["below"]
    assert len(answer.context["record"].table.rows) <= 5
    assert answer.context["past"][0].played.pairing.round.number == 1


def test_who_withdrew_and_who_has_no_game_are_told(hall):
    phone, _answer = phone_of(hall, "Abbott")
    anna = entry_named(hall, "Abbott")
    withdraw_entry(entry_id=anna.pk, actor=SYSTEM)
    assert "Your entry: withdrawn." in text_of(phone, anna)
    other, _answer = phone_of(hall, "Barker")
    published_round(hall)
    with_bye = hall.round_rows.get().pairings.filter(black=None).first()
    barker = entry_named(hall, "Barker")
    expected = "No game" if with_bye and with_bye.white_id == barker.pk else "Board"
    assert expected in text_of(other, barker)


def test_who_is_eliminated_reads_the_round_and_the_place_and_waits_for_nothing():
    section = section_of(preset="knockout", players=6, games_per_pairing=1)
    row = build_round(section)
    loser, winner = row.pairings.get(board_number=1).black, row.pairings.get(board_number=1).white
    phone = Client()
    for entry in (loser, winner):
        phone.post("/evening/connect/", {"link": entry_secret(entry)})
    told = page(phone, loser)
    assert told.context["state"] == "eliminated"
    text = told.content.decode()
    assert "Eliminated in round 1" in text
    assert "Place 5 after round 1" in text
    assert "appears here as soon as" not in text
    assert "Waiting for the pairing" in text_of(phone, winner)
    api = phone.get(f"/api/v1/evenings/{entry_secret(loser)}/").json()
    assert (api["state"], api["next_round"]) == ("eliminated", None)
    published_round(section)
    assert page(phone, loser).context["state"] == "eliminated"
    assert page(phone, winner).context["state"] == "game"


def test_the_loser_of_a_semifinal_waits_for_the_match_for_third_place():
    section = section_of(preset="knockout", players=4, games_per_pairing=1)
    assert section.options["third_place"]
    loser = build_round(section).pairings.get(board_number=1).black
    phone = Client()
    phone.post("/evening/connect/", {"link": entry_secret(loser)})
    assert "Waiting for the pairing" in text_of(phone, loser)


def test_a_team_sees_its_match_and_its_boards(django_assert_max_num_queries):
    section = team_section()
    build_round(section)
    row = published_round(section)
    match = row.pairings.select_related("white", "black").get(board_number=1)
    phone = Client()
    phone.post("/evening/connect/", {"link": entry_secret(match.black)})
    with django_assert_max_num_queries(18):
        text = text_of(phone, match.black)
    assert "Match 1" in text
    assert "on board 1" in text
    assert match.games.get(number=1).first_member.name in text


def test_a_pairing_of_two_games_says_whose_white_is_first():
    section = section_of(preset="acf", deck="english_three_move")
    board = published_round(section).pairings.select_related("white", "black").get(board_number=1)
    phone = Client()
    phone.post("/evening/connect/", {"link": entry_secret(board.black)})
    text = text_of(phone, board.black)
    assert "in the first game" in text
    assert "Game 2" in text
    assert "Opening " in text
    assert "<svg" in text


# ---- what it does ----


@world
def pair(hall):
    """Both players of board 1 with their phones, White first."""
    row = published_round(hall)
    return row.pairings.select_related("white", "black").get(board_number=1)


def report(phone, entry, pairing, outcome, *, headers=None):
    facts = {"pairing": pairing.pk, "game": 1, "outcome": outcome}
    return phone.post(f"/evening/{entry.pk}/report/", facts, headers=headers)


def phones_of_pair(hall, pair):
    return tuple(phone_of(hall, entry.name)[0] for entry in (pair.white, pair.black))


def test_two_phones_that_agree_make_the_result(hall, pair):
    white, black = phones_of_pair(hall, pair)
    assert report(white, pair.white, pair, Outcome.WHITE).status_code == 302
    assert pair.games.get().outcome == Outcome.PENDING
    assert f"{pair.white.name} reports:" in text_of(black, pair.black)
    assert report(black, pair.black, pair, Outcome.WHITE).status_code == 302
    assert pair.games.get().outcome == Outcome.WHITE
    assert "Your game is finished." in text_of(white, pair.white)


def test_a_phone_reports_for_its_own_player_alone(hall, pair):
    white, _black = phones_of_pair(hall, pair)
    other = hall.round_rows.get().pairings.get(board_number=2)
    assert report(white, pair.black, pair, Outcome.WHITE).status_code == 404
    assert report(white, pair.white, other, Outcome.WHITE).status_code == 409
    assert report(white, pair.white, pair, Outcome.WHITE_FORFEIT).status_code == 422
    assert not ResultReport.objects.exists()


def test_a_repeated_report_of_the_phone_without_network_counts_once(hall, pair):
    white, _black = phones_of_pair(hall, pair)
    told = {"accept": "application/json"}
    for _ in range(2):
        answer = report(white, pair.white, pair, Outcome.DRAW, headers=told)
        assert (answer.status_code, answer.json()) == (200, {"refusal": ""})
    assert ResultReport.objects.count() == 1
    record_result(pairing_id=pair.pk, game=1, outcome=Outcome.WHITE, was=Outcome.PENDING, actor=SYSTEM)
    late = report(white, pair.white, pair, Outcome.DRAW, headers=told)
    assert late.status_code == 409
    assert late.json()["refusal"]


def test_a_report_of_an_earlier_round_is_refused(hall, pair):
    white, _black = phones_of_pair(hall, pair)
    for board in hall.round_rows.get().pairings.filter(black__isnull=False):
        record_result(pairing_id=board.pk, game=1, outcome=Outcome.WHITE, was="pending", actor=SYSTEM)
    row = hall.round_rows.get()
    close_round(round_id=row.pk, actor=SYSTEM)
    published_round(hall)
    assert report(white, pair.white, pair, Outcome.WHITE).status_code == 409


def test_the_phone_calls_the_arbiter_and_takes_it_back(hall, pair):
    white, black = phones_of_pair(hall, pair)
    assert white.post(f"/evening/{pair.white.pk}/call/", {"text": "clock"}).status_code == 302
    case = Case.objects.get()
    assert (case.claimant_id, case.board_number, case.private_text) == (pair.white.pk, 1, "clock")
    assert "The arbiter was called" in text_of(black, pair.black)
    assert "clock" not in text_of(black, pair.black).replace("clocks", "")
    assert black.post(f"/evening/{pair.black.pk}/call/", {"act": "take-back"}).status_code == 409
    assert white.post(f"/evening/{pair.white.pk}/call/", {"act": "take-back"}).status_code == 302
    case.refresh_from_db()
    assert case.state == "dropped"


def test_where_players_do_not_report_the_page_says_so(hall, pair):
    white, _black = phones_of_pair(hall, pair)
    hall.refresh_from_db()
    change_section(section_id=hall.pk, version=hall.version, player_reports="off", actor=SYSTEM)
    text = text_of(white, pair.white)
    assert "Report the result to the desk." in text
    assert "Call the arbiter" not in text
    assert report(white, pair.white, pair, Outcome.WHITE).status_code == 409


# ---- the desk, and the app ----


def test_the_desk_sees_and_removes_phones(hall, director):
    phone, _answer = phone_of(hall, "Abbott")
    phone_of(hall, "Barker")
    desk = Client()
    desk.force_login(director.user)
    address = f"/desk/sections/{hall.pk}/phones/"
    assert "Abbott" in desk.get(address).content.decode()
    anna = entry_named(hall, "Abbott")
    assert desk.post(f"{address}remove/", {"entry": anna.pk}).status_code == 302
    assert page(phone, anna).status_code == 404
    assert "Abbott" not in desk.get(address).content.decode().split("<tbody>")[1]
    assert desk.post(f"{address}remove/", {"all": "1"}).status_code == 302
    assert not live_phones().exists()
    assert phone.post(f"{address}remove/", {"all": "1"}).status_code == 302  # to sign in


def test_the_app_has_a_manifest_with_icons_and_a_worker_for_its_own_pages(client):
    facts = client.get("/manifest.webmanifest")
    assert facts.headers["Content-Type"] == "application/manifest+json"
    assert facts.json()["start_url"] == "/evening/"
    assert {one["purpose"] for one in facts.json()["icons"]} == {"any", "maskable"}
    worker = client.get("/worker.js")
    assert worker.headers["Content-Type"].startswith("text/javascript")
    assert "no-cache" in worker.headers["Cache-Control"]
    policy = worker.headers["Content-Security-Policy"]
    assert "worker-src 'self'" in policy
    assert "manifest-src 'self'" in policy


def test_the_api_tells_an_evening_by_the_link_of_the_entry(hall, client):
    anna = entry_named(hall, "Abbott")
    address = f"/api/v1/evenings/{entry_secret(anna)}/"
    told = client.get(address).json()
    assert (told["state"], told["pairing"], told["place"]) == ("waiting", None, None)
    assert told["next_round"] == {"number": 1, "starts_at": None}
    build_round(hall)
    row = published_round(hall)
    told = client.get(address).json()
    assert (told["state"], told["round"], told["place"]["after_round"]) == ("game", 2, 1)
    assert told["pairing"]["round"] == row.pk
    assert told["is_white"] == (told["pairing"]["white"]["id"] == anna.pk)
    show_event(event_id=hall.event_id, is_public=False, actor=SYSTEM)
    hidden = client.get(address).json()
    shown = ("round", "pairing", "is_white", "time_control", "place", "next_round")
    assert hidden["state"] == "hidden"
    assert not any(hidden[name] for name in shown)
    assert client.get(f"/api/v1/evenings/{anna.pk}-guessed/").status_code == 404
