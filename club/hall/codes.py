"""Printed codes: a short path with a letter for the kind of page and the token of the page.

`/q/b/TOKEN/` leads to the page of a board. The token is that of the page itself, or a number where the page
asks for a sign-in: no table has to hold it, so that nothing secret is stored. Each app registers its kinds in
its registry.
"""

from collections.abc import Callable
from dataclasses import dataclass

from django.http import Http404, HttpRequest
from django.urls import NoReverseMatch, reverse
from django.utils.functional import Promise

Target = Callable[[HttpRequest, str], str]
"""Function from a request and a token to the path of the page; raises Http404 for an unknown token."""


@dataclass(frozen=True, slots=True)
class CodeKind:
    """Kind of printed code: its letter, which is on paper and never changes, its name, and its target."""

    letter: str
    label: str | Promise
    target: str | Target  # the name of an address that takes the token, or a function


CODE_KINDS: dict[str, CodeKind] = {}


def add_code_kinds(*kinds: CodeKind) -> None:
    """Register kinds of codes; a letter has one meaning."""
    for kind in kinds:
        if CODE_KINDS.setdefault(kind.letter, kind) is not kind:
            raise ValueError(f"The letter {kind.letter} of a printed code has two meanings.")


def target_of(request: HttpRequest, letter: str, token: str) -> str:
    """Return the path behind a code; raise Http404 for an unknown letter or a token that cannot be one."""
    kind = CODE_KINDS.get(letter)
    if kind is None:
        raise Http404(letter)
    if callable(kind.target):
        return kind.target(request, token)
    try:
        return reverse(kind.target, args=[token])
    except NoReverseMatch:
        raise Http404(token) from None
