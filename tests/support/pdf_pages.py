"""PDF files as another program reads them; its import takes long and is left to the tests that print."""

from io import BytesIO

ACTIVE = {
    *("/JS", "/JavaScript", "/Launch", "/URI", "/GoToR", "/SubmitForm", "/AcroForm", "/AA", "/Annots"),
    *("/EmbeddedFiles", "/EF", "/RichMedia", "/XFA"),
}
"""Names in a PDF that make a reader run, open, send or show more than the page."""


def read_pages(data):
    """Return the pages of a PDF."""
    from pypdf import PdfReader

    return PdfReader(BytesIO(data)).pages


def active_parts(data):
    """Return the names in a PDF that stand for scripts, links, forms and files."""
    from pypdf import PdfReader

    reader, found = PdfReader(BytesIO(data)), set()
    parts = [reader.trailer, *(reader.get_object(number) for number in reader.xref[0])]
    while parts:
        part = parts.pop()
        if isinstance(part, dict):
            parts += [*part, *part.values()]
        elif isinstance(part, list):
            parts += part
        elif part in ACTIVE:
            found.add(part)
    return found


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
