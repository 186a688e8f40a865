"""Which language a page speaks, what caches are told, how numbers and dates are written, the switch."""

import datetime as dt
import re

import pytest
from django.conf import settings
from django.contrib.auth import get_user_model
from django.template import engines
from django.template.loader import render_to_string
from django.test import Client
from django.utils import formats, translation

from club.models import AuditEntry
from games.house_rules.variant_names import NAMES, variant_name
from games.judging.dispute_names import QUESTIONS, TITLES
from games.judging.messages import finding_sentence
from games.judging.pages.examples import examples
from games.laws.books import LAW_BOOKS
from games.rules import VARIANTS

pytestmark = pytest.mark.django_db

LANGUAGES = [code for code, _name in settings.LANGUAGES]
OTHERS = [code for code in LANGUAGES if code != "en"]
PAGES = [
    *("/", "/games/", "/games/check/", "/games/enter/", "/games/compare/", "/games/imports/", "/laws/"),
    *(f"/laws/{key}/" for key in LAW_BOOKS),
    "/events/",
    "/accounts/login/",
    "/no/such/page/",
]
GAMES_WORD = {"nl": "Partijen", "ru": "Партии", "fr": "Parties", "pt": "Partidas"}
NBSP = "\xa0"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_public_page_speaks_every_language(client, language):
    faults = []
    for address in PAGES:
        page = client.get(address, headers={"accept-language": language})
        text = page.content.decode()
        promises = {
            "marked": f'<html lang="{language}" dir="ltr">' in text,
            "named": page.headers["Content-Language"] == language,
            "told to caches": {"Cookie", "Accept-Language"} <= set(page.headers["Vary"].split(", ")),
            "spoken": GAMES_WORD.get(language, "Games") in text,
        }
        faults += [f"{address} is not {promise}" for promise, is_kept in promises.items() if not is_kept]
    assert faults == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_game_is_judged_in_every_language(client, language):
    english = client.get("/games/check/?example=a-capture-not-made").content.decode()
    page = client.get("/games/check/?example=a-capture-not-made", headers={"accept-language": language})
    said = re.compile(r'<p class="finding__sentence">(.*?)</p>', re.DOTALL)
    assert said.findall(page.content.decode())
    assert not set(said.findall(page.content.decode())) & set(said.findall(english))


@pytest.mark.parametrize(
    ("asked", "spoken"),
    [
        pytest.param("de", "en", id="a language that is not spoken"),
        pytest.param("de, pt-BR;q=0.8, en;q=0.5", "pt", id="the best one that is"),
        pytest.param("nl-BE", "nl", id="a country's form of one"),
        pytest.param("fr-CA, ru;q=0.9", "fr", id="the first one"),
        pytest.param("*", "en", id="any"),
        pytest.param("../../etc, \x7f", "en", id="nonsense"),
        pytest.param("x" * 5000, "en", id="a very long wish"),
    ],
)
def test_the_browser_is_heard(client, asked, spoken):
    assert client.get("/", headers={"accept-language": asked}).headers["Content-Language"] == spoken


def test_what_was_chosen_at_the_foot_outlives_what_the_browser_asks(client):
    answer = client.post("/language/", {"language": "ru", "next": "/games/?player=Ivanov"})
    assert answer.status_code == 302
    assert answer.headers["Location"] == "/games/?player=Ivanov"
    kept = answer.cookies[settings.LANGUAGE_COOKIE_NAME]
    assert (kept["samesite"], kept["httponly"]) == ("Lax", True)
    assert client.get("/", headers={"accept-language": "fr"}).headers["Content-Language"] == "ru"


def test_the_switch_names_each_language_in_itself_and_keeps_the_page(client):
    page = client.get("/games/?player=Ivanov", headers={"accept-language": "ru"}).content.decode()
    form = page[page.index('<form class="languages') : page.rindex("</form>")]
    assert 'value="/games/?player=Ivanov"' in form
    assert "csrfmiddlewaretoken" not in form
    for name in ("English", "Nederlands", "Русский", "Français", "Português (Brasil)"):
        assert f">{name}</button>" in form
    assert form.count("aria-pressed") == 1


@pytest.mark.parametrize(
    ("sent", "next_page"),
    [
        pytest.param({"language": "xx", "next": "/laws/"}, "/laws/", id="a language that is not spoken"),
        pytest.param({"language": "nl", "next": "https://elsewhere.example/"}, "/", id="away from the site"),
        pytest.param({"language": "nl"}, "/", id="no page named"),
    ],
)
def test_the_switch_leads_nowhere_else(client, sent, next_page):
    assert client.post("/language/", sent).headers["Location"] == next_page


def test_another_site_cannot_switch():
    strict = Client(enforce_csrf_checks=True)
    sent = {"language": "nl", "next": "/"}
    assert strict.post("/language/", sent, headers={"sec-fetch-site": "cross-site"}).status_code == 403
    assert strict.post("/language/", sent, headers={"sec-fetch-site": "same-origin"}).status_code == 302
    assert strict.get("/language/").status_code == 405


def test_an_account_keeps_its_language(client):
    user = get_user_model().objects.create_user("arbiter@example.org", "x")
    client.force_login(user)
    client.post("/language/", {"language": "fr", "next": "/"})
    user.refresh_from_db()
    assert user.language == "fr"
    assert AuditEntry.objects.filter(action="club.user.language_chosen").count() == 1
    other = Client()
    other.force_login(user)
    assert other.get("/", headers={"accept-language": "ru"}).headers["Content-Language"] == "fr"


@pytest.mark.parametrize(
    ("language", "date", "number", "size"),
    [
        pytest.param("en", "5 November 2026", "1,234.5", "1.5 MB", id="English"),
        pytest.param("nl", "5 november 2026", "1.234,5", "1,5 MB", id="Dutch"),
        pytest.param("ru", "5 ноября 2026 г.", "1 234,5", "1,5 МБ", id="Russian"),  # noqa: RUF001 - Cyrillic is meant
        pytest.param("fr", "5 novembre 2026", "1 234,5", "1,5 Mio", id="French"),
        pytest.param("pt", "5 de Novembro de 2026", "1.234,5", "1,5 MB", id="Portuguese"),
    ],
)
def test_dates_numbers_and_sizes_are_written_as_in_the_language(language, date, number, size):
    template = engines["django"].from_string("{{ day|date:'DATE_FORMAT' }}|{{ bytes|filesizeformat }}")
    with translation.override(language):
        given = {"day": dt.date(2026, 11, 5), "bytes": 3 * 512 * 1024}
        told = template.render(given).replace(NBSP, " ").split("|")
        grouped = formats.number_format(1234.5, decimal_pos=1, force_grouping=True)
    assert told == [date, size]
    assert re.sub(r"[\xa0\u202f]", " ", grouped) == number


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize(
    "template", ["400.html", "403.html", "403_csrf.html", "404.html", "413.html", "500.html"]
)
def test_error_pages_speak_every_language_even_without_a_request(language, template):
    with translation.override(language):
        page = render_to_string(template)
    english = render_to_string(template)
    heading = re.compile(r"<h1>(.*?)</h1>")
    assert f'lang="{language}"' in page
    assert heading.findall(page) != heading.findall(english)


@pytest.mark.parametrize(
    ("games", "said"),
    [(1, "1 партия"), (2, "2 партии"), (5, "5 партий"), (11, "11 партий"), (21, "21 партия")],
)
def test_russian_has_its_three_plurals(games, said):
    template = engines["django"].from_string(
        "{% load i18n %}{% blocktranslate count number=games trimmed %}"
        "{{ number }} game{% plural %}{{ number }} games{% endblocktranslate %}"
    )
    with translation.override("ru"):
        assert template.render({"games": games}) == said


def test_french_keeps_its_blanks_before_high_signs():
    with translation.override("fr"):
        said = finding_sentence("empty_square", {"text": "11-15"}, side="white", article="SL-I1c")
    assert f"11-15{NBSP}:" in said


def test_every_variant_has_a_name_to_translate():
    assert set(NAMES) == set(VARIANTS)
    assert {key: variant_name(key) for key in VARIANTS} == {key: each.name for key, each in VARIANTS.items()}


def test_the_wording_of_an_article_says_that_it_is_english(client):
    page = client.get(f"/laws/{next(iter(LAW_BOOKS))}/", headers={"accept-language": "nl"})
    assert '<p lang="en">' in page.content.decode()


def test_every_dispute_of_the_demo_is_marked_for_translation():
    assert [example.title for example in examples()] == list(TITLES)
    assert [example.question for example in examples()] == list(QUESTIONS)
