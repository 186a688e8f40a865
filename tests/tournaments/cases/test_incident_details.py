"""What incidents ask for: squares and moves as the game writes them, and nothing that was not asked."""

import pytest
from incidents import Hall

from games.laws.incidents import INCIDENTS
from tournaments.cases.errors import UnknownDetail, WordsNeeded, WrongDetail
from tournaments.cases.incident_details import DETAILS, details_of, validate_details
from tournaments.cases.services.case_locks import About
from tournaments.cases.services.cases import open_case, update_case
from tournaments.models import Case


def test_only_incidents_ask_for_details():
    assert set(DETAILS) <= set(INCIDENTS)
    assert details_of("") == ()


@pytest.mark.parametrize(
    ("incident", "told", "variant", "kept"),
    [
        ("touched_unmovable", {"square": " 11 "}, "english", {"square": "11"}),
        ("touched_unmovable", {"square": "C3"}, "russian", {"square": "c3"}),
        ("left_over_corner", {"square": "11", "toward": "16"}, "english", {"square": "11", "toward": "16"}),
        ("must_capture", {"move": "11-16"}, "english", {"move": "11-16"}),
        ("must_capture", {"move": "32x21x12"}, "international", {"move": "32x21x12"}),
        ("late_arrival", {"minutes": "030"}, "english", {"minutes": "30"}),
        ("other_incident", {"about": "a  dog\nin the hall"}, "english", {"about": "a dog in the hall"}),
        ("touched_unmovable", {"square": "  "}, "english", {}),
    ],
)
def test_details_are_kept_as_the_game_writes_them(incident, told, variant, kept):
    assert validate_details(incident, told, variant) == kept


@pytest.mark.parametrize(
    ("incident", "told", "variant"),
    [
        ("touched_unmovable", {"square": "33"}, "english"),
        ("touched_unmovable", {"square": "z9"}, "russian"),
        ("touched_unmovable", {"square": "11-15"}, "english"),
        ("must_capture", {"move": "11"}, "english"),
        ("must_capture", {"move": "41-37"}, "english"),
        ("must_capture", {"move": "??"}, "english"),
        ("late_arrival", {"minutes": "half an hour"}, "english"),
        ("late_arrival", {"minutes": "0"}, "english"),
    ],
)
def test_what_cannot_be_is_refused_with_what_was_typed(incident, told, variant):
    with pytest.raises(WrongDetail) as refused:
        validate_details(incident, told, variant)
    assert refused.value.facts["value"] == next(iter(told.values()))


@pytest.mark.django_db
def test_something_else_needs_a_text_however_it_is_filed(hall):
    about = {"event_id": hall.event.pk, "about": About(), "incident": "other_incident"}
    for told in ({}, {"details": {"about": " "}}, {"private_text": "for us"}):
        with pytest.raises(WordsNeeded):
            open_case(**about, told=told, actor=hall.arbiter)
    assert not Case.objects.exists()
    case = open_case(**about, told={"details": {"about": "a dog"}}, actor=hall.arbiter)
    with pytest.raises(WordsNeeded):
        update_case(case_id=case.pk, actor=hall.arbiter, details={})
    update_case(case_id=case.pk, actor=hall.arbiter, details={}, public_text="A dog ran through the hall.")


@pytest.mark.django_db
def test_a_case_of_before_without_a_text_is_told_other_things(hall):
    case = open_case(event_id=hall.event.pk, about=About(), incident="distracting", actor=hall.arbiter)
    Case.objects.filter(pk=case.pk).update(incident="other_incident")
    assert update_case(case_id=case.pk, actor=hall.arbiter, witnesses="Kit").witnesses == "Kit"


@pytest.mark.django_db
def test_details_belong_to_the_incident_and_leave_with_it():
    hall = Hall()
    facts = {"event_id": hall.event.pk, "about": hall.at(hall.black()), "actor": hall.deputy}
    with pytest.raises(UnknownDetail):
        open_case(incident="distracting", told={"details": {"square": "11"}}, **facts)
    with pytest.raises(WrongDetail):
        open_case(incident="touched_unmovable", told={"details": {"square": "99"}}, **facts)
    assert not Case.objects.exists()
    case = open_case(incident="touched_unmovable", told={"details": {"square": "11"}}, **facts)
    same = update_case(case_id=case.pk, actor=hall.deputy, incident="touched_not_moved")
    assert same.details == {"square": "11"}
    assert update_case(case_id=case.pk, actor=hall.deputy, incident="distracting").details == {}
