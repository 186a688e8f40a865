"""A club's own facts and its logo: changed, refused, undone, shown, deleted with the club."""

from io import BytesIO

import pytest
from django.core.files.storage import default_storage
from people import account
from PIL import Image
from worlds import world

from club.audit.services import undo_entry
from club.core.actor import SYSTEM, Actor
from club.core.errors import CannotUndo, NotAllowed
from club.models import AuditEntry, ClubColour, Organisation, Role
from club.organisations.errors import (
    ClubChangedMeanwhile,
    ClubNameMissing,
    LogoTooLarge,
    LogoTooManyPixels,
    LogoTooSmall,
    LogoUnreadable,
    UnknownClubZone,
)
from club.organisations.logos import MAX_BYTES, encode_logo
from club.organisations.selectors import INK, branding_of
from club.organisations.services.club_facts import change_club, remove_logo, set_logo
from club.organisations.services.organisations import remove_organisation

pytestmark = pytest.mark.django_db


@world
def owner():
    return Actor.of_user(account("olga", role=Role.OWNER))


def picture(kind="PNG", size=(900, 300), mode="RGBA", **more):
    out = BytesIO()
    Image.new(mode, size, "red").save(out, kind, **more)
    return out


def put(club, actor, file):
    return set_logo(organisation_id=club.pk, file=file, size=file.getbuffer().nbytes, actor=actor)


def latest(action):
    return AuditEntry.objects.filter(action=action).order_by("-pk").first()


def test_facts_are_changed_logged_and_undone(club, owner):
    changed = change_club(
        organisation_id=club.pk,
        version=1,
        name="  De   Dam ",
        colour="blue",
        address="1 Mill Lane\nNorth",
        contact_email="info@dam.example",
        website="https://dam.example",
        time_zone="Europe/Amsterdam",
        language="nl",
        actor=owner,
    )
    shown = branding_of(changed)
    assert (shown.name, shown.colour, shown.ink) == ("De Dam", "blue", INK[ClubColour.BLUE])
    assert shown.contact == ["info@dam.example", "https://dam.example"]
    assert changed.version == 2
    entry = latest("club.organisation.changed")
    assert (entry.before["name"], entry.after["postal_address"]) == ("North club", "1 Mill Lane\nNorth")
    undo_entry(entry_id=entry.pk, actor=owner)
    club.refresh_from_db()
    assert (club.name, club.colour, club.address, club.version) == ("North club", "", "", 3)


def test_nothing_is_logged_when_nothing_changes(club, owner):
    change_club(organisation_id=club.pk, name=club.name, actor=owner)
    assert latest("club.organisation.changed") is None


@pytest.mark.parametrize(
    ("given", "refusal"),
    [
        ({"name": "  "}, ClubNameMissing),
        ({"time_zone": "Europe/Atlantis"}, UnknownClubZone),
        ({"name": "Other", "version": 7}, ClubChangedMeanwhile),
    ],
)
def test_wrong_facts_are_refused_and_nothing_changes(club, owner, given, refusal):
    with pytest.raises(refusal):
        change_club(organisation_id=club.pk, actor=owner, **given)
    club.refresh_from_db()
    assert (club.name, club.time_zone, club.version) == ("North club", "", 1)


def test_an_undo_is_refused_after_another_change(club, owner):
    change_club(organisation_id=club.pk, colour="red", actor=owner)
    change_club(organisation_id=club.pk, colour="blue", actor=owner)
    first = AuditEntry.objects.filter(action="club.organisation.changed").order_by("pk").first()
    with pytest.raises(CannotUndo):
        undo_entry(entry_id=first.pk, actor=owner)


def test_a_director_does_not_change_the_club(club):
    director = Actor.of_user(account("dirk", role=Role.DIRECTOR))
    with pytest.raises(NotAllowed):
        change_club(organisation_id=club.pk, name="Mine", actor=director)
    with pytest.raises(NotAllowed):
        put(club, director, picture())


@pytest.mark.parametrize(
    ("kind", "mode", "extension"), [("PNG", "RGBA", "png"), ("WEBP", "RGBA", "png"), ("JPEG", "RGB", "jpg")]
)
def test_a_logo_is_re_encoded_served_and_removed(club, owner, client, kind, mode, extension):
    kept = put(club, owner, picture(kind, mode=mode))
    assert (kept.logo_width, kept.logo_height) == (640, 213)
    assert kept.logo.name.endswith(extension)
    shown = branding_of(kept)
    answer = client.get(shown.logo_address)
    assert (answer.status_code, answer["Content-Type"]) == (200, shown.logo_type)
    assert answer.content == shown.logo
    assert latest("club.organisation.logo_set").after == {"width": 640, "height": 213}
    gone = remove_logo(organisation_id=club.pk, actor=owner)
    assert branding_of(gone).logo is None
    assert branding_of(gone).logo_address == ""
    assert client.get(shown.logo_address).status_code == 404


def test_metadata_and_orientation_of_a_logo_are_gone():
    exif = Image.Exif()
    exif[0x0112], exif[0x010F] = 6, "A camera"
    file = picture("JPEG", mode="RGB", exif=exif)
    logo = encode_logo(file, size=100)
    assert (logo.width, logo.height) == (213, 640)
    with Image.open(BytesIO(logo.content)) as kept:
        assert dict(kept.getexif()) == {}


BROKEN_METADATA = (
    b"Exif\0\0MM\0*\0\0\0\x08\0\xc7\x01C\0\x02\0\0\0\x15\0\0\x002\x01\x12\0\x03\0\0\0\x01\0\x06\0\0"
    b"\x01\x1a\0Z\0\0\0\x01\0\0\0H\0\0\0\0xxxxxxxxxxxxxxxxxx\xa0x\0\0\0\0\0HO\0\0\x01"
)


@pytest.mark.filterwarnings("ignore:Corrupt EXIF")
@pytest.mark.parametrize(
    ("file", "size", "refusal"),
    [
        (BytesIO(b"<svg xmlns='http://www.w3.org/2000/svg'><script>1</script></svg>"), 70, LogoUnreadable),
        (picture("GIF", mode="P"), 900, LogoUnreadable),
        (BytesIO(picture().getvalue()[:200]), 200, LogoUnreadable),
        (picture("JPEG", mode="RGB", exif=BROKEN_METADATA), 900, LogoUnreadable),
        (picture(size=(63, 400)), 900, LogoTooSmall),
        (picture(size=(6000, 5000), mode="1"), 900, LogoTooManyPixels),
        (BytesIO(), MAX_BYTES + 1, LogoTooLarge),
    ],
)
def test_other_files_are_refused(file, size, refusal):
    with pytest.raises(refusal):
        encode_logo(file, size=size)


def test_a_new_logo_deletes_the_file_of_the_old_one(club, owner, django_capture_on_commit_callbacks):
    old = put(club, owner, picture()).logo.name
    with django_capture_on_commit_callbacks(execute=True):
        new = put(club, owner, picture("JPEG", mode="RGB")).logo.name
    assert not default_storage.exists(old)
    assert default_storage.exists(new)
    with django_capture_on_commit_callbacks(execute=True):
        remove_organisation(organisation_id=club.pk, action="tournaments.demo.removed", actor=SYSTEM)
    assert not default_storage.exists(new)


def test_a_logo_whose_file_is_missing_is_none(club, owner):
    kept = put(club, owner, picture())
    default_storage.delete(kept.logo.name)
    assert branding_of(Organisation.objects.get(pk=club.pk)).logo is None


def test_white_text_can_be_read_on_every_colour():
    def part(value):
        return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4

    assert set(INK) == set(ClubColour)
    for ink in INK.values():
        red, green, blue = (part(int(ink[at : at + 2], 16) / 255) for at in (1, 3, 5))
        assert 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05) >= 7, ink
