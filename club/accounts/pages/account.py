"""My account: name, language, and the way to the sign-in settings."""

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.http import require_http_methods, require_POST
from django.views.i18n import set_language

from club.accounts.pages.account_forms import AccountForm
from club.accounts.services.accounts import choose_language, rename_account
from club.core.pages.access import any_account, public, same_origin_only
from club.core.pages.responses import form_page, posted
from club.core.requests import actor_of
from club.models import User


@require_http_methods(["GET", "HEAD", "POST"])
@any_account
def account(request: HttpRequest) -> HttpResponse:
    """Edit the account's name and language; link to the rest."""
    actor = actor_of(request)
    user = actor.user
    if not isinstance(user, User):  # any_account requires an account
        return redirect("account_login")
    initial = {"name": user.get_full_name(), "language": user.language}
    form = AccountForm(posted(request), initial=initial)
    if not form.is_valid():
        return form_page(request, "club/accounts/desk/account.html", {"form": form})
    rename_account(name=form.cleaned_data["name"], actor=actor)
    language = form.cleaned_data["language"]
    choose_language(user_id=user.pk, language=language, actor=actor)
    with override(language or None):
        messages.success(request, _("Saved."))
    return redirect("club:account")


@require_POST
@same_origin_only
@public
def switch_language(request: HttpRequest) -> HttpResponse:
    """Store the choice in a cookie and with the signed-in account; redirect to the page."""
    chosen = request.POST.get("language", "")
    if isinstance(request.user, User) and chosen in dict(settings.LANGUAGES):
        choose_language(user_id=request.user.pk, language=chosen, actor=actor_of(request))
    answer: HttpResponse = set_language(request)
    return answer
