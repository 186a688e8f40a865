"""Entries: numbered by rating, frozen with the first round, late ones last; byes, withdrawals, arrivals."""

import re
from http import HTTPStatus

import pytest
from django.urls import reverse
from event_rows import (
    NAMES,
    club_of,
    entry_named,
    latest,
    paired_names,
    play,
    played_round,
    published_round,
    section_of,
)

from club.core.actor import SYSTEM
from club.core.errors import NotAllowed
from club.models import Person
from tournaments.entries.entry_lists import EntryLine, read_lines
from tournaments.entries.errors import (
    EnteredTwice,
    EntryChangedMeanwhile,
    EntryHasPlayed,
    NamedTwice,
    NameTaken,
    RoundOver,
    TableIsSet,
)
from tournaments.entries.services.check_ins import check_in
from tournaments.entries.services.entries import (
    add_entries,
    ask_bye,
    change_entry,
    readmit_entry,
    remove_bye,
    remove_entry,
    withdraw_entry,
)
from tournaments.models import AbsenceKind, ByeKind, EntryState
from tournaments.rounds.errors import NotInTheTable
from tournaments.rounds.services.rounds import propose_round, publish_round, unpublish_round
from tournaments.standings.selectors.standings import points_table

pytestmark = pytest.mark.django_db


def entered(section, name, rating=0, **facts):
    (made,) = add_entries(section_id=section.pk, lines=[EntryLine(name, rating, **facts)], actor=SYSTEM)
    return made


def numbers(section):
    return dict(section.entries.values_list("name", "number"))


def proposed(section):
    return propose_round(section_id=section.pk, actor=SYSTEM)


def bye_of(row, name):
    return row.pairings.get(white__name=name).bye


def test_nobody_has_a_number_before_the_first_round_is_paired(section):
    assert set(numbers(section).values()) == {None}


def test_numbers_follow_the_ratings(section):
    entered(section, "Reid", 1975)
    proposed(section)
    assert numbers(section)["Abbott"] == 1
    assert numbers(section)["Reid"] == 2
    assert sorted(numbers(section).values()) == [1, 2, 3, 4, 5, 6, 7]


def test_equal_ratings_are_numbered_by_name(db):
    section = section_of(players=0)
    for name in ("Reid", "Long", "Kear"):
        entered(section, name, 1500)
    proposed(section)
    assert numbers(section) == {"Kear": 1, "Long": 2, "Reid": 3}


def test_numbers_are_given_anew_while_the_first_round_is_a_draft(section):
    proposed(section)
    change_entry(entry_id=entry_named(section, "Fraser").pk, rating=2400, actor=SYSTEM)
    proposed(section)
    assert numbers(section)["Fraser"] == 1


def test_numbers_stay_once_the_first_round_is_published(section):
    played_round(section)
    before = numbers(section)
    change_entry(entry_id=entry_named(section, "Fraser").pk, rating=2400, actor=SYSTEM)
    proposed(section)
    assert numbers(section) == before


def test_a_round_taken_back_lets_the_numbers_be_given_anew(section):
    unpublish_round(round_id=published_round(section).pk, actor=SYSTEM)
    change_entry(entry_id=entry_named(section, "Fraser").pk, rating=2400, actor=SYSTEM)
    proposed(section)
    assert numbers(section)["Fraser"] == 1


def test_a_late_entry_has_the_last_number_and_plays_from_the_next_round(section):
    first = published_round(section)
    late = entered(section, "Reid", 2500)
    assert (late.number, late.first_round) == (7, 2)
    play(first)
    second = proposed(section)
    assert "Reid" in {name for pair in paired_names(second) for name in pair}
    assert points_table(section, after=1).get(late.pk, 0) == 0


def test_a_round_robin_takes_no_late_entry(db):
    section = section_of(preset="round_robin", players=4)
    proposed(section)
    entered(section, "Reid")  # the table is not published yet
    published_round(section)
    with pytest.raises(TableIsSet):
        entered(section, "Long")
    assert not section.entries.filter(name="Long").exists()


@pytest.mark.parametrize("preset", ["round_robin", "knockout"])
def test_a_table_is_not_published_without_a_player_who_entered_since(db, preset):
    section = section_of(preset=preset, players=4)
    row = proposed(section)
    entered(section, "Reid")
    with pytest.raises(NotInTheTable) as refusal:
        publish_round(round_id=row.pk, version=row.version, actor=SYSTEM, reason="They want to begin.")
    assert refusal.value.facts == {"round": 1, "names": "Reid"}
    row = proposed(section)
    publish_round(round_id=row.pk, version=row.version, actor=SYSTEM)


def test_nobody_is_entered_twice_and_then_nobody_of_the_list_is(section):
    lines = [EntryLine("Reid"), EntryLine("ABBOTT")]
    with pytest.raises(EnteredTwice):
        add_entries(section_id=section.pk, lines=lines, actor=SYSTEM)
    assert section.entries.count() == 6


def test_a_known_person_of_the_club_is_linked_by_name(section):
    person = Person.objects.create(name="Helen Reid", organisation=club_of())
    Person.objects.create(name="Ann Long", organisation=club_of("south"))
    assert entered(section, "helen reid").person == person
    assert entered(section, "Ann Long").person is None


def test_a_name_that_two_persons_have_is_linked_with_neither(section):
    for _ in range(2):
        Person.objects.create(name="Ann Long", organisation=club_of())
    assert entered(section, "Ann Long").person is None


@pytest.mark.parametrize(
    ("asked", "bye", "points"),
    [
        pytest.param(AbsenceKind.ZERO, ByeKind.REQUESTED_ZERO, 0, id="worth nothing"),
        pytest.param(AbsenceKind.HALF, ByeKind.REQUESTED_HALF, 1, id="worth a draw"),
        pytest.param(AbsenceKind.FULL, ByeKind.REQUESTED_FULL, 2, id="worth a win"),
    ],
)
def test_a_bye_that_was_asked_for_is_given(section, asked, bye, points):
    entry = entry_named(section, "Abbott")
    ask_bye(entry_id=entry.pk, round_number=1, kind=asked, actor=SYSTEM)
    row = published_round(section)
    assert bye_of(row, "Abbott") == bye
    assert ByeKind.ALLOCATED in {other for _name, other in paired_names(row)}  # five are left
    assert points_table(section, after=1)[entry.pk] == points


def test_a_bye_can_be_asked_for_again_and_taken_back(section):
    entry = entry_named(section, "Abbott")
    ask_bye(entry_id=entry.pk, round_number=1, kind="half", actor=SYSTEM)
    ask_bye(entry_id=entry.pk, round_number=1, kind="zero", actor=SYSTEM)
    assert entry.absences.get().kind == AbsenceKind.ZERO
    remove_bye(entry_id=entry.pk, round_number=1, actor=SYSTEM)
    assert not entry.absences.exists()
    assert len(paired_names(proposed(section))) == 3


def test_no_bye_is_asked_for_a_round_that_is_published(section):
    published_round(section)
    entry = entry_named(section, "Abbott")
    with pytest.raises(RoundOver):
        ask_bye(entry_id=entry.pk, round_number=1, kind="half", actor=SYSTEM)
    with pytest.raises(RoundOver):
        remove_bye(entry_id=entry.pk, round_number=1, actor=SYSTEM)


def test_who_withdraws_keeps_what_was_played_and_is_paired_no_more(section):
    first = published_round(section)
    play(first)
    entry = withdraw_entry(entry_id=entry_named(section, "Abbott").pk, actor=SYSTEM, reason="Ill.")
    assert (entry.state, entry.last_round) == (EntryState.WITHDRAWN, 1)
    points = points_table(section, after=1)[entry.pk]
    second = proposed(section)
    assert bye_of(second, "Abbott") == ByeKind.ABSENT
    assert points_table(section, after=1)[entry.pk] == points
    assert latest("tournaments.entry.withdrawn").reason == "Ill."


def test_who_comes_back_is_paired_again(section):
    entry = entry_named(section, "Abbott")
    withdraw_entry(entry_id=entry.pk, actor=SYSTEM)
    played_round(section)
    readmit_entry(entry_id=entry.pk, actor=SYSTEM)
    assert "Abbott" in {name for pair in paired_names(proposed(section)) for name in pair}


def test_an_entry_that_was_paired_stays(section):
    proposed(section)
    with pytest.raises(EntryHasPlayed):
        remove_entry(entry_id=entry_named(section, "Abbott").pk, actor=SYSTEM)


def test_an_entry_that_was_never_paired_goes(section):
    remove_entry(entry_id=entry_named(section, "Abbott").pk, actor=SYSTEM)
    assert set(numbers(section)) == set(NAMES[1:6])
    assert latest("tournaments.entry.removed").before["name"] == "Abbott"


def test_arrivals_are_noted_once(section):
    entry = entry_named(section, "Abbott")
    first = check_in(entry_id=entry.pk, has_arrived=True, actor=SYSTEM).checked_in_at
    assert check_in(entry_id=entry.pk, has_arrived=True, actor=SYSTEM).checked_in_at == first
    assert latest("tournaments.entry.checked_in").after["has_arrived"] is True
    assert check_in(entry_id=entry.pk, has_arrived=False, actor=SYSTEM).checked_in_at is None


def test_players_run_no_event(section, player):
    entry = entry_named(section, "Abbott")
    attempts = [
        lambda: add_entries(section_id=section.pk, lines=[EntryLine("Reid")], actor=player),
        lambda: withdraw_entry(entry_id=entry.pk, actor=player),
        lambda: readmit_entry(entry_id=entry.pk, actor=player),
        lambda: remove_entry(entry_id=entry.pk, actor=player),
        lambda: change_entry(entry_id=entry.pk, rating=1, actor=player),
        lambda: ask_bye(entry_id=entry.pk, round_number=1, kind="zero", actor=player),
        lambda: remove_bye(entry_id=entry.pk, round_number=1, actor=player),
        lambda: check_in(entry_id=entry.pk, has_arrived=True, actor=player),
    ]
    for attempt in attempts:
        with pytest.raises(NotAllowed):
            attempt()


def test_a_list_of_any_length_is_entered_and_linked_with_whom_one_knows(section):
    known = Person.objects.create(organisation=section.event.organisation, name="Player 1100")
    lines = [EntryLine(name=f"Player {number}") for number in range(1200)]
    made = add_entries(section_id=section.pk, lines=lines, actor=SYSTEM)
    assert [entry.name for entry in made if entry.person_id == known.pk] == ["Player 1100"]
    assert len(made) == 1200


def test_persons_of_the_club_are_offered_until_they_are_entered(section, client, director):
    Person.objects.create(organisation=section.event.organisation, name="Zoe Adams")
    client.force_login(director.user)
    page = reverse("tournaments:desk_entries", args=[section.pk])
    assert '<option value="Zoe Adams">' in client.get(page).content.decode()
    client.post(page, {"players": "Zoe Adams"})
    assert entry_named(section, "Zoe Adams").person.name == "Zoe Adams"
    assert '<option value="Zoe' not in client.get(page).content.decode()


TWICE = "Newman\t1500\n\nOldham\nnewman\t1400\nabbott\nOLDHAM"
DOUBLES = [
    {"name": "Newman", "lines": [1, 4], "is_entered": False},
    {"name": "Oldham", "lines": [3, 6], "is_entered": False},
    {"name": "abbott", "lines": [5], "is_entered": True},
]


def test_every_double_of_a_list_is_named_with_its_lines(section):
    with pytest.raises(NamedTwice) as told:
        add_entries(section_id=section.pk, lines=read_lines(TWICE), actor=SYSTEM)
    assert told.value.facts == {"names": ["Newman", "Oldham", "abbott"], "doubles": DOUBLES}
    assert section.entries.count() == 6


def test_players_confirmed_to_be_different_are_told_apart_by_a_number(section):
    """The names that were not confirmed are asked about still."""
    lines = read_lines(TWICE)
    with pytest.raises(EnteredTwice) as told:
        add_entries(section_id=section.pk, lines=lines, different=["newman", "Oldham"], actor=SYSTEM)
    assert told.value.facts["names"] == ["abbott"]
    made = add_entries(
        section_id=section.pk, lines=lines, different=["newman", "Oldham", "Abbott"], actor=SYSTEM
    )
    assert [one.name for one in made] == ["Newman", "Oldham", "newman (2)", "abbott (2)", "OLDHAM (2)"]
    assert [one.rating for one in made] == [1500, 0, 1400, 0, 0]


def test_a_number_that_is_taken_is_not_given_again(section):
    names = ["Newman", "Newman (2)", "Newman"]
    made = add_entries(
        section_id=section.pk, lines=[EntryLine(name) for name in names], different=["Newman"], actor=SYSTEM
    )
    assert [one.name for one in made] == ["Newman", "Newman (2)", "Newman (3)"]


def test_two_players_of_one_name_are_linked_with_no_person(section):
    Person.objects.create(organisation=section.event.organisation, name="Newman")
    lines = [EntryLine("Newman"), EntryLine("Newman")]
    made = add_entries(section_id=section.pk, lines=lines, different=["Newman"], actor=SYSTEM)
    assert [one.person for one in made] == [None, None]


def test_the_page_lists_the_doubles_and_enters_them_by_one_button(section, client, director):
    client.force_login(director.user)
    page = reverse("tournaments:desk_entries", args=[section.pk])
    answer = client.post(page, {"players": TWICE})
    assert answer.status_code == HTTPStatus.CONFLICT
    text = " ".join(answer.content.decode().split())
    assert "<b>Newman</b>: lines 1, 4" in text
    assert "<b>abbott</b>: already in the section, line 5" in text
    client.post(page, {"players": TWICE, "different": answer.context["different"]})
    assert section.entries.count() == 11


def test_nobody_takes_the_name_of_another_player(section):
    first, second = section.entries.order_by("pk")[:2]
    with pytest.raises(NameTaken):
        change_entry(entry_id=second.pk, actor=SYSTEM, name=first.name.upper())
    second = change_entry(entry_id=second.pk, actor=SYSTEM, name=second.name.upper())
    assert second.name.isupper()


def test_whoever_withdrew_is_listed_as_withdrawn_and_not_as_a_truant(section):
    played_round(section)
    leaver = section.entries.earliest("pk")
    withdraw_entry(entry_id=leaver.pk, actor=SYSTEM)
    row = proposed(section)
    assert row.pairings.get(white=leaver).get_bye_display() == "withdrawn"


# ---- two desks that change one player ----


def test_a_field_that_a_desk_has_not_changed_is_not_written(section):
    entry = entry_named(section, "Fraser")
    seen = {"name": entry.name, "rating": entry.rating, "club_name": ""}
    change_entry(entry_id=entry.pk, actor=SYSTEM, was=seen, **seen | {"club_name": "North"})
    change_entry(entry_id=entry.pk, actor=SYSTEM, was=seen, **seen | {"rating": 2400})
    entry.refresh_from_db()
    assert (entry.club_name, entry.rating) == ("North", 2400)
    change_entry(entry_id=entry.pk, actor=SYSTEM, was=seen, **seen | {"rating": 2400})  # both the same
    with pytest.raises(EntryChangedMeanwhile) as refused:
        change_entry(entry_id=entry.pk, actor=SYSTEM, was=seen, **seen | {"rating": 1900})
    assert refused.value.status == 409
    assert "2400 / 1900" in refused.value.facts["values"]


def test_the_form_and_the_interface_refuse_what_another_desk_has_changed(section, director, client):
    entry = entry_named(section, "Fraser")
    client.force_login(director.user)
    page = client.get(reverse("tournaments:desk_entry", args=[entry.pk])).content.decode()
    seen = dict(re.findall(r'name="was-(\w+)" value="([^"]*)"', page))
    assert set(seen) == {"name", "rating", "federation", "club_name", "fixed_board", "family"}
    sent = seen | {f"was-{name}": value for name, value in seen.items()}
    change = reverse("tournaments:desk_entry_act", args=[entry.pk, "change"])
    client.post(change, sent | {"rating": "2400", "fixed_board": "2"})
    client.post(change, sent | {"club_name": "North"})
    entry.refresh_from_db()
    assert (entry.rating, entry.fixed_board, entry.club_name) == (2400, 2, "North")
    told = client.post(change, sent | {"rating": "1900"}, follow=True).content.decode()
    assert "2400 / 1900" in told
    where = reverse("tournaments-api:entry", args=[entry.pk])
    payload = {"rating": 1900, "was": {"rating": int(seen["rating"])}}
    answer = client.patch(where, payload, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (409, "entry_changed")
    answer = client.patch(where, payload | {"was": {"rating": 2400}}, content_type="application/json")
    assert (answer.status_code, answer.json()["rating"]) == (200, 1900)
