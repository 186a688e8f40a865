"""The checker talks along on a draft, and a round that breaks a rule is published with a reason only."""

import pytest
from club_evening import director, draft_of, played_of, section_of
from django.urls import reverse

from club.core.actor import SYSTEM
from club.models import AuditEntry
from tournaments.models import Round, RoundState
from tournaments.pairing.checking.comparison import Verdict
from tournaments.pairing.checking.findings import Code, illegal, quality
from tournaments.rounds.errors import IllegalRound
from tournaments.rounds.finding_messages import HEADINGS, SENTENCES, VERDICTS, article_text, finding_text
from tournaments.rounds.pages.checker import checker_panel
from tournaments.rounds.services.pairings import swap_players, turn_colours
from tournaments.rounds.services.rounds import publish_round

pytestmark = pytest.mark.django_db


def meeting_again(section):
    """A draft of round 2 in which two meet who met in round 1."""
    first = played_of(section).pairings.get(board_number=1)
    row = draft_of(section)
    at = {one: pairing for pairing in row.pairings.all() for one in (pairing.white_id, pairing.black_id)}
    partner = at[first.white_id]
    opponent = partner.black_id if partner.white_id == first.white_id else partner.white_id
    swap_players(
        round_id=row.pk, first_id=opponent, second_id=first.black_id, version=row.version, actor=SYSTEM
    )
    return Round.objects.select_related("section__event").get(pk=row.pk), first


@pytest.mark.parametrize("preset", ["acf", "blitz", "international", "micro", "round_robin"])
@pytest.mark.parametrize("players", [pytest.param(8, marks=pytest.mark.thorough), 9])
def test_a_round_of_the_engine_has_no_fault(preset, players):
    section = section_of(players, preset=preset, deck="")
    for _ in range(3):
        row = draft_of(section)
        row.section = section
        panel = checker_panel(row)
        assert panel.illegal == ()
        assert panel.engine is None
        row.delete()
        played_of(section)


@pytest.mark.parametrize("preset", ["acf", "blitz"])
def test_a_second_meeting_is_named_first(preset):
    row, first = meeting_again(section_of(8, preset=preset, deck=""))
    panel = checker_panel(row)
    assert "have already met in round 1." in panel.illegal[0].text
    assert first.white.name in panel.illegal[0].text
    assert panel.is_by_hand
    assert panel.engine.boards


def test_the_engine_says_what_it_would_have():
    row, _first = meeting_again(section_of(8))
    assert checker_panel(row).engine.verdict == (
        "The pairing engine would not allow this round: it breaks C.04.3 C1."
    )


def test_a_turned_board_is_no_fault_and_the_sides_are_told():
    section = section_of(8)
    row = draft_of(section)
    turn_colours(
        round_id=row.pk, pairing_id=row.pairings.get(board_number=1).pk, version=row.version, actor=SYSTEM
    )
    row.section = section
    panel = checker_panel(row)
    assert panel.illegal == ()
    assert panel.engine.verdict == "The pairing engine gives the same pairings with other colours."
    assert [group.heading for group in panel.quality] == ["Colours differ from the rule"]


def test_a_round_that_breaks_a_rule_is_published_with_a_reason_only():
    row, _first = meeting_again(section_of(8))
    with pytest.raises(IllegalRound) as refused:
        publish_round(round_id=row.pk, version=row.version, actor=SYSTEM)
    assert set(refused.value.facts["findings"]) == {"rematch"}
    assert Round.objects.get(pk=row.pk).state == RoundState.DRAFT
    publish_round(round_id=row.pk, version=row.version, actor=SYSTEM, reason="They asked for it.")
    entry = AuditEntry.objects.filter(action="tournaments.round.published").latest("pk")
    assert entry.reason == "They asked for it."


def test_the_page_names_the_fault_and_asks_for_the_reason(client):
    row, _first = meeting_again(section_of(8))
    client.force_login(director())
    page = reverse("tournaments:desk_round", args=[row.pk])
    publish = reverse("tournaments:desk_round_act", args=[row.pk, "publish"])
    text = client.get(page).content.decode()
    assert "have already met in round 1." in text
    assert 'name="reason"' in text
    told = client.post(publish, {"version": row.version}, follow=True).content.decode()
    assert "was not published" in told
    client.post(publish, {"version": row.version, "reason": "Both want to"})
    assert Round.objects.get(pk=row.pk).state == RoundState.PUBLISHED


def test_a_draft_without_faults_says_so(client):
    row = draft_of(section_of(8))
    client.force_login(director())
    text = client.get(reverse("tournaments:desk_round", args=[row.pk])).content.decode()
    assert "No violations" in text
    assert 'name="reason"' not in text


def test_every_code_and_verdict_has_its_words():
    assert set(HEADINGS) == set(Code)
    assert set(Code) - set(SENTENCES) == {Code.COLOUR_PREFERENCE, Code.STRONG_COLOUR_PREFERENCE}
    assert set(VERDICTS) == set(Verdict)


NAMES = {1: "Ann", 2: "Bob", 3: "Cid"}


@pytest.mark.parametrize(
    ("finding", "expected"),
    [
        pytest.param(
            illegal(Code.PLAYER_MISSING, (9,), "C.04.2"), "9 plays this round", id="an unknown number"
        ),
        pytest.param(
            quality(Code.COLOUR_PREFERENCE, (1, 2), "C12", bracket=4, count=2),
            "In the bracket of 4 points: Ann, Bob.",
            id="a criterion counted in a bracket",
        ),
        pytest.param(
            quality(Code.COLOUR_PREFERENCE, (1, 2), "C.04.3 1.7", preferred="W"),
            "Ann and Bob both prefer White.",
            id="the same of one pair",
        ),
        pytest.param(
            quality(Code.DIFFERS_FROM_TABLE, (1,), "C.05 annex 1", opponents=(0,)),
            "Opponents of Ann by the table: bye.",
            id="the table's bye",
        ),
        pytest.param(
            quality(Code.UPFLOAT_AGAIN_DIFFERENCE, (1, 2), "C19", bracket=4, count=(2, 1)),
            "In the bracket of 4 points: Ann, Bob, by 2, 1 points.",
            id="how far somebody floats",
        ),
    ],
)
def test_findings_in_words(finding, expected):
    assert finding_text(finding, NAMES).startswith(expected)


@pytest.mark.parametrize(
    ("article", "expected"),
    [
        ("C1", "C.04.3 C1"),
        ("5.2.4", "C.04.3 5.2.4"),
        ("C.05 annex 1", "C.05 annex 1"),
        ("section", "the section's own rules"),
    ],
)
def test_articles_in_words(article, expected):
    assert article_text(article) == expected


def test_a_finding_stands_in_the_row_of_its_board():
    row, first = meeting_again(section_of(8, preset="blitz", deck=""))
    pairings = list(row.pairings.select_related("white", "black"))
    panel = checker_panel(row, pairings)
    met = {frozenset((one.white_id, one.black_id)) for one in first.round.pairings.all()}
    again = {one.pk for one in pairings if frozenset((one.white_id, one.black_id)) in met}
    found = {key for key, lines in panel.by_board.items() if "Already met" in [each.text for each in lines]}
    assert found == again
    assert {each.severity for key in again for each in panel.by_board[key] if each.text == "Already met"} == {
        "illegal"
    }


def test_each_player_has_colours_so_far_and_floats():
    section = section_of(7, preset="blitz")
    first = played_of(section)
    row = draft_of(section)
    row.section = section
    pairings = list(row.pairings.select_related("white", "black"))
    facts = checker_panel(row, pairings).players
    board = first.pairings.get(board_number=1)
    assert (facts[board.white.number].colours, facts[board.black.number].colours) == ("w", "b")
    rested = first.pairings.get(bye="allocated").white.number
    assert (facts[rested].colours, facts[rested].floats[1]) == ("", "\N{DOWNWARDS ARROW}")
    for one in pairings:
        if one.black is not None:
            now = facts[one.white.number].floats[2], facts[one.black.number].floats[2]
            assert now in {("·", "·"), ("↓", "↑"), ("↑", "↓")}


def test_a_swap_on_the_page_is_offered_to_be_undone(client):
    row = draft_of(section_of(8))
    client.force_login(director())
    page, before = reverse("tournaments:desk_round", args=[row.pk]), seats(row)
    (first, _), (_, second) = before[:2]
    sent = {"player": [first, second], "version": row.version}
    answer = client.post(
        reverse("tournaments:desk_swap", args=[row.pk]), sent, headers={"hx-request": "true"}
    )
    assert answer.status_code == 302
    told = client.get(page, headers={"hx-request": "true"}).content.decode()
    assert 'id="round"' in told
    assert " swapped." in told
    client.post(reverse("tournaments:desk_undo_swap", args=[row.pk]))
    assert seats(row) == before
    assert " swapped." not in client.get(page).content.decode()
    stale = client.post(reverse("tournaments:desk_swap", args=[row.pk]), sent, headers={"hx-request": "true"})
    assert stale.headers["HX-Refresh"] == "true"  # the whole page tells why
    assert seats(row) == before


def test_one_form_turns_locks_and_unpairs_boards(client):
    row = draft_of(section_of(8))
    client.force_login(director())
    board = row.pairings.get(board_number=2)
    address = reverse("tournaments:desk_swap", args=[row.pk])
    client.post(address, {"turn": board.pk, "version": row.version})
    turned = row.pairings.get(board_number=2)
    assert (turned.white_id, turned.black_id) == (board.black_id, board.white_id)
    client.post(address, {"lock": turned.pk, "version": row.version + 1})
    assert row.pairings.get(board_number=2).is_locked
    assert client.post(address, {"apart": 999_999, "version": 1}).status_code == 404


def seats(row):
    return [(one.white_id, one.black_id) for one in row.pairings.order_by("board_number") if one.black_id]
