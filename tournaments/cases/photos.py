"""Re-encoding of photos: reduced in size, rotated upright, stripped of metadata."""

import struct
from io import BytesIO
from typing import BinaryIO, Final, NamedTuple

from PIL import ExifTags, Image

from tournaments.cases.errors import PhotoTooLarge, PhotoTooManyPixels, PhotoUnreadable

MEGABYTE: Final = 1024 * 1024
MAX_BYTES: Final = 12 * MEGABYTE
READABLE_FORMATS: Final = ("JPEG", "PNG", "WEBP")
MAX_PIXELS: Final = {"JPEG": 64_000_000, "MPO": 64_000_000, "PNG": 25_000_000, "WEBP": 25_000_000}
"""A JPEG is reduced while it is decoded, also one with a second picture after it; other formats are decoded
in full size."""
TURNS: Final = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
"""Rotation of a picture to upright, by the camera's orientation tag."""
MAX_EDGE: Final = 2000
QUALITY: Final = 85
BOMBS: Final = (Image.DecompressionBombError, Image.DecompressionBombWarning)
BROKEN: Final = (OSError, SyntaxError, ValueError, EOFError, TypeError, struct.error)
"""Errors of Pillow on invalid or truncated files; the last two on broken metadata."""


class EncodedPhoto(NamedTuple):
    """A picture in its stored form."""

    content: bytes
    width: int
    height: int


def encode_photo(file: BinaryIO, *, size: int) -> EncodedPhoto:
    """Return the picture as a JPEG, its longer edge at most 2000 pixels; checks the size before decoding.

    Raises PhotoTooLarge, PhotoTooManyPixels, PhotoUnreadable.
    """
    if size > MAX_BYTES:
        raise PhotoTooLarge(size=-(-size // MEGABYTE), most=MAX_BYTES // MEGABYTE)
    try:
        with Image.open(file, formats=list(READABLE_FORMATS)) as picture:
            width, height = picture.size
            if width * height > MAX_PIXELS[str(picture.format)]:
                raise PhotoTooManyPixels
            return _encode_jpeg(_normalize_orientation(picture))
    except BOMBS as error:
        raise PhotoTooManyPixels from error
    except BROKEN as error:
        raise PhotoUnreadable from error


def _normalize_orientation(picture: Image.Image) -> Image.Image:
    picture.draft("RGB", (MAX_EDGE, MAX_EDGE))
    picture.thumbnail((MAX_EDGE, MAX_EDGE))
    noted = picture.getexif().get(ExifTags.Base.Orientation)
    turn = TURNS.get(noted) if isinstance(noted, int) else None
    turned = picture.transpose(turn) if turn is not None else picture
    if turned.mode in {"RGBA", "LA", "PA", "P"}:
        turned = turned.convert("RGBA")
        ground = Image.new("RGB", turned.size, "white")
        ground.paste(turned, mask=turned.getchannel("A"))
        return ground
    return turned.convert("RGB")


def _encode_jpeg(picture: Image.Image) -> EncodedPhoto:
    bare = Image.new("RGB", picture.size)
    bare.paste(picture)
    out = BytesIO()
    bare.save(out, "JPEG", quality=QUALITY, optimize=True)
    return EncodedPhoto(out.getvalue(), bare.width, bare.height)
