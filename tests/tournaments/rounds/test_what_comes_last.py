"""The end of an event at the desk: no dead end after the last round, and what is final says so."""

import pytest
from club_evening import director, draft_of, played_of, published_of, section_of
from django.test import Client
from django.urls import reverse
from worlds import world

from club.core.actor import SYSTEM
from club.live.published import PAGE_CACHE
from tournaments.entries.services.entries import change_entry
from tournaments.models import Camp, Outcome
from tournaments.results.services.results import record_result
from tournaments.rounds.services.decisions import decide_match
from tournaments.rounds.services.rounds import close_round
from tournaments.standings.selectors.standings import camp_scores, standing_rows

pytestmark = pytest.mark.django_db
NEXT, LAST = "Pair round ", "The last round is closed. The standings are final."


@world
def desk():
    client = Client()
    client.force_login(director())
    return client


def page_of(desk, row):
    return desk.get(reverse("tournaments:desk_round", args=[row.pk])).content.decode()


def closed_of(section, **played):
    row = played_of(section, **played)
    return close_round(round_id=row.pk, actor=SYSTEM)


def public_of(section, name, *more):
    PAGE_CACHE.clear()
    address = reverse(f"tournaments:{name}", args=[section.event.slug, section.slug, *more])
    return Client().get(address).content.decode()


def test_after_the_last_round_the_page_leads_on(desk):
    section = section_of(4, rounds=2)
    first = closed_of(section)
    page = page_of(desk, first)
    assert NEXT in page
    assert LAST not in page
    assert ">final<" not in public_of(section, "standings")
    last = closed_of(section)
    page = page_of(desk, last)
    assert NEXT not in page
    assert LAST in page
    assert reverse("tournaments:desk_handout", args=[section.pk]) in page
    assert LAST not in page_of(desk, first)
    standings = desk.get(reverse("tournaments:desk_standings", args=[section.pk])).content.decode()
    assert ">final<" in standings
    assert ">final<" in public_of(section, "standings_after", 2)
    assert ">final<" not in public_of(section, "standings_after", 1)


def test_the_end_of_a_table_is_known_without_asking_for_another_round(desk):
    section = section_of(3, preset="round_robin")
    rows = [closed_of(section) for _ in range(3)]
    assert LAST in page_of(desk, rows[-1])
    assert NEXT not in page_of(desk, rows[-1])


def test_a_final_that_is_level_is_decided_before_anything_is_final(desk):
    section = section_of(2, preset="knockout", games_per_pairing=1)
    final = closed_of(section, outcomes=(Outcome.DRAW,))
    page = page_of(desk, final)
    assert LAST not in page
    assert "Tied: who advances?" in page
    pairing = final.pairings.get()
    decide_match(pairing_id=pairing.pk, winner_id=pairing.white_id, how="lot", note="", actor=SYSTEM)
    page = page_of(desk, final)
    assert LAST in page
    assert reverse("tournaments:tree", args=[section.event.slug, section.slug]) in page


def test_standings_of_the_moment_are_those_in_force_once_every_round_is_closed():
    section = section_of(4, rounds=2)
    row = published_of(section)
    assert "A round is in progress or not closed yet; these standings may change." in public_of(
        section, "standings_now"
    )
    pairings = row.pairings.all()
    assert pairings.count() == 2
    for pairing in pairings:
        pairing.games.update(outcome=Outcome.WHITE)
    close_round(round_id=row.pk, actor=SYSTEM)
    assert "A round is in progress or not closed yet; these standings may change." not in public_of(
        section, "standings_now"
    )
    draft_of(section)
    assert "A round is in progress or not closed yet; these standings may change." not in public_of(
        section, "standings_now"
    )


def teamed(section, clubs):
    for at, entry in enumerate(section.entries.order_by("pk")):
        camp = Camp.values[at % 2]
        change_entry(entry_id=entry.pk, camp=camp, club_name=clubs[at % 2], actor=SYSTEM)


def test_a_scheveningen_match_has_a_score():
    section = section_of(4, preset="scheveningen")
    assert camp_scores(section, standing_rows(section)) == []
    teamed(section, ("North", "South"))
    row = published_of(section)
    for pairing in row.pairings.select_related("white"):
        outcome = Outcome.WHITE if pairing.white.camp == Camp.FIRST else Outcome.DRAW
        pairing.games.update(outcome=outcome)
    scores = camp_scores(section, standing_rows(section))
    assert [score.name for score in scores] == ["North", "South"]
    assert sum(score.points for score in scores) == 4
    assert scores[0].points > scores[1].points
    close_round(round_id=row.pk, actor=SYSTEM)
    page = public_of(section, "standings")
    for score in scores:
        assert f"{score.name} <b>{score.points}</b>" in page


def test_teams_without_one_club_keep_their_plain_names():
    section = section_of(4, preset="scheveningen")
    teamed(section, ("", ""))
    published_of(section)
    scores = camp_scores(section, standing_rows(section))
    assert [score.name for score in scores] == ["first team", "second team"]


def test_who_is_in_no_team_is_put_into_one_from_the_row(desk):
    section = section_of(2, preset="scheveningen")
    address = reverse("tournaments:desk_entries", args=[section.pk])
    assert desk.get(address).content.decode().count("no team") == 2
    for entry, camp in zip(section.entries.all(), Camp.values, strict=True):
        desk.post(reverse("tournaments:desk_entry_act", args=[entry.pk, "change"]), {"camp": camp})
    assert "no team" not in desk.get(address).content.decode()


def test_a_correction_that_changes_nothing_is_not_offered(desk):
    section = section_of(4, rounds=2)
    row = closed_of(section)
    pairing = row.pairings.filter(black__isnull=False).first()
    stands = pairing.games.get().outcome
    address = reverse("tournaments:desk_correct", args=[pairing.pk, 1])
    page = desk.get(address).content.decode()
    assert 'value="unplayed"' in page
    assert 'value="pending"' not in page  # a closed round loses no result
    assert (
        "This is already the current result. There is nothing to correct."
        in desk.get(address, {"outcome": stands}).content.decode()
    )
    assert "Correct result" in desk.get(address, {"outcome": "both_lost"}).content.decode()


@pytest.mark.parametrize(
    ("last_of", "rounds"),
    [
        pytest.param("white_is_first", 4, id="who comes from above wins the final"),
        pytest.param("upset", 5, id="who comes from below wins it, and a second one is played"),
    ],
)
def test_a_double_elimination_ends_with_its_last_match(desk, last_of, rounds):
    section = section_of(4, preset="knockout", system="double_elimination", games_per_pairing=1, deck="")
    for number in range(1, rounds + 1):
        row = published_of(section)
        for board in row.pairings.filter(black__isnull=False):
            first_wins = (board.white.rating > board.black.rating) != (last_of == "upset" and number == 4)
            outcome = Outcome.WHITE if first_wins else Outcome.BLACK
            record_result(pairing_id=board.pk, game=1, outcome=outcome, actor=SYSTEM)
        close_round(round_id=row.pk, actor=SYSTEM)
        page = page_of(desk, row)
        assert (LAST in page, NEXT in page) == (number == rounds, number < rounds)
    assert ">final<" in public_of(section, "standings_after", rounds)
