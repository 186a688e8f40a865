"""Names in every letter there is: what nobody sees in them makes no second player and no empty one."""

import pytest
from club_evening import director, draft_of, section_of

from club.core.actor import SYSTEM
from club.core.name_normalization import normalize_name
from tournaments.entries.entry_lists import EntryLine, read_lines
from tournaments.entries.errors import EnteredTwice, LineNotUnderstood, NameTaken
from tournaments.entries.services.entries import add_entries, ask_bye, change_entry
from tournaments.events.errors import RoundBeyond
from tournaments.models import Absence
from tournaments.teams.member_lines import read_members

RTL, ZERO, BOM, SOFT = "\u202e", "\u200b", "\ufeff", "\u00ad"
COMPOSED, APART = "\u00c9va", "E\u0301va"


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        (f"{RTL}Anderson", "Anderson"),
        (f"And{ZERO}erson{BOM}", "Anderson"),
        (f"Ander{SOFT}son", "Anderson"),
        (APART, COMPOSED),
        ("  A \t B\u00a0C ", "A B C"),
        ("\u0645\u06cc\u200c\u062e\u0648", "\u0645\u06cc\u200c\u062e\u0648"),
        (f"{ZERO}{RTL}\u200d", ""),
    ],
)
def test_a_name_keeps_what_is_seen(typed, kept):
    assert normalize_name(typed) == kept


def test_a_line_of_nothing_that_is_seen_is_refused():
    with pytest.raises(LineNotUnderstood):
        read_lines(f"Anderson\n{ZERO}; 1900")
    assert read_members(f"{RTL}Anna; 1900")[0].name == "Anna"


@pytest.mark.django_db
def test_the_same_name_in_other_letters_is_one_player(client):
    section = section_of(2)
    add_entries(section_id=section.pk, lines=[EntryLine(COMPOSED)], actor=SYSTEM)
    for typed in (APART, f"{ZERO}{COMPOSED}", f"{RTL}\u00e9VA"):
        with pytest.raises(EnteredTwice):
            add_entries(section_id=section.pk, lines=[EntryLine(typed)], actor=SYSTEM)
    client.force_login(director())
    address = f"/api/v1/sections/{section.pk}/entries/"
    answer = client.post(address, {"entries": [{"name": ZERO}]}, content_type="application/json")
    assert answer.status_code == 400


@pytest.mark.django_db
def test_nobody_takes_the_name_of_another():
    section = section_of(2)
    first, second = section.entries.order_by("pk")
    with pytest.raises(NameTaken):
        change_entry(entry_id=second.pk, name=first.name.upper(), actor=SYSTEM)
    second.refresh_from_db()
    assert second.name != first.name.upper()
    assert change_entry(entry_id=second.pk, name=second.name.upper(), actor=SYSTEM).name == "PLAYER 02"


@pytest.mark.django_db
@pytest.mark.parametrize("number", [0, -1, 100, 10**9])
def test_a_bye_is_asked_for_a_round_that_can_be(number):
    section = section_of(2)
    draft_of(section)
    entry = section.entries.first()
    with pytest.raises(RoundBeyond):
        ask_bye(entry_id=entry.pk, round_number=number, kind="half", actor=SYSTEM)
    assert not Absence.objects.exists()
