"""The page of a case as a signed-in person asks for it and sends its forms."""

from django.test import Client
from django.urls import reverse


def signed_in(actor):
    client = Client()
    client.force_login(actor.user)
    return client


def address(case, name="desk_case", **more):
    return reverse(f"tournaments:{name}", kwargs={"case_id": case.pk, **more})


def page(case, actor, **asked):
    answer = signed_in(actor).get(address(case), asked)
    assert answer.status_code == 200
    return answer.content.decode()


def fields(answer, name):
    """What a browser would send back of a form of the page: its values and what stood in it."""
    form = answer.context[name]
    sent = {}
    for one in form:
        value = one.value()
        if value not in {None, "", False} and one.name not in {"file", "photo"}:
            sent[one.html_name] = "on" if value is True else value
            if one.field.show_hidden_initial:
                sent[one.html_initial_name] = "on" if value is True else value
    return sent


def filled(case, actor, name, **changes):
    client = signed_in(actor)
    return client, fields(client.get(address(case)), name) | changes
