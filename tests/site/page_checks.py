"""Checks of one answer: its headers, nothing inline, one heading, one language."""

import re
from functools import cache

from django.utils.translation import gettext, override, trans_real

WANTED = {
    "Content-Security-Policy": "^default-src 'none';",
    "Permissions-Policy": r"camera=\(\)",
    "X-Content-Type-Options": "^nosniff$",
    "X-Frame-Options": "^DENY$",
    "Referrer-Policy": "^(same-origin|no-referrer)$",
    "Cross-Origin-Resource-Policy": "^same-origin$",
    "X-Request-ID": "^[0-9a-f-]{16,}$",
}
IN_FRAMES = {
    **WANTED,
    "Content-Security-Policy": r"^default-src 'none';.* frame-ancestors \*$",
    "Cross-Origin-Resource-Policy": "^cross-origin$",
    "X-Frame-Options": "^missing$",
}
INLINE = re.compile(
    r"<script(?![^>]*\bsrc=)(?![^>]*application/(?:ld\+)?json)[^>]*>"
    r"|<style\b|\sstyle=|\s(?:on[a-z]+|hx-on[^\s=]*)=|[\"']javascript:"
)
FROM_ELSEWHERE = re.compile(
    r"<(?:script|link)\b[^>]*\s(?:src|href)=\"(?:https?:)?//(?!testserver)[^\"]*\"[^>]*>"
    r"|(?:src|href)=\"(?:https?:)?//(?!testserver)[^\"]*\.(?:js|css)\""
)
TEMPLATE = re.compile(r"<template.*?</template>", re.DOTALL)
HEADING, ID = re.compile(r"<h1[\s>]"), re.compile(r"\sid=[\"']?([^\s\"'>]+)")
TITLE = re.compile(r"<title>(.*?)</title>", re.DOTALL)
MAIN = re.compile(r"<main\b.*</main>", re.DOTALL)
IN_ENGLISH = re.compile(r'<(\w+)[^>]* lang="en"[^>]*>.*?</\1>', re.DOTALL)
TEXT = re.compile(r">\s*([^<>]*[^\W\d_][^<>]*?)\s*<")
CYRILLIC = re.compile("[\u0400-\u04ff]{3}")
MARKED_AS = '<html lang="{}" dir="ltr">'
DATA = frozenset({"Weekend tournament", "English", "Home", "unconfirmed"})
"""The name of a section as it was made, a language in itself, a key, the edition of a law book."""


def header_faults(headers, *, in_frames=False):
    """Return the headers that are missing or weaker than promised."""
    wanted = IN_FRAMES if in_frames else WANTED
    given = {name: headers.get(name, "missing") for name in wanted}
    found = [f"{name} is {given[name]!r}" for name in wanted if not re.search(wanted[name], given[name])]
    policy = given["Content-Security-Policy"]
    if "script-src 'self'" not in policy or "unsafe" in policy or "http" in policy:
        found.append(f"a policy that lets in too much: {policy}")
    return found


def content_faults(text):
    """Return inline code, and files of other sites, in a page or a part of one."""
    found = [f"inline code {one!r}" for one in INLINE.findall(text)]
    return found + [f"from another site {one!r}" for one in FROM_ELSEWHERE.findall(text)]


def outline_faults(text, *, language, known_twice=frozenset(), headings=1):
    """Return what is wrong with the headings, the title and the ids of a page."""
    found = []
    if (counted := len(HEADING.findall(text))) != headings:
        found.append(f"{counted} h1")
    with override(language):
        ending = gettext("Draughts Club")
    titles = TITLE.findall(text)
    if not titles or not titles[0].strip().endswith(ending):
        found.append(f"title {titles}")
    ids = ID.findall(TEMPLATE.sub("", text))  # a script draws what is in a template, one at a time
    if len(set(ids)) < len(ids):
        twice = {one for one in ids if ids.count(one) > 1} - known_twice
        found += [f"id used twice: {one}" for one in sorted(twice)]
    return found


def language_faults(headers, text, *, language):
    """Return what a page says in another language than it was asked in."""
    found = []
    if MARKED_AS.format(language) not in text:
        found.append(f"not marked as {language}: {re.findall('<html[^>]*>', text)}")
    if headers.get("Content-Language") != language:
        found.append(f"Content-Language is {headers.get('Content-Language')!r}, not {language!r}")
    if not {"Cookie", "Accept-Language"} <= set(headers.get("Vary", "").split(", ")):
        found.append(f"Vary is {headers.get('Vary')!r}")
    if language == "ru" and not CYRILLIC.search(main_of(text)):
        found.append("not a word of Russian")
    return found


def english_faults(text, *, language, known=()):
    """Return texts that a page says in English though the site has them in the language."""
    if language == "en":
        return []
    own = IN_ENGLISH.sub("", main_of(text))
    left = translated(language).intersection(TEXT.findall(own)).difference(known)
    return [f"left in English for {language}: {one!r}" for one in sorted(left)]


def main_of(text):
    """Return the main part of a page, without navigation."""
    found = MAIN.search(text)
    return found[0] if found else text


@cache
def translated(language):
    """Return the English texts that the site says otherwise in a language."""
    said = {
        text
        for catalogue in trans_real.translation(language)._catalog._catalogs
        for text, told in catalogue.items()
        if isinstance(text, str) and told and told != text
    }
    return frozenset(said - DATA - texts_of_laws())


def texts_of_laws():
    """Return the titles of law books and of their articles, which stay as they are written."""
    from games.laws.books import LAW_BOOKS

    books = LAW_BOOKS.values()
    return {book.name for book in books} | {one.heading for book in books for one in book.articles.values()}
