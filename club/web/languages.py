"""The language switch at the foot of every page."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseForbidden
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST
from django.views.i18n import set_language

from club.models import User
from club.requests import actor_of
from club.services.languages import choose_language
from club.web.access import public

OWN_PAGES = frozenset({"", "same-origin", "none"})


@csrf_exempt
@require_POST
@public
def switch_language(request: HttpRequest) -> HttpResponseBase:
    """Keep the choice in a cookie, and with the account of who is signed in; go back to the page.

    Every page carries this form, and a token in it would make each answer differ from the last, so that
    none could be kept in a cache. What another site could reach by it is refused by what browsers say of
    the sender; those that do not say it keep the session's cookie from other sites.
    """
    if request.headers.get("Sec-Fetch-Site", "") not in OWN_PAGES:
        return HttpResponseForbidden()
    chosen = request.POST.get("language", "")
    if isinstance(request.user, User) and chosen in dict(settings.LANGUAGES):
        choose_language(user_id=request.user.pk, language=chosen, actor=actor_of(request))
    answer: HttpResponse = set_language(request)
    return answer
