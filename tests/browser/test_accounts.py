"""From an invitation to a role with the keyboard alone; what is wrong is said; the back button; passkeys."""

import re

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from axe import axe_on
from django.core.cache import cache
from pages import at_rest
from playwright.sync_api import expect

from club.accounts.services.invitations import invite
from club.accounts.services.roles import grant_role
from club.core.access import Scope
from club.core.actor import SYSTEM
from club.models import Invitation, Organisation, OutboxMessage, Person, Role, RoleGrant, User

PASSWORD = "vier losse woorden hier"
PAGES = [
    "/desk/",
    "/desk/account/",
    "/desk/persons/",
    "/desk/persons/new/",
    "/desk/persons/{person}/",
    "/desk/invitations/",
    "/desk/invitations/new/",
    "/desk/invitations/{invitation}/",
    "/accounts/email/",
    "/accounts/password/change/",
    "/accounts/2fa/",
    "/accounts/sessions/",
    "/accounts/logout/",
]
DOORS = ["/accounts/login/", "/accounts/signup/", "/accounts/login/code/", "/accounts/password/reset/"]


@pytest.fixture(autouse=True)
def fresh(outbox_backend):
    cache.clear()


@pytest.fixture
def owner(site):
    user = User.objects.create_user("anna@north.example", PASSWORD, first_name="Anna Boom")
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    club = Organisation.objects.create(slug="north", name="North club")
    grant_role(user=user, role=Role.OWNER, scope=Scope(club.pk), actor=SYSTEM)
    return user


@pytest.fixture
def code(owner, site):
    """An invitation to be scanned, and where it leads."""
    links = []
    made = invite(
        scope=Scope(Organisation.objects.get(slug="north").pk),
        role=Role.ARBITER,
        days=1,
        actor=SYSTEM,
        address_of=lambda secret: links.append(secret) or secret,
        email="otto@north.example",
    )
    return made, f"/invitation/{links[0]}/"


def type_through(page, *texts):
    """Fill in a form from its first field on: text, Tab, text, Enter."""
    page.locator("main form input:not([type=hidden])").first.focus()
    for number, text in enumerate(texts):
        page.keyboard.type(text)
        if number < len(texts) - 1:
            page.keyboard.press("Tab")
    enter(page)


def tab_to(page, name):
    """Walk on with Tab until the link or button of this name has the focus."""
    said = []
    for _ in range(40):
        page.keyboard.press("Tab")
        said.append(page.evaluate("document.activeElement.innerText || document.activeElement.value || ''"))
        if said[-1].strip() == name:
            return
    raise AssertionError(f"Tab does not reach {name!r}: {said}")


def sign_in(page):
    type_through(page, "anna@north.example", PASSWORD)


def enter(page):
    """Press Enter and wait for the next page."""
    with page.expect_navigation():
        page.keyboard.press("Enter")
    at_rest(page)


def is_clean(page):
    found = axe_on(page)
    assert found.violations_count == 0, found.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]


def test_from_the_invitation_to_the_role_with_the_keyboard_alone(open_page, code, width):
    _made, address = code
    page = open_page(address, width=width)
    is_clean(page)
    tab_to(page, "Create an account")
    enter(page)
    is_clean(page)
    assert page.input_value("#id_email") == "otto@north.example"
    page.locator("#id_name").focus()
    page.keyboard.type("Otto Prins")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.type(PASSWORD)
    enter(page)
    page.wait_for_url(re.compile(address))
    is_clean(page)
    tab_to(page, "Accept")
    enter(page)
    page.wait_for_url(re.compile("/desk/$"))
    is_clean(page)
    assert RoleGrant.objects.filter(user__email="otto@north.example", role=Role.ARBITER).count() == 1


def test_an_account_of_ones_own_with_a_code_by_mail(open_page, owner, width):
    page = open_page("/accounts/signup/", width=width)
    type_through(page, "Eva Smit", "eva@north.example", PASSWORD)
    is_clean(page)
    told = re.search(r"^([A-Z0-9]{4}-[A-Z0-9]{4})$", OutboxMessage.objects.last().text, re.MULTILINE)
    page.locator("#id_code").focus()
    page.keyboard.type("AAAA-AAAA")
    enter(page)
    assert page.evaluate("document.activeElement.id") == "id_code"  # the wrong field has the focus
    is_clean(page)
    page.locator("#id_code").fill(told.group(1))
    enter(page)
    page.wait_for_url(re.compile("/desk/$"))
    is_clean(page)


def test_a_wrong_password_says_so_and_the_right_one_opens_the_desk(open_page, owner, width):
    page = open_page("/desk/", width=width)
    type_through(page, "anna@north.example", "quite another one")
    assert page.get_by_role("alert").is_visible()
    is_clean(page)
    assert page.input_value("#id_login") == "anna@north.example"
    page.locator("#id_password").fill(PASSWORD)
    enter(page)
    page.wait_for_url(re.compile("/desk/$"))


def test_after_signing_out_the_back_button_shows_nothing(open_page, owner):
    page = open_page("/accounts/login/")
    sign_in(page)
    page.goto(page.url.replace("/desk/", "/desk/account/"))
    with page.expect_navigation():
        page.locator("main").get_by_role("button", name="Sign out").click()
    page.go_back()
    expect(page.locator("#id_login")).to_be_visible()
    assert "anna@north.example" not in page.content()


def test_a_second_press_sends_one_invitation(open_page, owner):
    page = open_page("/accounts/login/")
    sign_in(page)
    page.goto(page.url.replace("/desk/", "/desk/invitations/new/"))
    page.locator("#id_role").select_option("player")
    page.get_by_role("button", name="Create invitation").dblclick()
    page.wait_for_url(re.compile(r"/desk/invitations/\d+/"))
    assert Invitation.objects.count() == 1
    page.go_back()
    at_rest(page)
    page.get_by_role("button", name="Create invitation").click()  # the form works again
    page.wait_for_url(re.compile(r"/desk/invitations/\d+/"))
    assert Invitation.objects.count() == 2


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_is_clean(open_page, owner, code, width, scheme):
    page = open_page(DOORS[0], width=width, scheme=scheme)
    root = page.url.removesuffix(DOORS[0])
    for address in DOORS:
        page.goto(root + address)
        is_clean(page)
    page.goto(root + DOORS[0])
    sign_in(page)
    shown = Invitation.objects.create(
        organisation=code[0].organisation, role=Role.PLAYER, secret_hash="x", expires_at=code[0].expires_at
    )
    piet = Person.objects.create(name="Piet de Vries", organisation=code[0].organisation)
    for address in PAGES:
        page.goto(root + address.format(person=piet.pk, invitation=shown.pk))
        is_clean(page)


def test_a_passkey_is_added_and_lets_in(open_page, owner, settings):
    settings.ALLOWED_HOSTS = ["*"]
    page = open_page("/accounts/login/")
    root = page.url.removesuffix("/accounts/login/").replace("127.0.0.1", "localhost")
    devices = page.context.new_cdp_session(page)
    devices.send("WebAuthn.enable")
    device = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    devices.send("WebAuthn.addVirtualAuthenticator", {"options": device})
    page.goto(root + "/accounts/login/")
    sign_in(page)
    page.goto(root + "/accounts/2fa/webauthn/add/")
    page.locator("#id_password").fill(PASSWORD)
    enter(page)
    page.wait_for_url(re.compile("/webauthn/add/"))
    is_clean(page)
    page.locator("#id_passwordless").check()
    page.get_by_role("button", name="Add passkey").click()
    page.wait_for_url(re.compile("/recovery-codes/"))
    is_clean(page)
    assert Authenticator.objects.filter(user=owner, type="webauthn").count() == 1
    page.goto(root + "/accounts/logout/")
    with page.expect_navigation():
        page.locator("main").get_by_role("button", name="Sign out").click()
    page.goto(root + "/accounts/login/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.wait_for_url(re.compile("/desk/$"))


def test_a_form_is_filled_in_again_after_its_session_has_ended(open_page, owner, site):
    page = open_page("/desk/events/new/", user=owner, expected=["status of 40"])
    page.get_by_label("Name of the event").fill("Autumn open")
    page.get_by_label("Round robin Everybody meets everybody once").check()
    page.context.clear_cookies(name="draughts_session")
    page.get_by_role("button", name="Create event").click()
    expect(page.get_by_text("You are no longer signed in")).to_be_visible()
    sign_in(page)
    expect(page.get_by_text("What you typed is filled in again.")).to_be_visible()
    expect(page.get_by_label("Name of the event")).to_have_value("Autumn open")
    expect(page.get_by_label("Round robin Everybody meets everybody once")).to_be_checked()
    page.get_by_role("button", name="Create event").click()
    page.wait_for_url("**/entries/")
    page.goto(f"{site.url}/desk/events/new/")
    expect(page.get_by_label("Name of the event")).to_have_value("")
