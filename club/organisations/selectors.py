"""Queries for a club's own facts: its appearance on pages and paper, its language and its time zone."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from django.urls import reverse

from club.models import ClubColour, Organisation

INK: Final = {
    ClubColour.GREEN: "#17593c",
    ClubColour.TEAL: "#0b5a66",
    ClubColour.BLUE: "#1d4f8c",
    ClubColour.PURPLE: "#5b3a8a",
    ClubColour.RED: "#96201a",
    ClubColour.BROWN: "#6b4423",
    ClubColour.GREY: "#3f4a45",
}
"""Colours of clubs on white paper, as in `tokens.css`. White text on them has a contrast over 7."""
LOGO_TYPES: Final = {"png": "image/png", "jpg": "image/jpeg"}


@dataclass(frozen=True)
class Branding:
    """Name, logo, colour and contact of a club, for pages and paper."""

    club: Organisation

    @property
    def name(self) -> str:
        """Name of the club."""
        return self.club.name

    @property
    def colour(self) -> str:
        """Key of the palette, the value of `data-club` on pages."""
        return self.club.colour or ClubColour.GREEN

    @property
    def ink(self) -> str:
        """Colour on white paper, as #rrggbb."""
        return INK[ClubColour(self.colour)]

    @property
    def logo_address(self) -> str:
        """Address of the logo on this site, different for each version of it; "" without a logo."""
        name = str(self.club.logo.name or "")
        if not name:
            return ""
        return f"{reverse('club:club_logo', args=[self.club.slug])}?v={name.rpartition('/')[2][:8]}"

    @property
    def logo_size(self) -> tuple[int, int]:
        """Width and height of the logo in pixels; zeros without a logo."""
        return self.club.logo_width, self.club.logo_height

    @cached_property
    def logo(self) -> bytes | None:
        """Logo as a PNG or a JPEG; None without a logo, or if its file is missing."""
        if not self.club.logo:
            return None
        try:
            with self.club.logo.open("rb") as file:
                return bytes(file.read())
        except FileNotFoundError:  # a database that was copied without its media folder
            return None

    @property
    def logo_type(self) -> str:
        """Media type of the logo, by the extension that the service gave its file."""
        return LOGO_TYPES.get(str(self.club.logo.name or "").rpartition(".")[2], "")

    @property
    def address(self) -> str:
        """Postal address, with line breaks."""
        return self.club.address

    @property
    def contact(self) -> list[str]:
        """Contact person, email, phone and website, without those that are not given."""
        one = self.club
        return [
            text for text in (one.contact_name, one.contact_email, one.contact_phone, one.website) if text
        ]


def branding_of(club: Organisation) -> Branding:
    """Return the appearance of a club. Makes no query; the file of the logo is read when it is asked for."""
    return Branding(club)
