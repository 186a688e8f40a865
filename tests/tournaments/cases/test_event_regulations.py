"""Regulations of an event: chosen, changed, undone, quoted, copied; a refused try leaves nothing."""

import pytest
from django.template.loader import render_to_string
from django.urls import reverse
from effort import sample
from event_rows import latest
from worlds import world

from club.audit.messages import field_rows
from club.audit.services import undo_entry
from club.core.actor import SYSTEM
from club.core.errors import CannotUndo, NotAllowed
from tournaments.cases.errors import (
    DeviationNeedsReason,
    GraveNeedsReason,
    NotAtBoard,
    RulingNeedsGame,
    RulingNeedsMinutes,
    RulingNeedsPoints,
    UnknownConsequence,
    UnknownDetail,
    UnknownIncident,
    WordsNeeded,
    WrongDetail,
)
from tournaments.cases.selectors.case_proposals import proposed_for
from tournaments.cases.selectors.incidents import earlier_in_event
from tournaments.cases.selectors.public_cases import public_case
from tournaments.cases.services.calls import call_arbiter
from tournaments.cases.services.case_locks import About
from tournaments.cases.services.cases import open_case
from tournaments.cases.services.incidents import IncidentForm, file_incident
from tournaments.cases.services.rulings import RulingDecision, rule_on_case, supersede_ruling
from tournaments.conduct.regulation_presets import CLUB, FEDERATION, FMJD, PRESETS
from tournaments.conduct.regulations import REGULATED, article_of
from tournaments.core.errors import ChangedMeanwhile
from tournaments.events.errors import DefaultTimeUnfit, RegulationsUnfit, UnknownRegulations
from tournaments.events.regulation_messages import PRESET_NAMES
from tournaments.events.selectors.sections import regulations_of
from tournaments.events.services.clones import clone_event
from tournaments.events.services.events import create_event
from tournaments.events.services.regulations import set_regulations
from tournaments.models import Case, CaseState, Outcome, Ruling
from tournaments.results.errors import PublishedResult

pytestmark = pytest.mark.django_db
WRITTEN = (CLUB, FEDERATION, FMJD)


def regulate(hall, preset=CLUB, **more):
    stored = {"preset": preset} | more
    set_regulations(event_id=hall.event.pk, stored=stored, actor=hall.director)
    hall.event.refresh_from_db()


def white(hall, board=1):
    return hall.row.pairings.get(board_number=board).white.name


# ---- what an event has ----


def test_old_events_are_ruled_on_as_before_and_new_ones_begin_with_the_clubs(hall):
    hall.by_law_book_alone()  # as the migration leaves them
    assert hall.rule(white(hall), "flag_fell", "warning").articles == []
    made = create_event(organisation_id=hall.event.organisation_id, name="New", preset="blitz", actor=SYSTEM)
    assert regulations_of(made) == PRESETS[CLUB].regulations


def test_only_what_differs_is_stored_and_the_same_again_is_no_change(hall):
    same = {"rungs": [["game_lost", 0]], "counted": "game"}
    regulate(hall, changes={"flag_fell": same, "score_sheet": {"text": "  Write.  "}}, default_minutes=30)
    stored = hall.event.regulations
    assert set(stored) == {"preset", "changes"}
    assert set(stored["changes"]) == {"score_sheet"}
    assert stored["changes"]["score_sheet"]["text"] == "Write."
    regulate(hall, changes=stored["changes"])
    assert latest("tournaments.regulations.set").before == {"regulations": {"preset": CLUB}}


def test_the_change_is_in_the_log_in_words_and_is_undone(hall):
    regulate(hall, FMJD, changes={"analysing": None}, default_minutes=15, further="No smoking.")
    entry = latest("tournaments.regulations.set")
    told = field_rows(entry)[0].after
    for words in ("FMJD style", "Default time: 15", "7. Analysing: not in force", "No smoking."):
        assert words in told
    undo_entry(entry_id=entry.pk, actor=hall.director)
    hall.event.refresh_from_db()
    assert hall.event.regulations == {"preset": CLUB}
    with pytest.raises(CannotUndo):
        undo_entry(entry_id=entry.pk, actor=hall.director)


@pytest.mark.parametrize(
    ("stored", "refusal"),
    [
        ({"preset": "chess"}, UnknownRegulations),
        ({"changes": {"must_capture": None}}, UnknownRegulations),
        ({"default_minutes": 0}, DefaultTimeUnfit),
        ({"changes": {"analysing": {"rungs": []}}}, RegulationsUnfit),
    ],
)
def test_what_cannot_be_is_refused(hall, stored, refusal):
    with pytest.raises(refusal):
        set_regulations(event_id=hall.event.pk, stored=stored, actor=hall.director)
    hall.event.refresh_from_db()
    assert hall.event.regulations == {"preset": CLUB}


def test_only_who_runs_the_event_sets_them_and_nobody_over_a_newer_version(hall):
    with pytest.raises(NotAllowed):
        set_regulations(event_id=hall.event.pk, stored={"preset": FMJD}, actor=hall.arbiter)
    with pytest.raises(ChangedMeanwhile):
        set_regulations(
            event_id=hall.event.pk,
            stored={"preset": CLUB},
            actor=hall.director,
            version=hall.event.version + 1,
        )


def test_a_copy_of_an_event_has_its_regulations(hall):
    regulate(hall, FMJD, changes={"analysing": None})
    made = clone_event(event_id=hall.event.pk, name="Copy", actor=SYSTEM)
    assert made.regulations == hall.event.regulations


# ---- what follows ----


@pytest.mark.parametrize("preset", WRITTEN)
def test_every_kind_is_proposed_ruled_on_as_proposed_and_quoted(hall, preset):
    """Each ruling as proposed needs no reason, and keeps the article when the event changes it."""
    regulate(hall, preset)
    names = [white(hall, board) for board in (1, 2, 3)]
    rulings = []
    for at, code in enumerate(REGULATED):
        name = names[at % 3]
        entry = hall.section.entries.get(name=name)
        proposed = proposed_for(Case(event=hall.event, section=hall.section, incident=code, entry=entry))
        if code == "refused_rules":  # SL-I4 goes first
            assert proposed.article == "SL-I4"
            continue
        assert (proposed.article, proposed.consequence) == (
            article_of(code),
            PRESETS[preset].regulations.rules[code].rungs[0].consequence,
        )
        rulings.append(hall.rule(name, code, proposed.consequence.value))
    regulate(hall, preset, changes=dict.fromkeys(REGULATED))
    for ruling in rulings:
        ruling.refresh_from_db()
        quoted = public_case(Case.objects.get(pk=ruling.case_id)).rulings[0].articles
        assert [one.id for one in quoted] == [article_of(ruling.incident)] == ruling.articles
        assert quoted[0].text
        assert quoted[0].number == REGULATED.index(ruling.incident) + 1


def test_a_ladder_of_the_event_is_climbed_from_game_to_game_and_one_of_the_game_is_not(hall):
    regulate(hall)
    hall.rule(white(hall), "electronic_device", "warning")
    hall.rule(white(hall), "score_sheet", "reminder")
    other = hall.section.entries.get(name=white(hall))
    elsewhere = Case(event=hall.event, section=hall.section, entry=other, incident="electronic_device")
    assert proposed_for(elsewhere).consequence == "game_lost"
    assert proposed_for(elsewhere, incident="score_sheet").consequence == "reminder"
    with pytest.raises(DeviationNeedsReason):
        hall.rule(white(hall), "electronic_device", "warning")
    lost = hall.rule(white(hall), "electronic_device", "game_lost")
    assert hall.result(white(hall)).outcome == Outcome.BLACK
    assert lost.proposed["in_event"] == 2


def test_a_time_penalty_goes_to_the_opponents_clock_and_points_are_as_the_article_says(hall, client):
    penalty, points = [["time_penalty", 3]], [["points_deducted", 2]]
    regulate(hall, changes={"distracting": {"rungs": penalty}, "left_the_hall": {"rungs": points}})
    timed = hall.rule(hall.black(), "distracting", "time_penalty")
    assert (timed.seconds_white, timed.seconds_black) == (180, 0)
    told = public_case(Case.objects.get(pk=timed.case_id)).rulings[0]
    assert told.consequence == "time penalty (3 minutes for the opponent)"
    client.force_login(hall.arbiter.user)
    done = client.get(reverse("tournaments:incident_filed", args=[hall.event.pk, timed.case.number]))
    assert told.consequence in done.content.decode()
    given = hall.rule(white(hall), "analysing", "time_penalty", seconds_black=60, reason="it was graver")
    assert (given.seconds_white, given.seconds_black) == (0, 60)
    assert hall.rule(white(hall, 2), "left_the_hall", "points_deducted").points == 2


def test_who_is_not_there_by_the_default_time_loses_by_forfeit(hall):
    regulate(hall, default_minutes=20)
    hall.rule(white(hall), "default_time", "game_lost")
    assert hall.result(white(hall)).outcome == Outcome.BLACK_FORFEIT
    late = {"told": {"details": {"minutes": "25"}}}
    form = IncidentForm(
        about=hall.at(white(hall, 2)),
        incident="late_arrival",
        decided=RulingDecision(consequence="game_lost"),
        key="late",
        **late,
    )
    ruling = file_incident(event_id=hall.event.pk, form=form, actor=hall.arbiter).ruling
    assert ruling.articles == ["Event regulations 2"]
    assert hall.result(white(hall, 2)).outcome == Outcome.BLACK_FORFEIT


def test_coming_after_the_default_time_climbs_the_ladder_of_the_default_time(hall):
    """Filed as a late arrival and read as what it is, it counts so for the next one, on the phone too."""
    ladder = {"rungs": [["warning", 0], ["game_lost", 0]], "counted": "event"}
    regulate(hall, default_minutes=20, changes={"default_time": ladder})
    entry = hall.section.entries.get(name=white(hall))

    def late(minutes):
        details = {"minutes": str(minutes)}
        return Case(
            event=hall.event, section=hall.section, entry=entry, incident="late_arrival", details=details
        )

    def came(minutes, consequence, key):
        form = IncidentForm(
            about=hall.at(white(hall)),
            incident="late_arrival",
            decided=RulingDecision(consequence=consequence),
            key=key,
            told={"details": {"minutes": str(minutes)}},
        )
        return file_incident(event_id=hall.event.pk, form=form, actor=hall.arbiter).ruling

    assert came(25, "warning", "first").articles == ["Event regulations 2"]
    assert [one.incident for one in earlier_in_event(hall.event)] == ["default_time"]
    assert (proposed_for(late(5)).consequence, proposed_for(late(5)).before_in_event) == ("reminder", 0)
    assert (proposed_for(late(25)).consequence, proposed_for(late(25)).before_in_event) == ("game_lost", 1)
    came(5, "reminder", "second")
    assert [one.incident for one in earlier_in_event(hall.event)] == ["default_time", "late_arrival"]
    assert proposed_for(late(25)).before_in_event == 1
    assert came(25, "game_lost", "third").proposed["is_forfeit"]


def test_the_text_of_an_article_is_that_of_the_moment_of_the_ruling(hall):
    regulate(hall, changes={"electronic_device": {"text": "Phones stay at home."}})
    ruling = hall.rule(white(hall), "electronic_device", "warning")
    regulate(hall, changes={"electronic_device": {"text": "Phones are welcome."}})
    quoted = public_case(Case.objects.get(pk=ruling.case_id)).rulings[0].articles[0]
    assert quoted.text.startswith("Phones stay at home. Offence 1: warning")


@pytest.mark.parametrize("preset", WRITTEN)
def test_a_ruling_by_the_regulations_names_no_law_book_as_its_source(hall, client, preset):
    """On the case page, in public, on paper and among precedents; no edition of a book makes it older."""
    regulate(hall, preset)
    by_regulations = hall.rule(white(hall), "distracting", "reminder", reason="It was a whisper.")
    by_law = hall.rule(white(hall, 2), "must_capture", "caution")
    client.force_login(hall.arbiter.user)
    for ruling, says in ((by_regulations, str(PRESET_NAMES[preset])), (by_law, by_law.edition)):
        told = public_case(Case.objects.get(pk=ruling.case_id)).rulings[0]
        assert told.source.endswith(says)
        ruling.edition = "1998"
        assert ruling.is_of_older_edition == (ruling is by_law)
        page = client.get(reverse("tournaments:desk_case", args=[ruling.case_id])).content.decode()
        shown = page[page.index('id="rulings-title"') :]
        assert f'<span class="soft small">{told.source}</span>' in shown
        assert told.source in render_to_string("tournaments/appeals/_ruling_told.html", {"ruling": told})


# ---- a refused try ----

REFUSED = {
    "no consequence": ({"consequence": ""}, {}, UnknownConsequence),
    "an unknown consequence": ({"consequence": "shame"}, {}, UnknownConsequence),
    "an unknown incident": ({"consequence": "warning"}, {"incident": "sneezed"}, UnknownIncident),
    "a deviation": ({"consequence": "game_lost"}, {}, DeviationNeedsReason),
    "grave where nothing is said": (
        {"consequence": "excluded"},
        {"incident": "other_incident", "told": {"details": {"about": "He shouted."}}},
        DeviationNeedsReason,
    ),
    "something else without a word": ({"consequence": "none"}, {"incident": "other_incident"}, WordsNeeded),
    "no points": ({"consequence": "points_deducted", "reason": "x"}, {}, RulingNeedsPoints),
    "no minutes": ({"consequence": "time_penalty", "reason": "x"}, {}, RulingNeedsMinutes),
    "a wrong detail": (
        {"consequence": "reminder"},
        {"incident": "left_the_hall", "told": {"details": {"minutes": "soon"}}},
        WrongDetail,
    ),
    "an unknown detail": (
        {"consequence": "warning"},
        {"told": {"details": {"square": "11"}}},
        UnknownDetail,
    ),
    "another result there": (
        {"consequence": "game_lost", "reason": "x", "was": "draw"},
        {},
        PublishedResult,
    ),
}


def form_of(hall, decided, *, incident="electronic_device", case=None, about=None, told=None, key="try"):
    return IncidentForm(
        about=about or hall.at(white(hall)),
        incident=incident,
        decided=RulingDecision(**decided),
        key=key,
        case_id=case.pk if case else None,
        told=told or {},
    )


@world
def regulated(hall):
    regulate(hall)
    return hall


def everything():
    return [
        list(Case.objects.order_by("pk").values_list("pk", "state", "incident", "version", "private_text")),
        list(Ruling.objects.order_by("pk").values_list("pk", flat=True)),
    ]


@pytest.mark.parametrize("begun", ["at once", "a call", "an open case"])
@pytest.mark.parametrize("name", sample(REFUSED, one_in=2))
def test_a_refused_try_leaves_nothing_behind_and_no_open_case_once_it_is_ruled(regulated, name, begun):
    decided, more, refusal = REFUSED[name]
    case = None
    if begun == "a call":
        card = regulated.section.board_cards.get(board_number=1)
        case = call_arbiter(card=card, actor=regulated.arbiter, device="p")
    elif begun == "an open case":
        about = regulated.at(white(regulated))
        case = open_case(
            event_id=regulated.event.pk, about=about, incident="analysing", actor=regulated.arbiter
        )
    if refusal is PublishedResult:
        regulated.result(white(regulated)).__class__.objects.filter(
            pk=regulated.result(white(regulated)).pk
        ).update(outcome=Outcome.WHITE)
    before = everything()
    for _again in range(2):
        with pytest.raises(refusal):
            file_incident(
                event_id=regulated.event.pk,
                form=form_of(regulated, decided, case=case, **more),
                actor=regulated.arbiter,
            )
        assert everything() == before
    right = form_of(regulated, {"consequence": "warning"}, case=case)
    done = file_incident(event_id=regulated.event.pk, form=right, actor=regulated.arbiter)
    assert done.ruling.articles == ["Event regulations 4"]
    assert [one.state for one in Case.objects.all()] == [CaseState.RULED]


def test_refused_tries_away_from_a_board_leave_nothing_behind(regulated):
    """A player who sits at no board has no game to lose and no clock."""
    entry = regulated.section.entries.get(name=white(regulated))
    for consequence, refusal in (("game_lost", RulingNeedsGame), ("time_penalty", RulingNeedsGame)):
        form = form_of(regulated, {"consequence": consequence, "reason": "x"}, about=About(entry_id=entry.pk))
        with pytest.raises(refusal):
            file_incident(event_id=regulated.event.pk, form=form, actor=regulated.arbiter)
    elsewhere = regulated.row.pairings.get(board_number=2)
    wrong = form_of(regulated, {"consequence": "warning"}, about=About(elsewhere.pk, 1, entry.pk))
    with pytest.raises(NotAtBoard):
        file_incident(event_id=regulated.event.pk, form=wrong, actor=regulated.arbiter)
    assert not Case.objects.exists()


def test_a_refused_ruling_on_a_case_leaves_it_as_it_was(regulated):
    first = regulated.rule(white(regulated), "electronic_device", "warning")
    before = everything()
    with pytest.raises(RulingNeedsMinutes):
        supersede_ruling(
            case_id=first.case_id,
            decided=RulingDecision(consequence="time_penalty", reason="x"),
            actor=regulated.arbiter,
        )
    assert everything() == before
    about = regulated.at(white(regulated))
    silent = open_case(event_id=regulated.event.pk, about=about, incident="pieces_displaced", actor=SYSTEM)
    before = everything()
    set_regulations(event_id=regulated.event.pk, stored={}, actor=regulated.director)
    with pytest.raises(GraveNeedsReason):
        rule_on_case(
            case_id=silent.pk,
            decided=RulingDecision(consequence="game_lost", incident="analysing"),
            actor=regulated.arbiter,
        )
    assert everything() == before
