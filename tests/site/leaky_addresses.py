"""The site with addresses that each break one promise: the walk must find each of them."""

from django.db import connection
from django.http import HttpResponse
from django.urls import path
from django.utils.translation import get_language, gettext

from club.config.urls import urlpatterns as sound
from club.core.capabilities import Capability
from club.core.declared_access import DeclaredAccess
from club.core.pages.access import needs, public
from club.models import Person

WORDS = {"en": "Board", "nl": "Bord", "ru": "Доска", "fr": "Damier", "pt": "Tabuleiro"}
PAGE = """<!DOCTYPE html>
<html lang="{language}" dir="ltr">
  <head><title>{word} · {site}</title>{head}</head>
  <body><main><h1>{word}</h1>{body}</main></body>
</html>"""


def page(body="", head="", **given):
    """Return a page that keeps every promise but for what is given."""
    language = get_language()
    facts = {"language": language, "word": WORDS[language], "site": gettext("Draughts Club")} | given
    return HttpResponse(PAGE.format(body=body, head=head, **facts))


def undeclared(_request):
    return HttpResponse("open")


def unguarded(_request):
    return HttpResponse("open")


unguarded.declared_access = (DeclaredAccess(capability=Capability.SEE_OUTBOX),)


@needs(Capability.UNDO, scope=lambda _request, **_arguments: None)
def blind_to_the_club(_request, game_id):
    return HttpResponse(f"open {game_id}")


@needs(Capability.UNDO)
def scopeless(_request, game_id):
    return HttpResponse(f"open {game_id}")


def shut(_request):
    return HttpResponse("shut", status=403)


shut.declared_access = (DeclaredAccess(capability=Capability.SEE_DESK),)


@public
def methodless(_request):
    return HttpResponse("none", status=405, headers={"Allow": ""})


@public
def broken(_request):
    raise RuntimeError("a torn page")


@public
def sound_page(_request):
    return page('<p id="one">1</p><script src="/static/club/theme.js"></script>')


@public
def bare(_request):
    answer = page()
    answer.headers["Permissions-Policy"] = ""
    return answer


@public
def lax(_request):
    answer = page()
    answer.headers["Content-Security-Policy"] = "default-src 'none'; script-src 'self' 'unsafe-inline'"
    return answer


@public
def framed(_request):
    answer = page()
    answer.xframe_options_exempt = True
    return answer


@public
def scripted(_request):
    return page("<script>alert(1)</script>")


@public
def styled(_request):
    return page('<p style="color: red">1</p>')


@public
def handled(_request):
    return page('<button onclick="go()">1</button>')


@public
def foreign_script(_request):
    return page(head='<script src="https://cdn.example/lib"></script>')


@public
def two_headings(_request):
    return page("<h1>2</h1>")


@public
def ids_twice(_request):
    return page('<p id="one">1</p><p id="one">2</p>')


@public
def untitled(_request):
    return page(site="Another site")


@public
def wasteful(_request):
    with connection.cursor() as cursor:
        for _ in range(40):
            cursor.execute("SELECT 1")
    return page()


@public
def of_one_language(_request):
    return page("<p>All of this is English.</p>", word="Board")


@public
def left_in_english(_request):
    return page("<p>Save</p>")


@public
def marked_wrong(_request):
    return page(language="en")


@public
def telling(_request):
    return HttpResponse(", ".join(Person.objects.values_list("name", flat=True)))


@public
def searching(request):
    asked = request.GET.get("q", "")
    found = Person.objects.filter(search_key__contains=asked) if asked else ()
    return HttpResponse(", ".join(one.name for one in found))


@public
def torn_by_nul(request):
    if "\0" in request.GET.get("q", ""):
        raise ValueError("no text holds it")
    return HttpResponse("fine")


@public
def of_any_number(_request, number):
    return HttpResponse(f"{number} of 9")


BROKEN_PROMISES = (
    *(undeclared, unguarded, shut, methodless, broken, sound_page, bare, lax, framed, scripted, styled),
    *(handled, foreign_script, two_headings, ids_twice, untitled, wasteful, of_one_language),
    *(left_in_english, marked_wrong, telling, searching, torn_by_nul),
)
urlpatterns = [
    *(path(f"leak/{view.__name__}/", view, name=view.__name__) for view in BROKEN_PROMISES),
    path("leak/blind/<int:game_id>/", blind_to_the_club, name="blind_to_the_club"),
    path("leak/scopeless/<int:game_id>/", scopeless, name="scopeless"),
    path("leak/strange/<int:nobody_knows>/", undeclared, name="strange"),
    path("leak/unheard/<slug:unheard_of>/", sound_page, name="unheard_of"),
    path("leak/number/<int:number>/", of_any_number, name="of_any_number"),
    *sound,
]
