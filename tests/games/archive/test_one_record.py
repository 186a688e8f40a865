"""One record by every way in: import, pages, API and command find the same in it, on either kernel."""

import json

import pytest
from django.core.management import call_command
from django.urls import reverse
from django.utils.html import escape
from records import game

from games.models import Game

pytestmark = pytest.mark.django_db

# White's 22-16 is no move; one sign of it was misread.
RECORD = game("1. 11-15 23-19 2. 8-11 22-16 3. 4-8", GameType="21", Event="Glasgow")
PLAIN = ("legal", "plies", "variant", "law_book", "final_fen", "claims", "result")
OF_AN_ERROR = ("ply", "side", "text", "line", "column", "code", "article", "legal_moves")
OF_A_FINDING = ("code", "severity", "ply", "article", "facts")


def verdict(judged):
    """What is told of a record in more ways than one, without what each way adds in words."""
    error = judged["first_error"]
    return {
        **{name: judged[name] for name in PLAIN},
        "error": {name: error[name] for name in OF_AN_ERROR},
        "repairs": [(one["kind"], one["text"], one["reached"]) for one in error["repairs"]],
        "findings": [{name: one[name] for name in OF_A_FINDING} for one in judged["findings"]],
    }


def test_a_record_is_judged_alike_by_import_pages_api_and_command(client, bring_in, tmp_path, capsys):
    kept = Game.objects.get(archive_import=bring_in(RECORD.encode()))
    (asked,) = client.post("/api/v1/judge", {"pdn": RECORD}, content_type="application/json").json()["games"]
    stored = client.get(f"/api/v1/games/{kept.pk}/").json()
    (tmp_path / "one.pdn").write_text(RECORD)
    call_command("replay", str(tmp_path / "one.pdn"), format="jsonl")
    told = json.loads(capsys.readouterr().out.splitlines()[0])
    found = verdict(asked)
    assert (found["error"]["ply"], found["error"]["text"], found["legal"]) == (4, "22-16", False)
    assert found["repairs"][0] == ("digit", "22-17", 5)
    assert verdict(told) == found
    # The archive holds the record without the white space at its end, and has judged it when it came in.
    assert verdict(stored["verdict"]) == found
    assert (kept.is_legal, kept.ply_count, kept.final_fen) == (False, 3, found["final_fen"])
    (sentence,) = (finding["sentence"] for finding in asked["findings"])
    pages = [
        client.get(reverse("games:game", args=[kept.pk])),
        client.post(reverse("games:check"), {"pdn": RECORD}),
    ]
    for page in pages:
        assert escape(sentence.partition(" (")[0]) in page.content.decode()
        assert "22-17" in page.content.decode()
