"""The language switch at the foot of every page."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST
from django.views.i18n import set_language

from club.accounts.services.languages import choose_language
from club.core.pages.access import public
from club.core.pages.same_origin import from_own_pages
from club.core.requests import actor_of
from club.models import User


@require_POST
@from_own_pages
@public
def switch_language(request: HttpRequest) -> HttpResponse:
    """Store the choice in a cookie and with the signed-in account; redirect to the page."""
    chosen = request.POST.get("language", "")
    if isinstance(request.user, User) and chosen in dict(settings.LANGUAGES):
        choose_language(user_id=request.user.pk, language=chosen, actor=actor_of(request))
    answer: HttpResponse = set_language(request)
    return answer
