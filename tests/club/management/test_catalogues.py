"""The catalogues: what is found in the sources is what Django looks up, and no catalogue falls behind."""

import io
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from django.conf import settings
from django.core.management import CommandError, call_command
from django.template import engines
from django.utils import dates, translation
from django.utils.translation import trans_real

from club.management.catalogues.extraction import apps_with_strings, extract_strings
from club.management.catalogues.faults import contradictions, faults_of
from club.management.catalogues.files import (
    compile_catalogue,
    po_path,
    read_catalogue,
    update_catalogue,
    write,
)
from club.management.catalogues.pseudo import pseudo_catalogue, pseudo_text
from club.management.commands.catalogues import languages

ROOT = Path(settings.BASE_DIR)

TEMPLATE = """{% load i18n %}
<h1>{% translate "Good game" %}</h1>
  <p>{% translate 'Draw' context "a result" %}</p>
{% blocktranslate with name=white trimmed %}
  {{ name }} has won
  100 % of them.
{% endblocktranslate %}
    {% blocktranslate count number=games trimmed %}
      {{ number }} game{% plural %}{{ number }} games
    {% endblocktranslate %}
  {% blocktranslate count number=games context "of chess" trimmed %}one{% plural %}many{% endblocktranslate %}
{% translate "It is “so”, isn't it?" %}
{{ _("Said in an expression") }} {% include "x.html" with label=_("A label") %}
{# no string #}{% comment %}{% translate "never" %}{% endcomment %}
"""
MODULE = """
from django.utils.translation import gettext_lazy as _, ngettext, npgettext_lazy, pgettext
A = _("Two parts, "
      "one string")
B = ngettext("%(count)d man", "%(count)d men", 3)
C = pgettext("a piece", "man")
D = npgettext_lazy("a piece", "king", "kings", "count")
"""
BOOK = """
from games.laws.law_book import Article, section
PART = section("Object", Article("X-1", "Winning", "The wording stays."))
"""


@pytest.fixture
def project(tmp_path):
    """A small project with one template, one module and one law book."""
    for name, text in {
        "club/apps.py": "",
        "club/words.py": MODULE,
        "games/apps.py": "",
        "games/laws/books/one.py": BOOK,
        "templates/games/page.html": TEMPLATE.replace("x.html", "games/none.html"),
        "templates/layouts/public.html": '{% load i18n %}{% translate "Of the club" %}',
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


def strings(catalogue):
    return {(message.id, message.context) for message in catalogue if message.id}


def test_strings_of_modules_are_found(project):
    assert strings(extract_strings(project, "club")) == {
        ("Two parts, one string", None),
        (("%(count)d man", "%(count)d men"), None),
        ("man", "a piece"),
        (("king", "kings"), "a piece"),
        ("Of the club", None),
    }


def test_strings_of_templates_and_headings_of_books_are_found(project):
    assert strings(extract_strings(project, "games")) == {
        ("Good game", None),
        ("Draw", "a result"),
        ("%(name)s has won 100 %% of them.", None),
        (("%(number)s game", "%(number)s games"), None),
        (("one", "many"), "of chess"),
        ("It is “so”, isn't it?", None),
        ("Said in an expression", None),
        ("A label", None),
        ("Object", None),
        ("Winning", None),
    }


@pytest.fixture
def pseudo_language(tmp_path, settings, monkeypatch):
    """Makes a language of whatever catalogue it is given."""
    monkeypatch.setattr(trans_real, "_translations", {})
    settings.LANGUAGES = [*settings.LANGUAGES, ("zz", "Pseudo")]
    settings.LOCALE_PATHS = [tmp_path / "locale"]

    def speak(catalogue):
        path = tmp_path / "locale" / "zz" / "LC_MESSAGES" / "django.mo"
        path.parent.mkdir(parents=True)
        path.write_bytes(compile_catalogue(catalogue))
        return translation.override("zz")

    return speak


@pytest.mark.parametrize("games", [1, 2])
def test_django_looks_up_exactly_what_was_extracted(project, pseudo_language, games):
    template = engines["django"].from_string(
        TEMPLATE.replace('{% include "x.html" with label=_("A label") %}', "")
    )
    with pseudo_language(pseudo_catalogue([extract_strings(project, "games")])):
        page = template.render({"white": "Anderson", "games": games})
    outside = "".join(part.partition("⟧")[2] for part in page.split("⟦"))
    assert page.count("⟦") == 7
    assert set(outside.split()) <= {"<p></p>", "<h1>", "</h1>", "<p>", "</p>", "</h1><p>"}, outside


def filled(wanted, **given):
    """A Russian catalogue of the strings wanted, everything translated by itself but what is given."""
    catalogue = update_catalogue(Catalog(), wanted, "ru")
    for message in catalogue:
        if isinstance(message.id, tuple):
            message.string = (message.id[0], message.id[1], message.id[1])
        elif message.id:
            message.string = given.get(message.id.split()[0], message.id)
    return catalogue


def wanted():
    catalogue = Catalog()
    catalogue.add("Game %(number)s", locations=[("a.py", None)])
    catalogue.add(("%(n)s man", "%(n)s men"), locations=[("a.py", None)])
    catalogue.add("{side} played", locations=[("a.py", None)])
    return catalogue


def test_a_complete_catalogue_has_no_fault():
    assert list(faults_of(filled(wanted()), wanted())) == []


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        pytest.param({"Game": ""}, "not translated", id="untranslated"),
        pytest.param({"Game": "Partie %(numero)s"}, "placeholders differ", id="another placeholder"),
        pytest.param({"Game": "Partie"}, "placeholders differ", id="a placeholder left out"),
        pytest.param({"{side}": "{zijde} speelde"}, "placeholders differ", id="a script's placeholder"),
        pytest.param({"Game": "Partie %(number)s %"}, "percent sign", id="a percent sign too many"),
        pytest.param({"Game": "Partie %(number)s "}, "another blank", id="a blank at the end"),
    ],
)
def test_a_faulty_translation_is_found(given, fault):
    found = list(faults_of(filled(wanted(), **given), wanted()))
    assert len(found) == 1
    assert fault in found[0]


def test_a_plural_form_left_out_is_found():
    catalogue = filled(wanted())
    catalogue["%(n)s man"].string = ("%(n)s шашка", "%(n)s шашки", "")
    assert any("not translated" in fault for fault in faults_of(catalogue, wanted()))
    catalogue["%(n)s man"].string = ("%(n)s шашка", "%(n)s шашки")
    assert any("2 plural forms of 3" in fault for fault in faults_of(catalogue, wanted()))


def test_a_doubtful_translation_is_found():
    catalogue = filled(wanted())
    catalogue["Game %(number)s"].flags.add("fuzzy")
    assert any("fuzzy" in fault for fault in faults_of(catalogue, wanted()))


def test_a_string_added_and_a_string_gone_are_found():
    asked = wanted()
    asked.add("New here")
    assert list(faults_of(filled(wanted()), asked)) == ["missing: 'New here'"]
    assert list(faults_of(filled(asked), wanted())) == ["not in the sources any more: 'New here'"]


def test_two_apps_that_contradict_each_other_are_found():
    asked = wanted()
    catalogues = {"club": filled(asked), "games": filled(asked, Game="Partij %(number)s")}
    assert list(contradictions(catalogues)) == ["translated differently in club and games: 'Game %(number)s'"]


def test_translations_outlive_an_update_and_doubts_do_not(tmp_path):
    catalogue = filled(wanted())
    catalogue["{side} played"].flags.add("fuzzy")
    path = po_path(tmp_path, "club", "ru")
    write(catalogue, path)
    again = update_catalogue(read_catalogue(path, "ru"), wanted(), "ru")
    assert again["Game %(number)s"].string == "Game %(number)s"
    assert not again["{side} played"].string
    before = path.read_bytes(), path.with_suffix(".mo").read_bytes()
    write(catalogue, path)
    assert (path.read_bytes(), path.with_suffix(".mo").read_bytes()) == before


def test_the_command_says_what_a_project_lacks(project, settings):
    settings.BASE_DIR = project
    call_command("catalogues", stdout=io.StringIO())
    with pytest.raises(CommandError, match="faults in the catalogues"):
        call_command("catalogues", "--check", stdout=io.StringIO())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param("Draw", "⟦Đŕàŵ ōñ⟧", id="a word"),
        pytest.param("%(n)s of {all}", "⟦%(n)s öƒ {all} ōñ⟧", id="placeholders stay"),
        pytest.param(" or ", " ⟦öŕ ōñ⟧ ", id="blanks stay outside"),
    ],
)
def test_the_language_nobody_speaks(text, said):
    assert pseudo_text(text) == said


# ---- the project's own catalogues; that none of them falls behind is a check of `make lint` ----


def test_no_string_of_ours_is_the_name_of_a_month_or_a_day():
    """An app's word wins over Django's: "May" as a heading would rename a month in every date."""
    named = {
        str(word)
        for words in (dates.MONTHS, dates.MONTHS_3, dates.WEEKDAYS, dates.WEEKDAYS_ABBR)
        for word in words.values()
    }
    (language, *_) = languages()
    own = {
        text
        for app in apps_with_strings(ROOT)
        for text, context in strings(read_catalogue(po_path(ROOT, app, language), language))
        if not context
    }
    assert len(own) > 1000
    assert own & named == set()
