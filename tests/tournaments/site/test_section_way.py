"""The way of a section: the step it is at, the one next action, and what stands before it."""

import pytest
from club_evening import director, draft_of, played_of, published_of, section_of
from django.test import Client
from django.urls import reverse
from event_rows import somebody
from league_season import league_of
from team_evening import teams_of
from worlds import world

from club.core.actor import SYSTEM
from tournaments.entries.services.check_ins import check_in
from tournaments.events.services.closing import finish_event
from tournaments.events.services.setup_lists import set_prizes
from tournaments.models import EntryState, GameResult, Outcome, Pairing, Section
from tournaments.nights.services.nights import begin_night
from tournaments.prizes.services import award_prizes
from tournaments.results.services.results import record_result
from tournaments.rounds.services.decisions import decide_match
from tournaments.rounds.services.rounds import close_round, reopen_round
from tournaments.site.closing import closing_items
from tournaments.site.section_tabs import tabs_of
from tournaments.site.section_way import DraftErrors, StepKey, StepState, way_of

pytestmark = pytest.mark.django_db


@world
def desk():
    client = Client()
    client.force_login(director())
    return client


def fresh(section):
    return Section.objects.select_related("event").get(pk=section.pk)


def told(section, **seen):
    """The step, the label of the action and the obstacle."""
    way = way_of(fresh(section), **seen)
    now = way.now.key if way.now.state == StepState.NOW else None
    return now, way.action and way.action.label, way.obstacle and way.obstacle.text


def address_of(name, *keys):
    return reverse(f"tournaments:{name}", args=keys)


def test_a_section_goes_from_its_players_to_the_end(django_assert_max_num_queries):
    section = section_of(0, rounds=1)
    assert told(section) == (StepKey.PLAYERS, "Add players", None)
    section = section_of(4, rounds=1)
    with django_assert_max_num_queries(3):
        assert told(section) == (StepKey.PAIR, "Pair round 1", None)
    row = draft_of(section)
    assert told(section) == (StepKey.PUBLISH, "Review round 1", None)
    at = address_of("desk_round", row.pk)
    assert told(section, page=at) == (StepKey.PUBLISH, "Publish round 1", None)
    row.delete()
    row = published_of(section)
    with django_assert_max_num_queries(2):
        assert told(section) == (StepKey.RESULTS, "Enter results", "2 boards have no result")
    first, second = row.pairings.order_by("board_number")
    record_result(pairing_id=first.pk, game=1, outcome=Outcome.DRAW, actor=SYSTEM)
    assert told(section)[2] == "Board 2 has no result"
    assert way_of(fresh(section)).obstacle.address.endswith(f"#board-{second.pk}")
    record_result(pairing_id=second.pk, game=1, outcome=Outcome.WHITE, actor=SYSTEM)
    assert told(section) == (StepKey.CLOSE, "Close round 1", None)
    close_round(round_id=row.pk, actor=SYSTEM)
    assert told(section) == (StepKey.PRIZES, "Close the event", None)
    finish_event(event_id=section.event_id, actor=SYSTEM)
    assert told(section) == (None, None, None)


def test_prizes_are_awarded_before_the_event_is_finished():
    section = section_of(4, rounds=1)
    rows = [{"place": 1, "amount": 5000}]
    set_prizes(section_id=section.pk, rows=rows, currency="EUR", sharing="equal", actor=SYSTEM)
    close_round(round_id=played_of(section).pk, actor=SYSTEM)
    assert told(section) == (StepKey.PRIZES, "Award prizes", None)
    award_prizes(section_id=section.pk, actor=SYSTEM)
    assert told(section)[1] == "Close the event"


def test_a_draft_with_errors_is_not_published_from_the_strip():
    section = section_of(4)
    row = draft_of(section)
    page = address_of("desk_round", row.pk)
    found = told(section, page=page, draft=DraftErrors(2))
    assert found == (StepKey.PUBLISH, None, "The draft of round 1 has 2 errors")
    found = told(section, page=page, draft=DraftErrors(1, 4))
    assert found[2] == "The draft of round 1 has an error at board 4"


def test_the_page_of_a_draft_names_the_board_of_an_error(desk):
    section = section_of(4, rounds=3)
    close_round(round_id=played_of(section).pk, actor=SYSTEM)
    row = draft_of(section)
    first = section.round_rows.get(number=1)
    Pairing.objects.filter(round=row).delete()
    for board in first.pairings.all():
        Pairing.objects.create(
            round=row, board_number=board.board_number, white=board.white, black=board.black
        )
    text = desk.get(address_of("desk_round", row.pk)).content.decode()
    assert "The draft of round 2 has 2 errors" in text
    assert "Publish round 2" not in text


def test_a_hidden_event_becomes_public_with_its_round():
    section = section_of(4, is_public=False)
    row = draft_of(section)
    way = way_of(fresh(section), page=address_of("desk_round", row.pk))
    assert way.action.label == "Publish event and round 1"
    assert dict(way.action.fields) == {"version": str(row.version), "show_event": "1"}


def test_players_who_are_not_checked_in_stand_before_the_pairing_once_somebody_is():
    section = section_of(4)
    way = way_of(fresh(section))
    assert [step.state for step in way.steps][:3] == [StepState.DONE, StepState.LATER, StepState.NOW]
    one, two, *_others = section.entries.order_by("pk")
    check_in(entry_id=one.pk, has_arrived=True, actor=SYSTEM)
    assert told(section) == (StepKey.CHECK_IN, "Pair round 1", "3 players to be paired are not checked in")
    two.absences.create(round_number=1)
    assert told(section)[2] == "2 players to be paired are not checked in"


def test_the_check_in_is_ticked_only_where_somebody_is_checked_in():
    section = section_of(4)
    page = address_of("desk_round", draft_of(section).pk)

    def check_in_step():
        return way_of(fresh(section), page=page).steps[1].state

    assert check_in_step() == StepState.LATER
    check_in(entry_id=section.entries.first().pk, has_arrived=True, actor=SYSTEM)
    assert check_in_step() == StepState.DONE


def test_a_draft_warns_of_players_who_are_not_checked_in():
    section = section_of(4)
    row = draft_of(section)
    page = address_of("desk_round", row.pk)
    one, two, *others = section.entries.order_by("pk")
    for entry in others:
        check_in(entry_id=entry.pk, has_arrived=True, actor=SYSTEM)
    way = way_of(fresh(section), page=page)
    assert (way.action.label, way.obstacle.text) == (
        "Publish round 1",
        "2 players of this round are not checked in",
    )
    assert way.obstacle.address == address_of("desk_check_in", section.pk)
    two.absences.create(round_number=1)
    check_in(entry_id=one.pk, has_arrived=True, actor=SYSTEM)
    assert way_of(fresh(section), page=page).obstacle is None


def test_entries_to_review_are_named():
    section = section_of(4)
    section.entries.filter(name="Player 04").update(state=EntryState.PENDING)
    assert told(section) == (StepKey.PAIR, "Pair round 1", "1 entry is to be reviewed")


def test_a_tied_match_of_a_tree_is_decided_before_the_next_round():
    section = section_of(4, preset="knockout", games_per_pairing=1)
    row = played_of(section, outcomes=(Outcome.DRAW,))
    close_round(round_id=row.pk, actor=SYSTEM)
    now, label, obstacle = told(section)
    assert (now, label) == (StepKey.PAIR, "Decide who advances")
    assert obstacle == "The match at board 1 is tied"
    for board in row.pairings.all():
        decide_match(pairing_id=board.pk, winner_id=board.white_id, how="lot", actor=SYSTEM)
    assert told(section)[1] == "Pair round 2"


def test_a_table_ends_with_its_last_round():
    section = section_of(3, preset="round_robin")
    for number in range(1, 4):
        assert told(section)[1] == f"Pair round {number}"
        close_round(round_id=played_of(section).pk, actor=SYSTEM)
    assert told(section)[1] == "Close the event"


def test_teams_are_told_of_matches():
    section = teams_of(4)
    published_of(section)
    assert told(section)[2] == "2 matches have no result"
    assert way_of(fresh(section)).steps[0].label == "Teams"


def test_a_league_has_fixtures_and_goes_round_by_round():
    section = league_of(4)
    way = way_of(fresh(section))
    assert [step.label for step in way.steps] == ["Teams", "Fixtures", "Results", "Close", "Prizes"]
    assert told(section) == (StepKey.RESULTS, "Enter results", "2 matches have no result")
    first = section.round_rows.get(number=1)
    GameResult.objects.filter(pairing__round=first).update(outcome=Outcome.DRAW)
    assert told(section)[:2] == (StepKey.CLOSE, "Close round 1")
    close_round(round_id=first.pk, actor=SYSTEM)
    row = section.round_rows.get(number=2)
    assert way_of(fresh(section)).action.address.startswith(address_of("desk_round", row.pk))


def test_a_season_of_nights_starts_checks_in_and_pairs_who_is_present():
    section = section_of(4, preset="club_night")
    check_in_page = address_of("desk_check_in", section.pk)
    assert told(section) == (StepKey.CHECK_IN, "Go to club night", None)
    assert StepKey.PUBLISH not in {step.key for step in way_of(fresh(section)).steps}
    begin_night(section_id=section.pk, actor=SYSTEM)
    assert told(section) == (StepKey.CHECK_IN, "Check in players", None)
    for entry in section.entries.all()[:2]:
        check_in(entry_id=entry.pk, has_arrived=True, actor=SYSTEM)
    assert told(section) == (StepKey.PAIR, "Pair players present", None)
    assert told(section, page=check_in_page) == (StepKey.PAIR, None, None)


def test_results_entered_once_stand_before_the_end_of_a_round_that_wants_two_passes():
    section = section_of(4, second_pass=True)
    played_of(section)
    assert told(section) == (StepKey.CLOSE, "Close round 1", "2 boards were entered only once")
    assert not way_of(fresh(section)).action.is_post


# ---- on pages ----


def test_a_page_has_the_button_of_the_next_step_once(desk):
    section = section_of(4)
    text = desk.get(address_of("desk_entries", section.pk)).content.decode()
    assert text.count("Pair round 1") == 1
    assert f'action="{address_of("desk_propose", section.pk)}"' in text


def test_who_may_not_run_events_gets_the_steps_without_the_button(client):
    section = section_of(4)
    client.force_login(somebody("arbiter").user)
    text = client.get(address_of("desk_entries", section.pk)).content.decode()
    assert 'id="way"' in text
    assert "Pair round 1" not in text
    assert address_of("desk_settings", section.pk) not in text


def test_a_check_in_by_htmx_renews_the_way(desk):
    section = section_of(4)
    entry = section.entries.first()
    page = f"http://testserver{address_of('desk_check_in', section.pk)}"
    headers = {"HX-Request": "true", "HX-Current-URL": page}
    answer = desk.post(address_of("desk_tap", entry.pk), {"here": "1"}, headers=headers).content.decode()
    assert 'id="way"' in answer
    assert "3 players to be paired are not checked in" in answer


def test_five_tabs_have_every_page_and_mark_the_present_one():
    for section in map(fresh, (section_of(4), teams_of(4), league_of(2), section_of(4, preset="club_night"))):
        path = address_of("desk_setup", section.pk, "prizes")
        tabs = tabs_of(section, lambda _capability: True, path=path, named="setup")
        assert len(tabs) == 5
        assert [one.current for one in tabs] == ["", "", "", "", "prizes"]
        keys = [page.key for one in tabs for page in one.pages]
        assert len(keys) == len(set(keys))


def test_the_list_of_pages_leads_to_the_chosen_one(desk):
    section = section_of(4)
    go = address_of("desk_section_go", section.pk)
    assert desk.get(go, {"page": "files"}).url == address_of("desk_files", section.pk)
    assert desk.get(go, {"page": "nowhere"}).url == address_of("desk_section", section.pk)


def test_a_round_reopened_behind_a_later_one_is_closed_from_its_page_and_the_strip(desk):
    section = section_of(4, rounds=2)
    first = played_of(section)
    close_round(round_id=first.pk, actor=SYSTEM)
    second = published_of(section)
    reopen_round(round_id=first.pk, actor=SYSTEM)
    assert told(section) == (StepKey.CLOSE, "Close round 1", None)
    board = first.pairings.order_by("board_number").first()
    record_result(pairing_id=board.pk, game=1, outcome=Outcome.PENDING, actor=SYSTEM)
    assert told(section) == (StepKey.RESULTS, "Enter results", "Board 1 has no result")
    record_result(pairing_id=board.pk, game=1, outcome=Outcome.DRAW, actor=SYSTEM)
    close = address_of("desk_round_act", first.pk, "close")
    assert desk.get(address_of("desk_round", first.pk)).content.decode().count(f'action="{close}"') == 1
    desk.post(close)
    assert told(section) == (StepKey.RESULTS, "Enter results", "2 boards have no result")
    for pairing in second.pairings.all():
        record_result(pairing_id=pairing.pk, game=1, outcome=Outcome.WHITE, actor=SYSTEM)
    close_round(round_id=second.pk, actor=SYSTEM)
    reopen_round(round_id=first.pk, actor=SYSTEM)
    assert told(section) == (StepKey.CLOSE, "Close round 1", None)
    (line,) = next(one for one in closing_items(section.event).items if one.key == "standings").lines
    assert line.text == f"{section.name}: round 1 is not closed"
    page = desk.get(address_of("standings", section.event.slug, section.slug)).content.decode()
    after = address_of("standings_after", section.event.slug, section.slug, 1)
    assert f'href="{after}"' in page
    assert "Provisional" not in page
    assert "The round was reopened." in desk.get(after).content.decode()
    desk.post(close)
    assert told(section) == (StepKey.PRIZES, "Close the event", None)


def test_a_reopened_round_beside_a_draft_has_its_button(desk):
    section = section_of(4, rounds=2)
    first = played_of(section)
    close_round(round_id=first.pk, actor=SYSTEM)
    draft_of(section)
    reopen_round(round_id=first.pk, actor=SYSTEM)
    close = address_of("desk_round_act", first.pk, "close")
    assert desk.get(address_of("desk_round", first.pk)).content.decode().count(f'action="{close}"') == 1
