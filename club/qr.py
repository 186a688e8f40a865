"""Codes to be scanned, as drawings without inline style."""

import io

import segno
from django.utils.safestring import SafeString, mark_safe


def code_svg(text: str) -> SafeString:
    """The text as a QR code: SVG for the page, dark on white by day and by night."""
    drawn = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        drawn, kind="svg", xmldecl=False, omitsize=True, border=4, light="#fff", svgclass="qr", lineclass=None
    )
    return mark_safe(drawn.getvalue().decode())  # noqa: S308 - made of squares alone, no text gets in
