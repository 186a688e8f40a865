"""Every service of money, members, banking and leagues that locks a row is in a race, or has its reason here.

Read from the syntax trees, so that a new service is not forgotten. `test_club_races.py` runs the races.
"""

from boundaries import own_sources
from race_stages import STAGES
from service_writes import reach, services_of

PACKAGES = ("club.money.", "club.members.", "club.duplicates.", "club.banking.", "tournaments.leagues.")
A_PART = "a part of services that are raced"
NOT_RACED = {
    "club.banking.services.bank_bookings.counter_booking": A_PART,
    "club.duplicates.services.merging.rehearse_merge": "merges, which is raced, and rolls back",
    "club.members.services.member_locks.locked_membership": A_PART,
    "club.members.services.member_locks.locked_person": A_PART,
    "club.members.services.member_locks.locked_person_of_club": A_PART,
    "club.members.services.member_locks.locked_plan": A_PART,
    "club.members.services.member_locks.person_to_join": A_PART,
    "club.members.services.persons.join": A_PART,
    "club.members.services.photos.set_photo": "works on an image, and locks as remove_photo does",
    "club.money.services.books.lock_kept_books": A_PART,
    "club.money.services.books.locked_books": A_PART,
    "club.money.services.books.locked_invoice": A_PART,
    "club.money.services.books.locked_payment": A_PART,
    "club.money.services.invoices.payer_of": A_PART,
    "tournaments.leagues.services.fixture_locks.locked_fixture": A_PART,
    "tournaments.leagues.services.demo_league.play_league": "makes the demo, in an event of its own",
}


def raced():
    acts = [act for stage in STAGES.values() for act in stage.acts.values()]
    return {f"{act.service.__module__}.{act.service.__name__}" for act in acts}


def is_undo(service):
    """Return True for what undoes an entry: scenes have entries to undo, by the one way to do so."""
    return ".undo" in service.module or service.name.startswith(("undo_", "separate_"))


def locking():
    """Return the public services of the packages that lock a row, themselves or by what they call."""
    services = services_of(own_sources())
    return {
        one.place
        for one in services.values()
        if one.is_public
        and not is_undo(one)
        and one.module.startswith(PACKAGES)
        and any(other.locks for other in reach(one, services))
    }


def test_every_service_that_locks_a_row_is_raced():
    assert locking() - raced() - set(NOT_RACED) == set()
    assert set(NOT_RACED) - locking() == set(), "these lock nothing, or are gone"
    assert raced() & set(NOT_RACED) == set()


def test_a_service_that_is_in_no_race_is_found(monkeypatch):
    """The negative control."""
    monkeypatch.delitem(STAGES["Money"].acts, "write off")
    assert locking() - raced() - set(NOT_RACED) == {"club.money.services.invoices.write_off"}
