"""PDF files as another program reads them; its import takes long and is left to the tests that print."""

from io import BytesIO


def read_pages(data):
    """Return the pages of a PDF."""
    from pypdf import PdfReader

    return PdfReader(BytesIO(data)).pages
