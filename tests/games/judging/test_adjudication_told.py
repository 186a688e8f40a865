"""`manage.py adjudicate`, the API and the pages: what is proved, and that it is advisory."""

import io
import json
import shlex
from contextlib import ExitStack
from html import unescape

import pytest
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.urls import reverse
from own_files import _own_files  # noqa: F401 - for every test here
from records import game

from club.core.actor import SYSTEM
from club.models import Organisation
from games.archive.services.archive import save_game
from games.core.api.throttles import AdjudicationThrottle
from games.judging.pages import adjudication as page
from games.judging.selectors import adjudication
from games.judging.selectors.adjudication import MAX_PIECES
from games.judging.selectors.endings import endings_folder

WON = "W:WK14,K18,23:BK5"
SEARCHED = "W:WK14,K18:BK1,K32,12"
TWICE = game("1... 8-12 2. 32-27", GameType="21", FEN="B:W32,K4:B3,K8")
UNSHIPPED = "base=russian; king_flies=no"
REFUSED = "The ending table for these rules is unusable"
ADVISORY = "Advisory only: no law book lets a table decide a game."


def adjudicate(*arguments):
    out = io.StringIO()
    call_command("adjudicate", *arguments, stdout=out)
    return out.getvalue()


def refused(*arguments):
    with pytest.raises(CommandError) as error:
        adjudicate(*arguments)
    assert error.value.returncode == 2
    return str(error.value)


class TestCommand:
    """Output and exit codes."""

    def test_value_distance_line_count_advice_and_articles(self):
        said = adjudicate("--variant", "english", "--fen", WON)
        assert "Proved: White wins. With best play by both sides it takes 2 more moves." in said
        assert "1... 14-9 2. 5x14 18x9" in said
        assert "The count of 50 moves (SL-D3) cannot be complete before the end" in said
        assert ADVISORY in said
        assert "SL-O3 Neither can win" in said

    def test_json_is_the_answer_of_the_api(self):
        found = json.loads(adjudicate("--variant", "english", "--fen", WON, "--format", "json"))
        assert (found["outcome"], found["winner"], found["distance"]) == ("proved_win", "white", 3)
        assert [move["text"] for move in found["line"]] == ["14-9", "5x14", "18x9"]
        assert found["counts"][0]["interference"] == "excluded"

    def test_what_is_not_proved_is_not_dressed_as_a_value(self):
        said = adjudicate("--variant", "english", "--fen", "W:WK14,K18:BK1,K32,12", "--nodes", "20")
        assert "Not proved" in said
        assert "Proved:" not in said

    def test_without_a_table_it_says_so_and_the_command_says_how_one_is_made(self):
        said = adjudicate("--house-rules", UNSHIPPED, "--fen", "W:WKc3:Ba7", "--nodes", "20")
        assert "There is no ending table for these rules yet" in said
        assert "build_endings --variant russian --house-rules" in said

    def test_one_piece_too_many_names_the_larger_table_where_one_can_be_built(self):
        said = adjudicate("--variant", "english", "--fen", SEARCHED, "--nodes", "20")
        assert "An ending table with 5 pieces would solve this" in said
        assert "manage.py build_endings --variant english --pieces 5" in said
        large = adjudicate("--variant", "international", "--fen", "W:WK1,15:BK45,36,K4", "--nodes", "1")
        assert "An ending table with" not in large

    def test_a_position_is_weighed_by_rules_of_a_house(self):
        fen = "W:WK1:BK10"  # a king that flies takes from afar
        flying = ["--house-rules", "base=english; king_flies=yes", "--fen", fen]
        assert "Not proved" not in adjudicate(*flying)
        found = json.loads(adjudicate("--variant", "english", *flying, "--format", "json"))
        assert found["variant"].startswith("4a55d23f6160; base=english; king_flies=yes")
        assert (found["winner"], found["law_book"]) == ("white", "standard-laws")
        assert [move["text"] for move in found["line"]] == ["1x15"]
        plain = json.loads(adjudicate("--variant", "english", "--fen", fen, "--format", "json"))
        assert plain["winner"] != "white"

    def test_the_book_asked_for_is_that_of_the_base(self):
        asked = ["--house-rules", "base=english; king_flies=yes", "--fen", "W:WK1:BK10"]
        found = json.loads(adjudicate(*asked, "--law-book", "wcdf", "--format", "json"))
        assert found["law_book"] == "wcdf"
        assert "--law-book fmjd-64 does not apply to english" in refused(*asked, "--law-book", "fmjd-64")

    def test_a_game_is_reported_on_by_rules_of_a_house(self, tmp_path):
        path = tmp_path / "far.pdn"
        path.write_text('[FEN "B:W32:BK1,K4"]\n[Result "*"]\n\n1. 1-19 32-28 2. 4-22 *\n')
        asked = ["--house-rules", "base=english; king_flies=yes", "--game", str(path), "--format", "json"]
        assert json.loads(adjudicate(*asked))["variant"] == "house-4a55d23f6160"
        weighed = json.loads(adjudicate(*asked, "--ply", "3"))
        assert weighed["fen"].startswith("W:W28:B")

    def test_rules_from_another_game_than_the_one_named_are_refused(self):
        said = refused("--variant", "russian", "--house-rules", "base=english; king_flies=yes", "--fen", WON)
        assert said == (
            "--house-rules is based on english, but the command specifies russian: use one variant."
        )
        assert "--house-rules has no base variant: start it with base=KEY. Variants:" in refused(
            "--house-rules", "king_flies=yes", "--fen", WON
        )

    def test_the_table_that_a_sentence_names_can_be_made(self, settings, tmp_path):
        settings.DATA_DIR = tmp_path
        asked = ["--house-rules", "base=english; king_flies=yes", "--fen", "W:WK32:BK1"]
        found = json.loads(adjudicate(*asked, "--nodes", "1", "--format", "json"))
        assert found["table_pieces"] == 0
        command = found["table_command"].removeprefix("manage.py ")
        call_command(*shlex.split(command), "--pieces", "2", stdout=io.StringIO())
        found = json.loads(adjudicate(*asked, "--format", "json"))
        assert (found["table_pieces"], found["source"]) == (2, "table")
        plain = json.loads(adjudicate("--variant", "english", "--fen", "W:WK32:BK1", "--format", "json"))
        assert plain["table_pieces"] == 4  # the shipped one is still that of the base

    @pytest.mark.parametrize("variant", ["canadian", "turkish", "antidraughts", "breakthrough"])
    def test_where_no_table_can_be_made_none_is_promised(self, variant):
        fen = "W:WKa1:BKh8" if variant == "turkish" else "W:WK1:BK46"
        said = adjudicate("--variant", variant, "--fen", fen, "--nodes", "20")
        assert "There is no table" not in said
        assert "build_endings" not in said

    def test_rules_with_a_memory_are_told(self):
        said = adjudicate("--variant", "frisian", "--fen", "W:WK28:BK1")
        assert "Under these rules, legal moves also depend on earlier moves" in said

    @pytest.mark.parametrize(
        ("variant", "fen", "winner"),
        [
            ("frisian", "W:W:BK1", "Black"),
            ("frisian", "W:W45:BK1,40,34", "Black"),
            ("thai", "B:WK1:B", "White"),
            ("antidraughts", "W:W:BK1", "White"),
        ],
    )
    def test_of_a_game_that_has_ended_the_winner_is_told_and_no_table_is_missed(self, variant, fen, winner):
        said = adjudicate("--variant", variant, "--fen", fen)
        assert f"Proved: {winner} wins." in said
        assert "The game has ended on the board." in said
        assert "There is no table" not in said

    def test_the_law_book_decides_counts_and_grounds(self):
        said = adjudicate("--variant", "english", "--fen", WON, "--law-book", "wcdf")
        assert "WCDF-1.32.2" in said
        assert "The arbiter decides under the articles below." in said

    @pytest.mark.parametrize(
        ("variant", "fen", "article"),
        [
            ("turkish", "W:WKa1:BKh8", "TK-D1"),
            ("frisian", "W:WK1:BK45", "FR-D2"),
            ("frysk", "W:WK1:BK45", "FR-D2"),
        ],
    )
    def test_an_ending_that_its_book_draws_at_once_is_told_though_nothing_is_proved(
        self, variant, fen, article
    ):
        said = adjudicate("--variant", variant, "--fen", fen, "--nodes", "20")
        assert "Not proved" in said
        assert f"immediate draw ({article})" in said
        assert "This line reaches an ending" not in said

    def test_a_draw_has_no_distance_wherever_it_was_found(self):
        for fen in ("W:WK1:BK5", "W:WK1:BK32"):
            found = json.loads(adjudicate("--variant", "english", "--fen", fen, "--format", "json"))
            assert (found["outcome"], found["distance"], found["within"]) == ("proved_draw", None, None)

    @pytest.mark.parametrize(
        ("book", "variant", "article"),
        [
            ("eda-before-2008", "english", "SL-O3"),
            ("spantsiretti", "spantsiretti", "F64-7.2.9"),
            ("killer", "killer", "FMJD-7.3"),
        ],
    )
    def test_a_derived_book_has_the_grounds_of_its_base_unconfirmed(self, book, variant, article):
        fen = "W:WKa1:BKh2" if variant == "spantsiretti" else "W:WK1:BK5"
        said = adjudicate("--variant", variant, "--fen", fen, "--law-book", book, "--nodes", "20")
        assert "It is unconfirmed whether this law book lets the arbiter decide" in said
        assert article in said

    def test_a_position_of_a_game_knows_what_was_counted_before(self, tmp_path):
        path = tmp_path / "game.pdn"
        path.write_text(TWICE, encoding="utf-8")
        found = json.loads(adjudicate("--game", str(path), "--ply", "2", "--format", "json"))
        assert found["fen"] == "B:W27,K4:B3,K12"
        assert found["winner"] == "black"
        assert found["counts"][0]["before"] == 0  # a man moved

    def test_the_report_of_a_file_names_every_turn(self, tmp_path):
        path = tmp_path / "games.pdn"
        path.write_text(TWICE + game("1. 11-15 23-19"), encoding="utf-8")
        said = adjudicate("--game", str(path))
        assert "8-12 by Black turned a won position into a drawn one; 8-11 would have preserved it." in said
        assert "No position had 4 pieces or fewer." in said
        lines = adjudicate("--game", str(path), "--format", "json").splitlines()
        assert [len(json.loads(line)["endings"]["turns"]) for line in lines] == [2, 0]

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (("--variant", "english", "--fen", "W:W40:B1"), "--fen is not a valid position on this board:"),
            (("--fen", WON), "--fen requires --variant:"),
            (("--variant", "english", "--fen", WON, "--seconds", "0"), "--seconds"),
            (("--variant", "english", "--fen", WON, "--nodes", "0"), "--nodes"),
            (("--variant", "english", "--fen", WON, "--ply", "3"), "--ply"),
            (("--variant", "english", "--fen", WON, "--law-book", "czech"), "does not apply to english"),
            (("--game", "nowhere.pdn"), "nowhere.pdn"),
        ],
    )
    def test_bad_usage_is_refused_with_exit_2(self, arguments, words):
        assert words in refused(*arguments)


@pytest.mark.django_db
class TestApi:
    """`/api/v1/positions/adjudicate`."""

    def ask(self, client, **asked):
        return client.post("/api/v1/positions/adjudicate", asked, content_type="application/json")

    def test_the_answer_has_value_line_counts_and_advice(self, client):
        answer = self.ask(client, variant="english", fen=WON)
        found = answer.json()
        assert answer.status_code == 200
        assert (found["outcome"], found["source"], found["table_pieces"]) == ("proved_win", "table", 4)
        assert found["advisory"] == ADVISORY
        assert found["articles"][0]["article_url"] == "/laws/standard-laws/#SL-O3"
        assert found["line"][0] == {
            "number": 1, "side": "white", "text": "14-9", "route": [14, 9], "captured": [],
            "fen": "B:W23,K9,K18:BK5",
        }  # fmt: skip

    @pytest.mark.parametrize(
        ("asked", "code"),
        [
            ({"variant": "english", "fen": "W:W40:B1"}, "position_unreadable"),
            ({"variant": "chess", "fen": WON}, "unknown_variant"),
            ({"variant": "english", "fen": WON, "law_book": "none"}, "unknown_law_book"),
            ({"variant": "english", "fen": "B:W21-32:B1-12"}, "too_many_pieces"),
        ],
    )
    def test_refusals_are_problem_documents(self, client, asked, code):
        answer = self.ask(client, **asked)
        assert (answer.status_code, answer.json()["code"]) == (422, code)
        assert "manage.py" not in answer.content.decode()  # a visitor of the site has no command line

    def test_who_is_signed_in_waits_too_when_asking_too_often(self, client, django_user_model, monkeypatch):
        monkeypatch.setattr(AdjudicationThrottle, "rate", "1/min")
        cache.clear()
        client.force_login(django_user_model.objects.create_user("asker"))
        assert self.ask(client, variant="english", fen=WON).status_code == 200
        assert self.ask(client, variant="english", fen=WON).status_code == 429
        cache.clear()

    def test_only_some_searches_run_at_once(self, client):
        with ExitStack() as others:
            for _ in range(adjudication.AT_ONCE):
                others.enter_context(adjudication.SLOTS.taken())
            answer = self.ask(client, variant="english", fen=SEARCHED)
            assert (answer.status_code, answer.json()["code"]) == (429, "too_many_searches")
            assert answer.json()["next"] == "Wait 2 seconds, then try again."
        assert self.ask(client, variant="english", fen=SEARCHED).status_code == 200

    @pytest.mark.parametrize(
        ("variant", "fen", "source"),
        [
            pytest.param("english", WON, "table", id="by the table"),
            pytest.param("english", "W:W:BK1", "rules", id="as the game has ended"),
            pytest.param("english", "W:WK18,K15,K14:BK1,K5", "search", id="by a few moves"),
            pytest.param("frisian", "W:WK28:BK1", "", id="that nothing can be proved"),
        ],
    )
    def test_what_is_told_at_once_is_told_whoever_searches(self, client, variant, fen, source):
        with ExitStack() as others:
            for _ in range(adjudication.AT_ONCE):
                others.enter_context(adjudication.SLOTS.taken())
            answer = self.ask(client, variant=variant, fen=fen)
        assert (answer.status_code, answer.json()["source"]) == (200, source)

    @pytest.mark.parametrize(
        ("variant", "fen", "moves"),
        [
            ("russian", "W:WKa1,Kc5,Kd8:BKg3", 10),
            ("brazilian", "W:WKa1,Kc5,Kd8:BKg3", 10),
            ("international", "W:WK1,K2,K3,K4:BK28", 5),
        ],
    )
    def test_kings_against_one_are_won_by_the_table_of_their_game(self, client, variant, fen, moves):
        found = self.ask(client, variant=variant, fen=fen).json()
        assert (found["outcome"], found["source"], found["line_is_whole"]) == ("proved_win", "table", True)
        assert f"it takes {moves} more moves" in found["sentence"]
        assert found["line"][-1]["number"] == moves
        assert found["table_sentence"] == ""

    def test_a_judged_game_has_its_turns(self, client):
        answer = client.post("/api/v1/judge", {"pdn": TWICE}, content_type="application/json").json()
        assert [turn["keeping"] for turn in answer["games"][0]["endings"]["turns"]] == [["8-11"], ["4-8"]]


@pytest.mark.django_db
class TestPages:
    """The page of its own, the viewer, and how often one may ask."""

    def test_the_page_answers_without_a_script(self, client):
        text = client.get(reverse("games:adjudicate"), {"variant": "english", "fen": WON}).content.decode()
        assert "Proved: White wins." in text
        assert ADVISORY in text
        assert "/laws/standard-laws/#SL-O3" in text

    def test_a_script_gets_the_answer_alone(self, client):
        answer = client.get(
            reverse("games:adjudicate"), {"variant": "english", "fen": WON}, headers={"HX-Request": "true"}
        )
        assert "<html" not in answer.content.decode()
        assert 'data-outcome="proved_win"' in answer.content.decode()

    def test_without_a_position_there_is_the_form(self, client):
        assert "Analyse position" in client.get(reverse("games:adjudicate")).content.decode()

    def test_nonsense_is_refused_in_words(self, client):
        answer = client.get(reverse("games:adjudicate"), {"variant": "english", "fen": "zzz"})
        assert answer.status_code == 422
        assert "The FEN is not a valid position:" in answer.content.decode()

    def test_rules_of_a_house_are_weighed_and_no_command_is_named_to_a_visitor(self, client):
        asked = {"variant": "base=english; king_flies=yes", "fen": "W:WK1:B"}
        answer = client.get(reverse("games:adjudicate"), asked)
        assert answer.status_code == 200
        assert "data-outcome" in answer.content.decode()
        assert "English draughts (American checkers): flying kings</option>" in unescape(
            answer.content.decode()
        )
        open_still = client.get(reverse("games:adjudicate"), {**asked, "fen": "W:WK1,K2:BK32,K31,12"})
        text = unescape(open_still.content.decode())
        assert "There is no ending table for these rules yet" in text
        assert "manage.py" not in text

    def test_the_address_is_in_the_navigation_of_every_public_page(self, client):
        text = client.get(reverse("games:laws")).content.decode()
        assert f'<a href="{reverse("games:adjudicate")}">Is this won?</a>' in text

    def test_the_line_has_numbers_and_each_move_an_address_of_its_own(self, client):
        text = client.get(reverse("games:adjudicate"), {"variant": "english", "fen": WON}).content.decode()
        assert '<span class="proof__number">1…</span>' in text
        assert '<span class="proof__number">2.</span>' in text
        assert (
            f'href="{reverse("games:adjudicate")}?variant=english&amp;fen=B%3AW23%2CK9%2CK18%3ABK5"' in text
        )

    def test_the_board_and_the_link_show_what_was_asked(self, client):
        asked = {"variant": "russian", "fen": "W:WKa1,Kc5,Kd8:BKg3"}
        text = client.get(reverse("games:adjudicate"), asked).content.decode()
        assert '<draughts-board fen="W:WKd8,Kc5,Ka1:BKg3"' in text
        assert (
            "http://testserver/games/adjudicate/?variant=russian&amp;fen=W%3AWKa1%2CKc5%2CKd8%3ABKg3" in text
        )

    def test_who_asks_too_often_waits(self, client, monkeypatch):
        monkeypatch.setattr(page, "MAX_QUESTIONS", 1)
        cache.clear()
        asked = {"variant": "english", "fen": WON}
        assert client.get(reverse("games:adjudicate"), asked).status_code == 200
        assert client.get(reverse("games:adjudicate"), asked).status_code == 429
        cache.clear()

    def test_the_viewer_asks_about_the_position_shown_and_lists_the_turns(self, client):
        club = Organisation.objects.create(slug="north", name="North")
        kept = save_game(text=TWICE, organisation=club, actor=SYSTEM)
        text = client.get(reverse("games:game", args=[kept.pk]), {"ply": 1}).content.decode()
        assert "Turning points in the ending" in text
        assert "8-12 by Black turned a won position into a drawn one" in text
        assert f"game={kept.pk}" in text
        answer = client.get(
            reverse("games:adjudicate"),
            {"variant": "english", "fen": "W:W32,K4:B3,K12", "game": kept.pk, "ply": 1},
        )
        assert "Proved: a draw." in answer.content.decode()

    def test_a_full_board_is_not_asked_about(self, client):
        club = Organisation.objects.create(slug="north", name="North")
        kept = save_game(text=game("1. 11-15 23-19"), organisation=club, actor=SYSTEM)
        text = client.get(reverse("games:game", args=[kept.pk])).content.decode()
        assert f'data-most="{MAX_PIECES}" hidden' in text


@pytest.mark.django_db
class TestDamagedTables:
    """A file of endings that is not what it was: told, and searched without it."""

    @pytest.fixture(autouse=True)
    def own_table(self, tmp_path, settings):
        settings.DATA_DIR = tmp_path
        call_command("build_endings", house_rules=UNSHIPPED, pieces=2, stdout=io.StringIO())

    def files(self):
        return sorted(endings_folder().glob("*/*.endings"))

    def ask(self, client):
        asked = {"variant": UNSHIPPED, "fen": "W:WKd4:Ba7"}
        return client.get(reverse("games:adjudicate"), asked).content.decode()

    def test_a_block_that_was_changed(self, client):
        assert REFUSED not in self.ask(client)
        for file in self.files():
            content = bytearray(file.read_bytes())
            content[-1] ^= 0xFF
            file.write_bytes(bytes(content))
        said = self.ask(client)
        assert REFUSED in said
        assert "data-outcome" in said

    def test_a_file_that_is_something_else(self, client):
        self.files()[0].write_bytes(b"nothing of the kind")
        assert REFUSED in self.ask(client)

    def test_a_folder_with_the_name_of_a_file(self, client):
        self.files()[0].unlink()
        (self.files()[0].parent / "1k-1k.endings").mkdir()
        assert REFUSED in self.ask(client)

    def test_a_judged_game_goes_without_the_table(self, client):
        for file in self.files():
            file.write_bytes(file.read_bytes()[:-1])
        pdn = game("1. c3-d4 b8-a7", GameType="25", HouseRules=UNSHIPPED, FEN="W:WKc3:BKb8")
        answer = client.post("/api/v1/judge", {"pdn": pdn}, content_type="application/json")
        assert answer.status_code == 200
        assert answer.json()["games"][0]["endings"] == {"pieces": 0, "from_ply": None, "turns": []}
