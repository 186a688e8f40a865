"""The API: answers, refusals as problem documents, who may import, and a schema without a gap."""

import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.validation import validate_schema
from records import game

from club.core.actor import SYSTEM
from club.models import Organisation, Role, RoleGrant, User
from games.archive.services.archive import save_game
from games.archive.services.imports import start_import
from games.core.api.throttles import JudgeThrottle
from games.models import ArchiveImport, Game

pytestmark = pytest.mark.django_db
JUDGE, MOVES, COMPARE, IMPORTS = (
    "/api/v1/judge",
    "/api/v1/positions/moves",
    "/api/v1/compare",
    "/api/v1/imports/",
)


def post(client, url, data, **headers):
    return client.post(url, data, content_type="application/json", headers=headers)


def problem(answer, status, code):
    assert answer.status_code == status, answer.content
    assert answer["Content-Type"] == "application/problem+json"
    document = answer.json()
    assert (document["status"], document["code"]) == (status, code)
    assert document["title"]
    assert document["next"]
    assert document["type"].endswith(code)
    return document


def test_judging_names_the_illegal_move_its_article_and_repairs(client):
    answer = post(client, JUDGE, {"pdn": game("1. 11-15 23-19 2. 8-11 22-16 3. 4-8", GameType="21")}).json()
    (judged,) = answer["games"]
    assert (judged["first_error"]["ply"], judged["first_error"]["text"]) == (4, "22-16")
    assert judged["first_error"]["repairs"][0]["text"] == "22-17"
    assert "22-17" in judged["first_error"]["repairs"][0]["pdn"]
    assert judged["findings"][0]["article_url"] == "/laws/standard-laws/#SL-I1c"
    assert "22-16" in judged["findings"][0]["sentence"]
    assert [move["canonical"] for move in judged["moves"]] == ["11-15", "23-19", "8-11"]
    plain = dict.fromkeys(
        ("is_mirrored", "uses_every_cell", "numbers_from_below", "ranks_from_above", "uses_letters"), False
    )
    assert judged["geometry"] == {"width": 8, "height": 8, **plain}
    assert answer["summary"]["illegal"] == 1
    assert not Game.objects.exists()


def test_games_beyond_the_limit_are_counted(client):
    answer = post(
        client, JUDGE, {"pdn": game("1. 11-15") + game("1. 9-14") + game("1. 9-13"), "limit": 1}
    ).json()
    assert (len(answer["games"]), answer["summary"]["left_out"]) == (1, 2)


@pytest.mark.parametrize(
    ("url", "data", "status", "code"),
    [
        pytest.param(JUDGE, {}, 400, "invalid", id="nothing sent"),
        pytest.param(JUDGE, {"pdn": "\x89PNG\r\n\x1a\n" + "\x00" * 90}, 400, "invalid", id="a PNG as text"),
        pytest.param(JUDGE, {"pdn": "no game at all"}, 422, "nothing_to_read", id="no game"),
        pytest.param(JUDGE, {"pdn": "1. 11-15", "law_book": "x"}, 422, "unknown_law_book", id="law book"),
        pytest.param(JUDGE, {"pdn": "1. 11-15", "variant": "x"}, 422, "unknown_variant", id="variant"),
        pytest.param(MOVES, {"variant": "x"}, 422, "unknown_variant", id="variant of a position"),
        pytest.param(MOVES, {"variant": "english", "fen": "B:W99"}, 422, "position_unreadable", id="FEN"),
        pytest.param(COMPARE, {"first": "1. 11-15"}, 400, "invalid", id="one sheet"),
        pytest.param(COMPARE, {"first": "1. 11-15", "second": "-"}, 422, "nothing_to_read", id="empty sheet"),
    ],
)
def test_refusals_are_problem_documents(client, url, data, status, code):
    problem(post(client, url, data), status, code)


def test_broken_json_a_wrong_media_type_a_wrong_method_and_a_wrong_address(client):
    problem(post(client, JUDGE, "{"), 400, "parse_error")
    problem(client.post(JUDGE, "x", content_type="text/csv"), 415, "unsupported_media_type")
    problem(client.get(JUDGE), 405, "method_not_allowed")
    problem(client.get("/api/v1/games/1/"), 404, "not_found")
    problem(client.get("/api/v1/law-books/none/"), 404, "not_found")
    problem(client.get("/api/v1/games/?year_from=x"), 400, "invalid")
    problem(client.get(f"/api/v1/games/?archive_import={-(10**27)}"), 400, "invalid")


def test_a_tag_of_5_mb_is_refused_and_the_limit_told(client, settings):
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1_000_000
    text = '[Event "' + "x" * 5_000_000 + '"]\n1. 11-15 *'
    document = problem(post(client, JUDGE, {"pdn": text}), 413, "text_too_long")
    assert document["facts"]["limit"] == 1_000_000
    problem(post(client, JUDGE, {"pdn": text[:1_500_000]}), 413, "text_too_long")


def test_nested_parentheses_are_judged(client):
    assert post(client, JUDGE, {"pdn": "1. 11-15 " + "(" * 100_000 + " 23-19"}).status_code == 200


def test_a_stranger_is_slowed_down(client, monkeypatch):
    monkeypatch.setattr(JudgeThrottle, "rate", "2/min")
    answers = [post(client, JUDGE, {"pdn": "1. 11-15"}) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert problem(answers[2], 429, "throttled")["facts"]["seconds"] > 0
    assert int(answers[2]["Retry-After"]) > 0


def test_moves_look_back_where_a_rule_does(client):
    shown = [
        "W:WK40,26:BK14",
        "B:WK1,26:BK14",
        "W:WK1,26:BK5",
        "B:WK6,26:BK5",
        "W:WK6,26:BK10",
        "B:WK1,26:BK10",
    ]
    asked = {"variant": "frisian", "fen": "W:WK1,26:BK5"}
    waits = post(client, MOVES, {**asked, "before": shown}).json()
    assert [move["text"] for move in waits["moves"]] == ["26-21"]
    told = waits["fen"]
    assert told == "W:W26,K1:BK5:+0+301"
    assert post(client, MOVES, {"variant": "frisian", "fen": told}).json() == waits
    free = post(client, MOVES, asked).json()
    assert len(free["moves"]) > 1
    assert post(client, MOVES, {**asked, "before": [*shown, shown[0]]}).status_code == 400


@pytest.mark.parametrize(
    ("variant", "fen", "winner"),
    [
        pytest.param("breakthrough", "B:W40,K1:B20", "white", id="the first king"),
        pytest.param("antidraughts", "B:W22:B", "black", id="nothing left to lose"),
        pytest.param("english", "W:W:B1", "black", id="nothing left"),
        pytest.param("english", "W:W32:B1", "", id="the game goes on"),
    ],
)
def test_moves_tell_who_has_won(client, variant, fen, winner):
    answer = post(client, MOVES, {"variant": variant, "fen": fen}).json()
    assert answer["winner"] == winner
    assert bool(answer["moves"]) is not bool(winner)


def test_moves_of_a_position(client):
    answer = post(client, MOVES, {"variant": "english", "fen": "B:W14:B1,9"}).json()
    assert (answer["side"], answer["must_capture"]) == ("black", True)
    assert answer["moves"] == [{"text": "9x18", "route": [9, 18], "captured": [14], "fen": "W:W:B1,18"}]


def test_two_score_sheets(client):
    sheets = {"first": "1. 11-15 23-19 2. 8-11 22-17", "second": "1. 11-15 23-19 2. 9-14 22-17"}
    answer = post(client, COMPARE, {**sheets, "variant": "english"}).json()
    assert (answer["agrees"], answer["differ_at"], answer["side"]) == (False, 3, "black")
    assert answer["reconciliations"][0]["sentence"]


def test_games_are_listed_read_and_downloaded(client, club):
    kept = save_game(
        organisation=club, actor=SYSTEM, text=game("1. 11-15 23-19", Event="<b>Cup</b>", GameType="21")
    )
    listed = client.get("/api/v1/games/", {"player": "white", "page_size": 1}).json()
    assert (listed["count"], listed["results"][0]["id"]) == (1, kept.pk)
    assert client.get("/api/v1/games/", {"has_findings": "true"}).json()["count"] == 0
    read = client.get(f"/api/v1/games/{kept.pk}/").json()
    assert (read["verdict"]["legal"], read["game"]["club"], read["game"]["event"]) == (
        True,
        "north",
        "<b>Cup</b>",
    )
    assert (
        client.get(f"/api/v1/games/{kept.pk}/", {"law_book": "wcdf"}).json()["verdict"]["law_book"] == "wcdf"
    )
    problem(client.get(f"/api/v1/games/{kept.pk}/", {"law_book": "x"}), 422, "unknown_law_book")
    pdn = client.get(f"/api/v1/games/{kept.pk}/pdn")
    assert pdn["Content-Type"] == "text/plain; charset=utf-8"
    assert "21,B,8,8,N1,0" in pdn.content.decode()
    problem(client.get(f"/api/v1/games/{kept.pk}/pdn", {"style": "x"}), 400, "invalid")


def test_law_books_with_their_articles(client):
    books = client.get("/api/v1/law-books/").json()
    assert "standard-laws" in {book["key"] for book in books}
    articles = client.get("/api/v1/law-books/acf-faq/").json()["articles"]
    assert {"SL-M8", "A-T1"} <= {article["id"] for article in articles}


# -- imports -------------------------------------------------------------------------------------------


def upload(client, data=None, **extra):
    file = SimpleUploadedFile("a.pdn", game("1. 11-15 23-19").encode() if data is None else data)
    return client.post(IMPORTS, {"file": file, "club": "north"}, **extra)


@pytest.fixture
def secretary(client, club):
    user = User.objects.create_user("secretary@north.example")
    RoleGrant.objects.create(user=user, role=Role.SECRETARY, organisation=club)
    client.force_login(user)
    return client


@pytest.mark.usefixtures("club")
def test_a_secretary_may_import_watch_stop_and_read_the_report(secretary):
    answer = upload(secretary)
    assert answer.status_code == 202
    assert answer["Location"] == reverse("games-api:import", args=[answer.json()["id"]])
    address = answer["Location"]
    assert secretary.get(address).json()["state"] == "waiting"
    assert secretary.get(f"{address}problems/").json()["count"] == 0
    problem(post(secretary, f"{address}first-result", {"first_result": "white"}), 409, "import_still_running")
    assert secretary.post(f"{address}cancel").json()["state"] == "cancelled"
    problem(secretary.post(f"{address}cancel"), 409, "import_is_over")
    assert (
        post(secretary, f"{address}first-result", {"first_result": "white"}).json()["first_result"]["answer"]
        == "white"
    )
    problem(post(secretary, f"{address}first-result", {"first_result": "red"}), 400, "invalid")
    assert secretary.get(IMPORTS).json()["count"] == 1


@pytest.mark.usefixtures("club")
def test_uploads_that_are_refused(secretary, settings):
    problem(upload(secretary, b""), 422, "nothing_to_read")
    problem(upload(secretary, b"\x89PNG\r\n\x1a\n" + bytes(500)), 422, "not_text")
    problem(secretary.post(IMPORTS, {"club": "north"}), 400, "invalid")
    file = SimpleUploadedFile("a.pdn", b"1. 11-15 *")
    problem(secretary.post(IMPORTS, {"file": file, "club": "nobody"}), 422, "unknown_club")
    settings.UPLOAD_LIMIT = 2000
    assert upload(secretary, b"1. 11-15 " * 1000).status_code == 413
    assert not ArchiveImport.objects.exists()


@pytest.mark.usefixtures("club")
@pytest.mark.parametrize(
    ("status", "extra"),
    [
        pytest.param(202, {}, id="a newcomer at the own machine"),
        pytest.param(202, {"HTTP_ORIGIN": "http://localhost"}, id="from the own page"),
        pytest.param(401, {"REMOTE_ADDR": "192.168.1.9"}, id="from the network"),
        pytest.param(401, {"HTTP_X_FORWARDED_FOR": "127.0.0.1"}, id="through a proxy"),
        pytest.param(401, {"HTTP_ORIGIN": "http://elsewhere.example"}, id="caused by another site"),
        pytest.param(401, {"HTTP_ORIGIN": "null"}, id="from a page that hides where it comes from"),
        pytest.param(
            401, {"HTTP_SEC_FETCH_SITE": "cross-site"}, id="caused by another site, told by the browser"
        ),
        pytest.param(401, {"HTTP_HOST": "testserver"}, id="under another name of this machine"),
    ],
)
def test_who_may_import_before_there_is_any_account(client, settings, status, extra):
    settings.DATABASE_URL = ""
    answer = upload(client, **{"HTTP_HOST": "localhost", **extra})
    assert answer.status_code == status, answer.content
    assert ArchiveImport.objects.exists() == (status == 202)
    if status == 401:
        problem(answer, 401, "not_signed_in")


@pytest.mark.usefixtures("club")
def test_the_first_account_ends_the_newcomers_leave(client, settings):
    settings.DATABASE_URL = ""
    User.objects.create_user("staff@north.example", is_staff=True)
    problem(upload(client, HTTP_HOST="localhost"), 401, "not_signed_in")


@pytest.mark.usefixtures("club")
def test_no_newcomer_on_a_served_site(client, settings):
    settings.DATABASE_URL = "postgresql://site/club"
    problem(upload(client, HTTP_HOST="localhost"), 401, "not_signed_in")


def test_an_account_without_a_role_may_not_stop_an_import(client, club):
    archive = start_import(
        organisation=club, stream=io.BytesIO(b"1. 11-15 *"), name="a", actor=SYSTEM, in_background=False
    )
    client.force_login(User.objects.create_user("player"))
    problem(client.post(f"{IMPORTS}{archive.pk}/cancel"), 403, "not_allowed")


def test_a_secretary_imports_into_the_own_club_alone(secretary, club):
    elsewhere = Organisation.objects.create(slug="south", name="South club")
    file = SimpleUploadedFile("a.pdn", b"1. 11-15 *")
    problem(secretary.post(IMPORTS, {"file": file, "club": "south"}), 403, "not_allowed")
    page = secretary.post("/games/imports/", {"file": file, "club": "south"})
    assert (page.status_code, ArchiveImport.objects.count()) == (403, 0)
    file.seek(0)
    assert secretary.post(IMPORTS, {"file": file}).json()["club"] == club.slug
    theirs = start_import(
        organisation=elsewhere, stream=io.BytesIO(b"1. 11-15 *"), name="a", actor=SYSTEM, in_background=False
    )
    problem(secretary.post(f"{IMPORTS}{theirs.pk}/cancel"), 403, "not_allowed")


# -- schema --------------------------------------------------------------------------------------------


def test_the_schema_is_valid_and_made_without_a_warning(capsys):
    schema = SchemaGenerator().get_schema(public=True)
    validate_schema(schema)
    assert capsys.readouterr().err == ""
    addresses = set(schema["paths"])
    assert {JUDGE, MOVES, COMPARE, IMPORTS, "/api/v1/games/", "/api/v1/games/{game_id}/pdn"} <= addresses
    for path in schema["paths"].values():
        for operation in path.values():
            refused = {status for status in operation["responses"] if status.startswith("4")}
            for status in refused:
                assert "application/problem+json" in operation["responses"][status]["content"]


def test_the_documents_run_under_the_strict_policy(client):
    answer = client.get("/api/v1/docs/")
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "script-src 'self'" in answer["Content-Security-Policy"]
    assert "unsafe" not in answer["Content-Security-Policy"]
    assert "<script>" not in page
    assert "<style" not in page
    assert "https://" not in page.replace("https://www.w3.org", "")


def test_an_illegal_move_is_played_on_from_over_the_api(client):
    pdn = "1. 11-15 22-18 2. 8-11 18-14 3. 9x18 23x14"
    (ended,) = post(client, JUDGE, {"pdn": pdn, "variant": "english"}).json()["games"]
    assert (ended["plies"], ended["played_on"]) == (2, None)
    offer = ended["first_error"]["play_on"]
    (game,) = post(client, JUDGE, {"pdn": pdn, "variant": "english", "play_on": True}).json()["games"]
    assert (game["plies"], game["first_error"]["play_on"]) == (6, None)
    assert game["played_on"] == {"plies": [3], "pdn": offer["pdn"]}
    assert game["moves"][2]["fen"] == offer["fen"]
    (again,) = post(client, JUDGE, {"pdn": offer["pdn"], "variant": "english"}).json()["games"]
    assert [one["sentence"] for one in again["findings"]] == [one["sentence"] for one in game["findings"]]
