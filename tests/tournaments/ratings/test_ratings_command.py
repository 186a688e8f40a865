"""manage.py ratings: a report shown and kept, a list worked out again."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from rated_club import counted, list_of, played_event, ratings_of
from test_rating_reports import corrected_result

from tournaments.models import RatingPeriod

pytestmark = pytest.mark.django_db


def command_output(*words):
    out = StringIO()
    call_command("ratings", *words, stdout=out)
    return out.getvalue()


def test_preview_keeps_nothing_and_commit_keeps_what_was_shown():
    event, row = played_event(rounds=1), list_of()
    shown = command_output("preview", event.slug, "--list", str(row.pk))
    assert not RatingPeriod.objects.exists()
    assert "Abbott\t1\t1\t0.50\t40\t1500\t1520\trated" in shown
    assert shown.endswith("players=6 games=6 left_out=0 unlinked=0\n")
    assert command_output("commit", event.slug, "--list", str(row.pk)) == shown + "report=1\n"
    assert ratings_of(row)["Abbott"] == 1520


def test_recompute_lists_what_differs_and_keeps_it_when_told_to():
    event, row = played_event(rounds=1), list_of()
    counted(event, row)
    again = ("recompute", "--list", str(row.pk))
    assert command_output(*again) == "reports=1 differences=0\n"
    corrected_result(event)
    with pytest.raises(SystemExit) as ended:
        command_output(*again)
    assert ended.value.code == 1
    assert ratings_of(row)["Abbott"] == 1520
    assert "kept=1520\tnow=1480" in command_output(*again, "--apply", "--reason", "Corrected")
    assert ratings_of(row)["Abbott"] == 1480
    assert command_output(*again) == "reports=1 differences=0\n"


@pytest.mark.parametrize("words", [("recompute", "--list", "99"), ("preview", "nowhere", "--list", "1")])
def test_what_is_not_there_is_said(words):
    with pytest.raises(CommandError):
        command_output(*words)
