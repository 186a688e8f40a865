"""Mail of a notice to one person: in their language, with an opt-out link."""

from typing import NamedTuple

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation

from club.models import Notice, Person
from club.notices.notice_markup import as_html
from club.notices.opt_out_links import opt_out_secret


class Words(NamedTuple):
    """Subject and text of a notice in one language."""

    subject: str
    text: str
    language: str


class Mail(NamedTuple):
    """A notice as sent to a person."""

    subject: str
    text: str
    html: str
    headers: dict[str, str]


def words_for(notice: Notice, texts: dict[str, Words], person: Person) -> Words:
    """Return the text in the language of a person, else in the notice's own language."""
    return texts.get(person.language) or Words(notice.subject, notice.text, notice.language)


def mail_of(notice: Notice, words: Words, *, language: str, site: str, person: Person | None = None) -> Mail:
    """Build the mail of a notice; with a person it has an opt-out link."""
    address = ""
    if person is not None:
        secret = opt_out_secret(person, notice.organisation_id, notice.kind)
        address = f"{site}{reverse('club:unsubscribe', args=[secret])}"
    with translation.override(language or None):
        context = {
            "club": notice.organisation,
            "kind": notice.get_kind_display(),
            "text": words.text,
            "html": as_html(words.text),
            "language": words.language or language,
            "address": address,
        }
        text = render_to_string("club/notices/mail/notice_text.txt", context)
        html = render_to_string("club/notices/mail/notice.html", context)
    # RFC 8058: mail programs unsubscribe with one click, without opening a page.
    headers = {
        "List-Unsubscribe": f"<{address}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
    return Mail(words.subject, text, html, headers if address else {})
