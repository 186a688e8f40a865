"""What is held of a person is registered, told, and has a fate: a new table cannot be forgotten."""

import pytest
from django.apps import apps
from people import account, club

from club.models import Contact, Person, Role, User
from club.privacy.personal_data_sets import (
    ACTOR_LABELS,
    DATA_SETS,
    RETAINED_LABELS,
    OnErasure,
    PersonalDataSet,
    column,
    count_rows,
    readable_rows,
    register_data_set,
)

pytestmark = pytest.mark.django_db


def relations_to(model):
    """Every foreign key to a table, also those without a name on this side."""
    fields = model._meta.get_fields(include_hidden=True)
    found = [one for one in fields if one.auto_created and not one.concrete and one.field.model is not model]
    return {f"{one.field.model._meta.label}.{one.field.name}": one for one in found}


def test_every_relation_to_a_person_is_registered():
    known = {data_set.relation for data_set in DATA_SETS.values()}
    missing = sorted(relations_to(Person).keys() - known)
    assert missing == [], f"Register these in the feature's personal_data.py (club/README.md): {missing}"


def test_every_column_with_the_name_of_who_did_something_is_registered():
    fields = [field for model in apps.get_models() for field in model._meta.concrete_fields]
    named = [one for one in fields if one.name.endswith("_by") and one.get_internal_type() == "CharField"]
    found = {f"{one.model._meta.label}.{one.name}" for one in named}
    assert sorted(found - {*ACTOR_LABELS, *RETAINED_LABELS}) == [], (
        "Register these with register_actor_labels (club/README.md)."
    )
    assert sorted({*ACTOR_LABELS, *RETAINED_LABELS} - found) == []


def test_nothing_keeps_an_account_from_being_closed():
    """Rows of an account go with it or lose the link; the label of who acted is the registry's matter."""
    kept = {
        name: relation.on_delete.__name__
        for name, relation in relations_to(User).items()
        if relation.on_delete.__name__ not in {"CASCADE", "SET_NULL"}
    }
    assert kept == {}


@pytest.mark.parametrize("data_set", DATA_SETS.values(), ids=lambda one: one.key)
def test_a_data_set_tells_columns_that_exist_and_says_why_it_stays(data_set):
    assert str(data_set.label)
    assert data_set.fate is OnErasure.DELETE or str(data_set.why)
    assert data_set.relation or data_set.rows
    if data_set.rows is None:
        assert data_set.tells
        assert [path for path in (*data_set.tells, *data_set.names) if column(data_set, path) is None] == []


def test_everything_can_be_read_for_somebody_of_whom_nothing_is_held():
    person = Person.objects.create(name="Nobody", organisation=club())
    found = {key for key, data_set in DATA_SETS.items() if count_rows(data_set, person)}
    assert found == {"club.person"}


def test_rows_are_told_by_their_columns():
    person = account("piet", role=Role.PLAYER).person
    Contact.objects.create(person=person, kind="phone", value="06 123")
    assert readable_rows(DATA_SETS["club.contacts"], person) == [
        {"kind": "phone", "label": "", "value": "06 123", "is_preferred": False}
    ]
    (told,) = readable_rows(DATA_SETS["club.account"], person)
    assert told["email"] == person.user.email


def test_a_key_is_registered_once():
    with pytest.raises(ValueError, match="twice"):
        register_data_set("club.contacts", label="again", fate=OnErasure.DELETE)
    with pytest.raises(ValueError, match="no relation"):
        count_rows(PersonalDataSet(key="x", label="x", fate=OnErasure.DELETE), Person())
