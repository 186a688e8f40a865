"""A test client that is cheap to ask thousands of questions and notices what views read."""

from contextlib import contextmanager
from copy import copy

from django.core.cache import cache
from django.core.handlers.wsgi import WSGIRequest
from django.db import connection, transaction
from django.http import QueryDict
from django.template import loader
from django.test import Client
from django.test.client import ClientHandler
from django.urls import get_urlconf
from django.utils.functional import cached_property
from django.utils.translation import get_language

EVERYTHING = "*"
"""Stands for a view that goes through all parameters of its address."""
REFUSALS = frozenset({"403.html", "404.html", "refused.html"})


class ReadParameters(QueryDict):
    """The parameters of an address, with a note of those that were read."""

    def __init__(self, text, read):
        self.read = set()
        super().__init__(text)
        self.read = read

    def __getitem__(self, key):
        self.read.add(key)
        return super().__getitem__(key)

    def __contains__(self, key):
        self.read.add(key)
        return super().__contains__(key)

    def getlist(self, key, default=None):
        self.read.add(key)
        return super().getlist(key, default)

    def __iter__(self):
        self.read.add(EVERYTHING)
        return super().__iter__()

    def items(self):
        self.read.add(EVERYTHING)
        return super().items()

    def lists(self):
        self.read.add(EVERYTHING)
        return super().lists()

    def copy(self):
        self.read.add(EVERYTHING)
        return super().copy()


class NotedRequest(WSGIRequest):
    """A request that notes which parameters of its address are read."""

    def __init__(self, environ):
        self.parameters_read = set()
        super().__init__(environ)

    @cached_property
    def GET(self):  # noqa: N802 - Django's name
        return ReadParameters(self.META.get("QUERY_STRING", ""), self.parameters_read)


class Handler(ClientHandler):
    """The site's middleware and views; the tests' transaction stays open after an answer."""

    user = None
    """Who is known to be signed in, so that neither session nor account need be read."""

    def __init__(self, enforce_csrf_checks=False):
        super().__init__(enforce_csrf_checks)
        self.resolved = {}

    def __call__(self, environ):
        if self._middleware_chain is None:
            self.load_middleware()
        request = NotedRequest(environ)
        request._dont_enforce_csrf_checks = True
        if self.user is not None:
            request._cached_user = copy(self.user)
        answer = self.get_response(request)
        answer.parameters_read = request.parameters_read
        return answer

    def resolve_request(self, request):
        """Resolve each path once, however many ask for it."""
        place = get_urlconf(), request.path_info
        if place not in self.resolved:
            self.resolved[place] = super().resolve_request(request)
        request.resolver_match = self.resolved[place]
        return request.resolver_match


class Browser(Client):
    """A client that keeps no record of templates: it would copy every context of every page."""

    def __init__(self):
        super().__init__(raise_request_exception=False)
        self.handler = Handler()

    def request(self, **request):
        return self.handler(self._base_environ(**request))


class Asked:
    """The answer to one request, the statements that it cost, and its body as text."""

    def __init__(self, answer, statements):
        self.answer, self.statements = answer, statements
        self.status, self.headers = answer.status_code, answer.headers
        self.parameters_read = answer.parameters_read
        self.body = b"".join(answer.streaming_content) if answer.streaming else answer.content
        for close in answer._resource_closers:  # files; answer.close() would tell Django to close connections
            close()
        kind = self.headers.get("Content-Type", "")
        self.is_html = kind.startswith("text/html")
        self.is_text = kind.startswith("text/") or "json" in kind

    @cached_property
    def text(self):
        return self.body.decode()

    @property
    def is_whole_page(self):
        return self.is_html and "<html" in self.text[:200]


def ask(browser, method, path, *, language="en", user=None):
    """Send one request and take back all its effects."""
    browser.handler.user = user
    cache.clear()
    in_api = path.startswith("/api/")
    kind = "application/json" if in_api else "application/x-www-form-urlencoded"
    data = "{}" if in_api and method != "GET" else ""
    statements = []

    def note(execute, sql, params, many, context):
        statements.append(sql)
        return execute(sql, params, many, context)

    with transaction.atomic():
        with connection.execute_wrapper(note):
            answer = browser.generic(
                method, path, data, content_type=kind, headers={"accept-language": language}
            )
        asked = Asked(answer, statements)
        transaction.set_rollback(True)
    return asked


@contextmanager
def each_refusal_rendered_once():
    """Render a refusal once for each reason, reader and language, and give the same page again after that."""
    render, rendered = loader.render_to_string, {}

    def rendered_once(template, context=None, request=None, using=None):
        if not isinstance(template, str) or template not in REFUSALS or request is None:
            return render(template, context, request, using=using)
        words = (context or {}).get("words")
        reader = tuple(sorted(request.COOKIES.items()))
        reason = (template, str(words), reader, get_language(), "HX-Request" in request.headers)
        if reason not in rendered:
            rendered[reason] = render(template, context, request, using=using)
        return rendered[reason]

    loader.render_to_string = rendered_once
    try:
        yield rendered
    finally:
        loader.render_to_string = render
