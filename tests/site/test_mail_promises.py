"""Where no mail leaves the site, every page and message that promises one says so."""

import ast
import re
from pathlib import Path

import pytest
from django.template import Context, Template

ROOT = Path(__file__).resolve().parent.parent.parent
APPS = ("club", "games", "tournaments")
PROMISED = (
    *("by email", "email (me|you)", "we (have )?sen[dt]", "(gets?|will get|receives?) (an|another|no) email"),
    *("not receive emails", "emails are being sent", "and send (email|link)", "send (answer|later|test)"),
    *(
        r"send to (\{\{|%)",
        "sent to %",
        "(reminders?|invitations?) (is|are) (being )?sent",
        "reminders? sent",
    ),
    *("(notice|message) is being sent", "send (selected )?reminders", r"send %\(number\)s invitation"),
    *("poll opened", "scheduled for %"),
)
PROMISE = re.compile(rf"\b({'|'.join(PROMISED)})", re.IGNORECASE)
TEXTS = re.compile(
    r"{%\s*translate\s+(?:\"([^\"]*)\"|'([^']*)')|{%\s*blocktranslate[^%]*%}(.*?){%\s*endblocktranslate",
    re.DOTALL,
)
SAID = re.compile(r"{%\s*(no_mail_warning|mails_leave)\b")
NONE_NEEDED = {
    "club/core/_no_mail.html": "it is the warning itself",
    "account/login.html": "the button is there only where mails leave",
    "account/signup_closed.html": "names the code to scan as the other way",
    "account/request_login_code.html": "the page is there only where mails leave",
    "account/password_reset.html": "says by itself that the site sends no mail",
    "account/base_confirm_code.html": "the page is there only where mails leave",
    "club/site/desk/now.html": "names the code to scan as the other way",
    "tournaments/leagues/phone/available.html": "is opened by a link that somebody got, and sends nothing",
    "tournaments/leagues/phone/_match_results.html": "the answer goes to the other captain's page",
    "tournaments/rounds/desk/_publication.html": "says that no message is sent",
    "tournaments/cases/phone/_say.html": "what is said at the board goes to the desk's page",
    "tournaments/entries/enter.html": "the button sends the form",
    "tournaments/webhooks/_webhook.html": "posts to another site, no mail",
}

PAGES = "*/pages/*.py", "*/pages.py"


def texts_of(source):
    return [
        " ".join(next(part for part in found if part).split())
        for found in TEXTS.findall(source)
        if any(found)
    ]


def promising():
    """The pages whose own words promise a mail, with those words."""
    found = {}
    for path in sorted((ROOT / "templates").rglob("*.html")):
        said = [text for text in texts_of(path.read_text()) if PROMISE.search(text)]
        if said:
            found[str(path.relative_to(ROOT / "templates"))] = said
    return found


def test_every_page_that_promises_a_mail_says_where_none_leaves():
    pages = promising()
    assert len(pages) > 15
    silent = {
        name: said
        for name, said in pages.items()
        if name not in NONE_NEEDED and not SAID.search((ROOT / "templates" / name).read_text())
    }
    assert silent == {}
    assert set(NONE_NEEDED) <= {
        str(path.relative_to(ROOT / "templates")) for path in (ROOT / "templates").rglob("*.html")
    }


def calls_of(tree, *names):
    return [
        one for one in ast.walk(tree) if isinstance(one, ast.Call) and getattr(one.func, "id", "") in names
    ]


def passed_on(tree):
    """The calls of gettext whose text reaches `with_delivery_note`: in its brackets, or by a name that is."""
    inside = [one for call in calls_of(tree, "with_delivery_note") for one in ast.walk(call)]
    names = {one.id for one in inside if isinstance(one, ast.Name)}
    for one in ast.walk(tree):
        if isinstance(one, ast.Assign) and getattr(one.targets[0], "id", "") in names:
            inside += ast.walk(one.value)
    return inside


def test_every_message_of_a_page_that_promises_one_goes_through_one_function():
    """A view's words, found from the sources; those of forms stand on pages that have the warning."""
    loose, wrapped = [], 0
    for path in sorted(one for app in APPS for where in PAGES for one in (ROOT / app).glob(where)):
        if path.stem.endswith("forms") or path.name == "mails.py":
            continue
        tree = ast.parse(path.read_text())
        inside = passed_on(tree)
        for call in calls_of(tree, "_", "ngettext"):
            if PROMISE.search(str(getattr(call.args[0], "value", ""))):
                wrapped += call in inside
                loose += [] if call in inside else [(path.name, call.args[0].value)]
    assert loose == []
    assert wrapped >= 8


@pytest.mark.parametrize("reader", ["", '"public"'])
def test_the_warning_is_there_only_where_it_is_true(settings, reader):
    text = "{% load desk %}{% no_mail_warning " + reader + " %}"
    for reaches in (True, False):
        settings.MAIL_REACHES_PEOPLE = reaches
        assert ("This site does not send email" in Template(text).render(Context())) is not reaches


def test_a_page_that_promises_in_silence_is_found():
    assert PROMISE.search(*texts_of('{% translate "You get an email." %}'))
    assert PROMISE.search(
        *texts_of("{% blocktranslate trimmed %}The reason is sent by email.{% endblocktranslate %}")
    )
    assert PROMISE.search("Invitation sent to %(address)s.")
    assert not PROMISE.search("Email")
