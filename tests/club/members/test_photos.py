"""Photos of persons: who may set one, hostile files, and that nothing of a removed one remains."""

import zipfile
import zlib
from datetime import timedelta
from io import BytesIO
from pathlib import Path

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart
from django.urls import reverse
from django.utils import timezone
from people import account, agreed, browser_of, club
from PIL import Image
from worlds import world

from club.audit.services import undo_entry
from club.core.actor import SYSTEM, Actor
from club.core.errors import CannotUndo
from club.duplicates.services.merging import merge_persons
from club.members.errors import (
    ErasedAlready,
    NotYoursToSign,
    PersonNameWithheld,
    PersonPhotoTooLarge,
    PersonPhotoTooManyPixels,
    PersonPhotoTooSmall,
    PersonPhotoUnreadable,
    PhotoConsentMissing,
    PhotoNeedsGuardian,
)
from club.members.portraits import EDGE, MAX_BYTES, SMALL_EDGE, encode_portrait
from club.members.selectors.photos import photos_of
from club.members.services.consents import give_consent, withdraw_consent, write_consent_text
from club.members.services.guardians import add_guardian
from club.members.services.person_details import change_details
from club.members.services.persons import add_person, link_account
from club.members.services.photos import remove_photo, set_photo
from club.models import AuditEntry, PersonPhoto, Role
from club.organisations.services.organisations import remove_organisation
from club.privacy.selectors import zip_of
from club.privacy.services.erasure import erase_person

pytestmark = pytest.mark.django_db
SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
NOTE = b"<script>alert(document.cookie)</script>"


@pytest.fixture(autouse=True)
def media(settings, tmp_path):
    """A media folder of the test's own, which is empty before and looked through after."""
    settings.MEDIA_ROOT = tmp_path


@world
def mia(secretary):
    """A person with an account, in a club that asks for both consents."""
    for kind in ("photo", "publish_name"):
        write_consent_text(organisation_id=club().pk, kind=kind, text="Words.", actor=secretary)
    person = add_person(organisation_id=club().pk, name="Mia Bos", actor=secretary)
    link_account(person_id=person.pk, user_id=agreed(account("mia", role=Role.PLAYER)).pk, actor=secretary)
    person.refresh_from_db()
    return person


def picture(kind="JPEG", size=(400, 600), mode="RGB", colour="red", **more):
    out = BytesIO()
    Image.new(mode, size, colour).save(out, kind, **more)
    return out


def consent(person, kind="photo", actor=SYSTEM, service=give_consent):
    service(person_id=person.pk, organisation_id=club().pk, kind=kind, actor=actor)


def put(person, actor, file=None):
    file = picture() if file is None else file
    return set_photo(person_id=person.pk, file=file, size=file.getbuffer().nbytes, actor=actor)


def files():
    return [one for one in Path(settings.MEDIA_ROOT).glob("persons/**/*") if one.is_file()]


def addresses(row):
    return [reverse("club:photo", args=[row.key]), reverse("club:photo_small", args=[row.key])]


def statuses(paths):
    return [Client().get(path).status_code for path in paths]


def latest(action):
    return AuditEntry.objects.filter(action=action).order_by("-pk").first()


@pytest.mark.parametrize(
    ("kind", "mode"),
    [("JPEG", "RGB"), ("PNG", "RGBA"), ("PNG", "P"), ("WEBP", "RGB"), ("JPEG", "CMYK"), ("PNG", "I;16")],
)
def test_a_photo_is_a_square_jpeg_in_two_sizes_without_metadata(kind, mode):
    exif = Image.Exif()
    exif[0x010F] = "Camera of Mia"
    colour = 7 if mode in {"P", "I;16"} else "red"
    file = picture(kind, mode=mode, colour=colour, **({} if mode == "I;16" else {"exif": exif.tobytes()}))
    made = encode_portrait(file, size=1)
    for content, edge in zip(made, (EDGE, SMALL_EDGE), strict=True):
        with Image.open(BytesIO(content)) as shown:
            assert (shown.format, shown.size, dict(shown.getexif())) == ("JPEG", (edge, edge), {})
        assert b"Camera" not in content


def test_a_photo_is_upright_and_its_upper_part_is_kept():
    tall = Image.new("RGB", (400, 800), "blue")
    tall.paste("red", (0, 0, 400, 300))
    exif = Image.Exif()
    exif[0x0112] = 3  # upside down
    out = BytesIO()
    tall.rotate(180).save(out, "JPEG", exif=exif.tobytes(), quality=95)
    with Image.open(BytesIO(encode_portrait(out, size=1).content)) as shown:
        top, foot = shown.getpixel((160, 20)), shown.getpixel((160, 300))
    assert top[0] > foot[0] + 150, "red above"
    assert foot[2] > top[2] + 150, "blue below"


def test_transparent_parts_are_white():
    made = encode_portrait(picture("PNG", mode="RGBA", colour=(0, 0, 0, 0)), size=1)
    with Image.open(BytesIO(made.content)) as shown:
        assert min(shown.getpixel((9, 9))) > 250


def many_pixels(size):
    """The head of a PNG that says it has so many pixels, and too little data for them."""
    content = bytearray(picture("PNG", size=(100, 100)).getvalue())
    content[16:24] = size[0].to_bytes(4, "big") + size[1].to_bytes(4, "big")
    content[29:33] = zlib.crc32(bytes(content[12:29])).to_bytes(4, "big")
    return BytesIO(bytes(content))


@pytest.mark.parametrize(
    ("file", "refusal"),
    [
        (BytesIO(b"no picture"), PersonPhotoUnreadable),
        (BytesIO(), PersonPhotoUnreadable),
        (BytesIO(SVG), PersonPhotoUnreadable),
        (picture("GIF"), PersonPhotoUnreadable),
        (picture("TIFF"), PersonPhotoUnreadable),
        (BytesIO(picture("PNG", size=(300, 300)).getvalue()[:120]), PersonPhotoUnreadable),
        (picture(size=(95, 500)), PersonPhotoTooSmall),
        (many_pixels((40_000, 40_000)), PersonPhotoTooManyPixels),
        (many_pixels((5_001, 5_000)), PersonPhotoTooManyPixels),
        (many_pixels((2**31 - 1, 2**31 - 1)), PersonPhotoTooManyPixels),
    ],
    ids=["text", "empty", "svg", "gif", "tiff", "cut off", "narrow", "bomb", "above the limit", "largest"],
)
def test_a_hostile_file_is_refused_before_it_is_decoded(file, refusal):
    with pytest.raises(refusal):
        encode_portrait(file, size=file.getbuffer().nbytes)


def test_a_large_file_is_refused_by_its_size():
    with pytest.raises(PersonPhotoTooLarge):
        encode_portrait(picture(), size=MAX_BYTES + 1)


def test_what_is_hidden_in_a_picture_is_not_stored(mia, secretary):
    consent(mia)
    row = put(mia, secretary, BytesIO(picture(comment=NOTE).getvalue() + NOTE + SVG))
    for path in addresses(row):
        answer = Client().get(path)
        assert (answer.status_code, answer["Content-Type"]) == (200, "image/jpeg")
        assert answer["X-Content-Type-Options"] == "nosniff"
        assert b"script" not in answer.content
    assert all(b"script" not in one.read_bytes() for one in files())


def test_a_photo_needs_the_consent_to_it_and_to_the_name(mia, secretary):
    with pytest.raises(PhotoConsentMissing):
        put(mia, secretary)
    consent(mia)
    consent(mia, "publish_name")
    consent(mia, "publish_name", service=withdraw_consent)
    with pytest.raises(PersonNameWithheld):
        put(mia, secretary)
    assert not PersonPhoto.objects.exists()
    assert not files()


def test_the_person_or_the_secretary_sets_it_and_nobody_else(mia, secretary):
    consent(mia)
    own, stranger = Actor.of_user(mia.user), Actor.of_user(account("zed", role=Role.PLAYER))
    first = put(mia, own)
    for service in (put, lambda person, actor: remove_photo(person_id=person.pk, actor=actor)):
        with pytest.raises(NotYoursToSign):
            service(mia, stranger)
    assert put(mia, secretary).pk == first.pk, "the same picture changes nothing"
    second = put(mia, secretary, picture(colour="blue"))
    assert statuses([*addresses(first), *addresses(second)]) == [404, 404, 200, 200]
    assert latest("club.person.photo_set").before == {"photo": True}
    with pytest.raises(CannotUndo):
        undo_entry(entry_id=latest("club.person.photo_set").pk, actor=secretary)
    remove_photo(person_id=mia.pk, actor=own)
    remove_photo(person_id=mia.pk, actor=own)
    assert AuditEntry.objects.filter(action="club.person.photo_removed").count() == 1
    assert statuses(addresses(second)) == [404, 404]


@pytest.mark.parametrize("kind", ["photo", "publish_name"])
def test_a_withdrawn_consent_deletes_the_photo_with_its_files(
    mia, secretary, kind, django_capture_on_commit_callbacks
):
    for one in ("photo", "publish_name"):
        consent(mia, one)
    row = put(mia, secretary)
    assert len(files()) == 2
    with django_capture_on_commit_callbacks(execute=True):
        consent(mia, kind, service=withdraw_consent)
    assert statuses(addresses(row)) == [404, 404]
    assert not PersonPhoto.objects.exists()
    assert not files()
    assert latest("club.person.photo_removed") is not None


def test_another_consent_leaves_the_photo(mia, secretary):
    write_consent_text(organisation_id=club().pk, kind="newsletter", text="Mail.", actor=secretary)
    for kind in ("photo", "newsletter"):
        consent(mia, kind)
    put(mia, secretary)
    consent(mia, "newsletter", service=withdraw_consent)
    assert photos_of([mia.pk])


def test_an_erasure_deletes_photo_files_and_traces(mia, secretary, django_capture_on_commit_callbacks):
    consent(mia)
    row = put(mia, secretary)
    with django_capture_on_commit_callbacks(execute=True):
        erase_person(person_id=mia.pk, typed_name="Mia Bos", actor=secretary)
    assert statuses(addresses(row)) == [404, 404]
    assert not files()
    with pytest.raises(ErasedAlready):
        put(mia, secretary)


def test_a_removed_club_takes_the_files_with_it(mia, secretary, django_capture_on_commit_callbacks):
    consent(mia)
    put(mia, secretary)
    with django_capture_on_commit_callbacks(execute=True):
        remove_organisation(organisation_id=club().pk, action="club.organisation.removed", actor=SYSTEM)
    assert not files()


def test_a_merge_moves_the_photo_and_never_shows_two(mia, secretary, django_capture_on_commit_callbacks):
    consent(mia)
    row = put(mia, secretary)
    other = add_person(organisation_id=club().pk, name="M. Bos", actor=secretary)
    merge_persons(kept_id=other.pk, merged_id=mia.pk, actor=secretary)
    assert photos_of([other.pk])[other.pk].key == row.key
    undo_entry(entry_id=latest("club.person.merged").pk, actor=secretary)
    assert photos_of([mia.pk, other.pk]).keys() == {mia.pk}
    consent(other)
    put(other, secretary, picture(colour="blue"))
    merge_persons(kept_id=other.pk, merged_id=mia.pk, actor=secretary)
    assert statuses(addresses(row)) == [404, 404]
    with django_capture_on_commit_callbacks(execute=True):
        erase_person(person_id=other.pk, typed_name="M. Bos", actor=secretary)
    assert not files()


def test_the_photo_of_a_minor_needs_a_guardian_or_the_secretary(mia, secretary):
    born = timezone.localdate() - timedelta(days=365 * 12)
    change_details(person_id=mia.pk, born_on=born, actor=secretary)
    own = Actor.of_user(mia.user)
    with pytest.raises(PhotoNeedsGuardian):
        consent(mia, actor=own)
    mother = add_person(organisation_id=club().pk, name="Eva Bos", actor=secretary)
    eva = account("eva", role=Role.PLAYER)
    link_account(person_id=mother.pk, user_id=eva.pk, actor=secretary)
    add_guardian(ward_id=mia.pk, guardian_id=mother.pk, actor=secretary)
    guardian = Actor.of_user(eva)
    consent(mia, actor=guardian)
    with pytest.raises(PhotoNeedsGuardian):
        put(mia, own)
    assert "A guardian who can sign decides this." in browser_of(mia.user).get("/desk/me/").content.decode()
    put(mia, guardian)
    consent(mia, actor=own, service=withdraw_consent)  # a child may always say no
    assert not PersonPhoto.objects.exists()


def test_the_pages_of_the_person_and_of_the_secretary_change_it(mia, secretary):
    own, desk = browser_of(mia.user), browser_of(secretary.user)
    for browser, page, act in (
        (own, "/desk/me/", reverse("club:own_photo", args=[mia.pk])),
        (desk, f"/desk/club/members/{mia.pk}/", reverse("club:member_photo", args=[mia.pk])),
    ):
        assert "A photo needs the consent to photographs." in browser.get(page).content.decode()
        consent(mia)
        assert "Upload photo" in browser.get(page).content.decode()
        sent = SimpleUploadedFile("me.jpg", picture().getvalue(), content_type="image/jpeg")
        assert browser.post(act, {"photo": sent}).url == page
        shown = browser.get(page).content.decode()
        assert reverse("club:photo", args=[PersonPhoto.objects.get().key]) in shown
        fake = SimpleUploadedFile("me.jpg", SVG, content_type="image/jpeg")
        assert (
            "This file is not a readable photo."
            in browser.post(act, {"photo": fake}, follow=True).content.decode()
        )
        assert browser.post(act, {"remove": "1"}).url == page
        assert not PersonPhoto.objects.exists()
        consent(mia, service=withdraw_consent)
    assert (
        browser_of(account("zed", role=Role.PLAYER))
        .post(reverse("club:own_photo", args=[mia.pk]), {"remove": "1"})
        .status_code
        == 404
    )


def sent_file(content):
    return encode_multipart(
        BOUNDARY, {"file": SimpleUploadedFile("me.jpg", content, content_type="image/jpeg")}
    )


@pytest.mark.parametrize("name", ["member-photo", "own-photo"])
def test_the_api_sets_and_removes_it(mia, secretary, name):
    browser = browser_of(secretary.user if name == "member-photo" else mia.user)
    path = reverse(f"club-api:{name}", args=[mia.pk])
    content = sent_file(picture().getvalue())
    assert browser.put(path, content, content_type=MULTIPART_CONTENT).status_code == 409
    consent(mia)
    told = browser.put(path, content, content_type=MULTIPART_CONTENT).json()
    assert statuses(told.values()) == [200, 200]
    assert browser.put(path, sent_file(SVG), content_type=MULTIPART_CONTENT).status_code == 422
    assert browser.delete(path).status_code == 204
    assert statuses(told.values()) == [404, 404]
    stranger = browser_of(account("zed", role=Role.PLAYER))
    assert stranger.put(path, content, content_type=MULTIPART_CONTENT).status_code in {403, 404}


def test_the_address_is_cacheable_for_minutes_and_known_to_browsers(mia, secretary):
    consent(mia)
    path = addresses(put(mia, secretary))[0]
    answer = Client().get(path)
    assert set(answer["Cache-Control"].split(", ")) == {"public", "max-age=600"}
    assert Client().get(path, headers={"If-None-Match": answer["ETag"]}).status_code == 304
    remove_photo(person_id=mia.pk, actor=secretary)
    assert Client().get(path, headers={"If-None-Match": answer["ETag"]}).status_code == 404


def test_two_persons_with_one_picture_have_two_addresses(mia, secretary):
    other = add_person(organisation_id=club().pk, name="Tim Bos", actor=secretary)
    for person in (mia, other):
        consent(person)
    assert put(mia, secretary).key != put(other, secretary).key


def test_the_photo_is_in_the_file_of_the_person(mia, secretary):
    consent(mia)
    put(mia, secretary)
    with zipfile.ZipFile(BytesIO(b"".join(zip_of(mia)))) as made:
        assert made.read("photo.jpg").startswith(b"\xff\xd8")
        assert b"mia" not in made.read("photo.jpg")
