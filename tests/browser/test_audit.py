"""The trail in the browser: narrowed as one chooses, read on, undone by keys alone, clean for axe."""

import os
from pathlib import Path

import pytest
from axe import axe_on
from playwright.sync_api import expect

from club.accounts.services.roles import grant_role, revoke_role
from club.core.access import Scope
from club.core.actor import SYSTEM, Actor
from club.models import AuditEntry, Organisation, Role, RoleGrant, User
from games.archive.services.archive import rejudge_game
from games.models import Game

SHOTS = os.environ.get("AUDIT_SHOTS", "")


@pytest.fixture
def club(site):
    return Organisation.objects.get()


@pytest.fixture
def owner(club):
    user = User.objects.create_user("owner@north.example", first_name="Ann", last_name="Owner")
    grant_role(user=user, role=Role.OWNER, scope=Scope(club.pk), actor=SYSTEM)
    return user


@pytest.fixture
def done(club, owner):
    """A day's work: a game judged by another book, roles given and taken back."""
    actor = Actor.of_user(owner, address="192.0.2.7")
    bob = User.objects.create_user("bob@north.example", first_name="Боб", last_name="Друг")
    rejudge_game(
        game_id=Game.objects.first().pk,
        law_book="wcdf",
        actor=actor,
        reason="The match was played by WCDF rules.",
    )
    grant = grant_role(user=bob, role=Role.PLAYER, scope=Scope(club.pk), actor=actor)
    revoke_role(grant_id=grant.pk, actor=actor)
    grant_role(user=bob, role=Role.ARBITER, scope=Scope(club.pk), actor=actor)
    return AuditEntry.objects.first()


def shoot(page, name):
    if SHOTS:
        page.screenshot(path=Path(SHOTS) / f"{name}-{page.viewport_size['width']}.png", full_page=True)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_and_nothing_sticks_out(open_page, owner, done, width, scheme):
    entry = AuditEntry.objects.get(action="games.game.judged_by")
    addresses = [
        "/desk/audit/",
        f"/desk/audit/{entry.pk}/",
        f"/desk/audit/{entry.pk}/undo/",
        "/desk/audit/?who=nobody",
    ]
    for number, address in enumerate(addresses):
        page = open_page(address, width=width, scheme=scheme, user=owner)
        shoot(page, f"audit-{number}-{scheme}")
        found = axe_on(page)
        assert found.violations_count == 0, found.generate_report()
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_refusal_is_told(open_page, owner, done, width):
    given = AuditEntry.objects.filter(action="club.role.granted").last()
    page = open_page(f"/desk/audit/{given.pk}/undo/", width=width, expected=["status of 409"], user=owner)
    expect(page.get_by_role("alert")).to_contain_text("has since used this role to grant roles to Боб Друг")
    shoot(page, "audit-refusal")
    assert axe_on(page).violations_count == 0


def test_the_trail_is_narrowed_without_loading_the_page(open_page, owner, done, width):
    page = open_page("/desk/audit/", width=width, user=owner)
    expect(page.locator(".trail__entry")).to_have_count(AuditEntry.objects.count())
    page.get_by_label("Who").fill("Ann")
    page.get_by_label("Action").select_option("games.game.judged_by")
    expect(page.locator(".trail__entry")).to_have_count(1)
    expect(page.locator(".trail__sentence")).to_contain_text("judged by")
    expect(page.get_by_role("link", name="Export CSV")).to_have_attribute(
        "href", "/desk/audit/export.csv?who=Ann&action=games.game.judged_by"
    )


def test_a_role_is_taken_back_by_keys_alone(open_page, owner, done):
    page = open_page("/desk/audit/", user=owner)
    undo = page.get_by_role("link", name="Undo: Ann Owner granted a role. Боб Друг: arbiter.")
    for _ in range(80):
        page.keyboard.press("Tab")
        if undo.evaluate("link => link === document.activeElement"):
            break
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Changes")).to_be_visible()
    page.get_by_label("Reason").focus()
    page.keyboard.type("The wrong Bob.")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Undone: Ann Owner revoked a role")
    assert RoleGrant.objects.filter(role=Role.ARBITER, revoked_at__isnull=False).count() == 1


def test_earlier_entries_are_read_on(open_page, done, club, owner):
    for number in range(55):
        user = User.objects.create_user(f"u{number}@north.example")
        grant_role(user=user, role=Role.PLAYER, scope=Scope(club.pk), actor=Actor.of_user(owner))
    page = open_page("/desk/audit/", user=owner)
    expect(page.locator(".trail__entry")).to_have_count(50)
    page.get_by_role("link", name="Show earlier entries").press("Enter")
    expect(page.locator(".trail__entry")).to_have_count(AuditEntry.objects.count())
    expect(page.get_by_role("link", name="Show earlier entries")).to_have_count(0)
