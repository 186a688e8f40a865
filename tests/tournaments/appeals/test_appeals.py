"""Appeals: in time or with a reason, before a committee without clubmates, by votes that nobody sees."""

import json
from dataclasses import replace
from datetime import timedelta

import pytest
from django.contrib import admin
from django.utils import timezone
from event_rows import latest
from incidents import Hall, case_of
from worlds import world

from club.core.actor import SYSTEM, VISITOR
from club.core.errors import NotAllowed
from club.models import AuditEntry, LiveEvent
from tournaments.appeals.selectors import parties_of, presiding, seats_of, tally_of
from tournaments.appeals.services.appeal_seats import give_vote, make_seat_link, name_member
from tournaments.appeals.services.appeals import decide_appeal, file_appeal, note_deposit, withdraw_appeal
from tournaments.appeals.services.committees import set_appeals
from tournaments.cases.errors import (
    AppealedAlready,
    AppealOver,
    AppealTooLate,
    CommitteeChair,
    CommitteeComplete,
    CommitteeSits,
    CommitteeTied,
    LossKept,
    NewRulingMissing,
    NoDeposit,
    NotAParty,
    NothingToAppeal,
    NotInTheChair,
    RulingStands,
    UnknownSeat,
    UnknownVote,
    VotesAreIn,
    VotesMissing,
    WithTheCommittee,
)
from tournaments.cases.selectors.case_proposals import ruling_in_force
from tournaments.cases.services.case_locks import About
from tournaments.cases.services.cases import open_case
from tournaments.cases.services.rulings import RulingDecision, supersede_ruling
from tournaments.events.errors import NamedTwice
from tournaments.models import (
    Appeal,
    AppealSeat,
    AppealState,
    CaseState,
    CommitteeMember,
    Entry,
    Outcome,
    Ruling,
    RulingOrigin,
)

pytestmark = pytest.mark.django_db
RULES = {"minutes": 30, "deposit": 5000, "currency": "EUR", "words": ""}
NAMES = ("Asa Long", "Elbert Lowder", "Marion Tinsley")
SPARE = ("Derek Oldbury", "Walter Hellman")
NOTHING_LOST = RulingDecision(consequence="none", reason="The committee heard two witnesses.")


def committee(hall, members=NAMES, spare=SPARE, clubs=None, chair=NAMES[0]):
    rows = [
        {
            "name": name,
            "club_name": (clubs or {}).get(name, ""),
            "is_chair": name == chair,
            "is_substitute": name in spare,
        }
        for name in (*members, *spare)
    ]
    return set_appeals(event_id=hall.event.pk, rules=RULES, members=rows, actor=hall.director)


@world
def hall():
    """A game was lost by ruling, and a committee of three with two substitutes is named."""
    hall = Hall()
    hall.board = hall.row.pairings.order_by("board_number").first()
    hall.white, hall.black = hall.board.white, hall.board.black
    committee(hall)
    hall.ruling = hall.rule(hall.white.name, "touched_not_moved", "game_lost")
    return hall


@pytest.fixture
def later(monkeypatch):
    """Lets so many minutes go by."""

    def wait(minutes):
        now = timezone.now() + timedelta(minutes=minutes)
        monkeypatch.setattr(timezone, "now", lambda: now)

    return wait


def appealed(hall, **facts):
    given = {"case_id": hall.ruling.case_id, "appellant_id": hall.white.pk, "actor": hall.deputy}
    return file_appeal(**given | {"grounds": "I said that I adjust."} | facts)


def sitting(appeal):
    return [seat.member.name for seat in seats_of(appeal)]


def links(hall, appeal):
    return {seat.member.name: make_seat_link(seat_id=seat.pk, actor=hall.deputy) for seat in seats_of(appeal)}


def voted(hall, appeal, *votes):
    tokens = links(hall, appeal)
    for token, vote in zip(tokens.values(), votes, strict=True):
        give_vote(token=token, vote=vote, words=f"because of {vote}", actor=VISITOR)
    return tokens


def verdict_of(appeal):
    return tally_of(Appeal.objects.get(pk=appeal.pk), seats_of(appeal))


# ---- filing ----


def test_a_deputy_notes_an_appeal_in_time_and_the_case_is_under_appeal(hall):
    appeal = appealed(hall, deposit_taken=True)
    assert (appeal.state, appeal.late_reason, appeal.deposit_taken) == (AppealState.OPEN, "", True)
    assert case_of(hall.ruling).state == CaseState.APPEALED
    assert sitting(appeal) == list(NAMES)
    told = latest("tournaments.appeal.filed")
    assert (told.before["state"], told.after["state"]) == ("ruled", "appealed")
    assert "adjust" not in json.dumps(told.after)


def test_after_the_deadline_an_appeal_is_taken_with_a_reason_alone(hall, later):
    later(31)
    with pytest.raises(AppealTooLate) as refused:
        appealed(hall)
    assert refused.value.facts == {"minutes": 30}
    assert appealed(hall, late_reason="the next round had begun").late_reason == "the next round had begun"
    assert latest("tournaments.appeal.filed").reason == "the next round had begun"


def test_the_minutes_are_those_of_the_event(hall, later):
    set_appeals(event_id=hall.event.pk, rules=RULES | {"minutes": 60}, members=[], actor=hall.director)
    later(31)
    assert appealed(hall).late_reason == ""


def test_an_arbiter_may_not_supersede_while_the_committee_has_the_case(hall):
    appealed(hall)
    with pytest.raises(WithTheCommittee):
        supersede_ruling(case_id=hall.ruling.case_id, decided=NOTHING_LOST, actor=hall.arbiter)


def test_only_a_party_appeals_and_once(hall):
    stranger = hall.section.entries.exclude(pk__in=[hall.white.pk, hall.black.pk]).first()
    with pytest.raises(NotAParty):
        appealed(hall, appellant_id=stranger.pk)
    appealed(hall, appellant_id=hall.black.pk)
    with pytest.raises(AppealedAlready):
        appealed(hall)


def test_a_case_without_a_ruling_is_not_appealed(hall):
    case = open_case(
        event_id=hall.event.pk, about=hall.at(hall.white.name), incident="distracting", actor=hall.deputy
    )
    with pytest.raises(NothingToAppeal):
        appealed(hall, case_id=case.pk)


def test_a_visitor_files_nothing(hall):
    with pytest.raises(NotAllowed):
        appealed(hall, actor=VISITOR)
    assert not Appeal.objects.exists()


def test_a_withdrawn_appeal_leaves_the_ruling_as_it_was(hall):
    appeal = appealed(hall)
    withdraw_appeal(appeal_id=appeal.pk, actor=hall.deputy, reason="shook hands")
    assert case_of(hall.ruling).state == CaseState.RULED
    assert ruling_in_force(case_of(hall.ruling)) == hall.ruling
    with pytest.raises(AppealOver):
        withdraw_appeal(appeal_id=appeal.pk, actor=hall.deputy)


def test_a_deposit_is_returned_only_where_it_was_taken(hall):
    appeal = appealed(hall)
    with pytest.raises(NoDeposit):
        note_deposit(appeal_id=appeal.pk, taken=False, returned=True, actor=hall.deputy)
    kept = note_deposit(appeal_id=appeal.pk, taken=True, returned=True, actor=hall.deputy)
    assert (kept.deposit_taken, kept.deposit_returned) == (True, True)
    assert latest("tournaments.appeal.deposit_noted").after["deposit_returned"] is True


# ---- the committee ----


@pytest.mark.parametrize("club", ["Glasgow DC", " glasgow  dc ", "GLASGOW DC"])
def test_a_clubmate_of_a_party_gives_way_to_the_first_substitute(hall, club):
    Entry.objects.filter(pk=hall.black.pk).update(club_name="Glasgow DC")
    committee(hall, clubs={NAMES[1]: club})
    seats = seats_of(appealed(hall))
    assert [seat.member.name for seat in seats] == [NAMES[0], SPARE[0], NAMES[2]]
    assert (seats[1].in_place_of.name, seats[1].because) == (NAMES[1], "club")


def test_a_substitute_who_is_tied_is_passed_over(hall):
    Entry.objects.filter(pk=hall.white.pk).update(club_name="Glasgow DC")
    committee(hall, clubs={NAMES[0]: "Glasgow DC", SPARE[0]: "Glasgow DC"})
    seats = seats_of(appealed(hall))
    assert [seat.member.name for seat in seats] == [SPARE[1], *NAMES[1:]]
    assert presiding(seats).member.name == SPARE[1]


def test_who_plays_the_game_or_is_of_the_family_does_not_sit(hall):
    other = hall.section.entries.exclude(pk__in=[hall.white.pk, hall.black.pk]).first()
    Entry.objects.filter(pk__in=[hall.white.pk, other.pk]).update(family="The Abbotts")
    committee(hall, members=(hall.black.name, other.name, NAMES[2]), chair=NAMES[2])
    seats = seats_of(appealed(hall))
    assert [(seat.member.name, seat.because) for seat in seats] == [
        (SPARE[0], "party"),
        (SPARE[1], "family"),
        (NAMES[2], ""),
    ]


def test_whoever_made_the_ruling_does_not_sit(hall):
    committee(hall, members=(hall.arbiter.label, *NAMES[1:]), chair=NAMES[1])
    assert seats_of(appealed(hall))[0].because == "ruled"


def test_too_few_members_are_told_and_settled_by_naming_somebody(hall):
    Entry.objects.filter(pk=hall.white.pk).update(club_name="Glasgow DC")
    committee(hall, spare=(), clubs={NAMES[0]: "Glasgow DC"})
    appeal = appealed(hall)
    assert sitting(appeal) == list(NAMES[1:])
    assert appeal.left_out[0]["name"] == NAMES[0]
    voted(hall, appeal, "stands", "stands")
    assert not verdict_of(appeal).is_complete
    with pytest.raises(VotesMissing) as refused:
        decide_appeal(appeal_id=appeal.pk, actor=hall.arbiter)
    assert refused.value.facts == {"seats": 1, "votes": 0}
    with pytest.raises(NotAllowed):
        name_member(appeal_id=appeal.pk, name="Newell Banks", actor=hall.deputy)
    with pytest.raises(CommitteeSits):
        name_member(appeal_id=appeal.pk, name=NAMES[1].upper(), actor=hall.arbiter)
    with pytest.raises(CommitteeTied) as tied:
        name_member(appeal_id=appeal.pk, name="Newell Banks", club_name="glasgow dc", actor=hall.arbiter)
    assert tied.value.facts["name"] == "Newell Banks"
    assert not CommitteeMember.objects.filter(name="Newell Banks").exists()
    seat = name_member(appeal_id=appeal.pk, name="Newell Banks", actor=hall.arbiter)
    assert (seat.in_place_of.name, seat.presides) == (NAMES[0], True)
    with pytest.raises(CommitteeComplete):
        name_member(appeal_id=appeal.pk, name="Somebody", actor=hall.arbiter)


def test_somebody_tied_sits_with_a_reason_that_is_kept(hall):
    Entry.objects.filter(pk=hall.white.pk).update(club_name="Glasgow DC")
    committee(hall, spare=(), clubs={NAMES[0]: "Glasgow DC"})
    appeal = appealed(hall)
    seat = name_member(
        appeal_id=appeal.pk, name=NAMES[0], despite="nobody else is in the hall", actor=hall.director
    )
    assert (seat.member.name, seat.in_place_of, seat.despite) == (
        NAMES[0],
        None,
        "nobody else is in the hall",
    )
    assert latest("tournaments.appeal.member_named").reason == "nobody else is in the hall"


def test_without_a_committee_somebody_has_to_be_named(hall):
    set_appeals(event_id=hall.event.pk, rules=RULES, members=[], actor=hall.director)
    appeal = appealed(hall)
    assert verdict_of(appeal).lacking == 1
    name_member(appeal_id=appeal.pk, name="Newell Banks", actor=hall.arbiter)
    voted(hall, appeal, "stands")
    assert verdict_of(appeal).verdict == "stands"


def test_a_committee_has_one_chair_and_names_once(hall):
    rows = [{"name": "A", "is_chair": True}, {"name": "B", "is_chair": True}]
    with pytest.raises(CommitteeChair):
        set_appeals(event_id=hall.event.pk, rules=RULES, members=rows, actor=hall.director)
    with pytest.raises(NamedTwice):
        set_appeals(
            event_id=hall.event.pk, rules=RULES, members=[{"name": "A"}, {"name": "a"}], actor=hall.director
        )
    with pytest.raises(NotAllowed):
        set_appeals(event_id=hall.event.pk, rules=RULES, members=[], actor=hall.arbiter)


def test_who_sat_stays_on_the_appeal_when_taken_off_the_list(hall):
    appeal = appealed(hall)
    committee(hall, members=NAMES[1:], spare=(), chair="")
    assert sitting(appeal) == list(NAMES)
    assert CommitteeMember.objects.get(name=NAMES[0]).has_left
    assert not CommitteeMember.objects.filter(name=SPARE[0]).exists()
    committee(hall)
    assert not CommitteeMember.objects.get(name=NAMES[0]).has_left


# ---- votes ----


def test_before_all_are_in_nothing_tells_a_vote(hall):
    appeal = appealed(hall)
    tokens = list(links(hall, appeal).values())
    entries, events = AuditEntry.objects.count(), LiveEvent.objects.count()
    give_vote(token=tokens[0], vote="change", words="secretly so", actor=hall.arbiter)
    tally = verdict_of(appeal)
    assert (tally.waiting, tally.stands, tally.change, tally.verdict) == (2, 0, 0, "")
    told = AuditEntry.objects.order_by("pk")[entries:]
    assert [one.action for one in told] == ["tournaments.appeal.voted"]
    said = json.dumps([told[0].before, told[0].after, told[0].reason, told[0].actor_label, told[0].address])
    said += json.dumps([one.data for one in LiveEvent.objects.order_by("pk")[events:]])
    assert told[0].user is None
    for word in ("change", "secretly", *NAMES, hall.arbiter.label):
        assert word not in said.replace("case.changed", "")
    assert not any(model in admin.site._registry for model in (AppealSeat, Appeal, CommitteeMember))


def test_a_vote_is_given_anew_until_all_are_in(hall):
    appeal = appealed(hall)
    tokens = list(links(hall, appeal).values())
    give_vote(token=tokens[0], vote="change", actor=VISITOR)
    give_vote(token=tokens[0], vote="stands", actor=VISITOR)
    give_vote(token=tokens[1], vote="stands", actor=VISITOR)
    give_vote(token=tokens[2], vote="change", actor=VISITOR)
    tally = verdict_of(appeal)
    assert (tally.stands, tally.change, tally.verdict) == (2, 1, "stands")
    with pytest.raises(VotesAreIn):
        give_vote(token=tokens[0], vote="change", actor=VISITOR)


def test_a_new_link_takes_the_old_one_back_and_keeps_the_vote(hall):
    appeal = appealed(hall)
    tokens = list(links(hall, appeal).values())
    give_vote(token=tokens[0], vote="change", actor=VISITOR)
    seat = seats_of(appeal)[0]
    assert tokens[0] not in (seat.digest, str(seat))
    newer = make_seat_link(seat_id=seat.pk, actor=hall.deputy)
    with pytest.raises(UnknownSeat):
        give_vote(token=tokens[0], vote="stands", actor=VISITOR)
    assert seats_of(appeal)[0].vote == "change"
    give_vote(token=newer, vote="stands", actor=VISITOR)
    assert newer not in json.dumps(latest("tournaments.appeal.link_made").after)


def test_no_other_vote_than_the_three(hall):
    tokens = links(hall, appealed(hall))
    with pytest.raises(UnknownVote):
        give_vote(token=tokens[NAMES[0]], vote="perhaps", actor=VISITOR)
    with pytest.raises(UnknownSeat):
        give_vote(token="", vote="stands", actor=VISITOR)


@pytest.mark.parametrize(
    ("votes", "verdict", "by_chair"),
    [
        pytest.param(("stands", "change", "change"), "change", False, id="the majority changes it"),
        pytest.param(("change", "stands", "stands"), "stands", False, id="the chair alone does not"),
        pytest.param(("change", "stands", "abstain"), "change", True, id="a tie goes with the chair"),
        pytest.param(("stands", "change", "abstain"), "stands", True, id="a tie goes with the chair, too"),
        pytest.param(("abstain", "change", "stands"), "stands", False, id="a tie, no chair: it stands"),
        pytest.param(("abstain", "abstain", "abstain"), "stands", False, id="nobody says: it stands"),
        pytest.param(("abstain", "abstain", "change"), "change", False, id="one vote of those given"),
    ],
)
def test_what_the_votes_come_to(hall, votes, verdict, by_chair):
    appeal = appealed(hall)
    voted(hall, appeal, *votes)
    tally = verdict_of(appeal)
    assert (tally.verdict, tally.is_by_the_chair) == (verdict, by_chair)


# ---- decisions ----


def test_nothing_is_decided_before_all_have_voted(hall):
    appeal = appealed(hall)
    tokens = list(links(hall, appeal).values())
    for token in tokens[:2]:
        give_vote(token=token, vote="change", actor=VISITOR)
    with pytest.raises(VotesMissing):
        decide_appeal(appeal_id=appeal.pk, decided=NOTHING_LOST, actor=hall.arbiter)
    with pytest.raises(VotesMissing):
        decide_appeal(appeal_id=appeal.pk, decided=NOTHING_LOST, actor=VISITOR, token=tokens[0])


def test_a_ruling_that_stands_is_published_as_that(hall):
    appeal = appealed(hall)
    voted(hall, appeal, "stands", "stands", "change")
    with pytest.raises(RulingStands):
        decide_appeal(appeal_id=appeal.pk, decided=NOTHING_LOST, actor=hall.arbiter)
    decided = decide_appeal(appeal_id=appeal.pk, words="No word was heard.", actor=hall.arbiter)
    assert (decided.state, decided.decision) == (AppealState.UPHELD, "No word was heard.")
    assert case_of(hall.ruling).state == CaseState.DECIDED
    assert ruling_in_force(case_of(hall.ruling)) == hall.ruling
    assert hall.result(hall.white.name).outcome == Outcome.BLACK
    with pytest.raises(WithTheCommittee):
        supersede_ruling(case_id=hall.ruling.case_id, decided=NOTHING_LOST, actor=hall.arbiter)


def test_a_changed_ruling_is_a_new_one_of_the_committee_and_the_old_one_stays(hall):
    appeal = appealed(hall)
    voted(hall, appeal, "change", "stands", "change")
    with pytest.raises(NewRulingMissing):
        decide_appeal(appeal_id=appeal.pk, actor=hall.arbiter)
    still_lost = replace(NOTHING_LOST, outcome=Outcome.BLACK)
    with pytest.raises(LossKept):
        decide_appeal(appeal_id=appeal.pk, words="It was said.", decided=still_lost, actor=hall.arbiter)
    decide_appeal(appeal_id=appeal.pk, words="It was said.", decided=NOTHING_LOST, actor=hall.arbiter)
    case = case_of(hall.ruling)
    newer = ruling_in_force(case)
    assert (newer.origin, newer.supersedes_id, case.state) == (
        RulingOrigin.COMMITTEE,
        hall.ruling.pk,
        CaseState.DECIDED,
    )
    assert hall.result(hall.white.name).outcome == Outcome.PENDING
    old = Ruling.objects.get(pk=hall.ruling.pk)
    assert (old.consequence, old.outcome, old.appeal.state) == ("game_lost", "black", AppealState.CHANGED)
    assert latest("tournaments.appeal.decided").after["state"] == "decided"
    with pytest.raises(NothingToAppeal):
        appealed(hall)


def test_the_chair_publishes_by_link_and_nobody_else_does(hall):
    appeal = appealed(hall)
    tokens = voted(hall, appeal, "change", "change", "change")
    facts = {"appeal_id": appeal.pk, "decided": NOTHING_LOST, "words": "It was said.", "actor": VISITOR}
    with pytest.raises(NotInTheChair):
        decide_appeal(token=tokens[NAMES[1]], **facts)
    with pytest.raises(UnknownSeat):
        decide_appeal(token="guessed", **facts)
    with pytest.raises(NotAllowed):
        decide_appeal(**facts)
    with pytest.raises(NotAllowed):
        decide_appeal(**facts | {"actor": hall.deputy})
    decided = decide_appeal(token=tokens[NAMES[0]], **facts)
    assert (decided.state, decided.decided_by) == (AppealState.CHANGED, NAMES[0])
    assert ruling_in_force(case_of(hall.ruling)).ruled_by == NAMES[0]
    with pytest.raises(AppealOver):
        give_vote(token=tokens[NAMES[1]], vote="stands", actor=VISITOR)


def test_parties_are_all_whom_a_case_names(hall):
    case = case_of(hall.ruling)
    assert {one.pk for one in parties_of(case)} == {hall.white.pk, hall.black.pk}
    alone = open_case(
        event_id=hall.event.pk,
        about=About(entry_id=hall.white.pk),
        incident="left_the_hall",
        actor=SYSTEM,
    )
    assert [one.pk for one in parties_of(alone)] == [hall.white.pk]
