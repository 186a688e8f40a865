"""A league match on two phones: from the poll to the table, with pages and taps counted."""

import pytest
from league_season import keys_of, league_of, secret_of
from playwright.sync_api import expect

from club.models import OutboxMessage
from tournaments.leagues.selectors.fixtures import fixture_lines
from tournaments.models import Outcome, TeamMember

NARROW = 390
EXPECTED = ["status of 404", "status of 406"]  # streams are given by the hub, which is not running here


@pytest.fixture
def season(site):
    """Two teams of four, who play on two boards in a week."""
    section = league_of(2)
    for member in TeamMember.objects.filter(entry__section=section, board_order=1):
        member.email = f"player{member.pk}@north.example"
        member.save(update_fields=["email"])
    return section


def test_a_match_from_the_poll_to_the_confirmed_table(open_page, site, season):
    (line,) = fixture_lines(season)
    home, guests = line.home, line.guests
    key = line.fixture.pairing_id
    phones = {}
    for team in (home, guests):  # one page: the match, by the link that the captain was mailed
        phones[team] = open_page(f"/t/{secret_of(team)}/{key}/", width=NARROW, expected=EXPECTED)
    taps = dict.fromkeys(phones, 0)

    def tap(team, name):
        phones[team].get_by_role("button", name=name).click()
        taps[team] += 1

    tap(home, "Ask the squad")
    expect(phones[home].get_by_text("Poll opened.")).to_be_visible()
    mail = OutboxMessage.objects.get(to__startswith="player", text__contains="/available/")
    path = mail.text.split("/available/")[1].split("/")[0]
    player = open_page(f"/available/{path}/", width=NARROW, expected=EXPECTED)
    player.get_by_role("button", name="yes", exact=True).click()  # one tap
    expect(player.get_by_text("Your answer: yes")).to_be_visible()
    for team in (home, guests):
        for member in keys_of(team, 1, 2):
            phones[team].locator(f"input[name='place-{member}'][value='p']").check()
            taps[team] += 1
        tap(team, "Hand in line-up")
        expect(phones[team].get_by_text("Line-up handed in.")).to_be_visible()
        if team == home:
            assert not phones[guests].get_by_text(f"{home.name}.1").is_visible()
    phones[home].reload()
    for board, choice in ((1, "Home"), (2, "Draw")):
        phones[home].locator(f"fieldset[data-board='{board}']").get_by_label(choice, exact=True).check()
        taps[home] += 1
    tap(home, "Submit results")
    expect(phones[home].get_by_text("Sent.", exact=True)).to_be_visible()
    phones[guests].reload()
    expect(phones[guests].get_by_text("has submitted results").first).to_be_visible()
    tap(guests, "Send answer")
    expect(phones[guests].get_by_text("Confirmed results")).to_be_visible()
    assert taps == {home: 7, guests: 4}
    outcomes = [game.outcome for game in line.fixture.pairing.games.order_by("number")]
    assert outcomes == [Outcome.WHITE, Outcome.DRAW]
    table = open_page(f"/e/{season.event.slug}/{season.slug}/league-table/", width=NARROW, expected=EXPECTED)
    expect(table.get_by_role("row").nth(1)).to_contain_text("3:1")
