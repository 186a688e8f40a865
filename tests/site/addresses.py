"""Every address of the site, read from its URLconf when a test asks for it."""

import re
from dataclasses import dataclass
from functools import cache
from typing import Any

from access_registry import sample
from django.urls import URLPattern, get_resolver

TOO_LARGE = 2**63


@dataclass(frozen=True)
class Address:
    """One address pattern of the site."""

    route: str
    name: str
    view: Any
    arguments: tuple[str, ...]

    @property
    def table(self):
        """The table an address of the admin is about."""
        found = re.match(r"admin/([a-z]+)/([a-z]+)/", self.route)
        return f"{found[1]}.{found[2]}" if found else None

    @property
    def numbers(self):
        """The arguments that are whole numbers."""
        return re.findall(r"<int:(\w+)>", self.route)

    def path(self, belongings, **given):
        """The address with sample values in place of its arguments, or with those that are given."""
        path = "/" + self.route.replace("^", "").replace("$", "")
        for argument in self.arguments:
            value = str(given.get(argument) or sample(self, argument, belongings))
            path = re.sub(rf"<(?:\w+:)?{argument}>|\(\?P<{argument}>[^)]*\)", value, path)
        return path

    def path_of_no_row(self, belongings):
        """The address with a number that no row can have in place of each number."""
        return self.path(belongings, **dict.fromkeys(self.numbers, TOO_LARGE))


@cache
def addresses(urlconf=None):
    """Every address of the site."""

    def walk(patterns, prefix="", spaces=()):
        for pattern in patterns:
            route = prefix + str(pattern.pattern)
            if isinstance(pattern, URLPattern):
                arguments = tuple(pattern.pattern.converters) or tuple(pattern.pattern.regex.groupindex)
                yield Address(route, ":".join((*spaces, pattern.name or "")), pattern.callback, arguments)
            else:
                inner = (*spaces, pattern.namespace) if pattern.namespace else spaces
                yield from walk(pattern.url_patterns, route, inner)

    return tuple(walk(get_resolver(urlconf).url_patterns))


def address_named(name, urlconf=None):
    """The first address with this name."""
    return next(one for one in addresses(urlconf) if one.name == name)
