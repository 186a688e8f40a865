"""Second factors: their secrets are stored sealed, and can be removed for a person who has lost them."""

import importlib
import json
import time
from types import SimpleNamespace

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, hotp_value
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection

from club.core.site_secrets import seal, unseal
from club.models import AuditEntry, User

pytestmark = pytest.mark.django_db
SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
OLD, NEW = "o" * 50, "n" * 50


@pytest.fixture
def user():
    return User.objects.create_user("ann@club.example", "a long password")


def code_of(secret):
    return format_hotp_value(hotp_value(secret, int(time.time()) // 30))


def test_no_secret_is_stored_in_the_clear(user):
    TOTP.activate(user, SECRET)
    RecoveryCodes.activate(user)
    stored = json.dumps(list(Authenticator.objects.values_list("data", flat=True)))
    assert SECRET not in stored
    totp = Authenticator.objects.get(type=Authenticator.Type.TOTP).wrap()
    assert totp.validate_code(code_of(SECRET))
    codes = Authenticator.objects.get(type=Authenticator.Type.RECOVERY_CODES)
    assert unseal(codes.data["seed"]) not in stored
    assert codes.wrap().validate_code(codes.wrap().get_unused_codes()[0])


def test_an_earlier_key_opens_and_another_does_not(settings):
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = OLD, []
    sealed = seal(SECRET)
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = NEW, [OLD]
    assert unseal(sealed) == SECRET
    settings.SECRET_KEY_FALLBACKS = []
    assert unseal(sealed) is None
    assert unseal(sealed[:-4] + "AAAA") is None


def test_with_another_key_of_the_site_no_code_fits(user, settings, caplog):
    settings.SECRET_KEY = OLD
    TOTP.activate(user, SECRET)
    settings.SECRET_KEY = NEW
    totp = Authenticator.objects.get().wrap()
    assert not totp.validate_code(code_of(SECRET))
    assert not totp.validate_code(code_of("AAAAAAAA"))
    assert "another secret key" in caplog.text


def test_the_migration_seals_what_was_stored_before(user):
    migration = importlib.import_module("club.migrations.0006_seal_second_factors")
    for kind, data in (("totp", {"secret": SECRET}), ("recovery_codes", {"seed": "5eed", "used_mask": 0})):
        Authenticator.objects.create(user=user, type=kind, data=data)
    editor = SimpleNamespace(connection=connection)
    for _again in range(2):
        migration.seal_all(apps, editor)
        totp, codes = Authenticator.objects.order_by("-type")
        assert unseal(totp.data["secret"]) == SECRET
        assert (unseal(codes.data["seed"]), codes.data["used_mask"]) == ("5eed", 0)
    migration.unseal_all(apps, editor)
    assert Authenticator.objects.get(type="totp").data == {"secret": SECRET}


def test_second_factors_are_removed_by_a_command_and_the_trail_has_it(user, capsys):
    TOTP.activate(user, SECRET)
    RecoveryCodes.activate(user)
    call_command("remove_second_factors", "ANN@club.example")
    assert "removed: 2" in capsys.readouterr().out
    assert not Authenticator.objects.exists()
    entry = AuditEntry.objects.get(action="club.account.second_step_removed")
    assert entry.after == {"removed": 2}
    with pytest.raises(CommandError, match=r"No account has the address bob@club\.example\."):
        call_command("remove_second_factors", "bob@club.example")
