"""The check page: a record in, verdicts out, refusals that say what to do."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from games.house_rules.variant_names import variant_name
from games.rules import VARIANTS

LEGAL = '[White "A"]\n[Black "B"]\n[Result "*"]\n\n1. 11-15 23-19 2. 8-11 22-17 *\n'
ILLEGAL = '[White "C"]\n[Black "D"]\n[Result "*"]\n\n1. 11-15 22-18 2. 8-11 *\n'

pytestmark = pytest.mark.django_db


def judge(client, **fields):
    return client.post(reverse("games:check"), fields)


def test_a_pasted_record_is_judged_and_the_text_stays_in_the_form(client):
    response = judge(client, pdn=LEGAL)
    text = response.content.decode()
    assert response.status_code == 200
    assert "Legal throughout" in text
    assert "1. 11-15 23-19 2. 8-11 22-17" in text


def test_a_chosen_file_is_judged(client):
    response = judge(client, file=SimpleUploadedFile("game.pdn", ILLEGAL.encode()))
    assert "Illegal move" in response.content.decode()


def test_a_file_in_an_old_encoding_is_judged(client):
    record = '[White "Иванов"]\n[Black "Петров"]\n\n1. 11-15 23-19 *\n'.encode("windows-1251")
    response = judge(client, file=SimpleUploadedFile("game.pdn", record))
    assert response.status_code == 200
    assert "Иванов" in response.content.decode()


def test_several_games_are_listed_and_the_first_bad_one_is_opened(client):
    text = judge(client, pdn=LEGAL + "\n" + ILLEGAL + "\n" + LEGAL).content.decode()
    assert "3 games" in text
    assert 'id="game-2"' in text
    assert text.count('class="verdict-line"') == 3


def test_another_game_of_the_text_can_be_opened(client):
    text = judge(client, pdn=LEGAL + "\n" + ILLEGAL, show="1").content.decode()
    assert 'id="game-1"' in text


def test_htmx_gets_the_verdicts_alone(client):
    response = client.post(reverse("games:check"), {"pdn": LEGAL}, headers={"HX-Request": "true"})
    text = response.content.decode()
    assert text.strip().startswith('<section id="verdicts"')
    assert "<html" not in text


def test_nothing_to_judge_is_told_beside_the_field(client):
    response = judge(client, pdn="  \n")
    assert response.status_code == 422
    text = response.content.decode()
    assert "Paste or type a game record" in text
    assert 'aria-invalid="true"' in text


@pytest.mark.parametrize(
    ("content", "words"),
    [
        pytest.param(b"\x89PNG\r\n\x1a\n" + bytes(64), "not text", id="a picture"),
        pytest.param(b"", "No game record found", id="an empty file"),
    ],
)
def test_what_is_no_record_is_refused_with_what_to_do(client, content, words):
    response = judge(client, file=SimpleUploadedFile("game.pdn", content))
    assert response.status_code == 422
    assert words in response.content.decode()


def test_a_picture_is_named_and_is_the_only_complaint(client):
    picture = SimpleUploadedFile("game.pdn", b"\x89PNG\r\n\x1a\n" + bytes(64))
    text = judge(client, file=picture).content.decode()
    assert "This is a PNG image, not text." in text
    assert "Null characters" not in text


@pytest.mark.parametrize(
    ("content", "kept"),
    [
        pytest.param('[White "Иванов"]\n1. 11-15 23-19 *\n'.encode("windows-1251"), "Иванов", id="Cyrillic"),
        pytest.param(LEGAL.encode("utf-16"), "22-17 *", id="UTF-16 with its mark"),
        pytest.param(b"1. 11-15\x00 23-19 2. 8-11 22-17 *", "11-15 23-19", id="a zero byte among the moves"),
    ],
)
def test_the_form_keeps_a_file_as_it_was_read(client, content, kept):
    response = judge(client, file=SimpleUploadedFile("game.pdn", content))
    text = response.content.decode()
    assert response.status_code == 200
    assert kept in text.partition("<textarea")[2].partition("</textarea>")[0]
    assert 'class="field__error" id=' not in text


def test_the_limit_is_told_before_and_at_refusal(client, settings):
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 2048
    assert "up to 2.0" in client.get(reverse("games:check")).content.decode()
    response = judge(client, file=SimpleUploadedFile("game.pdn", b"1. 11-15 " * 400))
    assert response.status_code == 413
    assert "2.0" in response.content.decode()


def test_a_text_beyond_the_limit_is_refused_with_the_limit(client, settings):
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 2048
    response = judge(client, pdn="1. 11-15 " * 400)
    assert response.status_code == 413
    assert "2.0" in response.content.decode()
    assert "Request too large" in response.content.decode()


@pytest.mark.parametrize("field", ["law_book", "variant"])
def test_a_choice_that_is_not_offered_is_refused(client, field):
    response = judge(client, pdn=LEGAL, **{field: "no-such"})
    assert response.status_code == 422


def test_each_repair_can_be_tried_with_one_press(client):
    text = judge(client, pdn=ILLEGAL).content.decode()
    assert 'class="repair"' in text


def test_two_sheets_are_compared_to_the_first_difference(client):
    other = LEGAL.replace("22-17", "22-18")
    text = client.post(reverse("games:compare"), {"first": LEGAL, "second": other}).content.decode()
    assert "They differ at move 2 (White)" in text
    assert "22-17" in text
    assert "22-18" in text


def test_equal_sheets_agree(client):
    text = client.post(reverse("games:compare"), {"first": LEGAL, "second": LEGAL}).content.decode()
    assert "Both sheets record the same game" in text


def test_a_sheet_whose_position_cannot_be_read_is_named(client):
    odd = '[FEN "B:W99:B1"]\n\n1. 1-5 *\n'
    response = client.post(reverse("games:compare"), {"first": LEGAL, "second": odd})
    assert response.status_code == 422
    assert "Sheet 2 cannot be compared" in response.content.decode()


def test_the_position_of_the_other_sheet_is_shown_where_it_differs(client):
    first, second = (f'[FEN "B:W{square}:B1"]\n\n1. 1-5 *\n' for square in (32, 31))
    text = client.post(reverse("games:compare"), {"first": first, "second": second}).content.decode()
    assert "B:W31:B1" in text


def test_a_position_in_mid_game_that_cannot_be_read_is_shown_with_its_text(client):
    record = '1. 11-15 22-18 /FEN "W:W99"/ 15x22 *'
    text = client.post(reverse("games:check"), {"pdn": record}).content.decode()
    assert "W:W99" in text


def test_a_missing_sheet_is_asked_for(client):
    response = client.post(reverse("games:compare"), {"first": LEGAL, "second": ""})
    assert response.status_code == 422
    assert "Paste or type this score sheet." in response.content.decode()


@pytest.mark.parametrize(
    ("moves", "names"),
    [
        pytest.param("1. 11-15 23-19 2. 8-11 22-17", {"pool"}, id="a second common one"),
        pytest.param(
            "1. 32-28 19-23 2. 28x19 14x23", {"frisian", "killer", "breakthrough", "antidraughts"}, id="rare"
        ),
        pytest.param("", set(), id="no moves"),
    ],
)
def test_a_rule_set_found_by_replaying_is_told_with_those_that_go_as_far(client, moves, names):
    text = judge(client, pdn=f'[White "A"]\n[Black "B"]\n\n{moves} *\n').content.decode()
    assert "(detected from the moves" in text
    assert ("equally possible" in text) is bool(names)
    told = text.partition("equally possible: ")[2].partition(")</span>")[0]
    assert set(filter(None, told.split(", "))) == {str(variant_name(VARIANTS[name])) for name in names}


def test_a_rule_set_that_a_tag_names_is_compared_with_no_other(client):
    text = judge(client, pdn='[GameType "21"]\n\n1. 11-15 23-19 *\n').content.decode()
    assert "detected from the moves" not in text
    assert "equally possible" not in text


UNTAGGED = '[Result "{0}"]\n\n1. 11-15 23-19 2. 8-11 22-17 {0}\n\n'
READ_AS_BLACK = "1-0 read as: Black won (American order)."


@pytest.mark.parametrize(
    ("result", "winner", "switched"), [("1-0", "Black", "White"), ("0-1", "White", "Black")]
)
def test_an_untagged_result_tells_how_it_was_read_and_can_be_switched(client, result, winner, switched):
    pdn = UNTAGGED.format(result)
    text = judge(client, pdn=pdn, variant="english").content.decode()
    assert READ_AS_BLACK in text
    assert f"<span>{winner} won</span>" in text
    other = judge(client, pdn=pdn, variant="english", read_first="white").content.decode()
    assert "1-0 read as: White won." in other
    assert f"<span>{switched} won</span>" in other
    # what was chosen stays when another game is opened, and can be switched back
    assert 'name="first_result" value="white"' in other
    assert (
        "1-0 read as: White won."
        in judge(client, pdn=pdn, variant="english", first_result="white").content.decode()
    )
    back = judge(
        client, pdn=pdn, variant="english", first_result="white", read_first="black"
    ).content.decode()
    assert READ_AS_BLACK in back


def test_the_reading_of_untagged_results_is_told_once_for_a_text(client):
    text = judge(client, pdn=UNTAGGED.format("1-0") * 3, variant="english").content.decode()
    assert text.count("1-0 read as:") == 1


@pytest.mark.parametrize(
    ("pdn", "variant"),
    [
        pytest.param(UNTAGGED.format("1/2-1/2"), "english", id="a draw"),
        pytest.param(UNTAGGED.format("*"), "english", id="no result"),
        pytest.param('[GameType "21"]\n' + UNTAGGED.format("1-0"), "english", id="a GameType says it"),
        pytest.param('[Result "1-0"]\n\n1. 32-28 19-23 1-0\n', "international", id="White begins"),
    ],
)
@pytest.mark.parametrize("chosen", ["", "white"])
def test_nothing_is_asked_where_a_result_has_one_reading(client, pdn, variant, chosen):
    text = judge(client, pdn=pdn, variant=variant, first_result=chosen).content.decode()
    assert "1-0 read as:" not in text


AS_PLAYED = '<button class="button button--small" type="submit">Accept as played</button>'
LATE = '[White "C"]\n[Black "D"]\n[Result "*"]\n\n1. 11-15 22-18 2. 8-11 18-14 3. 9x18 23x14 *\n'


def test_an_illegal_move_is_gone_on_from_with_the_switch(client):
    ended = judge(client, pdn=LATE).content.decode()
    assert "Written, but not replayed" in ended
    response = judge(client, pdn=LATE, play_on="1")
    text = response.content.decode()
    assert "Written, but not replayed" not in text
    assert "1 illegal move was not corrected. It is marked in the PDN." in text
    assert response.context["sheet"].payload["equal_variants"]  # other games carry it as far
    assert "{[%stood b]} 8-11 /FEN" in response.context["pdn"]
    assert 'name="play_on" value="1" id="id_play_on" aria-describedby="id_play_on_helptext" checked' in text
    again = judge(client, pdn=response.context["pdn"]).context["sheet"].payload
    assert again["played_on"]["plies"] == [3]
    assert again["plies"] == 6


def test_one_press_goes_on_from_the_illegal_move(client):
    sheet = judge(client, pdn=LATE).context["sheet"]
    assert AS_PLAYED in judge(client, pdn=LATE).content.decode()
    text = judge(client, pdn=sheet.error_note.play_on["pdn"]).content.decode()
    assert "Written, but not replayed" not in text
    assert "It was played this way, and play continued from there." in text


def test_nothing_is_offered_where_no_hand_can_have_moved(client):
    response = judge(client, pdn=LATE.replace("8-11", "13-17"))
    assert "Illegal move" in response.content.decode()
    assert response.context["sheet"].error_note.play_on is None
    assert AS_PLAYED not in response.content.decode()
