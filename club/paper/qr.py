"""QR codes as rows of modules and as drawings without inline style.

All QR codes are drawn here, so that no code leads a phone to the machine that drew it.
"""

import io
from functools import lru_cache
from typing import Final

import segno
from django.conf import settings
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from club.core.network_addresses import is_for_this_machine

QUIET: Final = 4  # quiet zone: white modules that a scanner needs around a code
MAX_CACHED: Final = 512  # codes of 2 kB: a board card each in a hall of 300 players, in two address forms
UPPER, LOWER, BOTH, NEITHER = "▀", "▄", "█", " "


class OutOfReach(Exception):
    """Loopback address: a phone that scans its code would ask itself."""


def code_rows(text: str) -> list[list[bool]]:
    """Return the modules of a QR code, row by row, True where dark; OutOfReach for a loopback address."""
    if is_for_this_machine(text):
        raise OutOfReach(text)
    return [[bool(one) for one in row] for row in _symbol(text).matrix]


def code_svg(text: str) -> SafeString:
    """Render a QR code as SVG, dark on white in every colour scheme; raises OutOfReach."""
    if is_for_this_machine(text):
        raise OutOfReach(text)
    return mark_safe(_drawing(text))  # noqa: S308 - squares only, no user text


@lru_cache(MAX_CACHED)
def _symbol(text: str) -> segno.QRCode:
    """Encode a text. The choice of the mask takes 10 ms, and the cards of a section are drawn every round."""
    return segno.make(text, error="m", micro=False)


@lru_cache(MAX_CACHED)
def _drawing(text: str) -> str:
    drawn = io.BytesIO()
    _symbol(text).save(
        drawn,
        kind="svg",
        xmldecl=False,
        omitsize=True,
        border=QUIET,
        light="#fff",
        svgclass="qr",
        lineclass=None,
    )
    return drawn.getvalue().decode()


def code_text(text: str) -> str:
    """Render a QR code for a dark terminal: two rows of modules per line; raises OutOfReach."""
    rows = code_rows(text)
    width = len(rows) + 2 * QUIET
    blank = [False] * width
    side = [False] * QUIET
    framed = [blank] * QUIET + [[*side, *row, *side] for row in rows] + [blank] * QUIET
    if len(framed) % 2:
        framed.append(blank)
    pairs = zip(framed[::2], framed[1::2], strict=True)
    # A terminal draws the light modules.
    signs = {(False, False): BOTH, (False, True): UPPER, (True, False): LOWER, (True, True): NEITHER}
    return "\n".join(
        "".join(signs[above, below] for above, below in zip(*pair, strict=True)) for pair in pairs
    )


def out_of_reach_text() -> str:
    """Text of why there is no code, and where to get one."""
    if settings.PHONE_ADDRESS:
        return _(
            "No QR code: this page was opened as localhost, which phones cannot reach. Open it at %(address)s"
        ) % {"address": settings.PHONE_ADDRESS}
    return _("No QR code: phones cannot reach localhost. Choose “Open to the hall” in the menu first.")
