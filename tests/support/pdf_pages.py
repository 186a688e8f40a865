"""PDF files as another program reads them; its import takes long and is left to the tests that print."""

from io import BytesIO


def read_pages(data):
    """Return the pages of a PDF."""
    from pypdf import PdfReader

    return PdfReader(BytesIO(data)).pages


def margins_of(data):
    """Return the white margins of each page in millimetres: left, top, right, bottom."""
    from PIL import ImageChops
    from pypdfium2 import PdfDocument

    document, found = PdfDocument(data), []
    for page in document:
        picture = page.render(scale=1).to_pil().convert("L")
        left, top, right, bottom = ImageChops.invert(picture).getbbox()
        edges = (left, top, picture.width - right, picture.height - bottom)
        found.append(tuple(edge * 25.4 / 72 for edge in edges))
    document.close()
    return found
