"""Recorded games beside results: put there at the desk, looked at by everybody."""

import pytest
from club_evening import director, draft_of, published_of, section_of
from django.test import Client
from django.urls import reverse
from worlds import world

from club.audit.services import undo_entry
from club.core.actor import SYSTEM, VISITOR, Actor
from club.core.errors import NotAllowed
from club.models import AuditEntry, Organisation
from games.archive.services.archive import save_game
from games.models import Game
from games.pdn import read_game
from tournaments.models import GameResult, Section
from tournaments.records.errors import RecordOfAnotherBoard, RecordOfAnotherGame, UnknownRecord
from tournaments.records.selectors.section_games import section_pdn
from tournaments.records.services.game_records import link_record, unlink_record
from tournaments.results.errors import NoGames, UnknownGame
from tournaments.results.services.results import record_result
from tournaments.teams.errors import RoundNotPublished

pytestmark = pytest.mark.django_db
TAGS = '[GameType "21"]\n[White "Anderson"]\n[Black "Wyllie"]\n[Result "1/2-1/2"]\n'
RECORD = f"{TAGS}\n1. 11-15 23-19 2. 8-11 22-17 1/2-1/2\n"
OTHER = RECORD.replace("22-17", "26-23")
INTERNATIONAL = '[GameType "20"]\n[Result "1-1"]\n\n1. 32-28 19-23 1-1\n'


@world
def row():
    """A published round of two-game pairings in English draughts, with a bye."""
    return published_of(section_of(5, preset="acf"))


def board(row, number=1):
    return row.pairings.get(board_number=number)


def linked(row, number=1, game=1, **facts):
    facts = facts or {"text": RECORD}
    return link_record(pairing_id=board(row, number).pk, game=game, actor=SYSTEM, **facts)


def test_a_pasted_record_is_kept_and_stands_beside_the_result(row):
    result = linked(row)
    assert result.game.white == "Anderson"
    assert result.game.organisation_id == row.section.event.organisation_id
    entry = AuditEntry.objects.get(action="tournaments.record.linked")
    assert (entry.before["record"], entry.after["record"]) == (None, result.game_id)
    unlink_record(pairing_id=board(row).pk, game=1, actor=SYSTEM)
    assert GameResult.objects.get(pk=result.pk).game is None
    assert Game.objects.filter(pk=entry.after["record"]).exists()  # the archive keeps it


def test_a_game_of_the_archive_is_found_by_its_number(row):
    club = row.section.event.organisation
    kept = save_game(organisation=club, text=RECORD, actor=SYSTEM)
    assert linked(row, record_id=kept.pk).game_id == kept.pk


def test_a_pasted_record_that_the_archive_has_is_taken_from_there(row):
    kept = save_game(organisation=row.section.event.organisation, text=RECORD, actor=SYSTEM)
    assert linked(row).game_id == kept.pk
    again = linked(row, number=2)  # the same moves at another board are another game
    assert again.game_id != kept.pk
    assert Game.objects.count() == 2


def test_the_same_text_sent_again_is_the_same_record(row):
    first = linked(row).game_id
    assert linked(row).game_id == first
    other = linked(row, number=2).game_id
    assert linked(row, number=2).game_id == other != first
    unlink_record(pairing_id=board(row).pk, game=1, actor=SYSTEM)
    assert linked(row, number=2).game_id == other
    assert linked(row).game_id == first
    assert Game.objects.count() == 2
    assert AuditEntry.objects.filter(action="tournaments.record.linked").count() == 3


PLAYED = {
    "pool": "1. 11-15 23-19 *",
    "jamaican_pool": "1. a3-b4 h6-g5 *",
    "brazilian": "1. c3-d4 d6-c5 2. b2-c3 f6-g5 *",
    "czech": "1. c3-d4 d6-c5 2. b2-c3 f6-g5 *",
    "portuguese": "1. 11-15 23-20 *",
    "killer": "1. 32-28 19-23 2. 28x19 14x23 *",
    "frisian": "1. 32-28 19-23 2. 28x19 14x23 *",
    "antidraughts": "1. 32-28 19-23 2. 28x19 14x23 *",
}


@pytest.mark.parametrize("variant", PLAYED)
def test_a_record_without_a_word_on_its_game_is_one_of_the_section(variant):
    section = section_of(2)
    Section.objects.filter(pk=section.pk).update(variant=variant)
    kept = linked(published_of(Section.objects.get(pk=section.pk)), text=PLAYED[variant]).game
    assert (kept.variant, kept.is_legal) == (variant, True)


def test_a_record_that_goes_further_in_another_game_is_not_one_of_the_section():
    section = section_of(2)
    Section.objects.filter(pk=section.pk).update(variant="killer")
    row = published_of(Section.objects.get(pk=section.pk))
    with pytest.raises(RecordOfAnotherGame):
        linked(row, text="1. 11-15 23-19 2. 8-11 22-17 *")


def test_what_cannot_stand_there_is_refused(row):
    club = row.section.event.organisation
    south = Organisation.objects.create(slug="south", name="South")
    foreign = save_game(organisation=south, text=RECORD, actor=SYSTEM)
    with pytest.raises(UnknownRecord):
        linked(row, record_id=foreign.pk)
    with pytest.raises(UnknownRecord):
        linked(row, record_id=None)
    with pytest.raises(RecordOfAnotherGame):
        linked(row, text=INTERNATIONAL)
    assert not Game.objects.filter(organisation=club).exists()  # not kept for nothing
    first = linked(row)
    with pytest.raises(RecordOfAnotherBoard):
        linked(row, number=2, record_id=first.game_id)
    with pytest.raises(UnknownGame):
        linked(row, game=3)
    with pytest.raises(NoGames):
        link_record(pairing_id=row.pairings.get(black=None).pk, game=1, text=OTHER, actor=SYSTEM)
    draft = draft_of(section_of(4))
    with pytest.raises(RoundNotPublished):
        linked(draft)


def test_a_link_is_undone_and_not_over_a_later_one(row):
    site = Actor.of_user(director())
    pairing = board(row)
    link_record(pairing_id=pairing.pk, game=1, text=RECORD, actor=site)
    entry = AuditEntry.objects.filter(action="tournaments.record.linked").latest("pk")
    undo_entry(entry_id=entry.pk, actor=site)
    assert pairing.games.get(number=1).game is None
    away = AuditEntry.objects.filter(action="tournaments.record.unlinked").latest("pk")
    undo_entry(entry_id=away.pk, actor=site)
    assert pairing.games.get(number=1).game_id == entry.after["record"]


def test_nobody_else_puts_records_there(row):
    with pytest.raises(NotAllowed):
        link_record(pairing_id=board(row).pk, game=1, text=RECORD, actor=VISITOR)


# -- pages -------------------------------------------------------------------------------------------


def test_everybody_looks_at_the_games_and_takes_them_as_pdn(row):
    record = linked(row, game=2)
    record_result(pairing_id=board(row).pk, game=2, outcome="white", actor=SYSTEM)
    names = [row.section.event.slug, row.section.slug]
    text = Client().get(reverse("tournaments:section_games", args=names)).content.decode()
    assert reverse("games:game", args=[record.game_id]) in text
    white, black = board(row).black.name, board(row).white.name  # the sides change in game 2
    assert text.index(f">{white}<") < text.index(f">{black}</td>")
    answer = Client().get(reverse("tournaments:section_games_pdn", args=names))
    assert "attachment" in answer.headers["Content-Disposition"]
    assert "11-15 23-19" in answer.content.decode()
    empty = section_of(2)
    names = [empty.event.slug, empty.slug]
    assert (
        "No game records yet."
        in Client().get(reverse("tournaments:section_games", args=names)).content.decode()
    )


def test_a_record_that_says_nothing_of_the_game_has_its_tags_from_the_section(row):
    linked(row, text="1. 11-15 23-19 2. 8-11 22-17 *")
    linked(row, number=2)
    record_result(pairing_id=board(row).pk, game=1, outcome="white", actor=SYSTEM)
    bare, told = map(read_game, section_pdn(row.section).split("*\n\n"))
    tags = {tag.name: tag.value for tag in bare.tags}
    names = board(row).white.name, board(row).black.name
    assert (tags["White"], tags["Black"], tags["Round"]) == (*names, "1.1.1")
    assert tags["Event"] == f"{row.section.event.name}, {row.section.name}"
    assert tags["Result"] == "0-1"  # Black moves first, so that Black's figure is the first one
    tags = {tag.name: tag.value for tag in told.tags}
    assert (tags["White"], tags["Black"], tags["Result"]) == ("Anderson", "Wyllie", "1/2-1/2")


def test_the_desk_puts_a_record_there_and_takes_it_away(row, client):
    client.force_login(director())
    page = reverse("tournaments:desk_round_games", args=[row.pk])
    assert page in client.get(reverse("tournaments:desk_round", args=[row.pk])).content.decode()
    result = board(row).games.get(number=1)
    assert f"?game={result.pk}" in client.get(page).content.decode()
    assert "record-pdn" in client.get(page, {"game": result.pk}).content.decode()
    address = reverse("tournaments:desk_record", args=[board(row).pk, 1])
    told = client.post(address, {"pdn": RECORD}, follow=True).content.decode()
    result.refresh_from_db()
    assert reverse("games:game", args=[result.game_id]) in told
    client.post(address, {"away": "1"})
    result.refresh_from_db()
    assert result.game is None


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        ({"record": "777"}, "has no game 777"),
        ({}, "has no game"),
        ({"pdn": INTERNATIONAL}, "This game is of another variant"),
        ({"pdn": "%%%"}, "The pasted text is not a game record ("),
    ],
)
def test_a_refusal_is_told(row, client, sent, told):
    client.force_login(director())
    answer = client.post(reverse("tournaments:desk_record", args=[board(row).pk, 1]), sent, follow=True)
    assert answer.status_code == 200
    assert told in answer.content.decode()
