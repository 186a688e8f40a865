"""Results told from the boards: two say the same and it counts; two versions wait for a decision."""

from dataclasses import replace

import pytest
from django.test import Client
from event_rows import latest, published_round, section_of, somebody
from ruled_cases import file_and_rule
from worlds import world

from club.core.actor import SYSTEM, VISITOR
from club.core.errors import NotAllowed
from club.live.selectors import last_number
from club.models import AuditEntry, LiveEvent
from tournaments.cases.errors import ResultStillDisputed
from tournaments.cases.selectors.cases import disputes_of_event, queued_cases
from tournaments.cases.services.case_locks import About
from tournaments.cases.services.cases import drop_case
from tournaments.cases.services.disputed_results import decide_dispute
from tournaments.cases.services.rulings import RulingDecision, rule_on_case, supersede_ruling
from tournaments.core.services.event_log import board_channel
from tournaments.events.services.events import change_section
from tournaments.models import (
    BoardCard,
    Case,
    CaseOrigin,
    CaseState,
    Outcome,
    PhoneProof,
    PlayerPhone,
    ResultDispute,
    ResultReport,
    Ruling,
)
from tournaments.results.errors import (
    DisputeOpen,
    DisputeOver,
    OtherPhone,
    ReportsOff,
    ResultStands,
    RoundClosed,
    SamePhone,
    UnknownCard,
    UnknownOutcome,
    WrongBoard,
)
from tournaments.results.selectors.report_origins import origin_of
from tournaments.results.services.board_cards import make_board_cards, renew_board_cards, revoke_board_card
from tournaments.results.services.player_reports import report_result
from tournaments.results.services.results import record_result
from tournaments.rounds.services.rounds import close_round
from tournaments.standings.selectors.standings import points_table

pytestmark = pytest.mark.django_db


@world
def board(row):
    return row.pairings.select_related("white", "black").get(board_number=1)


def card_at(section, number=1):
    return section.board_cards.get(board_number=number, revoked_at__isnull=True)


def say(board, side, outcome, *, game=1, device="", token="", actor=VISITOR):
    section = board.round.section
    return report_result(
        token=token or card_at(section, board.board_number).token,
        pairing_id=board.pk,
        game=game,
        is_white=side == "white",
        outcome=outcome,
        device=device or f"phone of {side}",
        actor=actor,
    )


def stands(board, game=1):
    return board.games.get(number=game).outcome


def settings_of(section, **changes):
    section.refresh_from_db()
    return change_section(section_id=section.pk, version=section.version, actor=SYSTEM, **changes)


# -- one person with two browsers ---------------------------------------------------------------------


def at(address):
    return replace(VISITOR, address=address)


def agree(board, white, black):
    """Both players report the same, from these addresses."""
    say(board, "white", Outcome.WHITE, actor=at(white))
    say(board, "black", Outcome.WHITE, actor=at(black))


def others_at(board, address, count):
    """Phones of other players that were connected from an address."""
    entries = board.round.section.entries.exclude(pk__in=[board.white_id, board.black_id])[:count]
    origin = origin_of(board.round.section.event_id, at(address))
    PlayerPhone.objects.bulk_create(
        PlayerPhone(entry=one, device=f"phone {one.pk}", proof=PhoneProof.POSTER, origin=origin)
        for one in entries
    )


@pytest.mark.parametrize(
    ("white", "black", "others", "outcome"),
    [
        pytest.param("192.168.1.50", "192.168.1.50", 0, Outcome.PENDING, id="two browsers of one phone"),
        pytest.param("192.168.1.50", "192.168.1.50", 2, Outcome.PENDING, id="a family"),
        pytest.param("192.168.1.50", "192.168.1.50", 3, Outcome.WHITE, id="a hall behind one address"),
        pytest.param("192.168.1.50", "192.168.1.51", 0, Outcome.WHITE, id="two phones"),
        pytest.param("127.0.0.1", "127.0.0.1", 0, Outcome.WHITE, id="the address of a proxy"),
        pytest.param("", "", 0, Outcome.WHITE, id="no address"),
    ],
)
def test_an_agreement_that_one_person_may_have_made_alone_is_no_result(board, white, black, others, outcome):
    others_at(board, white, others)
    agree(board, white, black)
    assert stands(board) == outcome
    assert ("one_phone" in latest("tournaments.report.made").after) == (outcome == Outcome.PENDING)
    assert board.reports.count() == 2


def test_the_desk_confirms_what_both_reports_say(board, section):
    agree(board, "192.168.1.50", "192.168.1.50")
    client = Client()
    client.force_login(somebody("director").user)
    page = client.get(f"/desk/rounds/{board.round_id}/").content.decode()
    assert page.count("Both reports may be from one phone.") == 1
    value = f"{board.pk}.1.{Outcome.WHITE}"
    assert f'name="r" value="{value}"' in page
    phone = Client().get(f"/b/{card_at(section).token}/", {"me": "black"}).content.decode()
    assert "as soon as the desk confirms it" in phone
    record_result(pairing_id=board.pk, game=1, outcome=Outcome.WHITE, actor=SYSTEM)
    assert stands(board) == Outcome.WHITE
    assert "may be from one phone" not in client.get(f"/desk/rounds/{board.round_id}/").content.decode()


def test_phones_with_the_own_links_of_both_players_are_believed(board):
    for entry, device in ((board.white, "phone of white"), (board.black, "phone of black")):
        PlayerPhone.objects.create(entry=entry, device=device, proof=PhoneProof.LINK)
    agree(board, "192.168.1.50", "192.168.1.50")
    assert stands(board) == Outcome.WHITE


def test_a_section_with_one_phone_for_both_asks_nobody(board, section):
    settings_of(section, player_reports="one_phone")
    agree(board, "192.168.1.50", "192.168.1.50")
    assert stands(board) == Outcome.WHITE


def test_an_address_is_stored_as_a_digest_of_its_event(board):
    agree(board, "192.168.1.50", "192.168.1.50")
    told = {one.origin for one in ResultReport.objects.all()}
    assert len(told) == 1
    assert "192" not in told.pop()
    event = board.round.section.event_id
    assert origin_of(event, at("192.168.1.50")) != origin_of(event + 1, at("192.168.1.50"))


# -- two who agree -----------------------------------------------------------------------------------


def test_one_player_alone_makes_no_result(board, section, row):
    say(board, "white", Outcome.WHITE)
    assert stands(board) == Outcome.PENDING
    assert points_table(section, after=row.number).get(board.white_id, 0) == 0


def test_what_one_says_is_told_to_the_desk_and_not_to_the_public(board, section):
    public = LiveEvent.objects.filter(channel__name=f"section:{section.pk}").count()
    say(board, "white", Outcome.WHITE)
    assert LiveEvent.objects.filter(channel__name=f"section:{section.pk}").count() == public
    assert LiveEvent.objects.filter(channel__name=f"reports:{section.pk}").count() == 1
    card = card_at(section)
    assert LiveEvent.objects.filter(channel__name=board_channel(card.pk, card.token)).count() == 1
    assert "outcome" not in LiveEvent.objects.get(channel__name=f"reports:{section.pk}").data


def test_the_second_who_says_the_same_makes_it_a_result_that_names_both(board):
    say(board, "white", Outcome.WHITE)
    say(board, "black", Outcome.WHITE)
    result = board.games.get()
    assert result.outcome == Outcome.WHITE
    assert board.white.name in result.entered_by
    assert board.black.name in result.entered_by
    assert latest("tournaments.result.recorded").actor_label == result.entered_by


def test_what_two_players_agree_on_has_been_told_twice(board):
    say(board, "black", Outcome.DRAW)
    say(board, "white", Outcome.DRAW)
    assert board.games.get().checked_by == board.white.name


def test_the_same_sent_again_changes_nothing(board):
    say(board, "white", Outcome.WHITE)
    told = AuditEntry.objects.count(), LiveEvent.objects.count()
    say(board, "white", Outcome.WHITE)
    assert (AuditEntry.objects.count(), LiveEvent.objects.count()) == told
    say(board, "black", Outcome.WHITE)
    told = AuditEntry.objects.count(), LiveEvent.objects.count()
    say(board, "black", Outcome.WHITE)  # the answer was lost on the way
    say(board, "white", Outcome.WHITE)
    assert (AuditEntry.objects.count(), LiveEvent.objects.count()) == told


def test_in_the_second_game_the_sides_are_changed(db):
    section = section_of(preset="acf")
    board = published_round(section).pairings.select_related("white", "black").get(board_number=1)
    say(board, "white", Outcome.BLACK, game=2)
    say(board, "black", Outcome.BLACK, game=2)
    assert (stands(board, 1), stands(board, 2)) == (Outcome.PENDING, Outcome.BLACK)


def test_before_the_other_answers_a_player_may_say_it_again_otherwise(board):
    say(board, "white", Outcome.WHITE)
    say(board, "white", Outcome.DRAW)
    entry = latest("tournaments.report.made")
    assert (entry.before["outcome"], entry.after["outcome"]) == ("white", "draw")
    say(board, "black", Outcome.DRAW)
    assert stands(board) == Outcome.DRAW


# -- two who do not ----------------------------------------------------------------------------------


@world
def disputed(board):
    say(board, "white", Outcome.WHITE)
    say(board, "black", Outcome.DRAW)
    return ResultDispute.objects.get()


def test_two_versions_are_a_dispute_and_no_result(disputed, board):
    assert stands(board) == Outcome.PENDING
    assert (disputed.first_by, disputed.first_outcome) == (board.white.name, Outcome.WHITE)
    assert (disputed.second_by, disputed.second_outcome) == (board.black.name, Outcome.DRAW)
    assert latest("tournaments.report.disputed").after["outcome"] == "draw"


def test_who_may_correct_decides_and_it_may_be_neither_version(disputed, board, director):
    decide_dispute(dispute_id=disputed.pk, outcome=Outcome.BLACK, actor=director, reason="The sheet.")
    disputed.refresh_from_db()
    assert stands(board) == Outcome.BLACK
    assert (disputed.settled_outcome, disputed.settled_by) == (Outcome.BLACK, director.label)
    assert latest("tournaments.dispute.settled").reason == "The sheet."
    with pytest.raises(DisputeOver):
        decide_dispute(dispute_id=disputed.pk, outcome=Outcome.WHITE, actor=director)


def test_a_key_at_the_desk_decides_too(disputed, board, director):
    record_result(pairing_id=board.pk, game=1, outcome=Outcome.WHITE, was=Outcome.PENDING, actor=director)
    disputed.refresh_from_db()
    assert (disputed.settled_outcome, stands(board)) == (Outcome.WHITE, Outcome.WHITE)


def test_the_desk_hears_that_a_dispute_is_settled(disputed, board, director, section):
    heard = last_number(f"reports:{section.pk}")
    record_result(pairing_id=board.pk, game=1, outcome=Outcome.WHITE, was=Outcome.PENDING, actor=director)
    assert last_number(f"reports:{section.pk}") > heard


def test_nobody_else_decides(disputed, player):
    with pytest.raises(NotAllowed):
        decide_dispute(dispute_id=disputed.pk, outcome=Outcome.WHITE, actor=player)
    disputed.refresh_from_db()
    assert disputed.settled_at is None


def test_a_player_may_come_round_to_the_other_version_and_to_no_third(disputed, board):
    with pytest.raises(DisputeOpen):
        say(board, "white", Outcome.BLACK)
    say(board, "white", Outcome.DRAW)
    disputed.refresh_from_db()
    assert stands(board) == Outcome.DRAW
    assert board.white.name in disputed.settled_by


def test_a_result_taken_back_lets_both_speak_anew(board, director):
    say(board, "white", Outcome.WHITE)
    say(board, "black", Outcome.WHITE)
    record_result(pairing_id=board.pk, game=1, outcome=Outcome.PENDING, actor=director)
    assert not ResultReport.objects.exists()
    say(board, "black", Outcome.DRAW)
    assert stands(board) == Outcome.PENDING


# -- a disagreement is a case ------------------------------------------------------------------------


def test_two_versions_are_a_numbered_case_about_the_game_and_neither_player(disputed, board):
    case = disputed.case
    assert (case.number, case.state, case.origin) == (1, CaseState.OPEN, CaseOrigin.DISPUTE)
    assert (case.incident, case.pairing, case.game, case.entry) == ("result_disputed", board, 1, None)
    assert board.black.name in case.reported_by
    assert latest("tournaments.case.opened").target_id == str(case.pk)


def test_what_the_arbiter_decides_is_the_ruling_on_it(disputed, board, arbiter):
    decide_dispute(dispute_id=disputed.pk, outcome=Outcome.DRAW, actor=arbiter, reason="Both sheets.")
    case = Case.objects.get()
    ruling = case.rulings.get()
    assert (case.state, ruling.outcome, ruling.consequence) == (CaseState.RULED, Outcome.DRAW, "none")
    assert ruling.articles == ["SL-W1", "SL-W2"]
    assert (ruling.reason, stands(board)) == ("Both sheets.", Outcome.DRAW)


def test_a_ruling_on_the_case_settles_the_dispute(disputed, board, arbiter):
    decided = RulingDecision(consequence="none", outcome=Outcome.WHITE)
    rule_on_case(case_id=disputed.case_id, decided=decided, actor=arbiter)
    disputed.refresh_from_db()
    assert (disputed.settled_outcome, disputed.settled_by) == (Outcome.WHITE, arbiter.label)
    assert (Case.objects.get().state, stands(board)) == (CaseState.RULED, Outcome.WHITE)


def test_a_ruling_in_its_place_sets_the_other_result(disputed, board, arbiter):
    decide_dispute(dispute_id=disputed.pk, outcome=Outcome.DRAW, actor=arbiter)
    other = RulingDecision(consequence="none", outcome=Outcome.WHITE, reason="A witness came.")
    supersede_ruling(case_id=disputed.case_id, decided=other, actor=arbiter)
    assert (Case.objects.get().state, stands(board)) == (CaseState.RULED, Outcome.WHITE)


def test_while_the_result_is_disputed_nothing_else_ends_the_case(disputed, board, arbiter):
    with pytest.raises(ResultStillDisputed):
        rule_on_case(case_id=disputed.case_id, decided=RulingDecision(consequence="none"), actor=arbiter)
    with pytest.raises(ResultStillDisputed):
        drop_case(case_id=disputed.case_id, actor=arbiter)
    assert (Case.objects.get().state, Ruling.objects.count()) == (CaseState.OPEN, 0)
    assert stands(board) == Outcome.PENDING


def test_a_result_entered_at_the_desk_ends_the_case_without_a_ruling(disputed, board, director):
    record_result(pairing_id=board.pk, game=1, outcome=Outcome.WHITE, was=Outcome.PENDING, actor=director)
    assert Case.objects.get().state == CaseState.DROPPED
    assert latest("tournaments.case.dropped").actor_label == director.label


def test_a_player_who_comes_round_ends_the_case(disputed, board):
    say(board, "white", Outcome.DRAW)
    assert Case.objects.get().state == CaseState.DROPPED


def test_a_ruling_on_another_case_of_the_game_ends_it_too(disputed, board, arbiter):
    about = About(board.pk, 1, board.white_id)
    decided = RulingDecision(consequence="game_lost", reason="A telephone.")
    event_id = board.round.section.event_id
    file_and_rule(
        event_id=event_id, about=about, incident="electronic_device", decided=decided, actor=arbiter
    )
    assert list(Case.objects.order_by("number").values_list("state", flat=True)) == ["dropped", "ruled"]
    assert stands(board) == Outcome.BLACK


def test_a_dispute_waits_once_in_the_queue_and_is_no_case_beside_it(disputed, board):
    assert not queued_cases(board.round.section.event)
    assert [one.case for one in disputes_of_event(board.round.section.event)] == [disputed.case]


# -- phones ------------------------------------------------------------------------------------------


def test_a_phone_that_has_spoken_for_one_does_not_speak_for_the_other(board):
    say(board, "white", Outcome.WHITE, device="one phone")
    with pytest.raises(SamePhone):
        say(board, "black", Outcome.WHITE, device="one phone")
    assert stands(board) == Outcome.PENDING


def test_unless_the_director_lets_both_use_one(board, section):
    settings_of(section, player_reports="one_phone")
    say(board, "white", Outcome.WHITE, device="one phone")
    say(board, "black", Outcome.WHITE, device="one phone")
    assert stands(board) == Outcome.WHITE


def test_another_phone_does_not_change_what_a_player_said(board):
    say(board, "white", Outcome.WHITE)
    with pytest.raises(OtherPhone):
        say(board, "white", Outcome.BLACK, device="the opponent's second phone")
    assert ResultReport.objects.get().outcome == Outcome.WHITE


# -- what is refused ---------------------------------------------------------------------------------


def test_what_the_desk_has_entered_is_not_changed_from_the_board(board, director):
    record_result(pairing_id=board.pk, game=1, outcome=Outcome.DRAW, actor=director)
    with pytest.raises(ResultStands):
        say(board, "white", Outcome.WHITE)
    assert say(board, "white", Outcome.DRAW) is None
    assert not ResultReport.objects.exists()


@pytest.mark.parametrize("outcome", ["white_forfeit", "adjourned", "pending", "nonsense"])
def test_players_say_who_won_and_nothing_else(board, outcome):
    with pytest.raises(UnknownOutcome):
        say(board, "white", outcome)


def test_a_card_speaks_for_its_own_board_alone(row, section):
    other = row.pairings.select_related("white", "black").get(board_number=2)
    with pytest.raises(WrongBoard):
        say(other, "white", Outcome.WHITE, token=card_at(section, 1).token)


def test_a_word_kept_on_a_phone_until_the_round_was_closed_is_refused(row, board):
    for one in row.pairings.filter(black__isnull=False):
        record_result(pairing_id=one.pk, game=1, outcome=Outcome.ADJOURNED, actor=SYSTEM)
    close_round(round_id=row.pk, actor=SYSTEM)
    with pytest.raises((RoundClosed, ResultStands)):
        say(board, "white", Outcome.WHITE)


def test_where_players_do_not_report_a_card_says_so(board, section):
    settings_of(section, player_reports="off")
    with pytest.raises(ReportsOff):
        say(board, "white", Outcome.WHITE)


# -- cards -------------------------------------------------------------------------------------------


def test_a_published_round_has_a_card_at_every_board_and_the_next_round_the_same(section):
    published_round(section)
    cards = list(section.board_cards.values_list("board_number", "token"))
    assert sorted(number for number, _token in cards) == [1, 2, 3]
    assert len({token for _number, token in cards}) == 3
    assert min(len(token) for _number, token in cards) >= 22
    for one in section.round_rows.get().pairings.all():
        record_result(pairing_id=one.pk, game=1, outcome=Outcome.DRAW, actor=SYSTEM)
    published_round(section)
    assert list(section.board_cards.values_list("board_number", "token")) == cards


def test_no_cards_where_players_do_not_report(section):
    settings_of(section, player_reports="off")
    published_round(section)
    assert not section.board_cards.exists()


def test_a_renewed_card_lets_the_old_code_lead_nowhere(board, section, director):
    old = card_at(section).token
    renew_board_cards(section_id=section.pk, board_number=1, actor=director, reason="Photographed.")
    with pytest.raises(UnknownCard):
        say(board, "white", Outcome.WHITE, token=old)
    say(board, "white", Outcome.WHITE)
    assert latest("tournaments.cards.renewed").reason == "Photographed."
    assert old not in str(latest("tournaments.cards.renewed").after)


def test_all_cards_are_renewed_at_once(row, section, director):
    old = set(section.board_cards.values_list("token", flat=True))
    renew_board_cards(section_id=section.pk, actor=director)
    live = set(section.board_cards.filter(revoked_at__isnull=True).values_list("token", flat=True))
    assert len(live) == len(old)
    assert live.isdisjoint(old)


def test_a_revoked_card_is_gone_until_one_is_made(board, section, director):
    card = card_at(section)
    revoke_board_card(card_id=card.pk, actor=director)
    with pytest.raises(UnknownCard):
        say(board, "white", Outcome.WHITE, token=card.token)
    with pytest.raises(UnknownCard):
        revoke_board_card(card_id=card.pk, actor=director)
    (made,) = make_board_cards(section_id=section.pk, actor=director)
    assert made.board_number == 1
    assert make_board_cards(section_id=section.pk, actor=director) == []


def test_an_arbiter_who_runs_no_events_makes_no_cards(section):
    arbiter = somebody("arbiter")
    with pytest.raises(NotAllowed):
        make_board_cards(section_id=section.pk, actor=arbiter)
    assert not BoardCard.objects.exists()
