"""Pictures of printed pages: the PDF itself, rendered by PDFium."""

from io import BytesIO
from threading import Lock
from typing import Final

WIDTH: Final = 480  # pixels of the longer side
RENDERING: Final = Lock()
"""PDFium is not safe for threads: one page is rendered at a time."""


def preview_of(document: bytes, *, width: int = WIDTH) -> bytes:
    """Render the first page of a PDF as a PNG whose longer side has `width` pixels."""
    import pypdfium2  # noqa: PLC0415 - loads a library of 4 MB for the few processes that print

    with RENDERING:
        pdf = pypdfium2.PdfDocument(document)
        try:
            page = pdf[0]
            scale = width / max(page.get_size())
            picture = page.render(scale=scale).to_pil()
        finally:
            pdf.close()
    drawn = BytesIO()
    picture.convert("RGB").quantize(64).save(drawn, format="PNG", optimize=True)
    return drawn.getvalue()
