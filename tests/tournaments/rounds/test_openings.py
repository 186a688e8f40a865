"""Openings are drawn with a round: from the same seed the same, none twice, again with a reason."""

from collections import Counter

import pytest
from club_evening import director, draft_of, played_of, published_of, section_of
from django.urls import reverse

from club.core.actor import SYSTEM
from club.core.errors import ClubError
from club.models import AuditEntry
from games.ballots import DECKS, Status
from tournaments.core.errors import NoOpeningLeft, UnfitDeck
from tournaments.core.openings import DECK_NAMES, ballot_text, ballots_of
from tournaments.models import Pairing, Round, Section
from tournaments.results.errors import RoundClosed
from tournaments.results.services.results import record_result
from tournaments.rounds.errors import NoOpeningDrawn, RedrawNeedsReason, ResultsAlready
from tournaments.rounds.services.ballots import redraw_opening
from tournaments.rounds.services.pairings import swap_players
from tournaments.rounds.services.rounds import close_round

pytestmark = pytest.mark.django_db


def boards_of(row):
    return list(row.pairings.filter(black__isnull=False).order_by("board_number"))


def redrawn(row, board=1, reason="Both know it by heart", version=None):
    pairing = row.pairings.get(board_number=board)
    version = Round.objects.get(pk=row.pk).version if version is None else version
    return redraw_opening(pairing_id=pairing.pk, version=version, reason=reason, actor=SYSTEM)


@pytest.mark.parametrize(
    ("preset", "deck"), [("acf", "english_three_move"), ("micro", "russian_64_table"), ("blitz", "")]
)
def test_every_board_has_an_opening_of_the_presets_deck(preset, deck):
    row = draft_of(section_of(8, preset=preset))
    for pairing in boards_of(row):
        assert [ballot.deck for ballot in ballots_of(pairing.ballot)] == ([deck] if deck else [])


def test_four_games_have_two_openings():
    row = draft_of(section_of(4, preset="acf", games_per_pairing=4))
    for pairing in boards_of(row):
        first, second = ballots_of(pairing.ballot)
        assert first.number != second.number


def test_the_same_seed_draws_the_same():
    sections = [section_of(10, preset="acf", seed="2026") for _ in range(2)]
    drawn = [[pairing.ballot for pairing in boards_of(draft_of(section))] for section in sections]
    assert drawn[0] == drawn[1]
    assert len(set(drawn[0])) > 1
    assert [pairing.ballot for pairing in boards_of(draft_of(sections[0]))] == drawn[0]


def test_nobody_has_an_opening_twice_and_no_barred_one():
    section = section_of(6, preset="acf", deck="english_two_move")
    for _ in range(5):
        played_of(section)
    had = Counter()
    for pairing in Pairing.objects.filter(round__section=section, black__isnull=False):
        (ballot,) = ballots_of(pairing.ballot)
        assert ballot.status is not Status.BARRED
        had.update([(pairing.white_id, ballot.fen), (pairing.black_id, ballot.fen)])
    assert set(had.values()) == {1}


def test_one_opening_for_the_whole_round():
    section = section_of(8, preset="acf", one_ballot_a_round=True)
    first, second = played_of(section), draft_of(section)
    assert len({pairing.ballot for pairing in boards_of(first)}) == 1
    assert len({pairing.ballot for pairing in boards_of(second)}) == 1
    assert boards_of(first)[0].ballot != boards_of(second)[0].ballot


def test_swapped_players_do_not_get_an_opening_they_had():
    section = section_of(8, preset="acf", deck="english_two_move")
    played_of(section)
    row = draft_of(section)
    one, other = boards_of(row)[:2]
    swap_players(
        round_id=row.pk, first_id=one.white_id, second_id=other.white_id, version=row.version, actor=SYSTEM
    )
    for pairing in boards_of(row):
        for entry in (pairing.white, pairing.black):
            own = Pairing.objects.filter(round__section=section, white=entry) | Pairing.objects.filter(
                round__section=section, black=entry
            )
            assert own.values("ballot").distinct().count() == 2


def test_a_board_is_drawn_again_with_a_reason_and_stays_so():
    row = draft_of(section_of(8, preset="acf"))
    before = [pairing.ballot for pairing in boards_of(row)]
    pairing = redrawn(row)
    after = [pairing.ballot for pairing in boards_of(row)]
    assert after[0] == pairing.ballot != before[0]
    assert after[1:] == before[1:]
    assert pairing.redraws == 1
    entry = AuditEntry.objects.filter(action="tournaments.ballot.redrawn").get()
    assert entry.reason == "Both know it by heart"
    assert entry.before["opening"] == ballot_text(before[0])
    assert entry.after["opening"] == ballot_text(after[0])


def test_a_round_with_one_opening_is_drawn_again_as_a_whole():
    row = draft_of(section_of(8, preset="acf", one_ballot_a_round=True))
    before = boards_of(row)[0].ballot
    redrawn(row, board=2)
    assert {(pairing.ballot != before, pairing.redraws) for pairing in boards_of(row)} == {(True, 1)}
    assert len({pairing.ballot for pairing in boards_of(row)}) == 1


def test_drawing_again_is_refused_without_a_reason():
    row = draft_of(section_of(4, preset="acf"))
    with pytest.raises(RedrawNeedsReason):
        redrawn(row, reason="  ")


def test_drawing_again_is_refused_once_a_game_has_ended():
    row = published_of(section_of(4, preset="acf"))
    record_result(pairing_id=boards_of(row)[0].pk, game=1, outcome="draw", actor=SYSTEM)
    with pytest.raises(ResultsAlready):
        redrawn(row)
    assert redrawn(row, board=2).redraws == 1


def test_drawing_again_is_refused_in_a_closed_round():
    row = played_of(section_of(4, preset="acf"))
    close_round(round_id=row.pk, actor=SYSTEM)
    with pytest.raises(RoundClosed):
        redrawn(row)


def test_drawing_again_is_refused_where_nothing_was_drawn():
    with pytest.raises(NoOpeningDrawn):
        redrawn(draft_of(section_of(4)))


@pytest.mark.parametrize("deck", ["russian_64_table", "unknown"])
def test_a_deck_of_another_game_is_refused(deck):
    with pytest.raises(UnfitDeck) as refused:
        draft_of(section_of(4, preset="acf", deck=deck))
    assert "english_three_move" in refused.value.facts["known"]


def test_a_deck_that_is_used_up_is_refused(monkeypatch):
    monkeypatch.setattr("tournaments.core.openings.draw", lambda *_args, **_facts: _raise_none_left())
    with pytest.raises(NoOpeningLeft):
        draft_of(section_of(4, preset="acf"))


def _raise_none_left():
    from games.ballots import NoBallotLeft

    raise NoBallotLeft


def test_every_refusal_has_its_words():
    for refusal in (UnfitDeck, NoOpeningLeft, NoOpeningDrawn, RedrawNeedsReason):
        assert issubclass(refusal, ClubError)
        assert {"what", "next_step"} <= vars(refusal).keys()


def test_every_deck_has_its_name():
    assert set(DECK_NAMES) == set(DECKS)


def test_openings_stand_on_the_desk_and_the_public_page(client):
    section = section_of(8, preset="acf")
    row = published_of(section)
    opening = ballots_of(boards_of(row)[0].ballot)[0]
    public = reverse("tournaments:pairings", args=[section.event.slug, section.slug, 1])
    text = client.get(public).content.decode()
    assert opening.label in text
    assert reverse("tournaments:opening", args=["english_three_move", opening.number]) in text
    assert "Redraw opening" not in text
    client.force_login(director())
    board = reverse("tournaments:desk_board", args=[boards_of(row)[0].pk])
    desk = client.get(reverse("tournaments:desk_round", args=[row.pk])).content.decode()
    assert opening.label in desk
    assert board in desk
    assert "Redraw opening" in client.get(board).content.decode()


def test_the_desk_draws_again(client):
    row = draft_of(section_of(8, preset="acf"))
    client.force_login(director())
    pairing = boards_of(row)[0]
    address = reverse("tournaments:desk_redraw", args=[pairing.pk])
    told = client.post(address, {"version": row.version, "reason": ""}, follow=True).content.decode()
    assert "Redrawing an opening needs a reason." in told
    told = client.post(address, {"version": row.version, "reason": "Known"}, follow=True).content.decode()
    assert "Drawn opening:" in told
    assert boards_of(row)[0].ballot != pairing.ballot
    told = client.post(address, {"version": row.version, "reason": "Known"}, follow=True).content.decode()
    assert "Another person changed" in told


def test_the_settings_name_the_decks(client):
    section = section_of(4, preset="acf")
    client.force_login(director())
    text = client.get(reverse("tournaments:desk_settings", args=[section.pk])).content.decode()
    assert 'value="english_three_move" selected' in text
    assert Section.objects.get(pk=section.pk).deck == "english_three_move"


def test_every_deck_and_every_opening_has_a_page(client):
    deck = client.get(reverse("tournaments:deck", args=["english_three_move"])).content.decode()
    assert all(ballot.label in deck for ballot in DECKS["english_three_move"].ballots)
    assert deck.count("barred: never drawn") == sum(
        ballot.status is Status.BARRED for ballot in DECKS["english_three_move"].ballots
    )
    address = reverse("tournaments:opening", args=["russian_64_table", 1])
    assert "small-board" in client.get(address).content.decode()
    part = client.get(address, headers={"HX-Request": "true"}).content.decode()
    assert "small-board" in part
    assert "<html" not in part


@pytest.mark.parametrize("address", ["/openings/unheard_of/", "/openings/english_three_move/999/"])
def test_an_opening_that_is_not_there_is_not_found(client, address):
    assert client.get(address).status_code == 404
