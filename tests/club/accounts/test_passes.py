"""Helper passes: what they open, how they are taken, how long, and what a guess is worth."""

import re
from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from club.accounts.errors import BoardsOutOfOrder, PassOver, PassTooLong, TooManyGuesses, UnknownPass
from club.accounts.services.passes import (
    MAX_ATTEMPTS_PER_ADDRESS,
    MAX_ATTEMPTS_TOTAL,
    MAX_DURATION,
    make_pass,
    pass_of_secret,
    redeem_code,
    redeem_secret,
    restore_pass,
    revoke_pass,
)
from club.core import access
from club.core.access import SITE, Scope, may
from club.core.actor import SYSTEM, VISITOR, Actor
from club.core.capabilities import PASS_MATRIX, Capability
from club.core.errors import NotAllowed, PassExpired, PassRevoked, UnknownOrganisation
from club.models import AuditEntry, GuessCount, HelperPass, Organisation, PassLevel, Role, RoleGrant, User

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def events_are_numbers(monkeypatch):
    """The events of these tests are numbers without a row."""
    monkeypatch.setattr(access, "PLACE_CHECKS", [])


@pytest.fixture
def new_pass(club):
    def make(level=PassLevel.HELPER, hours=8, actor=SYSTEM, **boards):
        until = timezone.now() + timedelta(hours=hours)
        scope = Scope(club.pk, boards.pop("event_id", None), boards.pop("section_id", None))
        return make_pass(label="Table 1", level=level, scope=scope, expires_at=until, actor=actor, **boards)

    return make


def bearer(row):
    return Actor(label=row.label, helper_pass=row)


def stranger(address):
    return Actor(label="visitor", address=address)


@pytest.mark.parametrize("level", list(PassLevel))
@pytest.mark.parametrize("capability", list(Capability))
def test_a_pass_opens_what_its_level_says(club, new_pass, level, capability):
    row = new_pass(level).row
    assert may(bearer(row), capability, Scope(club.pk)) == (capability in PASS_MATRIX[level])


@pytest.mark.parametrize(
    ("scope", "opens"),
    [
        ((3, 1, 5), True),
        ((3, 1, 8), True),
        ((3, 1, 4), False),
        ((3, 1, 9), False),
        ((3, 2, 6), False),
        ((4, 1, 6), False),
        ((None, None, 6), False),
    ],
)
def test_a_pass_reaches_its_boards_and_no_other(club, new_pass, scope, opens):
    row = new_pass(event_id=3, section_id=1, first_board=5, last_board=8).row
    assert may(bearer(row), Capability.RECORD_RESULTS, Scope(club.pk, *scope)) == opens


def test_a_pass_of_another_club_opens_nothing(new_pass):
    other = Organisation.objects.create(slug="south", name="South club")
    assert not may(bearer(new_pass().row), Capability.RECORD_RESULTS, Scope(other.pk))


def test_neither_secret_nor_code_is_kept(new_pass):
    made = new_pass()
    kept = " ".join(str(value) for value in HelperPass.objects.values().get().values())
    assert re.fullmatch(r"[1-9]\d{7}", made.code)
    assert made.code not in kept
    assert made.secret not in kept
    assert made.code not in str(list(AuditEntry.objects.values()))


def test_a_code_needs_the_sites_key(new_pass, settings):
    made = new_pass()
    settings.SECRET_KEY = "another"
    with pytest.raises(UnknownPass):
        redeem_code(code=made.code, actor=VISITOR)


def test_code_and_link_lead_to_the_same_pass(new_pass):
    made = new_pass()
    spaced = f" {made.code[:4]} {made.code[4:]} "
    assert redeem_code(code=spaced, actor=VISITOR) == redeem_secret(secret=made.secret, actor=VISITOR)
    made.row.refresh_from_db()
    assert made.row.last_used_at is not None
    assert AuditEntry.objects.filter(action="club.pass.taken", helper_pass=made.row).count() == 2


def test_a_dead_pass_says_why(club, new_pass):
    ended, revoked = new_pass(), new_pass()
    HelperPass.objects.filter(pk=ended.row.pk).update(expires_at=timezone.now() - timedelta(minutes=1))
    revoke_pass(pass_id=revoked.row.pk, actor=SYSTEM)
    with pytest.raises(PassExpired):
        redeem_code(code=ended.code, actor=VISITOR)
    with pytest.raises(PassRevoked):
        redeem_secret(secret=revoked.secret, actor=VISITOR)
    with pytest.raises(PassOver):
        revoke_pass(pass_id=revoked.row.pk, actor=SYSTEM)
    for made in (ended, revoked):
        made.row.refresh_from_db()
        assert not may(bearer(made.row), Capability.RECORD_RESULTS, Scope(club.pk))


def test_guesses_of_one_address_are_slowed_down_and_others_go_on(new_pass):
    made = new_pass()
    for _ in range(MAX_ATTEMPTS_PER_ADDRESS):
        with pytest.raises(UnknownPass):
            redeem_code(code="00000000", actor=stranger("10.0.0.1"))
    assert not AuditEntry.objects.filter(action="club.pass.guesses_stopped").exists()
    for _ in range(3):
        with pytest.raises(TooManyGuesses) as slowed:
            redeem_code(code=made.code, actor=stranger("10.0.0.1"))
    told = AuditEntry.objects.get(action="club.pass.guesses_stopped")
    assert (told.address, told.after, told.organisation) == (
        "10.0.0.1",
        {"guesses": MAX_ATTEMPTS_PER_ADDRESS},
        None,
    )
    assert 0 < slowed.value.facts["seconds"] <= 901
    assert redeem_code(code=made.code, actor=stranger("10.0.0.2")) == made.row
    assert redeem_secret(secret=made.secret, actor=stranger("10.0.0.1")) == made.row
    GuessCount.objects.update(since=timezone.now() - timedelta(minutes=16))
    assert redeem_code(code=made.code, actor=stranger("10.0.0.1")) == made.row


def test_guesses_from_everywhere_are_slowed_down_together(new_pass):
    new_pass()
    for number in range(MAX_ATTEMPTS_TOTAL):
        with pytest.raises(UnknownPass):
            redeem_code(code="00000000", actor=stranger(f"10.0.1.{number}"))
    with pytest.raises(TooManyGuesses):
        redeem_code(code="00000000", actor=stranger("10.0.2.1"))


def test_counters_of_another_day_are_deleted_with_a_wrong_code():
    GuessCount.objects.create(key="pass:10.0.3.1", since=timezone.now() - timedelta(days=2))
    with pytest.raises(UnknownPass):
        redeem_code(code="00000000", actor=stranger("10.0.0.1"))
    assert set(GuessCount.objects.values_list("key", flat=True)) == {"pass:10.0.0.1", "pass"}


def test_right_codes_are_not_counted(new_pass):
    made = new_pass()
    for _ in range(MAX_ATTEMPTS_PER_ADDRESS + 5):
        redeem_code(code=made.code, actor=stranger("10.0.0.1"))
    assert not GuessCount.objects.filter(count__gt=0).exists()


def test_a_pass_has_expired_at_its_end(new_pass, monkeypatch):
    made = new_pass()
    monkeypatch.setattr(timezone, "now", lambda: made.row.expires_at)
    with pytest.raises(PassExpired):
        redeem_secret(secret=made.secret, actor=VISITOR)


def test_what_makes_no_pass(new_pass):
    with pytest.raises(PassTooLong):
        new_pass(hours=-1)
    with pytest.raises(PassTooLong):
        new_pass(hours=24 * 40)
    with pytest.raises(BoardsOutOfOrder):
        new_pass(first_board=9, last_board=2)


def test_an_arbiter_makes_and_takes_back_passes_of_the_own_event(club, new_pass):
    arbiter = User.objects.create_user("arbiter@north.example")
    RoleGrant.objects.create(user=arbiter, role=Role.ARBITER, organisation=club, event_id=3)
    made = new_pass(actor=Actor.of_user(arbiter), event_id=3)
    assert made.row.created_by == arbiter
    with pytest.raises(NotAllowed):
        new_pass(actor=Actor.of_user(arbiter), event_id=4)
    with pytest.raises(NotAllowed):
        revoke_pass(pass_id=new_pass().row.pk, actor=Actor.of_user(arbiter))
    revoke_pass(pass_id=made.row.pk, actor=Actor.of_user(arbiter))


def test_a_restored_pass_opens_again(club, new_pass):
    row = new_pass().row
    assert revoke_pass(pass_id=row.pk, actor=SYSTEM) == row
    restored = restore_pass(pass_id=row.pk, actor=SYSTEM, reason="the wrong phone")
    assert (restored, restored.revoked_at) == (row, None)
    assert may(bearer(HelperPass.objects.get(pk=row.pk)), Capability.RECORD_RESULTS, Scope(club.pk))
    entry = AuditEntry.objects.filter(action="club.pass.given_back").get()
    assert (entry.target_id, entry.reason) == (str(row.pk), "the wrong phone")


def test_a_pass_is_restored_before_its_end_and_by_who_makes_passes(new_pass):
    row = new_pass().row
    revoke_pass(pass_id=row.pk, actor=SYSTEM)
    with pytest.raises(NotAllowed):
        restore_pass(pass_id=row.pk, actor=stranger("192.0.2.1"))
    now = timezone.now()
    HelperPass.objects.filter(pk=row.pk).update(expires_at=now)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(timezone, "now", lambda: now)
        with pytest.raises(PassExpired):
            restore_pass(pass_id=row.pk, actor=SYSTEM)
    assert HelperPass.objects.get(pk=row.pk).revoked_at is not None


def test_a_link_that_was_never_made_opens_nothing():
    with pytest.raises(UnknownPass):
        pass_of_secret(secret="made up")


def test_a_pass_belongs_to_a_club():
    until = timezone.now() + timedelta(hours=1)
    with pytest.raises(UnknownOrganisation):
        make_pass(label="x", level=PassLevel.HELPER, scope=SITE, expires_at=until, actor=SYSTEM)


def test_a_pass_lasts_from_now_to_a_month(club, monkeypatch):
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)
    asked = {"label": "x", "level": PassLevel.HELPER, "scope": Scope(club.pk), "actor": SYSTEM}
    assert make_pass(**asked, expires_at=now + MAX_DURATION).row.expires_at == now + MAX_DURATION
    for until in (now, now + MAX_DURATION + timedelta(microseconds=1)):
        with pytest.raises(PassTooLong):
            make_pass(**asked, expires_at=until)


def test_a_pass_for_one_board(new_pass):
    row = new_pass(first_board=5, last_board=5).row
    assert (row.first_board, row.last_board) == (5, 5)


def test_a_pass_needs_a_name_that_fits(club):
    asked = {"level": PassLevel.HELPER, "scope": Scope(club.pk), "actor": SYSTEM}
    for label in ("", "x" * 101):
        with pytest.raises(ValidationError):
            make_pass(**asked, label=label, expires_at=timezone.now() + timedelta(hours=1))


def test_a_new_pass_is_in_the_audit_log(new_pass):
    row = new_pass(event_id=3, section_id=1, first_board=5, last_board=8).row
    entry = AuditEntry.objects.get(action="club.pass.made")
    assert entry.target_id == str(row.pk)
    facts = {
        "label": "Table 1",
        "level": "helper",
        "event": 3,
        "section": 1,
        "first_board": 5,
        "last_board": 8,
    }
    assert facts.items() <= entry.after.items()


def test_secrets_have_32_bytes_and_codes_eight_digits(new_pass, monkeypatch):
    """The lowest and the highest code that can be drawn."""
    for drawn, code in ((lambda _most: 0, "10000000"), (lambda most: most - 1, "99999999")):
        monkeypatch.setattr("club.accounts.services.passes.secrets.randbelow", drawn)
        made = new_pass()
        assert (made.code, len(made.secret)) == (code, 43)
