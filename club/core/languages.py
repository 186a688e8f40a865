"""The language of a page: the account's choice, else the browser's."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation

from club.models import User


def known_language(code: str) -> str:
    """Return the code if the site has this language, else nothing."""
    return code if code in dict(settings.LANGUAGES) else ""


class AccountLanguage:
    """Middleware: activate the account's language; without a choice the language does not change."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer in the account's language. Without a session no account is looked up."""
        if not request.COOKIES.get(settings.SESSION_COOKIE_NAME) or not isinstance(request.user, User):
            return self.get_response(request)
        chosen = known_language(request.user.language)
        if not chosen:
            return self.get_response(request)
        with translation.override(chosen):
            request.LANGUAGE_CODE = chosen
            response = self.get_response(request)
        response.headers["Content-Language"] = chosen
        return response
