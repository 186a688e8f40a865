"""Passkeys need a name and a safe way: the pages say where a browser would refuse them."""

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db
REFUSED = "Browsers do not allow passkeys at"


@pytest.mark.parametrize(
    ("host", "secure", "says", "leads"),
    [
        pytest.param("127.0.0.1:8000", False, True, "http://localhost:8000/accounts/login/", id="a number"),
        pytest.param("localhost:8000", False, False, "", id="localhost"),
        pytest.param("192.168.1.20:8000", False, True, "", id="the hall"),
        pytest.param("club.example", False, True, "", id="a name in the open"),
        pytest.param("club.example", True, False, "", id="a name by https"),
    ],
)
def test_the_page_says_where_a_passkey_would_be_refused(settings, host, secure, says, leads):
    settings.ALLOWED_HOSTS = ["*"]
    text = Client().get("/accounts/login/", headers={"host": host}, secure=secure).content.decode()
    assert (REFUSED in text) is says
    assert (f'href="{leads}"' in text) is bool(leads)
