"""The key of the site is replaced: what it made opens while the earlier key is named, and only then."""

import ast
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from access_world import Belongings
from allauth.mfa.adapter import get_adapter
from django.conf import settings
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client, RequestFactory, override_settings
from django.urls import reverse
from push_service import Browser
from worlds import world

from club.accounts.errors import UnknownPass
from club.accounts.invitation_secrets import (
    has_secret,
    is_valid_setup_secret,
    make_setup_secret,
    secret_of,
)
from club.accounts.known_devices import device_of, remember_device
from club.accounts.selectors import invitation_by_secret
from club.accounts.services.invitations import invite
from club.accounts.services.passes import make_pass, pass_of_secret, redeem_code
from club.core.access import Scope
from club.core.actor import SYSTEM, Actor
from club.core.errors import UnknownChannel
from club.core.site_secrets import seal, unseal
from club.core.web_push import is_known_key, server_key
from club.joining.join_links import GUARDIAN, join_secret
from club.models import LiveEvent, PassLevel, Role
from club.money.mails import invoice_secret
from club.notices.opt_out_links import opt_out_secret
from tournaments.core.services.event_log import board_channel, notify_board
from tournaments.entries.entry_links import entry_secret, is_section_secret, section_secret
from tournaments.evening.services.push_subscriptions import Browser as BrowserFacts
from tournaments.evening.services.push_subscriptions import subscribe_by_link
from tournaments.leagues.captain_links import answer_secret, captain_secret
from tournaments.live_boards.channels import pad_channel, tell_pads
from tournaments.models import PlayerPhone
from tournaments.site.live_channels import channel_of_board, moves_channel

pytestmark = pytest.mark.django_db

OLDEST, OLD, NEW, FOREIGN = (word * 10 for word in ("oldest", "older", "newer", "foreign"))
ROOT = Path(__file__).resolve().parent.parent.parent
VISITOR = Actor(label="visitor", address="192.0.2.1")


@pytest.fixture(autouse=True)
def empty_cache():
    cache.clear()


@world
def there():
    return Belongings("north")


def key(present, *earlier):
    return override_settings(SECRET_KEY=present, SECRET_KEY_FALLBACKS=list(earlier))


# ---- the kinds ----


@dataclass(frozen=True)
class Kind:
    """A kind of link or secret: the functions that derive it, how one is made, and whether one opens."""

    derived_by: tuple[str, ...]
    make: Any
    opens: Any


def page(name, derived_by, make):
    """A kind whose secret is the address of a page."""

    def opens(_there, secret):
        return Client().get(reverse(name, args=[secret])).status_code == 200

    return Kind(derived_by, make, opens)


def listens(channel, derived_by, make):
    """A kind whose secret is the name of a live channel."""

    def opens(_there, name):
        try:
            channel(actor=VISITOR, subject=name.partition(":")[2])
        except UnknownChannel:
            return False
        return True

    return Kind(derived_by, make, opens)


def new_pass(there):
    return make_pass(
        label="x", level=PassLevel.HELPER, scope=Scope(there.club.pk), expires_at=there.later, actor=SYSTEM
    )


def takes(redeem):
    def opens(_there, given):
        try:
            redeem(given)
        except UnknownPass:
            return False
        return True

    return opens


def new_invitation(there):
    return invite(
        scope=Scope(there.club.pk), role=Role.PLAYER, days=7, actor=SYSTEM, address_of=lambda secret: secret
    )


def invitation_opens(_there, invitation):
    """The link of the mail leads to the invitation, and the desk still shows it."""
    secret = secret_of(invitation)
    return has_secret(invitation, secret) and invitation_by_secret(secret=secret) == invitation


def subscribed_app(there):
    """An app that subscribed; its device is derived from its address at the push service."""
    browser = Browser("https://push.example.org/send/abc")
    subscribe_by_link(secret=entry_secret(there.player), browser=browser_facts(browser), actor=SYSTEM)
    return browser


def browser_facts(browser):
    return BrowserFacts(**browser.fields)


def is_the_same_app(there, browser):
    before = PlayerPhone.objects.count()
    subscribe_by_link(secret=entry_secret(there.player), browser=browser_facts(browser), actor=SYSTEM)
    return PlayerPhone.objects.count() == before


def cookie_of(there):
    response = HttpResponse()
    remember_device(RequestFactory().get("/"), response, there.someone)
    return response.cookies[settings.KNOWN_COOKIE_NAME].value


def device_is_known(_there, value):
    request = RequestFactory().get("/")
    request.COOKIES[settings.KNOWN_COOKIE_NAME] = value
    return device_of(request) is not None


JOIN = ("club.joining.join_links.join_secret",)
KINDS = {
    "entry": page(
        "tournaments:entry",
        ("tournaments.entries.entry_links.entry_secret",),
        lambda there: entry_secret(there.player),
    ),
    "poster of a section": Kind(
        ("tournaments.entries.entry_links.section_secret",),
        lambda there: section_secret(there.event_section),
        lambda there, secret: is_section_secret(there.event_section, secret),
    ),
    "request to join": page("club:join_request", JOIN, lambda there: join_secret(there.join_request)),
    "guardian of a request": page(
        "club:join_guardian", JOIN, lambda there: join_secret(there.join_request, GUARDIAN)
    ),
    "invoice": page(
        "club:own_invoice",
        ("club.money.mails.invoice_secret",),
        lambda there: invoice_secret(there.invoice),
    ),
    "unsubscribing": page(
        "club:unsubscribe",
        ("club.notices.opt_out_links.opt_out_secret",),
        lambda there: opt_out_secret(there.person, there.club.pk, "news"),
    ),
    "captain": page(
        "tournaments:captain",
        ("tournaments.leagues.captain_links.captain_secret",),
        lambda there: captain_secret(there.captain),
    ),
    "availability": page(
        "tournaments:available",
        ("tournaments.leagues.captain_links.answer_secret",),
        lambda there: answer_secret(there.poll, there.member.pk),
    ),
    "link of a helper pass": Kind(
        ("club.accounts.services.passes.make_pass",),
        lambda there: new_pass(there).secret,
        takes(lambda secret: pass_of_secret(secret=secret)),
    ),
    "code of a helper pass": Kind(
        ("club.accounts.services.passes.make_pass",),
        lambda there: new_pass(there).code,
        takes(lambda code: redeem_code(code=code, actor=VISITOR)),
    ),
    "invitation": Kind(("club.accounts.invitation_secrets.secret_of",), new_invitation, invitation_opens),
    "set-up link": Kind(
        ("club.accounts.invitation_secrets._signer",),
        lambda _there: make_setup_secret(),
        lambda _there, secret: is_valid_setup_secret(secret),
    ),
    "channel of a board": listens(
        channel_of_board,
        ("tournaments.core.services.event_log.board_channels",),
        lambda there: board_channel(there.card.pk, there.card.token),
    ),
    "channel of a live board": listens(
        moves_channel,
        ("tournaments.live_boards.channels.pad_channels",),
        lambda there: pad_channel(there.live_board),
    ),
    "app that is notified": Kind(
        ("tournaments.evening.services.push_subscriptions._device_of",), subscribed_app, is_the_same_app
    ),
    "key of web push": Kind(
        ("club.core.web_push.server_key", "club.core.web_push._private_key"),
        lambda _there: server_key(),
        lambda _there, public: is_known_key(public),
    ),
    "known device": Kind(("club.accounts.known_devices.remember_device",), cookie_of, device_is_known),
    "sealed text": Kind(
        ("club.core.site_secrets._key",),
        lambda _there: seal("x"),
        lambda _there, sealed: unseal(sealed) == "x",
    ),
}
NOT_SENT = {
    "club.accounts.pages.account_signals.log_failure": "a digest in the log, compared with nothing",
    "club.members.services.photos._key": "names a file; with another key the same photo is stored again",
    "tournaments.results.selectors.report_origins.origin_of": "compared with digests of the same evening",
}


@pytest.mark.parametrize("name", KINDS)
def test_what_an_earlier_key_made_opens(there, name):
    kind = KINDS[name]
    with key(OLD):
        given = kind.make(there)
        assert kind.opens(there, given)
    with key(NEW, OLD, OLDEST):
        assert kind.opens(there, given)
        assert kind.opens(there, kind.make(there))


@pytest.mark.parametrize("name", KINDS)
def test_without_the_earlier_key_it_is_void(there, name):
    """The negative control."""
    with key(OLD):
        given = KINDS[name].make(there)
    with key(NEW):
        assert not KINDS[name].opens(there, given)


@pytest.mark.parametrize("name", KINDS)
def test_a_key_that_was_never_ours_opens_nothing(there, name):
    with key(FOREIGN):
        given = KINDS[name].make(there)
    with key(NEW, OLD, OLDEST):
        assert not KINDS[name].opens(there, given)


def test_new_links_are_of_the_new_key(there):
    with key(OLD):
        before = entry_secret(there.player), server_key()
    with key(NEW, OLD):
        during = entry_secret(there.player), server_key()
    with key(NEW):
        assert (entry_secret(there.player), server_key()) == during != before


def test_pages_that_were_open_hear_of_their_boards(there):
    with key(OLD):
        names = {board_channel(there.card.pk, there.card.token), pad_channel(there.live_board)}
    LiveEvent.objects.all().delete()
    with key(NEW, OLD):
        notify_board(there.event_section.pk, there.card.board_number)
        tell_pads(there.live_board)
    assert names <= set(LiveEvent.objects.values_list("channel__name", flat=True))
    assert LiveEvent.objects.filter(channel__name__regex="^(board|moves):").count() == 4


def test_the_codes_of_an_authenticator_app_are_sealed_by_it(there):
    with key(OLD):
        sealed = get_adapter().encrypt("secret")
    with key(NEW, OLD):
        assert get_adapter().decrypt(sealed) == "secret"


# ---- no kind is missing ----

DERIVING = {
    *("link_digest", "link_digests", "link_secret", "link_secrets", "keyed_hash", "keyed_hashes"),
    *("salted_hmac", "site_keys", "Signer", "TimestampSigner", "signing.dumps", "SECRET_KEY"),
}
FUNCTIONS = ast.FunctionDef, ast.AsyncFunctionDef
FINDING = {"keyed_hashes", "site_keys"}
"""With every key: they find what was stored, so that a function which calls nothing else makes nothing."""


def derivers(text, module):
    """Return the functions of a module that derive something from the key of the site."""
    tree = ast.parse(text)
    functions = [node for node in ast.walk(tree) if isinstance(node, FUNCTIONS)]
    found = {}
    for scope in (tree, *functions):
        name = getattr(scope, "name", "<module>")
        found[f"{module}.{name}"] = {_deriving(node) for node in own_nodes(scope)} & DERIVING
    return {name: uses for name, uses in found.items() if uses}


def own_nodes(scope):
    """Walk over a scope, without the functions inside."""
    for node in ast.iter_child_nodes(scope):
        if not isinstance(node, FUNCTIONS):
            yield node
            yield from own_nodes(node)


def _deriving(node):
    match node:
        case ast.Call(func=ast.Name(id=name)):
            return name
        case ast.Call(func=ast.Attribute(value=ast.Name(id="signing"), attr=name)):
            return f"signing.{name}"
        case ast.Attribute(value=ast.Name(id="settings"), attr="SECRET_KEY" as name):
            return name
    return ""


def unlisted(found):
    """Return the functions that make something and are named by no kind."""
    listed = {one for kind in KINDS.values() for one in kind.derived_by} | set(NOT_SENT)
    return {name for name, uses in found.items() if name not in listed and not uses <= FINDING}


@pytest.fixture(scope="module")
def deriving():
    found = {}
    for app in ("club", "games", "tournaments"):
        for path in (ROOT / app).rglob("*.py"):
            module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            text = path.read_text(encoding="utf-8")
            if any(name in text for name in DERIVING):
                found |= derivers(text, module)
    return found


OWN = {
    f"club.core.site_secrets.{name}"
    for name in (
        *("link_secret", "link_secrets", "link_digest", "link_digests", "keyed_hash", "keyed_hashes"),
        *("site_keys", "is_link_secret", "is_link_digest"),
    )
}


def test_every_function_that_derives_a_secret_has_its_kind_here(deriving):
    assert unlisted(deriving) - OWN == set()
    listed = {one for kind in KINDS.values() for one in kind.derived_by} | set(NOT_SENT)
    assert listed <= set(deriving), "these derive nothing any more"


def test_a_new_kind_outside_of_functions_is_found():
    made = derivers("class New:\n    secret = link_digest('x', 'y')\n", "club.new")
    assert unlisted(made) == {"club.new.<module>"}


@pytest.mark.parametrize(
    "line",
    [
        "salted_hmac('x', row.name).hexdigest()",
        "link_secret('x', row.pk, row.name)",
        "link_digests('x', row.name)[0]",
        "signing.dumps(row.pk)",
        "TimestampSigner().sign(row.name)",
        "row.name + settings.SECRET_KEY",
    ],
)
def test_a_new_kind_that_is_not_listed_is_found(line):
    made = derivers(f"def new_secret(row):\n    return {line}\n", "club.new")
    assert unlisted(made) == {"club.new.new_secret"}
