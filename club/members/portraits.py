"""Re-encoding of photos of persons: checked, cropped to a square, stripped of metadata."""

from io import BytesIO
from typing import BinaryIO, Final, NamedTuple

from PIL import Image, ImageOps

from club.members.errors import (
    PersonPhotoTooLarge,
    PersonPhotoTooManyPixels,
    PersonPhotoTooSmall,
    PersonPhotoUnreadable,
)
from club.organisations.logos import BOMBS, BROKEN, MEGABYTE, READABLE_FORMATS

MAX_BYTES: Final = 12 * MEGABYTE
MAX_PIXELS: Final = {"JPEG": 64_000_000, "MPO": 64_000_000, "PNG": 25_000_000, "WEBP": 25_000_000}
"""A JPEG is reduced while it is decoded; other formats are decoded in full size."""
EDGE: Final = 320  # 4.5 rem on a screen with three dots a pixel, and the preview at the desk
SMALL_EDGE: Final = 96  # 1.75 rem of the standings
CENTRE: Final = (0.5, 0.35)
"""Of a picture in portrait format the part above the middle is cut out, where faces are."""
QUALITY: Final = 85


class Portrait(NamedTuple):
    """A square photo as JPEG in both sizes."""

    content: bytes
    thumbnail: bytes


def encode_portrait(file: BinaryIO, *, size: int) -> Portrait:
    """Return the picture as square JPEGs of 320 and 96 pixels; the size is checked before decoding.

    Raises PersonPhotoTooLarge, PersonPhotoTooManyPixels, PersonPhotoTooSmall, PersonPhotoUnreadable.
    """
    if size > MAX_BYTES:
        raise PersonPhotoTooLarge(size=-(-size // MEGABYTE), most=MAX_BYTES // MEGABYTE)
    try:
        with Image.open(file, formats=READABLE_FORMATS) as picture:
            width, height = picture.size
            if width * height > MAX_PIXELS[str(picture.format)]:
                raise PersonPhotoTooManyPixels
            if min(width, height) < SMALL_EDGE:
                raise PersonPhotoTooSmall(width=width, height=height, least=SMALL_EDGE)
            return _encode(picture)
    except BOMBS as error:
        raise PersonPhotoTooManyPixels from error
    except BROKEN as error:
        raise PersonPhotoUnreadable from error


def _encode(picture: Image.Image) -> Portrait:
    picture.draft("RGB", (2 * EDGE, 2 * EDGE))
    square = ImageOps.fit(_opaque(ImageOps.exif_transpose(picture)), (EDGE, EDGE), centering=CENTRE)
    return Portrait(_jpeg(square), _jpeg(square.resize((SMALL_EDGE, SMALL_EDGE), Image.Resampling.LANCZOS)))


def _opaque(picture: Image.Image) -> Image.Image:
    """Return the picture in RGB, what is transparent on white."""
    if picture.mode not in {"RGBA", "LA", "PA", "P"}:
        return picture.convert("RGB")
    layer = picture.convert("RGBA")
    ground = Image.new("RGB", layer.size, "white")
    ground.paste(layer, mask=layer.getchannel("A"))
    return ground


def _jpeg(picture: Image.Image) -> bytes:
    bare = Image.new("RGB", picture.size)  # a new picture has no metadata
    bare.paste(picture)
    out = BytesIO()
    bare.save(out, "JPEG", quality=QUALITY, optimize=True)
    return out.getvalue()
