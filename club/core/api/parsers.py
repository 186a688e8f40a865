"""Parsers of request bodies."""

from collections.abc import Mapping
from typing import IO, Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError, ValidationError
from rest_framework.parsers import JSONParser

from club.core.outside_data import is_plain


class BoundedJSONParser(JSONParser):
    """JSON parser that refuses documents nested too deeply and strings that are no Unicode text."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """Return the parsed document; raise ParseError if it is nested too deeply.

        Raises ValidationError by field for half of a surrogate pair: not every field checks its text.
        """
        try:
            document: Any = super().parse(stream, media_type, parser_context)
            is_text = is_plain(document)
        except RecursionError:
            raise ParseError(_("The JSON is nested too deeply.")) from None
        if not is_text:
            fields = document.items() if isinstance(document, dict) else (("", document),)
            said = [_("The text has half of a surrogate pair, which is no character.")]
            raise ValidationError({key: said for key, value in fields if not is_plain([key, value])})
        return document
