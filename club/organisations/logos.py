"""Re-encoding of logos: checked, reduced in size, stripped of metadata."""

import struct
from io import BytesIO
from typing import BinaryIO, Final, NamedTuple

from PIL import Image, ImageOps

from club.organisations.errors import LogoTooLarge, LogoTooManyPixels, LogoTooSmall, LogoUnreadable

MEGABYTE: Final = 1024 * 1024
MAX_BYTES: Final = 4 * MEGABYTE
MAX_PIXELS: Final = 25_000_000
MIN_EDGE: Final = 64
MAX_EDGE: Final = 640  # prints 4 cm wide at 400 dots an inch
QUALITY: Final = 88
READABLE_FORMATS: Final = ("JPEG", "PNG", "WEBP")
BOMBS: Final = (Image.DecompressionBombError, Image.DecompressionBombWarning)
BROKEN: Final = (OSError, SyntaxError, ValueError, EOFError, TypeError, struct.error)
"""Errors of Pillow on invalid or truncated files; the last two on broken metadata."""


class EncodedLogo(NamedTuple):
    """A logo in its stored form, with the extension of its file."""

    content: bytes
    extension: str
    width: int
    height: int


def encode_logo(file: BinaryIO, *, size: int) -> EncodedLogo:
    """Return the picture as a PNG, or as a JPEG if it was one; its longer edge has at most 640 pixels.

    The size is checked before decoding. Raises LogoTooLarge, LogoTooManyPixels, LogoTooSmall, LogoUnreadable.
    """
    if size > MAX_BYTES:
        raise LogoTooLarge(size=-(-size // MEGABYTE), most=MAX_BYTES // MEGABYTE)
    try:
        with Image.open(file, formats=READABLE_FORMATS) as picture:
            width, height = picture.size
            if width * height > MAX_PIXELS:
                raise LogoTooManyPixels(most=MAX_PIXELS // 1_000_000)
            if min(width, height) < MIN_EDGE:
                raise LogoTooSmall(width=width, height=height, least=MIN_EDGE)
            return _encode(ImageOps.exif_transpose(picture), is_photo=picture.format == "JPEG")
    except BOMBS as error:
        raise LogoTooManyPixels(most=MAX_PIXELS // 1_000_000) from error
    except BROKEN as error:
        raise LogoUnreadable from error


def _encode(picture: Image.Image, *, is_photo: bool) -> EncodedLogo:
    mode = "RGB" if is_photo else "RGBA"
    plain = picture.convert(mode)
    plain.thumbnail((MAX_EDGE, MAX_EDGE))
    bare = Image.new(mode, plain.size)  # a new picture has no metadata
    bare.paste(plain)
    out = BytesIO()
    if is_photo:
        bare.save(out, "JPEG", quality=QUALITY, optimize=True)
    else:
        bare.save(out, "PNG", optimize=True)
    return EncodedLogo(out.getvalue(), "jpg" if is_photo else "png", bare.width, bare.height)
