"""Pages of appeals: set up, filed, voted on by link, decided; nobody else sees a vote before all are in."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from event_rows import published_round, section_of, somebody
from incidents import Hall
from ruled_cases import file_and_rule
from team_hall import team_section
from worlds import world

from club.core.actor import VISITOR
from club.live.selectors import last_number
from tournaments.appeals.selectors import seats_of
from tournaments.appeals.services.appeal_seats import give_vote, make_seat_link
from tournaments.appeals.services.appeals import file_appeal
from tournaments.appeals.services.committees import set_appeals
from tournaments.cases.selectors.public_cases import public_case, with_rulings
from tournaments.cases.services.case_locks import About
from tournaments.cases.services.cases import open_case, update_case
from tournaments.cases.services.rulings import RulingDecision, rule_on_case, supersede_ruling
from tournaments.events.services.events import show_event
from tournaments.models import (
    Appeal,
    AppealRules,
    AppealState,
    Case,
    CaseState,
    Entry,
    GameResult,
    Outcome,
    TeamMember,
)
from tournaments.results.services.results import record_result
from tournaments.rounds.services.rounds import close_round

pytestmark = pytest.mark.django_db
RULES = {"minutes": 30, "deposit": 5000, "currency": "EUR", "words": "In writing."}
PRIVATE = {"private_text": "SECRET-TEXT", "witnesses": "SECRET-WITNESS", "reported_by": "SECRET-REPORTER"}


def signed_in(actor):
    client = Client()
    client.force_login(actor.user)
    return client


@world
def hall():
    """A lost game by ruling, told of in public and in private, and three on the committee."""
    hall = Hall()
    board = hall.row.pairings.order_by("board_number").first()
    hall.white, hall.black = board.white, board.black
    rows = [{"name": name, "is_chair": name == "Long"} for name in ("Long", "Lowder", "Tinsley")]
    rows.append({"name": "Hellman", "is_substitute": True})
    set_appeals(event_id=hall.event.pk, rules=RULES, members=rows, actor=hall.director)
    hall.ruling = hall.rule(
        hall.white.name, "touched_not_moved", "game_lost", decision=f"{hall.white.name} did not announce it."
    )
    told = PRIVATE | {"public_text": f"{hall.white.name} touched 11 and moved 12."}
    hall.case = update_case(case_id=hall.ruling.case_id, actor=hall.deputy, **told)
    hall.desk, hall.chief = signed_in(hall.deputy), signed_in(hall.arbiter)
    return hall


@world
def appeal(hall):
    return file_appeal(
        case_id=hall.case.pk, appellant_id=hall.white.pk, grounds="I said it.", actor=hall.deputy
    )


def page(hall, client=None):
    answer = (client or hall.desk).get(reverse("tournaments:desk_appeal", args=[hall.case.pk]))
    assert answer.status_code == 200
    return answer.content.decode()


def tokens_of(hall, appeal):
    return [make_seat_link(seat_id=seat.pk, actor=hall.deputy) for seat in seats_of(appeal)]


def cast(client, token, vote, words=""):
    return client.post(reverse("tournaments:appeal_vote", args=[token]), {"vote": vote, "words": words})


def public(hall):
    address = reverse("tournaments:rulings", args=[hall.event.slug, hall.section.slug])
    return Client().get(address)


# ---- set-up and filing ----


def test_a_director_sets_rules_and_committee_and_an_arbiter_reads_them(hall):
    address = reverse("tournaments:desk_appeals", args=[hall.event.pk])
    director = signed_in(hall.director)
    version = AppealRules.objects.get(event=hall.event).version
    sent = {
        "version": version,
        "minutes": 45,
        "amount": "20,50",
        "currency": "eur",
        "words": "",
        "row-TOTAL_FORMS": 2,
        "row-INITIAL_FORMS": 0,
        "row-0-name": "Ann",
        "row-0-is_chair": "on",
        "row-1-name": hall.black.name,
        "row-1-club_name": "Leeds",
    }
    assert director.post(address, sent).status_code == 302
    rules = AppealRules.objects.get(event=hall.event)
    assert (rules.minutes, rules.deposit, rules.currency) == (45, 2050, "EUR")
    read = hall.desk.get(address).content.decode()
    assert "20.50 EUR" in read
    assert f"plays in {hall.section.name}" in " ".join(read.split())
    assert director.post(address, sent | {"minutes": 50}).status_code == 409
    assert AppealRules.objects.get(event=hall.event).minutes == 45
    assert hall.desk.post(address, sent).status_code == 403


def test_an_appeal_is_noted_at_the_desk_while_the_clock_runs(hall):
    shown = page(hall)
    assert "data-deadline=" in shown
    assert "50 EUR" in shown
    address = reverse("tournaments:desk_appeal", args=[hall.case.pk])
    sent = {"version": hall.case.version, "appellant": hall.white.pk, "deposit_taken": "on"}
    refused = hall.desk.post(address, sent)
    assert refused.status_code == 422
    assert hall.desk.post(address, sent | {"grounds": "I said it."}).status_code == 302
    appeal = Appeal.objects.get()
    assert (appeal.deposit_taken, appeal.ruling.case.state) == (True, CaseState.APPEALED)
    assert "has not voted" in page(hall)


def test_after_the_deadline_the_form_asks_why_and_keeps_what_was_typed(hall, monkeypatch):
    now = timezone.now() + timedelta(minutes=31)
    monkeypatch.setattr(timezone, "now", lambda: now)
    address = reverse("tournaments:desk_appeal", args=[hall.case.pk])
    sent = {"version": hall.case.version, "appellant": hall.white.pk, "grounds": "Because of the lamp."}
    refused = hall.desk.post(address, sent)
    assert refused.status_code == 422
    assert "Because of the lamp." in refused.content.decode()
    assert "Enter a reason for accepting it late" in refused.content.decode()
    assert hall.desk.post(address, sent | {"late_reason": "power cut"}).status_code == 302


# ---- votes ----


def test_a_link_is_shown_once_and_leads_to_the_case_without_other_votes(hall, appeal):
    seat = seats_of(appeal)[0]
    shown = hall.desk.post(reverse("tournaments:desk_seat_link", args=[seat.pk])).content.decode()
    token = re.search(r"/a/([\w-]+)/", shown)[1]
    assert "<svg" in shown
    assert token not in page(hall)
    other = tokens_of(hall, appeal)[1]
    cast(Client(), other, "change", "OTHER-REASONS")
    answer = Client().get(reverse("tournaments:appeal_vote", args=[token]))
    assert answer.status_code == 404  # a newer link was made meanwhile
    newer = make_seat_link(seat_id=seat.pk, actor=hall.deputy)
    mine = Client().get(reverse("tournaments:appeal_vote", args=[newer]))
    text = mine.content.decode()
    for told in ("I said it.", "SL-T4", "touched 11", "did not announce it", "SECRET-WITNESS"):
        assert told in text
    for hidden in ("OTHER-REASONS", "SECRET-TEXT", "SECRET-REPORTER", ">has voted<"):
        assert hidden not in text
    assert mine.headers["Cache-Control"].count("no-store") == 1


def test_before_all_are_in_no_page_tells_a_vote_not_even_the_own_one(hall, appeal):
    tokens = tokens_of(hall, appeal)
    answer = cast(Client(), tokens[0], "change", "MY-REASONS")
    assert answer.status_code == 302
    own = Client().get(reverse("tournaments:appeal_vote", args=[tokens[0]])).content.decode()
    assert "Your vote has been recorded." in own
    admin = signed_in(hall.director)
    trail = signed_in(hall.arbiter).get(reverse("club:audit")).content.decode()
    pages = [own, page(hall), page(hall, hall.chief), page(hall, admin), trail, public(hall).content.decode()]
    for text in pages:
        assert "MY-REASONS" not in text
        assert 'checked="' not in text.replace("checked>", "")
        assert "Uphold:" not in text
    assert ">has voted<" in page(hall)
    assert "A committee member voted in case" in trail


def test_when_all_are_in_the_votes_are_shown_and_the_chair_publishes(hall, appeal):
    tokens = tokens_of(hall, appeal)
    for token, vote in zip(tokens, ("change", "stands", "change"), strict=True):
        cast(Client(), token, vote, f"reasons for {vote}")
    assert "Change: 2." in page(hall)
    assert "Publish decision" not in page(hall)
    assert "Publish decision" in page(hall, hall.chief)
    late = cast(Client(), tokens[1], "change")
    assert late.status_code == 409
    sent = {"words": "The announcement was heard.", "consequence": "none", "points": "", "outcome": ""}
    not_chair = Client().post(reverse("tournaments:appeal_decide", args=[tokens[1]]), sent)
    assert not_chair.status_code == 403
    done = Client().post(reverse("tournaments:appeal_decide", args=[tokens[0]]), sent)
    assert done.status_code == 302
    assert Appeal.objects.get().state == AppealState.CHANGED
    assert "The announcement was heard." in public(hall).content.decode()


def test_a_committee_is_asked_before_it_changes_what_was_published_and_paired(hall, appeal):
    for result in GameResult.objects.filter(pairing__round=hall.row, outcome=Outcome.PENDING):
        place = {"pairing_id": result.pairing_id, "game": result.number}
        record_result(**place, outcome=Outcome.DRAW, actor=hall.arbiter)
    close_round(round_id=hall.row.pk, actor=hall.director)
    published_round(hall.section)
    for token in (tokens := tokens_of(hall, appeal)):
        give_vote(token=token, vote="change", actor=VISITOR)
    sent = {"words": "The announcement was heard.", "consequence": "none", "points": "", "outcome": "draw"}
    at_home = reverse("tournaments:appeal_decide", args=[tokens[0]])
    at_desk = reverse("tournaments:desk_appeal_act", args=[appeal.pk, "decide"])
    for client, address in ((Client(), at_home), (hall.chief, at_desk)):
        asked = client.post(address, sent)
        assert asked.status_code == 422
        assert "data-reaches-back" in asked.content.decode()
    assert Appeal.objects.get().state == AppealState.OPEN
    assert Client().post(at_home, sent | {"confirms_effects": "1"}).status_code == 302


def test_an_arbiter_publishes_that_the_ruling_stands_and_a_deputy_does_not(hall, appeal):
    for token in tokens_of(hall, appeal):
        give_vote(token=token, vote="stands", actor=VISITOR)
    address = reverse("tournaments:desk_appeal_act", args=[appeal.pk, "decide"])
    refused = hall.desk.post(address, {"words": "It stands."})
    assert refused.status_code == 422
    assert Appeal.objects.get().state == AppealState.OPEN
    assert hall.chief.post(address, {"words": "It stands."}).status_code == 302
    assert Appeal.objects.get().state == AppealState.UPHELD


def test_a_missing_member_is_named_on_the_page(hall):
    Entry.objects.filter(pk=hall.white.pk).update(club_name="Leeds")
    rows = [{"name": "Long", "club_name": "Leeds"}, {"name": "Lowder"}]
    set_appeals(event_id=hall.event.pk, rules=RULES, members=rows, actor=hall.director)
    appeal = file_appeal(case_id=hall.case.pk, appellant_id=hall.white.pk, actor=hall.deputy)
    shown = page(hall, hall.chief)
    assert "Long is in the same club as a party" in shown
    address = reverse("tournaments:desk_appeal_act", args=[appeal.pk, "name"])
    refused = hall.chief.post(address, {"name": "Banks", "club_name": "leeds"})
    assert refused.status_code == 422
    assert "Appoint someone else, or enter a reason for appointing Banks." in refused.content.decode()
    assert 'value="Banks"' in refused.content.decode()
    assert hall.chief.post(address, {"name": "Banks"}).status_code == 302
    assert "replaces Long" in page(hall)


def test_deposit_and_withdrawal_are_noted(hall, appeal):
    def send(act, **sent):
        return hall.desk.post(reverse("tournaments:desk_appeal_act", args=[appeal.pk, act]), sent)

    assert send("deposit", returned="on").status_code == 422
    assert send("deposit", taken="on", returned="on").status_code == 302
    assert send("withdraw", reason="shook hands").status_code == 302
    assert Appeal.objects.get().state == AppealState.WITHDRAWN
    assert send("withdraw").status_code == 422
    assert send("burn").status_code == 404


def test_players_and_visitors_see_nothing_of_an_appeal(hall, appeal):
    seat = seats_of(appeal)[0]
    closed = [
        reverse("tournaments:desk_appeals", args=[hall.event.pk]),
        reverse("tournaments:desk_appeal", args=[hall.case.pk]),
        reverse("tournaments:desk_arbiter_report", args=[hall.event.pk]),
        reverse("tournaments:desk_ruling_pdf", args=[hall.case.pk, "a4"]),
    ]
    from event_rows import somebody

    player = signed_in(somebody("player"))
    for address in closed:
        assert Client().get(address).status_code == 302
        assert player.get(address).status_code == 403
    assert player.post(reverse("tournaments:desk_seat_link", args=[seat.pk])).status_code == 403
    assert Client().get(reverse("tournaments:appeal_vote", args=["guessed"])).status_code == 404


# ---- the public list ----


def test_the_public_reads_rulings_with_their_articles_and_nothing_private(hall):
    text = public(hall).content.decode()
    for told in ("Case 1", "SL-T4", "game lost", "touched 11 and moved 12", "did not announce it"):
        assert told in text
    for hidden in ("SECRET", hall.deputy.label, "I said it."):
        assert hidden not in text
    tab = Client().get(reverse("tournaments:players", args=[hall.event.slug, hall.section.slug]))
    assert "/rulings/" in tab.content.decode()


def test_withheld_names_are_those_of_the_sides_also_in_texts(hall):
    update_case(case_id=hall.case.pk, actor=hall.deputy, names_withheld=True)
    text = public(hall).content.decode()
    assert hall.white.name not in text
    assert hall.black.name not in text
    assert "White touched 11 and moved 12." in text
    assert "White did not announce it." in text


def test_who_sat_there_is_not_told_by_the_board_nor_over_the_interface(hall):
    update_case(case_id=hall.case.pk, actor=hall.deputy, names_withheld=True)
    assert "Board 1" not in public(hall).content.decode()
    (told,) = Client().get(reverse("tournaments-api:rulings", args=[hall.event.pk])).json()
    assert (told["player"], told["board_number"]) == ("", None)
    assert told["account"] == "White touched 11 and moved 12."
    assert hall.white.name not in str(told)
    update_case(case_id=hall.case.pk, actor=hall.deputy, names_withheld=False)
    (told,) = Client().get(reverse("tournaments-api:rulings", args=[hall.event.pk])).json()
    assert (told["player"], told["board_number"]) == (hall.white.name, 1)


def test_withheld_names_of_a_match_are_those_of_the_members_too():
    section = team_section()
    row = published_round(section)
    match = row.pairings.order_by("board_number").first()
    member = TeamMember.objects.filter(entry=match.white, board_order=1).first()
    TeamMember.objects.filter(pk=member.pk).update(name="Jansen")
    arbiter = somebody("arbiter")
    ruling = file_and_rule(
        event_id=section.event_id,
        about=About(match.pk, 1, match.white_id),
        incident="distracting",
        decided=RulingDecision(consequence="reminder", decision="Jansen is cautioned."),
        told={"public_text": "Jansen sang.", "names_withheld": True},
        actor=arbiter,
    )
    told = public_case(with_rulings(Case.objects.all()).get(pk=ruling.case_id))
    assert (told.public_text, told.in_force.decision) == ("White sang.", "White is cautioned.")


def test_what_is_not_ruled_on_is_not_shown(hall):
    about = hall.at(hall.black.name)
    open_case(event_id=hall.event.pk, about=about, incident="distracting", actor=hall.deputy)
    assert "Case 2" not in public(hall).content.decode()


def test_the_kept_page_is_drawn_anew_when_somebody_rules(hall, settings):
    assert "game lost" in public(hall).content.decode()
    decided = RulingDecision(consequence="warning", reason="two witnesses")
    supersede_ruling(case_id=hall.case.pk, decided=decided, actor=hall.arbiter)
    from club.live.published import PAGE_CACHE

    for kept in PAGE_CACHE.pages.values():
        kept.fresh_until = 0.0  # a second later
    text = public(hall).content.decode()
    assert "Ruling 1, superseded: game lost" in text
    assert "two witnesses" not in text


def last_public_event(hall):
    return last_number(f"section:{hall.section.pk}")


def test_the_open_page_hears_of_rulings_at_once_and_of_nothing_else(hall):
    hall.by_law_book_alone()
    event, black = hall.event.pk, hall.at(hall.black.name)
    heard = last_public_event(hall)
    case = open_case(event_id=event, about=black, incident="distracting", actor=hall.deputy)
    update_case(case_id=case.pk, actor=hall.deputy, public_text="He sang.")
    assert last_public_event(hall) == heard
    rule_on_case(case_id=case.pk, decided=RulingDecision(consequence="caution"), actor=hall.arbiter)
    assert last_public_event(hall) > heard
    heard = last_public_event(hall)
    of_the_event = open_case(event_id=event, about=About(), incident="distracting", actor=hall.deputy)
    rule_on_case(case_id=of_the_event.pk, decided=RulingDecision(consequence="none"), actor=hall.arbiter)
    assert last_public_event(hall) == heard + 1
    update_case(case_id=of_the_event.pk, actor=hall.deputy, public_text="Somebody sang.")
    assert last_public_event(hall) == heard + 2


def test_a_draft_event_shows_no_rulings(hall):
    show_event(event_id=hall.event.pk, is_public=False, actor=hall.director)
    assert public(hall).status_code == 404
    paper = reverse("tournaments:rulings_pdf", args=[hall.event.slug, hall.section.slug, "a4"])
    assert Client().get(paper).status_code == 404


def test_a_section_without_rulings_says_so(db):
    section = section_of()
    address = reverse("tournaments:rulings", args=[section.event.slug, section.slug])
    assert "No rulings." in Client().get(address).content.decode()


# ---- the report ----


def test_the_report_has_cases_corrections_deviations_and_the_time_line(hall):
    decided = RulingDecision(consequence="warning", reason=f"{hall.white.name} apologised")
    supersede_ruling(case_id=hall.case.pk, decided=decided, actor=hall.arbiter)
    address = reverse("tournaments:desk_arbiter_report", args=[hall.event.pk])
    text = " ".join(hall.desk.get(address).content.decode().split())
    assert "Case 1: warning instead of game lost (SL-T4)." in text
    assert "apologised" in text
    assert "Black won → <b>no result</b>" in text
    assert "new ruling: warning" in text
    assert "SECRET" not in text
    bare = hall.desk.get(address, {"names": "0"}).content.decode()
    assert hall.white.name not in bare
    assert hall.black.name not in bare
    assert "White apologised" in bare
