"""What one request to the judge may cost: moves, games, and what stays in memory after it."""

import gc
import io
import json

import pytest
from django.core.handlers.wsgi import WSGIHandler
from django.test import RequestFactory
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


@pytest.mark.django_db
def test_nothing_large_waits_for_a_full_collection():
    """The text and the answer are free once sent: what cannot be reached does not contain them."""
    body = json.dumps({"pdn": f"{START}\n" + "1. 32-28 19-23 2. 28x19 14x23 " * 300}).encode()
    ask(body)
    gc.collect()
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        assert ask(body) > 50_000
        gc.collect()
        kept = [value for value in walk(gc.garbage) if isinstance(value, str | bytes) and len(value) > 5_000]
        lists = [value for value in gc.garbage if isinstance(value, list | dict)]
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()
    assert kept == []
    assert len(lists) < 400


def ask(body):
    """Ask as a server does; the size of the answer in bytes."""
    environ = RequestFactory().post("/api/v1/judge", b"", content_type="application/json").environ
    environ |= {
        "wsgi.input": io.BytesIO(body),
        "CONTENT_LENGTH": str(len(body)),
        "CONTENT_TYPE": "application/json",
    }
    told = []
    response = WSGIHandler()(environ, lambda status, *_more: told.append(status))
    size = sum(map(len, response))
    response.close()
    assert told == ["200 OK"]
    return size


def walk(garbage):
    """What the garbage holds directly, and in its instances' attributes."""
    for value in garbage:
        yield value
        yield from gc.get_referents(value)
