"""What one request to the judge may cost: moves and games."""

import pytest
from django.urls import reverse

from games.core.errors import TooManyGames, TooMuchToJudge
from games.judging.services import judging
from games.judging.services.judging import first_record, judge_text

START = '[Event "x"]\n[GameType "20"]\n'
SHAPES = {
    "moves": "1. 32-28 19-23 2. 28x19 14x23 " * 10,
    "comments": "1. 32-28 " + "{so} " * 40,
    "variations": "1. 32-28 " + "(1. 31-27 19-23 {so}) " * 12,
    "signs": "1. 32-28 " + "$1 " * 40,
    "tags": "".join(f'[Note{number} "x"]\n' for number in range(40)) + "\n1. 32-28",
}


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("read", [lambda text: judge_text(text=text), first_record], ids=["judge", "first"])
def test_a_text_with_too_many_parts_is_refused(monkeypatch, shape, read):
    text = f"{START}{SHAPES[shape]} *\n\n"
    monkeypatch.setattr(judging, "MAX_PARTS", 60)
    read(text)
    monkeypatch.setattr(judging, "MAX_PARTS", 30)
    with pytest.raises(TooMuchToJudge) as refusal:
        read(text)
    assert refusal.value.facts == {"most": 30}


def test_the_parts_of_all_games_judged_are_added_up(monkeypatch):
    text = f"{START}\n1. 32-28 19-23 *\n\n" * 5
    monkeypatch.setattr(judging, "MAX_PARTS", 12)
    assert judge_text(text=text, limit=3).left_out == 2
    with pytest.raises(TooMuchToJudge):
        judge_text(text=text)


def test_games_beyond_those_judged_are_counted_to_a_limit(monkeypatch):
    text = f"{START}\n1. 32-28 19-23 *\n\n" * 5
    monkeypatch.setattr(judging, "MAX_COUNTED", 5)
    assert judge_text(text=text, limit=1).games == 5
    monkeypatch.setattr(judging, "MAX_COUNTED", 4)
    with pytest.raises(TooManyGames):
        judge_text(text=text, limit=1)


@pytest.mark.django_db
def test_the_pages_and_the_api_refuse_it_in_words(client, monkeypatch):
    monkeypatch.setattr(judging, "MAX_PARTS", 3)
    text = f"{START}\n1. 32-28 19-23 *"
    page = client.post(reverse("games:check"), {"pdn": text})
    assert page.status_code == 413
    assert "more than 3 moves" in page.content.decode()
    answer = client.post("/api/v1/judge", {"pdn": text}, content_type="application/json")
    assert answer.status_code == 413
    assert answer.json()["code"] == "too_much_to_judge"
