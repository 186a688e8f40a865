"""Screens in the hall: assigned by a code, steered from the desk, hearing what is meant for them."""

from datetime import timedelta

import pytest
from django.utils import timezone
from event_rows import latest, section_of, somebody
from worlds import world

from club.core.actor import SYSTEM, VISITOR
from club.core.errors import NotAllowed, UnknownChannel
from club.live.selectors import last_number
from club.models import AuditEntry
from tournaments.core.errors import ChangedMeanwhile
from tournaments.models import Hall, Screen, ScreenFamily
from tournaments.screens.errors import (
    ClockOutOfRange,
    FamilyOfAnotherEvent,
    NothingToShow,
    ScreenOver,
    UnknownScreenCode,
)
from tournaments.screens.services import screen_families as families
from tournaments.screens.services.screens import (
    CODE_LASTS,
    assign_screen,
    change_screen,
    make_screen,
    open_screen,
    revoke_screen,
    screen_channel_name,
)
from tournaments.site.live_channels import screen_channel


@world
def event(section):
    return section.event


@world
def family(event):
    return families.make_family(event_id=event.pk, name="Wall", contents=["standings", "names"], actor=SYSTEM)


def heard(screen):
    return last_number(screen_channel_name(screen))


@pytest.mark.django_db
def test_a_new_screen_has_a_code_and_an_address_that_nobody_guesses():
    screens = [open_screen(actor=VISITOR) for _ in range(3)]
    assert len({one.token for one in screens}) == 3
    assert all(len(one.token) == 43 and len(one.code) == 6 for one in screens)
    assert AuditEntry.objects.filter(action="tournaments.screen.opened").count() == 3
    assert not any(one.token in str(entry.after) for one in screens for entry in AuditEntry.objects.all())


def test_a_code_typed_anyhow_assigns_the_screen_which_is_told(event, family, director):
    screen = open_screen(actor=VISITOR)
    before = heard(screen)
    typed = f" {screen.code[:3].lower()}-{screen.code[3:]} "
    assigned = assign_screen(event_id=event.pk, code=typed, family_id=family.pk, actor=director, label="Door")
    assert (assigned.pk, assigned.family, assigned.label) == (screen.pk, family, "Door")
    assert heard(screen) == before + 1
    assert latest("tournaments.screen.assigned").after == {"label": "Door", "family": "Wall"}
    with pytest.raises(UnknownScreenCode):  # a code is used once
        assign_screen(event_id=event.pk, code=screen.code, family_id=family.pk, actor=director)


@pytest.mark.parametrize("code", ["", "   ", "NO", "%%%%%%"])
def test_a_code_that_no_screen_shows_is_refused(event, director, code):
    make_screen(event_id=event.pk, family_id=None, actor=director)  # has no code at all
    with pytest.raises(UnknownScreenCode):
        assign_screen(event_id=event.pk, code=code, family_id=None, actor=director)


def test_a_code_lasts_a_day_and_is_then_forgotten(event, director):
    screen = open_screen(actor=VISITOR)
    Screen.objects.filter(pk=screen.pk).update(created_at=timezone.now() - CODE_LASTS - timedelta(minutes=1))
    with pytest.raises(UnknownScreenCode):
        assign_screen(event_id=event.pk, code=screen.code, family_id=None, actor=director)
    open_screen(actor=VISITOR)
    assert not Screen.objects.filter(pk=screen.pk).exists()


def test_a_screen_follows_to_another_family_and_is_taken_out(event, family, director):
    screen = make_screen(event_id=event.pk, family_id=family.pk, actor=director)
    other = families.make_family(event_id=event.pk, name="Bar", contents=["empty"], actor=director)
    before = heard(screen)
    assert change_screen(screen_id=screen.pk, family_id=other.pk, actor=director).family == other
    screen_channel(actor=VISITOR, subject=screen.token)
    revoke_screen(screen_id=screen.pk, actor=director)
    assert heard(screen) == before + 2
    with pytest.raises(UnknownChannel):
        screen_channel(actor=VISITOR, subject=screen.token)
    with pytest.raises(ScreenOver):
        change_screen(screen_id=screen.pk, family_id=other.pk, actor=director)


def test_a_screen_shows_no_family_of_another_event(event, director):
    foreign = section_of(players=0).event
    family = families.make_family(event_id=foreign.pk, name="X", contents=["empty"], actor=SYSTEM)
    with pytest.raises(FamilyOfAnotherEvent):
        make_screen(event_id=event.pk, family_id=family.pk, actor=director)


def test_a_family_keeps_to_sections_of_its_event_and_to_one_order(event, section, director):
    foreign = section_of(players=0)
    family = families.make_family(
        event_id=event.pk,
        name=" Big   wall ",
        contents=["names", "pairings", "names"],
        sections=[foreign.pk, section.pk],
        actor=director,
    )
    assert (family.name, family.contents, family.sections) == (
        "Big wall",
        ["pairings", "names"],
        [section.pk],
    )
    with pytest.raises(NothingToShow):
        families.make_family(event_id=event.pk, name="X", contents=["posters"], actor=director)


def test_a_changed_family_tells_its_own_screens_alone(event, family, director):
    own = make_screen(event_id=event.pk, family_id=family.pk, actor=director)
    other = make_screen(event_id=event.pk, family_id=None, actor=director)
    before = (heard(own), heard(other))
    changed = families.change_family(family_id=family.pk, version=family.version, seconds=30, actor=director)
    assert (heard(own), heard(other)) == (before[0] + 1, before[1])
    assert changed.seconds == 30
    with pytest.raises(ChangedMeanwhile):
        families.change_family(family_id=family.pk, version=family.version, seconds=9, actor=director)
    families.remove_family(family_id=family.pk, actor=director)
    own.refresh_from_db()
    assert own.family is None


def test_a_held_page_stays_and_goes_on_from_where_it_was(family, director):
    begun = timezone.now() - timedelta(seconds=5 * family.seconds + 1)
    ScreenFamily.objects.filter(pk=family.pk).update(since=begun)
    held = families.pause_page(family_id=family.pk, is_held=True, actor=director)
    assert held.step == 5
    later = timezone.now() + timedelta(hours=1)
    assert families.page_at(held, later) == 5
    back = families.turn_page(family_id=family.pk, by=-1, actor=director)
    assert families.page_at(back, later) == 4
    running = families.pause_page(family_id=family.pk, is_held=False, actor=director)
    assert families.page_at(running, running.since) == 4
    assert families.page_at(running, running.since + timedelta(seconds=family.seconds)) == 5
    told = AuditEntry.objects.filter(action="tournaments.screens.steered").order_by("pk")
    assert [entry.after for entry in told] == [{"is_held": True}, {"turned_by": -1}, {"is_held": False}]


def test_the_alert_line_is_told_to_every_screen_of_the_event(event, family, director):
    screens = [
        make_screen(event_id=event.pk, family_id=family.pk, actor=director),
        make_screen(event_id=event.pk, family_id=None, actor=director),
    ]
    stranger = make_screen(event_id=section_of(players=0).event.pk, family_id=None, actor=SYSTEM)
    before = [heard(one) for one in (*screens, stranger)]
    families.set_alert(event_id=event.pk, text=" Round 3  begins ", actor=director)
    assert Hall.objects.get(event=event).alert == "Round 3 begins"
    assert [heard(one) for one in (*screens, stranger)] == [before[0] + 1, before[1] + 1, before[2]]
    families.set_alert(event_id=event.pk, text="", actor=director)
    assert Hall.objects.get(event=event).alert == ""
    families.set_alert(event_id=event.pk, text="", actor=director)  # nothing to clear, nothing told
    assert heard(screens[0]) == before[0] + 2


def test_the_clock_runs_to_a_moment_that_is_to_come(event, director):
    ends = timezone.now() + timedelta(minutes=45)
    families.set_clock(event_id=event.pk, ends_at=ends, label="Round 2", actor=director)
    assert Hall.objects.get(event=event).clock_ends_at == ends
    for wrong in (timezone.now() - timedelta(seconds=1), timezone.now() + timedelta(days=3)):
        with pytest.raises(ClockOutOfRange):
            families.set_clock(event_id=event.pk, ends_at=wrong, actor=director)
    families.set_clock(event_id=event.pk, ends_at=None, actor=director)
    hall = Hall.objects.get(event=event)
    assert (hall.clock_ends_at, hall.clock_label) == (None, "")


def test_the_director_alone_steers(event, family, player):
    screen = make_screen(event_id=event.pk, family_id=family.pk, actor=SYSTEM)
    waiting = open_screen(actor=VISITOR)
    for act in (
        lambda who: assign_screen(event_id=event.pk, code=waiting.code, family_id=None, actor=who),
        lambda who: make_screen(event_id=event.pk, family_id=None, actor=who),
        lambda who: change_screen(screen_id=screen.pk, family_id=None, actor=who),
        lambda who: revoke_screen(screen_id=screen.pk, actor=who),
        lambda who: families.make_family(event_id=event.pk, name="x", contents=["empty"], actor=who),
        lambda who: families.change_family(family_id=family.pk, version=1, name="y", actor=who),
        lambda who: families.remove_family(family_id=family.pk, actor=who),
        lambda who: families.pause_page(family_id=family.pk, is_held=True, actor=who),
        lambda who: families.turn_page(family_id=family.pk, by=1, actor=who),
        lambda who: families.set_alert(event_id=event.pk, text="x", actor=who),
        lambda who: families.set_clock(event_id=event.pk, ends_at=None, actor=who),
    ):
        for stranger in (player, VISITOR, somebody("viewer")):
            with pytest.raises(NotAllowed):
                act(stranger)
