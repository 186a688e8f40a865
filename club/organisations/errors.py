"""Errors of a club's own facts and of its logo."""

from django.utils.translation import gettext_lazy as _

from club.core.errors import ClubError, InvalidInput


class LogoTooLarge(InvalidInput):
    """The file of a logo is too large. Facts: size, most (in megabytes)."""

    code = "logo_too_large"
    what = _("The logo is %(size)s MB; the limit is %(most)s MB.")
    next_step = _("Save the picture in a smaller size and upload it again.")


class LogoTooManyPixels(InvalidInput):
    """Facts: most (in megapixels)."""

    code = "logo_too_many_pixels"
    what = _("The logo has more than %(most)s million pixels.")
    next_step = _("Save the picture in a smaller size and upload it again.")


class LogoTooSmall(InvalidInput):
    """Facts: width, height, least (in pixels)."""

    code = "logo_too_small"
    what = _("The logo has %(width)s by %(height)s pixels; each side needs at least %(least)s.")
    next_step = _("Upload a larger version; certificates print it about 3 cm high.")


class LogoUnreadable(InvalidInput):
    code = "logo_unreadable"
    what = _("This file is not a PNG, JPEG or WebP picture.")
    next_step = _(
        "Export the logo as PNG and upload that file. SVG files are not accepted: they can run scripts."
    )


class UnknownClubZone(InvalidInput):
    """Facts: zone."""

    code = "unknown_club_zone"
    what = _("The time zone “%(zone)s” does not exist.")
    next_step = _("Use a name such as Europe/Amsterdam: continent, then city.")


class ClubChangedMeanwhile(ClubError):
    code = "club_changed_meanwhile"
    what = _("Somebody else changed the club in the meantime.")
    next_step = _("Reload the page, then make your change again.")


class ClubNameMissing(InvalidInput):
    code = "club_name_missing"
    what = _("The club has no name.")
    next_step = _("Enter the name of the club.")
